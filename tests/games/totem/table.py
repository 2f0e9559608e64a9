"""Positions and moves in the notation of the rulebook.

P is the player whose turn it is and Q the other one. In hands and rows, ``?`` stands for a card
that plays no part in the test: one without an ability, as long as there are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.cards import Content
from bestiary.core.errors import IllegalAction
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.games.totem import state as st
from bestiary.games.totem.events import BY
from bestiary.games.totem.moves import QUESTIONS, Q

GAME = load("totem")
CODES = [card.code for card in GAME.content().cards]
NUMBER = {code: i for i, code in enumerate(CODES)}
SPARE = sorted(CODES, key=lambda code: (int(code[1:]) < 10, -int(code[1:])))


def cards(codes: str) -> set[str]:
    """A few cards in any order."""
    return set(codes.split())


def power(code: str) -> int:
    """The power of a card, from its code."""
    return int(code[1:])


class Side:
    """One player of a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat

    @property
    def hand(self) -> set[str]:
        """The cards in hand."""
        s = self.table.state
        return {CODES[card] for card in s.hand[self.seat, : int(s.hand_n[self.seat])]}

    @property
    def row(self) -> str:
        """The play area as the rulebook writes it: (A5) hidden, A5 revealed, -- empty."""
        return " ".join(self.place(i + 1) for i in range(st.ROW))

    def place(self, number: int) -> str:
        """One place of the play area, counted from 1."""
        s = self.table.state
        card = int(s.row[self.seat, number - 1])
        if card == -1:
            return "--"
        hidden = s.face[self.seat, number - 1] == st.HIDDEN
        return f"({CODES[card]})" if hidden else CODES[card]

    @property
    def hidden(self) -> int:
        """How many Totems are hidden."""
        return self.row.count("(")

    @property
    def view(self) -> dict[str, Any]:
        """What this player is shown."""
        return self.table.match.view(self.seat)

    @property
    def log(self) -> str:
        """What this player has been told since the position was prepared."""
        return "\n".join(self.table.match.story(self.seat))

    @property
    def knows(self) -> set[str]:
        """The cards of the other player's hand that this player can name."""
        other = self.view["seats"][1 - self.seat]
        return {card["code"] for card in [*other["hand"], *other["known"]] if card}


class Table:
    """A prepared position."""

    def __init__(
        self,
        hands: Sequence[str],
        rows: Sequence[str],
        deck: str | int = 9,
        turn: int = 0,
        phase: str = "action",
        rest: str = "discard",
        options: dict[str, Any] | None = None,
        content: Content | None = None,
    ) -> None:
        self.match = Match(GAME, options, seed=1, content=content)
        self.P, self.Q = Side(self, turn), Side(self, 1 - turn)
        self.sides = [Side(self, 0), Side(self, 1)]
        named = " ".join([*hands, *rows, str(deck)]).replace("(", "").replace(")", "").split()
        self.spare = [code for code in SPARE if code not in named]
        begins = phase == "start"  # then the other player is about to end a turn
        s = self.state
        s.turn = 1 - turn if begins else turn
        s.first = turn
        s.turns = 0 if phase == "place" else 1
        s.phase = Q.SECOND if begins else Q.words.index(phase)
        s.actors = 1 << int(s.turn)
        for seat in range(2):
            self._fill(seat, hands[seat].split(), rows[seat].split())
        self._pile(deck, rest)
        if s.deck_n == 0 and phase != "place":  # then this is the final turn
            s.drawer, s.final = turn, 1
        self.before = self._discard_pile()
        if begins:
            self.match.play("stop")
        self.match.prepare()

    @property
    def state(self) -> Any:
        """The true state, to look at and to edit."""
        return readable(self.match.state[0])

    def _card(self, code: str) -> int:
        return NUMBER[self.spare.pop(0) if code == "?" else code]

    def _fill(self, seat: int, hand: list[str], row: list[str]) -> None:
        s = self.state
        s.hand[seat] = -1
        s.hand_n[seat] = len(hand)
        for i, code in enumerate(hand):
            s.hand[seat, i] = self._card(code)
        for i, code in enumerate(row):
            s.face[seat, i] = st.HIDDEN if code[0] in "(-" else st.REVEALED
            s.row[seat, i] = -1 if code == "--" else self._card(code.strip("()"))

    def _pile(self, deck: str | int, rest: str) -> None:
        s = self.state
        codes = ["?"] * deck if isinstance(deck, int) else deck.split()
        drawn = [self._card(code) for code in codes]
        held = {int(c) for zone in (s.hand, s.row) for c in zone.ravel()} | set(drawn)
        left = [card for card in range(st.CARDS) if card not in held]
        if rest == "deck":
            drawn += left
        s.deck[:] = -1
        s.deck[: len(drawn)] = drawn[::-1]
        s.deck_n = len(drawn)
        s.discard[:] = 0
        if rest == "discard":
            s.discard[left] = 1
        s.discard_n = int(s.discard.sum())

    # ---- playing ---------------------------------------------------------------------------

    def play(self, *moves: str) -> None:
        """Plays lines such as ``P attack V6 2``, ``1 stop`` or ``Q trim J1 refused TOT-5.7``."""
        for move in moves:
            line, _, rule = move.partition(" refused ")
            if rule:
                assert self.refusal(line) == rule, move
                continue
            seat, action = self.find(line)
            written = self.match.notation(action)
            assert sorted(written.split()) == sorted(line.split()[1:]), move
            self.match.play(action, seat)

    def find(self, line: str) -> tuple[int, int]:
        """The seat and the action of a line; a card that is not in hand is an empty slot of it."""
        who, verb, *given = line.split()
        seat = {"P": self.P.seat, "Q": self.Q.seat, "0": 0, "1": 1}[who]
        kind = next(v for v in GAME.actions.verbs if v.name == verb)
        held = [CODES[c] for c in self.state.hand[seat] if c >= 0]
        args = []
        for param, word in zip(kind.params, given, strict=True):
            if param == "place":
                args.append(int(word) - 1)
            else:
                args.append(held.index(word) if word in held else len(held))
        return seat, GAME.actions.id(verb, *(sorted(args) if kind.rising else args))

    def refusal(self, line: str) -> str:
        """The rule that refuses a line."""
        before = self.match.digest()
        seat, action = self.find(line)
        with pytest.raises(IllegalAction) as refused:
            self.match.play(action, seat)
        assert self.match.digest() == before
        return refused.value.rule

    def allows(self, line: str) -> bool:
        """Whether a line is legal; nothing is played."""
        seat, action = self.find(line)
        return self.match.why(action, seat) == ""

    def idle(self) -> None:
        """Whoever is asked discards the first card of the hand."""
        seat = self.match.asked[0]
        self.play(f"{seat} discard {CODES[int(self.state.hand[seat, 0])]}")

    # ---- looking ---------------------------------------------------------------------------

    @property
    def question(self) -> str:
        """Who is asked for what, such as ``Q action``; ``over`` at the end."""
        if not self.match.asked:
            return QUESTIONS.name(int(self.state.phase))
        assert len(self.match.asked) == 1
        who = "P" if self.match.asked[0] == self.P.seat else "Q"
        return f"{who} {QUESTIONS.name(int(self.state.phase))}"

    @property
    def deck(self) -> list[str]:
        """The deck from the top."""
        s = self.state
        return [CODES[card] for card in s.deck[: int(s.deck_n)][::-1]]

    def _discard_pile(self) -> set[str]:
        return {CODES[card] for card in range(st.CARDS) if self.state.discard[card]}

    @property
    def discarded(self) -> set[str]:
        """What reached the discard pile since the position was prepared."""
        assert int(self.state.discard_n) == len(self._discard_pile())
        return self._discard_pile() - self.before

    @property
    def clash(self) -> list[str]:
        """The attacking cards that lie between the players."""
        return [CODES[card] for card in self.state.clash[: int(self.state.clash_n)]]

    @property
    def result(self) -> str:
        """Who has won and how, such as ``P by count``; ``nobody by sum`` for a tie."""
        assert self.match.game_over
        names = {self.P.seat: "P", self.Q.seat: "Q", -1: "nobody"}
        return f"{names[int(self.state.winner)]} by {BY.words[int(self.state.by)]}"


def position(
    hand: str = "? ?",
    q_row: str = "(?) (?) (?) (?)",
    row: str = "(?) (?) -- --",
    q_hand: str = "? ?",
    deck: str | int = 9,
    turn: int = 0,
    phase: str = "action",
    content: Content | None = None,
    **options: Any,
) -> Table:
    """A position with P's hand and row and Q's row and hand; unnamed cards lie on the discard pile."""
    hands, rows = [hand, q_hand], [row, q_row]
    if turn == 1:
        hands, rows = hands[::-1], rows[::-1]
    return Table(hands, rows, deck, turn, phase, options=options, content=content)


def dealt(first: int = 0, hand: str = "C1 C2 A3 V4 J5 J10 A13", q_hand: str = "") -> Table:
    """A new game before anything is placed: P goes first with this hand."""
    hands = [hand, q_hand or "? ? ? ? ? ? ?"]
    empty = "-- -- -- --"
    return Table(hands[::-1] if first else hands, [empty, empty], 0, first, "place", "deck")
