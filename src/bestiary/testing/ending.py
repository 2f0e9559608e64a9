"""Checks of events and of the end: everything can be told, every game ends, payoffs are in range."""

from __future__ import annotations

import math

from bestiary.core import words
from bestiary.core.record import readable, records

from .bench import Bench, Position, legal_of, walk

GAMES_OF_A_MATCH = 200  # far more than any match or campaign has
ENDLESS = 8  # games of a match that need not end


def events(at: Position) -> None:
    """The log never overflows, and every event can be told to every seat."""
    if at.over:
        return
    tried = at.engine.copy(at.states)
    log = at.engine.new_log()
    at.engine.apply(tried, at.action, log=log)
    if log[0]["overflow"]:
        at.fail(f"action {at.action} reports more than {at.game.limits.events} events")
    names = [f"Player {i + 1}" for i in at.seats]
    kinds = len(at.game.events.kinds)
    for row in log[0]["rows"][: int(log[0]["n"])]:
        if not 0 <= int(row[0]) < kinds:
            at.fail(f"an event of kind {int(row[0])}; there are {kinds}")
    for seat in (*at.eyes, None):
        for happening in at.engine.happenings(log, seat):
            try:
                words.told(at.game.events, at.engine.content, happening, names)
            except Exception as problem:
                at.fail(f"{happening} cannot be told: {type(problem).__name__}: {problem}", seat)
    quiet = at.engine.copy(at.states)
    at.engine.apply(quiet, at.action)
    if quiet.tobytes() != tried.tobytes():
        at.fail(f"action {at.action} plays differently when nobody keeps the log")


def payoffs(at: Position) -> None:
    """Payoffs are numbers within the declared range, at any time."""
    low, high = at.game.payoff
    got = at.engine.returns(at.states)
    for seat, value in enumerate(got):
        if not math.isfinite(value) or not low <= value <= high:
            at.fail(f"the payoff {value} is outside {low} to {high}", seat)


def batches(bench: Bench) -> None:
    """Many games at once: each ends within the bound, and plays as the same game alone does."""
    most = bench.game.limits.decisions
    low, high = bench.game.payoff
    for g in bench.few(4):
        options = bench.options(g)
        many = bench.engine.batch(bench.games, bench.seed, options, cores=1)
        where = {"options": options, "seed": bench.seed}
        if (many.lengths < 0).any():
            bench.fail(f"a game goes on past its bound of {most} decisions", **where)
        if (many.scores < low).any() or (many.scores > high).any():
            bench.fail(f"a payoff is outside {low} to {high}", **where)
        parts = bench.engine.batch(bench.games, bench.seed, options, cores=2)
        if parts.scores.tobytes() != many.scores.tobytes() or (parts.lengths != many.lengths).any():
            bench.fail("two cores give other results than one", **where)
        bench.count("games in batches", 2 * bench.games)


def carrying(bench: Bench) -> None:
    """A match of several games ends, and every game of it starts from what the last one hands on.

    Of a match that may go on for ever some games are played.
    """
    engine = bench.engine
    for g in bench.few(40):
        options = bench.options(g)
        carried = records(bench.game.carried)
        for game in range(ENDLESS if bench.game.endless else GAMES_OF_A_MATCH):
            seed = bench.seed + 1000 * g + game
            states = engine.start(options, seed, carried)
            if engine.playout(states, seed) < 0:
                bench.fail("a game of the match does not end", options=options, seed=seed)
            carried = engine.carry(states)
            more = int(carried["more"][0])
            if more not in (0, 1):
                bench.fail(f"more is {more}; expected 0 or 1", options=options, seed=seed)
            bench.count("games in matches")
            if not more:
                break
        if more and not bench.game.endless:
            bench.fail(f"a match goes on after {GAMES_OF_A_MATCH} games", options=options, seed=bench.seed)


def set_up(bench: Bench) -> None:
    """Set-up clears a used record, and asks somebody something."""
    engine = bench.engine
    for g in bench.few(40):
        options, seed = bench.options(g), bench.seed + g
        fresh = engine.start(options, seed)
        used = engine.start(options, seed + 1)
        engine.playout(used, seed)
        engine.start(options, seed, states=used)
        if used.tobytes() != fresh.tobytes():
            bench.fail("set-up leaves something of an earlier game", options=options, seed=seed)
        if not fresh[0]["over"] and not legal_of(engine, fresh):
            bench.fail("nothing can be done after set-up", options=options, seed=seed)


def secret_choices(bench: Bench) -> None:
    """Nothing that the others can see tells what was chosen in secret, until all have chosen."""
    if not bench.secret:
        return
    for g in range(bench.games):
        for at in walk(bench, bench.options(g), bench.seed + g):
            if at.over or at.phase not in bench.secret:
                continue
            if bench.secret[at.phase](readable(at.states[0])):
                secret_choice(at)


def secret_choice(at: Position) -> None:
    """The same, at one position, over all picks of whoever is asked.

    Every other seat's record, its legal moves and its events must be the same bytes, whatever was
    picked.
    """
    seen: dict[int, tuple[int, tuple[object, ...]]] = {}
    for pick in at.choices:
        tried = at.engine.copy(at.states)
        log = at.engine.new_log()
        at.engine.apply(tried, pick, log=log)
        for seat in at.eyes:
            if seat in at.asked:
                continue
            told = tuple(f"{h.kind} {h.words}" for h in at.engine.happenings(log, seat))
            asked = seat in at.engine.actors(tried)
            choices = tuple(legal_of(at.engine, tried)) if asked else ()
            reasons = at.engine.why_all(tried).tobytes() if asked else b""
            now = (at.engine.hidden(tried, seat).tobytes(), told, choices, reasons)
            first, before = seen.setdefault(seat, (pick, now))
            for name, one, other in zip(("record", "events", "legal", "why"), before, now, strict=True):
                if one != other:
                    at.fail(f"picking {pick} instead of {first} can be told from the {name}", seat)
        at.bench.count("secret picks compared")
