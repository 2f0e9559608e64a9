// A scene in words: what happened, in beats of a title and what followed from it.

import type { Happened } from "./messages";

export interface Beat {
  title: string;
  lines: string[];
  cards: number[]; // that it speaks of, in their order
  events: Happened[];
  time: number; // milliseconds at a calm pace
}

const READ = 1100; // for the title
const LINE = 650; // for each line more

/** Beats that begin with events of some kinds; what happens before the first of them is left to the log. */
export function beats(events: Happened[], begins: (event: Happened) => boolean): Beat[] {
  const made: Beat[] = [];
  for (const event of events) {
    if (!event.text) continue;
    if (begins(event)) made.push({ title: event.text, lines: [], cards: [], events: [], time: READ });
    else if (made.length) {
      const last = made[made.length - 1];
      last.lines.push(event.text);
      last.time += LINE;
    }
    made.at(-1)?.events.push(event);
    const named = event.about.filter((token) => token.startsWith("card:"));
    made.at(-1)?.cards.push(...named.map((token) => Number(token.slice(5))));
  }
  return made;
}
