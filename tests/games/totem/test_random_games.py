"""What must hold in every game, watched move by move in games of random players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable
from bestiary.games.totem import state as st
from bestiary.games.totem.effects import ON
from bestiary.games.totem.events import BY
from bestiary.games.totem.moves import Q

from .table import GAME

GAMES = 24 if INTERPRETED else 1000
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"shield_attacker": "return", "requisition": "may"},
    {"final_turn": "extra", "restock": "one"},
    {"final_turn": "round", "tie_sum": "concealed", "requisition": "may"},
)


@dataclass
class Watched:
    """What was seen in all these games."""

    lost: int = 0  # positions in which a card was not in exactly one place
    failed_in_the_open: int = 0  # attacks on a revealed Totem that failed
    attacks_in_the_open: int = 0
    hand: int = 0  # the largest of everything
    clash: int = 0
    choices: int = 0
    discard: int = 0
    power: int = 0
    turns: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    in_a_turn: int = 0
    ends: Counter[int] = field(default_factory=Counter)
    events: int = 0  # the most events of one action
    told: Counter[str] = field(default_factory=Counter)
    stale: int = 0  # words of the log that belong to no event
    remnants: int = 0


def remnants(s: Any) -> int:
    """What an attack or a card has left behind where nothing is: it would tell two equal positions apart."""
    left = int(s.face[s.row == -1].sum())
    left += int(s.deck_n > 0 and s.final != 0)  # no turn is the final one yet
    held = [set(hand[hand >= 0].tolist()) for hand in s.hand]
    left += sum(int(s.shown[c]) > 0 and c not in held[int(s.shown[c]) - 1] for c in range(st.CARDS))
    if s.phase not in (Q.EYE, Q.REQUISITION):
        left += int(s.fx_card != -1) + int(s.fx_owner) + int(s.fx_on) + int(s.fx_next) + int(s.fx_left)
        left += int(s.target)
    return left


def strength(engine: Engine, s: Any) -> int:
    return sum(int(engine.tables["power"][0, c]) for c in s.clash if c >= 0)


@pytest.fixture(scope="module")
def watched() -> Watched:
    seen = Watched()
    engine = Engine(GAME)
    rng = np.random.default_rng(7)
    for game in range(GAMES):
        options = TABLES[game % len(TABLES)]
        states = engine.start(options, seed=game)
        s = readable(states[0])
        decisions = 0
        by_turn: Counter[int] = Counter()
        while not s.over:
            choices = engine.legal(states)
            action = choices[int(rng.integers(len(choices)))]
            enemy, turns = 1 - int(s.turn), int(s.turns)
            defenders, faces = s.row[enemy].copy(), s.face[enemy].copy()
            verb, args = GAME.actions.name(action), GAME.actions.args(action)
            log = engine.new_log()
            engine.apply(states, action, log=log)
            rows = log[0]["rows"]
            for n, happening in enumerate(engine.happenings(log, None)):
                seen.told[happening.kind] += 1
                seen.stale += int(rows[n, 3 + len(happening.words) :].any())
            seen.events = max(seen.events, int(log[0]["n"]))
            decisions += 1
            by_turn[turns] += 1
            if verb in ("attack", "strike") and faces[args[-1]] == st.REVEALED:
                seen.attacks_in_the_open += 1
                beaten = s.discard[defenders[args[-1]]] == 1
                pending = s.phase in (Q.EYE, Q.REQUISITION) and s.fx_on == ON.ATTACK_WON
                seen.failed_in_the_open += not beaten and not pending
            zones = [s.deck, s.hand.ravel(), s.row.ravel(), s.clash, np.flatnonzero(s.discard)]
            cards = np.concatenate(zones)
            count = np.bincount(cards[cards >= 0], minlength=st.CARDS)
            seen.lost += int((count != 1).any())
            seen.remnants += remnants(s)
            seen.hand = max(seen.hand, int(s.hand_n.max()))
            seen.clash = max(seen.clash, int(s.clash_n))
            seen.power = max(seen.power, strength(engine, s))
            seen.choices = max(seen.choices, len(choices))
            seen.discard = max(seen.discard, int(s.discard_n))
        assert by_turn.pop(0) == 8  # the first Totems
        seen.in_a_turn = max(seen.in_a_turn, *by_turn.values())
        final = str(options.get("final_turn", "action"))
        seen.turns[final] = max(seen.turns[final], int(s.turns))
        seen.decisions = max(seen.decisions, decisions)
        seen.ends[int(s.by)] += 1
    return seen


@pytest.mark.rule("TOT-1.1")
def test_every_card_is_always_in_exactly_one_place(watched: Watched) -> None:
    assert watched.lost == 0


@pytest.mark.rule("TOT-11.7")
def test_an_attack_on_a_revealed_totem_always_succeeds(watched: Watched) -> None:
    assert watched.attacks_in_the_open > 0
    assert watched.failed_in_the_open == 0


def test_the_limits_of_the_rulebook_hold(watched: Watched) -> None:
    limits = {limit["what"]: limit["max"] for limit in GAME.rulebook.limits}
    assert watched.hand <= limits["cards in a hand"]
    assert watched.clash <= limits["cards in the clash"]
    assert watched.power <= limits["power of an attack"]
    assert watched.choices <= limits["legal choices in one decision"]
    assert watched.discard <= limits["cards in the discard pile"]
    assert watched.in_a_turn <= limits["decisions in a turn"]
    assert watched.decisions <= limits["decisions in a game"]
    for final, turns in watched.turns.items():
        assert turns <= {"current": 38, "extra": 39, "action": 39, "round": 40}[final]


def test_every_event_is_told_in_its_own_words_only(watched: Watched) -> None:
    assert watched.stale == 0
    assert watched.events <= GAME.limits.events
    if not INTERPRETED:
        assert set(watched.told) == {kind.name for kind in GAME.events.kinds}


def test_nothing_of_an_attack_is_left_behind(watched: Watched) -> None:
    assert watched.remnants == 0


def test_games_end_in_every_way(watched: Watched) -> None:
    assert set(watched.ends) <= {BY.CONQUEST, BY.COUNT, BY.SUM}
    if not INTERPRETED:
        assert set(watched.ends) == {BY.CONQUEST, BY.COUNT, BY.SUM}
