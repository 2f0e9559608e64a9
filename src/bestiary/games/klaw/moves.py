"""KLAW: what can be asked, and what can be chosen, in the words of the table."""

from __future__ import annotations

from typing import Any

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.cards import Content
from bestiary.core.said import Said, either, many, row, said

from . import words
from .effects import DO, FX, POOL, SORT, TO
from .state import (
    CARDS,
    DICE,
    EFFECT,
    HAND,
    HAND_LIMIT,
    HELD,
    ITEMS,
    KEPT,
    KINDS,
    LOOK,
    OPT,
    PLAY,
    SEATS,
    SLOTS,
    SPOILS,
)
from .words import called, host_name


def ask_reveal(content: Content, s: Any) -> Said:
    squad = s.opt.mode == OPT.MODE_WERE_SQUAD
    role = "first Host" if squad else "Champion"
    return said("Reveal a Host from your hand: it becomes your {role}.", role=role)


def ask_start_fortify(content: Content, s: Any) -> Said:
    hand, p = s.hand[int(s.ask)], int(s.ask)
    cards = [int(hand[i]) for i in words.possible(content, s).get(V.ATTACH, [])]
    kinds = {content.cards[card].facts["kind"] for card in cards}
    ways = [way for kind, way in {"totem": "a Totem", "item": "an Item"}.items() if kind in kinds]
    host = host_name(content, s, p * SLOTS)
    if not ways:
        return said("No card of your hand can be attached to {host}: go on.", host=host)
    return said("Attach {what} to {host}, or go on without.", what=either(ways), host=host)


def ask_main(content: Content, s: Any) -> Said:
    found, p = words.possible(content, s), int(s.ask)
    attackers = either(host_name(content, s, p * SLOTS + slot) for slot in found.get(V.ATTACK, []))
    if V.PASS not in found:
        return said("Frenzy leaves you no choice: attack with {hosts}.", hosts=attackers)
    items = [word for verb, word in ((V.ITEM, "equip"), (V.CONSUME, "use")) if verb in found]
    if V.USE in found and "use" not in items:
        items.append("use")
    ways = [
        (V.ATTACK in found, said("attack with {hosts}", hosts=attackers)),
        (V.DEPLOY in found, "deploy a Host"),
        (V.PROMOTE in found, "make a Host your Champion"),
        (V.SUPPORT in found, "play a Host as Support"),
        (V.TOTEM in found, "attach a Totem"),
        (bool(items), said("{ways} an Item", ways=either(items))),
        (V.ACTION in found, "play an Instant Action"),
        (V.REMOVE in found, "take back a Totem"),
    ]
    open_ways = [way for there, way in ways if there]
    if not open_ways:
        return said("You can only pass.")
    return said("Choose one: {ways}, or pass.", ways=row(open_ways))


def ask_own_host(content: Content, s: Any) -> Said:
    verb, card = int(words.frame(s)[PLAY.VERB]), int(words.frame(s)[PLAY.CARD])
    asks = {
        V.TOTEM: "Which of your Hosts takes {card}?",
        V.ITEM: "Which of your Hosts carries {card}?",
        V.CONSUME: "Which of your Hosts do you use {card} on?",
    }
    return said(asks.get(verb, "Which of your Hosts is {card} for?"), card=called(content, card))


def ask_replaced(content: Content, s: Any) -> Said:
    return said(
        "{host} already carries two Items: which one makes room for {card}?",
        host=host_name(content, s, int(words.frame(s)[PLAY.TARGET])),
        card=called(content, int(words.frame(s)[PLAY.CARD])),
    )


def ask_target_host(content: Content, s: Any) -> Said:
    card = int(words.frame(s)[PLAY.CARD])
    if card < 0:
        return said(
            "Which Host does {host} attack?", host=host_name(content, s, int(words.frame(s)[PLAY.OWN]))
        )
    return said("Which Host does {card} target?", card=called(content, card))


def ask_target_player(content: Content, s: Any) -> Said:
    return said("Whose hand does {card} target?", card=called(content, int(words.frame(s)[PLAY.CARD])))


def ask_answer(content: Content, s: Any) -> Said:
    aim = words.frame(s)
    card = int(aim[PLAY.CARD])
    at_host = words.aimed_at_host(content, s)
    whom = host_name(content, s, int(aim[PLAY.TARGET])) if at_host else "hand"
    can = len(words.possible(content, s)) > 1
    return said(
        '{card} targets your {whom}: "{text}" {ask}',
        card=called(content, card),
        whom=whom,
        text=content.cards[card].text,
        ask="Do you answer?" if can else "You cannot answer.",
    )


def ask_item(content: Content, s: Any) -> Said:
    host = words.whose(content, s, words.picked(content, s))
    mine = int(words.frame(s)[EFFECT.ACTOR]) == int(s.ask)
    if words.running(content, s, FX.DO) != DO.STEAL_ITEM:
        return said("Which Item of {host} is discarded?", host=host)
    return said("Which Item of {host} do you take?" if mine else "Which Item of {host} is taken?", host=host)


def ask_totem(content: Content, s: Any) -> Said:
    host = words.whose(content, s, words.picked(content, s))
    if words.running(content, s, FX.DO) == DO.DORMANT:
        turns = many(words.running(content, s, FX.TURNS), "{n} turn", "{n} turns")
        return said("Which Totem of {host} is Dormant for {turns}?", host=host, turns=turns)
    mine = int(words.frame(s)[EFFECT.ACTOR]) == int(s.ask)
    goes = {
        TO.DECK: "is shuffled into the Encounter Deck",
        TO.OWNER_HAND: "goes back to its player's hand",
        TO.TAKER: "joins your Champion" if mine else "joins the enemy Champion",
    }
    return said("Which Totem of {host} {goes}?", host=host, goes=goes[words.running(content, s, FX.DEST)])


def ask_seen_card(content: Content, s: Any) -> Said:
    if V.TAKE not in words.possible(content, s):
        return said("There is no Host in this hand that you could take.")
    if words.running(content, s, FX.DO) == DO.STEAL_HOST:
        return said("Which Host do you take from this hand?")
    return said("Which card do you discard from this hand?")


def ask_scouted(content: Content, s: Any) -> Said:
    return said("Which of these {n} cards do you take into your hand?", n=int(s.look_n))


def ask_recovered(content: Content, s: Any) -> Said:
    names = {SORT.ITEM: "Item", SORT.ACTION: "Instant Action", SORT.HOST: "Host", SORT.TOTEM: "Totem"}
    return said(
        "Which {kind} do you take from the Discard Pile?", kind=names[words.running(content, s, FX.KIND)]
    )


def ask_role(content: Content, s: Any) -> Said:
    found = words.possible(content, s)
    own, other = int(s.fighter[int(s.role)]), int(s.fighter[1 - int(s.role)])
    ways = ((V.FIGHT_ITEM, "use an Item"), (V.LEND, "call on a Support Host"), (V.FLEE, "flee"))
    return said(
        "{host} ({life} Life) attacks {other} ({lives} Life): {ways}?",
        host=host_name(content, s, own),
        life=int(s.life[own]),
        other=host_name(content, s, other),
        lives=int(s.life[other]),
        ways=either(["roll", *(way for verb, way in ways if verb in found)]),
    )


def ask_dice(content: Content, s: Any) -> Said:
    side = words.choosing(s)
    own, other = int(s.fighter[side]), int(s.fighter[1 - side])
    attacks = side == int(s.role)
    theirs = int(s.pool[1 - side]) if not attacks else words.dice(content, s, other, POOL.DEFENCE)
    return said(
        "How many of its {n} {pool} dice does {host} roll, against {theirs} of {other}?",
        n=int(s.pool[side]),
        pool="Attack" if attacks else "Defence",
        host=host_name(content, s, own),
        theirs=said("up to {n}", n=theirs) if attacks else theirs,
        other=host_name(content, s, other),
    )


def ask_vessel(content: Content, s: Any) -> Said:
    spoils = words.frame(s)
    return said(
        "The Vessel of {host} takes {n} of the captured Totems: which one goes to your hand?",
        host=host_name(content, s, int(spoils[SPOILS.VICTOR])),
        n=int(spoils[SPOILS.ROOM]),
    )


def ask_discard(content: Content, s: Any) -> Said:
    over = int(s.hand_n[int(s.ask)]) - HAND_LIMIT
    return said("Discard a card: your hand is {over} over the limit of {limit}.", over=over, limit=HAND_LIMIT)


def ask_deploy_now(content: Content, s: Any) -> Said:
    p = int(s.ask)
    card = int(s.hand[p, int(s.hand_n[p]) - 1])
    if V.DEPLOY_NOW not in words.possible(content, s):
        return said("{card} is not a Host: you can only keep it.", card=called(content, card))
    return said(
        "You have no Host on the field: deploy {card} at once, or keep it hidden?", card=called(content, card)
    )


QUESTIONS = Questions(
    Question("reveal", ask_reveal, "It is Protected until every player has taken a turn."),
    Question("start_fortify", ask_start_fortify, "The first Totem of a Host needs no Singularity Check."),
    Question(
        "main", ask_main, "One choice a turn. Playing a card from the hand and passing both bring a new card."
    ),
    Question("pick_own_host", ask_own_host),
    Question("pick_replaced", ask_replaced, "The Item that makes room goes to the Discard Pile."),
    Question("pick_target_host", ask_target_host, "Protected Hosts cannot be chosen."),
    Question("pick_target_player", ask_target_player),
    Question("answer", ask_answer, "One answer at most; the others see only an answer that is given."),
    Question("pick_item", ask_item),
    Question("pick_totem", ask_totem, "The Life that a Totem gave goes with it."),
    Question("pick_seen_card", ask_seen_card),
    Question("pick_scouted", ask_scouted, "The others are shuffled back into the Encounter Deck."),
    Question("pick_recovered", ask_recovered, "Everybody sees which one."),
    Question("fight_role", ask_role, "Whatever you choose, the other Host attacks next."),
    Question("fight_dice", ask_dice, "Six dice are rolled with the Wild die, fewer without it."),
    Question("vessel", ask_vessel, "The other captured Totems join your Host, which then makes its check."),
    Question("discard", ask_discard, "Nobody keeps more than eight cards."),
    Question("deploy_now", ask_deploy_now, "A deployed Host is Protected for one full round."),
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("reveal", words.say_reveal, hand=HELD, rules=("KLW-5.1", "KLW-5.2", "KLW-5.8"),
         help="A Host from your hand comes to the field as your first."),
    Verb("attach", words.say_fortify, hand=HELD, rules=("KLW-5.4", "KLW-5.5", "KLW-5.10"),
         help="Your first Host gets a Totem or an Item from your hand before the turns begin."),
    Verb("done", "go on without attaching anything", rules=("KLW-5.6", "KLW-5.9"),
         help="Keeps the cards in your hand for later."),
    Verb("deploy", words.say_deploy, hand=HELD, rules=("KLW-7.1", "KLW-7.2", "KLW-7.3", "KLW-16.1"),
         help="A Host from your hand enters the field, Protected for one full round. Then you draw a card."),
    Verb("support", words.say_play, hand=HELD, rules=("KLW-9.1", "KLW-9.4", "KLW-9.7", "KLW-16.1"),
         help="A Host from your hand enters the field behind your Champion, and its Talent works at once."),
    Verb("totem", words.say_totem, hand=HELD, rules=("KLW-7.5", "KLW-7.6", "KLW-7.7", "KLW-7.8"),
         help="Its dice, Life and Power are your Host's from now on. From the second Totem on a die must "
         "show at least as many as the Host carries, or all Totems leave the field."),
    Verb("item", words.say_item, hand=HELD, rules=("KLW-7.10", "KLW-7.11", "KLW-7.12"),
         help="One of your Hosts carries it from now on; two Items are the most."),
    Verb("consume", words.say_play, hand=HELD, rules=("KLW-7.14",),
         help="Uses a consumable straight from your hand; it goes to the Discard Pile."),
    Verb("action", words.say_play, hand=HELD, rules=("KLW-8.1", "KLW-8.2", "KLW-8.3"),
         help="An Instant Action does what its card says; whoever it targets may answer."),
    Verb("attack", words.say_attack, slot=SLOTS, rules=("KLW-10.1", "KLW-10.3", "KLW-13.1", "KLW-13.2"),
         help="A fight to the end: both roll, the highest dice meet first, each lower die costs 1 Life, then "
         "the roles change. The victor takes the loser's Totems, and its player the Items."),
    Verb("remove", words.say_remove, use="name", slot=SLOTS, totem=KEPT,
         rules=("KLW-7.16", "KLW-7.17", "KLW-7.18", "KLW-7.19"),
         help="A Totem leaves your Host with its dice and its Life. You draw no card."),
    Verb("use", words.say_use, slot=SLOTS, item=ITEMS, rules=("KLW-7.15", "KLW-16.4"),
         help="Uses up a consumable that one of your Hosts carries. You draw no card."),
    Verb("promote", "make {card} your Champion", slot=SLOTS, rules=("KLW-7.4", "KLW-16.4"),
         help="A Support Host steps forward where you have no Champion, without new protection."),
    Verb("pass", words.say_pass, rules=("KLW-6.5", "KLW-16.2"),
         help="Does nothing this turn but draw a card."),
    Verb("host", words.say_own, use="name", slot=SLOTS, rules=("KLW-6.7", "KLW-9.2"),
         help="Names the Host of yours that the card is for."),
    Verb("replace", "discard {card} to make room", use="discard", item=ITEMS, rules=("KLW-7.12",),
         help="The Item goes to the Discard Pile, and the new one takes its place."),
    Verb("target", words.say_target, use="name", seat=SEATS, slot=SLOTS,
         rules=("KLW-3.4", "KLW-8.3", "KLW-10.1"),
         help="Names the enemy Host that you attack, or that the card targets."),
    Verb("player", words.say_player, seat=SEATS, rules=("KLW-8.3", "KLW-8.20"),
         help="Names the player whose hand the card targets."),
    Verb("decline", "do not answer", rules=("KLW-8.14", "KLW-8.27"),
         help="The card takes effect."),
    Verb("answer_item", words.say_answer, slot=SLOTS, item=ITEMS, rules=("KLW-8.5", "KLW-8.7", "KLW-8.20"),
         help="An Item on your Host answers, and is discarded."),
    Verb("answer_hand", words.say_answer, hand=HELD, rules=("KLW-8.6",),
         help="An Item from your hand answers: it is revealed and discarded."),
    Verb("answer_totem", words.say_answer_totem, slot=SLOTS, totem=KEPT, rules=("KLW-8.11",),
         help="A Totem on your Host answers with its Power, and is Dormant for a turn."),
    Verb("answer_reveal", words.say_answer_reveal, hand=HELD, rules=("KLW-8.8", "KLW-8.9", "KLW-8.10"),
         help="A Totem from your hand answers: it joins the targeted Host, which then makes its check."),
    Verb("answer_talent", words.say_answer, slot=SLOTS, rules=("KLW-8.12",),
         help="The Talent of your Host answers, at no price."),
    Verb("pick_item", words.say_picked, use="name", item=ITEMS, rules=("KLW-8.4", "KLW-21.3"),
         help="Names the Item that is taken or discarded."),
    Verb("pick_totem", words.say_picked, use="name", totem=KEPT, rules=("KLW-3.12", "KLW-18.1", "KLW-18.5"),
         help="Names the Totem that falls Dormant or leaves its Host."),
    Verb("take", words.say_taken, use="name", card=CARDS, rules=("KLW-8.26", "KLW-21.3"),
         help="Names a card of the hand that you see."),
    Verb("nothing", "take nothing", rules=("KLW-8.26",), help="There is no Host in this hand."),
    Verb("scout", words.say_picked, use="name", place=LOOK, rules=("KLW-21.8",),
         help="Takes this card; the others go back into the Encounter Deck."),
    Verb("recover", words.say_picked, use="name", kind=KINDS, rules=("KLW-21.10",),
         help="Takes this card from the Discard Pile into your hand."),
    Verb("roll", words.say_roll, rules=("KLW-11.1", "KLW-11.4", "KLW-11.9", "KLW-12.1"),
         help="Both sides roll; the dice are compared from the highest down."),
    Verb("fight_item", words.say_instead, item=ITEMS, rules=("KLW-13.3", "KLW-13.4", "KLW-13.7"),
         help="Uses up a consumable on the fighting Host; nobody rolls in this exchange."),
    Verb("lend", words.say_instead, slot=SLOTS, rules=("KLW-13.3", "KLW-13.6", "KLW-13.8"),
         help="A Support Host lends its Talent, once a fight; nobody rolls in this exchange."),
    Verb("flee", "flee, with {card}", source=KEPT + 1, rules=("KLW-13.9", "KLW-13.10", "KLW-13.12"),
         help="Ends the fight. Both Hosts live and rest; yours is Protected for one full round."),
    Verb("dice", words.say_dice, number=DICE, rules=("KLW-11.2", "KLW-11.3"),
         help="Fewer dice meet fewer; dice that meet none hit by themselves."),
    Verb("vessel", "put {card} into the Vessel", totem=KEPT, rules=("KLW-14.8", "KLW-14.10"),
         help="The captured Totem goes to your hand, and no check is made for it."),
    Verb("discard", "discard {card}", use="discard", hand=HAND, rules=("KLW-14.3", "KLW-16.5", "KLW-16.6"),
         help="Brings your hand back to eight cards."),
    Verb("deploy_now", words.say_deploy, rules=("KLW-8.26", "KLW-15.4"),
         help="The Host that you have just got enters the field, Protected for one full round."),
    Verb("keep", "keep the card in your hand", rules=("KLW-15.4", "KLW-15.5"),
         help="The others do not learn what it is."),
)  # fmt: skip
V, A = ACTIONS.numbers, ACTIONS.first
