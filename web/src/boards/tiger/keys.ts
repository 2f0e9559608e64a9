// Which things on the board a choice of Tossing Tiger consists of.

import type { Choice } from "../../lib/messages";

const SEATS = ["challenge", "pair", "spot", "pay_member", "give"];
export const FLOATING = ["grab", "steal_card", "back_card", "wish_card", "pay_card", "dawn"];
const SIDED = ["destroy", "draw_from"]; // their target is a spot and a side
const MINE = ["reroll", "swap_first", "swap_second", "back_from"]; // of the own dice
const THEIRS = ["merge_from", "merge_into", "steal_from"];
const NAMED = ["copy", "name", "guess"];

export function keysOf(mySide: "A" | "D"): (choice: Choice) => string[] {
  const theirSide = mySide === "A" ? "D" : "A";
  return (choice) => {
    const { verb, target, number } = choice;
    if (verb === "put") return ["next", number ? `die:${mySide}:${number - 1}` : "hand"];
    if (SEATS.includes(verb)) return [`seat:${target}`];
    if (FLOATING.includes(verb)) return [`kind:${choice.card}`];
    if (verb === "draw_deck") return ["deck"];
    if (SIDED.includes(verb) && target !== null) return [`die:${"AD"[target % 2]}:${Math.floor(target / 2)}`];
    if (MINE.includes(verb)) return [`die:${mySide}:${target}`];
    if (THEIRS.includes(verb)) return [`die:${theirSide}:${target}`];
    if (NAMED.includes(verb)) return [`${verb}:${target}`];
    if (target !== null) return [`spot:${target}`];
    return [`${verb}:${number ?? ""}`];
  };
}

const PLACED = ["spot:", "seat:", "kind:", "die:", "next", "deck"];

/** Whether a key is a thing on the board; any other is a button. */
export function placed(key: string): boolean {
  return PLACED.some((start) => key.startsWith(start));
}
