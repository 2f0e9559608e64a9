"""Comparisons that go on: batch after batch on fresh deals, judged anew with all that was played so far.

Whoever looks on sees the same intervals as ``whatif`` would give, as wide as all their looks together need:
stopping as soon as something seems clear makes nothing clear that is not.
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
from ..play.running import warm
from ..play.study import Study
from .curve import SCHEMA, Curve, row_of
from .findings import SHARE, Findings, Measured, judge
from .pairing import differing, measured
from .questions import Joined, characters, facts_of, named_by, play_all, printed_as, studies_for

LOOKS = 7  # looks that the intervals are made for
APART = 1 << 44  # keeps the deals of batches apart
STRIDE = 0x9E3779B97F4A7C15  # from the seed of a batch to the next: far from any that somebody names
NEVER = 1 << 30  # of samples that nobody reads here


@dataclass
class _Batches:
    """What comparisons share: who is concerned, and the games of a batch."""

    game: Game
    agents: tuple[str, ...] = ("bulk",)
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    cores: int | None = None
    batches: int = field(init=False, default=0)
    games: int = field(init=False, default=0)  # of each set of cards
    same: bool = field(init=False, default=False)  # to the rules these are the same cards: nothing to play
    concerned: list[str] = field(init=False, default_factory=list)
    printed: dict[str, list[str]] = field(init=False, default_factory=dict)

    def _about(self, codes: Sequence[str]) -> None:
        """Finds out which characters and cards are to be measured."""
        roles = characters(self.game)
        self.concerned = [code for code in codes if code in roles]
        self.concerned += [who for who in named_by(self.game, codes, None) if who not in self.concerned]
        self.printed = printed_as(self.game, [code for code in codes if code not in roles], None)

    def study(self, content: Content, games: int) -> Study:
        """The next games, as one study."""
        seed = (self.seed + self.batches * STRIDE) % (1 << 63)
        none = NEVER if not self.printed else 0
        return Study(
            self.game, self.agents, games, seed, dict(self.options), content=content,
            every=NEVER, watch=NEVER, cards_every=none,
        )  # fmt: skip

    def _play(self, contents: Sequence[Content], games: int) -> list[Joined]:
        """One batch with each of several sets of cards, on the same deals."""
        studies = studies_for(self.study(contents[0], games), self.concerned)
        apart = self.batches * APART
        found = []
        for content in contents:
            made = play_all([replace(one, content=content) for one in studies], self.cores, None, 0, 0)
            found.append(
                Joined(
                    made.games.with_columns(pl.col("game") + apart, pl.col("deal") + apart),
                    made.cards.with_columns(pl.col("game") + apart),
                )
            )
        self.batches += 1
        self.games += found[0].games.height
        if not any(name.startswith("character_") for name in found[0].games.columns):
            self.concerned = []
        return found


@dataclass
class Sharpening(_Batches):
    """What changed cards do, sharper with every batch."""

    wanted: Sequence[str | Change] = ()
    against: Sequence[str | Change] = ()  # what the other cards have changed; the game's own by default
    findings: Findings = field(init=False)
    _measures: dict[str, Measured] = field(init=False, default_factory=dict)
    _differ: int = field(init=False, default=0)
    _played: list[pl.DataFrame] = field(init=False, default_factory=list)  # games with the changed cards

    def __post_init__(self) -> None:
        self.new, self.old = Changes(self.game, self.wanted), Changes(self.game, self.against)
        self._about(list(dict.fromkeys((*self.new.cards(), *self.old.cards()))))
        self.same = self.new.content.fingerprint == self.old.content.fingerprint
        self.findings = self._judged()

    def warm(self) -> None:
        """Loads or compiles all that it needs; what cannot be played is refused in one line."""
        warm(self.study(self.old.content, 1))

    def play(self, games: int) -> None:
        """Plays a batch of so many games with each set of cards; nothing is judged yet."""
        if self.same:
            return
        old, new = self._play((self.old.content, self.new.content), games)
        for one in measured(old, new, self.game.team, self.concerned, self.printed):
            self._measures[one.name] = _joined(self._measures.get(one.name), one)
        self._differ += differing(old, new)
        self._played.append(new.games)

    def look(self) -> Findings:
        """Judges all that was played so far."""
        self.findings = self._judged()
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

    def _judged(self) -> Findings:
        title = ", ".join(str(one) for one in self.new.changed)
        kept = [one for one in self._measures.values() if len(one.baseline)]
        never = [f"no game has shown: {n}" for n, one in self._measures.items() if not len(one.baseline)]
        facts = facts_of(self.study(self.old.content, 1))
        frame = judge(kept, self.games, LOOKS)
        return Findings(title, frame, self.games, self._differ, self.same, (*never,), facts)


@dataclass
class Sweeping(_Batches):
    """A curve over the values of a number, sharper with every batch."""

    path: str = ""
    values: Sequence[Any] = ()
    changes: Sequence[str | Change] = ()  # what else is changed, on the cards of every value
    _measures: dict[tuple[int, str], Measured] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        now = Changes(self.game, self.changes)
        made = [Changes(self.game, [*self.changes, Change(self.path, value)]) for value in self.values]
        self._about(list(dict.fromkeys(code for one in made for code in one.cards())))
        self.contents = [now.content, *(one.content for one in made)]

    def warm(self) -> None:
        """Loads or compiles all that it needs; what cannot be played is refused in one line."""
        warm(self.study(self.contents[0], 1))

    def play(self, games: int) -> None:
        """Plays a batch of so many games with each value."""
        unlike = {one.fingerprint: one for one in self.contents}
        played = dict(zip(unlike, self._play(list(unlike.values()), games), strict=True))
        old = played[self.contents[0].fingerprint]
        for place, content in enumerate(self.contents[1:]):
            new = played[content.fingerprint]
            for one in measured(old, new, self.game.team, self.concerned, self.printed):
                key = place, one.name
                self._measures[key] = _joined(self._measures.get(key), one)

    def look(self) -> Curve:
        """The curve of all that was played so far."""
        frame = pl.DataFrame(list(self._rows()), SCHEMA, orient="row")
        facts = {**facts_of(self.study(self.contents[0], 1)), "values": [str(v) for v in self.values]}
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
