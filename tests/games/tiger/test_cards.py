"""The card file: what it must hold, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import Match
from bestiary.core.cards import CardFile
from bestiary.core.errors import CardError
from bestiary.games.tiger import GAME
from bestiary.games.tiger import effects as fx
from bestiary.games.tiger import state as st

SOURCE = (GAME.room / "cards.toml").read_text()


def read(text: str, folder: Path) -> object:
    path = folder / "cards.toml"
    path.write_text(text)
    return GAME.read_content(CardFile(path))


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('do="toss"', 'do="tos"', "one of toss"),
        (
            '{on="act", do="look", where="later"}',
            '{on="check", do="look", where="later"}',
            "a moment at which look",
        ),
        ('{on="act", do="look", where="later"}', '{on="act", do="look"}', "look needs one"),
        ('{on="act", do="swap"}', '{on="act", do="swap", whom="me"}', "no such field"),
        ('if="seen_earlier", n=1', 'if="seen_earlier"', "needs one"),
        ("kind = 7\n", "kind = 6\n", "no other card has"),
        ('copies = 6\naction = "auto"', 'copies = 60\naction = "auto"', "from 0 to 9"),
        ('strengths = ["dragon"]', 'strengths = ["dragoon"]', "keys of cards"),
        ("points = -1", "points = -2", "minus the number of strengths"),
        ('dawn = "weak_type"', 'dawn = "weakest"', "one of one_less"),
        ("[strength_sample]", "[strenght_sample]", "there is no table strenght_sample, only component"),
        ('title = "Rooster of the White Flag"', 'titel = "White Flag"', "no such field"),
        ("base_weights = [6, 12, 27, 52, 20]", "base_weights = [6, 12]", "5 to 5 whole numbers"),
    ],
)
def test_bad_data_is_refused_with_what_was_expected(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in SOURCE
    with pytest.raises(CardError) as refusal:
        read(SOURCE.replace(old, new, 1), tmp_path)
    assert said in str(refusal.value) and "cards.toml" in str(refusal.value)


def test_every_word_of_the_vocabulary_is_one_of_the_rules() -> None:
    said = CardFile(GAME.room / "cards.toml").data["vocabulary"]
    assert set(said["trigger"]) == set(fx.ON.words)
    assert set(said["condition"]) == set(fx.IF.words)
    assert set(said["operation"]) == set(fx.DO.words)


def test_an_edited_card_plays_otherwise(tmp_path: Path) -> None:
    content = read(SOURCE.replace('strengths = ["dragon"]', 'strengths = ["mantis"]', 1), tmp_path)
    strengths = Match("tiger", content=content).view(0)["strengths"]  # type: ignore[arg-type]
    assert strengths["turtle"] == ["mantis"] and Match("tiger").view(0)["strengths"]["turtle"] == ["dragon"]


def test_every_card_has_its_place() -> None:
    content = GAME.content()
    assert len(content.cards) == st.KINDS and len({c.code for c in content.cards}) == st.KINDS
    assert len({c.text for c in content.cards}) == st.KINDS - 1  # Mantis and Crane: no action
