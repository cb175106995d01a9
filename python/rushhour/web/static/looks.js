/** How the page looks: colours, board, labels, the pace of what moves. The device keeps what is chosen. */

import { byId, h } from "./dom.js";
import { keep, recall } from "./store.js";

// The first value of each is what holds until another is chosen.
const CHOICES = {
  theme: ["auto", "light", "dark"],
  board: ["plain", "wood", "contrast", "paper"],
  labels: ["on", "off"],
  speed: ["normal", "slow", "fast"],
  motion: ["system", "less"],
};
// Milliseconds from one move that is watched to the next.
const BEATS = { slow: 1100, normal: 520, fast: 260 };

const root = document.documentElement;

/** Milliseconds from one move that is watched to the next. */
export function beat() {
  return BEATS[root.dataset.speed] ?? BEATS.normal;
}

/** The dialog of the looks; what was chosen before holds at once. */
export class Looks {
  constructor() {
    for (const name of Object.keys(CHOICES)) this.#use(name, recall(name, ""));
    byId("theme").addEventListener("click", () => byId("looks-dialog").showModal());
    byId("looks-dialog").addEventListener("change", ({ target }) => {
      const { name, type, checked, value } = target;
      if (!(name in CHOICES)) return;
      this.#choose(name, type === "checkbox" ? CHOICES[name][checked ? 0 : 1] : value);
    });
  }

  /** Another tab chose something. */
  refresh(name) {
    if (name in CHOICES) this.#use(name, recall(name, ""));
  }

  #choose(name, value) {
    keep(name, value);
    this.#use(name, value);
  }

  #use(name, wanted) {
    const value = CHOICES[name].includes(wanted) ? wanted : CHOICES[name][0];
    root.dataset[name] = value;
    if (name === "board" && value !== "plain") paint();
    for (const input of byId("looks-dialog").querySelectorAll(`[name="${name}"]`)) {
      input.checked = input.type === "checkbox"
        ? value === CHOICES[name][0]
        : input.value === value;
    }
  }
}

/** Load the colours of the other boards. */
function paint() {
  if (byId("boards")) return;
  document.head.append(h("link", { id: "boards", rel: "stylesheet", href: "boards.css" }));
}
