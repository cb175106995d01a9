/**
 * Puzzles read from texts and written as texts, where there is no service: the formats that a page knows by
 * itself.
 * The package reads more; `rushhour convert` turns them into these.
 */

import { exitFor, fullLines, readBoard, refuseGap } from "./drawing.js";
import { framesOf, isFrame } from "./frame.js";
import { Problem } from "./problem.js";

const MOST = 200;
const LARGEST = 32;
const LETTERS = "BCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwyz1234567890";
const CAR = /^(\S+\s+)?[+-]?\d+\s+[+-]?\d+\s+[hvHV]\s+[+-]?\d+$/;
const DATABASE = /^\d+\s+([A-Za-z.]+)(?:\s+\d+)?$/;
const SIDE = /^(\d{1,3})(?:(?:\s*[xX\u00d7]\s*|\s+)(\d{1,3}))?$/;
// Sizes in a title, as `formats/source.py` finds them: 8x8, size 8, rows=8, 8 columns.
const WORD = "(?:size|rows?|col(?:umn)?s?|width|height)";
const PAIR = "(?<!\\d)(\\d{1,2})\\s*[xX\u00d7]\\s*(\\d{1,2})(?!\\d)";
const SIZES = new RegExp(`${PAIR}|\\b${WORD}\\s*[:=]?\\s*(\\d+)|(\\d+)\\s*${WORD}\\b`, "gi");

/** The formats, by the names that the package gives them. */
export const FORMATS = [
  { name: "boardstring", writable: true, help: "one line of cells: IBBx..I..LDD..." },
  { name: "fogleman", writable: false, help: "lines of moves, board, cluster size (read only)" },
  { name: "carlist", writable: true, help: "size, then lines of id x y h|v length" },
  { name: "grid", writable: true, help: "rows of letters, . for empty cells, x for walls" },
  { name: "frame", writable: false, help: "boards as rushhour prints them (read only)" },
  {
    name: "json",
    writable: true,
    help: "JSON of rushhour itself: one puzzle, a list, or one a line",
  },
];

/** The only puzzle of a text; a Problem where there is none or another. */
export function only(text) {
  const { items } = read(text);
  if (items.length !== 1) {
    const found = items.length === 0 ? "none" : "several";
    throw new Problem({ detail: `expected one puzzle, found ${found}` });
  }
  if (items[0].error) throw new Problem({ detail: items[0].error });
  return items[0].puzzle;
}

/** The puzzles of a text, or what is wrong where one was expected; unchecked by the rules. */
export function read(text, { format, target } = {}) {
  const full = fullLines(text).filter((line) => !line.text.startsWith("#"));
  const name = format ?? (isFrame(text) ? "frame" : detected(full));
  const readers = { boardstring, fogleman: boardstring, carlist, grid, frame, json };
  if (!Object.hasOwn(readers, name)) {
    throw new Problem({
      detail: `expected ${FORMATS.map((one) => one.name).join(", ")}, found ${name}; ` +
        "rushhour convert reads it",
    });
  }
  if (full.length === 0) return { items: [], more: false };
  const items = readers[name](full, { text, target });
  return { items: items.slice(0, MOST), more: items.length > MOST };
}

function detected(lines) {
  const [first] = lines;
  if (!first) return "grid";
  if (/^[{[]/.test(first.text)) return "json";
  if (lines.slice(0, 3).some((line) => CAR.test(line.text))) return "carlist";
  if (lines.every((line) => isBoard(line.text))) return "boardstring";
  if (lines.some((line) => DATABASE.test(line.text))) return "fogleman";
  const rows = lines.map((line) => line.text.replace(/\s+/g, ""));
  const isGrid = rows.length > 1 && rows.every((row) => row.length === rows[0].length);
  if (isGrid && !/[/,{}[\]()"]/.test(rows.join(""))) return "grid";
  if (lines.length > 1 && lines.some((line) => isBoard(line.text))) return "boardstring";
  const known = "board string, database line, car list, letter grid, frame, JSON";
  throw new Problem({
    detail: `line ${first.number}: expected a puzzle in one of the formats ${known}, ` +
      `found '${first.text.slice(0, 40)}'; rushhour serve reads more`,
  });
}

function isBoard(text) {
  if (text.includes("/")) return /^[A-Za-z0-9./]+$/.test(text);
  const side = Math.sqrt(text.length);
  return side > 1 && Number.isInteger(side) && /^[A-Za-z0-9.]+$/.test(text) && /A.*A/.test(text);
}

/** Each item that a function reads from a line, or what it throws. */
function each(lines, make) {
  return lines.map((line) => {
    try {
      return { puzzle: make(line), line: line.number };
    } catch (error) {
      return { error: `line ${line.number}: ${error.message}`, line: line.number };
    }
  });
}

function boardstring(lines, { target }) {
  return each(lines, ({ text }) => readBoard(DATABASE.exec(text)?.[1] ?? text, target));
}

function frame(_, { text, target }) {
  return each(framesOf(text, target), ({ puzzle }) => puzzle());
}

function grid(lines, { text, target }) {
  const rows = lines.map((line) => line.text).join("\n");
  return each([lines[0]], () => {
    refuseGap(lines, "rows");
    refuseHashes(text, rows.split("\n")[0].replace(/\s+/g, "").length);
    return readBoard(rows, target);
  });
}

/** Refuse `#` for walls: in a comment without blanks that is as wide as a row. */
function refuseHashes(text, width) {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const row = lines.find((line) => /^#\S+$/.test(line) && line.length === width);
  if (row) {
    throw new Error(`expected x for walls and a blank behind the # of a comment, found '${row}'`);
  }
}

function carlist(lines) {
  const blocks = [[]];
  for (const line of lines) {
    if (line.text === ".") blocks.push([]);
    else blocks.at(-1).push(line);
  }
  return each(
    blocks.filter((block) => block.length > 0).map((block) => ({ ...block[0], block })),
    ({ block }) => cars(block),
  );
}

function cars(block) {
  const [head, vehicles] = [block.slice(0, 2), [...block]];
  let [title, side] = [undefined, 6];
  if (!CAR.test(head[0].text)) {
    const place = sideOf(head[0].text) === null ? 1 : 0;
    side = sideOf(head[place]?.text ?? "");
    if (side === null) {
      throw new Error(`expected the size of the board, such as 6, found '${head[0].text}'`);
    }
    if (place === 1) title = titleOf(head[0].text, side);
    vehicles.splice(0, place + 1);
  }
  const hasIds = vehicles[0]?.text.split(/\s+/).length === 5;
  if (!hasIds) refuseGap(vehicles, "vehicles");
  return {
    rows: side,
    cols: side,
    target: "0",
    vehicles: vehicles.map((line, index) => car(line, hasIds ? null : `${index}`)),
    title,
  };
}

function car({ text, number }, label) {
  const words = text.split(/\s+/);
  if (!CAR.test(text) || words.length !== (label === null ? 5 : 4)) {
    throw new Error(`expected ${label === null ? "id " : ""}x y h|v length in line ${number}`);
  }
  const [col, row, axis, length] = words.slice(-4);
  const place = { row: Number(row), col: Number(col), length: Number(length) };
  return { label: label ?? words[0], axis: axis.toLowerCase(), ...place };
}

/** A title, which has a letter and names no other size than that below it. */
function titleOf(text, side) {
  const named = [...text.matchAll(SIZES)].flatMap((match) => match.slice(1)).filter(Boolean);
  if (!/\p{L}/u.test(text) || named.some((size) => Number(size) !== side)) {
    throw new Error(
      `expected a title with a letter and no other size than ${side}, found '${text}'`,
    );
  }
  return text;
}

/** The side of a square board: `6`, `6 6`, `6x6`. */
function sideOf(text) {
  const [, rows, cols = rows] = SIDE.exec(text) ?? [];
  return rows !== undefined && rows === cols && Number(rows) > 0 ? Number(rows) : null;
}

function json(lines, { text }) {
  let documents;
  try {
    const whole = JSON.parse(text);
    documents = [whole].flat().map((value) => ({ number: lines[0].number, value }));
  } catch {
    return each(lines, (line) => puzzleOf(parsed(line.text)));
  }
  return each(documents, ({ value }) => puzzleOf(value));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`expected JSON: ${error.message}`);
  }
}

function puzzleOf(value) {
  if (!Array.isArray(value?.vehicles)) {
    throw new Error("expected an object with rows, cols, target and vehicles");
  }
  const { rows, cols, target, vehicles, exit, walls, title } = value;
  return { rows, cols, target, vehicles, exit, walls, title };
}

/** A puzzle as a text that ends in a line end, or why the format cannot hold it. */
export function write(puzzle, name) {
  const writers = { boardstring: board, carlist: list, grid: rowsOf, json: document };
  try {
    if (!Object.hasOwn(writers, name)) throw new Error(`the format ${name} is not written here`);
    const text = writers[name](puzzle);
    const isDrawing = name === "boardstring" || name === "grid";
    if (isDrawing && readBoard(text).target !== puzzle.target) {
      throw new Error(`the format ${name} has no target ${puzzle.target} beside these labels`);
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
  if (puzzle.rows !== puzzle.cols) throw new Error("the format carlist has only square boards");
  if (puzzle.walls?.length) throw new Error("the format carlist has no walls");
  const line = ({ label, axis, row, col, length }) => `${label} ${col} ${row} ${axis} ${length}`;
  return [puzzle.rows, ...puzzle.vehicles.map(line)].join("\n");
}

/** Refuse what a format cannot say. */
function refuse(puzzle, name, target, isLabel) {
  const exit = exitFor(puzzle.vehicles.find(({ label }) => label === puzzle.target));
  const { side, line } = puzzle.exit ?? exit;
  if (side !== exit.side || line !== exit.line) {
    throw new Error(`the format ${name} has no exit at the ${side}`);
  }
  if (target !== null && puzzle.target !== target) {
    throw new Error(`the format ${name} needs the label ${target} for the target`);
  }
  const wrong = puzzle.vehicles.find(({ label }) => !isLabel(label));
  if (wrong) throw new Error(`the format ${name} has no label ${wrong.label}`);
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
