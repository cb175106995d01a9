/** Light, dark, or as the system has it: a button goes round. */

import { keep, recall } from "./memory.js";

const THEMES = {
  auto: "Colours of the system",
  light: "Light colours",
  dark: "Dark colours",
};

/** Let a button choose; `say` is told what it chose. */
export function chooseTheme(button, say) {
  const names = Object.keys(THEMES);
  const root = document.documentElement;
  root.dataset.theme = recall("theme", "auto");
  button.addEventListener("click", () => {
    const next = names[(names.indexOf(root.dataset.theme) + 1) % names.length];
    root.dataset.theme = next;
    keep("theme", next);
    say(THEMES[next]);
  });
}
