/**
 * The puzzles to choose from, as tiles: the person's own, which the device keeps, and those of the page. A
 * dot tells which were solved.
 *
 * @typedef {{puzzle: object, slides?: number, steps?: number}} Entry
 */

import { byId, download, h } from "./dom.js";
import { nameOf, readLink } from "./link.js";
import { forget, keep, recall, recallAll } from "./store.js";
import { count, dayIn } from "./words.js";

// Tiles of own puzzles; the dialog has all.
const MOST_TILES = 6;
const ORIGINS = { drawn: "drawn", opened: "opened", made: "made", link: "from a link" };

export class Collection {
  #root = byId("collection");
  #open;
  /** The entries of the page by name, and the tiles of all by name. */
  #entries = new Map();
  #tiles = new Map();
  #current = "";

  /** @param {(entry: Entry) => void} open */
  constructor(open) {
    this.#open = open;
    this.own = new OwnPuzzles({ open, changed: () => this.#showOwn() });
  }

  /** Show the collection: the classics by their numbers, and the others. */
  fill(entries) {
    for (const entry of entries) this.#entries.set(nameOf(entry.puzzle), entry);
    const classics = entries.filter(isClassic);
    const records = entries.filter((entry) => !isClassic(entry));
    this.#root.append(
      h("div", { id: "own" }),
      ...this.#group("Classics", classics, "fewest slides"),
      ...this.#group("Records", records, "fewest slides"),
    );
    this.#showOwn();
  }

  /** Put a group of puzzles before all others. */
  putFirst(title, entries) {
    this.#root.prepend(...this.#group(title, entries));
  }

  /** The entry of the page, or the own puzzle, of a name. @returns {Entry | undefined} */
  entryOf(name) {
    return this.#entries.get(name) ?? this.own.entryOf(name);
  }

  /** Keep a puzzle as the person's own, unless the page has it. */
  remember(puzzle, origin) {
    const name = nameOf(puzzle);
    if (!this.#entries.has(name)) this.own.keep(name, puzzle, origin);
  }

  /** Show which puzzle is open; none for the empty name. */
  choose(name) {
    this.#current = name;
    for (const [each, tiles] of this.#tiles) {
      for (const tile of tiles) {
        if (each === name) tile.setAttribute("aria-current", "true");
        else tile.removeAttribute("aria-current");
      }
    }
  }

  /** Remember in how many slides a puzzle was solved without help. */
  solved(name, slides) {
    const best = recall(`best-${name}`, Infinity);
    if (slides < best) keep(`best-${name}`, slides);
    this.#markDone(name);
  }

  /** Show what another tab stored. */
  refresh(stored) {
    if (stored.startsWith("best-")) this.#markDone(stored.slice("best-".length));
    if (stored.startsWith("own-")) this.own.changed();
  }

  #showOwn() {
    const place = byId("own");
    if (!place) return;
    const entries = this.own.entries();
    const all = h("button", { type: "button", class: "all", click: () => this.own.show() });
    all.textContent = `All ${entries.length}`;
    const [heading, tiles] = this.#group("Your puzzles", entries.slice(0, MOST_TILES));
    if (entries.length) heading.append(all);
    place.replaceChildren(...(entries.length ? [heading, tiles] : []));
    this.choose(this.#current);
  }

  /** A heading and tiles; `unit` is what the small numbers are. */
  #group(title, entries, unit = "") {
    const isNumbered = entries.every(({ puzzle }) => /^\S+ \d+$/.test(puzzle.title ?? ""));
    const tiles = entries.map((entry, index) => this.#tile(entry, index, isNumbered));
    return [
      h("h2", {}, title, unit ? h("small", {}, unit) : null),
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
      h("span", {}, isNumbered ? title.split(" ").at(-1) : title),
      h("small", {}, hasOptimum ? `${slides}` : `${puzzle.rows}×${puzzle.cols}`),
    ]);
    const name = nameOf(puzzle);
    this.#tiles.set(name, [...(this.#tiles.get(name) ?? []), button]);
    this.#markDone(name);
    return button;
  }

  #markDone(name) {
    const slides = recall(`best-${name}`, null);
    if (slides === null) return;
    for (const tile of this.#tiles.get(name) ?? []) {
      tile.classList.add("done");
      tile.setAttribute("aria-label", `${tile.title}, solved in ${slides}`);
    }
  }
}

/** The person's own puzzles, and the dialog to find, name, delete and export them. */
class OwnPuzzles {
  #dialog = byId("own-dialog");
  #deleted = null;

  /** `changed` is called after each change. */
  constructor({ open, changed }) {
    Object.assign(this, { open, changed });
    byId("own-find").addEventListener("input", () => this.#list());
    byId("own-undo").addEventListener("click", () => this.#restore());
    byId("own-export").addEventListener("click", () => this.#export());
  }

  /** Keep a puzzle under its name; one that is kept may get another title. */
  keep(name, puzzle, origin) {
    const before = recall(`own-${name}`, null);
    const title = puzzle.title ?? "";
    if (before && (before.title === title || !title)) return;
    keep(`own-${name}`, { origin, on: Date.now(), ...before, title });
    this.changed();
  }

  /** The entries, the newest first; those that are damaged are left out. */
  entries() {
    const all = recallAll("own-").filter(([, about]) => about).sort(([, one], [, other]) =>
      other.on - one.on
    );
    return all.map(([name]) => this.entryOf(name)).filter(Boolean);
  }

  /** The entry of a name, if it is one of these. */
  entryOf(name) {
    const about = recall(`own-${name}`, null);
    if (!about) return undefined;
    try {
      const { puzzle } = readLink(name);
      const title = about.title || `Puzzle of ${dayIn(about.on)}`;
      return { puzzle: { ...puzzle, title }, name, ...about };
    } catch {
      return undefined;
    }
  }

  /** Show the dialog with all. */
  show() {
    byId("own-find").value = "";
    this.#say("");
    this.#list();
    this.#dialog.showModal();
  }

  #list() {
    const wanted = byId("own-find").value.trim().toLowerCase();
    const found = this.entries().filter(({ puzzle }) =>
      puzzle.title.toLowerCase().includes(wanted)
    );
    byId("own-list").replaceChildren(...found.map((entry) => this.#row(entry)));
    byId("own-none").hidden = found.length > 0;
    byId("own-export").disabled = this.entries().length === 0;
  }

  #row(entry) {
    const { puzzle, name, origin, on } = entry;
    const { title, rows, cols } = puzzle;
    const open = () => {
      this.#dialog.close();
      this.open(entry);
    };
    const field = h("input", {
      "aria-label": `Title of ${title}`,
      maxlength: 256,
      autocomplete: "off",
    });
    field.value = title;
    field.addEventListener("change", () => this.#rename(name, field.value.trim()));
    const about = `${rows} × ${cols}, ${ORIGINS[origin] ?? "kept"} ${dayIn(on)}`;
    const named = (verb) => ({ type: "button", "aria-label": `${verb} ${title}` });
    return h("li", {}, [
      field,
      h("small", {}, about),
      h("button", { ...named("Play"), click: open }, "Play"),
      h("button", { ...named("Delete"), click: () => this.#delete(name, title) }, "Delete"),
    ]);
  }

  #rename(name, title) {
    keep(`own-${name}`, { ...recall(`own-${name}`, {}), title });
    this.changed();
  }

  #delete(name, title) {
    this.#deleted = [name, recall(`own-${name}`, null)];
    forget(`own-${name}`);
    this.#list();
    this.changed();
    this.#say(`${title} is deleted.`);
    byId("own-undo").focus();
  }

  #restore() {
    const [name, about] = this.#deleted;
    keep(`own-${name}`, about);
    this.#list();
    this.changed();
    this.#say("");
    byId("own-find").focus();
  }

  #say(text) {
    byId("own-said").textContent = text;
    byId("own-undo").hidden = text === "";
  }

  #export() {
    const lines = this.entries().map(({ puzzle }) => `${JSON.stringify(puzzle)}\n`);
    download(lines.join(""), `rushhour-${count(lines.length, "puzzle").replace(" ", "-")}.jsonl`);
  }
}

function isClassic({ puzzle }) {
  return /^Jam \d+$/.test(puzzle.title);
}
