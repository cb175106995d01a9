/** A booklet: puzzles in a list, one of them on the board. Which are solved stays on the device. */
(() => {
  "use strict";
  const entries = JSON.parse(document.getElementById("data").textContent);
  const [game, hint, list] = ["rush-hour-game", "#hint", "#list"].map((at) =>
    document.querySelector(at)
  );
  const [before, after] = ["before", "after"].map((id) => document.getElementById(id));
  const store = `rushhour booklet ${digest(entries.map(({ puzzle }) => JSON.stringify(puzzle)))}`;
  const solved = new Set(load());
  const buttons = entries.map(button);
  let current = 0;

  function show(number) {
    current = Math.min(Math.max(0, number), entries.length - 1);
    const entry = entries[current];
    say("#name", entry.title);
    say("#facts", [entry.level, slides(entry)].filter(Boolean).join(", "));
    say("#hint p", entry.hint ?? "");
    hint.hidden = entry.hint === null;
    hint.open = false;
    game.puzzle = entry.puzzle;
    before.disabled = current === 0;
    after.disabled = current === entries.length - 1;
    mark();
    history.replaceState(null, "", `#${current + 1}`);
  }

  function slides({ slides }) {
    return slides === null ? null : `${slides} ${slides === 1 ? "slide" : "slides"}`;
  }

  function mark() {
    buttons.forEach((button, number) => {
      button.setAttribute("aria-current", `${number === current}`);
      button.lastChild.textContent = solved.has(number) ? "✓" : "";
      button.lastChild.ariaLabel = solved.has(number) ? "solved" : "";
    });
    say("#count", `${solved.size} of ${entries.length} solved`);
  }

  function button({ title }, number) {
    const made = document.createElement("button");
    const sign = document.createElement("span");
    made.type = "button";
    sign.className = "mark";
    sign.role = "img";
    made.append(title, sign);
    made.addEventListener("click", () => show(number));
    const item = document.createElement("li");
    item.append(made);
    list.append(item);
    return made;
  }

  function say(at, text) {
    document.querySelector(at).textContent = text;
  }

  /** A name for these puzzles (FNV-1a), under which their marks are kept. */
  function digest(texts) {
    let hash = 0x811c9dc5;
    for (const character of texts.join()) {
      hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193) >>> 0;
    }
    return hash.toString(16);
  }

  function load() {
    try {
      const found = JSON.parse(localStorage.getItem(store) ?? "[]");
      return found.filter((number) => Number.isInteger(number) && number in entries);
    } catch {
      return []; // no storage, as in a frame without an origin
    }
  }

  function save() {
    try {
      localStorage.setItem(store, JSON.stringify([...solved]));
    } catch {
      // The marks last as long as the page.
    }
  }

  game.addEventListener("change", () => {
    if (!game.solved || solved.has(current)) return;
    solved.add(current);
    save();
    mark();
  });
  before.addEventListener("click", () => show(current - 1));
  after.addEventListener("click", () => show(current + 1));
  show(Number(location.hash.slice(1)) - 1 || 0);
})();
