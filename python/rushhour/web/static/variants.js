/** Other boards near the one that is drawn: harder, easier, or with fewer cars; one tap takes one. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { count, t, told } from "./words.js";

// How many are offered at once.
const MOST = 6;
// Seconds until what was found is shown.
const PATIENCE = 20;
const ASKED = { harder, easier, fewer };

/**
 * @typedef {{board: object, change: string, slides: number}} Offer
 * @typedef {{offers: Offer[], none: string}} Offers  and what is said where there is none
 */

export class Variants {
  #search = new api.Latest();
  #editor;
  // The board near which there are others.
  #near = null;

  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.#editor = editor;
    for (const [id, find] of Object.entries(ASKED)) {
      byId(id).addEventListener("click", () => this.#find(find));
    }
  }

  /** Forget what was found near another board than this one. */
  forget(draft = null) {
    if (boardIn(draft) === this.#near) return;
    this.#near = null;
    this.#search.cancel();
    this.#show("");
  }

  async #find(find) {
    const { draft } = this.#editor;
    this.#near = boardIn(draft);
    this.#show(t("Looking for other boards…"));
    try {
      const found = await this.#search.ask((signal) => find(draft, signal));
      if (found) this.#show(found.offers.length ? "" : found.none, found.offers);
    } catch (problem) {
      this.#show(problem.message);
    }
  }

  #show(text, offers = []) {
    byId("variants-said").textContent = text;
    const items = offers.map((offer) => h("li", {}, this.#button(offer)));
    byId("variants-found").replaceChildren(...items);
  }

  #button({ board, change, slides }) {
    const take = () => {
      this.#editor.edit({ walls: [], ...board });
      this.#editor.say(t("Now it is {change}. Undo brings the other board back.", { change }));
    };
    return h("button", { type: "button", click: take }, `${change}: ${count(slides, "slide")}`);
  }
}

/** A draft without its title, as text; null if there is none. */
function boardIn(draft) {
  if (draft === null) return null;
  const { rows, cols, exit, target, walls, vehicles } = draft;
  const cars = vehicles.map(({ label, axis, row, col, length }) => [label, axis, row, col, length]);
  return JSON.stringify([rows, cols, exit.side, exit.line, target, walls, cars]);
}

function offer({ board, parts, slides }) {
  return { board, change: told(parts), slides };
}

/** Neighbours with more slides, or as many but harder for people. @returns {Promise<Offers>} */
async function harder(puzzle, signal) {
  const { variants } = await api.vary({ puzzle, max_seconds: PATIENCE }, signal);
  const offers = variants.filter(({ kind }) => kind !== "easier").slice(0, MOST).map(offer);
  return { offers, none: t("No board one change away is harder.") };
}

/** Neighbours with fewer slides, those with the most first. @returns {Promise<Offers>} */
async function easier(puzzle, signal) {
  const { variants } = await api.vary({ puzzle, max_seconds: PATIENCE }, signal);
  const offers = variants.filter(({ kind }) => kind === "easier").slice(0, MOST).map(offer);
  return { offers, none: t("No board one change away is easier.") };
}

/** The same optimum with fewer cars and walls. @returns {Promise<Offers>} */
async function fewer(puzzle, signal) {
  const request = { puzzle, max_sets: MOST, max_seconds: PATIENCE };
  const { slides, minimal, reductions } = await api.minimise(request, signal);
  if (minimal) return { offers: [], none: t("No car can go: each is needed.") };
  const offers = reductions.map(({ board, vehicles, walls }) => {
    const parts = [...vehicles, ...(walls.length ? [count(walls.length, "wall")] : [])];
    return { board, slides, change: t("without {parts}", { parts: parts.join(", ") }) };
  });
  return { offers, none: t("The search came to its limit.") };
}
