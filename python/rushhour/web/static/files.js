/** Opening and saving: files, pasted and dropped texts, in every format of the service. */

import * as api from "./api.js";
import { byId, download, h } from "./dom.js";
import { fragmentOf, titleOf } from "./link.js";
import { candidatesIn, question } from "./target.js";
import { count, t, told } from "./words.js";

// A larger file is no puzzle, and may not fit into the memory of the page.
const MOST_BYTES = 16_000_000;
const ENDINGS = { json: "json", nyu: "json", uva: "csv" };

export class Files {
  #formats = [];
  #isOffering = false;
  #reading = new api.Latest();
  #writing = new api.Latest();

  /** @param {{opened: Function, picture: (file: Blob) => void, follow: (fragment: string) => void, current: () => Promise<object>, toast: (text: string) => void}} options */
  constructor({ opened, picture, follow, current, toast }) {
    Object.assign(this, { opened, picture, follow, current, toast });
    byId("open").addEventListener("click", () => this.#showOpen(""));
    byId("open-go").addEventListener("click", () => this.#openText());
    for (const id of ["open-file", "open-photo"]) {
      byId(id).addEventListener("change", () => this.#openFile(byId(id).files[0]));
    }
    byId("open-format").addEventListener("change", () => this.#offerTarget());
    byId("save").addEventListener("click", () => this.#showSave());
    byId("save-format").addEventListener("change", () => this.#write());
    byId("save-relabel").addEventListener("change", () => this.#write());
    byId("save-copy").addEventListener(
      "click",
      () => this.copy(byId("save-text").value, t("Copied.")),
    );
    byId("save-go").addEventListener("click", () => this.#download());
    for (const kind of ["svg", "png"]) {
      byId(`save-${kind}`).addEventListener("click", () => this.#savePicture(kind));
    }
    this.#takeDrops();
    this.#takePastes();
  }

  /** Offer the formats, which the first dialog that has them loads. */
  async #offer() {
    if (this.#isOffering) return;
    this.#isOffering = true;
    try {
      const { formats } = await api.formats();
      this.#formats = formats;
      const option = ({ name }) => h("option", { value: name }, name);
      byId("open-format").append(...formats.map(option));
      byId("save-format").append(...formats.filter(({ writable }) => writable).map(option));
      byId("save-format").value = "json";
    } catch (problem) {
      this.#isOffering = false;
      this.toast(problem.message);
    }
    if (byId("save-dialog").open) this.#write();
  }

  /** Read a text and open its puzzle; errors are shown in the dialog. */
  async openText(text, { format, target, name } = {}) {
    const fragment = format || target ? null : fragmentOf(text);
    try {
      if (fragment !== null) return this.#openLink(fragment);
      const answer = await this.#reading.ask((signal) =>
        api.read({ text, format, target, name }, signal)
      );
      if (!answer) return;
      const puzzles = answer.items.filter(({ puzzle }) => puzzle).map(({ puzzle }) => puzzle);
      const errors = answer.items.filter(({ error }) => error).map(({ error }) => error);
      if (puzzles.length === 0) {
        const reason = told(errors[0]);
        if (!reason) return this.#showOpen(text, t("There is no puzzle in it."));
        const found = candidatesIn(errors[0]);
        if (found) return this.#askForTarget(found, { text, format, name });
        return this.#showOpen(text, t("This text cannot be read: {reason}", { reason }));
      }
      byId("open-dialog").close();
      this.opened(puzzles, name);
      this.#report(answer, puzzles, errors);
    } catch (problem) {
      this.#showOpen(text, problem.message);
    }
  }

  #openLink(fragment) {
    this.follow(fragment);
    byId("open-dialog").close();
  }

  #report({ warnings, more }, puzzles, errors) {
    const parts = [...warnings.slice(0, 1).map(told)];
    if (puzzles.length > 1) {
      const found = { puzzles: count(puzzles.length, "puzzle") };
      parts.push(
        more
          ? t("{puzzles}, the first of more: number 1 is open", found)
          : t("{puzzles}: number 1 is open", found),
      );
    }
    if (errors.length > 0) {
      const found = { n: errors.length, reason: told(errors[0]) };
      parts.push(t("{n} more with errors, the first: {reason}", found));
    }
    if (parts.length > 0) this.toast(parts.join("; "));
  }

  #openText() {
    const [text, format] = [byId("open-text").value, byId("open-format").value];
    const target = format === "grid" ? byId("open-target").value : "";
    this.openText(text, { format: format || undefined, target: target || undefined });
  }

  async #openFile(file) {
    if (!file) return;
    if (file.type.startsWith("image/")) return this.#openPicture(file);
    if (file.size > MOST_BYTES) {
      const found = { most: MOST_BYTES, found: file.size };
      const text = t("expected at most {most} bytes, found {found}", found);
      return this.#showOpen("", `${file.name}: ${text}`);
    }
    const bytes = await file.arrayBuffer();
    byId("open-file").value = "";
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      await this.openText(text, {
        name: file.name,
        format: byId("open-format").value || undefined,
      });
    } catch {
      const error = t("expected a picture, or a puzzle as text in UTF-8, found other bytes");
      this.#showOpen("", `${file.name}: ${error}`);
    }
  }

  /** Read the board of a picture; why it is none is shown in the dialog. */
  async #openPicture(file) {
    for (const id of ["open-file", "open-photo"]) byId(id).value = "";
    byId("open-dialog").close();
    try {
      await this.picture(file);
    } catch (problem) {
      this.#showOpen("", `${file.name}: ${problem.message}`);
    }
  }

  #showOpen(text, error = "") {
    byId("open-text").value = text.slice(0, 100_000);
    byId("open-error").textContent = error;
    this.#offer();
    if (!byId("open-dialog").open) byId("open-dialog").showModal();
    byId("open-text").focus();
  }

  /** Ask which of several vehicles is the target, and open the text with the one that is chosen. */
  #askForTarget(found, { text, ...options }) {
    this.#showOpen(text, question(found));
    const button = (target) =>
      h("button", { type: "button", click: () => this.openText(text, { ...options, target }) }, [
        target,
      ]);
    byId("open-error").append(...found.map(button));
  }

  #offerTarget() {
    byId("open-target-name").hidden = byId("open-format").value !== "grid";
  }

  #showSave() {
    byId("save-dialog").showModal();
    this.#offer();
    this.#write();
  }

  async #write() {
    try {
      const puzzle = await this.current();
      const [to, relabel] = [byId("save-format").value, byId("save-relabel").checked];
      const format = this.#formats.find(({ name }) => name === to);
      byId("save-help").textContent = format ? told(format.help) : "";
      if (!format) return this.#showWritten("", "");
      const answer = await this.#writing.ask((signal) =>
        api.convert({ puzzle, to, relabel }, signal)
      );
      if (answer) this.#showWritten(answer.text ?? "", told(answer.error ?? ""));
    } catch (problem) {
      this.#showWritten("", problem.message);
    }
  }

  #showWritten(text, error) {
    byId("save-text").value = text;
    byId("save-error").textContent = error;
    byId("save-copy").disabled = byId("save-go").disabled = text === "";
  }

  async #download() {
    const puzzle = await this.current();
    const { rows, cols } = puzzle;
    const format = byId("save-format").value;
    const stem = stemOf(puzzle);
    const size = format === "uva" ? `-${rows}x${cols}` : "";
    download(byId("save-text").value, `${stem}${size}.${ENDINGS[format] ?? "txt"}`);
  }

  /** Save a picture of the board as it stands. */
  async #savePicture(kind) {
    try {
      const stem = stemOf(await this.current());
      const { savePicture } = await import("./snapshot.js");
      await savePicture(byId("board"), kind, stem);
    } catch (problem) {
      byId("save-error").textContent = problem.message;
    }
  }

  /** Put a text into the clipboard, and say so in words; returns whether the browser allows it. */
  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.toast(done);
      return true;
    } catch {
      this.toast(t("The browser does not allow copying; select the text and copy it yourself."));
    }
  }

  #takeDrops() {
    let depth = 0;
    const show = (change) => {
      depth = change === null ? 0 : depth + change;
      byId("drop").hidden = depth <= 0;
    };
    document.addEventListener("dragenter", () => show(1));
    document.addEventListener("dragleave", () => show(-1));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      show(null);
      const [file] = event.dataTransfer.files;
      if (file) this.#openFile(file);
      else this.openText(event.dataTransfer.getData("text/plain"));
    });
  }

  #takePastes() {
    document.addEventListener("paste", (event) => {
      const [picture] = event.clipboardData.files;
      if (picture?.type.startsWith("image/")) return this.#openPicture(picture);
      if (event.target.closest?.("input, textarea, dialog")) return;
      const text = event.clipboardData.getData("text/plain");
      if (text.trim()) this.openText(text);
    });
  }
}

/** The name of a file of a puzzle. */
export function stemOf(puzzle) {
  const title = titleOf(puzzle).toLowerCase();
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "puzzle";
}
