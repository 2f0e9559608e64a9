"""``python -m bestiary.testing totem --games 200``: the suite without pytest."""

from __future__ import annotations

import argparse
import os
import sys

CHECKED = "NUMBA_BOUNDSCHECK"


def main() -> int:
    """Runs the suite on the games that are named, or on all."""
    from bestiary.core.errors import BestiaryError
    from bestiary.core.registry import names

    from .bench import Broken
    from .suite import check_game

    parser = argparse.ArgumentParser(prog="python -m bestiary.testing", description=__doc__)
    parser.add_argument("game", nargs="*", help="the games; all by default")
    parser.add_argument("--games", type=int, default=200, help="random games to play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if CHECKED not in os.environ and not os.environ.get("NUMBA_DISABLE_JIT"):
        # Numba read its settings when this package was imported: start again with bounds checks
        os.environ[CHECKED] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "bestiary.testing", *sys.argv[1:]])
    try:
        for name in given.game or names():
            check_game(name, given.games, seed=given.seed)
    except (Broken, BestiaryError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
