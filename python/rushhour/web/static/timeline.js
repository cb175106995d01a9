/** The timeline under the board: watch the moves that wait, or go to any state of a game. */

import { byId } from "./dom.js";
import { beat } from "./looks.js";
import { inWords } from "./model.js";
import { t } from "./words.js";

export class Timeline {
  #game = null;
  #seen = () => {};
  #timer = 0;
  #end = 0;
  #root = byId("timeline");
  #watch = byId("watch");
  #scrub = byId("scrub");

  /** @param {(text: string) => void} say  to those who listen */
  constructor(say) {
    this.say = say;
    this.#watch.addEventListener("click", () => (this.isWatching ? this.pause() : this.watch()));
    this.#scrub.addEventListener("input", () => {
      this.pause();
      this.#go(Number(this.#scrub.value));
    });
  }

  get isWatching() {
    return this.#timer !== 0;
  }

  /** Follow a game; `seen` is called whenever the timeline goes to another state of it. */
  follow(game, seen) {
    this.pause();
    this.#game = game;
    this.#seen = seen;
    this.refresh();
  }

  /** Show where the game is now. */
  refresh() {
    const { cursor, moves } = this.#game ?? { cursor: 0, moves: [] };
    this.#root.hidden = moves.length === 0;
    const { isShown, isRated } = this.#game ?? {};
    this.#root.classList.toggle("shows", Boolean(isShown || isRated));
    this.#scrub.max = moves.length;
    this.#scrub.value = cursor;
    const where = t("{n} of {all}", { n: cursor, all: moves.length });
    byId("where").textContent = where;
    const last = this.#game && cursor > 0
      ? inWords(this.#game.start, moves[cursor - 1])
      : t("start");
    this.#scrub.setAttribute("aria-valuetext", `${where}, ${last}`);
  }

  /** Make the moves that wait up to a state, one after another; from the start if none waits. */
  watch(end = Infinity) {
    if (!this.#game.canRedo) this.#go(0);
    this.#end = Math.min(end, this.#game.moves.length);
    if (this.#game.cursor >= this.#end) return;
    this.#show(true);
    this.#timer = setInterval(() => this.#beat(), beat());
  }

  /** Stop watching. */
  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#show(false);
  }

  #beat() {
    this.#go(this.#game.cursor + 1);
    this.say(inWords(this.#game.start, this.#game.moves[this.#game.cursor - 1]));
    if (this.#game.cursor >= this.#end) this.pause();
  }

  #go(cursor) {
    this.#game.jump(cursor);
    this.refresh();
    this.#seen();
  }

  #show(isWatching) {
    this.#watch.toggleAttribute("data-watching", isWatching);
    this.#watch.setAttribute("aria-label", isWatching ? t("Pause") : t("Watch"));
    this.#watch.querySelector("use").setAttribute("href", isWatching ? "#i-pause" : "#i-play");
  }
}
