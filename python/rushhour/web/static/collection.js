/** The collection: tiles to choose a puzzle from, with its optimum and a dot where it was solved. */

import { byId, h } from "./dom.js";
import { keep, recall } from "./memory.js";

export class Collection {
  #root = byId("collection");
  #open;
  #buttons = new Map();

  /** @param {(entry: {puzzle: object, slides?: number, steps?: number}) => void} open */
  constructor(open) {
    this.#open = open;
  }

  /** Put a group of puzzles first, or last; `unit` is what the small numbers are. */
  add(title, entries, { first = false, unit = "" } = {}) {
    const isNumbered = entries.every(({ puzzle }) => /^\S+ \d+$/.test(puzzle.title ?? ""));
    const tiles = entries.map((entry, index) => this.#tile(entry, index, isNumbered));
    const list = h("div", { class: isNumbered ? "tiles" : "tiles named" }, tiles);
    const parts = [h("h2", {}, title, h("small", {}, unit)), list];
    if (first) this.#root.prepend(...parts);
    else this.#root.append(...parts);
  }

  /** Show which puzzle is open. */
  choose(puzzle) {
    const name = nameOf(puzzle);
    for (const [each, button] of this.#buttons) {
      if (each === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** Remember that a puzzle was solved without help in so many slides. */
  solved(puzzle, slides) {
    const all = recall("solved", {});
    const name = nameOf(puzzle);
    const best = Math.min(slides, all[name] ?? Infinity);
    keep("solved", { ...all, [name]: best });
    this.#markDone(name, best);
  }

  #tile(entry, index, isNumbered) {
    const { puzzle, slides, steps } = entry;
    const title = puzzle.title ?? `Puzzle ${index + 1}`;
    const optimum = slides === undefined ? "" : `, ${slides} slides, ${steps} steps`;
    const size = `${puzzle.rows}×${puzzle.cols}`;
    const button = h("button", {
      type: "button",
      "aria-label": `${title}${optimum}`,
      title: `${title}${optimum}`,
    }, [
      isNumbered ? title.split(" ").at(-1) : title,
      h("small", {}, slides === undefined ? size : `${slides}`),
    ]);
    button.addEventListener("click", () => this.#open(entry));
    const name = nameOf(puzzle);
    this.#buttons.set(name, button);
    const best = recall("solved", {})[name];
    if (best) this.#markDone(name, best);
    return button;
  }

  #markDone(name, slides) {
    const button = this.#buttons.get(name);
    if (!button) return;
    button.classList.add("done");
    button.setAttribute("aria-label", `${button.title}, solved in ${slides}`);
  }
}

/** A name that says all of a puzzle. */
function nameOf({ title, rows, cols, vehicles, walls = [] }) {
  const places = vehicles.map(({ axis, row, col, length }) => `${axis}${row}.${col}.${length}`);
  return [title, rows, cols, ...places, ...walls].join(" ");
}
