// What travels between the table and the page; the server owns these shapes.

export type Value = string | number | boolean;

/** A card as every game shows it; further facts differ from game to game. */
export interface Card {
  id: number;
  code: string;
  name: string;
  text: string;
  [fact: string]: unknown;
}

/** One legal answer to the question that is asked. */
export interface Choice {
  action: number;
  notation: string;
  sentence: string;
  verb: string;
  card: number | null;
  other: number | null;
  target: number | null;
  number: number | null;
}

/** Something that happened, as this seat saw it; a word that it may not know is negative. */
export interface Happening {
  kind: string;
  words: Record<string, number>;
  text: string;
}

export interface Told {
  n: number;
  text: string;
}

export interface Option {
  name: string;
  text: string;
  rule: string | null;
  kind: "choice" | "flag" | "number";
  choices: Value[];
  default: Value;
}

export interface GameFacts {
  slug: string;
  title: string;
  tagline: string;
  players: number[];
  minutes: [number, number] | null;
  finished: boolean;
  ready?: boolean; // its rules are compiled
  levels: string[];
  options: Option[];
  presets: Record<string, Record<string, Value>>;
  team: boolean;
  solo: boolean;
}

export interface Rule {
  id: string;
  section: string;
  text: string;
  why: string;
  option: string;
}

export interface SeatFacts {
  name: string;
  kind: string; // person, open, or the name of a machine
  connected?: boolean;
}

export interface TableFacts {
  id: string;
  game: string;
  title?: string;
  options?: Record<string, Value>;
  seats: SeatFacts[];
  state: "waiting" | "playing" | "over";
  clock?: ClockRule;
  public?: boolean;
  undo?: "consent" | "none" | "free";
  spectators?: "public" | "none" | { seat: number; delay: number };
  frozen?: string; // why the match cannot go on
  rematch?: string | null;
  wishes?: number[];
  watching?: number;
  result?: Result | null;
  seat?: number; // mine, in the list of my games
}

export interface ClockRule {
  kind: "none" | "move" | "game";
  seconds: number;
}

export interface Clock {
  kind: "none" | "move" | "game";
  left?: (number | null)[];
  running?: number[];
}

export interface Result {
  scores: number[];
  winners: number[];
  by: string;
  text: string;
  more?: boolean;
}

export interface Chat {
  seat: number;
  text: string;
  at?: number;
}

/** A position as a seat is shown it: what `state` and `news` have in common. */
export interface Position {
  version: number;
  view: any; // each game has its own; its board knows which
  asked: number[];
  choices: Choice[];
  forced: boolean; // a single choice: the table answers by itself
  early: boolean; // a secret choice may be made before it is asked for
  sealed: number | null; // the action that was chosen early
  game: number; // of the match, from 0
  can_undo: boolean;
  clock: Clock | null;
  result: Result | null;
}
