"""``bestiary operate``: what whoever runs a server does beside it: moderation, backups, tidying up."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..core.errors import BestiaryError, UnknownName

NAME = "operate"
DEEDS = {
    "close": "TABLE",
    "silence": "NAME",
    "bar": "NAME",
    "pardon": "NAME",
    "list": "",
    "backup": "FILE",
    "prune": "DAYS",
}


def run(
    deed: Annotated[
        str,
        typer.Argument(
            help="close TABLE, silence NAME, bar NAME, pardon NAME, list, backup FILE, or prune DAYS."
        ),
    ],
    what: Annotated[str, typer.Argument(help="A table, a name, a file or a number of days.")] = "",
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
) -> None:
    """Look after an online server: close tables, silence or bar names, back up, remove abandoned tables."""
    try:
        from ..server.settings import Settings
        from ..server.store.storage import opened
    except ModuleNotFoundError as problem:
        raise BestiaryError(f"The server needs more packages ({problem.name}): bestiary[server].") from None
    if deed not in DEEDS:
        raise UnknownName("deed", deed, DEEDS)
    if DEEDS[deed] and not what.strip():
        raise BestiaryError(f"Write bestiary operate {deed} {DEEDS[deed]}.")
    engine = opened(database or Settings.read().database)
    try:
        _do(engine, deed, what)
    finally:
        engine.dispose()


def _do(engine: Any, deed: str, what: str) -> None:
    from ..server import moderation
    from ..server.accounts import BARRED, SILENCED
    from ..server.store import upkeep

    if deed == "close":
        moderation.close_table(engine, what)
        print(f"Table {what} is closed.")
    elif deed == "pardon":
        moderation.pardon(engine, what)
        print(f"{what} may come and speak again.")
    elif deed == "list":
        for key, how in moderation.marked(engine):
            print(f"{key}: {how}")
    elif deed == "backup":
        print(f"{upkeep.backup(engine, what)} bytes in {what}.")
    elif deed == "prune":
        if not what.isdigit() or int(what) < 1:
            raise BestiaryError(f"prune takes a number of days, not '{what}'.")
        print(f"{upkeep.prune(engine, int(what))} abandoned tables removed.")
    else:
        how = SILENCED if deed == "silence" else BARRED
        moderation.mark(engine, what, how)
        print(f"{what} is {how}.")
