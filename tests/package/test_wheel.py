"""The wheel: what it holds, and that it serves the page where there is no checkout."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import httpx
import pytest

from ..web import browser as hands
from . import built

pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a wheel of this checkout."""
    hands.build()
    folder = tmp_path_factory.mktemp("wheel")
    return built.unpacked(built.build("wheel", folder / "dist"), folder / "files")


def test_a_wheel_holds_the_page_and_the_data_of_every_game(files: Path) -> None:
    page = files / "bestiary" / "server" / "page"
    assert (page / "index.html").is_file() and list(page.glob("assets/*.js"))
    assert not (page / "ready").exists()
    rooms = [p.parent for p in (hands.ROOT / "src" / "bestiary" / "games").glob("*/rulebook.toml")]
    for room in rooms:
        for data in room.glob("*.toml"):
            assert (files / "bestiary" / "games" / room.name / data.name).is_file(), data


def test_a_wheel_says_what_it_is_and_whose_work_it_carries(files: Path) -> None:
    (about,) = files.glob("*.dist-info")
    facts = (about / "METADATA").read_text()
    assert "Classifier: Typing :: Typed" in facts and (files / "bestiary" / "py.typed").is_file()
    notices = (about / "licenses" / "web" / "public" / "notices.txt").read_text()
    assert notices == (files / "bestiary" / "server" / "page" / "notices.txt").read_text()
    svelte = (hands.WEB / "node_modules" / "svelte" / "LICENSE.md").read_text()
    told = " ".join(notices.split())
    assert " ".join(svelte.split()) in told and "CC BY 3.0" in told


def test_an_installed_server_shows_the_page(files: Path, tmp_path: Path) -> None:
    with (
        built.served(sys.executable, tmp_path / "home", files) as address,
        httpx.Client(base_url=address) as http,
    ):
        page = http.get("/").text
        assert '<div id="page">' in page
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script and http.get(script[1]).status_code == 200


def test_an_agent_of_ones_own_is_offered_at_an_online_table(files: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = "from bestiary.agents.simple import Random\nclass Corner(Random):\n    name = 'corner'\n"
    (home / "mine.py").write_text(code)
    with (
        built.served(sys.executable, home, files, "--agent", "mine:Corner") as address,
        httpx.Client(base_url=f"{address}api", timeout=120) as http,
    ):
        assert "Corner" in http.get("/games").json()[0]["levels"]
