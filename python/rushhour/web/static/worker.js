/** A worker of the page without a server: the core, which answers one request after another. */

// Milliseconds between two reports of progress.
const BEAT = 100;

const decoder = new TextDecoder();
const encoder = new TextEncoder();
let exports = null;
let told = 0;

onmessage = async ({ data }) => {
  if (data.core) exports = begin(data.core);
  else postMessage(await answer(data.name, data.request).catch(() => ({ answer: null })));
};

async function begin(core) {
  const page = { now: () => performance.now(), progress };
  return (await WebAssembly.instantiate(core, { page })).exports;
}

function progress(states, _bytes, lowerBound) {
  if (performance.now() - told < BEAT) return;
  told = performance.now();
  postMessage({ progress: { states: states >>> 0, lowerBound: lowerBound >>> 0 } });
}

/** The answer, and the bytes that the core holds; an Error where it broke off. */
async function answer(name, request) {
  const { memory, reserve, call, answer_length: length } = await exports;
  const sent = encoder.encode(name + request);
  const room = reserve(sent.length) >>> 0; // the buffer is another one where the memory has grown
  new Uint8Array(memory.buffer, room, sent.length).set(sent);
  const start = call(name.length) >>> 0;
  const text = decoder.decode(new Uint8Array(memory.buffer, start, length()));
  return { answer: JSON.parse(text), bytes: memory.buffer.byteLength };
}
