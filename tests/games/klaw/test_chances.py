"""The chances of an exchange and of a fight: reckoned, and as the rules play it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from bestiary.core.driver import play_compiled, play_plain
from bestiary.core.events import log_record
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable, records
from bestiary.games.klaw import GAME
from bestiary.games.klaw.rules.advice import HITS
from bestiary.games.klaw.rules.dice import roll_dice
from bestiary.games.klaw.rules.fight import compare
from bestiary.games.klaw.state import DICE, LIMITS
from bestiary.games.klaw.words import told
from bestiary.games.klaw.words.chances import (
    BACK,
    HIT,
    Chances,
    Exchange,
    Side,
    described,
    exchange,
    expected,
    of_fight,
    only_dice,
    supposed,
)

from .table import CONTENT, Table, duel


def taken(table: Table, own: int, enemy: int) -> Any:
    """The record as if the fight had just begun, by attribute."""
    return readable(supposed(table.ready().match.state[0], own, enemy)[0])


def counted(found: dict[tuple[int, ...], float]) -> dict[tuple[int, int], float]:
    made: Counter[tuple[int, int]] = Counter()
    for costs, chance in found.items():
        made[costs.count(HIT), costs.count(BACK)] += chance  # type: ignore[assignment]
    return dict(made)


# 1296 rolls each: a Shackled attacker has one die instead of two
CASES: dict[str, tuple[dict[str, Any], str, dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, "surgeon", {}, {}),
    "bonus": ({"items": ["bostaff"]}, "surgeon", {}, {}),
    "lowest": ({"items": ["bostaff"]}, "surgeon", {}, {"bonus_dice": "lowest"}),
    "both sides": ({"items": ["bostaff", "grenade"]}, "surgeon", {"items": ["coat"]}, {"die_cap": "none"}),
    "ties": ({"shackled": 1}, "sentinel", {}, {}),
    "lowered": ({"shackled": 1}, "acrobat", {}, {}),
    "sleeper": ({"shackled": 1}, "sentinel", {"asleep": 2}, {}),
    "armour": ({}, "surgeon", {"items": ["plate"]}, {"uncontested_defence": "block"}),
}


@pytest.mark.rule("KLW-3.9", "KLW-11.6", "KLW-11.18", "KLW-11.19")
@pytest.mark.parametrize("case", CASES)
def test_an_exchange_is_reckoned_as_the_rules_compare_all_its_rolls(case: str) -> None:
    own, code, enemy, options = CASES[case]
    table, a, b = duel("firefighter", code, own={"life": 24, **own}, enemy={"life": 24, **enemy}, **options)
    e = described(CONTENT, taken(table, a, b))
    log = readable(records(log_record(LIMITS.events))[0])
    found: Counter[tuple[int, int]] = Counter()
    every = list(product(range(1, 7), repeat=e.attacker.dice + e.defender.dice))
    for dice in every:
        s = taken(table, a, b)
        s.pool[:] = e.attacker.dice, e.defender.dice
        s.loaded[: len(dice)] = dice
        s.loaded_n = len(dice)
        roll_dice(CONTENT.tables[0], s, log)
        compare(CONTENT.tables[0], s, log)
        found[int(s.dealt[0]), int(s.dealt[1])] += 1
    assert len(every) == 1296
    assert counted(exchange(e)) == pytest.approx({k: n / len(every) for k, n in found.items()})


def test_the_wild_die_makes_all_dice_sixes_or_ones() -> None:
    sure = exchange(Exchange(Side(DICE, safe=True, six_on=1), Side(1)))
    assert counted(sure) == pytest.approx({(6, 0): 5 / 6, (5, 0): 1 / 6})
    failed = exchange(Exchange(Side(DICE), Side(DICE, six_on=1)))
    assert failed[()] == pytest.approx(1 / 6), "only a Wild six ties six sixes"
    assert sum(failed.values()) == pytest.approx(1)


def test_rerolls_are_reckoned() -> None:
    again = exchange(Exchange(Side(1, rerolls=((1, 3),)), Side(1)))
    hit = sum((1 / 6 if d > 3 else 0) * (d - 1) / 6 + 1 / 2 * 1 / 6 * (d - 1) / 6 for d in range(1, 7))
    assert again[(HIT,)] == pytest.approx(hit)


def test_the_advice_knows_the_hits_that_plain_dice_may_expect() -> None:
    for own, other in product(range(1, 7), repeat=2):
        assert HITS[(own - 1) * DICE + other - 1] == pytest.approx(expected(own, other)[0], abs=6e-5)
        assert expected(own, other)[0] == pytest.approx(expected(other, own)[1])


def test_a_fight_that_one_exchange_decides() -> None:
    table, own, enemy = duel("firefighter", "surgeon", own={"life": 1}, enemy={"life": 1})
    s = table.ready().match.state[0]
    e = described(CONTENT, taken(table, own, enemy))
    found = of_fight(CONTENT, s, own, enemy, 0)
    first = exchange(e)
    assert (e.attacker.dice, e.defender.dice) == (2, 2) and found.error == 0
    wins = sum(p for costs, p in first.items() if costs[:1] == (HIT,))
    assert wins < found.wins < wins + first.get((), 0.0) and found.wins + found.falls == pytest.approx(1)


def test_who_is_sure_to_be_hit_first_falls() -> None:
    assert exchange(Exchange(Side(1), Side(1), edge=1)).keys() == {(HIT,), (BACK,)}
    table, own, enemy = duel("firefighter", "sentinel", own={"life": 1}, enemy={"life": 24})
    assert of_fight(CONTENT, table.ready().match.state[0], own, enemy, 0).falls > 0.99


def test_a_fight_with_a_card_that_acts_is_sampled_and_says_so() -> None:
    table, own, enemy = duel(own={"totems": ["tiger"]}, enemy={"life": 1})
    state = table.ready().match.state[0]
    assert not only_dice(CONTENT, taken(table, own, enemy), (own, enemy))
    found = of_fight(CONTENT, state, own, enemy, 0)
    assert found.error > 0 and told(found).words.startswith("Wins about ") and found.wins > 0.5


@pytest.mark.skipif(INTERPRETED, reason="no other rules are waited for")
def test_a_fight_is_not_sampled_while_python_runs_the_rules() -> None:
    table, own, enemy = duel(own={"totems": ["tiger"], "life": 7}, enemy={"life": 2})
    state, legal = table.ready().match.state[0], table.match.legal()
    play_plain(GAME)
    try:
        assert of_fight(CONTENT, state, own, enemy, 0) is None
        meanwhile = {table.match.sentence(action) for action in legal}
    finally:
        play_compiled(GAME)
    assert any(sentence.endswith("7 Life against 2)") for sentence in meanwhile)
    found = of_fight(CONTENT, state, own, enemy, 0)
    assert found is not None and found.error > 0


def test_a_choice_to_attack_names_the_chances() -> None:
    table, _, _ = duel(own={"life": 10}, enemy={"life": 10})
    choices = [table.match.sentence(action) for action in table.ready().match.legal()]
    (told,) = [sentence for sentence in choices if sentence.startswith("Attack")]
    assert "10 Life against 10; wins " in told and told.endswith("% if nobody answers)")


def test_a_sample_says_about_and_a_reckoning_does_not() -> None:
    assert told(Chances(0.0, 1.0, error=0.02)).words == "Wins about 0%, falls about 100% if nobody answers"
    assert told(Chances(0.0, 1.0)).words == "Wins 0%, falls 100% if nobody answers"
    assert told(Chances(0.999, 0.001)).words == "Wins over 99%, falls under 1% if nobody answers"
