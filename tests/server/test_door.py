"""A public door: costly, half-sent and hostile requests, accounts, moderation, and rows that are damaged."""

from __future__ import annotations

import json
import socket as plain
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bestiary.server import replay
from bestiary.server.limits import raise_open_files
from bestiary.server.store.queries import Reader
from bestiary.server.tables import showing
from bestiary.server.web.protocol import Patient

from .table import GENEROUS, LONGEST, Guest, both, quick, running, wait_for


def figure(guest: Guest, name: str) -> float:
    """A figure of the server."""
    for line in guest.http.get("/metrics").text.splitlines():
        if line.startswith(name + " "):
            return float(line.rpartition(" ")[2])
    return 0.0


# ---- what comes in ---------------------------------------------------------------------------


def test_costly_requests_are_paid_for_by_their_address(tmp_path: Path) -> None:
    with running(quick(tmp_path, limits=replace(GENEROUS, work=(0.0, 40)))) as guest:
        ann = guest.join(guest.open("me", "random"))
        answers = [ann.say("sync") for _ in range(12)]
        assert answers[0]["type"] == "ack" and "costly requests" in answers[-1]["text"]
        url = f"ws://127.0.0.1:{guest.port}/api/tables/{ann.table}/play"
        with connect(url, source_address=("127.0.0.2", 0)) as other:
            other.send(json.dumps({"type": "hello"}))
            assert json.loads(other.recv(LONGEST))["type"] == "state", "another address has its own budget"


def test_what_spectators_see_is_made_once_for_every_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    view_of = showing.view_of
    monkeypatch.setattr(
        showing, "view_of", lambda m, hidden, eyes: (made.append(eyes), view_of(m, hidden, eyes))[1]
    )
    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        watchers = [guest.watch(ann.table) for _ in range(3)]
        for _ in range(2):
            for watcher in watchers:
                watcher.say("sync")
                watcher.hear("state")
            both(ann, ben).move()
        versions = {m["version"] for m in watchers[0].said if m["type"] in ("state", "news")}
        wait_for(lambda: made.count(-1) == len(versions) + 1)  # the last move was shown to them too


def test_long_logs_are_read_and_replayed_beside_the_loop_and_without_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int, bool]] = []
    held: list[Any] = []

    def noted(name: str, real: Any) -> Any:
        def work(*given: Any) -> Any:
            locked = any(table.lock.locked() for table in held[0].tables.values())
            seen.append((name, threading.get_ident(), locked))
            return real(*given)

        return work

    monkeypatch.setattr(Reader, "_recalled", noted("read", Reader._recalled))
    monkeypatch.setattr(replay, "_public", noted("replayed", replay._public))
    with running(quick(tmp_path)) as guest:
        held.append(guest.registry)
        ann, ben = guest.pair()
        both(ann, ben).move()
    with running(quick(tmp_path)) as guest:
        held[0] = guest.registry
        assert guest.get(f"tables/{ann.table}/replay?eyes=-1")["total"] == 2
        assert guest.server is not None
        loop = guest.server._thread.ident
    assert [name for name, _, _ in seen] == ["read", "replayed"]
    assert all(thread != loop and not locked for _, thread, locked in seen)


def test_a_half_sent_request_is_dropped_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "half", 0.2)
    with running(quick(tmp_path)) as guest:
        for half in (
            b"",
            b"GET /api/games HTT",
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        ):
            with plain.create_connection(("127.0.0.1", guest.port), timeout=LONGEST) as slow:
                slow.sendall(half)
                assert slow.recv(100) == b"", "the server has hung up"
        assert figure(guest, "bestiary_half_sent_total") == 3
        assert guest.get("games")


@pytest.mark.parametrize(
    "path", ["/%00", "/api/tables/%00", "/reports/%00.html", "/" + "x" * 3000, "/%0d%0a", "/a%ED%A0%80"]
)
def test_odd_paths_are_refused_in_one_line(guest: Guest, path: str) -> None:
    answer = guest.http.get(path)
    assert answer.status_code in (200, 400, 404, 422)
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("field", ["name", "password"])
def test_lone_surrogates_are_refused_or_left_out(guest: Guest, field: str) -> None:
    body = json.dumps({"name": "Odile", "password": "correct horse"} | {field: "ab\ud800cdefgh"})
    answer = guest.http.post("/api/people", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (201, 422), answer.text


def test_the_limit_of_open_files_is_raised_or_said() -> None:
    assert raise_open_files(10) == ""
    assert "raise the limit" in raise_open_files(10**9)


# ---- headers, origins, hosts -----------------------------------------------------------------


def test_the_page_says_what_it_may_load_and_reports_are_sandboxed(guest: Guest) -> None:
    headers = guest.http.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    folder = guest.registry.settings.reports
    folder.mkdir(exist_ok=True)
    (folder / "odd.html").write_text("<script>1</script>")
    policy = guest.http.get("/reports/odd.html").headers.get_list("content-security-policy")
    assert len(policy) == 1 and policy[0].startswith("sandbox") and "allow-same-origin" not in policy[0]


def test_a_socket_of_another_sites_page_is_refused(guest: Guest) -> None:
    made = guest.open("me", "random")
    url = f"ws://127.0.0.1:{guest.port}/api/tables/{made['table']}/play"
    with pytest.raises(InvalidStatus):
        connect(url, origin="https://evil.example")  # type: ignore[arg-type]
    with connect(url, origin=f"http://127.0.0.1:{guest.port}") as own:  # type: ignore[arg-type]
        own.send(json.dumps({"type": "hello", "token": made["token"]}))
        assert json.loads(own.recv(LONGEST))["type"] == "state"


def test_a_server_answers_to_its_own_names_only(tmp_path: Path) -> None:
    with running(quick(tmp_path, hosts=("table.example",))) as guest:
        assert guest.http.get("/api/games").status_code == 421
        assert guest.http.get("/api/games", headers={"Host": "table.example:8000"}).status_code == 200


# ---- accounts --------------------------------------------------------------------------------


def registered(guest: Guest, name: str) -> dict[str, str]:
    made = guest.post("people", {"name": name, "password": "correct horse"})
    return {"X-Bestiary-Session": made["session"]}


def test_sessions_expire_and_can_be_ended(tmp_path: Path) -> None:
    at = [1000.0]
    with running(quick(tmp_path, session=100.0), now=lambda: at[0]) as guest:
        one = registered(guest, "Emma")
        two = guest.post("people/session", {"name": "Emma", "password": "correct horse"})["session"]
        assert guest.get("people/tables", headers=one)
        assert guest.http.delete("/api/people/sessions", headers=one).status_code == 204
        assert guest.get("people/tables", 403, headers=one)
        assert guest.get("people/tables", 403, headers={"X-Bestiary-Session": two})
        late = guest.post("people/session", {"name": "Emma", "password": "correct horse"})["session"]
        at[0] += 101
        assert guest.get("people/tables", 403, headers={"X-Bestiary-Session": late})


def test_a_password_is_changed_and_all_sessions_end(guest: Guest) -> None:
    old = registered(guest, "Frida")
    body = {"old": "wrong horse", "new": "another horse"}
    assert guest.http.put("/api/people/password", json=body, headers=old).status_code == 403
    body["old"] = "correct horse"
    made = guest.http.put("/api/people/password", json=body, headers=old)
    assert made.status_code == 200
    assert guest.get("people/tables", 403, headers=old)
    assert guest.get("people/tables", headers={"X-Bestiary-Session": made.json()["session"]})
    assert guest.post("people/session", {"name": "Frida", "password": "correct horse"}, 403)


def test_log_ins_are_limited_by_account_too(tmp_path: Path) -> None:
    with running(quick(tmp_path, limits=replace(GENEROUS, log_ins=(0.0, 3)))) as guest:
        registered(guest, "Gerda")
        body = {"name": "GERDA", "password": "wrong horse"}
        codes = [guest.http.post("/api/people/session", json=body).status_code for _ in range(5)]
        assert codes == [403, 403, 403, 429, 429]
        assert guest.post("people/session", {"name": "Hilde", "password": "wrong horse"}, 403)


def test_an_account_is_taken_along_and_deleted(guest: Guest) -> None:
    mine = registered(guest, "Ida")
    seats = [{"kind": "me"}, {"kind": "random"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers=mine)
    player = guest.join(made)
    player.say("chat", text="hello")
    player.leave()
    other = guest.open(public=True)
    guest.post(f"tables/{other['table']}/seats/1", {}, headers=mine)
    kept = guest.get("people/account", headers=mine)
    assert kept["name"] == "Ida" and kept["tables"][0]["table"] == made["table"]
    assert kept["chat"][0]["text"] == "hello" and "password" not in json.dumps(kept)
    wrong = guest.http.post("/api/people/account/delete", json={"password": "no horse"}, headers=mine)
    assert wrong.status_code == 403
    done = guest.http.post("/api/people/account/delete", json={"password": "correct horse"}, headers=mine)
    assert done.status_code == 204
    assert guest.get("people/tables", 403, headers=mine)
    for id in (made["table"], other["table"]):
        put_away(guest, id)
        assert "Ida" not in json.dumps(guest.get(f"tables/{id}")), "at tables an unnamed player remains"
    assert registered(guest, "Ida"), "the name is free again"


# ---- moderation ------------------------------------------------------------------------------


def test_an_operator_closes_a_table_beside_the_server(bestiary: Any, refused: Any, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        code, out, _ = bestiary("operate", "close", ann.table, "--database", database)
        assert code == 0 and "closed" in out
        mover = both(ann, ben)
        assert "closed by those who run" in mover.play()["text"]
        assert "closed by those who run" in mover.say("chat", text="why?")["text"]
        facts = guest.get(f"tables/{ann.table}")
        assert facts["state"] == "frozen" and facts["result"] is None
        assert guest.get(f"tables/{ann.table}/replay", 403, params={"eyes": 1})
    assert "no table" in refused("operate", "close", "nothing", "--database", database)
    assert "no database" in refused("operate", "list", "--database", f"sqlite:///{tmp_path / 'x'}")


def test_an_operator_silences_and_bars_a_name(bestiary: Any, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running(quick(tmp_path)) as guest:
        session = registered(guest, "Rude")
        ann, ben = guest.pair()
        assert bestiary("operate", "silence", "ben", "--database", database)[0] == 0
        assert "cannot write" in ben.say("chat", text="!")["text"]
        assert ann.say("chat", text="peace")["type"] == "ack"
        assert bestiary("operate", "bar", "RUDE", "--database", database)[0] == 0
        assert guest.get("people/tables", 403, headers=session)
        body = {"name": "Rude", "password": "correct horse"}
        assert "barred" in guest.post("people/session", body, 403)["error"]["text"]
        seats = [{"kind": "me", "name": "Rude"}, {"kind": "random"}]
        assert "barred" in guest.post("tables", {"game": "totem", "seats": seats}, 403)["error"]["text"]
        assert bestiary("operate", "list", "--database", database)[1] == "ben: silenced\nrude: barred\n"
        assert bestiary("operate", "pardon", "rude", "--database", database)[0] == 0
        assert guest.post("people/session", body)


# ---- damaged rows ----------------------------------------------------------------------------


def damage(guest: Guest, statement: str, **given: Any) -> None:
    with guest.registry.storage.engine.begin() as c:
        c.execute(sa.text(statement), given)


def put_away(guest: Guest, table: str) -> None:
    registry = guest.registry
    wait_for(lambda: not registry.tables[table].sockets)
    registry.storage._loop.call_soon_threadsafe(registry._forget, table)
    wait_for(lambda: table not in registry.tables)


def test_a_damaged_row_breaks_only_its_own_table(guest: Guest) -> None:
    good, bad = guest.open(public=True)["table"], guest.open(public=True)["table"]
    damage(guest, "update tables set options = '{' where id = :id", id=bad)
    put_away(guest, bad)
    listed = {t["id"] for t in guest.get("tables", params={"open": 1})}
    assert good in listed and bad not in listed
    assert "damaged" in guest.get(f"tables/{bad}", 409)["error"]["text"]
    with connect(f"ws://127.0.0.1:{guest.port}/api/tables/{bad}/play") as socket:
        assert "damaged" in json.loads(socket.recv(LONGEST))["text"]
        with pytest.raises(ConnectionClosed):
            socket.recv(LONGEST)


def test_damaged_news_are_made_again_or_said_to_be_lost(guest: Guest) -> None:
    ann, ben = guest.pair()
    for _ in range(3):
        both(ann, ben).move()
    mine = {"Authorization": f"Bearer {ann.token}"}
    path = f"tables/{ann.table}/replay"
    before = guest.get(path, headers=mine)["entries"]
    damage(guest, "update news set body = :b where table_id = :id and n = 2", b=b"rubbish", id=ann.table)
    assert guest.get(path, headers=mine)["entries"] == before, "made again from the log"
    damage(guest, "update tables set game = 'totem-v0' where id = :id", id=ann.table)
    ann.leave(), ben.leave()
    put_away(guest, ann.table)
    entries = guest.get(path, headers=mine)["entries"]
    assert [e["version"] for e in entries] == [e["version"] for e in before]
    assert entries[1]["entry"]["text"] == "This step is lost." and entries[2] == before[2]
