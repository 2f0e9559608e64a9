// Which things on the board a choice of KLAW consists of.

import type { Choice } from "../../lib/messages";

/** Verbs that say what is done with a card, where a card can be used in several ways. */
export const WAYS: Record<string, string> = {
  attack: "Attack",
  promote: "Make Champion",
  deploy: "Deploy",
  support: "Play as Support",
  item: "Equip",
  consume: "Use at once",
  totem: "Attach",
  action: "Play",
  use: "Use",
  remove: "Take back",
  answer_hand: "Answer",
  answer_reveal: "Reveal and answer",
  answer_item: "Answer",
  answer_totem: "Answer",
  answer_talent: "Answer",
  lend: "Call on",
  flee: "Flee",
  fight_item: "Use instead of rolling",
};

/** A card is clicked; one that can be used in several ways asks for the way after that. */
export function keysOf(choices: Choice[]): (choice: Choice) => string[] {
  const ways = new Map<number, Set<string>>();
  for (const { card, verb } of choices) {
    if (card !== null) ways.set(card, (ways.get(card) ?? new Set()).add(verb));
  }
  return (choice) => {
    if (choice.card !== null) {
      const several = (ways.get(choice.card)?.size ?? 1) > 1;
      return several ? [`card:${choice.card}`, `do:${choice.verb}`] : [`card:${choice.card}`];
    }
    if (choice.target !== null) return [`player:${choice.target}`];
    if (choice.number !== null) return [`dice:${choice.number}`];
    return [choice.verb];
  };
}
