/**
 * A log of what the player does, kept on this device and only with consent.
 *
 * @typedef {{vehicle: string, cell: number, kind: "drag_end" | "undo", rt: number}} Entry
 *   a vehicle's first cell after a move, row by row from 0, and the milliseconds since the move
 *   before
 * @typedef {{participant: string, board: object, start: number, end: number, complete: boolean,
 *   hints: number, shown: boolean, entries: Entry[]}} Trial
 *   `start` and `end` are in milliseconds of the clock of the device
 */

import { byId, download } from "./dom.js";
import { vehicleOf } from "./model.js";
import { keep, recall } from "./store.js";
import { count, t } from "./words.js";

/** What a participant may be called. */
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

class Log {
  #game = null;
  #cursor = 0;
  #trial = null;
  #knowsSolution = false;

  /** @param {(isStored: boolean) => void} written  is told of every entry, and whether it could be stored */
  constructor(written) {
    this.written = written;
  }

  /** Whether the player agreed. */
  get isOn() {
    return recall("log-on", false) === true;
  }

  set isOn(isOn) {
    keep("log-on", isOn);
    this.#restart();
  }

  /** The name of the player in the log, drawn by chance until it is set. */
  get participant() {
    const name = recall("log-name", "");
    if (NAME.test(name)) return name;
    const drawn = `p${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
    keep("log-name", drawn);
    return drawn;
  }

  set participant(name) {
    keep("log-name", name);
    this.#restart();
  }

  /** The trials so far; those that are damaged are left out. @returns {Trial[]} */
  get trials() {
    return soundPart(recall("log", []));
  }

  /** Delete the log. */
  clear() {
    keep("log", []);
    this.#restart();
  }

  /** A game begins, or is seen again. */
  begin(game) {
    if (game === this.#game) return;
    this.#game = game;
    this.#knowsSolution = game.isShown;
    this.#restart();
  }

  /** The game went to another state. */
  changed(game) {
    const before = this.#cursor;
    this.#cursor = game.cursor;
    if (game !== this.#game || before === game.cursor || !this.isOn) return;
    const isOver = this.#trial.shown || this.#trial.complete;
    if (game.cursor === 0 && before > 1) this.#restart();
    else if (!isOver) this.#write(game, before);
  }

  /** A hint was shown, or the whole solution. */
  helped(game, kind) {
    if (game !== this.#game) return;
    if (kind === "hint") this.#trial.hints += 1;
    else this.#trial.shown = this.#knowsSolution = true;
    if (this.isOn && this.#trial.entries.length > 0) this.#store();
  }

  /** The view is left; the trial goes on when it is entered again. */
  left() {}

  /** Begin a trial where the game is; it is stored with its first move. */
  #restart() {
    if (this.#game === null) return;
    this.#cursor = this.#game.cursor;
    const board = this.#game.puzzle;
    const start = Math.max(Date.now(), (this.#trial?.start ?? 0) + 1);
    const facts = { complete: false, hints: 0, shown: this.#knowsSolution };
    this.#trial = { participant: "", board, start, end: start, ...facts, entries: [] };
  }

  #write(game, before) {
    const now = Date.now();
    const trial = this.#trial;
    for (const entry of entriesOf(game, before)) {
      trial.entries.push({ ...entry, rt: Math.max(0, now - trial.end) });
      trial.end = Math.max(now, trial.end + 1);
    }
    trial.complete = game.isSolved;
    trial.participant = this.participant;
    this.#store();
  }

  /** Store the trial as the last one, in the place of what was stored of it before. */
  #store() {
    const others = this.trials.filter(({ start }) => start !== this.#trial.start);
    this.written(keep("log", [...others, this.#trial]));
  }
}

/** What the moves between two states of a game did: those made, or those taken back. */
function entriesOf({ moves, states, cursor, start }, before) {
  const entry = (index, state, kind) => {
    const { row, col } = vehicleOf(state, moves[index].vehicle);
    return { vehicle: moves[index].vehicle, cell: row * start.cols + col, kind };
  };
  const entries = [];
  for (let at = before; at < cursor; at++) entries.push(entry(at, states[at + 1], "drag_end"));
  for (let at = before; at > cursor; at--) entries.push(entry(at - 1, states[at - 1], "undo"));
  return entries;
}

/** The trials of a value that nobody checked. */
function soundPart(value) {
  const isCount = (number) => Number.isFinite(number) && number >= 0;
  const isSound = (trial) =>
    NAME.test(trial?.participant) && Array.isArray(trial.board?.vehicles) &&
    [trial.start, trial.end, trial.hints].every(isCount) && Array.isArray(trial.entries) &&
    trial.entries.every((each) => typeof each?.vehicle === "string" && isCount(each.rt));
  return (Array.isArray(value) ? value : []).filter(isSound);
}

/** The dialog that asks for consent to a log, and gives it out. */
export class LogPanel {
  /** The watcher of the games. */
  log = new Log((isStored) => this.#show(isStored));

  constructor() {
    const { log } = this;
    byId("log-on").addEventListener("change", () => this.#agree());
    byId("log-name").addEventListener("change", () => this.#name());
    byId("log-moves").addEventListener("click", async () => {
      const { movesFile } = await import("./log-files.js");
      download(movesFile(log.trials), `moves-${log.participant}.csv`, "text/csv");
    });
    byId("log-all").addEventListener("click", async () => {
      const { archive } = await import("./log-files.js");
      download(archive(log.trials), `log-${log.participant}.zip`, "application/zip");
    });
    byId("log-delete").addEventListener("click", () => this.#delete());
    byId("research").addEventListener("click", () => this.#open());
    this.#show();
  }

  #open() {
    this.#show();
    byId("help-dialog").close();
    byId("log-dialog").showModal();
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
    if (!isSure) [button.dataset.sure, button.textContent] = ["yes", t("Really delete the log?")];
  }

  #show(isStored = true) {
    const { log } = this;
    const trials = log.trials;
    const moves = trials.reduce((sum, { entries }) => sum + entries.length, 0);
    const full = t("The browser has no room for more: download the log and delete it.");
    byId("logging").hidden = !log.isOn;
    byId("log-on").checked = log.isOn;
    byId("log-name").value = log.isOn ? log.participant : "";
    byId("log-name").disabled = !log.isOn;
    byId("log-said").textContent = isStored
      ? t("{moves} in {trials}.", {
        moves: count(moves, "move"),
        trials: count(trials.length, "trial"),
      })
      : full;
    byId("logging").textContent = isStored
      ? t("A log of your moves is kept, as you agreed.")
      : full;
    for (const id of ["log-moves", "log-all", "log-delete"]) byId(id).disabled = moves === 0;
    delete byId("log-delete").dataset.sure;
    byId("log-delete").textContent = t("Delete the log");
  }
}
