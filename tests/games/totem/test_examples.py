"""The worked examples of the rulebook, move by move."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary import Match

from .table import GAME, Table, position

PLAYED = [e for e in GAME.rulebook.examples if "play" in e]
MATCHES = [e for e in GAME.rulebook.examples if "match" in e]


def marked(examples: list[Any]) -> list[Any]:
    return [pytest.param(e, id=e["id"], marks=pytest.mark.example(e["id"])) for e in examples]


def test_every_example_is_played() -> None:
    assert len(PLAYED) + len(MATCHES) == len(GAME.rulebook.examples) == 24


@pytest.mark.parametrize("example", marked(PLAYED))
def test_example(example: dict[str, Any]) -> None:
    given, expect = example["given"], example["expect"]
    table = Table(
        [" ".join(hand) for hand in given["hand"]],
        [" ".join(row) for row in given["row"]],
        " ".join(given["deck"]),
        given["turn"],
        given["phase"],
        given.get("rest", "discard"),
        example.get("options"),
    )
    table.play(*example["play"]["moves"])
    for seat, side in enumerate(table.sides):
        assert side.hand == set(expect["hand"][seat])
        assert side.row.split() == expect["row"][seat]
    assert table.discarded == set(expect["discarded"])
    assert len(table.deck) == expect.get("deck_count", len(expect.get("deck", [])))
    assert table.deck == expect.get("deck", table.deck)
    assert table.match.asked == ([expect["actor"]] if "actor" in expect else [])
    assert table.question.endswith(expect["phase"])
    if expect["phase"] == "over":
        seats = {"P": given["turn"], "Q": 1 - given["turn"], "nobody": -1}
        who, how = table.result.split(" by ")
        assert (seats[who], how) == (expect["winner"], expect["by"])
    if "sums" in expect:
        assert table.state.sums.tolist() == expect["sums"]
    for seat, known in enumerate(expect.get("known_to_opponent", [])):
        assert table.sides[1 - seat].knows == set(known)


def finish_game(match: Match, winner: int) -> None:
    """Puts the last move of a game on the table and plays it, so that the game ends as wished."""
    turn = max(winner, 0)
    if winner >= 0:
        end = position("V9 ?", "J3 -- -- --", turn=turn)
        last = "P attack V9 1"
    else:
        end = position("C1 C3", "(V4) (A7) -- --", "(C9) J2 -- --", deck=0, turn=turn)
        last = "P discard C1"
    s = match.state[0]
    for field in ("turn", "phase", "actors", "hand", "hand_n", "row", "face", "deck", "deck_n"):
        s[field] = end.match.state[0][field]
    for field in ("discard", "discard_n", "final", "drawer"):
        s[field] = end.match.state[0][field]
    match.play(end.find(last)[1], turn)
    assert match.game_over


def play_match(length: int, first: int, results: list[int]) -> tuple[list[int], Match]:
    """Plays a match with these results of its games; returns who went first, and the match."""
    seeds = (Match(GAME, {"match_games": length}, seed) for seed in range(64))
    match = next(m for m in seeds if m.asked == [first])
    starters = []
    for n, winner in enumerate(results):
        if n:
            match.next_game()
        assert match.game_number == n
        starters += match.asked
        finish_game(match, winner)
    return starters, match


@pytest.mark.parametrize("example", marked(MATCHES))
def test_example_of_a_match(example: dict[str, Any]) -> None:
    given, expect = example["match"], example["expect"]
    starters, match = play_match(example["options"]["match_games"], given["first"], given["results"])
    score = match.carry["score"][0].tolist()
    assert starters == expect["starters"]
    assert score == expect["score"]
    assert match.over and match.game_number + 1 == expect["games_played"]
    leader = -1 if score[0] == score[1] else score.index(max(score))
    assert leader == expect["winner"]
