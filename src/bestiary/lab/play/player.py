"""Plays the games of a chunk and fills the three tables, on one thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...agents import policy
from ...agents.base import QUICK, Agent, chosen, make_agent
from ...agents.simple import SEARCH, TRIALS
from ...core.actions import USES
from ...core.driver import KERNELS, Engine, bind
from ...core.record import EMPTY, Records, records
from ...core.rng import mix
from ...core.scratch import Start
from .bundles import NOW, Chunk, Notes, Setting, Table
from .columns import CARD_ROWS, DECISION_ROWS, LAST, ROUND_ROWS
from .study import Games, Plan

GAMES = Path(__file__).with_name("kernels.py")
NOTES = Path(__file__).with_name("notes.py")
ROWS = 1 << 16  # room for so many of a kind, or for two games


def kernels(plan: Plan) -> Any:
    """The compiled loops of the laboratory for this game."""
    return bind(plan.game, GAMES, KERNELS, SEARCH, TRIALS, NOTES)


@dataclass
class Noted:
    """What was noted of the first so many games of a chunk."""

    games: Games
    counts: NDArray[np.int64]
    payoffs: NDArray[np.float64]
    cards: NDArray[np.int32]
    decisions: NDArray[np.int64]
    values: NDArray[np.float64]
    rounds: NDArray[np.int64]  # game, round, health, full health, how many stand


class Player:
    """Room to work in and agents of one thread."""

    def __init__(self, plan: Plan, stop: NDArray[np.int64], done: NDArray[np.int64]) -> None:
        self.plan = plan
        self.engine = Engine(plan.game, plan.content)
        self.kernels = kernels(plan)
        self.setting = setting(plan)
        self.agents: dict[int, Agent] = {
            number: make_agent(name, plan.game, plan.content, cores=1)
            for number, name in enumerate(plan.agents)
            if name not in QUICK
        }
        self.table = table(plan, stop, done)
        self.notes = notes(plan)
        self.trials = policy.trials(plan.game)
        self.scratch = self.engine.scratch()

    def play(self, games: Games) -> Noted:
        """Plays games one after the other; those that are done when it is told to stop."""
        size, seats = len(games), max(self.plan.game.players)
        chunk = Chunk(
            games.seeds,
            games.stages,
            games.seatings,
            np.zeros((size, 7), np.int64),
            np.zeros((size, seats), np.float64),
        )
        found: list[tuple[Any, ...]] = []
        now, kept, filled = self.table.now, self.notes, self.notes.filled
        now["game"], now["playing"], now["asked"] = 0, 0, 0
        while True:
            filled[:] = 0
            self._play_on(chunk)
            found.append(
                (
                    kept.cards[: filled[CARD_ROWS]].copy(),
                    kept.decisions[: filled[DECISION_ROWS]].copy(),
                    kept.values[: filled[DECISION_ROWS]].copy(),
                    kept.rounds[: filled[ROUND_ROWS]].copy(),
                )
            )
            at = int(now["game"][0])
            if at == size or self.table.stop[0]:
                break
        rows = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return Noted(games, chunk.counts[:at], chunk.payoffs[:at], *rows)

    def _play_on(self, chunk: Chunk) -> None:
        """Plays until all games are done, a buffer is full, or it is told to stop."""
        tables, room = self.engine.tables, (self.table, self.notes, self.trials, self.scratch)
        while self.kernels.k_games(tables, self.setting, chunk, *room):
            self._answer()

    def _answer(self) -> None:
        """Asks an agent for what the compiled game waits for."""
        now = self.table.now[0]
        number, seat, own = int(now["agent"]), int(now["seat"]), int(now["own"])
        allowed = self.trials.choices[: int(now["allowed"])].tolist()
        action, value = self._ask(number, self.engine.copy(self.scratch.seen), seat, own, allowed)
        now["action"], now["value"] = action, value

    def _ask(self, number: int, seen: Records, seat: int, own: int, allowed: list[int]) -> tuple[int, float]:
        """What an agent chooses, and what it expects."""
        agent = self.agents[number]
        glanced = agent.glance(seen, seat, own, allowed)
        if glanced is not None:
            return glanced
        for opinion in agent.opinions(seen, seat, own):
            if opinion.action in allowed:
                return opinion.action, opinion.value
        if not self.setting.restricted[number]:
            return chosen(agent, seen, seat, own, allowed), float("nan")
        return allowed[int(mix(np.uint64(own), seat)) % len(allowed)], float("nan")


class Players(threading.local):
    """A player for each thread: the room to work in and the count of games are its own."""

    seats = count()

    def __init__(self, plan: Plan, stop: NDArray[np.int64], done: NDArray[np.int64]) -> None:
        own = next(self.seats) % len(done)
        self.player = Player(plan, stop, done[own : own + 1])

    def play(self, games: Games) -> Noted:
        """Plays games on this thread."""
        return self.player.play(games)


def setting(plan: Plan) -> Setting:
    """What is the same in all games of a study."""
    game = plan.game
    policies = {"greedy": policy.greedy, "bulk": policy.bulk}
    restricted = np.zeros(len(plan.agents), np.int64)
    restricted[0] = int(bool(plan.study.forbid))
    options = np.concatenate([game.options.encode(stage.options) for stage in plan.stages])
    return Setting(
        Start(game.blank, options, records(game.carried)),
        _joined([policies.get(name, policy.policy)(game) for name in plan.agents]),
        np.array([name not in QUICK for name in plan.agents], np.int64),
        restricted,
        plan.banned,
        plan.no_cards,
        plan.lots,
        policy.policy(game, *game.hints.judge),
        np.array([USES.index(verb.use) for verb in game.actions.verbs], np.int64),
        slots(plan),
        members(plan),
        game.limits.decisions,
        plan.every,
        plan.cards_every,
        plan.watch,
        int(game.state.fields["by"][1]) if game.endings and game.state.fields else -1,
        *rounds_at(plan),
    )


def _joined(parts: list[Records]) -> Records:
    made = records(parts[0].dtype, len(parts))
    made[:] = np.concatenate(parts)
    return made


def table(plan: Plan, stop: NDArray[np.int64], done: NDArray[np.int64]) -> Table:
    """Room for a game; ``stop`` and ``done`` are shared with those who watch."""
    states = records(plan.game.state)
    raw = np.asarray(states)
    views = raw.view(np.int8), raw.view(np.int16), raw.view(np.int64)
    choices = np.zeros(plan.game.limits.legal, np.int64)
    return Table(states, *views, choices, records(NOW), stop, done)


def notes(plan: Plan) -> Notes:
    """Room for what is noted."""
    game = plan.game
    marks = np.zeros((max(game.players), len(plan.content.cards), LAST + 1), np.int32)
    decisions = max(ROWS, 2 * game.limits.decisions)
    return Notes(
        marks,
        np.zeros((max(ROWS, 2 * marks[..., 0].size), 3 + LAST), np.int32),
        np.zeros((decisions, 8), np.int64),
        np.zeros(decisions, np.float64),
        np.zeros((decisions, 5), np.int64),
        np.zeros(3, np.int64),
    )


def slots(plan: Plan) -> NDArray[np.int64]:
    """Where cards are held, a row each: byte, width, card or EMPTY, seat or -1, byte of the owner."""
    game = plan.game
    rows: list[tuple[int, int, int, int, int]] = []
    seats = max(game.players)
    for held in game.held:
        kind, start = game.state.fields[held.field][:2]  # type: ignore[index]
        owner = int(game.state.fields[held.owner][1]) if held.owner else -1  # type: ignore[index]
        width = kind.base.itemsize
        shape = kind.shape
        for i, place in enumerate(np.ndindex(*shape)):
            seat = -1 if held.owner else place[0] // (shape[0] // seats)
            card = place[-1] if held.counts else EMPTY
            rows.append((start + i * width, width, card, seat, owner + 8 * place[0]))
    return np.array(rows, np.int64).reshape(-1, 5)


def members(plan: Plan) -> NDArray[np.int64]:
    """Where the health of the members of a team is, a row each: byte and width, and of its full health."""
    worn, fields = plan.game.attrition, plan.game.state.fields
    if worn is None or fields is None:
        return np.zeros((0, 4), np.int64)
    places = []
    for name in (worn.health, worn.full):
        kind, start = fields[name][:2]
        width = kind.base.itemsize
        places.append([(start + i * width, width) for i in range(worn.members)])
    return np.array(places, np.int64).transpose(1, 0, 2).reshape(-1, 4)


def rounds_at(plan: Plan) -> tuple[int, int]:
    """Where the rounds are counted: byte and width."""
    worn, fields = plan.game.attrition, plan.game.state.fields
    if worn is None or fields is None:
        return -1, 0
    kind, start = fields[worn.rounds][:2]
    return int(start), int(kind.base.itemsize)
