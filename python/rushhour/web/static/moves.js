/** The moves of a game as buttons: each leads to the state after it. */

import { byId, h } from "./dom.js";
import { inWords, written } from "./model.js";

export class Moves {
  #root = byId("moves");
  #shown = [];

  /** @param {(cursor: number) => void} go */
  constructor(go) {
    this.go = go;
    this.#root.parentNode.addEventListener("toggle", () => this.#reveal());
  }

  /** Show a game's moves and which was the last; buttons stay, and keep the focus, where they can. */
  show({ moves, cursor, start }) {
    const isSame = moves.length === this.#shown.length &&
      moves.every((move, index) => move === this.#shown[index]);
    if (!isSame) this.#build(moves, start);
    [...this.#root.children].forEach((item, index) => {
      item.classList.toggle("ahead", index >= cursor);
      if (index + 1 === cursor) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
    this.#reveal();
  }

  #build(moves, start) {
    this.#shown = [...moves];
    const items = moves.map((move, index) => {
      const click = () => this.go(index + 1);
      const attributes = { type: "button", "aria-label": inWords(start, move), click };
      return h("li", {}, h("button", attributes, written(move)));
    });
    this.#root.replaceChildren(...items);
    byId("move-count").textContent = moves.length ? `(${moves.length})` : "";
  }

  /** Scroll the list, and nothing else, to the last move. */
  #reveal() {
    const root = this.#root;
    const here = root.querySelector("[aria-current]")?.parentNode;
    if (!here) return;
    const below = here.offsetTop + here.offsetHeight - root.clientHeight;
    root.scrollTop = Math.min(here.offsetTop, Math.max(root.scrollTop, below));
  }
}
