// The view of The Shogun's Chosen, as the game's view.py makes it.

import type { Card } from "../../lib/messages";

export type Square = [number, number];

export interface ShogunCard extends Card {
  sort?: string;
  range?: number;
  fast?: [number, number] | null;
  strong?: [number, number] | null;
  resistance?: number;
  cost?: number;
  level?: number;
  keyword?: string;
  uses?: number;
}

export interface Skill {
  id: string;
  name: string;
  text: string;
  kind: "passive" | "technique" | "attack";
  needs: number;
  die?: number;
}

export interface KamiSkill {
  id: string;
  name: string;
  text: string;
  affinity: number;
  used: boolean;
}

export interface Moods {
  conditions: Record<string, number>;
  states: { name: string; text: string }[]; // all that lies on it, with what it does or how long it stays
}

export interface Hero extends Moods {
  name: string;
  seat: number;
  status: "standing" | "defeated" | "absent";
  level: number;
  health: [number, number];
  armour: number;
  attributes: Record<string, number>;
  action_points: number;
  kami: string | null;
  kami_skills: KamiSkill[];
  affinity: number;
  kami_mode: boolean;
  coins: number;
  heads: number;
  boss_heads: number;
  karma: number;
  blessed: number;
  skills: Skill[];
  supply: number[];
  exhausted: number;
  weapons: ShogunCard[];
  armour_card: ShogunCard[];
  items: ShogunCard[];
}

export interface Foe extends Moods {
  name: string;
  title: string; // as people say it
  upgraded: boolean;
  side: string;
  square: Square;
  health: [number, number];
  armour: number;
  defence: number;
  move: number;
  range: number;
  dice: [number, number];
  priority: string;
}

export interface Figure {
  name: string;
  square: Square;
  size: number;
  tokens?: number;
}

export interface Plane {
  rows: string[];
  heights: string[];
  origin: Square;
  figures: Figure[];
  heads: [number, number, number, number][];
  points: { id: string; square: Square }[];
  spawns: { id: number; square: Square }[];
  doors: { id: string; squares: Square[]; open: boolean }[];
  arrivals: Square[];
}

export interface AttackDie {
  place: number;
  colour: "white" | "black" | "focus";
  hits: number;
  sign: string;
  rerolled: boolean;
}

type Told = [string, string];

export interface ShogunView {
  seat: number;
  phase: string;
  prompt: string; // what is asked of this seat; empty where it is not asked
  asked: number[];
  asking: string[];
  chapter: number;
  attempt: number;
  round: number;
  malice: number;
  oracle: "green" | "red" | null;
  progress: [number, number][]; // of the objective: so many of so many
  losses: [number, number][];
  active: string | null;
  movement: [number, number];
  queue: string[];
  at_card: number;
  plane: Plane;
  characters: Hero[];
  enemies: Foe[];
  chosen: { name: string; deck: number; discard: ShogunCard[]; aside: ShogunCard[] }[];
  market: ShogunCard[];
  attack: { by: string; on: string | null; dice: AttackDie[]; hits: number; rerolls: number } | null;
  offered: Skill[];
  story: {
    title?: string;
    text?: string;
    objective?: string;
    failure?: string[];
    zones?: { id: string; points: Record<string, Told>; doors: Record<string, Told>; resistors: Record<string, Told>; special: Told }[];
    events?: { zone: string; events: string[] }[];
  };
  yomi: number;
  over: boolean;
  won: boolean | null;
  by: string;
}

/** "akaname-red" as people say it. */
export function called(name: string): string {
  const [kind, colour] = name.split("-");
  const words = kind.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return colour ? `${words} (${colour})` : words;
}
