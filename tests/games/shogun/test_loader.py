"""The loader: what is wrong in a card or map file is refused with file, line and reason."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bestiary.core.cards import CardFile
from bestiary.core.errors import CardError
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import DO, FLAG, IF, MOST, ON, STAT, TRAITS, UNTIL, WHO


def read_with(tmp_path: Path, file: str, old: str, new: str) -> None:
    """Reads the content with one thing changed in one of its files."""
    for name in ("cards.toml", "campaign.toml"):
        shutil.copy(st.ROOM / name, tmp_path / name)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    load("shogun").read_content(CardFile(tmp_path / "cards.toml"))


WRONG = {
    "an unknown operation": (
        "cards.toml",
        'do = "ignore", what = "armour"}]',
        'do = "forget"}]',
        "do = 'forget'",
    ),
    "an unknown trigger": (
        "cards.toml",
        '{on = "hurt", if = "range<=1"',
        '{on = "hut", if = "range<=1"',
        "on = 'hut'",
    ),
    "an unknown condition": (
        "cards.toml",
        'if = "range<=1", do = "guard"',
        'if = "rage<=1", do = "guard"',
        "NAME OP",
    ),
    "a field that means nothing": (
        "cards.toml",
        'do = "guard", n = 1}]',
        'do = "guard", m = 1}]',
        "no such field",
    ),
    "an unknown stat": (
        "cards.toml",
        'stat = "hits", n = 1, until = "round"',
        'stat = "hit", n = 1, until = "round"',
        "stat",
    ),
    "an unknown priority": ("cards.toml", 'priority = "most:armour"', 'priority = "most:arms"', "priority"),
    "a line that is not on the board": (
        "cards.toml",
        '["skitter", "lick", "creep"]',
        '["skip", "lick"]',
        "not skip",
    ),
    "a skill that is not on the board": (
        "cards.toml",
        'attack = "filthy_tongue"',
        'attack = "tongue"',
        "attack",
    ),
    "too many dice": ("cards.toml", "fast = [2, 1]", "fast = [2, 7]", "0 to 4"),
    "an event that does not exist": (
        "cards.toml",
        '"slack_guard", "wayside_offering"',
        '"slack", "wayside_offering"',
        "events",
    ),
    "falling malice": ("cards.toml", 'do = "malice", n = 1', 'do = "malice", n = -1', "SHG-7.16"),
    "a mark outside the legend": ("campaign.toml", '"#a......1#"', '"#a..?...1#"', "'?'"),
    "rows of different length": ("campaign.toml", '"#a......1#"', '"#a......1"', "equal length"),
    "a mark that stands there twice": ("campaign.toml", '"#a......1#"', '"#aa.....1#"', "twice"),
    "an unknown figure": (
        "campaign.toml",
        '{kind = "ashigaru", at = [7, 2]',
        '{kind = "ashigari", at = [7, 2]',
        "kind",
    ),
    "an enemy in a wall": ("campaign.toml", "at = [7, 2], min = 1}", "at = [0, 0], min = 1}", "stood on"),
    "a zone nobody can come to": (
        "campaign.toml",
        'reveals = "1.2"',
        'reveals = "1.3"',
        "reached by nothing",
    ),
    "a point nobody can come to": (
        "campaign.toml",
        '"#...o....#",\n  "#.A....~~#"',
        '"####o....#",\n  "##A#...~~#"',
        "a way to",
    ),
    "a door without its mark": ("campaign.toml", '".c..~~o..+"', '".c..~~o..#"', "marked +"),
    "zones that overlap": ("campaign.toml", "origin = [10, 0]", "origin = [9, 0]", "no other zone covers"),
    "a chapter without objective": (
        "campaign.toml",
        'objective = {if = "counter_a>=3", text',
        "objective = {text",
        "achieved",
    ),
    "an unknown zone": (
        "campaign.toml",
        'zones = ["1.1", "1.2", "1.3"]',
        'zones = ["1.1", "1.2", "1.9"]',
        "no zone 1.9",
    ),
    "a missing arrival square": ("campaign.toml", '"#a......1#"', '"#.......1#"', "arrival squares"),
    "an objective that nothing counts": (
        "campaign.toml",
        'objective = {if = "counter_a>=3"',
        'objective = {if = "counter_c>=3"',
        "counter c comes to 0 at most",
    ),
    "an objective that cannot be reached": (
        "campaign.toml",
        'objective = {if = "counter_a>=3"',
        'objective = {if = "counter_a>=5"',
        "counter a comes to 4 at most",
    ),
    "an enemy that nobody can come to": (
        "campaign.toml",
        '{kind = "blood_oni", at = [8, 3]',
        '{kind = "blood_oni", at = [99, 3]',
        "at",
    ),
    "an enemy walled in": (
        "campaign.toml",
        '"#..1..o..#",\n  "a.......A#",\n  "b..R.....+"',
        '"#..1###..#",\n  "a...#.#.A#",\n  "b..R###..+"',
        "a way to every enemy",
    ),
    "a way to something that is not there": (
        "campaign.toml",
        'way = ["C", "blood_oni"]',
        'way = ["C", "red_oni"]',
        "'red_oni' is none",
    ),
    "a way to a door of another chapter": (
        "campaign.toml",
        'way = ["C", "blood_oni"]',
        'way = ["D1", "blood_oni"]',
        "'D1' is none",
    ),
    "no way at all": ("campaign.toml", 'way = ["shinigami"]', "way = []", "one to 9"),
    "a judgement without a number": ("campaign.toml", "lives = 1.3", 'lives = "much"', "a number from"),
    "an unknown card in a preset": (
        "campaign.toml",
        'weapons = ["katana", "yari"]',
        'weapons = ["katana", "spear"]',
        "names of cards",
    ),
    "an unknown difficulty": ("campaign.toml", 'id = "grim"', 'id = "grimm"', "the levels in the order"),
    "levels in another order": ("campaign.toml", 'id = "gentle"', 'id = "standard"', "expected gentle"),
    "a level that changes something unknown": (
        "campaign.toml",
        'id = "gentle"\nhealth = 4',
        'id = "gentle"\nhelth = 4',
        "no such field",
    ),
    "more health than a samurai can have": (
        "campaign.toml",
        'id = "gentle"\nhealth = 4',
        'id = "gentle"\nhealth = 31',
        "a whole number from",
    ),
    "hits for three parties of four": (
        "campaign.toml",
        "hits = [-2, -1, -1, -1]",
        "hits = [-2, -1, -1]",
        "four, for one to four samurai",
    ),
    "a yes among the hits": (
        "campaign.toml",
        "hits = [-2, -1, -1, -1]",
        "hits = [-2, -1, -1, true]",
        "four, for one to four samurai",
    ),
    "a level for a chapter that is not there": (
        "campaign.toml",
        '{chapter = "5", party = -1}',
        '{chapter = "9", party = -1}',
        "one of 1, 2",
    ),
    "a chapter of a level that changes something unknown": (
        "campaign.toml",
        '{chapter = "5", party = -1}',
        '{chapter = "5", foes = -1}',
        "no such field",
    ),
    "a level beyond one that comes after it": (
        "campaign.toml",
        'id = "gentle"',
        'id = "gentle"\nbeyond = "standard"',
        "beyond",
    ),
    "a level beyond itself": (
        "campaign.toml",
        'beyond = "standard"',
        'beyond = "grim"',
        "one of gentle, standard",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_content_is_refused_with_its_reason(tmp_path: Path, wrong: str) -> None:
    file, old, new, said = WRONG[wrong]
    with pytest.raises(CardError) as caught:
        read_with(tmp_path, file, old, new)
    message = str(caught.value)
    line = re.match(r"(\S+), line (\d+): (.+); expected (.+)|", message)
    assert line and line[1] == file and int(line[2]) > 1 and said in message, message


@pytest.mark.rule("SHG-36.1")
def test_a_campaign_has_all_levels_or_none(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"2 tables \[\[difficulty\]\]; expected 3"):
        read_with(
            tmp_path, "campaign.toml", '[[difficulty]]\nid = "grim"\nbeyond = "standard"\nhits = 1\n', ""
        )


@pytest.mark.rule("SHG-7.16", "SHG-22.2")
def test_the_vocabulary_of_the_file_is_the_one_that_is_read() -> None:
    data = CardFile(st.ROOM / "cards.toml").data["vocabulary"]
    assert {*data["trigger"], "any"} == set(ON.words)
    assert set(data["condition"]) == set(IF.words[1:])
    assert set(data["operation"]) == set(DO.words)
    assert set(data["who"]) == set(WHO.words)
    assert set(data["stat"]) == set(STAT.words) and set(data["flag"]) == set(FLAG.words)
    assert set(data["until"]) == set(UNTIL.words) and set(data["trait"]) == set(TRAITS)
    assert set(data["characteristic"]) == set(MOST.words)


def test_two_tables_give_two_games(tmp_path: Path) -> None:
    for name in ("cards.toml", "campaign.toml"):
        shutil.copy(st.ROOM / name, tmp_path / name)
    text = (
        (tmp_path / "cards.toml")
        .read_text(encoding="utf-8")
        .replace("health = [10, 12,", "health = [11, 12,")
    )
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    game = load("shogun")
    other = game.read_content(CardFile(tmp_path / "cards.toml"))
    assert other.fingerprint != game.content().fingerprint
    assert int(other.tables["h_health"][0, 0, 0]) == 11


def test_a_table_that_means_nothing_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"cards.toml, line \d+: there is no table wepon, only .*weapon"):
        read_with(tmp_path, "cards.toml", "[[weapon]]", "[[wepon]]")
    with pytest.raises(CardError, match=r"campaign.toml, line \d+: there is no table zones, only"):
        read_with(tmp_path, "campaign.toml", "[[zone]]", "[[zones]]")
