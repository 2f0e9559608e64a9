"""Lays the documents of the repository out for the site: `make docs`.

Where they lie beside each other as in the repository, every link between them holds in both places.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "site" / "pages"
WHAT = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE"),
    *("docs/**/*.md", "docs/pictures/*", "benchmarks/*.md", "web/README.md"),
)


def documents() -> list[Path]:
    """All documents and what they show, from the root of the repository."""
    return sorted(path for pattern in WHAT for path in ROOT.glob(pattern) if path.is_file())


def lay_out(pages: Path = PAGES) -> int:
    """Copies them; how many there are."""
    shutil.rmtree(pages, ignore_errors=True)
    for path in documents():
        place = pages / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    return len(documents())


if __name__ == "__main__":
    print(f"{lay_out()} documents in {PAGES.relative_to(ROOT)}", file=sys.stderr)
