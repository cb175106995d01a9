/**
 * A shortest solution found here, breadth first, for boards on pages of others, which have neither a service nor the
 * core. DESIGN.md says why.
 */

import { exitOf, isInRow } from "./model.js";
import { t } from "./words.js";

// Enough for every classic card; the largest of these has 25 000 states. Then it takes too long.
const MOST_STATES = 300_000;
// States between two pauses, in which the page answers.
const SLICE = 2_000;

/**
 * The moves of a solution with the fewest slides; null if there is none. An Error says that there are
 * too many states. An aborted signal ends the search with its reason.
 */
export async function shortest(puzzle, signal) {
  const lanes = lanesOf(puzzle);
  const start = String.fromCharCode(...lanes.map(({ at }) => at));
  const found = new Map([[start, null]]);
  let done = 0;
  for (const state of found.keys()) {
    if (isGoal(lanes, state)) return way(lanes, found, state);
    for (const next of successors(puzzle, lanes, state)) {
      if (!found.has(next)) found.set(next, state);
    }
    if (found.size > MOST_STATES) throw new Error(t("there are too many states to search here"));
    if (++done % SLICE === 0) await pause(signal);
  }
  return null;
}

/** What is fixed of each vehicle: its cells for an offset, and which offsets are solved. */
function lanesOf(puzzle) {
  const { side } = exitOf(puzzle);
  return puzzle.vehicles.map((vehicle) => {
    const { label, axis, row, col, length } = vehicle;
    const size = axis === "h" ? puzzle.cols : puzzle.rows;
    const [first, by] = axis === "h" ? [row * puzzle.cols, 1] : [col, puzzle.cols];
    const isTarget = label === puzzle.target && isInRow(side) === (axis === "h");
    const goal = side === "left" || side === "top" ? 0 : size - length;
    return {
      label,
      at: axis === "h" ? col : row,
      first,
      by,
      length,
      size,
      goal: isTarget ? goal : -1,
    };
  });
}

function isGoal(lanes, state) {
  return lanes.some(({ goal }, index) => goal === state.charCodeAt(index));
}

function* successors(puzzle, lanes, state) {
  const taken = takenCells(puzzle, lanes, state);
  for (let index = 0; index < lanes.length; index++) {
    const { first, by, length, size } = lanes[index];
    const at = state.charCodeAt(index);
    const moved = (to) => state.slice(0, index) + String.fromCharCode(to) + state.slice(index + 1);
    for (let to = at - 1; to >= 0 && !taken[first + to * by]; to--) yield moved(to);
    for (let to = at + 1; to + length <= size && !taken[first + (to + length - 1) * by]; to++) {
      yield moved(to);
    }
  }
}

function takenCells(puzzle, lanes, state) {
  const taken = new Uint8Array(puzzle.rows * puzzle.cols);
  for (const [row, col] of puzzle.walls ?? []) taken[row * puzzle.cols + col] = 1;
  lanes.forEach(({ first, by, length }, index) => {
    const at = state.charCodeAt(index);
    for (let cell = at; cell < at + length; cell++) taken[first + cell * by] = 1;
  });
  return taken;
}

/** The moves that led to a state. */
function way(lanes, found, last) {
  const moves = [];
  for (let state = last; found.get(state) !== null; state = found.get(state)) {
    const before = found.get(state);
    const index = lanes.findIndex((_, at) => state[at] !== before[at]);
    const cells = state.charCodeAt(index) - before.charCodeAt(index);
    moves.unshift({ vehicle: lanes[index].label, cells });
  }
  return moves;
}

async function pause(signal) {
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
}
