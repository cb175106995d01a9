/** A game: a puzzle, the moves made, and moves waiting for redo or to be watched. */

import { requireLegal } from "./link.js";
import { apply, isSolved } from "./model.js";

/** How many stages a hint has. */
export const STAGES = 3;

export class Game {
  /** @param {import("./model.js").Puzzle} start */
  constructor(start) {
    this.moves = [];
    this.states = [start];
    this.cursor = 0;
    /** The hints since the beginning, their stages, and whether the solution was shown. */
    this.hints = this.stages = 0;
    this.isShown = false;
    // Whether the player saw what moves waste as they were made.
    this.isRated = false;
    // Whether the next move begins a game without help: it was reset.
    this.isFresh = false;
  }

  get start() {
    return this.states[0];
  }

  get puzzle() {
    return this.states[this.cursor];
  }

  get isSolved() {
    return isSolved(this.puzzle);
  }

  get isHelped() {
    return this.hints > 0 || this.isRated || this.isShown;
  }

  get canUndo() {
    return this.cursor > 0;
  }

  get canRedo() {
    return this.cursor < this.moves.length;
  }

  get canReset() {
    return this.canUndo || (this.isHelped && !this.isFresh);
  }

  /** The cost so far in slides: consecutive moves of a vehicle in one direction count as one. */
  get slides() {
    const made = this.#made();
    return made.filter((move, i) => i === 0 || !goesOn(made[i - 1], move)).length;
  }

  /** The cost so far in steps: the number of cells moved in all. */
  get steps() {
    return this.#made().reduce((sum, move) => sum + Math.abs(move.cells), 0);
  }

  /** Make a move, which clears the redo list; after a reset it begins a game without help. */
  play(move) {
    if (this.isFresh) {
      this.hints = this.stages = 0;
      this.isShown = this.isRated = this.isFresh = false;
    }
    this.foresee([move]);
    this.cursor += 1;
  }

  /** Replace the waiting moves. */
  foresee(moves) {
    this.moves.length = this.cursor;
    this.states.length = this.cursor + 1;
    for (const move of moves) {
      this.states.push(apply(this.states.at(-1), move));
      this.moves.push(move);
    }
  }

  /** Go to the state after so many moves. */
  jump(cursor) {
    this.cursor = Math.max(0, Math.min(cursor, this.moves.length));
    if (this.cursor > 0) this.isFresh = false;
  }

  /** Go to the start; the moves wait for redo until another one is made. */
  reset() {
    this.jump(0);
    this.isFresh = true;
  }

  /** All of it as plain values; null where there is nothing yet. */
  get record() {
    if (this.moves.length === 0 && !this.isHelped) return null;
    const moves = this.moves.map(({ vehicle, cells }) => [vehicle, cells]);
    const { cursor, hints, stages, isShown, isRated, isFresh } = this;
    return { moves, cursor, hints, stages, isShown, isRated, isFresh };
  }

  /** Take up what a record has; one that is damaged, and null, begin anew. */
  restore(record) {
    const moves = soundMoves(this.start, record);
    this.cursor = 0;
    this.foresee(moves);
    this.jump(Number.isInteger(record?.cursor) ? record.cursor : 0);
    this.hints = Number.isInteger(record?.hints) ? record.hints : 0;
    // Of a game that was kept before hints had stages.
    this.stages = Number.isInteger(record?.stages) ? record.stages : STAGES * this.hints;
    this.isShown = record?.isShown === true;
    this.isRated = record?.isRated === true;
    this.isFresh = record?.isFresh === true && this.cursor === 0;
  }

  #made() {
    return this.moves.slice(0, this.cursor);
  }
}

/** The moves of a record that nobody checked; none if one of them cannot be made. */
function soundMoves(start, record) {
  try {
    const moves = record.moves.map(([vehicle, cells]) => ({ vehicle, cells }));
    const areWhole = moves.every(({ cells }) => Number.isInteger(cells) && cells !== 0);
    requireLegal(start, areWhole ? moves : [{}]);
    return moves;
  } catch {
    return [];
  }
}

/** The stars of a solution: 3 for the fewest slides, 2 for at most a quarter more, else 1. */
export function starsOf(slides, fewest) {
  if (slides <= fewest) return 3;
  return slides <= fewest + Math.ceil(fewest / 4) ? 2 : 1;
}

/** Whether a move goes on with the slide of the one before. */
export function goesOn(before, move) {
  return before.vehicle === move.vehicle && before.cells > 0 === move.cells > 0;
}
