"""What the clocks of a table have counted. It follows from the log, as everything does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ...core.match import ACTION

if TYPE_CHECKING:
    from .log import Line

TOGETHER = "together"  # a setting: clocks start when everybody is at the table
DAY = 86_400  # seconds; whoever has a day for a move need not be there when it is asked


class Times:
    """The time that everybody has used and was given, and whether clocks run yet."""

    def __init__(self, settings: dict[str, Any], seats: int, since: float) -> None:
        rule = settings.get("clock") or {}
        self.kind: Literal["none", "move", "game"] = rule.get("kind", "none")
        self.seconds: int = rule.get("seconds", 300)
        self.increment: int = rule.get("increment", 0)
        self.used = [0.0] * seats
        self.gains: list[tuple[int, int]] = []  # who was given time, and how long the match was then
        self.since = since  # when the question was asked
        self.begun = not settings.get(TOGETHER)

    @property
    def timed(self) -> bool:
        """Whether there are clocks at all."""
        return self.kind != "none"

    @property
    def gathers(self) -> bool:
        """Whether a rematch waits with these clocks until everybody is there."""
        return self.timed and self.seconds < DAY

    def begin(self, now: float) -> None:
        """Everybody is there."""
        self.begun, self.since = True, now

    def played(self, line: Line, charged: list[int], asked: list[int], entries: int) -> None:
        """After a line, with those whose clocks ran, those who are asked now, and the length of the match.

        The increment is given at the end of a turn, not for each of its actions, and taken back with it.
        """
        for seat in charged:
            self.used[seat] += line.spent
        self.since = line.at
        self.gains = [gain for gain in self.gains if gain[1] <= entries]
        if line.kind == ACTION and line.seat in charged and line.seat not in asked:
            self.gains.append((line.seat, entries))

    def left(self, seat: int, running: float) -> float:
        """How much time somebody has, whose clock has run so long for this question."""
        had = float(self.seconds)
        if self.kind == "game":
            had += self.increment * sum(who == seat for who, _ in self.gains) - self.used[seat]
        return round(max(0.0, had - running), 1)
