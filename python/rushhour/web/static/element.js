/**
 * <rush-hour-game>: a board to play and to step through, with hints, on any page.
 *
 * `board` is its text, as `drawing.js` reads it; without it the text of the element. `target` names
 * the target, `moves` wait to be stepped through, `editable` lets one change the board in place.
 * `puzzle` and `state` are the puzzle and where it stands now, `solved` whether that is its end;
 * `change` tells of every new state.
 */

import "./board.js";
import { h } from "./dom.js";
import { drawn, readBoard } from "./drawing.js";
import { Game } from "./game.js";
import { readMoves, requireLegal } from "./link.js";
import { inWords } from "./model.js";
import { shortest } from "./shortest.js";
import { count, sentence } from "./words.js";

const BEAT = 520;
const STYLE = `
rush-hour-board[hidden] { display: none; }
:host { display: block; max-width: 420px; margin: 1em 0; font: 15px/1.4 system-ui, sans-serif; color: light-dark(#1b1f26, #eef1f5); }
.bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 4px 5%; }
button { font: inherit; color: inherit; min-height: 40px; min-width: 44px; padding: 2px 9px; border: 1px solid light-dark(#c4c6cc, #4a5260); border-radius: 9px; background: light-dark(#fff, #1b1f25); cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
button:focus-visible, textarea:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.says { margin: 0; padding: 2px 5%; min-height: 1.4em; overflow-wrap: anywhere; }
.change { display: grid; gap: 6px; padding: 4px 5%; }
.change[hidden] { display: none; }
textarea { font: 15px/1.35 ui-monospace, "DejaVu Sans Mono", monospace; color: inherit; background: light-dark(#fff, #15181d); border: 1px solid light-dark(#80838a, #737b89); border-radius: 8px; padding: 8px; resize: vertical; }
.wrong { color: light-dark(#b3261e, #ff8a80); }
`;

class RushHourGame extends HTMLElement {
  static observedAttributes = ["board", "moves", "target", "editable"];

  #game = null;
  #timer = 0;
  #search = new AbortController();
  #board = h("rush-hour-board", { leaves: true });
  #says = h("p", { class: "says", role: "status" });
  #text = h("textarea", { spellcheck: "false", "aria-label": "The board as text" });
  #change = h("div", { class: "change", hidden: true }, this.#text);
  #buttons = {
    back: button("◀", "One move back", () => this.#go(this.#game.cursor - 1)),
    forth: button("▶", "One move on", () => this.#go(this.#game.cursor + 1)),
    reset: button("Reset", "", () => this.#go(0)),
    hint: button("Hint", "", () => this.#help(false)),
    solve: button("Solve", "", () => this.#help(true)),
    edit: button("Change", "", () => this.#edit()),
  };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const bar = h("div", { class: "bar" }, Object.values(this.#buttons));
    root.append(this.#board, bar, this.#says, this.#change);
    this.#board.addEventListener("move", ({ detail }) => this.#play(detail));
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
    hint.disabled = solve.disabled = game.isSolved;
    const spent = `${count(game.slides, "slide")}, ${count(game.steps, "step")}`;
    this.#say(`${game.isSolved ? "Solved: " : ""}${spent}`);
    this.dispatchEvent(new Event("change"));
  }

  /** Search from here; then show the first move, or watch all. */
  async #help(all) {
    this.#stop();
    const { signal } = this.#search;
    const { puzzle, start } = this.#game;
    this.#say("Searching…");
    try {
      const moves = await shortest(puzzle, signal);
      if (signal.aborted) return;
      if (moves === null) this.#say("No moves lead to the exit from here.");
      else if (all) this.#watch(moves);
      else {
        this.#board.mark(moves[0]);
        this.#say(`${sentence(inWords(start, moves[0]))}: ${count(moves.length, "slide")} to go.`);
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

function button(text, label, click) {
  return h("button", { type: "button", "aria-label": label || null, click }, text);
}

if (!customElements.get("rush-hour-game")) customElements.define("rush-hour-game", RushHourGame);
