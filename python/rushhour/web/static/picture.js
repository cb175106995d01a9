/** The picture of a board as SVG elements. A cell is 60 units wide; the first begins at (0, 0). */

import { svg } from "./dom.js";
import { exitOf, shifted } from "./model.js";
import { CELL, DARK, FRAME, GAP, LIGHT } from "./palette.js";

export { CELL };
/** Around the cells on every side: the frame, and room for the exit's sign. */
export const MARGIN = FRAME + 20;

const ROUND = 12;
const RIM = 6;
const TURN = { right: 0, bottom: 90, left: 180, top: 270 };

/** The width and height of the drawing. @returns {[number, number]} */
export function sizeOf({ rows, cols }) {
  return [cols * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN];
}

/** The part of the drawing that is seen. */
export function viewBox(puzzle) {
  return [-MARGIN, -MARGIN, ...sizeOf(puzzle)].join(" ");
}

/** The fixed parts: floor, grid, frame, walls and exit. */
export function ground(puzzle) {
  const { rows, cols, walls = [] } = puzzle;
  const [width, height] = [cols * CELL, rows * CELL];
  const exit = exitOf(puzzle);
  return svg("g", { class: "ground", "aria-hidden": "true" }, [
    svg("rect", {
      class: "frame",
      x: -FRAME,
      y: -FRAME,
      width: width + 2 * FRAME,
      height: height + 2 * FRAME,
      rx: 16,
    }),
    svg("rect", { class: "floor", width, height, rx: 5 }),
    svg("path", { class: "grid", d: gridLines(rows, cols) }),
    ...walls.map(wall),
    exit ? gate(exit, width, height) : null,
  ]);
}

/** A vehicle at the origin of its own coordinates; where it stands is a transform. */
export function vehicle({ label, axis, length }, target, colour) {
  const [fill, ink] = ["fill", "ink"].map((name) =>
    `var(--board-${name}-${colour.number}, ${colour[name]})`
  );
  const box = bodyOf(axis, length);
  const mark = {
    x: box.x + RIM,
    y: box.y + RIM,
    width: box.width - 2 * RIM,
    height: box.height - 2 * RIM,
  };
  return [
    svg("rect", { class: "body", ...box, rx: ROUND, fill }),
    label === target
      ? svg("rect", { class: "mark", ...mark, rx: ROUND - RIM + 1, stroke: ink })
      : null,
    text(label, box, ink),
    svg("rect", { class: "ring", ...box, rx: ROUND }),
  ];
}

/** Where a vehicle will stand after a move, and an arrow that leads there. */
export function trail(vehicle, cells) {
  const { axis, row, col, length } = shifted(vehicle, cells);
  const { x, y, ...size } = bodyOf(axis, length);
  return svg("g", { class: "trail", "aria-hidden": "true" }, [
    svg("rect", { class: "ghost", x: x + col * CELL, y: y + row * CELL, ...size, rx: ROUND }),
    svg("path", { class: "arrow", d: arrow(vehicle, cells) }),
  ]);
}

/** A frame around some lines of the board: the first and last row and column, from 0. */
export function area({ rows: [top, bottom], cols: [left, right] }) {
  return svg("rect", {
    class: "area",
    x: left * CELL + GAP,
    y: top * CELL + GAP,
    width: (right - left + 1) * CELL - 2 * GAP,
    height: (bottom - top + 1) * CELL - 2 * GAP,
    rx: ROUND,
  });
}

function bodyOf(axis, length) {
  const [long, short] = [length * CELL - 2 * GAP, CELL - 2 * GAP];
  const [width, height] = axis === "h" ? [long, short] : [short, long];
  return { x: GAP, y: GAP, width, height };
}

function gridLines(rows, cols) {
  const down = Array.from({ length: cols - 1 }, (_, i) => `M${(i + 1) * CELL} 0V${rows * CELL}`);
  const across = Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * CELL}H${cols * CELL}`);
  return [...down, ...across].join("");
}

function wall([row, col]) {
  const [x, y] = [col * CELL, row * CELL];
  const strokes = [20, 40, 60, 80, 100].map((far) => {
    const [near, end] = [Math.max(0, far - CELL), Math.min(CELL, far)];
    return `M${x + near} ${y + end}L${x + end} ${y + near}`;
  });
  return svg("g", {}, [
    svg("rect", { class: "wall", x, y, width: CELL, height: CELL }),
    svg("path", { class: "hatch", d: strokes.join("") }),
  ]);
}

/** The opening in the frame and the sign that points out of it. */
function gate({ side, line }, width, height) {
  const middle = (line + 0.5) * CELL;
  const [x, y] =
    { right: [width, middle], left: [0, middle], bottom: [middle, height], top: [middle, 0] }[side];
  return svg("g", { class: "gate", transform: `translate(${x} ${y}) rotate(${TURN[side]})` }, [
    svg("rect", { x: -1, y: -CELL / 2, width: FRAME + 1, height: CELL }),
    svg("path", { d: `M${FRAME + 2} -11L${FRAME + 13} 0L${FRAME + 2} 11` }),
  ]);
}

/** A label in the middle, along the vehicle where it is long. */
function text(label, { x, y, width, height }, ink) {
  const letters = Math.max(1, [...label].length);
  const isTurned = height > width && letters > 3;
  const room = (isTurned ? height : width) - 4 * RIM;
  const size = Math.max(9, Math.min(26, room / (0.62 * letters)));
  const fits = Math.floor(room / (0.62 * size));
  const shown = letters > fits ? `${[...label].slice(0, fits - 1).join("")}…` : label;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const turn = isTurned ? `rotate(-90 ${cx} ${cy})` : null;
  return svg(
    "text",
    { x: cx, y: cy + 0.36 * size, "font-size": size, fill: ink, transform: turn },
    shown,
  );
}

function arrow({ axis, row, col, length }, cells) {
  const sign = Math.sign(cells);
  const front = sign > 0 ? length : 0;
  const from = (front - sign * 0.4) * CELL;
  const to = (front + cells - sign * 0.25) * CELL;
  const point = (along, aside) =>
    axis === "h"
      ? `${col * CELL + along} ${(row + 0.5) * CELL + aside}`
      : `${(col + 0.5) * CELL + aside} ${row * CELL + along}`;
  const head = to - sign * 13;
  return `M${point(from, 0)}L${point(to, 0)}M${point(head, -11)}L${point(to, 0)}L${
    point(head, 11)
  }`;
}

/** What surrounds the vehicles, as CSS variables for light and dark; a page may have its own. */
export const SCENE = Object.keys(LIGHT)
  .filter((name) => `${LIGHT[name]}`.startsWith("#"))
  .map((name) => `--${name}: var(--board-${name}, light-dark(${LIGHT[name]}, ${DARK[name]}));`)
  .join(" ");
