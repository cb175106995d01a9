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

/** With one more vehicle; the first is the target. */
export function withVehicle(draft, place) {
  const hasTarget = vehicleOf(draft, draft.target) !== undefined;
  const label = hasTarget ? freeLabel(draft) : draft.target;
  const vehicles = [...draft.vehicles, { label, ...place }];
  return hasTarget ? { ...draft, vehicles } : aligned({ ...draft, vehicles });
}

/** With a vehicle in another place, as far as the board reaches. */
export function moved(draft, label, row, col) {
  const { axis, length } = vehicleOf(draft, label);
  const [down, right] = axis === "h" ? [1, length] : [length, 1];
  const place = { row: within(row, draft.rows - down), col: within(col, draft.cols - right) };
  return aligned({ ...draft, vehicles: replaced(draft, label, place) });
}

/** With another label, if it is free. */
export function relabelled(draft, label, name) {
  if (name === "" || draft.vehicles.some((each) => each.label === name)) return draft;
  const target = draft.target === label ? name : draft.target;
  return { ...draft, target, vehicles: replaced(draft, label, { label: name }) };
}

/** With this vehicle as the target, and the exit where it can leave. */
export function withTarget(draft, label) {
  return aligned({ ...draft, target: label });
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

/** With another size; vehicles that no longer fit stay and are marked as wrong. */
export function resized(draft, rows, cols) {
  const line = within(draft.exit.line, (isInRow(draft.exit.side) ? rows : cols) - 1);
  return aligned({ ...draft, rows, cols, exit: { ...draft.exit, line } });
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

/** The exit follows the target: the same side if it can leave there, its own line. */
function aligned(draft) {
  const target = vehicleOf(draft, draft.target);
  if (!target) return draft;
  const sides = target.axis === "h" ? ["right", "left"] : ["bottom", "top"];
  const side = sides.includes(draft.exit.side) ? draft.exit.side : sides[0];
  return { ...draft, exit: { side, line: target.axis === "h" ? target.row : target.col } };
}

function replaced(draft, label, change) {
  return draft.vehicles.map((each) => (each.label === label ? { ...each, ...change } : each));
}

function freeLabel({ vehicles }) {
  const taken = new Set(vehicles.map(({ label }) => label));
  const letter = LETTERS.find((each) => !taken.has(each));
  if (letter) return letter;
  let number = 1;
  while (taken.has(`V${number}`)) number += 1;
  return `V${number}`;
}

function within(number, last) {
  return Math.max(0, Math.min(number, Math.max(0, last)));
}
