/** Why a link did not open as it says, and what is shown in its place: until someone closes it. */

import { byId } from "./dom.js";
import { t } from "./words.js";

export class Refusal {
  #waiting = null;

  constructor() {
    byId("refusal-close").addEventListener("click", () => (byId("refusal").hidden = true));
  }

  /**
   * Note a refusal, which `show` shows.
   *
   * @param {(title: string) => string} say  what to say where the puzzle of this title is shown
   * @param {string} reason  what is wrong, as a reader of texts says it
   */
  note(say, reason) {
    this.#waiting = { say, reason };
  }

  /** Show what was noted, now that a puzzle is shown. */
  show(title) {
    if (!this.#waiting) return;
    const { say, reason } = this.#waiting;
    this.#waiting = null;
    byId("refusal-text").textContent = say(title);
    byId("refusal-reason").textContent = reason;
    byId("refusal").querySelector("details").open = false;
    byId("refusal").hidden = false;
  }
}

/** Of a link without a puzzle. */
export function damaged(title) {
  return t(
    "This link is damaged or incomplete: it contains no puzzle. You see “{title}” instead.",
    { title },
  );
}

/** Of a link whose moves cannot be made. */
export function withoutMoves(title) {
  return t("The moves in this link do not fit its puzzle. You see “{title}” without them.", {
    title,
  });
}
