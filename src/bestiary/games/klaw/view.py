"""KLAW: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.language import word
from bestiary.core.near import Near, near
from bestiary.core.said import Listed, many, said

from . import state as st
from .cards import CURED, ROUND, STATES, TURNS, state_text
from .effects import POOL
from .events import BY, WILD
from .moves import QUESTIONS
from .words import dice


def card_view(content: Content, card: int) -> dict[str, Any] | None:
    """A card as people see it; None where the seat cannot name it."""
    return None if card < 0 else content.cards[card].shown(card)


def cards_where(content: Content, true: Any) -> list[Any]:
    """The cards of which something is true, in their order."""
    return [card_view(content, c) for c in np.flatnonzero(true[: len(content.cards)]).tolist()]


def known_to(s: Any, eyes: int) -> Any:
    """Where each card may be, as far as these eyes know."""
    return s.know[eyes if eyes >= 0 else st.PUBLIC]


def state_shown(s: Any, name: str, left: int) -> dict[str, Any]:
    """A state on the field: for how long, and what it does."""
    kind = STATES[name]
    combat = s.opt.protected_scope == st.OPT.PROTECTED_SCOPE_COMBAT
    exposed = s.opt.resting_hosts == st.OPT.RESTING_HOSTS_EXPOSED
    spans = {
        ROUND: many(left, "{n} turn left", "{n} turns left").words,
        TURNS: many(left, "{n} own turn left", "{n} own turns left").words,
        CURED: word("until cured"),
    }
    return {
        "name": word(name.title()),
        "left": None if kind.lasts == CURED else left,
        "lasts": spans[kind.lasts],
        "text": word(state_text(name, combat=combat, exposed=exposed)),
    }


def full_life(content: Content, s: Any, h: int) -> int:
    """The Life of a Host that is unhurt: as its card and its Totems say, or what it was healed to."""
    cards = [int(s.host[h]), *(int(c) for c in s.totem[h, : int(s.totem_n[h])])]
    printed = sum(int(content.cards[c].facts.get("life", 0)) for c in cards if c >= 0)
    return max(int(s.life[h]), min(st.MAX_LIFE, printed))


def ways_to_the_end(content: Content, s: Any) -> list[Near]:
    """How near the end is: the deck and Dusk, a Totem goal, and whoever has Hosts alone."""
    deck, dusk, seats, rounds = int(s.deck_n), int(s.dusk), int(s.seats), int(s.opt.dusk)
    ranked = said("then most Totems win, at a tie most Life")  # KLW-19.10
    if dusk:
        told = many(dusk, "Dusk: {n} turn left", "Dusk: {n} turns left")
        ways = [near(rounds * seats - dusk, rounds * seats, told, ranked)]
    elif rounds == 0:
        turn = int(s.turns) // seats + 1
        told = said("Round {n} of {last}", n=turn, last=st.LAST_ROUND)
        ways = [near(turn - 1, st.LAST_ROUND, told, ranked)]
    else:
        played = int(s.discard.sum()) + int(s.hand_n[:seats].sum())
        field = int((s.host >= 0).sum()) + int(s.totem_n.sum())
        field += int((s.items >= 0).sum())
        ways = [
            near(
                played + field,
                played + field + deck,
                many(deck, "{n} card in the deck", "{n} cards in the deck"),
                said("after the last one Dusk falls: {n} rounds, then most Totems win", n=rounds),
            )
        ]
    totems = [int(sum(s.totem_n[p * st.SLOTS : (p + 1) * st.SLOTS])) for p in range(seats)]
    goal = st.OPTIONS.all["totem_goal"].value(int(s.opt.totem_goal))
    if isinstance(goal, int) and goal > 0:
        told = said(
            "Totems on the field: {totems} of {goal}", totems=Listed(tuple(totems), " to ", " to "), goal=goal
        )
        ways.append(near(max(totems), goal, told, said("whoever carries that many wins")))
    if s.lone >= 0 and not s.over:
        told = many(
            int(s.grace),
            "One player alone has Hosts: {n} turn to bring another",
            "One player alone has Hosts: {n} turns to bring another",
        )
        ways.append(near(1, 1, told, said("or the game is won")))
    return ways


def host_view(content: Content, s: Any, h: int) -> dict[str, Any]:
    """A battle fan: the Host, its Items, its rack of Totems, its Life and its markers."""
    return {
        "slot": h % st.SLOTS,
        "card": card_view(content, int(s.host[h])),
        "champion": bool(s.champion[h // st.SLOTS] == h % st.SLOTS),
        "life": int(s.life[h]),
        "full": full_life(content, s, h),
        "dice": [dice(content, s, h, pool) for pool in (POOL.ATTACK, POOL.DEFENCE)],
        "states": {
            name: state_shown(s, name, int(s.mark[h, i]))
            for i, name in enumerate(st.IS.words)
            if s.mark[h, i] > 0
        },
        "items": [card_view(content, int(c)) for c in s.items[h] if c >= 0],
        "totems": [
            {
                "card": card_view(content, int(s.totem[h, k])),
                "dormant": int(s.dormant[h, k]),
                "resting": int(s.rest[h, k]),
                "states": {
                    name: state_shown(s, name, int(left))
                    for name, left in (("dormant", s.dormant[h, k]), ("resting", s.rest[h, k]))
                    if left > 0
                },
            }
            for k in range(int(s.totem_n[h]))
        ],
        "fights": bool(s.fight == st.STAGE.FIGHTING and h in s.fighter),
    }


def seat_view(content: Content, s: Any, p: int, viewer: int) -> dict[str, Any]:
    """One player: the hand as far as the viewer knows it, and the field."""
    return {
        "hand": [card_view(content, int(c)) for c in s.hand[p, : int(s.hand_n[p])]],
        "known": cards_where(content, known_to(s, viewer) == 1 << p),
        "hosts": [
            host_view(content, s, h) for h in range(p * st.SLOTS, (p + 1) * st.SLOTS) if s.host[h] >= 0
        ],
        "totems": int(sum(s.totem_n[p * st.SLOTS : (p + 1) * st.SLOTS])),
    }


def fight_view(content: Content, s: Any) -> dict[str, Any] | None:
    """The fight in progress, with the dice that were rolled last."""
    if s.fight != st.STAGE.FIGHTING:
        return None
    sides = []
    for side in range(2):
        dice = [int(d) for d in s.die[side] if d > 0]
        sides.append(
            {
                "host": card_view(content, int(s.host[int(s.fighter[side])])),
                "seat": int(s.fighter[side]) // st.SLOTS,
                "attacks": bool(s.role == side),
                "dice": dice,
                "wild": WILD.words[int(s.wild[side])] if s.wild[side] else None,
                "took": int(s.dealt[side]),
            }
        )
    return {"exchange": int(s.exchange), "sides": sides}


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    seats = int(s.seats)
    return {
        "game": "klaw",
        "seat": seat,
        "phase": QUESTIONS.name(int(s.phase)),
        "asked": [p for p in range(seats) if int(s.actors) >> p & 1],
        "turn": int(s.turn),
        "turns": int(s.turns),
        "first": int(s.first),
        "deck": int(s.deck_n),
        "box": [card_view(content, int(c)) for c in s.box[: int(s.box_n)]] if s.over else None,
        "discard": cards_where(content, s.discard != 0),
        "played": card_view(content, int(s.played[0])),
        "captured": [card_view(content, int(c)) for c in s.captured if c >= 0],
        "looked_at": [card_view(content, int(c)) for c in s.look[: int(s.look_n)]],
        "in_deck": cards_where(content, known_to(s, seat) == st.IN_DECK),
        "fight": fight_view(content, s),
        "seats": [seat_view(content, s, p, seat) for p in range(seats)],
        "lone": int(s.lone) if s.lone >= 0 else None,
        "extra_round": int(s.grace),
        "dusk": int(s.dusk),
        "near": ways_to_the_end(content, s),
        "over": bool(s.over),
        "winners": [p for p in range(seats) if int(s.winners) >> p & 1],
        "by": BY.words[int(s.by)],
    }
