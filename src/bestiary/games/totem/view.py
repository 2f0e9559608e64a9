"""Totem: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.near import Near, near, versus
from bestiary.core.said import many, said

from . import state as st
from .events import BY
from .moves import QUESTIONS, Q


def card_view(content: Content, card: int) -> dict[str, Any] | None:
    """A card as people see it; None where the seat cannot name it."""
    return None if card < 0 else content.cards[card].shown(card)


def ways_to_the_end(s: Any, seat: int, rows: list[list[int]]) -> list[Near]:
    """How near the end is: the deck, then the last turns; and who still has Totems. Nothing in set-up."""
    if int(s.phase) == Q.PLACE:
        return []
    deck, final = int(s.deck_n), int(s.final)
    left = [st.ROW - row.count(-1) for row in rows]
    if final:
        power = said(
            "power" if s.opt.tie_sum != st.OPT.TIE_SUM_CONCEALED else "hidden power"
        )  # TOT-18.9, TOT-18.10
        count = near(
            3 - final,
            3,
            many(final, "{n} turn left", "{n} turns left"),
            said("then more Totems win, at a tie more {power}", power=power),
        )
    else:
        count = near(
            st.CARDS - deck,
            st.CARDS,
            many(deck, "{n} card in the deck", "{n} cards in the deck"),
            said("then the last turns follow, and more Totems win"),
        )
    fewest = min(left)
    told = said("Totems {count}", count=versus(left[0], left[1], seat))
    return [count, near(st.ROW - fewest, st.ROW, told, said("whoever has none left loses"))]


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    seats = []
    rows, faces, hands, sizes = s.row.tolist(), s.face.tolist(), s.hand.tolist(), s.hand_n.tolist()
    shown, discarded = s.shown.tolist(), s.discard.tolist()
    effects = content.tables["effects"][0].tolist()
    wins, sums = s.score.tolist(), s.sums.tolist()
    for p in range(st.SEATS):
        row: list[dict[str, Any] | None] = []
        for card, face in zip(rows[p], faces[p], strict=True):
            if card == -1:
                row.append(None)
                continue
            revealed = face == st.REVEALED
            gifted = card >= 0 and effects[card] > 0
            row.append(
                {
                    "card": card_view(content, card),
                    "revealed": revealed,
                    "horizontal": revealed and gifted,  # TOT-4.4
                }
            )
        seats.append(
            {
                "hand": [card_view(content, c) for c in hands[p][: sizes[p]]],
                "known": [card_view(content, c) for c, to in enumerate(shown) if to == 1 + p],
                "row": row,
                "wins": wins[p],
                "sum": sums[p],
            }
        )
    return {
        "game": "totem",
        "seat": seat,
        "phase": QUESTIONS.name(int(s.phase)),
        "asked": [p for p in range(st.SEATS) if int(s.actors) >> p & 1],
        "turn": int(s.turn),
        "turns": int(s.turns),
        "first": int(s.first),
        "deck": int(s.deck_n),
        "final": int(s.final),
        "discard": [card_view(content, c) for c, lies in enumerate(discarded) if lies],
        "clash": [card_view(content, int(c)) for c in s.clash[: int(s.clash_n)]],
        "target": int(s.target) if int(s.fx_card) >= 0 else None,  # an effect runs: it was named
        "seats": seats,
        "match": {"game": int(s.game) + 1, "of": int(s.opt.match_games)},
        "near": ways_to_the_end(s, seat, rows),
        "over": bool(s.over),
        "winner": int(s.winner) if s.over and s.winner >= 0 else None,
        "by": BY.words[int(s.by)],
    }
