import type { Look } from "../contract";

/** A comic printed at night: black, bone, acid yellow. */
export const look: Look = {
  colours: {
    ground: "light-dark(#eceaf0, #0e0e12)",
    board: "linear-gradient(160deg, light-dark(#dcd9e6, #22202c), light-dark(#c3bed3, #131218))",
    ink: "light-dark(#17151f, #f1eff7)",
    accent: "light-dark(#5b2a9d, #e6f24a)",
    accentInk: "light-dark(#ffffff, #1c1e00)",
  },
  display: "Haettenschweiler, 'Arial Narrow', 'Liberation Sans Narrow', Impact, sans-serif",
  order: 4,
};
