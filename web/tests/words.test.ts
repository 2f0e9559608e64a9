import { describe, expect, it } from "vitest";
import { kindOf, minutes, players, spaced, time, valued } from "../src/lib/words";

describe("small words", () => {
  it("count players as people say it", () => {
    expect(players([1])).toBe("1 player");
    expect(players([2])).toBe("2 players");
    expect(players([2, 1])).toBe("1 or 2 players");
    expect(players([2, 3, 4, 5, 6])).toBe("2 to 6 players");
  });

  it("say how long a game takes", () => {
    expect(minutes([10, 20])).toBe("10 to 20 minutes");
    expect(minutes([15, 15])).toBe("15 minutes");
  });

  it("show names and values of options without signs of programs", () => {
    expect(spaced("match_games")).toBe("Match games");
    expect(spaced("spirit_0")).toBe("Spirit 1"); // seats are counted from 1
    expect([true, false, "one_by_one", 3].map(valued)).toEqual(["yes", "no", "one by one", "3"]);
  });

  it("know the machines, and name those that are not known", () => {
    expect(kindOf("novice")).toBe("Novice machine");
    expect(kindOf("Searcher")).toBe("Searcher");
  });

  it("show a clock that never goes below nothing", () => {
    expect([59.2, 60, 61, 3600, 3661, -4].map(time)).toEqual([
      "1:00",
      "1:00",
      "1:01",
      "1:00:00",
      "1:01:01",
      "0:00",
    ]);
  });
});
