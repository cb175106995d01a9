/** The collection: tiles to choose a puzzle, with its optimum and a dot if it was solved. */

import { byId, h } from "./dom.js";
import { keep, recall } from "./store.js";

export class Collection {
  #root = byId("collection");
  #open;
  #buttons = new Map();

  /** @param {(entry: {puzzle: object, slides?: number, steps?: number}) => void} open */
  constructor(open) {
    this.#open = open;
  }

  /** Show the collection: the classics by their numbers, and the others. */
  fill(entries) {
    const classics = entries.filter(isClassic);
    const records = entries.filter((entry) => !isClassic(entry));
    this.#root.append(
      ...this.#group("Classics", classics, "fewest slides"),
      ...this.#group("Records", records, "fewest slides"),
    );
  }

  /** Put a group of puzzles before all others. */
  putFirst(title, entries) {
    this.#root.prepend(...this.#group(title, entries));
  }

  /** Show which puzzle is open. */
  choose(puzzle) {
    const name = nameOf(puzzle);
    for (const [each, button] of this.#buttons) {
      if (each === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  /** Remember in how many slides a puzzle was solved without help. */
  solved(puzzle, slides) {
    const all = recall("solved", {});
    const name = nameOf(puzzle);
    const best = Math.min(slides, all[name] ?? Infinity);
    keep("solved", { ...all, [name]: best });
    this.#markDone(name, best);
  }

  /** A heading and tiles; `unit` is what the small numbers are. */
  #group(title, entries, unit = "") {
    const isNumbered = entries.every(({ puzzle }) => /^\S+ \d+$/.test(puzzle.title ?? ""));
    const tiles = entries.map((entry, index) => this.#tile(entry, index, isNumbered));
    return [
      h("h2", {}, title, h("small", {}, unit)),
      h("div", { class: isNumbered ? "tiles" : "tiles named" }, tiles),
    ];
  }

  #tile(entry, index, isNumbered) {
    const { puzzle, slides, steps } = entry;
    const title = puzzle.title ?? `Puzzle ${index + 1}`;
    const hasOptimum = slides !== undefined;
    const words = hasOptimum ? `${title}, ${slides} slides, ${steps} steps` : title;
    const click = () => this.#open(entry);
    const button = h("button", { type: "button", "aria-label": words, title: words, click }, [
      isNumbered ? title.split(" ").at(-1) : title,
      h("small", {}, hasOptimum ? `${slides}` : `${puzzle.rows}×${puzzle.cols}`),
    ]);
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

function isClassic({ puzzle }) {
  return /^Jam \d+$/.test(puzzle.title);
}

/** A key that identifies a puzzle completely. */
function nameOf({ title, rows, cols, vehicles, walls = [] }) {
  const places = vehicles.map(({ axis, row, col, length }) => `${axis}${row}.${col}.${length}`);
  return [title, rows, cols, ...places, ...walls].join(" ");
}
