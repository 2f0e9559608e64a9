"""The process in which studies are played.

It is asked for a study piece by piece, each of about a second, and so whoever waits in between is never far
from their turn. The laboratory does the work; nothing is measured here. Its priority is the lowest of all.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ..core.changes import Changes
from ..core.errors import BestiaryError
from ..core.game import Game
from ..core.registry import at
from ..core.sets import MADE, made_texts
from ..lab.compare.sharpening import LOOKS, Sharpening, Sweeping
from ..lab.play.beside import is_strong
from ..lab.tune.tuning import Tuned, tune
from .asking import Asked, Found
from .web.designs import CurvePoint, MatchupFacts, MeasureFacts, Proposal, Proposed, Verdict

NICE = 15
PIECE = 1.0  # seconds of play in one piece, about
SOON = 0.3  # seconds that are played at once, about
FINE = 0.02  # an interval that reaches so far is fine enough
MANY, FEW = 32, 8  # games that belong together: of the quick player; of a search, or where games are long
FIRST = 4  # times as many before the first look; the looks after it come at 3/2, 2, 3, 4 ... times as many
MOST_KEPT = 24  # studies that are half done; one that is forgotten begins again


def studied(asked: Asked) -> Iterator[Found]:
    """A study, piece by piece: what is known after each."""
    game = at(asked.place)
    kinds = {"whatif": compared, "curve": swept, "tune": proposed}
    yield from kinds[asked.kind](game, asked)


# ---- what changes do -------------------------------------------------------------------------------


def compared(game: Game, asked: Asked) -> Iterator[Found]:
    """What changes do, first by the quick player and then by stronger ones."""
    found = Found()
    for agent in asked.agents:
        before = list(found.verdicts)
        one = Sharpening(
            game, (agent,), 0, asked.options, asked.cores,
            _piece(game, agent), wanted=asked.changes, against=asked.against,
        )  # fmt: skip
        for done in _pieces(one, asked.seconds):
            if done is not None:
                found.verdicts = [*before, _verdict(one, agent, done or (one.reach or 0.0) <= FINE)]
            found.games = sum(v.games for v in before) + one.games
            yield found
            if found.verdicts[len(before) :] and found.verdicts[-1].done:
                break
    found.done = True
    yield found


def _pieces(one: Sharpening | Sweeping, seconds: float) -> Iterator[bool | None]:
    """Plays in pieces; at a look says whether it is the last, in between nothing.

    What is played depends on nothing but the study; time only decides how far it comes.
    """
    one.warm()
    yield None
    spent, began, pieces = 0.0, time.monotonic(), 1
    for look, due in enumerate(_due(one.piece)):
        while one.games < due and not one.same:
            then = time.monotonic()
            one.play(min(pieces, -(-(due - one.games) // one.piece)))
            pieces = _more(pieces, time.monotonic() - then)
            if one.games < due and time.monotonic() - began > PIECE:
                spent += time.monotonic() - began
                yield None
                began = time.monotonic()
        one.look()
        spent += time.monotonic() - began
        last = look == LOOKS - 1 or one.same or 2 * spent > seconds  # as much again would take too long
        yield last
        began = time.monotonic()
        if last:
            return


def _piece(game: Game, agent: str) -> int:
    """How many games belong together."""
    return FEW if game.team or is_strong(agent) else MANY


def _due(piece: int) -> list[int]:
    """How many games each look waits for.

    >>> _due(32)[:5]
    [128, 192, 256, 384, 512]
    """
    return [FIRST * piece * (2 + look % 2) * 2 ** (look // 2) // 2 for look in range(LOOKS)]


def _more(pieces: int, took: float) -> int:
    """How many pieces to play at once after some took so long.

    >>> _more(2, 0.2), _more(2, 0.5), _more(2, 0.7)
    (4, 2, 1)
    """
    if took < SOON:
        return 2 * pieces
    return max(1, pieces // 2) if took > 2 * SOON else pieces


def _verdict(one: Sharpening, agent: str, done: bool) -> Verdict:
    found = one.findings
    names = MeasureFacts.__struct_fields__
    return Verdict(
        agent,
        one.games,
        one.reach,
        done,
        found.sentence,
        [MeasureFacts(**{name: row[name] for name in names}) for row in found.frame.to_dicts()],
        [
            MatchupFacts(**{name: row[name] for name in MatchupFacts.__struct_fields__})
            for row in one.matchups()
        ],
        list(found.notes),
    )


def swept(game: Game, asked: Asked) -> Iterator[Found]:
    """What a number does over its range."""
    one = Sweeping(
        game, asked.agents[:1], 0, asked.options, asked.cores, _piece(game, asked.agents[0]),
        path=asked.path, values=asked.values, changes=asked.changes,
    )  # fmt: skip
    found = Found()
    for done in _pieces(one, asked.seconds):
        if done is not None:
            names = CurvePoint.__struct_fields__
            rows = one.look().frame.to_dicts()
            found.curve = [CurvePoint(**{name: row[name] for name in names}) for row in rows]
        found.games, found.done = one.games * len(one.contents), bool(done)
        yield found


# ---- which numbers to change -----------------------------------------------------------------------


class Paused:
    """Something long in a thread of its own that waits, wherever it tells how far it is, to be let go on."""

    def __init__(self) -> None:
        self._go, self._here = threading.Semaphore(0), threading.Semaphore(0)
        self.stopped = False
        self.games = 0
        self.result: Any = None
        self.problem: BaseException | None = None

    def tell(self, games: int) -> None:
        """Called from within: waits there."""
        self.games = games
        self._here.release()
        self._go.acquire()
        if self.stopped:
            raise KeyboardInterrupt

    def run(self, work: Any) -> Iterator[int]:
        """From outside: a piece at each step."""

        def whole() -> None:
            self._go.acquire()
            try:
                self.result = work()
            except BaseException as problem:
                self.problem = problem
            self.games = -1
            self._here.release()

        thread = threading.Thread(target=whole, daemon=True)
        thread.start()
        try:
            while True:
                self._go.release()
                self._here.acquire()
                if self.games < 0:
                    break
                yield self.games
        finally:
            self.stopped = True
            self._go.release()
            thread.join()
        if self.problem is not None:
            raise self.problem


def proposed(game: Game, asked: Asked) -> Iterator[Found]:
    """Numbers that come closer to a target."""
    with tempfile.TemporaryDirectory(prefix="bestiary-tune-") as folder:
        cards = _laid_out(Changes(game, asked.changes), Path(folder))
        paused = Paused()

        def work() -> Tuned:
            return tune(
                game, asked.target, asked.vary, asked.budget, asked.agents[:1], 0, asked.options, cards,
                cores=asked.cores, progress=paused.tell,
            )  # fmt: skip

        began = time.monotonic()
        for games in paused.run(work):
            if time.monotonic() - began > PIECE:
                yield Found(games)
                began = time.monotonic()
        yield _proposal(paused.result)


def _laid_out(draft: Changes, folder: Path) -> Path:
    """The card file of a draft, in which what the designer has changed counts as designed."""
    for one in draft.changed:
        if one.sign:
            continue  # a copy is designed as it is
        entry, field = one.place.entry, str(one.place.inside[0])
        if "known" in entry:
            entry["known"] = False
        if "known_fields" in entry:
            entry["known_fields"] = [fact for fact in entry["known_fields"] if field not in str(fact)]
    for name, text in made_texts(draft).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / MADE


def _proposal(tuned: Tuned) -> Found:
    changes = [] if tuned.made is None else tuned.made.changed
    told = [
        Proposed(
            f"{one.place.kind}{one.place.path[one.place.path.index('.') :]}"
            if one.place.path.startswith("cards.")
            else one.place.path,
            str(one.place.entry.get("name", one.place.kind)),
            " ".join(map(str, one.place.inside)).replace("_", " "),
            one.old,
            one.new,
        )
        for one in changes
    ]
    made = Proposal(str(tuned.target), tuned.sentence, tuned.met, told, list(tuned.notes))
    return Found(tuned.games, True, proposal=made)


# ---- the process -----------------------------------------------------------------------------------


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Goes on with studies until nobody asks any more: (id, what is asked), or (id, nothing) to drop one."""
    under_way: dict[str, Iterator[Found]] = {}
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            id, asked = pickle.load(questions)
            if asked is None:
                under_way.pop(id, None)
                continue
            if id not in under_way:
                while len(under_way) >= MOST_KEPT:
                    under_way.pop(next(iter(under_way)))
                under_way[id] = studied(asked)
            try:
                found = next(under_way[id])
            except StopIteration:
                found = Found(done=True)
            except BestiaryError as problem:
                found = Found(done=True, problem=str(problem))
            except Exception as problem:
                found = Found(done=True, problem=f"The study failed: {type(problem).__name__}: {problem}")
            if found.done:
                under_way.pop(id, None)
            pickle.dump(found, answers)
            answers.flush()


def main() -> None:
    """The process: answers what it is asked."""
    with suppress(AttributeError, OSError):  # elsewhere than on POSIX
        os.nice(NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
