/**
 * The operations: one function each, and a Problem for each refusal. A page of `rushhour serve` asks the
 * service; in a page on a static host `local.js` stands for `backend.js` and answers by itself.
 */

import { ask } from "./backend.js";
import { sentence, t, told } from "./words.js";

/** A best next move and its reason. Here as below, `tell` hears of progress where it is known. */
export const hint = (request, signal, tell) => ask("hint", request, signal, tell);
/** What each slide of a game wastes, and what would have been better. */
export const review = (request, signal, tell) => ask("review", request, signal, tell);
/** A shortest solution, or the proved bounds. */
export const solve = (request, signal, tell) => ask("solve", request, signal, tell);
/** The whole cluster. */
export const explore = (request, signal, tell) => ask("explore", request, signal, tell);
/** The states of the cluster in layers by their distance, and the moves between them. */
export const layers = (request, signal) => ask("layers", request, signal);
/** The estimate of a heuristic for a state, with its terms in words. */
export const explain = (request, signal) => ask("explain", request, signal);
/** A new puzzle to order; `tell` hears how many boards were tried. */
export const generate = (request, signal, tell) => ask("generate", request, signal, tell);
/** How hard a puzzle is, and why. */
export const analyse = (request, signal) => ask("analyse", request, signal);
/** The neighbours that are harder, easier, or harder for people. */
export const vary = (request, signal) => ask("vary", request, signal);
/** The smallest part that has no solution alone, and why. */
export const lock = (request, signal) => ask("lock", request, signal);
/** What can go while the optimum remains. */
export const minimise = (request, signal) => ask("minimise", request, signal);
/** Whether a description is a board, or every reason why not, in the language of the page. */
export async function validate(request, signal) {
  const answer = await ask("validate", request, signal);
  return { ...answer, reasons: answer.parts.map(told) };
}
/** A puzzle as a text. */
export const convert = (request, signal) => ask("convert", request, signal);
/** The puzzles of a text. */
export const read = (request, signal) => ask("read", request, signal);
/** A text, such as a link, as a QR code. */
export const qr = (request, signal) => ask("qr", request, signal);
/** The heuristics with their guarantees. */
export const heuristics = () => ask("heuristics");
/** The formats. */
export const formats = () => ask("formats");
/** The collection with its optima. */
export const puzzles = () => ask("puzzles");

/** The optima in both metrics, requested together; `unknown` if a limit left one open. */
export async function optima(puzzle, signal) {
  const metrics = ["slide", "step"];
  const [slide, step] = await Promise.all(
    metrics.map((metric) => solve({ puzzle, metric }, signal)),
  );
  const status = slide.status === step.status ? slide.status : "unknown";
  return { slides: bound(slide), steps: bound(step), status };
}

/**
 * The vehicles that lock each other in a puzzle without a solution, and why in one text; none where a
 * limit leaves that open.
 */
export async function locked(puzzle, signal) {
  try {
    const { part, parts } = await lock({ puzzle }, signal);
    return {
      vehicles: part?.vehicles ?? [],
      text: parts.map((each) => sentence(told(each))).join(" "),
    };
  } catch {
    return { vehicles: [], text: "" };
  }
}

/** An optimum or its bounds in words: `8`, `at least 20`, `20 to 31`, `none`. */
export function bound({ status, cost, lower_bound: least, upper_bound: most }) {
  const range = most === null
    ? t("at least {n}", { n: least })
    : t("{least} to {most}", { least, most });
  return { solved: `${cost}`, unsolvable: t("none"), unknown: range }[status];
}

/** Requests of which only the last counts: a new one cancels the one before. */
export class Latest {
  #controller = new AbortController();

  /** Call with a signal; returns the result, or undefined if it was cancelled. */
  async ask(request) {
    this.cancel();
    const { signal } = this.#controller;
    try {
      const answer = await request(signal);
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Cancel the request. */
  cancel() {
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
