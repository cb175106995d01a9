/** Play: moves counted beside the optimum, undo and redo, a hint with its reason, the solution. */

import * as api from "./api.js";
import { Clue } from "./clue.js";
import { byId, h } from "./dom.js";
import { Game, STAGES, starsOf } from "./game.js";
import { inWords, wayOf } from "./model.js";
import { forget, keep, recall } from "./store.js";
import { count, listed, sentence, soFar, starsIn, t, told } from "./words.js";

// Milliseconds before a search is announced.
const SOON = 200;

export class Play {
  #game = null;
  #name = null;
  #best = null;
  #optima = new api.Latest();
  #search = new api.Latest();
  #lock = new api.Latest();
  #waiting = 0;
  #moves = new Moves((cursor) => this.#go(cursor));
  #clue = null;
  // Loaded with the first review.
  #review = null;
  #rating = new api.Latest();

  /**
   * `watchers` are told of every game: `begin`, `changed`, `helped`, `left`. `moved` is told of every move
   * and whether it solves the puzzle, `solved` of what the player did alone; `daily` knows what a solution of a day is worth; `next` opens
   * another puzzle.
   */
  constructor({ board, timeline, say, moved, solved, daily, watchers, next }) {
    Object.assign(this, { board, timeline, say, moved, solved, daily, watchers });
    this.note = new Note(say);
    const again = () => this.#reset();
    this.win = new Win({ say, next, again, review: () => byId("review").click(), board });
    board.addEventListener("move", ({ detail }) => this.isActive && this.#move(detail));
    const clicks = {
      undo: () => this.#go(this.#game.cursor - 1),
      redo: () => this.#go(this.#game.cursor + 1),
      reset: () => this.#reset(),
      hint: () => this.#hint(),
      solve: () => this.#askToSolve(),
      review: () => this.#askReview(),
    };
    for (const [id, click] of Object.entries(clicks)) byId(id).addEventListener("click", click);
    byId("rates").checked = recall("rates", false);
    byId("rates").addEventListener("change", () => keep("rates", byId("rates").checked));
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
    byId("review").hidden = false;
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
    this.win.hide();
    this.#review?.hide();
    byId("review").hidden = true;
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
      this.#best = { slides: t("unknown"), steps: t("unknown") };
      this.note.show(problem.message, "wrong");
    }
    showScore(this.#game, this.#best);
    if (this.#game.isSolved) this.#celebrate();
    else if (this.#best.status === "unsolvable") {
      this.#showLock(t("This puzzle cannot be solved: this is proved."));
    }
  }

  #move(move) {
    this.#stop();
    const isAdvised = this.#review?.isShown && !this.#game.isFresh;
    this.#game.play(move);
    if (isAdvised) this.#helped();
    this.moved(this.#game.isSolved);
    const { slides, steps } = this.#game;
    this.say(
      `${sentence(inWords(this.#game.start, move))}. ${count(slides, "slide")}, ${
        count(steps, "step")
      }.`,
    );
    this.#changed();
    this.#rate();
  }

  /** Go to the start, from where the next move begins a game that counts. */
  #reset() {
    this.#game.reset();
    this.#go(0);
  }

  #go(cursor) {
    this.#stop();
    this.#game.jump(cursor);
    this.say(
      cursor === 0
        ? t("Back at the start.")
        : t("After {moves}.", { moves: count(this.#game.cursor, "move") }),
    );
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
    byId("rated").textContent = "";
    if (this.#review?.isShown && !this.#review.holds(this.#game.moves)) this.#review.hide();
    this.#moves.show(this.#game);
    this.#tell("changed", this.#game);
    byId("rates").parentNode.hidden = this.daily.stake !== "";
    if (this.#game.isSolved) this.#celebrate();
    else this.win.hide();
  }

  #celebrate() {
    const { slides, isHelped, day } = this.#game;
    if (!isHelped) this.solved(this.#name, slides);
    this.win.show(this.#game, Number(this.#best?.slides), day ? this.daily.worth : null);
  }

  async #hint() {
    const { puzzle } = this.#game;
    if (this.#clue?.puzzle === puzzle) return this.#sayMore();
    const found = await this.#ask("hint", (signal, tell) => api.hint({ puzzle }, signal, tell));
    if (!found || this.#game.puzzle !== puzzle) return;
    if (found.moves.length === 0) return this.#showLock(t("No moves lead to the exit from here."));
    this.#clue = new Clue(puzzle, found);
    this.#helped(0);
    this.#sayMore();
  }

  /** Show the next stage of the hint: where to look, which vehicle, and last the move. */
  #sayMore() {
    const clue = this.#clue;
    if (clue.goOn()) this.#game.stages += 1;
    this.#keep();
    if (clue.isWhole) return this.#advise(clue.text, clue.advice);
    this.board.point(clue.place);
    this.note.show(clue.text, "", { label: clue.question, accept: () => this.#sayMore() });
  }

  /** Note that the player had a hint, and so many of its stages. */
  #helped(stages = STAGES) {
    this.#game.hints += 1;
    this.#game.stages += stages;
    this.#noteHelp();
  }

  #noteHelp() {
    this.#game.isFresh = false;
    this.#keep();
    this.#tell("helped", this.#game, "hint");
    byId("reset").disabled = !this.#game.canReset;
  }

  /** Show a move on the board with words about it, and offer to make it. */
  #advise(text, advice) {
    this.board.mark(advice.move, advice.chain.map(({ blocker }) => blocker));
    const accept = () => {
      this.#move(advice.move);
      this.board.focusOn(advice.move.vehicle);
    };
    this.note.show(text, "", { label: t("Do it"), accept });
  }

  /** Say what each slide wasted. A move that is made in view of it is one with a hint. */
  async #askReview() {
    const game = this.#game;
    const moves = [...game.moves];
    const request = { puzzle: game.start, moves };
    const found = await this.#ask("review", async (signal, tell) => {
      const [{ Review }, answer] = await Promise.all([
        import("./review.js"),
        api.review(request, signal, tell),
      ]);
      this.#review ??= new Review({ back: (slide) => this.#goBack(slide) });
      return answer;
    });
    const isSame = moves.every((move, at) => move === game.moves[at]);
    if (!found || this.#game !== game || !isSame) return;
    this.win.hide();
    const { text, first } = this.#review.show(game, found);
    if (!first) return this.note.show(text);
    const accept = () => this.#goBack(first);
    const said = t("The first mistake: {move}.", { move: first.told });
    this.note.show(said, "", { label: t("Back to it"), accept });
  }

  /** Go back to before a slide that wasted something, and say what would have been better. */
  #goBack({ begin, slide, told: move, lost, better }) {
    this.#go(begin);
    const wasted = t("{move}, wasted {slides}.", { move, slides: count(lost, "slide") });
    if (better) {
      const advice = t("Better: {reason}.", { reason: told(better.parts) });
      this.#advise(`${wasted} ${advice}`, better);
    } else this.note.show(wasted);
    this.board.focusOn((better?.move ?? slide).vehicle);
  }

  /** Say beside the timeline what the last slide wastes, if the player wants to know; not on a day that counts. */
  async #rate() {
    const game = this.#game;
    if (!byId("rates").checked || this.daily.stake) return this.#rating.cancel();
    const { cursor } = game;
    const request = { puzzle: game.start, moves: game.moves.slice(0, cursor) };
    const ask = (signal) => Promise.all([api.review(request, signal), import("./review.js")]);
    const [found, { classOf }] = (await this.#rating.ask(ask).catch(() => null)) ?? [null, {}];
    const last = found?.slides.at(-1);
    if (!last || last.lost === null || this.#game !== game || game.cursor !== cursor) return;
    if (!game.isRated && !game.isSolved) {
      game.isRated = true;
      this.#noteHelp();
      this.timeline.refresh();
    }
    const words = last.lost === 0 ? `✓ ${t("best")}` : `+${count(last.lost, "slide")}`;
    byId("rated").className = classOf(last);
    byId("rated").textContent = words;
  }

  /** Show the solution at once, or ask before where that costs something. */
  #askToSolve() {
    const { stake } = this.daily;
    if (!stake || byId("solve").ariaBusy) return this.#solve();
    this.#stop();
    this.note.show(stake, "", { label: t("Show the solution"), accept: () => this.#solve() });
  }

  async #solve() {
    const { puzzle } = this.#game;
    const found = await this.#ask("solve", (signal, tell) => api.solve({ puzzle }, signal, tell));
    if (!found || this.#game.puzzle !== puzzle) return;
    if (found.status === "unsolvable") {
      return this.#showLock(t("No moves lead to the exit from here: this is proved."));
    }
    if (found.status !== "solved") {
      const least = count(api.bound(found), "slide");
      return this.note.show(
        t("Not solved within the limits: it takes {least}.", { least }),
        "wrong",
      );
    }
    this.#game.isShown = true;
    this.#game.isFresh = false;
    this.#tell("helped", this.#game, "solution");
    this.#game.foresee(found.moves);
    this.#changed();
    this.timeline.watch();
  }

  /** Say that nothing leads out, then which vehicles lock each other, which the board marks. */
  async #showLock(text) {
    const { puzzle } = this.#game;
    this.note.show(text, "wrong");
    const lock = await this.#lock.ask((signal) => api.locked(puzzle, signal));
    if (!lock?.text || this.#game.puzzle !== puzzle) return;
    this.note.update(`${text} ${lock.text}`);
    this.say(lock.text);
    this.board.lock(lock.vehicles);
  }

  /** Ask while the button says that it is busy; pressing it again gives up. */
  async #ask(id, request) {
    const button = byId(id);
    const isAgain = button.ariaBusy === "true";
    this.#stop();
    if (isAgain) return;
    button.ariaBusy = "true";
    let isShown = false;
    const said = t("Searching… press again to give up.");
    const wait = () => {
      this.note.show(said);
      isShown = true;
    };
    const tell = (progress) => isShown && this.note.update(`${said} ${soFar(progress)}`);
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
    this.#lock.cancel();
    this.board.mark(null);
    const isBusy = (id) => byId(id).ariaBusy !== null;
    if (["hint", "solve", "review"].some(isBusy)) this.note.clear();
  }
}

/** Enable buttons by their ids, or disable them; the focus on one that is disabled goes to another. */
function enable(states) {
  const isLost = states[document.activeElement?.id] === false;
  for (const [id, isEnabled] of Object.entries(states)) byId(id).disabled = !isEnabled;
  if (isLost) byId(Object.keys(states).find((id) => states[id]))?.focus();
}

/** The note below the buttons: a hint or an error; and a move to make. */
class Note {
  #root = byId("note");
  #text = byId("note-text");
  #button = byId("note-do");
  #offer = null;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
    this.#button.addEventListener("click", () => this.#offer.accept());
    new ResizeObserver(() => this.#takePlace()).observe(this.#root);
  }

  /** The goal, which a message would cover in part on a small screen, comes back after it. */
  #takePlace() {
    const [note, goal] = [this.#root, byId("goal")].map((each) => each.getBoundingClientRect());
    const isApart = note.top >= goal.bottom || note.bottom <= goal.top || note.left >= goal.right;
    byId("goal").classList.toggle("covered", !this.#root.hidden && !isApart);
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

/** The card on a solved board: what the solution is worth, and what comes next. */
class Win {
  #root = byId("win");
  #said = "";

  /** `next` opens another puzzle, `again` begins this one anew, `review` says what was wasted. */
  constructor({ say, board, next, again, review }) {
    this.say = say;
    const press = (act) => () => {
      act();
      board.focusOn(board.puzzle.target);
    };
    byId("win-next").addEventListener("click", press(next));
    byId("win-again").addEventListener("click", press(again));
    byId("win-share").addEventListener("click", () => byId("share").click());
    byId("win-review").addEventListener("click", review);
    byId("win-close").addEventListener("click", () => (this.#root.hidden = true));
  }

  /**
   * Show the end of a game, and say it once. `fewest` is NaN where it is not known; `worth` is what
   * the end means for the day of the game, and null where it has none.
   */
  show(game, fewest, worth) {
    const { title, text } = ended(game, fewest, worth !== null);
    const stars = game.isHelped || Number.isNaN(fewest) ? 0 : starsOf(game.slides, fewest);
    byId("win-title").textContent = title;
    byId("win-stars").hidden = stars === 0;
    byId("win-stars").setAttribute("aria-label", t("{n} of 3 stars", { n: stars }));
    byId("win-stars").textContent = starsIn(stars);
    byId("win-text").textContent = text;
    byId("win-day").textContent = worth ?? "";
    byId("win-review").hidden = game.isShown || !(game.slides > fewest);
    this.#offer(worth !== null, game.isShown);
    const said = [`${title}.`, text, stars && `${count(stars, "star")}.`, worth].filter(Boolean);
    if (said.join(" ") === this.#said) return;
    this.#said = said.join(" ");
    this.#root.hidden = false;
    this.say(this.#said);
  }

  /** Offer what comes next: to share the result of a day, or another puzzle; first to solve a shown one oneself. */
  #offer(isOfDay, isShown) {
    const hasResult = isOfDay && !byId("shared").hidden;
    byId("win-share").hidden = !hasResult;
    byId("win-again").textContent = isShown ? t("Solve it yourself") : t("Again");
    const first = isShown ? "win-again" : hasResult ? "win-share" : "win-next";
    for (const id of ["win-again", "win-next", "win-share"]) {
      byId(id).classList.toggle("primary", id === first);
    }
  }

  /** Show the board alone. */
  hide() {
    this.#root.hidden = true;
    this.#said = "";
  }
}

/** The end of a game in words; what the player did not do alone is not praised. */
function ended({ slides, steps, hints, stages, isShown, isRated }, fewest, isOfDay) {
  const cost = { slides: count(slides, "slide"), steps: count(steps, "step") };
  if (isShown) return { title: t("A solution in {slides}", cost), text: t("It was shown to you.") };
  const more = slides - fewest;
  const beside = more === 0
    ? t("The fewest possible, in {steps}.", cost)
    : more > 0
    ? t("{more} more than the fewest, in {steps}.", { more, ...cost })
    : t("Solved, in {steps}.", cost);
  const all = STAGES * hints;
  const used = stages < all ? ` (${t("{n} of {all} stages", { n: stages, all })})` : "";
  const helps = [hints && count(hints, "hint") + used, isRated && t("rated moves")].filter(Boolean);
  const help = { helps: listed(helps) };
  // The first solution of a day is recorded, whatever comes after it.
  const told = isOfDay ? t("With {helps}.", help) : t("With {helps}, so it does not count.", help);
  const text = helps.length ? `${beside} ${told}` : beside;
  return { title: t("Solved in {slides}", cost), text };
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
    best.dataset.of = t("of");
    best.classList.toggle("long", `${least}`.length > DIGITS);
    best.classList.toggle("none", least === t("none"));
  }
}

const ARROWS = { left: "←", right: "→", up: "↑", down: "↓" };

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
      const words = inWords(start, move);
      const [way, cells] = wayOf(start, move);
      const signs = `${move.vehicle}${ARROWS[way]}${cells}`;
      return h("li", {}, h("button", { type: "button", "aria-label": words, click }, signs));
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
