// What is being shown: a scene of one or more beats. News wait behind it; a click or a key goes on.

import { settings } from "./settings.svelte";

export const PACES = { calm: 1, quick: 1 / 3, instant: 0 };

export class Theatre {
  busy = $state(false); // a scene runs
  hurried = $state(false); // somebody's clock runs: scenes are short, and hold nothing up

  #beats: number[] = []; // milliseconds of each beat at a calm pace
  #at = 0;
  #show: (beat: number) => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  /** How much faster than calmly. */
  get pace(): number {
    return document.hidden ? 0 : Math.min(PACES[settings.pace], this.hurried ? PACES.quick : 1);
  }

  /** Shows a scene: `show` is called with each beat in turn, and with -1 at the end. */
  play(beats: number[], show: (beat: number) => void): void {
    if (this.busy) this.skip(); // one that nobody has waited for
    if (beats.length === 0 || this.pace === 0) return show(-1);
    this.#beats = beats;
    this.#show = show;
    this.#at = -1;
    this.busy = true;
    this.next();
  }

  /** The next beat, or the end. */
  next(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.#at += 1;
    if (this.#at >= this.#beats.length) return this.skip();
    this.#show(this.#at);
    this.#timer = setTimeout(() => this.next(), this.#beats[this.#at] * this.pace);
  }

  /** The end, at once. */
  skip(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.busy = false;
    this.#show(-1);
    for (const done of this.#waiting.splice(0)) done();
  }

  /** Comes when no scene runs. */
  idle(): Promise<void> {
    return this.busy ? new Promise((done) => this.#waiting.push(done)) : Promise.resolve();
  }
}

export const theatre = new Theatre();
