import { describe, expect, it } from "vitest";
import { CARD, COLUMNS, margins, mirrored, PAPERS, parts, sheets } from "../src/print/layout";

describe("cards on sheets", () => {
  it("lie nine to a sheet, and the last sheet has empty places", () => {
    const made = sheets(Array.from({ length: 11 }, (_, k) => k));
    expect(made.map((sheet) => sheet.filter((one) => one !== null).length)).toEqual([9, 2]);
    expect(made[1].length).toBe(9);
  });
  it("have their backs behind them when the sheet is turned over at its long edge", () => {
    expect(mirrored([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([3, 2, 1, 6, 5, 4, 9, 8, 7]);
  });
  it("lie in the middle of either paper, with room for marks", () => {
    for (const paper of Object.values(PAPERS)) {
      const { left, top } = margins(paper);
      expect(2 * left + COLUMNS * CARD.wide).toBeCloseTo(paper.wide);
      expect(Math.min(left, top)).toBeGreaterThan(6);
    }
  });
});

describe("maps", () => {
  it("are cut into parts that cover every square once", () => {
    for (const paper of Object.values(PAPERS)) {
      const seen = new Set<string>();
      for (const part of parts(12, 12, 25, paper))
        for (let x = part.x; x < part.x + part.columns; x++)
          for (let y = part.y; y < part.y + part.rows; y++) {
            expect(seen.has(`${x},${y}`)).toBe(false);
            seen.add(`${x},${y}`);
          }
      expect(seen.size).toBe(144);
    }
  });
});
