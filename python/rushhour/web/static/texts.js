/**
 * Puzzles written as texts, where there is no service. `reader.js` reads them.
 * The package reads and writes more; `rushhour convert` turns them into these.
 */

import { exitFor, readBoard } from "./drawing.js";
import { t } from "./words.js";

const LARGEST = 32;
const LETTERS = "BCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwyz1234567890";

/** The formats that the page's reader knows, by the names that the package gives them: `TextFormat::NAMES`. */
export const FORMATS = [
  { name: "boardstring", writable: true, help: t("one line of cells: IBBx..I..LDD...") },
  { name: "fogleman", writable: false, help: t("lines of moves, board, cluster size (read only)") },
  { name: "carlist", writable: true, help: t("size, then lines of id x y h|v length") },
  { name: "grid", writable: true, help: t("rows of letters, . for empty cells, x for walls") },
  { name: "frame", writable: false, help: t("boards as rushhour prints them (read only)") },
  {
    name: "code",
    writable: false,
    help: t("rows of cells in a program of any language (read only)"),
  },
  { name: "nyu", writable: false, help: t("JSON with cars and positions (read only)") },
  { name: "pieces", writable: false, help: t("JSON of web games (read only)") },
  { name: "vehicles", writable: false, help: t("JSON with a list of vehicles (read only)") },
  {
    name: "json",
    writable: true,
    help: t("JSON of rushhour itself: one puzzle, a list, or one a line"),
  },
];

/** A puzzle as a text that ends in a line end, or why the format cannot hold it. */
export function write(puzzle, name) {
  const writers = { boardstring: board, carlist: list, grid: rowsOf, json: document };
  try {
    if (!Object.hasOwn(writers, name)) {
      throw new Error(t("the format {name} is not written here", { name }));
    }
    const text = writers[name](puzzle);
    const isDrawing = name === "boardstring" || name === "grid";
    if (isDrawing && readBoard(text).target !== puzzle.target) {
      const values = { name, target: puzzle.target };
      throw new Error(t("the format {name} has no target {target} beside these labels", values));
    }
    return { text: `${text}\n`, error: null };
  } catch (error) {
    return { text: null, error: error.message };
  }
}

function document({ rows, cols, exit, walls = [], target, title, vehicles }) {
  return JSON.stringify({ rows, cols, exit, walls, target, title, vehicles });
}

function board(puzzle) {
  refuse(puzzle, "boardstring", "A", (label) => LETTERS.includes(label) || label === "A");
  const rows = picture(puzzle);
  const isSquare = puzzle.rows === puzzle.cols && puzzle.rows > 1;
  return rows.join(isSquare ? "" : "/") + (puzzle.rows === 1 ? "/" : "");
}

function rowsOf(puzzle) {
  refuse(puzzle, "grid", null, (label) => [...label].length === 1 && !". xo#".includes(label));
  return picture(puzzle).join("\n");
}

function list(puzzle) {
  refuse(puzzle, "carlist", "0", (label) => /^\S+$/.test(label));
  if (puzzle.rows !== puzzle.cols) throw new Error(t("the format carlist has only square boards"));
  if (puzzle.walls?.length) throw new Error(t("the format carlist has no walls"));
  const line = ({ label, axis, row, col, length }) => `${label} ${col} ${row} ${axis} ${length}`;
  return [puzzle.rows, ...puzzle.vehicles.map(line)].join("\n");
}

/** Refuse what a format cannot say. */
function refuse(puzzle, name, target, isLabel) {
  const exit = exitFor(puzzle.vehicles.find(({ label }) => label === puzzle.target));
  const { side, line } = puzzle.exit ?? exit;
  if (side !== exit.side || line !== exit.line) {
    const sides = { right: t("right"), left: t("left"), top: t("top"), bottom: t("bottom") };
    const values = { name, side: sides[side] };
    throw new Error(t("the format {name} has no exit at the {side}", values));
  }
  if (target !== null && puzzle.target !== target) {
    throw new Error(
      t("the format {name} needs the label {target} for the target", { name, target }),
    );
  }
  const wrong = puzzle.vehicles.find(({ label }) => !isLabel(label));
  if (wrong) {
    throw new Error(t("the format {name} has no label {label}", { name, label: wrong.label }));
  }
}

function picture({ rows, cols, vehicles, walls = [] }) {
  const cells = Array.from({ length: rows }, () => Array(cols).fill("."));
  for (const [row, col] of walls) cells[row][col] = "x";
  for (const { label, axis, row, col, length } of vehicles) {
    for (let step = 0; step < length; step++) {
      const [r, c] = axis === "h" ? [row, col + step] : [row + step, col];
      if (r in cells && c in cells[r]) cells[r][c] = label;
    }
  }
  return cells.map((row) => row.join(""));
}

/** The puzzle with labels that a format has. */
export function relabelled(puzzle, name) {
  const target = { boardstring: "A", grid: "X", carlist: "0" }[name];
  if (target === undefined) return puzzle;
  const names = name === "carlist"
    ? Array.from({ length: LARGEST * LARGEST }, (_, index) => `${index + 1}`)
    : [...LETTERS].filter((letter) => !"XARP".includes(letter));
  let next = 0;
  const vehicles = puzzle.vehicles.map((one) => ({
    ...one,
    label: one.label === puzzle.target ? target : names[next++] ?? one.label,
  }));
  return { ...puzzle, target, vehicles };
}
