"""Stored news are facts: no names, no sentences, of views what has changed; sentences come on reading."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from bestiary.core.game import Game
from bestiary.core.said import Seat, said
from bestiary.server.store import news, saying

from .table import Guest, both, quick, running

NAMES = ("Annabel", "Benedikt")


def test_a_row_is_packed_against_the_last_that_stands_by_itself() -> None:
    keeper = news.Keeper()
    cards = [{"id": k, "code": f"c{k}", "text": f"long {k} " * 50} for k in range(9)]
    views = [{"turn": n, "hand": [cards[n % 9], *cards]} for n in range(40)]
    encoded = [msgspec.Raw(msgspec.json.encode(view)) for view in views]
    steps = [news.Kept(n, None, [], view, [0], 0, None) for n, view in enumerate(encoded)]
    rows = [(n, n, keeper.body(step).packed()) for n, step in enumerate(steps)]
    alone = {n: body for n, _, body in rows if body[:1] == news.ALONE}
    assert list(alone) == [0, 32]
    assert max(len(body) for _, _, body in rows if body[:1] == news.AGAINST) < 200
    found = [kept for kept in news.read(rows, alone, b"") if isinstance(kept, news.Kept)]
    assert [msgspec.json.decode(kept.view) for kept in found] == views
    assert news.needed(rows[30:35]) == ({0, 32}, False)
    damaged = [(n, v, b"rubbish" if n == 3 else body) for n, v, body in rows]
    assert [n for n, kept in enumerate(news.read(damaged, alone, b"")) if kept is None] == [3]


def played(guest: Guest) -> tuple[Any, Any]:
    """A match between two people of whom one gives up after some moves."""
    seats = [{"kind": "me", "name": NAMES[0]}, {"kind": "open"}]
    made = guest.post("tables", {"game": "totem", "seats": seats, "public": True})
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"name": NAMES[1], "invitation": word})
    ann, ben = guest.join(made), guest.join(other)
    for _ in range(9):
        mover = both(ann, ben)
        mover.move()
    ben.say("resign")
    ann.until(lambda s: s["result"])
    return ann, ben


def rows_of(guest: Guest, table: str) -> list[tuple[int, int, int, bytes]]:
    with guest.registry.storage.engine.connect() as c:
        found = c.execute(
            sa.text("select seat, n, version, body from news where table_id = :id order by seat, n"),
            {"id": table},
        )
        return [(seat, n, version, bytes(body)) for seat, n, version, body in found]


def plain(guest: Guest, table: str, seat: int) -> list[bytes]:
    """What is stored of a seat, unpacked."""
    mine = [(n, version, body) for k, n, version, body in rows_of(guest, table) if k == seat]
    alone = {version: zlib.decompress(body[1:]) for _, version, body in mine if body[:1] == news.ALONE}
    return [
        alone.get(version) or zlib.decompressobj(zdict=alone[0]).decompress(body[news.SINCE :])
        for _, version, body in mine
    ]


def replay(guest: Guest, player: Any) -> Any:
    return guest.get(f"tables/{player.table}/replay", headers={"Authorization": f"Bearer {player.token}"})


def test_what_is_stored_of_a_match_holds_no_names_and_reads_as_it_was_sent(guest: Guest) -> None:
    ann, ben = played(guest)
    bodies = [body for seat in (0, 1) for body in plain(guest, ann.table, seat)]
    with guest.registry.storage.engine.connect() as c:
        rest = [
            str(row)
            for text in ("select * from log where table_id = :id", "select * from tables where id = :id")
            for row in c.execute(sa.text(text), {"id": ann.table})
        ]
    for text in [*map(bytes.decode, bodies), *rest]:
        assert not any(name in text for name in NAMES)
        assert "resigns." not in text
    for player in (ann, ben):
        sent = {m["version"]: m for m in player.said if m["type"] == "news"}
        entries = {entry["version"]: entry for entry in replay(guest, player)["entries"]}
        assert sent and all(entries[v] == {k: m[k] for k in entries[v]} for v, m in sent.items())
    assert any("Annabel" in e["text"] for m in ben.said if m["type"] == "news" for e in m["events"])


def test_a_list_of_ones_matches_names_the_winner(guest: Guest) -> None:
    account = guest.post("people", {"name": "Wilhelmina", "password": "correct horse"})
    mine = {"X-Bestiary-Session": account["session"]}
    made = guest.post("tables", {"game": "totem", "seats": [{"kind": "me"}, {"kind": "open"}]}, headers=mine)
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
    guest.join(other).say("resign")
    listed = guest.get("people/tables", headers=mine)["tables"]
    assert listed[0]["result"]["text"] == "Wilhelmina wins. The other side has resigned."


def test_whoever_has_left_for_good_is_somebody_in_every_sentence(guest: Guest) -> None:
    account = guest.post("people", {"name": "Nathalie", "password": "correct horse"})
    mine = {"X-Bestiary-Session": account["session"]}
    made = guest.post(
        "tables", {"game": "totem", "seats": [{"kind": "me"}, {"kind": "random"}]}, headers=mine
    )
    player = guest.join(made)
    player.say("resign")
    player.until(lambda s: s["result"])
    assert "Nathalie resigns." in json.dumps(replay(guest, player))
    done = guest.http.post("/api/people/account/delete", json={"password": "correct horse"}, headers=mine)
    assert done.status_code == 204
    player.say("sync")
    assert "Somebody" in json.dumps(player.hear("state")["table"]["seats"]), "at once, in memory too"
    told = json.dumps(replay(guest, player))
    assert "Nathalie" not in told and "Somebody resigns." in told


def test_news_that_were_stored_before_read_as_they_are(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, _ = played(guest)
        before = replay(guest, ann)["entries"]
        first = json.dumps(before[0]).encode()
        with guest.registry.storage.engine.begin() as c:
            mine = [row for row in rows_of(guest, ann.table) if row[0] == 0]
            for (_, n, _, _), entry in zip(mine, before, strict=True):
                packer = zlib.compressobj(1, zdict=first) if n else zlib.compressobj(6)
                body = packer.compress(json.dumps(entry).encode()) + packer.flush()
                c.execute(
                    sa.text("update news set body = :b where table_id = :id and seat = 0 and n = :n"),
                    {"b": body, "id": ann.table, "n": n},
                )
        assert replay(guest, ann)["entries"] == before


def english(entry: dict[str, Any]) -> bytes:
    """A step as the version before stored it: facts, but for a view in English whose prompt names seats."""
    view, result = dict(entry["view"]), entry["result"] and dict(entry["result"])
    for k, name in enumerate(NAMES):
        view["prompt"] = view["prompt"].replace(name, f"{{{k}}}")
    if result:
        winner = {"said": "{who} win.", "of": {"who": {"person": "{0}", "reader": True}}}
        result["said"] = [winner, {"said": "The other side has resigned.", "of": {}}, None]
    said = entry["entry"]
    kind = (said["kind"], said["seat"], said["name"]) if said else None
    happened = [(one["kind"], one["words"]) for one in entry["events"]]
    kept = [entry["version"], kind, happened, view, entry["asked"], entry["game"], result]
    return json.dumps(kept).encode()


def test_news_of_the_version_before_read_as_they_are(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, _ = played(guest)
        before = replay(guest, ann)["entries"]
        first = english(before[0])
        with guest.registry.storage.engine.begin() as c:
            mine = [row for row in rows_of(guest, ann.table) if row[0] == 0]
            for (_, n, version, _), entry in zip(mine, before, strict=True):
                packer = zlib.compressobj(1, zdict=first)
                against = b"d" + bytes(4) + packer.compress(english(entry)) + packer.flush()
                body = against if version else b"w" + zlib.compress(first)
                c.execute(
                    sa.text("update news set body = :b where table_id = :id and seat = 0 and n = :n"),
                    {"b": body, "id": ann.table, "n": n},
                )
        assert replay(guest, ann)["entries"] == before
        assert before[-1]["result"]["text"] == "You win. The other side has resigned."


def test_a_server_that_never_said_a_sentence_tells_it_from_what_is_stored(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, _ = played(guest)
        before = replay(guest, ann)
    known, tokens = dict(saying.TEXTS), dict(saying.TOKENS)
    try:
        saying.TEXTS.clear()
        saying.TOKENS.clear()
        with running(quick(tmp_path)) as guest:
            assert replay(guest, ann) == before
    finally:
        saying.TEXTS.update(known)
        saying.TOKENS.update(tokens)


def test_lines_of_before_that_name_who_sat_down_are_read(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        both(ann, ben).move()
        ben.leave()
        ann.misses(1)
        assert ann.say("substitute", seat=1, kind="novice")["type"] == "ack"
        with guest.registry.storage.engine.begin() as c:
            c.execute(sa.text("update log set text = 'Benjamin' where kind = 'sit'"))
            c.execute(sa.text("update log set text = 'novice|Stand-in' where kind = 'substitute'"))
    with running(quick(tmp_path)) as guest:
        assert guest.get(f"tables/{ann.table}")["seats"][1]["name"] == "Stand-in"
        told = json.dumps(replay(guest, ann))
        assert "Stand-in takes the seat of Benjamin." in told


def test_a_prompt_that_names_people_is_stored_over_seats(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prompt(self: Game, content: Any, s: Any, people: Any = ()) -> str:
        return said(
            "Whom does {who} attack: {other}?", who=Seat(int(s.turn)), other=Seat(1 - int(s.turn))
        ).told(people)

    monkeypatch.setattr(Game, "prompt", prompt)
    ann, ben = played(guest)
    for player, name, other in ((ann, "Annabel", "Benedikt"), (ben, "Benedikt", "Annabel")):
        sent = {m["version"]: m["view"]["prompt"] for m in player.said if m["type"] == "news"}
        told = {e["version"]: e["view"]["prompt"] for e in replay(guest, player)["entries"]}
        assert sent.items() <= told.items() and f"Whom does you attack: {other}?" in told.values()
        assert not any(name in body.decode() for body in plain(guest, ann.table, player.state["seat"]))
