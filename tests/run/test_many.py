"""Many games: the same numbers on any number of cores, and after Ctrl-C those of the first games."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary import BestiaryError, Engine, load
from bestiary.core import pool
from bestiary.core.driver import CHUNK, Batch
from bestiary.run import Results, simulate
from bestiary.run import many as runner

GAMES = 3 * CHUNK + 100


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load("totem"))


def test_the_number_of_cores_changes_nothing(engine: Engine) -> None:
    one, two, five = (simulate(engine, GAMES, 7, cores=n).as_json() for n in (1, 2, 5))
    assert one == two == five
    assert one["games"] == GAMES


def test_another_seed_gives_other_numbers(engine: Engine) -> None:
    assert simulate(engine, 500, 7).as_json()["seats"] != simulate(engine, 500, 8).as_json()["seats"]


def test_the_numbers_are_those_of_the_games(engine: Engine) -> None:
    batch = engine.batch(500, 7)
    results = simulate(engine, 500, 7)
    assert results.wins.tolist() == (batch.scores > 0).sum(axis=0).tolist()
    assert results.ties == int((batch.scores == 0).all(axis=1).sum())
    length = results.length()
    assert length["mean"] == batch.lengths.mean()
    assert (length["min"], length["max"]) == (batch.lengths.min(), batch.lengths.max())
    assert length["median"] == np.quantile(batch.lengths, 0.5, method="inverted_cdf")
    assert results.decisions == batch.lengths.sum()


def test_wins_and_ties_make_up_all_games(engine: Engine) -> None:
    data = simulate(engine, 2000, 1).as_json()
    assert sum(s["wins"] for s in data["seats"]) + data["ties"]["games"] == data["games"] == 2000
    assert all(s["low"] < s["share"] < s["high"] for s in data["seats"])


def test_options_reach_the_games(engine: Engine) -> None:
    assert (
        simulate(engine, 500, 1, {"restock": "one"}).decisions
        != simulate(engine, 500, 1, {"restock": "any"}).decisions
    )


def test_after_ctrl_c_the_first_games_count(engine: Engine) -> None:
    told = 0

    def stop(n: int) -> None:
        nonlocal told
        told += 1
        if told == 3:
            raise KeyboardInterrupt

    partial = simulate(engine, 40 * CHUNK, 7, cores=2, progress=stop)
    assert partial.interrupted and 0 < partial.games < 40 * CHUNK
    whole = simulate(engine, partial.games, 7)
    assert partial.wins.tolist() == whole.wins.tolist()
    assert partial.length() == whole.length()


def test_progress_adds_up(engine: Engine) -> None:
    told: list[int] = []
    simulate(engine, GAMES, 7, progress=told.append)
    assert sum(told) == GAMES


def test_a_game_that_breaks_its_bound_is_left_out_and_counted() -> None:
    results = Results("x", {}, 0, 3, np.zeros(2, np.int64), np.zeros(2), np.zeros(9, np.int64))
    results.add(Batch(np.array([[1.0, -1.0], [0.0, 0.0], [0.0, 0.0]]), np.array([4, 8, -1])), 0.0)
    assert (results.games, results.unfinished, results.ties) == (3, 1, 1)
    assert results.wins.tolist() == [1, 0]
    assert results.as_json()["seats"][0]["share"] == 0.5


@pytest.mark.parametrize("bad", [{"games": 0}, {"games": 5, "seed": -1}, {"games": 5, "cores": 0}])
def test_numbers_that_make_no_sense_are_refused(engine: Engine, bad: dict[str, int]) -> None:
    with pytest.raises(BestiaryError):
        simulate(engine, **bad)


def test_few_chunks_wait_at_a_time(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    original = pool.wait

    def counting(waiting, **how):  # type: ignore[no-untyped-def]
        nonlocal most
        most = max(most, len(waiting))
        return original(waiting, **how)

    monkeypatch.setattr(pool, "wait", counting)
    simulate(engine, 12 * CHUNK, 1, cores=1)
    assert most <= runner.AHEAD
