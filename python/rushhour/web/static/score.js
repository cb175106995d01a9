/** The score: what was spent in both metrics, beside the least that there can be. */

import { byId } from "./dom.js";

// More than four characters are words, such as `at least 20`.
const DIGITS = 4;

/** Show a game's counts and the optima; null where these are not known yet. */
export function showScore(game, optima) {
  for (const unit of ["slides", "steps"]) {
    const least = optima?.[unit] ?? "…";
    const [mine, best] = [byId(unit), byId(`best-${unit}`)];
    mine.textContent = game[unit];
    mine.classList.toggle("over", game[unit] > Number(least));
    mine.classList.toggle("best", game.isSolved && game[unit] === Number(least));
    best.textContent = least;
    best.classList.toggle("long", `${least}`.length > DIGITS);
  }
}
