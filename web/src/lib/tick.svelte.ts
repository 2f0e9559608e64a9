// A number that counts to its new value and says for a moment by how much it has changed.

import { untrack } from "svelte";
import { moves } from "./settings.svelte";
import { hear } from "./sound";

const STEP = 70;
const MOST = 12; // steps, however much has changed
const SAID = 900; // how long the change stays once it is counted

export class Tick {
  shown = $state(0);
  change = $state(0);
  #value: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(value: number) {
    this.#value = this.shown = value;
  }

  /** Counts to a value. Positions that leave it as it was do not disturb the counting. */
  to(value: number): void {
    const from = this.#value;
    if (value === from) return;
    this.#value = value;
    untrack(() => this.#count(from, value));
  }

  #count(from: number, to: number): void {
    hear(to < from ? "hurt" : "gain");
    this.stop();
    if (!moves()) {
      this.shown = to;
      this.change = 0;
      return;
    }
    this.change = to - from;
    const steps = Math.min(MOST, Math.abs(this.change));
    let done = 0;
    this.#timer = setInterval(() => {
      done += 1;
      this.shown = Math.round(from + ((to - from) * done) / steps);
      if (done < steps) return;
      this.stop();
      this.#timer = setTimeout(() => (this.change = 0), SAID);
    }, STEP);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
