/** Edit: a board in the making, drawn with a pen and described by fields, checked after each change. */

import { byId } from "./dom.js";
import { conflicts, emptyDraft } from "./draft.js";
import { Fields } from "./fields.js";
import { vehicleOf } from "./model.js";
import { Pen } from "./pen.js";
import { Verdict } from "./verdict.js";

export class Editor {
  #source = null;
  #unchanged = null;
  #pen = new Pen(this);
  #fields = new Fields(this);
  #verdict = new Verdict((puzzle, text) => this.#accepted(puzzle, text));

  /** The board in the making, and the label of the vehicle that is chosen. */
  draft = emptyDraft();
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
    this.board.ring("wrong", conflicts(this.draft));
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
