/** The dialog for a new puzzle: how large and how hard it is to be. */

import * as api from "./api.js";
import { byId } from "./dom.js";
import { boardOf } from "./link.js";
import { count, grouped, t } from "./words.js";

// The most slides that a board of 6 x 6 without walls needs.
const MOST = 51;
// Slides of a level: three of each number.
const PER_LEVEL = 3;
// Harder puzzles are too rare to be made while somebody waits.
const MOST_MADE = 10;
const MOST_DRAWN = Math.floor(MOST / PER_LEVEL);

export class Maker {
  #dialog = byId("new-dialog");
  #search = new api.Latest();
  #made;

  /** @param {(entry: {puzzle: object, slides: number, steps: number}) => void} made */
  constructor(made) {
    this.#made = made;
    byId("new-go").addEventListener("click", () => this.#make());
    for (const id of ["new-size", "new-level", "new-walls"]) {
      byId(id).addEventListener("input", () => this.#describe());
    }
    this.#dialog.addEventListener("close", () => this.#search.cancel());
  }

  /** Ask how large and how hard it is to be. */
  open() {
    this.#describe();
    this.#say("");
    this.#dialog.showModal();
  }

  /** Say in words what the fields ask for, and offer the levels that there are. */
  #describe() {
    byId("new-level").max = hasHardest(wanted()) ? MOST_DRAWN : MOST_MADE;
    const { rows, slides: [least, most] } = wanted();
    byId("new-size-words").value = `${rows} × ${rows}`;
    const words = count(most, "slide");
    byId("new-level-words").value = least === most
      ? words
      : t("{least} to {most}", { least, most: words });
  }

  /** Make or draw the puzzle; it opens, or the dialog says why there is none. */
  async #make() {
    const go = byId("new-go");
    go.disabled = true;
    const said = t("Making it…");
    this.#say(said);
    const tell = ({ states }) =>
      this.#say(`${said} ${t("{boards} tried.", { boards: count(grouped(states), "board") })}`);
    try {
      const answer = await this.#search.ask((signal) => found(wanted(), signal, tell));
      if (!answer) return;
      this.#dialog.close();
      this.#made(answer);
    } catch (problem) {
      this.#say("", problem.message);
    } finally {
      go.disabled = false;
    }
  }

  #say(text, error = "") {
    byId("new-said").textContent = text;
    byId("new-error").textContent = error;
  }
}

/** Whether the hardest boards are among those wanted. */
function hasHardest({ rows, walls: [, walls] }) {
  return rows === 6 && walls === 0;
}

/** A puzzle as wanted: one of the hardest boards, or a new one. */
function found(order, signal, tell) {
  const { slides, seed } = order;
  const isDrawn = hasHardest(order) && slides[0] > PER_LEVEL * MOST_MADE;
  return isDrawn ? drawn(slides, seed) : api.generate(order, signal, tell);
}

/** What the fields ask for, with a new seed. */
function wanted() {
  const [side, level] = ["new-size", "new-level"].map((id) => Number(byId(id).value));
  const least = PER_LEVEL * level;
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return {
    rows: side,
    cols: side,
    slides: [least, Math.min(least + PER_LEVEL - 1, MOST)],
    walls: byId("new-walls").checked ? [1, 2] : [0, 0],
    seed,
  };
}

/**
 * One of the hardest boards, drawn by chance among those that need so many slides. The list is loaded when it is needed.
 *
 * @param {[number, number]} slides the least and the most
 * @param {number} seed the same seed draws the same board
 */
async function drawn([least, most], seed) {
  const { HARDEST } = await import("./hardest-boards.js");
  const boards = HARDEST.trim().split("\n").map((line, index) => [index + 1, ...line.split(",")]);
  const fitting = boards.filter(([, , slides]) => least <= slides && slides <= most);
  const [rank, board] = fitting[seed % fitting.length];
  return { puzzle: { ...boardOf(board), title: t("Hardest {rank}", { rank }) } };
}
