/** What a newcomer needs: the goal, three boards that teach the game, the help, and explanations in place. */

import { byId, h } from "./dom.js";
import { isSolved } from "./model.js";
import { keep, recall } from "./store.js";

// Milliseconds in which a pointer may go from a word to its explanation.
const PATIENCE = 200;
// Of an explanation, from its word and from the edges of the window, in pixels.
const GAP = 8;

/** Boards that teach one thing each; none needs more than three slides. */
const LESSONS = [
  {
    title: "Drag",
    board: "..../AA../..../....",
    task: "Drag the red car along its row, out at the arrow.",
    keys:
      "By keys: Tab goes to the car, the arrow keys move it; with Shift it goes as far as it can.",
    done: "That is the goal of every puzzle.",
  },
  {
    title: "Block",
    board: "..B./AAB./..../....",
    task: "B is in the way. A vehicle goes only forwards and backwards: B goes up and down.",
    hint: "Move B out of the row first, then the red car.",
    done: "That took two slides: one for each vehicle.",
  },
  {
    title: "Chain",
    board: "..B../AAB../..B../.CC../.....",
    task:
      "B is in the way, and C is in the way of B. Go back from the arrow: what must move first?",
    hint: "Three slides are enough.",
    done: "Longer chains of this kind are all there is to it.",
  },
];

export class Help {
  #dialog = byId("learn-dialog");
  #board = byId("learn-board");
  #lesson = 0;

  constructor() {
    new Explanations(byId("explained"));
    for (const id of ["learn", "learn-again"]) {
      byId(id).addEventListener("click", () => this.#learn());
    }
    byId("goal-close").addEventListener("click", () => {
      this.dismiss();
      const board = byId("board");
      board.focusOn(board.puzzle.target);
    });
    byId("help").addEventListener("click", () => byId("help-dialog").showModal());
    byId("learn-on").addEventListener("click", () => this.#go(this.#lesson + 1));
    byId("learn-back").addEventListener("click", () => this.#go(this.#lesson - 1));
    // The board makes the move when all listeners have heard of it.
    this.#board.addEventListener("move", () => queueMicrotask(() => this.#check()));
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

  #learn() {
    byId("help-dialog").close();
    this.#dialog.showModal();
    this.#go(0);
  }

  /** Show a lesson; after the last one there is the puzzle again. */
  #go(lesson) {
    if (lesson === LESSONS.length) return this.#dialog.close();
    this.#lesson = lesson;
    const { title, board, task, keys, hint } = LESSONS[lesson];
    byId("learn-title").textContent = `${lesson + 1} of ${LESSONS.length}: ${title}`;
    byId("learn-task").textContent = task;
    byId("learn-keys").replaceChildren(keys ? h("span", { class: "keyboard" }, keys) : hint);
    byId("learn-back").disabled = lesson === 0;
    byId("learn-on").textContent = lesson + 1 < LESSONS.length ? "Next" : "Play";
    this.#board.removeAttribute("board");
    this.#board.setAttribute("board", board);
    byId("learn-on").classList.remove("primary");
    this.#board.focusOn("A");
  }

  /** Say so where the red car is out, and lead on. */
  #check() {
    if (!isSolved(this.#board.puzzle)) return;
    byId("learn-keys").textContent = LESSONS[this.#lesson].done;
    byId("learn-on").classList.add("primary");
    byId("learn-on").focus();
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
