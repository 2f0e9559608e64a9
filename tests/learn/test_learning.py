"""Learning, on a game whose truth is known: what can be won against the learner falls."""

from __future__ import annotations

import numpy as np
import pytest
from leduc import GAME
from questions import Questions

from bestiary.core.jit import INTERPRETED
from bestiary.learn.reading import reading
from bestiary.learn.small import Passed, Small, SmallMethod, advantages

UPDATES = 140


@pytest.mark.skipif(INTERPRETED, reason="a million decisions: for the compiled rules")
def test_a_sixth_of_what_random_play_loses_can_be_won_against_the_learner() -> None:
    questions = Questions()
    random = questions.exploitability(questions.at_random())
    assert random == pytest.approx(2.37, abs=0.01)
    learned = questions.exploitability(questions.played_by(Small(GAME).run(UPDATES)))
    assert learned < random / 6


def test_the_same_seed_learns_the_same() -> None:
    def learned(seed: int) -> dict[str, np.ndarray]:
        return dict(Small(GAME, width=8, steps=4, seed=seed, method=SmallMethod(batch=8)).run(2).weights)

    first, again, other = learned(3), learned(3), learned(4)
    assert all((first[name] == again[name]).all() for name in first)
    assert any((first[name] != other[name]).any() for name in first)


def test_gradients_are_those_of_the_layers() -> None:
    rng = np.random.default_rng(1)
    learner = Small(GAME, width=4, steps=1, hidden=6, layers=3)
    weights = {name: rng.standard_normal(w.shape) for name, w in learner.weights.items()}  # 64 bits
    seen = rng.random((5, GAME.observed)).astype(np.float32)
    dense, names = reading(GAME).split(seen)
    scores, values = rng.standard_normal((5, len(GAME.actions))), rng.standard_normal(5)

    def total() -> float:
        passed = Passed(weights, dense, names)
        return float((passed.scores * scores).sum() + (passed.values * values).sum())

    found = Passed(weights, dense, names).back(scores, values)
    for name, w in weights.items():
        at = tuple(int(rng.integers(size)) for size in w.shape)
        kept, tiny = w[at], 1e-6
        w[at] = kept + tiny
        above = total()
        w[at] = kept - tiny
        below = total()
        w[at] = kept
        assert found[name][at] == pytest.approx((above - below) / (2 * tiny), rel=1e-4, abs=1e-6), name


def test_a_payoff_goes_to_the_last_decision_of_each_seat() -> None:
    values = np.array(
        [[0.5], [0.25], [-0.5], [0.125]], np.float32
    )  # three decisions, and where it is cut off
    actors = np.array([[0], [1], [0], [1]])
    rewards = np.zeros((3, 1, 2), np.float32)
    dones = np.zeros((3, 1), np.bool_)
    rewards[1], dones[1] = [1.0, -1.0], True  # the second decision ends a game
    gains = advantages(values, actors, rewards, dones, trace=0.5)
    assert gains[:, 0].tolist() == [1.0 - 0.5, -1.0 - 0.25, -0.125 + 0.5]


def test_a_decision_is_followed_by_the_next_of_its_own_seat() -> None:
    values = np.array([[0.5], [0.25], [-0.5], [0.125]], np.float32)
    actors = np.array([[0], [1], [0], [1]])
    gains = advantages(values, actors, np.zeros((3, 1, 2), np.float32), np.zeros((3, 1), np.bool_), trace=0.5)
    last = -0.125 + 0.5  # of seat 0: what seat 1 expects, seat 0 does not
    assert gains[:, 0].tolist() == [-0.5 - 0.5 + 0.5 * last, 0.125 - 0.25, last]


def test_a_magnet_draws_the_policy_to_itself() -> None:
    learner = Small(GAME, width=32, steps=8, hidden=16, method=SmallMethod(pull=1.0, batch=64, value=0.0))
    learner.update(learner.method.rate, 0.0)
    played = learner._play()
    learner.magnet = {name: w.copy() for name, w in learner.weights.items()}
    learner.magnet["policy.b"][:] = [1.0, -1.0, 0.5]
    held = learner._held(played)

    def away() -> float:
        logs = played.seen_by(learner.weights).chances(played.masks)
        return float((np.exp(logs) * np.where(played.masks, logs - held, 0)).sum(axis=1).mean())

    before, none = away(), np.zeros(len(held), np.float32)
    for _ in range(60):
        learner._step(played, none, held, 0.01, 0.0)
    assert before > 0.1 and away() < before / 4


def test_a_policy_that_is_to_stay_keeps_near_what_played() -> None:
    def moved(stay: float) -> float:
        method = SmallMethod(stay=stay, batch=64, epochs=20, value=0.0)
        learner = Small(GAME, width=64, steps=8, hidden=16, method=method)
        seen = learner.reading.split(learner.env.observations.copy())
        masks = learner.env.masks.copy()
        before = np.exp(Passed(learner.weights, *seen).chances(masks))
        learner.update(0.01, 0.0)
        return float(np.abs(np.exp(Passed(learner.weights, *seen).chances(masks)) - before).mean())

    clipped, loose, tight = (moved(stay) for stay in (0.0, 0.1, 30.0))
    assert tight < clipped / 2 and clipped < loose  # instead of the clip, not beside it
