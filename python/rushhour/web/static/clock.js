/** A clock that counts the seconds in which the page is seen, from where it stopped before. */

export class Clock {
  #before = 0;
  #since = null;
  #timer = 0;

  /** @param {(seconds: number) => void} tick  is called every second while it runs */
  constructor(tick) {
    this.tick = tick;
    document.addEventListener("visibilitychange", () => this.#follow());
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
    const runs = this.isWanted && !document.hidden;
    if (runs === (this.#since !== null)) return;
    clearInterval(this.#timer);
    this.#before = this.seconds;
    this.#since = runs ? performance.now() : null;
    if (runs) this.#timer = setInterval(() => this.tick(this.seconds), 1000);
    this.tick(this.seconds);
  }
}
