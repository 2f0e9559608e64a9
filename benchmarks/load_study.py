"""A study that is played while many tables are: how far it comes beside them.

python benchmarks/load.py --study
"""

from __future__ import annotations

import asyncio
import time

import httpx
from verdict import EDITS

AGAIN = 1.0  # seconds between two looks


class Studied:
    """Somebody at the workbench who begins one study after the other, all of the same change."""

    def __init__(self, game: str) -> None:
        path, value, _ = EDITS[game]
        self.wish = {"game": game, "changes": [{"path": path, "value": value}]}
        self.games = self.studies = 0
        self.reaches: list[float] = []  # of the last look at each study
        self.problem = ""

    async def run(self, http: httpx.AsyncClient, until: float) -> None:
        """Until the time is over."""
        while time.perf_counter() < until and not self.problem:
            reply = await http.post("/api/studies", json=self.wish)
            found = reply.json()
            if reply.status_code != 201:
                self.problem = str(found)
                return
            self.studies += 1
            while found["state"] in ("waiting", "working") and time.perf_counter() < until:
                await asyncio.sleep(AGAIN)
                found = (await http.get(f"/api/studies/{found['id']}")).json()
            self.games += found["games"]
            self.reaches += [one["reach"] for one in found["verdicts"][-1:] if one["reach"]]
            self.problem = found["why"] if found["state"] == "failed" else ""
            await http.delete(f"/api/studies/{found['id']}")

    def told(self, seconds: float) -> str:
        """What came of it."""
        if self.problem:
            return f"the study beside it FAILED: {self.problem}"
        reach = f", the last to ±{100 * self.reaches[-1]:.1f} points" if self.reaches else ""
        return (
            f"beside it {self.studies} studies played {self.games:,} pairs of games "
            f"({self.games / seconds:.0f} a second){reach}"
        )
