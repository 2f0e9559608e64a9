"""Totem: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from itertools import compress
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.near import Near, near, versus
from bestiary.core.reading import faces, lists, parts
from bestiary.core.said import many, said

from . import state as st
from .events import BY
from .moves import QUESTIONS, Q


def ways_to_the_end(content: Content, figures: tuple[int, int, tuple[int, int], int, bool]) -> list[Near]:
    """How near the end is: the deck, then the last turns; and who still has Totems."""
    deck, final, left, seat, concealed = figures
    if final:
        power = said("hidden power" if concealed else "power")  # TOT-18.9, TOT-18.10
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


def place(content: Content, totem: tuple[int, int]) -> dict[str, Any] | None:
    """A Totem: its card, and how it lies."""
    card, face = totem
    if card == -1:
        return None
    revealed = face == st.REVEALED
    gifted = card >= 0 and content.cards[card].facts["ability"] != "none"
    return {
        "card": faces(content)[card],
        "revealed": revealed,
        "horizontal": revealed and gifted,  # TOT-4.4
    }


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    seats, face_of, places = [], faces(content), parts(content, place)
    rows, turned, hands, sizes, shown, discarded, clash, wins, sums = lists(
        s, "row", "face", "hand", "hand_n", "shown", "discard", "clash", "score", "sums"
    )
    for p in range(st.SEATS):
        known = 1 + p in shown
        seats.append(
            {
                "hand": [face_of[c] for c in hands[p][: sizes[p]]],
                "known": [face_of[c] for c, to in enumerate(shown) if to == 1 + p] if known else [],
                "row": [places[totem] for totem in zip(rows[p], turned[p], strict=True)],
                "wins": wins[p],
                "sum": sums[p],
            }
        )
    left = st.ROW - rows[0].count(-1), st.ROW - rows[1].count(-1)
    end = int(s.deck_n), int(s.final), left, seat, int(s.opt.tie_sum) == st.OPT.TIE_SUM_CONCEALED
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
        "discard": [face_of[c] for c in compress(range(st.CARDS), discarded)],
        "clash": [face_of[c] for c in clash[: int(s.clash_n)]],
        "target": int(s.target) if int(s.fx_card) >= 0 else None,  # an effect runs: it was named
        "seats": seats,
        "match": {"game": int(s.game) + 1, "of": int(s.opt.match_games)},
        "near": parts(content, ways_to_the_end)[end] if s.phase != Q.PLACE else [],
        "over": bool(s.over),
        "winner": int(s.winner) if s.over and s.winner >= 0 else None,
        "by": BY.words[int(s.by)],
    }
