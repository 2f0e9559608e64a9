"""What makes a game good: every figure held against games whose truth is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from leduc import GAME as LEDUC

from bestiary.agents.judge import Case, Judge
from bestiary.core.match import Match
from bestiary.core.registry import register, unregister
from bestiary.lab.balance import Question, choosing, measuring, qualities
from bestiary.lab.balance.choosing import Judged
from bestiary.lab.play.running import run
from bestiary.lab.play.study import Study

from .coin import GAME as COIN
from .made import DECISIONS, Made, games

JACK, QUEEN, KING = 0, 2, 4


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    register(LEDUC)
    register(COIN)
    yield
    unregister("leduc")
    unregister("coin")


def ladder(*odds: tuple[str, str, int]) -> Made:
    """Games for two in which the first of a pair won so many of 200."""
    winners, agents = [], []
    for first, second, won in odds:
        winners += [1] * won + [2] * (200 - won)
        agents += [(first, second)] * 200
    shuffled = np.random.default_rng(1).permutation(len(winners))
    return Made(games([winners[i] for i in shuffled], agents=[agents[i] for i in shuffled]))


def test_two_rungs_of_sixty_per_cent_are_two_steps() -> None:
    found = qualities.depth(ladder(("b", "a", 120), ("c", "b", 120), ("c", "a", 138)), "a", "c")
    assert found["steps"] == pytest.approx(2, abs=0.05)
    assert found["low"] < 2 < found["high"] and found["high"] - found["low"] < 1.6
    assert found["rungs"] == ["a", "b", "c"] and not found["swept"]


def test_equals_are_no_step_apart_and_a_clean_sweep_is_at_least_so_many() -> None:
    even = qualities.depth(ladder(("b", "a", 100)), "a", "b")
    assert abs(even["steps"]) < 0.01 and even["low"] < 0 < even["high"]
    swept = qualities.depth(ladder(("b", "a", 200)), "a", "b")
    assert swept["swept"] and swept["steps"] > 10


def test_few_games_that_all_went_one_way_leave_a_depth_open() -> None:
    few, many = (qualities.depth(sweeping(deals), "a", "b") for deals in (20, 70))
    assert few["low"] < many["steps"] < few["high"]
    assert many["low"] < few["steps"] < many["high"]


def test_a_team_that_wins_where_the_other_loses_sweeps_it_whatever_both_won_or_lost() -> None:
    assert qualities.depth(sweeping(30), "a", "b")["swept"]


def sweeping(deals: int) -> Made:
    """Teams that play alone: of three deals both lose one and win one, and the better one wins the third."""
    winners, agents, at = [], [], []
    for deal in range(deals):
        for agent, won in (("a", deal % 3 == 1), ("b", deal % 3 > 0)):
            winners.append(int(won))
            agents.append((agent,))
            at.append(deal)
    return Made(games(winners, 1, at, agents))


def decided(values: list[float], winners: list[int], verbs: list[str] | None = None) -> Made:
    """Games with two decisions, one of either seat, at which seat 0 expects a value and seat 1 the rest."""
    table = games(winners, decisions=[2] * len(winners))
    rows = []
    for game, value in enumerate(values):
        for seat, own in ((0, value), (1, 1 - value)):
            verb = (verbs or ["attack"] * len(values))[game] if seat else "attack"
            rows.append((game, seat, seat, "bulk", "act", 2, verb, None, own))
    return Made(table, decisions=pl.DataFrame(rows, DECISIONS, orient="row"))


def test_a_game_is_open_while_nobody_can_be_sure() -> None:
    tossed = decided([0.5] * 400, [1, 2] * 200)
    found = qualities.openness(tossed)
    assert found and found["share"] == 1 and found["low"] > 0.98
    sure = decided([0.99, 0.01] * 200, [1, 2] * 200)
    over = qualities.openness(sure)
    assert over and over["share"] == 0 and over["high"] < 0.02


def test_a_comeback_is_won_from_below_half_of_the_usual_chance() -> None:
    """Every fourth game is won by who was nearly lost; believed chances are one in four then, so that half of
    the usual one is not reached. Where one in twenty is, it is."""
    back = decided([0.02] * 400, [1] * 20 + [2] * 380)
    found = qualities.comebacks(back)
    assert found and found["below"] == pytest.approx(0.25)
    assert found["share"] == pytest.approx(0.05) and found["low"] < 0.05 < found["high"]
    fair = qualities.comebacks(decided([0.4] * 400, [1] * 160 + [2] * 240))
    assert fair and fair["share"] == 0


def leaning(count: int, seed: int, each: int = 20) -> Made:
    """Games whose chance is settled before any of so many decisions; values lean too far to one side."""
    luck = np.random.default_rng(seed)
    odds = luck.normal(0, 2.5, count)
    winners = np.where(luck.random(count) < 1 / (1 + np.exp(-odds)), 1, 2)
    told = 1 / (1 + np.exp(-(odds[:, None] + luck.normal(0, 1.5, (count, each)))))
    rows = [
        (game, number, 0, "bulk", "act", 2, "attack", None, float(told[game, number]))
        for game in range(count)
        for number in range(each)
    ]
    table = games([int(one) for one in winners], decisions=[each] * count)
    return Made(table, decisions=pl.DataFrame(rows, DECISIONS, orient="row"))


@pytest.mark.parametrize("measured", [qualities.openness, qualities.comebacks])
def test_intervals_hold_what_many_more_games_come_to(measured: Callable[[Made], dict[str, Any]]) -> None:
    """A chance is uncertain, too: it goes by the games that happened to be played. Decisions of one game
    are not so many results."""
    whole = measured(leaning(20_000, 1))["share"]
    few = [measured(leaning(80, seed)) for seed in range(2, 42)]
    assert sum(one["low"] <= whole <= one["high"] for one in few) >= 35
    assert np.mean([one["share"] for one in few]) == pytest.approx(whole, abs=0.08)


def test_everybody_has_had_a_turn_where_every_seat_chose_such_a_verb() -> None:
    had = decided([0.5] * 10, [1] * 10, ["attack"] * 7 + ["wait"] * 3)
    found = qualities.everybody(had, ("attack",))
    assert found and found["share"] == pytest.approx(0.7) and found["games"] == 10


def test_alone_every_spirit_is_counted_against_every_number_of_rivals() -> None:
    winners = [1, 0, 1, 1]
    table = games(
        winners,
        seats=1,
        characters=[["wolf"], ["wolf"], ["fox"], ["fox"]],
        stage=["rivals=1", "rivals=3"] * 2,
    )
    found = measuring.measures_of(Question("solo", "totemic", "Alone", {}), Made(table))
    told = {(row["party"], row["stage"]): row["share"] for row in found["parties"]}
    assert told == {
        ("wolf", "rivals=1"): 1,
        ("wolf", "rivals=3"): 0,
        ("fox", "rivals=1"): 1,
        ("fox", "rivals=3"): 1,
    }


def test_minutes_are_those_of_the_median_game() -> None:
    table = Made(games([1] * 101, moves=list(range(101))))
    found = qualities.minutes(table, 30)
    assert found["median"] == 25 and found["low"] < 25 < found["high"] and found["games"] == 101


def test_no_call_of_a_coin_matters(tmp_path: Path) -> None:
    """The roll alone decides: the better of two calls is worth nothing more."""
    data = run(Study(COIN, ("random",), 12, 3), tmp_path / "coin")
    judged = choosing.judged(data, 400, 5)
    assert len(judged) == 12 and all(one.choices == 2 for one in judged)
    found = choosing.matter(judged)
    assert found["low"] < 0.05, "nothing is shown to matter"
    assert np.mean([one.gap for one in judged]) == pytest.approx(0, abs=0.03)
    at = tmp_path / "coin" / f"mcts-400-{choosing.TOLD}"
    kept = at.read_text()
    assert [one.gap for one in choosing.judged(data, 400, 5)] == [one.gap for one in judged]
    assert at.read_text() == kept, "nothing is judged twice"


def test_to_fold_the_best_hand_of_leduc_matters() -> None:
    """A pair of Kings against the last raise: to fold gives up what to call wins."""
    match = Match("leduc")
    s = match.state[0]
    s["hand"][:, 0] = [KING, JACK]
    s["deck"][:4] = [JACK + 1, QUEEN, QUEEN + 1, KING + 1]
    match.prepare()
    for action in ("call", "call", "raise", "raise"):
        match.play(action)
    seat = match.asked[0]
    assert seat == 0 and match.choices() == ["fold", "call"]
    gap = choosing.gap_of(Judge(LEDUC, tree=100), match.engine.hidden(match.state, seat), seat, 1)
    assert gap.low > choosing.POINTS


def test_a_network_leads_the_trees_of_a_judge_where_that_is_asked(tmp_path: Path) -> None:
    """The network judges what the plain search judges, by other trees; both are kept, each by itself."""
    data = run(Study("totem", ("random",), 4, 3), tmp_path / "totem")
    led, plain = (choosing.judged(data, 20, 5, by) for by in ("net", "mcts"))
    assert [one.number for one in led] == [one.number for one in plain]
    assert [one.gap for one in led] != [one.gap for one in plain]
    assert choosing.judged(data, 20, 5, "net") == led
    question = Question("c", "totem", "C", {"random": 4}, choices=20, judge="net")
    head = measuring._head(question, "random", 4, 4)
    assert head["judge"] == "net" and head["network"], "another network is another judge"
    assert question.answered("random", head) and not replace(question, judge="").answered("random", head)


class Noisy(Judge):
    """Finds a gap that is known, with noise; how many pairs it was asked for."""

    def __init__(self, gap: float, noise: float, seed: int) -> None:
        super().__init__(LEDUC, tree=4)
        self.gap, self.noise, self.lot = gap, noise, np.random.default_rng(seed)

    def compare(self, case: Case, seen: Any, seat: int, seed: int, pairs: int, larger: int = 1) -> Any:
        while len(case.mine) < pairs:
            case.mine.append(self.gap + self.noise * self.lot.normal())
            case.other.append(0.0)
        yield


def test_looking_again_and_again_does_not_make_a_choice_matter() -> None:
    """A gap of just two points is called neither more nor less, but in one decision of twenty at most."""
    match = Match("leduc")
    seen = match.engine.hidden(match.state, match.asked[0])
    told = [
        choosing._matters(choosing.gap_of(Noisy(choosing.POINTS, 0.1, n), seen, match.asked[0], n))
        for n in range(300)
    ]
    assert sum(one is not None for one in told) <= 20
    for gap, matters in ((0.0, False), (0.06, True), (-0.06, True)):
        noisy = Noisy(gap, 0.05, 1)
        assert choosing._matters(choosing.gap_of(noisy, seen, match.asked[0], 1)) is matters


def test_what_is_not_settled_widens_the_share_that_matters() -> None:
    sure, none = Judged(0, 0, 2, 0.1, 0.05, 0.15), Judged(1, 0, 2, 0.0, -0.01, 0.01)
    open_ = Judged(2, 0, 2, 0.03, -0.02, 0.08)
    assert (sure.matters, none.matters, open_.matters) == (True, False, None)
    known = choosing.matter([sure, none] * 50)
    doubted = choosing.matter([sure, none] * 25 + [open_] * 50)
    assert known["share"] == 0.5 and known["unsure"] == 0
    assert doubted["unsure"] == 50 and doubted["low"] < known["low"] and doubted["high"] > known["high"]


def test_what_is_offered_is_counted_with_who_took_it(tmp_path: Path) -> None:
    data = run(Study(COIN, ("random",), 40, 3), tmp_path / "coin")
    rows: list[dict[str, Any]] = choosing.chosen(data, ["call"])
    assert len(rows) == 2 and {row["offered"] for row in rows} == {40}
    assert sum(row["chose"] for row in rows) == 40
    for row in rows:
        assert row["low"] < 0.5 < row["high"] and row["won_low"] <= row["won"] <= row["won_high"]


def test_what_a_lot_takes_is_worth_nothing_where_nothing_follows_from_it(tmp_path: Path) -> None:
    """The roll alone decides: neither call is worth anything, and what one gains the other loses."""
    data = run(Study("coin", ("random",), 400, 5, lots=("call",)), tmp_path / "d")
    heads, tails = choosing.worth(data)
    assert heads["offered"] == tails["offered"] == 400 == heads["chose"] + tails["chose"]
    assert heads["gain"] == pytest.approx(-tails["gain"]) and heads["low"] < 0 < heads["high"]


def offers(*rows: tuple[str, int, bool, bool]) -> pl.DataFrame:
    return pl.DataFrame([("build", *row) for row in rows], choosing.OFFER, orient="row")


def test_what_a_lot_takes_is_worth_what_is_won_with_it() -> None:
    """Of 100 who got the axe 60 won, of 300 who did not 120 did; a deal that is counted twice counts once."""
    made = [("axe", n, n < 100, n % 10 < 6 if n < 100 else n % 10 < 4) for n in range(400)]
    (axe,) = choosing.gains(offers(*made))
    assert (axe["chose"], axe["offered"]) == (100, 400)
    assert (axe["won"], axe["others"], axe["gain"]) == pytest.approx((0.6, 0.4, 0.2))
    reach = 1.96 * (0.6 * 0.4 / 100 + 0.4 * 0.6 / 300) ** 0.5
    assert (axe["low"], axe["high"]) == pytest.approx((0.2 - reach, 0.2 + reach), abs=0.001)
    (twice,) = choosing.gains(offers(*made, *made))
    assert twice["high"] == pytest.approx(axe["high"]) and twice["offered"] == 800
    assert choosing.gains(offers(*(row for row in made if row[2]))) == []  # nobody to compare with
