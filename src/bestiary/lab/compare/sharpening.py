"""Comparisons that go on: more and more deals, judged anew with all that was played so far.

Whoever looks on sees the same intervals as ``whatif`` would give, as wide as all their looks together need:
stopping as soon as something seems clear makes nothing clear that is not. Deals come in blocks, each with a
seed of its own, and a block in pieces: which deals are played does not depend on how many are played at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl

from ...core.cards import Content
from ...core.changes import Change, Changes, written
from ...core.game import Game
from .. import measure
from ..measure.frames import Part
from ..play.among import Among
from ..play.running import warm
from ..play.study import FEWEST_CHUNKS, Study
from ..play.together import Together
from .curve import SCHEMA, Curve, row_of
from .findings import SHARE, Findings, Measured, judge
from .pairing import differing, measured, telling
from .questions import Joined, concerns, dealt, dealt_note, facts_of, joined, one_sided, studies_for

# What each look has of the 5% that may go wrong: early ones, at which little is known, have little of it.
SPENT = (1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4)
LOOKS = len(SPENT)
PIECE = 32  # games of a piece
APART = 1 << 44  # keeps the deals of blocks apart
STRIDE = 0x9E3779B97F4A7C15  # from the seed of a block to the next: far from any that somebody names
NEVER = 1 << 30  # of samples that nobody reads here


@dataclass
class _Pieces:
    """What comparisons share: who is concerned, and their games, piece by piece."""

    game: Game
    agents: tuple[str, ...] = ("bulk",)
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    cores: int | None = None
    piece: int = PIECE
    pieces: int = field(init=False, default=0)  # of the block, that are played
    block: int = field(init=False, default=0)
    games: int = field(init=False, default=0)  # of each set of cards
    same: bool = field(init=False, default=False)  # to the rules these are the same cards: nothing to play
    concerned: list[str] = field(init=False, default_factory=list)
    printed: dict[str, list[str]] = field(init=False, default_factory=dict)
    among: Among | None = field(init=False, default=None)  # the deals that say something
    _studies: list[list[Study]] = field(init=False, default_factory=list)  # for each set of cards
    _together: Together = field(init=False)
    _unseen: list[list[Joined]] = field(init=False, default_factory=list)  # played since the last look

    def study(self, content: Content) -> Study:
        """The games of a block, as one study."""
        seed = (self.seed + self.block * STRIDE) % (1 << 63)
        none = NEVER if not self.printed else 0
        return Study(
            self.game, self.agents, FEWEST_CHUNKS * self.piece, seed, dict(self.options), content=content,
            every=NEVER, watch=NEVER, cards_every=none, among=self.among,
        )  # fmt: skip

    def _lay_out(self, contents: Sequence[Content]) -> None:
        """The studies of a block, one behind the other for each set of cards."""
        one = studies_for(self.study(contents[0]), self.concerned)
        self._studies = [[replace(study, content=content) for study in one] for content in contents]
        if self.block == 0:
            self._together = Together([study.plan for row in self._studies for study in row], self.cores)
        self.pieces = 0

    def _play(self, contents: Sequence[Content], pieces: int) -> None:
        """So many pieces, or the rest of the block, with each of several sets of cards, on the same deals.

        What they come to is measured at the next look, of all at once: measuring a few games takes as long.
        """
        if not self._studies:
            self._lay_out(contents)
        whole = self._studies[0][0].plan.chunks
        chunks = range(self.pieces, min(whole, self.pieces + pieces))
        plans = [study.plan for row in self._studies for study in row]
        played = self._together.play(plans, chunks)
        each = len(self._studies[0])
        found = [
            joined(row, played[n * each : (n + 1) * each], self.block * APART)
            for n, row in enumerate(self._studies)
        ]
        self.pieces = chunks.stop
        self.games += found[0].games.height
        if self.pieces == whole:
            self.block += 1
            self._lay_out(contents)
        if not any(name.startswith("character_") for name in found[0].games.columns):
            self.concerned = []
        self._unseen.append(found)

    def _seen(self) -> list[Joined]:
        """All that was played since the last look, for each set of cards."""
        unseen, self._unseen = self._unseen, []
        return [
            Joined(pl.concat([one.games for one in each]), pl.concat([one.cards for one in each]))
            for each in zip(*unseen, strict=True)
        ]


@dataclass
class Sharpening(_Pieces):
    """What changed cards do, sharper with every piece."""

    wanted: Sequence[str | Change] = ()
    against: Sequence[str | Change] = ()  # what the other cards have changed; the game's own by default
    findings: Findings = field(init=False)
    _measures: dict[str, Measured] = field(init=False, default_factory=dict)
    _differ: int = field(init=False, default=0)
    _looks: int = field(init=False, default=0)
    _played: list[pl.DataFrame] = field(init=False, default_factory=list)  # games with the changed cards

    def __post_init__(self) -> None:
        self.new, self.old = Changes(self.game, self.wanted), Changes(self.game, self.against)
        self.concerned, self.printed = concerns([self.new, self.old])
        self.same = self.new.content.fingerprint == self.old.content.fingerprint
        self.among = dealt(self.game, (self.old.content, self.new.content), self.printed)
        self.findings = self._judged()

    def warm(self) -> None:
        """Loads or compiles all that it needs; what cannot be played is refused in one line."""
        warm(self.study(self.old.content))

    def play(self, pieces: int = 1) -> None:
        """Plays so many pieces, or the rest of a block, with each set of cards; nothing is judged yet."""
        if not self.same:
            self._play((self.old.content, self.new.content), pieces)

    def look(self) -> Findings:
        """Judges all that was played so far; so often as there are looks to be had."""
        if self._unseen:
            old, new = self._seen()
            for one in measured(old, new, self.game.team, self.concerned, self.printed):
                self._measures[one.name] = _joined(self._measures.get(one.name), one)
            self._differ += differing(old, new)
            self._played.append(new.games)
        self.findings = self._judged(SPENT[self._looks] / sum(SPENT))
        self._looks += 1
        return self.findings

    @property
    def reach(self) -> float | None:
        """How far the widest interval of a share reaches to either side; nothing where there is none."""
        wide = self.findings.frame.filter(pl.col("unit") == SHARE).select(
            (pl.col("high") - pl.col("low")).max() / 2
        )
        return None if self.same or not self.games else float(wide.item() or 0.0)

    def matchups(self) -> list[dict[str, Any]]:
        """How the characters concerned fare against every other one, with the changed cards."""
        if not self.concerned or not self._played:
            return []
        games = pl.concat(self._played, how="diagonal_relaxed")
        frame = measure.matchups(Part(games, pl.DataFrame(), pl.DataFrame()))
        return frame.filter(pl.col("character").is_in(self.concerned)).sort("share").to_dicts()

    def _judged(self, share: float = 1.0) -> Findings:
        title = ", ".join(str(one) for one in self.new.changed)
        lone = one_sided(self.printed, self.old.content, self.new.content)
        kept, never = telling([*self._measures.values()], lone)
        facts = facts_of(self.study(self.old.content))
        frame = judge(kept, self.games, share)
        notes = (*never, *dealt_note(self.among, self.printed))
        return Findings(title, frame, self.games, self._differ, self.same, notes, facts)


@dataclass
class Sweeping(_Pieces):
    """A curve over the values of a number, sharper with every piece."""

    path: str = ""
    values: Sequence[Any] = ()
    changes: Sequence[str | Change] = ()  # what else is changed, on the cards of every value
    _measures: dict[tuple[int, str], Measured] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        now = Changes(self.game, self.changes)
        made = [Changes(self.game, [*self.changes, Change(self.path, value)]) for value in self.values]
        self.concerned, self.printed = concerns(made)
        self.contents = [now.content, *(one.content for one in made)]
        self.among = dealt(self.game, self.contents, self.printed)

    def warm(self) -> None:
        """Loads or compiles all that it needs; what cannot be played is refused in one line."""
        warm(self.study(self.contents[0]))

    def play(self, pieces: int = 1) -> None:
        """Plays so many pieces, or the rest of a block, with each value; nothing is judged yet."""
        self._play(list(self._unlike.values()), pieces)

    @property
    def _unlike(self) -> dict[str, Content]:
        """The sets of cards that play differently."""
        return {one.fingerprint: one for one in self.contents}

    def _measure(self) -> None:
        played = dict(zip(self._unlike, self._seen(), strict=True))
        old = played[self.contents[0].fingerprint]
        for place, content in enumerate(self.contents[1:]):
            new = played[content.fingerprint]
            for one in measured(old, new, self.game.team, self.concerned, self.printed):
                key = place, one.name
                self._measures[key] = _joined(self._measures.get(key), one)

    def look(self) -> Curve:
        """The curve of all that was played so far."""
        if self._unseen:
            self._measure()
        frame = pl.DataFrame(list(self._rows()), SCHEMA, orient="row")
        facts = {**facts_of(self.study(self.contents[0])), "values": [str(v) for v in self.values]}
        return Curve(self.path, frame, self.games, facts)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for (place, _), one in self._measures.items():
            same = self.contents[place + 1].fingerprint == self.contents[0].fingerprint
            if len(one.baseline):
                yield (written(self.values[place]), same, *row_of(one, same))


def _joined(before: Measured | None, one: Measured) -> Measured:
    """A measure of earlier deals and of later ones, as one."""
    if before is None:
        return one
    old = np.concatenate([before.baseline, one.baseline])
    return Measured(one.name, old, np.concatenate([before.changed, one.changed]), one.unit)
