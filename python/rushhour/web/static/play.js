/** Play: moves counted beside the optimum, undo and redo, a hint with its reason, the solution. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { Game } from "./game.js";
import { inWords, written } from "./model.js";
import { count } from "./words.js";

export class Play {
  #game = null;
  #best = null;
  #advice = null;
  #optima = new api.Latest();
  #search = new api.Latest();

  constructor({ board, timeline, say, solved }) {
    Object.assign(this, { board, timeline, say, solved });
    board.addEventListener("move", ({ detail }) => this.isActive && this.#move(detail));
    const clicks = {
      undo: () => this.#go(this.#game.cursor - 1),
      redo: () => this.#go(this.#game.cursor + 1),
      reset: () => this.#go(0),
      hint: () => this.#hint(),
      solve: () => this.#solve(),
      "note-do": () => this.#move(this.#advice),
    };
    for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  get isActive() {
    return !byId("undo").closest(".panel").hidden;
  }

  /** Show the game of a puzzle; a new one where the puzzle is new. */
  enter(puzzle, known) {
    this.board.toggleAttribute("leaves", true);
    if (this.#game?.start !== puzzle) {
      this.#game = new Game(puzzle);
      this.#askOptima(puzzle, known);
      this.#note("");
    }
    this.timeline.follow(this.#game, () => this.#show());
    this.#show();
  }

  /** Stop what runs for this view alone. */
  leave() {
    this.#stop();
    this.timeline.pause();
  }

  async #askOptima(puzzle, known) {
    this.#best = known ?? null;
    this.#showScore();
    if (known) return;
    try {
      this.#best = (await this.#optima.ask((signal) => api.optima(puzzle, signal))) ?? this.#best;
    } catch (problem) {
      this.#best = { slides: "unknown", steps: "unknown" };
      this.#note(problem.message, "wrong");
    }
    this.#showScore();
  }

  #move(move) {
    this.#stop();
    this.#game.play(move);
    const { slides, steps } = this.#game;
    this.say(
      `${inWords(this.#game.start, move)}. ${count(slides, "slide")}, ${count(steps, "step")}.`,
    );
    this.#changed();
  }

  #go(cursor) {
    this.#stop();
    this.#game.jump(cursor);
    this.say(cursor === 0 ? "Back at the start." : `After ${count(this.#game.cursor, "move")}.`);
    this.#changed();
  }

  #changed() {
    this.timeline.pause();
    this.#note("");
    this.#show();
    this.timeline.refresh();
  }

  #show() {
    this.board.puzzle = this.#game.puzzle;
    byId("undo").disabled = byId("reset").disabled = !this.#game.canUndo;
    byId("redo").disabled = !this.#game.canRedo;
    byId("hint").disabled = byId("solve").disabled = this.#game.isSolved;
    this.#showScore();
    this.#showMoves();
    if (this.#game.isSolved) this.#celebrate();
    else if (byId("note").classList.contains("solved")) this.#note("");
  }

  #showScore() {
    if (!this.#game) return;
    for (const unit of ["slides", "steps"]) {
      const best = this.#best?.[unit] ?? "…";
      const [mine, least] = [byId(unit), byId(`best-${unit}`)];
      mine.textContent = this.#game[unit];
      mine.classList.toggle("over", this.#game[unit] > Number(best));
      mine.classList.toggle("best", this.#game.isSolved && this.#game[unit] === Number(best));
      least.textContent = best;
      least.classList.toggle("long", `${best}`.length > 4);
    }
  }

  #showMoves() {
    const { moves, cursor, start } = this.#game;
    byId("move-count").textContent = moves.length ? `(${moves.length})` : "";
    const items = moves.map((move, index) => {
      const isHere = index + 1 === cursor;
      const attributes = {
        type: "button",
        "aria-current": isHere ? "step" : null,
        "aria-label": inWords(start, move),
      };
      const button = h(
        "button",
        { ...attributes, click: () => this.#go(index + 1) },
        written(move),
      );
      return h("li", { class: index + 1 > cursor ? "ahead" : null }, button);
    });
    byId("moves").replaceChildren(...items);
  }

  #celebrate() {
    const { slides, steps, isHelped, start } = this.#game;
    const isBest = slides === Number(this.#best?.slides);
    const praise = isBest ? ": the fewest slides there can be." : ".";
    this.#note(
      `Solved in ${count(slides, "slide")} and ${count(steps, "step")}${praise}`,
      "solved",
    );
    if (!isHelped) this.solved(start, slides);
  }

  async #hint() {
    const { puzzle } = this.#game;
    const found = await this.#ask("hint", (signal) => api.hint({ puzzle }, signal));
    if (!found || this.#game.puzzle !== puzzle) return;
    const [advice] = found.moves;
    if (!advice) return this.#note("No moves lead to the exit from here.", "wrong");
    this.#game.isHelped = true;
    this.#advice = advice.move;
    this.board.mark(advice.move, advice.chain.map(({ blocker }) => blocker));
    const after = `${count(found.distance, "slide")} to go, ${advice.distance} after it.`;
    this.#note(`${advice.reason}. ${after}`, "", true);
  }

  async #solve() {
    const { puzzle } = this.#game;
    const found = await this.#ask("solve", (signal) => api.solve({ puzzle }, signal));
    if (!found || this.#game.puzzle !== puzzle) return;
    if (found.status === "solved") {
      this.#game.isHelped = true;
      this.#game.foresee(found.moves);
      this.#changed();
      this.timeline.watch();
    } else if (found.status === "unsolvable") {
      this.#note("No moves lead to the exit from here: that is proved.", "wrong");
    } else {
      const least = count(found.lower_bound, "slide");
      this.#note(
        `No solution within the limits of the service; any takes at least ${least}.`,
        "wrong",
      );
    }
  }

  /** Ask while the button says that it is busy; pressing it again gives up. */
  async #ask(id, request) {
    const button = byId(id);
    if (button.ariaBusy === "true") return this.#stop();
    this.#stop();
    button.ariaBusy = "true";
    this.#note("Searching… press again to give up.");
    try {
      const answer = await this.#search.ask(request);
      if (answer) this.#note("");
      return answer;
    } catch (problem) {
      return this.#note(problem.message, "wrong");
    } finally {
      button.ariaBusy = null;
    }
  }

  #stop() {
    this.#search.cancel();
    this.board.mark(null);
    if (byId("hint").ariaBusy || byId("solve").ariaBusy) this.#note("");
  }

  #note(text, kind = "", offersMove = false) {
    const note = byId("note");
    note.hidden = text === "";
    note.className = `note ${kind}`;
    byId("note-text").textContent = text;
    byId("note-do").hidden = !offersMove;
    if (text) this.say(text);
  }

  #press(event) {
    if (!this.isActive || event.target.closest?.("input, textarea, select, dialog")) return;
    const isControl = event.ctrlKey || event.metaKey;
    const name = isControl
      ? { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()]
      : { h: "hint" }[event.key];
    if (!name || event.altKey) return;
    event.preventDefault();
    byId(name).click();
  }
}
