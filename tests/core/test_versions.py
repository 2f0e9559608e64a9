"""A new version of a game: matches of an earlier one go on where they are played alike, else they are text.

The records are matches of the first version of every game, as that version wrote them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bestiary.core import saves
from bestiary.core.cards import CardFile, Content
from bestiary.core.errors import OtherRules, SaveError
from bestiary.core.match import Match
from bestiary.core.registry import load, register, unregister

RECORDS = Path(__file__).parent / "records"
ENTRIES = {"klaw": 47, "shogun": 321, "tiger": 32, "totem": 64, "totemic": 72}
GO_ON = ("tiger", "totem", "totemic")
TEXT_ONLY = ("klaw", "shogun")


def dealt_then(slug: str) -> Content | None:
    """The cards that the match was played with, where the game has others now."""
    path = RECORDS / f"{slug}-v1.cards.toml"
    return load(slug).read_content(CardFile(path)) if path.exists() else None


def test_every_game_has_its_first_version() -> None:
    assert sorted((*GO_ON, *TEXT_ONLY)) == sorted(ENTRIES)


@pytest.mark.parametrize("slug", GO_ON)
def test_a_match_of_the_first_version_goes_on_as_it_was_played(slug: str) -> None:
    match = Match.load(RECORDS / f"{slug}-v1.match", dealt_then(slug))
    assert len(match.history) == ENTRIES[slug] and match.over
    assert match.game.name == load(slug).name and match.names[:2] == ["Ann", "Bob"]


def test_totem_ended_with_the_turn_that_drew_the_last_card() -> None:
    text = (RECORDS / "totem-v1.match").read_text()
    assert saves.loads(text).options["final_turn"] == "current"
    with pytest.raises(SaveError, match="position differs"):
        saves.loads(text.replace("final_turn=current", "final_turn=action"))


@pytest.mark.parametrize("slug", [*GO_ON, *TEXT_ONLY])
def test_a_match_of_the_first_version_can_be_read_as_text(slug: str) -> None:
    record = saves.written(RECORDS / f"{slug}-v1.match")
    assert record.head["Game"] == f"{slug}-v1" and len(record.moves) == ENTRIES[slug]
    assert all(move.startswith(("Ann: ", "Bob: ", "next")) for move in record.moves)


@pytest.mark.parametrize("slug", TEXT_ONLY)
def test_a_match_of_other_rules_does_not_go_on(slug: str) -> None:
    path = RECORDS / f"{slug}-v1.match"
    with pytest.raises(OtherRules) as refused:
        Match.load(path)
    assert f"was played under {slug}-v1; this is {load(slug).name}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_result_is_written_and_read(tmp_path: Path) -> None:
    match = Match("totem", seed=5, names={0: "Ann", 1: "Bob"})
    match.play(match.legal()[0])
    match.substitute(1, "Cy")
    match.resign(0)
    match.save(tmp_path / "m")
    record = saves.written(tmp_path / "m")
    assert record.result == "Cy wins. The other side has resigned."
    assert record.moves[1:] == ["Bob: substitute Cy", "Ann: resign"]
    assert Match.load(tmp_path / "m").over


@pytest.fixture
def later(request: pytest.FixtureRequest) -> Iterator[None]:
    """Totem some versions later, with the earlier ones that are still played alike."""
    register(replace(load("totem"), version=9, earlier=request.param))
    yield
    unregister("totem")


@pytest.mark.parametrize("later", [{}, {8: {}}], indirect=True)
def test_a_version_that_is_not_declared_is_not_played(later: None) -> None:
    with pytest.raises(OtherRules, match=r"under totem-v1; this is totem-v9, whose rules differ"):
        Match.load(RECORDS / "totem-v1.match")


@pytest.mark.parametrize("later", [{1: {"restock": "one"}}], indirect=True)
def test_an_option_has_its_old_value_where_the_record_does_not_name_it(later: None) -> None:
    text = (RECORDS / "totem-v1.match").read_text()
    assert saves.loads(text).options["restock"] == "any"
    begun = f"{text.partition(chr(10) * 2)[0].replace(' restock=any', '')}\n\nEnd: 0 {{}}\n"
    one = Match("totem", {"restock": "one", "final_turn": "current"}, seed=108)
    assert saves.loads(begun.format(one.digest())).options == one.options
