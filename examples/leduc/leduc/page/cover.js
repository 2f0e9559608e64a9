// Leduc's cover: a hand of three.

import { card, sheet } from "./cards.js";

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { --leduc: 22cqw; height: 100%; display: grid; place-items: center; background: #2f5d46; }
  .card:nth-child(1) { rotate: -12deg; } .card:nth-child(3) { rotate: 12deg; }
`);

export default class Cover extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet, style];
  }

  show() {
    const fan = document.createElement("div");
    fan.append(card("Js"), card("Qh"), card("Ks"));
    this.shadowRoot.replaceChildren(fan);
  }
}
