"""What a decision cost: two choices searched alike, and nobody accused by noise."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary import Match
from bestiary.agents import judge as judging
from bestiary.agents import make_agent
from bestiary.agents.judge import FEWEST, LOSS, MARGIN, Case, Judge, Stage, drained, due
from bestiary.core.record import Records, same
from bestiary.core.registry import load

from ..games.totem.table import GAME, position

REPETITIONS = 100
TREE = 60  # iterations: small, so that noise has its chance


def twins() -> tuple[Match, list[int]]:
    """Three hidden Totems of which nothing is known: to attack one is as good as to attack another."""
    match = position("J8 C8", "-- (J6) (C4) (C6)", row="(C1) (V2) (C3) (V3)", deck=2).match
    named = {match.notation(action): action for action in match.legal()}
    return match, [named[f"attack J8 {place}"] for place in (2, 3, 4)]


def settled(judge: Judge, played: int, seen: Records, seat: int, seed: int) -> Case:
    case = Case(played)
    while (next_ := due({0: case})) is not None:
        drained(judge.think(case, next_[1], seen, seat, seed))
    return case


def one_search(seen: Records, played: int, seed: int) -> float:
    """The loss as one search says it, of what it hardly looked at against what it looked at most."""
    found = make_agent("mcts:400", GAME).opinions(seen, 0, seed)
    mine = next(opinion for opinion in found if opinion.action == played)
    return found[0].value - mine.value


def test_a_choice_as_good_as_the_best_is_hardly_ever_accused() -> None:
    match, attacks = twins()
    seen = match.engine.hidden(match.state, 0)
    judge = Judge(GAME, tree=TREE)
    plays = [attacks[seed % len(attacks)] for seed in range(REPETITIONS)]
    falsely = sum(one_search(seen, played, seed) >= LOSS for seed, played in enumerate(plays))
    assert falsely >= REPETITIONS / 4, "the values at the root of one search accuse it again and again"
    accused = sum(settled(judge, played, seen, 0, seed).turning for seed, played in enumerate(plays))
    assert accused <= REPETITIONS * 0.05


def test_a_blunder_is_a_turning_point() -> None:
    """The last Totem lies open, and 9 beats 4: whoever discards instead throws a win away."""
    match = position("V9 C2 J3", "-- -- J4 --").match
    named = {match.notation(action): action for action in match.legal()}
    case = settled(Judge(GAME, tree=TREE), named["discard V9"], match.engine.hidden(match.state, 0), 0, 1)
    assert case.turning and case.stage == Stage.CHECK
    assert match.notation(case.rival) in ("attack V9 3", "pair V9 C2"), "both win at once"
    assert case.best.value == 1.0 and case.value.high < 1.0
    assert case.loss.low > 0 and case.loss.value == pytest.approx(case.best.value - case.value.value)


def test_the_winning_move_lost_nothing() -> None:
    match = position("V9 C2 J3", "-- -- J4 --").match
    named = {match.notation(action): action for action in match.legal()}
    case = settled(Judge(GAME, tree=TREE), named["attack V9 3"], match.engine.hidden(match.state, 0), 0, 1)
    assert not case.turning and case.stage == Stage.WEIGH
    assert case.loss.value == 0 and case.best == case.value and case.value.value == 1.0


def test_thinking_goes_on_until_the_loss_is_known_or_the_budget_is_spent() -> None:
    match, attacks = twins()
    seen = match.engine.hidden(match.state, 0)
    small, large = (settled(Judge(GAME, tree=tree), attacks[0], seen, 0, 3) for tree in (4, 600))
    assert not small.sure and len(small.mine) == judging.MOST and small.loss.margin > MARGIN
    assert large.sure and FEWEST <= len(large.mine) < judging.MOST and large.loss.margin <= MARGIN


def test_both_choices_are_searched_alike_in_the_same_deals() -> None:
    match, attacks = twins()
    seen = match.engine.hidden(match.state, 0)
    judge = Judge(GAME, tree=TREE)
    case = Case(attacks[0], rival=attacks[0])
    drained(judge.compare(case, seen, 0, 1, pairs=3))
    assert case.mine == case.other, "the same choice, the same deals, the same luck"
    assert case.searched == 2 * 3 * TREE
    search = judge.agent.begin(seen, 0, 1, TREE, forced=attacks[1])
    drained(search.slices())
    looked = {opinion.action: opinion.visits for opinion in search.opinions()}
    assert looked[attacks[1]] == sum(looked.values()) == TREE


def test_worlds_that_look_the_same_are_judged_the_same() -> None:
    match, attacks = twins()
    judge = Judge(GAME, tree=20)
    other = match.engine.resampled(match.state, 0, 5)
    assert not same(other, match.state)
    truth, alike = (
        settled(judge, attacks[0], match.engine.hidden(world, 0), 0, 2) for world in (match.state, other)
    )
    assert truth == alike


def test_what_was_thought_can_be_gone_on_with() -> None:
    """A case is all there is: interrupted between two stages it comes to the same."""
    match, attacks = twins()
    seen = match.engine.hidden(match.state, 0)
    first, second = Case(attacks[0]), Case(attacks[0])
    for case, judges in ((first, [Judge(GAME, tree=20)] * 2), (second, [Judge(GAME, tree=20) for _ in "ab"])):
        for judge, stage in zip(judges, (Stage.LOOK, Stage.WEIGH), strict=True):
            drained(judge.think(case, stage, seen, 0, 9))
    assert first == second and len(first.mine) >= FEWEST


def test_all_decisions_are_looked_at_before_any_is_weighed() -> None:
    cases = {4: Case(1), 9: Case(2)}
    assert due(cases) == (4, Stage.LOOK)
    cases[4].stage = Stage.LOOK
    assert due(cases) == (9, Stage.LOOK)
    cases[9].stage = Stage.LOOK
    assert due(cases) == (4, Stage.WEIGH)
    cases[4] = Case(1, 2, Stage.WEIGH, [0.4] * FEWEST, [0.6] * FEWEST, 600)
    cases[9] = Case(1, 2, Stage.WEIGH, [0.4] * FEWEST, [0.4] * FEWEST, 600)
    assert due(cases) == (4, Stage.CHECK), "what would be held against somebody"
    cases[4].stage = Stage.CHECK
    assert due(cases) is None and judging.turning_points(cases, 5) == [4]


def test_a_loss_within_its_own_uncertainty_is_no_turning_point() -> None:
    wide = Case(1, 2, Stage.CHECK, [0.1, 0.5] * 4, [0.6, 0.2] * 4, 800)
    assert wide.loss.value >= LOSS and wide.loss.low < 0 and not wide.turning
    small = Case(1, 2, Stage.CHECK, [0.5] * 8, [0.54] * 8, 8_000)
    assert small.loss.low > 0 and not small.turning
    assert Case(1, 2, Stage.CHECK, [0.5] * 8, [0.56] * 8, 8_000).turning
    assert not Case(1, 2, Stage.WEIGH, [0.5] * 8, [0.56] * 8, 8_000).turning, "it has not been checked"


def test_the_interval_holds_the_true_mean_as_often_as_it_says() -> None:
    chance = np.random.default_rng(1)
    held = 0
    for _ in range(2_000):
        found = Case(1, mine=list(chance.normal(0.5, 0.05, FEWEST)), other=[0.0] * FEWEST, counted=10**6)
        held += found.value.low <= 0.5 <= found.value.high
    assert 0.93 <= held / 2_000 <= 0.97


@pytest.mark.parametrize(
    ("slug", "seats", "says"),
    [
        ("totem", 2, ""),
        ("totemic", 2, ""),
        ("totemic", 1, "not chances to win: the game's own estimate of how it stands 4 moves further on"),
        ("klaw", 2, "not chances to win: the game's own estimate of how it stands right after"),
        ("shogun", 2, "The chance that all win together"),
    ],
)
def test_a_game_says_what_is_measured(slug: str, seats: int, says: str) -> None:
    told = judging.measured(load(slug), seats)
    assert says in told and bool(told) == bool(says)
