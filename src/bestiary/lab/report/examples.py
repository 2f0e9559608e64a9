"""Example games: behind some numbers stands a game, told from beginning to end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from ...core.errors import BestiaryError
from ...core.match import Match
from ...core.words import result
from .. import measure
from .html import Markup, Piece, join, tag
from .names import Names

MOST = 6  # games that a page tells


@dataclass(frozen=True)
class Example:
    """A game that stands for a number: why, and what happened in it."""

    game: int
    why: str
    lines: tuple[str, ...] = ()
    ending: str = ""
    problem: str = ""


def wanted(data: measure.Frames, cards: pl.DataFrame, names: Names) -> dict[str, tuple[int, str]]:
    """The games that are worth telling, by what they stand for: a key, the game, and why."""
    done = data.games.filter(pl.col("finished"))
    found: dict[str, tuple[int, str]] = {}
    if done.is_empty():
        return found
    for ending in measure.endings(data)["ending"].to_list()[:3]:
        here = done.filter(pl.col("ending") == ending)
        found[f"ending {ending}"] = (_middle(here), f"how it ends: {ending}")
    found["long"] = (_extreme(done, True), "the longest game")
    found["short"] = (_extreme(done, False), "the shortest game")
    leads = measure.leads(data).filter(pl.col("behind").is_not_null())
    if leads.height:
        row = leads.sort("behind", "game").row(0, named=True)
        low = f"{100 * row['behind']:.0f}%"
        found["comeback"] = (int(row["game"]), f"the winner's chance had been down to {low}")
    dead = cards.filter(pl.col("left")).sort("held_by", descending=True)["card"].to_list()
    if dead:
        codes = [code for code in data.cards["card"].unique() if names.labels.get(code, code) == dead[0]]
        left = data.cards.filter(pl.col("card").is_in(codes) & (pl.col("offered") > 0)).sort("game")
        if left.height:
            found[f"card {dead[0]}"] = (int(left["game"][0]), f"{dead[0]} could be played")
    return found


def _middle(games: pl.DataFrame) -> int:
    """A game of middling length."""
    order = games.sort("decisions", "game")
    return int(order["game"][order.height // 2])


def _extreme(games: pl.DataFrame, longest: bool) -> int:
    return int(games.sort("decisions", "game", descending=[longest, False])["game"][0])


def told(data: measure.Frames, chosen: Mapping[str, tuple[int, str]]) -> dict[int, Example]:
    """The games, played once more; only data of a folder can be."""
    from ..play.again import again, study_of
    from ..play.storage import Data

    reasons: dict[int, list[str]] = {}
    for game, why in chosen.values():
        reasons.setdefault(game, []).append(why)
    made: dict[int, Example] = {}
    if not isinstance(data, Data):
        return made
    try:
        study = study_of(data)
    except BestiaryError:  # other cards or older data: the page does without
        return made
    for game, each in list(reasons.items())[:MOST]:
        why = "; ".join(each)
        try:
            match = again(data, game, study)
        except BestiaryError as problem:
            made[game] = Example(game, why, problem=str(problem))
            continue
        ending = result(match) if match.game_over else "It broke the bound on its length."
        made[game] = Example(game, why, tuple(_lines(match)), ending)
    return made


def _lines(match: Match) -> list[str]:
    """What happened, as somebody would tell it who sees all cards."""
    lines = []
    for n, entry in enumerate(match.history):
        lines.append(f"{n + 1:>4}  {match.names[entry.seat]}: {entry.name}")
        lines += [f"        {text}" for text in match.happened(n, None)]
    return lines


def link(made: Mapping[int, Example], chosen: Mapping[str, tuple[int, str]], key: str) -> Markup | None:
    """A way from a number to the game that stands for it."""
    game = chosen.get(key, (-1, ""))[0]
    if game not in made:
        return None
    return tag("a", f"game {game}", href=f"#game-{game}", title="An example: this game, move by move")


def chapter(made: Mapping[int, Example], folder: str) -> Markup:
    """All of them, each folded away until somebody wants it."""
    parts: list[Piece] = []
    for one in made.values():
        command = f"bestiary replay --from {folder} --game {one.game}"
        inside: list[Piece] = [
            tag("p", "In the terminal, board by board: ", tag("code", f"{command} --step"))
        ]
        inside.append(tag("pre", "\n".join(one.lines), tabindex="0") if one.lines else tag("p", one.problem))
        summary = tag("summary", tag("b", f"Game {one.game}"), f": {one.why}. {one.ending}")
        parts.append(tag("details", summary, *inside, id=f"game-{one.game}", cls="game"))
    return join(*parts)
