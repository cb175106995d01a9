/** The pen of the editor: the effects of pointer and keys on a draft, for the chosen tool. */

import { byId, h } from "./dom.js";
import * as drafts from "./draft.js";
import { exitIn, isInRow, key, placeIn, vehicleOf } from "./model.js";
import { CELL, MARGIN } from "./picture.js";
import { t } from "./words.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Pen {
  /** What is being done: `pull` to a cell, `drop` at the end, the draft `before` it. */
  #stroke = null;
  #doubtful = new Set();
  #grid = new Grid(byId("grid"), {
    press: (cell, end) => this.#press(cell, end),
    pull: (cell) => this.#stroke?.pull(cell),
    drop: (isDone) => this.lift(isDone),
    key: (cell, name) => this.#do(cell, name),
    exit: (side, line) =>
      this.editor.edit(drafts.withExit(this.#draft, side, line), { putsExit: true }),
  });

  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  get #draft() {
    return this.editor.draft;
  }

  /** Show what stands on every cell and where that is doubtful, and the ends of the vehicle that is chosen. */
  show(draft, chosen, doubtful) {
    const occupants = drafts.occupants(draft);
    this.#doubtful = doubtful;
    this.#grid.show(draft, (row, col) => inWords(draft, occupants.get(key(row, col))), doubtful);
    this.#grid.grip(vehicleOf(draft, chosen));
  }

  /** End a stroke; one that is not done is taken back. */
  lift(isDone) {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#stroke = null;
    this.#grid.sketch(null);
    if (isDone) stroke.drop?.();
    else this.editor.takeBack();
  }

  /** Begin a stroke on a cell, or at an end of the vehicle that is chosen. */
  #press(cell, end) {
    const label = drafts.standsOn(this.#draft, ...cell);
    const tool = byId("tools").querySelector(":checked").value;
    if (end) this.#begin(this.#stretch(this.editor.chosen, end === "first"), cell);
    else if (tool === "wall") this.#begin(this.#paint(label !== drafts.WALL), cell);
    else if (tool === "erase") this.#begin(this.#erase(), cell);
    else if (label === undefined || label === drafts.WALL) {
      this.#begin(this.#draw(cell, tool), cell);
    } else if (tool === "target") this.#begin(this.#paintRed(label), cell);
    else this.#begin(this.#carry(cell, label), cell);
  }

  #begin(stroke, cell) {
    this.#stroke = stroke;
    stroke.pull(cell);
  }

  /** Walls, or none, wherever the pen goes and no vehicle stands. */
  #paint(isWall) {
    const pull = ([row, col]) => {
      const label = drafts.standsOn(this.#draft, row, col);
      const isFree = label === undefined || label === drafts.WALL;
      if (isFree) this.#edit(drafts.withWall(this.#draft, row, col, isWall));
    };
    return { pull };
  }

  /** All that a stroke changes is taken back together. */
  #edit(draft) {
    this.editor.edit(draft, { kind: this.#stroke });
  }

  #erase() {
    return { pull: (cell) => this.#edit(drafts.erased(this.#draft, ...cell)) };
  }

  #paintRed(label) {
    const pull = () => {
      if (vehicleOf(this.#draft, label)) this.#edit(drafts.withTarget(this.#draft, label));
    };
    return { pull, drop: () => this.editor.choose(this.#draft.target) };
  }

  #stretch(label, isFirst) {
    return { pull: (cell) => this.#edit(drafts.stretched(this.#draft, label, isFirst, cell)) };
  }

  #draw(cell, tool) {
    let place = null;
    const pull = (other) => {
      place = drafts.bar(cell, other);
      this.#grid.sketch(place);
    };
    const drop = () => {
      if (place.length < 2) return this.#mend(cell) || this.editor.choose(null);
      const add = tool === "target" ? drafts.withNewTarget : drafts.withVehicle;
      this.editor.edit(add(this.#draft, place));
      this.editor.choose(this.#draft.vehicles.at(-1).label);
      if (tool === "target") byId("tools").querySelector("[value=vehicle]").checked = true;
    };
    return { pull, drop };
  }

  #carry([row, col], label) {
    const from = vehicleOf(this.#draft, label);
    this.editor.choose(label);
    let isMoved = false;
    const pull = ([r, c]) => {
      isMoved ||= r !== row || c !== col;
      this.#edit(drafts.moved(this.#draft, label, from.row + r - row, from.col + c - col));
    };
    return { pull, drop: () => isMoved || this.#mend([row, col]) };
  }

  /** Read a doubtful cell otherwise; whether it is one. */
  #mend(cell) {
    const isDoubtful = this.#doubtful.has(key(...cell));
    if (isDoubtful) this.editor.edit(drafts.mended(this.#draft, ...cell));
    return isDoubtful;
  }

  /** What a key does on a cell; whether it does anything. */
  #do(cell, name) {
    const label = drafts.standsOn(this.#draft, ...cell);
    const isVehicle = label !== undefined && label !== drafts.WALL;
    const draw = () => (this.#stroke ? this.lift(true) : this.#press(cell));
    const erase = () => this.editor.edit(drafts.erased(this.#draft, ...cell));
    const keys = {
      " ": draw,
      Enter: draw,
      Delete: erase,
      Backspace: erase,
      Escape: () => this.lift(false),
      w: () =>
        isVehicle || this.editor.edit(drafts.withWall(this.#draft, ...cell, label !== drafts.WALL)),
      t: () => isVehicle && this.editor.edit(drafts.withTarget(this.#draft, label)),
      "+": () => isVehicle && this.editor.edit(drafts.lengthened(this.#draft, label, 1)),
      "-": () => isVehicle && this.editor.edit(drafts.lengthened(this.#draft, label, -1)),
    };
    const does = keys[name.length === 1 ? name.toLowerCase() : name];
    if (does) does();
    else this.#stroke?.pull(cell);
    if (does) this.editor.say(inWords(this.#draft, drafts.standsOn(this.#draft, ...cell)));
    return does !== undefined;
  }
}

function inWords(draft, label) {
  if (label === undefined) return t("empty");
  if (label === drafts.WALL) return t("wall");
  return label === draft.target ? t("red car {label}", { label }) : t("vehicle {label}", { label });
}

/**
 * The cells of the editor as buttons over the board, and the marks around it that set the exit. It
 * reports `press`, `pull` and `drop` with a cell for pointers, `key` with a cell and a key, and
 * `exit` with a side and a line.
 */
class Grid {
  #size = "";
  #here = [0, 0];
  #held = false;
  #buttons = [];

  constructor(root, report) {
    Object.assign(this, { root, report });
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener(
      "pointermove",
      (event) => this.#held && event.isPrimary && this.report.pull(this.#at(event)),
    );
    root.addEventListener("pointerup", (event) => this.#release(event, true));
    root.addEventListener("pointercancel", (event) => this.#release(event, false));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Lay the buttons over a board of this size, and say what stands on each. */
  show({ rows, cols, exit }, describe, doubtful) {
    if (this.#size !== `${rows} ${cols}`) this.#build(rows, cols);
    this.#buttons.forEach((button, index) => {
      const [row, col] = [Math.floor(index / cols), index % cols];
      const what = describe(row, col);
      const isDoubtful = doubtful.has(key(row, col));
      const words = [placeIn({ row, col }), what, ...(isDoubtful ? [t("doubtful")] : [])];
      button.setAttribute("aria-label", words.join(", "));
      button.classList.toggle("takes", what !== t("empty"));
      button.classList.toggle("doubtful", isDoubtful);
    });
    for (const mark of this.root.querySelectorAll(".exits button")) {
      mark.setAttribute(
        "aria-pressed",
        mark.dataset.side === exit.side && Number(mark.dataset.line) === exit.line,
      );
    }
  }

  /** Show the cells of a vehicle that is being drawn; none for null. */
  sketch(place) {
    const covers = (row, col) =>
      place !== null && row >= place.row && col >= place.col &&
      (place.axis === "h"
        ? row === place.row && col < place.col + place.length
        : col === place.col && row < place.row + place.length);
    this.#buttons.forEach((button, index) => {
      button.classList.toggle("drawn", covers(Math.floor(index / this.cols), index % this.cols));
    });
  }

  /** Show the ends by which a vehicle gets longer or shorter; none for undefined. */
  grip(vehicle) {
    for (const grip of this.root.querySelectorAll(".grip")) grip.remove();
    if (!vehicle) return;
    const { axis, row, col, length } = vehicle;
    const cells = this.root.querySelector(".cells");
    const share = (number, all) => `${(100 * number) / all}%`;
    for (const end of ["first", "last"]) {
      const away = end === "last" ? length : 0;
      const grip = h("span", { class: `grip ${axis} ${end}`, "data-end": end });
      grip.style.left = share(col + (axis === "h" ? away : 0.5), this.cols);
      grip.style.top = share(row + (axis === "v" ? away : 0.5), this.rows);
      cells.append(grip);
    }
  }

  /** Put the focus on a cell. */
  focus([row, col] = this.#here) {
    this.#button().tabIndex = -1;
    this.#here = [
      Math.max(0, Math.min(row, this.rows - 1)),
      Math.max(0, Math.min(col, this.cols - 1)),
    ];
    this.#button().tabIndex = 0;
    this.#button().focus({ preventScroll: true });
  }

  #button() {
    return this.#buttons[this.#here[0] * this.cols + this.#here[1]];
  }

  #build(rows, cols) {
    Object.assign(this, { rows, cols });
    this.root.style.setProperty("--longest", Math.max(rows, cols));
    this.#size = `${rows} ${cols}`;
    this.#here = [Math.min(this.#here[0], rows - 1), Math.min(this.#here[1], cols - 1)];
    this.#buttons = Array.from(
      { length: rows * cols },
      () => h("button", { type: "button", tabindex: -1 }),
    );
    this.#button().tabIndex = 0;
    const cells = h(
      "div",
      { class: "cells", role: "group", "aria-label": t("Cells") },
      this.#buttons,
    );
    this.root.replaceChildren(
      cells,
      ...["top", "left", "right", "bottom"].map((side) => this.#exits(side)),
    );
    place(cells, [0, 0, cols * CELL, rows * CELL], rows, cols);
  }

  /** The marks along a side, one for each line. */
  #exits(side) {
    const { rows, cols } = this;
    const across = isInRow(side);
    const [width, height] = [cols * CELL, rows * CELL];
    const at = {
      top: [0, -MARGIN, width, MARGIN],
      bottom: [0, height, width, MARGIN],
      left: [-MARGIN, 0, MARGIN, height],
      right: [width, 0, MARGIN, height],
    }[side];
    const count = across ? rows : cols;
    const marks = Array.from({ length: count }, (_, line) => this.#exit(side, line));
    const strip = h("div", { class: `exits ${side}` }, marks);
    place(strip, at, across ? count : 1, across ? 1 : count, rows, cols);
    return strip;
  }

  #exit(side, line) {
    const name = exitIn({ side, line });
    const attributes = { type: "button", tabindex: -1, "aria-label": name, title: name };
    const click = () => this.report.exit(side, line);
    return h(
      "button",
      { ...attributes, "data-side": side, "data-line": line, click },
      `${line + 1}`,
    );
  }

  #press(event) {
    if (!event.target.closest(".cells") || event.button > 0 || !event.isPrimary) return;
    event.preventDefault();
    this.#held = true;
    this.root.setPointerCapture(event.pointerId);
    const cell = this.#at(event);
    this.focus(cell);
    this.report.press(cell, event.target.dataset.end);
  }

  #release(event, isDone) {
    if (!this.#held || !event.isPrimary) return;
    this.#held = false;
    this.report.drop(isDone);
  }

  /** The cell under a pointer, the nearest one where it is outside. */
  #at(event) {
    const box = this.root.querySelector(".cells").getBoundingClientRect();
    const index = (at, from, size, count) =>
      Math.max(0, Math.min(count - 1, Math.floor(((at - from) / size) * count)));
    return [
      index(event.clientY, box.top, box.height, this.rows),
      index(event.clientX, box.left, box.width, this.cols),
    ];
  }

  #key(event) {
    if (!event.target.closest(".cells") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const cell = step ? [this.#here[0] + step[0], this.#here[1] + step[1]] : this.#here;
    if (step) this.focus(cell);
    if (this.report.key(this.#here, event.key) || step) event.preventDefault();
  }
}

/** Lay an element over a part of the board's drawing, in shares of the whole. */
function place(element, [x, y, width, height], rows, cols, allRows = rows, allCols = cols) {
  const [wide, high] = [allCols * CELL + 2 * MARGIN, allRows * CELL + 2 * MARGIN];
  Object.assign(element.style, {
    left: `${(100 * (x + MARGIN)) / wide}%`,
    top: `${(100 * (y + MARGIN)) / high}%`,
    width: `${(100 * width) / wide}%`,
    height: `${(100 * height) / high}%`,
    gridTemplateRows: `repeat(${rows}, 1fr)`,
    gridTemplateColumns: `repeat(${cols}, 1fr)`,
  });
}
