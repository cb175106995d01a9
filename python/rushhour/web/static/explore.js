/** Explore: every state by its distance, and the walk to the hardest of them and on to the exit. */

import * as api from "./api.js";
import { byId, h, svg } from "./dom.js";
import { Game } from "./game.js";
import { explained } from "./help.js";
import { count, grouped, soFar } from "./words.js";

// Of the histogram, in its own units.
const HEIGHT = 100;

export class Explore {
  #puzzle = null;
  #name = null;
  #answer = null;
  #game = null;
  #search = new api.Latest();
  #terms = null;
  #histogram = new Histogram(byId("histogram"), (distance) => this.#choose(distance));

  constructor({ board, timeline, adopt, spoil }) {
    Object.assign(this, { board, timeline, spoil });
    byId("metric").addEventListener("change", () => this.#explore());
    byId("counted").addEventListener("toggle", () => this.#explain());
    byId("climb").addEventListener("click", () => this.#climb());
    byId("adopt").addEventListener("click", () => adopt(this.#game.puzzle));
  }

  /** Show the cluster of a puzzle; a new puzzle is explored, but one of a day that counts is asked for. */
  enter({ puzzle, name, stake }) {
    this.board.toggleAttribute("still", true);
    if (stake) return this.#ask(puzzle, name, stake);
    if (name !== this.#name) {
      this.#puzzle = puzzle;
      this.#name = name;
      this.#explore();
    } else if (this.#answer) {
      this.#show();
    }
  }

  /** Cancel the exploration. */
  leave() {
    this.timeline.pause();
    if (!this.#answer) this.#name = null;
    this.#search.cancel();
    this.board.toggleAttribute("still", false);
  }

  /** Say what it costs to see the solution. */
  #ask(puzzle, name, stake) {
    this.#puzzle = this.#name = this.#answer = null;
    this.board.puzzle = puzzle;
    this.#say(stake);
    const click = () => {
      this.spoil();
      this.enter({ puzzle, name });
    };
    byId("exploring").append(h("button", { type: "button", click }, "Explore it"));
  }

  async #explore() {
    if (!this.#puzzle) return;
    const puzzle = this.#puzzle;
    const metric = byId("metric").querySelector(":checked").value;
    this.#answer = null;
    this.#game = new Game(puzzle);
    this.board.puzzle = puzzle;
    this.timeline.follow(this.#game, () => {});
    this.#say("Exploring every state that can be reached…");
    const sum = h("span", { "aria-hidden": "true" });
    byId("exploring").append(" ", sum);
    const tell = (progress) => (sum.textContent = soFar(progress));
    try {
      const request = (signal) => api.explore({ puzzle, metric }, signal, tell);
      this.#answer = (await this.#search.ask(request)) ?? null;
      if (this.#answer) this.#begin();
    } catch (problem) {
      this.#say(problem.message);
    }
  }

  #begin() {
    const { hardest, histogram, states } = this.#answer;
    if (!hardest) {
      return this.#say(
        `${count(grouped(states), "state")}, and no moves lead to the exit from there.`,
      );
    }
    this.#game.foresee([...hardest.walk, ...hardest.solution]);
    this.#histogram.draw(histogram);
    byId("climb").disabled = hardest.walk.length === 0;
    byId("facts").replaceChildren(...facts(this.#answer));
    this.#say("");
    this.#show();
  }

  #show() {
    this.timeline.follow(this.#game, () => this.#place());
    this.#place();
  }

  #place() {
    this.board.puzzle = this.#game.puzzle;
    if (!this.#answer?.hardest) return;
    const { histogram, metric } = this.#answer;
    const distance = this.#distance();
    const states = count(grouped(histogram[distance]), "state");
    const text = `${states} at ${count(distance, metric)} from the exit`;
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

  /** The distance of the shown state: known on the walk, falling on the solution. */
  #distance() {
    const { hardest, eccentricity } = this.#answer;
    const walked = this.#game.cursor;
    return hardest.profile[walked] ?? eccentricity - (walked - hardest.walk.length);
  }

  #choose(distance) {
    this.timeline.pause();
    const { hardest, eccentricity } = this.#answer;
    this.#game.jump(hardest.walk.length + eccentricity - distance);
    this.timeline.refresh();
    this.#place();
  }

  #climb() {
    const { walk } = this.#answer.hardest;
    this.timeline.pause();
    this.#game.jump(walk.length === 0 ? 0 : Math.min(this.#game.cursor, walk.length) % walk.length);
    this.#place();
    this.timeline.watch(walk.length);
  }

  #say(text) {
    byId("exploring").hidden = text === "";
    byId("exploring").textContent = text;
    byId("found").hidden = text !== "";
  }
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
    ["states", "States", grouped(states)],
    ["solved", "Solved", grouped(goals)],
    ["distance", "The puzzle", count(distance, metric)],
    ["solutions", "Shortest solutions", solutions === null ? "too many" : grouped(solutions)],
    ["hardest", `The hardest (${grouped(hardest)})`, count(eccentricity, metric)],
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
      "aria-label": "Distance",
      "aria-valuemin": 0,
      "aria-valuemax": counts.length - 1,
    }, [
      ...bars,
      svg("path", { class: "axis", d: `M0 ${HEIGHT}H${counts.length}` }),
    ]);
    const ends = h("div", { class: "ends", "aria-hidden": "true" }, [
      h("span", {}, "0 solved"),
      h("span", {}, `${counts.length - 1} hardest`),
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
