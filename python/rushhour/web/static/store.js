/** What the browser stores for this page, if it is allowed to. */

/** The value stored under a name, or a default. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`rushhour-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value under a name; returns whether the browser did. */
export function keep(name, value) {
  try {
    localStorage.setItem(`rushhour-${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false; // Storage may be full or unavailable.
  }
}
