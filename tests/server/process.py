"""A server as a process of its own, which can be killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from .table import LONGEST, Guest, wait_for

FAST: dict[str, Any] = {
    "warm": [],
    "seed": 7,
    "pause": [0.0, 0.0],
    "machine_pause": 0.0,
    "absent": 0.0,
    "patience": 0.3,
    "limits": {
        "tables": [1000.0, 100_000],
        "requests": [100_000.0, 100_000],
        "frames": [100_000.0, 100_000],
        "sockets": 5000,
        "work": [1000000.0, 1000000],
    },
}


class Process:
    """``bestiary serve`` with a database."""

    def __init__(self, database: str, folder: Path) -> None:
        self.log = (folder / f"server-{os.urandom(3).hex()}.log").open("w+")
        environment = {**os.environ, "BESTIARY_SETTINGS": json.dumps(FAST), "BESTIARY_WEB": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bestiary", "serve", "--port", "0", "--database", database],
            stdout=self.log,
            stderr=self.log,
            env=environment,
        )
        line = wait_for(self._address)
        self.guest = Guest(int(line[1]))
        wait_for(self._answers)

    def _address(self) -> Any:
        assert self.process.poll() is None, self.text()
        return re.search(r"http://localhost:(\d+)/", self.text())

    def _answers(self) -> bool:
        try:
            return self.guest.http.get("/api/reports").status_code == 200
        except OSError:
            return False
        except Exception as problem:
            if type(problem).__module__.startswith("httpx"):
                return False
            raise

    def text(self) -> str:
        return Path(self.log.name).read_text()

    def kill(self) -> None:
        """Kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LONGEST)
        self.guest.http.close()
        self.log.close()

    def stop(self) -> None:
        """Ctrl-C."""
        self.guest.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(LONGEST)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
