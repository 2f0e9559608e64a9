"""The page as an app: it can be installed, says when there is no line, and calls whoever looks elsewhere."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import QUICK, Server
from .conftest import Visitors
from .test_pages import serious

pytestmark = pytest.mark.xdist_group("web")

# A page that is hidden, and a browser that notes what it would have shown.
HIDDEN = (
    QUICK
    + """;
Object.defineProperty(document, "hidden", { get: () => window.away === true });
Object.defineProperty(Notification, "permission", { get: () => window.allowed ?? "default" });
Notification.requestPermission = async () => (window.allowed = "granted");
window.calls = [];
ServiceWorkerRegistration.prototype.showNotification = async (title, given) => {
  window.calls.push([title, given.tag]);
};
"""
)


def controlled(page: Page, server: Server) -> None:
    """A page whose worker is ready for when the line is gone."""
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller")


def test_the_page_can_be_installed(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(server.url)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest: Any = page.request.get(server.url + str(address)).json()
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        found = page.request.get(server.url + icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            sizes = struct.unpack(">II", found.body()[16:24])
            assert "{}x{}".format(*sizes) == icon["sizes"]
    shown = """async (icons) => Promise.all(icons.map(async ({ src }) => {
      const image = new Image(); image.src = src; await image.decode(); return image.naturalWidth > 0; }))"""
    assert all(page.evaluate(shown, manifest["icons"]))
    page.evaluate(
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} }))"
    )
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Install as an app").click()
    expect(page.get_by_role("button", name="Install as an app")).to_have_count(0)


def test_without_a_line_a_page_says_so_and_nothing_old_is_shown(visit: Visitors, server: Server) -> None:
    page = visit()
    controlled(page, server)
    kept = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map((request) => new URL(request.url).pathname).sort();
        }"""
    )
    assert kept == ["/icon.svg", "/offline.html"]  # no answer of the server, no page, no script
    page.context.set_offline(True)
    page.goto(f"{server.url}/mine")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert serious(page) == []
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    visit.problems[:] = [one for one in visit.problems if "ERR_INTERNET_DISCONNECTED" not in one]


def test_a_new_build_is_shown_at_the_next_load(visit: Visitors, server: Server) -> None:
    page = visit()
    controlled(page, server)
    index = server.settings.web / "index.html"
    old = index.read_text(encoding="utf-8")
    try:
        index.write_text(
            old.replace("<title>", '<meta name="build" content="new" /><title>'), encoding="utf-8"
        )
        page.reload()
        expect(page.locator("meta[name=build]")).to_have_count(1)
    finally:
        index.write_text(old, encoding="utf-8")


def test_whoever_looks_elsewhere_is_called_when_it_is_their_move(visit: Visitors, server: Server) -> None:
    ann, bob = visit(init=HIDDEN), visit()
    ann.goto(f"{server.url}/new/totem")
    ann.get_by_role("button", name="Settings").click()
    ann.get_by_role("button", name="Tell me when it is my move").click()
    expect(ann.get_by_label("Tell me when it is my move")).to_be_checked()
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name="Invite a friend by a link").click()
    link = ann.get_by_label("Send this link").input_value()
    ann.evaluate("window.away = true")
    bob.goto(link)
    bob.get_by_role("button", name="Take seat 2").click()
    bob.wait_for_selector(".stage .spot")
    while not ann.evaluate("window.calls.length"):  # until it is Ann's move, Bob plays
        bob.evaluate("document.querySelector('.stage footer .spot.fits')?.click()")
        bob.wait_for_timeout(20)
    table = ann.url.split("/")[-1]
    assert ann.evaluate("window.calls") == [["Your move in Totem", table]]
    expect(ann).to_have_title("● Your move · Totem · Bestiary")
    assert ann.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"
    assert bob.locator("link[rel=icon]").get_attribute("href") == "/icon.svg"
    expect(bob).to_have_title("Totem · Bestiary")
