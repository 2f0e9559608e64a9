"""Tuning: targets, and the search on a synthetic game whose odds are known."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from math import exp
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from bestiary import lab
from bestiary.core.errors import BestiaryError
from bestiary.core.jit import INTERPRETED
from bestiary.core.registry import load
from bestiary.lab.tune import scoring, targets
from bestiary.lab.tune.searching import Search
from bestiary.lab.tune.surrogate import Number, Surrogate
from bestiary.lab.tune.targets import Score
from bestiary.lab.tune.tuning import Tuned, wish

NAMES = ("ape", "bee", "cat", "dog", "elk", "fly")


class Synthetic:
    """Six characters whose chances are known: strength is power times 0.1, in log odds."""

    def __init__(self, target: str, special: dict[str, float] | None = None) -> None:
        self.target = targets.parse(target)
        self.powers = dict(zip(NAMES, (20, 20, 20, 20, 27, 14), strict=True))
        self.special = special or {}
        self.spent = 0
        self.seen: dict[str, Score] = {}

    def truth(self, values: dict[str, int]) -> dict[str, float]:
        powers = {name: values.get(path(name), power) for name, power in self.powers.items()}
        return {
            f"{a} {b}": 1 / (1 + exp(-0.1 * (powers[a] - powers[b]) - self.special.get(f"{a} {b}", 0.0)))
            for a, b in combinations(NAMES, 2)
        }

    def things(self, seed: int) -> list[str]:
        return [*self.truth({})]

    def scores(
        self, values: dict[str, int], games: int, seed: int, only: Collection[str] | None = None
    ) -> dict[str, Score]:
        found = {}
        for name, truth in self.truth(values).items():
            if only is not None and name not in only:
                continue
            mine = {who: values[path(who)] for who in name.split(" ") if path(who) in values}
            key = repr((name, sorted(mine.items()), games, seed))
            if key not in self.seen:
                self.spent += games
                won = int(np.random.default_rng(crc32(key.encode())).binomial(games, truth))
                self.seen[key] = Score(games, won, won)
            found[name] = self.seen[key]
        return found


def path(name: str) -> str:
    return f"spirit.{name}.power"


def searched(trials: Synthetic, budget: int = 60_000) -> Search:
    numbers = [Number(path(n), p, p - 8, p + 8, frozenset({n})) for n, p in trials.powers.items()]
    search = Search(trials, numbers, 1, budget, lambda line: None)  # type: ignore[arg-type]
    search.run()
    return search


def test_the_search_changes_what_is_out_of_line_and_nothing_else() -> None:
    trials = Synthetic("matchups within 43..57")
    found = searched(trials)
    assert set(found.best) == {path("elk"), path("fly")}
    assert trials.target.met(trials.truth(found.best))
    assert found.confirmed and trials.spent < 70_000


def test_a_target_that_is_met_changes_nothing() -> None:
    found = searched(Synthetic("matchups within 15..85"))
    assert found.best == {} and found.confirmed


def test_matchups_that_may_stay_outside_are_left_there() -> None:
    trials = Synthetic("14 matchups within 43..57", {"ape bee": 2.0})
    found = searched(trials, 300_000)
    assert trials.target.met(trials.truth(found.best))


def test_numbers_that_differ_go_on_to_differ() -> None:
    trials = Synthetic("matchups within 47..53")
    trials.powers = dict(zip(NAMES, (19, 20, 21, 22, 28, 14), strict=True))
    every = frozenset(map(path, NAMES))
    numbers = [
        Number(path(n), p, p - 8, p + 8, frozenset({n}), every - {path(n)}, frozenset({23}))
        for n, p in trials.powers.items()
    ]
    search = Search(trials, numbers, 1, 60_000, lambda line: None)  # type: ignore[arg-type]
    search.run()
    values = [search.best.get(path(name), power) for name, power in trials.powers.items()]
    assert search.best and len({*values, 23}) == 7


def test_a_number_with_few_values_is_tried_at_each_where_a_straight_line_leads_nowhere() -> None:
    """From 2 to 3 much changes and from 3 to 4 little: no value is believed to be right, and 4 is."""
    trials = Synthetic("matchups within 45..55")
    trials.powers = dict.fromkeys(NAMES, 20)
    worth = {2: 2, 3: 17, 4: 20}
    plain = trials.truth
    trials.truth = lambda values: plain({path("elk"): worth[values.get(path("elk"), 2)]})  # type: ignore[method-assign]
    search = Search(trials, [Number(path("elk"), 2, 2, 4, frozenset({"elk"}))], 1, 40_000, lambda line: None)  # type: ignore[arg-type]
    search.run()
    assert search.best == {path("elk"): 4} and search.confirmed


def test_special_matchups_are_believed_as_far_as_they_stand_out_of_chance() -> None:
    target = targets.parse("matchups within 40..60")
    circle = {"ape bee": 0.6, "bee cat": 0.6, "ape cat": 0.4}  # nobody is stronger

    def believed(games: int) -> float:
        response = Surrogate(target, [])
        names = (f"{a} {b}" for a, b in combinations(NAMES, 2))
        response.add({}, {n: Score(games, games * circle.get(n, 0.5), 0) for n in names})
        return float(response.expected({})[response.things.index("ape bee")])

    assert believed(40) < 0.5 * target.scale(0.6)
    assert believed(4000) == pytest.approx(target.scale(0.6), rel=0.05)


@pytest.mark.parametrize("text", ["fair", "matchups within 60..40", "seats within 40..160", "matchups 4..5"])
def test_targets_that_make_no_sense(text: str) -> None:
    with pytest.raises(BestiaryError):
        targets.parse(text)


def ours(tmp_path: Path) -> Path:
    """Totem with the powers of its cards as if they were ours."""
    path = tmp_path / "cards.toml"
    path.write_text((load("totem").room / "cards.toml").read_text().replace("known = true", "known = false"))
    return path


def test_tuning_proposes_and_writes_only_what_it_is_asked_to(tmp_path: Path, bestiary: Any) -> None:
    path = ours(tmp_path)
    before = path.read_text()
    words = ["lab", "tune", "totem", "--vary", "card.C1.power=1..13", "--cards", path, "-a", "random"]
    words += ["-n", "400", "--keep", tmp_path / "kept.jsonl", "--json"]
    code, out, _ = bestiary(*words, "--target", "length within 1..999")
    found = json.loads(out)
    assert code == 0 and found["met"] and found["changes"] == [] and found["diff"] == ""
    code, out, _ = bestiary(*words, "--target", "length within 1..2")
    found = json.loads(out)
    assert code == 0 and not found["met"] and "not met" in found["sentence"]
    assert path.read_text() == before


def test_what_was_played_is_remembered(tmp_path: Path) -> None:
    path, kept = ours(tmp_path), tmp_path / "kept.jsonl"

    def tuned() -> Tuned:
        wish = "length within 1..999"
        return lab.tune("totem", wish, ["card.C1.power"], 200, ("random",), cards=path, keep=kept)

    one = tuned()
    lines = kept.read_text()
    kept.write_text(lines + '{"key": "ab')  # a line that was cut short
    two = tuned()
    assert kept.read_text() == lines + '{"key": "ab', "nothing was played again"
    assert one.games == two.games > 0 and one.frame.equals(two.frame)


# ---- planted imbalances --------------------------------------------------------------------------------


def planted_cases() -> ModuleType:
    """The cases that the benchmark plants."""
    spec = spec_from_file_location("plants", Path(__file__).parents[2] / "benchmarks" / "plants.py")
    assert spec and spec.loader
    module = sys.modules["plants"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


plants = planted_cases()


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
def test_a_planted_imbalance_is_found(tmp_path: Path) -> None:
    """The Wolf at 16 instead of 25: it is raised far enough to be within reach of all others again."""
    wolf = replace(plants.PLANTS[0], agent="random")
    assert wolf.path == "cards.wolf.power" and wolf.wrong == 16
    found = plants.tuned(wolf, tmp_path, 6_000)
    assert 21 <= wolf.proposed(found) <= 28, found.sentence
    mine = found.frame.filter(found.frame["name"].is_in(list(found.moved)))
    assert mine.height == 11 and mine["inside"].sum() > (mine["before"].is_between(0.4, 0.6)).sum()
    assert found.games <= 6_600 and "Of the 11 that the change moves" in found.sentence


@pytest.mark.parametrize("plant", plants.PLANTS + plants.HELD_OUT, ids=lambda plant: plant.name)
def test_every_plant_is_a_number_of_the_game_put_wrong(plant: Any, tmp_path: Path) -> None:
    game = load(plant.game)
    own = plants.plant_now(game, plant)
    assert plant.good[0] <= own <= plant.good[1] and not plant.good[0] <= plant.wrong <= plant.good[1]
    assert plant.least <= plant.wrong <= plant.most
    _, numbers, _ = wish(game, plant.target, plant.vary, plant.cards(game, tmp_path))
    assert [one.path for one in numbers] == [plant.path, *plant.beside]


@pytest.mark.sweep
@pytest.mark.parametrize("plant", plants.PLANTS + plants.HELD_OUT, ids=lambda plant: plant.name)
def test_planted_imbalances_are_found(plant: Any, tmp_path: Path) -> None:
    found = plants.tuned(plant, tmp_path, 8_000)
    assert plant.found(found), found.sentence
    assert found.games <= 8_800 * len(plant.vary)


def test_a_budget_that_is_too_small_is_said_before_it_is_spent() -> None:
    trials = Synthetic("matchups within 43..57")
    said: list[str] = []
    numbers = [Number(path(n), p, p - 8, p + 8, frozenset({n})) for n, p in trials.powers.items()]
    search = Search(trials, numbers, 1, 4_000, said.append)  # type: ignore[arg-type]
    trials.scores = stopped  # type: ignore[method-assign, assignment]
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert said == [search.short] and "About 25,000 games would do" in said[0]
    plenty = Search(Synthetic("matchups within 43..57"), numbers, 1, 26_000, said.append)  # type: ignore[arg-type]
    plenty.run()
    assert plenty.short == ""


def test_a_budget_that_is_too_small_for_a_length_is_said_after_the_first_games(tmp_path: Path) -> None:
    said: list[str] = []
    wish = "length within 41.0..41.2"
    given = {"agents": ("random",), "cards": ours(tmp_path), "say": said.append}
    found = lab.tune("totem", wish, ["card.C1.power"], 200, **given)  # type: ignore[arg-type]
    assert said[1].startswith("The budget is small: ") and "and the bounds are ±0.1" in said[1]
    assert said[1] in found.notes
    said.clear()
    lab.tune("totem", "length within 10..90", ["card.C1.power"], 200, **given)  # type: ignore[arg-type]
    assert not any("budget" in line for line in said)


def stopped(*_: Any) -> dict[str, Score]:
    raise KeyboardInterrupt


def test_what_no_number_moves_is_not_searched() -> None:
    trials = Synthetic("matchups within 43..57")
    only = Number(path("elk"), 27, 15, 33, frozenset({"elk"}))
    search = Search(trials, [only], 1, 12_000, lambda line: None)  # type: ignore[arg-type]
    search.run()
    assert set(search.best) == {path("elk")} and len(search.moved) == 5
    screened = {eval(key)[0] for key in trials.seen if eval(key)[3] == 1}
    assert all("elk" in thing.split(" ") for thing in screened)


def test_kept_results_know_the_code_that_they_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, kept = ours(tmp_path), tmp_path / "kept.jsonl"

    def tuned() -> None:
        lab.tune("totem", "length within 1..999", ["card.C1.power"], 200, ("random",), cards=cards, keep=kept)

    tuned()
    lines = kept.read_text().count("\n")
    monkeypatch.setattr(scoring, "code_of", lambda game, agents: "other rules")
    tuned()
    assert kept.read_text().count("\n") == 2 * lines, "what other rules have played is played again"
