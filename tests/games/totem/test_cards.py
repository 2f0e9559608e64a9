"""Chapter 1: cards."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import CODES, GAME, dealt, position

CARDS = GAME.content().cards
GIFTED = [card for card in CARDS if card.facts["ability"] != "none"]


@pytest.mark.rule("TOT-1.1")
def test_a_new_game_has_52_different_cards() -> None:
    table = dealt(hand="? ? ? ? ? ? ?")
    for seat in (0, 1):
        for _ in range(4):
            card = CODES[int(table.state.hand[seat, 0])]
            table.play(f"{seat} place {card}")
    assert len(table.deck) == 37 and len(table.P.hand) == 4 and len(table.Q.hand) == 3  # one is drawn
    assert len(table.P.row.split()) == len(table.Q.row.split()) == 4
    assert table.clash == [] and table.discarded == set()
    rows = f"{table.P.row} {table.Q.row}".replace("(", "").replace(")", "").split()
    assert sorted([*table.deck, *table.P.hand, *table.Q.hand, *rows]) == sorted(CODES)
    assert len(set(CODES)) == 52


@pytest.mark.rule("TOT-1.2")
def test_power_runs_from_1_the_weakest_to_13_the_strongest() -> None:
    for attacker, defender, wins in (("V13", "J12", True), ("J12", "V13", False), ("C1", "J2", False)):
        table = position(f"{attacker} ?", f"({defender}) (?) (?) --")
        table.play(f"P attack {attacker} 1")
        assert table.Q.place(1) == ("--" if wins else defender)


@pytest.mark.rule("TOT-1.3")
def test_every_power_once_in_each_of_four_colours() -> None:
    assert set(Counter(card.facts["power"] for card in CARDS).values()) == {4}
    assert set(Counter(card.facts["colour"] for card in CARDS).values()) == {13}
    assert len({(card.facts["power"], card.facts["colour"]) for card in CARDS}) == 52
    assert sum(card.facts["power"] for card in CARDS) == 364


@pytest.mark.rule("TOT-1.4")
def test_powers_10_to_13_have_no_ability() -> None:
    assert {card.facts["power"] for card in GIFTED} == set(range(1, 10))
    assert len(GIFTED) == 36
    table = position("J10 ?", "(C4) (?) (?) --", deck=5)
    table.play("P attack J10 1")
    assert table.question == "P second" and len(table.deck) == 5
    assert len(table.P.hand) == 1


@pytest.mark.rule("TOT-1.5")
def test_each_colour_has_one_ability() -> None:
    abilities = {"C": "sword", "A": "shield", "V": "eye", "J": "requisition"}
    assert [card.facts["ability"] for card in GIFTED] == [abilities[card.code[0]] for card in GIFTED]
    assert set(Counter(card.facts["ability"] for card in GIFTED).values()) == {9}


@pytest.mark.rule("TOT-1.6")
def test_colours_and_animals_have_names() -> None:
    shown = {card.code: (card.name, card.facts["power"], card.facts["ability"]) for card in CARDS}
    assert shown["C6"] == ("Crimson Fox", 6, "sword")
    assert shown["A13"] == ("Azure Mammoth", 13, "none")
    assert shown["J1"] == ("Jade Mouse", 1, "requisition")


@pytest.mark.rule("TOT-1.7")
def test_a_summary_card_takes_no_part_in_play() -> None:
    assert len(CARDS) == 52 and "summary" not in CODES
    assert "summary" not in [verb.name for verb in GAME.actions.verbs]
    table = position()
    before = table.match.digest()
    for seat in (0, 1):
        assert "Your turn" in GAME.content().words["summary"][0]
        table.match.view(seat)
    assert table.match.digest() == before


# ---- every card does what its ability says, in attack and in defence -----------------------


@pytest.mark.parametrize("code", CODES)
def test_each_card_in_attack(code: str) -> None:
    """Against a revealed Totem of its own power: it wins, and then its ability follows."""
    twin = next(c for c in ("C" + code[1:], "A" + code[1:]) if c != code)
    table = position(f"{code} A11", f"{twin} (V11) (J11) --", deck="C11 C12")
    pairs = [choice for choice in table.match.choices() if choice.startswith("pair")]
    table.play(f"P attack {code} 1")
    ability = GIFTED[[c.code for c in GIFTED].index(code)].facts["ability"] if int(code[1:]) < 10 else ""
    assert bool(pairs) == (ability == "sword")
    assert table.question == ("P eye" if ability == "eye" else "P second")
    assert ("C11" in table.P.hand) == (ability == "requisition")
    assert table.Q.hidden == 2


@pytest.mark.parametrize("code", CODES)
def test_each_card_in_defence(code: str) -> None:
    """Hidden, against C1 and again against C13: only a Shield outlasts more than its power."""
    ability = "CAVJ".index(code[0]) if int(code[1:]) < 10 else -1
    weak, strong = ("C1", "C13") if code[0] != "C" else ("A1", "A13")
    table = position(f"{strong} ?", f"({code}) (?) (?) --", row="(V12) (J12) -- --", deck="C12 A12")
    table.play(f"P attack {strong} 1")
    assert table.Q.place(1) == (code if ability == 1 else "--")
    if int(code[1:]) == 1 and ability != 1:
        return  # nothing is weaker
    table = position(f"{weak} ?", f"({code}) (?) (?) --", row="(V12) (J12) -- --", deck="C12 A12")
    table.play(f"P attack {weak} 1")
    assert table.Q.place(1) == code
    assert table.question == ("Q eye" if ability == 2 else "Q action")
    drawn = {-1: {"C12"}, 0: {"C12"}, 1: {"C12"}, 2: set(), 3: {"C12", "A12"}}[ability]
    assert table.Q.hand & {"C12", "A12"} == drawn
