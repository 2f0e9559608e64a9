"""Chapter 21: how effects are carried out; and the vocabulary as data."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from bestiary import Match
from bestiary.core.errors import CardError
from bestiary.core.registry import load
from bestiary.games.klaw.effects import FX

from .table import Table, duel, number


@pytest.mark.rule("KLW-21.1")
def test_effects_of_one_card_come_in_printed_order() -> None:
    table, _own, _enemy = duel(own={"life": 2}, enemy={"life": 5})
    table.hand(0, "bloodprice")
    table.play("action bloodprice", "decline")
    assert [f["host"] for f in table.told("falls")] == [number("apothecary"), number("firefighter")]


@pytest.mark.rule("KLW-21.2")
def test_cards_of_one_host_act_in_their_order() -> None:
    table, _, _ = duel(own={"totems": ["tiger", "dragon"], "life": 20}, enemy={"life": 24})
    table.dice(6, 6, 6, 6, 6, 2, 1, 1)
    table.play("attack firefighter")
    kinds = [h.kind for h in table.match.events(None) if h.kind in ("loses", "marks")]
    assert kinds[:2] == ["loses", "marks"]


@pytest.mark.rule("KLW-21.3")
def test_an_effect_without_anything_to_take_does_nothing() -> None:
    table, _, enemy = duel()
    table.hand(0, "gravewhisper")
    table.play("action gravewhisper", "decline")
    assert table.marks(enemy) == {"haunted": 1} and table.told("dozes") == []


@pytest.mark.rule("KLW-21.4")
def test_silent_cards_count_for_nothing() -> None:
    table, _, abbess = duel("berserker", "abbess", enemy={"totems": ["tiger"], "asleep": 3, "life": 20})
    table.hand(0, "shot")
    table.hand(1, "pig")
    table.dice(1)
    table.play("action shot", "answer_reveal pig")
    assert table.totems(abbess) == []


@pytest.mark.rule("KLW-21.5")
def test_random_choices_are_fair() -> None:
    taken: Counter[str] = Counter()
    table, _, _ = duel()
    table.hand(0, "sleight")
    table.hand(1, "shot", "dart", "plate", "knife")
    table.ready()
    engine, start = table.match.engine, table.match.state.copy()
    action = table.match.find("action sleight1")
    for seed in range(400):
        states = start.copy()
        states["rng"][0][:] = [seed * 7919 + k for k in range(4)]
        engine.apply(states, action)
        engine.apply(states, engine.legal(states)[0])
        taken[str(set(start[0]["hand"][1][:4]) - set(states[0]["hand"][1][:3]))] += 1
    assert len(taken) == 4 and all(75 < n < 125 for n in taken.values())


@pytest.mark.rule("KLW-21.6")
def test_an_effect_takes_what_there_is() -> None:
    table, _, _ = duel("insomniac", own={"totems": ["rat"]}, enemy={"life": 1}, deck=["shot"])
    table.dice(6, 6, 6, 6, 6, 1, 1)
    table.play("attack insomniac")
    assert table.held(0) == ["shot"] and table.s.deck_n == 0
    table, _, _ = duel()
    table.hand(0, "panic")
    table.hand(1, "key")
    table.play("action panic", "decline")
    assert table.held(1) == [] and "key" in table.discards()


@pytest.mark.rule("KLW-21.7")
def test_immunity_does_not_spare_the_price_of_a_power() -> None:
    table, _, noor = duel("berserker", "insomniac", enemy={"totems": ["monkey"]})
    table.hand(0, "molotov", "lullaby")
    table.play("action molotov", "answer_totem monkey")
    assert table.dormant(noor) == ["monkey"]
    table.play("pass", "action lullaby", "decline")
    assert table.dormant(noor) == []


@pytest.mark.rule("KLW-21.8")
def test_looking_at_the_top_of_the_deck() -> None:
    table, _, _ = duel(deck=10)
    table.hand(0, "stakeout")
    table.play("action stakeout")
    assert len(table.choices()) == 4 and table.asked == 0
    assert [c is None for c in table.match.view(1)["looked_at"]] == [True] * 4
    table.refuses("pass", "KLW-21.8")
    seen = {c.split()[1] for c in table.choices()}
    table.play(table.choices()[0])
    assert table.s.deck_n == 8 and table.s.hand_n[0] == 2
    known = {c["code"] for c in table.match.view(0)["in_deck"]}
    assert known <= seen and len(known) >= 2  # those it put back are known to be there, unless drawn


@pytest.mark.rule("KLW-21.9")
def test_exchanging_hands_moves_all_cards_at_once() -> None:
    table, _, _ = duel()
    own = ("crossedwires", "tiger", "dog", "goat", "horse")
    table.hand(0, *own)
    table.hand(1, "shot", "dart", "plate", "knife", "key", "salts", "molotov")
    table.play("action crossedwires", "decline")
    assert table.held(1) == ["dog", "goat", "horse", "tiger"] and table.s.hand_n[0] == 8
    assert {c["name"] for c in table.match.view(0)["seats"][1]["known"]} == {"Tiger", "Dog", "Goat", "Horse"}
    assert len(table.match.view(1)["seats"][0]["known"]) == 7
    assert table.match.view(-1)["seats"][1]["known"] == []


@pytest.mark.rule("KLW-21.10")
def test_a_card_from_the_discard_pile_is_named_by_its_kind_and_seen() -> None:
    table, _, _ = duel()
    table.pile("antidote1", "antidote2", "medkit", "shot")
    table.hand(0, "tinker")
    table.play("support tinker")
    assert sorted(table.choices()) == ["recover antidote1", "recover medkit1"]
    table.refuses("pass", "KLW-21.10")
    table.play("recover antidote")
    assert {c["name"] for c in table.match.view(1)["seats"][0]["known"]} == {"Antidote"}


@pytest.mark.rule("KLW-21.11")
def test_later_immunity_is_no_cure() -> None:
    table, own, _ = duel(own={"haunted": 1})
    table.hand(0, "owl")
    assert "haunted" in table.play("totem owl").marks(own)


@pytest.mark.rule("KLW-21.11")
def test_a_victor_who_captures_the_horse_rests_but_the_horse_does_not() -> None:
    table, own, _ = duel(
        "insomniac", own={"totems": ["rooster"]}, enemy={"totems": ["horse", "dog"], "life": 1}
    )
    table.dice(6, 6, 6, 6, 1, 1, 1, 1, 6)
    table.play("attack insomniac")
    assert "resting" in table.marks(own) and table.resting(own) == ["rooster"]


# ---- cards are data ---------------------------------------------------------------------------------------


def edited(tmp_path: Path, old: str, new: str) -> Path:
    source = load("klaw").room / "cards.toml"
    text = source.read_text()
    assert old in text
    path = tmp_path / "cards.toml"
    shutil.copy(source, path)
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_changed_number_changes_the_game_without_code(tmp_path: Path) -> None:
    path = edited(
        tmp_path, '{on="play", do="damage", n=3, who="target"}', '{on="play", do="damage", n=7, who="target"}'
    )
    game = load("klaw")
    match = Match(game, content=game.content(path))
    assert match.content.fingerprint != game.content().fingerprint
    kind = int(match.content.tables["kind"][0, number("shot")])
    assert match.content.tables["fx"][0, kind, 0, FX.N] == 7


@pytest.mark.parametrize(
    ("old", "new", "wish"),
    [
        ('do="heal", n=5', 'do="heal", n=99', "a whole number from 1 to 24"),
        ('do="heal", n=5', 'do="mend", n=5', "one of dice"),
        ('{on="support", do="heal"', '{on="always", do="heal"', "one of fight_start"),
        ("attack = 1", "attack = 4", "a whole number from 1 to 3"),
        ('who="target"} ]\ntext = "Support: another', 'whom="target"} ]\ntext = "Support: another', "who"),
        ("copies = 2", "copies = 3", "binomials"),
        ('tags = ["bind"]', 'tags = ["bound"]', "a list of damage"),
    ],
)
def test_bad_cards_are_refused_with_what_was_expected(tmp_path: Path, old: str, new: str, wish: str) -> None:
    path = edited(tmp_path, old, new)
    with pytest.raises(CardError, match=r"cards\.toml, line \d+") as refused:
        load("klaw").content(path)
    assert wish in str(refused.value)


def test_a_new_card_of_known_words_needs_no_code(tmp_path: Path) -> None:
    card = """
[[action]]
id = "thunder"
name = "Thunder"
kind = "action"
set = "core"
copies = 1
target = "enemy_host"
tags = ["damage"]
effects = [ {on="play", do="damage", n=4, who="target"}, {on="play", do="draw", n=1} ]
text = "An enemy Host loses 4 Life; draw a card."
known = false
"""
    path = edited(tmp_path, '[[action]]\nid = "shot"', f'{card}\n[[action]]\nid = "shot"')
    content = load("klaw").content(path)
    assert len(content.cards) == 236 and any(c.name == "Thunder" for c in content.cards)


def test_the_story_of_a_table_can_be_told_to_all() -> None:
    table = Table()
    table.host(0, "firefighter")
    table.host(1, "surgeon")
    table.hand(0, "shot")
    table.play("action shot", "decline")
    assert "Shot from the Roof targets Mara Voss." in table.story(1)
    assert any(line.endswith("draws a card.") for line in table.story(1))
