"""``python -m bestiary.envs``: the page of all layouts, as ``docs/observations.md`` keeps it."""

from __future__ import annotations

from bestiary.core.registry import load

from .features import page

OURS = ("totem", "totemic", "tiger", "klaw", "shogun")

if __name__ == "__main__":
    print(page([load(slug) for slug in OURS]), end="")
