// What is on a figure now, for whoever looks at it closely.

import type { Fact, Live } from "../../lib/large.svelte";
import type { Foe, Hero, ShogunView } from "../../lib/views/shogun";
import { called } from "./words";

const lies = (one: Foe | Hero): Fact[] => one.states.map(({ name, text }) => ({ name, text }));

/** An enemy: its figures, its states, and what it tries under this oracle. */
export function foeLive(foe: Foe, red: boolean): Live {
  return {
    title: called(foe.name),
    life: foe.health,
    what: "health",
    facts: [
      { name: `Defence ${foe.defence}, armour ${foe.armour}, moves ${foe.move}, range ${foe.range}` },
      { name: `Attacks with ${foe.dice[0]} white and ${foe.dice[1]} black dice, aims at ${foe.priority}` },
      ...lies(foe),
      ...foe.boards[red ? 1 : 0].map(({ rolls, lines }) => ({
        name: `Rolls ${rolls.join(", ")}`,
        text: lines.join("; or "),
      })),
    ],
  };
}

export function heroLive(hero: Hero): Live {
  const { action_points: points } = hero;
  return {
    title: called(hero.name),
    life: hero.health,
    what: "health",
    facts: [
      { name: `Armour ${hero.armour}, ${points} action ${points === 1 ? "point" : "points"} left` },
      ...lies(hero),
      ...[...hero.weapons, ...hero.armour_card].map(({ name, text }) => ({ name, text })),
    ],
  };
}

/** Whoever stands on the map. */
export function figureLive(view: ShogunView, name: string, told: string | undefined): Live | null {
  const foe = view.enemies.find((one) => one.name === name);
  if (foe) return foeLive(foe, view.oracle === "red");
  const hero = view.characters.find((one) => one.name === name);
  if (hero) return heroLive(hero);
  if (!told) return null;
  const [title, ...rest] = told.split(": ");
  return { title, facts: [{ name: rest.join(": ") }] };
}
