/** A worker that reads the board of a picture. */

onmessage = async ({ data }) => {
  let isLoaded = false;
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("picture.wasm"), {});
    isLoaded = true;
    postMessage(reading(instance.exports, data));
  } catch {
    postMessage({ failed: isLoaded ? "reading" : "loading" });
  }
};

/** The reading of the pixels of a picture, or why there is none. */
function reading(core, { pixels, width, height, corners }) {
  const { memory, picture_room: room, read_picture: read, reading_length: length } = core;
  const known = corners ? new Uint8Array(Float64Array.from(corners.flat()).buffer) : [];
  const start = room(pixels.length + known.length) >>> 0;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(pixels, start);
  bytes.set(known, start + pixels.length);
  const answer = read(width, height, 0, 0) >>> 0;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer, length())));
}
