"""A game of a study played once more, so that people can look at it.

The tables of a study do not hold its moves, but seeds and agents do: played again it is the same game. What
comes out is held against its row, so that nobody is shown another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from ...agents import policy
from ...agents.base import QUICK, make_agent
from ...agents.simple import Trier
from ...core.driver import compiled_here
from ...core.errors import SaveError
from ...core.match import Match
from ...core.registry import load
from ...core.rng import mix
from .columns import LOT, THOUGHTS
from .storage import Data
from .study import Plan, Study


def study_of(data: Data, cards: Path | None = None) -> Study:
    """The study of a folder, as it was asked for; other cards than the game's own are named again."""
    facts = data.manifest
    if "given" not in facts:
        raise SaveError(f"{data.folder} was written before games could be shown again; run it again.")
    game = load(str(facts["game"]))
    content = game.content(cards)
    if content.fingerprint != facts["cards"]:
        raise SaveError(
            f"{data.folder} was played with other cards ({facts['cards']}, these are {content.fingerprint}); "
            "name them with --cards."
        )
    return Study(
        game,
        tuple(facts["agents"]),
        int(facts["asked"]),
        int(facts["seed"]),
        facts["given"],
        {name: tuple(values) for name, values in facts["vary"].items()},
        content,
        tuple(facts["forbid"]),
        int(facts["every"]),
        int(facts["cards_every"]),
        int(facts["watch"]),
        lots=tuple(facts.get("lots", ())),
    )


def again(data: Data, game: int, study: Study | None = None) -> Match:
    """One game of a study as a match, move by move; an error in one line where it comes out differently."""
    rows = data.games.filter(pl.col("game") == game)
    if rows.is_empty():
        raise SaveError(f"{data.folder} has no game {game}; it has {data.games.height:,}, from 0.")
    row = rows.row(0, named=True)
    plan = (study or study_of(data)).plan
    minds = [Mind(plan, agent) for agent in range(len(plan.agents))]
    with compiled_here():  # a quick agent tries far too much for Python
        match = _played(plan, game, int(row["decisions"]), minds)
    same = [match.returns()[seat] for seat in range(match.seats)] if match.game_over else []
    kept = [row[f"payoff_{seat}"] for seat in range(match.seats)] if row["finished"] else []
    if len(match.history) != row["decisions"] or same != kept:
        raise SaveError(
            f"Game {game} of {data.folder} comes out differently: its rules or its agents have changed since."
        )
    return match


def openings(study: Study, games: Iterable[int]) -> Iterator[Match]:
    """The beginnings of games of a study: up to the first choice of another family (the word before the dot)
    than those that lots make."""
    plan = study.plan
    families = {word.partition(".")[0] for word in study.lots}
    minds = [Mind(plan, agent) for agent in range(len(plan.agents))]
    with compiled_here():
        for game in games:
            yield _played(plan, game, plan.game.limits.decisions, minds, families)


def _played(
    plan: Plan, number: int, decisions: int, minds: Sequence[Mind], families: Collection[str] = ()
) -> Match:
    chunk, place = divmod(number, plan.chunk * len(plan.seatings))
    games = plan.games_of(chunk)
    seed, seating = int(games.seeds[place]), games.seatings[place]
    options = plan.stages[int(games.stages[place])].options
    names = {seat: f"{plan.labels[agent]} ({seat + 1})" for seat, agent in enumerate(seating)}
    match = Match(plan.game, options, seed, names, plan.content)
    asked = plan.game.questions.numbers.words
    thoughts = blend(seed, THOUGHTS)
    while not match.game_over and len(match.history) < decisions:
        seat = match.asked[0]
        legal = match.legal()
        action = legal[0]
        if len(legal) > 1:
            own = blend(blend(thoughts, len(match.history)), seat)
            phase = int(match.state[0]["phase"])
            if families and asked[phase].partition(".")[0] not in families:
                break
            if plan.lots[phase]:
                action = legal[blend(own, LOT) % len(legal)]
            else:
                action = minds[int(seating[seat])].choose(match, seat, own, legal)
        match.play(action)
    return match


def blend(seed: int, n: int) -> int:
    """The seed of a stream of its own."""
    return int(mix(np.uint64(seed), n))


class Mind:
    """An agent of a study, with what is forbidden to it."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.name = plan.agents[number]
        self.agent = make_agent(self.name, plan.game, plan.content, cores=1)
        self.restricted = bool(plan.study.forbid) and number == 0

    def choose(self, match: Match, seat: int, own: int, legal: list[int]) -> int:
        """What it chooses, as in the study."""
        seen = match.engine.hidden(match.state, seat)
        allowed = self._allowed(match, seen, legal)
        if len(allowed) == 1:
            return allowed[0]
        if self.name == "random":
            return allowed[blend(own, seat) % len(allowed)]
        if self.name in QUICK:
            return self._tried(seen, seat, own, allowed)
        glanced = self.agent.glance(seen, seat, own, allowed)
        if glanced is not None:
            return glanced[0]
        for opinion in self.agent.opinions(seen, seat, own):
            if opinion.action in allowed:
                return opinion.action
        if not self.restricted:
            return int(self.agent.choose(seen, seat, own))
        return allowed[blend(own, seat) % len(allowed)]

    def _allowed(self, match: Match, seen: Any, legal: list[int]) -> list[int]:
        if not self.restricted:
            return legal
        verbs = [verb.name for verb in self.plan.game.actions.verbs]
        kept = []
        for action in legal:
            meaning = match.engine.meaning(seen, action)
            named = [card for card in (meaning.card, meaning.other) if card is not None]
            bad = self.plan.banned[verbs.index(meaning.verb)] or any(self.plan.no_cards[c] for c in named)
            kept += [] if bad else [action]
        return kept or legal

    def _tried(self, seen: Any, seat: int, own: int, allowed: list[int]) -> int:
        agent = self.agent
        assert isinstance(agent, Trier)
        trials = policy.trials(self.plan.game)
        trials.choices[: len(allowed)] = allowed
        best = agent.kernels.k_try(
            agent.engine.tables, seen, seat, np.uint64(own), agent.policy, len(allowed), trials,
            agent.engine.scratch(),
        )  # fmt: skip
        return allowed[int(best)]
