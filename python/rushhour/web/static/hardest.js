/** The hardest boards of 6 x 6 without walls, of which one is drawn by chance. */

import { boardOf } from "./link.js";

/** The most slides that any such board needs. */
export const MOST = 51;

/**
 * One that needs so many slides. The list is loaded when it is needed.
 *
 * @param {[number, number]} slides the least and the most
 * @param {number} seed the same seed draws the same board
 */
export async function drawn([least, most], seed) {
  const { HARDEST } = await import("./hardest-boards.js");
  const boards = HARDEST.trim().split("\n").map((line, index) => [index + 1, ...line.split(",")]);
  const fitting = boards.filter(([, , slides]) => least <= slides && slides <= most);
  const [rank, board] = fitting[seed % fitting.length];
  return { puzzle: { ...boardOf(board), title: `Hardest ${rank}` } };
}
