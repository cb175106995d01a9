/** The page: the open puzzle, the view, and the events between its parts. */

import * as api from "./api.js";
import "./board.js";
import { Collection } from "./collection.js";
import { Daily } from "./daily-panel.js";
import { byId, styled } from "./dom.js";
import { Files } from "./files.js";
import { Gauge } from "./gauge.js";
import { Help } from "./help.js";
import { Keyboard } from "./keyboard.js";
import {
  nameOf,
  readLink,
  readMoves,
  readPack,
  requireLegal,
  titleOf,
  writeLink,
  writeParts,
} from "./link.js";
import { speakUp } from "./language.js";
import { LaterView } from "./later-view.js";
import { LogPanel } from "./log.js";
import { Looks } from "./looks.js";
import { sizeOf } from "./picture.js";
import { Play } from "./play.js";
import { Player } from "./player.js";
import { keep, recall, watchStore } from "./store.js";
import { Timeline } from "./timeline.js";
import { count, t, told } from "./words.js";

const TOAST = 4000;
class App {
  #puzzle = null;
  #name = "";
  #known = null;
  #moves = "";
  #day = "";
  #view = "play";
  #toasting = 0;
  // The link to the last puzzle that is none of a day, and whether the editor changed what is open.
  #other = "";
  #isDrawn = false;
  // Whether the next address replaces the one that is there.
  #replaces = true;
  // Ends when the first puzzle is open.
  #started = null;
  #checking = new api.Latest();
  #collection = new Collection({
    open: (entry) => this.#choose(entry),
    renamed: () => this.#rename(),
    showOwn: this.#opening(async () => {
      const { OwnDialog } = await import("./own-dialog.js");
      return new OwnDialog(this.#collection.own);
    }),
  });
  #files = new Files({
    current: () => this.#current(),
    toast: (text) => this.#toast(text),
    opened: (puzzles, name) => this.#opened(puzzles, name),
    picture: (file) => this.#openPicture(file),
    follow: (fragment) => this.#followLink(readLink(fragment)),
  });
  #gauge = new Gauge();
  // What is wrong with a link, until a puzzle is shown.
  #refused = null;
  #help = new Help();
  #looks = new Looks();
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
        this.#go(link.dataset.view);
      });
    }
    new Keyboard(byId("board"));
    this.#offer("new", async () => {
      const { Maker } = await import("./maker.js");
      return new Maker((entry) => this.#made(entry));
    });
    this.#offer("find", async () => {
      const [{ Finder }] = await Promise.all([import("./finder.js"), styled("finder.css")]);
      const show = (puzzle) => {
        this.#choose(this.#collection.entryOf(nameOf(puzzle)) ?? { puzzle });
      };
      const copy = (link) => this.#files.copy(link, t("The link is copied."));
      return new Finder({ groupsOf: () => this.#collection.groups, show, copy });
    });
    this.#offer("link", async () => {
      const [{ Share }] = await Promise.all([import("./share.js"), styled("share.css")]);
      const toast = (text) => this.#toast(text);
      return new Share({ current: () => this.#current(), link: () => this.#link(), toast });
    });
    this.#offer("record", async () => {
      const [{ Record }] = await Promise.all([import("./record.js"), styled("record.css")]);
      const go = (day) => this.#openDay(day);
      return new Record({ changed: () => this.#show(this.#view), go });
    });
    this.#offer("learn learn-again", async () => {
      const { Lessons } = await import("./lessons.js");
      return new Lessons();
    });
    this.#offer("cards", async () => {
      const { Cards } = await import("./cards.js");
      return new Cards(() => [[t("This puzzle"), [this.#puzzle]], ...this.#collection.groups]);
    });
    byId("link").closest("header").inert = false;
    addEventListener("hashchange", () => this.#follow());
    addEventListener("pagehide", () => this.#keepDrawn());
    watchStore({
      lost: () => (byId("unkept").hidden = false),
      changed: (name) => this.#refresh(name),
    });
  }

  start() {
    this.#started = this.#load();
  }

  /** Load the collection, and open the puzzle of the address, the last or the first one. */
  async #load() {
    try {
      const { puzzles } = await api.puzzles();
      for (const { puzzle } of puzzles) puzzle.title = told(puzzle.title);
      this.#collection.know(puzzles);
      this.#other = recall("last", "") || writeLink(puzzles[0].puzzle);
      const { view } = this.#address();
      await this.#follow();
      if (!this.#puzzle) await this.#openOther(view);
      if (!this.#puzzle) this.#open(puzzles[0].puzzle, { known: knownOf(puzzles[0]), view });
      this.#showRefusal();
      // The board is there before its neighbours.
      setTimeout(() => this.#collection.fill(puzzles));
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  #makeViews() {
    const say = (text) => (byId("status").textContent = text);
    const board = byId("board");
    const timeline = new Timeline(say);
    const solved = (name, slides) => this.#day || this.#collection.solved(name, slides);
    const moved = (isSolved) => {
      if (isSolved) this.#help.dismiss();
      if (!this.#day) this.#collection.remember(this.#puzzle, "link");
    };
    const next = () => this.#choose(this.#collection.after(this.#name));
    const watchers = [this.#daily, this.#log, new Player()];
    const later = (failed, make) => new LaterView(make, () => this.#toast(failed));
    return {
      play: new Play({ board, timeline, say, moved, solved, daily: this.#daily, watchers, next }),
      edit: later(t("The editor could not be loaded."), async () => {
        const { Editor } = await import("./editor.js");
        return new Editor({
          board,
          say,
          named: (draft, isChanged) => {
            this.#describe(
              draft,
              draft.title || (isChanged ? t("Without a title") : titleOf(this.#puzzle)),
            );
            this.#gauge.clear();
          },
          kept: () => this.#gauge.show(this.#puzzle),
          changed: (puzzle) => this.#edited(puzzle),
          play: async () => {
            await this.#go("play");
            board.focusOn(this.#puzzle.target);
          },
        });
      }),
      explore: later(t("The explorer could not be loaded."), async () => {
        const [{ Explore }] = await Promise.all([import("./explore.js"), styled("explore.css")]);
        const spoil = () => this.#daily.spoil(this.#day);
        return new Explore({ board, timeline, adopt: (puzzle) => this.#adopt(puzzle), spoil });
      }),
    };
  }

  /** Open a puzzle; a `known` optimum need not be requested. `moves` wait. */
  #open(puzzle, { known = null, view = "play", moves = "", day = "" } = {}) {
    this.#leave();
    this.#puzzle = puzzle;
    this.#day = day;
    this.#name = nameOf(puzzle);
    this.#known = known ?? knownOf(this.#collection.entryOf(this.#name) ?? {});
    this.#moves = moves;
    if (!day) this.#remember();
    this.#show(view);
  }

  /** Show a view of the open puzzle. */
  #show(name) {
    const view = Object.hasOwn(this.#views, name) ? name : "play";
    this.#leave();
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
    this.#help.welcome(view);
    this.#describe(this.#puzzle);
    this.#gauge.show(this.#puzzle);
    this.#views[view].enter(this.#game());
    requestAnimationFrame(() => byId("title").getBoundingClientRect().top < 0 && scrollTo(0, 0));
    this.#write();
  }

  #leave() {
    this.#views[this.#view].leave();
    this.#keepDrawn();
  }

  #keepDrawn() {
    if (this.#isDrawn) this.#collection.remember(this.#puzzle, "drawn");
    this.#isDrawn = false;
  }

  /** What the views need to know of the open puzzle and its game. */
  #game() {
    const moves = this.#moves && `&moves=${this.#moves}`;
    return {
      puzzle: this.#puzzle,
      name: this.#day ? `day=${this.#day}` : this.#name + moves,
      known: this.#known,
      isDrawn: this.#collection.own.entryOf(this.#name)?.origin === "drawn",
      day: this.#day,
      stake: this.#daily.stakeOf(this.#day),
      moves: readMoves(this.#moves),
    };
  }

  /** Go to a view, with the changes made in this one; from a day on to the last other puzzle. */
  async #go(view) {
    await this.#started;
    if (view === "daily") return this.#openDay("today");
    if (!this.#puzzle) return;
    const before = this.#view;
    await this.#views[before].settle?.();
    if (this.#day && view === "play" && before === "play") return this.#openOther();
    this.#show(view);
    if (view === "play" && before === "edit") {
      this.#views.play.tell(this.#views.edit.view?.unfinished);
    }
  }

  /** Open the last puzzle that is none of a day. */
  async #openOther(view) {
    try {
      await this.#followLink(readLink(this.#other), view);
    } catch {
      // What was kept is damaged.
      this.#other = "";
    }
  }

  #choose(entry) {
    if (this.#view !== "explore") return this.#begin(entry.puzzle, knownOf(entry));
    this.#open(entry.puzzle, { known: knownOf(entry), view: "explore" });
  }

  #made(entry) {
    this.#collection.remember(entry.puzzle, "made");
    this.#begin(entry.puzzle, knownOf(entry));
  }

  /** Open a puzzle to play it: the keys are for its board. */
  #begin(puzzle, known) {
    this.#open(puzzle, { known });
    byId("board").focusOn(puzzle.target);
  }

  #adopt(puzzle) {
    const isSame = nameOf(puzzle) === this.#name;
    const title = isSame || !puzzle.title ? puzzle.title : anotherState(puzzle);
    this.#begin({ ...puzzle, title });
  }

  #opened(given, name) {
    const puzzles = given.map((puzzle) => this.#named(puzzle));
    // The first stands first among what is newest.
    const now = Date.now();
    puzzles.forEach((puzzle, at) => this.#collection.remember(puzzle, "opened", now - at));
    if (puzzles.length > 1) {
      this.#collection.putFirst(name ?? t("Opened"), puzzles.map((puzzle) => ({ puzzle })));
    }
    this.#begin(puzzles[0]);
  }

  /** With the title that the collection has for it, where it has none. */
  #named(puzzle) {
    return titled(puzzle, puzzle.title || this.#collection.entryOf(nameOf(puzzle))?.puzzle.title);
  }

  /** Trace a picture in the editor. */
  async #openPicture(file) {
    const { Photo } = await import("./photo.js");
    const photo = await Photo.of(file);
    await this.#started;
    if (this.#view !== "edit") await this.#go("edit");
    await (await this.#views.edit.load())?.trace(photo);
  }

  /** Let buttons open a dialog, which `make` loads and makes at the first click. */
  #offer(ids, make) {
    const open = this.#opening(make);
    for (const id of ids.split(" ")) byId(id).addEventListener("click", open);
  }

  /** Opens a dialog, which `make` loads and makes the first time. */
  #opening(make) {
    let making = null;
    return async () => {
      making ??= make();
      try {
        const [dialog] = await Promise.all([making, this.#started]);
        dialog.open();
      } catch {
        making = null;
        this.#toast(t("This part of the page could not be loaded."));
      }
    };
  }

  #edited(puzzle) {
    this.#name = nameOf(puzzle);
    this.#puzzle = this.#named(puzzle);
    this.#known = null;
    this.#moves = this.#day = "";
    this.#isDrawn = this.#replaces = true;
    this.#remember();
    this.#gauge.show(puzzle);
    this.#write();
  }

  /** The open puzzle may be one of the person's own, which has got another title. */
  #rename() {
    const own = this.#puzzle && !this.#day && this.#collection.own.entryOf(this.#name);
    if (!own || own.title === (this.#puzzle.title ?? "")) return;
    if (this.#view === "edit") return this.#views.edit.view?.rename(own.title);
    this.#puzzle = { ...this.#puzzle, title: own.title };
    this.#replaces = true;
    this.#remember();
    this.#describe(this.#puzzle);
    this.#write();
  }

  /** Go to the view and puzzle of the address. */
  #follow() {
    if (this.#puzzle && location.hash === this.#hash()) return;
    this.#replaces = true;
    return this.#followLink(this.#address());
  }

  /** The parts of the address; none of one that is malformed. */
  #address() {
    try {
      return readLink(location.hash.slice(1));
    } catch (error) {
      this.#refuse("damaged", error.message);
      return {};
    }
  }

  async #followLink({ day, pack, view, puzzle, title, moves = "" }, shown = view ?? "play") {
    if (day) return this.#openDay(day, shown);
    if (pack) return this.#openPack(pack);
    if (!puzzle) return this.#puzzle && this.#show(shown);
    const name = typeof puzzle === "string" ? "" : nameOf(puzzle);
    if (name && name === this.#name && moves === this.#moves && !this.#day) {
      return this.#show(shown);
    }
    const entry = this.#collection.entryOf(name);
    if (entry) return this.#openMoved(titled(entry.puzzle, title), shown, moves);
    await this.#openLinked(puzzle, title, shown, moves);
  }

  /** Open the puzzle of a day; the day that is open goes on. */
  async #openDay(given, view = "play") {
    try {
      const entry = await this.#daily.entryOf(given);
      if (entry.day === this.#day) return this.#show(view);
      this.#open(entry.puzzle, { known: knownOf(entry), view, day: entry.day });
    } catch (error) {
      this.#toast(t("There is no puzzle of this day: {reason}", { reason: error.message }));
    }
  }

  /** Open the puzzles of a pack, as those of a file. */
  async #openPack(text) {
    try {
      const puzzles = readPack(text);
      for (const puzzle of puzzles) {
        const { valid, reasons } = await api.validate({ puzzle });
        if (!valid) throw new Error(reasons.join("; "));
      }
      this.#opened(puzzles, t("Pack"));
    } catch (error) {
      this.#refuse("damaged", error.message);
    }
  }

  async #openLinked(given, title, view, moves) {
    try {
      const answer = await this.#checking.ask((signal) => api.validate({ puzzle: given }, signal));
      if (answer?.valid) this.#openMoved(titled(answer.puzzle, title), view, moves);
      else if (answer) {
        this.#refuse("damaged", answer.reasons.join("; "));
      }
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  /** Open a puzzle with moves, or without if they cannot be made. */
  #openMoved(puzzle, view, moves) {
    try {
      requireLegal(puzzle, readMoves(moves));
      this.#open(puzzle, { view, moves });
    } catch (error) {
      this.#open(puzzle, { view });
      this.#refuse("moves", error.message);
    }
  }

  /** The puzzle to save; an Error where the editor has no valid board. */
  async #current() {
    await this.#started;
    if (!this.#puzzle) throw new Error(t("The page is not loaded: no puzzle is open."));
    await this.#views[this.#view].settle?.();
    if (this.#view === "edit") this.#views.edit.view?.requireBoard();
    return this.#puzzle;
  }

  /** The link to what is open, for others: it opens where one plays, from the start. */
  async #link() {
    const puzzle = await this.#current();
    const fragment = this.#day ? writeParts({ day: this.#day }) : writeLink(puzzle);
    return `${location.href.split("#")[0]}#${fragment}`;
  }

  /** The address of what is seen. */
  #hash() {
    const view = this.#view === "play" ? "" : this.#view;
    const parts = { moves: this.#moves, view };
    return `#${this.#day ? writeParts({ day: this.#day, view }) : writeLink(this.#puzzle, parts)}`;
  }

  /** Put it into the address, as a new entry of the history where one goes on to something else. */
  #write() {
    const hash = this.#hash();
    const replaces = this.#replaces;
    this.#replaces = false;
    if (hash === location.hash) return;
    if (replaces) history.replaceState(null, "", hash);
    else history.pushState(null, "", hash);
  }

  #remember() {
    this.#other = writeLink(this.#puzzle);
    keep("last", this.#other);
  }

  /** Another tab stored something. */
  #refresh(name) {
    this.#views.play.refresh(name);
    this.#collection.refresh(name);
    this.#looks.refresh(name);
  }

  #describe(puzzle, title = titleOf(puzzle)) {
    const { rows, cols, vehicles } = puzzle;
    byId("title").textContent = title;
    byId("subtitle").textContent = `${rows} × ${cols}, ${count(vehicles.length, "vehicle")}`;
    document.title = `${title} · rushhour`;
    const [wide, high] = sizeOf(puzzle);
    const { style } = byId("title").closest("main");
    style.setProperty("--wide", wide);
    style.setProperty("--high", high);
    this.#collection.choose(puzzle === this.#puzzle && !this.#day ? this.#name : "");
  }

  /** Say why a link is refused, as soon as a puzzle is shown. */
  #refuse(...refused) {
    this.#refused = refused;
    this.#showRefusal();
  }

  async #showRefusal() {
    if (!this.#refused || !this.#puzzle) return;
    const [what, reason] = this.#refused;
    this.#refused = null;
    try {
      const { refuse } = await import("./refusal.js");
      refuse(what, reason, titleOf(this.#puzzle));
    } catch {
      this.#toast(reason);
    }
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

function anotherState({ title }) {
  return t("{title}, another state", { title });
}

function titled(puzzle, title) {
  return title ? { ...puzzle, title } : puzzle;
}

speakUp().then(() => new App().start());
