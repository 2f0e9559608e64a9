"""Plays the games of a chunk and fills the three tables, on one thread."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.base import QUICK, Agent, chosen, make_agent
from ..agents.simple import SEARCH, TRIALS, bulk_manner, greedy_manner
from ..core.actions import MEANING, USES
from ..core.driver import KERNELS, Engine, bind
from ..core.record import EMPTY, Records, records
from ..run.arena import blend
from .columns import BY_AT, FRESH, HORIZON, LAST, ROUND_AT, ROUND_WIDTH, THOUGHTS, TIMES, WHOLE, WITH_CARDS
from .study import Games, Plan

LAB = Path(__file__).with_name("kernels.py")
NOTES = Path(__file__).with_name("notes.py")
CARD_ROWS = 1 << 16  # room for rows, emptied when it is full
NO_TRIES = (0, 0, 0, 0)


def kernels(plan: Plan) -> Any:
    """The compiled loops of the laboratory for this game."""
    return bind(plan.game, LAB, KERNELS, SEARCH, TRIALS, NOTES)


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
    """Scratch space and agents of one thread."""

    def __init__(self, plan: Plan, stop: NDArray[np.int64], done: NDArray[np.int64]) -> None:
        self.plan = plan
        self.stop = stop  # not 0: leave the game at hand and hand over what is done
        self.done = done  # games that are finished, for those who watch
        game = plan.game
        self.engine = Engine(game, plan.content)
        self.kernels = kernels(plan)
        self.quick = all(name in QUICK for name in plan.agents)
        self.agents: list[Agent] = (
            [] if self.quick else [make_agent(name, game, plan.content, cores=1) for name in plan.agents]
        )
        manners = {"random": NO_TRIES, "greedy": greedy_manner(game), "bulk": bulk_manner(game)}
        self.manners = np.array([manners.get(name, NO_TRIES) for name in plan.agents], np.int64)
        self.restricted = np.zeros(len(plan.agents), np.int64)
        self.restricted[0] = int(bool(plan.study.forbid))
        self.slots = slots(plan)
        self.options = np.concatenate([game.options.encode(stage.options) for stage in plan.stages])
        self.uses = np.array([USES.index(verb.use) for verb in game.actions.verbs], np.int64)
        self.members = members(plan)
        by = int(game.state.fields["by"][1]) if game.endings and game.state.fields else -1
        samples = game.limits.decisions, plan.every, plan.cards_every, plan.watch
        self.setting = np.array([*samples, by, *game.hints.judge, *rounds_at(plan)], np.int64)
        self.low, self.high = map(float, game.payoff)
        self.trust = float(game.hints.trust)
        self._records()

    def _records(self) -> None:
        game, legal = self.plan.game, self.plan.game.limits.legal
        seats = max(game.players)
        self.states, self.seen, self.worlds, self.work = (self.engine.new_states() for _ in range(4))
        raw = np.asarray(self.states)
        self.views = raw.view(np.int8), raw.view(np.int16), raw.view(np.int64)
        self.choices, self.allowed, self.spare, self.tries = (np.zeros(legal, np.int64) for _ in range(4))
        self.values = np.zeros(legal, np.float64)
        self.guess = np.zeros(seats, np.float64)
        self.meanings = records(MEANING)
        self.log = self.engine.new_log(on=False)
        self.rng = np.zeros(1, np.uint64)
        self.scratch = np.zeros(max(1, game.limits.scratch), np.int64)
        self.marks = np.zeros((seats, len(self.plan.content.cards), LAST + 1), np.int32)
        self.carried = records(game.carried)
        self.card_rows = np.zeros((max(CARD_ROWS, 2 * self.marks[..., 0].size), 3 + LAST), np.int32)
        self.decision_rows = np.zeros((max(CARD_ROWS, 2 * game.limits.decisions), 8), np.int64)
        self.decision_values = np.zeros(len(self.decision_rows), np.float64)
        self.round_rows = np.zeros((len(self.decision_rows), 5), np.int64)
        self.entered = np.zeros(2, np.int64)  # the last round that was noted, and the rows of rounds
        self.filled = np.zeros(3, np.int64)

    def play(self, games: Games) -> Noted:
        """Plays games one after the other; those that are done when it is told to stop."""
        size, seats = len(games), max(self.plan.game.players)
        counts = np.zeros((size, 7), np.int64)
        payoffs = np.zeros((size, seats), np.float64)
        cards: list[NDArray[np.int32]] = []
        decisions: list[NDArray[np.int64]] = []
        values: list[NDArray[np.float64]] = []
        rounds: list[NDArray[np.int64]] = []
        at = 0
        while True:
            self.filled[:] = 0
            step = self._compiled if self.quick else self._asked
            at = step(games, at, counts, payoffs)
            cards.append(self.card_rows[: self.filled[0]].copy())
            decisions.append(self.decision_rows[: self.filled[1]].copy())
            values.append(self.decision_values[: self.filled[1]].copy())
            rounds.append(self.round_rows[: self.filled[2]].copy())
            if at == size or self.stop[0]:
                break
        return Noted(
            games,
            counts[:at],
            payoffs[:at],
            np.concatenate(cards),
            np.concatenate(decisions),
            np.concatenate(values),
            np.concatenate(rounds),
        )

    def _compiled(self, games: Games, first: int, counts: Any, payoffs: Any) -> int:
        """Whole games in compiled code, until a buffer is full."""
        return int(
            self.kernels.k_games(
                self.engine.tables,
                self.states,
                *self.views,
                self.seen,
                self.worlds,
                self.work,
                self.plan.game.blank,
                self.options,
                self.carried,
                self.slots,
                self.setting,
                self.low,
                self.high,
                self.trust,
                self.manners,
                self.restricted,
                self.plan.banned,
                self.plan.no_cards,
                self.uses,
                self.members,
                games.seeds,
                games.stages,
                games.seatings,
                first,
                self.stop,
                self.done,
                self.choices,
                self.allowed,
                self.spare,
                self.guess,
                self.meanings,
                self.log,
                self.rng,
                self.scratch,
                self.values,
                self.tries,
                self.marks,
                self.entered,
                counts,
                payoffs,
                self.round_rows,
                self.card_rows,
                self.decision_rows,
                self.decision_values,
                self.filled,
            )
        )

    def _asked(self, games: Games, game: int, counts: Any, payoffs: Any) -> int:
        """One game in which the agents are asked from Python; the next game's number."""
        k, tables, states, plan = self.kernels, self.engine.tables, self.states, self.plan
        seed = int(games.seeds[game])
        thoughts = blend(seed, THOUGHTS)
        recorded = blend(seed, WITH_CARDS) % plan.cards_every == 0
        watched = blend(seed, WHOLE) % plan.watch == 0
        self.engine.start(self.options[games.stages[game]].reshape(1), seed, states=states)
        self.entered[:] = 0
        self.marks[:] = 0
        seats = int(states[0]["seats"])
        number = moves = total = samples = 0
        while not self.engine.over(states) and number < plan.game.limits.decisions:
            if self.stop[0]:
                return game
            count = int(self.engine.kernels.k_legal(tables, states, 0, self.choices))
            seat = self.engine.actors(states)[0]
            agent = int(games.seatings[game, seat])
            action, value = int(self.choices[0]), float("nan")
            total += count
            noted = watched or k.k_sampled(np.uint64(seed), number, plan.every)
            if len(self.members):
                where = self.setting[ROUND_AT], self.setting[ROUND_WIDTH]
                k.k_round(*self.views, *where, self.members, game, self.entered, self.round_rows)
            if recorded:
                k.k_held(*self.views, self.slots, seats, number, self.marks, 1)
                k.k_offered(
                    tables, states, seat, number, self.choices, count, self.uses, self.meanings, self.marks
                )
            if count > 1:
                moves += 1
                own = blend(blend(thoughts, number), seat)
                seen = self.engine.hidden(states, seat)
                action, value = self._ask(agent, seen, seat, own)
                if noted and plan.agents[agent] in QUICK:
                    value = self._judged(agent, seen, seat, own, action)
            if recorded:
                k.k_chosen(tables, states, seat, action, self.uses, self.meanings, self.marks)
            if noted:
                k.k_sample(
                    tables, states, game, number, seat, agent, count, action, value, self.meanings,
                    self.decision_rows, self.decision_values, samples,
                )  # fmt: skip
                samples += 1
            self.engine.apply(states, action)
            number += 1
        if recorded:
            k.k_held(*self.views, self.slots, seats, number, self.marks, 0)
            self.filled[0] = k.k_cards(game, seats, self.marks, self.card_rows, 0)
        self.filled[1] = samples
        self.filled[2] = self.entered[1]
        k.k_close(
            tables, states, self.views[2], self.setting[BY_AT], game, number, moves, total, watched,
            (self.low + self.high) / 2, payoffs, counts,
        )  # fmt: skip
        self.done[0] += 1
        return game + 1

    def _ask(self, number: int, seen: Records, seat: int, own: int) -> tuple[int, float]:
        """What an agent chooses, and what it expects."""
        agent = self.agents[number]
        legal = self.engine.legal(seen)
        if self.restricted[number]:
            every = np.array(legal, np.int64)
            kept = np.zeros(len(legal), np.int64)
            n = self.kernels.k_allowed(
                self.engine.tables,
                seen,
                every,
                len(legal),
                self.plan.banned,
                self.plan.no_cards,
                self.meanings,
                kept,
            )
            legal = kept[:n].tolist()
        if len(legal) == 1:
            return legal[0], float("nan")
        for opinion in agent.opinions(seen, seat, own):
            if opinion.action in legal:
                return opinion.action, opinion.value
        if not self.restricted[number]:
            return chosen(agent, seen, seat, own, legal), float("nan")
        return legal[blend(own, seat) % len(legal)], float("nan")

    def _judged(self, number: int, seen: Records, seat: int, own: int, action: int) -> float:
        """What fresh tries of a chosen action come to; nothing for an agent that tries none."""
        if self.manners[number][0] == 0:
            return float("nan")
        self.allowed[0] = action
        return float(
            self.kernels.k_expect(
                self.engine.tables, seen, self.worlds, self.work, seat, np.uint64(blend(own, FRESH)),
                self.setting[TIMES], self.setting[HORIZON], self.low, self.high, self.allowed, self.spare,
                self.guess, self.log, self.rng, self.scratch, self.values, self.tries,
            )
        )  # fmt: skip


class Players(threading.local):
    """A player for each thread: scratch space and the count of games are its own."""

    seats = count()

    def __init__(self, plan: Plan, stop: NDArray[np.int64], done: NDArray[np.int64]) -> None:
        own = next(self.seats) % len(done)
        self.player = Player(plan, stop, done[own : own + 1])

    def play(self, games: Games) -> Noted:
        """Plays games on this thread."""
        return self.player.play(games)


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
