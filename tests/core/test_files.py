"""Rulebooks and card files: each damage gives one clear line with file, place and wish."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bestiary.core.cards import CardFile
from bestiary.core.errors import CardError, RulebookError, UnknownName
from bestiary.core.registry import load, names
from bestiary.core.rulebook import Rulebook

RULE = '[[rule]]\nid = "T-1"\nsection = "Play"\ntext = "Lay."\nstatus = "stated"\ntest = "lays"\n'


def book(tmp_path: Path, text: str) -> Rulebook:
    path = tmp_path / "rulebook.toml"
    path.write_text(text)
    return Rulebook.load(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule", "not readable"),
        (RULE + RULE, "T-1 stands there twice"),
        (RULE.replace('test = "lays"\n', ""), "T-1: test is missing"),
        (RULE.replace('text = "Lay."', 'text = ""'), "T-1: text is missing"),
        (RULE.replace("stated", "guessed"), "T-1: status must be one of stated, decided, option"),
        (RULE.replace('id = "T-1"\n', ""), "rule number 1: id is missing"),
        (RULE + '[[example]]\nid = "X-1"\nrules = ["T-9"]\n', "X-1 cites the unknown T-9"),
        (RULE + '[[decision]]\nid = "D-1"\nrules = ["T-9"]\n', "D-1 cites the unknown T-9"),
    ],
)
def test_a_damaged_rulebook_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RulebookError, match=r"rulebook\.toml") as refused:
        book(tmp_path, text)
    assert said in str(refused.value)


def test_a_rulebook_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no such rulebook"):
        Rulebook.load(tmp_path / "rulebook.toml")


def test_entries_are_numbered_searched_and_cited(tmp_path: Path) -> None:
    made = book(tmp_path, RULE + RULE.replace("T-1", "T-2").replace("Lay", "Take"))
    assert made.number("T-2") == 2 and made.cited(2).id == "T-2"
    assert [r.id for r in made.search(["TAKE"])] == ["T-2"]
    assert len(made.search([])) == 2
    with pytest.raises(UnknownName, match="no rule 'T-3'"):
        made.number("T-3")


def test_options_come_from_the_entries(tmp_path: Path) -> None:
    entry = RULE.replace("stated", "option")
    first = entry + 'option = "restock"\ndefault = "any"\nvalues = ["any", "one"]\n'
    second = entry.replace("T-1", "T-2") + 'option = "restock"\ndefault = "any"\nvalues = ["none"]\n'
    flag = entry.replace("T-1", "T-3") + 'option = "bluff"\ndefault = false\n'
    restock, bluff = book(tmp_path, first + second + flag).options()
    assert restock.values == ("any", "one", "none") and restock.rules == ("T-1", "T-2")
    assert bluff.values == (False, True)


def totem_cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    shutil.copy(load("totem").room / "cards.toml", path)
    return path


def test_cards_of_another_file_can_be_read(tmp_path: Path) -> None:
    game, path = load("totem"), totem_cards(tmp_path)
    assert game.content(path).fingerprint == game.content().fingerprint


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("deal = 7", "deal = 70", "constants: deal = 70; expected a whole number from 1 to 7"),
        ("deal = 7", 'deal = "7"', "constants: deal = '7'; expected a whole number"),
        ("deal = 7 ", "deel = 7 ", "constants: deel = 7; expected no such field"),
        ("deal = 7", "deal = true", "deal = True; expected a whole number"),
        (
            'animal = "Otter"\npower = 5',
            'animal = "Otter"\npower = 50',
            "card C5: power = 50; expected a whole number from 1 to 13",
        ),
        ('colour = "', 'colour = "un', "expected one of"),
        ('kind = "totem"', 'kind = "totm"', "51 cards of kind totem; expected 52"),
        ("[[card]]", "[[card", "not readable"),
    ],
)
def test_a_damaged_card_file_names_the_place_and_the_wish(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = totem_cards(tmp_path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(CardError, match=r"^cards\.toml") as refused:
        load("totem").content(path)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value) or "not readable" in said


def test_a_refusal_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('# two cards\n[[card]]\ncode = "A"\nn = 1\n\n[[card]]\ncode = "B"\nn = "x"\nextra = 1\n')
    first, second = CardFile(path).each("card")
    assert first.whole("n", 0, 3) == 1
    with pytest.raises(CardError, match=r"^cards.toml, line 6: card B: n = 'x'; expected a whole number"):
        second.whole("n", 0, 3)
    with pytest.raises(CardError, match=r"card B: extra = 1; expected no such field, only code, n"):
        second.only("code", "n")
    with pytest.raises(CardError, match="expected true or false"):
        first.flag("n")
    with pytest.raises(CardError, match="expected a list of tables"):
        first.list_of("code", 2)


def test_a_table_that_no_game_reads_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text('title = "Two"\n[vocabulary]\n[[card]]\ncode = "A"\n\n[[crad]]\ncode = "B"\n')
    file = CardFile(path)
    assert len(list(file.each("card"))) == 1
    with pytest.raises(CardError, match=r"^cards.toml, line 6: there is no table crad, only card, "):
        file.only("card")


@pytest.mark.parametrize("slug", names())
def test_every_game_refuses_a_table_that_it_does_not_read(slug: str, tmp_path: Path) -> None:
    game = load(slug)
    source = (game.room / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(source + '\n[[crad]]\nname = "X"\n', encoding="utf-8")
    line = source.count("\n") + 2
    with pytest.raises(CardError, match=rf"^cards.toml, line {line}: there is no table crad"):
        game.content(tmp_path / "cards.toml")


def test_a_card_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="no such card file"):
        CardFile(tmp_path / "cards.toml")
    (tmp_path / "cards.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardError, match="not readable"):
        CardFile(tmp_path / "cards.toml")


def test_an_edited_card_file_is_read_again(tmp_path: Path) -> None:
    game, path = load("totem"), totem_cards(tmp_path)
    before = game.content(path)
    assert game.content(path) is before
    path.write_text(path.read_text().replace("hand_limit = 6", "hand_limit = 5"))
    assert game.content(path).fingerprint != before.fingerprint
