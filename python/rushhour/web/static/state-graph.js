/** The states of a cluster in layers: which node is which state, its neighbours, and its place in a picture. */

import { count, grouped, t } from "./words.js";

// Pixels: between the nodes of a layer, which has several rows where it is wide, and between layers,
// twice that where there is room.
const NEAR = 3;
const FAR = 38;
const THIN = 9;
const THICK = 64;
// Around the nodes; on the left stand the distances.
const LEFT = 34;
const EDGE = 12;
const BIGGEST = 6;
// What JSON holds exactly: of more paths only this is known.
const MOST = 2 ** 53;

const WAYS = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class StateGraph {
  #puzzle;
  #answer;
  #nodes;
  #neighbours;
  #levels;
  #begins = [0];

  /** From an answer of the operation `layers` to the request for a puzzle. */
  constructor(puzzle, answer) {
    this.#puzzle = puzzle;
    this.#answer = answer;
    this.#nodes = new Map(answer.offsets.map((each, node) => [each.join(), node]));
    this.#levels = answer.widths.flatMap((width, level) => Array(width).fill(level));
    for (const width of answer.widths) this.#begins.push(this.#begins.at(-1) + width);
    this.#neighbours = answer.offsets.map(() => []);
    for (const [one, other] of this.edges) {
      this.#neighbours[one].push(other);
      this.#neighbours[other].push(one);
    }
  }

  /** The number of nodes. */
  get size() {
    return this.#levels.length;
  }

  /** The largest distance. */
  get farthest() {
    return this.#answer.widths.length - 1;
  }

  /** Whether distances are to the goal; else they are from the puzzle. */
  get isSolvable() {
    return this.#answer.status === "solved";
  }

  /** The pairs of nodes one move apart; none where there are too many. */
  get edges() {
    return this.#answer.edges ?? [];
  }

  get start() {
    return this.#answer.start;
  }

  /** What is left out, in words; nothing where all is drawn. */
  get omitted() {
    const { every, edges, states } = this.#answer;
    const thinned = t("1 in {every} of {states} states is drawn.", {
      every,
      states: grouped(states),
    });
    return [
      every > 1 ? thinned : "",
      edges === null ? t("The moves are too many to draw.") : "",
    ].filter(Boolean).join(" ");
  }

  /** The node of a state of the puzzle; undefined where it is not drawn. */
  nodeOf({ vehicles }) {
    return this.#nodes.get(vehicles.map(({ axis, row, col }) => axis === "h" ? col : row).join());
  }

  puzzleOf(node) {
    const vehicles = this.#puzzle.vehicles.map((each, index) => {
      const way = each.axis === "h" ? "col" : "row";
      return { ...each, [way]: this.#answer.offsets[node][index] };
    });
    return { ...this.#puzzle, vehicles };
  }

  levelOf(node) {
    return this.#levels[node];
  }

  neighboursOf(node) {
    return this.#neighbours[node];
  }

  /** The nodes of a distance. */
  layer(level) {
    const [begin, end] = this.#begins.slice(level, level + 2);
    return Array.from({ length: end - begin }, (_, index) => begin + index);
  }

  /** What is known of a state, in words. */
  words(node) {
    const level = this.#levels[node];
    const { metric, paths } = this.#answer;
    const isStart = node === this.start;
    const name = isStart ? `${t("The puzzle")}: ` : "";
    const far = { distance: count(level, metric) };
    if (!this.isSolvable) return isStart ? t("The puzzle") : t("{distance} from the puzzle", far);
    if (level === 0) return `${name}${t("solved")}`;
    const many = paths[node] >= MOST ? t("very many") : grouped(paths[node]);
    const solutions = count(many, "shortest solution");
    const last = level === this.farthest ? `; ${t("none is farther")}` : "";
    return `${name}${t("{distance} from the exit", far)}, ${solutions}${last}`;
  }

  /** Put the nodes into a picture of this width, if it can be of this height; the goals are at the bottom. */
  arrange(width, wanted) {
    const { widths } = this.#answer;
    const room = width - LEFT - EDGE;
    const rowsOf = (gap) => widths.map((many) => Math.max(1, Math.ceil((many * gap) / room)));
    const inLayers = (gap) => rowsOf(gap).reduce((sum, rows) => sum + (rows - 1) * gap, 0);
    const between = (gap) => (wanted - inLayers(gap)) / Math.max(1, this.farthest);
    let gap = FAR;
    while (gap > NEAR && between(gap) < 2 * gap) gap = Math.max(NEAR, gap * 0.97);
    const apart = Math.max(THIN, Math.min(THICK, between(gap)));
    this.radius = Math.max(1, Math.min(BIGGEST, 0.36 * gap));
    this.places = [];
    // By distance: how high the layer is, and how far apart its nodes are.
    this.heights = [];
    this.gaps = [];
    let y = EDGE;
    const rows = rowsOf(gap);
    for (let level = this.farthest; level >= 0; level -= 1) {
      this.heights[level] = y + ((rows[level] - 1) * gap) / 2;
      const columns = Math.ceil(widths[level] / rows[level]);
      const step = Math.min(FAR, room / columns);
      this.gaps[level] = rows[level] > 1 ? Math.min(gap, step) : step;
      for (const [index, node] of this.layer(level).entries()) {
        const column = Math.floor(index / rows[level]) - (columns - 1) / 2;
        this.places[node] = [
          LEFT + room / 2 + column * step,
          y + (index % rows[level]) * gap,
        ];
      }
      y += (rows[level] - 1) * gap + apart;
    }
    this.width = width;
    this.height = y - apart + EDGE;
  }

  /** The node that is drawn nearest to a point. */
  nearest(x, y) {
    let [found, least] = [0, Infinity];
    for (const [node, [left, top]] of this.places.entries()) {
      const far = (left - x) ** 2 + (top - y) ** 2;
      if (far < least) [found, least] = [node, far];
    }
    return found;
  }

  /** The neighbour that lies in the direction of an arrow key, or the node itself. */
  toward(node, key) {
    const [up, right] = WAYS[key];
    const [x] = this.places[node];
    const lies = (other) => {
      const isBeside = (this.places[other][0] - x) * right > 0;
      return this.#levels[other] - this.#levels[node] === up && (up !== 0 || isBeside);
    };
    const far = (other) => Math.abs(this.places[other][0] - x);
    const nearer = (one, other) => (far(other) < far(one) ? other : one);
    const found = this.#neighbours[node].filter(lies);
    return found.length > 0 ? found.reduce(nearer) : node;
  }
}
