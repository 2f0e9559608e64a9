"""Checks of repetition: the same seed is the same game; copies, saves and undo keep every byte."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import numpy as np

from bestiary.core import saves
from bestiary.core.match import Match
from bestiary.core.record import Records

from .bench import Bench, Settings, differences, known, legal_of, walk

SEEDS = 24
DEAR_GAMES = 6
LONG = 1000  # entries of a match that is kept step by step: a longer one is left there
COPIES = 40  # of one match: a copy has its whole history in it
GAMES = 3  # games of one match: a campaign may be tried again without end


def _replay(bench: Bench, options: Settings, seed: int, actions: list[int]) -> Iterator[Records]:
    engine = bench.engine
    states = engine.start(options, seed)
    yield states
    for action in actions:
        engine.apply(states, action)
        yield states


def same_seed(bench: Bench) -> None:
    """The same seed and choices give the same bytes, alone or while another game is played."""
    for g in bench.few(3 * DEAR_GAMES):
        options = bench.options(g)
        stories: list[tuple[int, list[int], list[bytes]]] = []
        for seed in (bench.seed + g, bench.seed + g + 7919):
            steps = [(at.action, at.states.tobytes()) for at in walk(bench, options, seed)]
            stories.append((seed, [a for a, _ in steps[:-1]], [b for _, b in steps]))
        pairs = [
            zip(_replay(bench, options, seed, actions), told, strict=True) for seed, actions, told in stories
        ]
        n = 0
        while pairs:
            for pair in list(pairs):
                step = next(pair, None)
                if step is None:
                    pairs.remove(pair)
                elif step[0].tobytes() != step[1]:
                    then = np.frombuffer(step[1], bench.game.state)
                    what = differences(step[0][0], then[0])
                    bench.fail(
                        f"the same seed and choices give another state: {what}",
                        options=options,
                        seed=bench.seed + g,
                        decision=n,
                    )
            n += 1
        bench.count("games replayed", 2)


def other_seeds(bench: Bench) -> None:
    """Different seeds give different games, where the game has random streams at all."""
    if not bench.game.state["rng"].shape[0]:
        return
    options = bench.options(0)
    played = set()
    for seed in range(bench.seed, bench.seed + SEEDS):
        chance = random.Random(1)
        states = bench.engine.start(options, seed)
        marks = []
        for _ in range(64):
            quiet = states.copy()
            quiet["rng"] = 0
            marks.append(quiet.tobytes())
            if bench.engine.over(states):
                break
            bench.engine.apply(states, chance.choice(legal_of(bench.engine, states)))
        played.add(b"".join(marks))
    if len(played) < SEEDS // 2:
        bench.fail(f"{SEEDS} seeds give only {len(played)} different games", options=options, seed=bench.seed)


def copies(bench: Bench) -> None:
    """What is played on a copy never touches the original, and the other way round."""
    with known(bench.game):
        for g in bench.few(DEAR_GAMES):
            options, seed = bench.options(g), bench.seed + g
            match = Match(bench.game, options, seed, content=bench.engine.content)
            chance = random.Random(seed)
            copied = 0
            while not _played(match) and copied < COPIES:
                if chance.random() < 0.15:
                    _copied(bench, match, chance)
                    copied += 1
                _step(match, chance)


def _copied(bench: Bench, match: Match, chance: random.Random) -> None:
    before = match.state.tobytes()
    ways = {
        "copy": match.copy(),
        "copy.copy": copy.copy(match),
        "deepcopy": copy.deepcopy(match),
        "pickle": pickle.loads(pickle.dumps(match)),
        "branch": match.branch(),
        "state": None,
    }
    draw = chance.getrandbits(32)
    ends: dict[str, bytes] = {}
    where = {"options": match.options, "seed": match.seed, "decision": len(match.history)}
    for way, made in ways.items():
        if made is None:
            states = bench.engine.copy(match.state)
            bench.engine.playout(states, draw)
        else:
            if made.state.tobytes() != before or made.history != match.history:
                bench.fail(f"a {way} of the match is not the same match", **where)
            own = random.Random(draw)
            for _ in range(12):
                if made.over:
                    break
                _step(made, own)
            ends[way] = made.state.tobytes()
        if match.state.tobytes() != before:
            bench.fail(f"playing on a {way} changes the original", **where)
    if len(set(ends.values())) > 1:
        bench.fail("copies of one match play differently with the same choices", **where)
    bench.count("copies played on", len(ways))


def _played(match: Match) -> bool:
    """Whether enough of a match has been played: all of it, or some of its games."""
    return match.over or (match.game_over and match.game_number == GAMES - 1)


def _step(match: Match, chance: random.Random) -> None:
    if match.more:
        match.next_game()
    else:
        match.play(chance.choice(match.legal()))


def saving(bench: Bench) -> None:
    """Save, load, replay, undo, rewind and branch give every byte, view and event back."""
    with known(bench.game):
        for g in bench.few(DEAR_GAMES):
            _saved(bench, bench.options(g), bench.seed + g)


def _saved(bench: Bench, options: Settings, seed: int) -> None:
    match = Match(bench.game, options, seed, content=bench.engine.content)
    chance = random.Random(seed)
    eyes = [*range(match.seats), -1]
    states = [match.state.tobytes()]
    views = [[match.view(seat) for seat in eyes]]
    where = {"options": options, "seed": seed}
    while not _played(match) and len(match.history) < LONG:
        _step(match, chance)
        states.append(match.state.tobytes())
        views.append([match.view(seat) for seat in eyes])
    last = len(match.history)
    for n in range(last + 1):
        if match.state_at(n).tobytes() != states[n]:
            bench.fail("going back does not give the same state", decision=n, **where)
    for i, seat in enumerate(eyes):
        for n, (_, view, _) in enumerate(match.replay(seat), 1):
            if view != views[n][i]:
                bench.fail("a replay shows another view than the game did", decision=n, seat=seat, **where)
    if bench.engine.content.fingerprint == bench.game.content().fingerprint:
        for n in {last, last // 2, chance.randrange(last + 1)}:
            part = match.branch(n)
            text = saves.dumps(part)
            back = saves.loads(text)
            if back.state.tobytes() != states[n] or saves.dumps(back) != text:
                bench.fail("a saved match is not the same when it is loaded", decision=n, **where)
            if [back.events(seat) for seat in eyes] != [part.events(seat) for seat in eyes]:
                bench.fail("a loaded match tells other events", decision=n, **where)
            bench.count("matches saved and loaded")
    free = match.branch()
    while free.history:
        free.undo()
        if free.state.tobytes() != states[len(free.history)]:
            bench.fail("undo does not give the state back", decision=len(free.history), **where)
    for n in sorted(chance.sample(range(last + 1), min(4, last + 1)), reverse=True):
        match.rewind(n)
        if match.state.tobytes() != states[n]:
            bench.fail("rewind does not give the state back", decision=n, **where)
    bench.count("entries taken back", last)


def tables(bench: Bench) -> None:
    """Two sets of cards in one process are two different games, and neither disturbs the other."""
    if bench.edited is None:
        return
    from dataclasses import replace

    from bestiary.core.driver import Engine

    own = bench.engine.content
    if callable(bench.edited):
        edited = own.tables.copy()
        bench.edited(edited)
        other = replace(own, tables=edited)
    else:
        other = bench.edited
    if other.tables.tobytes() == own.tables.tobytes():
        bench.fail("the edited cards are the same as the game's own: edit a number that the rules read")
    engine = Engine(bench.game, other)
    differ = 0
    for g in range(bench.games):
        options, seed = bench.options(g), bench.seed + g
        first = _trace(bench.engine, options, seed)
        second = _trace(engine, options, seed)
        if _trace(bench.engine, options, seed) != first:
            bench.fail("a game with other cards changes this one", options=options, seed=seed)
        differ += first != second
    if not differ:
        bench.fail(
            f"{bench.games} games play the same with edited cards: a table is frozen, or nothing reads it"
        )
    bench.count("games that edited cards change", differ)


def _trace(engine: object, options: Settings, seed: int) -> list[bytes]:
    from bestiary.core.driver import Engine

    assert isinstance(engine, Engine)
    chance = random.Random(seed)
    states = engine.start(options, seed)
    marks = [states.tobytes()]
    for _ in range(engine.game.limits.decisions):
        if engine.over(states):
            break
        choices = legal_of(engine, states)
        marks.append(np.array(choices).tobytes())
        engine.apply(states, choices[int(chance.random() * len(choices))])
        marks.append(states.tobytes() + np.array(engine.returns(states)).tobytes())
    return marks
