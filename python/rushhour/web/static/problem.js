/** A refusal of an operation: what was expected and found, and every reason against a board. */

export class Problem extends Error {
  constructor({ detail, reasons = [] }) {
    super(detail);
    this.reasons = reasons;
  }
}
