"""Every character against every other: win rates of the ordered pairs, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..core.driver import Engine
from ..core.errors import BadOption
from .many import simulate
from .statistics import wilson


def matchups(
    engine: Engine,
    games: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cores: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Random games of every ordered pair of characters, on the same seeds."""
    game = engine.game
    first_seat, second_seat = game.characters[:2]
    given = dict(options or {})
    names = characters(engine)
    pairs: dict[str, dict[str, Any]] = {}
    total = {name: [0, 0] for name in names}
    ordered = [(a, b) for a in names for b in names if a != b]
    for done, (a, b) in enumerate(ordered, 1):
        results = simulate(engine, games, seed, {**given, first_seat: a, second_seat: b}, cores)
        if results.interrupted:
            raise KeyboardInterrupt
        for name, won in ((a, int(results.wins[0])), (b, int(results.wins[1]))):
            total[name][0] += won
            total[name][1] += results.games
        pairs[f"{a} {b}"] = {"wins": int(results.wins[0]), **_interval(int(results.wins[0]), results.games)}
        if progress:
            progress(done, len(ordered))
    return {
        "game": game.name,
        "games": games,
        "seed": seed,
        "characters": names,
        "pairs": pairs,
        "means": {name: _interval(*total[name]) for name in names},
    }


def _interval(won: int, played: int) -> dict[str, float]:
    found = wilson(won, played)
    return {"share": found.share, "low": found.low, "high": found.high}


def characters(engine: Engine) -> list[str]:
    """The characters that a seat can be given; the default of the option stands for a choice."""
    option = engine.game.options.all[engine.game.characters[0]]
    named = [str(value) for value in option.values if value != option.default]
    if len(named) < 2:
        raise BadOption(f"The option {option.name} names no characters.")
    return named
