/** The address: after its `#` stand the view and the puzzle, as readable text. */

/** The contents of the address. @returns {{view?: string, puzzle?: string, title?: string}} */
export function readAddress() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** Put a view and a puzzle into the address, without adding to the history. */
export function writeAddress(parts) {
  history.replaceState(null, "", hashOf(parts));
}

function hashOf(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return `#${new URLSearchParams(given)}`;
}
