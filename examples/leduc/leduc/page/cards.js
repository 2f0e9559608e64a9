// Leduc's cards as the board, the cover and the list of cards draw them.

const SUITS = { s: "\u2660", h: "\u2665" };

/** A card by its code, such as "Ks"; "?" is its back, "-" an empty place. */
export function card(code) {
  const made = document.createElement("span");
  made.className = code === "?" ? "card back" : code === "-" ? "card none" : "card";
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", code === "?" ? "a card, face down" : code === "-" ? "no card" : code);
  if (made.className === "card") {
    made.textContent = code[0] + (SUITS[code[1]] ?? code[1] ?? "");
    made.classList.toggle("red", code[1] === "h");
  }
  return made;
}

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; font-family: Georgia, serif; }
  .card { display: inline-grid; place-items: center; width: var(--leduc, 4.5rem); aspect-ratio: 5 / 7; border-radius: 8%;
    background: #fdfaf2; color: #1d1d1d; font-size: calc(var(--leduc, 4.5rem) * 0.4); box-shadow: 0 1px 3px #0006; }
  .red { color: #a3242b; }
  .back { background: repeating-linear-gradient(45deg, #31506b 0 6px, #27415a 6px 12px); }
  .none { background: none; box-shadow: inset 0 0 0 2px #8886; }
`);
