/** The board in a notebook: the moves are the model's, and the kernel checks them. */

import "./board.js";
import { h } from "./dom.js";
import { Game } from "./game.js";
import { count } from "./words.js";

const BEAT = 420;

class Widget {
  #game;
  #timer = 0;
  #board = h("rush-hour-board", { leaves: true });
  #count = h("output", { "aria-live": "polite" });

  constructor(model, el) {
    this.model = model;
    const buttons = Object.entries({ Undo: -1, Reset: -Infinity }).map(([name, by]) =>
      h("button", {
        type: "button",
        click: () => this.#send(this.#moves.slice(0, Math.max(0, this.#moves.length + by))),
      }, name)
    );
    for (const button of buttons) {
      Object.assign(button.style, { font: "inherit", padding: "2px 12px", borderRadius: "8px" });
    }
    const line = h("div", {}, [...buttons, this.#count]);
    Object.assign(line.style, {
      display: "flex",
      gap: "8px",
      alignItems: "center",
      padding: "2px 7%",
    });
    // Else a notebook takes the arrow keys for itself.
    const root = h("div", { class: "rushhour-widget", "data-lm-suppress-shortcuts": "true" }, [
      this.#board,
      line,
    ]);
    root.style.maxWidth = `${model.get("_width")}px`;
    root.style.colorScheme = schemeOf(el);
    this.#board.addEventListener("move", ({ detail }) => this.#send([...this.#moves, detail]));
    this.follow = () => this.#follow();
    this.begin = () => this.#begin();
    model.on("change:_moves", this.follow);
    model.on("change:_start", this.begin);
    this.#begin();
    el.append(root);
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
    this.#count.textContent = `${isSolved ? "Solved: " : ""}${count(slides, "slide")}, ${
      count(steps, "step")
    }`;
  }
}

function isSame(one, other) {
  return one.vehicle === other?.vehicle && one.cells === other.cells;
}

/** Light or dark as the notebook around it is. */
function schemeOf(el) {
  const theme = el.closest("[data-jp-theme-light]")?.dataset.jpThemeLight;
  return theme === undefined ? "light dark" : theme === "true" ? "light" : "dark";
}

export default {
  render({ model, el }) {
    const widget = new Widget(model, el);
    return () => widget.end();
  },
};
