"""The Shogun's Chosen: the decisions of the rulebook, and all that can be answered."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from .state import (
    ARMOUR_HELD,
    CREATURES,
    DICE,
    DOORS,
    FIGURES,
    HEROES,
    ITEMS_HELD,
    KAMI,
    MARKET_ROW,
    POINTS,
    RESISTORS,
    SLOTS,
    SMITH,
    SPAWNS,
    SQUARES,
    TECHNIQUES,
    WEAPONS_HELD,
)

# ---- the decisions of the rulebook ---------------------------------------------------------------

PHASES = (
    "build.attribute",
    "build.skill",
    "share.main",
    "place.character",
    "event.choose",
    "event.who",
    "event.ki",
    "init.order",
    "init.use",
    "init.swap",
    "act.main",
    "move.step",
    "ki.reroll",
    "attack.target",
    "attack.kind",
    "attack.skill",
    "attack.focus",
    "attack.spread",
    "attack.reroll",
    "attack.yinyang",
    "effect.target",
    "effect.square",
    "effect.choose",
    "effect.ki",
    "effect.cure",
    "interact.what",
    "trade.give",
    "limit.discard",
    "react.bless",
    "react.counter",
    "react.kami",
    "enemy.target",
    "enemy.square",
    "spawn.point",
    "spawn.square",
    "end.attribute",
    "level.attribute",
    "level.skill",
    "kami.change",
    "interlude.main",
    "over",
)
QUESTIONS = Questions(*map(Question, PHASES))
(
    P_BUILD_ATTRIBUTE,
    P_BUILD_SKILL,
    P_SHARE,
    P_PLACE,
    P_EVENT_CHOOSE,
    P_EVENT_WHO,
    P_EVENT_KI,
    P_ORDER,
    P_USE,
    P_SWAP,
    P_ACT,
    P_MOVE,
    P_KI_REROLL,
    P_TARGET,
    P_KIND,
    P_SKILL,
    P_FOCUS,
    P_SPREAD,
    P_REROLL,
    P_YINYANG,
    P_EFFECT_TARGET,
    P_EFFECT_SQUARE,
    P_EFFECT_CHOOSE,
    P_EFFECT_KI,
    P_CURE,
    P_INTERACT,
    P_TRADE,
    P_LIMIT,
    P_BLESS,
    P_COUNTER,
    P_KAMI_REACT,
    P_ENEMY_TARGET,
    P_ENEMY_SQUARE,
    P_SPAWN_POINT,
    P_SPAWN_SQUARE,
    P_END_ATTRIBUTE,
    P_LEVEL_ATTRIBUTE,
    P_LEVEL_SKILL,
    P_KAMI_CHANGE,
    P_INTERLUDE,
    P_OVER,
) = range(len(PHASES))

# ---- actions -------------------------------------------------------------------------------------

ACTIONS = Actions(
    Verb("raise", "raise {target}", attribute=4),
    Verb("lose", "lose a point of {target}", attribute=4),
    Verb("side", "take {target}", side=2),
    Verb("trade", "open an exchange between {target}", pair=6),
    Verb("equip", "{target} takes {card} in hand", holder=HEROES, weapon=2),
    Verb("done", "done"),
    Verb("arrive", "stand on arrival square {target}", arrival=4),
    Verb("option", "{target}", option=2),
    Verb("choose", "choose {target}", figure=FIGURES),
    Verb("square", "take square {target}", square=SQUARES),
    Verb("spawn", "spawn point {target}", point=SPAWNS),
    Verb("raise_ki", "change the die on {target}", slot=SLOTS),
    Verb("order", "apply effect {target} next", effect=8),
    Verb("use_on", "use the skill on {target}", creature=CREATURES),
    Verb("no", "no"),
    Verb("yes", "yes"),
    Verb("swap", "swap the cards of {target}", pair=6),
    Verb("none", "none"),
    Verb("move", "move"),
    Verb("walk", "walk off bonus movement points"),
    Verb("technique", "use the technique {target}", skill=TECHNIQUES),
    Verb("reroll_ki", "reroll Ki dice"),
    Verb("attack", "attack"),
    Verb("interact", "interact"),
    Verb("item", "use {card}", item=ITEMS_HELD),
    Verb("end", "end the activation"),
    Verb("place_ki", "place a {number} on {target}", value=6, slot=SLOTS),
    Verb("withdraw_ki", "withdraw the die of {target}", slot=SLOTS),
    Verb("take_head", "take a head from {target}", square=SQUARES),
    Verb("kami_mode", "enter Kami Mode"),
    Verb("step", "step {target}", direction=8),
    Verb("exert", "exert for 3 movement points"),
    Verb("stop", "stop"),
    Verb("pick_slot", "reroll the die of {target}", slot=SLOTS),
    Verb("pick_supply", "reroll a {number} of the supply", value=6),
    Verb("pick_exhausted", "reroll an exhausted die"),
    Verb("roll", "roll"),
    Verb("target", "attack {target}", figure=CREATURES),
    Verb("fast", "a fast attack"),
    Verb("strong", "a strong attack"),
    Verb("skill", "with {target}", skill=TECHNIQUES),
    Verb("die", "reroll die {target}", die=DICE),
    Verb("cancel", "rather not"),
    Verb("point", "interact with {target}", point=POINTS),
    Verb("door", "open door {target}", door=DOORS),
    Verb("resistor", "speak to {target}", resistor=RESISTORS),
    Verb("partner", "exchange with {target}", character=HEROES),
    Verb("weapons", "change weapons"),
    Verb("give_item", "{target} gives {card}", use="name", giver=2, item=ITEMS_HELD),
    Verb("give_weapon", "{target} gives {card}", use="name", giver=2, weapon=2),
    Verb("give_armour", "{target} gives {card}", use="name", giver=2),
    Verb("give_coins", "{target} gives {number} coins", giver=2, amount=3),
    Verb("give_heads", "{target} gives {number} heads", giver=2, amount=2),
    Verb("give_boss_heads", "{target} gives {number} boss heads", giver=2, amount=2),
    Verb("give_karma", "{target} gives karma", giver=2),
    Verb("give_blessed", "{target} gives a blessed token", giver=2),
    Verb("discard", "put {card} back", use="discard", card=WEAPONS_HELD + ARMOUR_HELD + ITEMS_HELD),
    Verb("bless", "discard a blessed token instead"),
    Verb("accept", "accept the condition"),
    Verb("cure", "be rid of {target}", condition=4),
    Verb("take_kami", "change the Kami: {target}", character=HEROES, kami=KAMI),
    Verb("sell_heads", "{target} sells {number} heads", character=HEROES, amount=2),
    Verb("sell_boss_heads", "{target} sells {number} boss heads", character=HEROES, amount=2),
    Verb("buy_market", "{target} buys {card}", use="name", character=HEROES, card=MARKET_ROW),
    Verb("buy_smith", "{target} buys {card}", use="name", character=HEROES, card=SMITH),
    Verb("repair", "{target} repairs {number} armour", character=HEROES, amount=2),
    Verb("devote", "{target} devotes 3 karma", character=HEROES),
)
(
    V_RAISE,
    V_LOSE,
    V_SIDE,
    V_TRADE,
    V_EQUIP,
    V_DONE,
    V_ARRIVE,
    V_OPTION,
    V_CHOOSE,
    V_SQUARE,
    V_SPAWN,
    V_RAISE_KI,
    V_ORDER,
    V_USE_ON,
    V_NO,
    V_YES,
    V_SWAP,
    V_NONE,
    V_MOVE,
    V_WALK,
    V_TECHNIQUE,
    V_REROLL_KI,
    V_ATTACK,
    V_INTERACT,
    V_ITEM,
    V_END,
    V_PLACE_KI,
    V_WITHDRAW_KI,
    V_TAKE_HEAD,
    V_KAMI_MODE,
    V_STEP,
    V_EXERT,
    V_STOP,
    V_PICK_SLOT,
    V_PICK_SUPPLY,
    V_PICK_EXHAUSTED,
    V_ROLL,
    V_TARGET,
    V_FAST,
    V_STRONG,
    V_SKILL,
    V_DIE,
    V_CANCEL,
    V_POINT,
    V_DOOR,
    V_RESISTOR,
    V_PARTNER,
    V_WEAPONS,
    V_GIVE_ITEM,
    V_GIVE_WEAPON,
    V_GIVE_ARMOUR,
    V_GIVE_COINS,
    V_GIVE_HEADS,
    V_GIVE_BOSS_HEADS,
    V_GIVE_KARMA,
    V_GIVE_BLESSED,
    V_DISCARD,
    V_BLESS,
    V_ACCEPT,
    V_CURE,
    V_TAKE_KAMI,
    V_SELL_HEADS,
    V_SELL_BOSS_HEADS,
    V_BUY_MARKET,
    V_BUY_SMITH,
    V_REPAIR,
    V_DEVOTE,
) = range(len(ACTIONS.verbs))
A_RAISE = ACTIONS.base("raise")
A_LOSE = ACTIONS.base("lose")
A_SIDE = ACTIONS.base("side")
A_TRADE = ACTIONS.base("trade")
A_EQUIP = ACTIONS.base("equip")
A_DONE = ACTIONS.base("done")
A_ARRIVE = ACTIONS.base("arrive")
A_OPTION = ACTIONS.base("option")
A_CHOOSE = ACTIONS.base("choose")
A_SQUARE = ACTIONS.base("square")
A_SPAWN = ACTIONS.base("spawn")
A_RAISE_KI = ACTIONS.base("raise_ki")
A_ORDER = ACTIONS.base("order")
A_USE_ON = ACTIONS.base("use_on")
A_NO = ACTIONS.base("no")
A_YES = ACTIONS.base("yes")
A_SWAP = ACTIONS.base("swap")
A_NONE = ACTIONS.base("none")
A_MOVE = ACTIONS.base("move")
A_WALK = ACTIONS.base("walk")
A_TECHNIQUE = ACTIONS.base("technique")
A_REROLL_KI = ACTIONS.base("reroll_ki")
A_ATTACK = ACTIONS.base("attack")
A_INTERACT = ACTIONS.base("interact")
A_ITEM = ACTIONS.base("item")
A_END = ACTIONS.base("end")
A_PLACE_KI = ACTIONS.base("place_ki")
A_WITHDRAW_KI = ACTIONS.base("withdraw_ki")
A_TAKE_HEAD = ACTIONS.base("take_head")
A_KAMI_MODE = ACTIONS.base("kami_mode")
A_STEP = ACTIONS.base("step")
A_EXERT = ACTIONS.base("exert")
A_STOP = ACTIONS.base("stop")
A_PICK_SLOT = ACTIONS.base("pick_slot")
A_PICK_SUPPLY = ACTIONS.base("pick_supply")
A_PICK_EXHAUSTED = ACTIONS.base("pick_exhausted")
A_ROLL = ACTIONS.base("roll")
A_TARGET = ACTIONS.base("target")
A_FAST = ACTIONS.base("fast")
A_STRONG = ACTIONS.base("strong")
A_SKILL = ACTIONS.base("skill")
A_DIE = ACTIONS.base("die")
A_CANCEL = ACTIONS.base("cancel")
A_POINT = ACTIONS.base("point")
A_DOOR = ACTIONS.base("door")
A_RESISTOR = ACTIONS.base("resistor")
A_PARTNER = ACTIONS.base("partner")
A_WEAPONS = ACTIONS.base("weapons")
A_GIVE_ITEM = ACTIONS.base("give_item")
A_GIVE_WEAPON = ACTIONS.base("give_weapon")
A_GIVE_ARMOUR = ACTIONS.base("give_armour")
A_GIVE_COINS = ACTIONS.base("give_coins")
A_GIVE_HEADS = ACTIONS.base("give_heads")
A_GIVE_BOSS_HEADS = ACTIONS.base("give_boss_heads")
A_GIVE_KARMA = ACTIONS.base("give_karma")
A_GIVE_BLESSED = ACTIONS.base("give_blessed")
A_DISCARD = ACTIONS.base("discard")
A_BLESS = ACTIONS.base("bless")
A_ACCEPT = ACTIONS.base("accept")
A_CURE = ACTIONS.base("cure")
A_TAKE_KAMI = ACTIONS.base("take_kami")
A_SELL_HEADS = ACTIONS.base("sell_heads")
A_SELL_BOSS_HEADS = ACTIONS.base("sell_boss_heads")
A_BUY_MARKET = ACTIONS.base("buy_market")
A_BUY_SMITH = ACTIONS.base("buy_smith")
A_REPAIR = ACTIONS.base("repair")
A_DEVOTE = ACTIONS.base("devote")
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
DIRECTIONS = ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left")
