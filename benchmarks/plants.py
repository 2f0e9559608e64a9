"""Whether tuning finds numbers that were put wrong: ten planted cases over three games, and two held out.

    python benchmarks/plants.py --keep plants                 all of them, about 8,000 games for each number
    python benchmarks/plants.py --keep plants --only wolf --minutes 4

Each case is a card file with one number put wrong. ``lab.tune`` is told where that number may be and what is
wanted, and nothing else; the case is found where the value that it proposes lies in a range around the game's
own. What is played is remembered in the folder, so that the same command goes on after Ctrl-C as after
``--minutes``; a line of JSON is written for every case that is done, with the code that played it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestiary import lab, load
from bestiary.core.changes import Changes
from bestiary.core.game import Game
from bestiary.lab.play.storage import code_of
from bestiary.lab.tune.tuning import Tuned

OURS = "known = false\n"
TABLES = ("[constants]\n", "[components]\n")


@dataclass(frozen=True)
class Plant:
    """A number that is put wrong, where it may be looked for, what is wanted, and what is a good answer."""

    game: str
    path: str
    wrong: int
    least: int
    most: int
    target: str
    good: tuple[int, int]
    agent: str = "bulk"
    beside: tuple[str, ...] = ()  # numbers that are right, and that tuning may change all the same

    @property
    def name(self) -> str:
        """The last words of its path."""
        return ".".join(self.path.split(".")[1:])

    @property
    def vary(self) -> list[str]:
        """What tuning is told."""
        return [f"{path}={self.least}..{self.most}" for path in (self.path, *self.beside)]

    def cards(self, game: Game, folder: Path) -> Path:
        """The card file with the number put wrong; numbers of the rulebook are ours to tune there."""
        path = folder / f"{self.game}-{self.name}.toml"
        text = game.card_file.read_text(encoding="utf-8")
        for table in TABLES:
            text = text.replace(table, table + OURS)
        path.write_text(text, encoding="utf-8")
        Changes(game, [f"{self.path}={self.wrong}"], path).write()
        return path

    def found(self, tuned: Tuned) -> bool:
        """Whether the proposal is this number alone, at a good value."""
        value = self.proposed(tuned)
        return value is not None and self.good[0] <= value <= self.good[1]

    def proposed(self, tuned: Tuned) -> int | None:
        """The value that is proposed, if it is one of this number alone."""
        mine = len(tuned.changes) == 1 and tuned.changes[0].split()[0].rstrip(":") == self.path
        return int(tuned.changes[0].rpartition("-> ")[2]) if mine else None


def spirit(name: str, wrong: int, least: int, most: int, good: tuple[int, int], *beside: str) -> Plant:
    """An animal of Totemic that is too weak or too strong."""
    target = "matchups within 40..60"
    others = tuple(f"cards.{one}.power" for one in beside)
    return Plant("totemic", f"cards.{name}.power", wrong, least, most, target, good, beside=others)


PLANTS = (
    spirit("wolf", 16, 11, 29, (21, 29)),
    spirit("crow", 23, 16, 37, (28, 37)),
    spirit("stag", 38, 18, 40, (22, 33)),
    spirit("porcupine", 44, 24, 46, (27, 38)),
    spirit("badger", 39, 20, 41, (22, 34)),
    spirit("snake", 16, 13, 34, (21, 32)),
    Plant("totem", "constants.attacks_per_turn", 1, 1, 3, "length within 48..55", (2, 3)),
    Plant("totem", "constants.row", 2, 2, 4, "length within 48..55", (4, 4)),
    Plant("klaw", "components.per_player.hosts", 4, 4, 6, "length within 58..64", (6, 6)),
    Plant("klaw", "components.per_player.items_and_actions", 14, 6, 30, "length within 58..64", (26, 30)),
)
# Never looked at while tuning was made: one of the same kind, and one in which another animal may be changed
# that is as it should be.
HELD_OUT = (
    spirit("mouse", 24, 19, 40, (30, 40)),
    spirit("fox", 45, 25, 46, (29, 39), "bat"),
)


def tuned(
    plant: Plant, folder: Path, budget: int, until: float = float("inf"), cores: int | None = None
) -> Tuned:
    """What tuning proposes; stopped where time is up."""
    game: Any = load(plant.game)

    def look(_: int) -> None:
        if time.monotonic() > until:
            raise KeyboardInterrupt

    return lab.tune(
        game,
        plant.target,
        plant.vary,
        budget * (1 + len(plant.beside)),
        (plant.agent,),
        cards=plant.cards(game, folder),
        keep=folder / f"{plant.game}-{plant.name}.jsonl",
        cores=cores,
        progress=look,
    )


def row(plant: Plant, found: Tuned, seconds: float) -> dict[str, Any]:
    """What is kept of a case."""
    game = load(plant.game)
    mine = found.frame.filter(found.frame["name"].is_in(list(found.moved)))
    low, high = found.target.low, found.target.high
    return {
        "game": game.name,
        "code": code_of(game, (plant.agent,)),
        "plant": plant.name,
        "agent": plant.agent,
        "now": plant_now(game, plant),
        "wrong": plant.wrong,
        "proposed": plant.proposed(found),
        "good": list(plant.good),
        "found": plant.found(found),
        "moved": mine.height,
        "before": mine.filter(mine["before"].is_between(low, high)).height,
        "after": int(mine["inside"].sum()),
        "surely": mine["verdict"].to_list().count("inside"),
        "games": found.games,
        "seconds": round(seconds),
    }


def plant_now(game: Game, plant: Plant) -> int:
    """The value that the game itself has."""
    made = Changes(game, [f"{plant.path}={plant.wrong}"])
    return int(made.changed[0].old)


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """The results for a document."""
    yield "| game | number | own | planted | proposed | good | found | within before | after | sure | games |"
    yield "| --- | --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: |"
    for r in rows:
        good, said = f"{r['good'][0]} to {r['good'][1]}", "yes" if r["found"] else "no"
        yield (
            f"| {r['game']} | {r['plant']} | {r['now']} | {r['wrong']} | {r['proposed']} | {good} | {said} "
            f"| {r['before']} of {r['moved']} | {r['after']} | {r['surely']} | {r['games']:,} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True, help="a folder for what is played")
    parser.add_argument("--only", default="", help="cases whose name holds this word")
    parser.add_argument("--budget", type=int, default=8_000, help="games for each number, about")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--cores", type=int, help="threads; all cores by default")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    kept = given.keep / "results.jsonl"
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    until = time.monotonic() + 60 * given.minutes
    for plant in (*PLANTS, *HELD_OUT):
        done = {(r["game"], r["code"], r["plant"]) for r in rows}
        game = load(plant.game)
        if given.only not in plant.name or (game.name, code_of(game, (plant.agent,)), plant.name) in done:
            continue
        began = time.monotonic()
        found = tuned(plant, given.keep, given.budget, until, given.cores)
        if found.interrupted:
            print(f"{plant.name}: stopped after {found.games:,} games; the same command goes on")
            break
        rows.append(row(plant, found, time.monotonic() - began))
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(rows[-1]) + "\n")
        print(f"{plant.name}: {found.sentence}", flush=True)
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
