"""A table for tests: positions in a few readable lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.cards import Content
from bestiary.core.changes import Changes
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.record import EMPTY, readable
from bestiary.core.registry import load
from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import POOL
from bestiary.games.klaw.events import EVENTS, Rolls
from bestiary.games.klaw.moves import QUESTIONS, Q
from bestiary.games.klaw.rules.dice import pool_of
from bestiary.games.klaw.rules.turn import STEP

from ..reading import read

# Figures of ours that rules are tested with: those of the card file are tuned.
FIGURES = """
host.apothecary.life=10
host.apothecary.defence=2
host.poisoner.life=10
host.highroller.life=9
host.hedgewitch.life=9
host.hermit.life=8
host.duellist.life=8
totem.rat.life=-1
totem.buffalo.life=-3
totem.dragon.life=-1
totem.dog.life=-2
totem.monkey.life=-3
totem.horse.life=-1
totem.goat.life=4
totem.goat.effects.0.n=2
action.crossedwires.effects=[{on="play", do="swap_hands", who="target_player"}]
item.mirror.effects.0.tags=["damage", "poison", "burn", "sleep", "theft", "sabotage", "hand", "frost"]
"""
CONTENT = Changes(load("klaw"), FIGURES.split("\n")[1:-1]).content
NUMBER = {card.code: i for i, card in enumerate(CONTENT.cards)}
NAMES = {card.code: card.name for card in CONTENT.cards}


def number(code: str) -> int:
    """The card with this code; without a copy number the first one."""
    return NUMBER[code] if code in NUMBER else NUMBER[f"{code}1"]


class Table:
    """A prepared game: an empty field and empty hands, seat 0 to choose in turn 20.

    ``Table(players=3)``, then ``host(0, "firefighter", totems=["tiger"])``, ``hand(0, "shot")``,
    ``dice(6, 5, 2)``; the position is taken for the start by the first move.
    """

    def __init__(
        self,
        players: int = 2,
        deck: Sequence[str] | int = 30,
        seed: int = 1,
        content: Content | None = None,
        **options: Any,
    ) -> None:
        full = {"players": players, "deck": "full", "forgotten": True, **options}
        self.match = Match("klaw", full, seed=seed, content=content or CONTENT)
        self._ready = False
        s = self.s
        for zone in self.match.game.zones:
            getattr(s, zone.field)[...] = 0 if zone.flags else EMPTY
        s.know[...] = 0
        s.lots[...] = 0
        s.lots_n[...] = 0
        s.hand_n[...] = 0
        s.champion[...] = st.NOBODY
        s.deck_n = s.box_n = 0
        s.task[...] = 0
        s.tasks = 1
        s.task[0, st.TURN.TASK] = st.TASK.TURN
        s.task[0, st.TURN.STEP] = STEP.REPLENISH  # the main choice has been asked
        s.first = 0
        self.turn(0, 20)
        self._deck = deck

    # ---- preparing -----------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        """The true state, by attribute."""
        return readable(self.match.state[0])

    def turn(self, seat: int, turns: int | None = None) -> Table:
        """It is this seat's main choice."""
        self.s.turn = self.s.ask = seat
        self.s.actors = 1 << seat
        self.s.phase = Q.MAIN
        if turns is not None:
            self.s.turns = turns
        return self

    def host(
        self,
        seat: int,
        code: str,
        *,
        totems: Sequence[str] = (),
        items: Sequence[str] = (),
        life: int | None = None,
        support: bool = False,
        **marks: int,
    ) -> int:
        """Puts a Host on the field, by default as Champion; returns its place."""
        s = self.s
        slot = next(i for i in range(st.SLOTS) if s.host[seat * st.SLOTS + i] == EMPTY)
        h = seat * st.SLOTS + slot
        card = number(code)
        tables = CONTENT.tables[0]
        s.host[h] = card
        s.life[h] = tables["life"][tables["kind"][card]]
        for k, totem in enumerate(totems):
            s.totem[h, k] = number(totem)
            s.life[h] += tables["life"][tables["kind"][number(totem)]]
        s.totem_n[h] = len(totems)
        for k, item in enumerate(items):
            s.items[h, k] = number(item)
        if life is not None:
            s.life[h] = life
        for name, value in marks.items():
            s.mark[h, st.IS.words.index(name)] = value
        if not support and self.match.options["mode"] == "champion":
            s.champion[seat] = slot
        return h

    def hand(self, seat: int, *codes: str) -> None:
        """Puts cards into a hand."""
        for code in codes:
            self.s.hand[seat, int(self.s.hand_n[seat])] = number(code)
            self.s.hand_n[seat] += 1

    def pile(self, *codes: str) -> None:
        """Puts cards on the Discard Pile."""
        for code in codes:
            self.s.discard[number(code)] = 1

    def dice(self, *values: int) -> None:
        """The dice that will be rolled next."""
        s = self.s
        for value in values:
            s.loaded[int(s.loaded_n)] = value
            s.loaded_n += 1

    def ready(self) -> Table:
        """Lays the deck, puts all other cards into the box, and takes the position for the start."""
        if self._ready:
            return self
        self._ready = True
        s = self.s
        placed = set()
        for zone in self.match.game.zones:
            field = getattr(s, zone.field)
            placed |= {int(c) for c in (field.nonzero()[0] if zone.flags else field.ravel()) if c >= 0}
        rest = [c for c in range(int(CONTENT.tables["cards"][0])) if c not in placed]
        if isinstance(self._deck, int):
            own = [c for c in rest if self.kind(c) in ("item", "action")][: self._deck]
        else:
            own = [number(code) for code in self._deck]
        for card in rest:
            if card in own:
                s.deck[int(s.deck_n)] = card
                s.deck_n += 1
            else:
                s.box[int(s.box_n)] = card
                s.box_n += 1
        self.match.prepare()
        return self

    @staticmethod
    def kind(card: int) -> str:
        return str(CONTENT.cards[card].facts["kind"])

    # ---- playing -------------------------------------------------------------------------------

    def play(self, *moves: str) -> Table:
        """Plays moves in notation, whoever is asked; copies may be left unnamed."""
        self.ready()
        for move in moves:
            self.match.play(self.full(move))
        return self

    def full(self, move: str) -> str:
        """A move with the copy of its card named: ``action shot`` for ``action shot1``."""
        verb, _, code = move.partition(" ")
        if not code or code in NUMBER or f"{code}1" not in NUMBER:
            return move
        here = [
            c
            for c in self.written()
            if c.startswith(f"{verb} {code}") and c[len(verb) + 1 + len(code) :].isdigit()
        ]
        return here[0] if here else f"{verb} {code}1"

    def choices(self) -> list[str]:
        """What may be chosen, in notation; each has a sentence."""
        return read(self.ready().match)

    def written(self) -> list[str]:
        """The same without the sentences, whose chances of a fight take their time to reckon."""
        match = self.ready().match
        return [match.notation(action) for action in match.legal()]

    def verbs(self) -> set[str]:
        """The verbs among the choices."""
        return {c.split()[0] for c in self.written()}

    def offers(self, move: str) -> bool:
        """Whether a move is among the choices."""
        return self.full(move) in self.written()

    def refuses(self, move: str, rule: str) -> None:
        """The move is refused, and by this rule."""
        self.ready()
        with pytest.raises(IllegalAction) as refused:
            self.match.play(self.full(move))
        assert refused.value.rule == rule

    def has_no(self, move: str) -> bool:
        """The move cannot even be named here."""
        try:
            return not self.offers(move)
        except BestiaryError:
            return True

    def decline(self) -> Table:
        """The one who may answer does not."""
        return self.play("decline")

    def roll_on(self) -> Table:
        """Rolls as long as somebody could do something else in the fight."""
        while self.phase == "fight_role":
            self.play("roll")
        return self

    def pass_until(self, turns: int) -> Table:
        """All players pass (and discard their first card) until this turn's main choice."""
        self.ready()
        while self.s.turns < turns or self.phase != "main":
            if self.phase == "discard":
                self.match.play(self.written()[0])
            else:
                self.play("pass" if self.phase == "main" else "keep")
        return self

    # ---- looking -------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return QUESTIONS.name(int(self.s.phase))

    @property
    def asked(self) -> int:
        return self.match.asked[0]

    def life(self, h: int) -> int:
        return int(self.s.life[h])

    def card(self, h: int) -> str | None:
        """The code of the Host in a place."""
        return self._code(self.s.host[h])

    def totems(self, h: int) -> list[str]:
        return [self._name(c) for c in self.s.totem[h] if c >= 0]

    def items(self, h: int) -> list[str]:
        return [self._name(c) for c in self.s.items[h] if c >= 0]

    def held(self, seat: int) -> list[str]:
        """The cards of a hand, without copy numbers, sorted."""
        return sorted(self._name(c) for c in self.s.hand[seat] if c >= 0)

    def marks(self, h: int) -> dict[str, int]:
        """The states of a Host with their counts."""
        return {name: int(self.s.mark[h, i]) for i, name in enumerate(st.IS.words) if self.s.mark[h, i] > 0}

    def dormant(self, h: int) -> list[str]:
        return [self._name(c) for c, n in zip(self.s.totem[h], self.s.dormant[h], strict=True) if n > 0]

    def resting(self, h: int) -> list[str]:
        return [self._name(c) for c, n in zip(self.s.totem[h], self.s.rest[h], strict=True) if n > 0]

    def discards(self) -> list[str]:
        return sorted(self._name(c) for c in range(st.CARDS) if self.s.discard[c])

    def deck(self) -> list[str]:
        return sorted(self._name(c) for c in self.s.deck if c >= 0)

    def story(self, seat: int | None = None) -> list[str]:
        """What was told since the position was prepared."""
        return self.match.story(seat)

    def told(self, kind: str, seat: int | None = None) -> list[dict[str, int]]:
        """The words of all events of a kind; a roll of 6, 4 and 1 as 641."""
        sorts = EVENTS.kind(kind).words
        return [
            {w: int(Rolls()[v].replace(" ", "")) if sorts[w] == "roll" else v for w, v in h.words.items()}
            for h in self.match.events(seat)
            if h.kind == kind
        ]

    @staticmethod
    def _code(card: int) -> str | None:
        return CONTENT.cards[int(card)].code if card >= 0 else None

    @staticmethod
    def _name(card: int) -> str:
        code = CONTENT.cards[int(card)].code
        return code if CONTENT.tables["copies"][0, CONTENT.tables["kind"][0, int(card)]] == 1 else code[:-1]


def duel(
    first: str = "firefighter",
    second: str = "apothecary",
    *,
    own: dict[str, Any] | None = None,
    enemy: dict[str, Any] | None = None,
    **options: Any,
) -> tuple[Table, int, int]:
    """Two Champions face each other, seat 0 to choose; ``own`` and ``enemy`` describe them."""
    table = Table(**options)
    return table, table.host(0, first, **(own or {})), table.host(1, second, **(enemy or {}))


def pool(table: Table, h: int, role: str) -> int:
    """The dice that a Host rolls in a role."""
    return int(pool_of(table.match.content.tables[0], table.match.state[0], h, POOL.words.index(role)))
