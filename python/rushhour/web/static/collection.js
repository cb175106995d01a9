/**
 * The puzzles to choose from, as tiles: the person's own, which the device keeps, and those of the page. A
 * tile shows the fewest slides, and once the puzzle is solved the person's best beside them, with stars.
 *
 * @typedef {{puzzle: object, slides?: number, steps?: number}} Entry
 */

import { byId, h } from "./dom.js";
import { starsOf } from "./game.js";
import { explained } from "./help.js";
import { nameOf, readLink, titleOf } from "./link.js";
import { keep, recall, recallAll } from "./store.js";
import { count, levelIn, starsIn, t } from "./words.js";

// Tiles of own puzzles; the dialog has all.
const MOST_TILES = 6;
// The classic cards rise in tens, whose words the rating of every puzzle uses, too.
const LEVELS = ["beginner", "intermediate", "advanced", "expert"];
const PER_LEVEL = 10;

export class Collection {
  #root = byId("collection");
  #open;
  /** The entries of the page by name, and the tiles of all by name. */
  #entries = new Map();
  #tiles = new Map();
  #current = "";
  /** The names of all but the own puzzles, in the order of their tiles. */
  #order = [];
  /** The counts to renew when a puzzle is solved. */
  #counts = [];
  /** The groups that have tiles: their titles and entries. */
  #groups = [];

  /**
   * `open` is told which entry the person chose, `renamed` that own puzzles may have other titles; `showOwn`
   * opens the dialog of all own puzzles.
   */
  constructor({ open, renamed, showOwn }) {
    Object.assign(this, { showOwn });
    this.#open = open;
    this.own = new OwnPuzzles({
      open,
      changed: () => {
        this.#showOwn();
        renamed();
      },
    });
  }

  /** Know the entries of the page. */
  know(entries) {
    const names = entries.map(({ puzzle }) => nameOf(puzzle));
    names.forEach((name, index) => this.#entries.set(name, entries[index]));
    this.#order.push(...names);
  }

  /** Show them: the classics by their levels, and the others. */
  fill(entries) {
    const classics = entries.filter(isClassic);
    const records = entries.filter((entry) => !isClassic(entry));
    const level = (name, index) =>
      this.#group(
        capital(levelIn(name)),
        classics.slice(index * PER_LEVEL, (index + 1) * PER_LEVEL),
        "h3",
      );
    this.#root.append(
      h("div", { id: "own" }),
      ...this.#summary(t("Classics"), classics),
      ...LEVELS.flatMap(level),
      ...this.#group(t("Records"), records),
    );
    this.#showOwn();
  }

  /** Put a group of puzzles before all others. */
  putFirst(title, entries) {
    this.#order.unshift(...entries.map(({ puzzle }) => nameOf(puzzle)));
    for (const entry of entries) this.#entries.set(nameOf(entry.puzzle), entry);
    this.#root.prepend(...this.#group(title, entries));
    this.#groups.unshift(this.#groups.pop());
  }

  /** The titles and the puzzles of all groups, those of the person first. */
  get groups() {
    const groups = [[t("Your puzzles"), this.own.entries()], ...this.#groups];
    return groups.map(([title, entries]) => [title, entries.map(({ puzzle }) => puzzle)]);
  }

  /** The next entry after that of a name that is not solved; the next one where all are. */
  after(name) {
    const at = this.#order.indexOf(name) + 1;
    const names = [...this.#order.slice(at), ...this.#order.slice(0, at)];
    return this.#entries.get(names.find((each) => bestOf(each) === null) ?? names[0]);
  }

  /** The entry of the page, or the own puzzle, of a name. @returns {Entry | undefined} */
  entryOf(name) {
    return this.#entries.get(name) ?? this.own.entryOf(name);
  }

  /** Keep a puzzle as the person's own, unless the page has it. */
  remember(puzzle, origin, on = Date.now()) {
    const name = nameOf(puzzle);
    if (!this.#entries.has(name)) this.own.keep(name, puzzle, origin, on);
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
    if (slides < (bestOf(name) ?? Infinity)) keep(`best-${name}`, slides);
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
    const all = h("button", { type: "button", class: "all", click: () => this.showOwn() });
    all.textContent = t("All {n}", { n: entries.length });
    const shown = entries.slice(0, MOST_TILES);
    place.replaceChildren(
      ...(entries.length ? [h("h2", {}, t("Your puzzles"), all), this.#tilesOf(shown, false)] : []),
    );
    this.choose(this.#current);
  }

  /** A heading with how many are solved, and tiles. */
  #group(title, entries, heading = "h2") {
    this.#groups.push([title, entries]);
    return [h(heading, {}, title, this.#count(entries)), this.#tilesOf(entries)];
  }

  /** A heading above groups: how many of all are solved, as a number and a bar. */
  #summary(title, entries) {
    const bar = h("progress", {
      max: entries.length,
      value: 0,
      "aria-label": t("{group} solved", { group: title }),
    });
    const key = h("p", { class: "key" }, explained("stars", t("your best / fewest slides")));
    return [h("h2", {}, title, this.#count(entries, bar)), bar, key];
  }

  /** How many of some entries are solved; it stays true, as a bar does that shows the same. */
  #count(entries, bar = null) {
    const place = h("small");
    const names = entries.map(({ puzzle }) => nameOf(puzzle));
    const renew = () => {
      const solved = names.filter((name) => bestOf(name) !== null).length;
      place.textContent = t("{n} of {all}", { n: solved, all: names.length });
      if (bar) bar.value = solved;
    };
    this.#counts.push(renew);
    renew();
    return place;
  }

  #tilesOf(entries, isNumbered = areNumbered(entries)) {
    const tiles = entries.map((entry) => this.#tile(entry, isNumbered));
    return h("div", { class: isNumbered ? "tiles" : "tiles named" }, tiles);
  }

  #tile(entry, isNumbered) {
    const { puzzle, slides, steps } = entry;
    const title = titleOf(puzzle);
    const cost = slides === undefined ? [] : [count(slides, "slide"), count(steps, "step")];
    const words = [title, ...cost].join(", ");
    const click = () => this.#open(entry);
    const button = h("button", { type: "button", "aria-label": words, title: words, click }, [
      h("span", {}, isNumbered ? title.split(" ").at(-1) : title),
      h("small", {}, `${slides ?? `${puzzle.rows}×${puzzle.cols}`}`),
    ]);
    const name = nameOf(puzzle);
    this.#tiles.set(name, [...(this.#tiles.get(name) ?? []), button]);
    showBest(button, bestOf(name), slides);
    return button;
  }

  #markDone(name) {
    const { slides } = this.#entries.get(name) ?? {};
    for (const tile of this.#tiles.get(name) ?? []) showBest(tile, bestOf(name), slides);
    for (const renew of this.#counts) renew();
  }
}

/** The fewest slides in which a puzzle was solved on this device without help, or null. */
function bestOf(name) {
  const slides = recall(`best-${name}`, null);
  return Number.isInteger(slides) && slides > 0 ? slides : null;
}

/** Show on a tile in how many slides its puzzle was solved; `fewest` may not be known. */
function showBest(tile, slides, fewest) {
  if (slides === null) return;
  const stars = fewest === undefined ? 0 : starsOf(slides, fewest);
  const solved = t("solved in {slides}", { slides });
  const words = [tile.title, solved, ...(stars ? [count(stars, "star")] : [])];
  tile.classList.add("done");
  tile.setAttribute("aria-label", words.join(", "));
  tile.querySelector("small").replaceChildren(
    h("i", { class: "stars" }, stars ? starsIn(stars) : "✓"),
    ` ${fewest === undefined ? slides : `${slides}/${fewest}`}`,
  );
}

/** The person's own puzzles. */
class OwnPuzzles {
  /** `open` is told which entry the person chose, `changed` is called after each change. */
  constructor({ open, changed }) {
    Object.assign(this, { open, changed });
  }

  /** Keep a puzzle under its name; one that is kept may get another title. */
  keep(name, puzzle, origin, on) {
    const before = recall(`own-${name}`, null);
    const title = puzzle.title ?? "";
    if (before && (before.title === title || !title)) return;
    keep(`own-${name}`, { origin, on, ...before, title });
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
      const titled = about.title ? { ...puzzle, title: about.title } : puzzle;
      return { puzzle: titled, name, ...about };
    } catch {
      return undefined;
    }
  }
}

/** A word as a heading. */
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** Whether the titles differ in a number alone, as those of the classics. */
function areNumbered(entries) {
  return entries.every(({ puzzle }) => /^\S+ \d+$/.test(puzzle.title ?? ""));
}

function isClassic({ puzzle }) {
  return /^Jam \d+$/.test(puzzle.title);
}
