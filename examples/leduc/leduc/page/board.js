// Leduc's board: two hands, the open card, what was paid, and a button for every choice.

import { card, sheet } from "./cards.js";

const style = new CSSStyleSheet();
style.replaceSync(`
  .board { display: grid; gap: 1rem; justify-items: center; padding: 1.5rem; }
  .seat { display: flex; gap: 1rem; align-items: center; }
  .seat.asked b::after { content: " to move"; font-weight: normal; font-style: italic; }
  button { font: inherit; padding: 0.6rem 1.4rem; margin: 0.2rem; border-radius: 8px; border: 1px solid currentColor;
    background: #f3e7c9; color: #2a2013; cursor: pointer; }
  button.hinted { outline: 3px solid #c58a1a; }
`);

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

export default class Board extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet, style];
  }

  /** The page calls this whenever something has changed. */
  show({ view, choices, seat, names, hint, onchoose }) {
    const own = Math.max(seat, 0); // a spectator looks from the first seat
    const seats = [1 - own, own].map((k) => {
      const said = element("span", "", element("b", "", names[k]), ` has paid ${view.paid[k]}`);
      return element("section", view.asked.includes(k) ? "seat asked" : "seat", card(view.hands[k]), said);
    });
    const buttons = choices.map((choice) => {
      const made = element("button", choice.action === hint?.action ? "hinted" : "", choice.sentence);
      made.addEventListener("click", () => onchoose(choice));
      return made;
    });
    const open = element("div", "open", card(view.table));
    const board = element("div", "board", seats[0], open, seats[1], element("div", "choices", ...buttons));
    this.shadowRoot.replaceChildren(board);
  }
}
