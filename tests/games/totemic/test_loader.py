"""The card file: what the loader refuses, and how it says so; the options of a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bestiary import Match
from bestiary.core.cards import CardFile
from bestiary.core.errors import BadOption, CardError
from bestiary.games.totemic import state as st
from bestiary.games.totemic.effects import DO, IF, ON

from .table import CONTENT, GAME, duel, new, spirit

SOURCE = (GAME.room / "cards.toml").read_text(encoding="utf-8")
Edited = Callable[..., str]


@pytest.fixture
def refusal(tmp_path: Path) -> Edited:
    """What the loader says to an edited card file."""

    def edit(old: str, new: str) -> str:
        assert old in SOURCE
        path = tmp_path / "cards.toml"
        path.write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(CardError) as error:
            GAME.read_content(CardFile(path))
        return str(error.value)

    return edit


WRONG = [
    ("hand_size = 3 ", "hand_size = 4 ", "hand_size = 4; expected a whole number from 2 to 3"),
    ("cards_per_challenge = 2", "cards_per_challenge = 3", "cards_per_challenge = 3; expected"),
    ("levels = [5, 10, 15, 20, 25, 30]", "levels = [5, 10, 15]", "expected 6 rising numbers (TMC-1.3)"),
    ("power = 27", "power = 0", "spirit badger: power = 0; expected a whole number from 1 to 99"),
    ('id = "badger"\n', 'id = "ferret"\n', "expected badger, bat"),
    ("no = 1\n", "no = 0\n", "expected a number that no other spirit has"),
    ("rival = true", "rival = false", "5 spirits with rival = true; expected 6 (TMC-12.5)"),
    ("cards = [0, 1]", "cards = [0]", "aspect determination: cards = [0]; expected a list of 2"),
    ("cards = [2, 3]", "cards = [0, 3]", "aspect courage: cards = [0, 3]; expected numbers from 0 to 39"),
    ("strength = 7", "strength = 12", "aspect fury: strength = 12; expected a whole number from 0 to 9"),
    ('kind = "basic"', 'kind = "odd"', "aspect determination: kind = 'odd'; expected one of basic, specific"),
    ('do = "exchange_dominance"', 'do = "juggle"', "effect 1: do = 'juggle'; expected one of"),
    (
        'on = "invoke", do = "draw", n = 1',
        'on = "won", do = "draw", n = 1',
        "on = 'won'; expected one of invoke",
    ),
    ('do = "gain_power", n = 2', 'do = "gain_power", m = 2', "effect 1: m = 2; expected no such field"),
    ('do = "recover", n = 2', 'do = "recover", n = 4', "aspect trinkets: effects"),
    ("cost = 3}", "cost = 3, max = 4}", "max = 4; expected an effect with per"),
    *(
        ('on = "rival_met", ', f'on = "rival_met", {word}, ', said)
        for word, said in {
            'who = "opponent"': "who = 'opponent'; expected no such field where a rival is met (TMC-12.18)",
            "may = true": "may = True; expected no such field where a rival is met",
            'per = "reshuffle"': "expected no such field where a rival is met",
            'if = "has_dominance"': "if = 'has_dominance'; expected one of always, behind",
        }.items()
    ),
    ('on = "rival_met", do = "gain_power"', 'on = "rival_met", do = "draw"', "expected one of gain_power"),
    (
        'do = "gain_power", n = 2}]',
        'do = "gain_power", n = 2, cost = 1}]',
        "expected an effect with may = true",
    ),
    (
        'do = "gain_power", n = 2}]',
        'do = "gain_power", n = 2, may = true}]',
        "no choice on a spirit that can be",
    ),
    ('pick = "strongest"', 'pick = "weakest"', "pick = 'weakest'; expected one of holder, opponent"),
    ('who = "opponent", n = 1, pick = "opponent"', 'n = 1, pick = "opponent"', "the rival of the solo game"),
    ('if = "behind", do', 'if = "close_pair", do', "if = 'close_pair'; expected one of always"),
    ("value = 6", "value = 16", "challenge_card Challenge 6: value = 16; expected a whole number"),
    ('spirit = "badger"\n', 'spirit = "ferret"\n', "aspect sett: spirit = 'ferret'; expected one of badger"),
]


@pytest.mark.parametrize(("old", "changed", "said"), WRONG)
def test_a_bad_card_file_is_refused(refusal: Edited, old: str, changed: str, said: str) -> None:
    message = refusal(old, changed)
    assert said in message and message.startswith("cards.toml")


def test_a_refusal_names_the_line(refusal: Edited) -> None:
    line = SOURCE[: SOURCE.index('id = "fury"')].count("[[aspect]]")
    message = refusal("strength = 7", "strength = 12")
    number = int(message.split("line ")[1].split(":")[0])
    lines = SOURCE.splitlines()[:number]
    assert lines[-1] == "[[aspect]]" and lines.count("[[aspect]]") == line


def test_a_changed_number_changes_the_game(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    old = 'text = "Gain 2 power."\neffects = [{on = "invoke", do = "gain_power", n = 2}]'
    path.write_text(SOURCE.replace(old, old.replace("n = 2", "n = 3"), 1), encoding="utf-8")
    content = GAME.read_content(CardFile(path))
    table = duel(offering="vigor ? ?")
    states = table.match.engine.copy(table.match.state)
    match = Match(GAME, {"spirit_0": "mouse", "spirit_1": "turtle"}, content=content)
    match.state[0] = states[0]
    match.prepare()
    match.play("invoke vigor-a")
    assert match.view(0)["seats"][0]["power"] == 23
    assert table.play("invoke vigor").P.power == 22


def test_every_effect_uses_the_words_of_the_vocabulary() -> None:
    data = CardFile(GAME.room / "cards.toml").data
    words = data["vocabulary"]
    assert set(words["trigger"]) == set(ON.words) and set(words["condition"]) == set(IF.words)
    assert set(words["operation"]) == set(DO.words)


def test_every_card_has_its_own_code() -> None:
    codes = [card.code for card in CONTENT.cards]
    assert len(set(codes)) == len(codes) == st.ROWS


# ---- options -----------------------------------------------------------------------------------


def test_fixed_spirits_need_no_choice() -> None:
    match = new(spirit_0="wolf", spirit_1="owl")
    assert match.choices() == ["begin"]
    assert [int(x) for x in match.state[0]["spirit"]] == [spirit("wolf"), spirit("owl")]


def test_one_fixed_spirit_leaves_the_other_to_choose() -> None:
    match = new(spirit_1="owl")
    assert match.asked == [0] and len(match.choices()) == 11
    match = new(spirit_0="owl")
    assert match.asked == [1] and len(match.choices()) == 11


def test_unknown_values_are_refused() -> None:
    with pytest.raises(BadOption, match="not by 3"):
        new(players=3)
    with pytest.raises(BadOption, match="spirit_0"):
        new(spirit_0="ferret")


def test_the_solo_preset() -> None:
    assert new(**GAME.presets["solo"].options).seats == 1
    assert GAME.presets_for(1) and not GAME.presets_for(2)


@pytest.mark.parametrize("name", [*st.SPIRIT_NAMES])
def test_every_spirit_can_be_fixed_for_the_solo_game_but_two(name: str) -> None:
    if name in ("crow", "mouse"):
        with pytest.raises(BadOption):
            new(players=1, spirit_0=name)
    else:
        assert new(players=1, spirit_0=name).choices() == ["begin"]
