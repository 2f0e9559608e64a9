// A fight, a Singularity Check, a card that is played: what happened, as scenes to be shown one by one.

import type { Happened } from "../../lib/messages";

export type Outcome = "hit" | "tie" | "back" | "block";
const OUTCOMES: Outcome[] = ["hit", "tie", "back", "block"];
const DIE_BITS = 5; // as the game tells a roll as one number

/** Two dice that meet, or one that meets none. */
export interface Pair {
  over: number | null; // of the attacker
  under: number | null; // of the defender
  outcome: Outcome;
}

export interface Roller {
  host: number;
  rolled: number[];
  counts: number[]; // with all modifiers
  wild: { value: number; kind: number } | null;
  guarded: boolean;
  life: number | null; // afterwards, where it was told
}

export interface Exchange {
  kind: "exchange";
  number: number;
  attacker: Roller;
  defender: Roller;
  pairs: Pair[];
  end: string;
}

export interface Check {
  kind: "check";
  host: number;
  die: number;
  total: number;
  needed: number;
  passed: boolean;
  event: boolean;
}

export interface Played {
  kind: "played";
  card: number;
  text: string;
  after: string[];
}

export type Scene = Exchange | Check | Played;

/** The dice of a roll that is told as one number, the highest first. */
export function dice(roll: number): number[] {
  const found: number[] = [];
  for (let rest = roll; rest > 0; rest = Math.floor(rest / 2 ** DIE_BITS))
    found.unshift(rest % 2 ** DIE_BITS);
  return found;
}

function roller(host: number, roll: number): Roller {
  return { host, rolled: dice(roll), counts: dice(roll), wild: null, guarded: false, life: null };
}

const STARTS = new Set(["plays", "uses", "answers", "supports"]);
const FOLLOWS = new Set([
  "aims",
  "raids",
  "negates",
  "reduces",
  "reflects",
  "immune",
  "loses",
  "gains",
  "marks",
  "frees",
  "dozes",
  "burns",
  "sickens",
  "falls",
  "robs",
  "breaks",
  "swaps",
  "crosses",
  "peeks",
  "steals",
  "looks",
  "turncoat",
  "drops",
  "sinks",
]);

/** The scenes of what happened, in order. */
export function scenes(events: Happened[]): Scene[] {
  const made: Scene[] = [];
  let number = 0;
  for (const { kind, words, text } of events) {
    const last = made.at(-1);
    const fight = last?.kind === "exchange" ? last : null;
    const side = fight ? [fight.attacker, fight.defender].find((one) => one.host === words.host) : undefined;
    if (kind === "exchange") number = words.number;
    else if (kind === "rolls") {
      made.push({
        kind: "exchange",
        number,
        attacker: roller(words.host, words.dice),
        defender: roller(words.other, words.others),
        pairs: [],
        end: "",
      });
    } else if (kind === "counts" && side) side.counts = dice(words.dice);
    else if (kind === "wild" && side) side.wild = { value: words.number, kind: words.wild };
    else if (kind === "guards" && side) side.guarded = true;
    else if (kind === "hurts" && side) side.life = words.life;
    else if (kind === "pairs" && fight) {
      fight.pairs.push({ over: words.dice, under: words.others, outcome: OUTCOMES[words.result] });
    } else if (kind === "alone" && fight) {
      const top = fight.attacker.counts.length > fight.defender.counts.length;
      fight.pairs.push({
        over: top ? words.dice : null,
        under: top ? null : words.dice,
        outcome: OUTCOMES[words.result],
      });
    } else if ((kind === "wins" || kind === "flees" || kind === "stands") && fight) fight.end = text;
    else if (kind === "checks") {
      made.push({
        kind: "check",
        host: words.host,
        die: words.die,
        total: words.total,
        needed: words.number,
        passed: false,
        event: false,
      });
    } else if (kind === "contains" && last?.kind === "check") last.passed = true;
    else if (kind === "singularity") {
      if (last?.kind === "check") last.event = true;
      else
        made.push({
          kind: "check",
          host: words.host,
          die: 0,
          total: 0,
          needed: 0,
          passed: false,
          event: true,
        });
    } else if (STARTS.has(kind)) made.push({ kind: "played", card: words.card, text, after: [] });
    else if (FOLLOWS.has(kind) && last?.kind === "played") last.after.push(text);
  }
  return made;
}
