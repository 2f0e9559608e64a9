"""Tuning: which of our own designed numbers to change so that a target is met, as a proposal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from ...core.changes import RANGE, Change, Changes, opened
from ...core.errors import BestiaryError, CardError
from ...core.game import Game
from ...core.html import paragraphs
from ...core.paths import Place, places
from ...core.registry import load
from ...run.statistics import Z95
from ..compare.questions import characters
from . import targets
from .scoring import Trials, concerns
from .searching import Say, Search
from .surrogate import Number
from .targets import Score, Target

WIDEST = 0.4  # how far a number may go by itself, as a part of it, where no range is given


@dataclass(frozen=True)
class Tuned:
    """A proposal: changed numbers, and what they come to.

    The frame has one row for each thing that is aimed at: name, before, after, low, high (of after), games,
    inside, verdict (inside or outside with 95% confidence, or unclear); before and after are from the fresh
    deals.
    """

    game: str
    target: Target
    changes: tuple[str, ...]
    frame: pl.DataFrame
    diff: str
    met: bool
    confirmed: bool  # on fresh deals; else the search was stopped before
    inside: int
    wanted: int
    games: int  # played in all
    notes: tuple[str, ...] = ()
    interrupted: bool = False
    moved: tuple[str, ...] = ()  # what the changes move, of all that is aimed at
    made: Changes | None = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str:
        """The proposal as a notebook shows it: what it comes to, and the diff of the card file."""
        lines = paragraphs([f"{self.game}: {self.target}", *self.changes, *self.notes, self.sentence])
        return f"{lines}<pre>{escape(self.diff)}</pre>"

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        if not self.confirmed:
            return f"Stopped after {self.games:,} games; the best so far is not confirmed on fresh deals."
        sure = self.frame["verdict"].to_list()
        count = (
            f"{self.inside} of {self.frame.height} within the bounds as measured "
            f"({sure.count('inside')} surely, {sure.count('outside')} surely outside)"
        )
        if not self.changes and self.met:
            return f"The target is met as it is: {count}."
        many = f"{len(self.changes)} change{'s' * (len(self.changes) != 1)}"
        if self.moved:
            mine = self.frame.filter(pl.col("name").is_in(list(self.moved)))
            were = mine.filter(pl.col("before").is_between(self.target.low, self.target.high)).height
            are = mine["inside"].sum()
            count += f". Of the {mine.height} that the change moves {are} are, {were} were before"
        if self.met:
            return f"The target is met with {many}, on fresh deals: {count}."
        return f"The target is not met with {many}, {self.wanted} are wanted: {count}."

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "game": self.game,
            "target": str(self.target),
            "changes": list(self.changes),
            "met": self.met,
            "confirmed": self.confirmed,
            "inside": self.inside,
            "wanted": self.wanted,
            "games": self.games,
            "interrupted": self.interrupted,
            "sentence": self.sentence,
            "notes": list(self.notes),
            "results": self.frame.to_dicts(),
            "diff": self.diff,
        }


def tune(
    game: Game | str,
    target: str,
    vary: Sequence[str],
    budget: int = 100_000,
    agents: Sequence[str] = ("bulk",),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    keep: Path | None = None,
    cores: int | None = None,
    say: Say | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tuned:
    """The fewest changes of numbers that meet a target, as a proposal; nothing is written.

    ``vary`` are paths with wildcards, each with a range if it shall have one: ``cards.*.power=18..32``.
    Numbers that are known are left alone. ``budget`` is the number of games in all, about. Ctrl-C gives
    the best so far; what was played is remembered in ``keep``.
    """
    found = load(game) if isinstance(game, str) else game
    aim, numbers, left = wish(found, target, vary, cards)
    about = {number.path: number.about for number in numbers}
    trials = Trials(found, aim, tuple(agents), dict(options or {}), about, cards, keep, cores, 0, progress)
    search = Search(trials, numbers, seed, budget, say or (lambda line: None))
    interrupted = False
    try:
        search.run()
    except KeyboardInterrupt:
        interrupted = True
    return _propose(search, left, interrupted)


def wish(
    game: Game, target: str, vary: Sequence[str], path: Path | None
) -> tuple[Target, list[Number], tuple[str, ...]]:
    """A target and the numbers that may be tuned, or an error in one line."""
    aim = targets.parse(target)
    if aim.what == "matchups" and len(characters(game)) < 2:
        raise BestiaryError(f"{game.title} has no characters to match against each other.")
    return aim, *_numbers(game, vary, path)


def _numbers(game: Game, vary: Sequence[str], path: Path | None) -> tuple[list[Number], tuple[str, ...]]:
    """The numbers that may be tuned, and why others were left alone."""
    file = opened(game, path)
    found: dict[str, Number] = {}
    known = inert = 0
    for text in vary:
        where, _, span = text.partition("=")
        given = RANGE.fullmatch(span.strip()) if span else None
        if span and given is None:
            raise CardError(f"{text}: expected PATH=FIRST..LAST, such as cards.*.power=18..32")
        fixed: list[int] = []
        group: list[Number] = []
        for place in places(file, where.strip()):
            if not isinstance(place.value, int) or isinstance(place.value, bool):
                continue
            known += not place.ours
            number = None
            if place.ours:
                number = _number(game, place, given and (int(given[1]), int(given[2])), path)
                inert += number is None
            if number is None:
                fixed.append(place.value)
            else:
                group.append(number)
        found |= {number.path: number for number in _apart(group, fixed)}
    left = []
    if known:
        left.append(f"known from the rulebook or from the public, and left as they are: {known}")
    if inert:
        left.append(f"without meaning to the rules, or not to be changed by themselves: {inert}")
    if not found:
        why = f" ({'; '.join(left)})" if left else ""
        raise CardError(f"{', '.join(vary)}: there is no number of ours to tune{why}.")
    return list(found.values()), tuple(left)


def _apart(group: list[Number], fixed: list[int]) -> list[Number]:
    """Numbers that all differ now, as printed values of a kind may be meant to, shall go on to differ."""
    values = [*fixed, *(number.now for number in group)]
    if len(set(values)) < len(values) or len(values) == 1:
        return group
    paths = frozenset(number.path for number in group)
    return [replace(n, others=paths - {n.path}, barred=frozenset(fixed)) for n in group]


def _number(game: Game, place: Place, given: tuple[int, int] | None, path: Path | None) -> Number | None:
    now = place.value
    reach = max(1, round(abs(now) * WIDEST))
    least, most = given or (now - reach, now + reach)
    if place.bounds:
        least, most = max(least, place.bounds[0]), min(most, place.bounds[1])
    if least >= most:
        return None
    number = Number(place.path, now, min(least, now), max(most, now), concerns(game, place))
    try:
        step = now + 1 if now < number.most else now - 1
        tried = Changes(game, [Change(number.path, step)], path)
    except CardError:
        return None
    return number if tried.content.fingerprint != game.content(path).fingerprint else None


def _rows(
    before: Mapping[str, Score], after: Mapping[str, Score], target: Target
) -> Iterator[dict[str, Any]]:
    for name, score in after.items():
        old = before.get(name)
        yield {
            "name": name,
            "before": old.mean if old else None,
            "after": score.mean,
            "low": score.mean - Z95 * score.error,
            "high": score.mean + Z95 * score.error,
            "games": score.games,
            "inside": target.inside(score.mean),
            "verdict": verdict(score, target),
        }


def verdict(score: Score, target: Target) -> str:
    """Inside or outside the bounds with 95% confidence, else unclear."""
    low, high = score.mean - Z95 * score.error, score.mean + Z95 * score.error
    if target.low <= low and high <= target.high:
        return "inside"
    return "outside" if high < target.low or low > target.high else "unclear"


def _propose(search: Search, left: tuple[str, ...], interrupted: bool) -> Tuned:
    trials, target = search.trials, search.target
    made = Changes(trials.game, [Change(p, v) for p, v in sorted(search.best.items())], trials.path)
    scores = search.after if search.confirmed else search.screened
    schema = {
        "name": pl.String,
        "before": pl.Float64,
        "after": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "games": pl.Int64,
        "inside": pl.Boolean,
        "verdict": pl.String,
    }
    values = {name: score.mean for name, score in scores.items()}
    return Tuned(
        trials.game.name,
        target,
        tuple(str(one) for one in made.changed),
        pl.DataFrame(list(_rows(search.before, scores, target)), schema=schema),
        made.diff(),
        bool(values) and target.met(values),
        search.confirmed,
        target.count(values),
        target.wanted(len(values)),
        trials.spent,
        (*left, *made.stale(), *([search.short] if search.short else [])),
        interrupted,
        search.moved,
        made,
    )
