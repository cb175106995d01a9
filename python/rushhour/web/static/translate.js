/** The texts of `index.html` in the language of the page. */

import { t } from "./words.js";

const ATTRIBUTES = ["aria-label", "title"];
// What has no letter needs no words.
const LETTER = /\p{L}/u;
const BLANKS = /^(\s*)(.*?)(\s*)$/s;

/** Say what an element and those in it say in the language of the page. @param {Element} root */
export function translate(root) {
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const name of ATTRIBUTES) {
      if (element.hasAttribute(name)) element.setAttribute(name, t(element.getAttribute(name)));
    }
    const texts = [...element.childNodes].filter(isText);
    if (texts.length === 1) sayText(texts[0]);
    if (texts.length > 1) saySentence(element);
  }
}

function isText(node) {
  return node.nodeType === Node.TEXT_NODE && LETTER.test(node.data);
}

/** Say a text without the blanks around it. */
function sayText(node) {
  const [, before, text, after] = BLANKS.exec(node.data);
  node.data = before + t(text) + after;
}

/** Say a sentence with elements in it, `{0}` and so on, which stand where the language puts them. */
function saySentence(element) {
  const nodes = [...element.childNodes];
  const parts = nodes.filter((node) => node.nodeType === Node.ELEMENT_NODE);
  const text = nodes.map((node) => parts.includes(node) ? `{${parts.indexOf(node)}}` : node.data);
  const [, before, whole, after] = BLANKS.exec(text.join(""));
  const said = before + t(whole, parts.map((_, at) => `{${at}}`)) + after;
  const pieces = said.split(/\{(\d+)\}/).map((piece, at) => at % 2 ? parts[piece] : piece);
  element.replaceChildren(...pieces);
}
