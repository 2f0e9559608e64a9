"""Standings from made-up games: scores, pairs, ratings, seats and effort."""

from __future__ import annotations

from math import log

import pytest

from bestiary import load
from bestiary.run.arena import Contest, Outcome, Played, Task, contest
from bestiary.run.standings import standings
from bestiary.run.statistics import ELO, wilson


def game(deal: int, seating: str, winners: str = "", moves: int = 1, finished: bool = True) -> Played:
    """A game in short: the agents of the seats, and the seats that won."""
    seats = tuple(map(int, seating))
    n = len(seats)
    won = tuple(map(int, winners))
    return Played(Task(deal, seats), won, 9, finished, (moves,) * n, (20,) * n, (0.5,) * n)


def outcome(made: Contest, *games: Played) -> Outcome:
    return Outcome(made, 1 + max(g.task.deal for g in games), list(games))


def duel() -> Contest:
    return contest(load("totem"), ["random", "greedy"], 4)


def three() -> Contest:
    return contest(load("tiger"), ["random", "greedy"], 6, options={"players": 3})


def together() -> Contest:
    return contest(load("shogun"), ["random", "greedy"], 4)


@pytest.mark.parametrize(
    ("seating", "winners", "score"),
    [
        ("01", "0", 1.0),
        ("01", "1", 0.0),
        ("10", "1", 1.0),
        ("01", "", 0.5),
        ("001", "", 2 / 3),
        ("001", "1", 1.0),
        ("001", "2", 0.0),
        ("011", "012", 1 / 3),
        ("00", "01", 1.0),
        ("00", "", 0.0),
    ],
)
def test_a_score_is_the_share_of_the_winning_seats(seating: str, winners: str, score: float) -> None:
    assert game(0, seating, winners).score(0) == pytest.approx(score)


def test_a_pair_has_wins_ties_and_two_intervals() -> None:
    found = standings(
        outcome(duel(), game(0, "01", "1"), game(0, "10", "1"), game(1, "01", "1"), game(1, "10"))
    )
    (pair,) = found["pairs"]
    assert (pair["games"], pair["wins"], pair["losses"], pair["ties"]) == (4, 1, 2, 1)
    assert (pair["score"], pair["low"], pair["high"]) == (
        0.375,
        wilson(1.5, 4).low,
        wilson(1.5, 4).high,
    )
    assert pair["by_deal"]["score"] == 0.375
    assert pair["significant"] is False and pair["better"] is None


def test_luck_of_the_deal_falls_out_by_deals() -> None:
    """Who has the good cards wins, in every deal: the games look like luck, the deals are all even."""
    games = [game(deal, seating, str(deal % 2)) for deal in range(60) for seating in ("01", "10")]
    (pair,) = standings(outcome(duel(), *games))["pairs"]
    assert pair["score"] == pair["by_deal"]["score"] == 0.5
    assert pair["high"] - pair["low"] > 3 * (pair["by_deal"]["high"] - pair["by_deal"]["low"])


@pytest.mark.parametrize(("lucky", "better"), [("0", "random"), ("1", "greedy")])
def test_a_difference_is_shown_by_deals(lucky: str, better: str) -> None:
    """One agent wins both ways in every third deal; the other deals go by the cards."""
    games = []
    for deal in range(60):
        for seating in ("01", "10"):
            best = str(seating.index(lucky))
            games.append(game(deal, seating, best if deal % 3 == 0 else str(deal % 2)))
    (pair,) = standings(outcome(duel(), *games))["pairs"]
    assert pair["significant"] and pair["better"] == better


def test_ratings_are_ordered_and_add_up_to_nothing() -> None:
    games = [game(deal, seating, str(seating.index("1"))) for deal in range(9) for seating in ("01", "10")]
    best, worst = standings(outcome(duel(), *games))["ratings"]
    assert (best["agent"], worst["agent"]) == ("greedy", "random")
    assert best["elo"] - worst["elo"] == pytest.approx(ELO * log(18.5 / 0.5))
    assert best["score"] == 1.0 and worst["score"] == 0.0 and best["games"] == 18


def test_of_three_seats_two_win_more_often_without_being_stronger() -> None:
    """Each seat wins a third of the games of every seating: nobody is stronger."""
    seatings = [task.seating for task in three().of_deal(0)]
    games = [
        game(deal, "".join(map(str, seating)), str(deal % 3)) for deal in range(30) for seating in seatings
    ]
    found = standings(outcome(three(), *games))
    assert [row["elo"] for row in found["ratings"]] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert found["pairs"][0]["score"] == pytest.approx(0.5)
    assert not found["pairs"][0]["significant"]
    # the one that always wins with two seats, and never with one, is no stronger either
    games = [
        game(deal, "".join(map(str, s)), str(s.index(0) if s.count(0) == 2 else s.index(1)))
        for deal in range(30)
        for s in seatings
    ]
    assert standings(outcome(three(), *games))["ratings"][0]["elo"] == pytest.approx(0.0, abs=1e-6)


def test_strength_at_three_seats_is_told_from_the_number_of_seats() -> None:
    """Three times as strong a seat: 3 of 5 games are won with one seat, 6 of 7 with two."""
    seatings = [task.seating for task in three().of_deal(0)]
    games = []
    for deal in range(35):
        for s in seatings:
            wins = deal < (21 if s.count(0) == 1 else 30)
            games.append(game(deal, "".join(map(str, s)), str(s.index(0 if wins else 1))))
    best, worst = standings(outcome(three(), *games))["ratings"]
    assert best["agent"] == "random"
    assert best["elo"] - worst["elo"] == pytest.approx(ELO * log(3), abs=3)


def test_together_deals_are_compared() -> None:
    won, lost = "01", ""
    results = [(won, won), (lost, won), (lost, lost), (lost, won)]
    games = [g for deal, (a, b) in enumerate(results) for g in (game(deal, "00", a), game(deal, "11", b))]
    found = standings(outcome(together(), *games))
    (pair,) = found["pairs"]
    assert (pair["games"], pair["wins"], pair["losses"], pair["ties"]) == (4, 0, 2, 2)
    assert pair["score"] == pair["by_deal"]["score"] == 0.25
    best, worst = found["ratings"]
    assert (best["agent"], best["score"], worst["score"]) == ("greedy", 0.75, 0.25)
    assert best["elo"] - worst["elo"] == pytest.approx(ELO * log(2.5 / 0.5))  # of the two deals that differ


def test_seats_effort_and_times_are_counted() -> None:
    found = standings(
        outcome(duel(), game(0, "01", "1", moves=4), game(0, "10", "1", moves=6), game(1, "01", "0"))
    )
    assert [(s["wins"], s["games"]) for s in found["seats"]] == [(1, 3), (2, 3)]
    of_random = [s["agents"]["random"] for s in found["seats"]]
    assert [(row["wins"], row["games"]) for row in of_random] == [(1, 2), (1, 1)]
    assert found["effort"][0] == {"agent": "random", "moves": 11, "iterations_per_move": 60 / 11}
    assert found["time"][0]["milliseconds_per_move"] == pytest.approx(1500 / 11)
    assert found["time"][0]["iterations_per_second"] == pytest.approx(40)
    assert found["decisions"] == 27


def test_games_without_an_end_are_even_and_counted() -> None:
    found = standings(outcome(duel(), game(0, "01", finished=False), game(0, "10", "1")))
    assert found["unfinished"] == 1 and found["pairs"][0]["ties"] == 1
