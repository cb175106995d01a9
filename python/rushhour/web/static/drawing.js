/** Boards drawn as text: a board string, rows of letters, or a link. An Error says what is wrong. */

import { cellsOf, key } from "./model.js";
import { targetOf } from "./target.js";
import { t } from "./words.js";

const EMPTY = ".o";
const WALL = "x";
const LARGEST = 32;

/**
 * The puzzle of a text: `..B.../AAB.../......`, one word of a square number of cells, or rows in
 * lines with or without blanks. `.` and `o` are empty, `x` is a wall. The rule of `target.js` says which
 * label is the target, in a word with `A` as its own; `target` names another.
 */
export function readBoard(text, target = "") {
  const full = fullLines(text);
  const lines = full.map((line) => line.text);
  if (lines.length === 0) throw new Error(t("expected a board, found none"));
  refuseGap(full);
  const isWord = lines.length === 1;
  const rows = isWord ? rowsOf(lines[0]) : lines.map((line) => line.split(/\s+/).join(""));
  const cells = rows.map((row) => [...row]);
  requireEven(cells);
  const empty = isWord ? EMPTY : emptyOf(cells, target);
  const labels = new Set(cells.flat().filter((label) => !empty.includes(label)));
  // In rows a small x may be the red car, where it is as long as a vehicle.
  if (isWord || !isBar(cells, WALL)) labels.delete(WALL);
  const named = target || targetOf(cells, labels, isWord ? "A" : null);
  return puzzleOf(cells, named, { empty, wall: named === WALL ? null : WALL });
}

/** The marks of empty cells in rows: `.`, or `o` if there is none. */
function emptyOf(cells, target) {
  const text = cells.flat().join("");
  if (target === "o") return ".";
  if (!EMPTY.split("").every((mark) => text.includes(mark))) return EMPTY;
  if (!/\p{Uppercase}/u.test(text) && isBar(cells, "o")) return ".";
  throw new Error(t("expected one mark for empty cells, found both . and o"));
}

/** The lines of a text that are not blank; `parted` if a blank line is above. */
function fullLines(text) {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  return lines
    .map((line, at) => ({ text: line, number: at + 1, parted: lines[at - 1] === "" }))
    .filter((line) => line.text !== "");
}

/** Refuse blank lines between some, but not all, of the lines of a puzzle: it may be two. */
function refuseGap(lines) {
  const parted = lines.slice(1).filter((line) => line.parted);
  if (parted.length > 0 && parted.length < lines.length - 1) {
    const text = t("expected rows without a blank line between them, found one above line {line}", {
      line: parted[0].number,
    });
    throw new Error(text);
  }
}

/** The rows of a word: parted by `/`, or all of the same number. */
export function rowsOf(word) {
  if (word.includes("/")) return word.replace(/\/$/, "").split("/");
  const cells = [...word];
  const size = Math.sqrt(cells.length);
  if (!Number.isInteger(size)) {
    throw new Error(t("expected a square number of cells, found {found}", { found: cells.length }));
  }
  return Array.from(
    { length: size },
    (_, row) => cells.slice(row * size, (row + 1) * size).join(""),
  );
}

/** The puzzle of rows of cells; the target comes first, the others in the order of their labels. */
export function puzzleOf(rows, target, { empty = EMPTY, wall = WALL } = {}) {
  requireEven(rows);
  const places = new Map();
  rows.forEach((row, at) =>
    row.forEach((label, col) => {
      if (!empty.includes(label)) places.set(label, [...(places.get(label) ?? []), [at, col]]);
    })
  );
  const walls = places.get(wall) ?? [];
  places.delete(wall);
  if (!places.has(target)) {
    throw new Error(t("expected the target {target}, found no such vehicle", { target }));
  }
  const labels = [...places.keys()].sort().sort((a, b) => [...a].length - [...b].length);
  const order = [target, ...labels.filter((label) => label !== target)];
  const vehicles = order.map((label) => vehicleOf(label, places.get(label)));
  const puzzle = { rows: rows.length, cols: rows[0].length, target, vehicles, walls };
  return { ...puzzle, exit: exitFor(vehicles[0]) };
}

/** A puzzle as rows of letters; labels of more than one character are refused. */
export function drawn(puzzle) {
  const cells = Array.from({ length: puzzle.rows }, () => Array(puzzle.cols).fill("."));
  for (const [row, col] of puzzle.walls ?? []) cells[row][col] = WALL;
  for (const vehicle of puzzle.vehicles) {
    if ([...vehicle.label].length !== 1) {
      throw new Error(t("expected labels of one character, found {label}", vehicle));
    }
    for (const [row, col] of cellsOf(vehicle)) cells[row][col] = vehicle.label;
  }
  return cells.map((row) => row.join("")).join("\n");
}

function requireEven(rows) {
  const width = rows[0].length;
  if (width === 0) throw new Error(t("expected cells in row 1, found none"));
  rows.forEach((row, at) => {
    if (row.length !== width) {
      const found = { width, row: at + 1, found: row.length, text: row.join("") };
      throw new Error(t("expected {width} cells in row {row}, found {found}: '{text}'", found));
    }
  });
  if (rows.length > LARGEST || width > LARGEST) {
    const found = { most: LARGEST, rows: rows.length, width };
    throw new Error(t("expected at most {most} rows and columns, found {rows} x {width}", found));
  }
}

/** The vehicle on some cells, which must form a bar. */
function vehicleOf(label, cells) {
  const [[row, col]] = cells;
  const names = cells.map((cell) => key(...cell)).join(" ");
  const bars = ["h", "v"].map((axis) => ({ label, axis, row, col, length: cells.length }));
  const found = bars.find((bar) => cellsOf(bar).map((cell) => key(...cell)).join(" ") === names);
  if (cells.length < 2 || !found) {
    throw new Error(t("expected vehicle {label} in one piece of at least 2 cells", { label }));
  }
  return found;
}

export function exitFor({ axis, row, col }) {
  return axis === "h" ? { side: "right", line: row } : { side: "bottom", line: col };
}

/** Whether the cells with a label are two or more beside one another in a line. */
function isBar(rows, label) {
  const cells = rows.flatMap((line, row) =>
    line.flatMap((at, col) => (at === label ? [[row, col]] : []))
  );
  const [[row, col] = []] = cells;
  const isRun = (place) => cells.every((cell, k) => place(cell) === k);
  const inRow = isRun(([r, c]) => (r === row ? c - col : -1));
  return cells.length > 1 && (inRow || isRun(([r, c]) => (c === col ? r - row : -1)));
}
