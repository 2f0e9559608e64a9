// What a line of the log speaks of: it lights up on the board while somebody points at the line.
//
// Things on a board carry what they are as data-about, in the words of the server: "card:7", "place:1:3".

class Lit {
  about: string[] = $state.raw([]);

  point(about: string[]): void {
    this.about = about;
  }

  /** A little later: a line that is folded away loses the focus while the page is drawn. */
  off(): void {
    const { about } = this;
    queueMicrotask(() => {
      if (this.about === about) this.about = [];
    });
  }
}

export const lit = new Lit();

/** A name as the server writes it among what a line speaks of. */
export function about(sort: string, name: string): string {
  return `${sort}:${name.replaceAll(" ", "_")}`;
}

/** The things on a board that are spoken of; a player only where nothing else is found. */
export function found(root: Element, spoken: string[]): HTMLElement[] {
  const search = (tokens: string[]) =>
    tokens.flatMap((token) => [
      ...root.querySelectorAll<HTMLElement>(`[data-about~="${CSS.escape(token)}"]`),
    ]);
  const things = search(spoken.filter((token) => !token.startsWith("seat:")));
  return things.length ? things : search(spoken.filter((token) => token.startsWith("seat:")));
}

/** Lights what is spoken of, and puts out the rest. */
export function light(root: Element | undefined, spoken: string[]): void {
  if (!root) return;
  for (const old of root.querySelectorAll("[data-lit]")) old.removeAttribute("data-lit");
  for (const thing of found(root, spoken)) thing.dataset.lit = "";
}

/** The first figure that an event speaks of, by its name. */
export function figureOf(spoken: string[]): string | null {
  return spoken.find((token) => token.startsWith("figure:"))?.slice("figure:".length) ?? null;
}
