"""Statistics against published values (Wilson: Newcombe 1998, table I, method 3) and against chance."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.run import wilson
from bestiary.run.statistics import (
    ELO,
    Interval,
    Meeting,
    bradley_terry,
    clustered,
    difference,
    explained,
    paired,
    quantile,
    student,
    students,
)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0000),
    ],
)
def test_wilson_intervals_are_the_published_ones(hits: int, trials: int, low: float, high: float) -> None:
    interval = wilson(hits, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
    assert interval.share == hits / trials


def test_no_trials_tell_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_quantiles_of_a_histogram_are_values_that_occurred() -> None:
    values = [3, 3, 5, 7, 7, 7, 9, 9, 9, 9]
    histogram = np.bincount(values)
    assert [quantile(histogram, q) for q in (0.0, 0.2, 0.21, 0.5, 0.6, 0.61, 1.0)] == [3, 3, 5, 7, 7, 9, 9]


# ---- paired results ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "published"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (120, 1.980)]
)
def test_quantiles_of_student_are_the_published_ones(freedom: int, published: float) -> None:
    assert student(freedom) == pytest.approx(published, rel=0.0015)


def test_a_paired_interval_is_worked_out_by_hand() -> None:
    found = paired([1.0, 0.5])  # with 0 and 1: mean 0.625, deviation 0.4787, a reach of 3.182 * 0.2394
    assert found.share == 0.75
    assert found.low == 0.0 and found.high == 1.0
    found = paired([0.5] * 18)
    reach = 2.093 * (0.5 / 19) ** 0.5 / 20**0.5
    assert (found.low, found.high) == (
        pytest.approx(0.5 - reach, abs=1e-4),
        pytest.approx(0.5 + reach, abs=1e-4),
    )


def test_no_deals_tell_nothing() -> None:
    assert (paired([]).low, paired([]).high) == (0.0, 1.0)


def test_deals_that_all_came_out_alike_prove_nothing_as_long_as_they_are_few() -> None:
    assert [paired([1.0] * n).low > 0.5 for n in (1, 2, 3, 4)] == [False] * 4
    assert paired([1.0] * 8).low > 0.5


@pytest.mark.parametrize("shares", [(0.25, 0.5, 0.25), (0.1, 0.3, 0.6), (0.02, 0.16, 0.82), (0.0, 1.0, 0.0)])
@pytest.mark.parametrize("deals", [10, 40, 200])
def test_the_paired_interval_holds_the_truth_as_often_as_it_says(
    shares: tuple[float, float, float], deals: int
) -> None:
    chance = np.random.default_rng(7)
    truth = 0.5 * shares[1] + shares[2]
    rounds = 1500
    held = 0
    for _ in range(rounds):
        found = paired(list(chance.choice([0.0, 0.5, 1.0], size=deals, p=shares)))
        held += found.low <= truth <= found.high
    assert held / rounds > 0.935
    if shares[1] < 1.0 and deals == 200:
        assert held / rounds < 0.965


# ---- games that share a deal ----------------------------------------------------------------------


def of_clusters(hits: np.ndarray, trials: np.ndarray) -> Interval:
    """The interval of one proportion."""
    sums = (
        float(len(hits)),
        hits.sum(),
        trials.sum(),
        (hits**2).sum(),
        (hits * trials).sum(),
        (trials**2).sum(),
    )
    low, high = clustered(*(np.array([float(v)]) for v in sums))
    return Interval(float(hits.sum() / trials.sum()), float(low[0]), float(high[0]))


def test_one_trial_a_cluster_is_plain_wilson() -> None:
    hits = np.repeat([1.0, 0.0], [81, 182])
    found, plain = of_clusters(hits, np.ones(263)), wilson(81, 263)
    assert (found.low, found.high) == (pytest.approx(plain.low), pytest.approx(plain.high))


def test_games_of_a_deal_that_always_come_out_alike_count_once() -> None:
    hits = np.repeat([4.0, 0.0], [500, 500])
    found, once = of_clusters(hits, np.full(1000, 4.0)), wilson(500, 1000)
    assert found.high - found.low == pytest.approx(once.high - once.low, rel=0.01)


def test_one_cluster_counts_as_one_trial_and_none_tell_nothing() -> None:
    found = of_clusters(np.array([60.0]), np.array([100.0]))
    assert found.low < 0.05 and found.high > 0.95
    low, high = clustered(*(np.zeros(1) for _ in range(6)))
    assert (low[0], high[0]) == (0.0, 1.0)


def test_quantiles_of_student_side_by_side() -> None:
    freedom = np.array([1.0, 2.0, 10.0, 120.0, 1e6])
    assert students(freedom) == pytest.approx([student(int(n)) for n in freedom], rel=1e-4)


@pytest.mark.parametrize("spread", [0.0, 1.5])
def test_intervals_of_clusters_hold_the_truth_as_often_as_they_say(spread: float) -> None:
    chance = np.random.default_rng(3)
    rounds, deals, size = 1500, 60, 4
    truth = float((1 / (1 + np.exp(-(0.4 + spread * chance.normal(size=400_000))))).mean())
    held = 0
    for _ in range(rounds):
        odds = 1 / (1 + np.exp(-(0.4 + spread * chance.normal(size=deals))))
        found = of_clusters(chance.binomial(size, odds).astype(float), np.full(deals, float(size)))
        held += found.low <= truth <= found.high
    assert 0.935 < held / rounds < 0.985


@pytest.mark.parametrize(("deals", "held_by"), [(400, 0.5), (60, 0.1)])
def test_differences_hold_the_truth_where_one_side_wins_what_the_other_loses(
    deals: int, held_by: float
) -> None:
    # two seats, one winner; a seat with the card wins 60% against a seat without
    chance = np.random.default_rng(5)
    held, rounds = 0, 1500
    for _ in range(rounds):
        cards = chance.random((deals, 2)) < held_by
        odds = 0.5 + 0.1 * (cards[:, 0].astype(float) - cards[:, 1])
        first = chance.random(deals) < odds
        won = np.stack([first, ~first], axis=1)
        found = difference(
            (won & cards).sum(axis=1).astype(float), cards.sum(axis=1).astype(float),
            (won & ~cards).sum(axis=1).astype(float), (~cards).sum(axis=1).astype(float),
        )  # fmt: skip
        # with the card one meets another card with chance held_by, and likewise without
        truth = (0.6 * (1 - held_by) + 0.5 * held_by) - (0.5 * (1 - held_by) + 0.4 * held_by)
        held += found.low <= truth <= found.high
    assert held / rounds > 0.935


def test_a_difference_needs_two_sides() -> None:
    found = difference(np.ones(3), np.ones(3), np.zeros(3), np.zeros(3))
    assert (found.low, found.high) == (-1.0, 1.0)


def test_the_share_of_a_variance_between_groups_is_recovered() -> None:
    chance = np.random.default_rng(11)
    groups = chance.normal(size=(4000, 1)) * 1.0
    values = groups + chance.normal(size=(4000, 3)) * 3.0**0.5  # a quarter lies between groups
    found = explained(np.full(4000, 3.0), values.sum(axis=1), (values**2).sum(axis=1))
    assert found is not None and found.low < 0.25 < found.high
    assert found.high - found.low < 0.06


def test_no_group_with_two_values_explains_nothing() -> None:
    assert explained(np.ones(10), np.arange(10.0), np.arange(10.0) ** 2) is None
    assert explained(np.full(10, 2.0), np.full(10, 2.0), np.full(10, 2.0)) is None


# ---- ratings -------------------------------------------------------------------------------------

TRUE = np.array([-300.0, -120.0, 40.0, 380.0])


def contested(truth: np.ndarray, games: int, seed: int, start: float = 0.0) -> list[Meeting]:
    """Meetings of everybody with everybody, by the luck of a seed."""
    chance = np.random.default_rng(seed)
    found = []
    for a in range(len(truth)):
        for b in range(a + 1, len(truth)):
            share = 1 / (1 + np.exp((truth[b] - truth[a]) / ELO - start))
            found.append(Meeting(a, b, int(chance.binomial(games, share)), games, start))
    return found


@pytest.mark.parametrize("start", [0.0, 0.7])
def test_ratings_are_recovered(start: float) -> None:
    found = bradley_terry(4, contested(TRUE, 200_000, 1, start))
    assert [r.elo for r in found] == pytest.approx(list(TRUE), abs=4)


def test_two_players_differ_by_the_odds_of_their_score() -> None:
    first, second = bradley_terry(2, [Meeting(0, 1, 7.5, 10)])
    odds = (7.5 + 0.5) / (2.5 + 0.5)
    assert first.elo - second.elo == pytest.approx(ELO * np.log(odds))
    assert first.elo + second.elo == pytest.approx(0.0)
    # the difference has the information n p q of 11 games; each rating is half of it
    share = odds / (1 + odds)
    assert first.error == second.error == pytest.approx(ELO / 2 / np.sqrt(11 * share * (1 - share)))


def test_more_seats_are_no_strength() -> None:
    meetings = [Meeting(0, 1, 2000, 3000, np.log(2)), Meeting(0, 1, 1000, 3000, -np.log(2))]
    assert bradley_terry(2, meetings)[0].elo == pytest.approx(0.0, abs=1e-6)


def test_a_clean_sweep_is_finite_and_in_order() -> None:
    sweep = [Meeting(0, 1, 10**6, 10**6), Meeting(1, 2, 10**6, 10**6), Meeting(0, 2, 10**6, 10**6)]
    found = [r.elo for r in bradley_terry(3, sweep)]
    assert found[0] > found[1] > found[2] and np.isfinite(found).all()


def test_who_has_not_played_is_in_the_middle_and_unknown() -> None:
    found = bradley_terry(3, [Meeting(0, 1, 90, 100)])
    assert found[2].elo == pytest.approx(0.0, abs=1e-6)
    assert found[2].error > 1.5 * found[0].error
    assert bradley_terry(1, [])[0].elo == 0.0


def test_errors_shrink_with_the_root_of_the_games() -> None:
    errors = [bradley_terry(4, contested(TRUE, n, 3))[1].error for n in (2_000, 8_000, 32_000)]
    assert errors[0] / errors[1] == pytest.approx(2, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(2, rel=0.05)


def test_errors_are_those_that_chance_makes() -> None:
    rounds, games = 1000, 600
    found = [bradley_terry(4, contested(TRUE, games, seed)) for seed in range(rounds)]
    for player, truth in enumerate(TRUE):
        elos = np.array([f[player].elo for f in found])
        errors = np.array([f[player].error for f in found])
        assert elos.std() == pytest.approx(errors.mean(), rel=0.08)
        held = (np.abs(elos - truth) <= 1.96 * errors).mean()
        assert 0.93 < held < 0.97
        for other in range(player):
            apart = np.array([f[player].elo - f[other].elo for f in found])
            assert apart.std() == pytest.approx(np.mean([f[player].above[other] for f in found]), rel=0.08)
            assert found[0][player].above[other] == pytest.approx(found[0][other].above[player])
