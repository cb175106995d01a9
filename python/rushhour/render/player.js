// Plays a solution: `data` holds for each move the vehicle's number, the cells it goes to the right
// and down, and its words. Step k shows the board after k moves.
"use strict";
(() => {
  const CELL = 60;
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector) => document.querySelector(selector);
  const vehicles = [...document.querySelectorAll("figure .vehicle")];
  const list = find(".moves");
  const entries = [...list.querySelectorAll("button")];
  const slider = find("#slider"), play = find("#play"), speed = find("#speed"), status = find("#status");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const last = data.moves.length;
  let step = 0, timer = null;

  const seconds = (move) => (0.18 + 0.07 * (Math.abs(move.right) + Math.abs(move.down))) / speed.value;

  // Where every vehicle is after so many moves.
  function offsets(count) {
    const places = vehicles.map(() => [0, 0]);
    for (const move of data.moves.slice(0, count)) {
      places[move.vehicle][0] += move.right;
      places[move.vehicle][1] += move.down;
    }
    return places;
  }

  function show(to) {
    const target = Math.max(0, Math.min(last, to));
    const move = data.moves[Math.max(step, target) - 1];
    const time = Math.abs(target - step) === 1 ? seconds(move) : 0;
    step = target;
    offsets(step).forEach(([right, down], index) => {
      vehicles[index].style.setProperty("--time", `${time}s`);
      vehicles[index].style.transform = `translate(${right * CELL}px, ${down * CELL}px)`;
    });
    say();
  }

  function say() {
    status.textContent = step ? `Move ${step} of ${last}: ${data.moves[step - 1].words}` : data.start;
    slider.value = step;
    slider.setAttribute("aria-valuetext", status.textContent);
    entries.forEach((entry, index) => {
      if (index === step - 1) entry.setAttribute("aria-current", "step");
      else entry.removeAttribute("aria-current");
    });
    if (last) reveal(entries[Math.max(0, step - 1)].parentNode);
    for (const button of document.querySelectorAll("[data-by]")) {
      button.disabled = button.dataset.by < 0 ? step === 0 : step === last;
    }
  }

  // Scroll the list, and nothing else: scrolling an entry into view also takes the way of the Tab key there.
  function reveal(item) {
    const below = item.offsetTop + item.offsetHeight - list.clientHeight;
    list.scrollTop = Math.min(item.offsetTop, Math.max(list.scrollTop, below));
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    play.setAttribute("aria-label", "Play");
    play.classList.remove("playing");
  }

  function tick() {
    if (step === last) return pause();
    show(step + 1);
    timer = setTimeout(tick, 1000 * seconds(data.moves[step - 1]) + 220 / speed.value);
  }

  function start() {
    if (step === last) show(0);
    play.setAttribute("aria-label", "Pause");
    play.classList.add("playing");
    timer = setTimeout(tick, 400 / speed.value);
  }

  const toggle = () => (timer === null ? start() : pause());

  function go(to) {
    pause();
    show(to);
  }

  const keys = {
    " ": toggle,
    ArrowLeft: () => go(step - 1),
    ArrowRight: () => go(step + 1),
    Home: () => go(0),
    End: () => go(last),
  };

  // Keys that a control uses itself are left to it.
  const isTaken = (key, node) =>
    node.matches("select") || (key === " " ? node.matches("button") : node.matches("input"));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (isTaken(event.key, event.target)) return;
    event.preventDefault();
    keys[event.key]();
  });
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const button of document.querySelectorAll("[data-by]")) {
    button.addEventListener("click", () => go(step + Number(button.dataset.by)));
  }
  entries.forEach((entry, index) => entry.addEventListener("click", () => go(index + 1)));
  play.disabled = slider.disabled = last === 0;
  say();
  if (data.plays && last && !calm.matches) start();
})();
