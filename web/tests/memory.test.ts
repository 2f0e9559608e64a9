import { beforeEach, describe, expect, it, vi } from "vitest";
import { memory } from "../src/lib/memory";

function storage(broken = false): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (broken) throw new Error("private window");
      kept.set(key, value);
    },
  };
}

describe("what a browser remembers", () => {
  beforeEach(() => vi.stubGlobal("localStorage", storage()));

  it("holds one seat a table, the latest first, and no more than sixty", () => {
    for (let n = 0; n < 65; n++) memory.hold({ table: `t${n}`, game: "totem", seat: 0, token: "a" });
    memory.hold({ table: "t60", game: "totem", seat: 1, token: "b" });
    expect(memory.seats()).toHaveLength(60);
    expect(memory.seats()[0]).toMatchObject({ table: "t60", seat: 1, token: "b" });
    expect(memory.seat("t0")).toBeUndefined();
  });

  it("forgets where nothing can be kept, and reads past what somebody else wrote", () => {
    localStorage.setItem("bestiary.name", "{not json");
    expect(memory.name()).toBe("");
    vi.stubGlobal("localStorage", storage(true));
    memory.rename("Ann");
    expect(memory.name()).toBe("");
  });
});
