"""The plain copy of a game's rules: the same game, whoever runs it, and a change in the middle of a match."""

from __future__ import annotations

import importlib.util
import random
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from bestiary import Match
from bestiary.agents import make_agent
from bestiary.agents.hasty import Hasty
from bestiary.core import jit
from bestiary.core.driver import bind, compile_called, is_plain, play_compiled, play_plain
from bestiary.core.game import Game
from bestiary.core.plain import opened
from bestiary.core.record import record, records
from bestiary.core.registry import load, names

LEDUC = Path(__file__).parents[2] / "examples" / "leduc"
DECISIONS = 36
THREADS = 3

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="there is nothing to go over to")


def outside() -> Game:
    """A game from outside the package."""
    if str(LEDUC) not in sys.path:
        sys.path.append(str(LEDUC))
    from leduc import GAME

    return GAME


@pytest.fixture(params=[*names(), "leduc"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    found = outside() if request.param == "leduc" else load(request.param)
    yield found
    play_compiled(found)


class Walk:
    """A match that is played at random, with a digest of all that was seen on the way."""

    def __init__(self, game: Game, seed: int) -> None:
        self.match = Match(game, seed=seed)
        self.chance = random.Random(seed)
        self.seen: list[object] = []

    def step(self) -> None:
        match = self.match
        if match.game_over:
            if not match.more:
                return
            match.next_game()
        legal, seat = match.legal(), match.asked[0]
        match.play(self.chance.choice(legal), seat)
        hidden = match.engine.hidden(match.state, seat)
        luck = len(self.seen)
        dealt = match.engine.resampled(hidden, seat, luck).tobytes()
        self.seen.append((legal, match.digest(), match.story(seat)[-3:], dealt, match.view(seat)))

    def walked(self, n: int = DECISIONS) -> list[object]:
        for _ in range(n):
            self.step()
        return self.seen


def test_a_match_that_goes_over_in_the_middle_is_the_same_match(game: Game) -> None:
    whole = Walk(game, 5).walked()
    play_plain(game)
    changing = Walk(game, 5)
    changing.walked(DECISIONS // 2)
    assert is_plain(game)
    play_compiled(game)
    assert changing.walked(DECISIONS - DECISIONS // 2) == whole


def test_matches_of_many_threads_go_over_while_they_are_played(game: Game) -> None:
    seeds = range(THREADS)
    whole = [Walk(game, seed).walked() for seed in seeds]
    play_plain(game)
    walks = [Walk(game, seed) for seed in seeds]
    some = threading.Barrier(THREADS + 1)

    def walk(made: Walk) -> list[object]:
        made.walked(DECISIONS // 3)
        some.wait()
        return made.walked(DECISIONS - DECISIONS // 3)

    with ThreadPoolExecutor(THREADS) as pool:
        played = [pool.submit(walk, made) for made in walks]
        some.wait()
        play_compiled(game)
        assert [done.result() for done in played] == whole


def test_a_rule_that_is_declared_later_is_not_compiled_either(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").touch()
    late = tmp_path / "late.py"
    late.write_text("from bestiary.core.jit import rule\n\n\n@rule\ndef twice(n):\n    return n + n\n")
    spec = importlib.util.spec_from_file_location("late", late)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    met: list[object] = []
    jit.instead(tmp_path, lambda rule, *args: met.append(args) or rule.py_func)
    try:
        spec.loader.exec_module(made)
        assert made.twice(21) == 42 and met == [(21,)] and not jit.is_compiled(made.twice)
    finally:
        jit.instead(tmp_path, None)
    assert made.twice(21) == 42 and jit.is_compiled(made.twice)
    jit.forget(tmp_path)


def test_what_is_called_plainly_is_compiled_before_the_change(game: Game) -> None:
    play_plain(game)
    first = Walk(game, 5)
    first.walked(DECISIONS // 2)
    kinds = [(rule, types) for rule, types, _ in game.__dict__.get("_called", {}).values()]
    assert len(kinds) == len(set(kinds)), "each kind of arguments is noted once"
    compile_called(game)
    assert all(types in rule.overloads for rule, types in kinds)


def test_a_search_comes_to_the_same_whoever_runs_the_rules() -> None:
    game = load("totem")
    match = Match(game, seed=7)
    seat = match.asked[0]
    hidden = match.engine.hidden(match.state, seat)
    compiled = make_agent("mcts:30", game).opinions(hidden, seat, 3)
    play_plain(game)
    try:
        assert make_agent("mcts:30", game).opinions(hidden, seat, 3) == compiled
        hurried = Hasty(game, name="novice", seconds=0.0)
        assert hurried.choose(hidden, seat, 3) in match.legal()
        assert hurried.searched == 1, "one iteration at least"
    finally:
        play_compiled(game)


def test_a_game_that_suggests_is_played_by_that_in_a_hurry() -> None:
    game = load("shogun")
    play_plain(game)
    try:
        match = Match(game, seed=7)
        seat = match.asked[0]
        hidden = match.engine.hidden(match.state, seat)
        assert Hasty(game).choose(hidden, seat, 3) == match.engine.suggest(hidden, 3)
    finally:
        play_compiled(game)


def test_the_copy_leaves_the_compiled_rules_and_their_modules_alone() -> None:
    game = load("totem")
    Match(game, seed=1).legal()
    before, apply = set(sys.modules), game.rules.apply
    play_plain(game)
    try:
        assert bind(game).k_apply is not bind(game).__dict__["_bound"].k_apply
        Match(game, seed=1).legal()
    finally:
        play_compiled(game)
    assert {name for name in set(sys.modules) - before if "totem" in name} == set()
    assert game.rules.apply is apply


def test_a_plain_rule_reads_and_writes_records_as_they_are() -> None:
    inner = record(("kind", "i2"), ("worth", "i4", (2,)))
    states = records(record(("turn", "i1"), ("cards", "i2", (2, 3)), ("last", inner), ("other", inner)), 2)
    rows = opened(states)
    s = rows[1]
    s.turn = 3
    s.cards[1, 2] = 7
    s.last.kind = 5
    s.last.worth[1] = 9
    s.other = s.last
    rows[0] = s
    assert states["turn"].tolist() == [3, 3] and type(s.turn) is np.int8
    assert states[0]["cards"][1, 2] == 7
    assert states[0]["other"]["kind"] == 5 and states[0]["other"]["worth"].tolist() == [0, 9]
    assert rows.shape == (2,)
    with pytest.raises(AttributeError):
        s.nothing  # noqa: B018
