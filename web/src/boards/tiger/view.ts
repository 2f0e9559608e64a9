// The view of Tossing Tiger, as the game's view.py makes it. Cards are named by their codes.

import type { Card } from "../../lib/messages";

export interface TigerCard extends Card {
  animal: number;
  set: string;
  strengths: string[];
  points: number;
  title: string;
}

export interface Pile {
  owner: number;
  laid: boolean;
  size: number;
  up: string | null;
  dawn: boolean;
  toss: "up" | "down" | null;
  cards: string[] | null; // where this seat knows them
  top: string | null;
  passed: boolean;
  disabled: boolean; // by the card it faces
  copied: string | null;
  looked: number[];
}

export interface Battle {
  result: "A" | "D" | "both" | "none" | "void" | null;
  conceded: "A" | "D" | null;
  A: Pile;
  D: Pile;
}

export interface Player {
  cards: number;
  in_hand: number;
  taken: number;
  hand: string[] | null;
  known: string[];
  side: "A" | "D" | null;
}

export interface War {
  number: number;
  battle: number;
  battles: Battle[];
  bonus: number;
  dawn: string | null;
  dawn_text: string | null;
  change_text: string | null;
  named: string | null;
  changes: string[]; // what cards have changed for the rest of the war
  won: string | null;
}

export interface TigerView {
  seat: number;
  phase: string;
  prompt: string; // what is asked of this seat, where it is asked
  asked: number[];
  turn: number;
  wars: number;
  war_limit: number;
  attacker: number;
  defender: number;
  teams: { A: number[]; B: number[]; attacking: string; captains: number[] } | null;
  seats: Player[];
  draw_pile: number;
  discard: string[];
  destroyed: string[];
  war_pile: string[];
  war: War | null;
  loot: (string | null)[];
  building: { builder: number; next?: string | null; left?: string[]; kept?: string[]; minimum?: number; piles?: Record<string, string[]> } | null;
  strengths: Record<string, string[]>;
  rooster_texts: Record<string, string>;
  over: boolean;
  winners: number[] | null;
  scores: number[] | null;
  counted: "points" | "cards"; // what the scores are
}
