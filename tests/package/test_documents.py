"""Documents: no broken link, and every public name has its place and its sentence."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from .test_names import PUBLIC

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


def documents() -> list[Path]:
    """All documents that people read, in the repository and on the site."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        site = importlib.import_module("site_pages")
    finally:
        sys.path.pop(0)
    return [path for path in site.documents() if path.suffix == ".md"]


@cache
def anchors(path: Path) -> set[str]:
    """The places within a document that can be linked to."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", path.read_text(encoding="utf-8")), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in headings]
    return {re.sub(r"[\s]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_link_is_broken(path: Path) -> None:
    for link in LINK.findall(FENCED.sub("", path.read_text(encoding="utf-8"))):
        if link.startswith(("https://", "http://")):
            continue
        file, _, anchor = link.partition("#")
        place = (path.parent / file).resolve() if file else path
        assert place.exists(), f"{path.name} links to {link}"
        assert not anchor or anchor in anchors(place), f"{path.name} links to {link}"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented(name: str) -> None:
    module = importlib.import_module(name)
    page = (ROOT / "docs" / "reference" / f"{name.rpartition('.')[2]}.md").read_text()
    for public in module.__all__:
        thing = getattr(module, public)
        assert re.search(rf"(::: .*\b{public}$|`{public}`)", page, re.M), f"{name}.{public} has no place"
        if inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing):
            assert inspect.getdoc(thing), f"{name}.{public} has no sentence"


@pytest.mark.slow
def test_the_site_is_built_without_a_warning() -> None:
    done = subprocess.run(["make", "site"], cwd=ROOT, capture_output=True, text=True)
    warned = re.search(r"^(WARNING|ERROR) +-", done.stderr, re.M)  # as the site's builder says it, not pip
    assert done.returncode == 0 and not warned, done.stdout + done.stderr
    page = (ROOT / "build" / "site" / "html" / "docs" / "reference" / "bestiary" / "index.html").read_text()
    assert "Takes the last action of a seat back" in page
