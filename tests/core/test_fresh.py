"""Edited rules and cards are seen at once, and unedited ones compile nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from .land import build, run

SHOW = "print(json.dumps(played()))\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    build(made)
    return made


def test_an_edit_is_seen_in_the_same_process_and_in_the_next(folder: Path) -> None:
    code = (
        SHOW
        + 'edit("state.py", "SIDES = 6", "SIDES = 5")\n'  # a constant in another file than the rules
        + SHOW
        + 'edit("cards.toml", "bonus = 3", "bonus = 4")\n'
        + SHOW
    )
    first, rules, cards = run(folder, code)
    assert first[1] > 0 and rules[1] > 0
    assert cards[1] == 0, "another number on a card compiles nothing"
    assert len({first[0], rules[0], cards[0]}) == 3
    (unedited,) = run(folder, SHOW)
    assert unedited == [cards[0], 0], "an unedited second start loads everything from the cache"
    edited = 'edit("rules/apply.py", "if best > 0 else", "if best < 0 else")\n'
    (other,) = run(folder, edited + SHOW)
    assert other[0] not in (first[0], rules[0], cards[0]) and other[1] > 0
    (card,) = run(folder, 'edit("cards.toml", "lucky = 4", "lucky = 1")\n' + SHOW)
    assert card[0] != other[0] and card[1] == 0


ENTRY = '''[[rule]]
id = "TIN-0"
section = "Play"
text = "One more."
status = "stated"
test = "none"

[[rule]]
id = "TIN-1"'''


def test_a_better_sentence_compiles_nothing_and_one_more_entry_does(tmp_path: Path) -> None:
    room = build(tmp_path)
    (told,) = (p.name for p in room.glob("*.py") if "{seat} shows {card}." in p.read_text())
    words = f'edit("{told}", "{{seat}} shows {{card}}.", "{{seat}} turns {{card}} up.")\n'
    entry = f'edit("rulebook.toml", \'[[rule]]\\nid = "TIN-1"\', {ENTRY!r})\n'
    began, worded, moved = run(tmp_path, SHOW + words + SHOW + entry + SHOW)
    assert began[1] > 0
    assert worded == [began[0], 0]
    assert moved[1] > 0, "compiled rules cite entries by number"


def test_a_third_party_registers_through_its_entry_point(folder: Path) -> None:
    code = 'print(json.dumps(names()))\nprint(json.dumps(load("tinyland-v1").title))\n'
    names, title = run(folder, code)
    assert "tinyland" in names and "totem" in names
    assert title == "Tiny"


def test_rules_behind_a_link_are_read_again_too(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    build(real)
    linked = tmp_path / "linked"
    linked.symlink_to(real)
    first, second = run(linked, SHOW + 'edit("state.py", "SIDES = 6", "SIDES = 5")\n' + SHOW)
    assert first[0] != second[0]
