"""``bestiary moderate``: close a table, silence or bar a name; works beside a running server."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.errors import BestiaryError, UnknownName

NAME = "moderate"
DEEDS = ("close", "silence", "bar", "pardon", "list")


def run(
    deed: Annotated[str, typer.Argument(help="close TABLE, silence NAME, bar NAME, pardon NAME, or list.")],
    whom: Annotated[str, typer.Argument(help="The id of a table, or the name of a player.")] = "",
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME."),
    ] = None,
) -> None:
    """Close a table of the online server, or silence or bar a name."""
    try:
        from ..server import moderation
        from ..server.accounts import BARRED, SILENCED
        from ..server.settings import Settings
        from ..server.store.storage import opened
    except ModuleNotFoundError as problem:
        raise BestiaryError(f"The server needs more packages ({problem.name}): bestiary[server].") from None
    if deed not in DEEDS:
        raise UnknownName("deed", deed, DEEDS)
    if deed != "list" and not whom.strip():
        raise BestiaryError(f"Whom to {deed}? Write bestiary moderate {deed} {DEEDS_WHOM[deed]}.")
    engine = opened(database or Settings.read().database)
    try:
        if deed == "close":
            moderation.close_table(engine, whom)
            print(f"Table {whom} is closed.")
        elif deed == "pardon":
            moderation.pardon(engine, whom)
            print(f"{whom} may come and speak again.")
        elif deed == "list":
            for key, what in moderation.marked(engine):
                print(f"{key}: {what}")
        else:
            what = SILENCED if deed == "silence" else BARRED
            moderation.mark(engine, whom, what)
            print(f"{whom} is {what}.")
    finally:
        engine.dispose()


DEEDS_WHOM = {"close": "TABLE", "silence": "NAME", "bar": "NAME", "pardon": "NAME"}
