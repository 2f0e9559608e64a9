"""A guided table: its deal and its other side are the script's, it can be left and taken up again."""

from __future__ import annotations

import httpx

from bestiary import load
from bestiary.guide import guide_of
from bestiary.guide.finding import play

from .table import Guest, Player


def guided(guest: Guest) -> Player:
    return guest.join(guest.post("games/totem/guide", {"name": "Ann"}))


def asked(player: Player, step: int) -> dict:  # type: ignore[type-arg]
    state = player.until(lambda s: (s["guide"] or {}).get("state") == "asking" and s["guide"]["step"] == step)
    guide: dict = state["guide"]  # type: ignore[type-arg]
    return guide


def test_the_whole_script_is_played_at_a_table_and_then_a_novice_plays_on(guest: Guest) -> None:
    ann = guided(guest)
    script = [said for _, said in play(load("totem")).stops]
    for said in script[:-1]:
        now = asked(ann, said.step)
        assert [page["say"] for page in now["pages"]] == [page.say for page in said.pages]
        assert now["moves"] == list(said.moves) and now["of"] == len(script) - 1
        ann.play(now["moves"][0])
    last = ann.until(lambda s: s["guide"] is not None and s["guide"]["state"] == "done")["guide"]
    assert [page["say"] for page in last["pages"]] == [page.say for page in script[-1].pages]
    ann.play()
    ann.until(lambda s: s["choices"] and s["guide"]["state"] == "done")


def test_another_move_leaves_the_guide_which_can_be_taken_up_again(guest: Guest) -> None:
    ann = guided(guest)
    first = asked(ann, 1)
    ann.play(first["moves"][0])
    now = asked(ann, 2)
    other = next(c["action"] for c in ann.state["choices"] if c["action"] not in now["moves"])
    ann.play(other)
    assert ann.until(lambda s: (s["guide"] or {}).get("state") == "left")
    answer = guest.http.post(
        f"/api/tables/{ann.table}/guide", headers={"Authorization": f"Bearer {ann.token}"}
    )
    assert answer.status_code == httpx.codes.NO_CONTENT
    assert asked(ann, 2) == now


def test_whoever_comes_back_finds_the_guide_where_it_was(guest: Guest) -> None:
    ann = guided(guest)
    ann.play(asked(ann, 1)["moves"][0])
    now = asked(ann, 2)
    ann.leave()
    again = guest.join({"table": ann.table, "token": ann.token})
    assert asked(again, 2) == now


def test_no_other_table_has_a_guide(guest: Guest) -> None:
    ann = guest.join(guest.open("me", "novice"))
    assert ann.until(lambda s: s["choices"])["guide"] is None
    refused = guest.http.post(
        f"/api/tables/{ann.table}/guide", headers={"Authorization": f"Bearer {ann.token}"}
    )
    assert refused.json()["error"]["text"] == "This table has no guide."


def test_a_primer_has_the_rules_in_two_minutes_pictures_and_words(guest: Guest) -> None:
    primer = guest.get("games/totem/primer")
    guide = guide_of(load("totem"))
    assert guide is not None
    assert [part["title"] for part in primer["short"]] == ["The aim", "A turn", "The end"]
    assert [p["view"]["phase"] for p in primer["pictures"]] == [
        "place",
        "action",
        "action",
        "second",
        "action",
    ]
    assert {term["word"] for term in primer["terms"]} == {term.word for term in guide.terms}
    assert primer["questions"]["action"][0].startswith("TOT-")
    games = {game["slug"]: game["guided"] for game in guest.get("games")}
    assert games["totem"] == guide.minutes
