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


def steps(many: int) -> list[news.Kept]:
    """Steps that are much alike."""
    cards = [{"id": k, "code": f"c{k}", "text": f"long {k} " * 50} for k in range(9)]
    views = [{"turn": n, "hand": [cards[n % 9], *cards], "said": "two\nlines"} for n in range(many)]
    return [
        news.Kept(n, None, [], msgspec.Raw(msgspec.json.encode(v)), [0], 0, None) for n, v in enumerate(views)
    ]


def packed(kept: list[news.Kept]) -> tuple[list[news.Row], dict[bytes, bytes]]:
    """Such steps as rows, and their packs by number."""
    rows, packs = news.packed([news.news_row("t", 0, one.version, one) for one in kept])
    assert [row["version"] for row in rows] == [one.version for one in kept]
    return [(row["n"], row["version"], row["body"]) for row in rows], {p["id"]: p["body"] for p in packs}


def test_news_that_are_stored_together_are_packed_together() -> None:
    many = 2 * news.MOST + 1
    rows, packs = packed(steps(many))
    assert len(packs) == 3 and news.packs_of(rows) == set(packs)
    assert sum(map(len, packs.values())) < 100 * many and max(len(body) for _, _, body in rows) < 20
    assert news.read(rows, packs, {}, b"") == steps(many)
    assert news.read(rows[:1], {id: packs[id] for id in news.packs_of(rows[:1])}, {}, b"") == steps(1)


def test_a_damaged_row_breaks_itself_and_a_damaged_pack_what_is_in_it() -> None:
    many = 2 * news.MOST
    rows, packs = packed(steps(many))
    first, second = sorted(packs)

    def lost(rows: list[news.Row], packs: dict[bytes, bytes]) -> list[int]:
        return [n for n, kept in enumerate(news.read(rows, packs, {}, b"")) if kept is None]

    assert lost([(n, v, b"rubbish" if n == 3 else body) for n, v, body in rows], packs) == [3]
    assert lost([(n, v, body[:-2] + b"\xff\xff" if n == 3 else body) for n, v, body in rows], packs) == [3]
    assert lost(rows, {first: b"rubbish", second: packs[second]}) == [*range(news.MOST)]
    assert lost(rows, {second: packs[second]}) == [*range(news.MOST)], "one that is gone"


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
    with guest.registry.storage.engine.connect() as c:
        packs = {
            bytes(id): zlib.decompress(body) for id, body in c.execute(sa.text("select id, body from packs"))
        }
    bodies = [body for k, _, _, body in rows_of(guest, table) if k == seat]
    assert all(body[:1] == news.PACKED for body in bodies)
    return [packs[body[1:9]].split(b"\n")[int.from_bytes(body[9:])] for body in bodies]


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


def test_news_that_hold_themselves_read_as_they_are(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann, _ = played(guest)
        before, bodies = replay(guest, ann)["entries"], plain(guest, ann.table, 0)
        with guest.registry.storage.engine.begin() as c:
            mine = [row for row in rows_of(guest, ann.table) if row[0] == 0]
            for (_, n, version, _), body in zip(mine, bodies, strict=True):
                packer = zlib.compressobj(1, zdict=bodies[0])
                against = news.AGAINST + bytes(4) + packer.compress(body) + packer.flush()
                c.execute(
                    sa.text("update news set body = :b where table_id = :id and seat = 0 and n = :n"),
                    {"b": against if version else news.ALONE + zlib.compress(body), "id": ann.table, "n": n},
                )
        assert replay(guest, ann)["entries"] == before


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
