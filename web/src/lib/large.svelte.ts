// The card that is shown large: by hovering, by a long press, or by focus and the key "i".

import type { Attachment } from "svelte/attachments";
import type { Card } from "./types";

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || event.buttons) return;
      stop();
      timer = setTimeout(() => large.show(card, node), HOVER);
    };
    const leave = (event: PointerEvent) => {
      stop();
      if (event.pointerType === "mouse" && !large.sheet) large.hide();
    };
    let at = { x: 0, y: 0 };
    const down = (event: PointerEvent) => {
      stop();
      if (!large.sheet) large.hide();
      at = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== "mouse") timer = setTimeout(() => large.open(card), PRESS);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType === "mouse") return;
      if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > 8) stop();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "i") large.open(card);
    };
    const menu = (event: Event) => {
      if (large.sheet) event.preventDefault(); // a long press is no request for a menu here
    };
    node.addEventListener("pointerenter", enter);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", stop);
    node.addEventListener("pointercancel", stop);
    node.addEventListener("keydown", key);
    node.addEventListener("contextmenu", menu);
    return () => {
      stop();
      if (large.card === card && !large.sheet) large.hide();
      node.removeEventListener("pointerenter", enter);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", stop);
      node.removeEventListener("pointercancel", stop);
      node.removeEventListener("keydown", key);
      node.removeEventListener("contextmenu", menu);
    };
  };
}
