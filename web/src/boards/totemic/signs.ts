// The pictures of Totemic: an animal and a colour for each spirit, a sign for each basic aspect.

import type { Component } from "svelte";
import Agility from "~icons/game-icons/acrobatic";
import Cunning from "~icons/game-icons/all-seeing-eye";
import Menace from "~icons/game-icons/angry-eyes";
import Badger from "~icons/game-icons/badger";
import Owl from "~icons/game-icons/barn-owl";
import Bat from "~icons/game-icons/bat";
import Memory from "~icons/game-icons/brain";
import Rivalry from "~icons/game-icons/crossed-claws";
import Catfish from "~icons/game-icons/fish-monster";
import Fury from "~icons/game-icons/flame-claws";
import Fox from "~icons/game-icons/fox-head";
import Hunger from "~icons/game-icons/grasping-claws";
import Patience from "~icons/game-icons/meditation";
import Determination from "~icons/game-icons/mountain-climbing";
import Mouse from "~icons/game-icons/mouse";
import Vigor from "~icons/game-icons/muscle-up";
import Porcupine from "~icons/game-icons/porcupine";
import Crow from "~icons/game-icons/raven";
import Snake from "~icons/game-icons/snake";
import Resilience from "~icons/game-icons/sprout";
import Stag from "~icons/game-icons/stag-head";
import Challenge from "~icons/game-icons/totem-mask";
import Turtle from "~icons/game-icons/turtle";
import Wolf from "~icons/game-icons/wolf-head";
import Courage from "~icons/game-icons/wolf-howl";
import type { AspectCard } from "../../lib/views/totemic";

const SPIRITS: Record<string, { icon: Component; tint: string }> = {
  badger: { icon: Badger, tint: "#4c5560" },
  bat: { icon: Bat, tint: "#6a3f93" },
  crow: { icon: Crow, tint: "#39377e" },
  mouse: { icon: Mouse, tint: "#8a6a45" },
  porcupine: { icon: Porcupine, tint: "#85610f" },
  stag: { icon: Stag, tint: "#4e7426" },
  turtle: { icon: Turtle, tint: "#1d6f55" },
  wolf: { icon: Wolf, tint: "#33638f" },
  fox: { icon: Fox, tint: "#b2501a" },
  owl: { icon: Owl, tint: "#80640a" },
  snake: { icon: Snake, tint: "#9c2544" },
  catfish: { icon: Catfish, tint: "#1a5b9e" },
};
const ASPECTS: Record<string, Component> = {
  Determination,
  Courage,
  Vigor,
  Rivalry,
  Fury,
  Cunning,
  Patience,
  Memory,
  Menace,
  Resilience,
  Agility,
  Hunger,
};
const PLAIN = "#7c4a2b"; // basic aspects belong to nobody: the wood of the pole

/** The picture and the colour of a card. */
export function sign(card: AspectCard): { icon: Component; tint: string } {
  const own = SPIRITS[card.spirit ?? (card.kind === "spirit" ? card.code : "")];
  return own ?? { icon: ASPECTS[card.name] ?? Challenge, tint: PLAIN };
}
