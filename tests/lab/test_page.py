"""The page in a browser: tables are sifted, saved, and numbers lead to games."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from bestiary import lab
from bestiary.lab import Study

hands = pytest.importorskip("tests.web.browser")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not hands.chromium():
        pytest.skip("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM")
    folder = tmp_path_factory.mktemp("study")
    data = lab.run(Study("totem", ("random",), 60, 1), folder / "d")
    file = folder / "page.html"
    file.write_text(lab.report(data, examples=True), encoding="utf-8")
    with hands.browser() as browser:
        opened = browser.new_page()
        problems: list[str] = []
        opened.on("pageerror", lambda problem: problems.append(str(problem)))
        opened.goto(file.as_uri())
        yield opened
        assert problems == []


def test_rows_of_small_samples_are_left_out_and_what_is_shown_is_saved(page: Any, tmp_path: Path) -> None:
    part = page.locator(".sortable").filter(has=page.locator("input.least")).first
    rows = part.locator("tbody tr")
    sizes = sorted(int(n) for n in rows.evaluate_all("rows => rows.map(row => row.dataset.n)"))
    bound = sizes[len(sizes) // 2]
    part.locator("input.least").fill(str(bound))
    shown = part.locator("tbody tr:visible").count()
    assert shown == sum(size >= bound for size in sizes) < len(sizes)
    with page.expect_download() as saved:
        part.locator("button.csv").click()
    saved.value.save_as(tmp_path / "cards.csv")
    with (tmp_path / "cards.csv").open(encoding="utf-8", newline="") as file:
        told = list(csv.reader(file))
    assert saved.value.suggested_filename == "every-card-that-was-held.csv"
    assert told[0][:2] == ["Card", "Worth from the start"] and len(told) == shown + 1
    assert float(told[1][1]) >= float(told[2][1]), "best first"


def test_a_number_leads_to_a_game_that_opens(page: Any) -> None:
    link = page.locator('td a[href^="#game-"]').first
    game = page.locator(str(link.get_attribute("href")))
    assert not game.evaluate("one => one.open")
    link.click()
    game.locator("pre").wait_for(state="visible")  # it opens once the address has changed
    assert game.evaluate("one => one.open")
    assert "place" in game.locator("pre").inner_text()


def test_a_card_leads_to_the_command_that_shows_a_game_in_which_it_was_played(page: Any) -> None:
    link = page.locator("td a[data-game]:visible").first
    game = link.get_attribute("data-game")
    link.click()
    command = page.locator("#look-command").inner_text()
    assert command.endswith(f"--game {game} --step") and command.startswith("bestiary replay --from ")
    page.locator("#look-copy").click()
    page.locator("#look-copy", has_text=re.compile("Copied|Selected")).wait_for()
    assert page.evaluate("getSelection().toString()") == command


def test_questions_are_told_as_they_were_put_in_an_example_game(page: Any) -> None:
    asked = page.locator("figure", has_text="What is asked").locator("tbody tr").all_inner_texts()
    assert any("“Lay four of your seven cards face down, one by one.”" in row for row in asked)
