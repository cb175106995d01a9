/** The pen of the editor: the effects of pointer and keys on a draft, for the chosen tool. */

import { byId } from "./dom.js";
import * as drafts from "./draft.js";
import { Grid } from "./grid.js";
import { key, vehicleOf } from "./model.js";

export class Pen {
  /** What is being done: `pull` to a cell, `drop` at the end, the draft `before` it. */
  #stroke = null;
  #grid = new Grid(byId("grid"), {
    press: (cell) => this.#press(cell),
    pull: (cell) => this.#stroke?.pull(cell),
    drop: (isDone) => this.lift(isDone),
    key: (cell, name) => this.#do(cell, name),
    exit: (side, line) => this.editor.edit(drafts.withExit(this.#draft, side, line)),
  });

  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  get #draft() {
    return this.editor.draft;
  }

  /** Show what stands on every cell. */
  show(draft) {
    const occupants = drafts.occupants(draft);
    this.#grid.show(draft, (row, col) => inWords(draft, occupants.get(key(row, col))));
  }

  /** End a stroke; one that is not done is taken back. */
  lift(isDone) {
    const stroke = this.#stroke;
    if (!stroke) return;
    this.#stroke = null;
    this.#grid.sketch(null);
    if (isDone) stroke.drop?.();
    else this.editor.edit(stroke.before);
  }

  #press(cell) {
    const label = drafts.standsOn(this.#draft, ...cell);
    const tool = byId("tools").querySelector(":checked").value;
    if (tool === "wall") this.#begin(this.#paint(label !== drafts.WALL), cell);
    else if (tool === "erase") this.#begin(this.#erase(), cell);
    else if (label === undefined || label === drafts.WALL) this.#begin(this.#draw(cell), cell);
    else this.#begin(this.#carry(cell, label), cell);
  }

  #begin(stroke, cell) {
    this.#stroke = { ...stroke, before: this.#draft };
    stroke.pull(cell);
  }

  /** Walls, or none, wherever the pen goes and no vehicle stands. */
  #paint(isWall) {
    const pull = ([row, col]) => {
      const label = drafts.standsOn(this.#draft, row, col);
      const isFree = label === undefined || label === drafts.WALL;
      if (isFree) this.editor.edit(drafts.withWall(this.#draft, row, col, isWall));
    };
    return { pull };
  }

  #erase() {
    return { pull: (cell) => this.editor.edit(drafts.erased(this.#draft, ...cell)) };
  }

  #draw(cell) {
    let place = null;
    const pull = (other) => {
      place = drafts.bar(cell, other);
      this.#grid.sketch(place);
    };
    const drop = () => {
      if (place.length < 2) return this.editor.choose(null);
      this.editor.edit(drafts.withVehicle(this.#draft, place));
      this.editor.choose(this.#draft.vehicles.at(-1).label);
    };
    return { pull, drop };
  }

  #carry([row, col], label) {
    const from = vehicleOf(this.#draft, label);
    this.editor.choose(label);
    const pull = ([r, c]) =>
      this.editor.edit(drafts.moved(this.#draft, label, from.row + r - row, from.col + c - col));
    return { pull };
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
    };
    const does = keys[name.length === 1 ? name.toLowerCase() : name];
    if (does) does();
    else this.#stroke?.pull(cell);
    if (does) this.editor.say(inWords(this.#draft, drafts.standsOn(this.#draft, ...cell)));
    return does !== undefined;
  }
}

function inWords(draft, label) {
  if (label === undefined) return "empty";
  if (label === drafts.WALL) return "wall";
  return label === draft.target ? `target ${label}` : `vehicle ${label}`;
}
