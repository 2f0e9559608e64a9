"""The training example: who is credited with what, how a policy is judged, and a short run of it all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import curve
import learned
import numpy as np
import pytest
import selfplay
from leduc import GAME

from bestiary import BestiaryError, Match
from bestiary.agents import make_agent
from bestiary.envs import VectorEnv
from bestiary.run.arena import contest, hold

PPO = Path(__file__).parents[2] / "examples" / "train" / "ppo.py"
FADE, TRACE = 0.9, 0.8


def first_legal(seen: Any, masks: Any) -> Any:
    """A policy that takes the first legal action, sure of itself."""
    return masks.argmax(axis=1), np.zeros(len(masks), np.float32), seen[:, 5] * 0.5


def by_hand(played: selfplay.Rollout, match: int, seat: int) -> dict[int, float | None]:
    """The advantages of one seat of one match, straight from the definition; None: cannot be told."""
    own = [t for t in range(len(played.actors)) if played.actors[t, match] == seat]
    found: dict[int, float | None] = {}
    for k in range(len(own) - 1, -1, -1):
        t = own[k]
        after = own[k + 1] if k + 1 < len(own) else None
        until = after if after is not None else len(played.dones)
        ends = [u for u in range(t, until) if played.dones[u, match]]
        value = float(played.values[t, match])
        if ends:
            found[t] = float(played.rewards[ends[0], match, seat]) - value
        elif after is not None:
            found[t] = (
                FADE * float(played.values[after, match])
                - value
                + FADE * TRACE * (found[after] if found[after] is not None else 0.0)
            )
        elif played.last_actors[match] == seat:
            found[t] = FADE * float(played.last_values[match]) - value
        else:
            found[t] = None
    return found


def test_every_seat_is_credited_with_what_came_of_its_own_decisions() -> None:
    env = VectorEnv(GAME, 64)
    rngs = np.arange(64, dtype=np.uint64)

    def wander(seen: Any, masks: Any) -> Any:
        actions = np.zeros(64, np.int64)
        env.choose(rngs, actions)
        return actions, np.zeros(64, np.float32), seen[:, :9].sum(axis=1)

    played = selfplay.collect(env, wander, 23)
    gains, aims, sound = selfplay.advantages(played, FADE, TRACE)
    assert played.dones.sum() > 64 and 0 < (~sound).sum() < 64
    for match in range(64):
        for seat in (0, 1):
            for t, gain in by_hand(played, match, seat).items():
                assert sound[t, match] == (gain is not None)
                assert gains[t, match] == pytest.approx(gain or 0.0, abs=1e-5)
    assert np.allclose(aims, gains + played.values)


def test_what_is_collected_is_what_was_played() -> None:
    played = selfplay.collect(VectorEnv(GAME, 8), first_legal, 12)
    env = VectorEnv(GAME, 8)
    for t in range(12):
        assert np.array_equal(played.observations[t], env.observations)
        assert np.array_equal(played.actors[t], env.actors)
        step = env.step(played.actions[t])
        assert np.array_equal(played.rewards[t], step.rewards.astype(np.float32))
        assert np.array_equal(played.dones[t], step.dones)
    assert np.array_equal(played.last_actors, env.actors)


def test_a_policy_is_worth_exactly_half_against_itself() -> None:
    """Every deal is played from every seat, so luck cancels out to the last chip."""

    def itself(env: VectorEnv, where: Any, actions: Any) -> None:
        actions[where] = env.masks[where].argmax(axis=1)

    score = selfplay.duel(GAME, first_legal, itself, deals=40, seed=3)
    assert score.mean == pytest.approx(0.5) and score.high - score.low < 1e-6 and score.games == 80


def test_who_never_folds_beats_random_play_and_the_score_says_so() -> None:
    def bold(seen: Any, masks: Any) -> Any:
        return 2 - masks[:, ::-1].argmax(axis=1), None, None

    score = selfplay.duel(GAME, bold, selfplay.random_rival(1), deals=512, seed=3)
    assert 0.5 < score.low < score.mean < score.high and score.games == 1024


def test_the_curve_is_a_picture_with_a_point_for_every_test() -> None:
    drawn = curve.picture("a game", [(0, 0.5, 0.4, 0.6), (1000, 0.7, 0.6, 0.8), (2000, 0.9, 0.85, 0.95)])
    root = ElementTree.fromstring(drawn)
    line = root.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None and len(line.attrib["points"].split()) == 3


def weights(game: Any, bold: int) -> dict[str, Any]:
    """A network that likes one action above all others, wherever it is legal."""
    liking = np.zeros(len(game.actions))
    liking[bold] = 5.0
    return {
        "body.0.weight": np.zeros((4, game.observed)),
        "body.0.bias": np.ones(4),
        "body.2.weight": np.eye(4),
        "body.2.bias": np.zeros(4),
        "policy.weight": np.zeros((len(game.actions), 4)),
        "policy.bias": liking,
        "value.weight": np.zeros((1, 4)),
        "value.bias": np.zeros(1),
    }


def test_what_was_learned_sits_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PPO.parents[2])
    match = Match(GAME, seed=3)
    for action in match.legal():
        learned.save(tmp_path / "w.npz", GAME.name, weights(GAME, action))
        agent = make_agent(f"examples.train.learned:Learned:{tmp_path / 'w.npz'}", GAME)
        seat = match.asked[0]
        assert agent.choose(match.engine.hidden(match.state, seat), seat, 0) == action
    outcome = hold(contest(GAME, [agent, "random"], games=4), cores=1)
    assert len(outcome.games) == 4


def test_weights_that_are_not_there_or_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    with pytest.raises(BestiaryError, match="there are no weights; `make train`"):
        learned.Learned(GAME, None, path)
    path.write_text("nothing")
    with pytest.raises(BestiaryError, match="holds no weights"):
        learned.Learned(GAME, None, path)
    learned.save(path, "totem-v1", weights(GAME, 0))
    with pytest.raises(BestiaryError, match="learned for totem-v1, not for leduc-v1"):
        learned.Learned(GAME, None, path)


def test_it_learns_keeps_its_weights_and_refuses_nonsense_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not part of the tests' own requirements")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(PPO), *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)

    done = run("--game", "totem", "--updates", "1", "--width", "16", "--steps", "8", "--deals", "4")
    assert done.returncode == 0 and "against greedy" in done.stdout
    assert (tmp_path / "build" / "learned" / "best.npz").exists()
    for nonsense in (["--updates", "none"], ["--game", "chess"], ["--width", "0"]):
        refused = run(*nonsense)
        assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1
