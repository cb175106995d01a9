/** A histogram of distances to choose a distance from, by pointer or as a slider by keyboard. */

import { h, svg } from "./dom.js";

const HEIGHT = 100;

export class Histogram {
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
