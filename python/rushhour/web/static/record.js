/** The dialog of the player's record: statistics of the days, to keep, to carry along or to clear. */

import { calendar, clockOf, monthOf, results, today } from "./daily.js";
import { bars, dayButton, legend, month, monthLater, spread, stateOf } from "./days-played.js";
import { byId, download, h } from "./dom.js";
import { exported, imported, merged, requirePossible, statistics } from "./results.js";
import { keep, recall } from "./store.js";
import { count, t } from "./words.js";

// Far more than a life of days.
const MOST_BYTES = 10_000_000;

export class Record {
  // The first day of the month that is shown.
  #month = "";
  #calendar = null;

  /** `changed` is called when other results are stored, `go` with a day that the player chooses. */
  constructor({ changed, go }) {
    Object.assign(this, { changed, go });
    byId("month-before").addEventListener("click", () => this.#turn(-1));
    byId("month-after").addEventListener("click", () => this.#turn(1));
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
    this.#month = monthLater(today(), 0);
    return this.#show();
  }

  async #show() {
    this.#calendar = await calendar();
    const found = statistics(results(), this.#calendar, today());
    const time = (seconds) => (seconds === null ? t("none yet") : clockOf(seconds));
    const facts = [
      [t("Days solved"), found.solved],
      [t("with the fewest slides"), found.best],
      [t("Days in a row"), found.streak],
      [t("the longest row"), found.longest],
      [t("Shortest time without hints"), time(found.fastest)],
      [t("mean of these times"), time(found.mean)],
    ];
    const pairs = facts.flatMap((
      [name, value],
    ) => [h("dt", {}, name), h("dd", {}, `${value}`)]);
    byId("record-facts").replaceChildren(...pairs);
    byId("record-spread").replaceChildren(...bars(spread(results(), this.#calendar)));
    byId("record-export").disabled = byId("record-reset").disabled = found.solved === 0;
    this.#showMonth();
  }

  #turn(months) {
    this.#month = monthLater(this.#month, months);
    this.#showMonth();
  }

  /** Show the days of a month, each a button that opens its puzzle. */
  #showMonth() {
    const [done, begun, now] = [results(), recall("days", {}), today()];
    const cell = (day) => {
      const isAhead = day > now;
      const click = () => {
        byId("record-dialog").close();
        this.go(day);
      };
      const state = isAhead
        ? ["", ""]
        : stateOf(done[day], this.#calendar.entryOf(day).slides, Boolean(begun?.[day]));
      return dayButton(day, state, { isToday: day === now, isAhead, click });
    };
    byId("month").textContent = monthOf(this.#month);
    byId("month-after").disabled = monthLater(this.#month, 1) > now;
    byId("record-days").replaceChildren(...month(this.#month, cell));
    byId("record-signs").textContent = legend();
  }

  #export() {
    download(exported(results()), `rushhour-${today()}.json`, "application/json");
  }

  async #import() {
    const field = byId("record-file");
    const [file] = field.files;
    try {
      if (file.size > MOST_BYTES) {
        throw new Error(t("expected a file of results, found a larger one"));
      }
      const others = imported(await file.text());
      requirePossible(others, await calendar());
      const all = merged(results(), others);
      const added = Object.keys(all).length - Object.keys(results()).length;
      this.#store(all);
      this.#say(t("{days} added.", { days: count(added, "day") }));
    } catch (error) {
      this.#say(`${file.name}: ${error.message}`, true);
    }
    field.value = "";
  }

  #clear() {
    keep("days", {});
    this.#store({});
    this.#ask(false);
    this.#say(t("All results are deleted."));
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
