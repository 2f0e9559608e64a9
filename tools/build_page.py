"""Puts the built page of the online table into what is published.

A source distribution carries the page beside its sources, so that a wheel made from it needs no Node; in a
checkout the page is built where it is missing or older than its sources. An editable install serves the
checkout's own page and needs none.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "bestiary/server/page"  # where an installed server finds it
NOT_PAGE = {"ready"}  # what make notes beside it


class PageHook(BuildHookInterface[Any]):
    """Builds the page where that is needed, and includes its files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a distribution is put together."""
        if version == "editable":
            return
        root = Path(self.root)
        page = root / "web" / "dist"
        if not (root / "PKG-INFO").exists() and stale(root / "web"):
            build(root / "web")
        inside = PAGE if self.target_name == "wheel" else "web/dist"
        for path in sorted(page.rglob("*")):
            if path.is_file() and path.name not in NOT_PAGE:
                build_data["force_include"][str(path)] = f"{inside}/{path.relative_to(page).as_posix()}"


def stale(web: Path) -> bool:
    """Whether the page is missing, or older than something that it is built from."""
    index = web / "dist" / "index.html"
    if not index.exists():
        return True
    sources = [*web.glob("*.*"), *(web / "src").rglob("*"), *(web / "public").rglob("*")]
    return any(path.is_file() and path.stat().st_mtime > index.stat().st_mtime for path in sources)


def build(web: Path) -> None:
    """Builds the page; needs Node and npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("The page of the online table is built with Node 20.19 or later: install it.")
    if not (web / "node_modules").exists():
        subprocess.run([npm, "ci", "--silent", "--no-progress"], cwd=web, check=True)
    subprocess.run([npm, "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=web, check=True)
