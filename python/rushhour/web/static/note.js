/** The note below the buttons: a hint, the end of a solution, or an error; and a move to make. */

import { byId } from "./dom.js";

export class Note {
  #root = byId("note");
  #text = byId("note-text");
  #offer = byId("note-do");

  /** @param {{say: (text: string) => void, accept: () => void}} report */
  constructor({ say, accept }) {
    this.say = say;
    this.#offer.addEventListener("click", accept);
  }

  /** Whether it tells of the end. */
  get isSolved() {
    return this.#root.classList.contains("solved");
  }

  /** Show a text, of a kind that the style sheet knows; `offersMove` shows the button for it. */
  show(text, kind = "", offersMove = false) {
    this.#root.hidden = text === "";
    this.#root.className = `note ${kind}`;
    this.#text.textContent = text;
    this.#offer.hidden = !offersMove;
    if (offersMove) this.#root.scrollIntoView({ block: "nearest" });
    if (text) this.say(text);
  }

  /** Change the text that is shown, without saying it. */
  update(text) {
    this.#text.textContent = text;
  }

  /** Show nothing. */
  clear() {
    this.show("");
  }
}
