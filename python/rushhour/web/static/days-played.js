/** The days of a month with what the player did on each, and how the results are spread. */

import { inFull, later, solutionOf } from "./daily.js";
import { h } from "./dom.js";
import { dateIn, t } from "./words.js";

/** The sign of each state of a day, and what it means. */
const SIGNS = { best: "★", solved: "✓", begun: "…" };
// A Monday in milliseconds, and a day.
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** What the signs mean, in one line. */
export function legend() {
  return t("★ fewest slides without hints, ✓ solved, … begun");
}

/** By how many slides a result may exceed the fewest, and what that is called. */
const spreads = () => [
  [0, t("the fewest")],
  [1, t("{n} more", { n: 1 })],
  [2, t("{n} more", { n: 2 })],
  [5, t("{least} to {most} more", { least: 3, most: 5 })],
  [Infinity, t("{n} or more", { n: 6 })],
];

/** The first day of the month that is so many months later. */
export function monthLater(day, months) {
  const [year, month] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/**
 * What a player did on a day: its state and words for it. Solved with the fewest slides and no hint is `best`.
 *
 * @param {import("./daily.js").Result | undefined} result
 */
export function stateOf(result, fewest, isBegun) {
  if (!result) return isBegun ? ["begun", t("begun")] : ["", t("not played")];
  const isBest = result.slides === fewest && result.hints === 0;
  const slides = t("solved in {slides}", { slides: solutionOf(result) });
  return isBest ? ["best", t("{slides}, the fewest", { slides })] : ["solved", slides];
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
  const weekdays = Array.from({ length: 7 }, (_, at) => MONDAY + at * DAY);
  const head = weekdays.map((time) =>
    h("th", { scope: "col" }, dateIn(time, { weekday: "short" }))
  );
  return [h("thead", {}, h("tr", {}, head)), h("tbody", {}, weeks)];
}

/** The button of a day. */
export function dayButton(day, [state, words], { isToday, isAhead, click }) {
  const attributes = {
    type: "button",
    class: state || null,
    disabled: isAhead,
    "aria-current": isToday ? "date" : null,
    "aria-label": `${inFull(day)}: ${isAhead ? t("not yet") : words}`,
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
  const [names, helped] = [spreads(), t("with hints")];
  const counts = new Map([...names.map(([, name]) => [name, 0]), [helped, 0]]);
  for (const [day, { slides, hints }] of Object.entries(results)) {
    const more = slides - calendar.entryOf(day).slides;
    const name = hints ? helped : names.find(([most]) => more <= most)[1];
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
