/** Edit: draw a board by pointer or keyboard, with every reason against it and its optimum at once. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import * as drafts from "./draft.js";
import { Grid } from "./grid.js";
import { vehicleOf } from "./model.js";

const PAUSE = 120;

export class Editor {
  #draft = drafts.emptyDraft();
  #source = null;
  #chosen = null;
  #action = null;
  #timer = 0;
  #check = new api.Latest();
  #grid = new Grid(byId("grid"), {
    press: (cell) => this.#press(cell),
    pull: (cell) => this.#action?.pull(cell),
    drop: (isDone) => this.#finish(isDone),
    key: (cell, key) => this.#key(cell, key),
    exit: (side, line) => this.#change(drafts.withExit(this.#draft, side, line)),
  });

  constructor({ board, changed, named, play, say }) {
    Object.assign(this, { board, changed, named, say });
    const number = (id, change) => byId(id).addEventListener("change", () => byId(id).checkValidity() && this.#change(change(byId(id).valueAsNumber)));
    number("rows", (rows) => drafts.resized(this.#draft, rows, this.#draft.cols));
    number("cols", (cols) => drafts.resized(this.#draft, this.#draft.rows, cols));
    number("line", (line) => drafts.withExit(this.#draft, this.#draft.exit.side, line));
    byId("side").addEventListener("change", () => this.#change(drafts.withExit(this.#draft, byId("side").value, this.#draft.exit.line)));
    byId("name").addEventListener("input", () => this.#change(titled(this.#draft, byId("name").value)));
    byId("label").addEventListener("change", () => this.#rename(byId("label").value.trim()));
    byId("make-target").addEventListener("click", () => this.#change(drafts.withTarget(this.#draft, this.#chosen)));
    byId("remove").addEventListener("click", () => this.#change(drafts.without(this.#draft, this.#chosen)));
    byId("clear").addEventListener("click", () => this.#change(drafts.emptyDraft(this.#draft.rows, this.#draft.cols)));
    byId("try").addEventListener("click", play);
  }

  /** Edit a puzzle; what was being drawn stays where the puzzle came from it. */
  enter(puzzle) {
    this.board.toggleAttribute("still", true);
    this.board.toggleAttribute("leaves", false);
    byId("grid").hidden = false;
    if (puzzle !== this.#source) {
      this.#source = puzzle;
      this.#chosen = null;
      this.#draft = { walls: [], ...puzzle };
    }
    this.#change(this.#draft);
  }

  /** Leave the board as the other views want it. */
  leave() {
    this.#finish(false);
    clearTimeout(this.#timer);
    this.#check.cancel();
    byId("grid").hidden = true;
    this.board.toggleAttribute("still", false);
  }

  #change(draft) {
    this.#draft = draft;
    if (!vehicleOf(draft, this.#chosen)) this.#chosen = null;
    this.#show();
    byId("try").disabled = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#validate(), PAUSE);
  }

  /** Have the last change checked, so that the other views can take it. */
  async settle() {
    if (byId("try").disabled) await this.#validate();
  }

  #show() {
    const draft = this.#draft;
    this.board.puzzle = draft;
    this.named(draft);
    this.board.ring("wrong", drafts.conflicts(draft));
    this.board.ring("chosen", [this.#chosen]);
    this.#grid.show(draft, (row, col) => this.#describe(row, col));
    const across = draft.exit.side === "left" || draft.exit.side === "right";
    byId("line-name").firstChild.textContent = across ? "at row " : "at column ";
    byId("line").max = (across ? draft.rows : draft.cols) - 1;
    const values = { rows: draft.rows, cols: draft.cols, side: draft.exit.side, line: draft.exit.line, name: draft.title ?? "", label: this.#chosen ?? "" };
    for (const [id, value] of Object.entries(values)) if (byId(id).value !== `${value}`) byId(id).value = value;
    byId("chosen").hidden = this.#chosen === null;
    byId("make-target").hidden = this.#chosen === draft.target;
    byId("clear").disabled = draft.vehicles.length + draft.walls.length === 0;
  }

  #describe(row, col) {
    const label = drafts.standsOn(this.#draft, row, col);
    if (label === undefined) return "empty";
    if (label === "#") return "wall";
    return label === this.#draft.target ? `target ${label}` : `vehicle ${label}`;
  }

  async #validate() {
    const puzzle = this.#draft;
    clearTimeout(this.#timer);
    try {
      const answer = await this.#check.ask((signal) => api.validate({ puzzle }, signal));
      if (!answer) return;
      if (!answer.valid) return this.#verdict(false, "Not a board yet", answer.reasons);
      byId("try").disabled = false;
      this.#source = puzzle;
      this.changed(puzzle, answer.text);
      this.#verdict(true, "A valid board", ["Searching for its optimum…"]);
      this.#findOptimum(puzzle);
    } catch (problem) {
      this.#verdict(false, "Not checked", problem.reasons?.length ? problem.reasons : [problem.message]);
    }
  }

  async #findOptimum(puzzle) {
    try {
      const best = await this.#check.ask((signal) => api.optima(puzzle, signal));
      if (best) this.#verdict(true, "A valid board", [optimum(best)]);
    } catch (problem) {
      this.#verdict(true, "A valid board", [problem.message]);
    }
  }

  #verdict(isValid, title, lines) {
    const parts = isValid ? lines.map((line) => h("span", {}, line)) : [h("ul", {}, lines.map((line) => h("li", {}, line)))];
    byId("verdict").classList.toggle("wrong", !isValid);
    byId("verdict").replaceChildren(h("strong", {}, title), ...parts);
  }

  #rename(name) {
    const draft = drafts.relabelled(this.#draft, this.#chosen, name);
    if (draft === this.#draft) this.say(`There is a vehicle ${name} already.`);
    else this.#chosen = name;
    this.#change(draft);
  }

  get #tool() {
    return byId("tools").querySelector(":checked").value;
  }

  #press(cell) {
    const label = drafts.standsOn(this.#draft, ...cell);
    if (this.#tool === "wall") this.#paint(cell, label !== "#");
    else if (this.#tool === "erase") this.#paint(cell, null);
    else if (label === undefined || label === "#") this.#draw(cell);
    else this.#carry(cell, label);
  }

  /** Walls on (true) or off (false), or everything off (null), wherever the pointer goes. */
  #paint(cell, isWall) {
    const pull = ([row, col]) => {
      const isFree = drafts.standsOn(this.#draft, row, col) === undefined;
      if (isWall === null) this.#change(drafts.erased(this.#draft, row, col));
      else if (isFree || !isWall) this.#change(drafts.withWall(this.#draft, row, col, isWall));
    };
    this.#action = { pull, before: this.#draft };
    pull(cell);
  }

  #draw(cell) {
    let place = drafts.bar(cell, cell);
    const pull = (other) => {
      place = drafts.bar(cell, other);
      this.#grid.sketch(place);
    };
    const drop = () => {
      if (place.length < 2) return this.#choose(null);
      this.#change(drafts.withVehicle(this.#draft, place));
      this.#choose(this.#draft.vehicles.at(-1).label);
    };
    this.#action = { pull, drop, before: this.#draft };
    pull(cell);
  }

  #carry([row, col], label) {
    const from = vehicleOf(this.#draft, label);
    const pull = ([r, c]) => this.#change(drafts.moved(this.#draft, label, from.row + r - row, from.col + c - col));
    this.#action = { pull, before: this.#draft };
    this.#choose(label);
  }

  #finish(isDone) {
    const action = this.#action;
    if (!action) return;
    this.#action = null;
    this.#grid.sketch(null);
    if (isDone) action.drop?.();
    else this.#change(action.before);
  }

  #choose(label) {
    this.#chosen = label;
    this.#show();
  }

  /** What a key does on a cell; whether it does anything. */
  #key(cell, key) {
    const label = drafts.standsOn(this.#draft, ...cell);
    const isVehicle = label !== undefined && label !== "#";
    const keys = {
      " ": () => (this.#action ? this.#finish(true) : this.#press(cell)),
      Enter: () => (this.#action ? this.#finish(true) : this.#press(cell)),
      Escape: () => this.#finish(false),
      Delete: () => this.#change(drafts.erased(this.#draft, ...cell)),
      Backspace: () => this.#change(drafts.erased(this.#draft, ...cell)),
      w: () => isVehicle || this.#change(drafts.withWall(this.#draft, ...cell, label !== "#")),
      t: () => isVehicle && this.#change(drafts.withTarget(this.#draft, label)),
    };
    const does = keys[key.length === 1 ? key.toLowerCase() : key];
    if (does) does();
    else this.#action?.pull(cell);
    if (does) this.say(this.#describe(...cell));
    return does !== undefined;
  }
}

function optimum({ status, slides, steps }) {
  if (status === "unsolvable") return "No moves lead to the exit.";
  return `Solved in ${slides} slides, or ${steps} steps.`;
}

function titled(draft, title) {
  const { title: _, ...rest } = draft;
  return title === "" ? rest : { ...rest, title };
}
