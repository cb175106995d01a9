/** QR codes as pictures. */

import * as api from "./api.js";
import { svg } from "./dom.js";
import { t } from "./words.js";

/** The code of a text, dark on white; a Problem where it is too long. @returns {Promise<SVGElement>} */
export async function codeOf(text, signal) {
  const { rows: { length: side }, path } = await api.qr({ text }, signal);
  const look = { viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges" };
  return svg("svg", { class: "qr", role: "img", "aria-label": t("QR code of the link"), ...look }, [
    svg("rect", { width: side, height: side, fill: "#fff", stroke: "none" }),
    svg("path", { d: path, fill: "#000", stroke: "none" }),
  ]);
}
