"""The command line: shapes of its JSON, and every bad input as one clear line and exit code 2."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import bestiary as bestiary_package
from bestiary import Match, load
from bestiary.commands.common import game_names
from bestiary.core.game import Game


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "matches"
    monkeypatch.setenv("BESTIARY_MATCHES", str(folder))
    return folder


# ---- what it prints ------------------------------------------------------------------------


def test_without_arguments_it_helps(bestiary: Any) -> None:
    code, out, _ = bestiary()
    assert code == 0
    for name in ("games", "play", "rules", "cards", "words", "sim", "arena", "bench", "replay", "analyse"):
        assert name in out


def test_it_says_its_version(bestiary: Any) -> None:
    code, out, _ = bestiary("--version")
    assert code == 0 and out == f"bestiary {bestiary_package.__version__}\n"


def test_the_laboratory_alone_lists_its_commands_line_by_line(bestiary: Any) -> None:
    code, out, err = bestiary("lab")
    assert code == 0 and err == ""
    assert {"run", "report", "whatif", "tune"} <= {
        line.split()[0] for line in out.splitlines() if line.strip()
    }


def test_names_of_games_are_completed() -> None:
    assert game_names("to") == ["totem", "totemic"] and "klaw" in game_names("")


@pytest.mark.parametrize(
    "words",
    [
        ("sim", "shogun"),
        ("sim", "totemic", "--matchups"),
        ("arena", "shogun", "random", "greedy"),
        ("lab", "run", "shogun"),
        ("lab", "whatif", "totemic", "--set", "cards.wolf.power=22"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("wrong", [("--games", "0"), ("--seed", "-1"), ("--cores", "0")], ids=" ".join)
def test_numbers_are_refused_before_anything_is_compiled(
    refused: Any, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    def compiled(*_: object) -> None:
        raise AssertionError("something is compiled")

    monkeypatch.setattr("bestiary.run.compiling.compiling", compiled)
    assert ", not " in refused(*words, *wrong)


def test_games_are_listed(bestiary: Any) -> None:
    assert "Totem" in bestiary("games")[1]
    listed = {g["game"]: g for g in json.loads(bestiary("games", "--json")[1])}
    assert listed["totem"]["name"] == load("totem").name
    assert listed["totem"]["options"]["match_games"]["default"] == 1


def test_rules_are_searched(bestiary: Any) -> None:
    code, out, _ = bestiary("rules", "totem", "shield", "power")
    assert code == 0 and "TOT-12.1" in out and "TOT-8.1" not in out
    found = json.loads(bestiary("rules", "totem", "TOT-9.4", "--json")[1])
    assert [r["id"] for r in found] == ["TOT-9.4"]
    assert set(found[0]) == {"id", "section", "text", "status", "why"}


def test_coverage_has_exactly_the_agreed_shape(bestiary: Any) -> None:
    code, out, err = bestiary("rules", "totem", "--coverage", "--json")
    data = json.loads(out)
    assert code == 0 and err == ""
    assert list(data) == ["game", "rules", "tested", "untested"]
    assert data["game"] == "totem" and data["rules"] == data["tested"] + len(data["untested"])


def test_cards_are_searched(bestiary: Any) -> None:
    assert "Crimson Fox" in bestiary("cards", "totem", "fox")[1]
    found = json.loads(bestiary("cards", "totem", "C6", "--json")[1])
    assert found[0]["code"] == "C6" and found[0]["power"] == 6 and found[0]["ability"] == "sword"
    assert len(json.loads(bestiary("cards", "totem", "--json")[1])) == 52
    found = json.loads(bestiary("cards", "totemic", "vigor", "--json")[1])
    assert [(card["name"], card["figures"]) for card in found] == [("Vigor", "Strength 4")]


def test_sim_prints_only_json_and_the_same_on_any_number_of_cores(bestiary: Any) -> None:
    command = ("sim", "totem", "--games", "5000", "--seed", "7", "--json")
    code, one, _ = bestiary(*command, "--cores", "1")
    _, three, _ = bestiary(*command, "--cores", "3")
    assert code == 0 and one == three
    data = json.loads(one)
    assert data["games"] == 5000 and data["seed"] == 7 and data["game"] == load("totem").name
    assert [s["seat"] for s in data["seats"]] == [0, 1]
    assert set(data["length"]) == {"mean", "min", "p5", "p25", "median", "p75", "p95", "max"}


def test_sim_for_people_names_wins_ties_and_length(bestiary: Any) -> None:
    code, out, _ = bestiary("sim", "totem", "--games", "300", "--option", "restock=one")
    assert code == 0
    for words in (
        f"300 games of {load('totem').name}",
        "seat 0 wins",
        "seat 1 wins",
        "ties",
        "decisions a game: mean",
    ):
        assert words in out


def test_bench_has_the_agreed_shape(bestiary: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from bestiary.run import bench

    monkeypatch.setattr(bench, "LONG_ENOUGH_S", 0.01)
    monkeypatch.setattr(bench, "BEST_OF", 1)
    code, out, _ = bestiary("bench", "totem", "--no-cold", "--json")
    figures = json.loads(out)["games"]["totem"]
    assert code == 0
    agreed = {"decisions_per_second_core", "decisions_per_second_all", "copies_per_second", "state_bytes"}
    assert agreed <= set(figures)
    assert figures["state_bytes"] == load("totem").state.itemsize
    assert all(figures[key] > 0 for key in agreed)


# ---- bad input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ("play", "totm"),
        ("sim", "totm"),
        ("arena", "totm", "random", "greedy"),
        ("rules", "totm"),
        ("cards", "totm"),
        ("bench", "totm"),
    ],
)
def test_an_unknown_game_suggests_the_nearest(refused: Any, command: tuple[str, ...]) -> None:
    assert "There is no game 'totm'. Did you mean totem?" in refused(*command)


@pytest.mark.parametrize("command", ["play", "sim"])
def test_an_unknown_option_lists_the_good_ones(refused: Any, command: str) -> None:
    line = refused(command, "totem", "--option", "restok=one")
    assert "There is no option 'restok'" in line and "Did you mean restock?" in line
    assert "final_turn" in line and "match_games" in line


@pytest.mark.parametrize("command", ["play", "sim"])
def test_a_wrong_value_lists_the_good_ones(refused: Any, command: str) -> None:
    assert "it can be any, one (TOT-6.4)" in refused(command, "totem", "--option", "restock=two")
    assert "is played by 2, not by 3" in refused(command, "totem", "--option", "players=3")
    assert "NAME=VALUE" in refused(command, "totem", "--option", "restock")


@pytest.mark.parametrize(
    "words",
    [
        ("fly",),
        ("sim", "totem", "--fast"),
        ("sim", "totem", "--games", "many"),
        ("sim", "totem", "--games", "0"),
        ("sim", "totem", "--seed", "-1"),
        ("sim", "totem", "--cores", "0"),
        ("sim",),
        ("play",),
        ("rules", "totem", "zzz"),
        ("cards", "totem", "zzz"),
        ("rules", "totem", "--coverage", "--tests", "/nowhere"),
        ("replay", "nowhere.match"),
        ("replay", "last"),
        ("play", "--resume", "nowhere.match"),
        ("play", "totem", "--plain", "--seats", "human"),
        ("play", "totem", "--plain", "--seats", "human,robot"),
        ("play", "totem", "--plain", "--seats", "random,random"),
        ("play", "totem", "--plain", "--seed", "-4"),
    ],
)
def test_other_nonsense_is_one_clear_line_too(refused: Any, words: tuple[str, ...]) -> None:
    refused(*words)


def test_play_without_a_terminal_says_so(refused: Any) -> None:
    assert "Play needs a terminal" in refused("play", "totem")


def test_replay_by_steps_without_a_terminal_says_so(refused: Any, tmp_path: Path) -> None:
    Match("totem").save(tmp_path / "m.match")
    assert "needs a terminal" in refused("replay", tmp_path / "m.match", "--step")


def test_replay_refuses_a_seat_that_does_not_exist(refused: Any, tmp_path: Path) -> None:
    Match("totem").save(tmp_path / "m.match")
    assert "There is no seat 2" in refused("replay", tmp_path / "m.match", "--seat", "2")


def test_a_damaged_card_file_names_file_card_and_field(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (load("totem").room / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(
        source.replace('Fox"\npower = 6', 'Fox"\npower = "six"', 1), encoding="utf-8"
    )
    monkeypatch.setattr(Game, "room", property(lambda self: tmp_path))
    line = refused("cards", "totem")
    assert "cards.toml, line" in line and "card C6" in line
    assert "power = 'six'; expected a whole number from 1 to 13" in line
    (tmp_path / "cards.toml").write_text("[[[", encoding="utf-8")
    assert "not readable" in refused("cards", "totem")


def kept(path: Path, moves: int = 12) -> str:
    match = Match("totem", seed=5)
    for _ in range(moves):
        match.play(match.legal()[0])
    match.save(path)
    return path.read_text(encoding="utf-8")


def test_a_match_of_other_rules_is_shown_as_it_was_written(
    bestiary: Any, refused: Any, tmp_path: Path
) -> None:
    path = tmp_path / "m.match"
    path.write_text(re.sub(r"totem-v\d+", "totem-v99", kept(path)), encoding="utf-8")
    before = path.read_bytes()
    for command in (("play", "--plain", "--resume"), ("analyse",), ("replay", "--seat", "0")):
        assert "was played under totem-v99" in refused(*command, path)
    code, shown, _ = bestiary("replay", path)
    assert code == 0
    assert "Game: totem-v99" in shown and "Seed: 5" in shown and "   1  Player 2: place " in shown
    assert "does not say how the match stood" in shown and "cannot go on" in shown
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", [("replay",), ("play", "--plain", "--resume")])
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Bestiary match record", "Dear Anna", "is not a Bestiary record"),
        ("totem-v", "chess-v", "There is no game 'chess'"),
        ("Seed: 5", "Seed: 6", "line"),
        ("Seed: 5", "Seed: five", "m.match"),
        ("\nEnd: ", "\n", "line"),
        ("Cards: ", "Cards: f", "other cards"),
        ("place", "plaice", "line"),
    ],
)
def test_a_damaged_or_foreign_save_is_refused_and_left_as_it_is(
    refused: Any, tmp_path: Path, command: tuple[str, ...], old: str, new: str, says: str
) -> None:
    path = tmp_path / "m.match"
    text = kept(path)
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = path.read_bytes()
    assert says in refused(*command, path)
    assert path.read_bytes() == before


def test_a_save_that_is_cut_off_or_binary_is_refused(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.match"
    text = kept(path)
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    refused("play", "--plain", "--resume", path)
    path.write_bytes(b"\xff\xfe\x00")
    refused("play", "--plain", "--resume", path)
    refused("replay", tmp_path)


def test_resume_refuses_what_only_a_new_match_can_have(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.match"
    kept(path)
    assert "has its options" in refused("play", "--plain", "--resume", path, "--option", "restock=one")
    assert "has its options" in refused("play", "--plain", "--resume", path, "--seed", "3")


def test_save_never_starts_over_an_existing_file(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.match"
    before = kept(path)
    assert "left as it is" in refused("play", "totem", "--plain", "--save", path)
    assert path.read_text(encoding="utf-8") == before


# ---- play in plain lines -------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_piped_moves_play_a_game_to_its_end(
    bestiary: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "m.match"
    typed(monkeypatch, *["1"] * 100, "quit")
    code, out, err = bestiary("play", "totem", "--plain", "--seed", "5", "--save", path)
    assert code == 0 and err == ""
    assert "\x1b" not in out
    assert "wins" in out and f"The match is over and kept: {path}" in out
    assert Match.load(path).over


def test_a_match_that_is_left_can_be_resumed_to_the_same_end(
    bestiary: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole.match", tmp_path / "parts.match"
    typed(monkeypatch, *["1"] * 100)
    bestiary("play", "totem", "--against", "random", "--plain", "--seed", "5", "--save", whole)
    typed(monkeypatch, *["1"] * 7, "quit")
    code, out, _ = bestiary("play", "totem", "--against", "random", "--plain", "--seed", "5", "--save", parts)
    assert code == 0 and f"bestiary play --resume {parts}" in out
    typed(monkeypatch, *["1"] * 100)
    bestiary("play", "--plain", "--resume", parts)
    assert parts.read_bytes() == whole.read_bytes()


def test_without_a_name_the_match_is_kept_and_found_again_as_the_last(
    bestiary: Any, monkeypatch: pytest.MonkeyPatch, matches: Path
) -> None:
    typed(monkeypatch, "1", "1")
    bestiary("play", "totem", "--plain", "--seed", "5")
    (path,) = matches.glob("*.match")
    entries = len(Match.load(path).history)
    typed(monkeypatch, "1")
    code, _, _ = bestiary("play", "--plain", "--resume", "last")
    assert code == 0 and len(Match.load(path).history) > entries
    typed(monkeypatch, "1")
    assert bestiary("play", "--plain", "--resume", path.name)[0] == 0
    for command in (("play", "--plain", "--resume"), ("play", "totem", "--resume", "--plain")):
        entries = len(Match.load(path).history)
        typed(monkeypatch, "1")
        assert bestiary(*command)[0] == 0 and len(Match.load(path).history) > entries


def test_without_a_kept_match_there_is_no_last(refused: Any, matches: Path) -> None:
    assert f"There is no match in {matches} yet." in refused("play", "--plain", "--resume")


def test_refusals_of_piped_moves_cite_the_rule(bestiary: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "attack V6 2", "stop", "? stop", "1")
    _, out, _ = bestiary("play", "totem", "--plain", "--seed", "5", "--seats", "human,human")
    assert "stop: refused by TOT-2.5" in out
    assert "It is refused by TOT-2.5" in out


def test_replay_shows_what_a_seat_saw(bestiary: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.match"
    kept(path)
    first = Match.load(path).history[0]
    _, owner, _ = bestiary("replay", path, "--seat", str(first.seat))
    _, other, _ = bestiary("replay", path, "--seat", str(1 - first.seat))
    _, watching, _ = bestiary("replay", path)
    assert f": {first.name}" in owner
    assert f": {first.name}" not in other and "lays a card face down" in other
    assert f": {first.name}" not in watching
