/** What the slides of a game waste: signs on its moves and its timeline, and each mistake in words. */

import { byId, h } from "./dom.js";
import { goes, inWords, wayOf } from "./model.js";
import { count, t, told } from "./words.js";

/**
 * @typedef {{move: import("./model.js").Move, reason: string, chain: {blocker: string}[]}} Advice
 * @typedef {{slide: import("./model.js").Move, moves: number, lost: number | null,
 *   better: Advice | null}} Slide
 */

/** What a slide wastes, as a sign; one that wastes nothing has a tick. @param {Slide} slide */
function signOf({ lost }) {
  return lost === 0 ? "✓" : `+${lost}`;
}

/** What a slide wastes, in words. @param {Slide} slide */
function wasteOf({ lost }) {
  return lost === 0 ? t("a best move") : t("wastes {slides}", { slides: count(lost, "slide") });
}

/** The class of what a slide wastes: none, one slide, or more. @param {Slide} slide */
export function classOf({ lost }) {
  return `lost-${Math.min(lost, 2)}`;
}

export class Review {
  #root = byId("review-found");
  #strip = byId("wasted");
  #moves = [];

  /** `back` is told to which state, and with which slide that began there, one goes back. */
  constructor({ back }) {
    this.back = back;
  }

  get isShown() {
    return !this.#root.hidden;
  }

  /** Whether the moves are still those that are shown. */
  holds(moves) {
    return moves.length === this.#moves.length &&
      moves.every((move, at) => move === this.#moves[at]);
  }

  /**
   * Show what the slides of a game waste; returns it in words, and the first that wastes one.
   *
   * @param {{start: import("./model.js").Puzzle, moves: import("./model.js").Move[]}} game
   * @param {{lost: number | null, slides: Slide[]}} answer
   */
  show({ start, moves }, { lost, slides }) {
    this.#moves = [...moves];
    const placed = withPlaces(start, slides);
    const wrong = placed.filter((slide) => slide.lost > 0);
    this.#mark(start, placed);
    this.#strip.replaceChildren(...placed.flatMap(bars));
    const text = inAll(lost, slides.length, wrong.length);
    byId("review-said").textContent = text;
    byId("mistakes").replaceChildren(...wrong.map((slide) => this.#item(slide)));
    this.#root.hidden = false;
    return { text, first: wrong[0] };
  }

  /** Show nothing. */
  hide() {
    this.#root.hidden = true;
    this.#strip.replaceChildren();
    this.#moves = [];
    for (const button of byId("moves").querySelectorAll("[data-sign]")) {
      button.removeAttribute("data-sign");
      button.classList.remove("lost-0", "lost-1", "lost-2");
      button.ariaDescription = null;
    }
  }

  /** Give each button of the list of moves the sign of its slide. */
  #mark(start, slides) {
    const buttons = byId("moves").querySelectorAll("button");
    for (const slide of slides) {
      if (slide.lost === null) continue;
      const last = buttons[slide.end - 1];
      last.dataset.sign = signOf(slide);
      last.classList.add(classOf(slide));
      const words = slide.moves > 1
        ? t("{move} in all", { move: inWords(start, slide.slide) })
        : "";
      last.ariaDescription = [words, wasteOf(slide)].filter(Boolean).join(", ");
    }
  }

  #item(slide) {
    const click = () => this.back(slide);
    const better = slide.better === null
      ? t("The exit was reached before it.")
      : t("Better: {reason}.", { reason: told(slide.better.parts) });
    return h(
      "li",
      {},
      h("strong", { class: classOf(slide), "aria-hidden": "true" }, signOf(slide)),
      h("p", {}, `${slide.told}, ${wasteOf(slide)}. ${better}`),
      h("button", { type: "button", click }, t("Back to before it")),
    );
  }
}

/** A slide of a game in words: `Move 3, vehicle B down 1`. */
function slideInWords(start, slide, begin, end) {
  const number = end - begin > 1
    ? t("Moves {first} to {last}", { first: begin + 1, last: end })
    : t("Move {n}", { n: end });
  const vehicle = t("vehicle {label}", { label: slide.vehicle });
  return `${number}, ${goes(vehicle, ...wayOf(start, slide))}`;
}

/** The slides, each in words and with the states of the game before and after it. */
function withPlaces(start, slides) {
  let end = 0;
  return slides.map((slide) => {
    const begin = end;
    end += slide.moves;
    return { ...slide, begin, end, told: slideInWords(start, slide.slide, begin, end) };
  });
}

/** A bar on the timeline for each move of a slide; it is the higher, the more the slide wastes. */
function bars(slide) {
  const known = slide.lost === null ? "" : classOf(slide);
  return Array.from({ length: slide.moves }, () => h("i", { class: known }));
}

function inAll(lost, slides, wrong) {
  if (lost === null) return t("No moves lead to the exit from here: nothing is wasted.");
  const found = { slides: count(slides, "slide"), wrong, lost };
  if (wrong === 0) return t("{slides}: none wastes anything.", found);
  return wrong === 1
    ? t("1 of {slides} wastes {lost} in all.", found)
    : t("{wrong} of {slides} waste {lost} in all.", found);
}
