/**
 * The rules of moving, on plain values as the service sends them. Nothing is changed in
 * place: a move gives a new puzzle.
 *
 * @typedef {{label: string, axis: "h" | "v", row: number, col: number, length: number}} Vehicle
 * @typedef {{side: "right" | "left" | "top" | "bottom", line: number}} Exit
 * @typedef {{rows: number, cols: number, target: string, vehicles: Vehicle[], exit?: Exit,
 *   walls?: [number, number][], title?: string}} Puzzle
 * @typedef {{vehicle: string, cells: number}} Move  positive to the right or down
 */

import { t } from "./words.js";

/** The vehicle of a label. @param {Puzzle} puzzle */
export function vehicleOf(puzzle, label) {
  return puzzle.vehicles.find((vehicle) => vehicle.label === label);
}

/** The cells that a vehicle covers, from the top left. @param {Vehicle} vehicle */
export function cellsOf({ axis, row, col, length }) {
  const steps = Array.from({ length: Math.max(0, length) }, (_, step) => step);
  return steps.map((step) => (axis === "h" ? [row, col + step] : [row + step, col]));
}

/** Where a vehicle stands after so many cells. @param {Vehicle} vehicle @returns {Vehicle} */
export function shifted(vehicle, cells) {
  const way = vehicle.axis === "h" ? "col" : "row";
  return { ...vehicle, [way]: vehicle[way] + cells };
}

/** The puzzle after a move, which is not checked. @param {Puzzle} puzzle @param {Move} move */
export function apply(puzzle, { vehicle: label, cells }) {
  const move = (vehicle) => (vehicle.label === label ? shifted(vehicle, cells) : vehicle);
  return { ...puzzle, vehicles: puzzle.vehicles.map(move) };
}

/** How many cells a vehicle can go back (left, up) and forth. @returns {[number, number]} */
export function room(puzzle, label) {
  const vehicle = vehicleOf(puzzle, label);
  const taken = takenCells(puzzle, label);
  const isFree = ([row, col]) =>
    row >= 0 && row < puzzle.rows && col >= 0 && col < puzzle.cols && !taken.has(key(row, col));
  const free = (way) => {
    let cells = 0;
    while (cellsOf(shifted(vehicle, way * (cells + 1))).every(isFree)) cells += 1;
    return cells;
  };
  return [free(-1), free(1)];
}

/** Where the target leaves; by default at its right or at the bottom. @returns {Exit | undefined} */
export function exitOf(puzzle) {
  const target = vehicleOf(puzzle, puzzle.target);
  if (puzzle.exit || !target) return puzzle.exit;
  return target.axis === "h"
    ? { side: "right", line: target.row }
    : { side: "bottom", line: target.col };
}

/** Whether the target's front touches the exit's edge. @param {Puzzle} puzzle */
export function isSolved(puzzle) {
  const target = vehicleOf(puzzle, puzzle.target);
  const { row, col, length } = target;
  const gaps = {
    right: puzzle.cols - col - length,
    left: col,
    bottom: puzzle.rows - row - length,
    top: row,
  };
  return gaps[exitOf(puzzle).side] <= 0;
}

/** Whether an exit of a side lies in a row; else it lies in a column. @param {Exit["side"]} side */
export function isInRow(side) {
  return side === "left" || side === "right";
}

/** The words for back and forth along an axis. @param {Vehicle["axis"]} axis */
export function waysOf(axis) {
  return axis === "h" ? ["left", "right"] : ["up", "down"];
}

/** A label beside numbers of cells: `B`, but `vehicle 7`; its twin is in notation.rs. */
export function inSentence(label) {
  return /^[0-9]+$/.test(label) ? t("vehicle {label}", { label }) : label;
}

/** A cell in words: `row 3, column 1`. */
export function placeIn({ row, col }) {
  return t("row {row}, column {column}", { row: row + 1, column: col + 1 });
}

/** An exit in words: `exit right at row 3`. @param {Exit} exit */
export function exitIn({ side, line }) {
  const at = { line: line + 1 };
  return {
    right: t("exit right at row {line}", at),
    left: t("exit left at row {line}", at),
    top: t("exit top at column {line}", at),
    bottom: t("exit bottom at column {line}", at),
  }[side];
}

/** A move in words: `B down 2`, `vehicle 7 left 1`. @param {Puzzle} puzzle @param {Move} move */
export function inWords(puzzle, move) {
  const [way, cells] = wayOf(puzzle, move);
  return goes(inSentence(move.vehicle), way, cells);
}

/** A vehicle that goes so many cells some way, in words. */
export function goes(vehicle, way, cells) {
  const values = { vehicle, cells };
  return {
    left: t("{vehicle} left {cells}", values),
    right: t("{vehicle} right {cells}", values),
    up: t("{vehicle} up {cells}", values),
    down: t("{vehicle} down {cells}", values),
  }[way];
}

/** The way of a move and its number of cells: `["down", 2]`. @param {Puzzle} puzzle @param {Move} move */
export function wayOf(puzzle, { vehicle, cells }) {
  const ways = waysOf(vehicleOf(puzzle, vehicle).axis);
  return [ways[cells > 0 ? 1 : 0], Math.abs(cells)];
}

/** A move as it is written: `B+2`. @param {Move} move */
export function written({ vehicle, cells }) {
  return `${vehicle}${cells > 0 ? "+" : "-"}${Math.abs(cells)}`;
}

/** The name of a cell in sets and maps. */
export function key(row, col) {
  return `${row},${col}`;
}

function takenCells(puzzle, but) {
  const others = puzzle.vehicles.filter(({ label }) => label !== but);
  const cells = [...(puzzle.walls ?? []), ...others.flatMap(cellsOf)];
  return new Set(cells.map(([row, col]) => key(row, col)));
}
