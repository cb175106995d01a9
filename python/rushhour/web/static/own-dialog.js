/** The dialog to find, name, delete and export the person's own puzzles. */

import { byId, download, h } from "./dom.js";
import { readLink, titleOf } from "./link.js";
import { forget, keep, recall } from "./store.js";
import { dayIn, t } from "./words.js";

export class OwnDialog {
  #dialog = byId("own-dialog");
  #own;
  #deleted = null;

  /** @param {import("./collection.js").OwnPuzzles} own */
  constructor(own) {
    this.#own = own;
    byId("own-find").addEventListener("input", () => this.#list());
    byId("own-undo").addEventListener("click", () => this.#restore());
    byId("own-export").addEventListener("click", () => this.#export());
  }

  /** Show the dialog with all. */
  open() {
    byId("own-find").value = "";
    this.#say("");
    this.#list();
    this.#dialog.showModal();
  }

  #list() {
    const wanted = byId("own-find").value.trim().toLowerCase();
    const found = this.#own.entries().filter(({ puzzle }) =>
      titleOf(puzzle).toLowerCase().includes(wanted)
    );
    byId("own-list").replaceChildren(...found.map((entry) => this.#row(entry)));
    byId("own-none").hidden = found.length > 0;
    byId("own-export").disabled = this.#own.entries().length === 0;
  }

  #row(entry) {
    const { puzzle, name, origin, on } = entry;
    const { rows, cols } = puzzle;
    const title = titleOf(puzzle);
    const open = () => {
      this.#dialog.close();
      this.#own.open(entry);
    };
    const field = h("input", {
      "aria-label": t("Title of {title}", { title }),
      maxlength: 256,
      autocomplete: "off",
    });
    field.value = title;
    field.addEventListener("change", () => this.#rename(name, field.value.trim()));
    const about = `${rows} × ${cols}, ${fromWhere(origin)} ${dayIn(on)}`;
    const named = (verb) => ({ type: "button", "aria-label": `${verb} ${title}` });
    const [play, remove] = [t("Play"), t("Delete")];
    return h("li", {}, [
      field,
      h("small", {}, about),
      h("button", { ...named(play), click: open }, play),
      h("button", { ...named(remove), click: () => this.#delete(name, title) }, remove),
    ]);
  }

  #rename(name, title) {
    const isOwn = title !== titleOf(readLink(name).puzzle);
    keep(`own-${name}`, { ...recall(`own-${name}`, {}), title: isOwn ? title : "" });
    this.#own.changed();
  }

  #delete(name, title) {
    this.#deleted = [name, recall(`own-${name}`, null)];
    forget(`own-${name}`);
    this.#list();
    this.#own.changed();
    this.#say(t("{title} is deleted.", { title }));
    byId("own-undo").focus();
  }

  #restore() {
    const [name, about] = this.#deleted;
    keep(`own-${name}`, about);
    this.#list();
    this.#own.changed();
    this.#say("");
    byId("own-find").focus();
  }

  #say(text) {
    byId("own-said").textContent = text;
    byId("own-undo").hidden = text === "";
  }

  #export() {
    const lines = this.#own.entries().map(({ puzzle }) => `${JSON.stringify(puzzle)}\n`);
    download(lines.join(""), `rushhour-${lines.length}-puzzles.jsonl`);
  }
}

/** How a puzzle came to be one of the person's own. */
function fromWhere(origin) {
  return {
    drawn: t("drawn"),
    opened: t("opened"),
    made: t("made"),
    link: t("from a link"),
  }[origin] ?? t("kept");
}
