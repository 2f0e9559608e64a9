"""A training: plays, learns, meets the best so far, keeps the better one; goes on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

from . import beginning
from .answers import answers
from .brain import Brain, Reader, player
from .context import Context, told_apart
from .meeting import alone, duel, set_apart
from .network import FORMAT, Network, layout_of
from .reading import Reading, reading, wider
from .rows import Rows, rows
from .selfplay import Lots, Method, Player, Rival, Rollout, heads_for, looked
from .varied import contents

LOOKED = 2_000_000  # decisions of random play that tell which numbers vary, and how much
AVERAGED = 0.02  # how fast the weights that are kept follow those that learn
CLEARLY_WORSE = 0.48  # what has learned more is kept unless it scores less than this
CHECKPOINT = 16_000_000  # bytes
APART = (
    4  # a test where nobody plays against anybody is of so many times fewer games: it waits for the longest
)


@dataclass(frozen=True)
class Plan:
    """What is learned, from how much, and how."""

    tables: tuple[dict[str, Any], ...] = ({},)  # sets of options, which the matches take in turn
    device: str = "cpu"
    threads: int = 1
    as_before: bool = False  # tables are told apart as by the network that it goes on from, and no further
    vary: tuple[str, ...] = ()  # figures of the cards that differ between sets
    sets: int = 0  # of cards beside the game's own, which are learned too
    width: int = 1024  # matches side by side
    steps: int = 64  # of each between two updates
    hidden: int = 512
    layers: int = 3
    updates: int = 0  # how many, or
    seconds: float = 0.0  # how long
    whole: float = (
        0.0  # the same of all sittings together, over which rate and evenness go down; 0: of this one
    )
    seed: int = 1
    every: int = 25  # updates between two tests
    games: int = 4096  # of a test
    league: float = 0.0  # the share of matches in which an earlier self has a seat
    earlier: int = 40  # updates between two earlier selves
    lots: Mapping[str, float] = field(
        default_factory=dict
    )  # verbs, and how often a lot takes the place of them
    method: Method = field(default_factory=Method)


@dataclass
class Course:
    """How it goes: totals over all sittings, and the points of the curve."""

    updates: int = 0
    decisions: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


Tell = Callable[[dict[str, float]], None]


class Training:
    """A run of learning. ``best`` is what is kept."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        resume: Path | None = None,
        against: Network | None = None,
        command: str = "",
        cards: Sequence[Content] = (),
    ) -> None:
        if not plan.updates and not plan.seconds:
            raise BestiaryError("A training needs an end: --updates or --seconds.")
        self.game, self.plan, self.command = game, plan, command
        if plan.device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        else:
            torch.set_num_threads(plan.threads)
        self.luck = torch.Generator(plan.device).manual_seed(plan.seed)
        self.contents = list(cards) or contents(game, plan.vary, plan.sets, plan.seed)
        self.context = told_apart(game, plan.tables, self.contents)
        self.only: Mapping[str, list[Any]] = {}
        if resume:  # one that tells all of it apart already goes on with the figures that it was told
            before = Network.load(resume, game)
            held, self.only = Context.read(before.header, game), before.only
            self.context = held if plan.as_before or held.covers(self.context) else self.context
        elif plan.as_before:
            raise BestiaryError("Nothing was told before: --told-as-before goes with --resume.")
        self.rows = self._rows(plan.width, plan.tables, plan.seed)
        self.opposed, self.unopposed = self._tested()
        if self.opposed is None and (against or plan.league):
            raise BestiaryError(f"At these tables of {game.title} nobody plays against anybody.")
        if plan.method.shape:
            self.rows.judged()  # refuses at once, where the game has no evaluation
        if plan.method.follow:
            self.rows.suggested(0)  # and where it suggests nothing
        self.lots = self._by_lot()
        self.course = Course()
        steps = max(64, -(-LOOKED // plan.width)) if plan.device == "cuda" else 256
        varies, scale = looked(self.rows, steps, self.luck)
        varies = varies[: game.observed]
        read, weights = self._resumed(resume, varies) if resume else self._begun(varies)
        self.scale = np.where(read.plain < game.observed, scale[read.plain], 1.0).astype(np.float32)
        if resume:
            weights = beginning.scaled(weights, np.float32(1) / self.scale)
        self.reader = Reader(read, plan.device, self.scale)
        said = answers(game, read)
        self.answers = None if said.plain else said
        self.brain = Brain(weights, plan.device, read, self.answers)
        self.mean = self.brain.copy()
        weights_ = list(self.brain.weights.values())
        self.optimiser = torch.optim.Adam(weights_, plan.method.rate, eps=1e-5, fused=plan.device == "cuda")
        self.rollout = Rollout(self.rows, self.reader, plan.steps, self.brain.heads)
        self.against = player(self._rival(against), plan.device) if against else None
        self.apart = set_apart(self.rows.counts, 1.0 if against else plan.league)
        self.earlier: list[Brain] = []
        self.magnet: Brain | None = self.mean.copy() if plan.method.pull else None
        self.best = self.brain.copy()
        self.score = 0.5
        self.paid: Any = None  # what the best is paid where nobody plays against it, deal by deal

    def _tested(self) -> tuple[Rows | None, Rows | None]:
        """Matches for the tests, with tables of players against each other and with others apart."""
        plan, game = self.plan, self.game
        against: list[dict[str, Any]] = []
        together: list[dict[str, Any]] = []
        for table in plan.tables:
            players = int(game.settle(dict(table)).get("players", game.players[0]))
            (together if game.team or players == 1 else against).append(table)

        def made(tables: list[dict[str, Any]], games: int) -> Rows | None:
            width = max(len(tables) * len(self.contents), min(plan.width, games))
            return self._rows(width, tables, plan.seed + 1) if tables else None

        return made(against, plan.games), made(together, plan.games // APART)

    def _by_lot(self) -> Lots | None:
        plan, actions = self.plan, self.game.actions
        if not plan.lots:
            return None
        shares = [plan.lots.get(actions.verb(action).name, 0.0) for action in range(len(actions))]
        return Lots(torch.tensor(shares, device=plan.device))

    def _rival(self, network: Network) -> Network:
        """A rival as it plays here; one that tells other tables apart than these is refused."""
        if not self.context.size:
            return network.at(self.game, self.game.content(), self.game.settle(dict(self.plan.tables[0])))
        if Context.read(network.header, self.game) not in (self.context, Context()):
            raise BestiaryError("The rival was learned at other tables, or with other cards, than these.")
        return network

    def _rows(self, width: int, tables: Sequence[dict[str, Any]], seed: int) -> Rows:
        plan = self.plan
        return rows(self.game, width, tables, seed, plan.device, plan.threads, self.contents, self.context)

    def _begun(self, varies: Any) -> tuple[Reading, dict[str, Any]]:
        read = reading(self.game, varies, self.context.size)
        plan = self.plan
        return read, dict(
            beginning.weights(
                read,
                answers(self.game, read).count,
                plan.hidden,
                plan.layers,
                plan.seed,
                heads_for(self.rows),
            )
        )

    def _resumed(self, path: Path, varies: Any) -> tuple[Reading, dict[str, Any]]:
        """What it goes on from; what varies at these tables and did not before is read from now on."""
        held, game = Network.load(path, self.game), self.game
        figures = held.header["figures"]
        weights, known = dict(held.weights), game.observed + self.context.size
        if Context.read(held.header, game) != self.context:  # it begins with what it knew of the first table
            first = held.at(game, game.content(), game.settle(dict(self.plan.tables[0])))
            weights["in.b"], known = first.weights["in.b"], game.observed
        read = wider(game, held.reading, varies, self.context.size)
        weights = beginning.with_inputs(weights, held.reading, read, known, self.plan.seed)
        self.course = Course(figures["updates"], figures["decisions"], figures["seconds"], figures["curve"])
        return read, beginning.with_heads(weights, heads_for(self.rows))

    def deal(self, cards: Sequence[Content]) -> None:
        """Goes on with other sets of cards; all matches begin anew. The figures by which sets are told apart
        stay those of the first ones."""
        plan = self.plan
        self.contents = list(cards)
        self.rows = self._rows(plan.width, plan.tables, plan.seed + self.course.updates)
        self.opposed, self.unopposed = self._tested()
        self.rollout = Rollout(self.rows, self.reader, plan.steps, self.brain.heads)
        self.paid = None

    # ---- the run -----------------------------------------------------------------------------

    def run(self, tell: Tell, keep: Callable[[], None] = lambda: None) -> None:
        """Learns to the end of the plan; ``tell`` gets every point of the curve, ``keep`` is called after."""
        plan, course = self.plan, self.course
        began, before, first = time.monotonic(), course.seconds, course.updates
        last = False
        while not last:
            took = time.monotonic() - began
            made = course.updates - first
            if plan.updates:
                done = (first + made) / plan.whole if plan.whole else made / plan.updates
            else:
                done = (before + took) / plan.whole if plan.whole else took / plan.seconds
            found = self._update(done)
            course.updates += 1
            course.decisions += plan.width * plan.steps
            took = time.monotonic() - began
            course.seconds = before + took
            made += 1
            last = made >= plan.updates if plan.updates else took >= plan.seconds
            if made % plan.every == 0 or last or made == 1:
                point = {"updates": course.updates, "decisions": course.decisions, "seconds": course.seconds}
                point |= found | self._test()
                course.curve.append({name: round(float(x), 4) for name, x in point.items()})
                tell({**point, "rate": made * plan.width * plan.steps / max(1e-9, took)})
                keep()

    def _update(self, done: float) -> dict[str, float]:
        rival = self.against
        if rival is None and self.earlier:
            pick = int(torch.randint(len(self.earlier), (), generator=self.luck, device=self.plan.device))
            rival = self.reader, self.earlier[pick]
        other = Rival(rival, self.apart, most=self.against is not None) if rival else None
        began = time.monotonic()
        method = self.plan.method
        shape, advised = method.shaped(done), method.followed(done) > 0
        self.rollout.collect(self.brain, self.luck, method.trace, other, shape, advised, self.lots)
        if self.plan.device == "cuda":
            torch.cuda.synchronize()
        played = time.monotonic()
        if method.pull and self.course.updates % method.magnet == 0:
            self.magnet = self.mean.copy()
        found = self.rollout.learn(self.brain, self.optimiser, method, done, self.luck, self.magnet)
        found |= {"playing": played - began, "learning": time.monotonic() - played}
        self.mean.follow(self.brain, max(AVERAGED, 1 / (2 + self.course.updates)))
        if self.plan.league and self.course.updates % self.plan.earlier == 0:
            self.earlier = [*self.earlier[-7:], self.mean.copy()]
        return found

    def _test(self) -> dict[str, float]:
        """Against the best so far (or against whom it is to beat), and beside it on the same deals where
        nobody plays against anybody; the better one is kept from now on."""
        own: Player = (self.reader, self.mean)
        scores, found = [], {"tested": 0.0}
        if self.opposed:
            other = self.against or (self.reader, self.best)
            lone = self.against is not None
            score, games = duel(self.opposed, own, other, self.plan.games, self.luck, lone)
            scores.append(score)
            found["tested"] += games
        paid: Any = None
        if self.unopposed:
            paid = alone(self.unopposed, own, self.plan.seed + 1, self.luck)
            before = paid if self.paid is None else self.paid
            scores.append(float((0.5 + (paid - before) / 2).mean()))
            found |= {"tested": found["tested"] + len(paid), "paid": float(paid.mean())}
        score = sum(scores) / len(scores)
        better = score >= (self.score if self.against else CLEARLY_WORSE)
        if better:
            self.best, self.paid = self.mean.copy(), paid
            self.score = max(score, self.score)
        return {"score": score, "kept": float(better), **found}

    # ---- files -------------------------------------------------------------------------------

    def network(self, brain: Brain | None = None) -> Network:
        """What is kept, with all that is to be known of it."""
        plan, game = self.plan, self.game
        settled = [game.settle(dict(table)) for table in plan.tables]
        only = {n: good for n, good in self.only.items() if all(one[n] in good for one in settled)}
        header = {
            "format": FORMAT,
            "game": game.name,
            "layout": layout_of(game),
            "cards": self.contents[0].fingerprint,
            "tables": [dict(table) for table in plan.tables],
            "context": self.context.header(),
            "clockwise": game.clockwise,
            "varied": [content.fingerprint for content in self.contents[1:]],
            "players": sorted({int(o.get("players", game.players[0])) for o in settled}),
            "only": only,
            "command": self.command,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {"torch": torch.__version__, "numpy": np.__version__},
            "method": asdict(plan.method),
            "figures": asdict(self.course),
        }
        weights = beginning.scaled((brain or self.best).arrays(), self.scale)
        return Network(header, self.reader.reading, weights, self.answers)

    def save(self, path: Path, checkpoint: Path) -> None:
        """The best as a network, and what learns as a checkpoint to go on from."""
        self.network().save(path)
        self.network(self.brain).save(checkpoint, np.float32, CHECKPOINT)
