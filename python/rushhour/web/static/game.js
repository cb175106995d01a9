/** A game: a puzzle, the moves made, and moves waiting for redo or to be watched. */

import { apply, isSolved } from "./model.js";

export class Game {
  /** @param {import("./model.js").Puzzle} start */
  constructor(start) {
    this.moves = [];
    this.states = [start];
    this.cursor = 0;
    /** Whether a hint or a solution was asked for since the start. */
    this.isHelped = false;
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

  get canUndo() {
    return this.cursor > 0;
  }

  get canRedo() {
    return this.cursor < this.moves.length;
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

  /** Make a move, which clears the redo list. */
  play(move) {
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
  }

  #made() {
    return this.moves.slice(0, this.cursor);
  }
}

function goesOn(before, move) {
  return before.vehicle === move.vehicle && before.cells > 0 === move.cells > 0;
}
