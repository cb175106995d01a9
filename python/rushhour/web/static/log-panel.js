/** The part of the record that asks for consent to a log, and gives it out. */

import { byId } from "./dom.js";
import { download } from "./download.js";
import { Log, NAME } from "./log.js";
import { archive, movesFile } from "./log-files.js";
import { count } from "./words.js";

export class LogPanel {
  /** The watcher of the games. */
  log = new Log((isStored) => this.#show(isStored));

  constructor() {
    const { log } = this;
    byId("log-on").addEventListener("change", () => this.#agree());
    byId("log-name").addEventListener("change", () => this.#name());
    byId("log-moves").addEventListener("click", () => {
      download(movesFile(log.trials), `moves-${log.participant}.csv`, "text/csv");
    });
    byId("log-all").addEventListener("click", () => {
      download(archive(log.trials), `log-${log.participant}.zip`, "application/zip");
    });
    byId("log-delete").addEventListener("click", () => this.#delete());
    byId("record").addEventListener("click", () => this.#show());
    this.#show();
  }

  #agree() {
    this.log.isOn = byId("log-on").checked;
    this.#show();
  }

  #name() {
    const field = byId("log-name");
    if (NAME.test(field.value)) this.log.participant = field.value;
    else field.value = this.log.participant;
  }

  /** Delete at the second press. */
  #delete() {
    const button = byId("log-delete");
    const isSure = button.dataset.sure === "yes";
    if (isSure) this.log.clear();
    this.#show();
    if (!isSure) [button.dataset.sure, button.textContent] = ["yes", "Really delete the log?"];
  }

  #show(isStored = true) {
    const { log } = this;
    const trials = log.trials;
    const moves = trials.reduce((sum, { entries }) => sum + entries.length, 0);
    const full = "The browser has no room for more: download the log and delete it.";
    byId("logging").hidden = !log.isOn;
    byId("log-on").checked = log.isOn;
    byId("log-name").value = log.isOn ? log.participant : "";
    byId("log-name").disabled = !log.isOn;
    byId("log-said").textContent = isStored
      ? `${count(moves, "move")} in ${count(trials.length, "trial")}.`
      : full;
    byId("logging").textContent = isStored ? "A log of your moves is kept, as you agreed." : full;
    for (const id of ["log-moves", "log-all", "log-delete"]) byId(id).disabled = moves === 0;
    delete byId("log-delete").dataset.sure;
    byId("log-delete").textContent = "Delete the log";
  }
}
