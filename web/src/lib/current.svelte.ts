// The game on the page: its cards and how they are drawn.

import * as boards from "../boards";
import type { Face } from "../boards/contract";
import { api } from "./api";
import type { Card, GameFacts } from "./messages";

class Current {
  slug = $state("");
  face: Face | null = $state.raw(null);
  cards: Map<number, Card> = $state.raw(new Map());
  facts: GameFacts | null = $state.raw(null);

  /** Brings a game onto the page. */
  async take(slug: string): Promise<void> {
    if (this.slug === slug && this.face) return;
    this.slug = slug;
    const [face, cards, games] = await Promise.all([boards.face(slug), api.cards(slug), api.games()]);
    if (this.slug !== slug) return;
    this.face = face;
    this.cards = new Map(cards.map((card) => [card.id, card]));
    this.facts = games.find((game) => game.slug === slug) ?? null;
  }
}

export const current = new Current();
