/**
 * A puzzle a day: which it is, and the results of the days. Dates are local, written as `2026-11-24`.
 * Nothing here touches the page.
 *
 * @typedef {{slides: number, steps: number, seconds: number, hints: number, on: string}} Result
 *   `on` is the day on which it was solved
 * @typedef {Record<string, Result>} Results  by day
 */

import { boardOf } from "./link.js";
import { recall } from "./store.js";

// The Monday on which the list begins; its twin is in web/daily.py.
const FIRST = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
// What a file of results says that it is, and the least of each count.
const FORMAT = "rushhour-daily";
const COUNTS = { slides: 1, steps: 1, seconds: 0, hints: 0 };
const MOST = 1e6;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September"],
  ...["October", "November", "December"],
];

/** Today where the player is. */
export function today(now = new Date()) {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part, index) => `${part}`.padStart(index ? 2 : 4, "0")).join("-");
}

/** Whether a text is a date. */
export function isDay(text) {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** The day that is so many days later. */
export function later(day, days) {
  return new Date(timeOf(day) + days * DAY).toISOString().slice(0, 10);
}

/** A day in words: `Tuesday, 24 November 2026`. */
export function inFull(day) {
  const date = new Date(timeOf(day));
  const month = MONTHS[date.getUTCMonth()];
  return `${WEEKDAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
}

/** The puzzles of all days, loaded when they are needed. */
export async function calendar() {
  const { DAYS } = await import("./days.js");
  const rows = DAYS.trim().split("\n").slice(1).map((line) => line.split(","));
  return { entryOf: (day) => entryOf(rows, day) };
}

/** The puzzle of a day with its optima. @returns {{puzzle: object, slides: number, steps: number}} */
function entryOf(rows, day) {
  const number = Math.round((timeOf(day) - FIRST) / DAY) % rows.length;
  const [slides, steps, board] = rows.at(number);
  const puzzle = { ...boardOf(board), title: inFull(day) };
  return { puzzle, slides: Number(slides), steps: Number(steps) };
}

function timeOf(day) {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The results on this device that are sound. @returns {Results} */
export function results() {
  return soundPart(recall("results", {}));
}

/** The results, if that is what they are; an Error says what is not. @returns {Results} */
function checked(value) {
  if (!isRecord(value)) throw new Error("expected results by day, found none");
  for (const [day, result] of Object.entries(value)) {
    if (!isDay(day)) throw new Error(`expected a day such as 2026-11-24, found ${shown(day)}`);
    requireResult(day, result);
  }
  return value;
}

/** What is sound of results that nobody checked. @returns {Results} */
function soundPart(value) {
  const isSound = ([day, result]) => {
    try {
      return Boolean(checked({ [day]: result }));
    } catch {
      return false;
    }
  };
  return Object.fromEntries(Object.entries(isRecord(value) ? value : {}).filter(isSound));
}

function requireResult(day, result) {
  if (!isRecord(result)) throw new Error(`${day}: expected a result, found ${shown(result)}`);
  for (const [name, least] of Object.entries(COUNTS)) {
    const count = result[name];
    if (!Number.isInteger(count) || count < least || count > MOST) {
      const expected = `expected a whole number of at least ${least} as ${name}`;
      throw new Error(`${day}: ${expected}, found ${shown(count)}`);
    }
  }
  if (result.steps < result.slides) {
    throw new Error(`${day}: expected at least as many steps as slides, found ${result.steps}`);
  }
  if (!isDay(result.on)) {
    throw new Error(`${day}: expected the day of the solution as on, found ${shown(result.on)}`);
  }
}

/** The results as the text of a file. @param {Results} results */
export function exported(results) {
  return `${JSON.stringify({ format: FORMAT, version: 1, results }, null, 1)}\n`;
}

/** The results in the text of a file; an Error says why there are none. */
export function imported(text) {
  const file = parsed(text);
  if (!isRecord(file) || file.format !== FORMAT) {
    throw new Error(`expected a file of results ("format": "${FORMAT}"), found something else`);
  }
  if (file.version !== 1) throw new Error(`expected version 1, found ${shown(file.version)}`);
  return checked(file.results);
}

/** Refuse results with fewer slides than there can be. */
export function requirePossible(results, calendar) {
  for (const [day, { slides }] of Object.entries(results)) {
    const fewest = calendar.entryOf(day).slides;
    if (slides < fewest) {
      throw new Error(`${day}: expected at least ${fewest} slides, found ${slides}`);
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

/** How many days in a row up to today, or up to yesterday, were solved in time. */
export function streakOf(results, today) {
  const inTime = solvedInTime(results);
  return runUpTo(inTime, inTime.has(today) ? today : later(today, -1));
}

/** A number of seconds as `3:05` or `1:02:03`. */
export function clockOf(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (number) => `${number}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function solvedInTime(results) {
  return new Set(Object.keys(results).filter((day) => results[day].on === day));
}

function runUpTo(days, last) {
  let [count, day] = [0, last];
  for (; days.has(day); day = later(day, -1)) count += 1;
  return count;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("expected a file of results in JSON, found other text");
  }
}

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value) {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 40);
}
