"""KLAW: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from .state import CARDS, DICE, HAND, HELD, ITEMS, KEPT, KINDS, LOOK, SEATS, SLOTS

QUESTIONS = Questions(
    Question("reveal"),
    Question("start_fortify"),
    Question("main"),
    Question("pick_own_host"),
    Question("pick_replaced"),
    Question("pick_target_host"),
    Question("pick_target_player"),
    Question("answer"),
    Question("pick_item"),
    Question("pick_totem"),
    Question("pick_seen_card"),
    Question("pick_scouted"),
    Question("pick_recovered"),
    Question("fight_role"),
    Question("fight_dice"),
    Question("vessel"),
    Question("discard"),
    Question("deploy_now"),
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("reveal", "reveal {card}", hand=HELD),
    Verb("attach", "fortify with {card}", hand=HELD),
    Verb("done", "go on without fortifying"),
    Verb("deploy", "deploy {card}", hand=HELD),
    Verb("support", "play {card} as Support", hand=HELD),
    Verb("totem", "attach {card}", hand=HELD),
    Verb("item", "equip {card}", hand=HELD),
    Verb("consume", "use {card} at once", hand=HELD),
    Verb("action", "play {card}", hand=HELD),
    Verb("attack", "attack with {card}", slot=SLOTS),
    Verb("remove", "take {card} back into the hand", use="name", slot=SLOTS, totem=KEPT),
    Verb("use", "use {card}", slot=SLOTS, item=ITEMS),
    Verb("promote", "make {card} the Champion", slot=SLOTS),
    Verb("pass", "pass"),
    Verb("host", "choose {card}", use="name", slot=SLOTS),
    Verb("replace", "replace {card}", use="discard", item=ITEMS),
    Verb("target", "aim at {card}", use="name", seat=SEATS, slot=SLOTS),
    Verb("player", "aim at player {target}", seat=SEATS),
    Verb("decline", "let it happen"),
    Verb("answer_item", "answer with {card}", slot=SLOTS, item=ITEMS),
    Verb("answer_hand", "answer with {card} from the hand", hand=HELD),
    Verb("answer_totem", "answer with the power of {card}", slot=SLOTS, totem=KEPT),
    Verb("answer_reveal", "reveal {card} and answer with it", hand=HELD),
    Verb("answer_talent", "answer with the talent of {card}", slot=SLOTS),
    Verb("pick_item", "choose {card}", use="name", item=ITEMS),
    Verb("pick_totem", "choose {card}", use="name", totem=KEPT),
    Verb("take", "take {card}", use="name", card=CARDS),
    Verb("nothing", "take nothing"),
    Verb("scout", "take {card}", use="name", place=LOOK),
    Verb("recover", "take {card} from the Discard Pile", use="name", kind=KINDS),
    Verb("roll", "roll the dice"),
    Verb("fight_item", "use {card} instead of rolling", item=ITEMS),
    Verb("lend", "call on {card} instead of rolling", slot=SLOTS),
    Verb("flee", "flee with {card}", source=KEPT + 1),
    Verb("dice", "roll {number} dice", number=DICE),
    Verb("vessel", "put {card} into the vessel", totem=KEPT),
    Verb("discard", "discard {card}", use="discard", hand=HAND),
    Verb("deploy_now", "deploy {card} at once"),
    Verb("keep", "keep the card in hand"),
)
V, A = ACTIONS.numbers, ACTIONS.first
