/** Numbers in words. */

/** A number and what it counts: `1 slide`, `8 slides`, `at least 20 slides`. */
export function count(number, unit) {
  return `${number} ${unit}${`${number}` === "1" ? "" : "s"}`;
}

/** So many of three stars. */
export function starsIn(number) {
  return "★★★☆☆☆".slice(3 - number, 6 - number);
}

/** A number with its thousands apart; only the size of one that is very long. */
export function grouped(number) {
  const digits = `${number}`;
  if (digits.length > 18) return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A time in milliseconds as a day: `24 Nov 2026`. */
export function dayIn(time) {
  return new Date(time).toDateString().replace(/^\S+ (\S+) 0?(\d+)/, "$2 $1");
}

/** What a search has done so far: `1 234 567 states in memory; at least 12 moves.` */
export function soFar({ states, lowerBound }) {
  const least = lowerBound > 0 ? `; at least ${count(lowerBound, "move")}` : "";
  return `${count(grouped(states), "state")} in memory${least}.`;
}

/** A reason of the core as the beginning of a sentence. */
export function sentence(reason) {
  return reason.replace(/^vehicle /, "Vehicle ");
}
