/** A picture of the board as it stands: SVG by itself, or PNG. */

import { download } from "./dom.js";

// The properties with which the style of the page draws a board.
const DRAWN = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "font-family", "font-weight", "text-anchor", "opacity"],
];
// What is no part of the board, and what tells of it to others than the eye.
const LEFT_OUT = ".trail, .area, .ring";
const KEPT = /^(x|y|width|height|rx|d|transform|viewBox|xmlns|font-size)$/;
// Pixels for each unit of the drawing, and the longest side of a picture.
const SCALE = 2;
const LONGEST = 4096;

/** Save a picture of a board, as `svg` or `png`. @param {HTMLElement} board a `<rush-hour-board>` */
export async function savePicture(board, kind, stem) {
  if (kind === "svg") return download(drawing(board).text, `${stem}.svg`, "image/svg+xml");
  download(await pictureOf(board), `${stem}.png`, "image/png");
}

/** A picture of a board as it stands, in pixels: a PNG. @returns {Promise<Blob>} */
export async function pictureOf(board) {
  const { text, width, height } = drawing(board);
  const scale = Math.min(SCALE, LONGEST / Math.max(width, height));
  return await pixels(text, width * scale, height * scale);
}

/** The board as the text of an SVG that needs no style of a page. */
function drawing(board) {
  const shown = board.shadowRoot.querySelector("svg");
  const copy = alone(shown);
  const { x, y, width, height } = shown.viewBox.baseVal;
  const ground = document.createElementNS(shown.namespaceURI, "rect");
  const { backgroundColor: fill } = getComputedStyle(document.body);
  for (const [name, value] of Object.entries({ x, y, width, height, fill })) {
    ground.setAttribute(name, value);
  }
  copy.prepend(ground);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** A copy of an element that has its style as attributes, and nothing else. */
function alone(shown) {
  const copy = document.createElementNS(shown.namespaceURI, shown.localName);
  for (const { name, value } of shown.attributes) {
    if (KEPT.test(name)) copy.setAttribute(name, value);
  }
  const style = getComputedStyle(shown);
  for (const name of DRAWN) copy.setAttribute(name, style.getPropertyValue(name));
  const place = shown.style.transform.replaceAll("px", "");
  if (place) copy.setAttribute("transform", place);
  const parts = [...shown.childNodes].filter((part) => part.nodeType === 3 || isDrawn(part));
  copy.append(...parts.map((part) => (part.nodeType === 3 ? part.cloneNode() : alone(part))));
  return copy;
}

function isDrawn(part) {
  return !part.matches(LEFT_OUT) && getComputedStyle(part).display !== "none";
}

/** An SVG as a PNG. */
async function pixels(text, width, height) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(width), Math.round(height)];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
