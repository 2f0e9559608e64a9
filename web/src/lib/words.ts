// Small words that several pages say.

import type { ClockRule, GameFacts, Value } from "./messages";

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
  const counted = name.replace(/_(\d+)$/, (_, n: string) => ` ${Number(n) + 1}`); // people count seats from 1
  const words = counted.replaceAll("_", " ").replaceAll("-", " ");
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
  grandmaster: "Grandmaster machine",
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

const UNITS: [number, string, string][] = [
  [86_400, "day", "days"],
  [3600, "hour", "hours"],
  [60, "minute", "minutes"],
  [1, "second", "seconds"],
];

/** "3 days", "90 seconds": in the largest unit that leaves nothing over. */
export function span(seconds: number): string {
  const [unit, one, many] = UNITS.find(([unit]) => seconds % unit === 0) ?? UNITS[3];
  return `${seconds / unit} ${seconds === unit ? one : many}`;
}

/** A clock in words: "10 minutes each, 5 seconds more after each turn", "3 days for each move". */
export function clocked(clock: ClockRule | null): string {
  if (!clock || clock.kind === "none") return "";
  if (clock.kind === "move") return `${span(clock.seconds)} for each move`;
  return `${span(clock.seconds)} each${clock.increment ? `, ${span(clock.increment)} more after each turn` : ""}`;
}

/** "10:05" today, "Tue 10:05" this week, else the date. */
export function when(at: number, now = new Date()): string {
  const then = new Date(at * 1000);
  const hours = { hour: "2-digit", minute: "2-digit" } as const;
  if (then.toDateString() === now.toDateString()) return then.toLocaleTimeString([], hours);
  if (now.getTime() - then.getTime() < 6 * 86_400_000)
    return then.toLocaleString([], { weekday: "short", ...hours });
  return then.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}

export function time(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const h = Math.floor(whole / 3600);
  if (h >= 24) return `${Math.floor(h / 24)} d ${h % 24} h`;
  const rest = `${String(Math.floor((whole % 3600) / 60)).padStart(h ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return h ? `${h}:${rest}` : rest;
}
