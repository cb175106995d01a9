/** The panel of the day's puzzle: the clock, its neighbours, and the result to share. */

import {
  calendar,
  clockOf,
  dateOf,
  inFull,
  isDay,
  later,
  results,
  solutionOf,
  streakOf,
  today,
} from "./daily.js";
import { byId } from "./dom.js";
import { keep, recall } from "./store.js";
import { count, dayIn, t } from "./words.js";

// Whether the device has a sheet on which other apps stand, as phones do.
const SHARES = Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

export class Daily {
  // The day that was asked for last, and the game of a day that is played.
  #asked = null;
  #game = null;
  #day = "";
  #wasSolved = false;
  #clock = new Clock((seconds) => this.#tick(seconds));

  /** @param {{go: (day: string) => void, copy: (text: string, done: string) => void}} options */
  constructor({ go, copy }) {
    byId("day-before").addEventListener("click", () => go(later(this.#day, -1)));
    byId("day-after").addEventListener("click", () => go(later(this.#day, 1)));
    byId("clock-shown").checked = recall("clock", true);
    byId("clock-shown").addEventListener("change", () => this.#choose());
    byId("share").addEventListener("click", () => this.#share(copy));
    if (SHARES) byId("share").textContent = byId("win-share").textContent = t("Share the result");
    addEventListener("pagehide", () => this.#keep());
    document.addEventListener("visibilitychange", () => this.#keep());
  }

  /** The entry of a day; `today` is one. An Error says why there is none. */
  async entryOf(given) {
    const day = given === "today" ? today() : given;
    if (!isDay(day)) {
      throw new Error(t("expected a date such as 2026-11-24, found '{found}'", { found: given }));
    }
    if (day > today()) {
      throw new Error(t("the puzzle of {day} opens on that day", { day: inFull(day) }));
    }
    if (this.#asked?.day !== day) this.#asked = { day, ...(await calendar()).entryOf(day) };
    return this.#asked;
  }

  /** A game begins or is seen again: if it is that of a day, its clock goes on. */
  begin(game) {
    this.#keep();
    const isOurs = Boolean(game.day) && game.day === this.#asked?.day;
    if (game !== this.#game) this.#wasSolved = game.isSolved;
    this.#game = isOurs ? game : null;
    byId("daily").hidden = !isOurs;
    if (isOurs) this.#resume();
    else this.#clock.stop();
  }

  /** The game went to another state. */
  changed(game) {
    if (game !== this.#game) return;
    const isNew = game.isSolved && !this.#wasSolved;
    this.#wasSolved = game.isSolved;
    const { hints, isShown } = begun(this.#day);
    if (isNew && !isShown && !this.#result) this.#store(game, hints);
  }

  /** A hint was shown, or the whole solution. */
  helped(game, kind) {
    if (game !== this.#game || this.#result) return;
    const { hints, isShown } = begun(this.#day);
    if (kind === "hint") this.#note({ hints: hints + 1 });
    else if (!isShown) this.#note({ isShown: true });
    this.#show();
  }

  /** What the solution would cost now, in words; nothing where it costs nothing. */
  get stake() {
    return this.#game ? this.stakeOf(this.#day) : "";
  }

  /** What the solution of a day would cost, in words; nothing where it costs nothing. */
  stakeOf(day) {
    const counts = day && !results()[day] && !begun(day).isShown;
    return counts ? t("If you look at the solution, this day does not count.") : "";
  }

  /** The solution of a day was shown elsewhere. */
  spoil(day) {
    this.#note({ isShown: true }, day);
  }

  /** What the end of the game means for its day, in words; null where it is that of no day. */
  get worth() {
    if (this.#game === null) return null;
    const result = this.#result;
    if (!result) return shown();
    const isIt = ["slides", "steps", "hints"].every((name) => result[name] === this.#game[name]);
    if (!isIt) {
      const solution = solutionOf(result);
      return t("The first solution of a day counts: {solution}.", { solution });
    }
    const time = byId("clock-shown").checked
      ? [t("Time {time}.", { time: clockOf(result.seconds) })]
      : [];
    const days = streakOf(results(), today());
    return [...time, ...(days > 1 ? [t("{days} days in a row.", { days })] : [])].join(" ");
  }

  /** The view is left. */
  left() {
    this.#keep();
    this.#clock.stop();
  }

  #resume() {
    this.#day = this.#asked.day;
    byId("day").textContent = dayIn(Date.parse(`${this.#day}T00:00`));
    byId("day-after").disabled = this.#day >= today();
    const { seconds, isShown } = begun(this.#day);
    if (this.#result || isShown) this.#clock.stop();
    else this.#clock.start(seconds);
    this.#show();
  }

  /** The result of this day, if there is one. */
  get #result() {
    return results()[this.#day];
  }

  #store({ slides, steps }, hints) {
    const seconds = Math.round(this.#clock.seconds);
    this.#clock.stop();
    const result = { slides, steps, seconds, hints, on: today() };
    keep("results", { ...results(), [this.#day]: result });
    this.#show();
  }

  #keep() {
    const isRunning = this.#game !== null && this.#clock.isWanted;
    if (isRunning) this.#note({ seconds: Math.floor(this.#clock.seconds) });
  }

  /** Remember what is known of a day that is not solved yet. */
  #note(facts, day = this.#day) {
    keep("days", { ...recall("days", {}), [day]: { ...begun(day), ...facts } });
  }

  /** Offer the result to the other apps of a phone; copy it where there is no such offer. */
  async #share(copy) {
    const text = byId("result").value;
    try {
      if (SHARES) return await navigator.share({ text });
    } catch (error) {
      // The player chose none.
      if (error.name === "AbortError") return;
    }
    copy(text, t("Copied."));
  }

  #choose() {
    keep("clock", byId("clock-shown").checked);
    this.#show();
  }

  #tick(seconds) {
    byId("clock").textContent = clockOf(seconds);
  }

  #show() {
    const result = this.#result;
    const isShown = !result && begun(this.#day).isShown;
    byId("clock").hidden = !byId("clock-shown").checked;
    byId("shared").hidden = !result;
    byId("day-note").textContent = isShown ? shown() : "";
    if (!result) return;
    this.#tick(result.seconds);
    byId("result").value = this.#lineOf(result);
  }

  /** The result as a line that tells nothing of the way, and a link to the day. */
  #lineOf({ slides, seconds, hints }) {
    const fewest = this.#asked.slides;
    const cost = { slides: count(slides, "slide"), fewest };
    const score = slides === fewest
      ? t("{slides}, the fewest", cost)
      : t("{slides}, fewest {fewest}", cost);
    const time = byId("clock-shown").checked ? [clockOf(seconds)] : [];
    const help = hints ? [count(hints, "hint")] : [];
    const parts = [score, ...time, ...help].join(", ");
    const address = `${location.href.split("#")[0]}#day=${this.#day}`;
    return `Rush Hour, ${dateOf(this.#day)}: ${parts}\n${address}`;
  }
}

/** Said of a day whose solution was shown. */
function shown() {
  return t("The solution was shown, so this day does not count.");
}

/** The seconds, hints and the like of a day that is not solved yet. */
function begun(day) {
  const known = recall("days", {})[day];
  const isSound = known?.seconds >= 0 && known.hints >= 0;
  return { seconds: 0, hints: 0, isShown: false, ...(isSound ? known : {}) };
}

/** A clock that counts the seconds in which the page is seen without a dialog before it, from where it stopped before. */
class Clock {
  #before = 0;
  #since = null;
  #timer = 0;

  /** @param {(seconds: number) => void} tick  is called every second while it runs */
  constructor(tick) {
    this.tick = tick;
    document.addEventListener("visibilitychange", () => this.#follow());
    const watcher = new MutationObserver(() => this.#follow());
    watcher.observe(document.body, { subtree: true, attributeFilter: ["open"] });
    this.isWanted = false;
  }

  /** The seconds so far. */
  get seconds() {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  /** Count from so many seconds on. */
  start(seconds) {
    this.stop();
    this.#before = seconds;
    this.isWanted = true;
    this.#follow();
  }

  /** Stop counting. */
  stop() {
    this.isWanted = false;
    this.#follow();
  }

  #follow() {
    const runs = this.isWanted && !document.hidden && !document.querySelector("dialog[open]");
    if (runs === (this.#since !== null)) return;
    clearInterval(this.#timer);
    this.#before = this.seconds;
    this.#since = runs ? performance.now() : null;
    if (runs) this.#timer = setInterval(() => this.tick(this.seconds), 1000);
    this.tick(this.seconds);
  }
}
