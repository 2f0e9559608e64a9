"""What the game suggests to a team: it saves, strikes, heals, and walks around whoever stands there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules.judgement.goals import rescues, wants

from .table import begin
from .test_judgement import stand


def at(x: int, y: int) -> int:
    return y * st.COLS + x


def remove(s: Any, f: int) -> None:
    s.at[s.at == f] = -1
    s.sq[f] = -1


@pytest.fixture
def match() -> Match:
    """Chapter 1 for one: its character is asked for an action, with no dice to place."""
    match = begin(1, chapter=1, players=1)
    while Q.words[int(match.state[0]["phase"])] != "act.main":
        match.play(match.legal()[0])
    s = readable(match.state[0])
    s.supply[:], s.ap[0] = 0, 3
    for f in range(st.HEROES, st.CREATURES):
        if s.sq[f] >= 0:
            remove(s, f)
    return match


def suggested(match: Match) -> str:
    action = match.engine.suggest(match.state, 1)
    assert action in match.engine.legal(match.state)
    return match.game.actions.name(action)


def play(match: Match) -> None:
    action = match.engine.suggest(match.state, 1)
    assert action is not None
    match.engine.apply(match.state, action)


def foe(s: Any, f: int, x: int, y: int, health: int) -> None:
    s.sq[f], s.side_of[f], s.hp[f], s.max_hp[f] = at(x, y), SIDE.FOLLOWERS, health, 9
    s.at[at(x, y)] = f


def test_it_goes_to_who_waits_and_saves_them(match: Match) -> None:
    s = readable(match.state[0])
    stand(s, 0, 4, 2)
    for _ in range(12):
        play(match)
        if s.res_sq[0] < 0:
            break
    assert s.res_sq[0] < 0 and s.counter[0] == 1


def test_it_walks_around_those_who_stand_in_between(match: Match) -> None:
    """R waits at 8,4 behind a row of enemies from 7,2 to 7,5: the way leads below it."""
    s = readable(match.state[0])
    for i, y in enumerate((1, 2, 3, 4, 5)):
        foe(s, st.MINION0 + i, 7, y, 9)
    s.ground[at(6, 3)] = 0
    s.attacks = 9
    stand(s, 0, 6, 4)
    match.engine.apply(match.state, A.MOVE)
    s.mp = 9
    seen = []
    while Q.words[int(s.phase)] == "move.step" and s.res_sq[0] >= 0:
        seen.append((int(s.sq[0]) % st.COLS, int(s.sq[0]) // st.COLS))
        play(match)
    assert len(seen) == 2, "the whole way is one walk"
    assert max(abs(seen[-1][0] - 8), abs(seen[-1][1] - 4)) == 1
    assert s.moved >= 3  # around the row, not through it


def test_it_saves_before_it_strikes_and_strikes_before_it_opens(match: Match) -> None:
    s = readable(match.state[0])
    stand(s, 0, 8, 3)
    foe(s, st.MINION0, 7, 3, 5)
    assert suggested(match) == "resistor"  # beside R, and beside the door
    s.at[s.res_sq[0]] = -1
    s.res_sq[0] = -1
    assert suggested(match) == "strong"
    remove(s, st.MINION0)
    assert suggested(match) == "door"


def test_it_strikes_the_weakest(match: Match) -> None:
    s = readable(match.state[0])
    stand(s, 0, 4, 1)
    for i, (x, health) in enumerate(((3, 6), (5, 2))):
        foe(s, st.MINION0 + i, x, 1, health)
    s.moves = 1  # nobody hurries to save R
    assert match.engine.suggest(match.state, 1) == A.STRONG + st.MINION0 + 1
    s.ap[0] = 1
    assert match.engine.suggest(match.state, 1) == A.FAST + st.MINION0 + 1


def test_it_heals_the_wounded_in_danger(match: Match) -> None:
    s = readable(match.state[0])
    stand(s, 0, 4, 1)
    foe(s, st.MINION0, 7, 1, 5)
    s.max_hp[0], s.hp[0] = 9, 4
    assert suggested(match) == "item"
    s.hp[0] = 9
    assert suggested(match) == "go"


@pytest.mark.parametrize("first", ["pick_exhausted", "pick_slot"])
def test_it_rerolls_the_dice_that_are_spent_and_no_others(match: Match, first: str) -> None:
    s = readable(match.state[0])
    s.ki[0], s.exhausted[0] = 0, 2
    s.ki[0, 1] = 3
    match.engine.apply(match.state, A.REROLL_KI)
    assert suggested(match) == "pick_exhausted"
    match.engine.apply(match.state, A.PICK_EXHAUSTED if first == "pick_exhausted" else A.PICK_SLOT + 1)
    assert suggested(match) == "pick_exhausted"
    play(match)
    assert suggested(match) == ("roll" if first == "pick_exhausted" else "pick_exhausted")


def test_points_and_doors_wait_for_the_points_before_them(match: Match) -> None:
    t, s = match.engine.tables[0], readable(match.state[0])
    names = ["R", "D1", "S", "C", "D2", "T", "U"]

    def wanted() -> set[str]:
        mask = int(wants(t, match.state[0]))
        assert int(rescues(t, match.state[0], mask)) == mask & 0b1100101
        return {name for k, name in enumerate(names) if mask >> k & 1}

    assert wanted() == {"R", "D1"}
    s.door[0], s.door[1], s.zone[1], s.point[2], s.res_sq[1] = 2, 1, 1, 1, at(16, 4)
    assert wanted() == {"R", "S", "C"}  # the key lies before the door that it opens
    s.point[2] = 0
    assert wanted() == {"R", "S", "D2"}


def test_the_record_is_left_as_it_was(match: Match) -> None:
    match.engine.apply(match.state, A.MOVE)
    before = match.state.tobytes()
    rng, choices = np.zeros(1, np.uint64), np.zeros(match.game.limits.legal, np.int64)
    match.engine.kernels.k_suggest(match.engine.tables, match.state, 0, rng, choices)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("chapter", [1, 4])
def test_habit_alone_wins_where_random_play_never_does(chapter: int) -> None:
    won = 0
    for seed in range(1, 9):
        match = Match(
            "shogun", {"mode": "chapter", "chapter": chapter, "players": 2, "difficulty": "gentle"}, seed
        )
        n = 0
        while not match.engine.over(match.state):
            action = match.engine.suggest(match.state, n)
            assert action is not None
            match.engine.apply(match.state, action)
            n += 1
        won += match.engine.returns(match.state)[0] > 0
    assert won >= 2
