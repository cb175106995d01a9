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
import { count, dateIn, t } from "./words.js";

// The Monday on which the list begins; its twin is in web/daily.py.
const FIRST = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
// The least of each count.
const COUNTS = { slides: 1, steps: 1, seconds: 0, hints: 0 };
const MOST = 1e6;

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
  const weekday = dateIn(timeOf(day), { weekday: "long" });
  return t("{weekday}, {date}", { weekday, date: dateOf(day) });
}

/** A day without its weekday: `24 November 2026`. */
export function dateOf(day) {
  return dateIn(timeOf(day), { day: "numeric", month: "long", year: "numeric" });
}

/** The month of a day: `November 2026`. */
export function monthOf(day) {
  return dateIn(timeOf(day), { month: "long", year: "numeric" });
}

/** A result in words: `12 slides, with 1 hint`. @param {Result} result */
export function solutionOf({ slides, hints }) {
  const cost = count(slides, "slide");
  return hints ? t("{slides}, with {hints}", { slides: cost, hints: count(hints, "hint") }) : cost;
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
export function checked(value) {
  if (!isRecord(value)) throw new Error(t("expected results by day, found none"));
  for (const [day, result] of Object.entries(value)) {
    if (!isDay(day)) {
      throw new Error(t("expected a day such as 2026-11-24, found {found}", { found: shown(day) }));
    }
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
  if (!isRecord(result)) {
    throw new Error(`${day}: ${t("expected a result, found {found}", { found: shown(result) })}`);
  }
  for (const [name, least] of Object.entries(COUNTS)) {
    const number = result[name];
    if (!Number.isInteger(number) || number < least || number > MOST) {
      const found = { least, name, found: shown(number) };
      const text = t("expected a whole number of at least {least} as {name}, found {found}", found);
      throw new Error(`${day}: ${text}`);
    }
  }
  if (result.steps < result.slides) {
    const found = { found: result.steps };
    throw new Error(
      `${day}: ${t("expected at least as many steps as slides, found {found}", found)}`,
    );
  }
  if (!isDay(result.on)) {
    const found = { found: shown(result.on) };
    throw new Error(`${day}: ${t("expected the day of the solution as on, found {found}", found)}`);
  }
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

/** The days that were solved on the day itself. */
export function solvedInTime(results) {
  return new Set(Object.keys(results).filter((day) => results[day].on === day));
}

/** How many days in a row end with one. */
export function runUpTo(days, last) {
  let [count, day] = [0, last];
  for (; days.has(day); day = later(day, -1)) count += 1;
  return count;
}

/** Whether a value has keys. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message shows it. */
export function shown(value) {
  return value === undefined ? t("nothing") : JSON.stringify(value).slice(0, 40);
}
