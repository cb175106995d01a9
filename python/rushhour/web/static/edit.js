/** The view Edit: its scripts are loaded when it is entered for the first time. */

export class Edit {
  #loading = null;
  #editor = null;
  // Counts how often the view was entered or left.
  #turn = 0;

  /** The options of the editor; `toast` says that it could not be loaded. */
  constructor({ toast, ...options }) {
    Object.assign(this, { toast, options });
  }

  /** What a player must know who leaves a draft that is no board; else nothing. */
  get unfinished() {
    return this.#editor?.unfinished ?? "";
  }

  /** Edit a puzzle, unless the view is left before the editor is there. */
  async enter(game) {
    const turn = ++this.#turn;
    const editor = await this.#load();
    if (turn === this.#turn) editor?.enter(game);
  }

  /** Leave the board in a form that the other views can use. */
  leave() {
    this.#turn += 1;
    this.#editor?.leave();
  }

  /** Have the last change checked, so that the other views can use it. */
  async settle() {
    await (await this.#load())?.settle();
  }

  /** Refuse a draft that is no board; the Error says why. */
  requireBoard() {
    this.#editor?.requireBoard();
  }

  /** The puzzle got another title elsewhere. */
  rename(title) {
    this.#editor?.rename(title);
  }

  /** Read the board of a picture, and lay that under the grid. */
  async trace(photo) {
    await (await this.#load())?.trace(photo);
  }

  async #load() {
    this.#loading ??= import("./editor.js");
    try {
      const { Editor } = await this.#loading;
      this.#editor ??= new Editor(this.options);
    } catch {
      this.#loading = null;
      this.toast("The editor could not be loaded.");
    }
    return this.#editor;
  }
}
