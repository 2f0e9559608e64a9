"""What the server says besides the match reaches the page: who is here, and that the page is old."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .browser import Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")


def test_a_friend_who_sits_down_is_here_and_one_who_leaves_is_away(visit: Visitors, server: Server) -> None:
    ann, bob = visit(), visit()
    ann.goto(f"{server.url}/new/totem")
    ann.get_by_role("button", name="Invite a friend by a link").click()
    bob.goto(ann.get_by_label("Send this link").input_value())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Take seat 2").click()
    seat = ann.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)
    expect(seat).to_contain_text("here")
    expect(ann.get_by_role("button", name=re.compile("play for Bob"))).to_have_count(0)
    bob.close()
    expect(seat).to_contain_text("away")
    expect(ann.get_by_role("button", name=re.compile("play for Bob"))).to_have_count(1)


def test_a_page_that_is_older_than_the_server_offers_to_load_again(visit: Visitors, server: Server) -> None:
    page = visit()

    def old(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()

        def changed(message: Any) -> None:
            said = json.loads(message)
            if said.get("type") == "hello":
                said["protocol"] = 1
            upstream.send(json.dumps(said))

        route.on_message(changed)

    page.route_web_socket("**/play", old)
    page.goto(f"{server.url}/new/totem")
    page.locator(".button.main.big").first.click()
    expect(page.get_by_role("alert")).to_contain_text("older than the server")
    expect(page.get_by_role("button", name="Load it again")).to_be_visible()


@pytest.mark.parametrize("asked", [True, False])
def test_a_choice_that_came_too_late_is_made_again_only_where_there_is_one(
    visit: Visitors, server: Server, asked: bool
) -> None:
    page = visit()
    whole: dict[str, Any] = {}

    def late(route: WebSocketRoute) -> None:
        upstream = route.connect_to_server()

        def told(message: Any) -> None:
            said = json.loads(message)
            if said["type"] == "state":
                whole.update(said)
            elif said["type"] == "news":  # the machine moved first, and this is when the choices come
                whole["choices"] = said.get("choices", [])
            route.send(message)

        def heard(message: Any) -> None:
            said = json.loads(message)
            if said["type"] != "play":
                upstream.send(message)
                return
            refused = {"type": "refused", "id": said["id"], "text": "late", "rule": None, "version": 99}
            choices = [choice for choice in whole["choices"] if asked and choice["action"] != said["action"]]
            whole["table"]["seats"][1]["name"] = "Belated"  # by which this state is known
            route.send(json.dumps(refused))
            route.send(json.dumps({**whole, "version": 99, "choices": choices}))

        upstream.on_message(told)
        route.on_message(heard)

    page.route_web_socket("**/play", late)
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Play against Novice").click()
    page.locator(".stage footer .spot.fits").first.click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Belated")
    expect(page.get_by_text("The table has moved on: choose again.")).to_have_count(int(asked))


def test_the_watched_player_is_asked_and_everybody_told(visit: Visitors, server: Server) -> None:
    ann, bob, third = visit(), visit(), visit()
    ann.goto(f"{server.url}/new/totem")
    ann.get_by_text("Arrange the table").click()
    ann.get_by_label("Seat 2").select_option("open")
    ann.get_by_label("Spectators").select_option("0")
    ann.get_by_role("button", name="Open this table").click()
    bob.goto(ann.get_by_label("Send this link").input_value())
    bob.get_by_role("button", name="Take seat 2").click()
    third.goto(ann.url)
    expect(third.get_by_role("status")).to_contain_text("has not agreed to be watched")
    ann.get_by_role("button", name="Let them").click()
    expect(bob.get_by_text("Spectators see what Player 1 sees, 10 moves late.")).to_be_visible()
    expect(third.get_by_role("status")).to_contain_text("a little patience")
    expect(third.locator(".stage .spot")).to_have_count(0)
