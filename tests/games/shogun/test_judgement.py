"""What a position is judged by: the way to the objective, lives, enemies, malice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import GOAL, JUDGED, SIDE, UNREACHED
from bestiary.games.shogun.rules.advice import evaluate
from bestiary.games.shogun.rules.judgement.worth import judged, to_fight
from bestiary.games.shogun.state import STATUS

from .table import Table, begin


def judge(match: Match, what: int) -> float:
    return float(judged(match.engine.tables[0], match.state[0], what))


def guess(match: Match) -> float:
    out = np.full(4, 9.0)
    evaluate(match.engine.tables[0], match.state[0], out)
    seats = match.seats
    assert (out[:seats] == out[0]).all() and (out[seats:] == 9.0).all() and -1 <= out[0] <= 1
    return float(out[0])


def stand(s: Any, h: int, x: int, y: int) -> None:
    s.at[s.at == h] = -1
    s.sq[h] = y * st.COLS + x
    s.at[s.sq[h]] = h


@pytest.fixture
def match() -> Match:
    return begin(1, chapter=1, players=2)


def test_the_way_is_measured_by_walking(match: Match) -> None:
    t = match.engine.tables[0]
    far = t["way_far"][0]
    assert [int(far[0, 4 * st.COLS + x]) for x in (7, 6, 5)] == [0, 1, 2]  # R stands at 8,4
    assert int(far[0, 0]) == UNREACHED and int(t["way_n"][0]) == 7
    assert int(far[1, 3 * st.COLS + 8]) == 0  # beside the door
    sorts = [GOAL.words[int(k)] for k in t["way_sort"][1, :2]]
    assert sorts == ["point", "foe"] and list(t["way_zone"][1, :2]) == [0, 1]


def test_coming_nearer_is_progress(match: Match) -> None:
    s = readable(match.state[0])
    seen = []
    for x in (2, 4, 6):
        stand(s, 0, x, 4)
        seen.append(judge(match, JUDGED.PROGRESS))
    assert seen == sorted(seen) and seen[2] - seen[0] == pytest.approx((0.6 + 0.1) * 4 / 30 / 7)
    s.active, s.mp, s.bonus = 0, 1, 0
    assert judge(match, JUDGED.PROGRESS) == pytest.approx(seen[2] + 0.7 / 30 / 7)


def test_a_step_that_is_done_counts_whole(match: Match) -> None:
    s = readable(match.state[0])
    stand(s, 0, 7, 4)
    before = judge(match, JUDGED.PROGRESS)
    s.at[s.res_sq[0]] = -1
    s.res_sq[0] = -1
    assert judge(match, JUDGED.PROGRESS) > before + 0.1
    s.door[0], s.zone[1] = 2, 1
    assert judge(match, JUDGED.PROGRESS) > before + 0.1 + 0.1


def test_an_enemy_on_the_way_is_done_by_its_wounds() -> None:
    match = begin(1, chapter=7, players=1)
    s = readable(match.state[0])
    before = judge(match, JUDGED.PROGRESS)
    s.hp[st.SHINIGAMI] = s.max_hp[st.SHINIGAMI] // 2
    assert judge(match, JUDGED.PROGRESS) == pytest.approx(before + 0.5)
    s.sq[st.SHINIGAMI] = -1
    assert judge(match, JUDGED.PROGRESS) == pytest.approx(before + 1.0)


def test_points_of_a_zone_that_lies_behind_are_not_gone_back_for() -> None:
    match = begin(1, chapter=3, players=1)
    s = readable(match.state[0])
    s.zone[:] = 1
    s.point[:] = 1
    s.door[:] = 2
    stand(s, 0, 17, 3)  # beside Landolfo in the second zone
    near = judge(match, JUDGED.PROGRESS)
    s.zone[2] = 0
    assert judge(match, JUDGED.PROGRESS) != near


def test_lives_and_who_stands(match: Match) -> None:
    s = readable(match.state[0])
    assert judge(match, JUDGED.LIVES) == 1 and judge(match, JUDGED.STANDING) == 1
    s.hp[0] = s.max_hp[0] // 2
    assert judge(match, JUDGED.LIVES) == pytest.approx((1 + s.hp[0] / s.max_hp[0]) / 2)
    s.status[1] = STATUS.DEFEATED
    assert judge(match, JUDGED.LIVES) == pytest.approx(s.hp[0] / s.max_hp[0] / 2)
    assert judge(match, JUDGED.STANDING) == 0.5


def test_enemies_count_by_their_dice_and_health(match: Match) -> None:
    s = readable(match.state[0])
    foes = [f for f in range(4, 48) if s.sq[f] >= 0]
    assert len(foes) == 2
    assert judge(match, JUDGED.THREAT) == pytest.approx(6 / 8)  # two dice each, and one for being there
    s.hp[foes[0]] = 0
    assert judge(match, JUDGED.THREAT) == pytest.approx((3 * 0.4 + 3) / 8)
    s.side_of[foes[1]] = SIDE.CHARACTERS
    assert judge(match, JUDGED.THREAT) == pytest.approx(3 * 0.4 / 8)


def test_counters_malice_and_those_in_distress(match: Match) -> None:
    s = readable(match.state[0])
    for what in (JUDGED.OBJECTIVE, JUDGED.FAILURE, JUDGED.MALICE, JUDGED.DISTRESS):
        assert judge(match, what) == 0
    s.counter[:] = [2, 1, 0]
    s.malice, s.res_tokens[0] = 3, 2
    assert judge(match, JUDGED.OBJECTIVE) == pytest.approx(2 / 3) and judge(match, JUDGED.FAILURE) == 0.5
    assert judge(match, JUDGED.MALICE) == 0.5 and judge(match, JUDGED.DISTRESS) == pytest.approx(1 - 2 / 5)
    s.counter[0] = 9
    assert judge(match, JUDGED.OBJECTIVE) == 1 and judge(match, JUDGED.START) == 1


def test_a_fight_within_reach_counts_and_an_attack_begun_does_not(match: Match) -> None:
    s = readable(match.state[0])
    for h in (0, 1):
        stand(s, h, 8, 1 + 2 * h)
    close = judge(match, JUDGED.ENGAGED)
    assert close == 1
    stand(s, 0, 1, 6)
    assert judge(match, JUDGED.ENGAGED) < close
    before = judge(match, JUDGED.ENGAGED)
    s.a_by, s.a_on = 0, 4  # else a search begins attacks and calls them off for ever
    assert judge(match, JUDGED.ENGAGED) == before


def test_the_guess_is_the_payoff_of_the_team(match: Match) -> None:
    s = readable(match.state[0])
    start = guess(match)
    assert -0.9 < start < 0.5
    s.hp[0] = 1
    assert guess(match) < start
    s.hp[0] = s.max_hp[0]
    s.counter[0] = 2
    assert guess(match) > start + 0.3
    s.winner = 0
    assert guess(match) == -1
    s.winner = 1
    assert guess(match) == 1


@pytest.mark.parametrize("chapter", range(1, 8))
def test_every_chapter_can_be_judged(chapter: int) -> None:
    match = begin(2, chapter=chapter, players=3)
    assert -1 < guess(match) < 1
    assert 0 <= judge(match, JUDGED.PROGRESS) < 0.7


def test_points_to_walk_and_points_given_bring_a_fight_nearer() -> None:
    table = Table("A.......k.", {"k": "kachi"})
    far = to_fight(table.t_record, table.match.state[0], 0)
    table.s.active, table.s.mp, table.s.bonus = 0, 2, 1
    assert to_fight(table.t_record, table.match.state[0], 0) == far - 3
