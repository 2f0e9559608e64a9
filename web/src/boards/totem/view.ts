// The view of Totem, as the game's view.py makes it.

import type { Card } from "../../lib/messages";

export interface TotemCard extends Card {
  power: number;
  colour: string;
  tint: string;
  letter: string;
  animal: string;
  ability: string;
}

export interface Place {
  card: TotemCard | null;
  revealed: boolean;
  horizontal: boolean;
}

export interface Side {
  hand: (TotemCard | null)[];
  known: TotemCard[];
  row: (Place | null)[];
  wins: number;
  sum: number;
}

export interface TotemView {
  seat: number;
  phase: string;
  prompt: string; // what is asked of this seat
  asked: number[];
  turn: number;
  turns: number;
  first: number;
  deck: number;
  final: number;
  discard: TotemCard[];
  clash: (TotemCard | null)[];
  target: number | null;
  seats: Side[];
  match: { game: number; of: number };
  over: boolean;
  winner: number | null;
  by: string;
}
