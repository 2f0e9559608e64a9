"""KLAW through the suite that every game is run through, and its own dealing again."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.record import Records
from bestiary.core.registry import load
from bestiary.games.klaw import state as st
from bestiary.testing import check_dealing, check_game, sweep

from .table import Table, number


def stronger(tables: Records) -> None:
    """Hosts with other Life."""
    tables["life"][0] = tables["life"][0] + 1


OPENING = {"hand": "own", "box": "all", "lots": "own", "first": "all", "turn": "all", "ask": "all"}


def test_klaw_keeps_the_contract() -> None:
    report = check_game("klaw", games=40, deep=10, edited=stronger, opening=OPENING)
    assert report.skipped == [
        "learning: 235 cards are too many to collect worlds; at most 12",
        "secret choices: no secret phases were named",
    ]


def test_a_sweep_of_random_decisions() -> None:
    assert sweep("klaw", 300_000).decisions >= 290_000


@pytest.mark.sweep
def test_more_games_keep_the_contract() -> None:
    assert check_game("klaw", games=300, edited=stronger, opening=OPENING).games == 300


@pytest.mark.sweep
def test_five_million_random_decisions() -> None:
    assert sweep("klaw", 5_000_000, seed=2, width=2048).decisions >= 5_000_000


# ---- dealing again: few unknown cards, so that every arrangement can be listed -----------------------


def small(hand: list[str], deck: list[str], **options: Any) -> Table:
    """Seat 0 sees everything but seat 1's hand and the deck; all other cards are on the pile."""
    table = Table(deck=[], **options)
    table.host(0, "firefighter")
    table.host(1, "surgeon")
    table.hand(1, *hand)
    s = table.s
    for i, code in enumerate(deck):
        s.deck[i] = number(code)
    s.deck_n = len(deck)
    placed = {number(c) for c in (*hand, *deck, "firefighter", "surgeon")}
    for card in range(int(table.match.content.tables["cards"][0])):
        s.discard[card] = card not in placed
    return table


def test_unseen_cards_lie_anywhere() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "berserker"])
    print(check_dealing(load("klaw"), table.match.state, 0))


def test_a_card_known_to_be_in_a_hand_stays_there() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "berserker"])
    table.s.know[0, number("tiger")] = 1 << 1
    print(
        check_dealing(
            load("klaw"), table.match.state, 0, consistent=lambda s: number("tiger") in s["hand"][1]
        )
    )


def test_a_totem_known_to_be_in_the_deck_stays_there() -> None:
    table = small(["plate", "shot"], ["dog", "tiger", "berserker"])
    table.s.know[:, number("tiger")] = st.IN_DECK
    print(
        check_dealing(load("klaw"), table.match.state, 0, consistent=lambda s: number("tiger") in s["deck"])
    )


def test_a_host_of_the_deal_is_a_host() -> None:
    table = small(["berserker", "shot"], ["plate", "sentinel", "bailiff"])
    table.s.lots[number("berserker")] = 1
    table.s.lots_n[1] = 1
    hosts = ("berserker", "sentinel", "bailiff")
    odds: dict[frozenset[int], float] = {}
    for dealt in hosts:  # each of them equally often, and then any other card beside it
        for other in ("shot", "plate", *hosts):
            if other != dealt:
                pair = frozenset((number(dealt), number(other)))
                odds[pair] = odds.get(pair, 0) + 1 / 3 / 4
    key = lambda s: frozenset(int(c) for c in s["hand"][1] if c >= 0)  # noqa: E731
    print(check_dealing(load("klaw"), table.match.state, 0, expected=odds, key=key))


def test_a_known_host_may_be_one_of_the_deal() -> None:
    table = small(["berserker", "shot"], ["plate", "sentinel"])
    table.s.lots[number("berserker")] = 1
    table.s.lots_n[1] = 1
    table.s.know[0, number("berserker")] = 1 << 1
    # Slots: one of the deal, one other. Berserker was dealt: the other is any of 3 cards. Berserker
    # was drawn: the one of the deal is Sentinel. Four ways of dealing, all equally likely.
    odds = {(True, "shot"): 2, (True, "plate"): 2, (True, "sentinel"): 2, (False, "sentinel"): 2}
    weights = dict.fromkeys(odds, 1 / 4)
    codes = {number(c): c for c in ("shot", "plate", "sentinel")}

    def key(s: Any) -> tuple[bool, str]:
        other = next(int(c) for c in s["hand"][1] if int(c) in codes)
        return bool(s["lots"][number("berserker")]), codes[other]

    print(check_dealing(load("klaw"), table.match.state, 0, expected=weights, key=key))
