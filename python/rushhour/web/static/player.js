/**
 * The player's results, one for each puzzle: the first one counts. This device alone knows them.
 *
 * The rating is that of Elo, as in chess: each puzzle is a game against its own rating. Solved without help is a
 * win; a hint, a rated move or the solution is a loss.
 */

import { nameOf } from "./link.js";
import { keep, recall, recallAll } from "./store.js";

// Where a player begins, and how much one game can change.
const BEGIN = 1000;
const MOST_CHANGE = 32;
// The rating of the easiest puzzle, and what each percent of easier boards adds.
const EASIEST = 800;
const PER_PERCENT = 12;

/** A watcher of the games that keeps their results. */
export class Player {
  /** A game begins: nothing is known yet. */
  begin() {}

  /** The game went to another state. */
  changed(game) {
    if (game.isSolved && !game.isHelped) count(game, true);
  }

  /** A hint was shown, or more. */
  helped(game) {
    count(game, false);
  }

  /** The view is left. */
  left() {}
}

function count({ start }, isWon) {
  const name = `played-${nameOf(start)}`;
  if (recall(name, null) === null) keep(name, { isWon, on: Date.now() });
}

/** The results by the names of their puzzles, the first one first. */
export function played() {
  const isSound = ([, result]) => typeof result?.isWon === "boolean" && result.on >= 0;
  return recallAll("played-").filter(isSound).sort(([, one], [, other]) => one.on - other.on);
}

/** The rating of a puzzle that is harder than so many percent of boards. */
export function strengthOf(percent) {
  return EASIEST + PER_PERCENT * percent;
}

/** The rating of a player after games: whether each was won, and the rating of its puzzle. @param {[boolean, number][]} games */
export function ratingOf(games) {
  const after = (own, [isWon, other]) =>
    own + MOST_CHANGE * (Number(isWon) - 1 / (1 + 10 ** ((other - own) / 400)));
  return Math.round(games.reduce(after, BEGIN));
}
