/** The days of a month with what the player did on each, and how the results are spread. */

import { inFull, later } from "./daily.js";
import { h } from "./dom.js";
import { count } from "./words.js";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** The sign of each state of a day, and what it means. */
const SIGNS = { best: "★", solved: "✓", begun: "…" };
/** What the signs mean, in one line. */
export const LEGEND = "★ fewest slides without hints, ✓ solved, … begun";
/** By how many slides a result may exceed the fewest, and what that is called. */
const SPREAD = [[0, "the fewest"], [1, "1 more"], [2, "2 more"], [5, "3 to 5 more"], [
  Infinity,
  "6 or more",
]];

/** The first day of the month that is so many months later. */
export function monthLater(day, months) {
  const [year, month] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** A month as `November 2026`. */
export function monthIn(day) {
  return inFull(day).split(" ").slice(2).join(" ");
}

/**
 * What a player did on a day: its state and words for it. Solved with the fewest slides and no hint is `best`.
 *
 * @param {import("./daily.js").Result | undefined} result
 */
export function stateOf(result, fewest, isBegun) {
  if (!result) return isBegun ? ["begun", "begun"] : ["", "not played"];
  const isBest = result.slides === fewest && result.hints === 0;
  const help = result.hints ? `, with ${count(result.hints, "hint")}` : "";
  const slides = `solved in ${count(result.slides, "slide")}${help}`;
  return isBest ? ["best", `${slides}, the fewest`] : ["solved", slides];
}

/** A table of the weeks of a month, Monday first; `cell` makes what stands on a day. */
export function month(first, cell) {
  const skipped = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const next = monthLater(first, 1);
  const days = [];
  for (let day = first; day < next; day = later(day, 1)) days.push(h("td", {}, cell(day)));
  const cells = [...Array.from({ length: skipped }, () => h("td")), ...days];
  const weeks = [];
  for (let at = 0; at < cells.length; at += 7) weeks.push(h("tr", {}, cells.slice(at, at + 7)));
  const head = WEEKDAYS.map((name) => h("th", { scope: "col" }, name));
  return [h("thead", {}, h("tr", {}, head)), h("tbody", {}, weeks)];
}

/** The button of a day. */
export function dayButton(day, [state, words], { isToday, isAhead, click }) {
  const attributes = {
    type: "button",
    class: state || null,
    disabled: isAhead,
    "aria-current": isToday ? "date" : null,
    "aria-label": `${inFull(day)}: ${isAhead ? "not yet" : words}`,
    click,
  };
  return h("button", attributes, `${Number(day.slice(-2))}`, h("i", {}, SIGNS[state] ?? ""));
}

/**
 * How many results are so many slides above the fewest, in the order of their names; those with hints apart.
 *
 * @param {import("./daily.js").Results} results
 * @returns {[string, number][]}
 */
export function spread(results, calendar) {
  const counts = new Map([...SPREAD.map(([, name]) => [name, 0]), ["with hints", 0]]);
  for (const [day, { slides, hints }] of Object.entries(results)) {
    const more = slides - calendar.entryOf(day).slides;
    const name = hints ? "with hints" : SPREAD.find(([most]) => more <= most)[1];
    counts.set(name, counts.get(name) + 1);
  }
  return [...counts];
}

/** The bars of such counts. */
export function bars(counts) {
  const most = Math.max(1, ...counts.map(([, number]) => number));
  return counts.map(([name, number]) => {
    const bar = h("i", { "aria-hidden": "true" });
    bar.style.width = `${100 * number / most}%`;
    return h("li", {}, h("span", {}, name), bar, h("b", {}, `${number}`));
  });
}
