/** Puzzles as cards to print and cut out: several on a page, with their solutions behind them. */

import * as api from "./api.js";
import "./board.js";
import { byId, h } from "./dom.js";
import { titleOf, writeLink } from "./link.js";
import { inWords } from "./model.js";
import { codeOf } from "./qr.js";
import { count, t } from "./words.js";

// The largest side of a board, and how many cards of such boards fit in a row and a column: as in `render/cards.py`.
const SIZES = [[8, 2, 3], [14, 1, 2], [32, 1, 1]];
// Millimetres: the width of a module of a QR code, and the least of a code; as there.
const [MODULE, LEAST_CODE] = [0.5, 20];
// More answers than these are listed in smaller letters.
const FEW = 24;

const root = document.documentElement;

/** @typedef {[string, import("./model.js").Puzzle[]]} Group */

export class Cards {
  #dialog = byId("cards-dialog");
  #search = new api.Latest();
  #sheets = h("div", { id: "sheets", inert: true });
  #size = new CSSStyleSheet();
  /** @type {Group[]} */
  #groups = [];

  /** @param {() => Group[]} groupsOf  the groups of puzzles that there are */
  constructor(groupsOf) {
    this.groupsOf = groupsOf;
    document.body.append(this.#sheets);
    document.adoptedStyleSheets.push(this.#size);
    byId("cards-go").addEventListener("click", () => this.#print());
    this.#dialog.addEventListener("close", () => this.#search.cancel());
    addEventListener("afterprint", () => this.#putAway());
  }

  /** Ask which puzzles are printed, and how. */
  open() {
    this.#groups = this.groupsOf().filter(([, puzzles]) => puzzles.length > 0);
    const options = this.#groups.map(([title, puzzles], value) =>
      h("option", { value }, value === 0 ? title : `${title}: ${count(puzzles.length, "puzzle")}`)
    );
    byId("cards-group").replaceChildren(...options);
    this.#say("");
    this.#dialog.showModal();
  }

  async #print() {
    const [, puzzles] = this.#groups[Number(byId("cards-group").value)];
    const paper = byId("cards-letter").checked ? "letter" : "A4";
    byId("cards-go").disabled = true;
    try {
      const all = puzzles.length;
      const tell = (n) => this.#say(t("Solving {n} of {all}…", { n, all }));
      const hasCodes = byId("cards-codes").checked;
      const work = (signal) => Promise.all([solved(puzzles, hasCodes, signal, tell), styled()]);
      const found = await this.#search.ask(work);
      if (!found) return;
      this.#sheets.replaceChildren(...sheetsOf(found[0], byId("cards-backs").checked));
      this.#size.replaceSync(`@page { size: ${paper}; margin: 10mm; }`);
      root.dataset.prints = paper;
      this.#dialog.close();
      print();
    } catch (problem) {
      this.#say("", problem.message);
    } finally {
      byId("cards-go").disabled = false;
    }
  }

  #putAway() {
    delete root.dataset.prints;
    this.#size.replaceSync("");
    this.#sheets.replaceChildren();
  }

  #say(text, error = "") {
    byId("cards-said").textContent = text;
    byId("cards-error").textContent = error;
  }
}

/** The puzzles with their outcomes and, where these are wanted, codes; `tell` hears how many there are. */
async function solved(puzzles, hasCodes, signal, tell) {
  const page = location.href.split("#")[0];
  const cards = [];
  for (const puzzle of puzzles) {
    tell(cards.length + 1);
    const code = hasCodes ? await codeOf(`${page}#${writeLink(puzzle)}`, signal) : null;
    cards.push({ puzzle, code, outcome: await api.solve({ puzzle }, signal) });
  }
  return cards;
}

/** Resolves when the style of the cards is there. */
function styled() {
  if (byId("cards-style")) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const load = () => resolve();
    const error = () => reject(new Error(t("The style of the cards could not be loaded.")));
    const link = { id: "cards-style", rel: "stylesheet", href: "cards.css", load, error };
    document.head.append(h("link", link));
  });
}

/** The pages: fronts, each followed by its backs, where these are wanted. */
function sheetsOf(cards, hasBacks) {
  const side = Math.max(...cards.map(({ puzzle }) => Math.max(puzzle.rows, puzzle.cols)));
  const [, across, down] = SIZES.find(([most]) => side <= most) ?? SIZES.at(-1);
  const sheets = [];
  for (let first = 0; first < cards.length; first += across * down) {
    const part = cards.slice(first, first + across * down);
    sheets.push(sheet("fronts", part.map(front), across, down));
    if (hasBacks) sheets.push(sheet("backs", part.map(back), across, down));
  }
  return sheets;
}

function sheet(side, cards, across, down) {
  const made = h("section", { class: `sheet ${side}` }, cards);
  made.style.setProperty("--across", across);
  made.style.setProperty("--down", down);
  return made;
}

function front({ puzzle, outcome, code }) {
  const board = h("rush-hour-board", { still: true });
  board.puzzle = puzzle;
  const cost = outcome.status === "solved" ? count(outcome.cost, "slide") : "";
  if (code) {
    code.style.width = `${Math.max(LEAST_CODE, MODULE * code.viewBox.baseVal.width)}mm`;
  }
  return h("article", {}, h("h3", {}, titleOf(puzzle), h("small", {}, cost)), board, code);
}

function back({ puzzle, outcome }) {
  const moves = outcome.moves ?? [];
  const small = moves.length > FEW ? "small" : null;
  const list = h("ol", { class: small }, moves.map((move) => h("li", {}, inWords(puzzle, move))));
  return h(
    "article",
    {},
    h("h3", {}, titleOf(puzzle)),
    moves.length ? list : h("p", {}, said(outcome)),
  );
}

function said({ status }) {
  if (status === "solved") return t("It is solved.");
  return status === "unsolvable" ? t("It has no solution.") : t("Its solution was not found.");
}
