"""Manners: clocks, unread remarks, links and codes, a line that is frozen, the rematch, my games."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .browser import Server
from .conftest import Visitors
from .test_pages import serious

pytestmark = pytest.mark.xdist_group("web")


def invite(visit: Visitors, server: Server, clock: str = "No clock") -> tuple[Page, Page]:
    """Ann and Bob at a table of Totem, by a link."""
    ann, bob = visit(), visit(phone=True)
    ann.goto(f"{server.url}/new/totem")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_text("Arrange the table").click()
    ann.get_by_label("Seat 2").select_option("open")
    ann.get_by_label("Clock").select_option(label=clock)
    ann.get_by_role("button", name="Open this table").click()
    bob.goto(ann.get_by_label("Send this link").input_value())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    bob.wait_for_selector(".stage .spot")
    return ann, bob


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name=re.compile("Chat")).click()
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def ask_again(ann: Page, bob: Page) -> None:
    """Ann resigns and would like a rematch."""
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.get_by_text("the next table opens by itself")).to_be_visible()
    expect(bob.get_by_text("Ann would like a rematch.")).to_be_visible()


def test_both_are_taken_along_to_the_rematch_and_its_clock_waits_for_them(
    visit: Visitors, server: Server
) -> None:
    ann, bob = invite(visit, server, "10 minutes each, 10 seconds more after each turn")
    clocks = ann.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(clocks.first).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    first = ann.url
    ask_again(ann, bob)
    bob.get_by_role("button", name="Rematch").click()
    for page in (ann, bob):
        page.wait_for_url(lambda url: url != first and "/t/" in url)
    assert ann.url == bob.url
    expect(ann.locator(".stage .question")).to_be_visible()
    expect(ann.get_by_text("The clock starts when everybody is here")).to_have_count(0)
    bob.goto(first)  # whoever comes back to the old table stays there
    expect(bob.get_by_role("button", name="To the next table")).to_be_visible()


def test_whoever_waits_for_the_other_at_a_rematch_is_told_when_the_clock_starts(
    visit: Visitors, server: Server
) -> None:
    ann, bob = invite(visit, server, "10 minutes each, 10 seconds more after each turn")
    first = ann.url
    ask_again(ann, bob)
    bob.route_web_socket("**/play", lambda route: route.close(code=1011))  # Bob's line is bad from here on
    bob.get_by_role("button", name="Rematch").click()
    ann.wait_for_url(lambda url: url != first and "/t/" in url)
    told = ann.get_by_text(
        re.compile(r"The clock starts when everybody is here, and at \d+:\d\d.* at the latest")
    )
    expect(told).to_be_visible()
    expect(ann.get_by_text("away")).to_be_visible()
    expect(ann.get_by_role("timer").first).to_have_text("10:00")


def test_remarks_are_unread_until_their_tab_is_open(visit: Visitors, server: Server) -> None:
    ann, bob = invite(visit, server)
    say(ann, "good luck")
    say(ann, "and have fun")
    expect(bob.get_by_label("2 unread")).to_be_visible()
    expect(bob).to_have_title(re.compile(r"^\(2\) "))
    expect(ann.get_by_label(re.compile("unread"))).to_have_count(0)  # one's own are read
    bob.get_by_role("tab", name=re.compile("Chat")).click()
    expect(bob.get_by_label(re.compile("unread"))).to_have_count(0)
    bob.reload()  # what was read stays read
    expect(bob.locator(".stage .spot").first).to_be_visible()
    expect(bob.get_by_label(re.compile("unread"))).to_have_count(0)
    bob.goto(f"{server.url}/mine")
    expect(bob.get_by_role("link", name="Go on")).to_be_visible()
    expect(bob.get_by_title("Unread messages")).to_have_count(0)
    say(ann, "are you there?")
    bob.reload()
    expect(bob.get_by_title("Unread messages")).to_have_text(re.compile(r"^1\s+unread message$"))


def test_the_invitation_can_be_copied_and_read_by_a_phone(visit: Visitors, server: Server) -> None:
    page = visit()
    visit.contexts[0].grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Invite a friend by a link").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Send this link").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_text("QR code for a phone").click()
    expect(page.get_by_role("img", name="QR code of the invitation to seat 2")).to_be_visible()
    assert serious(page) == []


def test_a_line_that_does_not_answer_says_so(visit: Visitors, server: Server) -> None:
    page = visit()
    held: list[Any] = []
    lines: list[WebSocketRoute] = []
    cut = False

    def slow(route: WebSocketRoute) -> None:
        if cut:
            route.close(code=1011)
            return
        upstream = route.connect_to_server()
        lines.append(upstream)

        def heard(message: Any) -> None:
            if json.loads(message).get("type") == "play":
                held.append(message)
            else:
                upstream.send(message)

        route.on_message(heard)

    page.route_web_socket("**/play", slow)
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Play against Novice").click()
    page.locator(".stage footer .spot.fits").first.click()
    expect(page.get_by_text("Sending …")).to_be_visible()
    expect(page.locator(".stage .slot .veil")).to_have_count(0)  # nothing is shown as done
    assert serious(page) == []
    lines[-1].send(held.pop())
    expect(page.locator(".stage .slot .veil")).to_have_count(1)
    expect(page.get_by_text("Sending …")).to_have_count(0)
    cut = True
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    cut = False
    expect(page.get_by_text("The connection is lost")).to_have_count(0)
    expect(page.locator(".stage .slot .veil")).to_have_count(1)


def test_my_games_say_whose_move_it_is_when_and_who_won(visit: Visitors, server: Server) -> None:
    ann, bob = invite(visit, server, "3 days for each move")
    expect(ann.get_by_role("timer").first).to_have_text(re.compile(r"^(3 d 0 h|2 d 23 h)$"))
    mover = ann if ann.locator(".spot.fits").count() else bob
    for page in (ann, bob):
        page.goto(f"{server.url}/mine")
        expect(page.locator("time")).to_have_count(1)
        expect(page.get_by_text("3 days for each move")).to_be_visible()
    other = bob if mover is ann else ann
    expect(mover.get_by_text("Your move")).to_be_visible()
    expect(mover).to_have_title("(1) My games · Bestiary")
    expect(other.get_by_text(re.compile("(Ann|Bob) to move"))).to_be_visible()
    mover.get_by_role("link", name="Go on").click()
    mover.get_by_role("button", name="Resign").click()
    mover.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(mover.locator("[data-result]")).to_be_visible()
    mover.goto(f"{server.url}/mine")
    expect(mover.get_by_text(re.compile("(Ann|Bob) wins"))).to_be_visible()
    assert serious(mover) == []


def test_reports_are_in_the_navigation_only_where_there_are_some(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(server.url)
    pages = page.get_by_role("navigation", name="Pages")
    expect(pages.get_by_role("link", name="Reports")).to_be_visible()
    page = visit()
    page.route("**/api/reports", lambda route: route.fulfill(json=[]))
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    pages = page.get_by_role("navigation", name="Pages")
    expect(pages.get_by_role("link", name="My games")).to_be_visible()
    expect(pages.get_by_role("link", name="Reports")).to_have_count(0)
