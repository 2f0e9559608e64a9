import type { Look } from "../contract";

/** For games that bring no look of their own. */
export const look: Look = {
  colours: {
    ground: "light-dark(#f4efe4, #15171a)",
    board: "light-dark(#e9e2d2, #1b1e22)",
    ink: "light-dark(#221f1a, #ece8df)",
    accent: "light-dark(#7a3b12, #f0b36a)",
    accentInk: "light-dark(#ffffff, #241405)",
  },
  display: "Georgia, 'Iowan Old Style', 'Noto Serif', serif",
  order: 99,
};
