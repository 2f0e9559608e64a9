"""The arena: every seating of the same deals, the same numbers on any number of cores and after any stop."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bestiary import BestiaryError, load
from bestiary.agents import Agent
from bestiary.core.record import Records, same
from bestiary.run import arena
from bestiary.run.arena import Contest, Outcome, Played, Task, contest, hold
from bestiary.run.journal import Journal
from bestiary.run.standings import standings

AGENTS = ("random", "greedy", "mcts:20")


def totem(agents: tuple[str, ...] = AGENTS, games: int = 8, seed: int = 7) -> Contest:
    return contest(load("totem"), agents, games, seed)


def numbers(outcome: Outcome) -> dict[str, Any]:
    """All that does not depend on the clock."""
    return {key: value for key, value in standings(outcome).items() if key != "time"}


def interrupt(after: int) -> Callable[[int], None]:
    """A progress that presses Ctrl-C after so many games."""
    told = 0

    def progress(n: int) -> None:
        nonlocal told
        told += n
        if told == after:
            raise KeyboardInterrupt

    return progress


# ---- seatings ------------------------------------------------------------------------------------


def test_two_agents_at_two_seats_sit_both_ways() -> None:
    assert [task.seating for task in totem(("random", "greedy")).of_deal(3)] == [(0, 1), (1, 0)]


def test_every_pair_of_agents_meets() -> None:
    seatings = [task.seating for task in totem().of_deal(0)]
    assert seatings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


@pytest.mark.parametrize(("players", "seatings"), [(2, 2), (3, 6), (4, 14), (6, 62)])
def test_at_more_seats_every_arrangement_in_which_both_sit_is_played(players: int, seatings: int) -> None:
    made = contest(load("tiger"), ["random", "greedy"], 1, options={"players": players})
    found = {task.seating for task in made.of_deal(0)}
    assert len(found) == made.seatings == made.size == seatings
    assert all(set(seating) == {0, 1} and len(seating) == players for seating in found)
    each = [sum(seating[seat] == 0 for seating in found) for seat in range(players)]
    assert each == [seatings // 2] * players


def test_alone_against_several_of_another_the_first_has_every_seat_in_turn() -> None:
    made = contest(load("tiger"), ["random", "greedy"], 9, options={"players": 4}, lone=True)
    assert [task.seating.index(0) for task in made.of_deal(0)] == [0, 1, 2, 3]
    assert all(task.seating.count(0) == 1 for task in made.of_deal(0))
    assert made.fair == 0.25 and made.seatings == 4 and made.deals == 3
    for game, agents in (("shogun", ["random", "greedy"]), ("tiger", ["random", "greedy", "bulk"])):
        with pytest.raises(BestiaryError, match="two agents, in a game of rivals"):
            contest(load(game), agents, 5, lone=True)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [totem(("random", "greedy"), n).deals for n in (1, 2, 3, 4)] == [1, 1, 2, 2]
    tiger = contest(load("tiger"), ["random", "greedy"], 7, options={"players": 3})
    assert (tiger.deals, tiger.size) == (2, 12)
    assert len(hold(totem(("random", "greedy"), 3)).games) == 4


@pytest.mark.parametrize(("game", "options"), [("shogun", {"players": 3}), ("totemic", {"players": 1})])
def test_who_wins_together_or_alone_plays_all_seats(game: str, options: dict[str, int]) -> None:
    made = contest(load(game), AGENTS, 5, options=options)
    assert made.alone and made.deals == 5 and made.size == 15
    assert [task.seating for task in made.of_deal(0)] == [(n,) * made.seats for n in range(3)]
    assert contest(load(game), ["random"], 5, options=options).size == 5


def test_a_game_of_rivals_is_not_played_alone() -> None:
    assert not totem().alone
    assert not contest(load("totemic"), AGENTS, 5).alone


@pytest.mark.parametrize(
    ("agents", "says"),
    [
        ([], "two agents are needed"),
        (["random"], "two agents are needed"),
        (["random", "robot"], "There is no agent 'robot'"),
        (["random", "mcts"], "There is no agent 'mcts'"),
        (["greedy", "random", "Greedy"], "greedy is named twice"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(agents: list[str], says: str) -> None:
    with pytest.raises(BestiaryError, match=says):
        contest(load("totem"), agents, 5)


@pytest.mark.parametrize("bad", [{"games": 0}, {"games": 5, "seed": -1}, {"games": 5, "seed": 1 << 64}])
def test_numbers_that_make_no_sense_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(BestiaryError):
        contest(load("totem"), ["random", "greedy"], **bad)
    with pytest.raises(BestiaryError):
        hold(totem(), cores=0)


# ---- what the agents are given -------------------------------------------------------------------


class Spy(Agent):
    """Takes the first action, and remembers what it was shown."""

    name = "spy"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        assert len(legal) > 1
        assert same(self.engine.hidden(seen, seat), seen), "something was not hidden"
        assert not seen[0]["rng"].any(), "the luck to come was shown"
        assert int(seen[0]["actors"]) >> seat & 1
        asked.append((seat, seed))
        return legal[0]


asked: list[tuple[int, int]] = []


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    asked.clear()
    monkeypatch.setattr(arena, "make_agent", lambda name, game, content: Spy(game, content))
    return asked


def test_seeds_depend_on_deal_decision_and_seat_alone(spies: list[tuple[int, int]]) -> None:
    made = totem(("random", "greedy"), games=4)
    found = []
    for task in made.tasks():
        spies.clear()
        hold_one(made, task)
        found.append(list(spies))
    first, mirrored, second, again = found
    assert first == mirrored and second == again and first != second
    seat, seed = second[0]
    deal = arena.blend(7, 1)
    assert seed == arena.blend(arena.blend(arena.blend(deal, arena.THOUGHTS), 0), seat)
    seeds = [seed for _, seed in [*first, *second]]
    assert len(set(seeds)) == len(seeds) > 20


def hold_one(made: Contest, task: Task) -> Played:
    played = arena.Players(made, {}).play(task, arena.threading.Event())
    assert played is not None
    return played


@pytest.mark.parametrize(("game", "options"), [("tiger", {"players": 3}), ("totemic", {"players": 1})])
def test_tables_of_any_size_are_played(
    spies: list[tuple[int, int]], game: str, options: dict[str, int]
) -> None:
    made = contest(load(game), ["random", "greedy"], 1, 3, options)
    data = standings(hold(made, cores=1))
    assert data["games"] == made.size == (2 if made.alone else 6)
    assert data["unfinished"] == 0 and len(data["seats"]) == made.seats
    # the same spies play every seating alike, so that nobody is better
    assert data["pairs"][0]["score"] == pytest.approx(0.5)
    assert data["ratings"][0]["elo"] == pytest.approx(0.0, abs=1e-6)


def test_an_agent_that_breaks_the_rules_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Spy):
        name = "cheat"

        def choose(self, seen: Records, seat: int, seed: int) -> int:
            return max(self.engine.legal(seen)) + 1

    monkeypatch.setattr(arena, "make_agent", lambda name, game, content: Cheat(game, content))
    with pytest.raises(BestiaryError, match=r"cheat chose .* not legal here"):
        hold(totem(("random", "greedy"), 2), cores=1)


@pytest.mark.parametrize(
    ("payoffs", "winners"), [([1.0, -1.0], (0,)), ([0.0, 0.0], ()), ([-0.2, 0.2], (1,)), ([-1.0, -1.0], ())]
)
def test_winners_are_the_seats_above_the_middle(
    spies: list[tuple[int, int]], payoffs: list[float], winners: tuple[int, ...]
) -> None:
    made = totem(("random", "greedy"), 2)
    players = arena.Players(made, {})
    players.engine.returns = lambda states: payoffs  # type: ignore[assignment, misc]
    played = players.play(Task(0, (0, 1)), arena.threading.Event())
    assert played is not None and played.winners == winners and played.finished


# ---- the same numbers ----------------------------------------------------------------------------


def test_the_number_of_cores_changes_nothing() -> None:
    one, two = (numbers(hold(totem(), cores=n)) for n in (1, 2))
    assert one == two
    assert one["games"] == 24
    assert numbers(hold(totem(seed=8), cores=2))["decisions"] != one["decisions"]


def test_progress_adds_up() -> None:
    told: list[int] = []
    hold(totem(("random", "greedy"), 10), progress=told.append)
    assert sum(told) == 10


@pytest.mark.parametrize("cores", [1, 2])
def test_after_ctrl_c_the_first_deals_count(cores: int) -> None:
    partial = hold(totem(games=40), cores=cores, progress=interrupt(15))
    assert partial.interrupted and 2 <= partial.deals < 20
    whole = hold(totem(games=2 * partial.deals))
    assert not whole.interrupted
    stopped, asked_for = numbers(partial), numbers(whole)
    assert stopped.pop("asked") == 40 and asked_for.pop("asked") == 2 * partial.deals
    assert stopped == asked_for


def test_a_contest_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    with Journal(path, totem()) as journal:
        stopped = hold(totem(), cores=2, journal=journal, progress=interrupt(9))
    assert stopped.interrupted
    kept = len(path.read_text().splitlines()) - 1
    assert 9 <= kept < 24
    told: list[int] = []
    with Journal(path, totem()) as journal:
        whole = hold(totem(), cores=2, journal=journal, progress=told.append)
    assert sum(told) == 24 - kept, "nothing is played twice"
    assert numbers(whole) == numbers(hold(totem()))
    assert len(path.read_text().splitlines()) == 25


def test_deals_behind_a_gap_do_not_count_yet(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    with Journal(path, totem()) as journal:
        hold(totem(), journal=journal)
    lines = path.read_text().splitlines()
    path.write_text("".join(f"{line}\n" for line in lines if '"deal": 0' not in line))
    with Journal(path, totem()) as journal:
        gap = hold(totem(), cores=1, journal=journal, progress=interrupt(1))
    assert gap.interrupted and gap.deals == 0 and gap.games == []


def test_more_games_extend_a_contest_and_fewer_report_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    with Journal(path, totem(games=4)) as journal:
        hold(totem(games=4), journal=journal)
    told: list[int] = []
    with Journal(path, totem(games=8)) as journal:
        longer = hold(totem(games=8), journal=journal, progress=told.append)
    assert sum(told) == 12
    assert numbers(longer) == numbers(hold(totem(games=8)))
    with Journal(path, totem(games=4)) as journal:
        assert numbers(hold(totem(games=4), journal=journal)) == numbers(hold(totem(games=4)))


def test_times_are_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    with Journal(path, totem()) as journal:
        before = standings(hold(totem(), journal=journal))["time"]
    with Journal(path, totem()) as journal:
        after = standings(hold(totem(), journal=journal))["time"]
    assert [row["agent"] for row in after] == list(AGENTS)
    for old, new in zip(before, after, strict=True):
        assert new["milliseconds_per_move"] == pytest.approx(old["milliseconds_per_move"], rel=0.05)
        assert new["milliseconds_per_move"] > 0


# ---- files ---------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of a small contest."""
    path = tmp_path / "contest.jsonl"
    made = totem(("random", "greedy"), 4)
    with Journal(path, made) as journal:
        hold(made, journal=journal)
    return path


def test_wherever_a_file_is_torn_the_contest_goes_on(kept: Path) -> None:
    made = totem(("random", "greedy"), 4)
    whole = kept.read_bytes()
    expected = numbers(hold(made))
    head = whole.index(b"\n") + 1
    for cut in [0, 1, head - 1, head, head + 1, *range(head + 40, len(whole), 97), len(whole) - 1]:
        kept.write_bytes(whole[:cut])
        journal = Journal(kept, made)
        assert len(journal.games) == max(0, whole[:cut].count(b"\n") - 1)
        assert kept.read_bytes() == whole[:cut], "looking changes nothing"
        with journal:
            assert numbers(hold(made, journal=journal)) == expected
        assert len(Journal(kept, made).games) == 4


def test_a_contest_that_is_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    program = "import sys; from bestiary.cli import run; sys.exit(run(sys.argv[1:]))"
    words = ["arena", "totem", *AGENTS, "--games", "4000", "--seed", "7", "--keep", str(path)]
    with subprocess.Popen([sys.executable, "-c", program, *words]) as running:
        try:
            until = time.monotonic() + 300
            while not path.exists() or path.read_bytes().count(b"\n") < 8:
                assert time.monotonic() < until and running.poll() is None
                time.sleep(0.01)
        finally:
            running.send_signal(signal.SIGKILL)
    with Journal(path, totem()) as journal:
        assert len(journal.games) >= 7
        assert numbers(hold(totem(), journal=journal)) == numbers(hold(totem()))


def edited(**changes: Any) -> Callable[[list[str]], list[str]]:
    """Changes the first game of a file."""

    def edit(lines: list[str]) -> list[str]:
        data = json.loads(lines[1])
        for key, value in changes.items():
            if value is None:
                del data[key]
            else:
                data[key] = value
        return [lines[0], json.dumps(data), *lines[2:]]

    return edit


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [lines[0], lines[1][:20], *lines[2:]],
        lambda lines: [*lines, lines[1]],
        lambda lines: [*lines, "[]"],
        lambda lines: [*lines, ""],
        edited(winners=[2]),
        edited(winners=[0, 0]),
        edited(winners="0"),
        edited(seating=[0, 0]),
        edited(seating=[0, 1, 0]),
        edited(seating=[0, 2]),
        edited(deal=-1),
        edited(deal=True),
        edited(moves=[1]),
        edited(seconds=["a", "b"]),
        edited(finished=1),
        edited(decisions=None),
    ],
)
def test_a_damaged_file_is_refused_and_left_as_it_is(
    kept: Path, damage: Callable[[list[str]], list[str]]
) -> None:
    kept.write_text("\n".join([*damage(kept.read_text().splitlines()), ""]))
    before = kept.read_bytes()
    with pytest.raises(BestiaryError, match="damaged in line"):
        Journal(kept, totem(("random", "greedy"), 4))
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Dear Anna,\n", "not the record of a contest"),
        ("Dear Anna", "not the record of a contest"),
        ('{"kind": "bestiary arena 2"}\n', "not the record of a contest"),
        ("[1, 2]\n", "not the record of a contest"),
        ("\n", "not the record of a contest"),
    ],
)
def test_a_foreign_file_is_refused_and_left_as_it_is(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "letter"
    path.write_text(text)
    with pytest.raises(BestiaryError, match=says):
        Journal(path, totem())
    assert path.read_text() == text


def test_a_tail_that_was_never_a_game_is_refused(kept: Path) -> None:
    text = kept.read_text() + "and so on"
    kept.write_text(text)
    with pytest.raises(BestiaryError, match="damaged at its end"):
        Journal(kept, totem(("random", "greedy"), 4))
    assert kept.read_text() == text


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (totem(("random", "greedy"), seed=8), "seed 7, not 8"),
        (totem(("greedy", "random")), "agents random greedy, not greedy random"),
        (totem(AGENTS), "agents random greedy, not random greedy mcts:20"),
        (replace(totem(("random", "greedy")), lone=True), "lone"),
        (contest(load("totem"), AGENTS[:2], 4, 7, {"restock": "one"}), "option restock any, not one"),
        (contest(load("totemic"), AGENTS[:2], 4, 7), "game totem-v2, not totemic-v1"),
    ],
)
def test_the_file_of_another_contest_is_refused(kept: Path, other: Contest, says: str) -> None:
    before = kept.read_bytes()
    with pytest.raises(BestiaryError, match=says):
        Journal(kept, other)
    assert kept.read_bytes() == before


def test_other_cards_are_another_contest(kept: Path) -> None:
    lines = kept.read_text().splitlines()
    head = json.loads(lines[0])
    kept.write_text("\n".join([json.dumps(head | {"cards": "f" + head["cards"]}), *lines[1:], ""]))
    with pytest.raises(BestiaryError, match="cards f"):
        Journal(kept, totem(("random", "greedy"), 4))


def test_a_file_that_cannot_be_written_is_said_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(BestiaryError, match="cannot be written"), Journal(tmp_path / "no" / "f", totem()):
        pass
    with pytest.raises(BestiaryError, match="cannot be read"):
        Journal(tmp_path, totem())
