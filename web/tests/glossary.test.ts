// Words that explain themselves in sentences.

import { expect, test } from "vitest";
import { pieces, termsIn } from "../src/lib/glossary.svelte";

const term = (word: string, ...also: string[]) => ({ word, also, text: `about ${word}`, rules: ["X-1.1"] });
const TERMS = [term("Eye", "Eyes"), term("power", "Power Level")];

test("a sentence is cut where a word of the glossary stands", () => {
  expect(pieces("Its Eye sees.", TERMS).map((p) => [p.text, p.term?.word ?? ""])).toEqual([
    ["Its ", ""],
    ["Eye", "Eye"],
    [" sees.", ""],
  ]);
});

test("only whole words count, in any form and case, and each once in a sentence", () => {
  expect(termsIn("Eyebrows and empowered", TERMS)).toEqual([]);
  expect(termsIn("EYES and an eye, a Power Level of power", TERMS).map((t) => t.word)).toEqual([
    "Eye",
    "power",
  ]);
});

test("the text stays the same to the letter", () => {
  const text = "The Eye's power (power 7) reveals: Eyes?";
  expect(
    pieces(text, TERMS)
      .map((p) => p.text)
      .join(""),
  ).toBe(text);
});
