/** The verdict on a draft: every reason against it, or its optimum, soon after each change. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { count } from "./words.js";

const PAUSE = 120;

export class Verdict {
  #check = new api.Latest();
  #timer = 0;
  #draft = null;

  /** @param {(puzzle: object, text: string) => void} accepted  is told of every valid board */
  constructor(accepted) {
    this.accepted = accepted;
  }

  /** Judge a draft as soon as it rests. */
  later(draft) {
    this.#draft = draft;
    byId("try").disabled = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), PAUSE);
  }

  /** Judge what waits to be judged. */
  async settle() {
    const puzzle = this.#draft;
    clearTimeout(this.#timer);
    if (puzzle === null) return;
    try {
      const answer = await this.#check.ask((signal) => api.validate({ puzzle }, signal));
      if (answer && puzzle === this.#draft) this.#judge(puzzle, answer);
    } catch (problem) {
      this.#say("Not checked", problem.reasons?.length ? problem.reasons : [problem.message], true);
    }
  }

  /** Judge nothing any more. */
  cancel() {
    this.#draft = null;
    clearTimeout(this.#timer);
    this.#check.cancel();
  }

  #judge(puzzle, { valid, reasons, text }) {
    this.#draft = null;
    if (!valid) return this.#say("Not a board yet", reasons, true);
    byId("try").disabled = false;
    this.accepted(puzzle, text);
    this.#say("A valid board", ["Searching for its optimum…"]);
    this.#findOptimum(puzzle);
  }

  async #findOptimum(puzzle) {
    try {
      const best = await this.#check.ask((signal) => api.optima(puzzle, signal));
      if (best) this.#say("A valid board", [optimum(best)]);
    } catch (problem) {
      this.#say("A valid board", [problem.message]);
    }
  }

  #say(title, lines, isWrong = false) {
    const list = h("ul", {}, lines.map((line) => h("li", {}, line)));
    byId("verdict").classList.toggle("wrong", isWrong);
    byId("verdict").replaceChildren(h("strong", {}, title), ...(isWrong ? [list] : lines));
  }
}

function optimum({ status, slides, steps }) {
  if (status === "unsolvable") return "No moves lead to the exit.";
  const begin = status === "solved" ? "Solved in" : "A limit came first: it takes";
  return `${begin} ${count(slides, "slide")}, or ${count(steps, "step")}.`;
}
