/** Edit: a board in the making, drawn with a pen and described by fields, checked after each change. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import * as drafts from "./draft.js";
import { isInRow, vehicleOf } from "./model.js";
import { Pen } from "./pen.js";
import { count } from "./words.js";

// Milliseconds in which a draft must rest before it is judged.
const PAUSE = 120;

export class Editor {
  #source = null;
  #unchanged = null;
  #pen = new Pen(this);
  #fields = new Fields(this);
  #verdict = new Verdict((puzzle, text) => this.#accepted(puzzle, text));

  /** The board in the making, and the label of the vehicle that is chosen. */
  draft = drafts.emptyDraft();
  chosen = null;

  /** `changed` is told of every other valid board, `kept` where the board is as it was. */
  constructor({ board, changed, kept, named, play, say }) {
    Object.assign(this, { board, changed, kept, named, say });
    byId("try").addEventListener("click", play);
  }

  /** Edit a puzzle; the current draft stays if the puzzle came from it. */
  enter(puzzle) {
    this.board.toggleAttribute("still", true);
    this.board.toggleAttribute("leaves", false);
    byId("grid").hidden = false;
    if (puzzle !== this.#source) {
      this.#source = puzzle;
      this.chosen = null;
      this.draft = this.#unchanged = { walls: [], ...puzzle };
    }
    this.edit(this.draft);
  }

  /** Leave the board in a form that the other views can use. */
  leave() {
    this.#pen.lift(false);
    this.#verdict.cancel();
    byId("grid").hidden = true;
    this.board.toggleAttribute("still", false);
  }

  /** Have the last change checked, so that the other views can use it. */
  settle() {
    return this.#verdict.settle();
  }

  /** Continue with another draft. */
  edit(draft) {
    this.draft = draft;
    if (!vehicleOf(draft, this.chosen)) this.chosen = null;
    this.board.puzzle = draft;
    this.named(draft);
    this.#show();
    this.#verdict.later(draft);
  }

  /** Choose a vehicle, or none. */
  choose(label) {
    this.chosen = label;
    this.#show();
  }

  #show() {
    this.board.ring("wrong", drafts.conflicts(this.draft));
    this.board.ring("chosen", [this.chosen]);
    this.#pen.show(this.draft);
    this.#fields.show(this.draft, this.chosen);
  }

  #accepted(puzzle, text) {
    if (puzzle === this.#unchanged) return this.kept(text);
    this.#source = puzzle;
    this.changed(puzzle, text);
  }
}

/** The fields beside the board: size, exit and title of a draft, and the vehicle that is chosen. */
class Fields {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.#number("rows", (draft, rows) => drafts.resized(draft, rows, draft.cols));
    this.#number("cols", (draft, cols) => drafts.resized(draft, draft.rows, cols));
    this.#number("line", (draft, line) => drafts.withExit(draft, draft.exit.side, line));
    this.#text("side", "change", (draft, side) => drafts.withExit(draft, side, draft.exit.line));
    this.#text("name", "input", titled);
    byId("label").addEventListener("change", () => this.#rename(byId("label").value.trim()));
    this.#click("make-target", (draft, label) => drafts.withTarget(draft, label));
    this.#click("remove", (draft, label) => drafts.without(draft, label));
    this.#click("clear", ({ rows, cols }) => drafts.emptyDraft(rows, cols));
  }

  /** Show a draft. */
  show(draft, chosen) {
    const across = isInRow(draft.exit.side);
    byId("line-name").firstChild.textContent = across ? "at row " : "at column ";
    byId("line").max = (across ? draft.rows : draft.cols) - 1;
    const { rows, cols, exit, title = "" } = draft;
    const values = {
      rows,
      cols,
      side: exit.side,
      line: exit.line,
      name: title,
      label: chosen ?? "",
    };
    for (const [id, value] of Object.entries(values)) {
      if (byId(id).value !== `${value}`) byId(id).value = value;
    }
    byId("chosen").hidden = chosen === null;
    byId("make-target").hidden = chosen === draft.target;
    byId("clear").disabled = draft.vehicles.length + draft.walls.length === 0;
  }

  #number(id, change) {
    const field = byId(id);
    field.addEventListener("change", () => {
      if (field.checkValidity()) this.#edit(change, field.valueAsNumber);
    });
  }

  #text(id, event, change) {
    byId(id).addEventListener(event, () => this.#edit(change, byId(id).value));
  }

  #click(id, change) {
    byId(id).addEventListener("click", () => this.#edit(change, this.editor.chosen));
  }

  #edit(change, value) {
    this.editor.edit(change(this.editor.draft, value));
  }

  #rename(name) {
    const { draft, chosen } = this.editor;
    const renamed = drafts.relabelled(draft, chosen, name);
    if (renamed === draft) this.editor.say(`There is a vehicle ${name} already.`);
    else this.editor.chosen = name;
    this.editor.edit(renamed);
  }
}

function titled(draft, title) {
  const { title: _, ...rest } = draft;
  return title === "" ? rest : { ...rest, title };
}

/** The verdict on a draft: every reason against it, or its optimum, soon after each change. */
class Verdict {
  #check = new api.Latest();
  #timer = 0;
  #draft = null;

  /** @param {(puzzle: object, text: string) => void} accepted  is told of every valid board */
  constructor(accepted) {
    this.accepted = accepted;
  }

  /** Judge a draft as soon as it rests. */
  later(draft) {
    this.#draft = draft;
    byId("try").disabled = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), PAUSE);
  }

  /** Judge what waits to be judged. */
  async settle() {
    const puzzle = this.#draft;
    clearTimeout(this.#timer);
    if (puzzle === null) return;
    try {
      const answer = await this.#check.ask((signal) => api.validate({ puzzle }, signal));
      if (answer && puzzle === this.#draft) this.#judge(puzzle, answer);
    } catch (problem) {
      this.#say("Not checked", problem.reasons?.length ? problem.reasons : [problem.message], true);
    }
  }

  /** Judge nothing any more. */
  cancel() {
    this.#draft = null;
    clearTimeout(this.#timer);
    this.#check.cancel();
  }

  #judge(puzzle, { valid, reasons, text }) {
    this.#draft = null;
    if (!valid) return this.#say("Not a board yet", reasons, true);
    byId("try").disabled = false;
    this.accepted(puzzle, text);
    this.#say("A valid board", ["Searching for its optimum…"]);
    this.#findOptimum(puzzle);
  }

  async #findOptimum(puzzle) {
    try {
      const best = await this.#check.ask((signal) => api.optima(puzzle, signal));
      if (best) this.#say("A valid board", [optimum(best)]);
    } catch (problem) {
      this.#say("A valid board", [problem.message]);
    }
  }

  #say(title, lines, isWrong = false) {
    const list = h("ul", {}, lines.map((line) => h("li", {}, line)));
    byId("verdict").classList.toggle("wrong", isWrong);
    byId("verdict").replaceChildren(h("strong", {}, title), ...(isWrong ? [list] : lines));
  }
}

function optimum({ status, slides, steps }) {
  if (status === "unsolvable") return "No moves lead to the exit.";
  const begin = status === "solved" ? "Solved in" : "A limit came first: it takes";
  return `${begin} ${count(slides, "slide")}, or ${count(steps, "step")}.`;
}
