import type { Look } from "../contract";

/** Desert evening: terracotta, turquoise, a rising totem. */
export const look: Look = {
  colours: {
    ground: "light-dark(#f7ebdd, #1c1310)",
    board: "linear-gradient(light-dark(#f3d3b0, #3a2018), light-dark(#e2a37a, #26150f) 70%)",
    ink: "light-dark(#3a1c10, #fbe9d7)",
    accent: "light-dark(#0b6a6a, #5fd0c5)",
    accentInk: "light-dark(#ffffff, #06201f)",
  },
  display: "Optima, Candara, 'Gill Sans', 'Noto Sans', 'Liberation Sans', sans-serif",
  order: 2,
};
