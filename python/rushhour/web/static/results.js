/**
 * The results of the days as a file and in numbers. Nothing here touches the page.
 *
 * @typedef {import("./daily.js").Results} Results
 */

import { checked, isRecord, runUpTo, shown, solvedInTime, streakOf } from "./daily.js";
import { t } from "./words.js";

// What a file of results says that it is.
const FORMAT = "rushhour-daily";

/** The results as the text of a file. @param {Results} results */
export function exported(results) {
  return `${JSON.stringify({ format: FORMAT, version: 1, results }, null, 1)}\n`;
}

/** The results in the text of a file; an Error says why there are none. */
export function imported(text) {
  const file = parsed(text);
  if (!isRecord(file) || file.format !== FORMAT) {
    const text = t('expected a file of results ("format": "{format}"), found something else', {
      format: FORMAT,
    });
    throw new Error(text);
  }
  if (file.version !== 1) {
    throw new Error(t("expected version 1, found {found}", { found: shown(file.version) }));
  }
  return checked(file.results);
}

/** Refuse results with fewer slides than there can be. */
export function requirePossible(results, calendar) {
  for (const [day, { slides }] of Object.entries(results)) {
    const fewest = calendar.entryOf(day).slides;
    if (slides < fewest) {
      const text = t("expected at least {fewest} slides, found {slides}", { fewest, slides });
      throw new Error(`${day}: ${text}`);
    }
  }
}

/** Both together; of a day in both, the one that was solved first. */
export function merged(mine, others) {
  const all = { ...others, ...mine };
  for (const day of Object.keys(mine)) {
    if (others[day] && others[day].on < mine[day].on) all[day] = others[day];
  }
  return all;
}

/**
 * How many days were solved, and with the fewest slides; the current and the longest run of days
 * that were solved in time; the shortest and the mean time without hints, null if there is none.
 */
export function statistics(results, calendar, today) {
  const days = Object.keys(results).sort();
  const inTime = solvedInTime(results);
  const alone = days.map((day) => results[day]).filter(({ hints }) => hints === 0);
  const times = alone.map(({ seconds }) => seconds);
  const isBest = (day) =>
    results[day].hints === 0 && results[day].slides === calendar.entryOf(day).slides;
  return {
    solved: days.length,
    best: days.filter(isBest).length,
    streak: streakOf(results, today),
    longest: Math.max(0, ...[...inTime].map((day) => runUpTo(inTime, day))),
    fastest: times.length ? Math.min(...times) : null,
    mean: times.length ? times.reduce((sum, time) => sum + time, 0) / times.length : null,
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t("expected a file of results in JSON, found other text"));
  }
}
