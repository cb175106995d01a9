/** The address: after its `#` stand the view and the puzzle, as readable text. */

import { readLink } from "./link.js";

/**
 * The contents of the address; an Error says what is wrong with it.
 *
 * @returns {ReturnType<typeof readLink>}
 */
export function readAddress() {
  return readLink(location.hash.slice(1));
}

/** Put a view and a puzzle into the address, without adding to the history. */
export function writeAddress(parts) {
  history.replaceState(null, "", hashOf(parts));
}

function hashOf(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return `#${new URLSearchParams(given)}`;
}
