/** The dialog of the player's record: statistics of the days, to keep, to carry along or to clear. */

import {
  calendar,
  clockOf,
  exported,
  imported,
  merged,
  requirePossible,
  results,
  statistics,
  today,
} from "./daily.js";
import { byId, download, h } from "./dom.js";
import { keep } from "./store.js";
import { count } from "./words.js";

// Far more than a life of days.
const MOST_BYTES = 10_000_000;

export class Record {
  /** @param {() => void} changed  is called when other results are stored */
  constructor(changed) {
    this.changed = changed;
    byId("record-export").addEventListener("click", () => this.#export());
    byId("record-file").addEventListener("change", () => this.#import());
    byId("record-reset").addEventListener("click", () => this.#ask(true));
    byId("record-keep").addEventListener("click", () => this.#ask(false));
    byId("record-clear").addEventListener("click", () => this.#clear());
  }

  /** Show the record. */
  open() {
    this.#say("");
    this.#ask(false);
    byId("record-dialog").showModal();
    return this.#show();
  }

  async #show() {
    const found = statistics(results(), await calendar(), today());
    const time = (seconds) => (seconds === null ? "none yet" : clockOf(seconds));
    const facts = {
      "Days solved": found.solved,
      "with the fewest slides": found.best,
      "Days in a row": found.streak,
      "the longest row": found.longest,
      "Shortest time without hints": time(found.fastest),
      "mean of these times": time(found.mean),
    };
    const pairs = Object.entries(facts).flatMap((
      [name, value],
    ) => [h("dt", {}, name), h("dd", {}, `${value}`)]);
    byId("record-facts").replaceChildren(...pairs);
    byId("record-export").disabled = byId("record-reset").disabled = found.solved === 0;
  }

  #export() {
    download(exported(results()), `rushhour-${today()}.json`, "application/json");
  }

  async #import() {
    const field = byId("record-file");
    const [file] = field.files;
    try {
      if (file.size > MOST_BYTES) throw new Error("expected a file of results, found a larger one");
      const others = imported(await file.text());
      requirePossible(others, await calendar());
      const all = merged(results(), others);
      const added = Object.keys(all).length - Object.keys(results()).length;
      this.#store(all);
      this.#say(`${count(added, "day")} added.`);
    } catch (error) {
      this.#say(`${file.name}: ${error.message}`, true);
    }
    field.value = "";
  }

  #clear() {
    keep("days", {});
    this.#store({});
    this.#ask(false);
    this.#say("All results are deleted.");
  }

  #store(all) {
    keep("results", all);
    this.changed();
    this.#show();
  }

  #ask(isAsking) {
    byId("record-sure").hidden = !isAsking;
    byId("record-reset").hidden = isAsking;
    if (isAsking) byId("record-keep").focus();
  }

  #say(text, isWrong = false) {
    byId("record-error").textContent = isWrong ? text : "";
    byId("record-said").textContent = isWrong ? "" : text;
  }
}
