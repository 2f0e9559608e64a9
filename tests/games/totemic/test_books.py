"""Who only hears what is told can keep the books: cards, power, token and totem, along random games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.events import Happening
from bestiary.core.record import readable
from bestiary.games.totemic import state as st

from .table import GAME

ENGINE = Engine(GAME)
STRENGTH = ENGINE.content.tables["strength"][0]
DECISIONS = 400
TABLES: list[dict[str, Any]] = [
    {"deal_spirits": True},
    {"deal_spirits": True, "late_reshuffle": True},
    {"players": 1, "deal_spirits": True, "rivals": 3},
    {"players": 1, "spirit_0": "owl", "rivals": "choose"},
]


def cards(*zones: Any) -> set[int]:
    return {int(card) for zone in zones for card in zone if card >= 0}


def sides(marks: Any) -> dict[int, int]:
    """In which hand a card is known to be."""
    return {int(card): int(marks[card]) - 1 for card in np.flatnonzero(marks)}


class Books:
    """What a listener writes down."""

    def __init__(self, s: Any) -> None:
        """Begins where a confrontation has just been dealt: the hands are not told."""
        self.solo = s.seats < st.SIDES
        self.who = [st.SPIRIT_CARD + int(spirit) for spirit in s.spirit]
        self.power = s.power.tolist()
        self.token, self.turns, self.reshuffles = int(s.dominance), int(s.turns), int(s.reshuffles)
        self.hands = [cards(s.hand[p], s.selected[p]) for p in range(st.SIDES)]
        self.offering, self.discard, self.apart = cards(s.offering), cards(s.discard), cards(s.apart)
        self.shown, self.known = sides(s.shown), sides(s.known)
        self.open: list[list[int]] = [[], []]
        self.totals: dict[int, int] = {}

    def hear(self, one: Happening) -> None:
        """Writes one event down."""
        told = one.words
        seat = told.get("seat", st.NOBODY)
        assert seat == st.NOBODY or told["who"] == self.who[seat], one
        write = getattr(self, f"on_{one.kind}", None)
        if write:
            write(seat, told)

    def hold(self, seat: int, card: int, *, openly: bool = True) -> None:
        assert card not in self.hands[0] | self.hands[1]
        self.hands[seat].add(card)
        if openly and not self.solo:
            self.shown[card] = seat

    def lay(self, seat: int, card: int) -> None:
        """A card leaves a hand."""
        self.hands[seat].remove(card)
        self.shown.pop(card, None)
        self.known.pop(card, None)

    def on_dominates(self, seat: int, told: dict[str, int]) -> None:
        assert self.token != seat
        self.token = seat

    def on_turn(self, seat: int, told: dict[str, int]) -> None:
        assert told["number"] == self.turns + 1
        self.turns += 1

    def on_gains(self, seat: int, told: dict[str, int]) -> None:
        assert told["number"] > 0
        self.power[seat] += told["number"]

    def on_loses(self, seat: int, told: dict[str, int]) -> None:
        assert told["number"] > 0
        self.power[seat] -= told["number"]

    def on_draws(self, seat: int, told: dict[str, int]) -> None:
        self.hold(seat, told["card"], openly=False)

    def on_discards(self, seat: int, told: dict[str, int]) -> None:
        self.lay(seat, told["card"])
        self.discard.add(told["card"])

    def on_reshuffles(self, seat: int, told: dict[str, int]) -> None:
        assert told["number"] == self.reshuffles + 1 and told["known"] == (not self.solo)
        self.reshuffles += 1
        self.discard.clear()
        if not self.solo:
            self.known.update({card: seat for seat in range(st.SIDES) for card in self.hands[seat]})

    def on_offers(self, seat: int, told: dict[str, int]) -> None:
        self.offering.add(told["card"])

    def on_sweeps(self, seat: int, told: dict[str, int]) -> None:
        self.offering.remove(told["card"])
        self.discard.add(told["card"])

    def on_invokes(self, seat: int, told: dict[str, int]) -> None:
        self.offering.remove(told["card"])
        self.apart.add(told["card"])

    def on_takes(self, seat: int, told: dict[str, int]) -> None:
        self.apart.remove(told["card"])
        self.hold(seat, told["card"])

    def on_looks(self, seat: int, told: dict[str, int]) -> None:
        assert told["card"] in self.hands[1 - seat]
        self.known[told["card"]] = 1 - seat

    def on_recovers(self, seat: int, told: dict[str, int]) -> None:
        self.discard.remove(told["card"])
        self.hold(seat, told["card"])

    def on_steals(self, seat: int, told: dict[str, int]) -> None:
        self.lay(1 - seat, told["card"])
        self.hold(seat, told["card"])

    def on_exchanges(self, seat: int, told: dict[str, int]) -> None:
        given, taken = told["card"], told["other"]
        self.lay(seat, given)
        self.offering.remove(taken)
        self.offering.add(given)
        feint = given in self.open[seat]
        self.hold(seat, taken, openly=not feint)
        if feint:
            self.open[seat][self.open[seat].index(given)] = taken

    def on_challenges(self, seat: int, told: dict[str, int]) -> None:
        self.open = [[], []]

    def on_reveals(self, seat: int, told: dict[str, int]) -> None:
        assert told["card"] in self.hands[seat]
        self.shown.pop(told["card"], None)
        self.known.pop(told["card"], None)
        self.open[seat].append(told["card"])

    def on_turns(self, seat: int, told: dict[str, int]) -> None:
        assert self.solo and told["who"] == self.who[st.RIVAL]
        self.open[st.RIVAL].append(told["card"])

    def on_totals(self, seat: int, told: dict[str, int]) -> None:
        printed = sum(int(STRENGTH[card]) for card in self.open[seat])
        assert told["number"] == printed + told["added"]
        self.totals[seat] = told["number"]

    def on_wins(self, seat: int, told: dict[str, int]) -> None:
        assert (told["number"], told["other"]) == (self.totals[seat], self.totals[1 - seat])
        assert told["number"] > told["other"] or (self.token == seat and told["number"] == told["other"])


def check(books: Books, s: Any) -> None:
    """The books are those of the table, and no card is lost."""
    now = Books(s)
    for name in ("who", "power", "token", "turns", "reshuffles", "hands", "offering", "discard", "apart"):
        assert getattr(books, name) == getattr(now, name), name
    assert (books.shown, books.known) == (now.shown, now.known)
    if s.initiator == st.NOBODY:  # of a challenge that is over nothing is left
        assert (s.victor, s.threats, s.chosen, s.open) == (st.NOBODY, 0, 0, 0)
        assert not s.totals.any() and not s.selected_n.any()
    box = np.flatnonzero(s.box[: st.ASPECTS]).tolist()
    every = [*now.offering, *now.discard, *now.apart, *now.hands[0], *now.hands[1], *cards(s.deck), *box]
    assert sorted(every) == list(range(st.ASPECTS))


def check_deal(told: list[Happening], s: Any) -> None:
    """A confrontation begins with what is told of spirits, powers and the token."""
    met = [one.words for one in told if one.kind == "meets"]
    assert [one["seat"] for one in met] == [0, 1]
    assert [one["who"] for one in met] == Books(s).who
    for one in told:
        if one.kind == "receives":
            assert one.words["who"] == met[one.words["seat"]]["who"]


@pytest.mark.rule("TMC-2.12", "TMC-2.13", "TMC-5.6", "TMC-7.5", "TMC-7.6", "TMC-14.8")
@pytest.mark.parametrize("options", TABLES)
def test_who_hears_everything_can_keep_the_books(options: dict[str, Any]) -> None:
    chance, log, left = np.random.default_rng(5), ENGINE.new_log(), DECISIONS
    for seed in range(99):
        states, books = ENGINE.start(options, seed), None
        while left and not ENGINE.over(states):
            ENGINE.apply(states, int(chance.choice(ENGINE.legal(states))), log=log)
            told, s = ENGINE.happenings(log, None), readable(states[0])
            if "meets" in [one.kind for one in told]:
                books = Books(s)
                check_deal(told, s)
            elif books:
                for one in told:
                    books.hear(one)
                check(books, s)
            left -= 1
    assert left == 0
