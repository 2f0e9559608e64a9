"""``bestiary games``: what can be played."""

from __future__ import annotations

from .common import AsJson, console, print_json

NAME = "games"


def run(as_json: AsJson = False) -> None:
    """List the games."""
    from ..core.registry import load, names

    found = [load(name) for name in names()]
    if as_json:
        print_json(
            [
                {
                    "game": game.slug,
                    "name": game.name,
                    "title": game.title,
                    "players": list(game.players),
                    "finished": game.finished,
                    "rules": len(game.rulebook.rules),
                    "options": {
                        o.name: {"values": list(o.values), "default": o.default, "rules": list(o.rules)}
                        for o in game.options.all.values()
                    },
                }
                for game in found
            ]
        )
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "title", "players", "rules", "options"):
        table.add_column(heading, justify="right" if heading == "rules" else "left")
    for game in found:
        options = " ".join(
            f"{o.name}={'|'.join(str(v).lower() for v in o.values)}"
            for o in game.options.all.values()
            if len(o.values) > 1
        )
        title = game.title if game.finished else f"{game.title} (unfinished)"
        players = ", ".join(map(str, game.players))
        table.add_row(game.slug, title, players, str(len(game.rulebook.rules)), options)
    console().print(table)
