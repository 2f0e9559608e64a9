"""Print and play: sizes, copies and backs as the browser lays them out, and in the file of the command."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bestiary.core.box import box_of
from bestiary.core.registry import load

from .browser import Server
from .conftest import Visitors
from .test_pages import serious

pytestmark = pytest.mark.xdist_group("web")

MM = 72 / 25.4  # points
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIX_POINTS = 8.0  # pixels

# Every card on every sheet, in millimetres from its corner; the smallest letters on a card; what is cut off.
MEASURED = """() => {
  const mm = (pixels) => (pixels * 25.4) / 96;
  const sheets = [...document.querySelectorAll(".sheet")].map((sheet) => {
    const zero = sheet.getBoundingClientRect();
    return {
      back: sheet.classList.contains("back"),
      cards: [...sheet.querySelectorAll(".card")].map((card) => {
        const box = card.getBoundingClientRect();
        return {
          x: mm(box.x - zero.x), y: mm(box.y - zero.y), wide: mm(box.width), high: mm(box.height),
        };
      }),
    };
  });
  let least = Infinity;
  const walker = document.createTreeWalker(document.querySelector(".sheets"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(".card") || !walker.currentNode.textContent.trim() || !parent.offsetParent) continue;
    least = Math.min(least, parseFloat(getComputedStyle(parent).fontSize));
  }
  const cut = [...document.querySelectorAll(".card [data-fit]")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim());
  return { sheets, least, cut };
}"""


def opened(page: Page, server: Server, slug: str, **asked: str) -> Any:
    """The page of what is printed, laid out for paper; what was measured of it."""
    page.emulate_media(media="print")
    page.goto(f"{server.url}/print/{slug}?{'&'.join(f'{name}={value}' for name, value in asked.items())}")
    page.wait_for_selector(".sheets[data-ready]", state="attached")
    return page.evaluate(MEASURED)


@pytest.mark.parametrize(
    ("slug", "paper", "ink"),
    [
        ("totem", "a4", "full"),
        ("totemic", "letter", "full"),
        ("klaw", "a4", "low"),
        ("tiger", "letter", "low"),
        ("shogun", "a4", "full"),
    ],
)
def test_cards_have_their_size_their_number_and_their_backs_behind_them(
    visit: Visitors, server: Server, slug: str, paper: str, ink: str
) -> None:
    found = opened(visit(), server, slug, what="cards", paper=paper, ink=ink)
    fronts = [sheet["cards"] for sheet in found["sheets"] if not sheet["back"]]
    backs = [sheet["cards"] for sheet in found["sheets"] if sheet["back"]]
    game = load(slug)
    size = box_of(game, game.content()).size
    assert sum(map(len, fronts)) == size and len(fronts) == math.ceil(size / 9)
    wide, high = PAPERS[paper]
    for front, back in zip(fronts, backs, strict=True):
        for card in (*front, *back):
            assert (card["wide"], card["high"]) == (pytest.approx(63, abs=0.05), pytest.approx(88, abs=0.05))
            assert card["x"] > 5 and card["x"] + 63 < wide - 5 and card["y"] > 5 and card["y"] + 88 < high - 5
        turned = sorted((round(card["y"]), wide - card["x"] - 63) for card in back)
        behind = sorted((round(card["y"]), card["x"]) for card in front)
        assert turned == [pytest.approx(place, abs=0.05) for place in behind]
    assert found["least"] >= SIX_POINTS
    assert found["cut"] == []


def test_maps_are_printed_at_their_size(visit: Visitors, server: Server) -> None:
    page = visit()
    opened(page, server, "shogun", what="maps")
    game = load("shogun")
    squares = sum(m.columns * m.rows for m in box_of(game, game.content()).maps)
    windows = page.evaluate(
        """() => [...document.querySelectorAll(".window")].map((one) => {
          const cell = one.querySelector(".cell").getBoundingClientRect();
          const box = one.getBoundingClientRect();
          return [box.width / cell.width, box.height / cell.height, cell.width * 25.4 / 96];
        })"""
    )
    assert {round(cell, 1) for _, _, cell in windows} == {25.0}
    assert round(sum(wide * high for wide, high, _ in windows)) == squares
    made = list(pages(page.pdf(prefer_css_page_size=True, print_background=True)))
    assert len(made) == len(windows) and all(AT_SIZE in drawing for _, drawing in made)


def test_the_booklet_has_every_rule_example_and_picture(visit: Visitors, server: Server) -> None:
    page = visit()
    opened(page, server, "totem", what="rules")
    rulebook = load("totem").rulebook
    expect(page.locator(".book .rule")).to_have_count(len(rulebook.rules))
    expect(page.locator(".book aside")).to_have_count(len(rulebook.examples))
    for frame in page.locator(".book figure iframe").all():
        expect(frame.content_frame.locator(".stage .totem").first).to_be_visible()
    made = list(pages(page.pdf(prefer_css_page_size=True, print_background=True)))
    assert {(round(wide), round(high)) for (wide, high), _ in made} == {(148, 210)}
    words = {float(scale[0]) for scale in SCALE.findall(made[-1][1])}
    assert not [scale for scale in words if 1 < scale < 3.125], "words alone, and nothing of it shrunk"


def test_the_way_from_the_cards_to_the_printer(visit: Visitors, server: Server) -> None:
    page = visit()
    page.add_init_script("window.print = () => (document.title = 'printed')")
    page.goto(f"{server.url}/cards/totem")
    page.get_by_role("link", name="Print").click()
    page.wait_for_selector(".sheets[data-ready]")
    assert serious(page) == []
    page.get_by_role("combobox", name="Paper").select_option("letter")
    page.get_by_role("combobox", name="Ink").select_option("low")
    page.get_by_label("Backs").uncheck()
    page.wait_for_selector('.sheets.low[data-paper="letter"][data-ready]')
    expect(page.locator(".sheet")).to_have_count(6)
    assert "paper=letter" in page.url and "ink=low" in page.url
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")


# ---- the file ----------------------------------------------------------------------------------------

OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)endobj", re.DOTALL)
NUMBER = r"(-?[\d.]+)"
SCALE = re.compile(rf"{NUMBER} 0 0 {NUMBER} {NUMBER} {NUMBER} cm")
CLIP = re.compile(rf"{NUMBER} {NUMBER} {NUMBER} {NUMBER} re\s+W")
AT_SIZE = "3.125 0 0 3.125 0 0 cm"  # a pixel of a page that the browser has not shrunk, in 300ths of an inch
SNAPPED = 0.2  # millimetres by which a browser moves edges onto its pixels


def pages(pdf: bytes) -> Iterator[tuple[tuple[float, float], str]]:
    """The size of each page of a PDF in millimetres, and its drawing."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    for body in objects.values():
        if not re.search(rb"/Type\s*/Page\b(?!s)", body):
            continue
        box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", body)
        content = re.search(rb"/Contents\s+(\d+) 0 R", body)
        assert box and content
        _, _, wide, high = (float(one) / MM for one in box[1].split())
        stream = objects[int(content[1])].partition(b"stream")[2].lstrip(b"\r\n")
        yield (wide, high), zlib.decompressobj().decompress(stream).decode("latin-1")


def frames(drawing: str) -> set[tuple[float, float]]:
    """The corners of all frames of a card's size that a page is drawn within, in millimetres."""
    found = SCALE.search(drawing)
    assert found
    by = float(found[1]) / MM
    clips = [[float(one) * by for one in clip] for clip in CLIP.findall(drawing)]
    cards = [c for c in clips if abs(c[2] - 63) < SNAPPED and abs(c[3] - 88) < SNAPPED]
    return {(round(x, 1), round(y, 1)) for x, y, _, _ in cards}


def test_the_command_makes_a_file_with_cards_of_63_by_88_mm(
    server: Server, bestiary: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTIARY_WEB", str(server.settings.web))
    code, out, err = bestiary("print", "totem", "--what", "cards", "--paper", "letter", "-o", tmp_path)
    assert (code, err) == (0, "") and "54 cards, 12 pages" in out
    made = list(pages((tmp_path / "totem-cards.pdf").read_bytes()))
    assert len(made) == 12
    places = [
        ((215.9 - 3 * 63) / 2 + 63 * x, (279.4 - 3 * 88) / 2 + 88 * y) for y in range(3) for x in range(3)
    ]
    for (wide, high), drawing in made:
        assert (wide, high) == (pytest.approx(215.9, abs=0.3), pytest.approx(279.4, abs=0.3))
        corners = sorted(frames(drawing), key=lambda corner: (round(corner[1] / 88), corner[0]))
        assert corners == [pytest.approx(place, abs=SNAPPED) for place in places]
