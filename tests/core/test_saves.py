"""Saved matches: readable, exact, and every damage gives one clear line and touches nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.core import saves
from bestiary.core.cards import Content
from bestiary.core.errors import SaveError
from bestiary.core.match import Match
from bestiary.core.registry import load

from .test_match import played


def sample() -> Match:
    """A match of three in its second game, with a substitute."""
    match = Match("totem", {"match_games": 3}, seed=11, names={0: "Ann", 1: "Bob"})
    while match.game_number == 0:
        played(match, 1, seed=len(match.history))
    match.substitute(1, "Cy")
    return played(match, 4)


TEXT = saves.dumps(sample())
LENGTH = len(sample().history)


def test_a_record_is_readable() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == "Bestiary match record 1"
    assert f"Game: {load('totem').name}" in lines and "Seats: Ann | Bob" in lines
    assert any(re.fullmatch(r" +1 [01] place \w+  #\d+", line) for line in lines)
    assert any("!next" in line for line in lines) and any("!substitute Cy" in line for line in lines)
    assert lines[-1].startswith(f"End: {LENGTH} ")


def test_a_match_comes_back_whole(tmp_path: Path) -> None:
    match = sample()
    path = tmp_path / "deep" / "match.txt"
    match.save(path)
    back = Match.load(path)
    assert back.history == match.history and back.digest() == match.digest()
    assert back.names == ["Ann", "Cy"] and back.game_number == match.game_number
    assert back.story(0) == match.story(0)
    assert [p.name for p in path.parent.iterdir()] == ["match.txt"], "nothing else is left behind"


def test_odd_names_survive(tmp_path: Path) -> None:
    match = Match("totem", names={0: "", 1: "A | B\u2028C\n: D"})
    match.save(tmp_path / "m")
    assert Match.load(tmp_path / "m").names == match.names == ["Player 1", "A / B C : D"]


@pytest.mark.parametrize("how", ["resign", "timeout"])
def test_an_abandoned_match_comes_back(tmp_path: Path, how: str) -> None:
    match = sample()
    (match.resign if how == "resign" else match.time_out)(0)
    match.save(tmp_path / "m")
    assert Match.load(tmp_path / "m").ended_by == how


def line(start: str) -> int:
    return next(i for i, text in enumerate(TEXT.splitlines()) if text.strip().startswith(start))


def swapped(start: str, old: str, new: str) -> str:
    lines = TEXT.splitlines()
    at = line(start)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    return "\n".join(lines)


def without(start: str) -> str:
    lines = TEXT.splitlines()
    del lines[line(start)]
    return "\n".join(lines)


DAMAGE = {
    "empty": ("", "is not a Bestiary record"),
    "foreign": ("[Event 'F/S Return Match']\n1. e4 e5", "is not a Bestiary record"),
    "no game": (without("Game:"), "'Game:' is missing"),
    "no seed": (without("Seed:"), "'Seed:' is missing"),
    "no options": (without("Options:"), "'Options:' is missing"),
    "a heading without a colon": (swapped("Seed:", ":", ""), "expected a heading"),
    "unknown game": (swapped("Game:", "totem", "totm"), "Did you mean totem?"),
    "other version": (swapped("Game:", "-v", "-v7"), "was played under totem-v7"),
    "no version": (swapped("Game:", load("totem").name, "totem"), "was played under totem"),
    "other cards": (swapped("Cards:", "Cards: ", "Cards: 0"), "was played with other cards"),
    "seed in words": (swapped("Seed:", "11", "eleven"), "invalid literal"),
    "negative seed": (swapped("Seed:", "11", "-11"), "A seed is a whole number"),
    "other seed": (swapped("Seed:", "11", "12"), "line 8"),
    "unknown option": (swapped("Options:", "restock", "restok"), "Did you mean restock?"),
    "bad value": (swapped("Options:", "restock=any", "restock=all"), "cannot be 'all'"),
    "other option": (swapped("Options:", "restock=any", "restock=one"), "position differs"),
    "a lost entry": (without("3 "), "entry 3 was expected, not 4"),
    "another name": (swapped("1 ", "place", "plaice"), "is not what action"),
    "another action": (swapped("1 ", "#", "#9"), "is not what action"),
    "an action in words": (swapped("1 ", "#", "#x"), "invalid literal"),
    "an unknown kind of entry": (
        swapped(f"{LENGTH - 4} ", "!substitute", "!bribe"),
        "'bribe' is no kind of entry",
    ),
    "a wrong digest": (swapped("=", "= ", "= 0"), "position differs"),
    "a wrong last digest": (swapped("End:", f"{LENGTH} ", f"{LENGTH} 0"), "position differs"),
    "a wrong count": (swapped("End:", f"{LENGTH}", "999"), "999 entries were written"),
    "cut off": ("\n".join(TEXT.splitlines()[:40]), "is cut off"),
    "more after the end": (TEXT + "\nand so on", "something stands after the end"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_said_in_one_line_and_the_file_stays(tmp_path: Path, damage: str) -> None:
    text, said = DAMAGE[damage]
    path = tmp_path / "match.txt"
    path.write_text(text)
    with pytest.raises(SaveError) as refused:
        Match.load(path)
    assert said in str(refused.value) and str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises(SaveError, match="left as it is"):
        Match("totem", seed=1).save(path)
    assert path.read_text() == text


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(TEXT) - 1), st.sampled_from(["", "7", "x", " ", "\n", "#", "\x00"]))
def test_any_single_slip_is_noticed_or_harmless(at: int, new: str) -> None:
    text = TEXT[:at] + new + TEXT[at + 1 :]
    try:
        back = saves.loads(text)
    except SaveError as refused:
        assert "\n" not in str(refused)
        return
    same = back.state.tobytes()
    assert same == saves.loads(TEXT).state.tobytes()


def test_not_text_not_there_and_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
    for name, said in (("raw", "not a Bestiary record"), ("none", "no such file"), ("", "cannot be read")):
        with pytest.raises(SaveError, match=said):
            Match.load(tmp_path / name)
    with pytest.raises(SaveError, match="left as it is"):
        sample().save(tmp_path / "raw")
    with pytest.raises(SaveError):
        sample().save(tmp_path)


def test_a_sound_record_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    match = sample()
    match.save(path)
    played(match, 2).save(path)
    assert len(Match.load(path).history) == LENGTH + 2
    Match("totem", seed=1).save(path)
    assert Match.load(path).seed == 1


def test_a_match_with_other_cards_does_not_pass_for_this_one(tmp_path: Path) -> None:
    own: Content = load("totem").content()
    tables = own.tables.copy()
    tables["hand_limit"] = 5
    match = Match("totem", content=replace(own, tables=tables))
    match.save(tmp_path / "m")
    with pytest.raises(SaveError, match="other cards"):
        Match.load(tmp_path / "m")
