"""The generators of the cards file, written down again: strengths and pairs of Roosters from a seed."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bestiary.games.tiger import GAME, rules
from bestiary.games.tiger.state import ANIMALS, OPT, ROOM
from bestiary.testing.plain import plain

from .table import table

FILE = tomllib.loads((ROOM / "cards.toml").read_text(encoding="utf-8"))["strength_generator"]
ANIMAL = GAME.content().words["animal"]
WHOLE = (1 << 64) - 1


class Stream:
    """The stream of the cards file: 'splitmix64'."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, m: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & WHOLE
        z = ((self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9) & WHOLE
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & WHOLE
        return ((z ^ z >> 31) >> 32) * m >> 32

    def shuffled(self, words: list[Any]) -> list[Any]:
        for i in range(len(words) - 1, 0, -1):
            j = self.below(i + 1)
            words[i], words[j] = words[j], words[i]
        return words


def counts(stream: Stream, group: str, n: int) -> list[int]:
    weights = FILE[f"{group}_weights"]
    for _ in range(64):
        found = []
        for _ in range(n):
            x = stream.below(sum(weights))
            found.append(next(k for k in range(1, 6) if sum(weights[:k]) > x))
        if FILE[f"{group}_low"] <= sum(found) <= FILE[f"{group}_high"]:
            return found
    return list(FILE[f"{group}_fallback"])


def generated(seed: int) -> list[int]:
    """The strengths of a seed: a mask per animal."""
    stream, strong = Stream(seed), [0] * ANIMALS
    for group, first in (("base", 0), ("zoo", 8)):
        animals = list(range(first, first + 8))
        without = {ANIMAL.index(word) for word in FILE[f"{group}_strengthless"]}
        ring = stream.shuffled(animals[:])
        takers = stream.shuffled([a for a in animals if a not in without])
        many = counts(stream, group, len(takers))
        at = stream.below(8)
        for taker, k in zip(takers, many, strict=False):
            strong[taker] = sum(1 << ring[(at + i) % 8] for i in range(k))
            at = (at + k) % 8
    return strong


def made_by_the_rules(seed: int, **changed: Any) -> list[int]:
    """The same by the rules, at a table whose generator has these figures."""
    made = table()
    row, t = made.match.state[0], made.match.content.tables.copy()[0]
    for name, value in changed.items():
        t[name] = value
    row["opt"]["strengths"], row["opt"]["strength_seed"] = OPT.STRENGTHS_GENERATED, seed
    plain(rules.makers).strengths(t, row)
    assert not row["tally"].any() and not row["rng"][3]
    return [int(mask) for mask in row["strong"]]


@pytest.mark.rule("TTR-18.3", "TTR-18.4", "TTR-18.5")
def test_strengths_follow_the_generator_of_the_cards_file() -> None:
    for seed in range(60):
        assert made_by_the_rules(seed) == generated(seed), seed


@pytest.mark.rule("TTR-18.3")
@pytest.mark.parametrize("least", [16, 17, 18])
def test_counts_are_drawn_again_until_their_sum_fits(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILE, "base_low", least)
    monkeypatch.setitem(FILE, "base_high", least)
    low = [least, FILE["zoo_low"]]
    for seed in range(4):
        assert made_by_the_rules(seed, low=low, high=[least, FILE["zoo_high"]]) == generated(seed)


@pytest.mark.rule("TTR-18.3")
def test_where_no_counts_fit_those_of_the_file_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILE, "base_low", 99)
    strong = made_by_the_rules(5, low=[99, FILE["zoo_low"]])
    assert strong == generated(5)
    assert sorted(m.bit_count() for m in strong[:8] if m) == sorted(FILE["base_fallback"])


@pytest.mark.rule("TTR-14.18", "TTR-14.19")
@pytest.mark.parametrize("seed", [1, 3])
def test_the_pairs_follow_the_generator_of_the_cards_file(seed: int) -> None:
    options = {"dawn": True, "extra_roosters": True, "roosters": "random", "rooster_seed": seed}
    made, stream = table(options), Stream(seed)
    dawns, changes = (stream.shuffled(list(made.match.content.words[name])) for name in ("dawn", "change"))
    pairs = list(made.match.view(0)["roosters"].values())
    assert pairs == [(dawns[i], changes[i] if i < 14 else None) for i in range(16)]
