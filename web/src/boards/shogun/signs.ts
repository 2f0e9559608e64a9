// The pictures of The Shogun's Chosen: figures, cards, conditions, actions.

import type { Component } from "svelte";
import Anvil from "~icons/game-icons/anvil";
import Archer from "~icons/game-icons/archer";
import BandageRoll from "~icons/game-icons/bandage-roll";
import BeerBottle from "~icons/game-icons/beer-bottle";
import BleedingWound from "~icons/game-icons/bleeding-wound";
import Bo from "~icons/game-icons/bo";
import BowArrow from "~icons/game-icons/bow-arrow";
import Broadsword from "~icons/game-icons/broadsword";
import Caltrops from "~icons/game-icons/caltrops";
import Cancel from "~icons/game-icons/cancel";
import CheckMark from "~icons/game-icons/check-mark";
import Claws from "~icons/game-icons/claws";
import Coffin from "~icons/game-icons/coffin";
import CrossedSwords from "~icons/game-icons/crossed-swords";
import CurvyKnife from "~icons/game-icons/curvy-knife";
import Drum from "~icons/game-icons/drum";
import Falling from "~icons/game-icons/falling";
import Fangs from "~icons/game-icons/fangs";
import FireworkRocket from "~icons/game-icons/firework-rocket";
import FlamingArrow from "~icons/game-icons/flaming-arrow";
import FloatingGhost from "~icons/game-icons/floating-ghost";
import Flute from "~icons/game-icons/flute";
import Footsteps from "~icons/game-icons/footsteps";
import FoxHead from "~icons/game-icons/fox-head";
import Glaive from "~icons/game-icons/glaive";
import Grapple from "~icons/game-icons/grapple";
import GriffinSymbol from "~icons/game-icons/griffin-symbol";
import GrimReaper from "~icons/game-icons/grim-reaper";
import Halberd from "~icons/game-icons/halberd";
import HandheldFan from "~icons/game-icons/handheld-fan";
import HighShot from "~icons/game-icons/high-shot";
import Hourglass from "~icons/game-icons/hourglass";
import Incense from "~icons/game-icons/incense";
import Katana from "~icons/game-icons/katana";
import Key from "~icons/game-icons/key";
import Knapsack from "~icons/game-icons/knapsack";
import Kusarigama from "~icons/game-icons/kusarigama";
import Lamellar from "~icons/game-icons/lamellar";
import LightningStorm from "~icons/game-icons/lightning-storm";
import Medicines from "~icons/game-icons/medicines";
import Molotov from "~icons/game-icons/molotov";
import MonkFace from "~icons/game-icons/monk-face";
import MoonOrbit from "~icons/game-icons/moon-orbit";
import Musket from "~icons/game-icons/musket";
import NinjaHead from "~icons/game-icons/ninja-head";
import Oni from "~icons/game-icons/oni";
import Onigori from "~icons/game-icons/onigori";
import PaperLantern from "~icons/game-icons/paper-lantern";
import PocketBow from "~icons/game-icons/pocket-bow";
import PoisonBottle from "~icons/game-icons/poison-bottle";
import PrayerBeads from "~icons/game-icons/prayer-beads";
import QuickSlash from "~icons/game-icons/quick-slash";
import Raven from "~icons/game-icons/raven";
import RingingBell from "~icons/game-icons/ringing-bell";
import RollingDices from "~icons/game-icons/rolling-dices";
import RopeDart from "~icons/game-icons/rope-dart";
import RoundStrawBale from "~icons/game-icons/round-straw-bale";
import Sai from "~icons/game-icons/sai";
import SamuraiHelmet from "~icons/game-icons/samurai-helmet";
import Scissors from "~icons/game-icons/scissors";
import ScrollQuill from "~icons/game-icons/scroll-quill";
import ScrollUnfurled from "~icons/game-icons/scroll-unfurled";
import ShamblingZombie from "~icons/game-icons/shambling-zombie";
import ShardSword from "~icons/game-icons/shard-sword";
import SharpHalberd from "~icons/game-icons/sharp-halberd";
import ShintoShrine from "~icons/game-icons/shinto-shrine";
import Shuriken from "~icons/game-icons/shuriken";
import SightDisabled from "~icons/game-icons/sight-disabled";
import SmokeBomb from "~icons/game-icons/smoke-bomb";
import Spears from "~icons/game-icons/spears";
import SpiderMask from "~icons/game-icons/spider-mask";
import SpikedBat from "~icons/game-icons/spiked-bat";
import Sprint from "~icons/game-icons/sprint";
import Spyglass from "~icons/game-icons/spyglass";
import Stiletto from "~icons/game-icons/stiletto";
import StoneBlock from "~icons/game-icons/stone-block";
import StoneTablet from "~icons/game-icons/stone-tablet";
import StopSign from "~icons/game-icons/stop-sign";
import SwitchWeapon from "~icons/game-icons/switch-weapon";
import SwordSlice from "~icons/game-icons/sword-slice";
import Swordman from "~icons/game-icons/swordman";
import TestTubes from "~icons/game-icons/test-tubes";
import ThunderStruck from "~icons/game-icons/thunder-struck";
import TiedScroll from "~icons/game-icons/tied-scroll";
import Tongue from "~icons/game-icons/tongue";
import Trident from "~icons/game-icons/trident";
import TurtleShell from "~icons/game-icons/turtle-shell";
import VoodooDoll from "~icons/game-icons/voodoo-doll";
import Walk from "~icons/game-icons/walk";
import Warhammer from "~icons/game-icons/warhammer";
import WaterDrop from "~icons/game-icons/water-drop";
import WaterGallon from "~icons/game-icons/water-gallon";
import Whistle from "~icons/game-icons/whistle";
import WitchFace from "~icons/game-icons/witch-face";
import WizardStaff from "~icons/game-icons/wizard-staff";
import WoodClub from "~icons/game-icons/wood-club";
import YinYang from "~icons/game-icons/yin-yang";

/** By the name of a figure without its colour. */
export const FIGURES: Record<string, Component> = {
  akira: SamuraiHelmet,
  hikaru: NinjaHead,
  tomoe: Archer,
  jinen: MonkFace,
  akaname: Tongue,
  ashigaru: Spears,
  jikininki: ShamblingZombie,
  kachi: Swordman,
  kappa: TurtleShell,
  onryo: FloatingGhost,
  shikome: WitchFace,
  blood_oni: Oni,
  shinigami: GrimReaper,
  nue: GriffinSymbol,
  undertaker: Coffin,
  landolfo: Musket,
  sedrik: Warhammer,
  silk_widow: SpiderMask,
  storm_tengu: Raven,
  decoy: VoodooDoll,
};

/** By the code of a card without the number of its copy. */
export const CARDS: Record<string, Component> = {
  katana: Katana,
  tachi: Katana,
  odachi: Broadsword,
  daisho: CrossedSwords,
  grass_cutter: ShardSword,
  yari: Spears,
  jumonji_yari: Trident,
  naginata: SharpHalberd,
  ko_naginata: Halberd,
  silver_naginata: Glaive,
  sohei_glaive: Glaive,
  kodachi: Stiletto,
  ninjato: Sai,
  moonless_blade: CurvyKnife,
  fang_of_fuma: Fangs,
  shuriken: Shuriken,
  kusarigama: Kusarigama,
  tekko_kagi: Claws,
  fukiya: Flute,
  hankyu: BowArrow,
  yumi: PocketBow,
  daikyu: HighShot,
  fire_arrows: FlamingArrow,
  moonstring: MoonOrbit,
  jo_staff: Bo,
  shakujo: WizardStaff,
  juzu: PrayerBeads,
  gunbai: HandheldFan,
  vajra: ThunderStruck,
  thousand_bells: RingingBell,
  kanabo: SpikedBat,
  konsaibo: WoodClub,
  antidote: TestTubes,
  armour_kit: Anvil,
  bandages: BandageRoll,
  burning_oil: Molotov,
  caltrops: Caltrops,
  firecracker: FireworkRocket,
  fox_mask: FoxHead,
  grappling_hook: Grapple,
  hawk_whistle: Whistle,
  healing_salve: Medicines,
  ki_incense: Incense,
  lantern_of_truth: PaperLantern,
  meditation_beads: PrayerBeads,
  momotaro_dango: RoundStrawBale,
  ofuda: TiedScroll,
  omikuji: ScrollUnfurled,
  rice_ball: Onigori,
  rope_dart: RopeDart,
  sacred_sake: BeerBottle,
  sake_gourd: WaterGallon,
  shrine_bell: RingingBell,
  smoke_pellet: SmokeBomb,
  spring_water: WaterDrop,
  spyglass: Spyglass,
  straw_doll: VoodooDoll,
  thunder_drum: Drum,
  war_fan: HandheldFan,
  whetstone: StoneBlock,
  granary_key: Key,
  funeral_tablet: StoneTablet,
  mountain_writ: ScrollQuill,
  oni_bell: RingingBell,
  silk_shears: Scissors,
  storm_seal: LightningStorm,
};

/** For cards that have no picture of their own. */
export const SORTS: Record<string, Component> = {
  weapon: Katana,
  armour: Lamellar,
  item: Knapsack,
  special: TiedScroll,
  event: ScrollUnfurled,
  ai: Oni,
  oracle: YinYang,
};

/** What lies on a creature. */
export const CONDITIONS: Record<string, Component> = {
  poisoned: PoisonBottle,
  bleeding: BleedingWound,
  downed: Falling,
  blinded: SightDisabled,
};

/** By the verb of a choice. */
export const ACTS: Record<string, Component> = {
  move: Footsteps,
  reroll_ki: RollingDices,
  end: Hourglass,
  kami_mode: ShintoShrine,
  walk: Walk,
  exert: Sprint,
  stop: StopSign,
  roll: RollingDices,
  fast: QuickSlash,
  strong: SwordSlice,
  weapons: SwitchWeapon,
  yes: CheckMark,
  no: Cancel,
  none: Cancel,
  done: CheckMark,
};

export function pictureOf(code: string, sort: string): Component {
  return CARDS[code.replace(/\.\d+$/, "")] ?? SORTS[sort] ?? SORTS.oracle;
}

export function figureOf(name: string): Component {
  return FIGURES[name.split("-")[0]] ?? FIGURES.blood_oni;
}
