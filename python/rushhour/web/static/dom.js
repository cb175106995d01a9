/** Making elements: a name, attributes, children. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; an attribute that is null or false is left out, a function listens. */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** The element of the page with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Have a style of the page, once it is loaded. */
export function styled(href) {
  return new Promise((load, error) =>
    document.head.append(h("link", { rel: "stylesheet", href, load, error }))
  );
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// How long a file can be downloaded: a slow machine needs more than a moment.
const KEPT = 60_000;

/** Let the browser save a file of this name. @param {BlobPart} content */
export function download(content, name, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
