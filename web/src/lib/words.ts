// Small words that several pages say.

import type { GameFacts, Value } from "./messages";

/** "2 players", "2 to 6 players", "1 or 2 players". */
export function players(counts: number[]): string {
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  if (low === high) return low === 1 ? "1 player" : `${low} players`;
  return `${low} ${high - low === 1 ? "or" : "to"} ${high} players`;
}

/** "10 to 20 minutes". */
export function minutes([least, most]: [number, number]): string {
  return least === most ? `${least} minutes` : `${least} to ${most} minutes`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "eight"; larger numbers in figures. */
export function number(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** "match_games" as people read it. */
export function spaced(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valued(value: Value): string {
  return value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " ");
}

const KINDS: Record<string, string> = {
  me: "You",
  open: "Open to a friend",
  random: "Random machine",
  greedy: "Greedy machine",
  novice: "Novice machine",
  adept: "Adept machine",
  master: "Master machine",
};

export function kindOf(kind: string): string {
  return KINDS[kind] ?? spaced(kind);
}

/** "34%". */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

/** What a game that is not at full strength yet means for whoever plays it. */
export function weaker(game: GameFacts): string {
  return `You can play at once. The machines of ${game.title} are still warming up (${percent(game.strength)}): until then they think for a second, and play below their level.`;
}

export function time(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const h = Math.floor(whole / 3600);
  const rest = `${String(Math.floor((whole % 3600) / 60)).padStart(h ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return h ? `${h}:${rest}` : rest;
}
