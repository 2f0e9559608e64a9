// The view of Totemic, as the game's view.py makes it.

import type { Card } from "../../lib/messages";

export interface AspectCard extends Card {
  kind: "basic" | "specific" | "spirit" | "challenge";
  strength?: number; // of an aspect
  power?: number; // of a spirit
  value?: number; // of a challenge card
  advantage?: string;
  spirit?: string | null;
}

export interface Side {
  spirit: AspectCard | null;
  power: number;
  bonus: number; // added to the total of a challenge in this turn
  dominance: boolean;
  hand: (AspectCard | null)[];
  known: (AspectCard & { known: string })[]; // what the other side knows, and why
  selected: (AspectCard | null)[];
  total: number | null;
  wins: number;
}

export interface Solo {
  hierarchy: AspectCard[];
  rivals: number;
  beaten: number;
  unused: number;
  turned: AspectCard | null;
  used: AspectCard[];
}

export interface TotemicView {
  seat: number;
  phase: string;
  prompt: string;
  asked: number[];
  turn: number;
  turns: number;
  totem: { level: number; levels: number[] };
  initiator: number | null;
  deck: number;
  reshuffles: number;
  last_reshuffle: number; // the one that ends the game
  offering: (AspectCard | null)[];
  apart: AspectCard | null;
  discard: AspectCard[];
  seats: Side[];
  solo: Solo | null;
  match: { game: number; of: number };
  over: boolean;
  winner: number | null;
}
