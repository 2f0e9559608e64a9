"""Where the built page is: the server hands it out, and whoever draws with it reads it there."""

from __future__ import annotations

import os
from pathlib import Path


def page() -> Path:
    """The folder of the built page: BESTIARY_WEB, the installed one, or ``web/dist`` of a checkout."""
    named = os.environ.get("BESTIARY_WEB")
    if named:
        return Path(named)
    installed = Path(__file__).parent / "server" / "page"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "web" / "dist"
