"""Totemic: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.record import EMPTY
from bestiary.core.words import sentence

from . import state as st
from .effects import DO
from .moves import ACTIONS, QUESTIONS

ASKED = {
    "choose": "choose an animal spirit",
    "rivals": "choose how many rivals to face",
    "token": "say who receives the dominance token",
    "begin": "look at the spirits and their aspects, then begin",
    "act": "take an action: draw, invoke or challenge",
    "trim": "discard down to the hand size",
    "discard": "discard a card",
    "strongest": "discard your strongest card",
    "invoke_pay": "discard a card to take the invoked one",
    "may": "decide whether to use the effect",
    "recover": "take a card from the discard pile",
    "swap": "exchange a card with the offering, or not",
    "remove": "choose a card of the other hand",
    "answer": "accept, threaten or submit",
    "select": "select two cards, face down",
    "feint": "exchange a selected card with the offering, or not",
    "pay": "discard two cards",
    "pick": "settle the rival's tie",
    "over": "",
}


def card_view(content: Content, card: int) -> dict[str, Any] | None:
    """A card as people see it; None where the seat cannot name it."""
    if card < 0:
        return None
    shown = content.cards[card]
    return {"id": card, "code": shown.code, "name": shown.name, "text": shown.text, **shown.facts}


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


def side_view(content: Content, s: Any, p: int) -> dict[str, Any]:
    """One side of the table."""
    spirit = int(s.spirit[p])
    seen = [c for c in range(st.ASPECTS) if 1 + p in (int(s.shown[c]), int(s.known[c]))]
    return {
        "spirit": None if spirit == st.NOBODY else card_view(content, st.SPIRIT_CARD + spirit),
        "power": int(s.power[p]),
        "dominance": bool(s.dominance == p),
        "hand": cards_view(content, s.hand[p]),
        "known": [card_view(content, c) for c in seen],  # what the other side knows of it
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


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    solo = solo_view(content, s)
    phase = QUESTIONS.name(int(s.phase))
    return {
        "game": "totemic",
        "seat": seat,
        "phase": phase,
        "question": ASKED[phase],
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
        "offering": cards_view(content, s.offering),
        "apart": card_view(content, int(s.apart[0])),
        "discard": cards_view(content, s.discard),
        "seats": [side_view(content, s, p) for p in range(st.SIDES)],
        "cards": [card_view(content, c) for c in in_play(content, s)],
        "solo": solo,
        "match": {"game": int(s.game) + 1, "of": int(s.opt.match_games)},
        "over": bool(s.over),
        "winner": int(s.winner) if s.winner >= 0 else None,
    }


def describe(content: Content, s: Any, meaning: Meaning) -> str:
    """An action as a person reads it; a yes or no says to what."""
    if meaning.verb in ("yes", "no") and s.fx_row != EMPTY:
        t = content.tables[0]
        row, e = int(s.fx_row), int(s.fx_next)
        thing = {DO.CHALLENGE: "initiate a challenge", DO.RAISE_TOTEM: "raise the totem"}.get(
            int(t["fx_do"][row, e]), f"use {content.cards[row].name}"
        )
        cost = int(t["fx_cost"][row, e])
        price = f" for {cost} power" if cost else ""
        return f"Yes: {thing}{price}" if meaning.verb == "yes" else f"No: do not {thing}"
    said = sentence(content, ACTIONS, meaning)
    if meaning.card is None or meaning.verb not in ("invoke", "choose"):
        return said
    card = content.cards[meaning.card]
    number = card.facts.get("strength", card.facts["power"] if meaning.verb == "choose" else "")
    return f"{said} ({number}): {card.text}"
