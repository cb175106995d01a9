/**
 * Links: what stands behind the `#` of an address. There are two kinds: those of this page name
 * their parts (`view=play&puzzle=...`), those of the player of the public database hold a square
 * board and its fewest moves (`IBBx.../60`).
 */

import { puzzleOf, rowsOf } from "./drawing.js";
import { apply, room, vehicleOf, written } from "./model.js";

const DATABASE = /^([^#/=&?%\s]{4,})(?:\/[0-9]{0,9})?$/u;
const MOVE = /^("(?:[^"\\]|\\.)*"|[^\s,#"{[][^\s,#]*?)([+-][0-9]{1,3})$/u;
const TOKEN = /"(?:[^"\\]|\\.)*"[^\s,#]*|[^\s,#]+/gu;

/**
 * The parts of a link. `puzzle` is a text, or a puzzle for a link to the database; an Error says
 * what is wrong with one.
 *
 * @returns {{view?: string, puzzle?: string | object, title?: string, moves?: string, day?: string}}
 */
export function readLink(fragment) {
  if (fragment === "") return {};
  if (fragment.includes("=")) return Object.fromEntries(new URLSearchParams(fragment));
  return { view: "play", puzzle: boardOf(decoded(fragment)) };
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
      throw new Error(`expected a move such as A+2 or B-1, found ${quoted(token)}`);
    }
    return { vehicle: label.startsWith('"') ? JSON.parse(label) : label, cells: Number(cells) };
  });
}

/** Refuse moves that cannot be made one after another; the Error says which and why. */
export function requireLegal(puzzle, moves) {
  moves.reduce((state, move, index) => {
    const { vehicle, cells } = move;
    const place = `move ${index + 1}, ${written(move)}`;
    if (!vehicleOf(state, vehicle)) throw new Error(`${place}: there is no vehicle ${vehicle}`);
    const [back, forth] = room(state, vehicle);
    if (cells < -back || cells > forth) {
      throw new Error(`${place}: vehicle ${vehicle} can move from -${back} to +${forth}`);
    }
    return apply(state, move);
  }, puzzle);
}

function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new Error(`expected an address in UTF-8, found ${quoted(fragment)}`);
  }
}

/** The puzzle of a board as a link to the database has it; its target has the first label. */
export function boardOf(fragment) {
  const [, word] = DATABASE.exec(fragment) ?? [];
  if (!word) throw new Error(`expected a link such as #AAoooBooB/2, found ${quoted(fragment)}`);
  const rows = rowsOf(word).map((row) => [...row]);
  const [target] = rows.flat().filter((label) => !".ox".includes(label)).sort();
  if (target === undefined) throw new Error("expected a vehicle, found none");
  const puzzle = puzzleOf(rows, target);
  if (puzzle.vehicles[0].axis !== "h") {
    const expected = "expected a horizontal target, which is the first label in order";
    throw new Error(`${expected}, found ${target}`);
  }
  return puzzle;
}

function quoted(text) {
  return `'${text.slice(0, 40)}'`;
}

/**
 * The contents of the address; an Error says what is wrong with it.
 *
 * @returns {ReturnType<typeof readLink>}
 */
export function readAddress() {
  return readLink(location.hash.slice(1));
}

/** Put a view and a puzzle into the address, without adding to the history. */
export function writeAddress(parts) {
  history.replaceState(null, "", hashOf(parts));
}

function hashOf(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return `#${new URLSearchParams(given)}`;
}
