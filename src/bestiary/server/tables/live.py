"""Live: one table in memory, a function of its row, its seats and its log, and of nothing else.

Two processes that read the same log hold the same table. A line of the log is an entry of the match,
or a remark, a wish to take back, a sealed answer: whatever must survive. Versions count for each pair
of eyes what they could see: a line that shows a seat nothing leaves its version alone.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ...agents.base import is_agent
from ...core.actions import Meaning
from ...core.cards import Content
from ...core.errors import BestiaryError
from ...core.events import seen_in
from ...core.game import Game
from ...core.language import SPOKEN, Language
from ...core.match import ACTION, NEXT, RESIGN, SUBSTITUTE, TIMEOUT, Match, tidy
from ...core.record import Records
from ..store.cards import shown
from ..store.news import Happened as Event
from ..store.news import Kept
from ..web.messages import Happened, Offer, Remark, Step, TableState, Told
from . import showing
from .choices import offered
from .eyes import STORY, Eyes, Seen
from .guiding import guidance, walk_of
from .log import PERSON, SEAL, UNDO, Line, holder
from .showing import SPECTATOR
from .still import Still
from .telling import heard, result_facts, sentences, told
from .times import Times

OPEN = "open"
STAND_IN = "novice"  # who plays on for somebody who has left, unless the table says otherwise


@dataclass
class Seat:
    """Who holds a seat: nobody yet, a person by a token, or a machine."""

    kind: str
    name: str
    token: str = ""
    invitation: str = ""
    person: int | None = None

    @property
    def machine(self) -> bool:
        return is_agent(self.kind)


@dataclass
class Facts:
    """What was settled when the table was opened."""

    id: str
    slug: str
    game: str
    cards: str
    options: dict[str, Any]
    seed: int
    settings: dict[str, Any]
    public: bool
    parent: str = ""
    created: float = 0.0


class Live:
    """One table."""

    def __init__(
        self,
        facts: Facts,
        seats: list[Seat],
        game: Game,
        chat_kept: int = 200,
        content: Content | None = None,
    ) -> None:
        self.facts = facts
        self.seats = seats
        self.frozen = ""  # why the match cannot go on under today's rules
        self.ended = False  # whether it had ended before it froze
        self.closed = False  # whether an operator has closed it
        self.agreed = False  # whether the watched seat agrees to late spectators
        self.first_names = [seat.name for seat in seats]  # of those who sat down first, or will
        self.seatings = [(0, [(seat.kind, seat.name) for seat in seats])]  # who sat where from which line on
        self._names: list[tuple[int, list[str]]] = []  # the same, as they are told
        content = content or game.content()
        options = game.played(facts.game, facts.options)
        if options is None or facts.cards != content.fingerprint:
            options = {k: v for k, v in facts.options.items() if k == "players"}
            self.frozen = (
                f"This match was played under {facts.game} with other rules or cards; it can be replayed."
            )
        free = facts.settings.get("undo") == "free"
        names = {i: seat.name for i, seat in enumerate(seats)}
        self.match: Match = Match(game, options, facts.seed, names, content, free_undo=free)
        self.guided = walk_of(facts, self.match)
        self.readable = content.fingerprint == facts.cards  # whether these are the cards that it began with
        # what has been told of events with these cards, by language; one that has not its cards keeps its own
        kept: dict[Language | None, dict[Any, Happened]] = content.__dict__.setdefault("_happened", {})
        self.happened = kept if self.readable else {}
        self.cards = shown(content)  # those that the table was opened with, as views show them
        self.watched = False  # whether anybody wants to know what spectators see
        self.n = 0
        self.meant: Meaning | None = None  # what the action of the last line meant, before it was played
        self.turn = 0  # how often the match has changed: what a machine thinks about is this
        self._hidden: dict[int, tuple[int, Records, Records]] = {}
        self._asked: tuple[int, Records, list[int]] | None = None
        self._gone: set[int] | None = None
        self._legal: dict[int, tuple[Records, list[int]]] = {}
        self._views: dict[int, tuple[Records, msgspec.Raw]] = {}
        self._records: dict[int, tuple[Records, Still]] = {}
        self.told_views: dict[tuple[int, Language | None], tuple[msgspec.Raw, list[str], msgspec.Raw]] = {}
        self._stories: dict[int, tuple[int, Language | None, list[str], list[Told]]] = {}
        self.sealed: dict[int, tuple[int, str]] = {}
        self.undo_asked = -1
        self.undo_agreed: set[int] = set()
        self.weaker: dict[int, float] = {}  # machines that had less than their level, and the least share
        self.hinted: set[int] = set()  # who has had a hint
        self.wishes: set[int] = set()  # who wants a rematch
        self.rematch = ""  # the table where it is played
        self.chat: deque[Remark] = deque(maxlen=chat_kept)
        self.commands: dict[tuple[int, str], int] = {}
        self.times: Times = Times(facts.settings, len(seats), facts.created)
        self.eyes = {e: Eyes() for e in range(SPECTATOR, len(seats))}
        for eyes, held in self.eyes.items():
            held.shown = self.hidden(eyes).tobytes()

    def anew(self) -> Live:
        """The same table at its start, with the same people and cards."""
        seats = [replace(seat, name=self.first_names[k]) for k, seat in enumerate(self.seats)]
        return Live(self.facts, seats, self.match.game, content=self.match.content)

    # ---- where the table stands ------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether a seat is still open."""
        for seat in self.seats:  # read a dozen times for every move
            if seat.kind == OPEN:
                return True
        return False

    @property
    def over(self) -> bool:
        """Whether the match has ended: a frozen one only if it had before."""
        return self.ended if self.frozen else self.match.over

    @property
    def state(self) -> TableState:
        """One word for lists."""
        if self.waiting:
            return "waiting"
        return "over" if self.over else "frozen" if self.frozen else "playing"

    @property
    def asked(self) -> list[int]:
        """The seats that are asked, once everybody sits."""
        asked = self.now_asked
        return [] if not asked or self.waiting or self.frozen else asked

    @property
    def now_asked(self) -> list[int]:
        """The seats that the match asks; found once for every turn."""
        states, kept = self.match.timeline.now.states, self._asked
        if kept is None or kept[0] != self.turn or kept[1] is not states:
            kept = self._asked = self.turn, states, self.match.asked
        return kept[2]

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def gone(self) -> set[int]:
        """The seats whose people have given up or run out of time; an action changes nothing of it."""
        if self._gone is None:
            self._gone = {entry.seat for entry in self.match.history if entry.kind in (RESIGN, TIMEOUT)}
        return self._gone

    @property
    def owners(self) -> list[int]:
        """The seats that belong to people, here or away, who have not given up."""
        gone = self.gone
        return [k for k, s in enumerate(self.seats) if (s.token or s.kind == PERSON) and k not in gone]

    @property
    def charged(self) -> list[int]:
        """The seats whose clocks run."""
        return [seat for seat in self.asked if self.seats[seat].kind == PERSON]

    @property
    def stand_in(self) -> str:
        """The machine that plays on for somebody who has left."""
        return str(self.facts.settings.get("stand_in", STAND_IN))

    @property
    def rated(self) -> bool:
        """Whether its games count for the ratings of those who play."""
        return bool(self.facts.settings.get("rated"))

    @property
    def finished(self) -> int:
        """How many games of the match have ended."""
        return self.match.game_number + self.match.game_over

    @property
    def rateable(self) -> bool:
        """Whether this match may count for a rating: no machine was below its level, or helped anybody."""
        return not self.weaker and not self.hinted

    @property
    def hints(self) -> bool:
        """Whether people may ask for a hint: as the table was opened, else only where one plays machines."""
        wanted = self.facts.settings.get("hints")
        if wanted:
            return bool(wanted == "yes")
        return sum(bool(s.token or s.invitation or s.kind in (PERSON, OPEN)) for s in self.seats) <= 1

    def legal(self, seat: int) -> list[int]:
        """What a seat that is asked may do, by what it knows; found once for every turn."""
        hidden, kept = self.hidden(seat), self._legal.get(seat)
        if kept is None or kept[0] is not hidden:
            kept = self._legal[seat] = hidden, self.match.engine.legal(hidden)
        return kept[1]

    def hidden(self, eyes: int) -> Records:
        """What these eyes may know; to be read, not written: made once for every turn."""
        states, kept = self.match.timeline.now.states, self._hidden.get(eyes)
        if kept is None or kept[0] != self.turn or kept[1] is not states:
            kept = self._hidden[eyes] = self.turn, states, self.match.engine.hidden(states, eyes)
        return kept[2]

    def knows(self, seat: int, command: str) -> bool:
        """Whether a command has been carried out before."""
        return (seat, command) in self.commands

    # ---- lines -----------------------------------------------------------------------------

    def take(self, line: Line) -> list[Seen]:
        """Carries a line out; returns what it showed to whom."""
        if line.n != self.n + 1:
            raise ValueError(f"line {line.n} after {self.n}")
        seen: list[Seen] = []
        if line.means.plays:
            seen = self._play(line)
        else:
            line.means.do(self, line)
        self.n = line.n
        if line.command:
            self.commands[(line.speaker, line.command)] = line.n
        if line.means.facts:
            self._seating()
        return seen

    def _seating(self) -> None:
        held = [(seat.kind, seat.name) for seat in self.seats]
        if held != self.seatings[-1][1]:
            self.seatings.append((self.n, held))

    def names_at(self, n: int) -> list[str]:
        """What the seats were called after the n-th line."""
        known, n = self._names, max(0, n)
        if len(known) != len(self.seatings):
            known = self._names = [(line, [tidy(name) for _, name in held]) for line, held in self.seatings]
        last, names = known[-1]
        return names if last <= n else next(names for line, names in reversed(known) if line <= n)

    def recall(self, line: Line) -> None:
        """Takes a line from storage; one that today's rules refuse freezes the table."""
        if self.frozen and (line.means.plays or line.kind == SEAL):
            self.n = line.n
            if line.kind == SUBSTITUTE:
                self.seats[line.seat].kind, self.seats[line.seat].name = holder(self, line)
                self._seating()
            return
        try:
            self.take(line)
            if line.means.plays and line.digest and line.digest != self.match.digest():
                raise BestiaryError("the position differs")
        except (BestiaryError, IndexError, ValueError) as problem:
            self.frozen = f"This match was played under other rules ({problem}); it can be replayed."
            self.n = line.n

    def _play(self, line: Line) -> list[Seen]:
        match = self.match
        if line.kind == ACTION and not 0 <= line.action < len(match.game.actions):
            raise BestiaryError(f"there is no action {line.action}")  # compiled code does not look
        meaning = match.engine.meaning(match.state, line.action) if line.kind == ACTION else None
        self.meant = meaning
        charged = self.charged
        before = len(match.history)
        line.means.do(self, line)
        since = min(before, len(match.history))  # taking back shortens the history
        self.turn += 1
        if line.kind != ACTION:
            self._gone = None
        self.times.played(line, charged, self.asked, len(match.history))
        self.undo_asked = -1
        if line.kind in (UNDO, NEXT) or match.game_over:
            self.sealed.clear()
        self.sealed.pop(line.seat, None)
        shown, rows = [], match.rows(since)
        notation = match.history[-1].name if meaning is not None else ""
        for eyes, held in self.eyes.items():
            record = self.hidden(eyes).tobytes()
            still = line.kind == ACTION and line.seat != eyes and record == held.shown
            looks = eyes != SPECTATOR or self.watched
            events: list[Event] = [*seen_in(match.game.events, rows, eyes)] if looks or still else []
            if still and not events:
                continue
            held.shown = record
            held.version += 1
            if looks:
                entry = showing.entry_of(notation, meaning, line.kind, line.seat, eyes)
                held.story.append(Seen(eyes, line.n, held.version, entry, events))
                shown.append(held.story[-1])
        return shown

    # ---- what is shown ---------------------------------------------------------------------

    def kept(self, eyes: int, seen: Seen | None = None) -> Kept:
        """The position for these eyes, as it is stored; after a line, or as it stands."""
        return Kept(
            version=self.eyes[eyes].version,
            entry=seen.entry if seen else None,
            events=seen.events if seen else [],
            view=self.view(eyes),
            asked=self.now_asked,
            game=self.match.game_number,
            result=result_facts(self, eyes) if self.match.game_over else None,
        )

    def step(self, eyes: int, seen: Seen | None = None) -> Step:
        """The same for a reader."""
        return told(self, self.kept(eyes, seen), self.n, eyes)

    def view(self, eyes: int) -> msgspec.Raw:
        """What these eyes see, without words; made once for every turn, however many look."""
        # What was hidden lies open once the match is over: its replay is open to everybody, too.
        hidden = self.match.state if self.match.over else self.hidden(eyes)
        kept = self._views.get(eyes)
        if kept is None or kept[0] is not hidden:
            made = showing.view_of(self.match, self._record(eyes, hidden), eyes)
            kept = self._views[eyes] = hidden, msgspec.Raw(made)
        return kept[1]

    def _record(self, eyes: int, hidden: Records) -> Still:
        """What these eyes see, for reading: views and choices read the same fields."""
        kept = self._records.get(eyes)
        if kept is None or kept[0] is not hidden:
            kept = self._records[eyes] = hidden, Still(hidden)
        return kept[1]

    def story(self, eyes: int) -> list[Told]:
        """The last that these eyes have seen happen; that of spectators is made where somebody asks."""
        version, spoken = self.eyes[eyes].version, SPOKEN.get()
        kept = self._stories.get(eyes)
        if kept is None or kept[:3] != (self.turn, spoken, self.match.names):
            if eyes == SPECTATOR:
                happened = self.match.events(eyes, max(0, len(self.match.history) - STORY))
                made = [*sentences(self, version, happened, self.match.names, eyes)]
            else:
                made = [one for seen in self.eyes[eyes].story for one in heard(self, seen)]
            kept = self._stories[eyes] = self.turn, spoken, list(self.match.names), made[-STORY:]
        return kept[3]

    def offer(self, seat: int) -> Offer:
        """What only the seat itself is told: its choices, and what it may do besides."""
        made = Offer()
        if seat < 0 or self.waiting or self.frozen or self.match.game_over:
            return made
        mine = self.hidden(seat)
        if seat in self.now_asked:
            row = self._record(seat, mine)
            legal = self.legal(seat)
            made.choices = offered(self.match, mine, seat, legal, row)
            made.forced = len(legal) == 1
        elif seat in self.sealed:
            made.early, made.sealed = True, self.sealed[seat][0]
        elif self.guided is None or not self.guided.guiding:
            question = showing.early(self.match.engine, mine, seat)
            if question is not None:
                made.early = True
                legal = self.match.engine.legal(question)
                made.choices = offered(self.match, question, seat, legal)
                self.eyes[seat].offered = self.eyes[seat].version, showing.digest(question)
        made.guide = guidance(self.guided, seat)
        made.can_undo = self.facts.settings.get("undo") != "none" and self.back_to(seat) >= 0
        return made

    def back_to(self, seat: int) -> int:
        """Where taking back would lead: before the last action of a seat; -1 where it has none."""
        history = self.match.history
        for n in range(len(history) - 1, -1, -1):
            if history[n].kind in (NEXT, SUBSTITUTE):  # nothing from before a stand-in sat down
                return -1
            if history[n].kind == ACTION and history[n].seat == seat:
                return n
        return -1

    def opened(self) -> tuple[int, int] | None:
        """A sealed answer whose question has come, and looks as it looked when it was answered."""
        for seat in self.asked:
            if seat in self.sealed:
                action, expected = self.sealed[seat]
                mine = self.hidden(seat)
                if showing.digest(mine) == expected and action in self.legal(seat):
                    return seat, action
                del self.sealed[seat]
        return None
