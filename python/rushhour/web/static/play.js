/** Play: moves counted beside the optimum, undo and redo, a hint with its reason, the solution. */

import * as api from "./api.js";
import { byId, h } from "./dom.js";
import { Game } from "./game.js";
import { inWords, written } from "./model.js";
import { forget, keep, recall } from "./store.js";
import { count, soFar } from "./words.js";

// Milliseconds before a search is announced.
const SOON = 200;
const GIVE_UP = "Searching… press again to give up.";

export class Play {
  #game = null;
  #name = null;
  #best = null;
  #optima = new api.Latest();
  #search = new api.Latest();
  #waiting = 0;
  #moves = new Moves((cursor) => this.#go(cursor));

  /**
   * `watchers` are told of every game: `begin`, `changed`, `helped`, `left`. `moved` is told of every move,
   * `solved` of what the player did alone; `stake` gives in words what a solution would cost.
   */
  constructor({ board, timeline, say, moved, solved, stake, watchers }) {
    Object.assign(this, { board, timeline, say, moved, solved, stake, watchers });
    this.note = new Note(say);
    board.addEventListener("move", ({ detail }) => this.isActive && this.#move(detail));
    const clicks = {
      undo: () => this.#go(this.#game.cursor - 1),
      redo: () => this.#go(this.#game.cursor + 1),
      reset: () => this.#reset(),
      hint: () => this.#hint(),
      solve: () => this.#askToSolve(),
    };
    for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);
  }

  get isActive() {
    return !byId("undo").closest(".panel").hidden;
  }

  /** Show the game of a name as it was left; in one that was never played `moves` wait. */
  enter({ puzzle, name, known, day, moves = [] }) {
    this.board.toggleAttribute("leaves", true);
    if (this.#name !== name) {
      this.#name = name;
      this.#resume(puzzle, moves);
      this.#askOptima(puzzle, known);
      this.note.clear();
    }
    this.#follow(day);
  }

  /** Tell something until the next move; nothing where the text is empty. */
  tell(text) {
    if (text) this.note.show(text);
  }

  /** Go on with a game as another tab left it. */
  refresh(name) {
    if (name !== `game-${this.#name}`) return;
    const { day } = this.#game;
    this.#resume(this.#game.start, []);
    if (this.isActive) this.#follow(day);
  }

  #resume(puzzle, moves) {
    this.#game = new Game(puzzle);
    const record = recall(`game-${this.#name}`, null);
    if (record) return this.#game.restore(record);
    this.#game.foresee(moves);
    this.#game.isShown = moves.length > 0;
  }

  #follow(day) {
    this.#game.day = day;
    this.#tell("begin", this.#game);
    this.timeline.follow(this.#game, () => this.#seen());
    this.#show();
  }

  #seen() {
    this.#keep();
    this.#show();
  }

  #keep() {
    const { record } = this.#game;
    if (record) keep(`game-${this.#name}`, record);
    else forget(`game-${this.#name}`);
  }

  /** Stop what runs for this view alone. */
  leave() {
    this.#stop();
    this.timeline.pause();
    this.#tell("left", this.#game);
  }

  #tell(what, ...facts) {
    for (const watcher of this.watchers) watcher[what](...facts);
  }

  async #askOptima(puzzle, known) {
    this.#best = known;
    this.#optima.cancel();
    if (known) return;
    try {
      this.#best = (await this.#optima.ask((signal) => api.optima(puzzle, signal))) ?? this.#best;
    } catch (problem) {
      this.#best = { slides: "unknown", steps: "unknown" };
      this.note.show(problem.message, "wrong");
    }
    showScore(this.#game, this.#best);
    if (this.#game.isSolved) this.#celebrate();
    else if (this.#best.status === "unsolvable") {
      this.note.show("This puzzle cannot be solved: this is proved.", "wrong");
    }
  }

  #move(move) {
    this.#stop();
    this.#game.play(move);
    this.moved();
    const { slides, steps } = this.#game;
    this.say(
      `${inWords(this.#game.start, move)}. ${count(slides, "slide")}, ${count(steps, "step")}.`,
    );
    this.#changed();
  }

  /** Go to the start, from where the next move begins a game that counts. */
  #reset() {
    this.#game.reset();
    this.#go(0);
  }

  #go(cursor) {
    this.#stop();
    this.#game.jump(cursor);
    this.say(cursor === 0 ? "Back at the start." : `After ${count(this.#game.cursor, "move")}.`);
    this.#changed();
  }

  #changed() {
    this.timeline.pause();
    this.note.clear();
    this.#seen();
    this.timeline.refresh();
  }

  #show() {
    this.board.puzzle = this.#game.puzzle;
    const { canUndo, canRedo, canReset, isSolved } = this.#game;
    enable({ undo: canUndo, redo: canRedo, reset: canReset, hint: !isSolved, solve: !isSolved });
    showScore(this.#game, this.#best);
    this.#moves.show(this.#game);
    if (this.#game.isSolved) this.#celebrate();
    else if (this.note.isSolved) this.note.clear();
    this.#tell("changed", this.#game);
  }

  #celebrate() {
    const { slides, isHelped } = this.#game;
    this.note.show(this.#praise(), "solved");
    if (!isHelped) this.solved(this.#name, slides);
  }

  /** The end in words; what the player did not do alone is not praised. */
  #praise() {
    const { slides, steps, hints, isShown } = this.#game;
    if (isShown) {
      return `This solution has ${count(slides, "slide")}. Press Reset to solve it yourself.`;
    }
    const cost = `Solved in ${count(slides, "slide")} and ${count(steps, "step")}`;
    if (hints) {
      return `${cost}, with ${count(hints, "hint")}. Press Reset: without hints it counts.`;
    }
    const isBest = slides === Number(this.#best?.slides);
    return isBest ? `${cost}: the fewest slides there can be.` : `${cost}.`;
  }

  async #hint() {
    const { puzzle } = this.#game;
    const found = await this.#ask("hint", (signal, tell) => api.hint({ puzzle }, signal, tell));
    if (!found || this.#game.puzzle !== puzzle) return;
    const [advice] = found.moves;
    if (!advice) return this.note.show("No moves lead to the exit from here.", "wrong");
    this.#game.hints += 1;
    this.#game.isFresh = false;
    this.#keep();
    this.#tell("helped", this.#game, "hint");
    byId("reset").disabled = !this.#game.canReset;
    this.board.mark(advice.move, advice.chain.map(({ blocker }) => blocker));
    const after = `${count(found.distance, "slide")} to go, ${advice.distance} after it.`;
    const accept = () => {
      this.#move(advice.move);
      this.board.focusOn(advice.move.vehicle);
    };
    const reason = advice.reason.replace(/^vehicle /, "Vehicle ");
    this.note.show(`${reason}. ${after}`, "", { label: "Do it", accept });
  }

  /** Show the solution at once, or ask before where that costs something. */
  #askToSolve() {
    const stake = this.stake();
    if (!stake || byId("solve").ariaBusy) return this.#solve();
    this.#stop();
    this.note.show(stake, "", { label: "Show the solution", accept: () => this.#solve() });
  }

  async #solve() {
    const { puzzle } = this.#game;
    const found = await this.#ask("solve", (signal, tell) => api.solve({ puzzle }, signal, tell));
    if (!found || this.#game.puzzle !== puzzle) return;
    if (found.status !== "solved") return this.note.show(withoutSolution(found), "wrong");
    this.#game.isShown = true;
    this.#game.isFresh = false;
    this.#tell("helped", this.#game, "solution");
    this.#game.foresee(found.moves);
    this.#changed();
    this.timeline.watch();
  }

  /** Ask while the button says that it is busy; pressing it again gives up. */
  async #ask(id, request) {
    const button = byId(id);
    const isAgain = button.ariaBusy === "true";
    this.#stop();
    if (isAgain) return;
    button.ariaBusy = "true";
    let isShown = false;
    const wait = () => {
      this.note.show(GIVE_UP);
      isShown = true;
    };
    const tell = (progress) => isShown && this.note.update(`${GIVE_UP} ${soFar(progress)}`);
    this.#waiting = setTimeout(wait, SOON);
    try {
      const answer = await this.#search.ask((signal) => request(signal, tell));
      if (answer) this.#stop();
      return answer;
    } catch (problem) {
      this.#stop();
      return this.note.show(problem.message, "wrong");
    } finally {
      button.ariaBusy = null;
    }
  }

  #stop() {
    clearTimeout(this.#waiting);
    this.#search.cancel();
    this.board.mark(null);
    if (byId("hint").ariaBusy || byId("solve").ariaBusy) this.note.clear();
  }
}

/** Enable buttons by their ids, or disable them; the focus on one that is disabled goes to another. */
function enable(states) {
  const isLost = states[document.activeElement?.id] === false;
  for (const [id, isEnabled] of Object.entries(states)) byId(id).disabled = !isEnabled;
  if (isLost) byId(Object.keys(states).find((id) => states[id]))?.focus();
}

function withoutSolution(found) {
  return found.status === "unsolvable"
    ? "No moves lead to the exit from here: this is proved."
    : `Not solved within the limits: it takes ${count(api.bound(found), "slide")}.`;
}

/** The note below the buttons: a hint, the end of a solution, or an error; and a move to make. */
class Note {
  #root = byId("note");
  #text = byId("note-text");
  #button = byId("note-do");
  #offer = null;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
    this.#button.addEventListener("click", () => this.#offer.accept());
  }

  /** Whether it tells of the end. */
  get isSolved() {
    return this.#root.classList.contains("solved");
  }

  /**
   * Show a text, of a kind that the style sheet knows, and a button for an offer.
   *
   * @param {{label: string, accept: () => void} | null} offer
   */
  show(text, kind = "", offer = null) {
    this.#offer = offer;
    this.#root.hidden = text === "";
    this.#root.className = `note ${kind}`;
    this.#text.textContent = text;
    this.#button.hidden = offer === null;
    this.#button.textContent = offer?.label ?? "";
    if (offer) this.#root.scrollIntoView({ block: "nearest" });
    if (text) this.say(text);
  }

  /** Change the text that is shown, without saying it. */
  update(text) {
    this.#text.textContent = text;
  }

  /** Show nothing. */
  clear() {
    this.show("");
  }
}

// More than four characters are words, such as `at least 20`.
const DIGITS = 4;

/** Show a game's counts and the optima; null where these are not known yet. */
function showScore(game, optima) {
  for (const unit of ["slides", "steps"]) {
    const least = optima?.[unit] ?? "…";
    const [mine, best] = [byId(unit), byId(`best-${unit}`)];
    mine.textContent = game[unit];
    mine.classList.toggle("over", !game.isSolved && game[unit] > Number(least));
    mine.classList.toggle("best", game.isSolved && game[unit] === Number(least));
    best.textContent = least;
    best.classList.toggle("long", `${least}`.length > DIGITS);
    best.classList.toggle("none", least === "none");
  }
}

/** The moves of a game as buttons: each leads to the state after it. */
class Moves {
  #root = byId("moves");
  #shown = [];

  /** @param {(cursor: number) => void} go */
  constructor(go) {
    this.go = go;
    this.#root.parentNode.addEventListener("toggle", () => this.#reveal());
  }

  /** Show a game's moves and which was the last; buttons stay, and keep the focus, where they can. */
  show({ moves, cursor, start }) {
    const isSame = moves.length === this.#shown.length &&
      moves.every((move, index) => move === this.#shown[index]);
    if (!isSame) this.#build(moves, start);
    [...this.#root.children].forEach((item, index) => {
      item.classList.toggle("ahead", index >= cursor);
      if (index + 1 === cursor) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
    this.#reveal();
  }

  #build(moves, start) {
    this.#shown = [...moves];
    const items = moves.map((move, index) => {
      const click = () => this.go(index + 1);
      const attributes = { type: "button", "aria-label": inWords(start, move), click };
      return h("li", {}, h("button", attributes, written(move)));
    });
    this.#root.replaceChildren(...items);
    byId("move-count").textContent = moves.length ? `(${moves.length})` : "";
  }

  /** Scroll the list, and nothing else, to the last move. */
  #reveal() {
    const root = this.#root;
    const here = root.querySelector("[aria-current]")?.parentNode;
    if (!here) return;
    const below = here.offsetTop + here.offsetHeight - root.clientHeight;
    root.scrollTop = Math.min(here.offsetTop, Math.max(root.scrollTop, below));
  }
}
