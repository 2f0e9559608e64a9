"""Effects are data: cards that the game does not have, over the same few words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.core.cards import Content

from .table import GAME, Table, cards, position

SOURCE = (GAME.room / "cards.toml").read_text(encoding="utf-8")


@pytest.fixture
def cards_with(tmp_path: Path) -> Any:
    """Makes the game's cards with other effects on one of them."""

    def make(code: str, *effects: str, **constants: int) -> Content:
        start = SOURCE.index("effects = ", SOURCE.index(f'code = "{code}"'))
        end = SOURCE.index("\n", start)
        text = f"{SOURCE[:start]}effects = [{', '.join(f'{{{e}}}' for e in effects)}]{SOURCE[end:]}"
        for name, value in constants.items():
            start = text.index(f"\n{name} = ") + 1
            text = f"{text[:start]}{name} = {value}{text[text.index('#', start) - 1 :]}"
        path = tmp_path / f"{code}.toml"
        path.write_text(text, encoding="utf-8")
        return GAME.content(path)

    return make


def effect(
    on: str, do: str, n: int = 1, who: str = "opponent", may: bool = False, when: str = "always"
) -> str:
    return f'on="{on}", if="{when}", do="{do}", n={n}, who="{who}", may={str(may).lower()}'


def test_an_eye_that_reveals_two(cards_with: Any) -> None:
    content = cards_with("V9", effect("attack_won", "reveal", 2))
    table = position("V9 ?", "(C4) (A1) (A2) (A3)", content=content)
    table.play("P attack V9 1", "P reveal 2", "P reveal 2 refused TOT-13.2")
    assert table.question == "P eye" and table.match.choices() == ["reveal 3", "reveal 4"]
    table.play("P reveal 4")
    assert table.Q.row == "-- A1 (A2) A3" and table.question == "P second"


def test_an_eye_that_reveals_two_finds_two_or_one(cards_with: Any) -> None:
    content = cards_with("V9", effect("attack_won", "reveal", 2))
    for row, after in (("(C4) (A1) -- (A3)", "-- A1 -- A3"), ("(C4) -- (A1) J9", "-- -- A1 J9")):
        table = position("V9 ?", row, content=content)
        table.play("P attack V9 1")
        assert table.Q.row == after and table.question == "P second"


def test_effects_follow_each_other_and_each_counts_for_itself(cards_with: Any) -> None:
    """Four are to be revealed and one is there; two of the own row are another matter."""
    own = effect("attack_won", "reveal", 2, who="owner")
    content = cards_with("V9", effect("attack_won", "reveal", 4), own)
    table = position("V9 ?", "(C4) (A1) -- --", row="(A2) (A3) (A4) --", content=content)
    table.play("P attack V9 1")
    assert table.Q.row == "C4 A1 -- --" and table.P.row == "(A2) (A3) (A4) --"
    table.play("P reveal 3", "P reveal 1")
    assert table.P.row == "A2 (A3) A4 --" and table.question == "P second"


def test_an_eye_that_may_be_left_unused(cards_with: Any) -> None:
    content = cards_with("V9", effect("attack_won", "reveal", may=True))
    table = position("V9 ?", "(C4) (A1) -- --", content=content)
    table.play("P attack V9 1")
    assert table.match.choices() == ["reveal 2", "decline"]
    table.play("P stop refused TOT-4.6", "P decline")
    assert table.Q.row == "-- (A1) -- --" and table.question == "P second"


def test_the_order_of_effects_and_their_triggers(cards_with: Any) -> None:
    """A card that draws and looks when it wins, and does nothing in defence."""
    draw = effect("attack_won", "draw", who="owner")
    content = cards_with("V9", draw, effect("attack_won", "reveal"))
    table = position("V9", "(C4) (A1) (A2) --", deck="C1 C2 C3", content=content)
    table.play("P attack V9 1")
    assert table.P.hand == {"C1"} and table.question == "P eye"
    table.play("P reveal 2")
    assert table.question == "P second"
    table = position("J3 ?", "(V9) (?) -- --", deck=9, content=content)
    table.play("P attack J3 1")
    assert table.question == "Q action" and table.P.hidden == 2 and len(table.deck) == 8


def test_a_card_may_have_four_effects(cards_with: Any) -> None:
    own = effect("attack_won", "reveal", who="owner")
    content = cards_with("V9", *[effect("attack_won", "reveal")] * 3, own)
    table = position("V9 ?", "(C4) (A1) (A2) (A3)", row="(A4) -- -- --", content=content)
    table.play("P attack V9 1", "P reveal 3", "P reveal 2")
    assert table.Q.row == "-- A1 A2 A3" and table.P.row == "A4 -- -- --"
    assert table.question == "P second"


def test_a_draw_that_one_card_makes_a_choice(cards_with: Any) -> None:
    content = cards_with("J9", effect("attack_won", "draw", who="owner", may=True))
    for answer, hand in (("draw", cards("C2 A1")), ("decline", {"C2"})):
        table = position("J9 C2", "(C4) (?) -- --", deck="A1 A2", content=content)
        table.play("P attack J9 1", f"P {answer}")
        assert table.P.hand == hand and table.question == "P second"


def test_a_draw_without_a_condition_is_not_asked_of_an_empty_deck(cards_with: Any) -> None:
    content = cards_with("J9", effect("attack_won", "draw", who="owner", may=True))
    table = position("J9 C2", "(C4) (?) -- --", deck=0, content=content)
    table.play("P attack J9 1")
    assert table.question == "P second" and table.P.hand == {"C2"}


def test_a_gift_of_cards(cards_with: Any) -> None:
    gift = effect("defence_won", "draw", who="opponent")
    content = cards_with("J9", gift, hand_limit=5)
    table = position("C2 C3", "(J9) (?) -- --", deck="A1 A2 A3", content=content)
    table.play("P attack C2 1")
    assert table.P.hand == cards("C3 A1") and "A2" in table.Q.hand


def test_a_shield_on_a_condition(cards_with: Any) -> None:
    """It holds while its owner has a card in hand, an enemy is hidden, or the deck has a card."""
    tests: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("hand_left", {"q_hand": "C1"}, {"q_hand": ""}),
        ("enemy_hidden", {"row": "(C1) -- -- --"}, {"row": "C12 -- -- --"}),
        ("deck_left", {"deck": 1}, {"deck": 0}),
    ]
    for when, holds, breaks in tests:
        content = cards_with("A9", effect("flipped_by_attack", "withstand", when=when, who="owner"))
        for given, after in ((holds, "A9"), (breaks, "--")):
            table: Table = position("J13 ?", "(A9) (?) -- --", content=content, **given)
            table.play("P attack J13 1")
            assert table.Q.place(1) == after, when


def test_a_shield_only_withstands_the_attack_that_flips_it(cards_with: Any) -> None:
    content = cards_with("A9", effect("defence_won", "reveal"))
    table = position("J13 ?", "(A9) (?) -- --", content=content)
    table.play("P attack J13 1")
    assert table.Q.place(1) == "--"


def test_constants_are_read_from_the_cards(cards_with: Any) -> None:
    own = effect("attack_won", "draw", who="owner")
    content = cards_with("J9", own, row=3, attacks_per_turn=3, hand_limit=4, empty_hand_draw=2)
    table = position("A11 A12 A13 C1", "C2 C3 C4 (?)", row="(?) (?) -- --", content=content)
    table.play("P attack A11 1", "P attack A12 2", "P attack A13 3")
    assert table.question == "Q action"
    table = position("C1 C2 ?", row="(?) (?) -- --", content=content)
    table.play("P restock C1")
    assert table.question == "Q action"  # three Totems are all
    table = position("V13", "C2 C3 -- --", deck=9, content=content)
    table.play("P attack V13 1")
    assert len(table.P.hand) == 2
    table = position("C1 C2 C3 C4 C5", content=content)
    table.play("P exchange C1 1")
    assert table.question == "P trim"
