/** What a newcomer needs: the goal, the help, and explanations in place. */

import { byId, h } from "./dom.js";
import { keep, recall } from "./store.js";

// Milliseconds in which a pointer may go from a word to its explanation.
const PATIENCE = 200;
// Of an explanation, from its word and from the edges of the window, in pixels.
const GAP = 8;

export class Help {
  constructor() {
    new Explanations(byId("explained"));
    byId("goal-close").addEventListener("click", () => {
      this.dismiss();
      const board = byId("board");
      board.focusOn(board.puzzle.target);
    });
    byId("help").addEventListener("click", () => byId("help-dialog").showModal());
  }

  /** Show the goal where one plays, until the visitor has reached it once or closes it. */
  welcome(view) {
    byId("goal").hidden = view !== "play" || recall("welcomed", false) === true;
  }

  /** The visitor knows what to do: the goal is not shown again. */
  dismiss() {
    byId("goal").hidden = true;
    if (recall("welcomed", false) !== true) keep("welcomed", true);
  }
}

/**
 * Explanations beside the words that they explain, for a pointer, the focus or a finger. The word is a
 * button of class `what`, described by the text in the help.
 */
class Explanations {
  #root;
  #word = null;
  #waiting = 0;

  /** @param {HTMLElement} root  where they are shown */
  constructor(root) {
    this.#root = root;
    const wordOf = ({ target }) => target.closest?.(".what");
    const show = (event) => wordOf(event) && this.#show(wordOf(event));
    const leave = () => (this.#waiting = setTimeout(() => this.#hide(), PATIENCE));
    addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(event));
    addEventListener("pointerout", (event) => wordOf(event) && leave());
    addEventListener("focusin", (event) => wordOf(event)?.matches(":focus-visible") && show(event));
    addEventListener("focusout", (event) => wordOf(event) && this.#hide());
    addEventListener("click", (event) => wordOf(event) ? show(event) : this.#hide());
    addEventListener("scroll", () => this.#place(), { capture: true, passive: true });
    addEventListener("keydown", ({ key }) => key === "Escape" && this.#hide());
    root.addEventListener("pointerenter", () => clearTimeout(this.#waiting));
    root.addEventListener("pointerleave", leave);
  }

  #show(word) {
    clearTimeout(this.#waiting);
    if (word === this.#word) return;
    this.#hide();
    this.#word = word;
    this.#root.textContent = byId(word.getAttribute("aria-describedby")).textContent;
    this.#root.showPopover();
    this.#place();
  }

  /** Below the word, or above it where there is no room. */
  #place() {
    if (!this.#word) return;
    const word = this.#word.getBoundingClientRect();
    const { width, height } = this.#root.getBoundingClientRect();
    const left = Math.min(word.left, document.documentElement.clientWidth - width - GAP);
    const isBelow = word.bottom + GAP + height < innerHeight;
    this.#root.style.left = `${Math.max(GAP, left)}px`;
    this.#root.style.top = `${isBelow ? word.bottom + GAP : word.top - GAP - height}px`;
  }

  #hide() {
    clearTimeout(this.#waiting);
    if (this.#word) this.#root.hidePopover();
    this.#word = null;
  }
}

/** A word that explains itself: `what` names its text in the help. */
export function explained(what, ...content) {
  return h(
    "button",
    { type: "button", class: "what", "aria-describedby": `what-${what}` },
    content,
  );
}
