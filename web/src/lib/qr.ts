// A QR code of a text: bytes, error correction M, versions 1 to 10, the mask with the lowest penalty (ISO/IEC 18004).

/** For each version: all codewords, codewords of correction in each block, blocks, where alignment patterns lie. */
const VERSIONS: [number, number, number, number[]][] = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
];

const MASKS: ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** Multiplies in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The codewords of correction for a block: what is left of it after division. */
function correction(block: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const scaled = [...divisor.map((c) => times(c, root)), 0];
    divisor = [...divisor, 0].map((c, k) => c ^ (k ? scaled[k - 1] : 0));
  }
  const rest = [...block, ...Array<number>(count).fill(0)];
  for (let i = 0; i < block.length; i++) {
    const lead = rest[i];
    divisor.forEach((c, k) => (rest[i + k] ^= times(c, lead)));
  }
  return rest.slice(block.length);
}

/** The data of a text in a version, with its correction, blocks interleaved. */
function codewords(text: Uint8Array, version: number): number[] {
  const [total, each, blocks] = VERSIONS[version - 1];
  const room = total - each * blocks;
  const long = version > 9 ? 16 : 8; // bits of the length
  let bits = "0100" + text.length.toString(2).padStart(long, "0");
  for (const byte of text) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, room * 8 - bits.length));
  const data = (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const short = Math.floor(room / blocks);
  const longer = room % blocks; // the last blocks have one more
  const parts: number[][] = [];
  for (let k = 0, at = 0; k < blocks; k++) {
    const size = short + (k >= blocks - longer ? 1 : 0);
    parts.push(data.slice(at, (at += size)));
  }
  const woven = (lists: number[][]) =>
    Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, i) =>
      lists.flatMap((list) => (i < list.length ? [list[i]] : [])),
    ).flat();
  return [...woven(parts), ...woven(parts.map((part) => correction(part, each)))];
}

/** Appends the remainder of a division of polynomials over two elements: how format and version are protected. */
function protect(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); rest >> bits; at = 31 - Math.clz32(rest))
    rest ^= divisor << (at - bits);
  return (value << bits) | rest;
}

type Grid = (boolean | null)[][];

/** Everything but the data: finders, timing, alignment, version; room for the format is taken. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const square = (cy: number, cx: number, reach: number) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(y), Math.abs(x));
        if (grid[cy + y]?.[cx + x] !== undefined)
          grid[cy + y][cx + x] = ring !== 4 && ring !== 2 - (reach === 2 ? 1 : 0);
      }
  };
  for (let i = 0; i < size; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  const places = VERSIONS[version - 1][3];
  const last = places.length - 1;
  places.forEach((y, i) =>
    places.forEach((x, k) => {
      if (!((i === 0 && k === 0) || (i === 0 && k === last) || (i === last && k === 0))) square(y, x, 2);
    }),
  );
  for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(y, x, 4); // prettier-ignore
  if (version > 6) {
    const told = protect(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
      grid[near][far] = grid[far][near] = ((told >> i) & 1) === 1;
    }
  }
  format(grid, 0);
  return grid;
}

/** Writes the level of correction (M) and the mask, twice. */
function format(grid: Grid, mask: number): void {
  const size = grid.length;
  const told = protect(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((told >> i) & 1) === 1;
    const skip = (n: number) => (n > 5 ? n + 1 : n); // the timing pattern lies between
    if (i < 8) grid[skip(i)][8] = grid[8][size - 1 - i] = dark;
    else grid[8][i === 8 ? 7 : 14 - i] = grid[size - 15 + i][8] = dark;
  }
  grid[size - 8][8] = true;
}

/** How hard a code is to read: runs, squares, false finders, too much of one colour. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]))].map((line) =>
    line.map(Number).join(""),
  );
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++)
      if (/^(10111010000|00001011101)$/.test(line.slice(i, i + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++)
      if ([grid[y - 1][x], grid[y][x - 1], grid[y - 1][x - 1]].every((one) => one === grid[y][x])) sum += 3;
  const share = (grid.flat().filter(Boolean).length * 100) / size ** 2;
  return sum + Math.floor(Math.abs(share - 50) / 5) * 10;
}

/** The code of a text, dark modules true, without its quiet zone; null where the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = VERSIONS.findIndex(
    ([total, each, blocks], k) => bytes.length + (k > 8 ? 3 : 2) <= total - each * blocks,
  );
  if (fits < 0) return null;
  const version = fits + 1;
  const empty = frame(version);
  const size = empty.length;
  const bits = codewords(bytes, version).flatMap((word) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((k) => (word >> k) & 1),
  );
  const places: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the timing pattern has a column of its own
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (empty[y][x] === null) places.push([y, x]);
      }
  }
  const masked = MASKS.map((mask, k) => {
    const grid = empty.map((row) => [...row]);
    places.forEach(([y, x], i) => (grid[y][x] = (bits[i] === 1) !== mask(y, x)));
    format(grid, k);
    return grid as boolean[][];
  });
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}
