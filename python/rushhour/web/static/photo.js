/**
 * A picture of a board: its pixels, and the board that the reader sees in them. Both stay on the device: the
 * browser decodes the picture, and a worker reads it.
 *
 * @typedef {[number, number]} Point  column and row of a pixel
 * @typedef {{puzzle: import("./model.js").Puzzle, corners: Point[],
 *   doubts: {text: string, cells: [number, number][]}[]}} Reading
 *   `corners` are those of the field of cells, clockwise from its top left
 */

import { h } from "./dom.js";
import { t, told } from "./words.js";

// The limits of `pictures/pixels.py` and `src/picture/mod.rs`.
const MOST_BYTES = 200_000_000;
const MOST_PIXELS = 120_000_000;
// The reader looks at no more pixels in each direction, so the browser reduces larger pictures.
const LONGEST = 1400;
const LEAST = 32;

export class Photo {
  /** @param {HTMLCanvasElement} canvas  the picture, reduced */
  constructor(canvas) {
    this.canvas = canvas;
  }

  /** The picture of a file, the right way up. An Error says why there is none. @param {Blob} file */
  static async of(file) {
    if (file.size > MOST_BYTES) {
      throw new Error(
        t("expected a picture of at most {most} million bytes, found more", {
          most: MOST_BYTES / 1e6,
        }),
      );
    }
    const url = URL.createObjectURL(file);
    try {
      return new Photo(drawn(await decoded(url)));
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  get width() {
    return this.canvas.width;
  }

  get height() {
    return this.canvas.height;
  }

  /** The corners of a field in the middle, from which one drags them to where they belong. @returns {Point[]} */
  get middle() {
    const side = 0.8 * Math.min(this.width, this.height);
    const [left, top] = [(this.width - side) / 2, (this.height - side) / 2];
    return [[left, top], [left + side, top], [left + side, top + side], [left, top + side]];
  }

  /**
   * What the reader sees, within the corners if they are given. An Error says why that is nothing.
   *
   * @param {Point[] | null} corners
   * @param {AbortSignal} signal
   * @returns {Promise<Reading>}
   */
  async read(corners, signal) {
    const { width, height } = this;
    const pixels = this.canvas.getContext("2d").getImageData(0, 0, width, height).data;
    const worker = new Worker(new URL("./photo-worker.js", import.meta.url), { type: "module" });
    try {
      const reading = await new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error(t("the page's reader of pictures could not be started")));
        };
        worker.postMessage({ pixels, width, height, corners }, [pixels.buffer]);
      });
      if (reading.failed) throw new Error(failure(reading.failed));
      if (reading.error) throw new Error(told(reading.error));
      return reading;
    } finally {
      worker.terminate();
    }
  }
}

/** Why the reader has no answer. */
function failure(when) {
  return when === "loading"
    ? t("the page's reader of pictures could not be loaded; rushhour convert reads pictures, too")
    : t(
      "the page's reader of pictures failed on this picture; rushhour convert reads pictures, too",
    );
}

/** The image at an address, once its size is known and its pixels are there. */
async function decoded(url) {
  const image = new Image();
  image.src = url;
  try {
    await new Promise((resolve, reject) =>
      Object.assign(image, { onload: resolve, onerror: reject })
    );
  } catch {
    throw new Error(t("expected a picture that this browser can show, found other bytes"));
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width * height > MOST_PIXELS || Math.min(width, height) < LEAST) {
    const text = t(
      "expected a picture of {least} pixels or more in each direction and at most {most} million in all, found {width} × {height}",
      { least: LEAST, most: MOST_PIXELS / 1e6, width, height },
    );
    throw new Error(text);
  }
  await image.decode().catch(() => {
    throw new Error(t("the picture is damaged"));
  });
  return image;
}

/** A canvas with an image, as large as the reader needs it. */
function drawn(image) {
  const { naturalWidth, naturalHeight } = image;
  const part = Math.min(1, LONGEST / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [naturalWidth, naturalHeight].map((side) => Math.round(part * side));
  const canvas = h("canvas", { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}
