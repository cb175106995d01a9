/** The service: one function for each operation, an error with its problem for each refusal. */

/** A refusal of the service. */
class Problem extends Error {
  constructor({ detail, reasons = [] }) {
    super(detail);
    this.reasons = reasons;
  }
}

/** A best next move and its reason. */
export const hint = (request, signal) => post("hint", request, signal);
/** A shortest solution, or the proved bounds. */
export const solve = (request, signal) => post("solve", request, signal);
/** The whole cluster. */
export const explore = (request, signal) => post("explore", request, signal);
/** How hard a puzzle is, and why. */
export const analyse = (request, signal) => post("analyse", request, signal);
/** Whether a description is a board, or every reason why not. */
export const validate = (request, signal) => post("validate", request, signal);
/** A puzzle as a text. */
export const convert = (request, signal) => post("convert", request, signal);
/** The puzzles of a text. */
export const read = (request, signal) => post("read", request, signal);
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

/** An optimum or its bounds in words: `8`, `at least 20`, `20 to 31`, `none`. */
export function bound({ status, cost, lower_bound: least, upper_bound: most }) {
  const range = most === null ? `at least ${least}` : `${least} to ${most}`;
  return { solved: `${cost}`, unsolvable: "none", unknown: range }[status];
}

const post = (name, request, signal) =>
  ask(name, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });

async function ask(name, options) {
  const response = await fetch(`api/${name}`, options).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: "The service does not answer. Is it still running?" });
  });
  const answer = await response.json();
  if (!response.ok) throw new Problem(answer);
  return answer;
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
