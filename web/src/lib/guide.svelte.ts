// A guided first game: what the guide says now, which page of it is read, a move that leads off its way.

import type { Choice, GuideNow, GuidePage } from "./messages";
import { memory } from "./memory";

const CLOSED = "guide.closed"; // the tables at which somebody plays on without the guide

export class Guide {
  now: GuideNow | null = $state.raw(null);
  page = $state(0);
  strayed: Choice | null = $state.raw(null); // a move that was about to lead off the way
  closed = $state(false);

  #table: string;
  #last = "";

  constructor(table: string) {
    this.#table = table;
    this.closed = memory.read<string[]>(CLOSED, []).includes(table);
  }

  /** Takes over what the server says; news on the way there say nothing. */
  take(said: GuideNow | null): void {
    if (!said) return;
    const same = JSON.stringify(said) === this.#last; // read again where it was, after a reconnection
    this.#last = JSON.stringify(said);
    this.now = said;
    if (!same) this.page = 0;
    this.strayed = null;
  }

  get shown(): GuidePage | null {
    return this.now?.pages[this.page] ?? null;
  }

  /** Whether there is more to read before the move. */
  get more(): boolean {
    return this.now !== null && this.page + 1 < this.now.pages.length;
  }

  /** Whether a choice may be made at once; one that leads off the way is held back and explained. */
  allows(choice: Choice): boolean {
    const now = this.now;
    if (this.closed || now?.state !== "asking" || now.moves.length === 0) return true;
    if (now.moves.includes(choice.action)) return true;
    this.strayed = choice;
    return false;
  }

  /** What is pointed at, and the choice that stands for the word "move". */
  at(choices: Choice[]): { keys: string[]; move: Choice | null } {
    const shown = this.shown;
    if (this.closed || !this.now || !shown) return { keys: [], move: null };
    const asked = shown.at.includes("move");
    const first = this.now.moves[0];
    return {
      keys: shown.at.filter((key) => key !== "move"),
      move: asked ? (choices.find((choice) => choice.action === first) ?? null) : null,
    };
  }

  close(closed: boolean): void {
    this.closed = closed;
    this.strayed = null;
    const others = memory.read<string[]>(CLOSED, []).filter((table) => table !== this.#table);
    memory.write(CLOSED, closed ? [this.#table, ...others].slice(0, 60) : others);
  }
}
