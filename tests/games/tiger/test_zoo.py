"""Chapter 12: More Animals."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.errors import IllegalAction

from .table import KINDS, Table, war

ZOO = {"zoo": True}


def zoo(attacker: str, defender: str, chance: str, *choices: str, **options: Any) -> Table:
    return war(attacker, defender, chance=chance, choices=list(choices), options=ZOO | options)


def refused(made: Table, move: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move)
    return refusal.value.rule


def row(*cards: str) -> str:
    """Dice of two equal cards."""
    return " / ".join(f"{c} {c}" for c in cards)


def rolls(attacker: str, defender: str) -> str:
    """Every die shows its first card."""
    rows = [[pile.split()[0] for pile in r.split(" / ")] for r in (attacker, defender)]
    return ", ".join(f"A{i} {a}, D{i} {d}" for i, (a, d) in enumerate(zip(*rows, strict=True), 1))


def straight(attacker: str, defender: str, *choices: str, **options: Any) -> Table:
    return zoo(attacker, defender, rolls(attacker, defender), *choices, **options)


@pytest.mark.rule("TTR-12.2", "TTR-12.30")
def test_frog_loses_after_a_frog() -> None:
    made = straight(row("crane", "frog"), row("frog", "unicorn"))
    assert made.battles == ["both", "D"]
    two = straight(row("frog", "frog"), row("crane", "frog"))
    assert two.battles == ["both", "none"]
    first = straight(row("frog"), row("unicorn"))
    assert first.battles == ["none"]  # each is strong against the other


@pytest.mark.rule("TTR-12.3")
def test_nothing_happens_without_an_earlier_battle() -> None:
    assert straight(row("snake"), row("crane")).battles == ["both"]
    bull = straight(row("bull", "crane"), row("crane", "crane"))
    assert bull.battles == ["both", "none"] and not bull.zone("gone")


@pytest.mark.rule("TTR-12.7", "TTR-12.9", "TTR-12.10")
def test_every_battle_may_be_conceded_where_the_table_allows_it() -> None:
    made = war("tiger tiger / crane crane", "monkey monkey / crane crane", options={"free_concede": True})
    assert made.asked == 0 and made.choices == ["fight", "concede"]
    made.play("A concede", chance="A1 tiger, D1 monkey")
    assert made.battles[0] == "D" and not made.events("tosses") and "look" not in made.met
    assert made.phase == "concede" and made.asked == 0  # D was not asked for battle 1
    made.play("A fight")
    assert made.asked == 1


@pytest.mark.rule("TTR-12.8")
def test_conceding_is_no_general_move() -> None:
    made = war("leopard leopard / crane crane", "crane crane / crane crane", chance="A1 leopard, D1 crane")
    assert refused(made, "concede") == "TTR-6.1" and "concede" not in made.met


@pytest.mark.rule("TTR-12.11", "TTR-12.19", "TTR-12.20")
def test_bull_destroys_a_face_up_card() -> None:
    made = zoo(row("crane", "bull"), row("monkey", "crane"), "A1 crane, D1 monkey, A2 bull, D2 crane")
    assert made.choices == ["destroy 1 A", "destroy 1 D"]
    made.play("A destroy 1 D", "D pile 2")
    assert int(made.s.known[0, 1, KINDS["monkey"]]) == 0  # the one that was seen is gone
    assert made.zone("gone") == ["monkey"] and made.battles == ["D", "both"]
    assert sorted(made.match.view(0)["destroyed"]) == ["monkey"]
    assert sum(made.sizes()) == 7


@pytest.mark.rule("TTR-12.12", "TTR-12.14", "TTR-12.21")
def test_redpanda_draws_when_it_faces_a_strong_card() -> None:
    made = war(
        row("redpanda", "crane"),
        row("snake", "crane"),
        options=ZOO,
        draw=["leopard"],
        chance="A1 redpanda, D1 snake, A2 crane, D2 crane",
    )
    assert "leopard" in made.deck(0) and made.sizes() == [5, 4]
    assert made.events("draws", 1)[0].words["card"] == -2
    weak = straight(row("redpanda"), row("bull"))
    assert weak.sizes() == [2, 2] and not weak.events("draws")


@pytest.mark.rule("TTR-12.12", "TTR-5.8")
def test_redpanda_does_not_draw_when_it_faces_nothing() -> None:
    made = zoo("crane crane / redpanda redpanda", "crane crane / ", "A1 crane, D1 crane, A2 redpanda")
    assert made.battles[1] == "A" and sum(made.sizes()) == 6 and not made.events("draws")


@pytest.mark.rule("TTR-12.11", "TTR-6.10")
def test_the_last_card_of_a_die_is_rolled_when_its_battle_is_checked_again() -> None:
    made = zoo(
        "crane crane / bull bull / dragon dragon",
        "mantis leopard / crane crane / crane crane",
        "A1 crane, D1 mantis, A2 bull, D2 crane",
    )
    made.play("A destroy 1 D", chance="A3 dragon, D3 crane")
    assert made.up("D", 1) is None and made.battles[0] == "both"
    made.play("A reroll 1", chance="A1 crane, D1 leopard")
    assert made.up("D", 1) == "leopard" and made.pile("D", 1) == ["leopard"]


@pytest.mark.rule("TTR-12.14")
def test_a_drawn_card_cannot_be_lost_in_this_war() -> None:
    made = war(
        "redpanda redpanda / turtle turtle",
        "snake snake / leopard leopard",
        options=ZOO,
        draw=["leopard"],
        chance="A1 redpanda, D1 snake, A2 turtle, D2 leopard",
    )
    assert "leopard" in made.deck(0) and made.war == "D"


@pytest.mark.rule("TTR-12.22")
def test_redpanda_draws_blind_from_an_earlier_pile() -> None:
    made = zoo(
        "crane crane / redpanda redpanda",
        "crane mantis mantis / snake snake",
        "A1 crane, D1 crane, A2 redpanda, D2 snake",
    )
    assert made.choices == ["draw_from 1 A", "draw_from 1 D", "draw_deck"]
    made.play("A draw_from 1 D", chance="draw mantis")
    assert made.deck(0).count("mantis") == 1
    assert "mantis" in made.match.view(1)["seats"][0]["known"]  # its owner sees what is missing


@pytest.mark.rule("TTR-12.15", "TTR-12.16")
def test_snake_follows_the_earlier_battles() -> None:
    assert straight(row("turtle", "snake"), row("leopard", "redpanda"), "D draw_deck").battles == ["D", "D"]
    assert straight(row("leopard", "snake"), row("turtle", "unicorn")).battles == ["A", "A"]
    assert straight(row("mantis", "snake"), row("crane", "crane")).battles == ["both", "A"]
    assert straight(row("crane", "snake"), row("crane", "crane")).battles == ["none", "both"]


@pytest.mark.rule("TTR-12.17", "TTR-12.18")
def test_peacock_claims_the_next_battle() -> None:
    assert straight(row("peacock", "mantis"), row("crane", "crane")).battles == ["both", "A"]
    assert straight(row("peacock", "mantis"), row("peacock", "crane")).battles == ["both", "both"]
    assert straight(row("peacock", "mantis"), row("turtle", "crane")).battles == ["both", "both"]
    assert straight(row("crane", "crane"), row("peacock", "crane")).battles == ["both", "D"]
    assert straight(row("peacock", "turtle"), row("crane", "leopard")).battles == [
        "both",
        "D",
    ]  # a single winner stands


@pytest.mark.rule("TTR-12.23", "TTR-12.24")
def test_chameleon_copies_a_card_of_the_previous_battle() -> None:
    tiger = zoo(
        row("crane", "chameleon"),
        row("tiger", "crane"),
        "A1 crane, D1 tiger, D1 down, A2 chameleon, D2 crane, A2 up",
    )
    assert tiger.battles == ["A", "A"]
    nothing = straight(row("chameleon", "chameleon"), row("mantis", "mantis"))
    assert "copy" not in nothing.met and nothing.battles == ["both", "both"]
    both = zoo(
        "dragon crane / chameleon chameleon",
        row("monkey", "crane"),
        "A1 dragon, D1 monkey, A1 dragon, A2 chameleon, D2 crane",
    )
    assert both.choices == ["copy A", "copy D"]
    both.play("A copy A")
    assert both.choices == ["reroll 1", "reroll 2"]


@pytest.mark.rule("TTR-12.25")
def test_a_copied_action_speaks_of_the_chameleon() -> None:
    made = straight(row("crane", "chameleon"), row("frog", "bull"), "D destroy 1 A", "A pile 1")
    assert made.battles == ["both", "A"]  # no Chameleon showed earlier, so the copied Frog does not lose
    disabled = straight(row("monkey", "chameleon"), row("turtle", "crane"))
    assert disabled.choices == ["copy A", "copy D"]  # a disabled card can be copied


@pytest.mark.rule("TTR-12.26", "TTR-12.27")
def test_horse_needs_all_its_strengths() -> None:
    four = row("snake", "peacock", "unicorn", "mantis", "horse").replace(
        "mantis mantis", "chameleon chameleon"
    )
    made = straight(four, row("mantis", "turtle", "mantis", "turtle", "mantis"))
    assert made.battles[-1] == "A"
    three = straight(
        row("snake", "peacock", "unicorn", "crane", "horse"),
        row("mantis", "turtle", "mantis", "turtle", "mantis"),
    )
    assert three.battles[-1] == "both"
    named = war(
        [
            ["dawn:rooster_2"],
            ["snake"] * 2,
            ["peacock"] * 2,
            ["chameleon"] * 2,
            ["unicorn"] * 2,
            ["horse"] * 2,
        ],
        [[c] * 2 for c in ("turtle", "turtle", "turtle", "turtle", "turtle", "mantis")],
        options=ZOO | {"dawn": True},
        named="crane",
        chance="D1 turtle, A2 snake, D2 turtle, A3 peacock, D3 turtle, A4 chameleon, D4 turtle,"
        "A5 unicorn, D5 turtle, A6 horse, D6 mantis",
    )
    assert named.battles[-1] == "A"  # the Crane of the dawn rule is not asked for


@pytest.mark.rule("TTR-12.28", "TTR-12.29")
def test_unicorn_gives_itself_as_a_strength() -> None:
    made = straight(row("crane", "mantis", "unicorn", "turtle"), row("mantis", "crane", "crane", "unicorn"))
    assert made.battles[-1] == "A"
    twice = straight(row("crane", "crane", "unicorn", "turtle"), row("mantis", "mantis", "crane", "unicorn"))
    assert twice.battles[-1] == "both"
    first = straight(row("unicorn", "turtle"), row("crane", "unicorn"))
    assert first.battles[-1] == "both"


@pytest.mark.rule("TTR-12.29")
def test_the_strength_outlives_the_unicorn_to_the_right_of_where_it_was_given() -> None:
    made = zoo(
        row("turtle", "mantis", "unicorn", "dragon", "turtle"),
        row(
            "unicorn", "unicorn", "crane", "bull", "unicorn"
        ),  # of these two are equal, which does not matter
        "A1 turtle, D1 unicorn, A2 mantis, D2 unicorn, A3 unicorn, D3 crane, A4 dragon, D4 bull",
    )
    made.play("A reroll 1", "D destroy 3 A", chance="A1 turtle, A5 turtle, D5 unicorn")
    assert made.battles[0] == "both" and made.up("A", 3) is None  # battle 1 was checked again
    assert made.battles[4] == "A"


@pytest.mark.rule("TTR-18.4")
def test_the_sets_do_not_name_each_other() -> None:
    assert straight(row("mantis"), row("snake")).battles == ["both"]
