"""Kill -9 at any moment: what was acknowledged is there afterwards, and every table goes on."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from .process import Process
from .table import Guest, Player

TABLES = 4


class Pair:
    """Two people who play at random, and remember what was acknowledged to them."""

    def __init__(self, guest: Guest, seed: int) -> None:
        made = guest.open()
        word = made["invitations"]["1"].partition(":")[2]
        other = guest.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
        self.table = made["table"]
        self.held = [made, other]
        self.chance = random.Random(seed)
        self.acknowledged: list[tuple[int, int]] = []  # version of the mover after it, and its seat
        self.wanted: dict[str, Any] | None = None  # said, and not answered
        self.wanted_by = 0
        self.finished = False

    def play(self, *ports: int) -> None:
        """Plays until a server dies or the match is over; a lost command is said again first.

        Where several ports are named, the two sit at different processes.
        """
        players: list[Player] = []
        try:
            players = [Guest(ports[k % len(ports)]).join(held) for k, held in enumerate(self.held)]
            if self.wanted is not None:
                self._say(players[self.wanted_by], self.wanted)
            while True:
                states = [p.state for p in players]
                if states[0]["result"]:
                    self.finished = True
                    return
                mover = next((k for k, s in enumerate(states) if s["choices"]), None)
                if mover is None:
                    behind = min(players, key=lambda p: p.state["version"])
                    behind.hear("news", "state")
                    continue
                state = players[mover].state
                action = self.chance.choice(state["choices"])["action"]
                id = f"{self.table[:4]}-{self.chance.getrandbits(60)}"
                said = {"type": "play", "id": id, "version": state["version"], "action": action}
                self.wanted, self.wanted_by = said, mover
                self._say(players[mover], said)
                players[mover].until(lambda s, v=state["version"]: s["version"] > v)
        except TimeoutError:
            raise
        except (WebSocketException, OSError, EOFError):
            return  # the server is dead
        finally:
            for player in players:
                player.leave()

    def _say(self, player: Player, said: dict[str, Any]) -> None:
        player.send(said)
        while True:
            answer = player.hear("ack", "refused")
            if answer["id"] == said["id"]:
                if answer["type"] == "ack":
                    self.acknowledged.append((answer["version"], self.wanted_by))
                self.wanted = None
                return

    def check(self, guest: Guest) -> None:
        """Every acknowledged version is there."""
        for seat, held in enumerate(self.held):
            there: dict[int, Any] = {}
            while True:
                page = guest.get(
                    f"tables/{self.table}/replay",
                    params={"eyes": seat, "from": len(there), "count": 100},
                    headers={"Authorization": f"Bearer {held['token']}"},
                )
                there |= {entry["version"]: entry["entry"] for entry in page["entries"]}
                if len(there) == page["total"]:
                    break
                assert page["entries"], "no page is empty before the end"
            for version, mover in self.acknowledged:
                if mover == seat:
                    assert version in there, f"version {version} of seat {seat} is lost"
                    assert there[version]["seat"] == seat


def storm(kills: int, folder: Path, database: str) -> int:
    """Kills a server under load again and again; returns how many moves were acknowledged."""
    chance = random.Random(kills)
    servers = [Process(database, folder)]
    try:
        pairs = [Pair(servers[-1].guest, seed) for seed in range(TABLES)]
        acknowledged = 0
        for kill in range(kills):
            port = servers[-1].guest.port
            threads = [threading.Thread(target=pair.play, args=(port,)) for pair in pairs]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.05, 0.8))
            servers[-1].kill()
            for thread in threads:
                thread.join()
            servers.append(Process(database, folder))
            for k, pair in enumerate(pairs):
                pair.check(servers[-1].guest)
                if pair.finished:
                    acknowledged += len(pair.acknowledged)
                    pairs[k] = Pair(servers[-1].guest, 1000 * kill + k)
        for pair in pairs:
            pair.play(servers[-1].guest.port)
            assert pair.finished, "every table goes on to its end"
            pair.check(servers[-1].guest)
            acknowledged += len(pair.acknowledged)
        return acknowledged
    finally:
        servers[-1].stop()


def test_what_was_acknowledged_survives_five_kills(tmp_path: Path) -> None:
    assert storm(5, tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}") > 20


@pytest.mark.sweep
def test_what_was_acknowledged_survives_fifty_kills(tmp_path: Path) -> None:
    acknowledged = storm(50, tmp_path, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    print(f"{acknowledged} moves were acknowledged, none was lost in 50 kills")
    assert acknowledged > 200
