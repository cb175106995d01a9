/** Edit: a board in the making, drawn with a pen and described by fields, checked after each change. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import * as drafts from "./draft.js";
import { nameOf } from "./link.js";
import { isInRow, vehicleOf } from "./model.js";
import { Pen } from "./pen.js";
import { keep, recall } from "./store.js";
import { Tracing } from "./tracing.js";
import { Variants } from "./variants.js";
import { count, t } from "./words.js";

// Milliseconds in which a draft must rest before it is judged.
const PAUSE = 120;
// Buttons for a draft that is a board.
const NEED_A_BOARD = ["try", "harder", "easier", "fewer"];

export class Editor {
  // The name of the last valid board, the title with which it is known, and the one that belongs to
  // the board as it came.
  #source = null;
  #title = undefined;
  #given = undefined;
  #history = new History();
  #pen = new Pen(this);
  #fields = new Fields(this);
  #variants = new Variants(this);
  #verdict = new Verdict({
    accepted: (puzzle) => this.#accepted(puzzle),
    locked: (labels) => this.board.lock(labels),
  });
  #tracing = new Tracing({
    found: (draft, putsExit) => this.edit(draft, { kind: "photo", putsExit }),
    changed: () => this.#show(),
  });

  /** The label of the vehicle that is chosen. */
  chosen = null;

  /** `changed` is told of every other valid board, `kept` where it is as it was, `named` of every draft and whether it changed. */
  constructor({ board, changed, kept, named, play, say }) {
    Object.assign(this, { board, changed, kept, named, say });
    byId("try").addEventListener("click", play);
    byId("draft-undo").addEventListener("click", () => this.#travel("undo"));
    byId("draft-redo").addEventListener("click", () => this.#travel("redo"));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** The board in the making. */
  get draft() {
    return this.#history.now.draft;
  }

  /** What a player must know who leaves a draft that is no board; else nothing. */
  get unfinished() {
    return this.#verdict.reasons.length
      ? t(
        "Your drawing is not a board yet. This is the last board that was valid; Edit goes on with the drawing.",
      )
      : "";
  }

  /** Refuse a draft that is no board; the Error says why. */
  requireBoard() {
    const [reason] = this.#verdict.reasons;
    if (reason) throw new Error(t("The drawing is not a board yet: {reason}.", { reason }));
  }

  /**
   * Edit a puzzle; the draft that was made of it goes on. The first change takes away the title of one that was
   * not drawn here: it is another board.
   */
  enter({ puzzle, isDrawn }) {
    const name = nameOf(puzzle);
    this.board.toggleAttribute("still", true);
    this.board.toggleAttribute("leaves", false);
    byId("grid").hidden = false;
    if (name !== this.#source || !this.#history.now) this.#begin(puzzle, name, isDrawn);
    this.#refresh();
    this.board.toggleAttribute("edited", true);
  }

  /** Read the board of a picture, and lay that under the grid. @param {import("./photo.js").Photo} photo */
  trace(photo) {
    return this.#tracing.begin(photo);
  }

  /** Leave the board in a form that the other views can use. */
  leave() {
    this.#pen.lift(false);
    this.#tracing.hide();
    this.#verdict.cancel();
    this.#variants.forget();
    byId("grid").hidden = true;
    this.board.toggleAttribute("edited", false);
    this.board.toggleAttribute("still", false);
    this.board.ring("wrong", []);
    this.board.ring("chosen", []);
  }

  /** Have the last change checked, so that the other views can use it. */
  settle() {
    return this.#verdict.settle();
  }

  /**
   * Continue with another draft. Changes of the same `kind` in a row are taken back together. The exit follows
   * the target until the person puts it somewhere.
   */
  edit(changed, { kind = null, putsExit = false } = {}) {
    const isExitPut = putsExit || this.#history.now.isExitPut;
    const draft = this.#isNamed(changed) ? changed : drafts.titled(changed, "");
    const now = { draft: isExitPut ? draft : drafts.aligned(draft), isExitPut };
    this.#history.put(now, kind);
    this.#refresh();
    keep("draft", { source: this.#source, ...now });
  }

  /** Whether a draft keeps its title: the person wrote that, or the board is still the one that came with it. */
  #isNamed(draft) {
    return draft.title !== this.#given || draft.title !== this.draft.title ||
      JSON.stringify(draft) === JSON.stringify(this.draft);
  }

  /** The puzzle got another title elsewhere. */
  rename(title) {
    this.edit(drafts.titled(this.draft, title), { kind: "title" });
  }

  /** Take back a stroke that was not finished. */
  takeBack() {
    this.#history.drop();
    this.#refresh();
  }

  /** Choose a vehicle, or none. */
  choose(label) {
    this.chosen = label;
    this.#show();
  }

  #begin(puzzle, name, isDrawn) {
    this.#source = name;
    this.#title = puzzle.title;
    this.#given = isDrawn ? undefined : puzzle.title;
    this.chosen = null;
    this.#tracing.end();
    this.#history.begin({ draft: { walls: [], ...puzzle }, isExitPut: false });
    const kept = recall("draft", null);
    if (kept?.source === name && drafts.isDraft(kept.draft)) {
      this.#history.put({ draft: kept.draft, isExitPut: kept.isExitPut === true });
    }
  }

  #travel(way) {
    this.#pen.lift(false);
    this.#history[way]();
    this.#refresh();
    keep("draft", { source: this.#source, ...this.#history.now });
    this.say(way === "undo" ? t("Taken back.") : t("Made again."));
  }

  #refresh() {
    const { draft } = this;
    if (!vehicleOf(draft, this.chosen)) this.chosen = null;
    this.board.puzzle = draft;
    this.named(draft, this.#history.canUndo);
    this.#show();
    this.#variants.forget(draft);
    this.#verdict.later(draft);
  }

  #show() {
    this.board.ring("wrong", drafts.conflicts(this.draft));
    this.board.ring("chosen", [this.chosen]);
    this.#tracing.show(this.draft);
    this.#pen.show(this.draft, this.chosen, this.#tracing.doubtful(this.draft));
    this.#fields.show(this.draft, this.chosen);
    byId("draft-undo").disabled = !this.#history.canUndo;
    byId("draft-redo").disabled = !this.#history.canRedo;
  }

  #accepted(puzzle) {
    const name = nameOf(puzzle);
    if (name === this.#source && puzzle.title === this.#title) return this.kept();
    this.#source = name;
    this.#title = puzzle.title;
    keep("draft", { source: name, ...this.#history.now });
    this.changed(puzzle);
  }

  #press(event) {
    const isElsewhere = byId("grid").hidden || event.target.closest?.("input, textarea, dialog");
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isElsewhere || !isControl) return;
    const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (!way) return;
    event.preventDefault();
    if (!byId(`draft-${way}`).disabled) this.#travel(way);
  }
}

/** The drafts so far, and those that were taken back. */
class History {
  #past = [];
  #future = [];
  #kind = null;
  now = null;

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  begin(now) {
    Object.assign(this, { now });
    [this.#past, this.#future, this.#kind] = [[], [], null];
  }

  /** Go on; in the place of the last change if it was of the same kind. */
  put(now, kind = null) {
    if (JSON.stringify(now) === JSON.stringify(this.now)) return;
    if (kind === null || kind !== this.#kind) this.#past.push(this.now);
    this.#kind = kind;
    this.#future = [];
    this.now = now;
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.now);
    this.now = this.#past.pop();
    this.#kind = null;
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.now);
    this.now = this.#future.pop();
    this.#kind = null;
  }

  /** Forget the changes of the last kind. */
  drop() {
    if (this.#kind === null) return;
    this.now = this.#past.pop();
    this.#kind = null;
  }
}

/** The fields beside the board: size, exit and title of a draft, and the vehicle that is chosen. */
class Fields {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.#number("rows", (draft, rows) => drafts.resized(draft, rows, draft.cols));
    this.#number("cols", (draft, cols) => drafts.resized(draft, draft.rows, cols));
    this.#number("line", (draft, line) => drafts.withExit(draft, draft.exit.side, line - 1), {
      putsExit: true,
    });
    const side = () => drafts.withExit(editor.draft, byId("side").value, editor.draft.exit.line);
    byId("side").addEventListener("change", () => editor.edit(side(), { putsExit: true }));
    byId("name").addEventListener("input", () => {
      editor.edit(drafts.titled(editor.draft, byId("name").value), { kind: "title" });
    });
    byId("label").addEventListener("change", () => this.#rename(byId("label").value.trim()));
    this.#click("make-target", (draft, label) => drafts.withTarget(draft, label));
    this.#click("longer", (draft, label) => drafts.lengthened(draft, label, 1));
    this.#click("shorter", (draft, label) => drafts.lengthened(draft, label, -1));
    this.#click("remove", (draft, label) => drafts.without(draft, label));
    this.#click("clear", ({ rows, cols }) => drafts.emptyDraft(rows, cols));
  }

  /** Show a draft. */
  show(draft, chosen) {
    const across = isInRow(draft.exit.side);
    byId("line-name").firstChild.textContent = `${across ? t("at row") : t("at column")} `;
    byId("line").max = across ? draft.rows : draft.cols;
    const { rows, cols, exit, title = "" } = draft;
    const values = {
      rows,
      cols,
      side: exit.side,
      line: exit.line + 1,
      name: title,
      label: chosen ?? "",
    };
    for (const [id, value] of Object.entries(values)) {
      if (byId(id).value !== `${value}`) byId(id).value = value;
      refuse(byId(id), "");
    }
    byId("chosen").hidden = chosen === null;
    byId("make-target").hidden = chosen === draft.target;
    byId("shorter").disabled = vehicleOf(draft, chosen)?.length <= 2;
    byId("clear").disabled = draft.vehicles.length + draft.walls.length === 0;
  }

  #number(id, change, options) {
    const field = byId(id);
    field.addEventListener("change", () => {
      if (field.checkValidity()) {
        this.editor.edit(change(this.editor.draft, field.valueAsNumber), options);
      } else {refuse(
          field,
          t("A whole number from {min} to {max}.", { min: field.min, max: field.max }),
        );}
    });
  }

  #click(id, change) {
    byId(id).addEventListener("click", () => {
      this.editor.edit(change(this.editor.draft, this.editor.chosen));
    });
  }

  #rename(name) {
    const { draft, chosen } = this.editor;
    if (name === chosen) return;
    const renamed = drafts.relabelled(draft, chosen, name);
    if (renamed === draft) {
      const reason = name === ""
        ? t("A vehicle needs a name.")
        : t("There is a vehicle {name} already.", { name });
      return refuse(byId("label"), reason);
    }
    this.editor.chosen = name;
    this.editor.edit(renamed);
  }
}

/** Say below a field why its value is refused; nothing for the empty text. */
function refuse(field, reason) {
  const label = field.closest("label");
  const before = label.querySelector(".refusal");
  if (!reason && !before) return;
  field.toggleAttribute("aria-invalid", reason !== "");
  if (!reason) before.remove();
  else if (before) before.textContent = reason;
  else label.append(h("small", { class: "refusal", role: "alert" }, reason));
}

/** The verdict on a draft: every reason against it, or its optimum, soon after each change. */
class Verdict {
  #check = new api.Latest();
  #timer = 0;
  #draft = null;

  /** Why the last draft is no board; empty if it is one. @type {string[]} */
  reasons = [];

  /** `accepted` is told of every valid board, `locked` of the vehicles that lock each other in one. */
  constructor({ accepted, locked }) {
    Object.assign(this, { accepted, locked });
  }

  /** Judge a draft as soon as it rests. */
  later(draft) {
    this.#draft = draft;
    for (const id of NEED_A_BOARD) byId(id).disabled = true;
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
      this.#refuse(t("Not checked"), problem.reasons?.length ? problem.reasons : [problem.message]);
    }
  }

  /** Judge nothing any more. */
  cancel() {
    this.#draft = null;
    clearTimeout(this.#timer);
    this.#check.cancel();
  }

  #judge(puzzle, { valid, reasons }) {
    this.#draft = null;
    if (!vehicleOf(puzzle, puzzle.target)) return this.#askForTarget(puzzle, reasons);
    if (!valid) return this.#refuse(t("Not a board yet"), reasons);
    this.reasons = [];
    for (const id of NEED_A_BOARD) byId(id).disabled = false;
    this.accepted(puzzle);
    this.#say(t("A valid board"), [t("Searching for its optimum…")]);
    this.#findOptimum(puzzle);
  }

  /** The red car is missing; the core says so in words of its own. */
  #askForTarget({ target }, reasons) {
    const missing = t("no vehicle has the target's label {label}", { label: target });
    this.#refuse(t("Not a board yet"), [
      t("the red car is missing: choose Red car and drag over its cells"),
      ...reasons.filter((reason) => reason !== missing),
    ]);
  }

  #refuse(title, reasons) {
    this.reasons = reasons;
    this.#say(title, this.reasons, true);
  }

  async #findOptimum(puzzle) {
    try {
      const best = await this.#check.ask((signal) => api.optima(puzzle, signal));
      if (!best) return;
      this.#say(t("A valid board"), [optimum(best)]);
      if (best.status === "unsolvable") await this.#findLock(puzzle, optimum(best));
    } catch (problem) {
      this.#say(t("A valid board"), [problem.message]);
    }
  }

  /** Say which vehicles lock each other. */
  async #findLock(puzzle, text) {
    const lock = await this.#check.ask((signal) => api.locked(puzzle, signal));
    if (!lock?.text) return;
    this.#say(t("A valid board"), [`${text} ${lock.text}`]);
    this.locked(lock.vehicles);
  }

  #say(title, lines, isWrong = false) {
    const list = h("ul", {}, lines.map((line) => h("li", {}, line)));
    byId("verdict").classList.toggle("wrong", isWrong);
    byId("verdict").replaceChildren(h("strong", {}, title), ...(isWrong ? [list] : lines));
  }
}

function optimum({ status, slides, steps }) {
  if (status === "unsolvable") return t("It cannot be solved: this is proved.");
  const cost = { slides: count(slides, "slide"), steps: count(steps, "step") };
  return status === "solved"
    ? t("Solved in {slides}, or {steps}.", cost)
    : t("A limit came first: it takes {slides}, or {steps}.", cost);
}
