/** The target of a drawn board, by the rule of `formats/target.py`: no reader guesses. */

import { listed, t } from "./words.js";

const MARK = "*";
// The labels that people give the target, the surest first.
const LETTERS = ["X", "A", "R", "P"];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const USUAL_SIZE = 6;
const USUAL_ROW = 2;
const SEVERAL = /expected one possible target, found (.*?); name it/;

/** The only candidate among the labels; an Error if there are several. `own` is the format's label. */
export function targetOf(rows, labels, own = null) {
  const found = candidates(rows, labels, own);
  if (found.length === 0 && own !== null) return own;
  if (found.length === 0) {
    const labels = [...LETTERS, MARK].join(", ");
    throw new Error(t("expected a target labelled {labels}, found none", { labels }));
  }
  return only(found);
}

/** The only candidate; an Error with the names of several. */
function only(found) {
  if (found.length > 1) {
    const names = listed(found);
    throw new Error(t("expected one possible target, found {names}; name it", { names }));
  }
  return found[0];
}

/** The candidates that a refusal of the core names; null for other refusals. */
export function candidatesIn(message) {
  return SEVERAL.exec(message)?.[1].split(/, | and /) ?? null;
}

/** What a person is asked who has to choose. */
export function question(found) {
  return t("Which car is the red one: {names}?", { names: listed(found, "disjunction") });
}

/** The labels that could be the target's, the likeliest first. */
function candidates(rows, labels, own) {
  if (labels.has(MARK)) return [MARK];
  const owned = labels.has(own);
  const found = [...(owned ? [own] : letters(labels)), ...odd(labels)];
  if (found.length > 0 && found[0] !== "X" && (!owned || own === "A")) {
    const doubted = owned ? LETTERS : [...labels];
    found.push(...aloneAtExit(rows, labels).filter((label) => doubted.includes(label)));
  }
  return [...new Set(found)];
}

/** The letters that people give the target; an `X` rules out the others if it stands for it. */
function letters(labels) {
  const known = hasCapitals(labels) ? LETTERS : LETTERS.map((letter) => letter.toLowerCase());
  const found = known.filter((letter) =>
    labels.has(letter) && !(letter === "P" && goesOn(letter, labels))
  );
  const isCard = found[0]?.toUpperCase() === "X" && !goesOn("X", labels);
  return isCard ? found.slice(0, 1) : found;
}

function hasCapitals(labels) {
  return [...labels].some((label) => /^\p{Uppercase}$/u.test(label));
}

/** Whether all letters before this one are labels too. */
function goesOn(letter, labels) {
  return [...ALPHABET.slice(0, ALPHABET.indexOf(letter))].every((before) => labels.has(before));
}

/** The labels that stand out among the others. */
function odd(labels) {
  const small = [...labels].filter((label) => /^\p{Lowercase}$/u.test(label));
  const isLone = small.every((label) => "rx".includes(label)) && hasCapitals(labels);
  // A small x is the sign of a wall as well, so it stands out only where there is no X.
  const found = ["r", "x"].filter((label) =>
    isLone && small.includes(label) && (label === "r" || !labels.has("X"))
  );
  const digits = [...labels].filter((label) => /^\p{Nd}$/u.test(label));
  if (labels.has("0") && [1, labels.size].includes(digits.length)) found.push("0");
  if (labels.has("+")) found.push("+");
  return found;
}

/** The only vehicle that lies in the row in which most exits are. */
function aloneAtExit(rows, labels) {
  if (rows.length !== USUAL_SIZE || rows[0].length !== USUAL_SIZE) return [];
  const row = rows[USUAL_ROW];
  const isLying = (label) => labels.has(label) && row.indexOf(label) !== row.lastIndexOf(label);
  const lying = [...new Set(row)].filter(isLying);
  return lying.length === 1 ? lying : [];
}
