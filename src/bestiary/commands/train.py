"""``bestiary train GAME``: a network teaches itself the game, and plays it from then on as ``net``."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import GameName, Given, Interrupted, parse_options

if TYPE_CHECKING:
    from ..core.game import Game
    from ..learn.network import Network
    from ..learn.training import Training

NAME = "train"
BARS = "▁▂▃▄▅▆▇█"


def run(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where the network goes (build/learned/GAME.npz)."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on from a checkpoint or a network.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="NETWORK", help="Learn a best response: to net, or to the network of a file."
        ),
    ] = None,
    option: Given = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table", help="A table to learn, such as 'steady players=4'; again for each further one."
        ),
    ] = None,
    told_as_before: Annotated[
        bool,
        typer.Option(
            "--told-as-before",
            help="Tell tables apart as the network of --resume does; positions show the rest.",
        ),
    ] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="PATH", help="Numbers of the cards that differ between --sets."),
    ] = None,
    sets: Annotated[
        int, typer.Option("--sets", help="Sets of cards with other numbers, learned beside the game's own.")
    ] = 0,
    updates: Annotated[
        int, typer.Option("--updates", help="So many updates; the same again learns the same.")
    ] = 0,
    seconds: Annotated[float, typer.Option("--seconds", help="Or so long.")] = 0.0,
    whole: Annotated[
        float,
        typer.Option(
            "--whole", help="Updates or seconds of all sittings together, over which the method cools down."
        ),
    ] = 0.0,
    device: Annotated[str, typer.Option("--device", help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option("--threads", help="Of the processor.")] = 1,
    width: Annotated[int, typer.Option("--width", help="Matches side by side (32768 on a GPU).")] = 0,
    steps: Annotated[int, typer.Option("--steps", help="Of each between two updates.")] = 64,
    hidden: Annotated[int, typer.Option("--hidden", help="Neurons of a layer.")] = 512,
    layers: Annotated[int, typer.Option("--layers", help="Layers.")] = 3,
    batch: Annotated[int, typer.Option("--batch", help="Decisions of one step of the gradient.")] = 0,
    rate: Annotated[float, typer.Option("--rate", help="Length of a step at first.")] = 5e-4,
    entropy: Annotated[float, typer.Option("--entropy", help="Worth of an even policy at first.")] = 0.05,
    entropy_end: Annotated[float, typer.Option("--entropy-end", help="The same at the end.")] = 0.01,
    trace: Annotated[float, typer.Option("--trace", help="How far advantages look ahead, below 1.")] = 0.95,
    pull: Annotated[
        float, typer.Option("--pull", help="Worth of staying near what was learned some updates ago.")
    ] = 0.0,
    stay: Annotated[
        float, typer.Option("--stay", help="Worth of staying near the policy that played, instead of a clip.")
    ] = 0.0,
    shape: Annotated[
        float,
        typer.Option("--shape", help="How much of the game's own evaluation is paid out ahead at first."),
    ] = 0.0,
    follow: Annotated[
        float,
        typer.Option("--follow", help="Worth of doing as the game itself suggests, at first."),
    ] = 0.0,
    league: Annotated[
        float, typer.Option("--league", help="The share of matches in which an earlier self has a seat.")
    ] = 0.0,
    every: Annotated[int, typer.Option("--every", help="Updates between two tests.")] = 25,
    games: Annotated[int, typer.Option("--games", help="Games of a test.")] = 0,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Same seed, same network.")] = 1,
) -> None:
    """Let a network teach itself a game by playing against itself.

    Ctrl-C keeps the best so far; --resume goes on from the checkpoint beside it."""
    from ..core.errors import BestiaryError
    from ..core.registry import load
    from ..extras import MissingExtra

    found = load(game)
    try:
        import torch  # noqa: F401

        from ..learn.selfplay import Method
        from ..learn.training import Plan, Training
    except ImportError as missing:
        if isinstance(missing, BestiaryError):
            raise
        raise MissingExtra("bestiary train", "learn", missing.name) from None
    if (
        min(width, steps, hidden, layers, every, threads, updates, games, sets) < 0
        or not 0 <= league <= 1
        or min(shape, pull, stay, follow) < 0
    ):
        raise BestiaryError(
            "The figures of a training are not negative, and a league is a share from 0 to 1."
        )
    large = device == "cuda"
    target = out or Path("build/learned") / f"{found.slug}.npz"
    checkpoint = target.with_name(f"{target.stem}.checkpoint.npz")
    method = Method(
        rate=rate,
        rate_end=rate * 0.03,
        entropy=entropy,
        entropy_end=entropy_end,
        trace=trace,
        shape=shape,
        follow=follow,
        pull=pull,
        stay=stay,
        batch=batch or (65_536 if large else 4_096),
    )
    plan = Plan(
        tables=_tables(found, table, option),
        as_before=told_as_before,
        vary=tuple(vary or ()),
        sets=sets,
        device=device,
        threads=threads,
        width=width or (32_768 if large else 512),
        steps=steps,
        hidden=hidden,
        layers=layers,
        updates=updates,
        seconds=seconds if updates else seconds or 300.0,
        whole=whole,
        seed=seed,
        every=every,
        games=games or (16_384 if large else 1_024),
        league=league,
        method=method,
    )
    training = Training(found, plan, resume, _rival(found, against), f"bestiary {shlex.join(sys.argv[1:])}")
    try:
        training.run(lambda point: _tell(training, point), lambda: training.save(target, checkpoint))
    except KeyboardInterrupt:
        if training.course.curve:
            training.save(target, checkpoint)
            raise Interrupted(
                f"Stopped; the best so far is in {target}, and {_again(found, checkpoint)}"
            ) from None
        raise Interrupted("Stopped before anything was learned.") from None
    print(f"The network is in {target}; {_again(found, checkpoint)}")


def _again(game: Game, checkpoint: Path) -> str:
    return f"bestiary train {game.slug} --resume {checkpoint} goes on."


def _tables(game: Game, named: list[str] | None, given: list[str] | None) -> tuple[dict[str, Any], ...]:
    """Sets of options, which the matches take in turn: the tables that are named, or the usual one; of each a
    set for every value of an option such as 2,4."""
    made: list[dict[str, Any]] = []
    for words in named or [""]:
        presets = [word for word in words.split() if "=" not in word]
        own = parse_options(word for word in words.split() if "=" in word)
        made.append({k: v for name in presets for k, v in game.preset(name).options.items()} | own)
    for name, values in parse_options(given).items():
        made = [{**table, name: value} for table in made for value in str(values).split(",")]
    return tuple(made)


def _rival(game: Game, name: str | None) -> Network | None:
    from ..learn.network import Network, at_home

    if name is None:
        return None
    return Network.load(at_home(game) if name == "net" else Path(name), game)


def _tell(training: Training, point: dict[str, float]) -> None:
    """A line of progress, and the curve so far."""
    whom = "the rival" if training.against else "the best"
    paid = f"paid {point['paid']:.3f}  " if "paid" in point else ""
    curve = "".join(
        BARS[min(7, int(8 * p["explained"]))] if p["explained"] > 0 else BARS[0]
        for p in training.course.curve[-24:]
    )
    print(
        f"{point['seconds']:6.0f} s  update {point['updates']:.0f}  "
        f"{point['decisions'] / 1e6:,.1f} million decisions ({point['rate'] / 1e6:.2f} a second)  "
        f"entropy {point['entropy']:.2f}  foreseen {point['explained']:.0%}  "
        f"{paid}{point['score']:.1%} against {whom}{' (kept)' if point['kept'] else ''}  {curve}",
        flush=True,
    )
