import type { Look } from "../contract";

/** Carved wood in a pine forest. */
export const look: Look = {
  colours: {
    ground: "light-dark(#e6ebdf, #101814)",
    board:
      "radial-gradient(120% 90% at 50% 45%, light-dark(#cfdbc6, #24382f), light-dark(#a9bda3, #14201a) 90%)",
    ink: "light-dark(#1c2a22, #e9eede)",
    accent: "light-dark(#1f5a3f, #e3bf7a)",
    accentInk: "light-dark(#ffffff, #2a1c05)",
  },
  display: "Rockwell, 'Roboto Slab', 'Rockwell Nova', 'DejaVu Serif', serif",
  order: 1,
};
