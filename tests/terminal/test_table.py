"""The loop of a match: people in turn, machines, help, undo, saving, and the end."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from bestiary import Match
from bestiary.agents.simple import Random
from bestiary.core.record import EMPTY, same
from bestiary.terminal.keep import Keeper
from bestiary.terminal.screen import PlainScreen, Position, log_lines
from bestiary.terminal.seats import parse_seats
from bestiary.terminal.table import Table, opening

from .conftest import ScriptedScreen, sit_down

MUSTER = {"hold_back": "always", "least_number": 2, "start_cards": 9}


def codes(text: str) -> set[str]:
    return set(re.findall(r"\b[CAVJ](?:1[0-3]|[1-9])\b", text))


def test_between_two_people_the_screen_is_handed_over(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    first = match.asked[0]
    table, screen = sit_down(match, ["1"] * 8, tmp_path / "m.match")
    table.run()
    names = [s for s in screen.screens if s.startswith("hand over")]
    assert names[:3] == [f"hand over to Player {first + 1}", f"hand over to Player {2 - first}"] + [
        f"hand over to Player {first + 1}"
    ]


def test_no_screen_of_one_person_shows_a_secret_card_of_the_other(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    table, screen = sit_down(match, ["1"] * 8, tmp_path / "m.match")
    held = [{c["code"] for c in match.view(seat)["seats"][seat]["hand"]} for seat in (0, 1)]
    table.run()
    looked = 0
    holder = -1
    for text in screen.screens:
        if text.startswith("hand over to Player "):
            holder = int(text[-1]) - 1
        elif holder >= 0 and "Set-up" in text:
            looked += 1
            assert codes(text) and not codes(text) & held[1 - holder]
    assert looked == 8


def test_alone_against_a_machine_nothing_is_handed_over(tmp_path: Path) -> None:
    table, screen = sit_down(Match("totem", seed=5), ["1"] * 20, tmp_path / "m.match", "human,random")
    table.run()
    assert not [s for s in screen.screens if s.startswith("hand over")]


def test_a_machine_is_handed_the_hidden_record_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("totem", seed=5)
    seen = []

    class Watching(Random):
        def choose(self, seen_record, seat, seed):  # type: ignore[no-untyped-def]
            assert same(seen_record, match.engine.hidden(match.state, 1))
            assert not seen_record["rng"].any()
            seen.append(seat == 1)
            return super().choose(seen_record, seat, seed)

    monkeypatch.setattr(Table, "agent", lambda self, seat: Watching(match.game))
    table, _ = sit_down(match, ["1"] * 6, tmp_path / "m.match", "human,random")
    table.run()
    assert len(seen) >= 5 and all(seen)


def test_every_move_is_kept_at_once_and_a_resumed_match_is_the_same(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    table, screen = sit_down(match, [], tmp_path / "m.match")
    kept = []
    original = screen.ask
    screen.typed = ["1"] * 12

    def ask() -> str:
        kept.append(len(Match.load(tmp_path / "m.match").history))
        return original()

    screen.ask = ask  # type: ignore[method-assign]
    table.run()
    assert kept == list(range(13))
    again = Match.load(tmp_path / "m.match")
    assert same(again.state, match.state)


def test_undo_takes_a_secret_placement_back_and_refuses_what_was_seen(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    table, screen = sit_down(match, ["1", "undo", "undo"], tmp_path / "m.match")
    table.run()
    assert len(match.history) == 0
    assert screen.notices[0] == "Taken back."
    assert screen.notices[1] == "There is nothing to take back."
    table, screen = sit_down(match, ["1"] * 8 + ["undo"], tmp_path / "m.match")
    table.run()
    assert len(match.history) == 8
    assert screen.notices == ["This cannot be taken back: it was seen, or chance has decided."]


def test_free_undo_goes_back_over_the_machines_answers(tmp_path: Path) -> None:
    match = Match("totem", seed=5, free_undo=True)
    table, _ = sit_down(match, ["1"] * 5 + ["undo"], tmp_path / "m.match", "human,random")
    table.run()
    mine = [e for e in match.history if e.seat == 0]
    assert len(mine) == 4 and match.asked == [0]


def test_a_hint_names_one_of_the_moves_and_says_why(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    table, screen = sit_down(match, ["hint"], tmp_path / "m.match", "human,random")
    table.run()
    (told,) = screen.notices
    assert re.match(r"Hint: [1-7] Lay .+\. In \d+% of its tries you end up ahead", told)
    assert all(entry.seat == 1 for entry in match.history), "it is not played"


def test_between_people_at_one_screen_there_are_no_hints(tmp_path: Path) -> None:
    table, screen = sit_down(Match("totem", seed=5), ["hint"], tmp_path / "m.match")
    table.run()
    assert screen.notices == ["Hints are for games against machines."]


def test_an_illegal_move_is_refused_with_the_rule_and_nothing_changes(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    for _ in range(8):
        match.play(match.legal()[0])
    card = match.choices()[-1].split()[-1]
    table, screen = sit_down(match, [f"restock {card}", "99", "fly away"], tmp_path / "m.match")
    table.run()
    assert "refused by TOT-6.1" in screen.notices[0]
    assert "There is no move 99" in screen.notices[1]
    assert "There is no move 'fly away'" in screen.notices[2]
    assert len(match.history) == 8


def test_question_marks_explain_the_phase_a_legal_and_an_illegal_move(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    for _ in range(8):
        match.play(match.legal()[0])
    card = match.choices()[-1].split()[-1]
    typed = ["?", "? 1", f"? restock {card}", "? attack ZZ 9", "? fly"]
    table, screen = sit_down(match, typed, tmp_path / "m.match")
    table.run()
    pages = [s for s in screen.screens if "Totem: Player" not in s and "\n" in s]
    assert "Commands" in pages[0] and "What is asked" in pages[0] and "undo" in pages[0]
    assert "You may play this now" in pages[1] and "TOT-9.1" in pages[1] and "TOT-5.4" in pages[1]
    assert "refused by TOT-6.1" in pages[2] and "fewer than 4" in pages[2]
    assert "There is no move 'attack ZZ 9'" in pages[3] and "TOT-9.1" in pages[3]
    assert "There is no move 'fly'" in screen.notices[-1]


def test_a_bare_verb_or_a_wrong_move_is_refused_with_the_entry_that_fits(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    typed = ["attack", "attack ZZ 9", "place ZZ", "? exchange"]
    table, screen = sit_down(match, typed, tmp_path / "m.match")
    table.run()
    assert screen.notices[0].startswith("attack: refused by TOT-2.5.")
    assert screen.notices[1].startswith("attack ZZ 9: refused by TOT-2.5.")
    assert screen.notices[2] == "There is no move 'place ZZ' here; place alone lists its moves."
    assert "It is refused by TOT-2.5" in screen.screens[-3] and not match.history


def test_the_question_stands_above_the_choices_and_the_screen_names_who_is_asked(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    asked = match.prompt()
    table, screen = sit_down(match, ["1"], tmp_path / "m.match")
    table.run()
    first = next(text for text in screen.screens if "Set-up" in text)
    assert f"Totem: Player {screen.positions[0].choices.seat + 1}" in first.splitlines()[0]  # type: ignore[union-attr]
    assert first.count(asked) == 1
    assert first.index(asked) < first.index("Lay ", first.index(asked) + len(asked))


def test_a_single_choice_is_made_for_a_person_and_said(tmp_path: Path) -> None:
    match = Match("totemic", {"spirit_0": "wolf", "spirit_1": "owl"}, seed=5)
    assert len(match.legal()) == 1
    table, screen = sit_down(match, [], tmp_path / "m.match")
    table.run()
    assert len(match.history) == 1
    assert screen.positions[0].given == "Only one choice, made for you: Player 1: Begin."
    shown = screen.screens[-2]
    assert shown.index(screen.positions[0].given) < shown.index(screen.positions[0].prompt)


def test_a_single_choice_that_is_secret_is_not_said_to_others(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    seat = match.asked[0]
    match.state["hand"][0, seat, 1:] = EMPTY
    match.state["hand_n"][0, seat] = 1
    match.state["row"][0, seat, :3] = [c for c in range(52) if c not in match.state["hand"]][:3]
    match.prepare()
    assert len(match.legal()) == 1
    table, screen = sit_down(match, [], tmp_path / "m.match")
    table.run()
    assert len(match.history) == 1 and screen.positions[0].given == ""


def test_plain_lines_say_what_was_made_for_a_person_and_still_ask(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match("totemic", {"spirit_0": "wolf", "spirit_1": "owl"}, seed=5)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    screen = PlainScreen(Console(width=120, color_system=None))
    Table(match, parse_seats("human,human", 2), screen, Keeper(match, tmp_path / "m.match")).run()
    out = capsys.readouterr().out
    assert out.index("made for you: Player 1: Begin.") < out.index(match.prompt())


def test_nothing_is_covered_while_all_people_know_the_same(tmp_path: Path) -> None:
    match = Match("totemic", seed=5)
    second = 1 - match.asked[0]
    table, screen = sit_down(match, ["choose wolf", "choose owl"], tmp_path / "m.match")
    table.run()
    covers = [n for n, text in enumerate(screen.screens) if text.startswith("hand over")]
    shown = [n for n, text in enumerate(screen.screens) if "Choose your animal spirit" in text]
    assert len(shown) == 2 and all(n < cover for n in shown for cover in covers)
    assert f"Totemic: Player {second + 1}" in screen.screens[shown[1]]


def test_a_question_mark_explains_every_verb_from_its_declaration(tmp_path: Path) -> None:
    match = Match("totemic", {"spirit_0": "wolf", "spirit_1": "owl"}, seed=5)
    match.play("begin")
    table, screen = sit_down(match, ["?"], tmp_path / "m.match", "human,human")
    screen.console.width, screen.console.height = 300, 80
    table.run()
    page = next(text for text in screen.screens if "Commands" in text)
    assert match.prompt() in page
    for verb in ("draw", "invoke", "challenge"):
        declared = match.game.actions.named(verb)
        assert f"{verb}  {declared.help} ({', '.join(declared.rules)})" in page
    assert "play a move by its notation" in page and "attack V6 2" not in page


def test_cards_are_found_by_whole_words_and_copies_once(tmp_path: Path) -> None:
    match = Match("totemic", {"spirit_0": "wolf", "spirit_1": "owl"}, seed=5)
    match.play("begin")
    typed = ["cards vigor", "cards vig", "cards sleight", "cards wolf power"]
    table, screen = sit_down(match, typed, tmp_path / "m.match")
    table.run()
    pages = [text for text in screen.screens if "what it says" in text]
    assert pages[0].count("Vigor") == 1 and "Strength 4" in pages[0]
    assert "Power 25" in pages[1] and len(pages) == 2
    assert screen.notices == [f"No card of this table has the words '{w}'." for w in ("vig", "sleight")]


def test_rules_cards_and_log_are_pages(tmp_path: Path) -> None:
    typed = ["1", "rules shield", "cards mammoth", "log", "rules zzz", "cards zzz"]
    table, screen = sit_down(Match("totem", seed=5), typed, tmp_path / "m.match")
    table.run()
    text = "\n".join(screen.screens)
    assert "TOT-12.1" in text and "Azure Mammoth" in text
    assert screen.notices == ["No rule has the words 'zzz'.", "No card of this table has the words 'zzz'."]


def test_save_writes_a_file_and_never_over_something_else(tmp_path: Path) -> None:
    foreign = tmp_path / "letter.txt"
    foreign.write_text("Dear Anna")
    other = tmp_path / "other.match"
    Match("totem", seed=6).save(other)
    before = other.read_bytes()
    good = tmp_path / "my game.match"
    typed = ["1", "save", f"save {foreign}", f"save {other}", f"save {tmp_path}", f"save {good}", "2"]
    typed += [f"save {good}"]
    match = Match("totem", seed=5)
    table, screen = sit_down(match, typed, tmp_path / "m.match")
    table.run()
    assert "Say where" in screen.notices[0]
    assert "not a Bestiary record" in screen.notices[1]
    assert "another match" in screen.notices[2]
    assert "is a folder" in screen.notices[3]
    assert foreign.read_text() == "Dear Anna" and other.read_bytes() == before
    assert same(Match.load(good).state, match.state)


def test_a_disk_that_fails_is_said_and_play_goes_on(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    table, screen = sit_down(match, ["1", "1"], blocked / "m.match")
    table.run()
    assert len(match.history) == 2
    assert any(n.startswith("Not saved: ") for n in screen.notices)


def test_a_match_goes_through_its_games_to_the_end(tmp_path: Path) -> None:
    match = Match("totem", {"match_games": 3}, seed=5)
    typed = (["1"] * 60 + ["next"]) * 3 + ["log", ""]
    table, screen = sit_down(match, typed, tmp_path / "m.match", "human,random")
    table.run()
    assert match.over and match.game_number >= 1
    results = [p.result for p in screen.positions if p.result]
    assert results[0].endswith("Another game follows.")
    assert results[-1].endswith("The match is over.")
    assert "resign" not in Match.load(tmp_path / "m.match").ended_by


def test_resigning_asks_again_and_ends_the_match(tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    seat = match.asked[0]
    table, screen = sit_down(match, ["resign", "no", "resign", "yes", ""], tmp_path / "m.match")
    table.run()
    assert match.over and match.ended_by == "resign"
    assert screen.positions[-1].result.startswith(f"Player {2 - seat} wins.")


def test_in_a_team_the_last_person_resigns_for_all(tmp_path: Path) -> None:
    match = Match("shogun", {"players": 2}, seed=5)
    table, screen = sit_down(match, ["resign", "yes", ""], tmp_path / "m.match", "human,random")
    table.run()
    assert match.over and screen.positions[-1].result.startswith("You lose.")


@pytest.mark.parametrize("size", [(100, 30), (80, 24), (44, 40)])
def test_every_question_of_a_game_fits_the_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    match = Match("totem", seed=5)
    table, screen = sit_down(match, ["1", "2", "3"] * 20, tmp_path / "m.match", "human,random")
    screen.console.width, screen.console.height = size
    table.run()
    assert len(screen.positions) > 20
    for text in screen.screens:
        lines = text.rstrip("\n").splitlines()
        if len(lines) > 5:
            assert len(lines) < size[1], text
            assert max(map(len, lines)) <= size[0], text


@pytest.mark.parametrize(
    ("players", "options", "told"),
    [
        (
            4,
            {},
            ["Table: rulebook.", "Recommended for 4: muster (--table muster). Decks of nine"],
        ),
        (4, MUSTER, ["Table: muster. Decks of nine and at least two dice"]),
        (4, {**MUSTER, "dawn": True}, ["Recommended for 4: muster"]),
        (2, {"hold_back": "always"}, ["Table: reserve. Everybody may keep cards in hand"]),
    ],
)
def test_the_first_screen_names_the_table_and_what_is_recommended(
    players: int, options: dict[str, Any], told: list[str]
) -> None:
    match = Match("tiger", {"players": players, **options}, seed=1)
    said = opening(match)
    assert all(words in said for words in told)
    assert ("Recommended" in said) == ("Recommended" in " ".join(told))
    match.play(match.legal()[0])
    assert not opening(match), "only before anything has happened"


def test_who_plays_alone_is_told_so_in_good_english() -> None:
    said = opening(Match("shogun", {"players": 1}, seed=1))
    assert "Table: standard." in said and "Recommended for 1: gentle (--table gentle). For a first" in said


def test_a_game_without_named_tables_says_nothing_of_them() -> None:
    assert not opening(Match("totem", seed=1)) and not opening(Match("totemic", {"players": 1}, seed=1))


def test_what_confirms_is_left_to_the_person_even_where_there_is_no_other_choice(tmp_path: Path) -> None:
    match = Match("tiger", seed=1)
    seats = ",".join("human" if seat == match.asked[0] else "random" for seat in range(2))
    match.play("number 3")
    while match.choices() != ["lay"]:
        match.play(match.legal()[-1])
    screen = ScriptedScreen(["undo", "lay"])
    Table(match, parse_seats(seats, 2), screen, Keeper(match, tmp_path / "m.match")).run()
    prompts = [shown.prompt for shown in screen.positions]
    assert prompts[0] == "Every card has its place: lay your dice down." and not screen.positions[0].given
    assert prompts[1].startswith("Divide your cards into 3 dice"), "so that a card can be taken back before"


def test_a_log_that_does_not_fit_says_so() -> None:
    """Below the board what is new runs on; where its beginning is cut off, a mark says so."""
    console = ScriptedScreen([], width=60).console
    story = [f"Wolf {n} bites and Bear {n} falls." for n in range(40)]
    for fresh, cut in ((40, True), (2, False)):
        position = Position("Totem", Text(""), story, fresh, None)
        first, *rest = log_lines(console, position, 58, 5, empty=False)
        marked = ["\N{HORIZONTAL ELLIPSIS} " in "".join(s.text for s in line) for line in (first, *rest)]
        assert marked == [cut, *[False] * len(rest)]
