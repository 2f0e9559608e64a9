import type { Look } from "../contract";

/** Red lacquer and gold. */
export const look: Look = {
  colours: {
    ground: "light-dark(#f9eee4, #1a0d0d)",
    board: "radial-gradient(120% 100% at 50% 0, light-dark(#f3d7c2, #5a1616), light-dark(#e4b59b, #2b0b0c))",
    ink: "light-dark(#3b0d0d, #fbe6c6)",
    accent: "light-dark(#9c1c1c, #f2bd4b)",
    accentInk: "light-dark(#ffffff, #2d1500)",
  },
  display: "'Palatino Linotype', Palatino, 'Book Antiqua', 'URW Palladio L', 'Liberation Serif', serif",
  order: 3,
};
