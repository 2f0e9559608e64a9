// Words of KLAW.

import type { Card } from "../../lib/messages";

/** The name of a card without its profession. */
export function short(card: Card): string {
  return card.name.split(",")[0];
}
