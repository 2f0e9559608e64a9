"""How long a designer waits: seconds from an edit to a verdict of ±5 and of ±2 points, game by game.

    python benchmarks/verdict.py [GAME ...] [--cores 2] [--seconds 300] [--write]

Each game has one change of a single card. Games are played as the workbench plays them (``server/studying``,
the quick player, all looks allowed for); compiling the rules does not count. The interval is that of the
widest share among the measures. ``--write`` puts the table into benchmarks/verdict.md.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from pathlib import Path

from bestiary.core.changes import Change
from bestiary.core.registry import address, load
from bestiary.lab.compare.sharpening import Sharpening
from bestiary.server.asking import Asked
from bestiary.server.studying import studied

EDITS = {  # a change of one number on one card, and the seconds aimed at for ±5
    "totem": ("card.C10.power", 5, 10),
    "klaw": ("host.surgeon.life", 6, 10),
    "totemic": ("spirit.wolf.power", 20, 20),
    "tiger": ("card.crane.copies", 3, 20),
    "shogun": ("minion.ashigaru.regular.nd", 3, 180),
}
BOUNDS = (0.05, 0.02)
PAGE = Path(__file__).with_suffix(".md")
HEAD = """# Seconds to a verdict

`python benchmarks/verdict.py --write`: from an edit on the workbench to an interval of ±5 and of ±2 points,
played by the quick player on {cores} cores, everything compiled. A dash: not within {seconds:.0f} seconds and
8,192 pairs of games, the last look that a study takes. Measured at revision {revision}.{note}

| game | change | first verdict | ±5 points | ±2 points | pairs of games | aimed at for ±5 |
| --- | --- | --- | --- | --- | --- | --- |
"""


def measure(slug: str, cores: int, seconds: float) -> list[str]:
    """One row of the table."""
    path, value, aim = EDITS[slug]
    game = load(slug)
    Sharpening(game, cores=cores, wanted=[f"{path}={value}"]).warm()  # compiled before the clock runs
    asked = Asked(
        address(game), "whatif", [Change(path, value)], agents=("bulk",), seconds=seconds, cores=cores
    )
    began = time.monotonic()
    first, reached, games = 0.0, dict.fromkeys(BOUNDS, 0.0), 0
    for found in studied(asked):
        now = time.monotonic() - began
        for verdict in found.verdicts:
            first = first or now
            games = verdict.games
            for bound in BOUNDS:
                if verdict.reach is not None and verdict.reach <= bound and not reached[bound]:
                    reached[bound] = now
    told = [f"{reached[bound]:.1f} s" if reached[bound] else "-" for bound in BOUNDS]
    return [game.title, f"`{path} = {value}`", f"{first:.1f} s", *told, f"{games:,}", f"{aim} s"]


def main() -> None:
    """Measures the games named, all by default."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(EDITS))
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=300.0, help="of play for each game, about")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    parser.add_argument("--note", default="", help="what else there is to say of the machine")
    given = parser.parse_args()
    rows = []
    for slug in given.games or EDITS:
        rows.append("| " + " | ".join(measure(slug, given.cores, given.seconds)) + " |")
        print(rows[-1], flush=True)
    if given.write:
        note = f" {given.note}" if given.note else ""
        asked = ["git", "rev-parse", "--short", "HEAD"]
        revision = subprocess.run(asked, capture_output=True, text=True, cwd=PAGE.parent).stdout.strip()
        head = HEAD.format(cores=given.cores, seconds=given.seconds, note=note, revision=revision)
        PAGE.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
