"""What a contest has shown: pairs, ratings, seats, effort, and apart from them the times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import log
from typing import Any

from .arena import EVEN, Outcome, Played
from .statistics import Interval, Meeting, bradley_terry, paired, wilson


def standings(outcome: Outcome) -> dict[str, Any]:
    """All numbers; whatever the clock had a say in is under ``time``."""
    made = outcome.contest
    return {
        "game": made.game.name,
        "options": dict(made.options),
        "seed": made.seed,
        "agents": list(made.agents),
        "alone": made.alone,
        "fair": made.fair,
        "asked": made.asked,
        "seatings": made.seatings,
        "deals": outcome.deals,
        "games": len(outcome.games),
        "decisions": sum(game.decisions for game in outcome.games),
        "unfinished": sum(not game.finished for game in outcome.games),
        "ratings": _ratings(outcome),
        "pairs": [_pair(outcome, a, b) for a, b in _pairs(outcome)],
        "seats": _seats(outcome),
        "effort": _effort(outcome),
        "time": _time(outcome),
    }


def _pairs(outcome: Outcome) -> Iterator[tuple[int, int]]:
    return combinations(range(len(outcome.contest.agents)), 2)


def _results(outcome: Outcome, first: int, second: int) -> list[tuple[Played, float]]:
    """The games of a pair with what the first scored.

    Alone, a deal stands for a game: it is won by the one who came to more, else even.
    """
    if not outcome.contest.alone:
        both = {first, second}
        return [(game, game.score(first)) for game in outcome.games if set(game.task.seating) == both]
    ours = [game for game in outcome.games if game.task.seating[0] == first]
    theirs = {g.task.deal: g.score(second) for g in outcome.games if g.task.seating[0] == second}
    return [(game, (1 + game.score(first) - theirs[game.task.deal]) / 2) for game in ours]


def _pair(outcome: Outcome, first: int, second: int) -> dict[str, Any]:
    names = outcome.contest.agents
    results = _results(outcome, first, second)
    scores = [score for _, score in results]
    deals: dict[int, list[float]] = defaultdict(list)
    for game, score in results:
        deals[game.task.deal].append(score)
    by_deal = paired([sum(found) / len(found) for found in deals.values()])
    better, fair = None, outcome.contest.fair
    if by_deal.low > fair or by_deal.high < fair:
        better = names[first if by_deal.low > fair else second]
    return {
        "first": names[first],
        "second": names[second],
        "games": len(scores),
        "wins": sum(score > EVEN for score in scores),
        "losses": sum(score < EVEN for score in scores),
        "ties": sum(score == EVEN for score in scores),
        **_interval("score", wilson(sum(scores), len(scores))),
        "by_deal": _interval("score", by_deal),
        "significant": better is not None,
        "better": better,
    }


def _interval(name: str, found: Interval) -> dict[str, float]:
    return {name: found.share, "low": found.low, "high": found.high}


def _meetings(outcome: Outcome) -> Iterator[Meeting]:
    """What the ratings are made from.

    Of three seats, two win more often than one: the odds of equals are those of their seats. Alone,
    only the deals that one of two won tell them apart; how hard a deal is then falls out.
    """
    for first, second in _pairs(outcome):
        held: dict[int, list[float]] = defaultdict(list)
        for game, score in _results(outcome, first, second):
            if not outcome.contest.alone:
                held[game.task.seating.count(first)].append(score)
            elif score != EVEN:
                held[0].append(score)
        for seats, scores in held.items():
            start = log(seats / (outcome.contest.seats - seats)) if seats else 0.0
            yield Meeting(first, second, sum(scores), len(scores), start)


def _ratings(outcome: Outcome) -> list[dict[str, Any]]:
    """The agents, strongest first."""
    names = outcome.contest.agents
    found = []
    for agent, rating in enumerate(bradley_terry(len(names), list(_meetings(outcome)))):
        scores = [game.score(agent) for game in outcome.games if agent in game.task.seating]
        found.append(
            {
                "agent": names[agent],
                "elo": rating.elo,
                "error": rating.error,
                "games": len(scores),
                **_interval("score", wilson(sum(scores), len(scores))),
            }
        )
    return sorted(found, key=lambda row: -float(row["elo"]))


def _seats(outcome: Outcome) -> list[dict[str, Any]]:
    """How often each seat wins, in all games and for each agent in it."""
    made = outcome.contest
    found = []
    for seat in range(made.seats):
        agents = {}
        for agent, name in enumerate(made.agents):
            there = [game for game in outcome.games if game.task.seating[seat] == agent]
            agents[name] = _wins(there, seat)
        found.append({"seat": seat, **_wins(outcome.games, seat), "agents": agents})
    return found


def _wins(games: list[Played], seat: int) -> dict[str, Any]:
    wins = sum(seat in game.winners for game in games)
    return {"games": len(games), "wins": wins, **_interval("share", wilson(wins, len(games)))}


def _effort(outcome: Outcome) -> list[dict[str, Any]]:
    """Moves with a choice, and what a search put into them."""
    rows = []
    for agent, name in enumerate(outcome.contest.agents):
        moves = _sum(outcome, agent, "moves")
        iterations = _sum(outcome, agent, "iterations")
        rows.append({"agent": name, "moves": int(moves), "iterations_per_move": iterations / max(1, moves)})
    return rows


def _time(outcome: Outcome) -> list[dict[str, Any]]:
    rows = []
    for agent, name in enumerate(outcome.contest.agents):
        moves = _sum(outcome, agent, "moves")
        seconds = _sum(outcome, agent, "seconds")
        rows.append(
            {
                "agent": name,
                "milliseconds_per_move": 1000 * seconds / max(1, moves),
                "iterations_per_second": _sum(outcome, agent, "iterations") / max(seconds, 1e-9),
            }
        )
    return rows


def _sum(outcome: Outcome, agent: int, what: str) -> float:
    """What an agent's seats add up to in all games."""
    return float(
        sum(
            value
            for game in outcome.games
            for sitting, value in zip(game.task.seating, getattr(game, what), strict=True)
            if sitting == agent
        )
    )
