"""``python -m bestiary.envs [GAME ...]``: which number of an observation means what, as a page."""

from __future__ import annotations

import sys

from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load, names

from .features import page


def main(given: list[str]) -> int:
    """Prints the layouts of the games named, or of all."""
    try:
        print(page([load(slug) for slug in given or names()]), end="")
    except BestiaryError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
