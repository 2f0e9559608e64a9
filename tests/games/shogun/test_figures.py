"""Single steps of the rules about figures: flags, movement points, tokens, what is worn, who is imagined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, DO, FLAG, KI, ON, STAT
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.rules import figures as of_figures
from bestiary.games.shogun.rules.effects import operations as of_operations
from bestiary.games.shogun.rules.effects import targets as of_targets
from bestiary.games.shogun.rules.fight import attack as of_attack
from bestiary.games.shogun.rules.fight import damage as of_damage
from bestiary.games.shogun.rules.frames import ARRIVAL, BLOW, INITIATIVE_STEP
from bestiary.games.shogun.rules.ground import squares as of_squares
from bestiary.games.shogun.rules.ground import zones as of_zones
from bestiary.games.shogun.rules.turn import phase as of_phase
from bestiary.games.shogun.rules.turn import rounds as of_rounds
from bestiary.games.shogun.rules.turn import walking as of_walking
from bestiary.games.shogun.state import FRAME, MANNER
from bestiary.testing.plain import plain

from .table import Table, begin
from .test_operations import write

figures, operations, targets, attack, damage = map(
    plain, (of_figures, of_operations, of_targets, of_attack, of_damage)
)
squares, zones, phase, rounds, walking = map(plain, (of_squares, of_zones, of_phase, of_rounds, of_walking))


def parts(made: Table) -> tuple[Any, Any, Any, Any]:
    return made.t_record, made.match.state[0], made.s, made.match.engine.new_log()


@pytest.mark.rule("SHG-10.1", "SHG-10.3", "SHG-22.14")
@pytest.mark.parametrize("affects", ["move", "armour"])
@pytest.mark.parametrize("downed", [0, 1])
def test_whoever_lies_on_the_ground_moves_less_or_guards_less(affects: str, downed: int) -> None:
    options = {} if affects == "armour" else {"downed_affects": "move"}
    made = Table("A..", **options)
    t, row, s, _ = parts(made)
    s.attr[0], s.arm[0], s.cond[0, COND.DOWNED] = 1, 2, downed
    assert int(walking.move_points(t, row, 0)) == 4 - (downed and affects == "move")
    guard = 2 - (downed and (affects == "armour" or made.match.options["downed_affects"] == "both"))
    assert int(figures.armour_of(t, row, 0)) == guard


@pytest.mark.rule("SHG-21.17", "SHG-28.4", "SHG-28.5")
@pytest.mark.parametrize("living", [0, 1])
def test_whatever_was_struck_loses_a_token_and_is_lost_with_the_last(living: int) -> None:
    made = Table("A.R.S", {"R": "R", "S": "S"})
    t, row, s, log = parts(made)
    made.t["res_living"][made.c, 0] = living
    s.res_tokens[:2], s.a_targets = [1, 2], 1 << st.RES0
    damage.strike_tokens(t, row, log[0])
    assert s.res_tokens[:2].tolist() == [0, 2] and int(s.res_sq[0]) == -1 and int(s.res_sq[1]) >= 0


@pytest.mark.rule("SHG-30.16")
def test_whoever_has_nowhere_to_step_aside_stays_where_the_path_is_cut() -> None:
    made = Table("A")
    t, row, s, _ = parts(made)
    squares.cut_path(t, row, made.q(0, 0))
    assert made.at("akira") == (0, 0) and not s.cand.any()


@pytest.mark.rule("SHG-24.3", "SHG-24.4")
@pytest.mark.parametrize("manner", [MANNER.ENEMY, MANNER.COUNTER, MANNER.ENEMY_COUNTER])
def test_an_attack_remembers_how_it_came_about(manner: int) -> None:
    made = Table("Ak", {"k": "kachi"})
    t, row, s, log = parts(made)
    by, on = (0, made.id("kachi")) if manner == MANNER.COUNTER else (made.id("kachi"), 0)
    made.frame(FRAME.ATTACK, by, on, manner, -1)
    frame = s.stack[s.sp - 1]
    frame[BLOW.FOCUS] = 1
    attack.begin_enemy_attack(t, row, frame, log[0])
    assert (int(s.a_manner), int(s.a_focus), int(s.a_by), int(s.a_on)) == (manner, 1, by, on)
    told = [h.kind for h in made.match.engine.happenings(log, None)]
    assert told == (["attacks"] if manner == MANNER.ENEMY else ["counters"])


@pytest.mark.rule("SHG-25.4")
@pytest.mark.parametrize("armour", [None, "kusari_katabira"])
def test_armour_without_a_text_adds_nothing_to_the_spirit(armour: str | None) -> None:
    made = Table("A..")
    made.armour("akira", armour)
    t, row, s, _ = parts(made)
    s.attr[0] = 2
    write(made, {"do": DO.MOD, "what": STAT.SPIRIT, "n": 5})
    made.t["list_first"][-1], made.t["list_n"][-1] = 0, 1
    made.t["ar_list"][:] = -1
    assert int(phase.spirit_now(t, row, 0)) == 2
    made.t["ar_list"][:] = 0
    assert int(phase.spirit_now(t, row, 0)) == (2 if armour is None else 7)


@pytest.mark.rule("SHG-23.2")
def test_only_what_works_once_can_be_used_up() -> None:
    made = Table("A..")
    t, row, s, _ = parts(made)
    write(made, {"do": DO.HEAL, "n": 1})
    for once, bit, used, gone in (
        (0, 0, 0b1, False),
        (1, 0, 0b1, True),
        (1, 0, 0b10, False),
        (2, 1, 0b10, True),
    ):
        made.t["fx_once"][0], made.t["fx_once_bit"][0], s.once[0] = once, bit, used
        assert bool(targets.used_up(t, row, 0, 0)) == gone and not targets.used_up(t, row, 0, -1)


@pytest.mark.rule("SHG-23.4")
def test_a_flag_holds_always_only_where_the_card_says_so() -> None:
    made = Table("A..")
    made.armour("akira", "kusari_katabira")
    t, row, s, _ = parts(made)
    write(made, {"do": DO.FLAG, "what": FLAG.SWIFT}, {"do": DO.FLAG, "what": FLAG.TAUNT})
    made.t["fx_on"][0], made.t["list_on"][0] = ON.ALWAYS, 1 << ON.ALWAYS | 1 << ON.USE
    made.t["ar_list"][:] = 0
    s.flag[:] = 0
    base = int(made.t["k_flags"][made.t["kind"][0]])
    assert int(figures.flags(t, row, 0)) == base | FLAG.SWIFT
    made.armour("akira", None)
    assert int(figures.flags(t, row, 0)) == base


@pytest.mark.rule("SHG-8.9")
@pytest.mark.parametrize("queue", [[0, 2], [2, 0], [4, 0, 2], [0, 4, 2], [0, 4], [4]])
def test_two_characters_may_swap_wherever_their_cards_lie(queue: list[int]) -> None:
    made = Table("A.T")
    t, row, s, log = parts(made)
    s.queue[:] = -1
    s.queue[: len(queue)], s.queue_n = queue, len(queue)
    made.frame(FRAME.INITIATIVE, pc=INITIATIVE_STEP.SWAP)
    s.actors = 0
    rounds.step_initiative(t, row, log[0])
    both = 0 in queue and 2 in queue
    assert bool(s.actors) == both and (not both or (int(s.phase), int(s.cand[0])) == (Q.INIT_SWAP, 0b10))


@pytest.mark.rule("SHG-7.12", "SHG-16.4")
@pytest.mark.parametrize(
    ("dice", "what", "asked"),
    [([1, 0, 3], KI.ONE, True), ([1, 0, 0], KI.ONE, False), ([1, 0, 3], KI.ALL, False)],
)
def test_one_of_several_ki_dice_is_chosen(dice: list[int], what: int, asked: bool) -> None:
    made = Table("A..", level=3)
    _, row, s, log = parts(made)
    made.frame(FRAME.EFFECT, 0)
    s.ki[0], s.supply[0], s.exhausted[0], s.actors = 0, 0, 0, 0
    s.ki[0, :3], s.supply[0, 1] = dice, 1
    operations.begin_ki(row, 0, 2, what, log[0])
    assert bool(s.actors) == asked
    if asked:
        assert int(s.phase) == Q.EVENT_KI and int(s.cand[0]) == 0b101 and s.ki[0, :3].tolist() == dice
    else:
        assert s.ki[0, :3].tolist() == [d + 2 if d else 0 for d in dice]


@pytest.mark.rule("SHG-7.8")
@pytest.mark.parametrize("zone", [0, 1, 2])
@pytest.mark.parametrize("colour", [0, 1])
def test_an_imagined_sleeve_holds_what_was_shown_of_it(zone: int, colour: int) -> None:
    match = begin(players=1)
    t, row = match.engine.tables[0], match.state[0]
    cards = [int(c) for c in (*row["event_deck"][colour], *row["sleeve"][:, colour]) if c >= 0]
    row["event_deck"][colour], row["sleeve"][:, colour] = -1, -1
    row["shown"][:], row["shown_n"][:] = 0, 0
    card = cards.pop(3)
    row["sleeve"][zone, colour], row["shown_n"][zone, colour] = card, 1
    row["event_deck"][colour, : len(cards)], row["event_n"][colour] = cards, len(cards)
    event = int(t["ev_event"][card - st.EVENT0, 0])
    row["shown"][zone, colour, 0] = 1 + event
    for seed in range(8):
        world = match.engine.resampled(match.state, 0, seed)[0]
        found = int(world["sleeve"][zone, colour])
        assert found >= 0 and int(t["ev_event"][found - st.EVENT0, 0]) == event
        every = [int(c) for c in (*world["event_deck"][colour], *world["sleeve"][:, colour]) if c >= 0]
        assert sorted(every) == sorted([card, *cards]) and np.isin(found, every)


@pytest.mark.rule("SHG-10.18")
@pytest.mark.parametrize("goal", [(1, 0), (3, 0), (6, 0)])
def test_whether_a_square_can_be_walked_to_leaves_no_search_behind(goal: tuple[int, int]) -> None:
    made = Table("A......").activate("akira")
    t, row, s, _ = parts(made)
    wrong = int(walking.no_walk(t, row, 0, made.q(*goal)))
    assert (wrong == 0) == (goal[0] <= int(walking.walk_points(t, row, 0)))
    assert not s.searched and not s.dist.any() and not s.frontier.any()


@pytest.mark.rule("SHG-4.8", "SHG-4.9")
def test_of_zones_that_all_have_left_none_is_open_any_more() -> None:
    made = Table("A.T")
    t, row, s, log = parts(made)
    made.t["z_enemies"][made.c] = 0
    s.revealed[:2], s.revealed_n, s.floor[made.q(1, 0)] = [0, 1], 2, 1
    made.frame(FRAME.PLACE, 0, ARRIVAL.ALL_MOVED)
    zones.step_place(t, row, log[0])
    assert int(s.revealed_n) == 1 and s.revealed[:2].tolist() == [0, 0] and int(s.zone[0]) == 1
    assert not s.floor.any() and made.at("akira") is None and int(s.phase) == Q.PLACE_CHARACTER
