"""``bestiary analyse``: the best move comes first, from what the seat may know."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from bestiary import Match
from bestiary.agents import Opinion, make_agent
from bestiary.agents.base import Agent
from bestiary.commands.analyse import LENGTH, analysis, position, report
from bestiary.core.record import Records, same

from ..games.totem.table import GAME
from ..games.totem.table import position as prepared


def judged(match: Match, agent: str = "mcts:400", seed: int = 1) -> dict[str, Any]:
    return analysis(match, match, make_agent(agent, match.game), seed)


def shown(data: dict[str, Any]) -> str:
    from rich.console import Console

    out = io.StringIO()
    Console(width=120, file=out).print(report(data))
    return out.getvalue()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A finished match of totem."""
    match = Match("totem", seed=5)
    while not match.over:
        match.play(match.legal()[0])
    match.save(tmp_path / "m.match")
    return tmp_path / "m.match"


# ---- what it thinks ------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("agent", ["mcts:400", "greedy"])
def test_the_winning_move_is_best(turn: int, agent: str) -> None:
    table = prepared("V9 C2 J3", "-- -- J4 --", turn=turn)  # the last Totem lies open, and 9 beats 4
    data = judged(table.match, agent)
    assert data["seat"] == turn
    assert data["moves"][0]["value"] == 1.0
    best = next(m for m in data["moves"] if m["move"] == "attack V9 3")
    assert best["value"] == 1.0 and best["sentence"].startswith("Attack place 3 (Jade Raven, power 4) with ")
    if agent != "greedy":  # which tries little: others may have come to as much, and lots decide
        assert best == data["moves"][0]
    assert sorted(m["move"] for m in data["moves"]) == sorted(table.match.choices())
    assert all(m["value"] is None or 0 <= m["value"] <= 1 for m in data["moves"])
    assert min(m["value"] for m in data["moves"] if m["visits"]) < 1.0


def test_worlds_that_look_the_same_are_judged_the_same() -> None:
    match = Match("totem", seed=3)
    for _ in range(9):
        match.play(match.legal()[0])
    seat = match.asked[0]
    truth = judged(match)
    for seed in range(3):
        other = match.copy()
        other.state[0] = match.engine.resampled(match.state, seat, seed)[0]
        assert not same(other.state, match.state)
        assert judged(other) == truth
    assert judged(match, seed=2) != truth


class Oracle(Agent):
    """An agent with set opinions, which remembers what it was shown."""

    name = "oracle"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        return self.engine.legal(seen)[0]

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        self.seen = seen
        legal = self.engine.legal(seen)
        return [
            Opinion(legal[1], 3, 0.75),
            Opinion(legal[0], 1, 0.5),
            *(Opinion(a, 0, 0.0) for a in legal[2:]),
        ]

    def expected(self, seen: Records, seat: int, seed: int, length: int = 6) -> list[tuple[int, str]]:
        assert same(seen, self.seen)
        return [(seat, "discard C2"), (1 - seat, "stop")][:length]


def test_the_agent_is_shown_what_the_seat_may_know() -> None:
    table = prepared("V9 C2 J3", "-- (J4) (J6) --")
    oracle = Oracle(GAME)
    analysis(table.match, table.match, oracle, 1)
    assert same(oracle.seen, table.match.engine.hidden(table.match.state, 0))
    assert not same(oracle.seen, table.match.state)


def test_the_likely_continuation_is_told() -> None:
    table = prepared("V9 C2 J3", "-- (J4) (J6) --")
    data = analysis(table.match, table.match, Oracle(GAME), 1)
    assert LENGTH >= 2
    assert data["continuation"] == [{"seat": 0, "move": "discard C2"}, {"seat": 1, "move": "stop"}]
    assert "likely to follow: Player 1: discard C2, Player 2: stop" in shown(data)


def test_an_agent_without_a_continuation_tells_none() -> None:
    data = judged(prepared("V9 C2 J3", "-- (J4) (J6) --").match, "greedy")
    assert data["continuation"] == [] and "likely" not in shown(data)


def test_values_are_drawn_as_bars_and_moves_without_visits_have_none() -> None:
    table = prepared("V9 C2 J3", "-- (J4) (J6) --")
    lines = shown(analysis(table.match, table.match, Oracle(GAME), 1)).splitlines()
    first, second, third = (line.split() for line in lines[3:6])
    assert first[0] == "75.0%" and first[1].count("▬") == 15 and first[2] == "3"
    assert second[0] == "50.0%" and second[1].count("▬") == 10
    assert third[0] == "-" and third[1].count("▬") == 0


# ---- where it looks ------------------------------------------------------------------------------


def test_the_move_that_was_played_is_marked(bestiary: Any, kept: Path) -> None:
    match = Match.load(kept)
    for at in (0, 7, len(match.history) - 1):
        code, out, err = bestiary("analyse", kept, "--at", str(at), "--agent", "mcts:60", "--json")
        assert code == 0 and err == ""
        data = json.loads(out)
        entry = match.history[at]
        assert (data["at"], data["seat"]) == (at, entry.seat)
        assert [m["move"] for m in data["moves"] if m["played"]] == [entry.name]
        assert data["iterations"] == 60 and data["agent"] == "mcts:60"


def test_the_move_that_was_played_is_compared_with_the_best_other_one(bestiary: Any, kept: Path) -> None:
    match = Match.load(kept)
    words = ("analyse", kept, "--at", "9", "--agent", "mcts:60")
    data = json.loads(bestiary(*words, "--json")[1])
    found = data["compared"]
    named = {move["action"]: move["move"] for move in data["moves"]}
    assert named[found["action"]] == match.history[9].name != named[found["other"]]
    assert found["loss"]["low"] < found["loss"]["value"] < found["loss"]["high"] and found["pairs"] >= 6
    assert found["iterations"] == 2 * found["pairs"] * 15, "both searched alike"
    out = " ".join(bestiary(*words)[1].split())
    assert f"{named[found['action']]} against {named[found['other']]}, searched alike" in out
    assert "points, give or take" in out


def test_every_decision_is_judged_with_its_interval(bestiary: Any, kept: Path) -> None:
    match = Match.load(kept)
    code, out, _ = bestiary("analyse", kept, "--every", "--agent", "mcts:80", "--json")
    assert code == 0
    data = json.loads(out)
    assert [d["move"] for d in data["decisions"]] == [match.history[d["at"]].name for d in data["decisions"]]
    assert data["tree"] == 20 and all(d["settled"] for d in data["decisions"])
    for d in data["decisions"]:
        assert d["value"]["low"] <= d["value"]["value"] <= d["value"]["high"]
        assert not d["turning"] or d["loss"]["low"] > 0
    told = bestiary("analyse", kept, "--every", "--agent", "mcts:80")[1]
    assert "decisions with a choice" in told and "± " in told and "within the budget" in told
    assert told.count("turning point") == 1 + sum(d["turning"] for d in data["decisions"])


def test_at_the_end_of_a_match_in_progress_nothing_is_marked(bestiary: Any, tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    match.play(match.legal()[0])
    match.save(tmp_path / "m.match")
    data = json.loads(bestiary("analyse", tmp_path / "m.match", "--agent", "greedy", "--json")[1])
    assert data["at"] == data["entries"] == 1 and not any(m["played"] for m in data["moves"])


def test_the_same_seed_gives_the_same_words(bestiary: Any, kept: Path) -> None:
    words = ("analyse", kept, "--at", "9", "--agent", "mcts:60")
    code, out, _ = bestiary(*words, "--seed", "4")
    assert code == 0 and out == bestiary(*words, "--seed", "4")[1] != bestiary(*words, "--seed", "5")[1]
    assert "after entry 9 of 15: Player 2 to move, judged by mcts:60, 60 iterations" in out
    assert "played" in out and "Deck" not in out
    assert "Deck" in bestiary(*words, "--board")[1]


def test_after_the_end_there_is_nothing_to_decide(refused: Any, kept: Path) -> None:
    line = refused("analyse", kept)
    assert "After entry 15 the game is over: there is nothing to decide; try --at 14." in line


def test_after_a_resignation_the_hint_is_the_last_question() -> None:
    match = Match("totem", seed=5)
    match.resign(0)
    with pytest.raises(Exception, match="try --at 0"):
        position(match, None)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--at", "16"), "goes from 0 to 15, not 16"),
        (("--at", "-1"), "goes from 0 to 15, not -1"),
        (("--at", "3", "--agent", "robot"), "There is no agent 'robot'"),
        (("--at", "3", "--agent", "random"), "random has no opinion"),
        (("--at", "3", "--seed", "-1"), "A seed is"),
    ],
)
def test_nonsense_is_one_clear_line(refused: Any, kept: Path, words: tuple[str, ...], says: str) -> None:
    assert says in refused("analyse", kept, *words)


def test_a_file_that_is_no_match_is_refused(refused: Any, tmp_path: Path) -> None:
    assert "there is no such file" in refused("analyse", tmp_path / "nowhere.match")
    (tmp_path / "letter").write_text("Dear Anna")
    assert "not a Bestiary record" in refused("analyse", tmp_path / "letter")
