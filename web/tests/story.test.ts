import { expect, test } from "vitest";
import type { Told } from "../src/lib/messages";
import { lines, passages } from "../src/lib/story";

const line = (kind: string, detail = false): Told => ({ n: 1, text: kind, kind, about: [], detail });
const folded = (story: Told[]) => passages(story).map((passage) => passage.lines.length);

test("three lines of one kind are folded, two are not", () => {
  expect(folded([line("draws"), line("draws"), line("draws"), line("turn")])).toEqual([3, 1]);
  expect(folded([line("draws"), line("draws"), line("turn")])).toEqual([1, 1, 1]);
});

test("details are folded behind the line that sums them up", () => {
  const fight = [line("fights"), line("rolls", true), line("pairs", true), line("pairs", true), line("wins")];
  expect(folded(fight)).toEqual([4, 1]);
  expect(passages(fight)[1].at).toBe(4);
});

test("entries of the table are never taken for lines of one kind", () => {
  expect(folded([line(""), line(""), line("")])).toEqual([1, 1, 1]);
});

test("an event without a sentence is no line", () => {
  const events = ["", "Ann draws."].map((text) => ({
    kind: "draws",
    words: {},
    text,
    about: ["seat:0"],
    detail: false,
  }));
  const entry = { kind: "resign", seat: 1, name: "", text: "Bob resigns." };
  expect(lines(4, entry, events).map((told) => told.text)).toEqual(["Bob resigns.", "Ann draws."]);
});
