"""The games that this server offers, as lists, rules and cards for a page; and whether they are ready."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from ..agents import make_agent, outside
from ..agents.base import levels
from ..core import starting
from ..core.driver import Engine
from ..core.errors import BestiaryError
from ..core.game import Game
from ..core.language import word
from ..core.options import Option, Preset
from ..core.registry import load, names
from ..guide import guide_of
from ..learn.network import known
from .errors import missing
from .web.balance import has_balance
from .web.replies import GameFacts, Rule
from .web.replies import Option as Shown
from .web.replies import Preset as Named


class Catalog:
    """All games, loaded once: a match goes on under the rules it was begun with."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        found = []
        for slug in names():
            try:
                found.append(load(slug))
            except BestiaryError:
                continue  # a game from outside that is broken does not stop the others
        for game in sorted(found, key=lambda game: len(game.rulebook.rules)):  # the simplest first
            self.games[game.slug] = game
        self._warm: set[str] = set()
        self._warming = {slug: threading.Lock() for slug in self.games}

    def game(self, slug: str) -> Game:
        """The game of this slug."""
        if slug not in self.games:
            raise missing("game")
        return self.games[slug]

    async def ready(self, slug: str) -> Game:
        """The same, once it can be played: at once, by Python where its rules are not compiled yet."""
        game = self.game(slug)
        if slug not in self._warm and starting.begin(game) is None:
            await asyncio.to_thread(self.warm, slug)
        return game

    def warm(self, slug: str) -> None:
        """Loads what a match needs, or compiles it where games are compiled first."""
        game = self.game(slug)
        with self._warming[slug]:
            if slug not in self._warm:
                Engine(game).warm()
                self._warm.add(slug)

    async def prepare(self, slug: str) -> None:
        """For a game that nobody asks for yet: loads its rules, or has them compiled some time."""
        if starting.later(self.game(slug)) is None:
            await asyncio.to_thread(self.warm, slug)
            await asyncio.to_thread(self.warm_machines, slug)

    def warm_machines(self, slug: str) -> None:
        """Loads what the machines of a game need: else the first of them does, when asked."""
        game = self.game(slug)
        engine = Engine(game)
        start = engine.start()
        asked = engine.actors(start)[0]
        network = known(game)
        usual = network and network.plays(int(start[0]["seats"]), game.settle({}))
        learned = ["net"] if usual else []
        for kind in ("greedy", "mcts:1", *learned):
            make_agent(kind, game, cores=1).choose(engine.hidden(start, asked), asked, 0)

    def strength(self, slug: str) -> float:
        """How much of a game is compiled, from 0 to 1: machines are at full strength at 1."""
        begun = starting.of(self.game(slug))
        return begun.share if begun else 1.0

    def list(self) -> list[GameFacts]:
        """What the lobby shows."""
        return [summary(game, self.strength(slug)) for slug, game in self.games.items()]


def summary(game: Game, strength: float) -> GameFacts:
    """A game in the lobby."""
    guide, network = guide_of(game), known(game)
    return GameFacts(
        slug=game.slug,
        name=game.name,
        title=word(game.title),
        tagline=word(game.tagline),
        minutes=(game.minutes[0], game.minutes[1]) if game.minutes else None,
        players=list(game.players),
        finished=game.finished,
        strength=strength,
        levels=[*levels(game), *outside()],
        learned=[n for n in game.players if network and network.plays(n)],
        taught=dict(network.only) if network else {},
        options=[option_facts(option) for option in game.options.all.values()],
        presets={name: preset_facts(game, preset) for name, preset in game.presets.items()},
        characters=list(game.characters),
        team=game.team,
        solo=1 in game.players,
        guided=guide.minutes if guide else None,
        balanced=has_balance(game.slug),
        actions=len(game.actions),
        rules=len(game.rulebook.rules),
    )


def preset_facts(game: Game, preset: Preset) -> Named:
    """A named table as a form shows it."""
    return Named(
        about=word(preset.about),
        options=dict(preset.options),
        players=list(preset.players or game.players),
        recommended=list(preset.recommended),
    )


def option_facts(option: Option) -> Shown:
    """An option as a form shows it."""
    flag = set(option.values) == {True, False} and not option.numeric
    return Shown(
        name=option.name,
        text=word(option.text),
        rule=option.rules[0] if option.rules else None,
        rules=list(option.rules),
        kind="flag" if flag else "number" if option.numeric else "choice",
        choices=list(option.values),
        default=option.default,
    )


def rules_of(game: Game) -> list[Rule]:
    """The rulebook."""
    return [
        Rule(
            id=rule.id,
            section=word(rule.section),
            text=word(rule.text),
            why=word(rule.why),
            option=rule.option,
            status=rule.status,
        )
        for rule in game.rulebook.rules.values()
    ]


def cards_of(game: Game) -> list[dict[str, Any]]:
    """The cards."""
    return [card.shown(i) for i, card in enumerate(game.content().cards)]
