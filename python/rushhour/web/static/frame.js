/** Boards as `rushhour` prints them, in a frame with an arrow at the exit: see `formats/frame.py`. */

import { puzzleOf, requireEven } from "./drawing.js";
import { only } from "./target.js";

const BORDER = /^\s*\+--+\+\s*(\s#.*)?$/;
const ROW = /^\s*(<?)\s*\|(.*)\|\s*(>?)\s*(\s#.*)?$/;
const ARROWS = { top: /^\s*\^\s*(\s#.*)?$/, bottom: /^\s*v\s*(\s#.*)?$/ };
const EMPTY = ".";
const WALL = "#";

/** Whether the upper edge of a frame is in the first three lines, below a title and an arrow. */
export function isFrame(text) {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim());
  return lines.slice(0, 3).some((line) => BORDER.test(line));
}

/** The frames of a text, each with the number of its first line and `puzzle`, which reads it. */
export function framesOf(text, target) {
  const lines = text.split(/\r\n?|\n/).map((line, at) => ({ text: line, number: at + 1 }))
    .filter((line) => line.text.trim());
  const edges = lines.flatMap((line, at) => (BORDER.test(line.text) ? [at] : []));
  const uppers = edges.filter((_, index) => index % 2 === 0);
  return uppers.map((upper, index) => ({
    number: lines[upper].number,
    puzzle: () => framed(lines.map((line) => line.text), upper, edges[2 * index + 1], target),
  }));
}

function framed(lines, upper, lower, target) {
  if (lower === undefined) throw new Error("expected the lower edge of a frame, found none");
  const matches = lines.slice(upper + 1, lower).map((line) => {
    const match = ROW.exec(line);
    if (match) return match;
    throw new Error(`expected cells between | and |, found '${line.slice(0, 40)}'`);
  });
  const rows = matches.map(([, , cells]) => cells.split(/\s+/).filter(Boolean));
  if (!rows[0]?.length) throw new Error("expected rows of cells in the frame, found none");
  requireEven(rows);
  const exits = [
    ...matches.flatMap(([, left, , right], line) => [
      ...(left ? [{ side: "left", line }] : []),
      ...(right ? [{ side: "right", line }] : []),
    ]),
    ...beyond(lines, upper, lower, rows[0].length),
  ];
  if (exits.length !== 1) {
    throw new Error(`expected one arrow at the frame, found ${exits.length || "none"}`);
  }
  const [exit] = exits;
  const named = target || only(pointingAt(rows, exit));
  return { ...puzzleOf(rows, named, { empty: EMPTY, wall: WALL }), exit };
}

/** The exit of an arrow above or below the frame, over the first character of a column. */
function beyond(lines, upper, lower, cols) {
  const left = lines[upper].indexOf("+");
  const wide = Math.floor((lines[upper].split("#")[0].lastIndexOf("+") - left - 2) / cols);
  const places = { top: lines[upper - 1], bottom: lines[lower + 1] };
  const sides = Object.keys(places).filter((side) => ARROWS[side].test(places[side] ?? ""));
  return sides.map((side) => {
    const line = (places[side].search(/\S/) - left - 2) / wide;
    if (!Number.isInteger(line) || line < 0 || line >= cols) {
      throw new Error("expected the arrow over a column of the frame, found it elsewhere");
    }
    return { side, line };
  });
}

/** The labels of the bars in the line of an exit, of which there must be one. */
function pointingAt(rows, { side, line }) {
  const isRow = side === "left" || side === "right";
  const cells = isRow ? rows[line] : rows.map((row) => row[line]);
  const isBar = (label) => cells.indexOf(label) !== cells.lastIndexOf(label);
  const found = [...new Set(cells)].filter((label) => ![EMPTY, WALL].includes(label));
  const bars = found.filter(isBar).sort();
  if (bars.length > 0) return bars;
  throw new Error("expected a vehicle that points at the arrow, found none");
}
