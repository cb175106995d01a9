/** What the browser remembers of this page; nothing, where it is not allowed to. */

/** What was kept under a name, or something else where nothing was. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`rushhour-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value under a name. */
export function keep(name, value) {
  try {
    localStorage.setItem(`rushhour-${name}`, JSON.stringify(value));
  } catch {
    // Where nothing can be stored nothing is remembered.
  }
}
