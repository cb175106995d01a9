/**
 * Links: what stands behind the `#` of an address. `formats/address.py` is the twin of this file, says what
 * the parts mean, and writes the same links. Links of before hold a text (`view=play&puzzle=...`), those of
 * the player of the public database a square board and its fewest moves (`IBBx.../60`).
 */

import { exitFor, puzzleOf, rowsOf } from "./drawing.js";
import { apply, cellsOf, exitOf, isInRow, room, vehicleOf, written } from "./model.js";
import { t } from "./words.js";

const DATABASE = /^([^#/=&?%\s]{4,})(?:\/[0-9]{0,9})?$/u;
const LIST = /^([0-9]{1,2})x([0-9]{1,2}):((?:[\w-]{3})*)(?:,((?:[\w-]{2})*))?$/;
const MOVE = /^("(?:[^"\\]|\\.)*"|[^\s,#"{[][^\s,#]*?)([+-][0-9]{1,3})$/u;
const TOKEN = /"(?:[^"\\]|\\.)*"[^\s,#]*|[^\s,#]+/gu;

const VIEWS = ["view=play", "view=edit", "view=explore"];
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LETTERS = [...CAPITALS, ..."abcdefghijklmnpqrstuvwyz"];
const DIGITS = `0123456789${CAPITALS}${CAPITALS.toLowerCase()}-_`;
// Of a name: digits and capitals that nobody confuses, and that make no words.
const SIGNS = "23456789BCDFGHJKLMNPQRSTVWXZ";
const NAME_LENGTH = 4;
// More cells make a list shorter than a picture; one row would read as a link to the database.
const MOST_CELLS = 100;
// Longer addresses are cut by some programs.
const MOST_IN_PACK = 100;

/**
 * The parts of a link. `puzzle` is a puzzle, or a text for links of before; an Error says what is wrong with
 * one.
 *
 * @returns {{view?: string, puzzle?: string | object, title?: string, moves?: string, day?: string, pack?: string}}
 */
export function readLink(fragment) {
  if (fragment === "") return {};
  const [board, ...rest] = fragment.split("&");
  if (board.includes("=")) return withoutBoard(partsOf([board, ...rest]), fragment);
  if (rest.length === 0 && DATABASE.test(decoded(board)) && !LIST.test(board)) {
    return { puzzle: boardOf(decoded(board)) };
  }
  const { labels, exit, ...parts } = partsOf(rest);
  const puzzle = leaving(
    labelled(LIST.test(board) ? listed(board) : pictured(board), labels),
    exit,
  );
  return { ...parts, puzzle: parts.title ? { ...puzzle, title: parts.title } : puzzle };
}

/** The parts of a link that names a day, a view or the text of a puzzle. */
function withoutBoard(parts, fragment) {
  if (!parts.puzzle && !parts.day && !parts.pack && !VIEWS.includes(fragment)) {
    throw new Error(t("expected a puzzle in the link, found {found}", { found: quoted(fragment) }));
  }
  return parts;
}

/** What stands behind the `#` for a puzzle and other parts, such as `moves` and `view`. */
export function writeLink(puzzle, others = {}) {
  return joined([nameOf(puzzle)], { title: puzzle.title, ...others });
}

/** The same for parts alone. */
export function writeParts(parts) {
  return joined([], parts);
}

/** What stands behind the `#` for several puzzles: their names. An Error says why they are too many. */
export function writePack(puzzles) {
  if (puzzles.length > MOST_IN_PACK) {
    const found = { most: MOST_IN_PACK, found: puzzles.length };
    throw new Error(
      t("expected at most {most} puzzles in a link, found {found}: give a file of them", found),
    );
  }
  return writeParts({ pack: puzzles.map(nameOf).join(" ") });
}

/** The puzzles of a pack; an Error says what is wrong with one. */
export function readPack(text) {
  const names = text.split(" ").filter(Boolean);
  if (names.length > MOST_IN_PACK) {
    const found = { most: MOST_IN_PACK, found: names.length };
    throw new Error(t("expected at most {most} puzzles in a link, found {found}", found));
  }
  return names.map((name) => {
    const { puzzle } = readLink(name);
    if (typeof puzzle !== "object") {
      throw new Error(t("expected a board, found {found}", { found: quoted(name) }));
    }
    return puzzle;
  });
}

const names = new WeakMap();

/** The name of a puzzle, whatever its title: the link to it without one. */
export function nameOf(puzzle) {
  if (!names.has(puzzle)) names.set(puzzle, named(puzzle));
  return names.get(puzzle);
}

function named(puzzle) {
  const target = vehicleOf(puzzle, puzzle.target);
  const vehicles = [target, ...puzzle.vehicles.filter((each) => each !== target)];
  const labels = vehicles.map(({ label }) => label);
  const isSmall = puzzle.rows > 1 && puzzle.rows * puzzle.cols <= MOST_CELLS;
  const isPicture = isSmall && labels.length <= LETTERS.length;
  const letters = isPicture ? lettersFor(labels) : standardLabels(labels.length);
  const board = isPicture ? picture(puzzle, vehicles, letters) : list(puzzle, vehicles);
  const { side } = exitOf(puzzle);
  const names = namesFor(labels, letters).map(quote).join(",");
  const exit = target.axis === "h" && side === "right" ? "" : side;
  return [board, names && `labels=${names}`, exit && `exit=${exit}`].filter(Boolean).join("&");
}

/** The title of a puzzle; where it has none, a name that its board alone decides: `Puzzle 7KQM`. */
export function titleOf(puzzle) {
  if (puzzle.title) return puzzle.title;
  const number = hash(nameOf(puzzle));
  const signs = Array.from(
    { length: NAME_LENGTH },
    (_, at) => SIGNS[Math.floor(number / SIGNS.length ** at) % SIGNS.length],
  );
  return t("Puzzle {name}", { name: signs.join("") });
}

/** FNV-1a in 32 bits, of a text in UTF-8. */
export function hash(text) {
  const mixed = (sum, byte) => Math.imul(sum ^ byte, 0x01000193);
  return new TextEncoder().encode(text).reduce(mixed, 0x811c9dc5) >>> 0;
}

/** What stands behind the `#` of an address, or of a text that begins so; null for other texts. */
export function fragmentOf(text) {
  const [before, ...rest] = text.trim().split("#");
  const isAddress = before === "" || /^https?:\/\/\S+$/i.test(before);
  const fragment = rest.join("#");
  return isAddress && fragment !== "" && !/\s/.test(fragment) ? fragment : null;
}

/** The moves of a text such as `B+2 A+4`; an Error says which one is none. */
export function readMoves(text) {
  return [...text.matchAll(TOKEN)].map(([token]) => {
    const [, label, cells] = MOVE.exec(token) ?? [];
    if (!label || Number(cells) === 0) {
      throw new Error(
        t("expected a move such as A+2 or B-1, found {found}", { found: quoted(token) }),
      );
    }
    return { vehicle: label.startsWith('"') ? JSON.parse(label) : label, cells: Number(cells) };
  });
}

/** Refuse moves that cannot be made one after another; the Error says which and why. */
export function requireLegal(puzzle, moves) {
  moves.reduce((state, move, index) => {
    const { vehicle, cells } = move;
    const values = { n: index + 1, move: written(move), vehicle };
    if (!vehicleOf(state, vehicle)) {
      throw new Error(t("move {n}, {move}: there is no vehicle {vehicle}", values));
    }
    const [back, forth] = room(state, vehicle);
    if (cells < -back || cells > forth) {
      const text = t("move {n}, {move}: vehicle {vehicle} can move from -{back} to +{forth}", {
        ...values,
        ...{ back, forth },
      });
      throw new Error(text);
    }
    return apply(state, move);
  }, puzzle);
}

/** The puzzle of a board as a link to the database has it; its target has the first label. */
export function boardOf(fragment) {
  const [, word] = DATABASE.exec(fragment) ?? [];
  if (!word) {
    throw new Error(
      t("expected a link such as #AAoooBooB/2, found {found}", { found: quoted(fragment) }),
    );
  }
  const puzzle = pictured(word);
  if (puzzle.vehicles[0].axis !== "h") {
    const text = t(
      "expected a horizontal target, which is the first label in order, found {target}",
      puzzle,
    );
    throw new Error(text);
  }
  return puzzle;
}

/** The puzzle of a picture, whose target has the first label. */
function pictured(word) {
  const rows = rowsOf(word).map((row) => [...row]);
  const [target] = rows.flat().filter((label) => !".ox".includes(label)).sort();
  if (target === undefined) throw new Error(t("expected a vehicle, found none"));
  return puzzleOf(rows, target);
}

/** The puzzle of a list of digits. */
function listed(board) {
  const [, rows, cols, places, walls = ""] = LIST.exec(board);
  const labels = standardLabels(places.length / 3);
  const vehicles = groups(places, 3).map(([row, col, shape], index) => ({
    label: labels[index],
    axis: shape % 2 ? "v" : "h",
    row,
    col,
    length: Math.floor(shape / 2) + 1,
  }));
  if (vehicles.length === 0) throw new Error(t("expected a vehicle, found none"));
  const exit = exitFor(vehicles[0]);
  const size = { rows: Number(rows), cols: Number(cols) };
  return { ...size, target: labels[0], vehicles, walls: groups(walls, 2), exit };
}

function groups(text, size) {
  const digits = [...text].map((digit) => DIGITS.indexOf(digit));
  return Array.from(
    { length: digits.length / size },
    (_, at) => digits.slice(at * size, at * size + size),
  );
}

/** With the labels that the letters stand for. */
function labelled(puzzle, text) {
  if (!text) return puzzle;
  const { length } = puzzle.vehicles;
  const words = text.split(",");
  const labels = words.length === 1 && /^[0-9]$/.test(text)
    ? numbered(Number(text), length)
    : words.map((word) => decoded(word.replaceAll("+", " ")));
  if (labels.length !== length) {
    const found = { length, found: labels.length };
    throw new Error(t("expected {length} labels in the link, found {found}", found));
  }
  const vehicles = puzzle.vehicles.map((vehicle, index) => ({ ...vehicle, label: labels[index] }));
  return { ...puzzle, target: labels[0], vehicles };
}

/** With its exit at a side, in the line of the target. */
function leaving(puzzle, side) {
  if (!side) return puzzle;
  if (!["right", "left", "top", "bottom"].includes(side)) {
    const found = { found: quoted(side) };
    throw new Error(t("expected a side as exit in the link, found {found}", found));
  }
  const [{ row, col }] = puzzle.vehicles;
  return { ...puzzle, exit: { side, line: isInRow(side) ? row : col } };
}

/** The labels themselves if they are letters of which the target has the first; else letters for them. */
function lettersFor(labels) {
  const areLetters = labels.every((label) => LETTERS.includes(label));
  const isFirst = labels.every((label) => labels[0] <= label);
  return areLetters && isFirst ? labels : LETTERS.slice(0, labels.length);
}

/** The labels of a list that names none: letters, then numbers behind a V. */
function standardLabels(count) {
  return Array.from({ length: count }, (_, at) => LETTERS[at] ?? `V${at - LETTERS.length + 1}`);
}

function namesFor(labels, letters) {
  const isSame = (others) => labels.every((label, at) => label === others[at]);
  if (isSame(letters)) return [];
  const isNumbered = /^[0-9]$/.test(labels[0]) &&
    isSame(numbered(Number(labels[0]), labels.length));
  return isNumbered ? labels.slice(0, 1) : labels;
}

function numbered(first, count) {
  return Array.from({ length: count }, (_, at) => `${first + at}`);
}

function picture({ rows, cols, walls = [] }, vehicles, letters) {
  const cells = Array.from({ length: rows }, () => Array(cols).fill("o"));
  // What lies outside is refused later, by the core.
  const put = (sign) => ([row, col]) => cells[row]?.splice(col, 1, sign);
  walls.forEach(put("x"));
  vehicles.forEach((vehicle, at) => cellsOf(vehicle).forEach(put(letters[at])));
  return cells.map((row) => row.join("")).join(rows === cols ? "" : "/");
}

function list({ rows, cols, walls = [] }, vehicles) {
  const digits = (numbers) => numbers.map((number) => DIGITS[number]).join("");
  const places = vehicles.map(({ axis, row, col, length }) =>
    digits([row, col, 2 * (length - 1) + (axis === "v" ? 1 : 0)])
  );
  const sorted = [...walls].sort(([r, c], [row, col]) => r - row || c - col).map(digits);
  return `${rows}x${cols}:${places.join("")}${sorted.length ? `,${sorted.join("")}` : ""}`;
}

function joined(first, parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  const text = [...first, ...given.map(([name, value]) => `${name}=${quote(value)}`)].join("&");
  // Whoever finds addresses in a text takes a point at its end for that of the sentence.
  return text.replace(/\.$/, "%2E");
}

/** The values by their names; labels stay quoted, since a comma parts them. */
function partsOf(pairs) {
  const values = pairs.filter(Boolean).map((pair) => {
    const [name, ...value] = pair.split("=");
    const text = value.join("=");
    return [name, name === "labels" ? text : decoded(text.replaceAll("+", " "))];
  });
  return Object.fromEntries(values);
}

function quote(text) {
  const escape = (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replaceAll("%20", "+").replace(/[!'()*]/g, escape);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(t("expected an address in UTF-8, found {found}", { found: quoted(text) }));
  }
}

function quoted(text) {
  return `'${text.slice(0, 40)}'`;
}
