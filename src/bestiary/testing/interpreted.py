"""The child of the twin check: reads games as JSON, replays them, prints digests."""

from __future__ import annotations

import importlib
import json
import sys
from operator import attrgetter

import numpy as np


def main() -> None:
    """Replays what the parent process asks for."""
    np.seterr(over="raise")  # a number that wraps around here is one that compiled code has wider
    task = json.load(sys.stdin)
    sys.path[:] = task["path"]
    module, _, attribute = task["game"].partition(":")
    game = attrgetter(attribute)(importlib.import_module(module))

    from .twin import trace

    json.dump([trace(game, run) for run in task["runs"]], sys.stdout)


if __name__ == "__main__":
    main()
