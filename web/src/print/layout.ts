// How cards lie on sheets of paper: sizes in millimetres, nine to a sheet, backs mirrored for duplex.

import type { Box, BoxToken, Card } from "../lib/messages";

export const CARD = { wide: 63, high: 88 };
export const COLUMNS = 3;
export const ROWS = 3;

export interface Paper {
  name: string;
  wide: number;
  high: number;
}
export const PAPERS: Record<string, Paper> = {
  a4: { name: "A4", wide: 210, high: 297 },
  letter: { name: "Letter", wide: 215.9, high: 279.4 },
};

/** One side of a printed card: with the game's face, in words, or a back. */
export type Side =
  | { kind: "face"; card: Card }
  | { kind: "words"; card: Card; steps: string[] }
  | { kind: "back"; word: string };

export interface Printed {
  front: Side;
  back: Side;
}

/** Every card of a box, copy by copy. */
export function copies(box: Box): Printed[] {
  return box.decks.flatMap((deck) =>
    deck.cards.flatMap((one) => {
      const { card, steps, reverse } = one;
      const front: Side = card.id < 0 ? { kind: "words", card, steps } : { kind: "face", card };
      const back: Side = reverse
        ? { kind: "words", card: reverse, steps: [] }
        : { kind: "back", word: deck.back };
      return Array.from({ length: one.copies }, () => ({ front, back }));
    }),
  );
}

/** Sheets of nine places each; the last may have empty ones. */
export function sheets<T>(things: T[]): (T | null)[][] {
  const places = COLUMNS * ROWS;
  const made: (T | null)[][] = [];
  for (let i = 0; i < things.length; i += places)
    made.push(Array.from({ length: places }, (_, k) => things[i + k] ?? null));
  return made;
}

/** The same places seen from behind: a sheet is turned over at its long edge. */
export function mirrored<T>(places: T[]): T[] {
  return places.map((_, k) => places[k - (k % COLUMNS) + (COLUMNS - 1 - (k % COLUMNS))]);
}

/** Where the block of cards begins, so that it lies in the middle of both sides. */
export function margins(paper: Paper): { left: number; top: number } {
  return { left: (paper.wide - COLUMNS * CARD.wide) / 2, top: (paper.high - ROWS * CARD.high) / 2 };
}

/** A map cut into parts that a sheet has room for, whole squares each. */
export interface Part {
  x: number;
  y: number;
  columns: number;
  rows: number;
}
export function parts(columns: number, rows: number, square: number, paper: Paper): Part[] {
  const wide = Math.floor((paper.wide - 2 * EDGE) / square);
  const high = Math.floor((paper.high - 2 * EDGE - HEADING) / square);
  const made: Part[] = [];
  for (const [y, tall] of evenly(rows, high))
    for (const [x, broad] of evenly(columns, wide)) made.push({ x, y, columns: broad, rows: tall });
  return made;
}
export const EDGE = 8; // of a sheet with a map, which printers leave white
export const HEADING = 10;

/** Stretches of nearly the same length, at most so long: where each begins, and its length. */
function evenly(whole: number, most: number): [number, number][] {
  const count = Math.ceil(whole / most);
  const starts = Array.from({ length: count + 1 }, (_, k) => Math.round((k * whole) / count));
  return starts.slice(0, -1).map((start, k) => [start, starts[k + 1] - start]);
}

/** A token that is only a picture, beside words. */
export function pictured(code: string, name: string): BoxToken {
  return { name, copies: 1, code, mark: "", text: "", across: 0, square: false };
}
