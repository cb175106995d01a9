/** A draft: a board in the making, valid or not. Every change gives a new one. */

import { cellsOf, isInRow, key, vehicleOf } from "./model.js";

/** Stands for a wall where a label stands for a vehicle; no label has a blank at its end. */
export const WALL = "wall ";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyz"];

/** A board with nothing on it. */
export function emptyDraft(rows = 6, cols = 6) {
  const exit = { side: "right", line: Math.floor((rows - 1) / 2) };
  return { rows, cols, target: "A", exit, walls: [], vehicles: [] };
}

/** What stands on each cell that is not empty: a label, or WALL. @returns {Map<string, string>} */
export function occupants({ walls, vehicles }) {
  const places = vehicles.flatMap((vehicle) =>
    cellsOf(vehicle).map(([row, col]) => [key(row, col), vehicle.label])
  );
  return new Map([...walls.map(([row, col]) => [key(row, col), WALL]), ...places]);
}

/** What stands on a cell: a label, WALL, or undefined. */
export function standsOn(draft, row, col) {
  return occupants(draft).get(key(row, col));
}

/** The straight run of cells between two, along the longer way. */
export function bar([row, col], [row2, col2]) {
  const axis = Math.abs(col2 - col) >= Math.abs(row2 - row) ? "h" : "v";
  const [from, to] = axis === "h" ? [col, col2] : [row, row2];
  const place = axis === "h" ? { row, col: Math.min(from, to) } : { row: Math.min(from, to), col };
  return { axis, ...place, length: Math.abs(to - from) + 1 };
}

/** Whether a value that nobody checked can be shown as a draft. */
export function isDraft(value) {
  const isWhole = (number) => Number.isInteger(number) && Math.abs(number) <= 64;
  const isVehicle = ({ label, axis, row, col, length }) =>
    typeof label === "string" && "hv".includes(axis) && [row, col, length].every(isWhole);
  return [value?.rows, value?.cols, value?.exit?.line].every(isWhole) &&
    ["right", "left", "top", "bottom"].includes(value.exit.side) && Array.isArray(value.walls) &&
    Array.isArray(value.vehicles) &&
    value.vehicles.every((vehicle) => vehicle && isVehicle(vehicle)) &&
    value.walls.every((cell) => Array.isArray(cell) && cell.every(isWhole));
}

/** With one more vehicle. */
export function withVehicle(draft, place) {
  return { ...draft, vehicles: [...draft.vehicles, { label: freeLabel(draft), ...place }] };
}

/** With the target in another place, in that of the one before. */
export function withNewTarget(draft, place) {
  const others = draft.vehicles.filter(({ label }) => label !== draft.target);
  return { ...draft, vehicles: [...others, { label: draft.target, ...place }] };
}

/** With a vehicle in another place, as far as the board reaches. */
export function moved(draft, label, row, col) {
  const { axis, length } = vehicleOf(draft, label);
  const [down, right] = axis === "h" ? [1, length] : [length, 1];
  const place = { row: within(row, draft.rows - down), col: within(col, draft.cols - right) };
  return { ...draft, vehicles: replaced(draft, label, place) };
}

/** With a vehicle that is so many cells longer at its end, as far as the board reaches. */
export function lengthened(draft, label, cells) {
  const { axis, row, col, length } = vehicleOf(draft, label);
  const last = (axis === "h" ? col : row) + length - 1 + cells;
  return stretched(draft, label, false, axis === "h" ? [row, last] : [last, col]);
}

/** With one end of a vehicle at a cell, the first or the last, as far as it stays a vehicle. */
export function stretched(draft, label, isFirst, [row, col]) {
  const { axis, length, ...place } = vehicleOf(draft, label);
  const [way, size] = axis === "h" ? ["col", draft.cols] : ["row", draft.rows];
  const to = within(axis === "h" ? col : row, size - 1);
  const last = place[way] + length - 1;
  const first = isFirst ? Math.min(to, last - 1) : place[way];
  const end = isFirst ? last : Math.max(to, first + 1);
  return { ...draft, vehicles: replaced(draft, label, { [way]: first, length: end - first + 1 }) };
}

/** With a title, or none for the empty text. */
export function titled(draft, title) {
  const { title: _, ...rest } = draft;
  return title === "" ? rest : { ...rest, title };
}

/** With another label, if it is free. */
export function relabelled(draft, label, name) {
  if (name === "" || draft.vehicles.some((each) => each.label === name)) return draft;
  const target = draft.target === label ? name : draft.target;
  return { ...draft, target, vehicles: replaced(draft, label, { label: name }) };
}

/** With this vehicle as the target; it gets the label that is kept for a target that is missing. */
export function withTarget(draft, label) {
  if (vehicleOf(draft, draft.target)) return { ...draft, target: label };
  return relabelled(draft, label, draft.target);
}

/** Without a vehicle. */
export function without(draft, label) {
  return { ...draft, vehicles: draft.vehicles.filter((each) => each.label !== label) };
}

/** With a wall or without. */
export function withWall(draft, row, col, isThere = true) {
  const others = draft.walls.filter(([r, c]) => r !== row || c !== col);
  return { ...draft, walls: isThere ? [...others, [row, col]] : others };
}

/** Without whatever stands on a cell. */
export function erased(draft, row, col) {
  const label = standsOn(draft, row, col);
  if (label === WALL) return withWall(draft, row, col, false);
  return label === undefined ? draft : without(draft, label);
}

/**
 * With a cell that was read wrongly: the end of a long vehicle, or a wall, becomes empty, and an empty cell
 * the next one of a vehicle that points at it, or else a wall.
 */
export function mended(draft, row, col) {
  const label = standsOn(draft, row, col);
  if (label === WALL) return withWall(draft, row, col, false);
  if (label !== undefined) return shortened(draft, vehicleOf(draft, label), row, col);
  const places = [[row, col - 1, "h"], [row, col + 1, "h"], [row - 1, col, "v"], [
    row + 1,
    col,
    "v",
  ]];
  const pointing = places
    .map(([r, c, axis]) => ({ axis, vehicle: vehicleOf(draft, standsOn(draft, r, c)) }))
    .filter(({ axis, vehicle }) => vehicle?.axis === axis)
    .map(({ vehicle }) => vehicle)
    .sort((one, other) => one.length - other.length);
  if (pointing.length === 0) return withWall(draft, row, col);
  const [{ label: nearest, row: top, col: left }] = pointing;
  return stretched(draft, nearest, row < top || col < left, [row, col]);
}

/** Without the end of a vehicle on a cell; without all of it where two cells or fewer are left of it. */
function shortened(draft, { label, axis, row, col, length }, r, c) {
  const place = axis === "h" ? c - col : r - row;
  const isFirst = place < length - 1 - place;
  const left = isFirst ? length - 1 - place : place;
  if (left < 2) return without(draft, label);
  const end = (isFirst ? place + 1 : place - 1) + (axis === "h" ? col : row);
  return stretched(draft, label, isFirst, axis === "h" ? [r, end] : [end, c]);
}

/** With another size; vehicles that no longer fit stay and are marked as wrong. */
export function resized(draft, rows, cols) {
  const line = within(draft.exit.line, (isInRow(draft.exit.side) ? rows : cols) - 1);
  return { ...draft, rows, cols, exit: { ...draft.exit, line } };
}

/** With the exit at a side, as far as the board reaches. */
export function withExit(draft, side, line) {
  const last = (isInRow(side) ? draft.rows : draft.cols) - 1;
  return { ...draft, exit: { side, line: within(line, last) } };
}

/** The labels of vehicles that overlap, leave the board or stand on a wall. */
export function conflicts(draft) {
  const owners = new Map(draft.walls.map(([row, col]) => [key(row, col), WALL]));
  const wrong = new Set();
  for (const vehicle of draft.vehicles) {
    for (const [row, col] of cellsOf(vehicle)) {
      const owner = owners.get(key(row, col));
      const isOutside = row < 0 || col < 0 || row >= draft.rows || col >= draft.cols;
      if (owner !== undefined) wrong.add(owner);
      if (owner !== undefined || isOutside) wrong.add(vehicle.label);
      owners.set(key(row, col), vehicle.label);
    }
  }
  return [...wrong];
}

/** With the exit in the line of the target, at the same side if it can leave there. */
export function aligned(draft) {
  const target = vehicleOf(draft, draft.target);
  if (!target) return draft;
  const sides = target.axis === "h" ? ["right", "left"] : ["bottom", "top"];
  const side = sides.includes(draft.exit.side) ? draft.exit.side : sides[0];
  return { ...draft, exit: { side, line: target.axis === "h" ? target.row : target.col } };
}

function replaced(draft, label, change) {
  return draft.vehicles.map((each) => (each.label === label ? { ...each, ...change } : each));
}

/** A label that no vehicle has, and that is not kept for the target. */
function freeLabel({ vehicles, target }) {
  const taken = new Set([target, ...vehicles.map(({ label }) => label)]);
  const letter = LETTERS.find((each) => !taken.has(each));
  if (letter) return letter;
  let number = 1;
  while (taken.has(`V${number}`)) number += 1;
  return `V${number}`;
}

function within(number, last) {
  return Math.max(0, Math.min(number, Math.max(0, last)));
}
