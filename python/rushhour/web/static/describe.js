/** A board for screen readers: every vehicle is a slider on its line. */

import { exitOf, isInRow, room, waysOf } from "./model.js";

/** The attributes of a vehicle that cannot be moved: none of those of a slider. */
const PICTURE = {
  role: "img",
  tabindex: null,
  "aria-orientation": null,
  "aria-valuemin": null,
  "aria-valuemax": null,
  "aria-valuenow": null,
  "aria-valuetext": null,
};

/** The name of a board. @param {import("./model.js").Puzzle} puzzle */
export function boardName(puzzle) {
  const exit = exitOf(puzzle);
  const line = exit && (isInRow(exit.side) ? "row" : "column");
  const way = exit ? `, exit ${exit.side} at ${line} ${exit.line}` : "";
  return `Board of ${puzzle.rows} rows and ${puzzle.cols} columns${way}`;
}

/** The attributes of a vehicle that can be moved; one that is null is to be removed. */
export function sliderOf(puzzle, vehicle) {
  const { axis, row, col } = vehicle;
  const [back, forth] = room(puzzle, vehicle.label);
  const at = axis === "h" ? col : row;
  const ways = waysOf(axis);
  return {
    role: "slider",
    tabindex: 0,
    "aria-label": nameOf(puzzle, vehicle),
    "aria-orientation": axis === "h" ? "horizontal" : "vertical",
    "aria-valuemin": at - back,
    "aria-valuemax": at + forth,
    "aria-valuenow": at,
    "aria-valuetext": `${placeOf(vehicle)}, free ${ways[0]} ${back}, ${ways[1]} ${forth}`,
  };
}

/** The attributes of a vehicle that cannot. */
export function pictureOf(puzzle, vehicle) {
  return { ...PICTURE, "aria-label": `${nameOf(puzzle, vehicle)}, ${placeOf(vehicle)}` };
}

function nameOf(puzzle, { label }) {
  return `${label === puzzle.target ? "Target" : "Vehicle"} ${label}`;
}

function placeOf({ row, col }) {
  return `row ${row}, column ${col}`;
}
