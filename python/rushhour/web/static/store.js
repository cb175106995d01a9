/**
 * What the device keeps for this page: values by name. What can change in two tabs at once has an entry of
 * its own, so that neither overwrites the other. A value that the browser refuses lives as long as the page.
 */

const PREFIX = "rushhour-";

const refused = new Map();
let complain = () => {};

/** The value stored under a name, or a default. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(refused.get(name) ?? localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value under a name; returns whether the browser did. */
export function keep(name, value) {
  refused.set(name, JSON.stringify(value));
  const isKept = [...refused].map(([each, text]) => store(each, text)).at(-1);
  if (!isKept) complain();
  return isKept;
}

/** Store nothing under a name. */
export function forget(name) {
  refused.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch { /* A browser that stores nothing has nothing to forget. */ }
}

/** What is stored under names that begin so: the rest of each name, and its value. */
export function recallAll(beginning) {
  return names().filter((name) => name.startsWith(beginning)).map((
    name,
  ) => [name.slice(beginning.length), recall(name, null)]);
}

/** Call when the browser does not store a value, and when another tab stores one, with its name. */
export function watchStore({ lost, changed }) {
  complain = lost;
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX)) changed(key.slice(PREFIX.length));
  });
}

function store(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
    return refused.delete(name);
  } catch {
    // Storage is full or unavailable.
    return false;
  }
}

function names() {
  try {
    const kept = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return [...new Set([...kept.map((name) => name.slice(PREFIX.length)), ...refused.keys()])];
  } catch {
    return [...refused.keys()];
  }
}
