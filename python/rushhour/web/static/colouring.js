/**
 * Which vehicle has which colour: no two that can ever touch have similar ones. `render/colouring.py` is
 * the twin of this file and says how; the colours come from Python.
 */

import { COLOURS, SIMILAR } from "./palette.js";

const RED = COLOURS.length - 1;
const [SAME, ALIKE, USED] = [100, 10, 1];
const [BEGINNERS, ROUNDS] = [12, 4];

/**
 * Number, fill and ink of every vehicle's colour, by its label. Colours of `before` stay, where they can beside
 * each other.
 *
 * @param {import("./model.js").Puzzle} puzzle
 * @param {Map<string, {number: number}>} before
 */
export function coloursOf(puzzle, before = new Map()) {
  const vehicles = puzzle.vehicles.map(placed).sort(byPlace);
  const reaches = vehicles.map((vehicle) => reachOf(puzzle, vehicles, vehicle));
  const places = [...vehicles.keys()];
  const beside = places.map((at) =>
    places.filter((other) => other !== at && touch(reaches[at], reaches[other]))
  );
  const isTarget = (at) => vehicles[at].label === puzzle.target;
  const order = places
    .filter((at) => !isTarget(at))
    .sort((at, other) => beside[other].length - beside[at].length);
  const start = new Map(places.filter(isTarget).map((at) => [at, RED]));
  const kept = new Map(start);
  for (const at of order) {
    const number = before.get(vehicles[at].label)?.number ?? RED;
    const isAlike = (other) => kept.has(other) && areAlike(number, kept.get(other));
    if (number !== RED && !beside[at].some(isAlike)) kept.set(at, number);
  }
  const firsts = vehicles.map(({ label }) => numberOf(label));
  let best = { faults: Infinity, chosen: start };
  const begins = kept.size > start.size ? [kept, start] : [start];
  for (const begin of begins) {
    const open = order.filter((at) => !begin.has(at));
    if (open.length === 0 && best.faults > 0) best = { faults: 0, chosen: begin };
    for (let k = 0; k < Math.min(BEGINNERS, open.length) && best.faults > 0; k++) {
      const turned = [open[k], ...open.slice(0, k), ...open.slice(k + 1)];
      const dealt = deal(turned, beside, firsts, begin);
      if (dealt.faults < best.faults) best = dealt;
    }
  }
  const colour = (number) => ({ number, ...COLOURS[number] });
  return new Map(places.map((at) => [vehicles[at].label, colour(best.chosen.get(at))]));
}

function placed({ label, axis, row, col, length }) {
  const [line, offset] = axis === "h" ? [row, col] : [col, row];
  return { label, axis, line, offset, length };
}

function byPlace(one, other) {
  if (one.axis !== other.axis) return one.axis < other.axis ? -1 : 1;
  return one.line - other.line || one.offset - other.offset;
}

/** The cells that a vehicle could cover if all others made room on their lines. */
function reachOf({ rows, cols, walls = [] }, vehicles, { axis, line, offset }) {
  const isRow = axis === "h";
  const onLine = walls
    .map(([row, col]) => (isRow ? [row, col] : [col, row]))
    .filter(([itsLine]) => itsLine === line)
    .map(([, cell]) => cell);
  const before = Math.max(-1, ...onLine.filter((wall) => wall < offset));
  const behind = Math.min(isRow ? cols : rows, ...onLine.filter((wall) => wall > offset));
  let [start, end] = [before + 1, behind];
  for (const other of vehicles) {
    const isMate = other.axis === axis && other.line === line && other.offset !== offset;
    const [low, high] = [Math.min(offset, other.offset), Math.max(offset, other.offset)];
    if (!isMate || onLine.some((wall) => low < wall && wall < high)) continue;
    if (other.offset < offset) start += other.length;
    else end -= other.length;
  }
  return { axis, line, start, end };
}

/** Whether two vehicles can stand side by side. */
function touch(one, other) {
  if (one.axis === other.axis) {
    const isNext = Math.abs(one.line - other.line) === 1;
    return one.line === other.line ||
      (isNext && one.start < other.end && other.start < one.end);
  }
  return (has(one, other.line, 0) && has(other, one.line, 1)) ||
    (has(one, other.line, 1) && has(other, one.line, 0));
}

function has({ start, end }, cell, around) {
  return start - around <= cell && cell < end + around;
}

/** The number of neighbours with similar colours, and the number of a colour for each vehicle. */
function deal(order, beside, firsts, start) {
  const chosen = new Map(start);
  const used = Array(RED).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    for (const at of order) {
      if (chosen.has(at)) used[chosen.get(at)] -= 1;
      const near = beside[at].filter((other) => chosen.has(other));
      const costs = costsOf(near.map((other) => chosen.get(other)), used);
      const rank = (fill) => costs[fill] * RED + (fill - (firsts[at] % RED) + RED) % RED;
      const fills = [...costs.keys()];
      chosen.set(at, fills.reduce((best, fill) => (rank(fill) < rank(best) ? fill : best)));
      used[chosen.get(at)] += 1;
    }
  }
  const faults = order.flatMap((at) =>
    beside[at].filter((other) => areAlike(chosen.get(at), chosen.get(other)))
  );
  return { faults: faults.length, chosen };
}

function areAlike(fill, other) {
  return fill === other || SIMILAR[fill].includes(other);
}

/** What each colour costs beside those of the neighbours, where so many vehicles have each. */
function costsOf(near, used) {
  const costs = used.map((count) => USED * count);
  for (const fill of near) {
    for (const similar of SIMILAR[fill]) if (similar !== RED) costs[similar] += ALIKE;
    if (fill !== RED) costs[fill] += SAME;
  }
  return costs;
}

/** The number from whose colour on a label chooses. */
function numberOf(label) {
  if (/^[0-9]{1,9}$/.test(label)) return Number(label);
  let total = 0;
  for (const character of label) {
    total = (Math.imul(total, 31) + character.codePointAt(0)) >>> 0;
  }
  return total;
}
