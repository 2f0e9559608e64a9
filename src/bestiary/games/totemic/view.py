"""Totemic: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.language import word
from bestiary.core.near import Near, near, versus
from bestiary.core.record import EMPTY
from bestiary.core.said import said

from . import state as st
from .moves import QUESTIONS


def card_view(content: Content, card: int) -> dict[str, Any] | None:
    """A card as people see it; None where the seat cannot name it."""
    return content.cards[card].shown(card) if card >= 0 else None


def cards_view(content: Content, slots: Any) -> list[dict[str, Any] | None]:
    """The cards of a zone, in their order."""
    return [card_view(content, int(card)) for card in slots if card != EMPTY]


def in_play(content: Content, s: Any) -> list[int]:
    """The aspects of this game: the basic ones and those of both spirits (TMC-1.13, TMC-1.20)."""
    owners = content.tables["owner"][0]
    spirits = [int(p) for p in s.spirit if p != st.NOBODY]
    if not spirits:
        return []
    return [c for c in range(st.ASPECTS) if owners[c] == st.NOBODY or int(owners[c]) in spirits]


def known_view(content: Content, s: Any, p: int) -> list[dict[str, Any]]:
    """What the other side knows of a hand, and why."""
    seen = [c for c in range(st.ASPECTS) if 1 + p in (int(s.shown[c]), int(s.known[c]))]
    return [{**content.cards[c].shown(c), "how": word(known_by(s, c))} for c in seen]


def known_by(s: Any, card: int) -> str:
    """Why a card of a hand is known: all saw it come, a reshuffle left nothing else, or it was looked at."""
    if int(s.shown[card]):
        return "taken openly"
    return "left over by the reshuffle" if int(s.old[card]) else "looked at"


def side_view(content: Content, s: Any, p: int) -> dict[str, Any]:
    """One side of the table."""
    spirit = int(s.spirit[p])
    return {
        "spirit": None if spirit == st.NOBODY else card_view(content, st.SPIRIT_CARD + spirit),
        "power": int(s.power[p]),
        "bonus": int(s.bonus[p]),  # added to the total of a challenge in this turn
        "dominance": bool(s.dominance == p),
        "hand": cards_view(content, s.hand[p]),
        "known": known_view(content, s, p),  # what the other side knows of it
        "selected": cards_view(content, s.selected[p]),
        "total": int(s.totals[p]) if s.open else None,
        "wins": int(s.score[p]),
    }


def solo_view(content: Content, s: Any) -> dict[str, Any] | None:
    """The hierarchy and the challenge cards of the solo game."""
    if int(s.seats) == st.SIDES:
        return None
    ranks = [int(x) for x in s.hierarchy if x != st.NOBODY]
    return {
        "hierarchy": [card_view(content, st.SPIRIT_CARD + x) for x in ranks],
        "rivals": int(s.rivals),
        "beaten": int(s.rung),
        "unused": int(s.stack_n),
        "turned": card_view(content, int(s.turned[0])),
        "used": cards_view(content, s.used),
    }


def ways_to_the_end(content: Content, s: Any, seat: int) -> list[Near]:
    """How near the end is: power that runs out, reshuffles, and rivals of a solo game."""
    if min(int(x) for x in s.spirit) < 0:
        return []  # spirits are still chosen
    last, done = int(content.tables["last_reshuffle"][0]), int(s.reshuffles)
    most = max(int(content.tables["power"][0][int(x)]) for x in s.spirit)
    power = [int(x) for x in s.power]
    told = said("Power {count}", count=versus(power[0], power[1], seat))
    ways = [
        near(most - min(power), most, told, said("whoever has none left loses")),
        near(
            done,
            last,
            said("Reshuffle {done} of {last}", done=done, last=last),
            said("after the last one more power wins, at a tie dominance"),
        ),
    ]
    if int(s.seats) < st.SIDES:
        beaten, rivals = int(s.rung), int(s.rivals)
        told = said("Rivals beaten: {beaten} of {rivals}", beaten=beaten, rivals=rivals)
        ways.append(near(beaten, rivals, told, said("beat all of them to win")))
    return ways


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    solo = solo_view(content, s)
    return {
        "game": "totemic",
        "seat": seat,
        "phase": QUESTIONS.name(int(s.phase)),
        "asked": [p for p in range(int(s.seats)) if int(s.actors) >> p & 1],
        "turn": int(s.turn),
        "turns": int(s.turns),
        "totem": {
            "level": int(content.tables["levels"][0, int(s.level)]),
            "levels": [int(x) for x in content.tables["levels"][0]],
        },
        "initiator": int(s.initiator) if s.initiator >= 0 else None,
        "deck": int(s.deck_n),
        "reshuffles": int(s.reshuffles),
        "last_reshuffle": int(content.tables["last_reshuffle"][0]),
        "offering": cards_view(content, s.offering),
        "apart": card_view(content, int(s.apart[0])),
        "discard": cards_view(content, s.discard),
        "seats": [side_view(content, s, p) for p in range(st.SIDES)],
        "cards": [card_view(content, c) for c in in_play(content, s)],
        "solo": solo,
        "match": {"game": int(s.game) + 1, "of": int(s.opt.match_games)},
        "near": ways_to_the_end(content, s, seat),
        "over": bool(s.over),
        "winner": int(s.winner) if s.winner >= 0 else None,
    }
