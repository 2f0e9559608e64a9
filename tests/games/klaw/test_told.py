"""Who only hears what is told knows every hand's cards, every Host's Life and states, along random games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.events import Happening
from bestiary.core.record import EMPTY, readable
from bestiary.games.klaw import GAME
from bestiary.games.klaw import state as st
from bestiary.games.klaw.state import IS

from .test_soundness import TABLES

ENGINE = Engine(GAME)
DECISIONS = 250
# out of a hand, where it was in one
GOES = ("discards", "deploys", "supports", "joins", "equips", "plays", "answers", "sinks", "reveals", "uses")
COMES = ("draws", "returns")  # into one
STATES = {"marks": -1, "rests": IS.RESTING, "flees": IS.PROTECTED}
LIFE = ("loses", "gains", "hurts")  # says what is left


class Listener:
    """What is known from the position before, and from what is told since."""

    def __init__(self, s: Any) -> None:
        self.turn = int(s.turn)
        self.hands = [{int(c) for c in s.hand[p] if c != EMPTY} for p in range(int(s.seats))]
        places = [h for h in range(st.HOSTS) if s.host[h] != EMPTY]
        self.owner = {int(s.host[h]): h // st.SLOTS for h in places}
        self.life = {int(s.host[h]): int(s.life[h]) for h in places}
        self.states = {int(s.host[h]): {i for i in range(len(IS)) if s.mark[h, i]} for h in places}
        self.on = {int(c): int(s.host[h]) for h in places for c in (*s.items[h], *s.totem[h]) if c != EMPTY}
        self.turned = False
        self.named: set[int] = set()

    def hear(self, one: Happening) -> None:
        told = one.words
        self.named |= {told[name] for name in ("card", "host", "other") if name in told}
        seat, card, host = told.get("seat", -1), told.get("card", -1), told.get("host", -1)
        if one.kind in GOES:
            for hand in self.hands if seat < 0 else [self.hands[seat]]:
                hand.discard(card)
        elif one.kind in COMES:
            self.hands[seat].add(card)
        elif one.kind == "steals":
            self.hands[told["other"]].remove(card)
            self.hands[seat].add(card)
        elif one.kind == "crosses":
            other = told["other"]
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
        elif one.kind in ("receives", "shows"):
            assert card in self.hands[seat], one
        elif one.kind == "sees":
            assert card not in self.hands[seat], one
        if one.kind in LIFE:
            self.life[host] = told["life"]
        elif one.kind in ("joins", "outlives"):
            self.life[host] = told["number"]
        if one.kind in STATES:
            self.states.setdefault(host, set()).add(told.get("state", STATES[one.kind]))
        elif one.kind == "frees":
            self.states[host].remove(told["state"])
        elif one.kind in ("reveals", "deploys", "supports", "turncoat"):
            new = host if one.kind == "turncoat" else card
            self.owner[new] = seat
            self.states.setdefault(new, set()).add(IS.PROTECTED)
        elif one.kind == "falls":
            assert self.owner.pop(host) == seat, one
        elif one.kind in ("fights", "wins"):
            assert (self.owner[host], self.owner[told["other"]]) == (seat, told["foe"])
            if one.kind == "wins":
                del self.owner[told["other"]]
        elif one.kind == "promotes":
            assert self.owner[card] == seat, one
        elif one.kind in ("turn", "victory"):  # a turn is over, and states with it
            self.turned, self.turn = True, seat if one.kind == "turn" else self.turn


def check(heard: Listener, s: Any) -> None:
    """What is heard is so."""
    now = Listener(s)
    assert (heard.hands, heard.owner, heard.turn) == (now.hands, now.owner, now.turn)
    for card in heard.on.keys() | now.on.keys():
        places = heard.on.get(card, EMPTY), now.on.get(card, EMPTY)
        assert places[0] == places[1] or {card, *places} & heard.named, card
    for host, life in now.life.items():
        if host in heard.life:
            assert heard.life[host] == life, host
        known = heard.states.get(host, set())
        assert now.states[host] <= known, host
        gone = known - now.states[host] - {IS.ASLEEP}  # a blow wakes a sleeper, which is not told
        assert heard.turned or not gone, host


@pytest.mark.parametrize("options", TABLES)
def test_what_is_told_is_what_happens(options: dict[str, Any]) -> None:
    chance, log, left = np.random.default_rng(5), ENGINE.new_log(), DECISIONS
    for seed in range(99):
        states = ENGINE.start(options, seed)
        while left and not ENGINE.over(states):
            heard = Listener(readable(states[0]))
            ENGINE.apply(states, int(chance.choice(ENGINE.legal(states))), log=log)
            for one in ENGINE.happenings(log, None):
                heard.hear(one)
            check(heard, readable(states[0]))
            left -= 1
    assert left == 0
