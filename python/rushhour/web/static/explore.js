/** Explore: every state by its distance, and the walk to the hardest of them and on to the exit. */

import * as api from "./api.js";
import { byId, h, svg } from "./dom.js";
import { stemOf } from "./files.js";
import { Game } from "./game.js";
import { GraphView } from "./graph-view.js";
import { explained } from "./help.js";
import { StateGraph } from "./state-graph.js";
import { recall } from "./store.js";
import { count, grouped, soFar, t } from "./words.js";

// Of the histogram, in its own units.
const HEIGHT = 100;
// As many states of a game are drawn in any case.
const MOST_KEPT = 200;

export class Explore {
  #puzzle = null;
  #name = null;
  #answer = null;
  #game = null;
  #graph = null;
  #search = new api.Latest();
  #arranging = new api.Latest();
  #solving = new api.Latest();
  #terms = null;
  #histogram = new Histogram(byId("histogram"), (distance) => this.#leaf(distance));
  #view;

  constructor({ board, timeline, adopt, spoil }) {
    Object.assign(this, { board, timeline, spoil });
    this.#view = new GraphView(byId("graph"), {
      choose: (puzzle) => this.#put(puzzle),
      stem: () => stemOf(this.#puzzle),
    });
    board.addEventListener("move", ({ detail }) => this.isActive && this.#move(detail));
    byId("metric").addEventListener("change", () => this.#explore());
    byId("counted").addEventListener("toggle", () => this.#explain());
    byId("climb").addEventListener("click", () => this.#climb());
    byId("adopt").addEventListener("click", () => adopt(this.#game.puzzle));
  }

  get isActive() {
    return !byId("graph").closest(".panel").hidden;
  }

  /** The walk to a hardest state, and on to the exit. */
  get #way() {
    const { walk, solution } = this.#answer.hardest ?? { walk: [], solution: [] };
    return [...walk, ...solution];
  }

  get #metric() {
    return byId("metric").querySelector(":checked").value;
  }

  /** Show the cluster of a puzzle; a new puzzle is explored, but one of a day that counts is asked for. */
  enter({ puzzle, name, stake }) {
    this.board.toggleAttribute("leaves", false);
    this.board.toggleAttribute("still", this.#graph === null);
    if (stake) return this.#ask(puzzle, name, stake);
    if (name !== this.#name) {
      this.#puzzle = puzzle;
      this.#name = name;
      this.#explore();
    } else if (this.#answer) {
      this.#show();
      if (!this.#graph) this.#arrange();
    }
  }

  /** Cancel the exploration. */
  leave() {
    this.timeline.pause();
    if (!this.#answer) this.#name = null;
    this.#search.cancel();
    this.#arranging.cancel();
    this.#solving.cancel();
    this.board.toggleAttribute("still", false);
  }

  /** Say what it costs to see the solution. */
  #ask(puzzle, name, stake) {
    this.#puzzle = this.#name = this.#answer = null;
    this.#drop();
    this.board.puzzle = puzzle;
    this.#say(stake);
    const click = () => {
      this.spoil();
      this.enter({ puzzle, name });
    };
    byId("exploring").append(h("button", { type: "button", click }, t("Explore it")));
  }

  async #explore() {
    if (!this.#puzzle) return;
    const [puzzle, metric] = [this.#puzzle, this.#metric];
    this.#answer = null;
    this.#drop();
    this.#begin(puzzle);
    this.#say(t("Exploring every state that can be reached…"));
    const sum = h("span", { "aria-hidden": "true" });
    byId("exploring").append(" ", sum);
    const tell = (progress) => (sum.textContent = soFar(progress));
    try {
      const request = (signal) => api.explore({ puzzle, metric }, signal, tell);
      this.#answer = (await this.#search.ask(request)) ?? null;
      if (this.#answer) this.#present();
    } catch (problem) {
      this.#say(problem.message);
    }
  }

  /** Begin a game from a state; what was played of the puzzle is its beginning. */
  #begin(puzzle) {
    this.#solving.cancel();
    this.#game = new Game(puzzle);
    this.board.puzzle = puzzle;
    this.timeline.follow(this.#game, () => this.#place());
  }

  #present() {
    const { hardest, histogram, states } = this.#answer;
    this.#follow();
    if (hardest) {
      this.#histogram.draw(histogram);
      const isHardest = hardest.walk.length === 0;
      byId("climb").disabled = isHardest;
      const said = isHardest
        ? t("No state is harder than the puzzle itself: there is no way to the hardest.")
        : "";
      byId("climb").title = byId("climb-said").textContent = said;
      byId("facts").replaceChildren(...facts(this.#answer));
    }
    this.#say(
      hardest ? "" : t("{states}, and no moves lead to the exit from there.", {
        states: count(grouped(states), "state"),
      }),
    );
    this.#show();
    this.#arrange();
  }

  /** Begin with what was played, or with the walk to a hardest state and on to the exit. */
  #follow() {
    this.#game.restore(recall(`game-${this.#name}`, null));
    if (this.#game.moves.length === 0) this.#game.foresee(this.#way);
  }

  #show() {
    this.timeline.follow(this.#game, () => this.#place());
    this.#place();
  }

  #place() {
    this.board.puzzle = this.#game.puzzle;
    if (!this.#answer) return;
    this.#mark();
    const distance = this.#distance();
    if (!this.#answer.hardest || distance === undefined) return;
    const { histogram, metric } = this.#answer;
    const states = count(grouped(histogram[distance]), "state");
    const far = count(distance, metric);
    const text = t("{states} at {distance} from the exit", { states, distance: far });
    this.#histogram.mark(distance, text);
    byId("bar").textContent = text;
    this.#explain();
  }

  /** Show what a heuristic counts in the shown state, if that is asked for. */
  async #explain() {
    if (!byId("counted").open) return;
    const { Terms } = await import("./terms.js");
    this.#terms ??= new Terms(byId("counted"), this.board);
    await this.#terms.show(this.#game.puzzle, this.#answer.metric);
  }

  // The graph

  /** Show no graph, and let the board be still. */
  #drop() {
    this.#arranging.cancel();
    this.#graph = null;
    this.#view.show(null);
    this.board.toggleAttribute("still", true);
  }

  /** Ask for the graph, in which the states of the game are drawn. */
  async #arrange() {
    const [puzzle, metric] = [this.#puzzle, this.#answer.metric];
    const { states, cursor } = this.#game;
    const keep = states.slice(Math.max(0, cursor - MOST_KEPT / 2)).slice(0, MOST_KEPT);
    const request = (signal) => api.layers({ puzzle, metric, keep }, signal);
    const refuse = (problem) => this.#view.refuse(problem.message);
    const answer = await this.#arranging.ask(request).catch(refuse);
    if (!answer) return;
    this.#graph = new StateGraph(puzzle, answer);
    this.#view.show(this.#graph);
    this.board.toggleAttribute("still", false);
    this.#place();
  }

  /** Mark the game in the graph; a graph in which its state is not drawn is asked for again. */
  #mark() {
    if (!this.#graph) return;
    const { states, cursor } = this.#game;
    const nodes = states.map((state) => this.#graph.nodeOf(state));
    const here = nodes[cursor] ?? null;
    const isDrawn = (node) => node !== undefined;
    const path = nodes.slice(0, cursor + 1).filter(isDrawn);
    this.#view.mark({ here, path, ahead: nodes.slice(cursor).filter(isDrawn) });
    if (here === null) this.#arrange();
  }

  /** The distance of a state of the game to the exit; undefined until it is known. */
  #distance(state = this.#game.puzzle) {
    const node = this.#graph?.nodeOf(state);
    if (node !== undefined) return this.#graph.levelOf(node);
    const { hardest, eccentricity } = this.#answer;
    const way = this.#way;
    if (!hardest || !this.#game.moves.every((move, at) => isSame(move, way[at]))) return undefined;
    // On the walk the distances are known, and on the solution they fall.
    const walked = this.#game.states.indexOf(state);
    return hardest.profile[walked] ?? eccentricity - (walked - hardest.walk.length);
  }

  // What one does

  #move(move) {
    this.timeline.pause();
    this.#solving.cancel();
    this.#game.play(move);
    this.timeline.refresh();
    this.#place();
  }

  /** Put a state on the board, with a shortest way from there to the exit. */
  async #put(puzzle) {
    this.timeline.pause();
    this.#begin(puzzle);
    this.#place();
    if (!this.#answer.hardest) return;
    const { metric } = this.#answer;
    const game = this.#game;
    const found = await this.#solving.ask((signal) => api.solve({ puzzle, metric }, signal))
      .catch(() => null);
    if (!found?.moves || game !== this.#game) return;
    game.foresee(found.moves);
    this.timeline.refresh();
    this.#mark();
  }

  /** Show a state of a distance, one of the game if there is one; where it is shown, the next one. */
  #leaf(distance) {
    this.timeline.pause();
    const distances = this.#game.states.map((state) => this.#distance(state));
    const known = distances.lastIndexOf(distance);
    if (known >= 0 && distances[this.#game.cursor] !== distance) return this.#jump(known);
    if (!this.#graph) return;
    const layer = this.#graph.layer(distance);
    const at = layer.indexOf(this.#graph.nodeOf(this.#game.puzzle));
    this.#put(this.#graph.puzzleOf(layer[(at + 1) % layer.length]));
  }

  #jump(cursor) {
    this.#game.jump(cursor);
    this.timeline.refresh();
    this.#place();
  }

  #climb() {
    const { walk } = this.#answer.hardest;
    const way = this.#way;
    this.timeline.pause();
    const isOnIt = this.#game.start === this.#puzzle &&
      way.every((move, at) => isSame(move, this.#game.moves[at]));
    if (!isOnIt) {
      this.#begin(this.#puzzle);
      this.#game.foresee(way);
    }
    this.#jump(Math.min(this.#game.cursor, walk.length) % walk.length);
    this.timeline.watch(walk.length);
  }

  #say(text) {
    byId("exploring").hidden = text === "";
    byId("exploring").textContent = text;
    byId("found").hidden = text !== "";
  }
}

function isSame(one, other) {
  return one.vehicle === other?.vehicle && one.cells === other.cells;
}

function facts(
  {
    metric,
    states,
    goal_states: goals,
    distance,
    eccentricity,
    hardest_states: hardest,
    optimal_solutions: solutions,
  },
) {
  const rows = [
    ["states", t("States"), grouped(states)],
    ["solved", t("Solved"), grouped(goals)],
    ["distance", t("The puzzle"), count(distance, metric)],
    ["solutions", t("Shortest solutions"), solutions === null ? t("too many") : grouped(solutions)],
    ["hardest", `${t("The hardest")} (${grouped(hardest)})`, count(eccentricity, metric)],
  ];
  return rows.flatMap((
    [what, name, value],
  ) => [h("dt", {}, explained(what, name)), h("dd", {}, `${value}`)]);
}

/** A histogram of distances to choose a distance from, by pointer or as a slider by keyboard. */
class Histogram {
  /** @param {HTMLElement} root @param {(distance: number) => void} choose */
  constructor(root, choose) {
    Object.assign(this, { root, choose, counts: [], distance: 0 });
    root.addEventListener("keydown", (event) => this.#press(event));
    root.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Draw how many states there are at distance 0, 1, 2, ... */
  draw(counts) {
    this.counts = counts;
    const most = Math.max(...counts);
    const bars = counts.flatMap((count, distance) => this.#bar(count, distance, most));
    const picture = svg("svg", {
      viewBox: `0 0 ${counts.length} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "slider",
      tabindex: 0,
      "aria-label": t("Distance"),
      "aria-valuemin": 0,
      "aria-valuemax": counts.length - 1,
    }, [
      ...bars,
      svg("path", { class: "axis", d: `M0 ${HEIGHT}H${counts.length}` }),
    ]);
    const ends = h("div", { class: "ends", "aria-hidden": "true" }, [
      h("span", {}, t("{n} solved", { n: 0 })),
      h("span", {}, t("{n} hardest", { n: counts.length - 1 })),
    ]);
    this.root.replaceChildren(picture, ends);
    this.bars = [...picture.querySelectorAll(".bar-fill")];
  }

  /** Show which distance the board has. */
  mark(distance, text) {
    this.distance = distance;
    this.bars.forEach((bar, index) => bar.classList.toggle("here", index === distance));
    this.root.firstChild.setAttribute("aria-valuenow", distance);
    this.root.firstChild.setAttribute("aria-valuetext", text);
  }

  #bar(count, distance, most) {
    const height = Math.max(count > 0 ? 1.2 : 0, (HEIGHT - 4) * (count / most));
    const click = () => this.choose(distance);
    return [
      svg("rect", { class: "bar-hit", x: distance, y: 0, width: 1, height: HEIGHT, click }),
      svg("rect", {
        class: "bar-fill",
        x: distance + 0.1,
        y: HEIGHT - height,
        width: 0.8,
        height,
        "pointer-events": "none",
      }),
    ];
  }

  #press(event) {
    const last = this.counts.length - 1;
    const to = {
      Enter: this.distance,
      " ": this.distance,
      ArrowLeft: this.distance - 1,
      ArrowDown: this.distance - 1,
      ArrowRight: this.distance + 1,
      ArrowUp: this.distance + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(last, to)));
  }
}
