/** A view whose scripts are loaded when it is entered for the first time. */

export class LaterView {
  #make;
  #failed;
  #loading = null;
  #view = null;
  // Counts how often the view was entered or left.
  #turn = 0;

  /** `make` loads and makes the view; `failed` is called where that cannot be. */
  constructor(make, failed) {
    this.#make = make;
    this.#failed = failed;
  }

  /** The view, if it was loaded; else null. */
  get view() {
    return this.#view;
  }

  /** Show the game, unless the view is left before it is loaded. */
  async enter(game) {
    const turn = ++this.#turn;
    const view = await this.load();
    if (turn === this.#turn) view?.enter(game);
  }

  /** Stop what runs for this view alone. */
  leave() {
    this.#turn += 1;
    this.#view?.leave();
  }

  /** Have the last change checked, so that the other views can use it. */
  async settle() {
    await (await this.load())?.settle?.();
  }

  /** The view; null where it cannot be loaded. */
  async load() {
    this.#loading ??= this.#make();
    try {
      this.#view = await this.#loading;
    } catch {
      this.#loading = null;
      this.#failed();
    }
    return this.#view;
  }
}
