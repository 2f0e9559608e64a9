// A game from outside the package brings its look as modules of its own, one custom element each: board, cover, face.
// See docs/add-a-game.md. What it does not bring is drawn plainly.

export type Part = "board" | "cover" | "face";

/** What such an element is: it draws what it is shown, again and again. */
export interface Shown extends HTMLElement {
  show(given: Record<string, unknown>): void;
}

export const tagOf = (slug: string, part: Part): string => `bestiary-${slug}-${part}`;

class Outside {
  parts: Record<string, Part[]> = $state.raw({});
  #asked: Promise<void> | null = null;

  /** Asks the server once which games bring what; only a page with such a game asks. */
  #known(): Promise<void> {
    this.#asked ??= fetch("/api/looks")
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then((found: Record<string, Part[]>) => {
        this.parts = found;
      })
      .catch(() => {}); // drawn plainly
    return this.#asked;
  }

  has(slug: string, part: Part): boolean {
    return this.parts[slug]?.includes(part) ?? false;
  }

  /** Makes the element of a part known to the browser, where the game brings one. */
  async brings(slug: string, part: Part): Promise<boolean> {
    await this.#known();
    if (!this.has(slug, part)) return false;
    const tag = tagOf(slug, part);
    if (!customElements.get(tag)) {
      const module: { default: CustomElementConstructor } = await import(
        /* @vite-ignore */ `/looks/${slug}/${part}.js`
      );
      if (!customElements.get(tag)) customElements.define(tag, module.default);
    }
    return true;
  }
}

export const outside = new Outside();
