/** The address: what comes after its `#` holds the view and the puzzle, as a text that people can read. */

/** What the address holds. @returns {{view?: string, puzzle?: string, title?: string}} */
export function readAddress() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** Put a view and a puzzle into the address, without a step in the history. */
export function writeAddress(parts) {
  history.replaceState(null, "", hashOf(parts));
}

function hashOf(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return `#${new URLSearchParams(given)}`;
}
