// The game on the page: its cards and how they are drawn.

import * as boards from "../boards";
import type { Face } from "../boards/contract";
import { api } from "./api";
import type { Card, GameFacts } from "./messages";

class Current {
  slug = $state("");
  face: Face | null = $state.raw(null);
  #own: Map<number, Card> = $state.raw(new Map());
  #laid: Map<number, Card> | null = $state.raw(null);
  facts: GameFacts | null = $state.raw(null);

  /** The cards on the page: those of the table's set, or the game's own. */
  get cards(): Map<number, Card> {
    return this.#laid ?? this.#own;
  }

  /** Lays the cards of a set over the game's own, or takes them away. */
  lay(cards: Card[] | null): void {
    this.#laid = cards && new Map(cards.map((card) => [card.id, card]));
  }

  /** Brings a game onto the page. */
  async take(slug: string): Promise<void> {
    if (this.slug === slug && this.face) return;
    this.slug = slug;
    const [face, cards, games] = await Promise.all([boards.face(slug), api.cards(slug), api.games()]);
    if (this.slug !== slug) return;
    this.face = face;
    this.#own = new Map(cards.map((card) => [card.id, card]));
    this.facts = games.find((game) => game.slug === slug) ?? null;
  }
}

export const current = new Current();
