/**
 * The log as files, in the columns of the public data on how people play (Li and Ma): `moves.csv`,
 * `trials.csv` and `boards/ID.json`, which `research.people` reads.
 */

import { hash } from "./link.js";

const MOVES = ["participant", "instance", "trial", "move_number", "move", "kind", "rt_ms"];
const TRIALS = [
  ...["participant", "instance", "moves", "complete", "skipped", "start_ms", "end_ms", "rt_ms"],
  ...["trial", "hints", "shown"],
];

/** The moves, one in a line; `move` is the vehicle, @ and its first cell after the move. */
export function movesFile(trials) {
  const rows = numbered(trials).flatMap(({ trial, instance, number, names }) =>
    trial.entries.map(({ vehicle, cell, kind, rt }, index) => [
      trial.participant,
      instance,
      number,
      index,
      `${names.get(vehicle)}@${cell}`,
      kind,
      rt,
    ])
  );
  return csv(MOVES, rows);
}

/** The trials, one in a line; times are since the first trial. */
function trialsFile(trials) {
  const first = Math.min(...trials.map(({ start }) => start));
  const truth = (value) => (value ? "True" : "False");
  const rows = numbered(trials).map(({ trial, instance, number }) => [
    trial.participant,
    instance,
    slidesOf(trial),
    truth(trial.complete),
    truth(!trial.complete),
    trial.start - first,
    trial.end - first,
    trial.end - trial.start,
    number,
    trial.hints,
    truth(trial.shown),
  ]);
  return csv(TRIALS, rows);
}

/** All files in an archive. @returns {Uint8Array} */
export function archive(trials) {
  const boards = numbered(trials).map(({ trial, instance, names }) => [
    `boards/${instance}.json`,
    `${JSON.stringify(renamed(trial.board, names))}\n`,
  ]);
  return zipped({
    "moves.csv": movesFile(trials),
    "trials.csv": trialsFile(trials),
    ...Object.fromEntries(boards),
  });
}

/** The trials with the names of their boards, and their numbers for a participant and a board. */
function numbered(trials) {
  const counts = new Map();
  return trials.map((trial) => {
    const instance = nameOf(trial.board);
    const key = `${trial.participant} ${instance}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return { trial, instance, number, names: namesOf(trial.board) };
  });
}

/** The title and a hash of the board, as a name for a file. */
function nameOf({ title = "board", ...board }) {
  const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
  const places = [board.rows, board.cols, board.target, board.exit, board.walls, board.vehicles];
  return `${stem || "board"}-${hash(JSON.stringify(places)).toString(16).padStart(8, "0")}`;
}

/** Labels that a cell of the table can hold: the vehicle's own, or its number. */
function namesOf({ vehicles }) {
  const isPlain = vehicles.every(({ label }) => /^[\p{L}\p{N}_-]+$/u.test(label));
  return new Map(vehicles.map(({ label }, index) => [label, isPlain ? label : `${index}`]));
}

function renamed(board, names) {
  const vehicles = board.vehicles.map((each) => ({ ...each, label: names.get(each.label) }));
  return { ...board, target: names.get(board.target), vehicles };
}

/** Moves as people count them: a vehicle on its way in one direction makes one. */
function slidesOf({ board, entries }) {
  const places = new Map(
    board.vehicles.map(({ label, row, col }) => [label, row * board.cols + col]),
  );
  let [count, last] = [0, ""];
  for (const { vehicle, cell } of entries) {
    const way = `${Math.sign(cell - places.get(vehicle))} ${vehicle}`;
    count += way === last ? 0 : 1;
    places.set(vehicle, cell);
    last = way;
  }
  return count;
}

function csv(head, rows) {
  return [head, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

// The rest is the ZIP format without compression.
const UTF8 = 0x0800;
// 1 January 1980, the first date that the format has: an archive does not tell when it was made.
const DATE = 0x0021;

/** The bytes of an archive of texts by name. @param {Record<string, string>} files */
function zipped(files) {
  const encoder = new TextEncoder();
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [encoder.encode(name), encoder.encode(text)];
    const about = aboutFile(path, data);
    const head = [0x04034b50, ...about.map(([number]) => number)];
    parts.push(packed([4, ...about.map(([, size]) => size)], head), path, data);
    directory.push(entry(about, offset), path);
    offset += 30 + path.length + data.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = directory.length / 2;
  const end = packed([4, 2, 2, 2, 2, 4, 4, 2], [
    ...[0x06054b50, 0, 0, count, count, length, offset, 0],
  ]);
  return joined([...parts, ...directory, end]);
}

/** What both heads of a file say, as numbers and their sizes in bytes. */
function aboutFile(path, data) {
  const size = data.length;
  return [[20, 2], [UTF8, 2], [0, 2], [0, 2], [DATE, 2], [crc(data), 4], [size, 4], [size, 4]]
    .concat([[path.length, 2], [0, 2]]);
}

/** The entry of a file in the directory at the end. */
function entry(about, offset) {
  const fields = [[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]];
  return packed(fields.map(([, size]) => size), fields.map(([number]) => number));
}

/** Numbers of 2 or 4 bytes, the lowest byte first. */
function packed(sizes, numbers) {
  const view = new DataView(new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0)));
  let at = 0;
  sizes.forEach((size, index) => {
    if (size === 2) view.setUint16(at, numbers[index], true);
    else view.setUint32(at, numbers[index], true);
    at += size;
  });
  return new Uint8Array(view.buffer);
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The checksum of the format. */
function crc(data) {
  let sum = -1;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
