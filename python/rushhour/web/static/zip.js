/** Archives of small files, stored as they are: the ZIP format without compression. */

const UTF8 = 0x0800;
// 1 January 1980, the first date that the format has: an archive does not tell when it was made.
const DATE = 0x0021;

/** The bytes of an archive of texts by name. @param {Record<string, string>} files */
export function zipped(files) {
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
