"""Where a guided game stands: it follows from the moves that were made, and from nothing else.

A question with one answer is no step of the script: the table answers it. A move that the script did not
ask for leaves the guide; taken back, the guide goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ..core.actions import Meaning
from ..core.cards import Content
from ..core.game import Game
from ..core.language import SPOKEN, Language, speaking, word
from ..core.match import ACTION, Entry, Match
from ..core.record import fields
from ..core.rng import mixed
from ..core.words import sentence
from .fitting import chosen, fits
from .script import Guide, GuideError, Step, guide_of

State = Literal["asking", "waiting", "done", "left"]


@dataclass(frozen=True)
class Page:
    """One thing that the guide says, the entries that it states, what it points at."""

    say: str
    rules: tuple[str, ...] = ()
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guidance:
    """What the guide has to say to the player now."""

    state: State
    step: int  # the move that is asked for, from 1
    of: int
    pages: tuple[Page, ...] = ()
    moves: tuple[int, ...] = ()  # the actions that lead on; empty: any
    off: str = ""  # why it suggests no other


@dataclass(frozen=True)
class _Due:
    """What is due where a match stands: the same in every language."""

    state: State
    step: int
    of: int
    steps: tuple[Step, ...] = ()
    at: tuple[tuple[str, ...], ...] = ()  # what each of them points at
    moves: tuple[int, ...] = ()
    move: dict[str, Any] | None = None  # the first of those that lead on
    off: str = ""


@dataclass
class _Place:
    """Where in the script a match stands."""

    step: int = 0  # the next step of the script
    since: int = 0  # entries up to the player's last move
    named: dict[str, tuple[Meaning, Any]] = field(default_factory=dict)  # moves that later texts speak of
    replies: tuple[Mapping[str, Any], ...] = ()
    left: int = -1  # the entry by which the guide was left
    lost: str = ""  # why the script does not fit where it should
    noted: set[int] = field(default_factory=set)


class Walk:
    """Follows a match along the script of its guide; ``own``: a match at its start that only it plays."""

    def __init__(self, guide: Guide, match: Match, own: bool = False) -> None:
        self.guide = guide
        self.match = match
        self._restart(match if own else None)

    def _restart(self, trial: Match | None = None) -> None:
        own = self.match
        names = dict(enumerate(own.first_names))
        self.trial = trial or Match(own.game, own.options, own.seed, names, own.content)
        self.place = _Place()
        self._taken = 0
        self._due: _Due | None = None
        self._told: dict[Language | None, Guidance] = {}

    # ---- following -------------------------------------------------------------------------

    def now(self) -> Guidance:
        """What the guide has to say where the match stands."""
        self._follow()
        due, language = self._now_due(), SPOKEN.get()
        if language not in self._told:
            self._told[language] = self._guidance(due)
        return self._told[language]

    @property
    def guiding(self) -> bool:
        """Whether the script still goes on: then the other side plays by it too."""
        self._follow()
        return self.place.left < 0 and not self.place.lost and self.place.step < len(self.guide.steps)

    @property
    def left(self) -> int:
        """The entry by which the guide was left, or -1."""
        self._follow()
        return self.place.left

    def _follow(self) -> None:
        if self.trial is self.match:
            if len(self.match.history) == self._taken:
                return
            self._restart()  # somebody else has played it on, or gone back in it
        history, mine = self.match.history, self.trial.history
        n = len(mine)
        if n > len(history) or mine != history[:n]:
            self._restart()
            n = 0
        for entry in history[n:]:
            self._take(entry)

    def play(self, action: int) -> None:
        """Makes a move of a match that only this walk plays."""
        self._take(Entry(ACTION, self.trial.asked[0], action))

    def _take(self, entry: Entry) -> None:
        place = self.place
        self._taken += 1
        if entry.kind != ACTION:
            if place.left < 0:
                place.left = len(self.trial.history)
            self.trial.history.append(entry)  # nothing is shown of it: the guide is left for good
            return
        if len(self.trial.history) and self.trial.history[-1].kind != ACTION:
            self.trial.history.append(entry)
            return
        own = entry.seat == self.guide.seat
        if own and len(self.trial.legal()) > 1:
            self._answered(entry)
        self._due = None
        self._told.clear()
        self.trial.play(entry.action, entry.seat)

    def _answered(self, entry: Entry) -> None:
        """The player has made a move: one that leads on, one after the script, or one that leaves it."""
        place, before = self.place, self._now_due()
        if before.state == "asking":
            if before.moves and entry.action not in before.moves:
                place.left = len(self.trial.history)
            else:
                steps, last = self._stop()
                if last is not None and last.name:
                    meaning = self.trial.engine.meaning(self.trial.state, entry.action)
                    place.named[last.name] = meaning, self._seen()
                place.replies = last.reply if last is not None else ()
                place.step += len(steps)
        elif place.step < len(self.guide.steps):
            place.step = len(self.guide.steps)  # the last words have been said
        place.since = len(self.trial.history)

    def _now_due(self) -> _Due:
        """What is due where this walk itself has got to."""
        if self._due is None:
            with speaking(None):  # scripts are written over English views
                self._due = self._find_due()
        return self._due

    # ---- what is said ----------------------------------------------------------------------

    def _stop(self) -> tuple[list[Step], Step | None]:
        """The steps up to the next that asks for a move, and that one."""
        taken: list[Step] = []
        for step in self.guide.steps[self.place.step :]:
            taken.append(step)
            if step.move is not None:
                return taken, step
        return taken, None

    def _find_due(self) -> _Due:
        guide, place, trial = self.guide, self.place, self.trial
        number = 1 + sum(step.move is not None for step in guide.steps[: place.step])
        of = guide.asked
        if place.left >= 0 or place.lost:
            return self._noted("left" if place.left >= 0 else "done", number)
        if guide.seat not in trial.asked or len(trial.legal()) == 1:
            over = trial.game_over or place.step >= len(guide.steps)
            return _Due("done" if over else "waiting", min(number, of), of)
        steps, last = self._stop()
        if not steps:
            return self._noted("done", of)
        view = trial.view(guide.seat)
        for step in steps:
            if unfit := self._unfit(step, view):
                place.lost = f"step {guide.steps.index(step) + 1}: {unfit}"
                return self._noted("done", number)
        moves: list[dict[str, Any]] = []
        if last is not None and last.move is not None:
            moves = chosen(self._moves(trial.legal()), last.move, view)
            if not moves:
                place.lost = f"step {guide.steps.index(last) + 1}: no legal move is as it asks"
                return self._noted("done", number)
        first = moves[0] if moves else None
        figures = self._figures(view, first)
        at = tuple(tuple(self.told(key, figures) for key in step.at) for step in steps)
        free = last is not None and not last.move
        allowed = () if free else tuple(move["action"] for move in moves)
        state: State = "asking" if last is not None else "done"
        off = last.off if last is not None else ""
        return _Due(state, min(number, of), of, tuple(steps), at, allowed, first, off)

    def _guidance(self, due: _Due) -> Guidance:
        """The same in the words of the language that is spoken."""
        if not due.steps:
            return Guidance(due.state, due.step, due.of)
        figures = self._figures(self.trial.view(self.guide.seat), due.move)
        pages = tuple(
            Page(self.told(word(step.say), figures), step.rules, at)
            for step, at in zip(due.steps, due.at, strict=True)
        )
        off = self.told(word(due.off), figures)
        return Guidance(due.state, due.step, due.of, pages, due.moves, off)

    def _figures(self, view: Mapping[str, Any], move: dict[str, Any] | None) -> dict[str, Any]:
        """What texts speak of."""
        figures = {name: self._spoken(meaning, seen) for name, (meaning, seen) in self.place.named.items()}
        if move is not None:
            figures["move"] = self._spoken(move["meaning"], self._seen())
        return {"view": view, **figures}

    def _unfit(self, step: Step, view: Mapping[str, Any]) -> str:
        """The condition that does not hold, or nothing."""
        question = self.trial.game.questions.name(int(self.trial.state[0]["phase"]))
        if step.question and step.question != question:
            return f"the question is {question}, not {step.question}"
        if not fits(view, step.when):
            return f"the view is not as when = {dict(step.when)}"
        happened = [{"kind": h.kind, **h.words} for h in self.trial.events(self.guide.seat, self.place.since)]
        for wanted in step.after:
            if not fits(happened, {"any": wanted}):
                return f"{wanted['kind']} has not happened as it should"
        return ""

    def _noted(self, state: State, number: int) -> _Due:
        """What comes up for the first time once the script is over."""
        trial, steps, at = self.trial, list[Step](), list[tuple[str, ...]]()
        asked = self.guide.seat in trial.asked and len(trial.legal()) > 1
        for n, note in enumerate(self.guide.notes if asked else ()):
            question = trial.game.questions.name(int(trial.state[0]["phase"]))
            if n in self.place.noted or (note.question and note.question != question):
                continue
            view = trial.view(self.guide.seat)
            if not self._unfit(note, view):
                self.place.noted.add(n)
                steps.append(note)
                at.append(tuple(self.told(key, self._figures(view, None)) for key in note.at))
        return _Due(state, number, self.guide.asked, tuple(steps), tuple(at))

    def told(self, template: str, figures: Mapping[str, Any]) -> str:
        """A text of the script over what it speaks of."""
        try:
            return template.format_map(figures)
        except (KeyError, IndexError, TypeError, ValueError) as problem:
            raise GuideError(f"{self.guide.path}: '{template}': {problem!r} is not there") from None

    # ---- moves -----------------------------------------------------------------------------

    def _moves(self, actions: list[int]) -> list[dict[str, Any]]:
        """Moves with their cards, as patterns and texts know them."""
        trial = self.trial
        meanings = trial.engine.meanings(trial.state, actions)
        return [
            {"action": action, **_move(trial.content, meaning), "meaning": meaning}
            for action, meaning in zip(actions, meanings, strict=True)
        ]

    def _seen(self) -> Any:
        """The record that the player sees now."""
        trial = self.trial
        return fields(trial.engine.hidden(trial.state, self.guide.seat)[0])

    def _spoken(self, meaning: Meaning, seen: Any) -> dict[str, Any]:
        """A move with what a text says of it: its sentence, its place as people count."""
        trial = self.trial
        told = sentence(trial.game, trial.content, seen, meaning, trial.people(self.guide.seat))
        place = None if meaning.target is None else meaning.target + 1
        return {**_move(trial.content, meaning), "sentence": told, "place": place}

    def reply(self, seat: int) -> int:
        """What another seat plays while the script goes on: the same whenever it is asked."""
        self._follow()
        trial = self.trial
        legal = trial.legal()
        if len(legal) == 1:
            return legal[0]
        with speaking(None):
            view, moves = trial.view(seat), self._moves(legal)
        question = trial.game.questions.name(int(trial.state[0]["phase"]))
        for wanted in (*self.place.replies, *self.guide.replies):
            pattern = dict(wanted)
            if pattern.pop("question", question) == question:
                found = chosen(moves, pattern, view)
                if found:
                    return int(found[0]["action"])
        chance = int(mixed(np.uint64(trial.seed), len(trial.history)))
        suggested = trial.engine.suggest(trial.engine.hidden(trial.state, seat), chance)
        return legal[chance % len(legal)] if suggested is None else suggested


def _move(content: Content, meaning: Meaning) -> dict[str, Any]:
    cards = {"card": _card(content, meaning.card), "other": _card(content, meaning.other)}
    return {"verb": meaning.verb, **cards, "target": meaning.target, "number": meaning.number}


def _card(content: Content, card: int | None) -> dict[str, Any] | None:
    return None if card is None or card < 0 else content.cards[card].shown(card)


def begun(
    game: Game, names: Mapping[int, str] | None = None, seed: int | None = None, own: bool = False
) -> tuple[Match, Walk]:
    """A guided match at its start, by default with the seed of the script."""
    guide = guide_of(game)
    if guide is None:
        raise GuideError(f"{game.title} has no guide.")
    match = Match(game, guide.options, guide.seed if seed is None else seed, names)
    return match, Walk(guide, match, own)
