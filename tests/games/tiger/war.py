"""A war that lies on the table, for tests of single steps."""

from __future__ import annotations

from typing import Any

from bestiary.games.tiger.state import ATT

from .table import Table, piles, table


def laid(
    att: str, deff: str, owners: Any = None, hands: dict[int, str] | None = None, **options: Any
) -> Table:
    """A war before its first battle; three players, of whom the third looks on."""
    made = table({"players": 3, **options})
    made.lay(piles(att), piles(deff), owners, hands or {}, "")
    made.s.act_side, made.s.act_fx = ATT, 0
    return made


def told(made: Table, log: Any, kind: str, seat: int | None = None) -> list[dict[str, int]]:
    return [dict(h.words) for h in made.match.engine.happenings(log, seat) if h.kind == kind]


def new_log(made: Table) -> Any:
    return made.match.engine.new_log()
