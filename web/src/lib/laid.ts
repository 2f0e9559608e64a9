// The cards of a table that plays with a set: its boards draw these, and not the game's own.

import { api } from "./api";
import { current } from "./current.svelte";

/** Lays them over the game's own as long as the table is on the page; gives what takes them away. */
export function withSet(table: string, set: string | undefined): (() => void) | undefined {
  if (!set) return undefined;
  let here = true;
  api.tableCards(table).then(
    (cards) => here && current.lay(cards),
    () => {}, // the views themselves have the right cards
  );
  return () => {
    here = false;
    current.lay(null);
  };
}
