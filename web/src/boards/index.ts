// Finds what each game brings: ./SLUG/look.ts at once, its cover, board and cards when needed.

import type { Component } from "svelte";
import type { Board, Face, Look } from "./contract";

const looks = import.meta.glob<{ look: Look }>("./*/look.ts", { eager: true });
const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");
const boards = import.meta.glob<{ default: Board }>("./*/Board.svelte");
const faces = import.meta.glob<{ default: Face }>("./*/Face.svelte");

const PLAIN = "plain";

function found<T>(parts: Record<string, T>, slug: string, file: string): T {
  return parts[`./${slug}/${file}`] ?? parts[`./${PLAIN}/${file}`];
}

export function look(slug: string): Look {
  return found(looks, slug, "look.ts").look;
}

export async function cover(slug: string): Promise<Component> {
  return (await found(covers, slug, "Cover.svelte")()).default;
}

export async function board(slug: string): Promise<Board> {
  return (await found(boards, slug, "Board.svelte")()).default;
}

/** Whether a game has a board of its own; the plain one cannot be clicked. */
export function drawn(slug: string): boolean {
  return `./${slug}/Board.svelte` in boards;
}

export async function face(slug: string): Promise<Face> {
  return (await found(faces, slug, "Face.svelte")()).default;
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
