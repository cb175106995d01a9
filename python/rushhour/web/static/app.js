/** The page: what is open, in which view, and how the parts tell each other. */

import * as api from "./api.js";
import "./board.js";
import { readAddress, writeAddress } from "./address.js";
import { Collection } from "./collection.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { Explore } from "./explore.js";
import { Files } from "./files.js";
import { Play } from "./play.js";
import { chooseTheme } from "./theme.js";
import { Timeline } from "./timeline.js";

const TOAST = 4000;

class App {
  #puzzle = null;
  #known = null;
  #text = "";
  #view = "play";
  #toasting = 0;
  #naming = new api.Latest();

  constructor() {
    const say = (text) => (byId("status").textContent = text);
    const board = byId("board");
    const timeline = new Timeline(say);
    this.board = board;
    this.collection = new Collection((entry) => this.#choose(entry));
    this.views = {
      play: new Play({
        board,
        timeline,
        say,
        solved: (puzzle, slides) => this.collection.solved(puzzle, slides),
      }),
      edit: new Editor({
        board,
        say,
        named: (draft) => this.#name(draft),
        changed: (puzzle, text) => this.#edited(puzzle, text),
        play: () => this.show("play"),
      }),
      explore: new Explore({
        board,
        timeline,
        adopt: (puzzle) => this.open(puzzle, { view: "play" }),
      }),
    };
    this.files = new Files({
      current: () => this.#puzzle,
      toast: (text) => this.#toast(text),
      opened: (puzzles, name) => this.#opened(puzzles, name),
    });
    for (const link of document.querySelectorAll(".views a")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.#go(link.dataset.view);
      });
    }
    byId("link").addEventListener("click", () => this.files.copyLink());
    chooseTheme(byId("theme"), (text) => this.#toast(text));
    addEventListener("hashchange", () => this.#follow());
  }

  /** Fetch what the page lives on, and open what the address says. */
  async start() {
    try {
      const [{ puzzles }, { formats }] = await Promise.all([api.puzzles(), api.formats()]);
      this.files.offer(formats);
      const isCard = ({ puzzle }) => /^Jam \d+$/.test(puzzle.title);
      this.collection.add("Classics", puzzles.filter(isCard), { unit: "fewest slides" });
      this.collection.add("Records", puzzles.filter((entry) => !isCard(entry)), {
        unit: "fewest slides",
      });
      this.open(puzzles[0].puzzle, { known: knownOf(puzzles[0]), isQuiet: true });
      await this.#follow();
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  /** Open a puzzle. */
  open(puzzle, { known = null, view = this.#view, text = "", isQuiet = false } = {}) {
    this.#puzzle = puzzle;
    this.#known = known;
    this.#text = text;
    this.#name(puzzle);
    this.show(view, isQuiet);
    if (!text && !isQuiet) this.#findText(puzzle);
  }

  /** Show a view of what is open. */
  show(view, isQuiet = false) {
    this.views[this.#view].leave();
    this.#view = view;
    for (const panel of document.querySelectorAll(".panel")) {
      panel.hidden = panel.dataset.view !== view;
    }
    for (const link of document.querySelectorAll(".views a")) {
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    byId("timeline").hidden = true;
    this.views[view].enter(this.#puzzle, this.#known);
    if (!isQuiet) this.#write();
  }

  /** Go to a view, with what was changed in this one. */
  async #go(view) {
    await this.views[this.#view].settle?.();
    this.show(view);
  }

  #choose(entry) {
    this.open(entry.puzzle, {
      known: knownOf(entry),
      view: this.#view === "edit" ? "play" : this.#view,
    });
    const { top } = this.board.getBoundingClientRect();
    if (top < 0) {
      scrollTo({
        top: 0,
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
    }
  }

  async #follow() {
    const { view = this.#view, puzzle, title } = readAddress();
    const shown = this.views[view] ? view : "play";
    if (!puzzle || puzzle === this.#text) return this.show(shown, !puzzle);
    try {
      const answer = await this.#naming.ask((signal) => api.validate({ puzzle }, signal));
      if (answer?.valid) this.open(titled(answer.puzzle, title), { view: shown, text: puzzle });
      else if (answer) this.#toast(`The link holds no puzzle: ${answer.reasons.join("; ")}`);
    } catch (problem) {
      this.#toast(problem.message);
    }
  }

  #edited(puzzle, text) {
    this.#puzzle = puzzle;
    this.#known = null;
    this.#text = text;
    this.#write();
  }

  #opened(puzzles, name) {
    if (puzzles.length > 1) {
      this.collection.add(name ?? "Opened", puzzles.map((puzzle) => ({ puzzle })), { first: true });
    }
    this.open(puzzles[0]);
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
    writeAddress({ view: this.#view, puzzle: this.#text, title: this.#puzzle.title });
  }

  #name({ title, rows, cols, vehicles, ...puzzle }) {
    const count = `${vehicles.length} vehicle${vehicles.length === 1 ? "" : "s"}`;
    byId("title").textContent = title ?? "A puzzle";
    byId("subtitle").textContent = `${rows} × ${cols}, ${count}`;
    document.title = `${title ?? "A puzzle"} · rushhour`;
    byId("title").closest(".stage").style.setProperty("--ratio", `${cols + 1} / ${rows + 1}`);
    this.collection.choose({ title, rows, cols, vehicles, ...puzzle });
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

new App().start();
