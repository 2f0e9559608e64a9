"""Whole entries: copied under a name of their own, removed, and refused in the loader's words."""

from __future__ import annotations

import pytest

from bestiary.core.additions import Room, room
from bestiary.core.changes import Changes
from bestiary.core.errors import CardError
from bestiary.core.registry import load


def test_a_copy_is_a_card_of_its_own() -> None:
    klaw = load("klaw")
    made = Changes(klaw, ["copy host.surgeon as Night Surgeon", "host.night_surgeon.life=7"])
    found = {card.code: card for card in made.content.cards}
    assert found["night_surgeon"].name == "Night Surgeon" and found["night_surgeon"].facts["life"] == 7
    assert found["surgeon"].facts["life"] == 9, "the one that was copied stays as it is"
    assert len(found) == len(klaw.content().cards) + 1
    assert made.cards() == ["night_surgeon"]
    assert made.made[0].place.entry["known"] is False, "nobody knows it from a rulebook"


def test_what_is_removed_is_gone_once_another_one_stands_in_for_it() -> None:
    klaw = load("klaw")
    with pytest.raises(CardError, match="23 core Hosts; four players need 24"):
        Changes(klaw, ["remove host.surgeon"])
    made = Changes(
        klaw, ["copy host.surgeon as Night Surgeon", "remove host.apothecary", "host.surgeon.life=6"]
    )
    assert "apothecary" not in {card.code for card in made.content.cards}
    assert sorted(made.cards()) == ["apothecary", "night_surgeon", "surgeon"]
    with pytest.raises(CardError, match="added to a file, or removed, by hand"):
        made.diff()


@pytest.mark.parametrize(
    ("game", "path", "copy", "remove"),
    [
        ("klaw", "host.surgeon", "", "23 core Hosts; four players need 24"),
        ("totem", "card.C10", "the deck is fixed (TOT-1.1), so change one", "51 cards of kind totem"),
        ("totem", "ability.sword", "", "ability = 'sword'; expected one of"),
        ("totemic", "spirit.wolf", "twelve animals, each with a place of its own", "11 spirits"),
        ("tiger", "card.crane", "all 33 kinds are taken, change one instead", "expected a list of keys"),
    ],
)
def test_what_a_game_has_room_for_is_told_in_its_loader_s_words(
    game: str, path: str, copy: str, remove: str
) -> None:
    found: Room = room(Changes(load(game), []), path)
    assert found.path.endswith("_2") and ".toml" not in found.copy + found.remove
    assert (copy in found.copy) if copy else found.copy == ""
    assert remove in found.remove


def test_the_next_copy_has_the_next_number() -> None:
    made = Changes(load("klaw"), ["copy host.surgeon as surgeon_2"])
    assert room(made, "host.surgeon").path == room(made, "host.surgeon_2").path == "host.surgeon_3"
    assert room(made, "host.surgeon_2").remove == "" == room(made, "host.surgeon").remove


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("copy host.surgeo as x", "there is no host 'surgeo'; did you mean surgeon"),
        ("copy host.surgeon as Surgeon", "there is a host of this name already"),
        ("remove host.*", "expected one entry: host.surgeon or"),
        ("remove components", "expected an entry, such as cards.wolf"),
        ("remove host.surgeon.life", "expected an entry, such as cards.wolf"),
    ],
)
def test_what_is_no_entry_is_refused_in_one_line(change: str, said: str) -> None:
    with pytest.raises(CardError) as refused:
        Changes(load("klaw"), [change])
    assert said in str(refused.value) and "\n" not in str(refused.value)
