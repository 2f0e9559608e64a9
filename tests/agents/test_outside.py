"""Agents from outside: by their place, by a name, as classes and as they are, wherever agents play."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from bestiary import BestiaryError, Match, load
from bestiary.agents import Agent, Opinion, make_agent, outside, plugins, register, unregister
from bestiary.agents.base import settled
from bestiary.core.record import Records
from bestiary.run.arena import contest, hold
from bestiary.run.journal import header
from bestiary.terminal.seats import named_seats, parse_seats

CODE = '''
from bestiary.agents import Agent, Opinion

class First(Agent):
    """Takes the first legal action."""

    def __init__(self, game, content=None, word="first"):
        super().__init__(game, content)
        self.word = word

    def choose(self, seen, seat, seed):
        return self.engine.legal(seen)[0 if self.word == "first" else -1]

    def opinions(self, seen, seat, seed):
        return [Opinion(a, 1, 1 / (1 + n)) for n, a in enumerate(self.engine.legal(seen))]

def no_agent(game, content):
    return "nobody"

number = 7
'''


class Last(Agent):
    """Takes the last legal action."""

    name = "The Last"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        return self.engine.legal(seen)[-1]


class Cheat(Last):
    name = "Cheat"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        return -5


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module in the folder where somebody stands, and the name of it."""
    (tmp_path / "Corner.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield "Corner:First"
    sys.modules.pop("Corner", None)


def choice(agent: Agent) -> int:
    match = Match("totem", seed=7)
    seat = match.asked[0]
    return match.legal().index(agent.choose(match.engine.hidden(match.state, seat), seat, 1))


def test_code_is_named_by_its_place_and_may_be_given_a_word(mine: str) -> None:
    game = load("totem")
    assert choice(make_agent(mine, game)) == 0 and choice(make_agent(f"{mine}:last", game)) == 6
    assert make_agent(mine, game).name == "Corner:First"  # in its own case
    assert settled(" Master ") == "master"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Corner:Second", "has no Second"),
        ("Corner:number", "has no number"),
        ("Nowhere:First", "Nowhere:First cannot be loaded: No module named 'Nowhere'"),
        ("Corner:no_agent", "makes no agent but a str"),
        ("master:First", "There is no agent 'master:First'"),
        ("mcts:many", "There is no agent 'mcts:many'"),
    ],
)
def test_what_is_no_agent_is_refused_in_a_line(mine: str, name: str, said: str) -> None:
    with pytest.raises(BestiaryError, match=said):
        make_agent(name, load("totem"))


def test_packages_announce_agents_by_name(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path.cwd())
    monkeypatch.setattr(plugins, "_announced", lambda: {"Corner": EntryPoint("Corner", mine, plugins.GROUP)})
    assert outside() == ["Corner"]
    assert choice(make_agent("Corner", load("totem"))) == 0
    assert choice(make_agent("Corner:last", load("totem"))) == 6


def test_a_session_announces_its_own() -> None:
    register("Late", Last)
    try:
        assert "Late" in outside() and choice(make_agent("Late", load("totem"))) == 6
    finally:
        unregister("Late")
    for reserved in ("random", "Master", "two words", ""):
        with pytest.raises(BestiaryError, match="cannot be called"):
            register(reserved, Last)


def test_classes_and_agents_meet_named_ones_in_the_arena(mine: str) -> None:
    game = load("totem")
    made = contest(game, [Last(game), Last, mine, "random"], games=2, seed=7)
    assert made.agents == ("The Last", "Last", "Corner:First", "random")
    outcome = hold(made, cores=2)
    assert len(outcome.games) == 12
    again = hold(contest(game, [Last, Last(game), mine, "random"], games=2, seed=7), cores=1)
    swapped = {0: 1, 1: 0, 2: 2, 3: 3}
    results = {(g.task.deal, g.task.seating): g.winners for g in outcome.games}
    for g in again.games:
        seats = tuple(swapped[agent] for agent in g.task.seating)
        assert results.get((g.task.deal, seats), g.winners) == g.winners


def test_other_code_is_another_contest(mine: str) -> None:
    game = load("totem")
    before = header(contest(game, [mine, "random"]))
    Path("Corner.py").write_text(CODE + "\n# rewritten\n")
    assert header(contest(game, [mine, "random"]))["code"] != before["code"]


def test_an_agent_of_another_game_or_against_the_rules_is_named() -> None:
    game = load("totem")
    with pytest.raises(BestiaryError, match="The Last was made for"):
        hold(contest(game, [Last(load("totemic")), "random"], games=1), cores=1)
    with pytest.raises(BestiaryError, match="Cheat chose -5, which is not legal here; legal are "):
        hold(contest(game, [Cheat, "random"], games=1), cores=1)


def test_at_the_terminal_it_keeps_its_name_and_a_saved_match_asks_for_it_again(mine: str) -> None:
    seats = parse_seats(f"human,{mine}", 2)
    assert seats[1].kind == mine and seats[1].name == "First (Corner:First)"
    with pytest.raises(BestiaryError, match="name it again: --seats human,Corner:First"):
        named_seats([seat.name for seat in seats])


def test_a_saved_match_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Trap.py").write_text("import os; os.environ['TRAPPED'] = 'yes'")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BestiaryError, match="name it again"):
        named_seats(["Anna", "Friend (Trap:First)"])
    assert "TRAPPED" not in os.environ


def test_commands_take_it_by_name(mine: str, bestiary: Any, tmp_path: Path) -> None:
    code, out, err = bestiary("arena", "totem", mine, "random", "--games", "2")
    assert code == 0 and "Corner:First" in out, err
    code, out, err = bestiary("lab", "run", "totem", "-a", f"{mine},random", "-n", "2", "-o", tmp_path / "d")
    assert code == 0 and "2 games" in out, err
    match = Match("totem", seed=7)
    match.save(tmp_path / "m.txt")
    code, out, err = bestiary("analyse", tmp_path / "m.txt", "--agent", mine)
    assert code == 0 and "judged by Corner:First" in out, err


def test_an_agent_without_opinions_judges_nothing(refused: Any, tmp_path: Path) -> None:
    Match("totem", seed=7).save(tmp_path / "m.txt")
    register("Late", Last)
    try:
        assert "Late has no opinion" in refused("analyse", tmp_path / "m.txt", "--agent", "Late")
    finally:
        unregister("Late")


def test_it_is_an_opponent_in_gymnasium(mine: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import bestiary.envs.single  # noqa: F401

    env = gymnasium.make("bestiary/totem-v2", seat=0, opponents=mine)
    env.reset(seed=7)
    assert [type(agent).__name__ for agent in env.unwrapped.opponents.values()] == ["First"]


def test_opinions_are_optional() -> None:
    assert Last(load("totem")).opinions(load("totem").blank, 0, 0) == [] and Opinion(1, 2, 0.5).visits == 2
