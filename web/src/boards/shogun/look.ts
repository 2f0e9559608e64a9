import type { Look } from "../contract";

/** Ink on rice paper, under a red sun. */
export const look: Look = {
  colours: {
    ground: "light-dark(#f5f0e6, #121417)",
    board: "linear-gradient(light-dark(#efe7d6, #23272c), light-dark(#dfd3bb, #171a1e))",
    ink: "light-dark(#1d1b18, #ece6da)",
    accent: "light-dark(#a3211b, #ff8d7a)",
    accentInk: "light-dark(#ffffff, #2b0703)",
  },
  display: "'Hoefler Text', Garamond, 'Bodoni MT', Didot, 'Liberation Serif', serif",
  order: 5,
};
