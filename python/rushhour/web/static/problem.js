/** A refusal of an operation: what was expected and found, and every reason against a board. */

import { told } from "./words.js";

export class Problem extends Error {
  constructor({ detail, reasons = [] }) {
    super(told(detail));
    this.reasons = reasons.map(told);
  }
}
