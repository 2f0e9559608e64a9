"""What an answer means and whether it is offered, question by question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.events import ALL
from bestiary.games.shogun import state as st
from bestiary.games.shogun.moves import ACTIONS, Q
from bestiary.games.shogun.rules.frames import EFFECT, TRADE
from bestiary.games.shogun.state import FRAME

from .table import Table

PLAIN = (
    "raise",
    "lose",
    "trade",
    "arrive",
    "choose",
    "square",
    "spawn",
    "order",
    "use_on",
    "swap",
    "take_head",
)
PLAIN += ("step", "target", "die", "point", "door", "fast", "strong", "go", "resistor", "partner", "cure")
PURSES = {"give_coins": "coins", "give_heads": "heads", "give_boss_heads": "boss", "sell_heads": "heads"}
PURSES |= {"sell_boss_heads": "boss"}
TOMOE = 2  # who is asked
SETS = {  # the questions that carry the set of their answers, with how many there can be
    "build.attribute": 4,
    "level.attribute": 4,
    "end.attribute": 4,
    "build.skill": 2,
    "level.skill": 2,
    "place.character": 4,
    "event.choose": 2,
    "effect.choose": 2,
    "event.ki": 5,
    "init.order": 8,
    "init.use": 48,
    "init.swap": 6,
    "effect.cure": 4,
    "limit.discard": 17,
    "react.bless": 2,
    "react.counter": 2,
    "react.kami": 2,
    "spawn.point": 6,
    "kami.change": 8,
    "event.who": 55,
    "effect.target": 55,
    "enemy.target": 55,
    "share.main": 6,
    "attack.spread": 48,
    "attack.focus": 2,
    "effect.square": 60,
    "enemy.square": 60,
    "spawn.square": 60,
}


def equipped() -> Table:
    """Two characters with something in every place, and Tomoe to answer."""
    made = Table("AT.", level=3)
    made.weapons("tomoe", "katana", "naginata")
    made.items("tomoe", "rice_ball", "bandages")
    s = made.s
    s.coins[:3], s.heads[:3], s.boss[:3] = [9, 0, 7], [3, 0, 1], [0, 0, 4]
    made.learn("tomoe", made.content.words["skill"][int(made.t["skill_of"][TOMOE, 0, 0])], 3)
    s.kami[TOMOE] = 4
    return made


@pytest.mark.parametrize("phase", SETS)
def test_exactly_what_a_question_offers_breaks_no_rule(phase: str) -> None:
    made = Table("AT.")
    s, engine, chance = made.s, made.match.engine, np.random.default_rng(len(phase))
    made.frame(FRAME.ACT, TOMOE)
    s.phase, s.active = Q.words.index(phase), 0
    for n in range(4):
        s.cand[:], s.may = 0, n % 2 if phase.endswith("square") else 0
        s.cand[0] = int(chance.integers(1, 1 << SETS[phase], dtype=np.int64))
        if phase.endswith("square"):
            s.cand[3] = 1 << 5
        if phase == "kami.change":
            s.cand[1] = n - 1
        offered = sorted(engine.legal(made.match.state))
        assert offered == np.flatnonzero(engine.why_all(made.match.state) == 0).tolist() and offered


def expected(made: Table, phase: str, verb: str, args: tuple[int, ...]) -> dict[str, int]:
    """The target, card and number of an answer, those that it has."""
    s = made.s
    a, b = (*args, 0, 0)[:2]
    if verb in ("technique", "skill"):
        if a >= st.SLOTS:
            return {"target": st.SKILLS + 3 * int(s.kami[TOMOE]) + a - (st.SLOTS - 1)}
        return slot(s, TOMOE, a)
    if verb in ("withdraw_ki", "pick_slot"):
        return slot(s, TOMOE, a)
    if verb == "raise_ki":
        return slot(s, 0, a)
    if verb == "place_ki":
        known = int(s.skill[TOMOE, b]) >= 0
        return {**slot(s, TOMOE, b), "number": a + 1 if known else 10 * (b + 1) + a + 1}
    if verb == "side":
        return {"target": int(s.cand[a]) if phase in ("build.skill", "level.skill") else a}
    if verb == "option":
        return {"target": int(s.cand[1]) + a if phase in ("event.choose", "effect.choose") else a}
    if verb == "pick_supply":
        return {"number": a + 1}
    if verb == "item":
        return card(s.items[TOMOE, a], a)
    if verb == "equip":
        return {"target": a, **card(s.weapon[a, b], b)}
    if verb == "take_kami":
        return {"target": a * st.KAMI + b}
    if verb.startswith("give_"):
        return gift(s, phase, verb, a, b)
    if verb == "discard":
        held = [*s.weapon[TOMOE], *[-1] * (3 - len(s.weapon[TOMOE])), *s.armour[TOMOE], *s.items[TOMOE]]
        return card(held[a], a)
    if verb in ("sell_heads", "sell_boss_heads"):
        return {"target": a, "number": one_or_all(int(s[PURSES[verb]][a]), b)}
    if verb == "repair":
        return {"target": a, "number": one_or_all(worn(made, a), b)}
    if verb == "buy_market":
        return {"target": a, **card(s.row[b], b)}
    if verb == "devote":
        return {"target": a}
    if verb in PLAIN:
        return {"target": a}
    assert not args or verb == "buy_smith", verb
    return {}


def slot(s: Any, h: int, k: int) -> dict[str, int]:
    return {"target": int(s.skill[h, k])} if s.skill[h, k] >= 0 else {"number": k + 1}


def card(held: Any, place: int) -> dict[str, int]:
    return {"card": int(held)} if held >= 0 else {"number": place + 1}


def one_or_all(n: int, k: int) -> int:
    return int(n >= 1) if k == 0 else n if n > 1 else 0


def worn(made: Table, h: int) -> int:
    armour = int(made.s.armour[h, 0])
    if armour < 0:
        return 0
    return max(0, int(made.t["ar_resistance"][(armour - st.ARMOUR0) // st.SMITH_COPIES]) - int(made.s.arm[h]))


def gift(s: Any, phase: str, verb: str, a: int, b: int) -> dict[str, int]:
    if phase != "trade.give":
        return {"target": a, "number": b}
    giver = (0, TOMOE)[a]
    if verb == "give_item":
        return {"target": giver, **card(s.items[giver, b], b)}
    if verb == "give_weapon":
        return {"target": giver, **card(s.weapon[giver, b], b)}
    if verb == "give_armour":
        return {"target": giver, **card(s.armour[giver, 0], b)}
    if verb == "give_coins":
        n = int(s.coins[giver])
        return {"target": giver, "number": (int(n >= 1), 5 * (n >= 5), n if n > 1 and n != 5 else 0)[b]}
    if verb in PURSES:
        return {"target": giver, "number": one_or_all(int(s[PURSES[verb]][giver]), b)}
    return {"target": giver}


@pytest.mark.parametrize(
    "phase", ["act.main", "build.skill", "event.choose", "effect.choose", "level.skill", "trade.give"]
)
def test_every_answer_names_its_card_target_and_number(phase: str) -> None:
    made = equipped()
    s = made.s
    s.cand[:2] = [30, 40]
    if phase == "trade.give":
        made.frame(FRAME.TRADE, TOMOE)
        s.stack[s.sp - 1, TRADE.ONE], s.stack[s.sp - 1, TRADE.TWO] = 0, TOMOE
    else:
        made.frame(FRAME.ACT, TOMOE)
        s.stack[s.sp - 1, EFFECT.AT_HAND] = 0
    s.phase = Q.words.index(phase)
    for action in range(len(ACTIONS)):
        verb, args = ACTIONS.name(action), ACTIONS.args(action)
        if phase == "trade.give" and not verb.startswith("give_"):
            continue
        means = made.match.engine.meaning(made.match.state, action)
        if verb == "buy_smith":
            assert means.target == args[0]
            continue
        found = {"target": means.target, "card": means.card, "number": means.number}
        wanted = dict.fromkeys(("target", "card", "number")) | expected(made, phase, verb, args)
        assert found == wanted and means.verb == verb and means.see == ALL, (verb, args)
