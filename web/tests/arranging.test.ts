import { describe, expect, it } from "vitest";
import { Arranging } from "../src/lib/arranging.svelte";
import type { GameFacts } from "../src/lib/messages";

const klaw = {
  slug: "klaw",
  players: [2, 3, 4],
  levels: ["novice", "adept", "master", "grandmaster"],
  learned: [2],
  taught: { mode: ["champion"] },
  options: [
    { name: "players", default: 2 },
    { name: "mode", default: "champion" },
  ],
  presets: {},
} as unknown as GameFacts;

describe("a table that is being arranged", () => {
  it("offers the machine that taught itself where it has learned to play, and nowhere else", () => {
    const table = new Arranging(klaw);
    expect(table.levels).toContain("grandmaster");
    table.play(3);
    expect(table.levels).toEqual(["novice", "adept", "master"]);
    table.play(2);
    expect(table.levels).toContain("grandmaster");
  });

  it("offers it with no option that it was not taught, and leaves it no seat", () => {
    const table = new Arranging(klaw);
    table.seats[1] = { kind: "grandmaster" };
    table.options.mode = "were_squad";
    expect(table.levels).not.toContain("grandmaster");
    table.seat();
    expect(table.seats.map((seat) => seat.kind)).toEqual(["me", "novice"]);
  });

  it("leaves no seat to a machine that does not play with so many", () => {
    const table = new Arranging(klaw);
    table.seats[1] = { kind: "grandmaster" };
    table.play(3);
    expect(table.seats.map((seat) => seat.kind)).toEqual(["me", "novice", "novice"]);
  });
});
