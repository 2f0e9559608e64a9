// Choosing on the board: every choice is a set of things that are clicked, or dragged together.
//
// A board says for each choice which things it consists of, by their keys: laying a card is
// ["hand:7"], attacking place 2 with it is ["hand:7", "enemy:2"]. Everything else follows: what is
// clickable now, what a click does, where a dragged card may be dropped.

import type { Choice } from "./messages";
import { why } from "./why.svelte";

export type Keys = (choice: Choice) => string[];

export class Picker {
  taken: string[] = $state([]); // what has been clicked so far
  over: string | null = $state(null); // what a dragged thing hovers over
  dragging: string | null = $state(null);
  hint: Choice | null = $state(null); // a choice that is pointed at in the list of choices

  #choices: () => Choice[];
  #keys: Keys;
  #choose: (choice: Choice) => void;
  #sets = $derived.by(() => this.#choices().map((choice) => ({ choice, keys: this.#keys(choice) })));

  constructor(choices: () => Choice[], keys: Keys, choose: (choice: Choice) => void) {
    this.#choices = choices;
    this.#keys = keys;
    this.#choose = choose;
  }

  /** What has been clicked and still belongs to a choice: new questions forget old clicks. */
  get held(): string[] {
    const some = this.#sets.some(({ keys }) => this.taken.every((key) => keys.includes(key)));
    return some ? this.taken : [];
  }

  /** The choices that are still possible after what has been clicked. */
  get possible(): Choice[] {
    const held = this.held;
    return this.#sets
      .filter(({ keys }) => held.every((key) => keys.includes(key)))
      .map(({ choice }) => choice);
  }

  /** Whether a thing can be clicked now. */
  open(key: string): boolean {
    const held = this.held;
    if (held.includes(key)) return true;
    if (this.#leads(held, key)) return true;
    return this.#leads([], key); // begins anew
  }

  /** Whether a thing goes with what has been clicked; before that, whether it belongs to a choice. */
  fits(key: string): boolean {
    const held = this.held;
    if (held.length === 0) return this.#leads([], key);
    return this.#leads(held, key) && !held.includes(key);
  }

  /** Asks why a thing cannot be chosen, and has it said there. */
  why(key: string, there: Element): void {
    void why.about(this.#keys, key, there);
  }

  has(key: string): boolean {
    return this.held.includes(key);
  }

  hinted(key: string): boolean {
    return this.hint !== null && this.#keys(this.hint).includes(key);
  }

  /** Whether a thing can be dragged onto another. */
  drags(key: string): boolean {
    return this.#sets.some(({ keys }) => keys.length > 1 && keys.includes(key));
  }

  begin(key: string): void {
    this.dragging = key;
    this.taken = [key];
  }

  end(): void {
    this.dragging = null;
    this.over = null;
  }

  #leads(held: string[], key: string): boolean {
    return this.#sets.some(({ keys }) => keys.includes(key) && held.every((other) => keys.includes(other)));
  }

  /** The choice that consists of exactly these things. */
  #exact(things: string[]): Choice | undefined {
    return this.#sets.find(
      ({ keys }) => keys.length === things.length && keys.every((key) => things.includes(key)),
    )?.choice;
  }

  /** A click: completes a choice, holds the thing, or lets go of it. */
  click(key: string): void {
    const held = this.held;
    if (held.includes(key)) {
      this.taken = held.filter((other) => other !== key);
      return;
    }
    const things = this.#leads(held, key) ? [...held, key] : this.#leads([], key) ? [key] : null;
    if (!things) return;
    const choice = this.#exact(things);
    if (choice) {
      this.taken = [];
      this.#choose(choice);
    } else this.taken = things;
  }

  /** A thing was dragged onto another: as clicking both, from the beginning. */
  drop(from: string, onto: string): void {
    this.taken = [from];
    if (this.#leads([from], onto)) this.click(onto);
  }

  forget(): void {
    this.taken = [];
  }
}
