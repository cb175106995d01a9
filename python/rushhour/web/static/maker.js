/** The dialog for a new puzzle: how large and how hard it is to be. */

import * as api from "./api.js";
import { byId } from "./dom.js";
import { count, grouped } from "./words.js";

// Slides of a level: three of each number.
const PER_LEVEL = 3;

export class Maker {
  #dialog = byId("new-dialog");
  #search = new api.Latest();
  #made;

  /** @param {(entry: {puzzle: object, slides: number, steps: number}) => void} made */
  constructor(made) {
    this.#made = made;
    byId("new").addEventListener("click", () => this.#open());
    byId("new-go").addEventListener("click", () => this.#make());
    for (const id of ["new-size", "new-level"]) {
      byId(id).addEventListener("input", () => this.#describe());
    }
    this.#dialog.addEventListener("close", () => this.#search.cancel());
  }

  #open() {
    this.#describe();
    this.#say("");
    this.#dialog.showModal();
  }

  #describe() {
    const { rows, slides: [least, most] } = wanted();
    byId("new-size-words").value = `${rows} × ${rows}`;
    byId("new-level-words").value = `${least} to ${count(most, "slide")}`;
  }

  /** Make the puzzle; it opens, or the dialog says why there is none. */
  async #make() {
    const go = byId("new-go");
    go.disabled = true;
    this.#say("Making it…");
    const tell = ({ states }) => this.#say(`Making it… ${count(grouped(states), "board")} tried.`);
    try {
      const answer = await this.#search.ask((signal) => api.generate(wanted(), signal, tell));
      if (!answer) return;
      this.#dialog.close();
      const title = `New puzzle ${answer.seed}`;
      this.#made({ ...answer, puzzle: { ...answer.puzzle, title } });
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

/** What the fields ask for, with a new seed. */
function wanted() {
  const [side, level] = ["new-size", "new-level"].map((id) => Number(byId(id).value));
  const least = PER_LEVEL * level;
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return {
    rows: side,
    cols: side,
    slides: [least, least + PER_LEVEL - 1],
    walls: byId("new-walls").checked ? [1, 2] : [0, 0],
    seed,
  };
}
