/**
 * <rush-hour-game>: a board to play and to step through, with hints, on any page.
 *
 * `board` is its text, as `drawing.js` reads it; without it the text of the element. `target` names
 * the target, `moves` wait to be stepped through, `editable` lets one change the board in place.
 * `timeline` shows where the game is and leads to any state of it, `rates` says what each slide wastes,
 * `staged` lets a hint name the vehicle before the move, and `theme` is `wood`, `paper` or `contrast`.
 * The words are in the language of the page, `<html lang>`, if there is a table of it.
 * `puzzle` and `state` are the puzzle and where it stands now, `solved` whether that is its end;
 * `change` tells of every new state.
 */

import "./board.js";
import { h } from "./dom.js";
import { drawn, readBoard } from "./drawing.js";
import { WORDS } from "./element-words.js";
import { Game, goesOn } from "./game.js";
import { readMoves, requireLegal } from "./link.js";
import { inWords } from "./model.js";
import { shortest } from "./shortest.js";
import { THEMES } from "./themes.js";
import { count, sentence, speak, t } from "./words.js";

const BEAT = 520;
const STYLE = `
rush-hour-board[hidden] { display: none; }
:host { display: block; max-width: 420px; margin: 1em 0; font: 15px/1.4 system-ui, sans-serif; color: light-dark(#1b1f26, #eef1f5); }
.bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 4px 5%; }
button { font: inherit; color: inherit; min-height: 40px; min-width: 44px; padding: 2px 9px; border: 1px solid light-dark(#c4c6cc, #4a5260); border-radius: 9px; background: light-dark(#fff, #1b1f25); cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
button:focus-visible, textarea:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.says { margin: 0; padding: 2px 5%; min-height: 1.4em; overflow-wrap: anywhere; }
.line { display: flex; gap: 10px; align-items: center; padding: 4px 5%; font-variant-numeric: tabular-nums; }
.line[hidden] { display: none; }
.line input { flex: 1; min-width: 0; min-height: 32px; margin: 0; accent-color: light-dark(#1b1f26, #eef1f5); }
.change { display: grid; gap: 6px; padding: 4px 5%; }
.change[hidden] { display: none; }
textarea { font: 15px/1.35 ui-monospace, "DejaVu Sans Mono", monospace; color: inherit; background: light-dark(#fff, #15181d); border: 1px solid light-dark(#80838a, #737b89); border-radius: 8px; padding: 8px; resize: vertical; }
.wrong { color: light-dark(#b3261e, #ff8a80); }
`;

class RushHourGame extends HTMLElement {
  static observedAttributes = ["board", "moves", "target", "editable", "timeline"];

  #game = null;
  #timer = 0;
  #search = new AbortController();
  #board = h("rush-hour-board", { leaves: true });
  #says = h("p", { class: "says", role: "status" });
  #scrub = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("Move") });
  #where = h("output");
  #line = h("div", { class: "line", hidden: true }, this.#scrub, this.#where);
  // The puzzle of which a hint named the vehicle.
  #named = null;
  #text = h("textarea", { spellcheck: "false", "aria-label": t("The board as text") });
  #change = h("div", { class: "change", hidden: true }, this.#text);
  #buttons = {
    back: button("◀", t("One move back"), () => this.#go(this.#game.cursor - 1)),
    forth: button("▶", t("One move on"), () => this.#go(this.#game.cursor + 1)),
    reset: button(t("Reset"), "", () => this.#go(0)),
    hint: button(t("Hint"), "", () => this.#help(false)),
    solve: button(t("Solve"), "", () => this.#help(true)),
    edit: button(t("Change"), "", () => this.#edit()),
  };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE + THEMES);
    root.adoptedStyleSheets = [sheet];
    const bar = h("div", { class: "bar" }, Object.values(this.#buttons));
    root.append(this.#board, this.#line, bar, this.#says, this.#change);
    this.#board.addEventListener("move", ({ detail }) => this.#play(detail));
    this.#scrub.addEventListener("input", () => this.#go(this.#scrub.valueAsNumber));
    this.#text.addEventListener("input", () => this.#begin(this.#text.value, ""));
  }

  connectedCallback() {
    this.#start();
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#start();
  }

  /** The puzzle at the start; null if there is none. */
  get puzzle() {
    return this.#game?.start ?? null;
  }

  set puzzle(puzzle) {
    this.#show(new Game(puzzle));
  }

  /** Where it stands now. */
  get state() {
    return this.#game?.puzzle ?? null;
  }

  /** Whether the target has reached its exit. */
  get solved() {
    return this.#game?.isSolved ?? false;
  }

  #start() {
    this.#buttons.edit.hidden = !this.hasAttribute("editable");
    this.#line.hidden = !this.hasAttribute("timeline");
    const text = this.getAttribute("board") ?? this.textContent;
    this.#text.value = text.replaceAll(/^\n+|\s+$/g, "");
    this.#begin(text, this.getAttribute("moves") ?? "");
  }

  /** Begin with the board of a text and moves; the board before stays where it is none. */
  #begin(text, moves) {
    try {
      const game = new Game(readBoard(text, this.getAttribute("target") ?? ""));
      const waiting = readMoves(moves);
      requireLegal(game.start, waiting);
      game.foresee(waiting);
      this.#show(game);
    } catch (error) {
      this.#stop();
      this.#say(error.message, true);
      if (!this.#game) this.#close();
    }
  }

  /** Without a board there is nothing to press but what changes it. */
  #close() {
    this.#board.hidden = true;
    for (const each of Object.values(this.#buttons)) {
      each.disabled = each !== this.#buttons.edit;
    }
  }

  #show(game) {
    this.#stop();
    this.#game = game;
    this.#refresh();
  }

  #play(move) {
    this.#stop();
    this.#game.play(move);
    this.#refresh();
    if (this.hasAttribute("rates")) this.#rate();
  }

  #go(cursor) {
    this.#stop();
    this.#game.jump(cursor);
    this.#refresh();
  }

  #refresh() {
    const game = this.#game;
    const { back, forth, reset, hint, solve } = this.#buttons;
    this.#board.hidden = false;
    this.#board.puzzle = game.puzzle;
    back.disabled = reset.disabled = !game.canUndo;
    forth.disabled = !game.canRedo;
    this.#scrub.max = game.moves.length;
    this.#scrub.value = game.cursor;
    this.#scrub.disabled = game.moves.length === 0;
    this.#where.value = t("{n} of {all}", { n: game.cursor, all: game.moves.length });
    this.#scrub.setAttribute("aria-valuetext", this.#where.value);
    hint.disabled = solve.disabled = game.isSolved;
    const spent = `${count(game.slides, "slide")}, ${count(game.steps, "step")}`;
    this.#say(game.isSolved ? `${t("Solved")}: ${spent}` : spent);
    this.dispatchEvent(new Event("change"));
  }

  /** Say what the last slide wastes, if that can be searched here. */
  async #rate() {
    const { signal } = this.#search;
    const { moves, states, cursor } = this.#game;
    const [before, after] = [states[beginOf(moves, cursor)], states[cursor]];
    const distance = async (puzzle) => (await shortest(puzzle, signal))?.length;
    const [far, near] = await Promise.all([distance(before), distance(after)]).catch(() => []);
    if (signal.aborted || far === undefined || near === undefined) return;
    const wasted = 1 + near - far;
    const rating = wasted ? `+${count(wasted, "slide")}` : `✓ ${t("best")}`;
    this.#say(`${this.#says.textContent}; ${rating}`);
  }

  /** Search from here; then show the first move, or watch all. */
  async #help(all) {
    this.#stop();
    const { signal } = this.#search;
    const { puzzle, start } = this.#game;
    this.#say(t("Searching…"));
    try {
      const moves = await shortest(puzzle, signal);
      if (signal.aborted) return;
      if (moves === null) this.#say(t("No moves lead to the exit from here."));
      else if (all) this.#watch(moves);
      else if (this.hasAttribute("staged") && this.#named !== puzzle) {
        this.#named = puzzle;
        this.#board.point(moves[0]);
        this.#say(t("Vehicle {vehicle} moves first. Which way? Hint tells it.", moves[0]));
      } else {
        this.#board.mark(moves[0]);
        const slides = count(moves.length, "slide");
        this.#say(`${sentence(inWords(start, moves[0]))}: ${t("{slides} to go.", { slides })}`);
      }
    } catch (error) {
      if (!signal.aborted) this.#say(error.message, true);
    }
  }

  #watch(moves) {
    this.#game.foresee(moves);
    this.#timer = setInterval(() => {
      this.#game.jump(this.#game.cursor + 1);
      this.#refresh();
      if (!this.#game.canRedo) clearInterval(this.#timer);
    }, BEAT);
  }

  #edit() {
    const { hidden } = this.#change;
    this.#change.hidden = !hidden;
    this.#buttons.edit.setAttribute("aria-expanded", `${hidden}`);
    if (!hidden) return;
    if (this.#game) this.#text.value = drawn(this.#game.puzzle);
    this.#text.rows = this.#text.value.split("\n").length + 1;
    this.#text.focus();
  }

  /** Stop watching and searching. */
  #stop() {
    clearInterval(this.#timer);
    this.#search.abort();
    this.#search = new AbortController();
    if (this.#game) this.#board.mark(null);
  }

  #say(text, isWrong = false) {
    this.#says.textContent = text;
    this.#says.classList.toggle("wrong", isWrong);
  }
}

/** Where the slide began that ends after so many moves. */
function beginOf(moves, cursor) {
  let begin = cursor - 1;
  while (begin > 0 && goesOn(moves[begin - 1], moves[begin])) begin -= 1;
  return begin;
}

function button(text, label, click) {
  return h("button", { type: "button", "aria-label": label || null, click }, text);
}

const LANGUAGE = document.documentElement.lang.slice(0, 2).toLowerCase();
if (Object.hasOwn(WORDS, LANGUAGE)) speak(LANGUAGE, WORDS[LANGUAGE]);
if (!customElements.get("rush-hour-game")) customElements.define("rush-hour-game", RushHourGame);
