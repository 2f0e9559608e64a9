// The pictures of Totem: an animal for each power, a sign for each ability.

import type { Component } from "svelte";
import Badger from "~icons/game-icons/badger";
import Bear from "~icons/game-icons/bear-head";
import Otter from "~icons/game-icons/beaver";
import Boar from "~icons/game-icons/boar";
import Sword from "~icons/game-icons/broadsword";
import Requisition from "~icons/game-icons/card-draw";
import Elk from "~icons/game-icons/deer-head";
import Eye from "~icons/game-icons/eye-of-horus";
import Fox from "~icons/game-icons/fox";
import Frog from "~icons/game-icons/frog";
import Lynx from "~icons/game-icons/lynx-head";
import Mammoth from "~icons/game-icons/mammoth";
import Mouse from "~icons/game-icons/mouse";
import Hare from "~icons/game-icons/rabbit";
import Raven from "~icons/game-icons/raven";
import Shield from "~icons/game-icons/round-shield";
import Wolf from "~icons/game-icons/wolf-head";

export const ANIMALS: Record<string, Component> = {
  Mouse,
  Frog,
  Hare,
  Raven,
  Otter,
  Fox,
  Badger,
  Lynx,
  Wolf,
  Boar,
  Elk,
  Bear,
  Mammoth,
};

export const ABILITIES: Record<string, { icon: Component; name: string }> = {
  sword: { icon: Sword, name: "Sword" },
  shield: { icon: Shield, name: "Shield" },
  eye: { icon: Eye, name: "Eye" },
  requisition: { icon: Requisition, name: "Requisition" },
};
