// The log: lines as they are told, and which of them are folded.

import type { Entry, Happened, Told } from "./messages";

/** The lines of one step. */
export function lines(version: number, entry: Entry | null, events: Happened[]): Told[] {
  const first = entry?.text ? [{ n: version, text: entry.text, kind: "", about: [], detail: false }] : [];
  const rest = events.map(({ text, kind, about, detail }) => ({ n: version, text, kind, about, detail }));
  return [...first, ...rest.filter((told) => told.text)];
}

export interface Passage {
  at: number; // the place of its first line in the story
  lines: Told[]; // one, or several that are folded behind the first
}

const BULK = 3; // so many lines of one kind in a row are folded

/** A line and the details that follow it, or a run of lines of one kind: each is one passage. */
export function passages(story: Told[]): Passage[] {
  const made: Passage[] = [];
  for (let at = 0; at < story.length;) {
    const { kind } = story[at];
    let same = at + 1;
    while (kind && same < story.length && story[same].kind === kind) same += 1;
    let end = same - at >= BULK ? same : at + 1;
    while (end < story.length && story[end].detail) end += 1;
    if (end - at < BULK) end = at + 1; // two lines are read faster than they are unfolded
    made.push({ at, lines: story.slice(at, end) });
    at = end;
  }
  return made;
}
