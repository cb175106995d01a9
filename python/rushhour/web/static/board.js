/**
 * <rush-hour-board>: draws a puzzle and lets one move its vehicles by pointer and by keyboard.
 *
 * Set `puzzle` to show one, or the attribute `board` to its text; a state of the same board is
 * reached by sliding. Where the attribute `still` is absent, a move dispatches `move` with
 * {vehicle, cells} and changes nothing by itself: the listener sets the next puzzle. A refused move
 * slides back. With the attribute `plays` the move is made, unless a listener prevents it. With the
 * attribute `edited` vehicles keep their colours from puzzle to puzzle.
 */

import { coloursOf } from "./colouring.js";
import { h, svg } from "./dom.js";
import { readBoard } from "./drawing.js";
import { apply, exitIn, exitOf, isSolved, placeIn, room, shifted, vehicleOf } from "./model.js";
import { area, CELL, ground, SCENE, sizeOf, trail, vehicle, viewBox } from "./picture.js";
import { t } from "./words.js";

const KEYS = {
  ArrowLeft: ["h", -1],
  ArrowRight: ["h", 1],
  ArrowUp: ["v", -1],
  ArrowDown: ["v", 1],
};

class RushHourBoard extends HTMLElement {
  static observedAttributes = ["still", "board"];

  #puzzle = null;
  #groups = new Map();
  #colours = new Map();
  #drag = null;
  #svg = svg("svg", { role: "group", part: "svg" });
  #marks = svg("g");
  #error = h("p", { class: "error", role: "alert" });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:host { ${SCENE} } ${STYLE}`);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#svg, this.#error);
    this.#svg.addEventListener("pointerdown", (event) => this.#take(event));
    // A page that scrolls under the finger would end the drag; `touch-action` does not reach all of SVG.
    this.#svg.addEventListener("touchstart", (event) => this.#drag && event.preventDefault(), {
      passive: false,
    });
    this.#svg.addEventListener("pointermove", (event) => this.#pull(event));
    this.#svg.addEventListener("pointerup", (event) => event.isPrimary && this.#drop(true));
    this.#svg.addEventListener("pointercancel", (event) => event.isPrimary && this.#drop(false));
    this.#svg.addEventListener("keydown", (event) => this.#press(event));
    this.#svg.addEventListener("focusin", () => this.#point(this.#drag !== null));
  }

  /** @returns {import("./model.js").Puzzle | null} */
  get puzzle() {
    return this.#puzzle;
  }

  set puzzle(puzzle) {
    const isSame = this.#puzzle !== null && boardOf(this.#puzzle) === boardOf(puzzle);
    this.#puzzle = puzzle;
    this.#drop(false);
    if (!isSame) this.#draw();
    this.mark(null);
    this.#place();
  }

  attributeChangedCallback(name, _, text) {
    if (name === "board" && text !== null) this.#read(text);
    else if (this.#puzzle) this.#describe();
  }

  /** Show the board of a text, or why it is none. */
  #read(text) {
    try {
      this.puzzle = readBoard(text);
      this.#error.textContent = "";
    } catch (error) {
      this.#error.textContent = error.message;
    }
  }

  /** Show where a move leads and which vehicles block which; null shows nothing. */
  mark(move, blockers = []) {
    const labels = new Set(blockers);
    this.ring("locked", []);
    for (const [label, group] of this.#groups) {
      group.classList.toggle("hinted", label === move?.vehicle);
      group.classList.toggle("blocker", labels.has(label) && label !== move?.vehicle);
    }
    this.#marks.replaceChildren(
      ...(move ? [trail(vehicleOf(this.#puzzle, move.vehicle), move.cells)] : []),
    );
  }

  /** Show a part of the board, or a vehicle by its label; `mark` shows something else or nothing. */
  point({ part, vehicle }) {
    this.mark(null);
    if (part) this.#marks.replaceChildren(area(part));
    this.#groups.get(vehicle)?.classList.add("hinted");
  }

  /** Ring vehicles that lock each other; `mark` shows something else or nothing. */
  lock(labels) {
    this.mark(null);
    this.ring("locked", labels);
  }

  /** Ring vehicles: those that are wrong, or chosen. */
  ring(kind, labels) {
    for (const [label, group] of this.#groups) group.classList.toggle(kind, labels.includes(label));
  }

  /** Put the focus on a vehicle. */
  focusOn(label) {
    this.#groups.get(label)?.focus();
  }

  #draw() {
    const puzzle = this.#puzzle;
    const colours = coloursOf(puzzle, this.hasAttribute("edited") ? this.#colours : undefined);
    this.#colours = colours;
    const groups = puzzle.vehicles.map((each, index) => {
      const picture = vehicle(each, puzzle.target, colours.get(each.label));
      const group = svg(
        "g",
        { class: "vehicle", "data-label": each.label, "data-index": index },
        picture,
      );
      return [each.label, group];
    });
    this.#groups = new Map(groups);
    this.#svg.setAttribute("viewBox", viewBox(puzzle));
    this.#svg.replaceChildren(ground(puzzle), ...groups.map(([, group]) => group), this.#marks);
    this.style.aspectRatio = sizeOf(puzzle).join(" / ");
  }

  #place() {
    for (const each of this.#puzzle.vehicles) put(this.#groups.get(each.label), each);
    this.#describe();
    this.#leave();
  }

  /** Drive a target that has reached its exit out of sight. */
  #leave() {
    const puzzle = this.#puzzle;
    const target = vehicleOf(puzzle, puzzle.target);
    const leaves = this.hasAttribute("leaves") && target !== undefined && isSolved(puzzle);
    for (const group of this.#groups.values()) group.classList.remove("gone");
    if (!leaves) return;
    const { side } = exitOf(puzzle);
    const cells = (target.length + 1) * (side === "right" || side === "bottom" ? 1 : -1);
    const group = this.#groups.get(target.label);
    put(group, shifted(target, cells));
    group.classList.add("gone");
  }

  /** Describe the board to screen readers. */
  #describe() {
    this.#svg.setAttribute("aria-label", boardName(this.#puzzle));
    const attributesOf = this.hasAttribute("still") ? pictureOf : sliderOf;
    for (const each of this.#puzzle.vehicles) {
      const group = this.#groups.get(each.label);
      for (const [name, value] of Object.entries(attributesOf(this.#puzzle, each))) {
        if (value === null) group.removeAttribute(name);
        else group.setAttribute(name, value);
      }
    }
  }

  #take(event) {
    const group = event.target.closest?.(".vehicle");
    if (!group || this.hasAttribute("still") || this.#drag || event.button > 0) return;
    const label = group.dataset.label;
    const each = vehicleOf(this.#puzzle, label);
    const [back, forth] = room(this.#puzzle, label);
    const scale = this.#svg.getScreenCTM().a;
    this.#drag = { group, each, back, forth, scale, x: event.clientX, y: event.clientY, cells: 0 };
    group.setPointerCapture(event.pointerId);
    group.classList.add("held");
    this.#point(true);
    group.focus({ preventScroll: true });
    event.preventDefault();
  }

  #pull(event) {
    if (!this.#drag || !event.isPrimary) return;
    const { group, each, back, forth, scale, x, y } = this.#drag;
    const far = (each.axis === "h" ? event.clientX - x : event.clientY - y) / scale / CELL;
    const cells = Math.max(-back, Math.min(forth, far));
    put(group, shifted(each, cells));
    this.#drag.cells = Math.round(cells);
  }

  #drop(isDone) {
    if (!this.#drag) return;
    const { group, each, cells } = this.#drag;
    this.#drag = null;
    group.classList.remove("held");
    if (isDone && cells !== 0) this.#move(each.label, cells);
    else this.#place();
  }

  /** Whether a pointer chose the vehicle with the focus: only keys show it. */
  #point(isPointed) {
    this.#svg.classList.toggle("pointed", isPointed);
  }

  #press(event) {
    this.#point(false);
    const label = event.target.closest?.(".vehicle")?.dataset.label;
    if (
      label === undefined || this.hasAttribute("still") || event.ctrlKey || event.metaKey ||
      event.altKey
    ) return;
    const cells = this.#cellsOf(event, label);
    if (cells === null) return;
    event.preventDefault();
    if (event.key === " ") return;
    event.stopPropagation();
    if (cells !== 0) this.#move(label, cells);
  }

  /** The cells that a key moves, 0 if there is no room or the key would scroll; null for any other key. */
  #cellsOf({ key, shiftKey }, label) {
    const [back, forth] = room(this.#puzzle, label);
    if (key === "Home") return -back;
    if (key === "End") return forth;
    if (key === " ") return 0;
    const [axis, way] = KEYS[key] ?? [];
    if (!axis) return null;
    if (axis !== vehicleOf(this.#puzzle, label).axis) return 0;
    const free = way < 0 ? back : forth;
    return way * (shiftKey ? free : Math.min(1, free));
  }

  #move(vehicle, cells) {
    const before = this.#puzzle;
    const detail = { vehicle, cells };
    const event = new CustomEvent("move", { detail, bubbles: true, cancelable: true });
    const isMade = this.dispatchEvent(event) && this.hasAttribute("plays");
    if (isMade) this.puzzle = apply(before, detail);
    else if (this.#puzzle === before) this.#place();
    this.focusOn(vehicle);
  }
}

/** Put the picture of a vehicle at its place. */
function put(group, { row, col }) {
  group.style.transform = `translate(${col * CELL}px, ${row * CELL}px)`;
}

/** The fixed parts, as a text to compare. */
function boardOf(puzzle) {
  const { rows, cols, target, walls = [], vehicles } = puzzle;
  const bodies = vehicles.map((
    { label, axis, length, row, col },
  ) => [label, axis, length, axis === "h" ? row : col]);
  return JSON.stringify([rows, cols, target, exitOf(puzzle), walls, bodies]);
}

// For screen readers every vehicle is a slider on its line.

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
function boardName(puzzle) {
  const { rows, cols } = puzzle;
  const exit = exitOf(puzzle);
  const board = t("Board of {rows} rows and {columns} columns", { rows, columns: cols });
  return exit ? `${board}, ${exitIn(exit)}` : board;
}

/** The attributes of a vehicle that can be moved; one that is null is to be removed. */
function sliderOf(puzzle, vehicle) {
  const { axis, row, col } = vehicle;
  const [back, forth] = room(puzzle, vehicle.label);
  const at = 1 + (axis === "h" ? col : row);
  const place = { place: placeIn(vehicle), back, forth };
  return {
    role: "slider",
    tabindex: 0,
    "aria-label": nameOf(puzzle, vehicle),
    "aria-orientation": axis === "h" ? "horizontal" : "vertical",
    "aria-valuemin": at - back,
    "aria-valuemax": at + forth,
    "aria-valuenow": at,
    "aria-valuetext": axis === "h"
      ? t("{place}, free left {back}, right {forth}", place)
      : t("{place}, free up {back}, down {forth}", place),
  };
}

/** The attributes of a vehicle that cannot. */
function pictureOf(puzzle, vehicle) {
  return { ...PICTURE, "aria-label": `${nameOf(puzzle, vehicle)}, ${placeIn(vehicle)}` };
}

function nameOf(puzzle, { label }) {
  return label === puzzle.target
    ? t("Red car {label}", { label })
    : t("Vehicle {label}", { label });
}

/** The style of the board; the colours are variables of the scene. */
const STYLE = `
:host { display: block; aspect-ratio: 1; }
svg { display: block; width: 100%; height: 100%; overflow: visible; outline: none; user-select: none; -webkit-user-select: none; }
:host([still]) svg { overflow: hidden; }
:host([clear]) :is(.frame, .floor, .gate rect) { fill: none; }
:host([clear]) .body { fill-opacity: .5; stroke-opacity: 1; stroke-width: 3; }
:host([clear]) .grid { stroke: var(--text); stroke-opacity: .45; }
.error { color: var(--accent); margin: 0; }
.error:empty { display: none; }
.frame { fill: var(--frame); }
.floor { fill: var(--floor); }
.grid { stroke: var(--line); stroke-width: 1.5; }
.wall { fill: var(--wall); }
.hatch { stroke: var(--floor); stroke-width: 3; }
.gate rect { fill: var(--floor); }
.gate path { fill: none; stroke: var(--accent); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
.vehicle { transition: transform calc(.24s * var(--board-motion, 1)) cubic-bezier(.3, .7, .3, 1), opacity calc(.3s * var(--board-motion, 1)); outline: none; }
.body { stroke: var(--edge); stroke-opacity: var(--board-edge-opacity, .5); stroke-width: var(--board-edge-width, 1.5); }
.mark { fill: none; stroke-width: 2.5; }
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-weight: 600; text-anchor: middle; pointer-events: none; display: var(--board-labels, inline); }
.ring { fill: none; stroke: none; }
.vehicle[tabindex] { cursor: grab; touch-action: none; }
.vehicle.held { cursor: grabbing; transition: none; filter: drop-shadow(0 4px 6px rgb(0 0 0 / .35)); }
svg:not(.pointed) .vehicle:focus-visible .ring, .vehicle.chosen .ring { stroke: var(--text); stroke-width: 4; }
svg:not(.pointed) .vehicle:focus-visible .body, .vehicle.chosen .body { stroke: var(--ground); stroke-width: 5; }
.vehicle.hinted .ring { stroke: var(--board-ring, var(--text)); stroke-width: 4; }
.vehicle.blocker .ring { stroke: var(--board-ring, var(--text)); stroke-width: 3; stroke-dasharray: 4 6; }
.vehicle.wrong .ring { stroke: var(--accent); stroke-width: 5; stroke-dasharray: 9 5; }
.vehicle.locked .ring { stroke: var(--board-ring, var(--text)); stroke-width: 5; stroke-linecap: round; stroke-dasharray: 0 8; }
.vehicle.gone { opacity: 0; transition: transform calc(.7s * var(--board-motion, 1)) ease-in, opacity calc(.7s * var(--board-motion, 1)) ease-in; pointer-events: none; }
.trail, .area { pointer-events: none; }
.area { fill: none; stroke: var(--text); stroke-width: 4; stroke-dasharray: 12 8; }
.ghost { fill: none; stroke: var(--text); stroke-width: 2.5; stroke-dasharray: 6 6; opacity: .7; }
.arrow { fill: none; stroke: var(--text); stroke-width: 6; stroke-linecap: round; stroke-linejoin: round; }
@media (prefers-reduced-motion: reduce) { .vehicle, .vehicle.gone { transition: none; } }
@media (forced-colors: active) { .body { stroke: CanvasText; } .ring { forced-color-adjust: none; } }
`;

if (!customElements.get("rush-hour-board")) customElements.define("rush-hour-board", RushHourBoard);
