/** How hard the puzzle is, wherever the page has a place for it: a rating, a word, and why. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { explained } from "./help.js";
import { count, levelIn, t, told } from "./words.js";

export class Gauge {
  #places = [...document.querySelectorAll(".gauge")];
  #search = new api.Latest();

  /** Show the rating of a puzzle as soon as it is known; its place is kept, unless there is none. */
  async show(puzzle) {
    this.clear();
    const answer = await this.#search.ask((signal) => api.analyse({ puzzle }, signal)).catch(() =>
      null
    );
    if (!answer) return;
    const { level } = answer;
    byId("win-hard").textContent = level ? `${levelIn(level)}, ${harderThan(answer)}.` : "";
    for (const place of this.#places) {
      place.replaceChildren(...(level ? parts(answer) : []));
      place.hidden = !level;
      place.classList.remove("waiting");
    }
  }

  /** Show nothing until the next puzzle. */
  clear() {
    this.#search.cancel();
    byId("win-hard").textContent = "";
    for (const place of this.#places) {
      place.hidden = false;
      place.classList.add("waiting");
    }
  }
}

function parts({ level, rating, parts: reasons, ...found }) {
  const harder = harderThan({ rating });
  const mark = h("span");
  mark.style.setProperty("--at", `${rating}%`);
  return [
    h("p", {}, h("strong", {}, explained("difficulty", levelIn(level))), ` ${harder}`),
    h("div", {
      class: "scale",
      role: "meter",
      "aria-label": t("Difficulty"),
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": Math.floor(rating),
      "aria-valuetext": `${levelIn(level)}, ${harder}`,
    }, mark),
    h(
      "details",
      {},
      h("summary", {}, t("Why")),
      h("ul", {}, reasons.map((reason) => h("li", {}, told(reason)))),
      h("p", {}, prediction(found)),
    ),
  ];
}

function harderThan({ rating }) {
  const percent = Math.floor(rating);
  return percent
    ? t("harder than {percent} % of boards", { percent })
    : t("among the easiest boards");
}

function prediction({ difficulty, difficulty_low: low, difficulty_high: high, extrapolated }) {
  const moves = count(Math.round(difficulty), "move");
  const [least, most] = [Math.round(low), Math.round(high)];
  const said = t("A person takes some {moves}, often {least} to {most}.", { moves, least, most });
  if (!extrapolated) return said;
  return `${said} ${t("People were measured on other boards: this is a guess.")}`;
}
