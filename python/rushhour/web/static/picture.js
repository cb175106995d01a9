/** The picture of a board as SVG elements. A cell is 60 units wide; the first begins at (0, 0). */

import { colourOf } from "./colours.js";
import { svg } from "./dom.js";
import { exitOf } from "./model.js";

export const CELL = 60;
/** Around the cells on every side: the frame, and room for the exit's sign. */
export const MARGIN = 30;

const GAP = 3;
const FRAME = 10;
const TURN = { right: 0, bottom: 90, left: 180, top: 270 };

/** The part of the drawing that is seen. */
export function viewBox({ rows, cols }) {
  return [-MARGIN, -MARGIN, cols * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN].join(" ");
}

/** Floor, grid, frame, walls and exit: all that never moves. */
export function ground(puzzle) {
  const { rows, cols, walls = [] } = puzzle;
  const [width, height] = [cols * CELL, rows * CELL];
  const exit = exitOf(puzzle);
  return svg("g", { class: "ground", "aria-hidden": "true" }, [
    svg("rect", {
      class: "frame", x: -FRAME, y: -FRAME, width: width + 2 * FRAME, height: height + 2 * FRAME, rx: 14,
    }),
    svg("rect", { class: "floor", width, height, rx: 6 }),
    svg("path", { class: "grid", d: gridLines(rows, cols) }),
    ...walls.map(wall),
    exit ? gate(exit, width, height) : null,
  ]);
}

/** A vehicle at the origin of its own coordinates; where it stands is a transform. */
export function vehicle({ label, axis, length }, target) {
  const { fill, edge, ink } = colourOf(label, target);
  const [long, short] = [length * CELL - 2 * GAP, CELL - 2 * GAP];
  const [width, height] = axis === "h" ? [long, short] : [short, long];
  const box = { x: GAP, y: GAP, width, height, rx: 11 };
  const middle = { x: GAP + width / 2, y: GAP + height / 2 };
  const stripes = label === target ? svg("path", { class: "stripes", stroke: ink, d: stripesOf(box, axis) }) : null;
  return [
    svg("rect", { class: "body", ...box, fill, stroke: edge }),
    stripes,
    svg("text", { ...middle, fill: ink, "font-size": fontSize(label, width) }, label),
    svg("rect", { class: "ring", ...box }),
  ];
}

/** Where a vehicle will stand after a move, and an arrow that leads there. */
export function trail({ axis, row, col, length }, cells) {
  const [long, short] = [length * CELL - 2 * GAP, CELL - 2 * GAP];
  const across = axis === "h";
  const at = across ? { x: (col + cells) * CELL, y: row * CELL } : { x: col * CELL, y: (row + cells) * CELL };
  const ghost = { x: at.x + GAP, y: at.y + GAP, width: across ? long : short, height: across ? short : long };
  return svg("g", { class: "trail", "aria-hidden": "true" }, [
    svg("rect", { class: "ghost", ...ghost, rx: 11 }),
    svg("path", { class: "arrow", d: arrow({ axis, row, col, length }, cells) }),
  ]);
}

function gridLines(rows, cols) {
  const down = Array.from({ length: cols - 1 }, (_, i) => `M${(i + 1) * CELL} 0V${rows * CELL}`);
  const across = Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * CELL}H${cols * CELL}`);
  return [...down, ...across].join("");
}

function wall([row, col]) {
  const at = { x: col * CELL + 1, y: row * CELL + 1, width: CELL - 2, height: CELL - 2 };
  const [x, y, far] = [at.x, at.y, CELL - 2];
  return svg("g", { class: "wall" }, [
    svg("rect", { ...at, rx: 4 }),
    svg("path", { d: `M${x + 14} ${y + 14}L${x + far - 14} ${y + far - 14}M${x + far - 14} ${y + 14}L${x + 14} ${y + far - 14}` }),
  ]);
}

/** The opening in the frame and the sign that points out of it. */
function gate({ side, line }, width, height) {
  const middle = (line + 0.5) * CELL;
  const [x, y] = { right: [width, middle], left: [0, middle], bottom: [middle, height], top: [middle, 0] }[side];
  return svg("g", { class: "gate", transform: `translate(${x} ${y}) rotate(${TURN[side]})` }, [
    svg("rect", { x: -1, y: -CELL / 2 + 2, width: FRAME + 2, height: CELL - 4 }),
    svg("path", { d: "M4 -13L17 0L4 13" }),
  ]);
}

function stripesOf({ x, y, width, height }, axis) {
  const [cx, cy] = [x + width / 2, y + height / 2];
  return axis === "h"
    ? `M${x + 9} ${cy - 15}H${x + width - 9}M${x + 9} ${cy + 15}H${x + width - 9}`
    : `M${cx - 15} ${y + 9}V${y + height - 9}M${cx + 15} ${y + 9}V${y + height - 9}`;
}

function fontSize(label, width) {
  return Math.min(25, (1.5 * (width - 8)) / Math.max(1, [...label].length));
}

function arrow({ axis, row, col, length }, cells) {
  const sign = Math.sign(cells);
  const front = sign > 0 ? length : 0;
  const from = (front - sign * 0.4) * CELL;
  const to = (front + cells - sign * 0.25) * CELL;
  const point = (along, aside) =>
    axis === "h" ? `${col * CELL + along} ${(row + 0.5) * CELL + aside}` : `${(col + 0.5) * CELL + aside} ${row * CELL + along}`;
  const head = to - sign * 13;
  return `M${point(from, 0)}L${point(to, 0)}M${point(head, -11)}L${point(to, 0)}L${point(head, 11)}`;
}
