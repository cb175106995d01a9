/** The page: the open puzzle, the view, and the events between its parts. */

import * as api from "./api.js";
import "./board.js";
import { Collection } from "./collection.js";
import { Daily } from "./daily-panel.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { Explore } from "./explore.js";
import { Files } from "./files.js";
import { Gauge } from "./gauge.js";
import { Keyboard } from "./keyboard.js";
import { readAddress, readLink, readMoves, requireLegal, writeAddress } from "./link.js";
import { LogPanel } from "./log.js";
import { Maker } from "./maker.js";
import { sizeOf } from "./picture.js";
import { Play } from "./play.js";
import { Record } from "./record.js";
import { keep, recall } from "./store.js";
import { Timeline } from "./timeline.js";
import { count } from "./words.js";

const TOAST = 4000;
const THEMES = {
  auto: "Colours of the system",
  light: "Light colours",
  dark: "Dark colours",
};

class App {
  #puzzle = null;
  #known = null;
  #text = "";
  #moves = "";
  #day = "";
  #view = "play";
  #toasting = 0;
  #naming = new api.Latest();
  #collection = new Collection((entry) => this.#choose(entry));
  #files = new Files({
    current: () => this.#puzzle,
    toast: (text) => this.#toast(text),
    opened: (puzzles, name) => this.#opened(puzzles, name),
    follow: (fragment) => this.#followLink(readLink(fragment)),
  });
  #gauge = new Gauge();
  #daily = new Daily({
    go: (day) => this.#openDay(day),
    copy: (text, done) => this.#files.copy(text, done),
  });
  #log = new LogPanel().log;
  #views = this.#makeViews();

  constructor() {
    for (const link of document.querySelectorAll(".views a")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        if (link.dataset.view === "daily") this.#openDay("today");
        else this.#go(link.dataset.view);
      });
    }
    byId("link").addEventListener("click", () => this.#files.copyLink());
    new Record(() => this.#show(this.#view));
    new Keyboard(byId("board"));
    new Maker((entry) => this.#open(entry.puzzle, { known: knownOf(entry), view: "play" }));
    chooseTheme(byId("theme"), (text) => this.#toast(text));
    addEventListener("hashchange", () => this.#follow());
  }

  /** Load the collection and formats, and open the puzzle of the address or the first one. */
  async start() {
    try {
      const [{ puzzles }, { formats }] = await Promise.all([api.puzzles(), api.formats()]);
      this.#files.offer(formats);
      this.#collection.fill(puzzles);
      await this.#follow();
      if (this.#puzzle) return;
      const { view } = this.#address();
      this.#open(puzzles[0].puzzle, { known: knownOf(puzzles[0]), view, isQuiet: true });
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  #makeViews() {
    const say = (text) => (byId("status").textContent = text);
    const board = byId("board");
    const timeline = new Timeline(say);
    const solved = (puzzle, slides) => this.#collection.solved(puzzle, slides);
    const named = (draft) => {
      this.#name(draft);
      this.#gauge.clear();
    };
    const changed = (puzzle, text) => this.#edited(puzzle, text);
    const kept = (text) => this.#kept(text);
    const play = () => this.#show("play");
    const adopt = (puzzle) => this.#open(puzzle, { view: "play" });
    return {
      play: new Play({ board, timeline, say, solved, watchers: [this.#daily, this.#log] }),
      edit: new Editor({ board, say, named, changed, kept, play }),
      explore: new Explore({ board, timeline, adopt }),
    };
  }

  /** Open a puzzle; a `known` optimum and a `text` need not be requested. `moves` wait. */
  #open(
    puzzle,
    { known = null, view = this.#view, text = "", moves = "", day = "", isQuiet = false } = {},
  ) {
    this.#puzzle = puzzle;
    this.#day = day;
    this.#known = known;
    this.#text = text;
    this.#moves = moves;
    this.#name(puzzle);
    this.#gauge.show(puzzle);
    this.#show(view, isQuiet);
    if (!text && !isQuiet) this.#findText(puzzle);
  }

  /** Show a view of the open puzzle. */
  #show(name, isQuiet = false) {
    const view = Object.hasOwn(this.#views, name) ? name : "play";
    this.#views[this.#view].leave();
    this.#view = view;
    for (const panel of document.querySelectorAll(".panel")) {
      panel.hidden = panel.dataset.view !== view;
    }
    const shown = view === "play" && this.#day ? "daily" : view;
    for (const link of document.querySelectorAll(".views a")) {
      if (link.dataset.view === shown) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    byId("timeline").hidden = true;
    this.#views[view].enter(this.#puzzle, this.#known, readMoves(this.#moves));
    if (byId("board").getBoundingClientRect().top < 0) scrollTo(0, 0);
    if (!isQuiet) this.#write();
  }

  /** Go to a view, with the changes made in this one. */
  async #go(view) {
    await this.#views[this.#view].settle?.();
    this.#show(view);
  }

  #choose(entry) {
    const view = this.#view === "edit" ? "play" : this.#view;
    this.#open(entry.puzzle, { known: knownOf(entry), view });
  }

  /** Go to the view and puzzle of the address. */
  #follow() {
    return this.#followLink(this.#address());
  }

  /** The parts of the address; none of one that is malformed. */
  #address() {
    try {
      return readAddress();
    } catch (error) {
      this.#toast(`The link does not contain a puzzle: ${error.message}`);
      return {};
    }
  }

  async #followLink({ day, view = day ? "play" : this.#view, puzzle, title, moves = "" }) {
    if (day) return this.#openDay(day, view);
    const isNew = puzzle && (puzzle !== this.#text || moves !== this.#moves);
    if (isNew) await this.#openLinked(puzzle, title, view, moves);
    else if (this.#puzzle) this.#show(view, !puzzle);
  }

  /** Open the puzzle of a day; the day that is open goes on. */
  async #openDay(given, view = "play") {
    try {
      const entry = await this.#daily.entryOf(given);
      if (entry.day === this.#day) return this.#show(view);
      this.#open(entry.puzzle, { known: knownOf(entry), view, day: entry.day });
    } catch (error) {
      this.#toast(`There is no puzzle of this day: ${error.message}`);
    }
  }

  async #openLinked(given, title, view, moves) {
    try {
      const answer = await this.#naming.ask((signal) => api.validate({ puzzle: given }, signal));
      if (answer?.valid) this.#openMoved(titled(answer.puzzle, title), view, answer.text, moves);
      else if (answer) {
        this.#toast(`The link does not contain a puzzle: ${answer.reasons.join("; ")}`);
      }
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  /** Open a puzzle with moves, or without if they cannot be made. */
  #openMoved(puzzle, view, text, moves) {
    try {
      requireLegal(puzzle, readMoves(moves));
      this.#open(puzzle, { view, text, moves });
    } catch (error) {
      this.#open(puzzle, { view, text });
      this.#toast(`The moves of the link cannot be made: ${error.message}`);
    }
  }

  #edited(puzzle, text) {
    this.#puzzle = puzzle;
    this.#known = null;
    this.#text = text;
    this.#moves = this.#day = "";
    this.#gauge.show(puzzle);
    this.#write();
  }

  /** The editor has the board that is open: its game goes on. */
  #kept(text) {
    this.#text = text;
    this.#gauge.show(this.#puzzle);
    this.#write();
  }

  #opened(puzzles, name) {
    if (puzzles.length > 1) {
      this.#collection.putFirst(name ?? "Opened", puzzles.map((puzzle) => ({ puzzle })));
    }
    this.#open(puzzles[0]);
  }

  async #findText(puzzle) {
    const answer = await this.#naming.ask((signal) => api.validate({ puzzle }, signal)).catch(() =>
      null
    );
    if (!answer?.valid || this.#puzzle !== puzzle) return;
    this.#text = answer.text;
    this.#write();
  }

  #write() {
    if (this.#day) return writeAddress({ view: this.#view, day: this.#day });
    writeAddress({
      view: this.#view,
      puzzle: this.#text,
      title: this.#puzzle.title,
      moves: this.#moves,
    });
  }

  #name(puzzle) {
    const { title = "A puzzle", rows, cols, vehicles } = puzzle;
    byId("title").textContent = title;
    byId("subtitle").textContent = `${rows} × ${cols}, ${count(vehicles.length, "vehicle")}`;
    document.title = `${title} · rushhour`;
    const [wide, high] = sizeOf(puzzle);
    const { style } = byId("title").closest("main");
    style.setProperty("--wide", wide);
    style.setProperty("--high", high);
    this.#collection.choose(puzzle);
  }

  #toast(text) {
    clearTimeout(this.#toasting);
    byId("toast").textContent = text;
    this.#toasting = setTimeout(() => (byId("toast").textContent = ""), TOAST);
  }
}

function knownOf({ slides, steps }) {
  return slides === undefined ? null : { slides, steps, status: "solved" };
}

function titled(puzzle, title) {
  return title ? { ...puzzle, title } : puzzle;
}

/** Let a button go round light, dark, and as the system has it; `say` is told what it chose. */
function chooseTheme(button, say) {
  const names = Object.keys(THEMES);
  const root = document.documentElement;
  root.dataset.theme = recall("theme", "auto");
  button.addEventListener("click", () => {
    const next = names[(names.indexOf(root.dataset.theme) + 1) % names.length];
    root.dataset.theme = next;
    keep("theme", next);
    say(THEMES[next]);
  });
}

new App().start();
