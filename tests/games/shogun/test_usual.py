"""The usual answer to every question, and what a position is judged by, worked out a second time."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import GOAL, IF, JUDGED
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules import advice as of_advice
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules.judgement import habits as of_habits
from bestiary.games.shogun.rules.judgement import worth as of_worth
from bestiary.games.shogun.state import STATUS
from bestiary.testing.plain import plain

from .table import Table
from .test_goals import FOES, HERE, Thinker, field, some, vary

habits, worth, advice = plain(of_habits), plain(of_worth), plain(of_advice)
geometry = plain(of_ground.geometry)


# ---- every question ------------------------------------------------------------------------------

USUAL = {
    Q.ATTACK_SKILL: A.SKILL + 1,
    Q.ATTACK_FOCUS: A.NO,
    Q.SHARE_MAIN: A.DONE,
    Q.TRADE_GIVE: A.DONE,
    Q.INTERLUDE_MAIN: A.DONE,
    Q.INIT_SWAP: A.NONE,
    Q.KI_REROLL: A.PICK_EXHAUSTED,
}
GLADLY = (Q.REACT_BLESS, Q.REACT_COUNTER, Q.REACT_KAMI, Q.ATTACK_YINYANG, Q.INIT_USE, Q.BUILD_ATTRIBUTE)


@pytest.mark.parametrize("phase", range(len(Q.words)))
def test_the_usual_answer_to_every_question(phase: int) -> None:
    table = Table("A.k", FOES, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    choices = [
        A.GO + 2,
        A.SKILL + 1,
        A.SKILL + 2,
        A.YES,
        A.NO,
        A.DONE,
        A.NONE,
        A.ROLL,
        A.PICK_EXHAUSTED,
        A.END,
    ]
    s.phase, s.supply[:] = phase, 0
    table.frame(st.FRAME.ACT, 0)
    if phase in (Q.ACT_MAIN, Q.MOVE_STEP, Q.ATTACK_REROLL, Q.ENEMY_TARGET):
        return  # which have tests of their own
    for order in (choices, choices[::-1], choices[3:] + choices[:3]):
        place = int(habits.usual(t, row, np.array(order), len(order)))
        if phase in USUAL:
            skills = [a for a in order if a in (A.SKILL + 1, A.SKILL + 2)]
            wanted = skills[0] if phase == Q.ATTACK_SKILL else USUAL[phase]
            assert order[place] == wanted
        else:
            assert place == (0 if phase in GLADLY else -1)
    assert int(habits.usual(t, row, np.array([A.PICK_SLOT, A.ROLL]), 2)) == {Q.KI_REROLL: 1}.get(
        phase, 0 if phase in GLADLY else -1
    )


@pytest.mark.parametrize("phase", [Q.ACT_MAIN, Q.MOVE_STEP])
def test_heads_are_taken_first_and_then_the_last_die_is_placed(phase: int) -> None:
    table = Table("A.k", FOES, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.phase, s.hp[0], s.max_hp[0] = phase, 9, 9
    table.frame(st.FRAME.ACT, 0)
    dice = [A.PLACE_KI + 3, A.PLACE_KI + 7]
    for order in ([A.END, *dice, A.TAKE_HEAD + 1], [A.TAKE_HEAD + 1, *dice, A.END]):
        assert order[int(habits.usual(t, row, np.array(order), 4))] == A.TAKE_HEAD + 1
    for order in ([*dice, A.END], [A.END, *dice]):
        assert order[int(habits.usual(t, row, np.array(order), 3))] == A.PLACE_KI + 7
    alone = np.array([A.STOP, A.END])
    assert int(habits.usual(t, row, alone, 2)) == 1


def test_a_die_without_hits_is_rolled_again_and_no_other() -> None:
    table = Table("A.k", FOES, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.phase = Q.ATTACK_REROLL
    for place in range(st.FOCUS + 1):
        sides = (
            t["focus_hits"]
            if place == st.FOCUS
            else t["white_hits"]
            if place < st.WHITES
            else t["black_hits"]
        )
        for face in range(6):
            s.a_dice[place] = face
            for order in ([A.DIE + place, A.DONE], [A.DONE, A.DIE + place]):
                picked = order[int(habits.usual(t, row, np.array(order), 2))]
                assert picked == (A.DONE if sides[face] else A.DIE + place), (place, face)


def test_anything_is_done_where_nothing_is_usual() -> None:
    table = Table("A.k", FOES, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.phase = Q.INIT_ORDER
    rng = np.array([5], np.uint64)
    seen = {int(advice.suggest(t, row, rng, np.array([A.ORDER, A.ORDER + 1]), 2)) for _ in range(30)}
    assert seen == {0, 1}
    s.phase = Q.INIT_SWAP
    assert {int(advice.suggest(t, row, rng, np.array([A.SWAP, A.NONE]), 2)) for _ in range(9)} == {1}


# ---- what a position is judged by ----------------------------------------------------------------


def reckoned(table: Table) -> dict[int, float]:
    """The judgement of a position, by the definitions."""
    t, s, c = table.t_record, table.s, table.c
    thinker = Thinker(table, 0)
    party, far = int(s.party), 30.0

    def done(k: int) -> float:
        sort, i, zone = thinker.steps[k]
        if s.zone[zone] == 0:
            return 0.0
        if sort != GOAL.FOE:
            return 0.0 if thinker.there(k) else 1.0
        left = [f for f in thinker.foes if t["kind"][f] == i]
        return 1.0 - s.hp[left[0]] / s.max_hp[left[0]] if left else 1.0

    def led(h: int) -> float:
        return float(s.mp + s.bonus) if s.active == h else 0.0

    there = [k for k in range(len(thinker.steps)) if thinker.there(k)]
    there_far = {h: max(0.0, min(far, thinker.far(h, there)) - led(h)) for h in HERE if s.sq[h] >= 0}
    mean = sum(there_far.values()) + far * sum(s.status[h] == STATUS.DEFEATED for h in range(4))
    way = sum(map(done, range(len(thinker.steps))))
    way += 0.6 * (1 - min(there_far.values(), default=far) / far) + 0.2 * (1 - mean / (far * party))
    fights = []
    for h in HERE:
        if s.sq[h] >= 0:
            near = min([far, *(float(geometry.span(t, int(s.sq[h]), int(s.sq[f]))) for f in thinker.foes)])
            held = (int(s.weapon[h, 0]) - st.WEAPON0) // st.SMITH_COPIES
            reach = int(t["w_range"][held]) if s.weapon[h, 0] >= 0 else 1
            fights.append(1 - max(0.0, near - reach - led(h)) / far)
    dice = {f: 1 + int(t["b_dice"][t["kind"][f], s.plus[f]].sum()) for f in thinker.foes}
    up = [h for h in range(4) if s.status[h] == STATUS.STANDING]

    def counted(kinds: Any, values: Any) -> float:
        parts = [
            min(1.0, s.counter[kind - IF.COUNTER_A] / max(1, value))
            for kind, value in zip(kinds.tolist(), values.tolist(), strict=True)
            if IF.COUNTER_A <= kind < IF.COUNTER_A + 3
        ]
        return sum(parts) / max(1, len(parts))

    return {
        JUDGED.PROGRESS: way / len(thinker.steps),
        JUDGED.OBJECTIVE: counted(t["ch_if"][c], t["ch_value"][c]),
        JUDGED.FAILURE: counted(t["fail_if"][c], t["fail_value"][c]),
        JUDGED.LIVES: sum(s.hp[h] / s.max_hp[h] for h in up) / party,
        JUDGED.STANDING: len(up) / party,
        JUDGED.THREAT: sum(n * (0.4 + 0.6 * s.hp[f] / s.max_hp[f]) for f, n in dice.items()) / (4 * party),
        JUDGED.MALICE: s.malice / 6,
        JUDGED.DISTRESS: sum(
            1 - s.res_tokens[i] / t["res_tokens"][c, i]
            for i in range(2)
            if s.res_sq[i] >= 0 and t["res_tokens"][c, i] > 0
        ),
        JUDGED.ENGAGED: sum(fights) / party,
        JUDGED.START: 1.0,
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_judged_by_its_parts(seed: int) -> None:
    chance = random.Random(200 + seed)
    table = field(chance)
    stands = int(table.s.sq[2])
    for _ in range(6):
        vary(table, chance)
        t, s, row = table.t_record, table.s, table.match.state[0]
        s.plus[table.id("kachi")] = some(chance, 0, 1)
        s.counter[:] = [chance.randrange(4) for _ in range(3)]
        for name in ("ch", "fail"):
            kinds = [
                some(chance, IF.NONE, IF.COUNTER_A, IF.COUNTER_B, IF.COUNTER_C, IF.PARTY) for _ in range(3)
            ]
            t[f"{name}_if"][table.c], t[f"{name}_value"][table.c] = (
                kinds,
                [some(chance, 0, 1, 2, 3) for _ in range(3)],
            )
        fallen = chance.random() < 0.4
        s.status[2], s.sq[2] = (STATUS.DEFEATED, -1) if fallen else (STATUS.STANDING, stands)
        table.weapons("akira", *chance.choice([[], ["katana"], ["yari"]]))
        wanted = reckoned(table)
        for what, value in wanted.items():
            assert float(worth.judged(t, row, what)) == pytest.approx(value), JUDGED.words[what]
        out = np.full(4, 9.0)
        s.winner, s.seats = -1, 3
        advice.evaluate(t, row, out)
        total = sum(float(t["judge"][what]) * value for what, value in wanted.items())
        assert out.tolist() == pytest.approx([np.tanh(total / 2)] * 3 + [9.0])


@pytest.mark.parametrize(
    "wish", ["point", "door", "resistor", "fast", "strong", "technique", "kami_mode", "exert"]
)
@pytest.mark.parametrize("first", [True, False])
def test_what_is_done_does_not_depend_on_its_place_in_the_list(wish: str, first: bool) -> None:
    table = Table("A..R", {"R": "R", **FOES}, level=3)
    table.put("kachi", 1, 0)
    t, s, row, c = table.t, table.s, table.match.state[0], table.c
    s.max_hp[0], s.hp[0], s.mp, s.ap[0], s.malice = 9, 9, 0, 3, 0
    sort = {"point": GOAL.POINT, "door": GOAL.DOOR, "resistor": GOAL.RESISTOR}
    t["way_n"][c] = 0
    if wish in sort:
        t["way_n"][c], t["way_sort"][c, 0], t["way_id"][c, 0], t["way_zone"][c, 0] = 1, sort[wish], 0, 0
        t["way_far"][c], s.zone[:] = 5, [1, 0, 0]
        t["point_sq"][c, 0], t["door_sq"][c, 0], s.point[0], s.door[0] = 3, [3, -1], 1, 1
    elif wish == "technique":
        s.hp[0] = 7
    elif wish == "kami_mode":
        s.hp[0] = 2
    elif wish == "exert":
        s.sq[table.id("kachi")] = -1  # nobody is near
        t["way_n"][c], t["way_sort"][c, 0], t["way_id"][c, 0] = 1, GOAL.POINT, 0
        t["point_sq"][c, 0], s.point[0], t["way_far"][c] = table.q(9, 5), 1, 9
    f = table.id("kachi") if wish in ("fast", "strong") else 0
    action = {
        "point": A.POINT,
        "door": A.DOOR,
        "resistor": A.RESISTOR,
        "fast": A.FAST + f,
        "strong": A.STRONG + f,
        "technique": A.TECHNIQUE,
        "kami_mode": A.KAMI_MODE,
        "exert": A.EXERT,
    }[wish]
    order = [action, A.END] if first else [A.END, action]
    does = habits.walk if wish == "exert" else habits.act
    assert order[int(does(table.t_record, row, 0, np.array(order), 2))] == action
