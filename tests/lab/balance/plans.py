"""What tests of balance begin with: our own plan, a small one, and an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

OWN = Path(__file__).parents[3] / "benchmarks" / "balance.toml"
PLAN = """
data = "answers"
page = "page.md"
[[chapter]]
title = "Totem"
[[chapter.question]]
id = "seats"
game = "totem"
says = "Totem by chance"
games = { random = 120 }
seed = 3
aims = [{ of = "seats", within = 30 }, { of = "worth", at_most = 1 }]
[[chapter.question]]
id = "skill"
game = "totem"
games = { bulk = 20 }
against = "random"
aims = [{ of = "wins", at_least = 50 }]
[[chapter.question]]
id = "cost"
game = "totem"
games = { random = 20 }
forbid = ["attack"]
aims = [{ of = "costs", at_least = 0 }]
"""


def shares(*rows: tuple[float, float, float]) -> dict[str, Any]:
    """An answer about stages: the share of games won at each, with its interval."""
    return {
        "stages": [
            {"stage": str(n), "share": share, "low": low, "high": high}
            for n, (share, low, high) in enumerate(rows)
        ]
    }
