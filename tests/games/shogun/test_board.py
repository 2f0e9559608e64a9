"""View and board: everything that is known is shown, and nothing of zones to come."""

from __future__ import annotations

import io
import json
import random
from typing import Any

import pytest
from rich.console import Console

from bestiary import Match
from bestiary.core.registry import load
from bestiary.games.shogun.view import OWN

from .table import Table, begin


@pytest.mark.rule("SHG-4.3")
def test_unrevealed_zones_are_not_shown() -> None:
    match = begin(2, chapter=1, players=2)
    shown = match.view(0)
    assert len(shown["plane"]["rows"]) == 8 and len(shown["plane"]["rows"][0]) == 10
    assert [zone["id"] for zone in shown["story"]["zones"]] == ["1.1"]
    text = json.dumps(shown)
    assert "Granary" not in text and "Shrine maiden" not in text and "Innkeeper" in text


def test_all_seats_and_spectators_see_the_same() -> None:
    match = begin(2, chapter=2, players=3)
    views = [match.view(seat) for seat in (-1, 0, 1, 2)]
    for view in views:
        view.pop("seat")
        view.pop("prompt")  # only whoever is asked reads the question
    assert all(view == views[0] for view in views)


def drawn(view: dict[str, Any], width: int, encoding: str = "utf-8") -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(width=width, file=file, force_terminal=True, color_system=None)
    console.print(load("shogun").board(view))
    file.flush()
    file.seek(0)
    return file.read()


@pytest.mark.parametrize("chapter", range(1, 8))
@pytest.mark.parametrize("width", (40, 80, 150))
def test_the_board_of_every_chapter_fits(chapter: int, width: int) -> None:
    match = begin(3, chapter=chapter, players=4)
    text = drawn(match.view(0), width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    for name in ("Akira", "Hikaru", "Tomoe", "Jinen"):
        assert name in text
    for one in match.view(0)["enemies"]:
        assert one["title"].removeprefix("the ") in text


def test_a_terminal_without_fancy_letters() -> None:
    text = drawn(begin(3, chapter=5, players=2).view(0), 80, "ascii")
    assert text.isascii() and "# wall  o obstacle  ~ difficult  + door" in text


def test_every_figure_stands_on_the_map_by_the_mark_of_its_line() -> None:
    rows = drawn(begin(3, chapter=1, players=2).view(0), 80).splitlines()
    squares = {line[:2].strip(): line for line in rows if line[:2].strip().isdigit()}
    assert squares["2"][3 + 3 * 7 :].startswith("aR") and squares["5"][3 + 3 * 5 :].startswith("nR")
    assert squares["4"][3 + 3 * 8 :].startswith("R ") and squares["6"][3 + 3 * 2 :].startswith("A ")
    lines = [line.strip() for line in rows]
    assert any(line.startswith("aR red Ashigaru at 7,2 ♥5/5 defence 1 armour 1 move 3") for line in lines)
    assert any("A Overturned cart" in line and "R Innkeeper, 5 resistance tokens" in line for line in lines)


def test_heights_are_shown_and_a_map_that_is_too_wide_is_cut_around_the_active_figure() -> None:
    table = Table("." * 22 + "\n" + "." * 21 + "T", heights="0" * 22 + "\n" + "0" * 20 + "22")
    view = table.activate("tomoe").match.view(0)
    wide = drawn(view, 80).splitlines()
    assert next(line for line in wide if line.startswith(" 1 ")).rstrip().endswith("· 2To2")
    narrow = drawn(view, 40).splitlines()
    row = next(line for line in narrow if line.startswith(" 1 ")).rstrip()
    assert len(row) <= 40 and row.endswith("·2To") and "small digit: height" in " ".join(narrow)


def test_the_queue_says_who_acts_and_who_has_acted() -> None:
    table = Table("k....\n.....\n.H.T.\n.....", {"k": "kachi"})
    text = drawn(table.activate("tomoe").match.view(0), 80)
    assert "[To Tomoe]" in text and "kR" in text.split("Order of turns:")[1].splitlines()[0]


def test_an_enemy_tells_what_it_did_and_why() -> None:
    table = Table("k....\n.....\n.H.T.\n.....", {"k": "kachi"})
    table.s.hp[1], table.s.hp[2] = 7, 5
    table.dice(6)
    told = table.activate("kachi").told()
    assert "The red Kachi rolls a 6." in told
    assert any(
        line.startswith("The red Kachi follows its line 3, slice: move next to its target") for line in told
    )
    assert "The red Kachi chooses Tomoe: the least health." in told
    assert "The red Kachi moves to square 2,1." in told
    assert "The red Kachi strikes Tomoe with Slice Them." in told


@pytest.mark.parametrize("chapter", (1, 3, 6))
def test_a_question_says_whom_it_is_about_and_where_its_answers_lie(chapter: int) -> None:
    match = Match(
        "shogun", {"players": 2, "mode": "chapter", "chapter": chapter, "difficulty": "gentle"}, seed=4
    )
    luck = random.Random(chapter)
    about, rolled = set(), 0
    for _ in range(200):
        if match.game_over:
            break
        view = match.view(0)
        owners = {one["name"]: one["seat"] for one in view["characters"]}
        for name in view["asking"]:
            assert view["phase"] == "place.character" or owners[name] in match.asked
        if view["phase"] in OWN:
            assert len(view["asking"]) == 1
            about.add(view["phase"])
        if view["phase"] == "act.main":
            assert view["asking"] == [view["active"]]
        names = match.choices()
        if view["phase"] == "place.character":
            assert len(view["plane"]["arrivals"]) == 4
        if view["phase"] == "build.skill":
            assert [f"side {one['id']}" for one in view["offered"]] == names
        if view["attack"] and view["attack"]["dice"]:
            rolled += 1
            assert len(view["attack"]["dice"]) == sum(face >= 0 for face in view["dice"])
        for one in view["characters"]:
            for card in (*one["weapons"], *one["armour_card"], *one["items"]):
                assert match.content.cards[card["id"]].code == card["code"]
        match.play(luck.choice(match.legal()))
    assert {"build.skill", "act.main", "move.step"} <= about and (rolled or chapter != 1)


def test_doors_lie_on_the_map_until_they_are_open() -> None:
    plane = begin(2, chapter=1, players=2).view(0)["plane"]
    assert plane["doors"] == [{"id": "D1", "squares": [[9, 3]], "open": False}]
    assert plane["rows"][3][9] == "+"


def test_the_objective_is_counted() -> None:
    match = begin(2, chapter=1, players=2)
    assert match.view(0)["progress"] == [[0, 3]] and match.view(0)["losses"] == [[0, 2]]
    match.state[0]["counter"][:2] = 1
    assert match.view(0)["progress"] == [[1, 3]] and match.view(0)["losses"] == [[1, 2]]
