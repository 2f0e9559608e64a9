"""The Shogun's Chosen: what a choice says, with the figures that a chooser needs."""

from __future__ import annotations

from typing import Any

from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.said import Said, many, row, said

from .. import state as st
from ..effects import ATTR, COND, DO, FACE, ON, PRICE, STAT, TERRAIN
from ..state import FRAME
from .names import (
    arms,
    asked,
    away,
    dice,
    effect,
    figure,
    hero,
    phase,
    points,
    skill,
    slots,
    square,
    standing,
    told,
    top,
)

CURES = ("the poison", "the bleeding", "being downed", "being blinded")
HEAD_PRICE, BOSS_PRICE, REPAIR_PRICE = 10, 50, 5


def say_side(content: Content, s: Any, m: Meaning) -> Said:
    k = int(m.target or 0)
    name, text = skill(content, k)
    t = content.tables[0]
    return said(
        "take {skill} ({kind}, Ki {ki}+): {text}",
        skill=name,
        kind=content.words["skill_kind"][int(t["sk_kind"][k])],
        ki=int(t["sk_ki"][k]),
        text=text,
    )


def say_attribute(content: Content, s: Any, m: Meaning) -> Said:
    a, h = int(m.target or 0), asked(s)
    now = int(s.attr[h, a])
    then = now + 1 if m.verb == "raise" else now - 1
    return said(
        "{verb} {what} from {now} to {then}",
        verb="raise" if then > now else "lower",
        what=ATTR.words[a],
        now=now,
        then=then,
    )


def say_card(template: str) -> Any:
    """A choice of a card, with its figures and its text; ``{who}`` is the character."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        card = None if m.card is None or m.card < 0 else content.cards[m.card]
        figures = "" if m.card is None or card is None else said(" ({arms})", arms=arms(content, m.card))
        return said(
            template,
            who=hero(m.target if m.target is not None else asked(s)),
            card="it" if card is None else card.name,
            figures=figures,
            text="" if card is None else card.text,
        )

    return say


def say_figure(template: str) -> Any:
    """A choice of a creature, with what it can still take."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        f, h = int(m.target or 0), asked(s)
        near = f < st.CREATURES and s.sq[f] >= 0 and s.sq[h] >= 0
        return said(template, who=standing(content, s, f), range=away(content, s, h, f) if near else "?")

    return say


def say_technique(content: Content, s: Any, m: Meaning) -> Said:
    name, text = skill(content, -1 if m.target is None else m.target)
    cost = "" if m.verb == "skill" else " (1 action point)"
    return said("use {skill}{cost}: {text}", skill=name, cost=cost, text=text)


def say_square(content: Content, s: Any, m: Meaning) -> Said:
    f, at = slots(), square(int(m.target or 0))
    frame = int(top(s)[f.KIND])
    if frame == FRAME.EFFECT and effect(content, s)[0] in (DO.DECOY, DO.TERRAIN):
        return said("choose square {at}", at=at)
    return said(
        "{verb} square {at}", verb="put it on" if frame in (FRAME.SPAWN, FRAME.PLACE) else "go to", at=at
    )


def say_arrive(content: Content, s: Any, m: Meaning) -> Said:
    k, zone = int(m.target or 0), int(top(s)[slots().PLACE.ZONE])
    q = int(content.tables["arrival"][0][int(s.chapter), zone, k])
    return said("arrive on square {mark} ({at})", mark=content.words["target.arrive"][k], at=square(q))


def say_spawn(content: Content, s: Any, m: Meaning) -> Said:
    k = int(m.target or 0)
    q = int(content.tables["spawn_sq"][0][int(s.chapter), k])
    return said("at spawn point {n} ({at})", n=k + 1, at=square(q))


def say_order(content: Content, s: Any, m: Meaning) -> Said:
    """Which effect on the queue comes next."""
    f, frame, t = slots(), top(s), content.tables[0]
    n, step = int(m.target or 0), int(frame[f.PC])
    if step == f.INITIATIVE_STEP.EVENT:
        i, who = int(s.pending[n]) - 1, int(s.pending_who[n])
        names = [figure(content, s, g) for g in range(st.CREATURES) if who >> g & 1]
        verb = "advance" if int(t["fx_do"][i]) == DO.ADVANCE else "delay"
        return said("first {verb} {who} by {n}", verb=verb, who=row(names), n=int(t["fx_n"][i]))
    bits = [k for k in range(63) if int(frame[f.INITIATIVE.WAITING]) >> k & 1]
    k = bits[n] if n < len(bits) else 0
    if step == f.INITIATIVE_STEP.SKILL:
        h, slot = divmod(k, st.SLOTS)
        return said("first {who:} with {skill}", who=hero(h), skill=skill(content, int(s.skill[h, slot]))[0])
    return said("first {who}", who=figure(content, s, k))


def say_use_on(content: Content, s: Any, m: Meaning) -> Said:
    t, k = content.tables[0], int(top(s)[slots().INITIATIVE.AT_HAND])
    i = int(t["list_first"][t["sk_list"][s.skill[k // st.SLOTS, k % st.SLOTS]]])
    forward = int(t["fx_do"][i]) == DO.ADVANCE
    return said(
        "{verb} {who} by {n}",
        verb="advance" if forward else "delay",
        n=int(t["fx_n"][i]),
        who=figure(content, s, int(m.target or 0)),
    )


def say_kind(content: Content, s: Any, m: Meaning) -> Said:
    """A fast or strong attack: on whom, with what, its price and its dice."""
    t, h, f = content.tables[0], asked(s), int(m.target or 0)
    card = int(s.weapon[h, 0])
    held = (card - st.WEAPON0) // st.SMITH_COPIES
    near = f < st.CREATURES and s.sq[f] >= 0 and s.sq[h] >= 0
    return said(
        "fast attack on {whom}, at range {range}, with {weapon}: {cost}, {dice}"
        if m.verb == "fast"
        else "strong attack on {whom}, at range {range}, with {weapon}: {cost}, {dice}",
        whom=standing(content, s, f),
        range=away(content, s, h, f) if near else "?",
        weapon=content.cards[card].name,
        cost=points(1 if m.verb == "fast" else 2),
        dice=dice(*(int(n) for n in t[f"w_{m.verb}"][held])),
    )


def say_go(content: Content, s: Any, m: Meaning) -> Said:
    at = square(int(m.target or 0))
    if phase(s) == "move.step":
        return said("go to {at}", at=at)
    h = asked(s)
    pays = int(s.moves) == 0 and int(s.ap[h]) > 0
    return said("{how} to {at}", at=at, how="move (1 action point)" if pays else "walk with bonus points")


def say_move(content: Content, s: Any, m: Meaning) -> Said:
    h = asked(s)
    more = int(s.mod[h, STAT.MOVE].sum() + s.mod[h, STAT.DEXTERITY].sum())
    dexterity = int(s.attr[h, ATTR.DEXTERITY])
    return said(
        "move (1 action point): 3 movement points, {dexterity:+} for dexterity{more}"
        if dexterity
        else "move (1 action point): 3 movement points{more}",
        dexterity=dexterity,
        more=said(", {more:+} for effects", more=more) if more else "",
    )


def say_walk(content: Content, s: Any, m: Meaning) -> Said:
    return many(int(s.bonus), "walk with {n} bonus movement point", "walk with {n} bonus movement points")


def say_end(content: Content, s: Any, m: Meaning) -> Said:
    have = int(s.ap[asked(s)])
    if have < 2:
        return said("end the activation")
    return said("end the activation, losing {lost}", lost=points(have - 1))


def say_stop(content: Content, s: Any, m: Meaning) -> Said:
    if not int(s.mp):
        return said("stop here")
    return many(int(s.mp), "stop here, losing {n} movement point", "stop here, losing {n} movement points")


def say_step(content: Content, s: Any, m: Meaning) -> Said:
    q, k = int(s.sq[asked(s)]), int(m.target or 0)
    x, y = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[k]
    difficult = int(s.ground[q]) == TERRAIN.DIFFICULT
    return said(
        "step {way} to {at}{hard}",
        way=content.words["target.step"][k],
        at=square(q + x + y * st.COLS),
        hard=", out of difficult ground" if difficult else "",
    )


def say_ki(template: str) -> Any:
    """A choice of a Ki die in the slot of a skill; ``{need}`` is what the skill asks for."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        k, row = -1 if m.target is None else m.target, top(s)
        h = int(row[slots().EFFECT.AT_HAND]) if m.verb == "raise_ki" else asked(s)
        held = [int(s.ki[h, slot]) for slot in range(st.SLOTS) if k >= 0 and int(s.skill[h, slot]) == k]
        need = int(content.tables["sk_ki"][0][k]) if 0 <= k < st.SKILLS else 0
        return said(
            template, skill=skill(content, k)[0], number=m.number, die=held[0] if held else 0, need=need
        )

    return say


def say_head(content: Content, s: Any, m: Meaning) -> Said:
    q = int(m.target or 0)
    return said("take the {head} on {at}", head="boss head" if int(s.floor_boss[q]) else "head", at=square(q))


def say_mode(content: Content, s: Any, m: Meaning) -> Said:
    kami = content.words["kami"][int(s.kami[asked(s)])]
    name, text = getattr(content, "story", {})["skills"][f"{kami} mode"]
    return said("enter Kami Mode, {name}: {text}", name=name, text=text)


def say_die(content: Content, s: Any, m: Meaning) -> Said:
    t, k = content.tables[0], int(m.target or 0)
    face = max(0, int(s.a_dice[k]))
    if k == st.FOCUS:
        return said("reroll the focus die ({face})", face=FACE.words[int(t["focus_result"][face])])
    colour = "white" if k < st.WHITES else "black"
    mark = ("", " with yang", " with yin")[int(t[f"{colour}_mark"][face])]
    return said(
        "reroll {colour} die {n} ({hits}{mark})",
        colour=colour,
        n=k % st.WHITES + 1,
        hits=many(int(t[f"{colour}_hits"][face]), "{n} hit", "{n} hits"),
        mark=mark,
    )


def say_place(key: str, template: str) -> Any:
    """A choice of a point, a door or a resistor, with what its entry says."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        mark = content.words[f"target.{m.verb}"][int(m.target or 0)]
        name, text = told(content, s, key, mark)
        return said(template, name=name, mark=mark, text=said(": {text}", text=text) if text else "")

    return say


def say_weapons(content: Content, s: Any, m: Meaning) -> Said:
    first, second = (int(c) for c in s.weapon[asked(s), :2])
    return said(
        "take {second} in hand ({figures}) and put {first} away (1 action point)",
        first=content.cards[first].name,
        second=content.cards[second].name,
        figures=arms(content, second),
    )


def say_gift(one: str, more: str = "") -> Any:
    """A gift between two characters: a card, or so many of something."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        f, row, giver = slots(), top(s), int(m.target or 0)
        pair = [int(row[f.TRADE.ONE]), int(row[f.TRADE.TWO])]
        taker = pair[0] if giver == pair[1] else pair[1]
        held = m.card is not None and m.card >= 0
        n = int(m.number or 1)
        gift: Said | str = content.cards[int(m.card or 0)].name if held else many(n, one, more or one)
        return said("{giver} gives {gift} to {taker}", giver=hero(giver), gift=gift, taker=hero(taker))

    return say


def price(content: Content, s: Any, h: int, what: int, base: int) -> int:
    """A price of the interlude with what the first Kami skill of a character makes of it."""
    t, kami = content.tables[0], int(s.kami[h])
    percent = 100
    if kami >= 0 and int(s.affinity[h]) >= int(t["kami_affinity"][kami, 0]):
        k = int(t["kami_list"][kami, 0])
        for i in range(int(t["list_first"][k]), int(t["list_first"][k]) + int(t["list_n"][k])):
            if t["fx_on"][i] == ON.INTERLUDE and t["fx_do"][i] == DO.PRICE and t["fx_what"][i] == what:
                percent += int(t["fx_n"][i])
    return base * percent // 100


def say_deal(template: str) -> Any:
    """A sale, a purchase or a repair, with its price and what the character has."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        h, n = int(m.target or 0), int(m.number or 0)
        number = -1 if m.card is None else m.card
        card = None if number < 0 else content.cards[number]
        base, what = {
            "sell_heads": (HEAD_PRICE * n, PRICE.HEADS),
            "sell_boss_heads": (BOSS_PRICE * n, PRICE.HEADS),
            "repair": (REPAIR_PRICE * n, PRICE.REPAIR),
            "buy_market": (int(card.facts["cost"]) if card else 0, PRICE.MARKET),
            "buy_smith": (int(card.facts["cost"]) if card else 0, PRICE.SMITH),
        }[m.verb]
        return said(
            template,
            who=hero(h),
            number=n,
            heads=many(n, "{n} head", "{n} heads"),
            boss=many(n, "{n} boss head", "{n} boss heads"),
            price=many(price(content, s, h, what, base), "{n} coin", "{n} coins"),
            have=int(s.coins[h]),
            card=card.name if card else "a card",
            about=said("{arms}: {text}", arms=arms(content, number), text=card.text) if card else "",
        )

    return say


def say_kami(content: Content, s: Any, m: Meaning) -> Said:
    h, k = divmod(int(m.target or 0), st.KAMI)
    skills = [skill(content, st.SKILLS + 3 * k + n)[0] for n in range(3)]
    told_ = content.words["told.take_kami"][int(m.target or 0)]
    return said(
        "{told} ({skills}) instead of {old}",
        told=told_,
        skills=row(skills),
        old=content.words["kami_told"][int(s.kami[h])] if int(s.kami[h]) >= 0 else "none",
    )


def say_bless(content: Content, s: Any, m: Meaning) -> Said:
    f, row = slots(), top(s)
    what, n = COND.words[int(row[f.INFLICT.CONDITION])], int(s.blessed[asked(s)])
    if m.verb == "accept":
        return said("keep the blessed token and be {what}", what=what)
    return said(
        "discard a blessed token ({n} left): {who} is not {what}", n=n - 1, what=what, who=hero(asked(s))
    )


def say_cure(content: Content, s: Any, m: Meaning) -> Said:
    f, c = int(top(s)[slots().EFFECT.AT_HAND]), int(m.target or 0)
    return said("{who} is rid of {what}", who=figure(content, s, f), what=CURES[c])


# ---- yes, no, none, done: by what is asked -------------------------------------------------------

FOCUS_DIE = "a blank or a critical failure makes the attack fail, the other faces add 2 hits or more"


def yinyang(content: Content, s: Any) -> Said:
    """The weapon whose yin-yang effect is offered, with its text."""
    card = int(s.weapon[asked(s), 0])
    return said("{card}: {text}", card=content.cards[card].name, text=content.words["yinyang"][card])


def endurance(content: Content, s: Any) -> tuple[str, str]:
    """The Kami skill that can keep a character from being defeated."""
    h, f = asked(s), slots()
    return skill(content, st.SKILLS + 3 * int(s.kami[h]) + int(top(s)[f.DEFEAT.SKILL]))


def say_yes(content: Content, s: Any, m: Meaning) -> Said:
    asks = phase(s)
    if asks == "attack.focus":
        return said("add the focus die: {what}", what=FOCUS_DIE)
    if asks == "attack.yinyang":
        return said("take the yin-yang effect of {what}", what=yinyang(content, s))
    if asks == "react.kami":
        name, text = endurance(content, s)
        return said("use {skill}: {text}", skill=name, text=text)
    h = int(top(s)[slots().BLOW.ON])
    t, card = content.tables[0], int(s.weapon[h, 0])
    held = (card - st.WEAPON0) // st.SMITH_COPIES
    return said(
        "counterattack with {weapon}, {dice}",
        weapon=content.cards[card].name,
        dice=dice(*(int(n) for n in t["w_fast"][held])),
    )


def by_phase(words: dict[str, str], otherwise: str) -> Any:
    """A plain answer, said for the question that it answers."""

    def say(content: Content, s: Any, m: Meaning) -> Said:
        return said(words.get(phase(s), otherwise))

    return say
