/** The fields beside the board: size, exit and title of a draft, and the vehicle that is chosen. */

import { byId } from "./dom.js";
import * as drafts from "./draft.js";
import { isInRow } from "./model.js";

export class Fields {
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
