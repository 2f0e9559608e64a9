"""Single steps of the rules: sets of answers, Ki dice, activations, gear, what is suggested."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, DO, LATER, ON, SIDE, TERRAIN, UNTIL, WHO
from bestiary.games.shogun.moves import A, Q, V
from bestiary.games.shogun.rules import questions as of_questions
from bestiary.games.shogun.rules.effects import operations as of_operations
from bestiary.games.shogun.rules.judgement import habits as of_habits
from bestiary.games.shogun.rules.turn import activation as of_activation
from bestiary.games.shogun.rules.turn import build as of_build
from bestiary.games.shogun.rules.turn import ki as of_ki
from bestiary.games.shogun.rules.turn import rounds as of_rounds
from bestiary.games.shogun.state import FRAME, NOBODY, STATUS
from bestiary.testing.plain import plain

from .table import Table
from .test_campaign import Tale
from .test_operations import position, write

questions, habits, activation, build, ki, rounds = map(
    plain, (of_questions, of_habits, of_activation, of_build, of_ki, of_rounds)
)
operations = plain(of_operations)
TOMOE = 2


def parts(made: Table) -> tuple[Any, Any, Any, Any]:
    return made.t_record, made.match.state[0], made.s, made.match.engine.new_log()


# ---- sets of answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("members", [[0], [5], [0, 1], [3, 7, 46], [47]])
def test_a_set_is_counted_and_read_from_its_lowest_member_on(members: list[int]) -> None:
    mask = sum(1 << m for m in members)
    assert int(questions.count(mask)) == len(members) and int(questions.lowest(mask)) == members[0]
    assert [int(rounds.nth(mask, n)) for n in range(len(members))] == members
    assert int(questions.count(0)) == 0


@pytest.mark.rule("SHG-6.5")
@pytest.mark.parametrize("squares", [[0], [59, 60], [0, 119, 120, 439], [st.SQUARES - 1]])
def test_squares_are_offered_in_reading_order(squares: list[int]) -> None:
    made = Table("A..")
    _, row, s, _ = parts(made)
    assert int(questions.squares(row)) == 0 and int(questions.first_square(row)) == NOBODY
    for q in squares:
        questions.add_square(row, q)
    assert [q for q in range(st.SQUARES) if questions.has_square(row, q)] == squares
    assert int(questions.squares(row)) == len(squares) and int(questions.first_square(row)) == squares[0]
    s.opt.auto_ties = 0
    questions.ask_square(row, Q.EFFECT_SQUARE, 1, False, True)
    if len(squares) == 1:
        assert (int(s.verb), int(s.ans), int(s.actors)) == (V.SQUARE, squares[0], 0)
        assert int(questions.squares(row)) == 0
    else:
        assert (int(s.verb), int(s.phase), int(s.actors)) == (-1, Q.EFFECT_SQUARE, 1)
    questions.no_squares(row)
    assert int(questions.squares(row)) == 0


@pytest.mark.rule("SHG-20.7")
@pytest.mark.parametrize(
    ("tie", "auto", "may", "asked"), [(1, 1, 0, 0), (1, 0, 0, 1), (0, 1, 0, 1), (1, 1, 1, 1)]
)
def test_a_tie_of_squares_is_settled_by_order_where_the_table_says_so(
    tie: int, auto: int, may: int, asked: int
) -> None:
    made = Table("A..")
    _, row, s, _ = parts(made)
    row["opt"]["auto_ties"], s.actors = auto, 0
    for q in (7, 70):
        questions.add_square(row, q)
    questions.ask_square(row, Q.ENEMY_SQUARE, 1, bool(may), bool(tie))
    assert int(s.actors) == asked and int(s.may) == may
    assert asked or (int(s.verb), int(s.ans)) == (V.SQUARE, 7)


@pytest.mark.rule("SHG-6.3")
def test_one_possible_figure_is_taken_unasked_unless_one_may_leave_it() -> None:
    made = Table("A..")
    _, row, s, _ = parts(made)
    for figures, may, asked in ((0b1000, False, 0), (0b1000, True, 1), (0b1010, False, 1)):
        s.actors = 0
        questions.ask_figure(row, Q.EFFECT_TARGET, 1, figures, may)
        assert int(s.actors) == asked
        if asked:
            assert int(s.cand[0]) == figures and int(s.may) == may and int(s.verb) == -1
        else:
            assert (int(s.verb), int(s.ans), int(s.ans2)) == (V.CHOOSE, 3, 0)
        questions.forget_answer(row)
        assert not s.cand.any() and (int(s.verb), int(s.ans), int(s.may)) == (-1, 0, 0)


# ---- Ki dice --------------------------------------------------------------------------------------


def dice_of(s: Any, slots: list[int], supply: list[int], exhausted: int) -> None:
    s.ki[TOMOE], s.supply[TOMOE] = 0, 0
    s.ki[TOMOE, : len(slots)] = slots
    for v in supply:
        s.supply[TOMOE, v] += 1
    s.exhausted[TOMOE] = exhausted


@pytest.mark.rule("SHG-11.4", "SHG-17.1", "SHG-17.2", "SHG-17.3", "SHG-17.4")
def test_every_die_of_a_character_is_counted_changed_and_rolled() -> None:
    made = Table("AT.", level=5)
    _, row, s, log = parts(made)
    for slots, supply, exhausted in (
        ([1, 0, 6, 0, 1], [1, 6, 6], 2),
        ([], [], 0),
        ([0, 1], [], 0),
        ([], [1], 1),
    ):
        dice_of(s, slots, supply, exhausted)
        assert int(ki.dice_left(row, TOMOE)) == sum(v > 0 for v in slots) + len(supply) + exhausted
    dice_of(s, [1, 0, 6, 3], [], 1)
    for slot in range(4):
        ki.change_ki(row, TOMOE, slot, -1)
    assert s.ki[TOMOE, :4].tolist() == [0, 0, 5, 2] and int(s.exhausted[TOMOE]) == 2
    for slot in range(4):
        ki.change_ki(row, TOMOE, slot, 3)
    assert s.ki[TOMOE, :4].tolist() == [0, 0, 6, 5] and int(s.exhausted[TOMOE]) == 2
    ki.check_ki(row, TOMOE, log[0])  # dice in slots: nothing is rolled
    assert int(s.exhausted[TOMOE]) == 2
    dice_of(s, [], [1], 2)
    ki.check_ki(row, TOMOE, log[0])
    assert int(s.exhausted[TOMOE]) == 2 and not made.match.engine.happenings(log, None)
    dice_of(s, [], [], 2)
    ki.check_ki(row, TOMOE, log[0])
    assert int(s.exhausted[TOMOE]) == 0 and int(s.supply[TOMOE].sum()) == 2 and not s.supply[TOMOE, 0]
    (rolled,) = made.match.engine.happenings(log, None)
    assert list(rolled.words.values()) == [TOMOE, 2]
    dice_of(s, [2, 2], [3], 1)
    ki.take_all(row, TOMOE)
    assert int(ki.dice_left(row, TOMOE)) == 0


# ---- activations ----------------------------------------------------------------------------------


@pytest.mark.rule("SHG-30.3", "SHG-9.9")
@pytest.mark.parametrize("place", [(0, 0), (1, 1)])
@pytest.mark.parametrize("ground", [TERRAIN.SPECIAL, TERRAIN.DIFFICULT])
def test_whoever_begins_on_special_terrain_suffers_its_rule(place: tuple[int, int], ground: int) -> None:
    made = Table("...\n...", figures={})
    made.put("akira", *place)
    t, row, s, _ = parts(made)
    effects = int(np.flatnonzero(made.t["list_on"] >> ON.BEGIN & 1)[0])
    made.t["z_special"][made.c, 0], s.ground[made.q(*place)] = effects, ground
    before = int(s.sp)
    activation.on_special(t, row, 0)
    special = ground == TERRAIN.SPECIAL
    assert int(s.sp) == before + special and (not special or int(s.stack[before, 0]) == FRAME.LIST)
    s.sq[0] = NOBODY
    activation.on_special(t, row, 0)
    assert int(s.sp) == before + special


@pytest.mark.rule("SHG-9.4", "SHG-10.11", "SHG-16.8", "SHG-22.18")
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_what_an_activation_leaves_behind(mode: int) -> None:
    made = Table("AT.", level=3)
    t, row, s, log = parts(made)
    for name in ("mp", "bonus", "moved", "moves", "attacks", "withdrawn"):
        row[name] = 2
    s.active, s.ap[:], s.mode[0], s.cond[[0, TOMOE], COND.DOWNED] = 0, 3, mode, 1
    s.mod[:], s.flag[:], s.mod[:, :, LATER], s.flag[:, LATER] = 1, 1, 5, 5
    before = int(s.sp)
    activation.close_turn(t, row, 0, log[0])
    for name in ("mp", "bonus", "moved", "moves", "attacks", "withdrawn"):
        assert int(row[name]) == 0, name
    assert int(s.active) == NOBODY and s.ap[[0, TOMOE]].tolist() == [1, 3]
    assert s.cond[[0, TOMOE], COND.DOWNED].tolist() == [0, 1]
    assert (s.mod[0, :, UNTIL.NEXT_END] == 5).all() and not s.mod[0, :, LATER].any()
    assert (s.mod[TOMOE, :, UNTIL.NEXT_END] == 1).all() and (s.mod[TOMOE, :, LATER] == 5).all()
    assert s.flag[[0, TOMOE], UNTIL.NEXT_END].tolist() == [5, 1] and s.flag[[0, TOMOE], LATER].tolist() == [
        0,
        5,
    ]
    assert not s.mod[[0, TOMOE], :, UNTIL.ACTIVATION].any() and not s.flag[[0, TOMOE], UNTIL.ACTIVATION].any()
    assert int(s.sp) == before + (mode == 2) and int(s.mode[0]) == min(2, 2 * mode)
    if mode == 2:
        assert s.stack[before, :3].tolist() == [FRAME.DEFEAT, 0, 0]


@pytest.mark.rule("SHG-9.9", "SHG-22.8", "SHG-22.9")
def test_how_an_activation_begins() -> None:
    made = Table("AT.", level=3)
    t, row, s, log = parts(made)
    s.cond[0, COND.BLEEDING], s.mod[:], s.flag[:] = 2, 1, 1
    health = made.hp("akira")
    activation.open_turn(t, row, 0, log[0])
    assert made.hp("akira") == health - 2 and made.hp("tomoe") == int(s.max_hp[TOMOE])
    assert not s.mod[0, :, UNTIL.NEXT_START].any() and not s.flag[0, UNTIL.NEXT_START]
    assert (s.mod[TOMOE] == 1).all() and (s.mod[0, :, UNTIL.ROUND] == 1).all()


# ---- gear and operations --------------------------------------------------------------------------


@pytest.mark.rule("SHG-3.5")
def test_gear_comes_out_of_the_box_as_long_as_it_lasts() -> None:
    made = Table("AT.", level=3)
    t, row, s, _ = parts(made)
    s.weapon[0], s.armour[0], s.items[0], s.box[:] = -1, -1, -1, 1
    first = st.WEAPON0 + 3 * st.SMITH_COPIES
    build.give_gear(t, row, 0, np.array([3, -1, 3]), 2, np.array([0, -1, 0, 1]))
    assert s.weapon[0, :2].tolist() == [first, first + 1] and s.items[0, :4].tolist() == [
        0,
        1,
        st.ITEM_COPIES,
        -1,
    ]
    assert int(s.armour[0, 0]) == st.ARMOUR0 + 2 * st.SMITH_COPIES
    assert int(s.arm[0]) == int(made.t["ar_resistance"][2])
    assert not s.box[[first, first + 1, 0, 1]].any() and s.box[[first + 2, 2]].all()
    assert int(build.take_from_box(row, first, st.SMITH_COPIES)) == -1
    s.box[first + 1] = 1
    assert int(build.take_from_box(row, first, st.SMITH_COPIES)) == first + 1 and not s.box[first + 1]


@pytest.mark.rule("SHG-10.14")
@pytest.mark.parametrize("do", [DO.PUSH, DO.PULL])
def test_nobody_is_pushed_by_themselves_or_by_nobody(do: int) -> None:
    made = position()
    _, row, s, log = parts(made)
    write(made, {"do": do, "n": 2, "who": WHO.ENEMIES})
    kachi, before = made.id("kachi"), int(s.sp)
    for source in (kachi, NOBODY):
        operations.operate(made.t_record, row, 0, source, kachi, log[0])
        assert int(s.sp) == before
    operations.operate(made.t_record, row, 0, 0, kachi, log[0])
    assert s.stack[before, :6].tolist() == [FRAME.SHOVE, 0, 0, kachi, 2, int(do == DO.PULL)]


# ---- what is suggested ----------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "wanted"), [(2, "kami_mode"), (3, "end")])
def test_the_first_of_the_choices_is_as_good_as_any_other(hp: int, wanted: str) -> None:
    made = Table("A..", level=3)
    t, row, s, _ = parts(made)
    s.hp[0], s.max_hp[0] = hp, 3
    for order in ([A.KAMI_MODE, A.END], [A.END, A.KAMI_MODE]):
        place = int(habits.act(t, row, 0, np.array(order), 2))
        assert made.match.game.actions.name(order[place]) == wanted


def test_the_first_and_the_last_of_a_kind_are_found() -> None:
    made = Table("A..")
    t, _, _, _ = parts(made)
    choices = np.array([A.STEP + 1, A.END, A.STEP + 3, A.STEP + 5, A.STOP])
    for verb, first, last in ((V.STEP, 0, 3), (V.END, 1, 1), (V.STOP, 4, 4), (V.ITEM, -1, -1)):
        assert int(habits.first_of(t, choices, 5, verb)) == first
        assert int(habits.last_of(t, choices, 5, verb)) == last
    assert int(habits.first_of(t, choices, 4, V.STOP)) == -1  # beyond what there is


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_weakest_is_struck_and_the_toughest_takes_a_blow(order: tuple[int, ...]) -> None:
    made = Table("A.k\n.TH", {"k": "kachi"}, level=3)
    t, row, s, _ = parts(made)
    foes = [st.MINION0, st.MINION0 + 1, st.MINION0 + 2]
    s.hp[foes], s.hp[[0, 1, TOMOE]] = [4, 2, 3], [3, 5, 4]
    fast = np.array([A.FAST + foes[n] for n in order])
    assert int(fast[int(habits.weakest(t, row, fast, 3))]) == A.FAST + foes[1]
    strong = np.append(fast, A.STRONG + foes[1])
    assert int(strong[int(habits.weakest(t, row, strong, 4))]) == A.STRONG + foes[1]
    heroes = np.array([A.CHOOSE + (0, 1, TOMOE)[n] for n in order])
    assert int(heroes[int(habits.toughest(t, row, heroes, 3))]) == A.CHOOSE + 1
    s.res_tokens[0] = 9
    villager = np.append(heroes, A.CHOOSE + st.RES0)
    assert int(villager[int(habits.toughest(t, row, villager, 4))]) == A.CHOOSE + st.RES0
    assert int(habits.weakest(t, row, heroes, 3)) == int(habits.toughest(t, row, fast, 3)) == -1


def test_every_side_is_where_it_belongs_at_the_start() -> None:
    made = Table("AT.")
    assert all(int(made.s.status[h]) == STATUS.STANDING for h in (0, TOMOE))
    assert (made.s.side_of[st.HEROES :] == SIDE.FOLLOWERS).all() and not made.s.side_of[: st.HEROES].any()


@pytest.mark.rule("SHG-35.1", "SHG-1.5")
@pytest.mark.parametrize(("owed", "option"), [(1, True), (0, True), (1, False)])
def test_an_interlude_comes_where_one_is_due_and_the_table_plays_it(owed: int, option: bool) -> None:
    engine = Engine(load("shogun"))
    options = engine.game.settle({"mode": "campaign", "players": 1, "interlude": option})
    carried = engine.carry(engine.start(options, 1))
    carried["started"], carried["interlude"], carried["chapter"] = 1, owed, 1
    states = engine.start(engine.game.options.encode(options), 2, carried)
    asked = Q.words[int(states[0]["phase"])]
    assert asked == ("interlude.main" if owed and option else "share.main") and int(states[0]["chapter"]) == 1


@pytest.mark.parametrize("order", [[A.ITEM, A.END], [A.END, A.ITEM]])
def test_whoever_is_badly_hurt_with_an_enemy_near_heals(order: list[int]) -> None:
    made = Table("A..k", {"k": "kachi"}, level=3)
    made.items("akira", "rice_ball")
    t, row, s, _ = parts(made)
    for lost, wanted in ((habits.BADLY_HURT, A.ITEM), (habits.BADLY_HURT - 1, A.END)):
        s.hp[0] = s.max_hp[0] - lost
        assert order[int(habits.act(t, row, 0, np.array(order), 2))] == wanted


@pytest.mark.rule("SHG-3.2", "SHG-3.9")
def test_nothing_of_the_pair_is_left_when_it_exchanges() -> None:
    tale = Tale("akira+hikaru+jinen").until("share.main")
    pairs = [name for name in tale.match.choices() if name.startswith("trade")]
    assert len(pairs) == 3
    for pair in pairs[::-1]:
        tale.play(pair)  # which looks for what is left behind
        assert tale.asks == "trade.give"
        tale.play("done")
    assert not [name for name in tale.match.choices() if name.startswith("trade")]
