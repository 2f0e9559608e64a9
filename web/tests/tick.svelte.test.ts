import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { Tick } from "../src/lib/tick.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = "full";
});
afterEach(() => void vi.useRealTimers());

/** A number of a position, shown as a board shows it: whatever comes next is read again. */
function board(): { tick: InstanceType<typeof Tick>; show: (power: number) => void } {
  let position = $state.raw({ power: 30 });
  const tick = new Tick(30);
  $effect.root(() => {
    $effect(() => tick.to(position.power));
  });
  flushSync();
  return {
    tick,
    show: (power) => {
      position = { power };
      flushSync();
    },
  };
}

test("a number counts to its new value and says for a moment by how much", () => {
  const { tick, show } = board();
  show(27);
  expect([tick.shown, tick.change]).toEqual([30, -3]);
  vi.advanceTimersByTime(70);
  expect(tick.shown).toBe(29);
  vi.advanceTimersByTime(140);
  expect([tick.shown, tick.change]).toEqual([27, -3]);
  vi.advanceTimersByTime(900);
  expect([tick.shown, tick.change]).toEqual([27, 0]);
});

test("positions that leave a number as it is neither stop its counting nor keep its change on the board", () => {
  const { tick, show } = board();
  show(29);
  show(29);
  vi.advanceTimersByTime(70);
  expect([tick.shown, tick.change]).toEqual([29, -1]);
  show(29);
  vi.advanceTimersByTime(900);
  expect(tick.change).toBe(0);
});

test("a change on the way to another goes on to the newer value", () => {
  const { tick, show } = board();
  show(20);
  vi.advanceTimersByTime(140);
  show(25);
  expect(tick.change).toBe(5);
  vi.advanceTimersByTime(2000);
  expect([tick.shown, tick.change]).toEqual([25, 0]);
});

test("where nothing moves, the new value is there at once, without its change", () => {
  const { tick, show } = board();
  show(29);
  settings.motion = "none";
  show(28);
  expect([tick.shown, tick.change]).toEqual([28, 0]);
});
