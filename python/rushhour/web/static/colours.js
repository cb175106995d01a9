/** The colour of a vehicle, by its label alone. The colours themselves come from Python. */

import { DARK, FILLS, LIGHT, RED } from "./palette.js";

/** Fill and ink of a label. @returns {{fill: string, ink: string}} */
export function colourOf(label, target) {
  return label === target ? RED : FILLS[numberOf(label) % FILLS.length];
}

/** The number that decides a label's colour, as `number` in palette.py has it. */
function numberOf(label) {
  if (/^[0-9]{1,9}$/.test(label)) return Number(label);
  let total = 0;
  for (const character of label) {
    total = (Math.imul(total, 31) + character.codePointAt(0)) >>> 0;
  }
  return total;
}

/** What surrounds the vehicles, as CSS variables for light and dark. */
export const SCENE = Object.keys(LIGHT)
  .filter((name) => `${LIGHT[name]}`.startsWith("#"))
  .map((name) => `--${name}: light-dark(${LIGHT[name]}, ${DARK[name]});`)
  .join(" ");
