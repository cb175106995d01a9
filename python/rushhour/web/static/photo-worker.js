/** A worker that reads the boards of pictures. */

const decoder = new TextDecoder();
let core = null;

onmessage = async ({ data }) => {
  postMessage(await answer(data).catch(() => null));
};

/** The reading of the pixels of a picture, or why there is none. */
async function answer({ pixels, width, height, corners }) {
  core ??= WebAssembly.instantiateStreaming(fetch("picture.wasm"), {});
  const { instance } = await core;
  const { memory, picture_room: room, read_picture: read, reading_length: length } =
    instance.exports;
  const known = corners ? new Uint8Array(Float64Array.from(corners.flat()).buffer) : [];
  const start = room(pixels.length + known.length) >>> 0;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(pixels, start);
  bytes.set(known, start + pixels.length);
  const reading = read(width, height, 0, 0) >>> 0;
  return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, reading, length())));
}
