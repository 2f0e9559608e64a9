"""Positions and moves in the notation of the rulebook.

P is the side whose turn it is and Q the other one; in the solo game seat 0 is the player and side
1 the rival. A card is named as on the card ("vigor", "slow gait" is ``slow-gait``); where there are
copies, the first mention is the first copy. ``?`` stands for a card that plays no part in the test.
The Mouse and the Turtle, whose advantages touch only submits to threats and reshuffles, play where
no spirit is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.errors import IllegalAction
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.games.totemic import state as st
from bestiary.games.totemic.moves import Q

from ..reading import read

GAME = load("totemic")
CONTENT = GAME.content()
CODES = [card.code for card in CONTENT.cards]
NUMBER = {code: i for i, code in enumerate(CODES)}
FATE = {card.facts["value"]: st.ASPECTS + i for i, card in enumerate(CONTENT.cards[st.ASPECTS : st.CARDS])}
PLAIN = ("mouse", "turtle")


def spirit(name: str) -> int:
    """The number of a spirit."""
    return st.SPIRIT_NAMES.index(name)


def bare(code: str) -> str:
    """The name of a card without the letter of its copy."""
    return code[:-2] if code[-2:-1] == "-" else code


def names(cards: Iterable[Any]) -> str:
    """Cards by their names, in their order."""
    return " ".join(bare(CODES[int(card)]) for card in cards if card >= 0)


def strength(name: str) -> int:
    """The printed strength of a card."""
    return next(int(c.facts["strength"]) for c in CONTENT.cards if bare(c.code) == name)


class Side:
    """One side of a table."""

    def __init__(self, table: Table, side: int) -> None:
        self.table = table
        self.side = side

    @property
    def hand(self) -> str:
        """The cards in hand, in the order in which they came."""
        return names(self.table.state.hand[self.side])

    @property
    def cards(self) -> int:
        """How many cards the hand holds."""
        return int(self.table.state.hand_n[self.side])

    @property
    def power(self) -> int:
        """The power left."""
        return int(self.table.state.power[self.side])

    @property
    def dominant(self) -> bool:
        """Whether this side holds the token."""
        return bool(self.table.state.dominance == self.side)

    @property
    def selected(self) -> str:
        """The cards selected for a challenge."""
        return names(self.table.state.selected[self.side])

    @property
    def view(self) -> dict[str, Any]:
        """What this player is shown."""
        return self.table.match.view(self.side)

    @property
    def knows(self) -> str:
        """The cards of the other hand that this player can name, in alphabetical order."""
        other = self.view["seats"][1 - self.side]
        known = {card["code"] for card in [*other["hand"], *other["known"]] if card}
        return " ".join(sorted(bare(code) for code in known))

    @property
    def log(self) -> str:
        """What this player has been told since the position was prepared."""
        return "\n".join(self.table.match.story(self.side))


class Table:
    """A prepared position."""

    def __init__(
        self,
        hands: Sequence[str],
        spirits: Sequence[str],
        offering: str,
        deck: str,
        deck_n: int | None,
        pile: str,
        power: Sequence[int],
        token: int,
        turn: int,
        begin: bool,
        reshuffles: int,
        options: dict[str, Any],
    ) -> None:
        fixed = {"spirit_0": spirits[0]}
        if options.get("players", 2) == 2:
            fixed["spirit_1"] = spirits[1]
        self.match = Match(GAME, {**fixed, **options}, seed=1)
        self.match.play("begin")
        self.P, self.Q = Side(self, turn), Side(self, 1 - turn)
        self.sides = [Side(self, 0), Side(self, 1)]
        self._blank([spirit(name) for name in spirits])
        zones = [*hands, offering, deck, pile]
        self._spare(zones)
        numbers = [[self._card(code) for code in zone.split()] for zone in zones]
        s = self.state
        for side in range(st.SIDES):
            self._put(s.hand[side], numbers[side])
            s.hand_n[side] = len(numbers[side])
        self._put(s.offering, numbers[2])
        s.offering_n = len(numbers[2])
        top, low = numbers[3], numbers[4]
        rest = [NUMBER[code] for code in self.spare]
        size = len(top) + len(rest) if deck_n is None else deck_n
        below = rest[: size - len(top)]
        low += rest[size - len(top) :]
        self._put(s.deck, [*top, *below][::-1])
        s.deck_n = size
        self._put(s.discard, low)
        s.discard_n = len(low)
        s.power[:] = power
        s.dominance = token
        s.turn = turn
        s.turns = 1
        s.reshuffles = reshuffles
        s.step, s.phase = (st.STEP.TURN, Q.BEGIN) if begin else (st.STEP.ACT, Q.ACT)
        s.actors = 1 if begin else 1 << turn
        self.match.prepare()

    def _blank(self, spirits: Sequence[int]) -> None:
        s = self.state
        for zone in ("hand", "offering", "deck", "discard", "apart", "selected"):
            s[zone] = -1
        for flags in ("shown", "known", "old", "old_n", "bonus", "totals", "threats", "level"):
            s[flags] = 0
        s.spirit[:] = spirits
        owner = CONTENT.tables["owner"][0]
        self.used = [c for c in range(st.ASPECTS) if owner[c] == st.NOBODY or int(owner[c]) in spirits]
        s.box[: st.ASPECTS] = 1
        s.box[self.used] = 0

    def _spare(self, zones: Sequence[str]) -> None:
        named = " ".join(zones).split()
        self.spare = [CODES[card] for card in self.used]
        taken: dict[str, list[str]] = {}
        for name in named:
            if name != "?":
                code = next((c for c in self.spare if c == name or bare(c) == name), None)
                assert code is not None, f"{name} is not in this game, or not so often"
                self.spare.remove(code)
                taken.setdefault(name, []).append(code)
        self.taken = taken

    def _card(self, name: str) -> int:
        return NUMBER[self.spare.pop() if name == "?" else self.taken[name].pop(0)]

    def _put(self, zone: Any, cards: Sequence[int]) -> None:
        zone[: len(cards)] = cards

    @property
    def state(self) -> Any:
        """The true state, to look at and to edit."""
        return readable(self.match.state[0])

    @property
    def offering(self) -> str:
        """The open offering."""
        return names(self.state.offering)

    @property
    def pile(self) -> str:
        """The discard pile, in the order in which the cards came."""
        return names(self.state.discard)

    @property
    def deck(self) -> str:
        """The deck, from the top."""
        return names(self.state.deck[: int(self.state.deck_n)][::-1])

    @property
    def deck_n(self) -> int:
        """How many cards the deck holds."""
        return int(self.state.deck_n)

    @property
    def level(self) -> int:
        """What the totem shows."""
        return int(self.match.view(-1)["totem"]["level"])

    @property
    def powers(self) -> tuple[int, int]:
        """The power of seat 0 and of the other side."""
        return self.sides[0].power, self.sides[1].power

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked for what."""
        return self.match.asked[0], str(self.match.view(-1)["phase"])

    @property
    def choices(self) -> list[str]:
        """What may be chosen."""
        return [" ".join(bare(word) for word in choice.split()) for choice in read(self.match)]

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals of the last challenge, by seat."""
        counted = [h.words for h in self.match.events(None) if h.kind == "totals"]
        return tuple(w["number"] for w in counted[-st.SIDES :])

    @property
    def winner(self) -> int | None:
        """The winning seat of a finished game."""
        found = self.match.view(-1)["winner"]
        return None if found is None else int(found)

    def told(self, *kinds: str) -> list[tuple[str, int]]:
        """Which of these things happened, and to which seat, in order."""
        return [(h.kind, h.words.get("seat", -1)) for h in self.match.events(None) if h.kind in kinds]

    def play(self, *moves: str) -> Table:
        """Plays moves, each as "invoke fury"; pairs in any order."""
        for move in moves:
            self.match.play(self._find(move))
        return self

    def _find(self, move: str) -> str:
        verb, *cards = move.split()
        for choice in self.match.choices():
            word, *codes = choice.split()
            if word == verb and _fits(cards, codes):
                return choice
        return " ".join([verb, *(_code(name) for name in cards)])

    def refused(self, move: str, seat: int | None = None) -> str:
        """The rule that refuses a move."""
        with pytest.raises(IllegalAction) as refusal:
            self.match.play(self._find(move), seat)
        return refusal.value.rule

    def challenge(self, own: str, other: str, answer: str = "accept") -> Table:
        """A whole challenge: P challenges, Q answers, both select."""
        return self.play("challenge", answer, f"select {own}", f"select {other}")


def _code(name: str) -> str:
    """The code of a card that may be named without the letter of its copy."""
    return name if name in NUMBER or f"{name}-a" not in NUMBER else f"{name}-a"


def _fits(wanted: list[str], codes: list[str]) -> bool:
    if len(wanted) != len(codes):
        return False
    left = list(codes)
    for name in wanted:
        found = next((c for c in left if c == name or bare(c) == name), None)
        if found is None:
            return False
        left.remove(found)
    return True


def duel(
    hand: str = "? ? ?",
    other: str = "? ? ?",
    *,
    offering: str = "? ? ?",
    deck: str = "",
    deck_n: int | None = None,
    pile: str = "",
    power: Sequence[int] = (20, 20),
    token: int = 1,
    turn: int = 0,
    spirits: Sequence[str] = PLAIN,
    begin: bool = False,
    reshuffles: int = 0,
    **options: Any,
) -> Table:
    """A duel in which the side ``turn`` takes its action; ``hand`` is its hand."""
    hands = (hand, other) if turn == 0 else (other, hand)
    return Table(hands, spirits, offering, deck, deck_n, pile, power, token, turn, begin, reshuffles, options)


def solo(
    hand: str = "? ? ?",
    rival: str = "? ? ?",
    *,
    offering: str = "? ? ?",
    deck: str = "",
    deck_n: int | None = None,
    pile: str = "",
    power: Sequence[int] = (20, 20),
    token: int = 0,
    turn: int = 1,
    spirits: Sequence[str] = ("owl", "turtle"),
    hierarchy: Sequence[str] | None = None,
    fates: Sequence[int] = (0, 2, 4, 6),
    used: Sequence[int] = (),
    reshuffles: int = 0,
    **options: Any,
) -> Table:
    """A confrontation; on the rival's turn it has acted already. ``fates`` from the top."""
    given = {"players": 1, "rivals": 3, **options}
    ranks = [spirit(name) for name in hierarchy or (*spirits, "wolf" if "wolf" not in spirits else "bat")]
    rung = ranks.index(spirit(spirits[0]))
    table = Table(
        (hand, rival),
        spirits,
        offering,
        deck,
        deck_n,
        pile,
        power,
        token,
        turn,
        turn == 1,
        reshuffles,
        given,
    )
    s = table.state
    s.hierarchy[:] = -1
    s.hierarchy[: len(ranks)] = ranks
    s.rivals, s.rung = len(ranks) - 1, rung
    s.stack, s.used = -1, -1
    s.stack[: len(fates)] = [FATE[value] for value in fates[::-1]]
    s.used[: len(used)] = [FATE[value] for value in used]
    s.stack_n, s.used_n = len(fates), len(used)
    table.match.prepare()
    if turn == 1:
        table.play("begin")
    return table


def new(seed: int = 1, **options: Any) -> Match:
    """A new match, from the first question on."""
    return Match(GAME, options, seed=seed)
