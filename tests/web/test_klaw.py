"""KLAW in the browser: a whole game by clicking on the board, fights as dice, every choice in sight."""

from __future__ import annotations

import json
from random import Random

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .boards import play_board, sit_down
from .browser import Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")


def test_a_whole_game_is_played_on_the_board(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "klaw", {"players": 2, "totem_goal": 2}, ["me", "random"])
    expect(page.locator(".stage .question")).to_contain_text("Reveal a Host from your hand")
    clicked = play_board(page, Random(5), 900, shy=["pass", "done", "decline"], checks=15)
    assert sum(key.startswith("card:") for key in clicked) >= 1
    expect(page.locator(".stage .ask")).to_contain_text("won")
    expect(page.locator("[data-result] h2")).to_be_visible()


def test_four_at_a_phone_see_every_field(visit: Visitors, server: Server) -> None:
    page = visit(phone=True)
    sit_down(page, server, "klaw", {"players": 4}, ["me", "random", "random", "random"])
    page.locator(".stage .hand .spot.fits").first.click()
    expect(page.locator(".stage .seat")).to_have_count(4)
    expect(page.locator(".stage .mine [role=group]")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


BOXES = """() => [...document.querySelectorAll(".stage .seat")].map((seat) =>
  [...seat.querySelectorAll(".fan")].map((fan) =>
    [...fan.querySelectorAll(".card, .foot, .mark")].map((thing) => {
      const { left, right, top, bottom } = thing.getBoundingClientRect();
      return [left, right, top, bottom];
    })))"""


def crowd(route: WebSocketRoute) -> None:
    """Every opponent has three Hosts, each with three Items and two states."""
    upstream = route.connect_to_server()

    def changed(message: str | bytes) -> None:
        said = json.loads(message)
        view = said.get("view")
        if view:
            state = {"name": "Shackled", "lasts": "for 2 turns", "left": 2, "text": ""}
            number = 1000
            for seat in view["seats"]:
                for slot in range(len(seat["hosts"]), 3) if seat["hosts"] else ():
                    seat["hosts"].append(seat["hosts"][0] | {"slot": slot, "champion": False})
                for slot, host in enumerate(seat["hosts"]):
                    items = [host["card"] | {"kind": "item", "id": number + i} for i in range(3)]
                    held = {"items": items, "states": {"shackled": state, "burning": state}}
                    seat["hosts"][slot] = host | held | {"card": host["card"] | {"id": number + 9}}
                    number += 10
        route.send(json.dumps(said))

    upstream.on_message(changed)
    route.on_message(upstream.send)


def test_crowded_fields_keep_their_hosts_apart(visit: Visitors, server: Server) -> None:
    page = visit()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.route_web_socket("**/play", crowd)
    sit_down(page, server, "klaw", {"players": 4}, ["me", "novice", "novice", "novice"])
    fields = page.locator(".stage .seat:has(.fan:nth-child(3))")
    page.locator(".stage .hand .spot.fits").first.click()  # and everybody reveals a Host
    expect(fields).to_have_count(4)
    for seat in page.evaluate(BOXES):
        ends = [max(right for _, right, _, _ in fan) for fan in seat]
        starts = [min(left for left, *_ in fan) for fan in seat]
        assert all(end <= start + 1 for end, start in zip(ends, starts[1:], strict=False)), (starts, ends)
