"""The observation: every number is where the layout says, and says what the seat may know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.totem import state as st

OPTIONS = [
    {},
    {"shield_attacker": "return", "requisition": "may", "restock": "one", "match_games": 3},
    {"final_turn": "extra", "tie_sum": "concealed", "match_games": 7},
    {"final_turn": "round", "shield_attacker": "return"},
    {"final_turn": "current"},
]


def card(match: Match, number: int) -> list[float]:
    if number < 0:
        return [0.0] * 6
    facts = match.content.cards[number].facts
    colours = [float(facts["letter"] == letter) for letter in "CAVJ"]
    return [1.0, facts["power"] / 13, *colours]


def place(match: Match, s: Any, p: int, i: int) -> list[float]:
    shown = card(match, int(s.row[p, i]))
    if s.row[p, i] == -1:
        return [*shown, 0.0, 0.0]
    hidden = float(s.face[p, i] == st.HIDDEN)
    return [*shown, hidden, 1.0 - hidden]


def expected(match: Match, seat: int) -> dict[str, list[float]]:
    s = readable(match.engine.hidden(match.state, seat)[0])
    enemy = 1 - seat
    running = s.fx_card >= 0
    return {
        "phase": [float(s.phase == i) for i in range(9)],
        "asked": [float(seat in match.asked)],
        "turn": [float(s.turn == seat)],
        "counts": [
            s.deck_n / 52,
            s.hand_n[seat] / 8,
            s.hand_n[enemy] / 8,
            s.discard_n / 52,
            s.turns / 40,
            s.attacks / 2,
        ],
        "final": [s.final / 3, float(s.drawer == seat), float(s.drawer == enemy)],
        "match": [s.score[seat] / 7, s.score[enemy] / 7, s.game / 7, float(s.first == seat)],
        "hand": [x for c in s.hand[seat] for x in card(match, int(c))],
        "row": [x for i in range(4) for x in place(match, s, seat, i)],
        "enemy": [x for i in range(4) for x in place(match, s, enemy, i)],
        "clash": [x for c in s.clash for x in card(match, int(c))],
        "target": [float(running and s.target == i) for i in range(4)],
        "effect": [
            float(running),
            float(running and s.fx_owner == seat),
            s.fx_next / 4 if running else 0.0,
            s.fx_left / 4 if running else 0.0,
        ],
        "discard": [float(x) for x in s.discard],
        "shown": [float(x == 1 + p) for p in (seat, enemy) for x in s.shown],
        "options": [
            float(match.options["restock"] == "one"),
            float(match.options["shield_attacker"] == "return"),
            float(match.options["requisition"] == "may"),
            float(match.options["final_turn"] == "extra"),
            float(match.options["final_turn"] == "round"),
            float(match.options["final_turn"] == "current"),
            float(match.options["tie_sum"] == "concealed"),
            int(match.options["match_games"]) / 7,
        ],
        "result": [float(s.winner == seat), float(s.winner == enemy)],
    }


@pytest.mark.rule("TOT-3.2", "TOT-3.3")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_observation_is_what_the_layout_says(number: int) -> None:
    match = Match("totem", OPTIONS[number], seed=20 + number)
    chance = random.Random(number)
    sizes = {f.name: f.size for f in match.game.observation}
    while True:
        for seat in (0, 1):
            told = expected(match, seat)
            assert {name: len(x) for name, x in told.items()} == sizes
            wanted = np.array([x for name in sizes for x in told[name]], np.float32)
            assert np.allclose(match.engine.observe(match.state, seat), wanted)
        if match.over:
            return
        if match.more:
            match.next_game()
        else:
            asked = match.legal()
            eager = [a for a in asked if match.game.actions.name(a) in ("attack", "pair", "strike")]
            match.play(chance.choice(eager if eager and chance.random() < 0.6 else asked))


@pytest.mark.rule("TOT-3.3")
def test_two_positions_that_a_seat_can_tell_apart_have_two_observations() -> None:
    seen: dict[bytes, bytes] = {}
    for seed in range(12):
        match = Match("totem", OPTIONS[seed % len(OPTIONS)], seed=seed)
        chance = random.Random(seed)
        while not match.game_over:
            observed = match.engine.observe(match.state, 0).tobytes()
            hidden = match.engine.hidden(match.state, 0).tobytes()
            assert seen.setdefault(observed, hidden) == hidden
            match.play(chance.choice(match.legal()))
