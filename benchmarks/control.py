"""What a control variate of luck buys a comparison of cards on the same deals.

    python benchmarks/control.py totem cards.C10.power=13 --games 3000 --redraws 3

Both sets of cards play the same deals by ``bulk``; the luck of every draw and roll (``control_games.py``) is
added up for each game. The difference of a deal is then corrected by the luck of its two games, by what was
fitted to other deals. Said are: how many times as many games the same deals are worth, and how many
times as many again the control; what it costs in processor time; whether luck has mean zero; and how often
intervals of a difference of nothing hold zero, without and with it.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary import Engine, load
from bestiary.agents import policy
from bestiary.agents.simple import SEARCH, TRIALS
from bestiary.core.cards import Content
from bestiary.core.changes import Changes
from bestiary.core.driver import KERNELS, bind
from bestiary.core.game import Game
from bestiary.core.record import Records, records
from bestiary.core.rng import mix
from bestiary.core.scratch import Start
from bestiary.run.statistics import student

GAMES = Path(__file__).with_name("control_games.py")
FOLDS = 5
BLOCK, BLOCKS = 100, 400  # deals of a comparison of nothing, and how many of them are drawn
Floats = NDArray[np.float64]


class Room(NamedTuple):
    """Positions to play on, and three of them as bare numbers."""

    states: Records
    before: Records
    other: Records
    words: NDArray[np.int16]
    old: NDArray[np.int16]
    another: NDArray[np.int16]


@dataclass(frozen=True)
class Played:
    """Games of one set of cards: what the first seat scored, its luck, and processor time."""

    scores: Floats
    luck: Floats
    events: float
    seconds: float


def decks(game: Game, engine: Engine, state: Records) -> NDArray[np.int64]:
    """Where decks are: rows of cards of which nobody sees any at the start. First word and length of each."""
    rows = []
    hidden = [engine.hidden(state, seat) for seat in range(-1, int(state[0]["seats"]))]
    for zone in game.zones:
        kind, at = game.state.fields[zone.field][:2]  # type: ignore[index]
        if zone.flags or kind.base.itemsize != 2:
            continue
        wide = kind.shape[-1]
        own, *seen = (np.asarray(one[0][zone.field]).reshape(-1, wide) for one in (state, *hidden))
        for row, cards in enumerate(own):
            there = cards >= 0
            if there.sum() > 1 and all((one[row][there] < 0).all() for one in seen):
                rows.append((at // 2 + row * wide, wide))
    return np.array(rows, np.int64).reshape(-1, 2)


def play(game: Game, content: Content, options: dict[str, Any], seeds: list[int], redraws: int) -> Played:
    """Plays the deals of these seeds."""
    engine, kernels = Engine(game, content), bind(game, GAMES, KERNELS, SEARCH, TRIALS)
    states = [records(game.state) for _ in range(3)]
    room = Room(*states, *(np.asarray(one).view(np.int16) for one in states))
    origin = Start(game.blank, game.options.encode(game.settle(options)), records(game.carried))
    engine.kernels.k_start(
        engine.tables, room.states, 0, origin.blanks, origin.options, origin.carried, np.uint64(seeds[0])
    )
    left = 0 if hasattr(game.rules, "evaluate") else -1
    given = (decks(game, engine, room.states), policy.bulk(game))
    numbers = np.array([redraws, left, game.limits.decisions], np.int64)
    work = (policy.trials(game), engine.scratch())
    payoffs, luck = np.zeros(max(game.players)), np.zeros(max(game.players))
    scores, lucks, events = [], [], 0
    low, high = game.payoff
    began = time.process_time()
    for seed in seeds:
        place, look = given
        events += kernels.k_game(
            engine.tables, room, origin, place, np.uint64(seed), look, numbers, *work, payoffs, luck
        )
        scores.append((payoffs[0] - low) / (high - low))
        lucks.append(luck[0])
    return Played(np.array(scores), np.array(lucks), events / len(seeds), time.process_time() - began)


def corrected(steps: Floats, luck: Floats) -> Floats:
    """Differences less what luck foretells of them, by coefficients that were fitted to other deals."""
    fold = np.arange(len(steps)) % FOLDS
    made = np.empty(len(steps))
    for k in range(FOLDS):
        others = fold != k
        design = np.column_stack([np.ones(others.sum()), luck[others]])
        fitted = np.linalg.lstsq(design, steps[others], rcond=None)[0][1:]
        made[~others] = steps[~others] - luck[~others] @ fitted
    return made


def held(played: Played, seed: int = 1) -> tuple[float, float]:
    """How often intervals of a difference of nothing hold zero, without and with the control: games of the
    same cards on different deals, drawn anew each time."""
    chance = np.random.default_rng(seed)
    hits = [0, 0]
    for _ in range(BLOCKS):
        a, b = np.split(chance.permutation(len(played.scores))[: 2 * BLOCK], 2)
        steps = played.scores[a] - played.scores[b]
        each = (steps, corrected(steps, np.column_stack([played.luck[a], played.luck[b]])))
        for k, one in enumerate(each):
            hits[k] += abs(one.mean()) <= student(len(one) - 1, 0.95) * one.std(ddof=1) / len(one) ** 0.5
    return hits[0] / BLOCKS, hits[1] / BLOCKS


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("change", help="such as cards.C10.power=13")
    parser.add_argument("--games", type=int, default=1_000, help="deals")
    parser.add_argument("--redraws", type=int, default=3, help="of every draw and roll")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--option", action="append", default=[], help="of the table, NAME=VALUE")
    given = parser.parse_args()
    game: Any = load(given.game)
    options = dict(word.split("=", 1) for word in given.option)
    seeds = [int(mix(np.uint64(given.seed), k)) for k in range(given.games)]
    play(game, game.content(), options, seeds[:2], given.redraws)  # compiles
    old = play(game, game.content(), options, seeds, given.redraws)
    new = play(game, Changes(game, [given.change]).content, options, seeds, given.redraws)
    plain = play(game, game.content(), options, seeds, 0)
    steps = new.scores - old.scores
    less = corrected(steps, np.column_stack([new.luck, old.luck]))
    error = old.luck.std(ddof=1) / len(seeds) ** 0.5
    apart = old.scores.var() + new.scores.var()
    same, more = apart / steps.var(), steps.var() / less.var()
    cost, each = old.seconds / plain.seconds, 1e3 * plain.seconds / len(seeds)
    print(f"{game.name}, {given.change}, {len(seeds):,} deals")
    print(f"{given.redraws} redraws of each of {old.events:.0f} draws and rolls a game")
    print(f"the same deals are worth {same:.2f} times the games, the control {more:.2f} times as many again")
    print(f"processor time: {cost:.2f} times ({each:.2f} ms a game)")
    print(f"mean luck {old.luck.mean():+.4f}, standard error {error:.4f}")
    print("intervals of nothing that hold zero: {:.1%} without, {:.1%} with".format(*held(old)))


if __name__ == "__main__":
    main()
