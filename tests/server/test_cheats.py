"""Closed to cheats: ways to see a hand or to bend a match that an attack once found, one story each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bestiary.server.accounts import clean_name, name_key
from bestiary.server.errors import Refused
from bestiary.server.store.uptime import Clock, Uptime

from .table import Guest, Player, both, quick, running, wait_for

WATCHED = {"seat": 0, "delay": 2}


def peek(guest: Guest, table: str) -> Player:
    """Somebody who connects without a token, and may be shown nothing at all."""
    player = Player.__new__(Player)
    player.table, player.token, player.port, player.said, player.raw = table, None, guest.port, [], []
    player.socket = connect(f"ws://127.0.0.1:{guest.port}/api/tables/{table}/play", legacy=True)
    player.send({"type": "hello", "token": None, "version": None})
    guest.players.append(player)
    return player


# ---- late spectators -------------------------------------------------------------------------


def test_late_spectators_see_nothing_before_the_watched_seat_agrees(guest: Guest) -> None:
    ann, ben = guest.pair(spectators=WATCHED)
    for _ in range(4):
        both(ann, ben).move()
    third = peek(guest, ann.table)
    first = third.listen()
    assert first["type"] == "later" and first["seat"] == 0 and first["delay"] == 2 and not first["agreed"]
    assert "view" not in third.raw[0] and '"hand"' not in third.raw[0]
    assert "only the watched" in ben.say("consent", yes=True)["text"].lower()
    assert ann.say("consent", yes=True)["type"] == "ack"
    assert ben.hear("table")["table"]["spectators"] == {**WATCHED, "agreed": True}, "everybody is told"
    assert third.hear("state")["version"] == ann.state["version"] - 2


def test_late_spectators_see_the_deal_after_the_delay_and_not_at_once(guest: Guest) -> None:
    ann, ben = guest.pair(spectators=WATCHED)
    ann.say("consent", yes=True)
    third = peek(guest, ann.table)
    assert third.listen()["type"] == "later"
    both(ann, ben).move()
    assert peek(guest, ann.table).listen()["type"] == "later"
    both(ann, ben).move()
    assert third.hear("state")["version"] == 0
    both(ann, ben).move()
    assert third.hear("news")["version"] == 1
    assert {m["type"] for m in third.said} == {"later", "state", "news"}


def test_late_spectators_hear_chat_clock_and_presence_no_sooner_than_moves(guest: Guest) -> None:
    ann, ben = guest.pair(spectators=WATCHED, clock={"kind": "game", "seconds": 500})
    ann.say("consent", yes=True)
    for _ in range(2):
        both(ann, ben).move()
    third = peek(guest, ann.table)
    assert third.hear("state")["clock"] is None
    ann.say("chat", text="I hold the Bear")
    ben.leave()
    ann.misses(1)
    back = guest.join({"table": ben.table, "token": ben.token})
    both(ann, back).move()
    refused = third.say("undo")
    assert refused["type"] == "refused" and refused.get("version") is None
    kinds = [m["type"] for m in third.said]
    assert kinds == ["state", "news", "refused"], "neither chat nor presence"
    both(ann, back).move()
    assert third.hear("chat")["text"] == "I hold the Bear"
    again = peek(guest, ann.table)
    told = again.hear("state")
    assert [said["text"] for said in told["chat"]] == ["I hold the Bear"]
    assert not any(seat["connected"] for seat in told["table"]["seats"])
    open_facts = guest.get(f"tables/{ann.table}")
    assert not any(seat["connected"] for seat in open_facts["seats"]) and open_facts["result"] is None


def test_late_spectators_hear_the_end_of_a_match_with_nothing_left_to_hide(guest: Guest) -> None:
    ann, ben = guest.pair(spectators=WATCHED)
    ann.say("consent", yes=True)
    for _ in range(3):
        both(ann, ben).move()
    third = peek(guest, ann.table)
    assert third.hear("state")["version"] == 1
    ann.say("resign")
    assert third.until(lambda s: s["result"])["version"] == 4


def test_a_machine_cannot_agree_to_be_watched(guest: Guest) -> None:
    seats = [{"kind": "me"}, {"kind": "random"}]
    body = {"game": "totem", "seats": seats, "spectators": {"seat": 1, "delay": 1}}
    assert "a person" in guest.post("tables", body, 422)["error"]["text"]


# ---- stand-ins -------------------------------------------------------------------------------


def test_the_stand_in_is_fixed_by_the_table(guest: Guest) -> None:
    ann, ben = guest.pair()
    assert guest.get(f"tables/{ann.table}")["stand_in"] == "novice"
    ben.leave()
    ann.misses(1)
    assert "novice" in ann.say("substitute", seat=1, kind="random")["text"]
    assert ann.say("substitute", seat=1, kind="novice")["type"] == "ack"


def test_nothing_is_taken_back_from_before_a_stand_in_sat_down(guest: Guest) -> None:
    mover, other = shown_move(guest)
    mover.play()
    other.leave()
    mover.misses(other.state["seat"])
    assert mover.say("substitute", seat=other.state["seat"], kind="novice")["type"] == "ack"
    assert "nothing to take back" in mover.say("undo")["text"]


def test_an_owner_who_is_away_still_counts_for_consent(guest: Guest) -> None:
    mover, other = shown_move(guest)
    other.leave()
    mover.misses(other.state["seat"])
    mover.say("substitute", seat=other.state["seat"], kind="novice")
    mover.until(lambda s: s["choices"])
    mover.move()
    mover.until(lambda s: s["choices"] or s["result"])
    answer = mover.say("undo")
    assert answer["type"] == "refused" or answer["asked"] == [other.state["seat"]], "nothing by itself"


def shown_move(guest: Guest) -> tuple[Player, Player]:
    """Totems are placed: the next move of the first is seen by the second."""
    ann, ben = guest.pair()
    while both(ann, ben).state["view"]["phase"] == "place":
        both(ann, ben).move()
    mover = both(ann, ben)
    return mover, ben if mover is ann else ann


def test_who_resigned_cannot_sit_down_again(guest: Guest) -> None:
    made = guest.open("me", "open", "random", game="tiger")
    word = made["invitations"]["1"].partition(":")[2]
    guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
    ann = guest.join(made)
    assert ann.say("resign")["type"] == "ack"
    assert "given up" in ann.say("substitute", seat=0, kind="person")["text"]
    assert "given up" in ann.say("resign")["text"], "the stand-in is not resigned by its predecessor"
    assert guest.get(f"tables/{made['table']}")["seats"][0]["kind"] == "novice"


def test_who_left_the_seat_to_a_machine_does_not_move_beside_it(guest: Guest) -> None:
    ann, ben = guest.pair()
    mover = both(ann, ben)
    assert mover.say("substitute", seat=mover.state["seat"], kind="novice")["type"] == "ack"
    assert "take your seat back" in mover.play().get("text", "").lower()


# ---- clocks ----------------------------------------------------------------------------------


def test_a_clock_runs_on_while_the_table_is_out_of_memory(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        mover = both(ann, ben)
        seat = mover.state["seat"]
        ann.leave(), ben.leave()
        registry = guest.registry
        wait_for(lambda: not registry.tables[ann.table].sockets)
        registry.storage._loop.call_soon_threadsafe(registry._forget, ann.table)
        wait_for(lambda: ann.table not in registry.tables)
        at[0] += 40
        again = guest.join({"table": mover.table, "token": mover.token})
        assert again.state["clock"]["left"][seat] == 60


def test_a_clock_runs_out_though_nobody_looks(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        both(ann, ben)
        ann.leave(), ben.leave()
        registry = guest.registry
        wait_for(lambda: not registry.tables[ann.table].sockets)
        registry.storage._loop.call_soon_threadsafe(registry._forget, ann.table)
        wait_for(lambda: ann.table not in registry.tables)
        at[0] += 101
        import asyncio

        asyncio.run_coroutine_threadsafe(registry.wake_overdue(), registry.storage._loop).result(20)
        wait_for(lambda: guest.get(f"tables/{ann.table}")["state"] == "over")


def test_time_in_which_no_server_ran_does_not_count(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        mover = both(ann, ben)
        seat, held = mover.state["seat"], {"table": mover.table, "token": mover.token}
        at[0] += 30
    at[0] += 5000
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        at[0] += 20
        assert guest.join(held).state["clock"]["left"][seat] == 50


def test_covered_time_is_the_union_of_what_processes_ran() -> None:
    uptime = Uptime([(0.0, 10.0), (5.0, 20.0), (40.0, 50.0)])
    assert uptime.covered(0, 60) == 30 and uptime.covered(8, 45) == 17 and uptime.covered(20, 40) == 0


def test_jumps_of_the_systems_clock_are_ignored() -> None:
    wall, mono = [1000.0], [5.0]
    clock = Clock(lambda: wall[0], lambda: mono[0])
    mono[0] += 10
    wall[0] += 86_400
    assert clock.now() == 1010.0
    wall[0] -= 200_000
    mono[0] += 1
    assert clock.now() == 1011.0


# ---- commands, tokens, frozen tables, names --------------------------------------------------


def test_the_id_of_next_swallows_no_command_of_another_seat(guest: Guest) -> None:
    ann, ben = guest.pair(options={"match_games": 3})
    while not ann.state["result"]:
        mover = both(ann, ben)
        version = mover.state["version"]
        if mover.state["forced"]:
            mover.until(lambda s, v=version: s["version"] > v)
        else:
            mover.move()
        for player in (ann, ben):
            player.until(lambda s, v=version: s["version"] > v)
    assert ann.say("next", id="same")["type"] == "ack"
    assert ann.say("next", id="same")["again"]
    for player in (ann, ben):
        player.until(lambda s: s["game"] == 1)
    mover = both(ann, ben)
    if mover is ann:
        mover.move()
    answer = ben.say("chat", id="same", text="hello")
    assert answer["type"] == "ack" and not answer.get("again")
    assert ann.hear("chat")["text"] == "hello"


def test_after_a_claim_the_old_socket_and_the_old_token_are_out(guest: Guest) -> None:
    headers = {
        "X-Bestiary-Session": guest.post("people", {"name": "Clara", "password": "correct horse"})["session"]
    }
    seats = [{"kind": "me"}, {"kind": "random"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers=headers)
    old = guest.join(made)
    claimed = guest.post(f"tables/{made['table']}/claim", status=200, headers=headers)
    with pytest.raises(ConnectionClosed):
        while True:
            said = old.listen()
            assert said["type"] != "ack"
            if said["type"] == "refused":
                assert "another device" in said["text"]
    with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{made['table']}/play") as socket:
        socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        assert json.loads(socket.recv(10))["text"] == "This token holds no seat here."
    assert guest.join(claimed).state["seat"] == 0


def frozen(guest: Guest) -> None:
    with guest.registry.storage.engine.begin() as c:
        c.execute(sa.text("update tables set game = 'totem-v0'"))


def test_a_frozen_table_opens_nobodys_eyes(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        mover = both(*guest.pair())
        mover.play()
        seat, held = mover.state["seat"], {"table": mover.table, "token": mover.token}
        frozen(guest)
    with running(quick(tmp_path)) as guest:
        path = f"tables/{held['table']}/replay"
        assert guest.get(path, 403, params={"eyes": seat})
        mine = guest.get(path, params={"eyes": seat}, headers={"Authorization": f"Bearer {held['token']}"})
        assert len(mine["entries"]) == 2
        facts = guest.get(f"tables/{held['table']}")
        assert facts["state"] == "frozen" and facts["result"] is None
        assert guest.get(f"tables/{held['table']}/record", 403)


def test_guests_cannot_use_registered_names(guest: Guest) -> None:
    who = {"name": "Dorothea", "password": "correct horse"}
    headers = {"X-Bestiary-Session": guest.post("people", who)["session"]}
    body: dict[str, Any] = {"game": "totem", "seats": [{"kind": "me", "name": "DOROTHEA"}, {"kind": "open"}]}
    refused = guest.post("tables", body, 409)["error"]
    assert "registered" in refused["text"] and refused["field"] == "name"
    made = guest.post("tables", body, headers=headers)
    word = made["invitations"]["1"].partition(":")[2]
    path = f"tables/{made['table']}/seats/1"
    assert guest.post(path, {"name": "\uff24orothea", "invitation": word}, 409)["error"]["field"] == "name"
    assert guest.post(path, {"name": "Ben", "invitation": word})["seat"] == 1


@pytest.mark.parametrize("name", ["\u0410nn", "Ann \u0392ell", "p\u0430ypal"])
def test_a_name_is_of_one_script(name: str) -> None:
    with pytest.raises(Refused, match="one alphabet"):
        clean_name(name, 40)


@pytest.mark.parametrize(
    "name", ["Ann", "Анна 7", "Ἀθηνᾶ", "山田 たろう", "김철수", "Zoë O'Neil-3", "<b>x</b>"]
)
def test_names_of_every_script_are_good(name: str) -> None:
    assert clean_name(name, 40)


def test_a_name_that_grows_by_case_folding_is_refused() -> None:
    with pytest.raises(Refused, match="too long"):
        name_key("ΐ" * 40)
