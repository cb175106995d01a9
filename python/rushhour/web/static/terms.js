/** What a heuristic counts in a state: its terms in words, each of which marks its vehicles. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { count, t, told } from "./words.js";

export class Terms {
  #board;
  #shown = null;
  #answer = null;
  #search = new api.Latest();
  #names = h("select", { change: () => this.#ask() });
  #said = h("p", { role: "status" });
  #list = h("ul", { class: "terms" });

  /** Put the terms into an element; they mark vehicles on the board. */
  constructor(root, board) {
    this.#board = board;
    root.append(h("label", {}, `${t("Heuristic")} `, this.#names), this.#said, this.#list);
  }

  /** Show the terms of a state. */
  async show(puzzle, metric) {
    this.#shown = { puzzle, metric };
    await this.#ask();
  }

  async #ask() {
    try {
      const answer = await this.#search.ask(async (signal) => {
        await this.#name();
        return await api.explain({ ...this.#shown, heuristic: this.#names.value }, signal);
      });
      if (answer) this.#tell(answer);
    } catch (problem) {
      this.#list.replaceChildren();
      this.#said.textContent = problem.message;
    }
  }

  /** Offer the heuristics. */
  async #name() {
    if (this.#names.options.length > 0) return;
    const { heuristics } = await api.heuristics();
    if (this.#names.options.length > 0) return;
    const options = heuristics.map(({ name, help }) =>
      h("option", { title: help, selected: name === "advanced" }, name)
    );
    this.#names.append(...options);
  }

  /** One button for each term; a button that stays keeps the focus. */
  #tell(answer) {
    const { terms, estimate, metric } = this.#answer = answer;
    const least = estimate === null ? t("no solution") : count(estimate, metric);
    const said = t("The estimate is {least}", { least });
    this.#said.textContent = `${said}${terms.length > 0 ? ":" : "."}`;
    const buttons = this.#list.children;
    while (buttons.length > terms.length) this.#list.lastChild.remove();
    while (buttons.length < terms.length) this.#list.append(this.#row(buttons.length));
    terms.forEach(({ amount, words }, place) => {
      const [number, text] = buttons[place].firstChild.children;
      number.textContent = `${amount ?? "∞"} `;
      text.textContent = told(words);
    });
    this.#mark();
  }

  #row(place) {
    const mark = () => this.#mark();
    const button = h(
      "button",
      {
        type: "button",
        "data-place": place,
        pointerenter: mark,
        pointerleave: mark,
        focus: mark,
        blur: mark,
      },
      h("b"),
      h("span"),
    );
    return h("li", {}, button);
  }

  /** Mark the vehicles of the term that is pointed at, or else of the one that has the focus. */
  #mark() {
    const button = this.#list.querySelector("button:hover") ??
      this.#list.querySelector("button:focus");
    const term = this.#answer.terms[button?.dataset.place];
    const others = term ? [...term.others, ...term.moves.map(({ vehicle }) => vehicle)] : [];
    this.#board.ring("hinted", term?.vehicle ? [term.vehicle] : []);
    this.#board.ring("blocker", others.filter((label) => label !== term.vehicle));
  }
}
