"""Pleasant to operate: health, figures, logs, backups, tidying up, and the files of a deployment."""

from __future__ import annotations

import json
import logging
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bestiary.server import logs
from bestiary.server.settings import Settings

from .process import Process
from .table import Guest, both, quick, running

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def test_health_readiness_and_figures(guest: Guest) -> None:
    assert guest.http.get("/healthz").text == "alive\n"
    assert guest.http.get("/readyz").text == "ready\n"
    mover = both(*guest.pair())
    mover.move()
    mover.play(99999)
    text = guest.http.get("/metrics").text
    for name in ("tables", "sockets", "bot_queue", "commits", "jobs", "ack_seconds", "refusals"):
        assert f"bestiary_{name}" in text
    assert re.search(r"^bestiary_ack_seconds_count [1-9]", text, re.M)
    assert re.search(r'^bestiary_refusals_total\{why="command"\} [1-9]', text, re.M)
    sockets = re.search(r"^bestiary_sockets (\d+)", text, re.M)
    assert sockets and int(sockets[1]) >= 2


def test_a_server_without_its_database_lives_and_is_not_ready(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        engine, guest.registry.storage.engine = (
            guest.registry.storage.engine,
            sa.create_engine("sqlite:////nowhere/at/all.sqlite"),
        )
        assert guest.http.get("/healthz").status_code == 200
        assert guest.http.get("/readyz").status_code == 503
        guest.registry.storage.engine = engine


def test_a_refusal_of_storage_is_one_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(quick(tmp_path)) as guest, caplog.at_level(logging.ERROR, logs.NAME):
        mover = both(*guest.pair())
        guest.registry.tables[mover.table]._job.updates.append(sa.text("update away set x = 1"))
        assert mover.play()["type"] == "refused"
    told = [record for record in caplog.records if record.getMessage() == "not stored"]
    assert len(told) == 1
    line = json.loads(logs.Json().format(told[0]))
    assert line["level"] == "error" and "away" in line["reason"] and line["at"].endswith("Z")
    assert "\n" not in logs.Lines().format(told[0])


def test_a_backup_beside_a_running_server_is_a_whole_database(
    tmp_path: Path, bestiary: Any, refused: Any
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    copy = tmp_path / "elsewhere" / "tables.sqlite"
    copy.parent.mkdir()
    with running(quick(tmp_path)) as guest:
        mover = both(*guest.pair())
        mover.move()
        held, view = {"table": mover.table, "token": mover.token}, mover.state["view"]
        assert bestiary("operate", "backup", copy, "--database", database)[0] == 0
        mover.say("chat", text="after the backup")
    assert "does not overwrite" in refused("operate", "backup", copy, "--database", database)
    with running(quick(copy.parent)) as guest:
        again = guest.join(held)
        assert again.state["view"] == view and again.state["chat"] == []


def test_abandoned_tables_are_removed_and_finished_ones_stay(
    tmp_path: Path, bestiary: Any, refused: Any
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running(quick(tmp_path), now=lambda: 1000.0) as guest:
        left = guest.open()["table"]
        ann, _ = guest.pair()
        ann.say("resign")
        finished = ann.table
        played = guest.get(f"tables/{finished}/replay", headers={"Authorization": f"Bearer {ann.token}"})

    def packs() -> int:
        with sqlite3.connect(tmp_path / "tables.sqlite") as c:
            return int(c.execute("select count(*) from packs").fetchone()[0])

    before = packs()
    code, out, _ = bestiary("operate", "prune", "90", "--database", database)
    assert code == 0 and out == "1 abandoned tables removed.\n"
    with running(quick(tmp_path)) as guest:
        assert guest.get(f"tables/{left}", 404)
        assert guest.get(f"tables/{finished}")["state"] == "over"
        asked = guest.get(f"tables/{finished}/replay", headers={"Authorization": f"Bearer {ann.token}"})
        assert asked == played and 0 < packs() < before
    assert "number of days" in refused("operate", "prune", "soon", "--database", database)


def test_a_server_that_is_told_to_stop_answers_first(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Process(database, tmp_path)
    mover = both(*server.guest.pair())
    mover.move()
    held, version = {"table": mover.table, "token": mover.token}, mover.state["version"]
    server.process.terminate()
    assert server.process.wait(30) in (0, -15)
    assert "Traceback" not in server.text()
    server.log.close()
    again = Process(database, tmp_path)
    assert again.guest.join(held).state["version"] == version
    again.stop()


# ---- deployment ------------------------------------------------------------------------------


def test_the_image_is_built_in_stages_and_does_not_run_as_root() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    stages = [line.split() for line in lines if line.startswith("FROM ")]
    assert len(stages) == 3 and stages[-1][1].endswith("slim-bookworm")
    assert not any(image[1].endswith(":latest") for image in stages)
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["bestiary"]
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            for source in line.split()[1:-1]:
                assert (ROOT / source).exists(), f"{source} is copied and not there"


def test_compose_and_unit_start_what_there_is() -> None:
    import yaml

    made = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(made["services"]) == {"database", "server", "proxy"}
    assert "ports" not in made["services"]["server"], "the proxy alone is reached from outside"
    given = made["services"]["server"]["environment"]["BESTIARY_SETTINGS"]
    json.loads(re.sub(r"\$\{[^}]*\}", "x", given))
    unit = (DEPLOY / "bestiary.service").read_text()
    assert "User=root" not in unit and "ExecStart=/opt/bestiary/.venv/bin/bestiary serve" in unit
    assert unit.count("[") >= 3 and "{$DOMAIN}" in (DEPLOY / "Caddyfile").read_text()


def test_the_settings_of_the_deployment_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Dockerfile", "bestiary.service"):
        found = re.search(r"BESTIARY_SETTINGS='?(\{[^}]*\})", (DEPLOY / name).read_text())
        assert found
        monkeypatch.setenv("BESTIARY_SETTINGS", found[1])
        assert Settings.read().log == "json"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_systemd_takes_the_unit() -> None:
    import subprocess

    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(DEPLOY / "bestiary.service")],
        capture_output=True,
        text=True,
    )
    assert "Unknown" not in done.stderr and "Invalid" not in done.stderr, done.stderr
