"""Playing over the socket: commands, versions, coming back, and all that people do at a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bestiary.server.tables.log import Line
from bestiary.server.tables.times import Times

from .table import Guest, Player, both, quick, running, wait_for


def test_a_move_is_acknowledged_and_everybody_hears_of_it(guest: Guest) -> None:
    ann, ben = guest.pair()
    mover = both(ann, ben)
    other = ben if mover is ann else ann
    assert mover.state["choices"] and not other.state["choices"]
    answer = mover.play()
    assert answer["type"] == "ack"
    heard = other.until(lambda s: s["version"] > 0)
    assert heard["entry"]["kind"] == "action"
    assert heard["entry"]["name"] == "place", "which card is hidden from the other"
    assert mover.state["entry"]["name"].startswith("place ")


def test_a_move_is_refused_with_its_rule(guest: Guest) -> None:
    ann, ben = guest.pair()
    mover = both(ann, ben)
    other = ben if mover is ann else ann
    actions = guest.registry.catalog.game("totem").actions
    attack = actions.id("attack", 0, 0)
    refused = mover.play(attack)
    assert refused["type"] == "refused" and refused["rule"].startswith("TOT-")
    assert other.play(0)["rule"] == "TOT-5.7", "it is not their turn"
    assert "There is no action 99999" in mover.play(99999)["text"]
    assert mover.play()["type"] == "ack", "and the talk goes on"


def test_a_command_said_twice_is_done_once(guest: Guest) -> None:
    mover = both(*guest.pair())
    first = mover.play(id="once")
    again = mover.play(id="once", version=0)
    assert again["type"] == "ack" and again["again"] and again["version"] == first["version"] == 1


def test_a_command_for_an_old_version_is_refused_and_the_state_sent(guest: Guest) -> None:
    mover = both(*guest.pair())
    mover.play()
    wait_for(lambda: mover.state["version"] == 1)
    refused = mover.play(version=0)
    assert refused["type"] == "refused" and "moved on" in refused["text"] and refused["version"] == 1
    assert mover.hear("state")["version"] == 1


def test_who_comes_back_hears_what_was_missed(guest: Guest) -> None:
    ann, ben = guest.pair()
    for _ in range(3):
        both(ann, ben).play()
    ann.until(lambda s: s["version"] == 3)
    ann.leave()
    again = guest.join({"table": ann.table, "token": ann.token}, version=1)
    assert [m["version"] for m in again.said] == [2, 3, 3]
    assert [m["type"] for m in again.said] == ["news", "news", "state"]
    assert again.said[0]["view"] == ann.said[[m.get("version") for m in ann.said].index(2)]["view"]


def test_resigning_ends_the_match(guest: Guest) -> None:
    ann, ben = guest.pair()
    assert ann.say("resign")["type"] == "ack"
    end = ben.until(lambda s: s["result"])
    assert end["result"]["winners"] == [1] and end["entry"]["text"] == "Ann resigns."
    assert "over" in ben.say("resign")["text"]
    assert guest.get(f"tables/{ann.table}")["state"] == "over"


def test_what_nobody_saw_is_taken_back_at_once(guest: Guest) -> None:
    mover = both(*guest.pair())
    before = mover.state
    mover.play()
    assert mover.until(lambda s: s["version"] == 1)["can_undo"]
    assert mover.say("undo")["type"] == "ack"
    back = mover.until(lambda s: s["version"] == 2)
    assert back["entry"]["kind"] == "undo" and back["view"] == before["view"]
    assert "nothing to take back" in mover.say("undo")["text"]


def placed(guest: Guest, **given: object) -> tuple[Player, Player]:
    """Both have placed their Totems; the next move is seen by everybody. The mover comes first."""
    ann, ben = guest.pair(**given)
    while both(ann, ben).state["view"]["phase"] == "place":
        both(ann, ben).play()
        turn = both(ann, ben).state["version"]
        ann.until(lambda s, turn=turn: s["version"] >= turn)
    mover = both(ann, ben)
    return mover, ben if mover is ann else ann


def test_what_was_seen_is_taken_back_with_consent_only(guest: Guest) -> None:
    mover, other = placed(guest)
    before = mover.state["view"]
    mover.play()
    assert mover.say("undo")["asked"] == [other.state["seat"]]
    assert other.hear("undo")["asks"]
    assert "Nobody asks" in mover.say("undo_answer", yes=True)["text"], "not one's own wish"
    other.say("undo_answer", yes=False)
    refused = mover.hear("undo")
    assert not refused["asks"] and not refused["yes"] and refused["open"] == -1
    mover.say("undo")
    other.say("undo_answer", yes=True)
    assert mover.until(lambda s: s["entry"]["kind"] == "undo")["view"] == before


def test_a_table_may_have_no_undo(guest: Guest) -> None:
    mover = both(*guest.pair(undo="none"))
    mover.play()
    assert not mover.state["can_undo"]
    assert "Nothing is taken back" in mover.say("undo")["text"]


def test_remarks_are_text(guest: Guest) -> None:
    ann, ben = guest.pair()
    text = "<script>alert(1)</script> & 'so'"
    assert ann.say("chat", text=text)["type"] == "ack"
    assert ben.hear("chat")["text"] == text
    assert ann.say("chat", text="x" * 401)["text"] == "A message can have up to 400 characters."
    assert ann.say("chat", text="  ")["type"] == "refused"
    assert guest.join({"table": ann.table, "token": ann.token}).state["chat"][0]["text"] == text


def test_spectators_see_what_is_public_and_say_nothing(guest: Guest) -> None:
    ann, ben = guest.pair()
    third = guest.watch(ann.table)
    assert all(card is None for seat in third.state["view"]["seats"] for card in seat["hand"])
    both(ann, ben).play()
    assert third.hear("news")["entry"]["name"] == "place"
    assert "Spectators watch" in third.say("chat", text="hello")["text"]
    assert third.state["choices"] == []


def test_a_table_without_spectators(guest: Guest) -> None:
    ann, _ = guest.pair(spectators="none")
    player = Player.__new__(Player)
    player.said, player.raw = [], []
    from websockets.sync.client import connect

    player.socket = connect(f"ws://127.0.0.1:{guest.port}/api/tables/{ann.table}/play", legacy=True)
    player.send({"type": "hello", "token": None, "version": None})
    assert player.listen()["text"] == "This table has no spectators."


def test_an_absent_player_is_replaced_by_a_machine_and_comes_back(guest: Guest) -> None:
    ann, ben = guest.pair()
    assert "is here" in ann.say("substitute", seat=1, kind="novice")["text"]
    ben.leave()
    ann.until(lambda s: any(m["type"] == "presence" and not m["connected"] for m in ann.said) or ann.listen())
    assert ann.say("substitute", seat=1, kind="novice")["type"] == "ack"
    assert guest.get(f"tables/{ann.table}")["seats"][1]["name"] == "Novice for Ben"
    ann.until(lambda s: 0 in s["asked"])
    back = guest.join({"table": ben.table, "token": ben.token})
    assert back.say("substitute", seat=1, kind="person")["type"] == "ack"
    assert guest.get(f"tables/{ann.table}")["seats"][1] == {
        "kind": "person",
        "name": "Ben",
        "connected": True,
        "share": 1.0,
    }


def test_a_rematch_has_the_same_seats_and_tokens(guest: Guest) -> None:
    ann, ben = guest.pair()
    ann.say("resign")
    assert ann.say("rematch")["table"] is None
    assert ben.hear("rematch")["wishes"] == [0]
    new = ben.say("rematch")["table"]
    assert new and ann.hear("rematch")["table"] in (None, new)
    headers = {"Authorization": f"Bearer {ann.token}"}
    held = guest.post(f"tables/{ann.table}/rematch", status=200, headers=headers)
    assert held == {"table": new, "token": ann.token, "seat": 0}
    mover = both(guest.join(held), guest.join({"table": new, "token": ben.token}))
    assert mover.play()["type"] == "ack"


def test_a_match_of_several_games_goes_on(guest: Guest) -> None:
    made = guest.open("me", "random", options={"match_games": 3})
    ann = guest.join(made)
    while not ann.state["result"]:
        if ann.asked and ann.state["choices"]:
            ann.play()
        else:
            ann.hear("news")
    assert ann.state["result"]["more"]
    assert ann.say("next")["type"] == "ack"
    assert ann.until(lambda s: s["game"] == 1)["result"] is None


def test_a_machine_plays_a_whole_game(guest: Guest) -> None:
    ann = guest.join(guest.open("me", "novice"))
    while not ann.state["result"]:
        if ann.asked and ann.state["choices"] and not ann.state["forced"]:
            ann.play(ann.state["choices"][-1]["action"])
        else:
            ann.hear("news", "state")
    assert ann.state["result"]["text"].split(". ")[0].endswith(" wins")


def test_clocks_run_out(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        mover = both(ann, ben)
        seat = mover.state["seat"]
        at[0] += 30
        mover.play()
        clock = mover.until(lambda s: s["version"] == 1)["clock"]
        assert clock["left"][seat] == 70 and clock["running"] == mover.state["asked"]
        at[0] += 71
        table = guest.registry.tables[ann.table]
        guest.registry.storage._loop.call_soon_threadsafe(table.autoplay.stir)
        end = ann.until(lambda s: s["result"])
        assert end["result"]["by"] == "timeout" and end["entry"]["seat"] == seat


@pytest.mark.parametrize("kind", ["none", "move"])
def test_a_clock_per_move_starts_anew(tmp_path: Path, kind: str) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        mover = both(*guest.pair(clock={"kind": kind, "seconds": 60}))
        at[0] += 50
        mover.play()
        clock = mover.until(lambda s: s["version"] == 1)["clock"]
        assert clock is None if kind == "none" else clock["left"] == [60, 60]


def test_an_increment_is_given_at_the_end_of_a_turn(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100, "increment": 5})
        mover = both(ann, ben)
        seat, actions = mover.state["seat"], 0
        while mover.asked:
            at[0] += 1
            mover.move()
            actions += 1
            given = 0 if mover.asked else 5
            assert mover.state["clock"]["left"][seat] == 100 - actions + given
        assert actions > 1  # one turn of several actions


def test_an_increment_is_taken_back_with_its_turn() -> None:
    times = Times({"clock": {"kind": "game", "seconds": 100, "increment": 5}}, 2, since=0.0)
    times.played(Line(1, "action", 0, spent=1.0), charged=[0], asked=[1], entries=1)
    assert times.left(0, running=0.0) == 104
    times.played(Line(2, "undo", 0), charged=[1], asked=[0], entries=0)
    assert times.left(0, running=0.0) == 99  # what was thought is not given back
    times.played(Line(3, "action", 0, spent=1.0), charged=[0], asked=[0], entries=1)
    assert times.left(0, running=2.0) == 96  # the turn goes on


def test_the_clock_of_a_rematch_starts_when_everybody_is_there(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        ann.say("resign")
        ann.say("rematch")
        new = ben.say("rematch")["table"]
        first = guest.join({"table": new, "token": ann.token})
        assert first.state["clock"]["running"] == [] and not first.state["clock"]["begun"]
        at[0] += 50
        second = guest.join({"table": new, "token": ben.token})
        clock = first.until(lambda s: s["clock"]["begun"])["clock"]
        assert clock["left"] == [100, 100] and clock["running"] == first.state["asked"]
        second.until(lambda s: s["clock"]["begun"])
        at[0] += 101
        table = guest.registry.tables[new]
        guest.registry.storage._loop.call_soon_threadsafe(table.autoplay.stir)
        assert first.until(lambda s: s["result"])["result"]["by"] == "timeout"


def test_the_clock_of_a_rematch_does_not_wait_for_ever(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path, gather=60.0), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        ann.say("resign")
        ann.say("rematch")
        new = ben.say("rematch")["table"]
        first = guest.join({"table": new, "token": ann.token})
        assert not first.state["clock"]["begun"] and first.state["clock"]["waits"] == 60
        table, loop = guest.registry.tables[new], guest.registry.storage._loop
        at[0] += 59
        loop.call_soon_threadsafe(table.autoplay.gather)
        first.say("sync")
        assert not first.state["clock"]["begun"]
        at[0] += 1
        loop.call_soon_threadsafe(table.autoplay.gather)
        clock = first.until(lambda s: s["clock"]["begun"])["clock"]
        assert clock["left"] == [100, 100] and clock["waits"] == 0
        assert clock["running"] == first.state["asked"]


def test_a_rematch_to_which_nobody_comes_is_looked_at_when_its_time_has_come(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path, gather=60.0), now=lambda: at[0]) as guest:
        ann, ben = guest.pair(clock={"kind": "game", "seconds": 100})
        ann.say("resign")
        ann.say("rematch")
        new = ben.say("rematch")["table"]

        def overdue(now: float) -> list[str]:
            asked = guest.registry.services.reader.overdue(now)
            found: list[str] = asyncio.run_coroutine_threadsafe(asked, guest.registry.storage._loop).result()
            return found

        assert new not in overdue(1059.0) and new in overdue(1061.0)


def test_a_rematch_with_days_for_a_move_waits_for_nobody(guest: Guest) -> None:
    ann, ben = guest.pair(clock={"kind": "move", "seconds": 3 * 86_400})
    ann.say("resign")
    ann.say("rematch")
    new = ben.say("rematch")["table"]
    assert guest.join({"table": new, "token": ann.token}).state["clock"]["begun"]


def test_whoever_sits_at_a_table_is_told_whose_turn_it_is(guest: Guest) -> None:
    ann, ben = guest.pair(spectators="none")
    headers = {"Authorization": f"Bearer {ann.token}"}
    assert guest.get(f"tables/{ann.table}", headers=headers)["asked"] == both(ann, ben).state["asked"]
    assert guest.get(f"tables/{ann.table}")["asked"] == []  # nobody watches here


def test_my_games_say_whose_turn_it_is(guest: Guest) -> None:
    session = guest.post("people", {"name": "Ann of Elms", "password": "nine lives of a lynx"})["session"]
    mine = {"X-Bestiary-Session": session}
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers=mine)
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
    ann, ben = guest.join(made), guest.join(other)
    for _ in range(9):
        (listed,) = guest.get("people/tables", headers=mine)["tables"]
        assert listed["asked"] == both(ann, ben).state["asked"] and listed["seat"] == 0
        both(ann, ben).move()


def test_my_games_know_what_others_have_said_there(guest: Guest) -> None:
    session = guest.post("people", {"name": "Ann of Ash", "password": "nine lives of a lynx"})["session"]
    mine = {"X-Bestiary-Session": session}
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers=mine)
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
    ann, ben = guest.join(made), guest.join(other)
    for player in (ben, ann, ben):
        assert player.say("chat", text="hm")["type"] == "ack"
    said = [remark["n"] for remark in guest.join(made).state["chat"] if remark["seat"] == 1]
    assert len(said) == 2
    (listed,) = guest.get("people/tables", headers=mine)["tables"]
    assert listed["remarks"] == said
    seated = guest.get(f"tables/{made['table']}", headers={"Authorization": f"Bearer {ann.token}"})
    assert seated["remarks"] == said and guest.get(f"tables/{made['table']}")["remarks"] == []
