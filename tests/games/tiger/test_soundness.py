"""What holds in every position of every game, checked along random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.jit import INTERPRETED
from bestiary.games.tiger import GAME
from bestiary.games.tiger import state as st
from bestiary.games.tiger.moves import QUESTIONS

from ..reading import positions
from .table import check_told

ENGINE = Engine(GAME)
TABLES: list[dict[str, Any]] = [
    {"players": 2, "zoo": True, "actions": "optional", "start_cards": 9, "free_concede": True},
    {"players": 3, "zoo": True, "dawn": True, "roosters": "random", "extra_roosters": True},
    {"players": 3, "dawn": True, "roosters": "random", "rooster_seed": 5, "start_cards": 12},
    {"players": 4, "together": True, "zoo": True, "dawn": True, "start_cards": 9, "bird_hand": True},
    {"players": 5, "simulwars": True, "tactical_skip": True, "grab": "blind", "hold_back": "always"},
    {"players": 3, "strengths": "generated", "battle": "published", "reroll_acts": "never"},
]
DECISIONS = 400 if INTERPRETED else 1500
SELDOM = 40  # positions of which one is looked at closely
CLOSELY = 3  # of each question the first so many are, too
LASTING = (  # what a war leaves behind
    *("rng", "opt", "actors", "phase", "mask", "step", "turn", "wars", "attacker", "defender", "team"),
    *("captain", "paired", "pairs", "pair_at", "pair", "minimum", "strong", "rooster_dawn", "rooster_change"),
    *("deck_n", "discard_n", "war_pile_n", "hand_n", "hand", "known", "deck", "discard", "gone", "war_pile"),
)

ACTING = (
    *("act_or_peek", "reshuffle", "reroll", "look", "swap_first", "swap_second", "destroy", "draw", "copy"),
    *(
        "rooster",
        "back_from",
        "back_card",
        "steal_from",
        "steal_card",
        "bonus",
        "name",
        "build",
        "free_reroll",
    ),
)
SCRATCH = {  # the questions that use what is else empty
    "pick": ("swap_second", "merge_into", "reshuffle", "back_card", "steal_card", "exchange_gain"),
    "left": ("back_from", "back_card", "pile", "grab", "wish_card"),
    "spot": ("spot", "grab", "wish_card"),
    "builder": ("build",),
    "build_at": ("build",),
    "build_min": ("build",),
    "rebuilding": ("build",),
    "stage": ("pile", "grab", "wish_card", "keep"),
    "loot_n": ("pile", "grab", "wish_card", "keep"),
    "guess": (),
    "build_done": (),
    "act_side": ACTING,
    "act_fx": ACTING,
    "window": (
        "build",
        "concede",
        "guess",
        "wish_place",
        "exchange",
        "exchange_gain",
        "merge_from",
        "merge_into",
    ),
}
MAY = ("act_or_peek", "guess", "merge_from", "rooster", "back_from", "free_reroll", "exchange")
MAY_BE = ("reroll", "look", "swap_first", "destroy", "draw", "copy")  # where a card or the table says so
UNMASKED = ("wish_place", "dawn", "build", "concede", "reshuffle", "back_card", "steal_card", "grab")
UNMASKED += ("wish_card", "keep", "pay_card")


FLAGS = (
    "may",
    "stopped",
    "bonus_gone",
    "used",
    "skipped",
    "replaced",
    "rebuilding",
    "laid",
    "passed",
    "done",
)
FLAGS += ("void", "guessed")


def cards_of(row: Any, p: int) -> Any:
    """The cards of a player by kind: in hand, in dice, and taken but not yet given away."""
    found = row["hand"][p].astype(int)
    if row["opt"]["together"]:
        side = int(p % 2 != row["team"])
    else:
        side = {int(row["defender"]): st.DEF, int(row["attacker"]): st.ATT}.get(p, st.NONE)
    for heap in range(st.HEAPS):
        if side != st.NONE and row["owner"][side, heap] == p:
            found += row["heap"][side, heap]
    mine = row["loot"][(row["loot"] >= 0) & (row["loot_from"] == p)]
    return found + np.bincount(mine, minlength=st.KINDS)


def in_the_box(row: Any) -> Any:
    """How many cards of each kind there are."""
    total = row["deck"].astype(int) + row["discard"] + row["gone"] + row["war_pile"]
    total += row["hand"].sum(axis=0) + row["heap"].sum(axis=(0, 1))
    return total + np.bincount(row["loot"][row["loot"] >= 0], minlength=st.KINDS)


def check_sound(row: Any, box: Any) -> None:
    """No card is lost, every count is right, and nobody knows what is not so."""
    assert (in_the_box(row) == box).all()
    for counts, cards in (("deck_n", "deck"), ("discard_n", "discard"), ("war_pile_n", "war_pile")):
        assert row[counts] == row[cards].sum()
    assert (row["hand_n"] == row["hand"].sum(axis=1)).all()
    assert (row["heap_n"] == row["heap"].sum(axis=2)).all()
    assert (
        (row["deck"] >= 0).all()
        and (row["hand"] >= 0).all()
        and (row["heap"] >= 0).all()
        and not row["tally"].any()
    )
    assert (row["loot"][int(row["loot_n"]) :] == st.NONE).all()
    for name in FLAGS:
        assert np.isin(row[name], (0, 1)).all(), name
    for o in range(int(row["seats"])):
        held = cards_of(row, o)
        assert not row["known"][o, o].any()
        for v in range(int(row["seats"])):
            assert (row["known"][v, o] <= held).all(), (v, o)
    for side, spot in np.ndindex(st.SIDES, st.SPOTS):
        for card in (int(row["up"][side, spot]), int(row["top"][side, spot])):
            heaps = [spot, st.MERGED] if side == st.DEF and row["merge_at"] == spot else [spot]
            assert card < 0 or row["heap"][side, heaps, card].sum() > 0


def check_question(row: Any, fresh: Any) -> None:
    """A question offers something, and no other question's scratch is left lying about."""
    phase = QUESTIONS.name(int(row["phase"]))
    assert phase in UNMASKED or row["mask"] != 0, phase
    assert phase not in ("wish_card", "keep") or row["loot_n"] > 0
    assert phase in MAY_BE or row["may"] == (phase in MAY), phase
    for name, users in SCRATCH.items():
        assert phase in users or row[name] == fresh[name], (name, phase)


def check_between_wars(row: Any, fresh: Any) -> None:
    """A war leaves nothing behind but cards, memories and whose turn it is."""
    for name in st.STATE.names or ():
        assert name in LASTING or (np.asarray(row[name]) == np.asarray(fresh[name])).all(), name


@pytest.mark.parametrize("options", TABLES)
def test_every_position_is_sound(options: dict[str, Any]) -> None:
    fresh, wars = ENGINE.start(options, 99)[0], 0
    asked: Counter[int] = Counter()
    for n, states in enumerate(positions(ENGINE, options, DECISIONS)):
        check_sound(states[0], in_the_box(fresh))
        check_question(states[0], fresh)
        if QUESTIONS.name(int(states[0]["phase"])) in ("challenge", "pair", "number"):
            check_between_wars(states[0], fresh)
            wars += int(states[0]["wars"] > 0)
        asked[int(states[0]["phase"])] += 1
        if n % SELDOM == 0 or asked[int(states[0]["phase"])] <= CLOSELY:
            check_refusals(states, options)
    assert wars > 0


def check_refusals(states: Any, options: dict[str, Any]) -> None:
    """Exactly the legal actions break no rule.

    An entry that a table may choose refuses nothing at a table that has not chosen it.
    """
    why = ENGINE.why_all(states)
    phase = QUESTIONS.name(int(states[0]["phase"]))
    assert sorted(ENGINE.legal(states)) == np.flatnonzero(why == 0).tolist(), phase
    settled = GAME.settle(options)
    for number in set(why.tolist()) - {0}:
        entry = GAME.rulebook.cited(number)
        assert not entry.option or settled[entry.option] != GAME.options.all[entry.option].default, entry.id


@pytest.mark.parametrize("options", TABLES)
def test_a_seat_imagines_only_what_could_be_so(options: dict[str, Any]) -> None:
    for n, states in enumerate(positions(ENGINE, options, DECISIONS)):
        if n % SELDOM == 0:
            seat = n // SELDOM % (int(states[0]["seats"]) + 1) - 1
            world = ENGINE.resampled(states, seat, n)
            assert ENGINE.hidden(world, seat).tobytes() == ENGINE.hidden(states, seat).tobytes()
            check_sound(world[0], in_the_box(states[0]))


@pytest.mark.parametrize("options", TABLES)
def test_every_choice_is_told_as_it_was_made(options: dict[str, Any]) -> None:
    chance = np.random.default_rng(3)
    for states in positions(ENGINE, options, DECISIONS // 2):
        action, log = int(chance.choice(ENGINE.legal(states))), ENGINE.new_log()
        ENGINE.apply(ENGINE.copy(states), action, log=log)
        check_told(ENGINE, states, action, list(ENGINE.happenings(log, None)))
