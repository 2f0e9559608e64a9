"""Measures against small frames that were worked out by hand, and against odds that are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from bestiary.lab import measure
from bestiary.run.statistics import difference, wilson

from .made import CARDS, DECISIONS, Made, contest, games


def cards(*rows: tuple[Any, ...], thrown: int = 0) -> pl.DataFrame:
    return pl.DataFrame([(*row[:7], thrown, row[7]) for row in rows], CARDS, orient="row")


def decisions(*rows: tuple[Any, ...]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), DECISIONS, orient="row")


# ---- who wins -----------------------------------------------------------------------------------


def test_seats_have_wilson_intervals_and_a_fair_share_that_minds_ties() -> None:
    found = measure.seats(Made(games([1, 1, 1, 2, 0])))
    assert found["wins"].to_list() == [3, 1] and found["games"].to_list() == [5, 5]
    expected = wilson(3, 5)
    assert found.row(0, named=True)["low"] == pytest.approx(expected.low)
    assert found.row(0, named=True)["high"] == pytest.approx(expected.high)
    assert found["fair"].to_list() == [0.4, 0.4]


def test_mirrored_games_of_a_deal_are_no_independent_evidence() -> None:
    alone = measure.seats(Made(games([1, 2] * 50)))
    twice = measure.seats(Made(games([1, 1, 2, 2] * 50, deals=[i // 2 for i in range(200)])))
    wide = [float(f["high"][0] - f["low"][0]) for f in (alone, twice)]
    assert wide[1] == pytest.approx(wide[0], rel=0.05)


def test_lengths_and_endings_are_counted() -> None:
    data = Made(games([1, 2, 1, 2], decisions=[5, 7, 7, 30], ending=["a", "b", "b", None]))
    assert measure.lengths(data).rows() == [(5, 1), (7, 2), (30, 1)]
    assert measure.length_summary(data)["q50"][0] == 7
    found = measure.endings(data)
    assert found["ending"].to_list() == ["b", "a"] and found["share"].to_list() == [2 / 3, 1 / 3]


def test_winning_together_goes_by_stage_and_party() -> None:
    table = games(
        [3, 0, 0, 3],
        characters=[("fox", "owl"), ("owl", "fox"), ("owl", "fox"), ("bat", "fox")],
        stage=["one", "one", "two", "two"],
        ending=["home", "fire", "flood", "home"],
    )
    table = table.with_columns(
        pl.when(pl.col("winners") == 0).then(-1.0).otherwise(1.0).alias(f"payoff_{k}") for k in (0, 1)
    )
    data = Made(table)
    assert measure.is_shared(data)
    found = measure.parties(data).select("stage", "party", "wins", "games").rows()
    assert found == [("one", "fox, owl", 1, 2), ("two", "bat, fox", 1, 1), ("two", "fox, owl", 0, 1)]
    assert measure.losses(data).select("stage", "ending", "games", "of").rows() == [
        ("one", "fire", 1, 1),
        ("two", "flood", 1, 1),
    ]


def test_games_against_each_other_have_no_party() -> None:
    assert not measure.is_shared(Made(games([1, 2, 0])))
    assert measure.parties(Made(games([1, 2, 0]))).is_empty()
    assert measure.is_shared(Made(games([1, 0], seats=1)))


# ---- characters ---------------------------------------------------------------------------------


def test_matchups_count_both_seats_and_half_a_tie() -> None:
    data = Made(
        games([1, 2, 0, 1], characters=[("fox", "owl"), ("owl", "fox"), ("fox", "owl"), ("fox", "fox")])
    )
    found = measure.matchups(data).select("character", "against", "games", "wins", "first", "verdict").rows()
    assert found == [("fox", "owl", 3, 2.5, 2, "unclear"), ("owl", "fox", 3, 0.5, 1, "unclear")]
    assert measure.characters(data).select("character", "wins").rows() == [("fox", 2.5), ("owl", 0.5)]


def test_a_matchup_is_inside_or_outside_only_when_its_interval_is() -> None:
    people = [("fox", "owl")] * 1000
    verdicts = [
        measure.matchups(Made(games([1] * won + [2] * (1000 - won), characters=people)))["verdict"][0]
        for won in (500, 590, 610, 700)
    ]
    assert verdicts == ["inside", "unclear", "unclear", "outside"]


# ---- cards --------------------------------------------------------------------------------------


def test_cards_are_worked_out_by_hand() -> None:
    data = Made(
        games([1, 1, 2, 2]),
        cards(
            (0, 0, "x", 0, 10, 4, 1, True),
            (1, 0, "x", 6, 4, 0, 0, True),
            (2, 0, "x", 0, 2, 2, 0, False),
            (3, 1, "y", 3, 2, 0, 0, True),
        ),
    )
    x, y = measure.cards(data).rows(named=True)
    assert (x["held_by"], x["drawn"], x["started"]) == (3, 3 / 8, 2 / 3)
    assert (x["played"], x["offered"], x["turns"]) == (1 / 3, 2 / 3, 16 / 3)
    assert x["share"] == 2 / 3 and x["without"] == 2 / 5 and x["gain"] == pytest.approx(2 / 3 - 2 / 5)
    assert x["start_gain"] == pytest.approx(1 / 2 - 1 / 2)  # of seat 0: two with it, two without
    assert (x["drew"], x["drew_without"]) == (1, 1 / 5)
    assert not x["left"] and not y["left"], "what could never be played is not left"
    assert y["start_gain"] is None


def test_a_card_that_could_be_played_and_is_not_is_dead() -> None:
    rows = [(g, 0, "x", 0, 1, 3, 0, True) for g in range(60)]
    assert measure.cards(Made(games([1] * 60), cards(*rows)))["left"].to_list() == [True]


def test_a_card_that_is_only_thrown_away_is_dead() -> None:
    found = measure.cards(Made(games([1]), cards((0, 0, "x", 0, 1, 1, 0, True), thrown=2))).row(0, named=True)
    assert (found["played"], found["discarded"], found["left"]) == (0.0, 1.0, True)


def test_gains_of_all_cards_at_once_are_those_of_one_after_the_other() -> None:
    data = contest(80, agents=("a", "b"), cards=12, hand=3)
    found = measure.cards(data)
    total = measure.sittings(data).group_by("deal").agg(pl.col("won").sum(), pl.len()).sort("deal")
    wins, hands = (total[name].to_numpy().astype(float) for name in ("won", "len"))
    for row in found.rows(named=True):
        held = data.cards.filter(pl.col("card") == row["card"]).join(
            data.games.select("game", "deal"), on="game"
        )
        mine, won = np.zeros(80), np.zeros(80)
        np.add.at(mine, held["deal"].to_numpy(), 1)
        np.add.at(won, held["deal"].to_numpy(), held["won"].to_numpy())
        one = difference(won, mine, wins - won, hands - mine)
        # every deal counts there, also those without the card
        assert (row["gain"], row["gain_low"], row["gain_high"]) == pytest.approx(
            (one.share, one.low, one.high), abs=1e-5
        )


def test_copies_of_a_card_become_one_row_a_hand() -> None:
    rows = [
        (0, 0, "wolf", 0, 5, 1, 0, True),
        (0, 0, "wolf2", 2, 9, 1, 1, True),
        (1, 1, "wolf2", 1, 1, 0, 0, False),
    ]
    found = measure.cards(Made(games([1, 1]), cards(*rows)), {"wolf": "Wolf", "wolf2": "Wolf"}).row(
        0, named=True
    )
    assert (found["card"], found["held_by"], found["started"], found["played"]) == ("Wolf", 2, 0.5, 0.5)
    assert found["turns"] == (9 + 1) / 2


def test_only_games_with_rows_of_cards_are_compared() -> None:
    few = Made(games([1, 2, 2, 2]), cards((0, 0, "x", 0, 1, 1, 1, True), (0, 1, "y", 0, 1, 1, 1, False)))
    assert measure.cards(few)["drawn"].to_list() == [0.5, 0.5]


def test_a_card_that_was_named_but_never_held_is_not_drawn() -> None:
    data = Made(games([1]), cards((0, 0, "x", None, 0, 3, 1, True), (0, 0, "y", 0, 1, 1, 1, True)))
    assert measure.cards(data)["card"].to_list() == ["y"]


def test_known_worth_of_cards_is_found_and_the_strong_ones_are_on_top() -> None:
    found = measure.cards(contest(4000)).sort("card")
    assert found["gain"][-1] > 0.08 and found["gain"][0] < -0.08
    assert found["gain_low"][-1] > 0 > found["gain_high"][0]
    assert found.filter(pl.col("left"))["card"].to_list() == ["c00"]


def test_two_cards_that_win_only_together_stand_out() -> None:
    chance = np.random.default_rng(2)
    rows, winners = [], []
    for game in range(1500):
        held = [name for name in "abcde" if chance.random() < 0.5]
        first = chance.random() < (0.85 if {"a", "b"} <= set(held) else 0.4)
        winners.append(1 if first else 2)
        rows += [(game, 0, name, 0, 1, 1, 1, first) for name in held]
    found = measure.together(Made(games(winners), cards(*rows)))
    best = found.row(0, named=True)
    assert (best["card"], best["other"], best["sure"]) == ("a", "b", True)
    assert best["lift_low"] > 0
    both = [i for i in range(1500) if {"a", "b"} <= {row[2] for row in rows if row[0] == i}]
    assert best["hands"] == len(both) and best["wins"] == sum(winners[i] == 1 for i in both)


def test_cards_meet_across_the_table() -> None:
    rows = [
        *(
            (game, seat, card, 0, 1, 1, 1, seat == 0)
            for game in (0, 1)
            for seat, card in ((0, "x"), (1, "y"))
        ),
        (2, 0, "y", 0, 1, 1, 1, True),
        (2, 1, "x", 0, 1, 1, 1, False),
        (3, 0, "x", 0, 1, 1, 1, True),
        (3, 0, "y", 0, 1, 1, 1, True),  # in one hand: they do not meet
    ]
    found = measure.duels(Made(games([1, 1, 1, 1]), cards(*rows)), ["x", "y"]).rows(named=True)
    assert [(r["card"], r["against"], r["games"], r["wins"]) for r in found] == [
        ("x", "y", 3, 2),
        ("y", "x", 3, 1),
    ]
    assert found[0]["low"] == pytest.approx(wilson(2, 3).low)


# ---- decisions ----------------------------------------------------------------------------------


def test_branching_tells_forced_from_free() -> None:
    found = measure.branching(Made(games([1, 2], decisions=[10, 10], moves=[8, 4], choices=[50, 30])))
    row = found.row(0, named=True)
    assert (row["choices"], row["forced"], row["moves"]) == (4.0, pytest.approx(0.4), 6.0)
    assert row["free_choices"] == (80 - 8) / 12


def test_values_are_held_against_results() -> None:
    data = Made(
        games([1, 2], decisions=[10, 10], deals=[0, 2]),  # no other deals to learn from: chances are values
        decisions=decisions(
            (0, 0, 0, "bulk", "act", 3, "hit", None, 0.6),
            (0, 9, 1, "bulk", "act", 1, "hit", None, 0.1),
            (1, 5, 0, "bulk", "draw", 5, "run", None, 0.7),
            (1, 6, 1, "bulk", "act", 5, "hit", None, 0.2),
            (1, 8, 1, "bulk", "act", 5, "hit", None, 0.9),
        ),
    )
    found = measure.progress(data).select("step", "sampled", "leader").rows()
    assert found == [(0, 1, 1.0), (5, 1, 0.0), (6, 1, 0.0), (8, 1, 1.0), (9, 1, 1.0)]
    believed = measure.calibration(data).select("chance", "share").rows()
    assert believed == [pytest.approx(row) for row in ((0.1, 0), (0.2, 1), (0.6, 1), (0.7, 0), (0.9, 1))]
    assert measure.lead_changes(data).rows() == [(0, 1, 0.5), (1, 1, 0.5)]
    assert measure.comebacks(data).select("below", "wins").rows() == [(0.5, 1.0), (0.25, 1.0), (0.1, 0.0)]
    assert measure.phases(data).select("phase", "sampled", "forced").rows() == [
        ("act", 4, 0.25),
        ("draw", 1, 0.0),
    ]
    assert measure.verbs(data).select("verb", "sampled", "won").rows() == [("hit", 4, 0.75), ("run", 1, 0.0)]


def test_a_team_wears_down_round_by_round() -> None:
    table = games([3, 0, 0], health=[[1.0, 0.5], [1.0, 0.2, 0.0], [0.8]], standing=[[2, 2], [2, 1, 0], [2]])
    found = measure.attrition(Made(table)).select("round", "won", "games", "health", "standing", "ended")
    assert found.rows() == [
        (1, False, 2, 0.9, 2.0, 1),
        (2, False, 1, 0.2, 1.0, 0),
        (3, False, 1, 0.0, 0.0, 1),
        (1, True, 1, 1.0, 2.0, 0),
        (2, True, 1, 0.5, 2.0, 1),
    ]
    assert measure.attrition(Made(games([1]))).is_empty()


# ---- luck, skill, agents ------------------------------------------------------------------------


def test_a_deal_that_decides_everything_explains_everything_and_chance_nothing() -> None:
    deals = [i // 2 for i in range(400)]
    agents = [("a", "b"), ("b", "a")] * 200
    chance = np.random.default_rng(4)
    sure = [1 if chance.random() < 0.5 else 2 for _ in range(200) for _ in range(1)]
    decided = measure.sources(Made(games([w for w in sure for _ in (0, 1)], deals=deals, agents=agents)))
    by = {row["source"]: row for row in decided.rows(named=True)}
    assert by["deal"]["share"] == pytest.approx(1.0, abs=0.02) and by["agents"]["share"] == pytest.approx(
        0, abs=0.02
    )
    drawn = [1 if chance.random() < 0.5 else 2 for _ in range(400)]
    by_chance = measure.sources(Made(games(drawn, deals=deals, agents=agents)))
    assert by_chance.row(0, named=True)["low"] == 0.0 and by_chance.row(0, named=True)["share"] < 0.15


def test_a_stronger_agent_explains_who_wins() -> None:
    deals = [i // 2 for i in range(400)]
    found = measure.sources(Made(games([1, 2] * 200, deals=deals, agents=[("a", "b"), ("b", "a")] * 200)))
    assert found.filter(pl.col("source") == "agents")["share"][0] == pytest.approx(1.0)


def test_first_cards_foretell_what_they_are_worth_and_worthless_ones_nothing() -> None:
    assert measure.sources(contest(3000)).filter(pl.col("source") == "first cards")["low"][0] > 0.01
    data = contest(3000)
    shuffled = data.games.with_columns(pl.col("winners").shuffle(seed=1))
    assert (
        measure.sources(Made(shuffled, data.cards)).filter(pl.col("source") == "first cards")["share"][0]
        < 0.01
    )


def test_first_cards_are_not_asked_where_games_are_few() -> None:
    assert "first cards" not in measure.sources(contest(600))["source"].to_list()
    assert "first cards" in measure.sources(contest(620))["source"].to_list()


def test_nothing_explained_is_not_said_to_be_sure() -> None:
    deals, agents = [i // 2 for i in range(60)], [("a", "b"), ("b", "a")] * 30
    winners = np.random.default_rng(6).integers(1, 3, 60).tolist()
    found = measure.sources(Made(games(winners, deals=deals, agents=agents)))
    assert 0.0 in found["share"].to_list() and min(found["high"] - found["share"]) > 0.02


def test_agents_are_compared_deal_by_deal() -> None:
    data = contest(600, agents=("mcts:200", "mcts:100"), cards=8, hand=2)
    pair = measure.meetings(data).row(0, named=True)
    assert (pair["first"], pair["second"], pair["better"]) == ("mcts:100", "mcts:200", "mcts:100")
    assert (pair["games"], pair["deals"]) == (1200, 600)
    assert measure.ratings(data)["agent"].to_list() == ["mcts:100", "mcts:200"]
    double = measure.budgets(data).row(0, named=True)
    assert (double["first"], double["times"]) == ("mcts:200", 2.0)
    assert double["share"] == pytest.approx(1 - pair["share"]) and double["low"] == pytest.approx(
        1 - pair["high"]
    )


def test_agents_of_a_shared_game_are_compared_on_the_deals_that_both_played() -> None:
    table = games([1, 0, 1, 1, 0, 0], seats=1, deals=[0, 0, 1, 1, 2, 2], agents=[("a",), ("b",)] * 3)
    pair = measure.meetings(Made(table)).row(0, named=True)
    assert (pair["share"], pair["games"]) == ((1 + 0.5 + 0.5) / 3, 3)


# ---- little or nothing --------------------------------------------------------------------------

DEGENERATE = {
    "no games": Made(games([])),
    "one game": Made(games([1])),
    "only ties": Made(games([0, 0, 0])),
    "one seat": Made(games([1, 0], seats=1)),
    "four seats": Made(games([1, 2, 4, 8, 3], seats=4)),
    "one deal": Made(games([1, 2], deals=[0, 0], agents=[("a", "b"), ("b", "a")])),
    "unfinished": Made(games([0], finished=[False])),
    "no length": Made(games([1], decisions=[0], moves=[0], choices=[0])),
    "one card": Made(games([1]), cards((0, 0, "x", 0, 1, 1, 1, True))),
    "a card in every hand": Made(
        games([1]), cards((0, 0, "x", 0, 1, 1, 1, True), (0, 1, "x", 0, 1, 1, 1, False))
    ),
    "no values": Made(games([1]), decisions=decisions((0, 0, 0, "random", "act", 1, "hit", None, None))),
    "same characters": Made(games([1], characters=[("fox", "fox")])),
}


@pytest.mark.parametrize("name", DEGENERATE)
@pytest.mark.parametrize("measured", [*measure.MEASURES, *measure.CARD_MEASURES])
def test_little_data_are_measured_without_fuss(name: str, measured: str) -> None:
    found = getattr(measure, measured)(DEGENERATE[name])
    for column in ("share", "low", "high"):
        if column in found.columns:
            values = found[column].drop_nulls()
            assert not values.is_nan().any() and values.is_between(0, 1).all()
