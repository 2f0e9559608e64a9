"""The decisions of the rulebook: what is legal, and the order in which refusals are cited."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable

from .table import GAME, Table, dealt, position

DECISIONS = {d["phase"]: d for d in GAME.rulebook.decisions}
ASKED = [phase for phase, decision in DECISIONS.items() if decision["choices"]]


def at(phase: str) -> Table:
    """A table at which P or Q is asked in this phase, with a card less than a full hand."""
    if phase == "place":
        return dealt()
    options = {"requisition": "may"} if phase == "requisition" else {}
    table = position("C4 J7 V6 A2 J3", "(C5) (A5) J9 --", row="(?) C13 -- --", **options)
    moves = {
        "action": [],
        "restock_more": ["P restock A2"],
        "strike": ["P pair C4 J7"],
        "eye": ["P attack V6 1"],
        "requisition": ["P attack J7 1"],
        "second": ["P attack J7 1"],
        "trim": [],
    }
    if phase == "eye":
        table = position("C4 J7 V6 A2 J3", "(C5) (A5) J9 (?)", row="(?) C13 -- --")
    if phase == "trim":
        table = position("C4 J7 V6 A2 J3 A3 A4", row="(?) C13 -- --")
        table.play("P exchange A2 1")
    table.play(*moves[phase])
    return table


@pytest.mark.parametrize("phase", ASKED)
def test_a_verb_of_another_phase_is_refused(phase: str) -> None:
    table = at(phase)
    assert table.question == f"P {phase}"
    verbs = {choice["verb"] for choice in DECISIONS[phase]["choices"]}
    for action in range(len(GAME.actions)):
        if GAME.actions.name(action) not in verbs:
            assert table.match.why(action, table.P.seat) == DECISIONS[phase]["wrong_verb"]


@pytest.mark.parametrize("phase", ASKED)
def test_a_verb_of_the_phase_is_refused_by_a_rule_of_its_list(phase: str) -> None:
    table = at(phase)
    for choice in DECISIONS[phase]["choices"]:
        listed = {line.rpartition(": ")[2] for line in choice["refuse"]}
        legal = 0
        for action in range(len(GAME.actions)):
            if GAME.actions.name(action) == choice["verb"]:
                why = table.match.why(action, table.P.seat)
                assert why == "" or why in listed
                legal += why == ""
        assert legal > 0


@pytest.mark.parametrize("phase", ASKED)
def test_the_ids_of_every_verb_are_as_many_as_the_rulebook_says(phase: str) -> None:
    for choice in DECISIONS[phase]["choices"]:
        named = [a for a in range(len(GAME.actions)) if GAME.actions.name(a) == choice["verb"]]
        assert len(named) == choice["ids"]


def test_the_game_being_over_is_cited_first() -> None:
    table = position("V9 ?", "J3 -- -- --")
    table.play("P attack V9 1", "Q stop refused TOT-18.14", "P restock V1 refused TOT-18.14")


def test_being_asked_is_cited_before_the_verb_and_its_arguments() -> None:
    position("V9 ?").play("Q stop refused TOT-5.7", "Q restock V1 refused TOT-5.7")


def test_the_verb_is_cited_before_its_arguments() -> None:
    table = at("strike")
    table.play("P attack A1 4 refused TOT-9.5", "P restock A1 refused TOT-9.5")


def test_restock_cites_the_four_totems_before_the_card() -> None:
    table = position("V9 ?", row="(A3) J5 (J10) (A13)")
    table.play("P restock A1 refused TOT-6.1", "P restock V9 refused TOT-6.1")


def test_attack_cites_the_card_then_the_place_then_the_power() -> None:
    table = position("V2 ?", "-- C13 (?) --")
    table.play("P attack A1 1 refused TOT-9.1", "P attack A1 2 refused TOT-9.1")
    table.play("P attack V2 1 refused TOT-9.2", "P attack V2 2 refused TOT-9.4")


def test_pair_cites_the_sword_before_the_target() -> None:
    table = position("C2 V2 J3", "C13 -- -- --")
    table.play("P pair V2 J3 refused TOT-10.1", "P pair C2 A1 refused TOT-10.1")
    table.play("P pair C2 V2 refused TOT-10.10")


def test_strike_cites_the_place_then_the_power() -> None:
    table = position("C2 V2 J3", "C13 -- (?) (?)")
    table.play("P pair C2 V2", "P strike 2 refused TOT-9.2", "P strike 1 refused TOT-10.6")


def test_exchange_cites_the_card_then_the_place_then_the_face() -> None:
    table = position("V2 ?", row="-- C13 (?) --")
    table.play("P exchange A1 1 refused TOT-7.1", "P exchange A1 2 refused TOT-7.1")
    table.play("P exchange V2 1 refused TOT-7.3", "P exchange V2 2 refused TOT-7.2")
    table.play("P exchange V2 4 refused TOT-7.3")


def test_in_random_games_why_is_empty_exactly_for_the_legal_actions() -> None:
    engine = Engine(GAME)
    rng = np.random.default_rng(3)
    for seed in range(6 if INTERPRETED else 60):
        options = {"requisition": "may", "shield_attacker": "return"} if seed % 2 else {}
        states = engine.start(options, seed)
        s = readable(states[0])
        while not s.over:
            legal = engine.legal(states)
            assert legal and len(set(legal)) == len(legal)
            assert sorted(legal) == np.flatnonzero(engine.why_all(states) == 0).tolist()
            engine.apply(states, legal[int(rng.integers(len(legal)))])
