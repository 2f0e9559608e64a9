"""The observation: every number is where the layout says."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable
from bestiary.games.tiger import GAME
from bestiary.games.tiger import state as st
from bestiary.games.tiger.moves import QUESTIONS
from bestiary.games.tiger.rules.observe import MASK_BITS, NAMED, OBSERVATION, SCALARS, observe

ENGINE = Engine(GAME)
WIDE = [name for name in GAME.options.all if not name.endswith("seed")]


def numbered(seed: int) -> Any:
    """A record whose fields all hold different small numbers, as no game ever has them together."""
    states = ENGINE.start({"zoo": True, "dawn": True, "players": 6}, seed)
    row, chance = states[0], np.random.default_rng(seed)
    for name in st.STATE.names or ():
        if name not in ("rng", "opt", "phase", "step", "mask", "actors", "loot_n"):
            row[name] = chance.integers(1, 100, np.shape(row[name]))
    for name in WIDE:
        row["opt"][name] = chance.integers(1, 100)
    row["phase"], row["step"] = chance.integers(len(QUESTIONS)), chance.integers(len(st.STEP))
    row["mask"], row["actors"] = chance.integers(1 << MASK_BITS), chance.integers(1 << st.SEATS)
    row["seats"] = 6 - seed
    row["loot_n"] = 5
    row["loot"][5:], row["loot_from"][5:], row["loot_seen"][5:] = st.NONE, 0, 0
    row["heap_n"][1, 3] = 0
    return states


def bits(mask: Any, n: int) -> list[int]:
    return [int(mask) >> i & 1 for i in range(n)]


def one(at: Any, n: int) -> list[int]:
    return [int(i == at) for i in range(n)]


def expected(s: Any, seat: int) -> dict[str, Any]:
    """What every part of the layout promises."""
    sides, spots = range(st.SIDES), range(st.SPOTS)
    me, seats = max(seat, 0), int(s.seats)
    order = [(me + k) % seats for k in range(seats)]  # from the one that looks clockwise
    nobody = [[0] * st.KINDS] * (st.SEATS - seats)

    def player(p: Any) -> int:
        return order.index(int(p) % seats) + 1 if p >= 0 else 0

    heaps = [
        [s.heap_n[d, h] / 8, s.laid[d, h], player(s.owner[d, h]) / 8, s.seen[d, h] / 64]
        + [s.heap[d, h, k] / 8 if s.heap_n[d, h] else 0 for k in range(st.KINDS)]
        for d, h in itertools.product(sides, range(st.HEAPS))
    ]
    dice = [
        [s.up[i] + 1, s.toss[i], s.copied[i] + 1, s.passed[i], s.shown_at[i], s.top[i] + 1, s.top_seen[i]]
        + [s.grabs[i]]
        for i in itertools.product(sides, spots)
    ]
    loot = np.zeros((st.CARDS, 3))
    for i in range(int(s.loot_n)):
        loot[i] = s.loot[i] + 3, player(s.loot_from[i]), s.loot_seen[i]
    return {
        "phase": one(s.phase, len(QUESTIONS)),
        "step": one(s.step, len(st.STEP)),
        "seat": one(seat, st.SEATS),
        "asked": [int(s.actors) >> p & 1 for p in order] + [0] * len(nobody),
        "offered": bits(s.mask, MASK_BITS),
        "scalars": [s[name] / 16 for name in SCALARS.words],
        "names": [(player(s[n]) if of == st.SEATS else s[n] + 1) / of for n, of in NAMED.items()],
        "filled": bits(s.build_spots, st.SPOTS),
        "sides": [
            [player(s.captain[d]) / 8] + [s[n][d] / 8 for n in ("minimum", "used", "skipped", "replaced")]
            for d in sides
        ],
        "pairs": [player(p) / 8 for p in s.pair.ravel()],
        "decks": [[s.hand_n[p] / 16, s.score[p] / 16] for p in order] + [[0, 0]] * len(nobody),
        "hand": s.hand[seat] / 8 if seat >= 0 else [0] * st.KINDS,
        "known": [*s.known[me][order] / 8 * (seat >= 0), *nobody],
        "heaps": heaps,
        "dice": np.array(dice) / 64,
        "battles": [[s[n][i] / 4 for n in ("done", "result", "void", "conceded", "guessed")] for i in spots],
        "marks": np.array([s.gift[0], s.gift[1], s.rooster_gift, s.dropped]).T / 16,
        "strengths": [bits(s.strong[a], st.ANIMALS) for a in range(st.ANIMALS)],
        "roosters": np.array([s.rooster_dawn, s.rooster_change + 1]).T / 64,
        "loot": loot / 64,
        "piles": np.array([s.discard, s.gone, s.war_pile]) / 8,
        "options": [s.opt[name] / 16 for name in WIDE],
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_every_number_is_where_the_layout_says(seed: int, seat: int) -> None:
    states = numbered(seed)
    out = np.full(GAME.observed, 7.0, np.float32)
    tables = ENGINE.tables[0]
    row = readable(states[0]) if INTERPRETED else states[0]
    observe(readable(tables) if INTERPRETED else tables, row, seat, out)
    wanted, at = expected(readable(states[0]), seat), 0
    for feature in OBSERVATION:
        part = out[at : at + feature.size]
        assert part.tolist() == pytest.approx(np.ravel(wanted[feature.name]).tolist(), abs=1e-6), feature.name
        at += feature.size
    assert at == GAME.observed


def test_what_is_named_is_one_of_what_there_is_to_name() -> None:
    for options in ({"players": 2}, {"players": 6, "zoo": True, "dawn": True, "together": True}):
        states = ENGINE.start(options, 5)
        chance, most = np.random.default_rng(5), dict.fromkeys(NAMED, -1)
        for _ in range(3000):
            if ENGINE.over(states):
                states = ENGINE.start(options, int(chance.integers(1 << 30)))
            ENGINE.apply(states, int(chance.choice(ENGINE.legal(states))))
            for name in NAMED:
                most[name] = max(most[name], int(states[0][name]))
        assert {name: at for name, at in most.items() if at >= NAMED[name]} == {}
