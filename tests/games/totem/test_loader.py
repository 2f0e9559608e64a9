"""The card loader: what it refuses, and what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bestiary import Match
from bestiary.core.cards import Content
from bestiary.core.errors import CardError

from .table import CODES, GAME, NUMBER

SOURCE = (GAME.room / "cards.toml").read_text(encoding="utf-8")
C1 = SOURCE.index('code = "C1"')
J9 = SOURCE.index('code = "J9"')
LINE_OF_C1 = SOURCE[:C1].count("\n") - 1  # its [[card]] stands two lines above the code
LINE_OF_J9 = SOURCE[:J9].count("\n") - 1
LINE_OF_CONSTANTS = SOURCE[: SOURCE.index("[constants]")].count("\n") + 1


def altered(folder: Path, old: str, new: str, start: int = 0) -> Content:
    """The content of a copy in which the next ``old`` from ``start`` on is ``new``."""
    assert old in SOURCE[start:]
    path = folder / "cards.toml"
    path.write_text(SOURCE[:start] + SOURCE[start:].replace(old, new, 1), encoding="utf-8")
    return GAME.content(path)


def refusal(folder: Path, old: str, new: str, start: int = 0) -> str:
    """What the loader says about such a copy."""
    with pytest.raises(CardError) as refused:
        altered(folder, old, new, start)
    return str(refused.value)


def test_the_games_own_file_is_good() -> None:
    content = GAME.content()
    assert [card.code for card in content.cards] == CODES
    assert [f"{'CAVJ'[i // 13]}{i % 13 + 1}" for i in range(52)] == CODES


def test_an_untouched_copy_has_the_same_fingerprint(tmp_path: Path) -> None:
    copy = altered(tmp_path, "Crimson Mouse", "Crimson Mouse")
    assert copy.fingerprint == GAME.content().fingerprint


def test_an_edited_card_is_another_game(tmp_path: Path) -> None:
    stronger = altered(tmp_path, "power = 1\n", "power = 13\n", C1)
    assert stronger.fingerprint != GAME.content().fingerprint
    assert int(stronger.tables["power"][0, NUMBER["C1"]]) == 13
    assert Match(GAME, seed=1, content=stronger).content is stronger


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("power = 1\n", "power = 14\n", "power = 14; expected a whole number from 1 to 13"),
        ("power = 1\n", "power = 0\n", "power = 0; expected a whole number from 1 to 13"),
        ("power = 1\n", 'power = "1"\n', "power = '1'; expected a whole number from 1 to 13"),
        ("power = 1\n", "", "power is missing; expected a whole number from 1 to 13"),
        ('name = "Crimson Mouse"\n', "", "name is missing; expected a text"),
        ('animal = "Mouse"\n', "", "animal is missing; expected a text"),
        ("known = true\n", "known = 1\n", "known = 1; expected true or false"),
        ("copies = 1\n", "copies = 2\n", "copies = 2; expected a whole number from 1 to 1"),
        ('colour = "crimson"', 'colour = "pink"', "expected one of crimson, azure, violet, jade"),
        ('ability = "sword"', 'ability = "axe"', "expected one of none, sword, shield, eye, requisition"),
        ('ability = "sword"', 'ability = "none"', "expected effects for a card with an ability"),
        ("effects =", "efects =", "expected no such field, only id, code"),
        ("id = 0\n", "id = 52\n", "id = 52; expected a whole number from 0 to 51"),
    ],
)
def test_a_bad_field_of_a_card(tmp_path: Path, old: str, new: str, said: str) -> None:
    heard = refusal(tmp_path, old, new, C1 - len("id = 0\n"))
    assert heard.startswith(f"cards.toml, line {LINE_OF_C1}: card C1: ")
    assert said in heard


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do="draw"', 'do="steal"', "do = 'steal'; expected one of join, withstand, reveal, draw"),
        ('on="attack_won"', 'on="sunrise"', "on = 'sunrise'; expected one of attack_won, defence_won"),
        ('on="attack_won"', 'on="declare_attack"', "expected one of attack_won, defence_won"),
        ('if="deck_left"', 'if="raining"', "expected one of always, fresh, hand_left, enemy_hidden"),
        ('who="owner"', 'who="friend"', "who = 'friend'; expected one of owner, opponent"),
        ("n=1", "n=0", "n = 0; expected a whole number from 1 to 8"),
        (", n=1", "", "n is missing"),
        ("may=false", 'may="no"', "may = 'no'; expected true or false"),
        ("may=false", "may=false, cost=1", "cost = 1; expected no such field, only on, if, do, n, who, may"),
    ],
)
def test_a_bad_word_of_an_effect(tmp_path: Path, old: str, new: str, said: str) -> None:
    heard = refusal(tmp_path, old, new, J9)
    assert heard.startswith(f"cards.toml, line {LINE_OF_J9}: card J9, effect 1: ")
    assert said in heard


def test_effects_that_are_no_list_or_too_many(tmp_path: Path) -> None:
    assert "expected a list of tables" in refusal(tmp_path, "effects = [{", 'effects = "none" # [{', C1)
    one = '{on="declare_attack", if="hand_left", do="join", n=1, who="owner", may=true}'
    assert "expected at most 4 entries" in refusal(tmp_path, one, ", ".join([one] * 5), C1)


def test_two_cards_with_one_number_or_one_code(tmp_path: Path) -> None:
    said = refusal(tmp_path, "id = 1\n", "id = 0\n", C1)
    assert "card C2: id = 0; expected a number that no other card has" in said
    said = refusal(tmp_path, 'code = "C2"', 'code = "C1"', C1)
    assert "code = 'C1'; expected a code that no other card has" in said


def test_a_wrong_number_of_cards(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'kind = "totem"', 'kind = "summary"', C1)
    assert (
        said
        == "cards.toml: 51 cards of kind totem; expected 52: the deck is fixed (TOT-1.1), so one is missing"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("deal = 7", "deal = 8", "deal = 8; expected a whole number from 1 to 7"),
        ("deal = 7", "deal = 3", "deal = 3; expected at least row = 4"),
        ("row = 4", "row = 5", "row = 5; expected a whole number from 1 to 4"),
        ("hand_limit = 6", "", "hand_limit is missing; expected a whole number from 1 to 8"),
        ("players = 2", "players = 3", "players = 3; expected a whole number from 2 to 2"),
        ("cards_per_attack = 2", "cards_per_attack = 3", "expected a whole number from 2 to 2"),
        ("hand_limit = 6", "hand_limit = 6\nhand_limits = 7", "hand_limits = 7; expected no such field"),
    ],
)
def test_a_bad_constant(tmp_path: Path, old: str, new: str, said: str) -> None:
    heard = refusal(tmp_path, old, new, SOURCE.index("[constants]"))
    assert heard.startswith(f"cards.toml, line {LINE_OF_CONSTANTS}: constants: ")
    assert said in heard


@pytest.mark.parametrize(
    "constants",
    [
        {"hand_limit": 7},
        {"start_draw": 2},
        {"discard_draw": 2},
        {"row": 1, "hand_limit": 1, "start_draw": 2},  # a first hand of 6, although 1 card is kept
    ],
)
def test_constants_that_would_overflow_a_hand(tmp_path: Path, constants: dict[str, int]) -> None:
    text = SOURCE
    for name, value in constants.items():
        text = re.sub(rf"^{name} = \d", f"{name} = {value}", text, count=1, flags=re.MULTILINE)
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardError, match="a hand of at most 8: with these draws a hand can grow to 9 cards"):
        GAME.content(path)


@pytest.mark.parametrize(("effect", "most"), [("attack_won", 10), ("defence_won", 9)])
def test_draws_that_would_overflow_a_hand(tmp_path: Path, effect: str, most: int) -> None:
    one = f'{{on="{effect}", if="deck_left", do="draw", n='
    said = refusal(tmp_path, one + "1", one + "2", J9)
    assert f"with these draws a hand can grow to {most} cards" in said


@pytest.mark.parametrize(("effect", "most"), [("attack_won", 10), ("defence_won", 9)])
def test_draws_given_to_the_opponent_count_too(tmp_path: Path, effect: str, most: int) -> None:
    one = f'{{on="{effect}", if="deck_left", do="draw", n=1, who="'
    said = refusal(tmp_path, one + "owner", one + "opponent", J9)
    assert f"with these draws a hand can grow to {most} cards" in said


def test_a_broken_file_says_where(tmp_path: Path) -> None:
    said = refusal(tmp_path, 'code = "C1"', 'code = "C1', C1)
    assert said.startswith("cards.toml: not readable: ") and f"line {LINE_OF_C1 + 2}" in said
    said = refusal(tmp_path, "[constants]", "[constant]")
    assert re.match(r"cards.toml, line \d+: there is no table constant, only constants, ", said)


def test_no_file_at_all(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="there is no such card file"):
        GAME.content(tmp_path / "nothing.toml")
