// The view of KLAW, as the game's view.py makes it.

import type { Card } from "../../lib/messages";

export interface KlawCard extends Card {
  figures: string;
  kind: "host" | "totem" | "item" | "action";
  set: string;
  attack?: number;
  defence?: number;
  life?: number;
  talent?: string;
  power?: string;
  class?: "gear" | "consumable";
}

/** A state that a Host or a Totem is in: for how long, and what it does. */
export interface State {
  name: string;
  left: number | null; // turns; null until it is cured
  lasts: string;
  text: string;
}

export interface Rack {
  card: KlawCard;
  dormant: number;
  resting: number;
  states: Record<string, State>;
}

export interface Host {
  slot: number;
  card: KlawCard;
  champion: boolean;
  life: number;
  dice: [number, number];
  states: Record<string, State>;
  items: KlawCard[];
  totems: Rack[];
  fights: boolean;
}

export interface Side {
  hand: (KlawCard | null)[];
  known: KlawCard[];
  hosts: Host[];
  totems: number;
}

export interface Fighter {
  host: KlawCard;
  seat: number;
  attacks: boolean;
  dice: number[];
  wild: string | null;
  took: number;
}

export interface KlawView {
  seat: number;
  phase: string;
  prompt: string; // what is asked of this seat
  asked: number[];
  turn: number;
  turns: number;
  first: number;
  deck: number;
  box: KlawCard[] | null; // what was not played with, once the game is over
  discard: KlawCard[];
  played: KlawCard | null;
  captured: KlawCard[];
  looked_at: (KlawCard | null)[];
  in_deck: KlawCard[];
  fight: { exchange: number; sides: [Fighter, Fighter] } | null;
  seats: Side[];
  lone: number | null;
  extra_round: number;
  dusk: number;
  over: boolean;
  winners: number[];
  by: string;
}

/** The name of a card without its profession. */
export function short(card: Card): string {
  return card.name.split(",")[0];
}
