"""Tables outlive upgrades: other cards freeze nothing, only other rules do; old databases are read."""

from __future__ import annotations

import json
import logging
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.server import logs

from .table import Guest, both, quick, running

FIVE = ("totem", "totemic", "tiger", "klaw", "shogun")


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets today's cards of Totem be others: one may hold a card less."""
    plain = Game.content

    def change() -> None:
        folder = tmp_path / "cards"
        folder.mkdir()

        def content(self: Game, path: Path | None = None) -> Content:
            if self.slug != "totem" or path is not None:
                return plain(self, path)
            if not (folder / "cards.toml").exists():
                for file in self.room.glob("*.toml"):
                    shutil.copy(file, folder)
                text = (folder / "cards.toml").read_text()
                assert "hand_limit = 6" in text
                (folder / "cards.toml").write_text(text.replace("hand_limit = 6", "hand_limit = 5", 1))
            return plain(self, folder / "cards.toml")

        monkeypatch.setattr(Game, "content", content)

    return change


def test_a_table_plays_on_with_the_cards_it_was_opened_with(tmp_path: Path, changed: Any) -> None:
    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        both(ann, ben).move()
        both(ann, ben)
        held = [{"table": p.table, "token": p.token} for p in (ann, ben)]
        cards = guest.registry.tables[ann.table].live.facts.cards
        view = ann.state["view"]
    changed()
    with running(quick(tmp_path)) as guest:
        ann, ben = (guest.join(one) for one in held)
        assert ann.state["frozen"] == "" and ann.state["view"] == view
        both(ann, ben).move()
        assert guest.registry.tables[ann.table].live.match.content.fingerprint == cards
        new = guest.open()["table"]
        assert guest.registry.tables[new].live.facts.cards != cards, "new tables get today's cards"
        ann.say("resign")
        again = guest.post(f"tables/{ann.table}/branch", {"at": 1, "eyes": 0, "seat": 0, "kind": "random"})
        assert guest.registry.tables[again["table"]].live.facts.cards == cards, (
            "a branch goes on with its own"
        )


@pytest.fixture
def before_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The Shogun's Chosen with a campaign from before there were levels, until that is undone."""
    plain, folder = Game.content, tmp_path / "before"

    def content(self: Game, path: Path | None = None) -> Content:
        if self.slug != "shogun" or path is not None:
            return plain(self, path)
        if not folder.exists():
            shutil.copytree(
                self.room, folder, ignore=lambda _, names: [n for n in names if n[-5:] != ".toml"]
            )
            text = (folder / "campaign.toml").read_text()
            start, end = text.index("[[difficulty]]"), text.index("# way:")
            (folder / "campaign.toml").write_text(text[:start] + text[end:])
        return plain(self, folder / "cards.toml")

    monkeypatch.setattr(Game, "content", content)
    return monkeypatch


def test_a_table_from_before_an_option_plays_on_at_its_default(
    tmp_path: Path, before_levels: pytest.MonkeyPatch
) -> None:
    with running(quick(tmp_path)) as guest:
        made = guest.open("me", game="shogun", options={"players": 1})
        ann = guest.join(made)
        for _ in range(10):
            ann.move()
        view, cards = ann.state["view"], guest.registry.tables[ann.table].live.facts.cards
        with guest.registry.storage.engine.begin() as c:
            options = json.loads(c.execute(sa.text("select options from tables")).scalar())
            assert options.pop("difficulty") == "standard"
            c.execute(sa.text("update tables set options = :known"), {"known": json.dumps(options)})
    before_levels.undo()
    with running(quick(tmp_path)) as guest:
        ann = guest.join(made)
        live = guest.registry.tables[ann.table].live
        assert (ann.state["frozen"], ann.state["view"]) == ("", view)
        assert live.match.content.fingerprint == cards != live.match.game.content().fingerprint
        assert live.match.options["difficulty"] == "standard"
        ann.move()


def test_other_rules_freeze_and_serve_says_how_many(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(quick(tmp_path)) as guest:
        guest.pair()
        guest.open()
        ann, _ = guest.pair()
        ann.say("resign")
        with guest.registry.storage.engine.begin() as c:
            c.execute(sa.text("update tables set game = 'totem-v0'"))
    with caplog.at_level(logging.WARNING, logs.NAME), running(quick(tmp_path)) as guest:
        told = [r for r in caplog.records if "cannot go on" in r.getMessage()]
        assert [logs.Lines().format(r).partition(" game=")[2] for r in told] == ["totem-v0 tables=2"]
        assert guest.get(f"tables/{ann.table}")["state"] == "over", "what had ended before has ended"


def test_a_table_of_an_earlier_version_goes_on_where_it_is_played_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(quick(tmp_path)) as guest:
        ann, ben = guest.pair()
        both(ann, ben).move()
        both(ann, ben)
        held = [{"table": p.table, "token": p.token} for p in (ann, ben)]
        with guest.registry.storage.engine.begin() as c:
            c.execute(sa.text("update tables set game = 'totem-v0'"))
    with running(quick(tmp_path)) as guest:
        monkeypatch.setattr(guest.registry.catalog.games["totem"], "earlier", {0: {}})
        ann, ben = (guest.join(one) for one in held)
        assert ann.state["frozen"] == ""
        both(ann, ben).move()
        ann.say("resign")
        again = guest.post(f"tables/{ann.table}/branch", {"at": 1, "eyes": 0, "seat": 0, "kind": "random"})
        facts = guest.registry.tables[again["table"]].live.facts
        assert facts.game == guest.registry.catalog.games["totem"].name, "a branch is a match of today"


def test_a_frozen_table_keeps_its_number_of_seats(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        made = guest.open("me", "random", "random", game="tiger")
        guest.join(made).leave()
        with guest.registry.storage.engine.begin() as c:
            c.execute(sa.text("update tables set game = 'tiger-v0'"))
    with running(quick(tmp_path)) as guest:
        assert guest.get(f"tables/{made['table']}")["state"] == "frozen"
        assert guest.registry.tables[made["table"]].live.match.seats == 3


def back_to_the_first_schema(guest: Guest) -> None:
    """The database as the first release left it."""
    with guest.registry.storage.engine.begin() as c:
        packs = {id: zlib.decompress(body) for id, body in c.execute(sa.text("select id, body from packs"))}
        for table, seat, n, body in c.execute(sa.text("select table_id, seat, n, body from news")).all():
            whole = packs[body[1:9]].split(b"\n")[int.from_bytes(body[9:])]
            c.execute(
                sa.text("update news set body = :body where table_id = :table and seat = :seat and n = :n"),
                {"body": b"a" + zlib.compress(whole), "table": table, "seat": seat, "n": n},
            )
        for name in ("uptime", "moderation", "cards", "results", "phrases", "sets", "studies", "packs"):
            c.execute(sa.text(f"drop table {name}"))
        c.execute(sa.text("drop index tables_deadline"))
        c.execute(sa.text("alter table tables drop column deadline"))
        c.execute(sa.text("update alembic_version set version_num = '0001'"))


def replays(guest: Guest, held: list[dict[str, Any]]) -> list[Any]:
    return [
        guest.get(
            f"tables/{one['table']}/replay",
            params={"count": 200},
            headers={"Authorization": f"Bearer {one['token']}"},
        )
        for one in held
    ]


def test_a_database_of_the_first_schema_is_upgraded_and_every_replay_reads_as_before(tmp_path: Path) -> None:
    held = []
    with running(quick(tmp_path)) as guest:
        for slug in FIVE:
            guest.registry.catalog.warm(slug)
            for end in ("running", "finished", "frozen"):
                made = guest.open("me", "random", game=slug)
                player = guest.join(made)
                player.until(lambda s: (s["choices"] and s["seat"] in s["asked"]) or s["result"])
                if not player.state["forced"]:
                    player.move()
                if end == "finished":
                    player.say("resign")
                player.leave()
                held.append({**made, "end": end, "game": slug})
        before = replays(guest, held)
        back_to_the_first_schema(guest)
        with guest.registry.storage.engine.begin() as c:
            for one in held:
                if one["end"] == "frozen":
                    c.execute(
                        sa.text("update tables set game = game || 'x' where id = :id"), {"id": one["table"]}
                    )
    with running(quick(tmp_path)) as guest:
        after = replays(guest, held)
        for one, old, new in zip(held, before, after, strict=True):
            assert new["entries"][: len(old["entries"])] == old["entries"], one
            state = guest.get(f"tables/{one['table']}")["state"]
            assert state == {"running": "playing", "finished": "over", "frozen": "frozen"}[one["end"]], one
