"""Two server processes on one real PostgreSQL: they share the tables, and hear of each other's moves."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .process import Process
from .table import Player, both, wait_for
from .test_crash import Pair

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True) + [
    Path(found).resolve().parent for found in [shutil.which("postgres")] if found
]
USER = "bestiary"
LOAD = Path(__file__).parents[2] / "benchmarks" / "load.py"


def home() -> Path:
    """The folder of PostgreSQL's programs."""
    for folder in BINARIES:
        if (folder / "initdb").exists():
            return folder
    pytest.skip("there are no PostgreSQL server programs (Debian: apt install postgresql)")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A cluster of our own, in a folder of our own, reached through a socket in it."""
    programs = home()
    with tempfile.TemporaryDirectory(prefix="bestiary-pg-") as name:
        folder = Path(name)
        rights: dict[str, object] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            try:
                who = pwd.getpwnam("postgres")
            except KeyError:
                pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
            os.chown(folder, who.pw_uid, who.pw_gid)
            rights = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}

        def run(*words: str) -> None:
            done = subprocess.run(
                [str(programs / words[0]), *words[1:]],
                capture_output=True,
                text=True,
                cwd=folder,
                timeout=120,
                **rights,  # type: ignore[call-overload]
            )
            assert done.returncode == 0, done.stderr

        data = str(folder / "data")
        run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-o", settings, "-l", str(folder / "log"), "start")
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


@pytest.fixture(scope="module")
def two(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Process]]:
    folder = tmp_path_factory.mktemp("servers")
    first = Process(database, folder)
    second = Process(database, folder)
    yield first, second
    first.stop()
    second.stop()


def pair(two: tuple[Process, Process]) -> tuple[Player, Player]:
    """Two people at one table, each at a server of their own."""
    made = two[0].guest.open()
    word = made["invitations"]["1"].partition(":")[2]
    ann = two[0].guest.join(made)
    other = two[1].guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
    ben = two[1].guest.join(other)
    ann.until(lambda s: s["table"]["state"] == "playing")
    return ann, ben


def test_people_at_two_processes_play_a_whole_match(two: tuple[Process, Process]) -> None:
    ann, ben = pair(two)
    while not ann.state["result"]:
        mover = both(ann, ben)
        version = mover.state["version"]
        if mover.state["choices"] and not mover.state["forced"]:
            assert mover.play(mover.state["choices"][-1]["action"])["type"] == "ack"
        for player in (ann, ben):
            player.until(lambda s, v=version: s["version"] > v)
    results = [player.until(lambda s: s["result"])["result"] for player in (ann, ben)]
    for told in ("winners", "scores", "why"):
        assert results[0][told] == results[1][told]
    assert [told["who"] == "You win." for told in results] == [
        seat in results[0]["winners"] for seat in (0, 1)
    ]
    news = [[m for m in p.said if m["type"] == "news"] for p in (ann, ben)]
    assert [m["version"] for m in news[0]] == [m["version"] for m in news[1]]


def test_after_a_claim_at_one_process_the_old_token_is_out_at_the_other(two: tuple[Process, Process]) -> None:
    who = {"name": "Clara", "password": "correct horse"}
    headers = {"X-Bestiary-Session": two[0].guest.post("people", who)["session"]}
    seats = [{"kind": "me"}, {"kind": "random"}]
    made = two[0].guest.post("tables", {"game": "totem", "seats": seats}, headers=headers)
    old = two[1].guest.join(made)
    claimed = two[0].guest.post(f"tables/{made['table']}/claim", status=200, headers=headers)
    with pytest.raises(ConnectionClosed):
        while True:
            assert old.listen()["type"] != "ack"
    with pytest.raises((ConnectionClosed, KeyError)):
        two[1].guest.join(made)
    assert two[1].guest.join(claimed).state["seat"] == 0


def test_a_move_at_both_processes_at_once_is_played_once(two: tuple[Process, Process]) -> None:
    ann, ben = pair(two)
    mover = both(ann, ben)
    port = two[1].guest.port if mover is ann else two[0].guest.port
    twin = Player(port, mover.table, mover.token)
    said = {"type": "play", "version": 0, "action": mover.state["choices"][0]["action"]}
    mover.send({**said, "id": "here"})
    twin.send({**said, "id": "there"})
    answers = {p.hear("ack", "refused")["type"]: p for p in (mover, twin)}
    assert set(answers) == {"ack", "refused"}
    done = "here" if answers["ack"] is mover else "there"
    again = answers["refused"].say("play", id=done, version=0, action=said["action"])
    assert again["type"] == "ack" and again["again"], "the other process knows the command too"
    twin.leave()


def test_remarks_presence_and_undo_reach_the_other_process(two: tuple[Process, Process]) -> None:
    ann, ben = pair(two)
    ann.say("chat", text="hello over there")
    assert ben.hear("chat")["text"] == "hello over there"
    mover = both(ann, ben)
    other = ben if mover is ann else ann
    mover.play()
    mover.say("undo")
    assert other.until(lambda s: (s["entry"] or {}).get("kind") == "undo")["version"] == 2
    ben.leave()
    ann.misses(1)
    assert ann.say("substitute", seat=1, kind="novice")["type"] == "ack"


def test_a_rolling_restart_under_load_loses_no_move(database: str, tmp_path: Path) -> None:
    """Each process in turn is told to stop while people play at both; they come back to the other."""
    servers = [Process(database, tmp_path), Process(database, tmp_path)]
    pairs = [Pair(servers[k % 2].guest, seed=k) for k in range(4)]
    for turn in range(4):
        leaving = servers[turn % 2]
        staying = servers[1 - turn % 2]
        ports = [(leaving if k % 2 else staying).guest.port for k in range(len(pairs))]
        threads = [
            threading.Thread(target=pair.play, args=(port,))
            for pair, port in zip(pairs, ports, strict=True)
            if not pair.finished
        ]
        for thread in threads:
            thread.start()
        wait_for(lambda: any(len(pair.acknowledged) > 2 * turn for pair in pairs))  # noqa: B023
        leaving.process.terminate()
        assert leaving.process.wait(30) in (0, -15)
        servers[turn % 2] = Process(database, tmp_path)
        for pair in pairs:
            pair.check(staying.guest)
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    for pair in pairs:
        pair.play(servers[0].guest.port)
        assert pair.finished, "every table goes on to its end"
        pair.check(servers[1].guest)
    assert sum(len(pair.acknowledged) for pair in pairs) > 20
    for server in servers:
        server.stop()


def test_three_processes_one_killed_again_and_again_lose_nothing(database: str, tmp_path: Path) -> None:
    """The players of a table sit at different processes; one of three is killed in turn, and comes back."""
    servers = [Process(database, tmp_path) for _ in range(3)]
    pairs = [Pair(servers[k % 3].guest, seed=40 + k) for k in range(4)]
    for turn in range(3):
        ports = [server.guest.port for server in servers]
        going = [(pair, (ports[k % 3], ports[(k + 1) % 3])) for k, pair in enumerate(pairs)]
        done = sum(len(pair.acknowledged) for pair in pairs)
        threads = [threading.Thread(target=pair.play, args=at) for pair, at in going if not pair.finished]
        for thread in threads:
            thread.start()
        wait_for(
            lambda done=done: (
                sum(len(pair.acknowledged) for pair in pairs) > done + 4
                or all(pair.finished for pair in pairs)
            )
        )
        servers[turn].kill()
        servers[turn] = Process(database, tmp_path)
        for pair in pairs:
            pair.check(servers[(turn + 1) % 3].guest)
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    for pair in pairs:
        pair.play(servers[0].guest.port, servers[1].guest.port)
        assert pair.finished, "every table goes on to its end"
        pair.check(servers[2].guest)
    for server in servers:
        server.stop()


@pytest.mark.parametrize(("how", "what"), [("--kill", "kills"), ("--drain", "restarts")])
def test_behind_a_proxy_nothing_is_lost_while_processes_are_killed_or_replaced(
    database: str, how: str, what: str
) -> None:
    """The command that an operator runs for minutes, in small."""
    command = [str(LOAD), "--processes", "3", "--database", database, how, "2"]
    few = ["--tables", "4", "--every", "0.3", "--seconds", "7"]
    done = subprocess.run([sys.executable, *command, *few], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(rf"(\d+) {what} in 7 s: (\d+) moves at 4 tables acknowledged, 0 lost", done.stdout)
    assert found and int(found[1]) > 0 and int(found[2]) > 0, done.stdout


def test_a_process_takes_over_what_another_has_left(
    database: str, tmp_path: Path, two: tuple[Process, Process]
) -> None:
    third = Process(database, tmp_path)
    made = third.guest.open("me", "random")
    third.kill()  # perhaps while the machine was thinking
    ann = two[0].guest.join(made)
    ann.until(lambda s: s["choices"])
    assert ann.play()["type"] == "ack"
    found = wait_for(lambda: two[1].guest.get(f"tables/{made['table']}"))
    assert found["state"] == "playing"
