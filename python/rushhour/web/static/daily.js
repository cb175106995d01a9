/** A puzzle a day: which it is, and its address. Dates are local, written as `2026-11-24`. */

import { boardOf } from "./link.js";

// The Monday on which the list begins; its twin is in web/daily.py.
const FIRST = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
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
