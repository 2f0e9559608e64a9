// Finds what each game brings: ./SLUG/look.ts at once, its cover, board and cards when needed.

import type { Board, Cover, Face, Look, MapPart, Piece } from "./contract";
import { outside, type Part } from "./outside.svelte";

const looks = import.meta.glob<{ look: Look }>("./*/look.ts", { eager: true });
const covers = import.meta.glob<{ default: Cover }>("./*/Cover.svelte");
const boards = import.meta.glob<{ default: Board }>("./*/Board.svelte");
const faces = import.meta.glob<{ default: Face }>("./*/Face.svelte");
const pieces = import.meta.glob<{ default: Piece }>("./*/Piece.svelte");
const maps = import.meta.glob<{ default: MapPart }>("./*/Map.svelte");

const PLAIN = "plain";
const OUTSIDE = "outside"; // stands for whatever a game from outside the package brings

function found<T>(parts: Record<string, T>, slug: string, file: string): T {
  return parts[`./${slug}/${file}`] ?? parts[`./${PLAIN}/${file}`];
}

export function look(slug: string): Look {
  return found(looks, slug, "look.ts").look;
}

/** Ours, the game's own, or the plain one. */
async function brought<T>(
  parts: Record<string, () => Promise<{ default: T }>>,
  slug: string,
  file: string,
  part: Part,
): Promise<T> {
  const known = `./${slug}/${file}` in parts;
  const place = !known && (await outside.brings(slug, part)) ? OUTSIDE : slug;
  return (await found(parts, place, file)()).default;
}

export function cover(slug: string): Promise<Cover> {
  return brought(covers, slug, "Cover.svelte", "cover");
}

export function board(slug: string): Promise<Board> {
  return brought(boards, slug, "Board.svelte", "board");
}

/** Whether a game has a board of its own; the plain one cannot be clicked. */
export function drawn(slug: string): boolean {
  return `./${slug}/Board.svelte` in boards || outside.has(slug, "board");
}

export function face(slug: string): Promise<Face> {
  return brought(faces, slug, "Face.svelte", "face");
}

/** How the tokens of a game are printed. */
export async function piece(slug: string): Promise<Piece> {
  return (await found(pieces, slug, "Piece.svelte")()).default;
}

/** How its maps are printed. */
export async function map(slug: string): Promise<MapPart> {
  return (await found(maps, slug, "Map.svelte")()).default;
}

/** The look of a game as the style of an element. */
export function dressed(slug: string): string {
  const { colours, display } = look(slug);
  return [
    `--ground:${colours.ground}`,
    `--board:${colours.board}`,
    `--board-ink:${colours.ink}`,
    `--accent:${colours.accent}`,
    `--accent-ink:${colours.accentInk}`,
    `--display:${display}`,
  ].join(";");
}
