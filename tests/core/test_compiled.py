"""The compiled rules: pure enough for a GPU, one signature each, the same on any number of cores."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.core import jit
from bestiary.core.driver import CHUNK, Engine
from bestiary.core.record import same
from bestiary.core.registry import load, names
from bestiary.core.rng import below, mix
from bestiary.core.sources import CORE
from bestiary.testing.purity import impurities, impurities_of, impurities_of_game, rules_in

SIGNATURES = """
import json, random, sys
from pathlib import Path
from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.match import Match
from bestiary.core.registry import load
from bestiary.testing.batch import sweep
game = load(sys.argv[1])
Engine(game).batch(3, cores=1)
match = Match(game, seed=1)
chance = random.Random(1)
for _ in range(12):
    if match.over:
        break
    match.play(chance.choice(match.choices()))
    match.view(0), match.can_undo(match.history[-1].seat), Engine(game).observe(match.state, 0)
sweep(game, 32, width=4, quiet=True)
rules = jit.rules_of(game.room)
found = {f.py_func.__qualname__: max(len(f.signatures), len(f.inner().signatures)) for f in rules}
files = {Path(f.py_func.__code__.co_filename).resolve() for f in rules}
folders = {str(jit.cache_folder(game.room.resolve(), file)) for file in files}
print(json.dumps([found, sorted(folders)]))
"""


BUNDLES = """
import json
import numpy as np
from bestiary import lab
from bestiary.agents import make_agent
from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.registry import load
from bestiary.envs import Table, VectorEnv
game = load("totem")
engine = Engine(game)
states = engine.start(seed=1)
for name in ("mcts:20", "greedy", "bulk"):
    agent = make_agent(name, game)
    agent.opinions(engine.hidden(states, 0), 0, 1)
agent = make_agent("mcts:20", game)
agent.expected(engine.hidden(states, 0), 0, 1)
table = Table(game).copy()
table.look(0), table.play(table.legal()[0])
for threads in (1, 2):
    env = VectorEnv(game, 3, threads=threads).clone()
    env.step(env.sample(1))
for agents in (("random",), ("bulk", "mcts:4")):
    lab.play(lab.Study(game, agents, games=2, seed=1, every=2), cores=1)
kinds = {f.py_func.__qualname__: [f.signatures, f.inner().signatures] for f in jit.rules_of(game.room)}
print(json.dumps({name: max(map(len, found)) for name, found in kinds.items()}))
"""


def test_whoever_calls_a_loop_hands_it_bundles_of_the_same_types() -> None:
    done = subprocess.run([sys.executable, "-c", BUNDLES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"k_search", "k_try", "k_step", "k_games"} <= set(found)
    assert {rule: kinds for rule, kinds in found.items() if kinds > 1} == {}


def test_no_loop_takes_more_than_eight_things() -> None:
    house = CORE.parent
    files = [p for p in house.rglob("*.py") if house / "games" not in p.parents]
    taken = {
        f"{path.stem}.{rule.name}": len(rule.args.args)
        for path in files
        for rule in rules_in(ast.parse(path.read_text()))
    }
    assert len(taken) > 60
    assert {name: n for name, n in taken.items() if n > 8} == {}


@pytest.mark.parametrize("name", names())
def test_every_rule_is_compiled_with_one_signature(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNATURES, name],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found, folders = json.loads(done.stdout)
    assert len(found) > 20
    assert {rule: kinds for rule, kinds in found.items() if kinds > 1} == {}
    # what was loaded from the cache does not show there; the cache has one file per signature
    kept = [str(path) for folder in folders for path in Path(folder).rglob("*.nbc")]
    stems = Counter(path.rsplit(".", 2)[0] for path in kept)
    assert len(stems) > 20
    assert {Path(stem).name: n for stem, n in stems.items() if n > 1} == {}


@jit.rule
def doubled(n: Any) -> Any:
    return n + n


@jit.rule
def doubled_sum(numbers: Any) -> Any:
    return doubled(numbers[0]) + doubled(numbers[1]) + doubled(100) + doubled(len(numbers))


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint8, np.int64])
def test_a_rule_takes_numbers_of_any_width_as_64_bits(kind: type[np.generic]) -> None:
    assert doubled_sum(np.array([100, 120], kind)) == 200 + 240 + 200 + 4
    if not jit.INTERPRETED:
        assert [str(s) for s in doubled.inner().signatures] in ([], ["(int64,)"]), "or loaded by its caller"


HALVED = """
from bestiary.core.jit import rule

@rule
def half(x):
    return x / 2
"""


def test_code_that_was_kept_under_a_wrong_signature_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "halved.py").write_text(HALVED)
    code = "from halved import half; import numpy as np; print(half(7), half(np.array([5.0, 9.0]))[1])"
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "BESTIARY_CACHE": str(tmp_path / "cache")}

    def said() -> str:
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr or done.returncode
        return done.stdout

    assert said() == "3.5 4.5\n"
    one, other = sorted((tmp_path / "cache").rglob("*-whole.*.nbc"))
    kept = one.read_bytes()
    one.write_bytes(other.read_bytes())  # as two processes that write at once may leave them
    other.write_bytes(kept)
    assert said() == "3.5 4.5\n"


def test_interpreted_rules_widen_too_and_leave_words_truths_and_fractions_alone() -> None:
    same = jit.interpreted(lambda *given: given)
    kinds = [
        type(x) for x in same(np.int8(1), np.uint16(2), np.uint64(3), np.bool_(True), np.float32(0.5), 7)
    ]
    assert kinds == [np.int64, np.int64, np.uint64, np.bool_, np.float32, int]
    assert jit.interpreted(lambda n: n + n)(np.int8(100)) == 200
    assert type(jit.interpreted(lambda s: s[0])(np.zeros(1, np.int16))) is np.int64


def test_tables_from_another_process_need_no_compilation_of_their_own() -> None:
    game = load("totem")
    content = replace(game.content(), tables=game.content().tables.copy())  # the game's own is everybody's
    content.tables.setflags(write=False)  # as a shared memory hands them over
    engine = Engine(game, content)
    assert engine.tables.flags.writeable
    engine.start(seed=1)
    assert len(engine.kernels.k_start.signatures) == 1


@pytest.mark.parametrize("name", names())
def test_the_rules_are_pure(name: str) -> None:
    assert impurities_of_game(load(name)) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("np.zeros(3)", "an allocation (zeros)"),
        ("s.hand.copy()", "an allocation (copy)"),
        ("raise ValueError(1)", "an exception with a value"),
        ("x = 'text'", "a string"),
        ("x = f'{s}'", "a string"),
        ("x = {}", "a dict"),
        ("x = [1]", "a list"),
        ("x = {1}", "a set"),
        ("x = [i for i in s]", "a comprehension"),
        ("any(i for i in s)", "a generator"),
        ("sorted(s)", "a call that a GPU has not (sorted)"),
        ("lambda: 1", "a function inside a rule"),
        ("try:\n        pass\n    finally:\n        pass", "a try"),
        ("np.random.randint(6)", "a generator outside the record (random)"),
        ("f(s)", "recursion"),
        ("POWERS[0]", "POWERS of the module, a ndarray, would be frozen into the code"),
    ],
)
def test_every_impurity_is_noticed(line: str, said: str) -> None:
    source = f'@rule\ndef f(s):\n    """A docstring is no string."""\n    {line}\n'
    found = impurities_of(source, Path("rules.py"), {"POWERS": np.arange(3), "SIZE": 3})
    assert any(entry == f"rules.py:4: f: {said}" for entry in found), found


def test_inlined_rules_are_checked_too() -> None:
    source = "@rule(inline=True)\ndef f(s):\n    return [s]\n"
    assert impurities_of(source, Path("rules.py")) == ["rules.py:3: f: a list"]


def test_what_is_allowed_is_not_noticed() -> None:
    source = "@rule\ndef f(s):\n    if s.n > SIZE:\n        raise ValueError\n    return np.int64(s.n + 1)\n"
    assert impurities_of(source, Path("rules.py"), {"SIZE": 3}) == []
    assert impurities_of("def plain(s):\n    return [s]\n", Path("view.py")) == []


def test_rules_given_by_name_are_checked_too() -> None:
    source = "def _draw(s):\n    return [s]\ndraw = rule(_draw)\n"
    assert impurities_of(source, Path("rng.py")) == ["rng.py:2: _draw: a list"]


def test_the_core_itself_has_rules() -> None:
    trees = [ast.parse(path.read_text()) for path in CORE.glob("*.py")]
    assert sum(len(list(rules_in(tree))) for tree in trees) > 20
    assert impurities(CORE) == []


@pytest.mark.parametrize("games", [1, CHUNK + 77])
def test_batches_are_the_same_on_one_and_two_cores(games: int) -> None:
    engine = Engine(load("totem"))
    one, two = engine.batch(games, seed=7, cores=1), engine.batch(games, seed=7, cores=2)
    assert one.scores.tobytes() == two.scores.tobytes()
    assert one.lengths.tolist() == two.lengths.tolist()
    other = engine.batch(games, seed=8, cores=2)
    assert games == 1 or other.lengths.tolist() != one.lengths.tolist()


def test_a_batch_plays_what_its_games_play_one_by_one() -> None:
    engine = Engine(load("totem"))
    batch = engine.batch(40, seed=5)
    for game in range(40):
        own = np.uint64(mix(np.uint64(5), np.int64(game)))
        states = engine.start(seed=int(own))
        decisions = engine.playout(states, int(mix(own, np.int64(engine.kernels.CHOICES))))
        assert (decisions, engine.returns(states)) == (batch.lengths[game], batch.scores[game].tolist())


def test_a_playout_chooses_by_the_numbers_below_the_count() -> None:
    engine = Engine(load("totem"))
    states = engine.start(seed=9)
    slow, rng, played = engine.copy(states), np.array([3], np.uint64), 0
    while not engine.over(slow):
        legal = engine.legal(slow)
        engine.apply(slow, legal[int(below(rng, 0, len(legal)))])
        played += 1
    assert engine.playout(states, 3) == played
    assert same(states, slow), "words that are drawn ahead are the words that were to come"


def test_the_first_games_of_a_longer_batch_are_the_same() -> None:
    engine = Engine(load("totem"))
    few, many = engine.batch(50, seed=3), engine.batch(90, seed=3)
    assert few.lengths.tolist() == many.lengths[:50].tolist()
    assert engine.batch(0).scores.shape == (0, 2)


def test_progress_counts_every_game() -> None:
    counted: list[int] = []
    Engine(load("totem")).batch(CHUNK + 1, progress=counted.append)
    assert sum(counted) == CHUNK + 1
