/** A hint in stages: where to look, which vehicle, and last the move with its reason. */

import { STAGES } from "./game.js";
import { placeIn, vehicleOf } from "./model.js";
import { count, sentence, t, told } from "./words.js";

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
    return this.#stage === 1 ? t("Which vehicle?") : t("Which move?");
  }

  /** What this stage shows on the board. */
  get place() {
    return this.#stage === 1
      ? { part: partOf(this.puzzle, this.vehicle) }
      : { vehicle: this.vehicle.label };
  }

  /** What this stage says. */
  get text() {
    const { label } = this.vehicle;
    const place = placeIn(this.vehicle);
    if (this.#stage === 1) return inWords(partOf(this.puzzle, this.vehicle));
    if (this.#stage === 2) {
      return label === this.puzzle.target
        ? t("The red car moves first: it stands at {place}.", { place })
        : t("Vehicle {label} moves first: it stands at {place}.", { label, place });
    }
    const { parts, distance: after } = this.advice;
    const slides = count(this.distance, "slide");
    return `${sentence(told(parts))}. ${t("{slides} to go, {after} after it.", { slides, after })}`;
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

/** A part in words: `Look at the upper right part: rows 1 to 3, columns 4 to 6.` */
function inWords({ rows, cols, of }) {
  const side = ([first, last], lines) => first > 0 ? 2 : last < lines - 1 ? 0 : 1;
  const parts = [
    [t("the upper left part"), t("the upper part"), t("the upper right part")],
    [t("the left part"), t("the whole part"), t("the right part")],
    [t("the lower left part"), t("the lower part"), t("the lower right part")],
  ];
  const [top, bottom, left, right] = [...rows, ...cols].map((line) => line + 1);
  return t("Look at {part}: rows {top} to {bottom}, columns {left} to {right}.", {
    part: parts[side(rows, of[0])][side(cols, of[1])],
    ...{ top, bottom, left, right },
  });
}
