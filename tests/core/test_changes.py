"""Changed cards: paths, values, refusals for people, and diffs that keep the layout."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from bestiary.core.changes import Change, Changes, opened, owners, parse, parse_range
from bestiary.core.errors import CardError
from bestiary.core.paths import places
from bestiary.core.registry import load


def power(content, code: str) -> int:  # type: ignore[no-untyped-def]
    return next(card.facts["power"] for card in content.cards if card.code == code)


def test_a_number_is_changed_in_memory_only() -> None:
    game = load("totemic")
    before = game.content().fingerprint
    made = Changes(game, ["cards.wolf.power=22", "cards.fox.power += 2"])
    assert power(made.content, "wolf") == 22
    assert power(made.content, "fox") == power(game.content(), "fox") + 2
    assert made.content.fingerprint != before == game.content().fingerprint
    assert made.cards() == ["wolf", "fox"]


@pytest.mark.parametrize(
    ("path", "cards"),
    [
        ("spirit.wolf.power", ["wolf"]),
        ("cards.Blood Draught.strength", ["blood-draught"]),
        ("cards.badger.effects.0.n", ["badger"]),
        ("constants.submit_loss", []),
        ("totem.levels.1", []),
    ],
)
def test_paths_lead_to_values(path: str, cards: list[str]) -> None:
    game = load("totemic")
    made = Changes(game, [f"{path} += 1"])
    assert made.content.fingerprint != game.content().fingerprint
    assert made.cards() == cards


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cards.wlof.power=22", "there is no card 'wlof'; did you mean wolf"),
        ("cards.wolf.powr=22", "there is no field 'powr'; did you mean power?"),
        ("constant.submit_loss=2", "did you mean constants"),
        ("cards.badger.effects.7.n=2", "there is no place '7'"),
        ("cards.badger.effects.0.m=2", "there is no field 'm'"),
        ("cards.wolf.power.n=2", "without fields"),
        ("cards.wolf.power=120", "expected a whole number from 1 to 99"),
        ("cards.wolf.power=strong", "expected a whole number, such as"),
        ("cards.wolf.power=2.5", "expected a whole number, such as"),
        ("cards.wolf.rival=1", "expected true or false"),
        ("cards.wolf.name += 1", "expected a number"),
        ("cards.badger.effects.0.if=bhind", "expected one of always"),
        ("cards.wolf=3", "cards.wolf has: no, id, name"),
        ("cards..power=3", "expected names with dots between them"),
        ("cards.wolf.effects=[{", "not readable"),
        ("cards.wolf.power", "A change is written PATH=VALUE"),
        ("=3", "A change is written PATH=VALUE"),
    ],
)
def test_what_cannot_be_changed_is_said_in_one_line(change: str, said: str) -> None:
    with pytest.raises(CardError) as refused:
        Changes(load("totemic"), [change])
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_second_file_is_changed_where_the_loader_reads_it() -> None:
    game = load("shogun")
    made = Changes(game, ["chapter.1.tier=2", "campaign.judgement.lives=2"])
    assert made.content.fingerprint != game.content().fingerprint
    assert "campaign.toml" in made.diff() and "+lives = 2" in made.diff()


def test_every_card_that_is_printed_from_a_named_entry_has_an_owner() -> None:
    klaw = load("klaw")
    assert len(owners(klaw)) == len(klaw.content().cards)
    totemic = owners(load("totemic"))
    assert totemic["wolf"][0] == "spirit" and totemic["blood-draught"][0] == "aspect"


def test_ranges() -> None:
    assert parse_range("a.b=1..7:3") == ("a.b", [1, 4, 7])
    assert parse_range("a.b=-2..0") == ("a.b", [-2, -1, 0])
    assert parse_range("a.b=3, 5") == ("a.b", [3, 5])
    for bad in ("a.b=7..1", "a.b=1..7:0", "a.b+=1..7"):
        with pytest.raises(CardError):
            parse_range(bad)
    assert parse("a.b = 3") == Change("a.b", 3)


def test_a_diff_keeps_comments_and_layout(tmp_path: Path) -> None:
    game = load("totemic")
    path = tmp_path / "cards.toml"
    shutil.copy(game.room / "cards.toml", path)
    before = path.read_text()
    made = Changes(
        game, ["cards.wolf.power += 1", "constants.submit_loss=4", "cards.badger.effects.0.n=3"], path
    )
    changed = [line for line in made.diff().splitlines() if line[0] in "+-" and line[1] not in "+-"]
    assert len(changed) == 6
    assert "-submit_loss = 5              # TMC-8.7" in changed
    assert "+submit_loss = 4              # TMC-8.7" in changed
    assert path.read_text() == before, "a diff writes nothing"
    assert made.write() == [path]
    assert tomllib.loads(path.read_text()) == made.file.data
    assert game.content(path).fingerprint == made.content.fingerprint
    assert len(made.stale()) == 1 and "add 1 to your total" in made.stale()[0]


def test_what_is_known_is_not_ours_to_tune() -> None:
    file = opened(load("totemic"))
    ours = {p.path: p.ours for p in places(file, "spirit.*.power")}
    assert ours["spirit.wolf.power"] and not ours["spirit.turtle.power"]
    assert not any(p.ours for p in places(file, "constants.*"))
    assert not any(p.ours for p in places(opened(load("totem")), "card.*.power"))
    knife = places(opened(load("shogun")), "cards.katana.effects.*.*")
    assert knife and not any(p.ours for p in knife), "told in a sentence: all parts count as known"
