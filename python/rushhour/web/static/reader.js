/**
 * The puzzles of a text, and QR codes, where there is no service: the reader is a module of WebAssembly of its own,
 * which is loaded with the first of them.
 */

import { Problem } from "./problem.js";
import { t } from "./words.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let module = null;

/** The answer to a request of the operation `read`; a Problem for a refusal. */
export function read(request) {
  return answerTo(request, "read_text");
}

/** The answer to a request of the operation `qr`; a Problem for a refusal. */
export function qr(request) {
  return answerTo(request, "write_qr");
}

async function answerTo(request, name) {
  const { memory, text_room: room, [name]: answered, text_length: length } = await loaded();
  const sent = encoder.encode(JSON.stringify(request));
  // The buffer is another one where the memory has grown.
  const start = room(sent.length) >>> 0;
  new Uint8Array(memory.buffer, start, sent.length).set(sent);
  const answer = answered() >>> 0;
  const text = decoder.decode(new Uint8Array(memory.buffer, answer, length()));
  const { status, body } = JSON.parse(text);
  if (status !== 200) throw new Problem(body);
  return body;
}

/** The only puzzle of a text; a Problem where there is none or another. */
export async function only(text) {
  const { items } = await read({ text });
  if (items.length > 1) throw new Problem({ detail: t("expected one puzzle, found several") });
  if (items[0].error) throw new Problem({ detail: items[0].error });
  return items[0].puzzle;
}

async function loaded() {
  module ??= WebAssembly.instantiateStreaming(fetch("text.wasm"), {});
  try {
    return (await module).instance.exports;
  } catch {
    module = null;
    throw new Problem({ detail: t("The page's reader of texts could not be loaded.") });
  }
}
