// Where a panel goes: into the window, clear of what it is about and of what must stay in sight.

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const MARGIN = 8;
const STEP = 8; // of the places that are tried: a narrow one must not be stepped over

function common(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Whether a panel of this size covers one of these boxes where it is. */
export function covers(
  at: { left: number; top: number },
  size: { width: number; height: number },
  clear: Box[],
): boolean {
  const box = { ...at, right: at.left + size.width, bottom: at.top + size.height };
  return clear.some((other) => common(box, other) > 0);
}

/** The place for a panel of this size that covers least of these boxes, and among equals the nearest to the thing. */
export function place(
  size: { width: number; height: number },
  thing: Box,
  clear: Box[],
  room: Box,
): { left: number; top: number } {
  let best = { left: room.left + MARGIN, top: room.top + MARGIN };
  let least = Infinity;
  const last = { left: room.right - size.width - MARGIN, top: room.bottom - size.height - MARGIN };
  for (let left = room.left + MARGIN; left <= Math.max(last.left, room.left + MARGIN); left += STEP) {
    for (let top = room.top + MARGIN; top <= Math.max(last.top, room.top + MARGIN); top += STEP) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      const covered = clear.reduce((sum, other) => sum + common(box, other), 0) + 2 * common(box, thing);
      const far = Math.hypot(
        left + size.width / 2 - (thing.left + thing.right) / 2,
        top + size.height / 2 - (thing.top + thing.bottom) / 2,
      );
      const cost = covered * 1e4 + far;
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  }
  return best;
}
