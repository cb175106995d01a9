/** A worker of the page without a server: the core, which answers one request after another. */

const decoder = new TextDecoder();
const encoder = new TextEncoder();
let exports = null;

onmessage = async ({ data }) => {
  if (data.core) exports = begin(data.core);
  else postMessage(answer(await exports, data.name, data.request));
};

async function begin(core) {
  const page = { now: () => performance.now(), progress: () => {} };
  return (await WebAssembly.instantiate(core, { page })).exports;
}

function answer({ memory, reserve, call, answer_length: length }, name, request) {
  const sent = encoder.encode(name + request);
  const room = reserve(sent.length) >>> 0; // the buffer is another one where the memory has grown
  new Uint8Array(memory.buffer, room, sent.length).set(sent);
  const start = call(name.length) >>> 0;
  return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, start, length())));
}
