"""What agents may expect: as often as they say, and who leads by it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from bestiary import lab
from bestiary.core.game import Game
from bestiary.core.jit import INTERPRETED
from bestiary.lab import Study, measure
from bestiary.lab.measure.values import changes, fitted, leading

from . import made
from .coin import GAME


def test_a_value_is_not_flattered_by_the_choice() -> None:
    """Both calls of the coin are equally good: the better of two by a few tries is no better than the odds,
    and by fresh tries it does not look so."""
    games = 150 if INTERPRETED else 3_000
    decisions = lab.play(Study(GAME, ("bulk",), games=games, seed=3, every=1)).decisions
    assert decisions["value"].null_count() == 0
    # 32 tries a game, with the odds of 60%; three standard errors
    assert abs(decisions["value"].mean() - 0.6) < 3 * (0.24 / (32 * games)) ** 0.5 + 0.002  # type: ignore[operator]


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
@pytest.mark.parametrize(("game", "every", "kinds"), [(GAME, 1, 1), ("totem", 20, 4)])
def test_of_decisions_with_a_chance_so_many_are_won(game: Game | str, every: int, kinds: int) -> None:
    data = lab.play(Study(game, ("bulk",), games=1_000, seed=4, every=every, watch=10**9))
    rows = measure.calibration(data).filter(pl.col("games") >= 100)
    assert rows.height >= kinds
    for row in rows.to_dicts():
        # three standard errors of the share, and two points for the shape of the curve
        reach = 1.5 * (row["high"] - row["low"]) / 2 + 0.02
        assert abs(row["chance"] - row["share"]) < reach, row


def test_a_curve_finds_how_much_too_sure_values_are() -> None:
    chance = np.random.default_rng(1)
    logs = chance.normal(0, 1.5, 20_000)
    won = (chance.random(20_000) < 1 / (1 + np.exp(-(0.2 + 0.5 * logs)))).astype(np.float64)
    assert np.abs(fitted(logs, won) - (0.2, 0.5, 0.0)).max() < 0.06
    assert fitted(np.zeros(0), np.zeros(0)).tolist() == [0.0, 1.0, 0.0]  # nothing known: as it is
    assert fitted(logs, 1 - won)[1:].tolist() == [0.0, 0.0]  # a curve that would fall says nothing


def test_no_game_judges_itself() -> None:
    """The chance at a decision does not depend on who won that deal."""
    data = made.contest(60)
    other = data.games.with_columns(
        winners=pl.when(pl.col("deal") == 7).then(3 - pl.col("winners")).otherwise("winners")
    )
    changed = made.Made(other, data.cards, data.decisions)
    for frames in (data, changed):
        assert measure.chances(frames).height == data.decisions.height
    before, after = (
        measure.chances(frames).filter(pl.col("deal") == 7)["chance"].to_list() for frames in (data, changed)
    )
    assert before == after
    rest = pl.col("deal") != 7
    assert (
        measure.chances(data).filter(rest)["chance"].to_list()
        != measure.chances(changed).filter(rest)["chance"].to_list()
    )


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ([(0, 0.7), (0, 0.55), (0, 0.45)], 0),  # it must lean before it counts
        ([(0, 0.7), (0, 0.3)], 1),
        ([(0, 0.7), (1, 0.7), (0, 0.7)], 2),
        ([(0, 0.3), (1, 0.8)], 0),
    ],
)
def test_the_lead_between_two_seats(chances: list[tuple[int, float]], expected: int) -> None:
    assert changes(leading(chances, 2)) == expected


def test_a_team_leads_or_trails() -> None:
    assert changes(leading([(2, 0.7), (0, 0.3), (1, 0.9)], 4, team=True)) == 2


def test_among_three_all_must_be_known() -> None:
    assert leading([(0, 0.9), (1, 0.1)], 3) == []
    assert leading([(0, 0.9), (1, 0.1), (2, 0.2), (2, 0.95), (0, 0.8)], 3) == [0, -1, 2]


def test_led_from_start_to_end_counts_what_the_words_say() -> None:
    """Of five games without a change of lead one is led from start to end: in two nobody ever leads, in two
    it is even at times."""
    told = [
        (0.7, 0.7, 0.8),
        (0.5, 0.55, 0.5),
        (0.5, 0.7, 0.7),
        (0.7, 0.5, 0.7),
        (0.45, 0.5, 0.5),
        (0.7, 0.3, 0.3),
    ]
    rows = [
        (game, number, 0, "bulk", "act", 3, "hit", None, value)
        for game, values in enumerate(told)
        for number, value in enumerate(values)
    ]
    # all deals are even: there are no others to learn from, so that chances are values
    table = made.games([1] * 6, deals=[2 * g for g in range(6)], decisions=[3] * 6)
    decided = pl.DataFrame(rows, made.DECISIONS, orient="row")
    found = measure.lead_kinds(made.Made(table, decisions=decided))
    assert dict(found.select("lead", "wins").rows()) == {
        "from start to end": 1, "kept once taken": 2, "changes": 1, "nobody leads": 2,
    }  # fmt: skip
    said = lab.figures(made.Made(table, decisions=decided))["found"]["fortune"]
    assert "In 16.7% one side leads from start to end" in said and "in 33.3% nobody ever leads" in said


def test_a_game_without_a_result_teaches_nothing() -> None:
    data = made.contest(40)
    broken = data.games.with_columns(finished=pl.col("game") != 3)
    found = measure.chances(made.Made(broken, data.cards, data.decisions))
    assert 3 not in found["game"].to_list() and 4 in found["game"].to_list()


def test_leads_are_told_of_watched_games_alone() -> None:
    data = made.contest(40)
    half = data.games.with_columns(watched=pl.col("game") % 2 == 0)
    found = measure.leads(made.Made(half, data.cards, data.decisions))
    assert found["game"].to_list() == list(range(0, 40, 2))
    assert found.filter(pl.col("behind") > 1).is_empty()
