// Replays searches: `data` holds for each the columns of its expansions, and how it ended. The clock
// counts expansions; beyond the last of a search it shows the solution.
"use strict";
(() => {
  const CELL = 60;
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (selector, root = document) => root.querySelector(selector);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
  const word = (vehicle, cells) => {
    const [label, axis] = data.vehicles[vehicle];
    const way = axis === "h" ? ["left", "right"] : ["up", "down"];
    return `${label} ${way[Number(cells > 0)]} ${Math.abs(cells)}`;
  };
  const sentence = (vehicle, cells) => word(vehicle, cells).replace(/ (?=\w+ \d+$)/, " goes ");

  // One search: what an expansion is, and where the clock stands in it.
  class Search {
    constructor(record) {
      Object.assign(this, record);
      this.size = record.parent.length;
      this.origins = new Map(record.roots.map(([index, offsets]) => [index, offsets]));
      this.goalRoots = new Set(record.roots.filter(([, , back]) => back).map(([index]) => index));
      this.isThinned = record.numbers !== null;
      this.repeats = [...record.again.keys()].filter((index) => record.again[index]);
    }

    number(index) {
      return this.isThinned ? this.numbers[index] : index + 1;
    }

    // The last expansion that is held up to a time, from 0; -1 before the first.
    at(clock) {
      if (!this.isThinned) return Math.min(clock, this.size) - 1;
      let [low, high] = [0, this.size];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.numbers[middle] <= clock) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    }

    isOver(clock) {
      return clock > this.expansions;
    }

    // An expansion and all before it, back to its root.
    line(index) {
      const found = [];
      for (let one = index; one >= 0; one = this.parent[one]) found.push(one);
      return found;
    }

    offsets(index) {
      const line = this.line(index);
      const root = this.origins.get(line.at(-1));
      const places = root ? [...root] : data.vehicles.map(() => 0);
      for (const one of line) if (this.vehicle[one] >= 0) places[this.vehicle[one]] += this.cells[one];
      return places;
    }

    // The end: the solved board, or the last expansion.
    offsetsAtEnd() {
      if (!this.is_solved || !this.size) return this.size ? this.offsets(this.size - 1) : data.vehicles.map(() => 0);
      const places = this.offsets(this.way.at(-1));
      for (const [vehicle, cells] of this.rest) places[vehicle] += cells;
      return places;
    }

    isFromGoal(index) {
      return this.goalRoots.size > 0 && this.goalRoots.has(this.line(index).at(-1));
    }

    // The terms of the estimate of an expansion: amount, words and vehicles; null if there is none.
    estimate(index) {
      const place = this.terms?.of[index] ?? -1;
      if (place < 0) return null;
      const { phrases, terms, sums } = this.terms;
      return sums[place].map((one) => {
        const [amount, words, vehicles] = terms[one];
        return [amount, words.map((phrase) => phrases[phrase]).join(", "), vehicles];
      });
    }

    // The cells of a state as a text, if every label is one character.
    text(index) {
      const cells = Array(data.rows * data.cols).fill(".");
      for (const [row, col] of data.walls) cells[row * data.cols + col] = "x";
      this.offsets(index).forEach((offset, vehicle) => {
        const [label, axis, row, col, length] = data.vehicles[vehicle];
        for (let step = 0; step < length; step++) {
          const [r, c] = axis === "h" ? [row, col + offset + step] : [row + offset + step, col];
          if (r >= 0 && r < data.rows && c >= 0 && c < data.cols) cells[r * data.cols + c] = label;
        }
      });
      return cells.join("");
    }
  }

  // Where each expansion of a tree stands: across by g, down within the strip of its parent. A strip is
  // shared by the children by the power .6 of their leaves, so that a small branch beside a large one
  // can be seen. A tree from the goal grows from the right.
  class Layout {
    constructor(search) {
      const { size, parent, g } = search;
      const leaves = new Float64Array(size), weights = new Float64Array(size + 1);
      for (let index = size - 1; index >= 0; index--) {
        leaves[index] ||= 1;
        if (parent[index] >= 0) leaves[parent[index]] += leaves[index];
      }
      const weight = leaves.map((count) => count ** 0.6);
      for (let index = 0; index < size; index++) weights[parent[index] < 0 ? size : parent[index]] += weight[index];
      const top = new Float64Array(size + 1), height = new Float64Array(size + 1), used = new Float64Array(size + 1);
      height[size] = 1;
      const fromGoal = new Uint8Array(size);
      this.y = new Float64Array(size);
      for (let index = 0; index < size; index++) {
        const above = parent[index] < 0 ? size : parent[index];
        height[index] = (height[above] * weight[index]) / weights[above];
        top[index] = top[above] + used[above];
        used[above] += height[index];
        this.y[index] = top[index] + height[index] / 2;
        fromGoal[index] = above === size ? Number(search.goalRoots.has(index)) : fromGoal[above];
      }
      const deepest = (side) => g.reduce((most, depth, index) => fromGoal[index] === side ? Math.max(most, depth) : most, 0);
      const back = search.goalRoots.size ? deepest(1) + 1 : 0;
      const width = Math.max(1, deepest(0) + 1 + back);
      this.x = Float64Array.from(g, (depth, index) => (fromGoal[index] ? width - depth : depth) / width);
    }
  }

  class View {
    constructor(record) {
      const section = find("#search").content.cloneNode(true).firstElementChild;
      this.search = new Search(record);
      this.layout = new Layout(this.search);
      this.vehicles = [...section.querySelectorAll(".board .vehicle")];
      this.facts = find("dl", section);
      this.said = find(".said", section);
      this.terms = find(".terms", section);
      this.tree = find(".tree canvas", section);
      this.curve = find(".curve canvas", section);
      this.zoom = { scale: 1, x: 0, y: 0 };
      find("h2", section).textContent = record.title;
      const hasEstimate = record.h.some((h) => h >= 0);
      find(".curve figcaption", section).innerHTML = hasEstimate
        ? 'Expansions from left to right: <b class="now">f</b>, its part <b class="way">g</b>, the rest h.'
        : 'Expansions from left to right: the depth <b class="way">g</b>.';
      // So that what is below stays in its place while the search is played.
      const most = (record.terms?.sums ?? []).reduce((count, sum) => Math.max(count, sum.length), 0);
      this.terms.style.minHeight = `${1.5 + 1.75 * Math.min(most, 12)}rem`;
      find("main").append(section);
      this.listen();
    }

    listen() {
      const point = (event) => {
        const box = this.tree.getBoundingClientRect();
        return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      };
      let from = null, isDragged = false;
      this.tree.addEventListener("pointerdown", (event) => {
        from = point(event);
        isDragged = false;
        this.tree.setPointerCapture(event.pointerId);
      });
      this.tree.addEventListener("pointermove", (event) => {
        if (!from) return;
        const [x, y] = point(event);
        if (!isDragged && Math.hypot(x - from[0], y - from[1]) < 0.01) return;
        isDragged = true;
        this.zoom.x += x - from[0];
        this.zoom.y += y - from[1];
        from = [x, y];
        this.draw();
      });
      this.tree.addEventListener("pointerup", (event) => {
        if (from && !isDragged) go(this.search.number(this.nearest(point(event))));
        from = null;
      });
      this.tree.addEventListener("pointercancel", () => from = null);
      this.tree.addEventListener("wheel", (event) => {
        event.preventDefault();
        const [x, y] = point(event), { zoom } = this;
        const scale = Math.min(200, Math.max(1, zoom.scale * (event.deltaY < 0 ? 1.25 : 0.8)));
        zoom.x = x - ((x - zoom.x) * scale) / zoom.scale;
        zoom.y = y - ((y - zoom.y) * scale) / zoom.scale;
        this.zoom = scale === 1 ? { scale: 1, x: 0, y: 0 } : { ...zoom, scale };
        this.draw();
      }, { passive: false });
    }

    nearest([x, y]) {
      let best = 0, least = Infinity;
      for (let index = 0; index <= this.index; index++) {
        const [u, v] = this.place(index);
        const away = (u - x) ** 2 + (v - y) ** 2;
        if (away < least) [best, least] = [index, away];
      }
      return best;
    }

    // The place of an expansion in the drawing, as shares of its sides.
    place(index) {
      const { scale, x, y } = this.zoom;
      return [(0.02 + 0.96 * this.layout.x[index]) * scale + x, (0.02 + 0.96 * this.layout.y[index]) * scale + y];
    }

    show(clock) {
      const { search } = this;
      this.clock = clock;
      this.index = search.at(clock);
      this.isOver = search.isOver(clock);
      const places = this.isOver ? search.offsetsAtEnd() : search.offsets(this.index);
      this.vehicles.forEach((vehicle, index) => {
        const cells = places[index] * CELL;
        vehicle.style.transform = data.vehicles[index][1] === "h" ? `translateX(${cells}px)` : `translateY(${cells}px)`;
      });
      this.tell();
      this.draw();
    }

    tell() {
      const { search, index } = this;
      const next = search.f[index + 1];
      const facts = index < 0 ? [] : [
        ["expansion", `${search.number(index)} of ${search.expansions}`],
        ["move", search.vehicle[index] < 0 ? "none" : word(search.vehicle[index], search.cells[index])],
        ["g", search.g[index]],
        ["h", search.h[index] < 0 ? null : search.h[index]],
        ["f", search.f[index] < 0 ? null : search.f[index]],
        ["open", search.open[index]],
        ["closed", search.closed[index]],
        ["next f", next === undefined || next < 0 || this.isOver ? null : next],
      ];
      this.facts.replaceChildren(...facts.filter(([, value]) => value !== null).flatMap(([name, value]) => {
        const [term, description] = [document.createElement("dt"), document.createElement("dd")];
        [term.textContent, description.textContent] = [name, value];
        return [term, description];
      }));
      this.said.textContent = this.sentence();
      this.explain();
    }

    // The terms of the estimate, one button each: a button that stays keeps the focus.
    explain() {
      const terms = this.isOver || this.index < 0 ? null : this.search.estimate(this.index);
      const [head, list] = this.terms.children;
      this.terms.hidden = !this.search.terms?.sums.length;
      const h = this.search.h[this.index];
      head.textContent = terms === null ? "" : `h ${h} is ${terms.length ? "the sum of" : "without a term"}`;
      const count = terms?.length ?? 0;
      while (list.children.length > count) list.lastChild.remove();
      while (list.children.length < count) list.append(this.row(list.children.length));
      terms?.forEach(([amount, words], place) => {
        const [number, text] = list.children[place].firstChild.children;
        [number.textContent, text.textContent] = [`${amount ?? "∞"} `, words];
      });
      this.mark(this.marked());
    }

    row(place) {
      const [item, button] = [document.createElement("li"), document.createElement("button")];
      const marks = () => this.mark(this.marked());
      for (const name of ["pointerenter", "pointerleave", "focus", "blur"]) button.addEventListener(name, () => setTimeout(marks));
      button.dataset.term = place;
      button.append(document.createElement("b"), document.createElement("span"));
      item.append(button);
      return item;
    }

    // The place of the term that is pointed at, or else of the one that has the focus.
    marked() {
      const button = find("button:hover", this.terms) ?? find("button:focus", this.terms);
      return button === null ? null : Number(button.dataset.term);
    }

    // Mark the vehicles of a term on the board.
    mark(place) {
      const terms = this.isOver || this.index < 0 ? null : this.search.estimate(this.index);
      const [, , meant] = terms?.[place] ?? [null, null, []];
      this.vehicles.forEach((vehicle, index) => vehicle.classList.toggle("meant", meant.includes(index)));
    }

    sentence() {
      const { search, index } = this;
      if (this.isOver || index < 0) return search.end;
      const number = search.number(index);
      const skipped = search.isThinned ? `; ${search.size} of ${search.expansions} expansions are shown` : "";
      if (search.again[index] === 2) return `Expansion ${number} reopens the state of expansion ${search.earlier[index] + 1}: this way is cheaper.`;
      if (search.again[index] === 1) return `Expansion ${number} repeats the state of expansion ${search.earlier[index] + 1}.`;
      if (search.vehicle[index] < 0) return search.isFromGoal(index) ? "A goal state: the search goes back from it." : "The start.";
      return `${sentence(search.vehicle[index], search.cells[index])}${search.isFromGoal(index) ? ", back from the goal" : ""}${skipped}.`;
    }

    draw() {
      this.drawTree();
      this.drawCurve();
    }

    drawTree() {
      const { search, index } = this;
      const [pen, width, height] = sheet(this.tree);
      const at = (one) => {
        const [x, y] = this.place(one);
        return [x * width, y * height];
      };
      const radius = Math.max(1, Math.min(4, (40 * Math.sqrt(this.zoom.scale)) / Math.sqrt(search.size)));
      const lines = (these, shade, thick) => {
        pen.beginPath();
        for (const one of these) {
          if (search.parent[one] < 0) continue;
          pen.moveTo(...at(search.parent[one]));
          pen.lineTo(...at(one));
        }
        pen.strokeStyle = shade;
        pen.lineWidth = thick;
        pen.stroke();
      };
      const dots = (these, shade, size) => {
        pen.fillStyle = shade;
        for (const one of these) {
          const [x, y] = at(one);
          pen.fillRect(x - size, y - size, 2 * size, 2 * size);
        }
      };
      const seen = Array.from({ length: index + 1 }, (_, one) => one);
      pen.globalAlpha = 0.4;
      lines(seen, colour("dot"), 0.7);
      pen.globalAlpha = 1;
      dots(seen, colour("dot"), radius);
      dots(search.repeats.filter((one) => one <= index), colour("twice"), radius * 1.4);
      const way = this.isOver && search.is_solved ? search.way : [];
      const line = this.isOver ? way : search.line(index);
      const shade = colour(this.isOver ? "way" : "now");
      lines(line, shade, 2);
      dots(line, shade, Math.max(2, radius));
      if (!this.isOver && index >= 0) dots([index], shade, Math.max(4, 2 * radius));
      const state = this.isOver ? search.end : `expansion ${search.number(index)} of ${search.expansions}, g ${search.g[index]}`;
      this.tree.setAttribute("aria-label", `The tree of the search: ${state}`);
    }

    drawCurve() {
      const { search, index } = this;
      const [pen, width, height] = sheet(this.curve);
      const most = Math.max(1, ...[search.f, search.g].map((values) => values.reduce((a, b) => Math.max(a, b), 0)));
      const x = (one) => (search.number(one) / Math.max(1, search.expansions)) * width;
      const curve = (values, shade) => {
        pen.beginPath();
        for (let one = 0; one <= index; one++) {
          if (values[one] >= 0) pen.lineTo(x(one), height - 4 - ((height - 8) * values[one]) / most);
        }
        pen.strokeStyle = shade;
        pen.lineWidth = 1.5;
        pen.stroke();
      };
      if (search.h.some((h) => h >= 0)) curve(search.f, colour("now"));
      curve(search.g, colour("way"));
      this.curve.setAttribute("aria-label", index < 0 ? "No expansion" : `${search.f[index] < 0 ? "" : `f ${search.f[index]}, `}g ${search.g[index]} of at most ${most}`);
    }
  }

  // An empty canvas in the pixels of the screen: its pen, and its size on the page.
  function sheet(canvas) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const fine = Math.min(3, devicePixelRatio || 1);
    [canvas.width, canvas.height] = [width * fine, height * fine];
    const pen = canvas.getContext("2d");
    pen.scale(fine, fine);
    return [pen, width, height];
  }

  const views = data.searches.map((record) => new View(record));
  const last = Math.max(...views.map(({ search }) => search.expansions)) + 1;
  const slider = find("#slider"), status = find("#status"), play = find("#play"), again = find("#again");
  let clock = 1, timer = null;

  function show(to) {
    clock = Math.max(1, Math.min(last, Math.round(to)));
    slider.value = clock;
    slider.setAttribute("aria-valuetext", clock === last ? "the end" : `expansion ${clock} of ${last - 1}`);
    for (const view of views) view.show(clock);
    for (const button of document.querySelectorAll("[data-by]")) {
      button.disabled = button.dataset.by < 0 ? clock === 1 : clock === last;
    }
    again.disabled = nextRepeat() === null;
    if (timer === null) say(views.map(({ said }) => said.textContent).join(" "));
  }

  // To those who hear the page; with `isNews` to those who see it, too.
  function say(words, isNews = false) {
    status.textContent = words;
    status.classList.toggle("unseen", !isNews);
  }

  function nextRepeat() {
    const numbers = views.flatMap(({ search }) => search.repeats.map((index) => search.number(index)));
    const after = numbers.filter((number) => number > clock);
    return after.length ? after.reduce((a, b) => Math.min(a, b)) : null;
  }

  function pause() {
    if (timer !== null) cancelAnimationFrame(timer);
    timer = null;
    play.textContent = "Play";
  }

  function go(to) {
    pause();
    show(to);
  }

  function start() {
    if (clock === last) show(1);
    const begin = clock;
    let since = null;
    play.textContent = "Pause";
    say("");
    const tick = (now) => {
      since ??= now;
      const chosen = find("#speed").value;
      const rate = chosen === "whole" ? Math.max(2, last / 20) : Number(chosen);
      const to = Math.min(last, Math.floor(begin + ((now - since) / 1000) * rate));
      if (to !== clock) show(to);
      if (to === last) {
        pause();
        return show(last);
      }
      timer = requestAnimationFrame(tick);
    };
    timer = requestAnimationFrame(tick);
  }

  const toggle = () => (timer === null ? start() : pause());

  // The expansion with a number, or the first one of a board.
  function look(words) {
    const hasO = data.vehicles.some(([label]) => label === "o");
    const cells = words.replace(/[\s/]/g, "").replace(/o/g, hasO ? "o" : ".");
    if (/^\d+$/.test(cells) && cells.length < 8) return Number(cells) > 0 && Number(cells) <= last ? Number(cells) : null;
    for (const { search } of views) {
      for (let index = 0; index < search.size; index++) {
        if (search.text(index) === cells) return search.number(index);
      }
    }
    return null;
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  }

  const repeat = () => {
    const next = nextRepeat();
    if (next !== null) go(next);
  };
  const keys = {
    " ": toggle,
    ArrowLeft: () => go(clock - 1),
    ArrowRight: () => go(clock + 1),
    Home: () => go(1),
    End: () => go(last),
    r: repeat,
    f: full,
  };
  // Keys that a control uses itself are left to it.
  const isTaken = (key, node) => node.matches("select, input[type=search]") || (key === " " ? node.matches("button") : node.matches("input"));

  document.addEventListener("keydown", (event) => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !act || isTaken(event.key, event.target)) return;
    event.preventDefault();
    act();
  });
  play.addEventListener("click", toggle);
  again.addEventListener("click", repeat);
  find("#full").addEventListener("click", full);
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const button of document.querySelectorAll("[data-by]")) {
    button.addEventListener("click", () => go(clock + Number(button.dataset.by)));
  }
  for (const button of document.querySelectorAll("[data-to]")) {
    button.addEventListener("click", () => go(button.dataset.to === "first" ? 1 : last));
  }
  find("#find").addEventListener("submit", (event) => {
    event.preventDefault();
    const words = find("#wanted").value, found = look(words);
    if (found === null) say(`No expansion here has the number or the board ${words.slice(0, 80)}.`, true);
    else go(found);
  });
  addEventListener("resize", () => views.forEach((view) => view.draw()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => views.forEach((view) => view.draw()));
  slider.max = last;
  show(1);
})();
