/** A hint in stages: where to look, which vehicle, and last the move with its reason. */

import { STAGES } from "./game.js";
import { vehicleOf } from "./model.js";
import { count, sentence } from "./words.js";

const QUESTIONS = ["Which vehicle?", "Which move?"];

export class Clue {
  #stage = 0;

  /** A hint of the core for a puzzle. @param {import("./model.js").Puzzle} puzzle */
  constructor(puzzle, { distance, moves: [advice] }) {
    Object.assign(this, { puzzle, distance, advice });
    this.vehicle = vehicleOf(puzzle, advice.move.vehicle);
  }

  /** Go on to the next stage; returns whether there was one. */
  goOn() {
    const isNew = this.#stage < STAGES;
    if (isNew) this.#stage += 1;
    return isNew;
  }

  /** Whether the move is told. */
  get isWhole() {
    return this.#stage === STAGES;
  }

  /** What the stage after this one tells. */
  get question() {
    return QUESTIONS[this.#stage - 1];
  }

  /** What this stage shows on the board. */
  get place() {
    return this.#stage === 1
      ? { part: partOf(this.puzzle, this.vehicle) }
      : { vehicle: this.vehicle.label };
  }

  /** What this stage says. */
  get text() {
    const { label, row, col } = this.vehicle;
    if (this.#stage === 1) return `Look at ${inWords(partOf(this.puzzle, this.vehicle))}.`;
    if (this.#stage === 2) {
      const name = label === this.puzzle.target ? "The red car" : `Vehicle ${label}`;
      return `${name} moves first: it stands at row ${row + 1}, column ${col + 1}.`;
    }
    const { reason, distance } = this.advice;
    return `${sentence(reason)}. ${count(this.distance, "slide")} to go, ${distance} after it.`;
  }
}

/**
 * The quarter of the board in which the middle of a vehicle stands: its first and last row and column.
 * A line in the middle of an odd number belongs to both halves; few lines are not halved.
 */
function partOf({ rows, cols }, { axis, row, col, length }) {
  const [down, across] = axis === "h" ? [1, length] : [length, 1];
  return { rows: half(rows, row + down / 2), cols: half(cols, col + across / 2), of: [rows, cols] };
}

function half(lines, middle) {
  if (lines < 4) return [0, lines - 1];
  return 2 * middle <= lines ? [0, Math.ceil(lines / 2) - 1] : [Math.floor(lines / 2), lines - 1];
}

/** A part in words: `the upper right: rows 1 to 3, columns 4 to 6`. */
function inWords({ rows, cols, of }) {
  const side = ([first, last], lines, names) => {
    if (first > 0) return names[1];
    return last < lines - 1 ? names[0] : "";
  };
  const sides = [side(rows, of[0], ["upper", "lower"]), side(cols, of[1], ["left", "right"])];
  const name = sides.filter(Boolean).join(" ");
  const range = (unit, [first, last]) => `${unit} ${first + 1} to ${last + 1}`;
  return `the ${name || "whole"} part: ${range("rows", rows)}, ${range("columns", cols)}`;
}
