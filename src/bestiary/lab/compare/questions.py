"""Comparisons on common deals: changed cards, a card against a blank, an agent that may not do something."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from ...core.cards import Content
from ...core.changes import Changes, owners
from ...core.game import Game
from ...core.registry import load
from ..play.among import Among, among
from ..play.running import play
from ..play.study import Study
from ..play.tables import Frames
from .control import control
from .findings import Findings, Measured, judge
from .pairing import differing, measured, seats_of, telling

Progress = Callable[[int, int], None]  # games done, of so many
FEW = 3  # characters that each get games of their own; where more are concerned, all take turns
APART = 1 << 40  # keeps the numbers of games apart that come from different studies


@dataclass(frozen=True)
class Joined:
    """The games of one or more studies, and the cards that seats held in them."""

    games: pl.DataFrame
    cards: pl.DataFrame


def whatif(
    game: Game | str,
    changes: Sequence[str],
    games: int = 4_000,
    agents: Sequence[str] = ("bulk",),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
) -> Findings:
    """What changed cards do: both sets of cards play the same deals.

    The measures are the seats, the length, and what is concerned: for a character how it fares against
    all others, for a card how seats fare that hold it.
    """
    found = load(game) if isinstance(game, str) else game
    made = Changes(found, changes, cards)
    title = ", ".join(str(one) for one in made.made)
    study = Study(found, tuple(agents), games, seed, dict(options or {}), content=found.content(cards))
    result = _compare(study, made.content, title, made, cores, progress)
    facts = {**facts_of(study), "changes": [str(one) for one in made.made]}
    return replace(result, notes=(*result.notes, *made.stale()), facts=facts)


def swap(
    game: Game | str,
    card: str,
    games: int = 4_000,
    agents: Sequence[str] = ("bulk",),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
) -> Findings:
    """What a card is worth: it and a blank in its place play the same deals.

    The baseline is the blank, so that a difference above zero speaks for the card.
    """
    found = load(game) if isinstance(game, str) else game
    made = control(found, card, cards)
    study = Study(found, tuple(agents), games, seed, dict(options or {}), content=made.content)
    title = f"{card} in place of a blank"
    result = _compare(study, found.content(cards), title, made, cores, progress)
    notes = tuple(f"the blank: {one}" for one in made.changed)
    facts = {**facts_of(study), "card": card, "blank": [str(one) for one in made.changed]}
    return replace(result, notes=(*result.notes, *notes), facts=facts)


def restrict(
    game: Game | str,
    forbid: Sequence[str],
    games: int = 4_000,
    agents: Sequence[str] = ("bulk",),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
) -> Findings:
    """What an agent loses that may not use some verbs or cards, against itself, on mirrored deals.

    Where all win together both play the deals alone.
    """
    found = load(game) if isinstance(game, str) else game
    measures: list[Measured] = []
    shown: list[str] = []
    played = differ = 0
    for agent in agents:
        study = restriction(found, forbid, agent, games, seed, options, cards)
        plan = study.plan
        frames = play(study, cores, part_of(progress, played, len(agents) * plan.size))
        label = plan.labels[0]
        free = plan.labels[1]
        shown.append(_use(frames, free, study.forbid))
        for name, mine, other in restricted(frames.games, label, free, found.team or plan.seats == 1):
            measures.append(Measured(f"{agent}{name}", other, mine))
        differ += frames.games.height
        played += frames.games.height
    facts = {"game": found.name, "agents": list(agents), "seed": seed, "options": dict(options or {})}
    facts |= {"forbid": list(forbid)}
    title = f"without {', '.join(forbid)}"
    notes = tuple(note for note in shown if note)
    return Findings(title, judge(measures, played // len(agents)), played, differ, notes=notes, facts=facts)


# ---- playing -----------------------------------------------------------------------------------------


def _compare(
    study: Study,
    content: Content,
    title: str,
    made: Changes,
    cores: int | None,
    progress: Progress | None,
) -> Findings:
    """The study's own cards against others, on the same deals."""
    game = study.plan.game
    if study.plan.content.fingerprint == content.fingerprint:
        return Findings(title, judge([], 0), 0, 0, same=True)
    concerned, printed = concerns([made])
    dealing = dealt(game, (study.plan.content, content), printed)
    studies = studies_for(replace(study, among=dealing), concerned)
    total = 2 * sum(one.plan.size for one in studies)
    old = play_all(studies, cores, progress, 0, total)
    changed = [replace(one, content=content) for one in studies]
    new = play_all(changed, cores, progress, total // 2, total)
    if concerned and not any(name.startswith("character_") for name in old.games.columns):
        concerned = []
    measures = measured(old, new, game.team, concerned, printed)
    kept, never = telling(measures, one_sided(printed, study.plan.content, content))
    games = old.games.height
    notes = (*never, *dealt_note(dealing, printed))
    return Findings(title, judge(kept, games), games, differing(old, new), notes=notes)


def dealt(game: Game, contents: Sequence[Content], printed: Mapping[str, Sequence[str]]) -> Among | None:
    """Only deals in which the cards concerned can appear, where a game leaves some in the box."""
    return among(game, contents, [code for codes in printed.values() for code in codes])


def dealt_note(among: Among | None, printed: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """What is to be said of such deals."""
    if among is None:
        return ()
    return (f"only deals with {' or '.join(printed)} in the game: {among.share:.0%} of all",)


def concerns(each: Sequence[Changes]) -> tuple[list[str], dict[str, list[str]]]:
    """Whom changes are about: characters, and cards by their names with the codes that count as one card.

    A card that names a character is at the table only with that one, which is then concerned too; but not
    where another one of the cards may be there without.
    """
    game, roles = each[0].game, characters(each[0].game)
    codes = {code: made for made in each for code in made.cards()}
    own = Changes(game, [], each[0].path) if any(c not in made.owners for c, made in codes.items()) else None
    named: dict[str, None] = {}
    printed: dict[str, list[str]] = {}
    bound = True  # to characters that are at the table
    for code, made in codes.items():
        there = made if own is None or code in made.owners else own  # which still has what was removed
        kind, number = there.owners[code]
        if code in roles:
            continue
        whom = [v for v in there.file.data[kind][number].values() if isinstance(v, str) and v in roles]
        bound = bound and bool(whom)
        named |= dict.fromkeys(whom)
        name = next(card.name for card in there.content.cards if card.code == code)
        printed.setdefault(name, []).append(code)
    concerned = {code: None for code in codes if code in roles} | (named if bound else {})
    return [*concerned], printed


def one_sided(printed: Mapping[str, Sequence[str]], old: Content, new: Content) -> dict[str, str]:
    """Cards that only one of two contents has, and what that means for a comparison."""
    had, have = ({card.code for card in content.cards} for content in (old, new))
    return {
        name: f"only one of the two has {name}: those who hold it cannot be compared"
        for name, codes in printed.items()
        if not (had & set(codes) and have & set(codes))
    }


def characters(game: Game) -> list[str]:
    """The characters that a seat can be given; the default of the option stands for a choice."""
    if not game.characters:
        return []
    option = game.options.all[game.characters[0]]
    return [str(value) for value in option.values if value != option.default]


def studies_for(study: Study, concerned: Sequence[str]) -> list[Study]:
    """The studies that show the characters concerned: each in every seat, against all others."""
    seats = study.plan.game.characters[: study.plan.seats]
    fixed = any(name in study.options or name in study.vary for name in seats)
    if not concerned or fixed or len(concerned) > FEW:
        return [study]
    games = -(-study.games // (len(concerned) * len(seats)))
    return [
        replace(study, games=games, options={**study.options, seat: who})
        for who in concerned
        for seat in seats
    ]


def play_all(
    studies: Sequence[Study], cores: int | None, progress: Progress | None, done: int, total: int
) -> Joined:
    """Studies one after the other, as one; of one character they are the same deals with it in every seat."""
    found = []
    for study in studies:
        found.append(play(study, cores, part_of(progress, done, total)))
        done += found[-1].games.height
    return joined(studies, found)


def joined(studies: Sequence[Study], found: Sequence[Frames], start: int = 0) -> Joined:
    """The tables of several studies as one; their games and deals are numbered from ``start`` on."""
    games, cards = [], []
    seats = len(studies[0].plan.game.characters[: studies[0].plan.seats]) if len(studies) > 1 else 1
    for number, frames in enumerate(found):
        apart, deals = start + number * APART, start + number // seats * APART
        games.append(frames.games.with_columns(pl.col("game") + apart, pl.col("deal") + deals))
        cards.append(frames.cards.with_columns(pl.col("game") + apart))
    return Joined(pl.concat(games), pl.concat(cards))


def part_of(progress: Progress | None, done: int, total: int) -> Callable[[int], None] | None:
    return None if progress is None else lambda n: progress(done + n, total)


def facts_of(study: Study) -> dict[str, Any]:
    return {
        "game": study.plan.game.name,
        "agents": list(study.agents),
        "seed": study.seed,
        "options": dict(study.options),
    }


# ---- restricted play ---------------------------------------------------------------------------------


def restriction(
    game: Game,
    forbid: Sequence[str],
    agent: str,
    games: int,
    seed: int,
    options: Mapping[str, object] | None,
    cards: Path | None,
) -> Study:
    """An agent that may not do something against the same agent that may."""
    content = game.content(cards)
    codes = owners(game, cards)
    banned = tuple(code for word in forbid for code in _codes(word, codes, content))
    return Study(game, (agent, agent), games, seed, dict(options or {}), content=content, forbid=banned)


def _codes(word: str, entries: Mapping[str, tuple[str, int]], content: Content) -> list[str]:
    """A verb as it is; a card by its code, or by the name that its copies share."""
    same = [card.code for card in content.cards if card.name.lower() == word.lower()]
    if word in entries or not same:
        return [word]
    return same


def restricted(games: pl.DataFrame, label: str, free: str, alone: bool) -> list[tuple[str, Any, Any]]:
    """How the two fare, deal by deal: the restricted one, and what equals would come to."""
    seats = seats_of(games)
    won = [(pl.col("winners").cast(pl.Int64) // (1 << k) % 2).cast(pl.Float64) for k in range(seats)]
    if alone:
        each = games.select("deal", pl.col("agent_0").alias("agent"), won[0].alias("x"))
        mine, other = (
            each.filter(pl.col("agent") == who).group_by("deal").agg(pl.col("x").mean())
            for who in (label, free)
        )
        both = mine.join(other, on="deal", suffix="_free").sort("deal")
        return [(" wins", both["x"].to_numpy(), both["x_free"].to_numpy())]
    nobody = pl.col("winners") == 0
    scores = [pl.when(nobody).then(1 / seats).otherwise(w) for w in won]
    sits = [pl.col(f"agent_{k}") == label for k in range(seats)]
    own = pl.sum_horizontal(pl.when(s).then(x).otherwise(0.0) for s, x in zip(sits, scores, strict=True))
    by_deal = (
        games.select(
            "deal",
            own.alias("own"),
            pl.sum_horizontal(*scores).alias("all"),
            pl.sum_horizontal(s.cast(pl.Int64) for s in sits).alias("seats"),
        )
        .group_by("deal")
        .agg(pl.col("own").sum() / pl.col("seats").sum(), pl.col("all").sum() / (seats * pl.len()))
        .sort("deal")
    )
    return [(" wins a seat", by_deal["own"].to_numpy(), by_deal["all"].to_numpy())]


def _use(frames: Any, free: str, banned: Sequence[str]) -> str:
    """How often the free one does what is forbidden to the other, from the sample of decisions."""
    sample = frames.decisions.filter(pl.col("agent") == free)
    if sample.is_empty():
        return ""
    hit = pl.col("verb").is_in(list(banned)) | pl.col("card").is_in(list(banned)).fill_null(False)
    share = float(sample.select(hit.mean()).item())
    return f"{free} does it in {share:.1%} of its decisions (a sample of {sample.height:,})"
