// The page as an app: icons as PNG, drawn from icon.svg, and the worker for when there is no line.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const FINE = 4; // samples of a pixel, each way
const here = (path) => new URL(path, import.meta.url);

/** The shapes of an SVG that has rectangles, circles and paths of straight lines: polygons with a colour. */
export function shapes(svg) {
  const made = [];
  for (const [, name, rest] of svg.matchAll(/<(rect|circle|path) ([^>]*?)\/>/g)) {
    const given = Object.fromEntries(
      [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const n = (key) => Number(given[key] ?? 0);
    const arc = (x, y, r, from, to) =>
      Array.from({ length: 33 }, (_, k) => from + ((to - from) * k) / 32).map((turn) => [
        x + r * Math.cos(turn * 2 * Math.PI),
        y + r * Math.sin(turn * 2 * Math.PI),
      ]);
    let points;
    if (name === "circle") points = arc(n("cx"), n("cy"), n("r"), 0, 1);
    else if (name === "path") points = outline(given.d);
    else {
      const [r, w, h] = [n("rx"), n("width"), n("height")];
      points = [
        ...arc(w - r, h - r, r, 0, 0.25),
        ...arc(r, h - r, r, 0.25, 0.5),
        ...arc(r, r, r, 0.5, 0.75),
        ...arc(w - r, r, r, 0.75, 1),
      ];
    }
    made.push({ points, colour: [1, 3, 5].map((at) => parseInt(given.fill.slice(at, at + 2), 16)) });
  }
  return made;
}

/** The corners of a path of M, L, H, V and Z, whole or relative. */
function outline(d) {
  const points = [];
  let [x, y] = [0, 0];
  for (const [, sign, numbers] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const given = (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const low = sign === sign.toLowerCase();
    const kind = sign.toUpperCase();
    if (!"MLHVZ".includes(kind)) throw new Error(`icon.svg: a path of straight lines has no "${sign}"`);
    while (given.length) {
      if (kind !== "V") x = given.shift() + (low ? x : 0);
      if (kind !== "H") y = given.shift() + (low ? y : 0);
      points.push([x, y]);
    }
  }
  return points;
}

/** Where a horizontal line enters and leaves a polygon. */
function crossings(points, y) {
  const found = [];
  for (let i = 0, k = points.length - 1; i < points.length; k = i++) {
    const [[ax, ay], [bx, by]] = [points[i], points[k]];
    if (ay > y !== by > y) found.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
  }
  return found.sort((a, b) => a - b);
}

/** A square PNG of an icon of 64 units; a maskable one fills the square and keeps away from its edge. */
export function png(svg, size, maskable = false) {
  const drawn = shapes(svg);
  const fine = size * FINE;
  const scale = (maskable ? 0.8 : 1) * (fine / 64); // of a unit, in samples
  const place = (unit) => (unit - 32) * scale + fine / 2;
  const rows = Buffer.alloc((size * 4 + 1) * size);
  const sums = new Float64Array(size * 4);
  for (let y = 0; y < fine; y++) {
    const line = new Int8Array(fine).fill(maskable ? 0 : -1); // which shape each sample shows
    drawn.forEach(({ points }, which) => {
      const at = crossings(points, (y + 0.5 - fine / 2) / scale + 32).map(place);
      for (let k = 0; k + 1 < at.length; k += 2)
        line.fill(which, Math.max(0, Math.round(at[k])), Math.max(0, Math.round(at[k + 1])));
    });
    line.forEach((which, x) => {
      if (which < 0) return;
      const to = Math.floor(x / FINE) * 4;
      for (let k = 0; k < 3; k++) sums[to + k] += drawn[which].colour[k];
      sums[to + 3] += 1;
    });
    if (y % FINE < FINE - 1) continue;
    const row = Math.floor(y / FINE) * (size * 4 + 1) + 1;
    for (let x = 0; x < size * 4; x += 4) {
      const full = sums[x + 3]; // samples that are covered
      for (let k = 0; k < 3; k++) rows[row + x + k] = full ? Math.round(sums[x + k] / full) : 0;
      rows[row + x + 3] = Math.round((full * 255) / FINE ** 2);
    }
    sums.fill(0);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // eight bits each of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  let crc = ~0;
  for (const byte of body) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  sum.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([size, body, sum]);
}

/** Vite's part: draws the icons, and gives the worker a name for what it keeps that changes with it. */
export function app() {
  return {
    name: "bestiary-app",
    apply: "build",
    generateBundle() {
      const svg = readFileSync(here("public/icon.svg"), "utf8");
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      emit("icon-192.png", png(svg, 192));
      emit("icon-512.png", png(svg, 512));
      emit("icon-maskable-512.png", png(svg, 512, true));
      emit("apple-touch-icon.png", png(svg, 180, true));
      const kept = createHash("sha256")
        .update(readFileSync(here("public/offline.html")))
        .update(svg);
      const worker = readFileSync(here("worker.js"), "utf8");
      emit("worker.js", worker.replace("KEPT_VERSION", kept.digest("hex").slice(0, 12)));
    },
  };
}
