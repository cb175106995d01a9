/** Why a link did not open as it says, and what is shown in its place: until someone closes it. */

import { byId } from "./dom.js";
import { t } from "./words.js";

byId("refusal-close").addEventListener("click", () => (byId("refusal").hidden = true));

/**
 * Say what a link is, now that the puzzle of this title is shown.
 *
 * @param {"damaged" | "moves"} what  whether it has no puzzle, or moves that cannot be made
 * @param {string} reason  what is wrong, as a reader of texts says it
 */
export function refuse(what, reason, title) {
  byId("refusal-text").textContent = what === "damaged"
    ? t("This link is damaged or incomplete: it contains no puzzle. You see “{title}” instead.", {
      title,
    })
    : t("The moves in this link do not fit its puzzle. You see “{title}” without them.", { title });
  byId("refusal-reason").textContent = reason;
  byId("refusal").querySelector("details").open = false;
  byId("refusal").hidden = false;
}
