/**
 * The words of the page. The scripts say them in English; a table has each of them in another language, and
 * where it has none, English stays. Numbers and what they count are here, too.
 *
 * @typedef {Record<string, string | Record<string, string>>} Table  a text for each English one; for what is
 *   counted, such as `# slide`, one for each plural of the language
 */

let language = "en";
/** @type {Table} */
let table = {};
let plurals = null;

/** Speak a language from now on. @param {Table} words */
export function speak(name, words) {
  [language, table, plurals] = [name, words, new Intl.PluralRules(name)];
}

/** A text in the language of the page; `{name}` in it stands for a value. */
export function t(text, values = {}) {
  return filled(table[text] ?? text, values);
}

/**
 * What the core says: a text in English, or a sentence in parts, `PhraseForm` of the core.
 *
 * @typedef {{text: string, values: Record<string, string | Phrase | Phrase[] | {count: number, unit: string}>}} Phrase
 * @param {string | Phrase} said
 */
export function told(said) {
  if (!said?.text) return table[said] ?? said ?? "";
  const values = Object.entries(said.values).map(([name, value]) => [name, valueIn(value)]);
  return filled(table[said.text] ?? said.text, Object.fromEntries(values));
}

function valueIn(value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(told).join(", ");
  return value.unit ? count(value.count, value.unit) : told(value);
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A number and what it counts: `1 slide`, `8 slides`, `at least 20 slides`. */
export function count(number, unit) {
  const forms = table[`# ${unit}`];
  if (!forms) return `${number} ${unit}${`${number}` === "1" ? "" : "s"}`;
  return (forms[plurals.select(Number(number))] ?? forms.other).replace("#", number);
}

/** A level of difficulty, as the core names it, in words. */
export function levelIn(name) {
  return {
    beginner: t("beginner"),
    intermediate: t("intermediate"),
    advanced: t("advanced"),
    expert: t("expert"),
    grandmaster: t("grandmaster"),
  }[name];
}

/** So many of three stars. */
export function starsIn(number) {
  return "★★★☆☆☆".slice(3 - number, 6 - number);
}

/** A number with its thousands apart; only the size of one that is very long. */
export function grouped(number) {
  const digits = `${number}`;
  if (digits.length > 18) {
    const first = Number(`${digits[0]}.${digits.slice(1, 3)}`);
    const shown = first.toLocaleString(language, { minimumFractionDigits: 2 });
    return `${shown} × 10^${digits.length - 1}`;
  }
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A date by the parts that `Intl.DateTimeFormat` knows, such as `{ weekday: "long" }`. */
export function dateIn(time, parts) {
  return new Intl.DateTimeFormat(place(), { timeZone: "UTC", ...parts }).format(time);
}

/** A time in milliseconds as a day: `24 Nov 2026`. */
export function dayIn(time) {
  const day = { day: "numeric", month: "short", year: "numeric", timeZone: undefined };
  return dateIn(time, day).replace("Sept", "Sep");
}

/** What a search has done so far: `1 234 567 states in memory; at least 12 moves.` */
export function soFar({ states, lowerBound }) {
  const done = t("{states} in memory", { states: count(grouped(states), "state") });
  const least = t("at least {n}", { n: count(lowerBound, "move") });
  return lowerBound > 0 ? `${done}; ${least}.` : `${done}.`;
}

/** A list in words: `A, B and C`, or with `or`. @param {string[]} items */
export function listed(items, type = "conjunction") {
  return new Intl.ListFormat(place(), { type }).format(items);
}

/** The language with the country whose dates and lists are those of the page. */
function place() {
  return language === "en" ? "en-GB" : language;
}

/** A reason of the core as the beginning of a sentence. */
export function sentence(reason) {
  const words = [t("vehicle {label}", { label: "" }), t("the wall at {cell}", { cell: "" })];
  if (!words.some((word) => reason.startsWith(word))) return reason;
  return reason[0].toUpperCase() + reason.slice(1);
}
