import { expect, test } from "vitest";
import { covers, place } from "../src/lib/beside";

const room = { left: 0, top: 0, right: 1280, bottom: 800 };
const size = { width: 400, height: 300 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const meets = (a: ReturnType<typeof box>, b: ReturnType<typeof box>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("a panel covers neither its card nor what must stay in sight", () => {
  const clear = [box(960, 60, 310, 170), box(0, 600, 950, 200)];
  for (const card of [box(100, 620, 90, 126), box(850, 620, 90, 126), box(430, 200, 90, 126)]) {
    const { left, top } = place(size, card, clear, room);
    const panel = box(left, top, size.width, size.height);
    for (const other of [...clear, card]) expect(meets(panel, other)).toBe(false);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top + size.height).toBeLessThanOrEqual(800);
  }
});

test("where there is no room at all it stays in the window", () => {
  const { left, top } = place({ width: 2000, height: 900 }, box(5, 5, 9, 9), [room], room);
  expect([left, top]).toEqual([8, 8]);
});

test("a panel that covers something says so", () => {
  const hand = box(0, 600, 950, 200);
  expect(covers({ left: 10, top: 290 }, size, [hand])).toBe(false);
  expect(covers({ left: 10, top: 310 }, size, [hand])).toBe(true);
});
