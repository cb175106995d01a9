/** The dialog that shares what is open: its link, the code that holds it, and a picture of the board. */

import { byId } from "./dom.js";
import { titleOf } from "./link.js";
import { codeOf } from "./qr.js";
import { pictureOf } from "./snapshot.js";
import { t } from "./words.js";

// What only the device itself reaches.
const HERE = /^(localhost|127\..*|\[::1\])$/;

export class Share {
  #dialog = byId("link-dialog");

  /** @param {{current: () => Promise<object>, link: () => Promise<string>, toast: (text: string) => void}} options */
  constructor({ current, link, toast }) {
    Object.assign(this, { current, link, toast });
    byId("link-copy").addEventListener("click", () => this.#copy());
    byId("link-picture").addEventListener("click", () => this.#copyPicture());
    byId("link-send").addEventListener("click", () => this.#send());
    byId("link-text").addEventListener("focus", (event) => event.target.select());
    byId("link-send").hidden = !navigator.share;
    byId("link-picture").hidden = !globalThis.ClipboardItem;
    if (HERE.test(location.hostname)) {
      byId("link-about").textContent = t("The link opens the puzzle on this device alone.");
    }
  }

  /** Show the link of what is open and its code, and put the link into the clipboard. */
  async open() {
    const [text, code] = [byId("link-text"), byId("link-code")];
    try {
      text.value = await this.link();
    } catch (error) {
      return this.toast(error.message);
    }
    code.replaceChildren();
    this.#say("");
    this.#dialog.showModal();
    await this.#copy();
    const link = text.value;
    const isShown = () => text.value === link; // another may have been opened meanwhile
    try {
      const drawn = await codeOf(link);
      if (isShown()) code.replaceChildren(drawn);
    } catch (error) {
      if (isShown()) byId("link-error").textContent = error.message;
    }
  }

  #copy() {
    const write = () => navigator.clipboard.writeText(byId("link-text").value);
    return this.#put(write, t("The link is copied."));
  }

  #copyPicture() {
    // Some browsers take no picture once it is awaited, so it is drawn while the clipboard waits.
    const picture = () => new ClipboardItem({ "image/png": pictureOf(byId("board")) });
    this.#put(() => navigator.clipboard.write([picture()]), t("The picture is copied."));
  }

  async #put(write, done) {
    try {
      await write();
      this.#say(done);
    } catch {
      this.#say(t("The browser does not allow copying; select the text and copy it yourself."));
    }
  }

  /** Give link and picture to another program of the device. */
  async #send() {
    const [title, url] = [titleOf(await this.current()), byId("link-text").value];
    try {
      const picture = new File([await pictureOf(byId("board"))], "board.png", {
        type: "image/png",
      });
      const whole = { title, url, files: [picture] };
      await navigator.share(navigator.canShare?.(whole) ? whole : { title, url });
    } catch (error) {
      if (error.name !== "AbortError") this.#say("", error.message);
    }
  }

  /** Say what was done, and what went wrong. */
  #say(text, error = "") {
    byId("link-said").textContent = text;
    byId("link-error").textContent = error;
  }
}
