"""A card can be added where the rules have room for it; where they have not, the refusal says why."""

from __future__ import annotations

import pickle
import re
import shutil
from pathlib import Path

import pytest

from bestiary.core.errors import CardError
from bestiary.core.registry import load

ROOM = {"klaw": {"host", "totem", "item", "action"}, "totem": {"ability", "colour", "animal"}}
COUNTED = {
    "totem": {"card"},
    "totemic": {"spirit", "aspect", "challenge_card"},
    "tiger": {"card", "dawn", "change"},
}
COUNTED["shogun"] = {
    "die",
    "character",
    "skill",
    "kami",
    "weapon",
    "armour",
    "item",
    "special_item",
    "minion",
}
COUNTED["shogun"] |= {"servant", "wanderer", "chosen", "ai_card", "event", "event_card"}
NEXT = re.compile(r"^(\[|# ---)", re.MULTILINE)


def one_more(slug: str, kind: str, folder: Path) -> Path:
    """The game's card file with a copy of one of its tables, under another name."""
    for file in load(slug).room.glob("*.toml"):
        shutil.copy(file, folder)
    path = folder / "cards.toml"
    source = path.read_text(encoding="utf-8")
    table = source[source.index(f"\n[[{kind}]]") + 1 :]
    after = NEXT.search(table, 2)
    table = table[: after.start()] if after else table
    another = re.sub(r'^(id|key|code|name) = "(.*)"', r'\1 = "\2-too"', table, flags=re.MULTILINE)
    path.write_text(f"{source}\n{another}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("slug", "kind"), [(s, k) for s, kinds in ROOM.items() for k in sorted(kinds)])
def test_a_card_is_added_where_there_is_room(slug: str, kind: str, tmp_path: Path) -> None:
    game = load(slug)
    changed = game.content(one_more(slug, kind, tmp_path))
    assert slug != "klaw" or len(changed.cards) > len(game.content().cards)


@pytest.mark.parametrize(("slug", "kind"), [(s, k) for s, kinds in COUNTED.items() for k in sorted(kinds)])
def test_where_there_is_none_the_refusal_says_why(slug: str, kind: str, tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"^cards\.toml[:,].*(change one instead|no other card has)"):
        load(slug).content(one_more(slug, kind, tmp_path))


def test_cards_go_to_another_process_without_notes_that_stay_here() -> None:
    content = load("totem").content()
    content.__dict__["_choices"] = {0: lambda: None}
    try:
        sent = pickle.loads(pickle.dumps(content))
    finally:
        del content.__dict__["_choices"]
    assert sent.fingerprint == content.fingerprint and sent.cards == content.cards
