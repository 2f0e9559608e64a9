"""Alike: whether the first games of an answer come out the same by the code of today.

An answer is of the code that played it. Where other code plays the first games as they were played before, to
the last choice that was open, it is taken to play all of them so, and what was measured of them holds.
Where they come out otherwise the answer counts no more, and is asked for again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256

import polars as pl

from ...agents.base import QUICK
from ..play.running import play
from .parts import Answer
from .plan import Question

MANY, FEW = 64, 8  # games that are played again; of players that take their time
LEARNED = "net"
COLUMNS = ("seed", "winners", "decisions", "moves", "choices", "ending")  # and what each seat is paid
AGAIN, FIRST = "again", "first_games"  # fields of an answer
GAMES, DIGEST = "games", "digest"  # how code is known to be alike: what it plays, what it is


def first(question: Question, agent: str, games: int = 0, cores: int | None = None) -> str:
    """A digest of each of the first games of a question, or of so many of them."""
    study = question.study(agent)
    quick = all(name in (*QUICK, LEARNED) for name in study.agents)
    few = min(games or (MANY if quick else FEW), study.games)
    return " ".join(digests(play(replace(study, games=few, watch=few), cores).games))


def digests(played: pl.DataFrame) -> list[str]:
    """A digest of each game: who won what, how it ended, how many decisions and choices there were."""
    paid = [name for name in played.columns if name.startswith("payoff_")]
    rows = played.select(*COLUMNS, *paid).rows()
    return [sha256(repr(row).encode()).hexdigest()[:8] for row in rows]


def alike(answer: Answer, found: str) -> bool:
    """Whether games that were played now are the first ones of an answer."""
    return bool(found) and str(answer.get(FIRST, "")).startswith(found)


def stands(answer: Answer) -> bool:
    """Whether nobody has seen the games of an answer come out otherwise since."""
    return bool(answer.get(AGAIN, {}).get("alike", True))


def told(known: Mapping[str, Mapping[str, Answer]]) -> Iterator[str]:
    """A sentence on what was held against other code, which, and how."""
    every = [answer for found in known.values() for answer in found.values()]
    held = [answer for answer in every if AGAIN in answer]
    if not held:
        return
    at = Counter(answer[AGAIN]["revision"] for answer in held)
    said = ", ".join(f"`{one}`" + (f" ({n})" if len(at) > 1 else "") for one, n in at.items())
    whose = "All" if len(held) == len(every) else f"{len(held)} of"
    again = [answer for answer in held if answer[AGAIN]["by"] == GAMES]
    games = sum(len(answer[FIRST].split()) for answer in again)
    on_gpu = sum(answer.get("device") == "cuda" for answer in held)
    there = f" Of {on_gpu}, which a GPU answered, they are games that a processor plays of the same question."
    by_digest = (
        f"{same} are of the same code, by a digest of rules, players and networks; of {len(again)} "
        if (same := len(held) - len(again))
        else ""
    )
    yield (
        f"{whose} {len(every)} answers were held against the code of {said}, and are taken to hold there "
        f"(`bestiary lab balance benchmarks/balance.toml --first`): {by_digest}the first games, {games:,} in "
        "all, came out alike when they were played again: the same ends, payoffs, decisions and numbers of "
        "choices." + there * bool(on_gpu)
    )
