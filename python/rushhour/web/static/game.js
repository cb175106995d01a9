/** A game: a puzzle, the moves made, and those that wait to be made again or to be watched. */

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

  /** The cost so far in slides: moves of one vehicle in one direction in a row are one. */
  get slides() {
    const made = this.#made();
    return made.filter((move, i) => i === 0 || !goesOn(made[i - 1], move)).length;
  }

  /** The cost so far in steps: the cells that all vehicles went. */
  get steps() {
    return this.#made().reduce((sum, move) => sum + Math.abs(move.cells), 0);
  }

  /** Make a move; what waited to be made again is forgotten. */
  play(move) {
    this.foresee([move]);
    this.cursor += 1;
  }

  /** Put moves in wait from here on, in the place of those that wait. */
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
