"""Every page: no complaint in the console, nothing serious for axe, nothing wider than a phone, small."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from .browser import WEB, Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
FIRST_LOAD = 300_000  # bytes, compressed, without the icons of cards
PAGES = (
    "/",
    "/new/totem",
    "/new/tiger",
    "/rules/totem",
    "/cards/totem",
    "/balance/totem",
    "/workbench/totem",
    "/print/totem",
    "/reports",
    "/mine",
    "/about",
    "/nowhere",
)


def serious(page: Page, *rules: str) -> list[str]:
    """What axe finds serious or worse, by all of its rules or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in by a tag
    wanted = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: Any = page.evaluate("wanted => axe.run(document, wanted)", wanted)
    return [
        f"{v['id']}: {v['help']} {[n['html'][:160] for n in v['nodes'][:3]]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]


def settled(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_has_a_serious_fault_for_axe_or_is_too_wide(
    visit: Visitors, server: Server, dark: bool
) -> None:
    page = visit(dark=dark, phone=dark)
    rules = ["color-contrast"] if dark else []  # the rest is the same in the dark
    for path in PAGES:
        settled(page, server.url + path)
        if path == "/new/totem":
            page.locator("summary").click()
        assert serious(page, *rules) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_at_the_table(visit: Visitors, server: Server, dark: bool) -> None:
    page = visit(dark=dark, phone=dark)
    rules = ["color-contrast"] if dark else []
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Play against Novice").click()
    page.wait_for_selector(".stage .spot.fits")
    page.locator("summary", has_text="as text").click()
    assert serious(page, *rules) == []
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.locator("dialog .picture .stage .totem")).to_have_count(5)
    assert serious(page, *rules) == []
    page.get_by_role("tab", name="All rules").click()
    expect(page.locator("dialog article").first).to_be_visible()
    assert serious(page, *rules) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    assert serious(page, *rules) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("[data-result]")).to_be_visible()
    assert serious(page, *rules) == []
    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.get_by_text(re.compile("Step 0 of"))).to_be_visible()
    assert serious(page, *rules) == []


def test_the_first_load_is_small(visit: Visitors, server: Server) -> None:
    page = visit()
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if response.ok and "/api/" not in response.url and "json" not in kind:
            sizes[response.url.rsplit("/", 1)[-1]] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    settled(page, server.url)
    assert len(sizes) > 3
    assert sum(sizes.values()) < FIRST_LOAD, json.dumps(sizes, indent=1)


def test_the_rulebook_is_searched_and_opened_at_an_entry(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, f"{server.url}/rules/totem#TOT-9.4")
    expect(page.locator('[id="TOT-9.4"]')).to_be_in_viewport()
    page.get_by_label("Search the rules").fill("hand limit")
    everything = page.locator("article")
    expect(everything.first).to_contain_text(re.compile("hand", re.I))
    page.get_by_label("Search the rules").fill("no such words at all")
    expect(page.get_by_text("Nothing in the rulebook has these words.")).to_be_visible()


def test_whoever_is_curious_reads_how_a_game_was_balanced(visit: Visitors, server: Server) -> None:
    """From the cards to the page: a figure with its range as the data have it, and what is not known."""
    page = visit()
    settled(page, f"{server.url}/cards/totem")
    page.get_by_role("link", name="How it was balanced").click()
    expect(page.get_by_role("heading", name="How Totem was balanced")).to_be_visible()
    told = json.loads((WEB.parent / "src/bestiary/server/balance/totem.json").read_text())
    expect(page.get_by_text(f"{told['games']:,} games of it")).to_be_visible()
    best = told["cards"][0]["most"][0]
    line = page.get_by_role("row", name=best["name"])
    expect(line).to_contain_text(f"{best['value']:+.1f}")
    expect(line).to_contain_text(f"({best['low']:+.1f} to {best['high']:+.1f})")
    check = page.get_by_text("Check it yourself").first
    check.click()
    expect(page.locator("code", has_text="--seed 99").first).to_be_visible()
    own = [aim for aim in told["aims"] if not aim["beside"]]
    kept = sum(aim["word"] == "kept" for aim in own)
    expect(page.get_by_text(f"{kept} of {len(own)} aims are kept")).to_be_visible()
    asked = page.locator("h2").all_inner_texts()  # the title's question is answered first
    assert asked.index("What we aim for") < asked.index("What kind of game it is")
    for slug in ("totem", "shogun"):  # of the one all is known, of the other it is not, as the data have it
        told = json.loads((WEB.parent / f"src/bestiary/server/balance/{slug}.json").read_text())
        unknown = any(mark["word"] == "unmeasured" for aim in told["aims"] for mark in aim["marks"])
        settled(page, f"{server.url}/balance/{slug}")
        expect(page.get_by_role("heading", name="was balanced")).to_be_visible()
        if unknown:
            expect(page.get_by_text("not measured yet").first).to_be_visible()
        else:
            expect(page.get_by_text("not measured yet")).to_have_count(0)
    settled(page, f"{server.url}/balance/tiger")
    beside = page.get_by_role("heading", name="The rulebook's own tables, for comparison")
    expect(beside).to_be_visible()
    told = json.loads((WEB.parent / "src/bestiary/server/balance/tiger.json").read_text())
    for section, others in (
        (beside.locator(".."), True),
        (page.get_by_role("heading", name="What we aim for").locator(".."), False),
    ):
        shown = sum(aim["beside"] == others for aim in told["aims"])
        expect(section.locator("li.panel")).to_have_count(shown)


def test_the_card_gallery_finds_and_enlarges(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, f"{server.url}/cards/totem")
    expect(page.locator("li .card")).to_have_count(52)
    page.get_by_label("Search the cards").fill("lynx")
    expect(page.locator("li .card")).to_have_count(4)
    page.locator("li button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Lynx")


def test_games_are_found_again_by_name_and_password(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, f"{server.url}/mine")
    page.get_by_label("Name").fill("Carla of the Pines")
    page.get_by_label("Password").fill("nine lives of a lynx")
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Play against Novice").click()
    page.wait_for_selector(".stage .spot.fits")
    table = page.url.split("/")[-1]

    elsewhere = visit(phone=True)
    settled(elsewhere, f"{server.url}/mine")
    elsewhere.get_by_label("Name").fill("Carla of the Pines")
    elsewhere.get_by_label("Password").fill("nine lives of a lynx")
    elsewhere.get_by_role("button", name="Log in").click()
    elsewhere.get_by_role("link", name="Go on").click()
    elsewhere.wait_for_url(f"**/t/{table}")
    expect(elsewhere.locator(".stage .spot.fits").first).to_be_visible()


def test_reports_are_listed(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, f"{server.url}/reports")
    expect(page.get_by_role("link", name="Balance of totem")).to_be_visible()


def test_settings_are_kept(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light or dark").select_option("dark")
    page.get_by_label("Motion").select_option("full")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.dataset.motion") == "full"


def test_an_account_has_another_password_is_taken_along_and_deleted(visit: Visitors, server: Server) -> None:
    page = visit()
    settled(page, f"{server.url}/mine")
    page.get_by_label("Name").fill("Dora of the Reeds")
    page.get_by_label("Password").fill("nine lives of a lynx")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_text("Your account").click()
    page.get_by_label("Password now").fill("nine lives of a lynx")
    page.get_by_label("New password").fill("ten lives of a lynx")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status")).to_contain_text("other devices are logged out")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download what is kept of you").click()
    assert json.loads(download.value.path().read_text())["name"] == "Dora of the Reeds"
    page.get_by_label("Password now").fill("ten lives of a lynx")
    page.get_by_role("button", name="Delete this account").click()
    expect(page.get_by_role("button", name="Take this name")).to_be_visible()
