"""KLAW: what a position amounts to in words and figures, for prompts, choices and views; no rules are here.

The figures are those of the rules. These are imported where they are asked for: rules themselves read the
questions and verbs that are made of these sentences.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.said import Listed, Said, Seat, both, many, row, said

from ..effects import ANY_POOL, DO, FX, ON, POOL, TARGET
from ..state import HOSTS, LIMITS, MAX_LIFE, NOBODY, PLAY, SEATS, SINGULARITY, SLOTS, STAGE
from .chances import TINY, Chances, of_fight


def short(name: str) -> str:
    """The name of a Host without its profession."""
    return name.split(",")[0]


def called(content: Content, card: int) -> str:
    """What a card is called in the middle of a sentence."""
    return short(content.cards[card].name)


def effect(content: Content, card: int) -> str:
    """What a card does, as the end of a sentence: its text without the word that says when."""
    return content.words["does"][card]


NUMBERS = {"attack": "{n} Attack", "defence": "{n} Defence", "life": "{n} Life"}


def printed(content: Content, card: int) -> Said | Listed:
    """The numbers on a Host or a Totem: ``2 Attack, 1 Defence, 9 Life``; a Totem's with their signs."""
    facts = content.cards[card].facts
    sign = "+" if facts["kind"] == "totem" else ""
    numbers = [said(told, n=f"{facts[key]:{sign}d}") for key, told in NUMBERS.items() if facts[key]]
    return row(numbers) if numbers else said("no change of dice or Life")


# ---- where things are ----------------------------------------------------------------------


def record_of(s: Any) -> Any:
    """The record as compiled rules take it."""
    return getattr(s, "record", s)


def frame(s: Any) -> Any:
    """What is under way: the words of the frame on top."""
    return s.task[int(s.tasks) - 1]


def place_of(s: Any, card: int) -> int:
    """The place where a Host lies, or that carries an Item or a Totem."""
    for h in range(HOSTS):
        if int(s.host[h]) == card or card in s.items[h] or card in s.totem[h]:
            return h
    return NOBODY


def host_name(content: Content, s: Any, h: int) -> str:
    """What the Host in a place is called."""
    return called(content, int(s.host[h]))


def whose(content: Content, s: Any, h: int) -> Said:
    """The same, with a word before it where it is the asked player's own."""
    own = h // SLOTS == int(s.ask)
    return said("your {host}" if own else "{host}", host=host_name(content, s, h))


def running(content: Content, s: Any, word: int) -> int:
    """A word of the effect that asks."""
    from ..rules.thefts import current

    return int(current(content.tables[0], record_of(s), word))


def picked(content: Content, s: Any) -> int:
    """The place of the Host among whose cards somebody selects."""
    from ..rules.thefts import picked_host

    return int(picked_host(content.tables[0], record_of(s)))


def choosing(s: Any) -> int:
    """The side of the fight whose dice are chosen."""
    from ..rules.fight import choosing_side

    return int(choosing_side(record_of(s)))


def possible(content: Content, s: Any) -> dict[int, list[int]]:
    """The numbers of the verbs that answer the question just now, each with its first arguments."""
    from ..rules.legal import legal

    out = np.zeros(LIMITS.legal, np.int64)
    n = int(legal(content.tables[0], record_of(s), out))
    made: dict[int, list[int]] = {}
    for action in out[:n]:
        verb = int(content.tables["verb"][0][action])
        made.setdefault(verb, []).append(int(content.tables["arg"][0][action, 0]))
    return made


def dice(content: Content, s: Any, h: int, pool: int) -> int:
    """How many dice a Host rolls."""
    from ..rules.dice import pool_of

    return int(pool_of(content.tables[0], record_of(s), h, pool))


def exchange(content: Content, s: Any, own: int, other: int) -> tuple[int, int]:
    """Attack and Defence dice of the first exchange, if this Host attacked that one."""
    supposed = record_of(s).copy()
    supposed["fight"], supposed["exchange"], supposed["role"] = STAGE.FIGHTING, 1, 0
    supposed["fighter"][0], supposed["fighter"][1] = own, other
    return dice(content, supposed, own, POOL.ATTACK), dice(content, supposed, other, POOL.DEFENCE)


def duel(content: Content, s: Any, own: int, other: int) -> Said:
    """Two Hosts against each other, in figures."""
    attack, defence = exchange(content, s, own, other)
    figures: dict[str, Any] = {
        "dice": many(attack, "{n} die", "{n} dice"),
        "defence": defence,
        "life": int(s.life[own]),
        "lives": int(s.life[other]),
    }
    end = ends(content, s, own, other)
    if end is None:
        return said("{dice} against {defence}, {life} Life against {lives}", **figures)
    return said("{dice} against {defence}, {life} Life against {lives}; {ends}", **figures, ends=end)


def ends(content: Content, s: Any, own: int, other: int) -> Said | None:
    """How a fight may end for the Host of the player who is asked, where that can be told at once."""
    found = of_fight(content, record_of(s), own, other, int(s.ask))
    return told(found) if found is not None else None


def told(found: Chances) -> Said:
    """As people read it: ``wins 62%, falls 38% if nobody answers``."""
    wins, falls = (percent(share, found.error) for share in (found.wins, found.falls))
    return said("wins {wins}, falls {falls} if nobody answers", wins=wins, falls=falls)


def percent(share: float, error: float) -> Said:
    """A share; a sample only tells about it."""
    if error:
        return said("about {share:.0%}", share=share)
    if 0.995 <= share < 1 - TINY:
        return said("over 99%")
    return said("under 1%") if TINY < share < 0.005 else said("{share:.0%}", share=share)


def standing(content: Content, s: Any, h: int) -> Listed:
    """A Host on the field in figures: Life, dice, states."""
    figures = dice(content, s, h, POOL.ATTACK), dice(content, s, h, POOL.DEFENCE), int(s.life[h])
    states = [name for i, name in enumerate(content.words["state"]) if s.mark[h, i] > 0]
    return row([*(said(told, n=n) for told, n in zip(NUMBERS.values(), figures, strict=True)), *states])


def check(content: Content, s: Any, h: int, card: int) -> Said | str:
    """What a Host must roll once it has this Totem too, as the end of a sentence."""
    from ..rules.singularity import check_bonus
    from ..rules.work import HOW, always

    t, whole = content.tables[0], record_of(s)
    n = int(s.totem_n[h]) + 1
    bonus = int(check_bonus(t, whole, h))
    free = int(always(t, whole, h, DO.CHECK_FREE, ANY_POOL, HOW.MOST))
    kind = int(t["kind"][card])
    for fx in t["fx"][kind][: int(t["effects"][kind])]:
        if fx[FX.ON] == ON.ALWAYS and fx[FX.DO] == DO.CHECK:
            bonus += int(fx[FX.N])
        if fx[FX.ON] == ON.ALWAYS and fx[FX.DO] == DO.CHECK_FREE:
            free = max(free, int(fx[FX.K]))
    if n == 1 or n <= free < SINGULARITY:
        return ""
    if n >= SINGULARITY or n - bonus > 6:
        return said("; the Singularity Check cannot be passed")
    if n - bonus <= 1:
        return said("; the Singularity Check cannot fail")
    return said("; the Singularity Check needs {n} or more", n=n - bonus)


def answered(content: Content, s: Any, card: int) -> Said:
    """What an answer does to the card that is aimed."""
    t = content.tables[0]
    kind, aimed = int(t["kind"][card]), int(frame(s)[PLAY.KIND])
    against = called(content, int(frame(s)[PLAY.CARD]))
    for fx in t["fx"][kind][: int(t["effects"][kind])]:
        if fx[FX.ON] != ON.REACT or not int(fx[FX.TAGS]) & int(t["tags"][aimed]):
            continue
        if fx[FX.DO] == DO.REDUCE:
            return said("{card} does {n} less damage", card=against, n=int(fx[FX.N]))
        if fx[FX.DO] == DO.REFLECT:
            return said("{card} is turned back on its sender", card=against)
    return said("{card} has no effect", card=against)


def aimed_at_host(content: Content, s: Any) -> bool:
    """Whether what is being played is aimed at a Host, not at a hand."""
    return bool(content.tables["target"][0][int(frame(s)[PLAY.KIND])] == TARGET.ENEMY_HOST)


def may_attach(content: Content, s: Any, h: int, card: int) -> bool:
    """Whether the Host in a place may be given this Totem."""
    from ..rules.aims import why_attach

    return int(s.host[h]) >= 0 and int(why_attach(content.tables[0], record_of(s), h, card)) == 0


def prey(content: Content, s: Any, own: int) -> list[int]:
    """The places of the Hosts that a Host may attack."""
    from ..rules.aims import why_prey

    t, whole = content.tables[0], record_of(s)
    there = [h for h in range(min(SEATS, int(s.seats)) * SLOTS) if int(s.host[h]) >= 0]
    return [h for h in there if int(why_prey(t, whole, own, h)) == 0]


def of(meaning: Meaning) -> int:
    """The card that a choice names."""
    assert meaning.card is not None
    return meaning.card


def say_reveal(content: Content, s: Any, meaning: Meaning) -> Said:
    card = of(meaning)
    return said("reveal {card} ({figures})", card=content.cards[card].name, figures=printed(content, card))


def say_deploy(content: Content, s: Any, meaning: Meaning) -> Said:
    card = of(meaning)
    return said("deploy {card} ({figures})", card=content.cards[card].name, figures=printed(content, card))


def say_fortify(content: Content, s: Any, meaning: Meaning) -> Said:
    """A Totem or an Item for the first Host."""
    if content.cards[of(meaning)].facts["kind"] == "totem":
        return say_totem(content, s, meaning)
    return say_item(content, s, meaning)


def say_item(content: Content, s: Any, meaning: Meaning) -> Said:
    """An Item that works from now on, or that is kept ready."""
    card = of(meaning)
    later = content.cards[card].facts["class"] == "consumable"
    template = "equip {card} for later: {does}" if later else "equip {card}: {does}"
    return said(template, card=called(content, card), does=effect(content, card))


def say_totem(content: Content, s: Any, meaning: Meaning) -> Said:
    card, p = of(meaning), int(s.ask)
    hosts = [h for h in range(p * SLOTS, (p + 1) * SLOTS) if may_attach(content, s, h, card)]
    if len(hosts) != 1:
        return said("attach {card} ({figures})", card=called(content, card), figures=printed(content, card))
    return said(
        "attach {card} to {host} ({figures}{check})",
        card=called(content, card),
        host=host_name(content, s, hosts[0]),
        figures=printed(content, card),
        check=check(content, s, hosts[0], card),
    )


def say_attack(content: Content, s: Any, meaning: Meaning) -> Said:
    own = place_of(s, of(meaning))
    others = prey(content, s, own)
    host = called(content, of(meaning))
    if len(others) != 1:
        figures = standing(content, s, own)
        return said("attack with {host} ({figures})", host=host, figures=figures)
    return said(
        "attack {other} with {host} ({figures})",
        other=host_name(content, s, others[0]),
        host=host,
        figures=duel(content, s, own, others[0]),
    )


def say_remove(content: Content, s: Any, meaning: Meaning) -> Said:
    card = of(meaning)
    h = place_of(s, card)
    left = min(MAX_LIFE, int(s.life[h]) - int(content.cards[card].facts["life"]))
    return said(
        "take {card} back into your hand ({host} {left})",
        card=called(content, card),
        host=host_name(content, s, h),
        left=said("keeps {n} Life", n=left) if left > 0 else said("falls"),
    )


def say_use(content: Content, s: Any, meaning: Meaning) -> Said:
    card = of(meaning)
    return said(
        "use the {card} that {host} carries: {does}",
        card=called(content, card),
        host=host_name(content, s, place_of(s, card)),
        does=effect(content, card),
    )


def say_pass(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("pass and draw a card" if int(s.deck_n) else "pass")


def say_own(content: Content, s: Any, meaning: Meaning) -> Said:
    """One of the player's own Hosts, for the card that is being played."""
    h = place_of(s, of(meaning))
    card = int(frame(s)[PLAY.CARD])
    totem = card >= 0 and content.cards[card].facts["kind"] == "totem"
    return said(
        "{host} ({figures}{check})",
        host=called(content, of(meaning)),
        figures=standing(content, s, h),
        check=check(content, s, h, card) if totem else "",
    )


def say_target(content: Content, s: Any, meaning: Meaning) -> Said:
    h, own = place_of(s, of(meaning)), int(frame(s)[PLAY.OWN])
    host, card = called(content, of(meaning)), int(frame(s)[PLAY.CARD])
    if card < 0:
        return said("attack {host} ({figures})", host=host, figures=duel(content, s, own, h))
    return said("target {host} ({figures})", host=host, figures=standing(content, s, h))


def say_player(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.target is not None
    q = meaning.target
    hosts = [host_name(content, s, h) for h in range(q * SLOTS, (q + 1) * SLOTS) if int(s.host[h]) >= 0]
    return said(
        "{player:'s} hand ({cards}; {hosts})",
        player=Seat(q),
        cards=many(int(s.hand_n[q]), "{n} card", "{n} cards"),
        hosts=both(hosts) if hosts else said("no Host"),
    )


def say_answer(content: Content, s: Any, meaning: Meaning) -> Said:
    return said(
        "answer with {card}: {does}",
        card=called(content, of(meaning)),
        does=answered(content, s, of(meaning)),
    )


def say_answer_totem(content: Content, s: Any, meaning: Meaning) -> Said:
    card = called(content, of(meaning))
    does = answered(content, s, of(meaning))
    return said("answer with {card}, which is then Dormant for a turn: {does}", card=card, does=does)


def say_answer_reveal(content: Content, s: Any, meaning: Meaning) -> Said:
    h = int(frame(s)[PLAY.TARGET])
    return said(
        "reveal {card}, which joins {host} ({figures}{check}): {does}",
        card=called(content, of(meaning)),
        host=host_name(content, s, h),
        figures=printed(content, of(meaning)),
        check=check(content, s, h, of(meaning)),
        does=answered(content, s, of(meaning)),
    )


def say_picked(content: Content, s: Any, meaning: Meaning) -> Said:
    """A card with what is most worth knowing of it."""
    card = of(meaning)
    has_numbers = content.cards[card].facts["kind"] in ("host", "totem")
    more = printed(content, card) if has_numbers else effect(content, card)
    return said("{card}: {more}", card=content.cards[card].name, more=more)


def say_taken(content: Content, s: Any, meaning: Meaning) -> Said:
    """A card out of a hand that lies open."""
    takes = running(content, s, FX.DO) == DO.STEAL_HOST
    return said("take {card}" if takes else "discard {card}", card=say_picked(content, s, meaning))


def say_roll(content: Content, s: Any, meaning: Meaning) -> Said:
    own, other = int(s.fighter[int(s.role)]), int(s.fighter[1 - int(s.role)])
    attack = many(dice(content, s, own, POOL.ATTACK), "{n} die", "{n} dice")
    defence, end = dice(content, s, other, POOL.DEFENCE), ends(content, s, own, other)
    if end is None:
        return said("roll {attack} against {defence}", attack=attack, defence=defence)
    return said("roll {attack} against {defence} ({ends})", attack=attack, defence=defence, ends=end)


def say_instead(content: Content, s: Any, meaning: Meaning) -> Said:
    """An Item of the fighting Host, or a Support Host that lends its Talent."""
    own = meaning.verb == "fight_item"
    verb = "use {card} instead of rolling: {does}" if own else "call on {card} instead of rolling: {does}"
    return said(verb, card=called(content, of(meaning)), does=effect(content, of(meaning)))


def say_play(content: Content, s: Any, meaning: Meaning) -> Said:
    """A card of the hand that is played or used for what its text says."""
    verbs = {
        "support": "play {card} as Support: {does}",
        "consume": "use {card} at once: {does}",
        "action": "play {card}: {does}",
    }
    return said(verbs[meaning.verb], card=called(content, of(meaning)), does=effect(content, of(meaning)))


def say_dice(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.number is not None
    return said("roll {dice}", dice=many(meaning.number, "{n} die", "{n} dice"))
