import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { Theatre } from "../src/lib/theatre.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = "calm";
});
afterEach(() => void vi.useRealTimers());

test("beats follow each other, and who waits goes on at the end", async () => {
  const theatre = new Theatre();
  const seen: number[] = [];
  let ended = false;
  theatre.play([1000, 500], (beat) => seen.push(beat));
  void theatre.idle().then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(seen).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([seen, ended]).toEqual([[0, 1], false]);
  await vi.advanceTimersByTimeAsync(500);
  expect([seen, ended]).toEqual([[0, 1, -1], true]);
});

test("a hand goes on, or skips to the end", () => {
  const theatre = new Theatre();
  const seen: number[] = [];
  theatre.play([1000, 1000, 1000], (beat) => seen.push(beat));
  theatre.next();
  theatre.skip();
  expect([seen, theatre.busy]).toEqual([[0, 1, -1], false]);
});

test("at an instant pace nothing is waited for", () => {
  settings.pace = "instant";
  const theatre = new Theatre();
  theatre.play([1000], () => undefined);
  expect(theatre.busy).toBe(false);
});
