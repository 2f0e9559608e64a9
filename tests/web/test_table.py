"""The table in the browser: a game from the lobby to the replay, friends, refusals, the keyboard."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .browser import STEP, Server, play_out
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")


def start(page: Page, server: Server, slug: str = "totem") -> None:
    """A table of one's own against novices."""
    page.goto(f"{server.url}/new/{slug}")
    page.locator(".button.main.big").first.click()
    page.wait_for_selector(".stage .spot, .stage dl")


def test_a_whole_game_of_totem_is_three_clicks_from_the_lobby(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("link", name=re.compile("^Totem 2 players")).click()
    page.get_by_role("button", name="Play against Novice").click()
    for laid in range(3):  # four of seven cards are laid down: three with a click of the mouse
        page.locator(".stage footer .spot.fits").first.click()
        expect(page.locator(".stage .slot .veil")).to_have_count(laid + 1)
    clicked = play_out(page, random.Random(1), 600)
    assert any(what.startswith("hand:") for what in clicked)
    expect(page.locator("[data-result] h2")).to_have_text(re.compile("You win|You lose|A tie"))
    story = page.get_by_role("log", name="What has happened")
    expect(story).to_contain_text("attacks place")

    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_text(re.compile("Step 1 of"))).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".stage .question")).to_contain_text(re.compile("wins|tie"))
    before = page.locator(".stage footer .card[aria-label]").all_inner_texts()
    page.get_by_label("Through the eyes of").select_option("1")
    page.keyboard.press("Home")
    expect(page.locator(".stage footer .spot")).to_have_count(7)
    assert page.locator(".stage footer .card").all_inner_texts() != before
    page.get_by_role("button", name="What does the machine think?").click()
    expect(page.get_by_role("img", name="Winning chances over the game")).to_be_visible()
    page.get_by_role("button", name="One step on").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert "totem" in download.value.path().read_text()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".stage .question")).to_be_visible()


def test_two_browsers_play_and_one_loses_its_line(visit: Visitors, server: Server) -> None:
    ann, bob = visit(), visit(phone=True)
    ann.goto(f"{server.url}/new/totem")
    ann.get_by_label("Your name").fill("Ann <b>bold</b>")
    ann.get_by_role("button", name="Invite a friend by a link").click()
    link = ann.get_by_label("Send this link").input_value()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    table = ann.url.split("/")[-1].split("#")[0]
    bob.wait_for_selector(".stage .spot")
    bob.evaluate("window.same = true")

    ann.get_by_role("tab", name="Chat").click()
    ann.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    ann.get_by_role("button", name="Send").click()
    bob.get_by_role("tab", name=re.compile("Chat")).click()
    expect(bob.get_by_role("log", name="Chat")).to_contain_text(
        "Ann <b>bold</b>: <img src=x onerror=alert(1)> hello"
    )

    lots = [random.Random(3), random.Random(4)]
    draws = [lot.random() for lot in lots]  # one for each click, however often one has to wait
    clicks = 0
    for turn in range(3000):
        over = [str(page.evaluate(STEP, draw)) for page, draw in zip((ann, bob), draws, strict=True)]
        draws = [lot.random() if what else draw for lot, what, draw in zip(lots, over, draws, strict=True)]
        clicks += sum(what not in ("", "over") for what in over)
        if all(what == "over" for what in over):
            break
        if turn in (10, 40):
            server.cut(table, 1)
        if not any(over):
            ann.wait_for_timeout(15)
    assert clicks > 10
    for page in (ann, bob):
        expect(page.locator("[data-result] h2")).to_have_text(re.compile("You win|You lose|A tie"))
    assert bob.evaluate("window.same")  # it came back by itself, the page was not loaded again
    verdicts = {page.locator("[data-result] h2").inner_text().split(":")[0] for page in (ann, bob)}
    assert verdicts in ({"You win", "You lose"}, {"A tie"})
    ann.get_by_role("button", name="Rematch").click()
    bob.get_by_role("button", name="Rematch").click()
    for page in (ann, bob):  # both are taken along
        page.wait_for_url(lambda url: table not in url)
    expect(ann.locator(".stage .question")).to_be_visible()


def test_a_refusal_names_its_rule_and_opens_the_rulebook_there(visit: Visitors, server: Server) -> None:
    page = visit()

    def tamper(route: WebSocketRoute) -> None:
        """A page that has gone wrong: it asks to strike where nothing can be struck."""
        upstream = route.connect_to_server()

        def changed(message: Any) -> None:
            said = json.loads(message)
            if said.get("type") == "play":
                said["action"] += 100
            upstream.send(json.dumps(said))

        route.on_message(changed)

    page.route_web_socket("**/play", tamper)
    start(page, server)
    page.locator(".stage footer .spot.fits").first.click()
    rule = page.get_by_role("button", name=re.compile(r"Rule TOT-"))
    number = rule.inner_text().removeprefix("Rule ")
    rule.click()
    expect(page.locator(f'dialog [id="{number}"]')).to_be_in_viewport()
    assert page.locator(f'dialog [id="{number}"]').evaluate("node => node.classList.contains('at')")


def test_everything_can_be_chosen_with_the_keyboard(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server)
    veiled = page.locator(".stage .slot .veil")
    for laid in range(3):
        page.locator("summary", has_text="as text").focus()
        if page.locator("[data-action]").first.is_hidden():
            page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(veiled).to_have_count(laid + 1)


def test_a_double_click_is_one_move(visit: Visitors, server: Server) -> None:
    page, sent = visit(), []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    start(page, server)
    box = page.locator(".stage footer .spot.fits").nth(3).bounding_box()  # its neighbour moves up
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    for times in (1, 2):  # the second comes when the next question is asked already
        page.mouse.down(click_count=times)
        page.mouse.up(click_count=times)
        expect(page.locator(".stage .slot .veil")).to_have_count(1)
        expect(page.locator(".stage footer .spot.fits").first).to_be_enabled()
    assert sum('"play"' in text for text in sent) == 1


def test_a_card_is_taken_back(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server)
    veiled = page.locator(".stage .slot .veil")
    for laid in range(2):
        page.locator(".stage footer .spot.fits").first.click()
        expect(veiled).to_have_count(laid + 1)
    page.get_by_role("button", name="Take back").click()
    expect(veiled).to_have_count(1)
    expect(page.get_by_role("log", name="What has happened")).to_contain_text("takes back")
    expect(page.locator(".stage footer .spot.fits")).to_have_count(6)


def test_a_spectator_sees_backs_and_no_choices(visit: Visitors, server: Server) -> None:
    page, watcher = visit(), visit(phone=True)
    start(page, server)
    page.wait_for_selector(".stage .spot.fits")
    watcher.goto(page.url)
    watcher.wait_for_selector(".stage footer .spot")
    expect(watcher.locator(".stage footer .back")).to_have_count(7)
    expect(watcher.locator(".stage footer .face")).to_have_count(0)
    expect(watcher.locator(".spot.open, [data-action]")).to_have_count(0)
    page.locator(".stage footer .spot.fits").first.click()
    expect(watcher.locator(".stage footer .back")).to_have_count(6)


def test_a_card_is_dragged_onto_its_target(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server)
    for laid in range(3):
        page.locator(".stage footer .spot.fits").first.click()
        expect(page.locator(".stage .slot .veil")).to_have_count(laid + 1)
    page.locator(".stage footer .spot.fits").first.click()
    page.wait_for_selector(".stage footer .spot.fits.drags")
    hand = page.locator(".stage footer .spot").count()
    page.locator(".stage footer .spot.drags").first.drag_to(page.locator("[data-spot=discard]"))
    expect(page.locator(".stage .count", has_text="discarded")).not_to_have_text("0 discarded")
    assert hand > 0


def test_hovering_and_pressing_long_show_a_card_large(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server)
    page.locator(".stage footer .card").first.hover()
    expect(page.locator(".float")).to_be_visible()
    page.mouse.move(5, 5)
    expect(page.locator(".float")).to_have_count(0)
    phone = visit(phone=True)
    start(phone, server)
    phone.locator(".stage footer .card").first.dispatch_event(
        "pointerdown", {"pointerType": "touch", "clientX": 50, "clientY": 700}
    )
    expect(phone.get_by_role("dialog")).to_be_visible()
