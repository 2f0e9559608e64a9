// Why not: what cannot be chosen says so where it was clicked, with the entry of the rulebook.

import type { Barred, Choice } from "./messages";

export interface Because {
  text: string;
  rule: string | null;
  x: number;
  y: number; // where it was clicked, on the page
}

type Keys = (choice: Choice) => string[];

/** The entry for a thing: that of the fewest choices among all that it belongs to, for it is the most specific. */
export function entryFor(barred: Barred, keys: Keys, key: string): string {
  const counts = new Map<string, number>();
  for (const { rule } of barred.choices) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  let found = barred.otherwise;
  let fewest = Infinity;
  for (const choice of barred.choices) {
    const count = counts.get(choice.rule) ?? 0;
    if (count >= fewest) continue;
    if (!keys({ ...choice, action: -1, notation: "", sentence: "" }).includes(key)) continue;
    found = choice.rule;
    fewest = count;
  }
  return found;
}

export class Why {
  told: Because | null = $state(null);
  ask: (() => Promise<Barred | { text: string; rule: string | null }>) | null = null; // by the page of a table

  async about(keys: Keys, key: string, there: Element): Promise<void> {
    if (!this.ask) return;
    const box = there.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 + scrollX, box.top + scrollY];
    const heard = await this.ask();
    if ("choices" in heard) {
      const rule = entryFor(heard, keys, key);
      if (rule) this.told = { text: heard.texts[rule] ?? "This cannot be chosen now.", rule, x, y };
    } else this.told = { ...heard, x, y };
  }
}

export const why = new Why();
