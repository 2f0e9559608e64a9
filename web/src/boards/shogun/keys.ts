// Which things on the board a choice of The Shogun's Chosen consists of.

import type { Choice } from "../../lib/messages";
import type { ShogunView } from "../../lib/views/shogun";

type Square = [number, number];

const STEPS: Square[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];
const FIGURES = new Set(["choose", "target", "use_on", "resistor", "partner"]);
const ON_DIE = new Set(["withdraw_ki", "pick_slot", "raise_ki"]);
const PURCHASES = new Set(["buy_market", "buy_smith"]);

/** Beginnings of keys that the map, a sheet or the dice show; any other key is a button. */
export const PLACED = new Set([
  "sq",
  "kind",
  "fig",
  "point",
  "door",
  "spawn",
  "head",
  "skill",
  "ki",
  "supply",
  "exhausted",
  "card",
  "thrown",
  "attr",
  "side",
]);

/** What a character does with its own, on its sheet. */
export const DEALS = /^(sell|give|devote|repair|take_kami)/;

export function keysOf(view: ShogunView, choices: Choice[]): (choice: Choice) => string[] {
  // An enemy that can be attacked in two ways is clicked first, then the kind; with one way the click is enough.
  const strong = new Set(choices.filter((one) => one.verb === "strong").map((one) => one.target));
  const both = new Set(
    choices.filter((one) => one.verb === "fast" && strong.has(one.target)).map((one) => one.target),
  );
  const who = view.asking[0] ?? view.active;
  const from = view.plane.figures.find((one) => one.name === who)?.square;
  return (choice) => {
    // The notation names things; the numbers of a choice only count them.
    const words = choice.notation.split(" ");
    const named = words[1] ?? "";
    const { verb, card, target } = choice;
    if (verb === "step" && from && target !== null)
      return [`sq:${from[0] + STEPS[target][0]},${from[1] + STEPS[target][1]}`];
    if (verb === "square" || verb === "go") return [`sq:${named}`];
    if (verb === "fast" || verb === "strong")
      return both.has(target) ? [`fig:${named}`, `kind:${verb}`] : [`fig:${named}`];
    if (verb === "arrive" && target !== null && view.plane.arrivals[target])
      return [`sq:${view.plane.arrivals[target].join(",")}`];
    if (verb === "take_head") return [`head:${named}`];
    if (verb === "spawn") return [`spawn:${named}`];
    if (verb === "point" || verb === "door") return [`${verb}:${named}`];
    if (FIGURES.has(verb)) return [`fig:${named === "decoy" ? "&" : named}`];
    if (PURCHASES.has(verb) && card !== null) return [`card:${card}`, `fig:${words.at(-1)}`];
    if (card !== null) return [`card:${card}`];
    if (verb === "technique" || verb === "skill") return [`skill:${named}`];
    if (ON_DIE.has(verb)) return [`ki:${named}`];
    if (verb === "place_ki") return [`supply:${choice.number}`, `skill:${named}`];
    if (verb === "pick_supply") return [`supply:${choice.number}`];
    if (verb === "pick_exhausted") return ["exhausted"];
    if (verb === "die") return [`thrown:${target}`];
    if (verb === "raise" || verb === "lose") return [`attr:${named}`];
    if (verb === "side") return [`side:${named}`];
    return [choice.notation];
  };
}
