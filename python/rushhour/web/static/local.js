/**
 * The operations on the page itself, without a service: the core searches in workers, `reader.js`
 * reads texts, and `texts.js` writes them.
 */

import { Problem } from "./problem.js";
import { only, qr, read } from "./reader.js";
import { t } from "./words.js";

// Milliseconds in which the page has the processor for itself.
const PATIENCE = 500;
// As many searches at once; others wait.
const MOST_WORKERS = 4;
// Bytes. The memory of a worker never shrinks, so a worker that has more ends after its search.
const MOST_KEPT = 2 ** 28;

/** Workers that hold the core, one search each; a cancelled search ends with its worker. */
class Workers {
  #core = null;
  #idle = [];
  #count = 0;
  #waiting = [];

  /** The answer of the core to a request; a long search calls `tell` with its progress. */
  async run(name, request, signal, tell = () => {}) {
    const worker = await this.#take(signal);
    try {
      const { answer, bytes } = await answered(worker, name, request, signal, tell);
      if (bytes > MOST_KEPT) this.#end(worker);
      else this.#give(worker);
      if (answer.status !== 200) throw new Problem(answer.body);
      return answer.body;
    } catch (error) {
      if (!(error instanceof Problem)) this.#end(worker);
      throw error;
    }
  }

  /** A worker without a search: an idle one, a new one, or the next that is free. */
  async #take(signal) {
    const core = await this.#load();
    for (;;) {
      signal?.throwIfAborted();
      if (this.#idle.length > 0) return this.#idle.pop();
      if (this.#count < MOST_WORKERS) return this.#begin(core);
      await this.#change(signal);
    }
  }

  async #load() {
    this.#core ??= WebAssembly.compileStreaming(fetch("core.wasm"));
    try {
      return await this.#core;
    } catch {
      this.#core = null;
      throw new Problem({ detail: t("The core of the page could not be loaded.") });
    }
  }

  #begin(core) {
    this.#count += 1;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ core });
    return worker;
  }

  /** Wait until a worker is free or gone, or the signal cancels. */
  #change(signal) {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal?.addEventListener("abort", resolve, { once: true });
    });
  }

  #give(worker) {
    this.#idle.push(worker);
    this.#changed();
  }

  #end(worker) {
    worker.terminate();
    this.#count -= 1;
    this.#changed();
  }

  /** All that wait look again: some may be cancelled. */
  #changed() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** What a worker says to a request; it is told nothing more once the signal cancels. */
function answered(worker, name, request, signal, tell) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const cancel = () => {
      worker.onmessage = null;
      reject(signal.reason);
    };
    const fail = (event) => {
      event?.preventDefault();
      reject(new Error(t("The search broke off. The browser may have too little memory for it.")));
    };
    signal?.addEventListener("abort", cancel, { once: true });
    worker.onerror = fail;
    worker.onmessage = ({ data }) => {
      if (data.progress) return tell(data.progress);
      signal?.removeEventListener("abort", cancel);
      if (data.answer) resolve(data);
      else fail();
    };
    worker.postMessage({ name, request: JSON.stringify(request) });
  });
}

const workers = new Workers();
const search = (name) => async (request, signal, tell) =>
  workers.run(name, { ...request, puzzle: await puzzleOf(request.puzzle) }, signal, tell);

/** A puzzle as a form, from a form or a text. */
function puzzleOf(given) {
  return typeof given === "string" ? only(given) : given;
}

/** Whether a description is a board, or every reason why not. */
async function validate({ puzzle }, signal) {
  let given;
  try {
    given = await puzzleOf(puzzle);
  } catch (problem) {
    return { valid: false, parts: [problem.message], puzzle: null };
  }
  return await workers.run("validate", { puzzle: given }, signal);
}

const OPERATIONS = {
  solve: search("solve"),
  explore: search("explore"),
  layers: search("layers"),
  hint: search("hint"),
  explain: search("explain"),
  review: search("review"),
  analyse: search("analyse"),
  vary: search("vary"),
  lock: search("lock"),
  minimise: search("minimise"),
  heuristics: () => workers.run("heuristics", {}),
  generate: (request, signal, tell) => workers.run("generate", request, signal, tell),
  validate,
  read,
  qr,
  convert: async ({ puzzle, to, relabel }) => {
    const { relabelled, write } = await texts();
    return write(relabel ? relabelled(puzzle, to) : puzzle, to);
  },
  formats: async () => ({ formats: (await texts()).FORMATS }),
  puzzles: async () => (await fetch("puzzles.json")).json(),
};

/** The formats that the page writes. */
async function texts() {
  try {
    return await import("./texts.js");
  } catch {
    throw new Problem({ detail: t("The page's reader of texts could not be loaded.") });
  }
}

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
