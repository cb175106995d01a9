/** Saving texts and bytes as files. */

import { h } from "./dom.js";

// How long a file can be downloaded: a slow machine needs more than a moment.
const KEPT = 60_000;

/** Let the browser save a file of this name. @param {BlobPart} content */
export function download(content, name, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
