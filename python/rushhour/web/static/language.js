/** The language of the page: that of the browser, until the person chooses another, which the device keeps. */

import { byId, h } from "./dom.js";
import { keep, recall } from "./store.js";
import { speak } from "./words.js";

/** The languages by their own names; all but English have a table `words-NAME.json`. */
const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

/** Speak the language that was chosen or that the browser prefers, from the first text on. */
export async function speakUp() {
  const name = wanted();
  offer(name);
  if (name === "en") return;
  try {
    const [answer, { translate }] = await Promise.all([
      fetch(`words-${name}.json`),
      import("./translate.js"),
    ]);
    if (!answer.ok) return;
    speak(name, await answer.json());
    document.documentElement.lang = name;
    translate(document.body);
  } catch {
    // Without its table the page is in English.
  }
}

/** The first language that there is, of the one that was chosen and those of the browser. */
function wanted() {
  const names = [recall("language", ""), ...navigator.languages].map((name) =>
    `${name}`.slice(0, 2)
  );
  return names.find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/** Let the person choose; the page begins anew in the other language. */
function offer(name) {
  const option = ([value, own]) =>
    h("option", { value, lang: value, selected: value === name }, own);
  byId("language").append(...Object.entries(LANGUAGES).map(option));
  byId("language").addEventListener("change", () => {
    keep("language", byId("language").value);
    location.reload();
  });
}
