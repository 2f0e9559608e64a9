"""Match: seats, options, seed and history; play, undo, replay, branch, copy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import words
from .actions import Meaning
from .cards import Content
from .driver import Engine
from .errors import BestiaryError, IllegalAction
from .events import Happening, rows_of, seen, seen_in
from .game import Game
from .record import Records, fields, without
from .registry import load
from .said import Person
from .starting import begin
from .timeline import ACTION, NEXT, RESIGN, SUBSTITUTE, TIMEOUT, Entry, Timeline
from .undo import may_undo
from .words import tidy

__all__ = ["ACTION", "NEXT", "RESIGN", "SUBSTITUTE", "TIMEOUT", "Entry", "Match", "tidy"]


class Match:
    """One match: a game, or a chain of games, between seats.

    >>> match = Match("totem", seed=7)
    >>> match.asked
    [1]
    >>> match.choices()[0]
    'place C10'
    >>> match.play("place C10")
    >>> match.view(0)["seats"][1]["row"][0]["card"] is None
    True
    """

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        names: Mapping[int, str] | None = None,
        content: Content | None = None,
        free_undo: bool = False,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        begin(self.game)
        self.engine = Engine(self.game, content)
        self.options = self.game.settle(options)
        if not 0 <= seed < 1 << 64:
            raise BestiaryError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
        self.seed = seed
        self.free_undo = free_undo
        self.written: dict[Path, str] = {}  # what this match has saved, by file
        self.timeline = Timeline(self.engine, self.options, seed)
        given = dict(names or {})
        self.first_names = [tidy(given.get(i, "")) or f"Player {i + 1}" for i in range(self.seats)]
        self.names = list(self.first_names)

    # ---- where the match stands ----------------------------------------------------------

    @property
    def history(self) -> list[Entry]:
        """What has been done so far, entry by entry."""
        return self.timeline.entries

    @property
    def state(self) -> Records:
        """The true state, an array of one record; hands are open here."""
        return self.timeline.now.states

    @property
    def content(self) -> Content:
        """The cards that are played with."""
        return self.engine.content

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.state[0]["seats"])

    @property
    def asked(self) -> list[int]:
        """The seats that are asked now; any of them may answer."""
        return [] if self.game_over else self.engine.actors(self.state)

    @property
    def game_over(self) -> bool:
        """Whether the game in progress has ended."""
        now = self.timeline.now
        return bool(now.ended or now.states["over"][0])

    @property
    def game_number(self) -> int:
        """The game of the match in progress, from 0."""
        return self.timeline.now.game

    @property
    def more(self) -> bool:
        """Whether another game of the match follows the one that has ended."""
        return self.game_over and not self.timeline.now.ended and bool(self.carry["more"][0])

    @property
    def over(self) -> bool:
        """Whether the whole match has ended."""
        return self.game_over and not self.more

    @property
    def carry(self) -> Records:
        """What the next game would start from."""
        return self.engine.carry(self.state)

    @property
    def ended_by(self) -> str:
        """``resign`` or ``timeout`` where one of these ended the match, else nothing."""
        return self.timeline.now.ended

    def returns(self) -> list[float]:
        """The payoffs of the game, or of the match once it has been left. A team loses together."""
        if not self.timeline.now.ended:
            return self.engine.returns(self.state)
        low, high = self.game.payoff
        return [low if seat in self.timeline.now.gone else high for seat in range(self.seats)]

    def digest(self) -> str:
        """A short digest of the true state; an option that came later changes none while nobody uses it."""
        unsaid = [f"opt.{name}" for name in self.game.options.unsaid(self.state[0]["opt"])]
        return hashlib.sha256(without(self.state, unsaid)).hexdigest()[:12]

    # ---- choices -------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The legal actions of those asked."""
        return [] if self.game_over else self.engine.legal(self.state)

    def choices(self) -> list[str]:
        """The legal actions, in notation."""
        return [self.notation(action) for action in self.legal()]

    def notation(self, action: int) -> str:
        """An action as a record writes it."""
        return words.notation(self.content, self.engine.meaning(self.state, action))

    def sentence(self, action: int) -> str:
        """An action as a person reads it."""
        hidden = self.engine.hidden(self.state, self.asked[0])
        meaning = self.engine.meaning(self.state, action)
        return words.sentence(self.game, self.content, fields(hidden[0]), meaning, self.people(self.asked[0]))

    def prompt(self) -> str:
        """What is asked of whoever is asked, in a sentence; nothing at the end.

        >>> from bestiary import Match
        >>> Match("totem", seed=7).prompt()
        'Lay four of your seven cards face down, one by one.'
        """
        if not self.asked:
            return ""
        hidden = self.engine.hidden(self.state, self.asked[0])
        return self.game.prompt(self.content, fields(hidden[0]), self.people(self.asked[0]))

    def find(self, name: str) -> int:
        """The action with this notation, legal or not."""
        wanted = " ".join(name.split()).lower()
        every: list[int] = [*self.legal(), *range(len(self.game.actions))]
        for action in every:
            try:
                if wanted in self._spellings(action):
                    return action
            except IndexError:  # an action that means nothing here
                continue
        raise BestiaryError(f"There is no move '{name}' here. There is: {', '.join(self.choices())}.")

    def _spellings(self, action: int) -> set[str]:
        """An action in notation; a choice of two equals may be named in either order."""
        meaning = self.engine.meaning(self.state, action)
        named = [meaning]
        if self.game.actions.verb(action).rising and meaning.other is not None:
            named.append(replace(meaning, card=meaning.other, other=meaning.card))
        return {words.notation(self.content, m).lower() for m in named}

    def why(self, action: int, seat: int | None = None) -> str:
        """The rule that forbids an action to a seat, or nothing where it is legal."""
        if self.game_over:
            return self.game.no_more
        if seat is not None and seat not in self.asked:
            return self.game.not_asked
        if not 0 <= action < len(self.game.actions):
            raise BestiaryError(
                f"There is no action {action}; {self.game.title} has {len(self.game.actions)}."
            )
        number = self.engine.why(self.state, action)
        return self.game.rulebook.cited(number).id if number else ""

    # ---- playing -------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None, meaning: Meaning | None = None) -> None:
        """Plays an action, or raises ``IllegalAction`` with the rule that forbids it.

        Whoever knows already what the action means here may say so.
        """
        if self.game_over:
            self._refuse(self.game.no_more, str(action))
        asked = self.engine.actors(self.state)
        if seat is not None and seat not in asked:
            self._refuse(self.game.not_asked, str(action))
        number = self.find(action) if isinstance(action, str) else action
        if meaning is not None:
            name = words.notation(self.content, meaning)
        else:
            name = self.notation(number) if 0 <= number < len(self.game.actions) else str(number)
        if not 0 <= number < len(self.game.actions) or self.engine.why(self.state, number):
            self._refuse(self.why(number), name)
        self._append(Entry(ACTION, asked[0] if seat is None else seat, number, name))

    def _refuse(self, rule: str, tried: str) -> None:
        raise IllegalAction(rule, self.game.rulebook.rules[rule].text, tried)

    def resign(self, seat: int) -> None:
        """A seat gives up. Where nobody is left to beat the match ends; else somebody may take its place.

        A team plays on until the last of it has given up, and then has lost.
        """
        self._leave(RESIGN, seat)

    def time_out(self, seat: int) -> None:
        """A seat's clock has run out: as a resignation, under another name."""
        self._leave(TIMEOUT, seat)

    def _leave(self, kind: str, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            self._refuse(self.game.no_more, kind)
        self._append(Entry(kind, seat))

    def substitute(self, seat: int, name: str) -> None:
        """Somebody else takes a seat over."""
        self._check_seat(seat)
        self._append(Entry(SUBSTITUTE, seat, name=tidy(name) or f"Player {seat + 1}"))

    def next_game(self) -> None:
        """Deals the next game of the match."""
        if not self.more:
            raise BestiaryError("There is no further game in this match.")
        self._append(Entry(NEXT, -1))

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise BestiaryError(f"There is no seat {seat}; there are seats 0 to {self.seats - 1}.")

    def _append(self, entry: Entry) -> None:
        self.timeline.append(entry)
        if entry.kind == SUBSTITUTE:
            self._rename()

    def state_at(self, n: int) -> Records:
        """The true state after n entries of the history."""
        return self.timeline.at(n).states

    def prepare(self) -> None:
        """Takes the state, as it has been edited by hand, for the start: for tests and puzzles."""
        self.timeline.restart()

    # ---- undo ----------------------------------------------------------------------------

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last action; judged by what that seat knows alone."""
        if not self.history:
            return False
        last, before = self.history[-1], len(self.history) - 1
        if self.free_undo:
            return True
        if last.kind != ACTION or last.seat != seat:
            return False
        return may_undo(self.engine, self.state_at(before), self.state, last.action, seat)

    def undo(self, seat: int | None = None) -> None:
        """Takes the last action of a seat back, under the table's policy."""
        if not self.history:
            raise BestiaryError("There is nothing to take back.")
        if seat is None:
            seat = self.history[-1].seat
        if not self.can_undo(seat):
            raise BestiaryError("This cannot be taken back: it was seen, or chance has decided.")
        self.rewind(len(self.history) - 1)

    def rewind(self, n: int) -> None:
        """Goes back to the first n entries, whatever was seen: for analysis and for the table."""
        self.timeline.rewind(n)
        self._rename()

    def _rename(self) -> None:
        """Who holds the seats, after all substitutions."""
        self.names = list(self.first_names)
        for entry in self.history:
            if entry.kind == SUBSTITUTE:
                self.names[entry.seat] = entry.name

    def people(self, reader: int | None = None) -> list[Person]:
        """Everybody at the table, as one of them or a stranger calls them."""
        return words.people(self.names, reader)

    # ---- looking -------------------------------------------------------------------------

    def view(self, seat: int, at: int | None = None) -> dict[str, Any]:
        """What a seat is shown, now or after so many entries; -1 is a spectator."""
        states = self.state if at is None else self.state_at(at)
        hidden = self.engine.hidden(states, seat)
        return self.game.shown(self.content, fields(hidden[0]), seat, self.people(seat))

    def events(self, seat: int | None, since: int = 0) -> list[Happening]:
        """What a seat has seen happen since so many entries; ``None`` sees everything."""
        return seen_in(self.game.events, self.rows(since), seat)

    def rows(self, since: int = 0) -> list[list[int]]:
        """All that has happened since so many entries, for ``events.seen_in``: read once for many eyes."""
        return [row for log in self.timeline.logs[since:] for row in rows_of(log[0])]

    def told(self, happening: Happening, reader: int | None) -> str:
        """An event as a sentence for a seat."""
        return words.told(self.game.events, self.content, happening, self.names, reader)

    def about(self, happening: Happening) -> list[str]:
        """What an event speaks of, as a board finds it."""
        return words.about(self.game.events, self.content, happening)

    def story(self, seat: int | None, since: int = 0) -> list[str]:
        """The same as sentences; an event that another one speaks for has none."""
        return [text for h in self.events(seat, since) if (text := self.told(h, seat))]

    def happened(self, n: int, seat: int | None) -> list[str]:
        """What entry n has brought, counted from 0, as sentences for a seat; ``None`` sees everything."""
        each = seen(self.game.events, self.timeline.logs[n][0], seat)
        return [text for happening in each if (text := self.told(happening, seat))]

    def replay(self, seat: int) -> Iterator[tuple[Entry, dict[str, Any], list[str]]]:
        """Step by step through a seat's eyes: the entry, the view after it, what happened."""
        for n, entry in enumerate(self.history):
            shown = entry
            if entry.kind == ACTION and entry.seat != seat:
                meaning = self.engine.meaning(self.state_at(n), entry.action)
                bit = 1 << 15 if seat < 0 else 1 << seat
                if not meaning.see & bit:
                    shown = Entry(ACTION, entry.seat, -1, meaning.verb)
            yield shown, self.view(seat, n + 1), self.happened(n, seat)

    # ---- copies --------------------------------------------------------------------------

    def copy(self) -> Match:
        """An exact, independent copy."""
        made = Match.__new__(Match)
        made._take(self.__getstate__(), self.game)
        return made

    def branch(self, at: int | None = None) -> Match:
        """A copy that goes on from an earlier point, with free undo."""
        made = self.copy()
        made.free_undo = True
        if at is not None:
            made.rewind(at)
        return made

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {
            "game": self.game.name,
            "engine": self.content,  # an engine is of one process
            "options": dict(self.options),
            "names": list(self.names),
            "first_names": list(self.first_names),
            "written": {},
            "timeline": self.timeline.copy(),
        }

    def __setstate__(self, data: dict[str, Any]) -> None:
        self._take(data, load(data["game"]))

    def _take(self, data: dict[str, Any], game: Game) -> None:
        self.__dict__ |= data
        self.game, self.engine = game, Engine(game, data["engine"])
        self.timeline.engine = self.engine

    # ---- records -------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Writes the match as a small readable text file."""
        from .saves import save

        save(self, Path(path))

    @staticmethod
    def load(path: Path | str, content: Content | None = None) -> Match:
        """Reads a match back and replays it, checking every name and digest.

        A match that was played with other cards than the game's own needs them again: ``content``.
        """
        from .saves import read

        return read(Path(path), content)

    def _repr_html_(self) -> str:
        """The match as a notebook shows it, through the eyes of the seat that is asked."""
        from .html import match_page

        return match_page(self)
