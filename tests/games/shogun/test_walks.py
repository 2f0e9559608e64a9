"""Walks to a square, what ends a move, and that nothing can be begun and taken back for ever."""

from __future__ import annotations

import random

import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.games.shogun.effects import STAT, TERRAIN, UNTIL
from bestiary.games.shogun.moves import Q

from .table import Table

ASH = {"a": "ashigaru"}


# ---- no free loops -------------------------------------------------------------------------------


def repeats(engine: Engine, options: dict[str, object], seed: int, most: int) -> list[str]:
    """Questions at which a position of random play came back within one activation."""
    states = engine.start({"mode": "chapter", **options}, seed)
    picker = random.Random(seed)
    found, seen, whose = [], set(), None
    for _ in range(most):
        if engine.over(states):
            break
        s = readable(states[0])
        now = (int(s.rounds), int(s.at_card))
        if now != whose:
            seen, whose = set(), now
        position = states.tobytes()
        if position in seen:
            found.append(Q.words[int(s.phase)])
        seen.add(position)
        legal = engine.legal(states)
        lingering = [a for a in legal if engine.game.actions.name(a) not in ("end", "go")]
        engine.apply(states, picker.choice(lingering or legal))
    return found


@pytest.mark.rule("SHG-10.17", "SHG-12.10", "SHG-14.17")
@pytest.mark.parametrize("players", (1, 2, 3, 4))
@pytest.mark.parametrize("chapter", range(1, 8))
def test_no_position_comes_back_within_an_activation(chapter: int, players: int) -> None:
    engine = Engine(load("shogun"))
    options = {"chapter": chapter, "players": players}
    assert repeats(engine, options, 10 * chapter + players, 250) == []


@pytest.mark.rule("SHG-10.17")
def test_a_move_begins_where_a_step_can_be_taken_and_ends_after_one() -> None:
    shut = Table("A#\n##")
    shut.activate("akira")
    shut.s.bonus = 2
    assert shut.why("move") == shut.why("walk") == "SHG-10.17"
    table = Table("A..")
    table.activate("akira")
    table.s.bonus = 2
    table.play("walk")
    assert table.why("stop") == "SHG-10.17" and "stop" not in table.choices
    assert "stop" in table.play("step right").choices


@pytest.mark.rule("SHG-10.17")
def test_where_no_step_is_possible_any_more_a_move_ends_all_the_same() -> None:
    table = Table("A..")
    table.activate("akira").play("move")
    table.s.ground[table.q(1, 0)] = TERRAIN.WALL
    assert "stop" in table.choices and table.play("stop").asks == "act.main"


@pytest.mark.rule("SHG-14.17")
def test_what_to_interact_with_is_chosen_and_paid_at_once() -> None:
    table = Table("AT\n..")
    table.weapons("akira", "katana", "yari")
    table.activate("akira")
    assert {"partner tomoe", "weapons"} <= set(table.choices)
    table.play("weapons")
    assert table.s.ap[0] == 3 and table.asks == "act.main"
    table.s.ap[0] = 0
    assert table.why("weapons") == "SHG-14.1" and "partner tomoe" not in table.choices


# ---- the way to a square -------------------------------------------------------------------------


@pytest.mark.rule("SHG-10.18")
def test_a_walk_takes_a_cheapest_way_and_the_first_direction_among_equals() -> None:
    table = Table("....\n....\nA...")
    table.activate("akira").play("go 3,1")
    assert table.at("akira") == (3, 1) and table.s.ap[0] == 3 and table.s.moves == 1
    squares = [line.split()[-1] for line in table.story() if "moves to" in line]
    assert squares == ["1,1.", "2,0.", "3,1."]  # up-right comes before right


@pytest.mark.rule("SHG-10.18", "SHG-30.4")
def test_a_walk_goes_around_ground_that_costs_more() -> None:
    table = Table("A~.\n...")
    table.s.attr[0] = 0
    table.activate("akira").play("go 2,0")
    squares = [line.split()[-1] for line in table.story() if "moves to" in line]
    assert squares == ["1,1.", "2,0."]


@pytest.mark.rule("SHG-10.18", "SHG-10.6")
def test_a_walk_leads_to_empty_squares_that_the_points_reach() -> None:
    table = Table("AT..#....")
    table.s.attr[0] = 0
    table.activate("akira")
    assert [c for c in table.choices if c.startswith("go")] == ["go 2,0", "go 3,0"]
    assert table.why("go 1,0") == table.why("go 5,0") == "SHG-10.18"
    table.play("go 2,0")
    assert table.asks == "move.step" and table.s.mp == 1
    assert "step right" in table.choices and table.why("go 3,0") == "SHG-10.18"  # one step, said as a step


@pytest.mark.rule("SHG-10.18")
def test_a_walk_halts_where_a_head_comes_within_reach() -> None:
    table = Table("A......\n.......\n.......")
    table.s.attr[0, 2] = 3
    table.s.floor[table.q(3, 0)] = 1
    table.activate("akira").play("go 6,0")
    assert table.at("akira") == (2, 0) and table.s.mp == 4 and "take_head 3,0" in table.choices
    table.play("go 6,0")
    assert table.at("akira") == (6, 0)


@pytest.mark.rule("SHG-10.18", "SHG-10.13")
def test_once_the_move_is_used_a_walk_takes_bonus_points() -> None:
    table = Table("A....")
    table.activate("akira")
    table.s.moves, table.s.bonus = 1, 2
    assert [c for c in table.choices if c.startswith("go")] == ["go 1,0", "go 2,0"]
    table.play("go 2,0")
    assert table.s.bonus == 0 and table.s.ap[0] == 4 and table.asks == "act.main"


@pytest.mark.rule("SHG-10.18", "SHG-1.8")
def test_who_cannot_move_cannot_walk_to_a_square() -> None:
    table = Table("A....")
    table.activate("akira")
    table.s.mod[0, STAT.MOVE, UNTIL.ROUND] = -9
    assert not [c for c in table.choices if c.startswith("go")]


# ---- what ends a move ----------------------------------------------------------------------------


@pytest.mark.rule("SHG-10.19", "SHG-10.11")
def test_another_action_ends_the_move() -> None:
    table = Table("A..a\n....", ASH)
    table.activate("akira").play("move")
    assert table.why("end") == "SHG-10.19"
    table.play("step right", "step right")
    assert table.s.mp == 1 and table.attacks
    table.play("fast ashigaru-red")
    assert table.s.mp == 0 and table.asks == "attack.focus" and table.s.ap[0] == 2
    left = Table("A...")
    left.activate("akira").play("go 2,0", "end")
    assert left.asks == "nothing" and left.s.ap[0] == 1


@pytest.mark.rule("SHG-10.19", "SHG-30.3")
def test_on_special_terrain_the_move_is_ended_first() -> None:
    table = Table("A.*a\n....", ASH)
    table.activate("akira").play("go 2,0")
    assert table.asks == "move.step" and not table.attacks
    assert table.why("fast ashigaru-red") == "SHG-10.19"
    assert table.play("stop").attacks


@pytest.mark.rule("SHG-9.8")
def test_an_activation_that_offers_nothing_more_ends_by_itself() -> None:
    table = Table("A...")
    table.s.supply[:] = 0
    table.activate("akira")
    table.s.ap[0] = 1
    table.s.attr[0] = 0
    assert table.play("go 3,0").asks == "nothing"


@pytest.mark.rule("SHG-11.4", "SHG-11.6")
def test_a_single_ki_die_is_rerolled_unasked() -> None:
    table = Table("A...")
    table.s.supply[0], table.s.exhausted[0] = 0, 1
    table.activate("akira").play("reroll_ki")
    assert table.asks == "act.main" and table.s.exhausted[0] == 0 and table.s.supply[0].sum() == 1
