/** The picture of a state graph: one points at a state to see its board, and chooses it by a tap or by keys. */

import "./board.js";
import { download, h, svg } from "./dom.js";
import * as shapes from "./graph-shapes.js";
import { t } from "./words.js";

// Of a board beside its state, with its words, in pixels.
const PEEK = 148;
const TALL = 214;
// The height of the picture: in pixels at least, and in parts of the window.
const LOW = 420;
const HIGH = 0.62;
// As far from a state a pointer still points at it.
const REACH = 30;
// What a phone can hold in one canvas.
const MOST_PIXELS = 12e6;

const legend = () => [
  ["start", t("the puzzle")],
  ["here", t("the board")],
  ["path", t("your path")],
  ["goal", t("solved")],
  ["hardest", t("the hardest")],
];

export class GraphView {
  #graph = null;
  #marks = { here: null, path: [], ahead: [] };
  #pointed = null;
  #still = h("canvas", { "aria-hidden": "true" });
  #moving = h("canvas", {
    role: "application",
    tabindex: 0,
    "aria-label": t("States by their distance"),
    "aria-roledescription": t("graph"),
    "aria-describedby": "graph-keys",
  });
  #board = h("rush-hour-board", { still: true });
  #words = h("p");
  #peek = h("div", { class: "peek", "aria-hidden": "true", inert: true, hidden: true }, [
    this.#board,
    this.#words,
  ]);
  #caption = h("figcaption");
  #omitted = h("p", { class: "omitted" });
  #said = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  #legend = new Map(legend().map(([name, words]) => [name, h("li", {}, sign(name), words)]));
  #ink = h("i", { class: "inks" }, shapes.INKS.map((name) => h("i", { class: `ink-${name}` })));

  /** Put the picture into an element; `choose` hears of the state that is chosen, `stem` names a file. */
  constructor(root, { choose, stem }) {
    Object.assign(this, { root, choose, stem });
    const save = h("button", { type: "button", click: () => this.#save() }, t("Save as SVG"));
    root.append(
      this.#caption,
      h("div", { class: "picture" }, [this.#still, this.#moving, this.#peek]),
      this.#omitted,
      h("ul", { class: "legend" }, [...this.#legend.values()]),
      h("p", { class: "keys", id: "graph-keys" }, keys()),
      save,
      this.#said,
      this.#ink,
    );
    const listeners = {
      pointermove: (event) => this.#point(this.#at(event)),
      pointerdown: (event) => this.#point(this.#at(event)),
      pointerleave: (event) => event.pointerType === "mouse" && this.#point(null),
      click: (event) => this.#take(this.#at(event)),
      keydown: (event) => this.#press(event),
      focus: () => this.#moving.matches(":focus-visible") && this.#tell(this.#marks.here),
      blur: () => this.#point(null),
    };
    for (const [name, listen] of Object.entries(listeners)) {
      this.#moving.addEventListener(name, listen);
    }
    new ResizeObserver(() => this.#draw()).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    new MutationObserver(() => this.#draw()).observe(document.documentElement, {
      attributeFilter: ["data-theme"],
    });
  }

  /** Show a graph; null shows none. @param {import("./state-graph.js").StateGraph | null} graph */
  show(graph) {
    this.#graph = graph;
    this.#point(null);
    this.root.hidden = graph === null;
    this.root.classList.remove("refused");
    if (!graph) return;
    this.#caption.textContent = graph.isSolvable
      ? t("States by their distance to the exit, the solved ones at the bottom")
      : t("States by their distance from the puzzle, which is at the bottom");
    this.#omitted.textContent = graph.omitted;
    for (const name of ["goal", "hardest"]) this.#legend.get(name).hidden = !graph.isSolvable;
    this.#draw();
  }

  /** Say why there is no graph. */
  refuse(reason) {
    this.show(null);
    this.root.hidden = false;
    this.root.classList.add("refused");
    this.#omitted.textContent = t("The states are not drawn: {reason}.", { reason });
  }

  /** Mark the state of the board, the nodes on the way to it, and those on the way that waits. */
  mark(marks) {
    const { here } = this.#marks;
    this.#marks = marks;
    // After a tap no pointer is there that could leave.
    if (here !== null && here === this.#pointed && here !== marks.here) this.#point(null);
    this.#legend.get("path").hidden = marks.path.length < 2;
    this.#drawMarks();
  }

  /** Draw all of it, as wide as there is room. */
  #draw() {
    const width = Math.floor(this.#still.parentElement.clientWidth);
    if (!this.#graph || width === 0) return;
    this.#graph.arrange(width, Math.max(LOW, HIGH * innerHeight));
    const { height } = this.#graph;
    const scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
    for (const canvas of [this.#still, this.#moving]) {
      [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
      canvas.style.height = `${height}px`;
      canvas.getContext("2d").setTransform(scale, 0, 0, scale, 0, 0);
    }
    shapes.paint(this.#still, shapes.statesOf(this.#graph), this.#inks);
    this.#drawMarks();
  }

  #drawMarks() {
    if (!this.#graph?.places) return;
    shapes.paint(this.#moving, shapes.marksOf(this.#graph, this.#marks, this.#pointed), this.#inks);
  }

  /** The colours by name, as the style of the page has them now. */
  get #inks() {
    const colour = (one) => getComputedStyle(one).color;
    return new Map(shapes.INKS.map((name, at) => [name, colour(this.#ink.children[at])]));
  }

  /** The node at a pointer; null where there is none. */
  #at({ offsetX: x, offsetY: y }) {
    if (!this.#graph?.places) return null;
    const node = this.#graph.nearest(x, y);
    const [left, top] = this.#graph.places[node];
    return Math.hypot(left - x, top - y) <= REACH ? node : null;
  }

  /** Show the board of a node beside it, and its moves; null shows none. */
  #point(node) {
    if (node === this.#pointed) return;
    this.#pointed = node;
    this.#peek.hidden = node === null;
    if (node !== null) {
      this.#board.puzzle = this.#graph.puzzleOf(node);
      this.#words.textContent = this.#graph.words(node);
      const [x, y] = this.#graph.places[node];
      const { width, height } = this.#graph;
      // At the other side, where it covers neither the state nor its neighbours.
      this.#peek.style.left = `${x < width / 2 ? width - PEEK : 0}px`;
      this.#peek.style.top = `${Math.max(0, Math.min(y - PEEK / 2, height - TALL))}px`;
    }
    this.#drawMarks();
  }

  #press(event) {
    const { key } = event;
    const from = this.#pointed ?? this.#marks.here ?? this.#graph.start;
    if (key === "Escape") return this.#point(null);
    if (key === "Enter" || key === " ") this.#take(from);
    else if (key === "Home") this.#tell(this.#graph.start);
    else if (key === "End") this.#tell(this.#graph.layer(this.#graph.farthest)[0]);
    else if (key.startsWith("Arrow")) this.#tell(this.#graph.toward(from, key));
    else return;
    event.preventDefault();
  }

  /** Point at a node, and say what is known of it. */
  #tell(node) {
    if (node === null) return;
    this.#point(node);
    this.#said.textContent = this.#graph.words(node);
  }

  #take(node) {
    if (node === null) return;
    this.#tell(node);
    this.choose(this.#graph.puzzleOf(node));
  }

  #save() {
    const { width, height } = this.#graph;
    const drawn = [
      ...shapes.statesOf(this.#graph),
      ...shapes.marksOf(this.#graph, this.#marks, null),
    ];
    const ground = getComputedStyle(this.root).backgroundColor;
    const picture = shapes.picture(drawn, this.#inks, { width, height, ground });
    download(picture, `${this.stem()}-states.svg`, "image/svg+xml");
  }
}

const keys = () => [
  `${t("Point at a state to see its board; a tap puts the board there.")} `,
  h(
    "span",
    { class: "keyboard" },
    t("By keyboard the arrows go from neighbour to neighbour, and Enter puts the board there."),
  ),
];

/** A sign of the legend, drawn as in the picture. */
function sign(name) {
  const drawn = shapes.sign(name, 9, 9).map(({ ink, d, width = 0, fills }) =>
    svg("path", {
      class: `ink-${ink}`,
      d,
      fill: fills ? "currentColor" : "none",
      "stroke-width": width,
      stroke: width > 0 ? "currentColor" : "none",
    })
  );
  return svg("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, drawn);
}
