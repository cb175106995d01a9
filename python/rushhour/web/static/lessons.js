/** Three boards that teach the game. */

import { byId, h } from "./dom.js";
import { isSolved } from "./model.js";
import { t } from "./words.js";

/** Boards that teach one thing each; none needs more than three slides. */
const lessons = () => [
  {
    title: t("Drag"),
    board: "..../AA../..../....",
    task: t("Drag the red car along its row, out at the arrow."),
    keys: t(
      "By keys: Tab goes to the car, the arrow keys move it; with Shift it goes as far as it can.",
    ),
    done: t("That is the goal of every puzzle."),
  },
  {
    title: t("Block"),
    board: "..B./AAB./..../....",
    task: t("B is in the way. A vehicle goes only forwards and backwards: B goes up and down."),
    hint: t("Move B out of the row first, then the red car."),
    done: t("Two slides are enough: one for each vehicle."),
  },
  {
    title: t("Chain"),
    board: "..B../AAB../..B../.CC../.....",
    task: t(
      "B is in the way, and C is in the way of B. Go back from the arrow: what must move first?",
    ),
    hint: t("Three slides are enough."),
    done: t("Longer chains of this kind are all there is to it."),
  },
];

export class Lessons {
  #dialog = byId("learn-dialog");
  #board = byId("learn-board");
  #lesson = 0;
  #lessons = lessons();

  constructor() {
    byId("learn-on").addEventListener("click", () => this.#go(this.#lesson + 1));
    byId("learn-back").addEventListener("click", () => this.#go(this.#lesson - 1));
    // The board makes the move when all listeners have heard of it.
    this.#board.addEventListener("move", () => queueMicrotask(() => this.#check()));
  }

  /** Show the first one. */
  open() {
    byId("help-dialog").close();
    this.#dialog.showModal();
    this.#go(0);
  }

  /** Show a lesson; after the last one there is the puzzle again. */
  #go(lesson) {
    if (lesson === this.#lessons.length) return this.#dialog.close();
    this.#lesson = lesson;
    const all = this.#lessons.length;
    const { title, board, task, keys, hint } = this.#lessons[lesson];
    byId("learn-title").textContent = `${t("{n} of {all}", { n: lesson + 1, all })}: ${title}`;
    byId("learn-task").textContent = task;
    byId("learn-keys").replaceChildren(keys ? h("span", { class: "keyboard" }, keys) : hint);
    byId("learn-back").disabled = lesson === 0;
    byId("learn-on").textContent = lesson + 1 < all ? t("Next") : t("Play");
    this.#board.removeAttribute("board");
    this.#board.setAttribute("board", board);
    byId("learn-on").classList.remove("primary");
    this.#board.focusOn("A");
  }

  /** Say so where the red car is out, and lead on. */
  #check() {
    if (!isSolved(this.#board.puzzle)) return;
    byId("learn-keys").textContent = this.#lessons[this.#lesson].done;
    byId("learn-on").classList.add("primary");
    byId("learn-on").focus();
  }
}
