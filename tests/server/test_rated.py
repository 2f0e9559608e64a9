"""Rated tables: what they forbid, and what they say of those who played there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .table import Guest, Player, quick, running

CLOCK = {"kind": "game", "seconds": 600}
SECRET = "correct horse"


def known(guest: Guest, name: str) -> dict[str, str]:
    """The header of somebody who has registered."""
    made = guest.post("people", {"name": name, "password": SECRET})
    return {"X-Bestiary-Session": made["session"]}


def opened(guest: Guest, who: dict[str, str], other: str = "open", status: int = 201, **given: Any) -> Any:
    body = {
        "game": "totem",
        "seats": [{"kind": "me"}, {"kind": other}],
        "clock": CLOCK,
        "rated": True,
        **given,
    }
    return guest.post("tables", body, status, headers=who)


def pair(guest: Guest, ann: dict[str, str], ben: dict[str, str]) -> tuple[Player, Player]:
    made = opened(guest, ann)
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"invitation": word}, headers=ben)
    return guest.join(made), guest.join(other)


def points(guest: Guest, who: dict[str, str]) -> list[tuple[str, int, int]]:
    return [(r["game"], r["points"], r["games"]) for r in guest.get("people/tables", headers=who)["ratings"]]


def test_a_rated_game_moves_the_points_of_both_once(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, ben = known(guest, "Ann"), known(guest, "Ben")
        assert points(guest, ann) == []
        for n in (1, 2):
            one, _ = pair(guest, ann, ben)
            assert one.say("resign", id="r")["type"] == "ack"
            assert one.say("resign", id="r")["again"], "said twice, it is done once"
            expected = {1: (1480, 1520), 2: (1462, 1538)}[n]
            assert points(guest, ann) == [("totem", expected[0], n)]
            assert points(guest, ben) == [("totem", expected[1], n)]
        assert [g["score"] for g in guest.get("people/account", headers=ben)["rated"]] == [1.0, 1.0]
    with running(quick(tmp_path)) as guest:  # it is stored
        again = guest.post("people/session", {"name": "Ben", "password": SECRET})["session"]
        assert points(guest, {"X-Bestiary-Session": again}) == [("totem", 1538, 2)]


def test_who_leaves_for_good_takes_the_points_along(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, ben = known(guest, "Ann"), known(guest, "Ben")
        pair(guest, ann, ben)[0].say("resign")
        guest.http.post("/api/people/account/delete", json={"password": SECRET}, headers=ben)
        cleo = known(guest, "Cleo")  # whose number may be that of Ben
        assert points(guest, cleo) == [] and points(guest, ann) == [("totem", 1480, 1)]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"clock": {"kind": "none"}}, "clock"),
        ({"spectators": {"seat": 0, "delay": 3}}, "spectators"),
        ({"seats": [{"kind": "me"}, {"kind": "random"}]}, "seats"),
        ({"game": "klaw", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 2]}, "rated"),
        ({"game": "shogun", "seats": [{"kind": "me"}, {"kind": "open"}]}, "rated"),
    ],
)
def test_a_rated_table_is_between_two_with_a_clock_and_public_eyes(
    tmp_path: Path, given: dict[str, Any], field: str
) -> None:
    with running(quick(tmp_path)) as guest:
        refused = opened(guest, known(guest, "Ann"), status=422, **given)
        assert refused["error"]["field"] == field


def test_a_rated_table_is_for_people_with_names(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann = known(guest, "Ann")
        opened(guest, {}, status=403)
        made = opened(guest, ann)
        seat = f"tables/{made['table']}/seats/1"
        word = {"invitation": made["invitations"]["1"].partition(":")[2]}
        guest.post(seat, word, 403)
        guest.post(seat, word, 409, headers=ann)
        guest.post(seat, word, headers=known(guest, "Ben"))


def test_at_a_rated_table_nobody_stands_in_and_nothing_is_taken_back(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        one, two = pair(guest, known(guest, "Ann"), known(guest, "Ben"))
        facts = one.state["table"]
        assert facts["rated"] and facts["undo"] == "none" and not two.state["can_undo"]
        first = one if one.asked else two
        first.move()
        assert "taken back" in first.say("undo")["text"]
        two.leave()
        for seat in (0, 1):
            refused = one.say("substitute", seat=seat, kind="novice")
            assert refused["type"] == "refused" and "stands in" in refused["text"]


def test_spectators_of_a_rated_table_see_what_is_public(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        one, two = pair(guest, known(guest, "Ann"), known(guest, "Ben"))
        (one if one.asked else two).move()
        seen = guest.watch(one.table).state
        assert seen["seat"] == seen["view"]["seat"] == -1 and seen["choices"] == []
        assert all(card is None for seat in seen["view"]["seats"] for card in seat["hand"])
        guest.get(f"tables/{one.table}/replay?eyes=0", 403)


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_game_against_a_machine_counts_unless_it_played_below_its_level(
    tmp_path: Path, share: float
) -> None:
    with running(quick(tmp_path)) as guest:
        ann = known(guest, "Ann")
        player = guest.join(opened(guest, ann, "novice"))
        if share < 1:
            guest.registry.tables[player.table].live.weaker[1] = share
        player.say("resign")
        assert points(guest, ann) == ([("totem", 1480, 1)] if share == 1 else [])
