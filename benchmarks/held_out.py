"""How strong a network is with cards that it has not learned: sets drawn around the game's own, never taught.

    python benchmarks/held_out.py totemic                       six sets, against mcts:1000
    python benchmarks/held_out.py klaw --vary "host.*.life" --sets 10 --games 40

Every set is played on mirrored deals against the same search, which knows its cards; the own ones come first.
What is played is kept in build/held_out; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bestiary import load
from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.learn import known
from bestiary.learn.varied import contents
from bestiary.run.arena import contest, hold, warm
from bestiary.run.journal import Journal
from bestiary.run.standings import standings

KEPT = Path("build/held_out")
SEED = 7  # of the deals
DRAWN = 4_000_000  # the seed of the sets: no training begins with it
VARIED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {  # the figures of ours that differ, the table
    "totemic": (("spirit.*.power", "aspect.*.strength"), {"deal_spirits": True}),
    "klaw": (("host.*.life", "host.*.attack", "host.*.defence"), {}),
}


def score(game: Game, content: Content, against: str, games: int, options: dict[str, Any]) -> dict[str, Any]:
    """The network against a search with these cards."""
    made = contest(game, [against, "net"], games, SEED, options, content)
    KEPT.mkdir(parents=True, exist_ok=True)
    warm(made)
    path = KEPT / f"{game.slug}-{content.fingerprint}-{against}-{games}.jsonl".replace(":", "")
    with Journal(path, made) as journal:
        outcome = hold(made, journal=journal)
    if outcome.interrupted:
        raise KeyboardInterrupt
    (pair,) = standings(outcome)["pairs"]
    by_deal: dict[str, Any] = pair["by_deal"]
    own = (lambda share: share) if pair["first"] == "net" else (lambda share: 1 - share)
    low, high = sorted((own(by_deal["low"]), own(by_deal["high"])))
    return {"games": pair["games"], "score": own(by_deal["score"]), "low": low, "high": high}


def held_out(game: Game, vary: Sequence[str], sets: int) -> list[Content]:
    """The game's own cards, then sets that its network was not taught with."""
    network = known(game)
    if network is None:
        raise BestiaryError(f"{game.title} has no network.")
    drawn = contents(game, vary, sets, DRAWN)
    taught = set(network.header.get("varied", ()))
    if any(content.fingerprint in taught for content in drawn[1:]):
        raise BestiaryError("One of these sets was taught; another seed draws others.")
    return drawn


def differs(game: Game, content: Content) -> int:
    """How many numbers that the rules read are others than the game's."""
    usual, own = game.content().tables, content.tables
    return sum(int((usual[name] != own[name]).sum()) for name in usual.dtype.names or ())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(VARIED))
    parser.add_argument("--vary", action="append", metavar="PATH", help="numbers of the cards that differ")
    parser.add_argument("--sets", type=int, default=6)
    parser.add_argument("--games", type=int, default=100, help="with each set")
    parser.add_argument("--against", default="mcts:1000")
    given = parser.parse_args()
    game = load(given.game)
    vary, options = VARIED[given.game]
    print("| cards | numbers that differ | games | net scores | 95% by deal |")
    print("| --- | ---: | ---: | ---: | --- |")
    for n, content in enumerate(held_out(game, given.vary or vary, given.sets)):
        found = score(game, content, given.against, given.games, options)
        print(
            f"| {f'set {n}' if n else 'its own'} | {differs(game, content)} | {found['games']} "
            f"| {found['score']:.1%} | {found['low']:.1%} to {found['high']:.1%} |",
            flush=True,
        )


if __name__ == "__main__":
    try:
        main()
    except BestiaryError as problem:
        sys.exit(f"held_out: {problem}")
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")
