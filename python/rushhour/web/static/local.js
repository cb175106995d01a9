/**
 * The operations on the page itself, without a service: the core searches in workers, `texts.js`
 * reads and writes what needs no search.
 */

import { exitFor } from "./drawing.js";
import { Problem } from "./problem.js";
import * as texts from "./texts.js";
import { Workers } from "./workers.js";
import { isSame, relabelled, write } from "./written.js";

// Milliseconds in which the page has the processor for itself.
const PATIENCE = 500;

const workers = new Workers();
const search = (name) => (request, signal, tell) =>
  workers.run(name, { ...request, puzzle: puzzleOf(request.puzzle) }, signal, tell);

/** A puzzle as a form, from a form or a text. */
function puzzleOf(given) {
  return typeof given === "string" ? texts.only(given) : given;
}

/** Whether a description is a board, with the shortest text that gives it back. */
async function validate({ puzzle }, signal) {
  let given;
  try {
    given = puzzleOf(puzzle);
  } catch (problem) {
    return { valid: false, reasons: [problem.message], puzzle: null, text: null };
  }
  const answer = await workers.run("validate", { puzzle: given }, signal);
  if (!answer.valid) return answer;
  const { title: _, ...board } = answer.puzzle;
  const candidates = [answer.text, write(board, "carlist").text];
  const found = candidates.filter((text) => text && gives(text, board)).map((text) => text.trim());
  const [text = JSON.stringify(board)] = found.sort((one, other) =>
    encodeURIComponent(one).length - encodeURIComponent(other).length
  );
  return { ...answer, text };
}

/** Whether a text is that of a board and its labels, but for the exit that goes without saying. */
function gives(text, board) {
  try {
    const read = texts.only(text);
    const exit = read.exit ?? exitFor(read.vehicles.find(({ label }) => label === read.target));
    return isSame({ ...read, exit }, board);
  } catch {
    return false;
  }
}

/** The puzzles of a text, each checked by the core. */
async function read(request, signal) {
  const { items, more } = texts.read(request.text, request);
  const check = async ({ puzzle, error, line }) => {
    if (!puzzle) return { puzzle: null, error };
    const answer = await workers.run("validate", { puzzle }, signal);
    if (answer.valid) return { puzzle: answer.puzzle, error: null };
    return { puzzle: null, error: `line ${line}: invalid board: ${answer.reasons.join("; ")}` };
  };
  const checked = [];
  for (const item of items) checked.push(await check(item));
  return { items: checked, more, warnings: [] };
}

const OPERATIONS = {
  solve: search("solve"),
  explore: search("explore"),
  hint: search("hint"),
  analyse: search("analyse"),
  generate: (request, signal, tell) => workers.run("generate", request, signal, tell),
  validate,
  read,
  convert: ({ puzzle, to, relabel }) => write(relabel ? relabelled(puzzle, to) : puzzle, to),
  formats: () => ({ formats: texts.FORMATS }),
  puzzles: async () => (await fetch("puzzles.json")).json(),
};

/** The answer of an operation; a Problem for a refusal. `tell` hears of the progress of a search. */
export async function ask(name, request, signal, tell) {
  try {
    return await OPERATIONS[name](request, signal, tell);
  } catch (error) {
    if (signal?.aborted || error instanceof Problem) throw error;
    throw new Problem({ detail: error.message });
  }
}

// The files of the page are kept for a visit without a network, once the page is there.
const keep = () => navigator.serviceWorker?.register("service-worker.js").catch(() => {});
if (document.readyState === "complete") setTimeout(keep, PATIENCE);
else addEventListener("load", () => setTimeout(keep, PATIENCE));
