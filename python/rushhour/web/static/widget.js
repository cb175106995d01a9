/** The board in a notebook: the moves are the model's, and the kernel checks them. */

import "./board.js";
import { h } from "./dom.js";
import { Game } from "./game.js";
import { count, t } from "./words.js";

const BEAT = 420;
const LINE = "display: flex; gap: 8px; align-items: center; padding: 2px 5%";
const BUTTON = "font: inherit; padding: 2px 12px; border-radius: 8px";

class Widget {
  #game;
  #timer = 0;
  #board = h("rush-hour-board", { leaves: true });
  #count = h("output", { "aria-live": "polite" });

  constructor(model, el) {
    this.model = model;
    this.#board.addEventListener("move", ({ detail }) => this.#send([...this.#moves, detail]));
    this.follow = () => this.#follow();
    this.begin = () => this.#begin();
    model.on("change:_moves", this.follow);
    model.on("change:_start", this.begin);
    this.#begin();
    const line = h("div", { style: LINE }, [
      button(t("Undo"), () => this.#send(this.#moves.slice(0, -1))),
      button(t("Reset"), () => this.#send([])),
      this.#count,
    ]);
    const style = `max-width: ${model.get("_width")}px; color-scheme: ${schemeOf(el)}`;
    // Without the attribute a notebook takes the arrow keys for itself.
    const attributes = { class: "rushhour-widget", "data-lm-suppress-shortcuts": "true", style };
    el.append(h("div", attributes, [this.#board, line]));
  }

  /** Stop listening. */
  end() {
    clearInterval(this.#timer);
    this.model.off("change:_moves", this.follow);
    this.model.off("change:_start", this.begin);
  }

  get #moves() {
    return this.model.get("_moves");
  }

  #begin() {
    this.#game = new Game(this.model.get("_start"));
    this.#game.foresee(this.#moves);
    this.#game.jump(this.#moves.length);
    this.#show();
  }

  #send(moves) {
    this.model.set("_moves", moves);
    this.model.save_changes();
  }

  /** Go to the model's last state: at once where moves were taken back, else move by move. */
  #follow() {
    const shared = this.#moves.findIndex((move, i) => !isSame(move, this.#game.moves[i]));
    this.#game.jump(Math.min(this.#game.cursor, shared < 0 ? this.#moves.length : shared));
    this.#game.foresee(this.#moves.slice(this.#game.cursor));
    clearInterval(this.#timer);
    this.#step();
    if (this.#game.canRedo) this.#timer = setInterval(() => this.#step(), BEAT);
  }

  #step() {
    this.#game.jump(this.#game.cursor + 1);
    this.#show();
    if (!this.#game.canRedo) clearInterval(this.#timer);
  }

  #show() {
    const { slides, steps, isSolved, puzzle } = this.#game;
    this.#board.puzzle = puzzle;
    const spent = `${count(slides, "slide")}, ${count(steps, "step")}`;
    this.#count.textContent = isSolved ? `${t("Solved")}: ${spent}` : spent;
  }
}

function button(name, click) {
  return h("button", { type: "button", style: BUTTON, click }, name);
}

function isSame(one, other) {
  return one.vehicle === other?.vehicle && one.cells === other.cells;
}

/** Dark where the notebook around it writes in light letters. */
function schemeOf(el) {
  const parts = getComputedStyle(el).color.match(/[\d.]+/g);
  if (!parts) return "light dark";
  const [red, green, blue] = parts;
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128 ? "dark" : "light";
}

export default {
  render({ model, el }) {
    const widget = new Widget(model, el);
    return () => widget.end();
  },
};
