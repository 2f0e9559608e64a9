"""Lists, tables, seats, people; looking back at a match."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bestiary.core import saves
from bestiary.core.registry import load
from bestiary.server.errors import Refused
from bestiary.server.settings import Settings
from bestiary.server.tables.seating import settle

from .table import Guest, Player, both, quick, running, wait_for


@pytest.fixture(scope="module")
def finished(guest: Guest) -> Player:
    """A match that was played to its end, and its first player."""
    ann, ben = guest.pair()
    while not ann.state["result"]:
        mover = both(ann, ben)
        version = mover.state["version"]
        if not mover.state["forced"]:
            mover.play(mover.state["choices"][-1]["action"])
        for player in (ann, ben):
            player.until(lambda s, v=version: s["version"] > v)
    return ann


def test_the_games_with_their_options(guest: Guest) -> None:
    games = {game["slug"]: game for game in guest.get("games")}
    assert set(games) >= {"totem", "totemic", "tiger", "klaw", "shogun"}
    restock = next(o for o in games["totem"]["options"] if o["name"] == "restock")
    assert restock["kind"] == "choice" and restock["rule"].startswith("TOT-") and restock["default"] == "any"
    assert games["shogun"]["team"] and games["shogun"]["solo"] and not games["totem"]["solo"]
    for game in (games[slug] for slug in ("totem", "totemic", "tiger", "klaw", "shogun")):
        assert game["tagline"].endswith(".") and len(game["tagline"]) < 80, "one line on a cover"
        shortest, longest = game["minutes"]
        assert 0 < shortest < longest


def test_the_machine_that_taught_itself_sits_down_where_it_is_offered_and_nowhere_else(guest: Guest) -> None:
    offered = {game["slug"]: game for game in guest.get("games")}
    assert offered["klaw"]["learned"] == offered["klaw"]["players"] == [2, 3, 4]
    assert offered["tiger"]["learned"] == offered["tiger"]["players"] == [2, 3, 4, 5, 6]
    assert "grandmaster" in offered["tiger"]["levels"]
    for slug in ("klaw", "tiger"):
        for players in offered[slug]["players"]:
            settle(load(slug), {}, [{"kind": "me"}, *[{"kind": "grandmaster"}] * (players - 1)])
    pair = [{"kind": "me"}, {"kind": "grandmaster"}]
    settle(load("shogun"), {"mode": "chapter", "chapter": 3}, pair)
    with pytest.raises(Refused, match="plays where mode is chapter; it was taught no other"):
        settle(load("shogun"), {}, pair)
    with pytest.raises(Refused, match="plays where dawn is false"):
        settle(load("tiger"), {"dawn": True}, pair)


def test_rules_and_cards(guest: Guest) -> None:
    assert guest.get("games/totem/rules")[0]["id"] == "TOT-1.1"
    assert len(guest.get("games/totem/cards")) >= 52
    assert guest.get("games/chess/rules", 404)["error"]["text"] == "There is no such game."


def test_how_a_game_was_balanced(guest: Guest) -> None:
    for slug in ("totem", "totemic", "tiger", "klaw", "shogun"):
        told = guest.get(f"games/{slug}/balance")
        assert told["game"] == slug and told["aims"] and told["players"], slug
        named = {mark["word"] for aim in told["aims"] for mark in aim["marks"]}
        assert named <= {"kept", "missed", "unclear", "unmeasured"}
    assert all(game["balanced"] for game in guest.get("games") if game["slug"] == "totem")
    assert guest.get("games/chess/balance", 404)["error"]["text"] == "There is no such game."


def test_what_a_table_cannot_be(guest: Guest) -> None:
    def refused(**given: object) -> dict[str, str]:
        problem: dict[str, str] = guest.post("tables", {"game": "totem", **given}, 422)["error"]
        return problem

    assert "cannot be 'all'" in refused(options={"restock": "all"})["text"]
    assert refused(options={"restok": "any"})["field"] == "options"
    assert refused(seats=[{"kind": "me"}])["text"] == "Totem is played by 2, not by 1."
    assert "one of me, open" in refused(seats=[{"kind": "me"}, {"kind": "genius"}])["text"]
    assert "for a person" in refused(seats=[{"kind": "novice"}, {"kind": "novice"}])["text"]
    assert refused(colour="red")["field"] == "colour"
    assert "no seat 7" in refused(spectators={"seat": 7, "delay": 1})["text"]
    assert guest.post("tables", {"game": "chess"}, 404)["error"]["text"] == "There is no such game."


def test_only_tests_know_the_deal_beforehand(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    def seed() -> int:
        return int(guest.registry.tables[guest.open()["table"]].live.facts.seed)

    assert seed() == seed() == guest.registry.settings.seed
    monkeypatch.setattr(guest.registry, "settings", replace(guest.registry.settings, seed=Settings().seed))
    drawn = {seed() for _ in range(4)}
    assert len(drawn) == 4 and max(drawn) > 1 << 32


def test_an_open_seat_is_taken_once_and_by_invitation(guest: Guest) -> None:
    made = guest.open()
    path = f"tables/{made['table']}/seats/1"
    assert guest.post(path, {"name": "Eve"}, 403)["error"]["text"] == "This seat is by invitation."
    word = made["invitations"]["1"].partition(":")[2]
    assert guest.post(path, {"name": "Ben", "invitation": word})["seat"] == 1
    assert (
        guest.post(path, {"name": "Eve", "invitation": word}, 409)["error"]["text"] == "This seat is taken."
    )
    assert guest.post(f"tables/{made['table']}/seats/9", {}, 404)


def test_public_tables_are_listed_and_joined_without_invitation(guest: Guest) -> None:
    made = guest.open(public=True)
    listed = {t["id"]: t for t in guest.get("tables", params={"open": 1, "game": "totem"})}
    assert listed[made["table"]]["seats"][1]["kind"] == "open"
    assert "token" not in json.dumps(listed[made["table"]])
    guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben"})
    assert made["table"] not in {t["id"] for t in guest.get("tables", params={"open": 1})}
    assert made["table"] in {t["id"] for t in guest.get("tables")}
    private = guest.open()
    assert private["table"] not in {t["id"] for t in guest.get("tables", params={"open": 1})}


def test_play_waits_for_everybody(guest: Guest) -> None:
    made = guest.open()
    ann = guest.join(made)
    assert ann.state["choices"] == [] and ann.state["table"]["state"] == "waiting"
    assert "every seat is taken" in ann.play(0)["text"]
    word = made["invitations"]["1"].partition(":")[2]
    guest.post(f"tables/{made['table']}/seats/1", {"name": "<i>Ben</i>", "invitation": word})
    assert ann.hear("table")["table"]["seats"][1]["name"] == "<i>Ben</i>"
    assert ann.hear("state")["table"]["state"] == "playing"


def test_a_replay_shows_ones_own_eyes_before_the_end_and_all_after(guest: Guest, finished: Player) -> None:
    ann, ben = guest.pair()
    both(ann, ben).play()
    path = f"tables/{ann.table}/replay"
    mine = guest.get(path, headers={"Authorization": f"Bearer {ann.token}"})
    assert mine["eyes"] == 0 and mine["entries"][0]["version"] == 0
    refused = guest.get(path, 403, params={"eyes": 1}, headers={"Authorization": f"Bearer {ann.token}"})
    assert "once the match is over" in refused["error"]["text"]
    assert guest.get(path, 403, headers={"Authorization": "Bearer wrong"})
    assert None in guest.get(path)["entries"][0]["view"]["seats"][0]["hand"], "nobody sees what all see"
    for eyes in (-1, 0, 1):
        whole = guest.get(f"tables/{finished.table}/replay", params={"eyes": eyes, "count": 200})
        told, mine = whole["entries"][-1]["result"], finished.state["result"]
        assert told["winners"] == mine["winners"] and told["why"] == mine["why"]
        assert told["who"].startswith("You ") == (eyes in told["winners"])
        assert [e["version"] for e in whole["entries"]] == list(range(whole["total"]))


def test_what_was_sent_is_what_is_replayed(guest: Guest, finished: Player) -> None:
    sent = {m["version"]: m for m in finished.said if m["type"] == "news"}
    replay = guest.get(f"tables/{finished.table}/replay", params={"eyes": 0, "count": 200})
    for entry in replay["entries"][1:]:
        for key in ("view", "events", "entry", "asked"):
            assert entry[key] == sent[entry["version"]][key]


def test_the_record_is_a_match_that_can_be_read(guest: Guest, finished: Player) -> None:
    ann, _ = guest.pair()
    assert "once the match is over" in guest.get(f"tables/{ann.table}/record", 403)["error"]["text"]
    match = saves.loads(guest.get(f"tables/{finished.table}/record"), "the record")
    assert match.over and match.names == ["Ann", "Ben"]


def test_a_branch_goes_on_from_a_point_against_machines(guest: Guest, finished: Player) -> None:
    path = f"tables/{finished.table}/branch"
    replay = guest.get(f"tables/{finished.table}/replay", params={"eyes": 0, "count": 200})
    made = guest.post(path, {"at": 9, "eyes": 0, "seat": 0, "kind": "random"})
    again = guest.join(made)
    start = next(m for m in again.said if m["type"] == "state")
    if start["version"] == 9:  # the machine has not moved yet
        assert start["view"] == replay["entries"][9]["view"]
    again.until(lambda s: s["choices"])
    again.play()
    assert again.say("undo")["type"] == "ack", "with free undo"
    assert "no version 5000" in guest.post(path, {"at": 5000}, 404)["error"]["text"]
    assert guest.post(path, {"at": 1, "kind": "genius"}, 422)
    last = replay["entries"][-1]["version"]
    assert "over there" in guest.post(path, {"at": last}, 409)["error"]["text"]


def test_a_machine_has_an_opinion_of_every_decision(guest: Guest, finished: Player) -> None:
    path = f"tables/{finished.table}/opinions"
    assert guest.get(path)["state"] == "none", "nothing is thought before somebody asks"
    guest.post(path, status=200)
    found = wait_for(lambda: (r := guest.get(path))["state"] == "finished" and r)
    assert found["done"] == found["looked"] == found["total"] == len(found["decisions"])
    for d in found["decisions"]:
        assert d["choices"] > 1 and d["settled"] and d["said"] != d["better"] != ""
        assert 0 <= d["played"]["low"] <= d["played"]["value"] <= d["played"]["high"] <= 1
        assert d["loss"]["low"] < d["loss"]["value"] < d["loss"]["high"]
    assert found["unsure"] == sum(not d["sure"] for d in found["decisions"]) and found["measured"] == ""
    accused = [d for d in found["decisions"] if d["n"] in found["turning"]]
    assert all(d["loss"]["low"] > 0 and d["loss"]["value"] >= 0.05 for d in accused)
    assert guest.get(path) == guest.post(path, status=200) == found, "kept: to ask again costs nothing"
    for eyes in (-1, 0, 1):
        replay = guest.get(f"tables/{finished.table}/replay", params={"eyes": eyes, "count": 200})
        assert replay["total"] <= 200
        shown = {entry["version"]: entry["entry"] for entry in replay["entries"]}
        for d in found["decisions"]:
            entry = shown[d["public"] if eyes < 0 else d["versions"][eyes]]
            if d["seat"] == eyes:
                assert entry["seat"] == eyes and entry["name"] == d["name"], (
                    "the step that shows this decision"
                )


def resigned(guest: Guest) -> str:
    """A table whose match was given up after a few moves."""
    ann = guest.join(guest.open("me", "random"))
    for _ in range(5):
        ann.until(lambda s: s["choices"])
        ann.move()
    assert ann.say("resign")["type"] == "ack"
    ann.until(lambda s: s["result"])
    return ann.table


def test_judging_is_stopped_kept_and_gone_on_with(tmp_path: Path) -> None:
    with running(quick(tmp_path, opinion=3_000)) as guest:
        path = f"tables/{resigned(guest)}/opinions"
        assert guest.post(path, status=200)["state"] == "working"
        wait_for(lambda: guest.get(path)["looked"])
        stopped = guest.http.delete(f"/api/{path}").json()
        assert stopped["state"] == "paused" and stopped["looked"] > 0 and stopped["done"] < stopped["total"]
        assert guest.get(path) == stopped, "nobody thinks any more"
    with running(quick(tmp_path)) as guest:
        assert guest.get(path) == stopped, "kept by the database"
        guest.post(path, status=200)
        found = wait_for(lambda: (r := guest.get(path))["state"] == "finished" and r)
        assert found["done"] == found["total"] == stopped["total"]


def test_a_match_that_goes_on_is_not_judged(guest: Guest) -> None:
    path = f"tables/{guest.open('me', 'random')['table']}/opinions"
    for answer in (guest.get(path, 403), guest.post(path, status=403)):
        assert answer["error"]["text"] == "The machine speaks once the match is over."


def test_opinions_are_of_what_was_played_last(guest: Guest, finished: Player) -> None:
    """A branch may be taken back and end otherwise; what was said of its first end is not shown then."""
    path = f"tables/{finished.table}/branch"
    total = guest.get(f"tables/{finished.table}/replay", params={"eyes": 0})["total"]
    made = guest.post(path, {"at": total - 4, "eyes": 0, "seat": 0, "kind": "random"})
    player = guest.join(made)
    opinions = f"tables/{made['table']}/opinions"

    def judged() -> dict[str, Any]:
        while not player.state["result"]:
            if player.asked and not player.state["forced"]:
                player.move()
            else:
                player.hear("news", "state")
        guest.post(opinions, status=200)
        return wait_for(lambda: (r := guest.get(opinions))["state"] == "finished" and r)  # type: ignore[no-any-return]

    first = judged()
    assert player.say("undo")["type"] == "ack"
    player.until(lambda s: not s["result"])
    choices = player.until(lambda s: s["choices"])["choices"]
    player.play(choices[-1]["action"])
    second = judged()
    assert len(first["decisions"]) == first["total"] and len(second["decisions"]) == second["total"]
    last = second["decisions"][-1]
    replay = guest.get(f"tables/{made['table']}/replay", params={"eyes": 0, "count": 200})
    shown = {entry["version"]: entry["entry"] for entry in replay["entries"]}
    assert (
        shown[last["versions"][0]]["kind"] == "action" and shown[last["versions"][0]]["seat"] == last["seat"]
    )
    mine = [d for d in second["decisions"] if d["seat"] == 0][-1]
    assert shown[mine["versions"][0]]["name"] == mine["name"], "the last one, and not one taken back"


def test_people_find_their_games_again(guest: Guest) -> None:
    who = {"name": "Ann <b>", "password": "correct horse"}
    session = guest.post("people", who)["session"]
    assert guest.post("people", who | {"name": "ANN <B>"}, 409)["error"]["field"] == "name"
    assert guest.post("people/session", who | {"password": "wrong horse"}, 403)
    assert guest.post("people/session", who | {"name": "Nobody"}, 403)
    assert guest.post("people", {"name": "Ben", "password": "short"}, 422)["error"]["field"] == "password"
    again = guest.post("people/session", who)["session"]
    seats = [{"kind": "me"}, {"kind": "random"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers={"X-Bestiary-Session": session})
    mine = guest.get("people/tables", headers={"X-Bestiary-Session": again})
    assert mine["name"] == "Ann <b>" and mine["tables"][0]["id"] == made["table"]
    assert mine["tables"][0]["seat"] == 0
    claimed = guest.post(f"tables/{made['table']}/claim", status=200, headers={"X-Bestiary-Session": again})
    assert guest.join(claimed).state["seat"] == 0
    guest.http.delete("/api/people/session", headers={"X-Bestiary-Session": again})
    assert guest.get("people/tables", 403, headers={"X-Bestiary-Session": again})
    with guest.registry.storage.engine.connect() as c:
        stored = c.exec_driver_sql("select password from people").scalar_one()
    assert stored.startswith("$argon2id$")


def test_tables_that_nobody_uses_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    from dataclasses import replace

    from .table import GENEROUS

    with running(quick(tmp_path, limits=replace(GENEROUS, live=3))) as guest:
        ann, ben = guest.pair()
        mover = both(ann, ben)
        mover.play()
        ann.leave(), ben.leave()
        wait_for(lambda: not guest.registry.tables[ann.table].sockets)
        others = [guest.open() for _ in range(6)]
        assert len(guest.registry.tables) == 3 and ann.table not in guest.registry.tables
        again = guest.join({"table": mover.table, "token": mover.token})
        assert again.state["version"] == 1 and again.state["view"] == mover.state["view"]
        held = [guest.join(made) for made in others[:2]]
        full = guest.post("tables", {"game": "totem"}, 503)
        assert "full" in full["error"]["text"] and len(held) == 2


def test_a_match_of_other_rules_is_kept_and_replayed_but_not_played(tmp_path: Path) -> None:
    import sqlalchemy as sa

    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        mover = both(ann, ben)
        mover.play()
        engine = guest.registry.storage.engine
        held = {"table": mover.table, "token": mover.token}
    with engine.begin() as c:
        c.execute(sa.text("update tables set game = 'totem-v0'"))
    with running(quick(tmp_path)) as guest:
        again = guest.join(held)
        assert "totem-v0" in again.state["frozen"]
        assert again.play(0)["text"] == again.state["frozen"]
        mine = {"Authorization": f"Bearer {mover.token}"}
        replay = guest.get(f"tables/{mover.table}/replay", headers=mine)
        assert replay["entries"][1]["view"] == mover.state["view"]
        assert guest.get(f"tables/{mover.table}/record", 403)


def test_reports_of_the_laboratory(guest: Guest) -> None:
    folder = guest.registry.settings.reports
    assert guest.get("reports") == []
    folder.mkdir()
    (folder / "totem.html").write_text("<h1>Totem</h1>")
    (folder.parent / "secret.html").write_text("no")
    assert guest.get("reports")[0]["url"] == "/reports/totem.html"
    assert guest.http.get("/reports/totem.html").text == "<h1>Totem</h1>"
    assert guest.http.get("/reports/none.html").status_code == 404
    assert guest.http.get("/reports/..%2Fsecret.html").text != "no"


def test_the_page_and_its_files(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>the page</title>")
    (web / "assets" / "app.js").write_text("1")
    (tmp_path / "outside.txt").write_text("no")
    with running(quick(tmp_path)) as guest:
        for path in ("/", "/t/abc", "/rules/totem"):
            assert "the page" in guest.http.get(path).text
        seen = guest.http.get("/", headers={"If-None-Match": guest.http.get("/").headers["etag"]})
        assert seen.status_code == 304 and seen.text == ""  # unchanged: asked for, not sent again
        (web / "index.html").write_text("<title>the page, new</title>")
        assert "new" in guest.http.get("/", headers={"If-None-Match": seen.headers["etag"]}).text
        assert guest.http.get("/assets/app.js").text == "1"
        assert "the page" in guest.http.get("/..%2Foutside.txt").text
        assert guest.http.get("/api/nothing").status_code == 404
