"""The choices: numbered, found again from what is typed, and judged by what the seat knows."""

from __future__ import annotations

from rich.console import Console

from bestiary import Match
from bestiary.terminal.moves import Choices


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
