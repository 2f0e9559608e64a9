"""OpenSpiel: every game and mode as a Python game, ``bestiary_totem``, ``bestiary_klaw(players=3)``.

>>> import pyspiel, bestiary.envs.spiel
>>> game = pyspiel.load_game("bestiary_totem")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(7)
>>> state.current_player(), len(state.legal_actions())
(0, 7)

Chance moves first: a few chance nodes choose the seed of the deal, a byte each, and all cards and
dice of the game follow from it. So a history says everything, and 2**32 deals are possible. What the
seed decides is as hidden from the players as it is at a table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from bestiary.core import words
from bestiary.core.events import seen
from bestiary.core.game import Game
from bestiary.core.registry import load, names
from bestiary.extras import MissingExtra

from .features import layout
from .table import Table

try:
    import pyspiel
except ModuleNotFoundError as problem:
    raise MissingExtra("bestiary.envs.spiel", "envs", problem.name) from None

BYTES, OUTCOMES = 4, 256  # of the seed of a deal, one chance node each
PREFIX = "bestiary_"
DIGEST = 8  # bytes of the digest of what a seat sees


def digest(data: bytes) -> str:
    """A short digest."""
    return hashlib.blake2b(data, digest_size=DIGEST).hexdigest()


class BestiaryGame(pyspiel.Game):
    """A game of Bestiary with one set of options; each mode is a class of its own, see ``register``."""

    kind: Any
    rules: Game
    defaults: Mapping[str, Any]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules = self.rules
        self.template = Table(rules, {**self.defaults, **(params or {})})
        low, high = rules.payoff
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=self.template.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None,
            max_game_length=rules.limits.decisions,
        )
        super().__init__(self.kind, info, dict(params or {}))

    def max_chance_nodes_in_history(self) -> int:
        return BYTES

    def new_initial_state(self, *_: Any) -> BestiaryState:
        return BestiaryState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> _Observer:
        """Observations by default; information states where perfect recall is asked for."""
        recall = kind is not None and kind.perfect_recall
        return _Observer(self.rules, recall)


class BestiaryState(pyspiel.State):
    """A game in progress, with what every seat has seen of it."""

    def __init__(self, game: BestiaryGame) -> None:
        super().__init__(game)
        self.seed_bytes: list[int] = []
        self.told: list[_Told] = []
        self.table: Table | None = None
        self._game = _Shared(game)

    @property
    def dealt(self) -> Table:
        """The table, once the cards are dealt."""
        if self.table is None:
            raise ValueError("the cards are not dealt yet: apply the chance outcomes first")
        return self.table

    # ---- the game ----------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.actor

    def is_terminal(self) -> bool:
        return self.table is not None and self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every byte of the seed is equally likely."""
        return [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.dealt.legal()) if player == self.dealt.actor else []

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self._play(action)
            return
        self.seed_bytes.append(action)
        if len(self.seed_bytes) == BYTES:
            self.table = self._game.game.template.copy()
            self.table.start(int.from_bytes(bytes(self.seed_bytes), "big"))
            self.told = [_Told(self.table.hidden(s).tobytes()) for s in range(self.table.seats)]

    def _play(self, action: int) -> None:
        table = self.dealt
        actor = table.actor
        log = table.engine.new_log()
        table.play(action, log)
        for seat, told in enumerate(self.told):
            events = [
                f"{event.kind} {' '.join(map(str, event.words.values()))}".rstrip()
                for event in seen(table.game.events, log[0], seat)
            ]
            told.add(action if seat == actor else None, events, table.hidden(seat).tobytes())

    def returns(self) -> list[float]:
        if self.is_terminal():
            return self.dealt.returns()
        return [0.0] * self._game.game.template.seats

    # ---- words -------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if self.table is None or player == int(pyspiel.PlayerId.CHANCE):
            return f"seed byte {action}"
        return words.notation(self.table.engine.content, self.table.engine.meaning(self.table.states, action))

    def __str__(self) -> str:
        """The true state in a line; its digest tells any two apart."""
        name = self._game.game.rules.name
        if self.table is None:
            return f"{name}, seed bytes {self.seed_bytes}"
        phase = self.table.game.questions.name(int(self.table.states["phase"][0]))
        where = f"after {self.table.count} actions, {phase}, seat {self.table.actor} is asked"
        return f"{name}, {where}, {digest(self.table.states.tobytes())}"

    def recalled(self, seat: int) -> str:
        """All that a seat has seen, in order: its opening, then its own actions (``>17``) and events."""
        return "\n".join(self.told[seat].lines) if self.told else ""

    # ---- search ------------------------------------------------------------------------------

    def resample_from_infostate(self, seat: int, sampler: Any) -> BestiaryState:
        """A state that the seat cannot tell from this one, all that it cannot know dealt again.

        The seat's own information state stays. What the others have seen in that other world is not
        known; theirs start anew from what they may know there now.
        """
        made: BestiaryState = self.clone()
        table = made.dealt
        table.states = table.engine.resampled(table.states, seat, int(sampler() * (1 << 53)))
        for other in range(table.seats):
            if other != seat:
                made.told[other] = _Told(table.hidden(other).tobytes())
        return made


class _Told:
    """What one seat has been told so far, line by line."""

    def __init__(self, opening: bytes) -> None:
        self.last = digest(opening)
        self.lines = [f"opening {self.last}"]

    def add(self, action: int | None, events: list[str], hidden: bytes) -> None:
        """One step: the seat's own action, what it saw happen, and what changed in what it knows."""
        now = digest(hidden)
        line = [*([f">{action}"] if action is not None else []), *events]
        if now != self.last:
            line.append(f"sees {now}")
            self.last = now
        if line:
            self.lines.append("; ".join(line))

    def __deepcopy__(self, memo: dict[int, Any]) -> _Told:
        made = _Told.__new__(_Told)
        made.last, made.lines = self.last, self.lines.copy()
        return made


class _Observer:
    """What OpenSpiel asks for: an observation as tensor and string, or an information state as string."""

    def __init__(self, rules: Game, recall: bool) -> None:
        self.recall = recall
        self.spans = layout(rules)
        self.tensor = None if recall else np.zeros(rules.observed, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: BestiaryState, player: int) -> None:
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.table is not None:
                self.tensor[:] = state.table.look(player)[0]

    def string_from(self, state: BestiaryState, player: int) -> str:
        if state.table is None:
            return ""
        if self.recall:
            return state.recalled(player)
        numbers = state.table.look(player)[0]
        parts = []
        for span in self.spans.values():
            held = numbers[span.slice]
            parts += [f"{span.name}[{i}]={held[i]:g}" for i in np.flatnonzero(held)]
        return " ".join(parts)


class _Shared:
    """The game of a state: copies and pickles of the state do not carry it along."""

    def __init__(self, game: BestiaryGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, (str(self.game),)


def _reload(name: str) -> _Shared:
    return _Shared(pyspiel.load_game(name))


# ---- registration ------------------------------------------------------------------------------


def register(game: Game | str) -> list[str]:
    """Makes a game known to OpenSpiel, with its presets as modes of their own; returns the names."""
    rules = load(game) if isinstance(game, str) else game
    modes: dict[str, Mapping[str, Any]] = {rules.slug: {}}
    modes |= {f"{rules.slug}_{name}": preset.options for name, preset in rules.presets.items()}
    found = []
    for mode, preset in modes.items():
        name = PREFIX + mode
        found.append(name)
        if name not in pyspiel.registered_names():
            _register(name, rules, preset)
    return found


def _register(name: str, rules: Game, preset: Mapping[str, Any]) -> None:
    defaults = rules.settle(preset)
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{rules.title} ({rules.name})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL if rules.team else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.players),
        min_num_players=min(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=dict(defaults),
    )

    # A class, as OpenSpiel's own games: a function would be freed after the interpreter is gone.
    mode = type(name, (BestiaryGame,), {"kind": kind, "rules": rules, "defaults": defaults})
    pyspiel.register_game(kind, mode)


for _slug in names():
    register(_slug)
