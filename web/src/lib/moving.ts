// Cards that move: whatever carries the same data-key before and after a change of the view
// glides from its old place to its new one, wherever on the board that is. Something new comes
// from the element whose data-key is its data-from (a deck, a hand), if there is one.

import { tick } from "svelte";
import { moves } from "./settings.svelte";
import { hear } from "./sound";

const TIME = 420;

function places(root: Element): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-key]")) {
    const box = node.getBoundingClientRect();
    if (box.width > 0) found.set(node.dataset.key as string, box);
  }
  return found;
}

/** Call in an `$effect.pre` that reads the view: remembers where things are, moves them after. */
export function glide(root: Element | null | undefined): void {
  if (!root) return;
  const before = places(root);
  void tick().then(() => {
    for (const node of root.querySelectorAll<HTMLElement>("[data-key]")) {
      const now = node.getBoundingClientRect();
      if (now.width === 0 || node.querySelector("[data-key]")) continue; // what holds others is an origin only
      const own = before.get(node.dataset.key as string);
      const was = own ?? before.get(node.dataset.from ?? "");
      if (!was) {
        if (before.size > 0 && moves())
          node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TIME / 2 });
        continue;
      }
      const x = was.left + was.width / 2 - now.left - now.width / 2;
      const y = was.top + was.height / 2 - now.top - now.height / 2;
      if (Math.abs(x) < 2 && Math.abs(y) < 2) continue;
      hear("card");
      if (!moves()) continue;
      const scale = Math.min(2, Math.max(0.4, was.width / now.width));
      node.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
          { transform: "none", zIndex: 5 },
        ],
        { duration: TIME, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
    }
  });
}
