/**
 * What a state graph looks like, as shapes: outlines of SVG with a width or a fill, and texts. The
 * canvas and a saved picture draw the same ones. Each kind of state has a form of its own beside its colour.
 */

/** The names of the colours: classes of the page's style. */
export const INKS = ["edge", "state", "goal", "hardest", "start", "path", "here", "text"];

// A long outline is slow to draw, and where its lines cross they are not darker.
const TOGETHER = 400;
const TEXT = 12;
// Of the forms with a meaning, in pixels: they are seen among thousands of states.
const LEAST = 4;

/** Outlines of all nodes and of the moves between them, and the distances on the left. */
export function statesOf(graph) {
  const { radius, farthest, isSolvable } = graph;
  const last = isSolvable ? farthest : farthest + 1;
  const plain = [];
  for (let level = isSolvable ? 1 : 0; level < last; level += 1) plain.push(...graph.layer(level));
  const dots = parts(plain, (node) => `M${spot(graph.places[node])}h.01`);
  const marked = (ink, level, outline) => {
    const size = Math.max(radius, Math.min(LEAST, 0.4 * graph.gaps[level]));
    const outlines = parts(graph.layer(level), (node) => outline(graph.places[node], size));
    return outlines.map((d) => ({ ink, d, fills: true }));
  };
  return [
    ...edgesOf(graph),
    ...dots.map((d) => ({ ink: "state", d, width: 2 * radius })),
    ...(isSolvable ? marked("goal", 0, square) : []),
    ...(isSolvable && farthest > 0 ? marked("hardest", farthest, triangle) : []),
    { ink: "start", d: diamond(graph.places[graph.start], Math.max(7, 1.5 * radius)), fills: true },
    ...distances(graph),
  ];
}

/** What changes: the path, what lies ahead, the moves of the state that is pointed at, the board's state. */
export function marksOf(graph, { here, path, ahead }, pointed) {
  const ring = Math.max(8, graph.radius + 4);
  const way = (nodes) => nodes.map((node, at) => `${at ? "L" : "M"}${spot(graph.places[node])}`);
  const drawn = [];
  if (pointed !== null) {
    const near = graph.neighboursOf(pointed).map((other) => line(graph, pointed, other));
    drawn.push({ ink: "text", d: near.join(""), width: 1.2 });
    drawn.push({ ink: "text", d: circle(graph.places[pointed], ring - 3), width: 1.6 });
  }
  if (ahead.length > 1) {
    drawn.push({ ink: "path", d: way(ahead).join(""), width: 1.6, dashes: [3, 4] });
  }
  if (path.length > 1) drawn.push({ ink: "path", d: way(path).join(""), width: 2.6 });
  if (here !== null) drawn.push({ ink: "here", d: circle(graph.places[here], ring), width: 2.6 });
  return drawn;
}

/** The sign of a mark for the legend. */
export function sign(name, x, y) {
  return {
    start: [{ ink: "start", d: diamond([x, y], 7), fills: true }],
    here: [{ ink: "here", d: circle([x, y], 6), width: 2.6 }],
    path: [{ ink: "path", d: `M${x - 7} ${y}h14`, width: 2.6 }],
    goal: [{ ink: "goal", d: square([x, y], 5), fills: true }],
    hardest: [{ ink: "hardest", d: triangle([x, y], 6), fills: true }],
  }[name];
}

/** Draw shapes on a canvas, and nothing else. @param {Map<string, string>} inks */
export function paint(canvas, drawn, inks) {
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.lineCap = pen.lineJoin = "round";
  pen.textAlign = "end";
  for (const { ink, d, width, dashes = [], alpha = 1, fills, text, x, y } of drawn) {
    pen.fillStyle = pen.strokeStyle = inks.get(ink);
    pen.globalAlpha = alpha;
    pen.setLineDash(dashes);
    pen.font = `${TEXT}px system-ui, sans-serif`;
    if (text !== undefined) pen.fillText(text, x, y);
    else if (fills) pen.fill(new Path2D(d));
    else {
      pen.lineWidth = width;
      pen.stroke(new Path2D(d));
    }
  }
}

/** Shapes as the text of an SVG. */
export function picture(drawn, inks, { width, height, ground }) {
  const element = ({ ink, d, width, dashes, alpha, fills, text, x, y }) => {
    const colour = inks.get(ink);
    if (text !== undefined) return `<text x="${x}" y="${y}" fill="${colour}">${text}</text>`;
    if (fills) return `<path d="${d}" fill="${colour}"/>`;
    const more = [
      dashes ? ` stroke-dasharray="${dashes.join(" ")}"` : "",
      alpha ? ` stroke-opacity="${alpha}"` : "",
    ].join("");
    return `<path d="${d}" stroke="${colour}" stroke-width="${width}"${more}/>`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}" fill="none" stroke-linecap="round" stroke-linejoin="round" ` +
    `font-family="sans-serif" font-size="${TEXT}" text-anchor="end">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    ...drawn.map(element),
    "</svg>",
    "",
  ].join("\n");
}

/** The moves between nodes, the fainter the more there are. */
function edgesOf(graph) {
  const alpha = Math.max(0.08, Math.min(0.7, 900 / graph.edges.length));
  return parts(graph.edges, ([one, other]) => line(graph, one, other)).map((d) => ({
    ink: "edge",
    d,
    width: 1,
    alpha,
  }));
}

/** A straight line from layer to layer, an arc within one. */
function line(graph, one, other) {
  const [[x, y], [right, bottom]] = [graph.places[one], graph.places[other]];
  if (graph.levelOf(one) !== graph.levelOf(other)) {
    return `M${spot([x, y])}L${spot([right, bottom])}`;
  }
  const bend = Math.min(16, 3 + Math.abs(right - x) * 0.12);
  const middle = [(x + right) / 2, (y + bottom) / 2 - bend];
  return `M${spot([x, y])}Q${spot(middle)} ${spot([right, bottom])}`;
}

/** The distances beside the layers, as many as there is room for. */
function distances({ heights }) {
  const words = [];
  let free = Infinity;
  for (const [level, y] of heights.entries()) {
    if (y > free) continue;
    words.push({ ink: "text", text: `${level}`, x: 22, y: rounded(y + 0.36 * TEXT) });
    free = y - 1.4 * TEXT;
  }
  return words;
}

/** The outlines of many things, some hundred in each. */
function parts(things, outline) {
  const found = [];
  for (let at = 0; at < things.length; at += TOGETHER) {
    found.push(things.slice(at, at + TOGETHER).map(outline).join(""));
  }
  return found;
}

function circle([x, y], radius) {
  const [left, size] = [rounded(x - radius), 2 * radius];
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${left} ${rounded(y)}${half} ${size} 0${half} ${-size} 0z`;
}

function square([x, y], radius) {
  const size = rounded(1.8 * radius);
  return `M${spot([x - size / 2, y - size / 2])}h${size}v${size}h${-size}z`;
}

function triangle([x, y], radius) {
  const [wide, high] = [rounded(1.15 * radius), rounded(2 * radius)];
  return `M${spot([x, y - 0.6 * high])}l${wide} ${high}h${-2 * wide}z`;
}

function diamond([x, y], radius) {
  return `M${
    spot([x, y - radius])
  }l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`;
}

function spot([x, y]) {
  return `${rounded(x)} ${rounded(y)}`;
}

function rounded(number) {
  return Math.round(10 * number) / 10;
}
