import { beforeEach, describe, expect, it } from "vitest";
import { Picker, type Keys } from "../src/lib/picker.svelte";

type Choice = Parameters<Keys>[0];

// Three choices of one question: lay card 7, attack place 1 or 2 with it, or attack place 2 with card 8.
const THINGS: Record<string, string[]> = {
  lay: ["hand:7"],
  first: ["hand:8", "enemy:1"],
  second: ["hand:8", "enemy:2"],
  both: ["hand:9", "hand:8", "enemy:2"],
};

function choices(...names: string[]): Choice[] {
  return names.map((name) => ({ name }) as unknown as Choice);
}

const nameOf = (choice: Choice): string => (choice as unknown as { name: string }).name;

describe("choosing on the board", () => {
  let asked: Choice[];
  let chosen: string[];
  let picker: Picker;

  beforeEach(() => {
    asked = choices("lay", "first", "second", "both");
    chosen = [];
    picker = new Picker(
      () => asked,
      (choice) => THINGS[nameOf(choice)] ?? [],
      (choice) => chosen.push(nameOf(choice)),
    );
  });

  it("takes a choice of one thing at once", () => {
    picker.click("hand:7");
    expect(chosen).toEqual(["lay"]);
    expect(picker.held).toEqual([]);
  });

  it("holds a thing until the choice is complete", () => {
    picker.click("hand:8");
    expect(picker.held).toEqual(["hand:8"]);
    expect(picker.possible.map(nameOf)).toEqual(["first", "second", "both"]);
    expect(picker.fits("enemy:1")).toBe(true);
    picker.click("enemy:1");
    expect(chosen).toEqual(["first"]);
  });

  it("lets go of a thing that is clicked again, and begins anew with one that does not go with it", () => {
    picker.click("hand:8");
    picker.click("hand:8");
    expect(picker.held).toEqual([]);
    picker.click("hand:8");
    picker.click("hand:7");
    expect(chosen).toEqual(["lay"]);
  });

  it("ignores what belongs to no choice", () => {
    picker.click("deck");
    expect(picker.open("deck")).toBe(false);
    expect([chosen, picker.held]).toEqual([[], []]);
  });

  it("drags as it clicks", () => {
    expect([picker.drags("hand:7"), picker.drags("hand:8")]).toEqual([false, true]);
    picker.drop("hand:8", "enemy:2");
    expect(chosen).toEqual(["second"]);
    picker.drop("hand:9", "enemy:2");
    expect(chosen).toEqual(["second"]);
    picker.click("hand:8");
    expect(chosen).toEqual(["second", "both"]);
  });

  it("forgets old clicks when the question is another", () => {
    picker.click("hand:8");
    asked = choices("lay");
    const next = new Picker(
      () => asked,
      (choice) => THINGS[nameOf(choice)] ?? [],
      () => {},
    );
    next.taken = picker.taken;
    expect(next.held).toEqual([]);
  });

  it("shows the things of a choice that is pointed at", () => {
    picker.hint = asked[1] ?? null;
    expect([picker.hinted("enemy:1"), picker.hinted("enemy:2")]).toEqual([true, false]);
  });
});
