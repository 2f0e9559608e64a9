"""``bestiary arena``: its report, its JSON, its file, and every bad input as one clear line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bestiary.commands import arena as command
from bestiary.core.registry import load
from bestiary.run import arena as runner

CONTEST = ("arena", "totem", "random", "greedy", "mcts:20", "--games", "5", "--seed", "7")


def numbers(out: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(out)
    assert [row["agent"] for row in data.pop("time")] == ["random", "greedy", "mcts:20"]
    return data


def test_json_is_the_same_on_any_number_of_cores(bestiary: Any) -> None:
    code, one, err = bestiary(*CONTEST, "--json", "--cores", "1")
    _, two, _ = bestiary(*CONTEST, "--json", "--cores", "2")
    assert code == 0 and err == ""
    assert numbers(one) == numbers(two)
    data = numbers(one)
    assert (data["game"], data["seed"], data["asked"], data["deals"]) == ("totem-v2", 7, 5, 3)
    assert data["games"] == 18 and len(data["pairs"]) == 3
    assert {row["agent"]: row["iterations_per_move"] for row in data["effort"]} == {
        "random": 0,
        "greedy": 0,
        "mcts:20": 20,
    }


def test_for_people_everything_is_named(bestiary: Any) -> None:
    code, out, _ = bestiary(*CONTEST)
    assert code == 0
    out = " ".join(out.split())  # wherever a narrow screen breaks the lines
    assert "totem-v2, 6 games a pair (5 asked, rounded up to whole deals): 3 deals, each in 2 seatings" in out
    for words in ("Elo", "ms/move", "iter/s", "random - greedy", "greedy - mcts:20", "seat 1", "Wilson"):
        assert words in out
    assert "rounded" not in bestiary(*CONTEST[:5], "--games", "6")[1]


def test_options_of_the_game_stand_anywhere_among_the_agents(
    bestiary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[runner.Contest] = []

    def hold(contest: runner.Contest, *_: Any) -> runner.Outcome:
        made.append(contest)
        return runner.Outcome(contest, 0)

    monkeypatch.setattr(runner, "hold", hold)
    bestiary("arena", "totem", "--restock", "one", "random", "greedy", "--option", "tie_sum=concealed")
    bestiary("arena", "totem", "random", "greedy", "--tie-sum=concealed", "--restock", "one")
    for contest in made:
        assert contest.agents == ("random", "greedy")
        assert (contest.options["restock"], contest.options["tie_sum"]) == ("one", "concealed")
    assert len(made) == 2


def test_a_preset_takes_no_value() -> None:
    tiger = load("tiger")
    assert command.split(tiger, ["--dojo", "random", "--players", "3", "greedy"]) == (
        ["random", "greedy"],
        ["--dojo", "--players", "3"],
    )


def stopping(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Ctrl-C after so many games."""
    original = runner.hold

    def hold(made: Any, cores: Any = None, journal: Any = None, progress: Any = None) -> Any:
        told = 0

        def stop(n: int) -> None:
            nonlocal told
            told += n
            if told == after:
                raise KeyboardInterrupt

        return original(made, cores, journal, stop)

    monkeypatch.setattr(runner, "hold", hold)


def test_ctrl_c_reports_the_deals_that_are_done(bestiary: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*CONTEST[:5], "--games", "60", "--seed", "7", "--cores", "1", "--json")
    with monkeypatch.context() as patch:
        stopping(patch, 14)
        code, out, err = bestiary(*words)
    assert code == 130 and err.startswith("bestiary: Stopped after 2 of 30 deals; --games 4 gives these")
    stopped = numbers(out) | {"asked": 4}
    assert stopped == numbers(bestiary(*CONTEST[:5], "--games", "4", "--seed", "7", "--json")[1])


def test_ctrl_c_before_the_first_deal_says_so(bestiary: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stopping(monkeypatch, 1)
    code, out, err = bestiary(*CONTEST, "--cores", "1")
    assert code == 130 and out == "" and "before the first deal was done" in err


def test_a_kept_contest_goes_on_to_the_same_report(
    bestiary: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "contest.jsonl"
    with monkeypatch.context() as patch:
        stopping(patch, 8)
        code, _, err = bestiary(*CONTEST, "--keep", path, "--json")
    assert code == 130 and "the same command goes on from there" in err and str(path) in err
    code, out, err = bestiary(*CONTEST, "--keep", path, "--json")
    assert code == 0 and err == ""
    assert numbers(out) == numbers(bestiary(*CONTEST, "--json")[1])
    games = path.read_text().splitlines()[1:]
    assert len(games) == 18
    assert len({json.dumps([json.loads(g)["deal"], json.loads(g)["seating"]]) for g in games}) == 18


def test_a_file_of_another_contest_is_refused_and_left_as_it_is(
    refused: Any, bestiary: Any, tmp_path: Path
) -> None:
    path = tmp_path / "contest.jsonl"
    bestiary(*CONTEST, "--keep", path)
    before = path.read_bytes()
    assert "holds another contest: seed 7, not 8" in refused(*CONTEST[:-1], "8", "--keep", path)
    path.write_bytes(before.replace(b'"deal": 1', b'"deal": "1"', 1))
    damaged = path.read_bytes()
    assert "is damaged in line" in refused(*CONTEST, "--keep", path)
    assert path.read_bytes() == damaged != before
    assert "cannot be read" in refused(*CONTEST, "--keep", tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("totem", "random"), "At least two agents are needed"),
        (("shogun", "robot"), "There is no agent 'robot'"),
        (("totem", "random", "robot"), "There is no agent 'robot'"),
        (("totem", "random", "-x"), "There is no agent '-x'"),
        (("totem", "random", "random"), "random is named twice"),
        (("totem", "random", "greedy", "--fast"), "There is no option 'fast'"),
        (("totem", "random", "greedy", "--restock", "two"), "it can be any, one"),
        (("totem", "random", "greedy", "--players", "3"), "is played by 2, not by 3"),
        (("totem", "random", "greedy", "--games", "0"), "At least one game"),
        (("totem", "random", "greedy", "--games", "many"), "--games"),
        (("totem", "random", "greedy", "--seed", "-1"), "A seed is"),
        (("totem", "random", "greedy", "--cores", "0"), "At least one core"),
        (("totem",), "AGENT"),
    ],
)
def test_nonsense_is_one_clear_line(refused: Any, words: tuple[str, ...], says: str) -> None:
    assert says in refused("arena", *words)


def test_a_terminal_is_shown_how_far_it_is(
    bestiary: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    from rich.console import Console

    path = tmp_path / "contest.jsonl"
    bestiary(*CONTEST, "--keep", path)
    shown = io.StringIO()
    terminal = Console(file=shown, force_terminal=True, width=120)
    monkeypatch.setattr(command, "console", lambda errors=False: terminal if errors else Console())
    code, out, _ = bestiary(*CONTEST[:5], "--games", "7", "--seed", "7", "--keep", path)
    assert code == 0 and "8 games a pair (7 asked" in out
    assert "24/24" in shown.getvalue() and "games/s" in shown.getvalue()
    assert "18/24" in shown.getvalue() or "19/24" in shown.getvalue()  # what is kept is not played again
