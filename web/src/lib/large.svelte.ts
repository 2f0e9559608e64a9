// What is shown large: a card, and what is on it now. By hovering, by focus, by a long press, or by the key "i".

import type { Attachment } from "svelte/attachments";
import type { Card } from "./messages";

/** One thing about a card as it lies there: a state with its turns, an Item, a Totem. */
export interface Fact {
  name: string;
  text?: string;
}

/** A card as it lies there; what has no card of its own has a title. */
export interface Live {
  title?: string;
  life?: [number, number] | null; // now, and what it can have
  what?: string; // how the game calls that; Life unless given
  facts: Fact[];
}

interface Shown {
  card: Card | null;
  live: Live | null;
}

class Large {
  shown: Shown | null = $state.raw(null);
  sheet = $state(false); // opened by a long press: stays until it is closed
  near: Element | null = $state.raw(null); // what it is shown for, and does not cover

  show(shown: Shown, node: Element): void {
    this.near = node;
    this.sheet = false;
    this.shown = shown;
  }

  open(shown: Shown): void {
    this.sheet = true;
    this.shown = shown;
  }

  hide(): void {
    this.shown = null;
    this.sheet = false;
  }
}

export const large = new Large();

const HOVER = 350;
const PRESS = 450;

/** Makes an element show its card large, with what is on it. */
export function inspect(card: Card | null | undefined, live: Live | null = null): Attachment<HTMLElement> {
  return (node) => {
    if (!card && !live) return;
    const shown = { card: card ?? null, live };
    const listening = new AbortController();
    const { signal } = listening;
    const hear = <K extends keyof HTMLElementEventMap>(
      kinds: K[],
      heard: (event: HTMLElementEventMap[K]) => void,
      there: HTMLElement = node,
    ) => kinds.forEach((kind) => there.addEventListener(kind, heard, { signal }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = { x: 0, y: 0 };
    const stop = () => clearTimeout(timer);

    hear(["pointerenter"], (event) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      stop();
      timer = setTimeout(() => large.show(shown, node), HOVER);
    });
    hear(["pointerleave"], (event) => {
      stop();
      if (event.pointerType === "mouse" && !large.sheet) large.hide();
    });
    hear(["pointerdown"], (event) => {
      stop();
      if (!large.sheet) large.hide();
      at = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== "mouse") timer = setTimeout(() => large.open(shown), PRESS);
    });
    hear(["pointermove"], (event) => {
      if (event.pointerType !== "mouse" && Math.hypot(event.clientX - at.x, event.clientY - at.y) > 8) stop();
    });
    hear(["pointerup", "pointercancel"], stop);
    hear(["contextmenu"], (event) => {
      if (large.sheet) event.preventDefault(); // a long press is no request for a menu here
    });
    // The keyboard speaks to the button that the card lies in.
    const button = node.closest("button") ?? node;
    hear(["keydown"], (event) => event.key === "i" && large.open(shown), button);
    hear(["focus"], () => button.matches(":focus-visible") && large.show(shown, node), button);
    // What is taken off the page loses the focus while the page is drawn, when nothing may change.
    hear(["blur"], () => queueMicrotask(() => large.sheet || large.hide()), button);
    return () => {
      stop();
      listening.abort();
      if (large.shown?.card === card && large.shown?.live === live && !large.sheet) large.hide();
    };
  };
}
