// The pictures of KLAW: one for each kind of card, one for each marker.

import type { Component } from "svelte";
import Acrobatic from "~icons/game-icons/acrobatic";
import Amphora from "~icons/game-icons/amphora";
import Anchor from "~icons/game-icons/anchor";
import Atom from "~icons/game-icons/atom";
import BallerinaShoes from "~icons/game-icons/ballerina-shoes";
import Barbarian from "~icons/game-icons/barbarian";
import Bat from "~icons/game-icons/bat";
import BearHead from "~icons/game-icons/bear-head";
import Binoculars from "~icons/game-icons/binoculars";
import BleedingHeart from "~icons/game-icons/bleeding-heart";
import BloodySword from "~icons/game-icons/bloody-sword";
import Bo from "~icons/game-icons/bo";
import Boar from "~icons/game-icons/boar";
import BowieKnife from "~icons/game-icons/bowie-knife";
import BoxingGlove from "~icons/game-icons/boxing-glove";
import Breastplate from "~icons/game-icons/breastplate";
import BrokenAxe from "~icons/game-icons/broken-axe";
import BuffaloHead from "~icons/game-icons/buffalo-head";
import BulletImpacts from "~icons/game-icons/bullet-impacts";
import BurningSkull from "~icons/game-icons/burning-skull";
import CagedBall from "~icons/game-icons/caged-ball";
import CandleLight from "~icons/game-icons/candle-light";
import CardAceSpades from "~icons/game-icons/card-ace-spades";
import CardPickup from "~icons/game-icons/card-pickup";
import CargoCrate from "~icons/game-icons/cargo-crate";
import Cat from "~icons/game-icons/cat";
import ChessKnight from "~icons/game-icons/chess-knight";
import Claws from "~icons/game-icons/claws";
import CoffeeCup from "~icons/game-icons/coffee-cup";
import CrocJaws from "~icons/game-icons/croc-jaws";
import CrystalBall from "~icons/game-icons/crystal-ball";
import Dart from "~icons/game-icons/dart";
import DeskLamp from "~icons/game-icons/desk-lamp";
import DiceSixFacesSix from "~icons/game-icons/dice-six-faces-six";
import DragonHead from "~icons/game-icons/dragon-head";
import DramaMasks from "~icons/game-icons/drama-masks";
import Drop from "~icons/game-icons/drop";
import EagleHead from "~icons/game-icons/eagle-head";
import ElephantHead from "~icons/game-icons/elephant-head";
import FamilyTree from "~icons/game-icons/family-tree";
import Fencer from "~icons/game-icons/fencer";
import FireAxe from "~icons/game-icons/fire-axe";
import FireExtinguisher from "~icons/game-icons/fire-extinguisher";
import FirstAidKit from "~icons/game-icons/first-aid-kit";
import FishingNet from "~icons/game-icons/fishing-net";
import FoxHead from "~icons/game-icons/fox-head";
import Ghost from "~icons/game-icons/ghost";
import Goat from "~icons/game-icons/goat";
import Grenade from "~icons/game-icons/grenade";
import Handcuffs from "~icons/game-icons/handcuffs";
import HeadbandKnot from "~icons/game-icons/headband-knot";
import Healing from "~icons/game-icons/healing";
import HolySymbol from "~icons/game-icons/holy-symbol";
import HolyWater from "~icons/game-icons/holy-water";
import HorseHead from "~icons/game-icons/horse-head";
import House from "~icons/game-icons/house";
import Hut from "~icons/game-icons/hut";
import IceBolt from "~icons/game-icons/ice-bolt";
import IceCubes from "~icons/game-icons/ice-cubes";
import Katana from "~icons/game-icons/katana";
import KevlarVest from "~icons/game-icons/kevlar-vest";
import Key from "~icons/game-icons/key";
import Lighthouse from "~icons/game-icons/lighthouse";
import LightningStorm from "~icons/game-icons/lightning-storm";
import LockedBox from "~icons/game-icons/locked-box";
import MagicHat from "~icons/game-icons/magic-hat";
import Matchbox from "~icons/game-icons/matchbox";
import Megaphone from "~icons/game-icons/megaphone";
import MirrorMirror from "~icons/game-icons/mirror-mirror";
import Molotov from "~icons/game-icons/molotov";
import MonclerJacket from "~icons/game-icons/moncler-jacket";
import Monkey from "~icons/game-icons/monkey";
import Mortar from "~icons/game-icons/mortar";
import MuscleUp from "~icons/game-icons/muscle-up";
import MusicalNotes from "~icons/game-icons/musical-notes";
import Musket from "~icons/game-icons/musket";
import NightSleep from "~icons/game-icons/night-sleep";
import NunFace from "~icons/game-icons/nun-face";
import Owl from "~icons/game-icons/owl";
import PirateCaptain from "~icons/game-icons/pirate-captain";
import PirateHook from "~icons/game-icons/pirate-hook";
import PocketWatch from "~icons/game-icons/pocket-watch";
import PoisonBottle from "~icons/game-icons/poison-bottle";
import PoisonGas from "~icons/game-icons/poison-gas";
import PoliceBadge from "~icons/game-icons/police-badge";
import PowderBag from "~icons/game-icons/powder-bag";
import PrayerBeads from "~icons/game-icons/prayer-beads";
import PsychicWaves from "~icons/game-icons/psychic-waves";
import Rabbit from "~icons/game-icons/rabbit";
import Rat from "~icons/game-icons/rat";
import Reticule from "~icons/game-icons/reticule";
import RiotShield from "~icons/game-icons/riot-shield";
import RobberHand from "~icons/game-icons/robber-hand";
import RobberMask from "~icons/game-icons/robber-mask";
import RollingDices from "~icons/game-icons/rolling-dices";
import Rooster from "~icons/game-icons/rooster";
import Run from "~icons/game-icons/run";
import SaltShaker from "~icons/game-icons/salt-shaker";
import Scalpel from "~icons/game-icons/scalpel";
import SharkJaws from "~icons/game-icons/shark-jaws";
import ShieldEchoes from "~icons/game-icons/shield-echoes";
import SittingDog from "~icons/game-icons/sitting-dog";
import SmokeBomb from "~icons/game-icons/smoke-bomb";
import Snake from "~icons/game-icons/snake";
import SnakeBite from "~icons/game-icons/snake-bite";
import Snatch from "~icons/game-icons/snatch";
import Snowflake2 from "~icons/game-icons/snowflake-2";
import Spade from "~icons/game-icons/spade";
import SpiderAlt from "~icons/game-icons/spider-alt";
import SpikedShield from "~icons/game-icons/spiked-shield";
import Steak from "~icons/game-icons/steak";
import StrongMan from "~icons/game-icons/strong-man";
import SunPriest from "~icons/game-icons/sun-priest";
import SwitchWeapon from "~icons/game-icons/switch-weapon";
import Syringe from "~icons/game-icons/syringe";
import Teleport from "~icons/game-icons/teleport";
import TestTubes from "~icons/game-icons/test-tubes";
import TigerHead from "~icons/game-icons/tiger-head";
import Toolbox from "~icons/game-icons/toolbox";
import Turtle from "~icons/game-icons/turtle";
import TwoCoins from "~icons/game-icons/two-coins";
import VampireDracula from "~icons/game-icons/vampire-dracula";
import WinchesterRifle from "~icons/game-icons/winchester-rifle";
import WindSlap from "~icons/game-icons/wind-slap";
import WireCoil from "~icons/game-icons/wire-coil";
import WitchFace from "~icons/game-icons/witch-face";
import WolfHead from "~icons/game-icons/wolf-head";
import WolfTrap from "~icons/game-icons/wolf-trap";
import Wrench from "~icons/game-icons/wrench";
import CheckedShield from "~icons/game-icons/checked-shield";
import Sleepy from "~icons/game-icons/sleepy";
import Poison from "~icons/game-icons/poison";
import Flame from "~icons/game-icons/flame";
import Manacles from "~icons/game-icons/manacles";
import Sofa from "~icons/game-icons/sofa";
import FrozenBlock from "~icons/game-icons/frozen-block";
import Enrage from "~icons/game-icons/enrage";
import Haunting from "~icons/game-icons/haunting";

/** By the code of a card without the number of its copy. */
export const PICTURES: Record<string, Component> = {
  surgeon: Scalpel,
  apothecary: Mortar,
  bailiff: PoliceBadge,
  saboteur: Wrench,
  poisoner: PoisonBottle,
  hypnotist: PocketWatch,
  cutpurse: RobberMask,
  bodyguard: ShieldEchoes,
  clairvoyant: CrystalBall,
  highroller: RollingDices,
  corsair: PirateCaptain,
  unshaken: Lighthouse,
  hedgewitch: WitchFace,
  abbess: NunFace,
  atlas: StrongMan,
  hermit: Hut,
  physicist: Atom,
  handler: SnakeBite,
  firefighter: FireAxe,
  insomniac: CoffeeCup,
  escapist: MagicHat,
  duellist: Fencer,
  berserker: Barbarian,
  sentinel: SpikedShield,
  hunter: Musket,
  boxer: BoxingGlove,
  bloodletter: VampireDracula,
  arsonist: Matchbox,
  icecutter: IceCubes,
  exorcist: HolySymbol,
  tinker: Toolbox,
  gravedigger: Spade,
  strategist: ChessKnight,
  ironman: Anchor,
  mirrordancer: BallerinaShoes,
  provocateur: Megaphone,
  medium: CandleLight,
  wrestler: MuscleUp,
  sharpshooter: WinchesterRifle,
  acrobat: Acrobatic,
  trapper: WolfTrap,
  matriarch: FamilyTree,
  cardsharp: CardAceSpades,
  martyr: BleedingHeart,
  smuggler: CargoCrate,
  sunmonk: SunPriest,
  nihilist: BurningSkull,
  rat: Rat,
  buffalo: BuffaloHead,
  tiger: TigerHead,
  rabbit: Rabbit,
  dragon: DragonHead,
  snake: Snake,
  horse: HorseHead,
  goat: Goat,
  monkey: Monkey,
  rooster: Rooster,
  dog: SittingDog,
  pig: Boar,
  bear: BearHead,
  wolf: WolfHead,
  cat: Cat,
  eagle: EagleHead,
  shark: SharkJaws,
  crocodile: CrocJaws,
  bat: Bat,
  elephant: ElephantHead,
  spider: SpiderAlt,
  owl: Owl,
  turtle: Turtle,
  fox: FoxHead,
  grenade: Grenade,
  knife: BowieKnife,
  katana: Katana,
  gauntlets: Claws,
  kevlar: KevlarVest,
  riotshield: RiotShield,
  plate: Breastplate,
  bostaff: Bo,
  medkit: FirstAidKit,
  coat: MonclerJacket,
  adrenaline: Syringe,
  antidote: TestTubes,
  extinguisher: FireExtinguisher,
  key: Key,
  salts: PowderBag,
  smoke: SmokeBomb,
  mirror: MirrorMirror,
  containment: CagedBall,
  urn: Amphora,
  beads: PrayerBeads,
  loadeddie: DiceSixFacesSix,
  focusband: HeadbandKnot,
  coin: TwoCoins,
  lockbox: LockedBox,
  chainnet: FishingNet,
  scope: Reticule,
  frostblade: IceBolt,
  salt: SaltShaker,
  rawmeat: Steak,
  shot: BulletImpacts,
  bloodprice: BloodySword,
  backlash: PsychicWaves,
  gasmain: PoisonGas,
  dart: Dart,
  molotov: Molotov,
  tranquilizer: NightSleep,
  lullaby: MusicalNotes,
  shackles: Handcuffs,
  pickpocket: Snatch,
  sleight: CardPickup,
  turncoat: DramaMasks,
  pressgang: PirateHook,
  exorcism: HolyWater,
  banishment: Teleport,
  heist: RobberHand,
  overload: LightningStorm,
  interrogation: DeskLamp,
  crossedwires: WireCoil,
  sabotage: BrokenAxe,
  quickswap: SwitchWeapon,
  purge: Healing,
  safehouse: House,
  stakeout: Binoculars,
  coldsnap: Snowflake2,
  bloodscent: Drop,
  gravewhisper: Ghost,
  panic: Run,
  secondwind: WindSlap,
};

/** By the name of a state. */
export const MARKS: Record<string, Component> = {
  protected: CheckedShield,
  asleep: Sleepy,
  poisoned: Poison,
  burning: Flame,
  shackled: Manacles,
  resting: Sofa,
  frozen: FrozenBlock,
  frenzied: Enrage,
  haunted: Haunting,
};

export function pictureOf(code: string): Component | undefined {
  return PICTURES[code.replace(/\d+$/, "")];
}
