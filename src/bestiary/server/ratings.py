"""Ratings: what the games of rated tables say of those who played, by Elo, for each game of the house apart.

Somebody new has 1500 points. Whoever wins gets points from the other: half of what is at stake where both
were as good, more where the other was better. A machine of the house is rated as people are, by its level.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from .store.schema import RESULTS
from .store.storage import Storage
from .tables.live import Live
from .web.replies import Rating

START = 1500.0
SCALE = 400.0  # whoever has so many points more is expected to win ten games of eleven
AT_STAKE, EARLY, NEW = 20.0, 40.0, 20  # points; while somebody has played fewer games than NEW, EARLY


def expected(mine: float, other: float) -> float:
    """The share of games that one is expected to win.

    >>> round(expected(1900, 1500), 2), expected(1500, 1500)
    (0.91, 0.5)
    """
    return float(1 / (1 + 10 ** ((other - mine) / SCALE)))


def moved(mine: float, other: float, score: float, games: int) -> float:
    """The points after a game against somebody, having played so many before: 1 won, 0.5 tied, 0 lost.

    >>> moved(1500, 1500, 1.0, 0), moved(1500, 1500, 0.5, 100), round(moved(1900, 1500, 0.0, 100))
    (1520.0, 1500.0, 1882)
    """
    return mine + (EARLY if games < NEW else AT_STAKE) * (score - expected(mine, other))


class Ratings:
    """Reads them, and says what a game adds."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self.storage = storage
        self.now = now

    async def after(self, live: Live) -> list[dict[str, Any]]:
        """What is stored of the game that has just ended; nothing where it does not count."""
        who = [str(seat.person) if seat.person is not None else seat.kind for seat in live.seats]
        known = all(seat.machine or seat.person is not None for seat in live.seats)
        if not (live.rated and live.rateable and known):
            return []
        slug, scores = live.facts.slug, live.match.returns()
        before = [await self._last(slug, one) for one in who]
        rows = []
        for seat, (points, games) in enumerate(before):
            other = 1 - seat
            score = 0.5 + 0.5 * ((scores[seat] > scores[other]) - (scores[seat] < scores[other]))
            rows.append(
                {
                    "table_id": live.facts.id,
                    "game": live.match.game_number,
                    "seat": seat,
                    "slug": slug,
                    "who": who[seat],
                    "games": games + 1,
                    "score": score,
                    "points": moved(points, before[other][0], score, games),
                    "at": self.now(),
                }
            )
        return rows

    async def _last(self, slug: str, who: str) -> tuple[float, int]:
        ask = (
            sa.select(RESULTS.c.points, RESULTS.c.games)
            .where(RESULTS.c.slug == slug, RESULTS.c.who == who)
            .order_by(RESULTS.c.games.desc())
            .limit(1)
        )
        row = await self.storage.read(lambda c: c.execute(ask).first())
        return (float(row[0]), int(row[1])) if row else (START, 0)

    async def of_person(self, person: int) -> list[Rating]:
        """Somebody's points in every game that they have played at rated tables."""
        mine = RESULTS.c.who == str(person)
        last = sa.select(RESULTS.c.slug, sa.func.max(RESULTS.c.games).label("games")).where(mine)
        latest = last.group_by(RESULTS.c.slug).subquery()
        ask = sa.select(RESULTS.c.slug, RESULTS.c.points, RESULTS.c.games).join(
            latest, sa.and_(RESULTS.c.slug == latest.c.slug, RESULTS.c.games == latest.c.games)
        )
        found = await self.storage.read(lambda c: c.execute(ask.where(mine).order_by(RESULTS.c.slug)).all())
        return [Rating(slug, round(points), games) for slug, points, games in found]
