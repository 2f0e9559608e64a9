"""Card sets: made, refused at the field, compared in words, kept, and played with."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bestiary import lab
from bestiary.core import sets
from bestiary.core.changes import Changes, opened, parse
from bestiary.core.differing import in_words
from bestiary.core.errors import BestiaryError, CardError
from bestiary.core.registry import load, names
from bestiary.core.sets import CardSet, SetChange

WOLF = SetChange(parse("cards.wolf.power=20"), "it won too much")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BESTIARY_SETS", str(tmp_path / "sets"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "sets"


def weak(**more: Any) -> CardSet:
    return CardSet("totemic-v1", "Weak Wolf", author="Ann", notes="A try.", changes=(WOLF,), **more)


def test_a_set_reads_back_as_it_was_written(tmp_path: Path) -> None:
    added = SetChange(parse("cards.fox.power += 2"))
    one = CardSet("totemic-v1", "Two", 3, "Ann", 'Say "hi"\nto all', (WOLF, added))
    night = ("copy host.surgeon as Night Surgeon", "remove host.surgeon")
    whole = CardSet("klaw-v2", "Night", changes=tuple(SetChange(parse(text)) for text in night))
    assert sets.from_data(tomllib.loads(whole.text()), "a set") == whole
    path = tmp_path / "two.toml"
    path.write_text(one.text())
    assert sets.read(path) == one and sets.is_set(path)
    assert not sets.is_set(load("totemic").card_file)
    printed, fox = (
        next(c for c in content.cards if c.code == "fox")
        for content in (load("totemic").content(), one.made().content)
    )
    assert fox.facts["power"] == printed.facts["power"] + 2 and one.made().game.name == "totemic-v1"


@pytest.mark.parametrize("game", names())
def test_a_card_file_is_the_same_cards_when_it_is_written_anew(game: str) -> None:
    file = opened(load(game))
    for each in (file, *file.others.values()):
        assert tomllib.loads(sets.toml(each.data)) == each.data


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"the table \[set\] is missing"),
        ('[set]\nname = "x"', r"\[set\]: game; expected a text"),
        ('[set]\ngame = "totemic"\nname = "!"', "expected letters or digits"),
        ('[set]\ngame = "totemic"\nname = "x"\nversion = 0', "version = 0; expected a whole number from 1"),
        ('[set]\ngame = "totemic"\nname = "x"\ncolour = 1', "no field colour"),
        ('[set]\ngame = "totemic"\nname = "x"\n[[change]]\npath = "a"', "expected one of value, add"),
        ('[set]\ngame = "totemic"\nname = "x"\n[[change]]\nvalue = 1', r"\[\[change\]\] 1: path"),
        (
            '[set]\ngame = "klaw"\nname = "x"\n[[change]]\npath = "host.a"\ncopy = 1',
            "expected the name of a card",
        ),
        ('[set]\ngame = "klaw"\nname = "x"\n[[change]]\npath = "host.a"\nremove = 1', "expected true"),
        ("[set", "not readable"),
    ],
)
def test_what_is_no_set_is_refused_at_its_field(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(CardError, match=said):
        sets.read(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "cards.wolf.power=999",
            r"Weak Wolf, version 1: change 2, cards.wolf.power: .*expected a whole number",
        ),
        ("cards.wolf.powr=9", "change 2, cards.wolf.powr: .*did you mean power"),
        ("cards.wulf.power=9", "change 2, cards.wulf.power: "),
    ],
)
def test_a_change_that_cannot_be_is_refused_by_its_number(change: str, said: str) -> None:
    one = CardSet("totemic-v1", "Weak Wolf", changes=(WOLF, SetChange(parse(change))))
    with pytest.raises(CardError, match=said):
        one.made()


def test_a_set_of_other_rules_is_refused() -> None:
    with pytest.raises(CardError, match=r"made for totemic-v9; this is totemic-v1"):
        CardSet("totemic-v9", "Old").made()


def test_sets_are_compared_in_words() -> None:
    own, wolf = Changes(load("totemic"), []), weak().made()
    assert in_words(own, wolf) == ["Wolf (spirit), power: 25 -> 20"]
    more = CardSet("totemic-v1", "More", changes=(SetChange(parse("constants.submit_loss=4")),)).made()
    assert in_words(wolf, more) == ["Wolf (spirit), power: 20 -> 25", "constants, submit loss: 5 -> 4"]
    assert in_words(wolf, wolf) == []


def test_cards_that_were_added_and_removed_are_told_in_words() -> None:
    klaw = load("klaw")
    own = Changes(klaw, [])
    one = Changes(
        klaw, ["copy host.surgeon as Night Surgeon", "host.night_surgeon.life=7", "remove host.surgeon"]
    )
    surgeon = "Mara Voss, Field Surgeon"
    assert in_words(own, one) == [
        f"Night Surgeon (host): new, a copy of {surgeon}",
        f"{surgeon} (host): removed",
        "Night Surgeon (host), life: 9 -> 7",
    ]
    assert in_words(one, own) == ["Night Surgeon (host): removed", f"{surgeon} (host): in the game again"]
    assert in_words(own, Changes(klaw, ["copy host.surgeon as x", "remove host.x"])) == []
    both = Changes(klaw, ["cards.surgeon.life=6"])
    assert in_words(both, Changes(klaw, ["host.surgeon.life=7"])) == [f"{surgeon} (host), life: 6 -> 7"]


def test_versions_are_kept_beside_each_other(home: Path) -> None:
    first = weak()
    assert sets.keep(first) == home / "totemic" / "weak-wolf.toml" == sets.keep(first)
    second = sets.changed(first, ["cards.wolf.power=22", "cards.fox.power=25"])
    sets.keep(second)
    assert second.version == 2 and [c.change.path for c in second.changes] == [
        "cards.wolf.power",
        "cards.fox.power",
    ]
    assert sets.read(sets.find("weak-wolf")) == second == sets.read(sets.find("totemic/weak-wolf@2"))
    assert sets.read(sets.find("weak-wolf@1")) == first
    with pytest.raises(CardError, match="version 2 is kept already; the next one is version 3"):
        sets.keep(weak(version=2))
    with pytest.raises(BestiaryError, match="Did you mean weak-wolf"):
        sets.find("weak-wulf")
    with pytest.raises(BestiaryError, match="There is no set 'weak-wolf@7'"):
        sets.find("weak-wolf@7")
    for odd in ("/nowhere.toml", "*", "../x", "nowhere.toml", ""):
        with pytest.raises(CardError, match="there is no such card file"):
            sets.find(odd)
    sets.keep(CardSet("totem-v2", "Weak Wolf"))
    with pytest.raises(CardError, match="write totem/weak-wolf or totemic/weak-wolf"):
        sets.find("weak-wolf")
    assert sets.read(sets.find("totem/weak-wolf")).game == "totem-v2"


def test_a_set_is_played_with_wherever_cards_are_named(home: Path, tmp_path: Path, bestiary: Any) -> None:
    sets.keep(weak())
    path = sets.card_file("weak-wolf")
    assert path == sets.card_file(str(home / "totemic" / "weak-wolf.toml"))
    content = load("totemic").content(path)
    assert content.fingerprint == weak().made().content.fingerprint
    assert sets.set_of(content.source) == weak()
    assert sets.set_of(load("totemic").card_file) is None
    code, out, _ = bestiary("cards", "totemic", "wolf", "--cards", "weak-wolf")
    assert code == 0 and "Power 20" in out
    data = lab.run(lab.Study("totemic", ("random",), 4, content=path), tmp_path / "d")
    assert data.manifest["set"] == "Weak Wolf, version 1"
    assert "with the card set Weak Wolf, version 1" in lab.report(data)
    code, out, _ = bestiary("replay", "--from", tmp_path / "d", "--game", "1", "--cards", "weak-wolf")
    assert code == 0 and "through the eyes of a spectator" in out


def test_the_way_of_a_set_through_the_commands(
    home: Path, tmp_path: Path, bestiary: Any, refused: Any
) -> None:
    code, out, _ = bestiary("sets")
    assert code == 0 and "There are no sets" in out
    line = refused("sets", "new", "totemic", "Weak Wolf", "--set", "cards.wolf.power=999")
    assert "change 1, cards.wolf.power" in line and not home.exists()
    bestiary("sets", "new", "totemic", "Weak Wolf", "--set", "cards.wolf.power=20", "--notes", "A try.")
    bestiary("sets", "change", "weak-wolf", "--set", "cards.wolf.power=24")
    code, out, _ = bestiary("sets", "list")
    assert code == 0 and out == "weak-wolf: Weak Wolf, version 2, totemic-v1, 1 change: A try.\n"
    assert bestiary("sets", "diff", "weak-wolf@1", "weak-wolf")[1] == "Wolf (spirit), power: 20 -> 24\n"
    assert bestiary("sets", "diff", "weak-wolf")[1] == "Wolf (spirit), power: 25 -> 24\n"
    code, out, _ = bestiary("sets", "show", "weak-wolf", "--json")
    assert json.loads(out)["words"] == ["Wolf (spirit), power: 25 -> 24"]
    away = tmp_path / "away.toml"
    bestiary("sets", "export", "weak-wolf", away)
    (home / "totemic" / "weak-wolf.toml").unlink()
    assert bestiary("sets", "import", away)[0] == 0 and sets.read(sets.find("weak-wolf")).version == 2
    whole = tmp_path / "whole.toml"
    bestiary("sets", "export", "weak-wolf", whole, "--whole")
    assert load("totemic").content(whole).fingerprint == sets.read(away).made().content.fingerprint
    assert "fits totemic-v1: 1 place" in bestiary("sets", "check", "weak-wolf")[1]


def test_tuning_does_not_write_into_what_a_set_has_made(refused: Any) -> None:
    sets.keep(weak())
    words = ["lab", "tune", "totemic", "--target", "seats within 40..60", "--vary", "cards.wolf.power"]
    assert "bestiary sets change" in refused(*words, "--cards", "weak-wolf", "--write")
