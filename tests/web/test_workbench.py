"""A designer's walk: change a card, see what it does, have numbers proposed, play the set; and manners."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from . import browser as hands
from .conftest import Visitors
from .test_pages import serious

pytestmark = pytest.mark.xdist_group("web")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[hands.Server]:
    """A server whose studies are played at random: quick, and the Wolf loses there too."""
    if not hands.chromium():
        pytest.skip("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM")
    hands.build()
    folder: Path = tmp_path_factory.mktemp("workbench")
    with hands.Server(folder, study_players=("random",)) as running:
        yield running


def opened(page: Page, server: hands.Server, game: str, entry: str) -> None:
    page.goto(f"{server.url}/workbench/{game}")
    page.locator(f'[data-entry="{entry}"]').click()
    expect(page.locator(".editor h2")).to_be_focused()


def test_a_designer_weakens_the_wolf_sees_it_lose_takes_a_proposal_and_plays(
    visit: Visitors, server: hands.Server
) -> None:
    page = visit()
    opened(page, server, "totemic", "spirit.wolf")
    page.get_by_label("Power", exact=True).fill("16")
    wolf = page.locator('[data-entry="spirit.wolf"]')
    expect(wolf).to_have_class(re.compile("changed"))
    expect(page.locator(".editor")).to_contain_text("Power 16")
    expect(page.locator(".lines")).to_contain_text("Wolf (spirit), power: 25 → 16")

    verdict = page.locator('[data-verdict="random"]')
    row = verdict.locator('[data-measure="wolf wins"]')
    expect(row).to_contain_text("loses more often")
    expect(verdict).to_contain_text(re.compile(r"±\d+\.\d points"))

    page.get_by_role("button", name="Propose", exact=True).click()
    expect(page.locator("[data-proposal]")).to_contain_text(re.compile(r"Wolf, power: 16 → \d\d"))
    page.get_by_role("button", name="Accept this change").click()
    power = page.get_by_label("Power", exact=True)
    expect(power).not_to_have_value("16")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(power).to_have_value("16")
    page.get_by_role("button", name="Redo", exact=True).click()

    page.get_by_role("button", name="Play this set").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("A Wolf that can win")
    dialog.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Play against Novice").click()  # whether or not the set is there yet
    page.wait_for_selector("[data-action]", state="attached")
    expect(page.get_by_text("With the card set A Wolf that can win, version 1")).to_be_attached()
    for _ in range(3):
        page.locator("[data-action]").first.wait_for(state="attached")
        page.evaluate(hands.STEP, 0.0)

    page.goto(f"{server.url}/workbench/totemic")  # as it was left
    page.get_by_role("button", name="Print", exact=True).click()
    expect(page.get_by_role("heading", name="Print Totemic")).to_be_visible()
    expect(page.locator(".sheet").first).to_be_visible()


def test_a_refusal_stands_at_its_field_and_an_effect_is_composed_from_words(
    visit: Visitors, server: hands.Server
) -> None:
    page = visit(phone=True, dark=True)
    opened(page, server, "totemic", "spirit.wolf")
    page.get_by_label("Power", exact=True).fill("200")
    refusal = page.locator('[data-field="spirit.wolf.power"]').get_by_role("alert")
    expect(refusal).to_contain_text("expected a whole number from 1 to 99")
    page.get_by_role("button", name=re.compile("^As it was.*Power")).click()
    expect(page.get_by_label("Power", exact=True)).to_have_value("25")

    page.get_by_role("button", name=re.compile("^Add one.*Effects")).click()
    second = page.locator('[data-field="spirit.wolf.effects"] .effect').nth(1)
    second.get_by_label("When").select_option("won")
    second.get_by_label("Does", exact=True).select_option("gain_power")
    expect(second.locator(".reads")).to_have_text("The owner has won a challenge: the owner gains 1 power.")
    page.reload()
    expect(page.locator(".lines")).to_contain_text("Wolf (spirit), effects")
    assert serious(page) == []


STOPPED = {
    "id": "x", "kind": "whatif", "game": "klaw", "state": "stopped", "why": "", "before": 0, "games": 0,
    "asked": [], "verdicts": [], "path": "", "curve": [], "proposal": None,
}  # fmt: skip


def test_a_card_is_added_and_another_one_removed_where_there_is_room(
    visit: Visitors, server: hands.Server
) -> None:
    page = visit()
    page.route("**/api/studies**", lambda route: route.fulfill(json=STOPPED, status=201))  # another story
    opened(page, server, "klaw", "host.surgeon")
    leave = page.get_by_role("button", name="Remove from the game")
    expect(leave).to_be_disabled()
    page.get_by_text("the game needs it").click()
    expect(page.locator(".why")).to_contain_text("23 core Hosts; four players need 24")
    page.get_by_role("button", name="Copy as a new card").click()
    expect(page.locator(".editor h2")).to_have_text("Surgeon 2")
    page.get_by_label("Name", exact=True).fill("Night Surgeon")
    new = page.locator('[data-entry="host.surgeon_2"]')
    expect(new).to_contain_text("Night Surgeon (new)")
    expect(new.locator("[data-about]")).to_be_visible()
    expect(page.locator(".lines")).to_contain_text("Night Surgeon (host): new, a copy of Mara Voss")
    old = page.locator('[data-entry="host.surgeon"]')
    old.click()
    leave.click()
    expect(old).to_have_class(re.compile("removed"))
    expect(page.locator(".lines")).to_contain_text("Mara Voss, Field Surgeon (host): removed")
    page.reload()  # as it was left
    expect(old).to_have_class(re.compile("removed"))
    old.click()
    page.get_by_role("button", name="Put it back").click()
    expect(old).not_to_have_class(re.compile("removed"))
    assert serious(page) == []


def test_a_game_without_room_says_why(visit: Visitors, server: hands.Server) -> None:
    page = visit(phone=True)
    opened(page, server, "totem", "card.C10")
    page.get_by_text("No card can be added or removed here").click()
    expect(page.locator(".why")).to_contain_text("the deck is fixed (TOT-1.1)")
    expect(page.get_by_role("button", name="Copy as a new card")).to_have_count(0)


@pytest.mark.parametrize("game", ("totem", "tiger"))
def test_the_cards_of_a_game_lie_on_the_bench(visit: Visitors, server: hands.Server, game: str) -> None:
    page = visit()
    page.goto(f"{server.url}/cards/{game}")
    page.get_by_role("link", name="Workbench").click()
    expect(page.locator(".faces .pick").first).to_be_visible()
    assert serious(page) == []
