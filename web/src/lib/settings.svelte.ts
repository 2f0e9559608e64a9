// How a person likes the page; kept in this browser.

import { memory } from "./memory";

export interface Settings {
  theme: "auto" | "light" | "dark";
  motion: "auto" | "full" | "none";
  pace: "calm" | "quick" | "instant";
  sound: "off" | "quiet" | "on";
  faces: "pictures" | "words";
  totem: "standing" | "cards"; // of Totemic: the pole, or the two flat level cards
  list: boolean; // the choices as text, unfolded
  notify: boolean; // by the browser, when it is this person's move and the page is hidden
}

const DEFAULTS: Settings = {
  theme: "auto",
  motion: "auto",
  pace: "calm",
  sound: "quiet",
  faces: "pictures",
  totem: "standing",
  list: false,
  notify: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...memory.read<Partial<Settings>>("settings", {}) });

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether cards may fly and dice may roll. */
export function moves(): boolean {
  return settings.motion === "full" || (settings.motion === "auto" && !calm.matches);
}

/** How long a position stays before the next one is shown, in milliseconds. */
export function pause(mine: boolean, events: number): number {
  const calmly = mine ? 250 : Math.min(2600, 700 + 350 * events);
  return { calm: calmly, quick: calmly / 3, instant: 0 }[settings.pace];
}

/** Keeps the settings and puts them on the page; called once, inside an effect. */
export function applySettings(): void {
  memory.write("settings", { ...settings });
  const page = document.documentElement;
  if (settings.theme === "auto") delete page.dataset.theme;
  else page.dataset.theme = settings.theme;
  page.dataset.motion = moves() ? "full" : "none";
}
