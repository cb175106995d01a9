/**
 * A picture in the editor: it is read into the draft, and lies under the grid, flattened so that its field of
 * cells is under the cells. Four corners can be dragged, with a magnifier under the finger; then it is read
 * again.
 */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { emptyDraft, occupants } from "./draft.js";
import { key } from "./model.js";
import { CELL, MARGIN, sizeOf } from "./picture.js";
import { count, t, told } from "./words.js";

/** The names of the corners, clockwise from the top left. */
const corners = () => [
  t("Corner at the top left, arrow keys move it"),
  t("Corner at the top right, arrow keys move it"),
  t("Corner at the bottom right, arrow keys move it"),
  t("Corner at the bottom left, arrow keys move it"),
];
// Of the magnifier: how much larger, and how wide, in pixels of the screen.
const LARGER = 2.5;
const WIDE = 120;
// Pixels of the picture that an arrow key moves a corner.
const STEP = 2;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Tracing {
  #photo = null;
  #corners = null;
  #doubts = [];
  /** The draft as it was read: what stands as there is as doubtful as there. */
  #read = null;
  #isShown = true;
  #search = new api.Latest();
  #underlay = new Underlay((corners) => this.#readAgain(corners));

  /** `found` is told of every board that is read, and whether its exit is known; `changed` where the picture or its doubts look different. */
  constructor({ found, changed }) {
    Object.assign(this, { found, changed });
    byId("photo-hide").addEventListener("click", () => this.#toggle());
    byId("photo-close").addEventListener("click", () => {
      this.end();
      changed();
    });
  }

  /** Read a picture and trace it; until it is read, its board is empty. */
  begin(photo) {
    this.end();
    this.#photo = photo;
    this.#isShown = true;
    this.#corners = photo.middle;
    this.found(emptyDraft(), false);
    return this.#readAgain(null);
  }

  /** Put the picture away. */
  end() {
    this.#search.cancel();
    this.#photo = this.#read = null;
    this.#doubts = [];
  }

  /** Show the picture under a draft. */
  show(draft) {
    const isShown = this.#photo !== null && this.#isShown;
    byId("photo-panel").hidden = this.#photo === null;
    byId("photo-hide").textContent = isShown ? t("Hide the picture") : t("Show the picture");
    byId("board").toggleAttribute("clear", isShown);
    if (isShown) this.#underlay.show(this.#photo, this.#corners, draft);
    else this.#underlay.hide();
  }

  /** Show no picture until the next draft. */
  hide() {
    byId("board").toggleAttribute("clear", false);
    this.#underlay.hide();
  }

  /** The names of the cells that are doubtful in a draft. @returns {Set<string>} */
  doubtful(draft) {
    if (this.#read === null) return new Set();
    const [before, now] = [this.#read, draft].map(occupants);
    const cells = this.#doubts.flatMap(({ cells }) => cells.map(([row, col]) => key(row, col)));
    return new Set(cells.filter((cell) => before.get(cell) === now.get(cell)));
  }

  async #readAgain(corners) {
    if (corners) this.#corners = corners;
    this.#say(t("Reading the picture…"));
    try {
      const reading = await this.#search.ask((signal) => this.#photo.read(corners, signal));
      if (!reading) return;
      this.#corners = corners ?? reading.corners;
      this.#doubts = reading.doubts;
      this.#read = { walls: [], ...reading.puzzle };
      this.#say(this.#summary(), this.#doubts.map(({ text }) => told(text)));
      this.found(this.#read, true);
    } catch (error) {
      this.#say(t("No board was read: {reason}.", { reason: error.message }), [
        t("If the grid is elsewhere, drag its four corners to those of the cells."),
        t("Or draw the board over the picture."),
        // The board of the reading before stays, and so do the marks of its doubts.
        ...this.#doubts.map(({ text }) => told(text)),
      ]);
      this.changed();
    }
  }

  #summary() {
    const doubts = this.#doubts.length;
    if (!doubts) return t("Read without doubts. Compare the board with the picture.");
    return t("Read with {doubts}. Tap a marked cell to change it, or draw it anew.", {
      doubts: count(doubts, "doubt"),
    });
  }

  #say(text, doubts = []) {
    byId("photo-said").textContent = text;
    byId("photo-doubts").replaceChildren(...doubts.map((doubt) => h("li", {}, doubt)));
  }

  #toggle() {
    this.#isShown = !this.#isShown;
    this.changed();
  }
}

/** The picture itself, with its corners. */
class Underlay {
  #root = byId("photo");
  #frame = byId("photo").parentNode;
  #glass = h("div", { class: "glass", hidden: true });
  #handles = corners().map((name, corner) => this.#handle(name, corner));
  #photo = null;
  #corners = null;
  #board = null;
  #drag = null;

  /** @param {(corners: import("./photo.js").Point[]) => void} moved  is told where the person put the corners */
  constructor(moved) {
    this.moved = moved;
    new ResizeObserver(() => this.#place()).observe(this.#frame);
  }

  /** Lay a picture under a board, whose field of cells it shows within the corners. */
  show(photo, corners, board) {
    if (photo !== this.#photo) {
      this.#root.replaceChildren(
        h("div", { class: "sheet" }, photo.canvas),
        ...this.#handles,
        this.#glass,
      );
      this.#glass.replaceChildren(copyOf(photo.canvas));
    }
    [this.#photo, this.#corners, this.#board] = [photo, corners, board];
    this.#root.hidden = false;
    this.#place();
  }

  /** Show no picture. */
  hide() {
    this.#root.hidden = true;
  }

  /** Put the picture and the handles where they belong. */
  #place() {
    if (this.#root.hidden || !this.#photo) return;
    const field = this.#field();
    this.#photo.canvas.style.transform = inCss(this.#toScreen());
    this.#handles.forEach((handle, corner) => {
      [handle.style.left, handle.style.top] = field[corner].map((at) => `${at}px`);
    });
  }

  /** The corners of the cells on the screen, within the frame. */
  #field() {
    const { rows, cols } = this.#board;
    const scale = this.#frame.clientWidth / sizeOf(this.#board)[0];
    const [left, right] = [MARGIN, MARGIN + cols * CELL].map((at) => at * scale);
    const [top, low] = [MARGIN, MARGIN + rows * CELL].map((at) => at * scale);
    return [[left, top], [right, top], [right, low], [left, low]];
  }

  /** From pixels of the picture to the screen. */
  #toScreen() {
    return product(fromSquare(this.#field()), inverse(fromSquare(this.#corners)));
  }

  #handle(name, corner) {
    const handle = h("button", {
      type: "button",
      class: "corner",
      "aria-label": name,
      keydown: (event) => this.#nudge(event, corner),
      pointerdown: (event) => this.#take(event, corner),
      pointermove: (event) => this.#drag && this.#pull(event),
      pointerup: () => this.#drop(true),
      pointercancel: () => this.#drop(false),
    });
    return handle;
  }

  #take(event, corner) {
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    this.#drag = { handle, corner, to: null };
  }

  /** Let a corner follow the pointer over the picture, and show what is under it. */
  #pull({ clientX, clientY }) {
    const { left, top } = this.#frame.getBoundingClientRect();
    const to = [clientX - left, clientY - top];
    this.#drag.to = to;
    const { handle } = this.#drag;
    [handle.style.left, handle.style.top] = to.map((at) => `${at}px`);
    const isLow = to[1] < WIDE;
    this.#glass.hidden = false;
    this.#glass.style.left = `${to[0] - WIDE / 2}px`;
    this.#glass.style.top = `${isLow ? to[1] + WIDE / 4 : to[1] - 1.25 * WIDE}px`;
    const middle = [1, 0, WIDE / 2, 0, 1, WIDE / 2, 0, 0, 1];
    const larger = [LARGER, 0, -LARGER * to[0], 0, LARGER, -LARGER * to[1], 0, 0, 1];
    this.#glass.firstChild.style.transform = inCss(
      product(middle, product(larger, this.#toScreen())),
    );
  }

  #drop(isDone) {
    if (!this.#drag) return;
    const { corner, to } = this.#drag;
    this.#drag = null;
    this.#glass.hidden = true;
    if (isDone && to) this.#move(corner, at(inverse(this.#toScreen()), to));
    else this.#place();
  }

  #nudge(event, corner) {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(corner, this.#corners[corner].map((place, axis) => place + STEP * step[axis]));
  }

  #move(corner, place) {
    this.#corners = this.#corners.map((other, index) => (index === corner ? place : other));
    this.#place();
    this.moved(this.#corners);
  }
}

function copyOf(canvas) {
  const copy = h("canvas", { width: canvas.width, height: canvas.height });
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}

// Projections of the plane, as nine numbers in rows.

/** The projection of the unit square to four corners (Heckbert 1989). */
function fromSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const det = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det];
  return [
    ...[x1 - x0 + g * x1, x3 - x0 + k * x3, x0],
    ...[y1 - y0 + g * y1, y3 - y0 + k * y3, y0],
    ...[g, k, 1],
  ];
}

function product(one, other) {
  return one.map((_, place) => {
    const [row, col] = [3 * Math.floor(place / 3), place % 3];
    return one[row] * other[col] + one[row + 1] * other[col + 3] + one[row + 2] * other[col + 6];
  });
}

/** The inverse, up to a factor. */
function inverse([a, b, c, d, e, f, g, k, i]) {
  return [
    ...[e * i - f * k, c * k - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * k - e * g, b * g - a * k, a * e - b * d],
  ];
}

function at([a, b, c, d, e, f, g, k, i], [x, y]) {
  const depth = g * x + k * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

function inCss(projection) {
  const [a, b, c, d, e, f, g, k, i] = projection.map((each) => each / projection[8]);
  return `matrix3d(${[a, d, 0, g, b, e, 0, k, 0, 0, 1, 0, c, f, 0, i].join()})`;
}
