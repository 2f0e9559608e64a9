// The pictures of Tossing Tiger: an animal and a colour for each kind.

import type { Component } from "svelte";
import Bull from "~icons/game-icons/charging-bull";
import Chameleon from "~icons/game-icons/gecko";
import Frog from "~icons/game-icons/frog";
import Leopard from "~icons/game-icons/feline";
import Crane from "~icons/game-icons/heron";
import Horse from "~icons/game-icons/horse-head";
import Monkey from "~icons/game-icons/monkey";
import Panda from "~icons/game-icons/panda";
import Bird from "~icons/game-icons/parrot-head";
import Mantis from "~icons/game-icons/praying-mantis";
import RedPanda from "~icons/game-icons/raccoon-head";
import Rooster from "~icons/game-icons/rooster";
import Dragon from "~icons/game-icons/spiked-dragon-head";
import Snake from "~icons/game-icons/snake";
import Peacock from "~icons/game-icons/feathered-wing";
import Tiger from "~icons/game-icons/tiger-head";
import Turtle from "~icons/game-icons/turtle";
import Unicorn from "~icons/game-icons/unicorn";

export interface Sign {
  icon: Component;
  tint: string;
  name: string;
}

const SIGNS: Record<string, Sign> = {
  tiger: { icon: Tiger, tint: "#b3560c", name: "Tiger" },
  dragon: { icon: Dragon, tint: "#8f1d1d", name: "Dragon" },
  mantis: { icon: Mantis, tint: "#3e7a1d", name: "Mantis" },
  crane: { icon: Crane, tint: "#3b5a78", name: "Crane" },
  monkey: { icon: Monkey, tint: "#74491f", name: "Monkey" },
  panda: { icon: Panda, tint: "#333333", name: "Panda" },
  turtle: { icon: Turtle, tint: "#14705a", name: "Turtle" },
  leopard: { icon: Leopard, tint: "#87660a", name: "Leopard" },
  snake: { icon: Snake, tint: "#55701a", name: "Snake" },
  peacock: { icon: Peacock, tint: "#17648f", name: "Peacock" },
  bull: { icon: Bull, tint: "#7a2a2a", name: "Bull" },
  redpanda: { icon: RedPanda, tint: "#a1421c", name: "Red Panda" },
  chameleon: { icon: Chameleon, tint: "#2c7a4d", name: "Chameleon" },
  horse: { icon: Horse, tint: "#5b4636", name: "Horse" },
  unicorn: { icon: Unicorn, tint: "#6d4a9c", name: "Unicorn" },
  frog: { icon: Frog, tint: "#3f7f2a", name: "Frog" },
  rooster: { icon: Rooster, tint: "#b01b3c", name: "Rooster" },
  bird: { icon: Bird, tint: "#1d6a9a", name: "Bird" },
};

/** The picture of a card, by its code; all Roosters look alike. */
export function sign(code: string): Sign {
  return SIGNS[code.startsWith("rooster") ? "rooster" : code] ?? SIGNS.tiger;
}
