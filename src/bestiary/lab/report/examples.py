"""Example games: behind some numbers stands a game, told from beginning to end."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from ...core.driver import compiled_here
from ...core.errors import BestiaryError
from ...core.match import Match
from ...core.record import fields
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
    asked: Mapping[str, str] = field(default_factory=dict)  # what was asked in it, by question, in words


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
        with compiled_here():
            made[game] = Example(game, why, tuple(_lines(match)), ending, asked=asked(match))
    return made


def asked(match: Match) -> dict[str, str]:
    """Every question of a game as it was put the first time."""
    found: dict[str, str] = {}
    for n, entry in enumerate(match.history):
        state = match.state_at(n)
        name = match.game.questions.all[int(state[0]["phase"])].name
        if name not in found:
            seen = match.engine.hidden(state, entry.seat)
            found[name] = match.game.prompt(match.content, fields(seen[0]), match.people(entry.seat))
    return found


def _lines(match: Match) -> list[str]:
    """What happened, as somebody would tell it who sees all cards."""
    lines = []
    for n, entry in enumerate(match.history):
        lines.append(f"{n + 1:>4}  {match.names[entry.seat]}: {entry.name}")
        lines += [f"        {text}" for text in match.happened(n, None)]
    return lines


def shown_by(data: measure.Frames, names: Names) -> dict[str, int] | None:
    """For each card a game in which a hand played it, one that it won where there is one; for each two
    characters a game between them. Nothing where the data are in no folder: such games are gone."""
    from ..play.storage import Data

    if not isinstance(data, Data) or "given" not in data.manifest:
        return None
    found: dict[str, int] = {}
    used = data.cards.filter(pl.col("played") > 0).sort(~pl.col("won"), "game")
    firsts = (
        used.group_by("card", maintain_order=True).first().select("card", "game", "won").sort(~pl.col("won"))
    )
    for code, game, _ in firsts.iter_rows():
        found.setdefault(f"card {names.labels.get(code, code)}", int(game))
    if "character_1" in data.games.columns and "character_2" not in data.games.columns:
        each = data.games.filter(pl.col("finished")).select("character_0", "character_1", "game").sort("game")
        for one, other, game in each.iter_rows():
            if one is not None and other is not None:
                found.setdefault(f"pair {min(one, other)} {max(one, other)}", int(game))
    return found


def command_of(folder: str, game: int | str) -> str:
    """How a game of a study is looked at in a terminal."""
    return f"bestiary replay --from {shlex.quote(folder)} --game {game} --step"


def link(made: Mapping[int, Example], game: int, folder: str) -> Markup:
    """A way from a number to a game: to the page's own telling, or to the command that shows it."""
    if game in made:
        return tag("a", f"game {game}", href=f"#game-{game}", title="An example: this game, move by move")
    return tag("a", f"game {game}", href="#look", data_game=game, title=command_of(folder, game))


def chapter(made: Mapping[int, Example], folder: str) -> Markup:
    """All of them, each folded away until somebody wants it; any other by a command."""
    parts: list[Piece] = [
        tag(
            "p",
            "Any game of this study is shown board by board, in a terminal, by ",
            tag("code", command_of(folder, "N"), id="look-command"),
            " ",
            tag("button", "Copy", type_="button", id="look-copy"),
            id="look",
        )
    ]
    for one in made.values():
        inside: list[Piece] = [
            tag("p", "In the terminal, board by board: ", tag("code", command_of(folder, one.game)))
        ]
        inside.append(tag("pre", "\n".join(one.lines), tabindex="0") if one.lines else tag("p", one.problem))
        summary = tag("summary", tag("b", f"Game {one.game}"), f": {one.why}. {one.ending}")
        parts.append(tag("details", summary, *inside, id=f"game-{one.game}", cls="game"))
    return join(*parts)
