// The card that is shown large: by hovering, by a long press, or by focus and the key "i".

import type { Attachment } from "svelte/attachments";
import type { Card } from "./messages";

class Large {
  card: Card | null = $state.raw(null);
  sheet = $state(false); // opened by a long press: stays until it is closed
  side: "left" | "right" = $state("right");

  show(card: Card, node: Element): void {
    const box = node.getBoundingClientRect();
    this.side = box.left + box.width / 2 > innerWidth / 2 ? "left" : "right";
    this.sheet = false;
    this.card = card;
  }

  open(card: Card): void {
    this.sheet = true;
    this.card = card;
  }

  hide(): void {
    this.card = null;
    this.sheet = false;
  }
}

export const large = new Large();

const HOVER = 350;
const PRESS = 450;

/** Makes an element show its card large. */
export function inspect(card: Card | null | undefined): Attachment<HTMLElement> {
  return (node) => {
    if (!card) return;
    const listening = new AbortController();
    const { signal } = listening;
    const hear = <K extends keyof HTMLElementEventMap>(
      kinds: K[],
      heard: (event: HTMLElementEventMap[K]) => void,
    ) => kinds.forEach((kind) => node.addEventListener(kind, heard, { signal }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at = { x: 0, y: 0 };
    const stop = () => clearTimeout(timer);

    hear(["pointerenter"], (event) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      stop();
      timer = setTimeout(() => large.show(card, node), HOVER);
    });
    hear(["pointerleave"], (event) => {
      stop();
      if (event.pointerType === "mouse" && !large.sheet) large.hide();
    });
    hear(["pointerdown"], (event) => {
      stop();
      if (!large.sheet) large.hide();
      at = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== "mouse") timer = setTimeout(() => large.open(card), PRESS);
    });
    hear(["pointermove"], (event) => {
      if (event.pointerType !== "mouse" && Math.hypot(event.clientX - at.x, event.clientY - at.y) > 8) stop();
    });
    hear(["pointerup", "pointercancel"], stop);
    hear(["contextmenu"], (event) => {
      if (large.sheet) event.preventDefault(); // a long press is no request for a menu here
    });
    // The keyboard speaks to the button that the card lies in.
    (node.closest("button") ?? node).addEventListener(
      "keydown",
      (event) => {
        if (event.key === "i") large.open(card);
      },
      { signal },
    );
    return () => {
      stop();
      listening.abort();
      if (large.card === card && !large.sheet) large.hide();
    };
  };
}
