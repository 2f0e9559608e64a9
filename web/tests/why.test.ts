import { expect, test } from "vitest";
import type { Barred, Choice } from "../src/lib/messages";
import { entryFor } from "../src/lib/why.svelte";

const barred = (rules: [string, number | null, number | null][]): Barred => ({
  type: "barred",
  version: 3,
  choices: rules.map(([rule, card, target]) => ({
    verb: "attack",
    card,
    other: null,
    target,
    number: null,
    rule,
  })),
  otherwise: "G-1",
  texts: {},
});
const keys = (choice: Choice) => [`hand:${choice.card}`, `enemy:${choice.target}`];

test("the entry that forbids the fewest choices is the most specific", () => {
  const heard = barred([
    ["G-2", 7, 1],
    ["G-2", 8, 1],
    ["G-3", 7, 2],
  ]);
  expect(entryFor(heard, keys, "hand:7")).toBe("G-3");
  expect(entryFor(heard, keys, "hand:8")).toBe("G-2");
  expect(entryFor(heard, keys, "deck")).toBe("G-1");
});
