"""The choices: numbered, found again from what is typed, and judged by what the seat knows."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from bestiary import Match
from bestiary.terminal.help import behind
from bestiary.terminal.moves import Choices, RunOn


def choices(moves: int = 8, seed: int = 5) -> Choices:
    match = Match("totem", seed=seed)
    for _ in range(moves):
        match.play(match.legal()[0])
    return Choices(match, match.asked[0])


def shown(content: object, width: int = 100) -> str:
    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(content)
    return captured.get()


def test_every_legal_action_has_one_number() -> None:
    found = choices()
    assert sorted(m.action for m in found.moves) == sorted(found.match.legal())
    assert [m.number for m in found.moves] == list(range(1, len(found.moves) + 1))


def test_a_verbs_moves_stand_together() -> None:
    verbs = [m.meaning.verb for m in choices().moves]
    assert verbs == sorted(verbs, key=choices().verbs.index)


def test_a_move_is_found_by_number_by_notation_and_by_a_shortened_verb() -> None:
    found = choices()
    move = found.of("attack")[2]
    _, card, place = move.notation.split()
    assert found.find(str(move.number)) == move
    assert found.find(f"  ATTACK {card.lower()}   {place}") == move
    assert found.find(f"att {card} {place}") == move


def test_what_is_no_move_is_not_found() -> None:
    found = choices()
    for typed in ("", "0", "999", "-1", "attack", "fly C7", "attack ZZ 1", "1 2", "²"):
        assert found.find(typed) is None


def test_an_illegal_move_names_the_rule_that_forbids_it() -> None:
    found = choices()
    card = found.of("discard")[0].notation.split()[1]
    action = found.illegal(f"restock {card}")
    assert action is not None
    assert found.why(action) == "TOT-6.1"


def test_every_way_of_showing_names_every_move() -> None:
    found = choices()
    for content in (found.full(), found.by_card(), found.dense()):
        words = shown(content).replace("▸", " ").replace("+", " ").split()
        assert all(str(m.number) in words for m in found.moves)
    assert all(verb in shown(found.by_verb()) for verb in found.verbs)


def test_a_long_sentence_hangs_behind_its_number() -> None:
    _, first, second, *_ = shown(choices().full("attack"), width=30).splitlines()
    assert first.startswith("  1 Attack") and second[:4].isspace() and second[4:5].strip()


def test_no_number_is_parted_from_its_move_at_the_end_of_a_line() -> None:
    moves = [replace(move, number=100 + n, sentence="Lay it down") for n, move in enumerate(choices().moves)]
    for width in range(40, 60):
        lines = shown(RunOn(moves), width).splitlines()
        assert len(lines) > 1 and not [line for line in lines if line.split()[-1].isdigit()]


def test_a_bare_verb_is_refused_for_what_stands_in_its_way_here_and_not_for_what_it_is_never_for() -> None:
    match = Match("shogun", {"players": 1, "mode": "chapter", "chapter": 1}, seed=5)
    while match.game.questions.name(int(match.state[0]["phase"])) != "act.main":
        match.play(match.legal()[0])
    assert Choices(match, 0).barred("strong") == "SHG-12.2"  # out of range, and not that allies are spared


def test_the_rules_behind_a_move_name_the_variant_that_they_belong_to() -> None:
    match = Match("tiger", seed=15)
    match.play("number 3")
    found = Choices(match, match.asked[0])
    page = shown(behind(match, found, "1"))
    assert "Fight Together" in page and page.index("Fight Together") < page.index("TTR-13.12")


def test_the_help_of_a_move_ends_in_one_full_stop() -> None:
    match = Match("totemic", seed=11)
    while "invoke" not in (found := Choices(match, match.asked[0])).verbs:
        match.play(match.legal()[-1])
    page = shown(behind(match, found, found.of("invoke")[0].notation))
    assert ".. " not in page and "You may play this now." in page
