/**
 * The keys of the page, most of them as in the terminal. A letter or a digit chooses a vehicle; where no label
 * begins with it, it presses a button. With shift a letter always presses its button.
 */

import { byId } from "./dom.js";
import { t } from "./words.js";

// The most milliseconds between the letters of one label, as in the terminal.
const PATIENCE = 1000;
const ANYWHERE = { n: "new", f: "full" };
const PLAYING = { h: "hint", s: "solve", u: "undo", r: "reset" };
const NAMED = { "?": "hint", Backspace: "undo" };
// What enter presses: what the card on a solved board offers first, or the offer of a note.
const OFFERED = "#win:not([hidden]) .primary, #note-do";
const FIELDS =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, dialog';
// What space and enter press without us.
const PRESSED = "a, button, summary, input, [role=slider]";
const FIRST = '.panel:not([hidden]) :is(button:enabled, input, [tabindex="0"])';

export class Keyboard {
  #typed = "";
  #typedAt = 0;

  /** @param {HTMLElement} board  the `<rush-hour-board>` of the page */
  constructor(board) {
    this.board = board;
    document.addEventListener("keydown", (event) => this.#press(event));
    byId("skip").addEventListener("click", (event) => this.#skip(event));
    offerFullScreen(byId("full"));
  }

  #press(event) {
    if (event.altKey) return;
    if (event.target.closest?.(FIELDS)) return confirm(event);
    const isPlaying = !byId("undo").closest(".panel").hidden;
    const vehicle = isPlaying ? this.#spell(event) : undefined;
    const button = byId(vehicle ? "" : buttonOf(event, isPlaying));
    if (vehicle) this.board.focusOn(vehicle.label);
    else if (button?.checkVisibility()) button.click();
    else return;
    event.preventDefault();
  }

  /** The vehicle whose label begins with the letters just typed. */
  #spell({ key, ctrlKey, metaKey, shiftKey, timeStamp }) {
    const isCommand = shiftKey && { ...ANYWHERE, ...PLAYING }[key.toLowerCase()];
    if (ctrlKey || metaKey || isCommand || key.length > 2 || key === " ") return undefined;
    const before = timeStamp - this.#typedAt > PATIENCE ? "" : this.#typed;
    const { vehicles } = this.board.puzzle;
    for (const typed of [before + key, key].map((each) => each.toLowerCase())) {
      const fits = vehicles.filter(({ label }) => label.toLowerCase().startsWith(typed));
      if (fits.length === 0) continue;
      [this.#typed, this.#typedAt] = [typed, timeStamp];
      return fits.find(({ label }) => label.toLowerCase() === typed) ?? fits[0];
    }
    return undefined;
  }

  /** Put the focus on the target, or on the first that can be used where no vehicle can be moved. */
  #skip(event) {
    event.preventDefault();
    const cell = document.querySelector('#grid:not([hidden]) .cells [tabindex="0"]');
    if (cell) cell.focus();
    else if (this.board.hasAttribute("still")) document.querySelector(FIRST)?.focus();
    else this.board.focusOn(this.board.puzzle.target);
  }
}

/** Enter in a field does what its dialog is for; the browser would press the first button, which closes it. */
function confirm(event) {
  if (event.key !== "Enter" || !event.target.matches("dialog input:not([type=file])")) return;
  event.preventDefault();
  event.target.form.querySelector("[id$=-go]")?.click();
}

/** The id of the button that a key presses; the empty text for any other key. */
function buttonOf({ key, ctrlKey, metaKey, shiftKey, target }, isPlaying) {
  const letter = key.toLowerCase();
  if (ctrlKey || metaKey) {
    return isPlaying ? { z: shiftKey ? "redo" : "undo", y: "redo" }[letter] ?? "" : "";
  }
  if ((key === " " || key === "Enter") && target.closest?.(PRESSED)) return "";
  if (key === " " && isPlaying) {
    return byId("watch").hasAttribute("data-watching") ? "watch" : "solve";
  }
  if (key === "Enter" && isPlaying) return document.querySelector(OFFERED).id;
  return ANYWHERE[letter] ?? (isPlaying ? PLAYING[letter] ?? NAMED[key] : "") ?? "";
}

/** Let a button show the board and its panel on the whole screen, where the browser can. */
function offerFullScreen(button) {
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener("click", async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      // The browser refuses: the page stays as it is.
    }
  });
  document.addEventListener("fullscreenchange", () => {
    button.ariaLabel = document.fullscreenElement ? t("Leave full screen") : t("Full screen");
  });
}
