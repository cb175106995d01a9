/** The dialog that finds puzzles by length, difficulty and number of cars, and says what to try next. */

import * as api from "./api.js";
import { byId, download, h, svg } from "./dom.js";
import { nameOf, readLink, titleOf, writePack } from "./link.js";
import { played, ratingOf, strengthOf } from "./player.js";
import { recall } from "./store.js";
import { count, levelIn, t } from "./words.js";

const LEVELS = ["beginner", "intermediate", "advanced", "expert", "grandmaster"];
// Rows of the list; a pack holds all that fit.
const MOST_ROWS = 60;

/** What is known of each puzzle by its name: slides, rating and level. */
const analyses = new Map();

/** How hard a puzzle is; null where a limit leaves it open. */
async function analysed(puzzle, signal) {
  const name = nameOf(puzzle);
  if (!analyses.has(name)) {
    const answer = await api.analyse({ puzzle }, signal).catch((problem) => {
      signal.throwIfAborted();
      return problem && null;
    });
    analyses.set(name, answer?.level ? answer : null);
  }
  return analyses.get(name);
}

export class Finder {
  #search = new api.Latest();
  /** @type {[string, import("./model.js").Puzzle[]][]} */
  #groups = [];
  #found = [];
  #rows = new WeakMap();
  #next = null;
  #dialog;

  /** `groupsOf` gives the groups of puzzles that there are, `show` opens one, `copy` copies a link if it can. */
  constructor({ groupsOf, show, copy }) {
    Object.assign(this, { groupsOf, show, copy });
    this.#dialog = dialog();
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => this.#search.cancel());
    this.#dialog.addEventListener("input", () => {
      this.#clear();
      this.#show();
    });
    const clicks = {
      "find-next": () => this.#choose(this.#next),
      "find-random": () => this.#choose(anyOf(this.#found)),
      "find-link": () => this.#copyLink(),
      "find-file": () => this.#download(),
    };
    for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);
  }

  /** Show what there is, and rate what is not rated yet. */
  async open() {
    this.#groups = this.groupsOf().filter(([, puzzles]) => puzzles.length > 0);
    const option = ([title, puzzles], value) =>
      h("option", { value }, `${title} (${puzzles.length})`);
    byId("find-group").replaceChildren(
      h("option", { value: "" }, t("All puzzles")),
      ...this.#groups.map(option),
    );
    this.#clear();
    this.#dialog.showModal();
    this.#show();
    await this.#search.ask((signal) => this.#rate(signal)).catch((problem) => {
      byId("find-error").textContent = problem.message;
    });
  }

  /** Rate all puzzles one after another, then the player by those that were played. */
  async #rate(signal) {
    const all = this.#puzzles("");
    for (const [at, puzzle] of all.entries()) {
      const isNew = !analyses.has(nameOf(puzzle));
      await analysed(puzzle, signal);
      signal.throwIfAborted();
      if (isNew) this.#show(t("{n} of {all} puzzles are rated.", { n: at + 1, all: all.length }));
    }
    const games = [];
    for (const [name, { isWon }] of played()) {
      const answer = await analysed(readLink(name).puzzle, signal);
      if (answer) games.push([isWon, strengthOf(answer.rating)]);
    }
    this.#show();
    this.#advise(games, all);
  }

  /** Say how the player is rated, and which puzzle is the nearest to that of those not played. */
  #advise(games, all) {
    const own = ratingOf(games);
    const names = new Set(played().map(([name]) => name));
    const ratings = all.filter((puzzle) => !names.has(nameOf(puzzle)) && !isSolved(puzzle))
      .flatMap((puzzle) => {
        const answer = analyses.get(nameOf(puzzle));
        return answer ? [{ puzzle, rating: Math.round(strengthOf(answer.rating)) }] : [];
      }).sort((one, other) => Math.abs(one.rating - own) - Math.abs(other.rating - own));
    const [next] = ratings;
    this.#next = next?.puzzle ?? null;
    const found = { own, puzzles: count(games.length, "puzzle") };
    const rated = games.length
      ? t("Your rating is {own} after {puzzles}.", found)
      : t("Your rating is {own} to begin with.", found);
    const title = next && titleOf(next.puzzle);
    const advice = next && t("{title} has {rating}: try it next.", { title, rating: next.rating });
    byId("find-rating").textContent = next ? `${rated} ${advice}` : rated;
    byId("find-next").hidden = !next;
    byId("find-next").textContent = next ? t("Play {title}", { title }) : "";
  }

  /** The puzzles of a group by its number, or all, each once. */
  #puzzles(group) {
    const groups = group === "" ? this.#groups : [this.#groups[Number(group)]];
    const puzzles = groups.flatMap(([, each]) => each);
    return [...new Map(puzzles.map((puzzle) => [nameOf(puzzle), puzzle])).values()];
  }

  #show(said = "") {
    const fits = filter();
    this.#found = this.#puzzles(byId("find-group").value).filter(fits);
    const rows = this.#found.slice(0, MOST_ROWS).map((puzzle) => this.#row(puzzle));
    const shown = [...byId("find-list").children];
    const isSame = rows.length === shown.length && rows.every((row, at) => row === shown[at]);
    if (!isSame) byId("find-list").replaceChildren(...rows);
    const more = this.#found.length - rows.length;
    const found = count(this.#found.length, "puzzle");
    const text = more > 0 ? `${found}; ${t("{n} not listed", { n: more })}.` : `${found}.`;
    byId("find-said").textContent = said ? `${text} ${said}` : text;
    for (const id of ["find-random", "find-link", "find-file"]) {
      byId(id).disabled = this.#found.length === 0;
    }
  }

  /** The row of a puzzle, always the same: it may have the focus, or be pressed, while puzzles are rated. */
  #row(puzzle) {
    if (!this.#rows.has(puzzle)) {
      const click = () => this.#choose(puzzle);
      const button = h("button", { type: "button", click }, titleOf(puzzle), h("small"));
      this.#rows.set(puzzle, h("li", {}, button));
    }
    const row = this.#rows.get(puzzle);
    row.querySelector("small").textContent = wordsFor(puzzle);
    return row;
  }

  /** Forget what went wrong, and the link to what was found before. */
  #clear() {
    byId("find-error").textContent = "";
    byId("find-pack").hidden = true;
  }

  #choose(puzzle) {
    this.#dialog.close();
    this.show(puzzle);
  }

  /** Copy a link to what is found; show it where the browser does not allow that. */
  async #copyLink() {
    const link = byId("find-pack");
    try {
      link.value = `${location.href.split("#")[0]}#${writePack(this.#found)}`;
      link.hidden = await this.copy(link.value);
      link.select();
    } catch (error) {
      byId("find-error").textContent = error.message;
    }
  }

  #download() {
    const lines = this.#found.map((puzzle) => `${JSON.stringify(puzzle)}\n`);
    download(lines.join(""), `pack-of-${lines.length}.jsonl`);
  }
}

function anyOf(puzzles) {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return puzzles[drawn % puzzles.length];
}

function isSolved(puzzle) {
  return recall(`best-${nameOf(puzzle)}`, null) !== null;
}

/** Whether a puzzle is what the fields ask for; what is not known fits no bound. */
function filter() {
  const number = (id, otherwise) => byId(id).value === "" ? otherwise : byId(id).valueAsNumber;
  const within = (value, id) =>
    value >= number(`${id}-least`, -Infinity) && value <= number(`${id}-most`, Infinity);
  const isAsked = ["find-slides-least", "find-slides-most"].some((id) => byId(id).value !== "");
  const level = byId("find-level").value;
  return (puzzle) => {
    const known = analyses.get(nameOf(puzzle));
    return within(puzzle.vehicles.length, "find-cars") &&
      (!isAsked || (known && within(known.slides, "find-slides"))) &&
      (level === "" || known?.level === level) &&
      !(byId("find-unsolved").checked && isSolved(puzzle));
  };
}

function wordsFor(puzzle) {
  const known = analyses.get(nameOf(puzzle));
  const cars = count(puzzle.vehicles.length, "car");
  return known ? `${count(known.slides, "slide")}, ${cars}, ${levelIn(known.level)}` : cars;
}

function dialog() {
  const field = (id, words) => h("input", { type: "number", id, min: 1, "aria-label": words });
  const span = (id, words) =>
    h("fieldset", {}, [
      h("legend", {}, words),
      field(`${id}-least`, t("{what}, at least", { what: words })),
      ` ${t("to")} `,
      field(`${id}-most`, t("{what}, at most", { what: words })),
    ]);
  const levels = LEVELS.map((name) => h("option", { value: name }, levelIn(name)));
  const cross = svg("svg", {}, svg("use", { href: "#i-close" }));
  const close = h("button", { type: "submit", value: "cancel", "aria-label": t("Close") }, cross);
  const button = (id, words, attributes = {}) =>
    h("button", { type: "button", id, ...attributes }, words);
  return h(
    "dialog",
    { id: "find-dialog", "aria-labelledby": "find-title" },
    h("form", { method: "dialog" }, [
      h("header", {}, h("h2", { id: "find-title" }, t("Find a puzzle")), close),
      h("p", { id: "find-rating", role: "status" }, t("Rating the puzzles…")),
      button("find-next", "", { class: "primary", hidden: true }),
      h("div", { class: "fields" }, [
        h("label", {}, `${t("Among")} `, h("select", { id: "find-group" })),
        h("label", {}, `${t("Difficulty")} `, [
          h("select", { id: "find-level" }, h("option", { value: "" }, t("any")), levels),
        ]),
        span("find-slides", t("Slides")),
        span("find-cars", t("Cars")),
        h("label", { class: "check wide" }, h("input", { type: "checkbox", id: "find-unsolved" }), [
          t("Only those not solved yet"),
        ]),
      ]),
      h("p", { id: "find-said", role: "status" }),
      h("ul", { id: "find-list", tabindex: 0, "aria-labelledby": "find-title" }),
      h("input", { id: "find-pack", readonly: true, hidden: true, "aria-label": t("Link") }),
      h("p", { class: "error", id: "find-error", role: "alert" }),
      h("footer", {}, [
        button("find-file", t("Download these")),
        button("find-link", t("Copy a link to these")),
        button("find-random", t("A random one"), { class: "primary" }),
      ]),
    ]),
  );
}
