"""Tossing Tiger, Rolling Dragon: the sentences of questions and choices, from the record of whoever reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.said import Said, Seat, both, either, many, row, said

from . import state as st

Saying: TypeAlias = Callable[[Content, Any, Meaning], Said]


# ---- the table, as whoever is asked sees it ------------------------------------------------------


def bits(mask: int) -> list[int]:
    """The places of the bits that are set."""
    return [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


def asked(s: Any) -> int:
    """The seat that is asked."""
    return bits(s.actors)[0] if int(s.actors) else 0


def side_of(s: Any, seat: int) -> int:
    """The side on which a seat fights."""
    if s.opt.together:
        return st.ATT if seat % 2 == int(s.team) else st.DEF
    return st.ATT if seat == int(s.attacker) else st.DEF


def animal(content: Content, kind: int) -> str:
    """A card by its animal, as people call it in play."""
    return content.words["short"][kind + 1]


def count(n: int) -> Said:
    """So many cards."""
    return many(n, "{n} card", "{n} cards")


def strong(content: Content, s: Any, kind: int) -> Said:
    """What a card is strong against at this table, and its points where they count."""
    masks = int(s.strong[int(content.tables["animal"][0][kind])])
    against = [content.words["beast"][b] for b in bits(masks)]
    told = said("strong against {animals}", animals=both(against)) if against else said("no strengths")
    if not s.opt.highscore:
        return told
    n = len(against)
    return said("{strong}; {n} point" if n == 1 else "{strong}; {n} points", strong=told, n=-n)


def die_n(s: Any, side: int, spot: int) -> int:
    """The cards of a die, a merged heap included."""
    merged = int(s.heap_n[st.DEF, st.MERGED]) if side == st.DEF and int(s.merge_at) == spot else 0
    return int(s.heap_n[side, spot]) + merged


def shows(content: Content, s: Any, side: int, spot: int) -> Said:
    """A die in a few words: its cards, and the one that lies open."""
    up = int(s.up[side, spot])
    size = count(die_n(s, side, spot))
    if up < 0:
        return said("{cards}, face down", cards=size)
    return said("{cards}, {card} on top", cards=size, card=animal(content, up))


def standing(content: Content, s: Any, side: int, spot: int) -> Said:
    """How a battle stands for a side: the two cards, and the result so far."""
    mine, other = int(s.up[side, spot]), int(s.up[1 - side, spot])
    if mine < 0 and other < 0:
        n, other = die_n(s, side, spot), die_n(s, 1 - side, spot)
        return said("face down, {n} against {other} cards", n=n, other=other)
    facing = [animal(content, k) if k >= 0 else "nothing" for k in (mine, other)]
    told = said("{own} against {other}", own=facing[0], other=facing[1])
    if not s.done[spot]:
        return told
    result = int(s.result[spot])
    outcome = "won" if result == 1 << side else "lost" if result == 1 << (1 - side) else "no winner"
    return said("{cards}, {outcome}", cards=told, outcome="won by both" if result == st.WON.BOTH else outcome)


def acting(content: Content, s: Any) -> Said:
    """The card whose action is carried out."""
    return lying(content, int(s.up[int(s.act_side), int(s.battle)]))


def lying(content: Content, kind: int) -> Said:
    """A card that lies open, or not."""
    return said("{animal}", animal=animal(content, kind)) if kind >= 0 else said("card")


def action_of(s: Any, side: int, spot: int) -> int:
    """The set of effects that the card of a die has: printed on it, copied, or the Rooster Change."""
    kind, copied = int(s.up[side, spot]), int(s.copied[side, spot])
    if kind < 0 or (side == st.ATT and spot == 0 and int(s.dawn) >= 0):
        return st.NONE
    rooster = st.ROOSTER <= kind < st.ROOSTER + st.ROOSTERS
    return int(s.change) if rooster and int(s.change) >= 0 else copied if copied >= 0 else kind


def action_text(content: Content, s: Any, side: int, spot: int) -> str:
    """What the card of a die does."""
    action = action_of(s, side, spot)
    if action >= st.CHANGE_SET:
        return content.words["change_text"][action - st.CHANGE_SET]
    return content.cards[action].text if action >= 0 else ""


def dawn_text(content: Content, s: Any) -> str:
    """The dawn rule of this war."""
    return content.words["dawn_text"][int(s.rule) - st.DAWN_SET]


# ---- questions -----------------------------------------------------------------------------------


def ask_number(content: Content, s: Any) -> Said:
    numbers = bits(s.mask)
    low, high = numbers[0], numbers[-1]
    if s.opt.together:
        return said(
            "Your team attacks: how many dice does each team make, {low} to {high}?"
            if low < high
            else "Your team attacks and can only say {low}.",
            low=low,
            high=high,
        )
    mine, other = (int(s.hand_n[int(p)]) for p in (s.attacker, s.defender))
    return said(
        "You attack, {mine} cards against {other}: how many dice does each of you make, {low} to {high}?"
        if low < high
        else "You attack, {mine} cards against {other}: you can only say {low}.",
        mine=mine,
        other=other,
        low=low,
        high=high,
    )


def ask_spot(content: Content, s: Any) -> Said:
    return said(
        "Who of your team makes the die for spot {spot} of {of}?", spot=int(s.spot) + 1, of=int(s.number)
    )


def ask_dawn(content: Content, s: Any) -> Said:
    if not any(s.hand[asked(s), st.ROOSTER : st.ROOSTER + st.ROOSTERS]):
        return said("You have no Rooster to lay as Dawn card.")
    return said("Lay a Rooster face up on your first spot as Dawn card, or none?")


def ask_name(content: Content, s: Any) -> Said:
    if int(s.step) == st.STEP.ACT:
        action = action_of(s, int(s.act_side), int(s.battle))
        if action < st.CHANGE_SET:  # a card of somebody's own making that has such an action
            return said("Your Rooster: {text}", text=action_text(content, s, int(s.act_side), int(s.battle)))
        return said("Your Rooster: {text}", text=content.words["change_within"][action - st.CHANGE_SET])
    return said("Your Dawn card: {text}", text=content.words["dawn_within"][int(s.rule) - st.DAWN_SET])


def ask_build(content: Content, s: Any) -> Said:
    piles = len(bits(s.build_spots))
    kind = int(s.build_kind)
    if kind >= int(s.kinds):
        return said("Every card has its place: lay your dice down.")
    return said(
        "Divide your cards into {piles}, at least {least} each: where does {card} go ({strong})?",
        piles=many(piles, "one die", "{n} dice"),
        least=count(int(s.build_min)),
        card=content.cards[kind].name,
        strong=strong(content, s, kind),
    )


def ask_concede(content: Content, s: Any) -> Said:
    battle = int(s.battle) + 1
    if s.opt.free_concede:
        return said("Fight battle {battle}, or concede it before it is rolled?", battle=battle)
    return said("Battle {battle}, Dawn card: {text} Concede it?", battle=battle, text=dawn_text(content, s))


def ask_reshuffle(content: Content, s: Any) -> Said:
    side, spot = int(s.act_side), int(s.pick)
    mine, other = int(s.top[side, spot]), int(s.top[1 - side, spot])
    tops = [said("your die has {card} on top", card=animal(content, mine))] if mine >= 0 else []
    tops += [said("the enemy's {card}", card=animal(content, other))] if other >= 0 else []
    return said("Battle {battle}: {tops}. Shuffle your die?", battle=spot + 1, tops=row(tops))


def ask_with(template: str) -> Callable[[Content, Any], Said]:
    """A question that names the card that acts, the battle, or what was picked before."""

    def ask(content: Content, s: Any) -> Said:
        return said(template, card=acting(content, s), pick=int(s.pick) + 1, battle=int(s.battle) + 1)

    return ask


def ask_draw(content: Content, s: Any) -> Said:
    ways = ["from the draw pile"] if int(s.mask) >> st.DECK_BIT & 1 else []
    ways += ["blind from a pile of an earlier battle"] if int(s.mask) & ((1 << st.DECK_BIT) - 1) else []
    return said("Your {card} draws a card: {ways}?", card=acting(content, s), ways=either(ways))


def ask_rooster(content: Content, s: Any) -> Said:
    text = action_text(content, s, int(s.act_side), int(s.battle))
    return said("Your Rooster in battle {battle}: {text}", battle=int(s.battle) + 1, text=text)


def ask_back_from(content: Content, s: Any) -> Said:
    return said(
        "Your Rooster: take up to {left} out of your dice into your hand. From which pile?",
        left=many(int(s.left), "{n} face-down card", "{n} face-down cards"),
    )


def ask_free_reroll(content: Content, s: Any) -> Said:
    return said("Dawn card: {text} Roll one of your dice again?", text=dawn_text(content, s))


def ask_pile(content: Content, s: Any) -> Said:
    left = int(s.left)
    won = said("your team won the war" if s.opt.together else "you won the war")
    return said(
        "{won}: take the enemy's whole pile of which battle?"
        if left == 1
        else "{won}: take {left} whole piles of the enemy. Which one first?",
        won=won,
        left=left,
    )


def ask_grab(content: Content, s: Any) -> Said:
    left, spot = int(s.left), int(s.spot)
    return said(
        "You won battle {battle}: take a card of the enemy's die."
        if left <= 1
        else "You won battle {battle}: take a card of the enemy's die ({left} to take).",
        battle=spot + 1,
        left=left,
    )


def ask_keep(content: Content, s: Any) -> Said:
    kind = int(s.loot[0])
    if kind < 0:  # a reader to whom the card is not shown
        return said("Keep the card, or discard it?")
    return said(
        "Your team took {card} ({strong}): who gets it, or is it discarded?"
        if s.opt.together
        else "You took {card} ({strong}): keep it or discard it?",
        card=content.cards[kind].name,
        strong=strong(content, s, kind),
    )


def ask_pay_member(content: Content, s: Any) -> Said:
    return said(
        "The war pile has {pile} of {most} cards: who of your team adds one?",
        pile=int(s.war_pile_n),
        most=st.WAR_PILE_END,
    )


def ask_pay_card(content: Content, s: Any) -> Said:
    return said("Put one of your {cards} cards on the war pile.", cards=int(s.hand_n[asked(s)]))


# ---- choices -------------------------------------------------------------------------------------


def of_player(template: str) -> Saying:
    """A choice of a player, with the cards that they have."""

    def say(content: Content, s: Any, meaning: Meaning) -> Said:
        seat = int(meaning.target or 0)
        return said(template, player=Seat(seat), cards=count(int(s.hand_n[seat])))

    return say


def of_pile(template: str, side: int | None = None) -> Saying:
    """A choice of a die: of whoever acts, or of the other side."""

    def say(content: Content, s: Any, meaning: Meaning) -> Said:
        spot, mine = int(meaning.target or 0), side_of(s, asked(s))
        whose = mine if side is None else mine ^ side
        return said(template, spot=spot + 1, die=shows(content, s, whose, spot))

    return say


def of_battle(template: str) -> Saying:
    """A choice of a battle, with how it stands for whoever is asked."""

    def say(content: Content, s: Any, meaning: Meaning) -> Said:
        spot = int(meaning.target or 0)
        return said(template, spot=spot + 1, standing=standing(content, s, side_of(s, asked(s)), spot))

    return say


def of_card(template: str) -> Saying:
    """A choice of a card, with its strengths."""

    def say(content: Content, s: Any, meaning: Meaning) -> Said:
        kind = -1 if meaning.card is None else meaning.card
        if kind < 0:
            return said(template, card="the card", strong="", player=Seat(meaning.target or 0))
        return said(
            template,
            card=content.cards[kind].name,
            strong=said(" ({strong})", strong=strong(content, s, kind)),
            player=Seat(meaning.target or 0),
        )

    return say


def of_side(template: str) -> Saying:
    """A choice of a face-up card or of a pile, by its spot and its side."""

    def say(content: Content, s: Any, meaning: Meaning) -> Said:
        spot, side = divmod(int(meaning.target or 0), st.SIDES)
        whose = "your" if side == side_of(s, asked(s)) else "the enemy's"
        up = int(s.up[side, spot])
        return said(
            template,
            whose=whose,
            card=lying(content, up),
            spot=spot + 1,
            left=count(die_n(s, side, spot) - (up >= 0)),
        )

    return say


def say_number(content: Content, s: Any, meaning: Meaning) -> Said:
    number = int(meaning.number or 0)
    if number == 1:
        return said("say 1: a single battle, each whole deck as one die")
    return said("say {number}: {number} dice on each side", number=number)


def say_wish_dice(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("offer to make {dice}", dice=many(int(meaning.number or 0), "one die", "{n} dice"))


def say_put(content: Content, s: Any, meaning: Meaning) -> Said:
    card = content.cards[int(meaning.card or 0)].name
    if not meaning.number:
        return said("keep {card} in hand", card=card)
    size = int(s.heap_n[side_of(s, int(s.builder)), meaning.number - 1])
    short = int(s.build_min) - size
    template = "put {card} on pile {pile} (has {has}, needs {short} more)"
    if short <= 0:
        template = "put {card} on pile {pile} (has {has})"
    return said(template, card=card, pile=meaning.number, has=count(size), short=short)


def say_dawn(content: Content, s: Any, meaning: Meaning) -> Said:
    place = int(meaning.card or 0) - st.ROOSTER
    change = int(s.rooster_change[place])
    return said(
        "lay {card} as Dawn card: {dawn}"
        if change < 0
        else "lay {card} as Dawn card: {dawn} Roosters: {change}",
        card=content.cards[int(meaning.card or 0)].name,
        dawn=content.words["dawn_text"][int(s.rooster_dawn[place]) - st.DAWN_SET],
        change=content.words["change_text"][change - st.CHANGE_SET] if change >= 0 else "",
    )


def say_act(content: Content, s: Any, meaning: Meaning) -> Said:
    text = action_text(content, s, int(s.act_side), int(s.battle))
    return said("carry out the action: {text}", text=text)


def say_draw_deck(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("draw from the draw pile ({left})", left=count(int(s.deck_n)))


def say_copy(content: Content, s: Any, meaning: Meaning) -> Said:
    side, spot = int(meaning.target or 0), int(s.battle) - 1
    while spot > 0 and s.void[spot]:
        spot -= 1
    kind = int(s.up[side, spot])
    return said(
        "copy {whose} {card}: {text}",
        whose="your" if side == int(s.act_side) else "the enemy's",
        card=lying(content, kind),
        text=action_text(content, s, side, spot),
    )


def say_bonus(content: Content, s: Any, meaning: Meaning) -> Said:
    piles = many(int(meaning.number or 0), "{n} whole pile", "{n} whole piles")
    return said("make the war worth {piles}", piles=piles)
