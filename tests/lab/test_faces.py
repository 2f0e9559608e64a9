"""Cards in a report have the faces of the page: small in their rows, whole where they are looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bestiary import load
from bestiary.core.changes import Changes
from bestiary.lab.play.storage import printed
from bestiary.lab.report.context import take
from bestiary.lab.report.faces import beside
from bestiary.lab.report.html import join, tag
from bestiary.lab.report.names import Names, names_of
from bestiary.lab.report.page import document
from bestiary.lab.report.sides import side_by_side
from bestiary.server.web.door import REPORT
from tests.lab import made

hands = pytest.importorskip("tests.web.browser")
GAMES = ("totem", "totemic", "tiger", "klaw", "shogun")
ADDRESS = "http://reports.test/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not hands.chromium():
        pytest.skip("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM")
    hands.build()
    with hands.browser() as started:
        yield started


def opened(browser: Any, html: str, **how: Any) -> tuple[Any, list[str]]:
    """A report as the server hands it out: in its sandbox, with nothing to be had from elsewhere."""
    page = browser.new_context(**how).new_page()
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    headers = {"Content-Security-Policy": REPORT, "Content-Type": "text/html; charset=utf-8"}
    page.route("**/*", lambda route: route.fulfill(body=html, headers=headers))
    page.goto(ADDRESS)
    return page, problems


def named(slug: str, *wanted: str) -> Names:
    """The words for the cards of a game, some of them changed."""
    game = load(slug)
    content = Changes(game, list(wanted)).content
    return names_of({"game": game.name, "title": game.title, "printed": [printed(c) for c in content.cards]})


def rows(names: Names, labels: list[str]) -> str:
    cells = [tag("tr", tag("th", beside(names, label, tag("span", label, cls="name")))) for label in labels]
    return document(names, "Cards", tag("table", tag("tbody", cells)))


def text(place: Any) -> str:
    """What is written on a face."""
    return str(place.evaluate("one => one.shadowRoot.textContent"))


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_of_a_game_is_drawn(browser: Any, slug: str) -> None:
    names = named(slug)
    page, problems = opened(browser, rows(names, list(names.printed)))
    page.locator(".thumb.drawn").first.wait_for()
    assert page.locator(".thumb.drawn").count() == len(names.printed) > 7
    bare = page.locator(".thumb").evaluate_all(
        "all => all.filter(one => one.shadowRoot.querySelectorAll('.face svg path').length === 0).length"
    )
    assert bare == 0, "a face without its picture"
    assert page.locator(".thumb").first.evaluate("one => one.getBoundingClientRect().height") > 50
    assert problems == []


def test_a_changed_number_stands_on_the_face(browser: Any) -> None:
    page, _ = opened(browser, rows(named("totemic", "spirit.wolf.power=20"), ["Wolf", "Crow"]))
    page.locator(".thumb.drawn").first.wait_for()
    wolf, crow = page.locator(".thumb.drawn").all()
    assert text(wolf).strip().startswith("20") and text(crow).strip().startswith("33")


def test_the_whole_face_is_shown_to_mouse_keyboard_and_finger(browser: Any) -> None:
    names = named("klaw")
    label = next(label for label, card in names.printed.items() if len(card["text"]) > 80)
    page, _ = opened(browser, rows(names, [label]), viewport=hands.PHONE, has_touch=True)
    small, large = page.locator(".thumb.drawn"), page.locator(".large")
    small.wait_for()
    assert not large.is_visible() and names.printed[label]["text"] not in text(small)
    small.hover()
    assert large.is_visible() and names.printed[label]["text"] in text(large)
    box = large.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= hands.PHONE["width"]
    page.mouse.move(380, 840)
    assert not large.is_visible()
    page.keyboard.press("Tab")
    assert large.is_visible()
    page.keyboard.press("Escape")
    assert not large.is_visible()
    small.tap()
    assert large.is_visible()
    small.tap()
    assert not large.is_visible()


def test_faces_are_no_words_of_their_rows(browser: Any) -> None:
    page, _ = opened(browser, rows(named("totemic"), ["Wolf"]))
    page.locator(".thumb.drawn").wait_for()
    assert page.locator("th").evaluate("one => one.textContent") == "Wolf"
    assert str(page.locator(".thumb").get_attribute("aria-label")).startswith("Wolf. ")


def test_two_studies_show_a_card_as_each_has_it(browser: Any) -> None:
    own, weak = study(), study("spirit.wolf.power=20")
    page, _ = opened(browser, side_by_side(take(own), take(weak), ["own", "weak"]))
    row = page.locator("tr", has_text="Wolf is played")
    row.locator(".thumb.drawn").first.wait_for()
    assert [text(one).strip()[:2] for one in row.locator(".thumb.drawn").all()] == ["25", "20"]
    assert page.locator("tr", has_text="Crow is played").locator(".thumb.drawn").count() == 1


def study(*wanted: str) -> made.Made:
    """Some games of Totemic in which the first seat plays two of its cards."""
    game = load("totemic")
    cards = Changes(game, list(wanted)).content.cards
    codes = [card.code for card in cards if card.name in ("Wolf", "Crow")]
    played = {"seat": 0, "drawn": 0, "held": 5, "offered": 1, "played": 1, "discarded": 0}
    held = [{**played, "game": n, "card": code, "won": n % 2 == 0} for n in range(60) for code in codes]
    manifest = {"game": game.name, "printed": [printed(card) for card in cards]}
    return made.Made(made.games([1, 2] * 30), pl.DataFrame(held, schema=made.CARDS), manifest=manifest)


def test_where_the_page_is_not_built_the_words_remain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BESTIARY_WEB", str(tmp_path))
    names = named("totemic")
    html = rows(names, ["Wolf"])
    assert '<th><span class="name">Wolf</span></th>' in html and "<script" in html
    assert 'id="faces"' not in html and "game-icons" not in html


def test_a_card_cannot_end_the_script_that_draws_it() -> None:
    card = {"code": "x", "name": "</script><!--<b>", "text": "", "figures": "", "power": 1}
    names = Names("coin-v1", "Coin", printed={"x": card})
    html = document(names, "Cards", join(beside(names, "x", "x")))
    assert html.count("</script>") == html.count("<script") and "<!--<b>" not in html
