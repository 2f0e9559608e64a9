"""What a part of the house needs beside the core, and the line that installs it here.

A line such as ``pip install 'bestiary[lab]'`` works once the package is published; until then, and in a
checkout, it has to name the place that this installation came from.
"""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

from .core.errors import BestiaryError


class MissingExtra(BestiaryError, ImportError):
    """Packages that a part of the house needs are not installed."""

    def __init__(self, who: str, extra: str, missing: str | None = None) -> None:
        named = f" ({missing} is missing)" if missing else ""
        super().__init__(f"{who} needs more packages{named}: {install_line(extra)}")


def install_line(extra: str) -> str:
    """The command that adds an extra to this installation.

    >>> install_line("lab").startswith("pip install ")
    True
    """
    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file():
        return f"pip install -e '{checkout}[{extra}]'"
    return f"pip install '{_requirement(extra)}'"


def _requirement(extra: str) -> str:
    """The package as pip finds it again: where it was taken from a file or an address, from there."""
    try:
        text = metadata.distribution("bestiary").read_text("direct_url.json")
        address = json.loads(text)["url"] if text else ""
    except (metadata.PackageNotFoundError, ValueError, KeyError):
        address = ""
    return f"bestiary[{extra}] @ {address}" if address else f"bestiary[{extra}]"
