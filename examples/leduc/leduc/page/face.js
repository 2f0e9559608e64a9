// Leduc's cards wherever the page shows one; it fills the width that it is given.

import { card, sheet } from "./cards.js";

const style = new CSSStyleSheet();
style.replaceSync(":host { --leduc: 100cqw; }");

export default class Face extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet, style];
  }

  show({ card: shown }) {
    this.shadowRoot.replaceChildren(card(shown ? shown.code : "?"));
  }
}
