"""Chapters 16 and 17: the end of a confrontation, and a new rival."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from bestiary.core.record import readable
from bestiary.games.totemic import state as st
from bestiary.games.totemic.effects import ON

from .table import CONTENT, FATE, Table, new, solo, spirit


def won(
    left: int = 7, rival: str = "turtle", following: str = "badger", hand: str = "fury ? ?", own: str = "owl"
) -> Table:
    """The player beats a rival with so much power left; a new one waits."""
    table = solo(
        hand,
        offering="hunger ? ?",
        spirits=(own, rival),
        hierarchy=(own, rival, following),
        power=(left, 2 if left > 0 else left - 1),
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    return table


def met(table: Table) -> list[int]:
    """The powers with which the new confrontation began."""
    return [h.words["number"] for h in table.match.events(0) if h.kind == "meets"]


@pytest.mark.rule("TMC-16.1")
def test_the_confrontation_ends_at_the_end_of_the_turn() -> None:
    table = solo("fury ? ?", offering="hunger ? ?", hierarchy=("owl", "turtle"), power=(9, 2), turn=0)
    table.play("invoke hunger")
    assert table.powers == (9, 0) and not table.match.game_over
    table.play("discard fury")
    assert table.match.game_over and table.winner == 0 and table.told("offers") == []


@pytest.mark.rule("TMC-16.1")
def test_the_rivals_turn_is_checked_too() -> None:
    table = solo("? ? ?", "vigor memory cunning", offering="rivalry hunger menace", token=0, power=(1, 9))
    assert table.match.game_over and table.powers == (0, 9) and table.winner == 1


@pytest.mark.rule("TMC-16.2")
def test_both_hands_are_brought_to_three() -> None:
    table = solo("fury ? ?", "memory cunning menace", offering="sleight ? ?", spirits=("fox", "bat"), turn=0)
    table.play("invoke sleight")
    assert table.sides[1].cards == 2
    table.play("discard fury")
    table.match.play(table.match.legal()[0])
    first = next(k for k, e in enumerate(table.told("draws", "turn")) if e[0] == "turn")
    assert table.told("draws", "turn")[:first] == [("draws", 1)]


@pytest.mark.rule("TMC-16.3", "TMC-16.4")
def test_the_offering_is_refilled_and_the_totem_reset() -> None:
    table = solo("? ? ?", "vigor hunger cunning", offering="courage resilience memory")
    assert len(table.offering.split()) == 3 and table.asked == (0, "act")
    table = solo("fury rivalry ?", "resilience agility cunning").play("threaten")
    assert table.level == 10
    table.play("select fury rivalry")
    assert table.level == 5 and table.asked == (0, "act")


@pytest.mark.rule("TMC-16.4")
def test_player_and_rival_alternate() -> None:
    for seed in range(5):
        match = new(seed, players=1, spirit_0="turtle", rivals=1)
        while not match.game_over:
            match.play(match.legal()[0])
        turns = [h.words["seat"] for h in match.events(0) if h.kind == "turn"]
        assert all(a != b for a, b in pairwise(turns))


def ended(power: tuple[int, int], token: int) -> int | None:
    table = solo("fury ? ?", offering="hunger ? ?", hierarchy=("owl", "turtle"), token=token, turn=0)
    table.state.power[:] = (power[0], power[1] + 2)
    table.play("invoke hunger", "discard fury")
    return table.winner


@pytest.mark.rule("TMC-16.5", "TMC-16.6")
@pytest.mark.parametrize("token", [0, 1])
def test_more_power_wins_and_dominance_breaks_the_tie(token: int) -> None:
    assert ended((-1, -3), token) == 0 and ended((-3, -1), token) == 1
    assert ended((0, 0), token) == token


@pytest.mark.rule("TMC-16.7")
def test_a_defeat_ends_the_solo_game() -> None:
    table = solo(
        "fury ? ?",
        offering="vigor ? ?",
        spirits=("owl", "bat"),
        hierarchy=("owl", "bat", "turtle", "wolf"),
        power=(-5, 9),
        turn=0,
    )
    table.play("invoke vigor", "discard fury")
    view = table.sides[0].view
    assert table.match.over and table.winner == 1 and view["solo"]["beaten"] == 0
    assert table.match.returns() == [-1.0] and table.told("meets") == []


@pytest.mark.rule("TMC-16.8", "TMC-16.10")
def test_the_winner_climbs_and_meets_the_next_rival() -> None:
    table = solo(
        "fury ? ?",
        offering="hunger ? ?",
        spirits=("owl", "bat"),
        hierarchy=("owl", "bat", "turtle", "wolf"),
        power=(9, 2),
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    view = table.sides[0].view
    assert [c["code"] for c in view["solo"]["hierarchy"]] == ["bat", "owl", "turtle", "wolf"]
    assert view["solo"]["beaten"] == 1 and view["seats"][1]["spirit"]["code"] == "turtle"
    assert met(table) == [9 + 14, 30]


@pytest.mark.rule("TMC-16.9")
def test_the_top_of_the_hierarchy_wins_the_solo_game() -> None:
    table = solo(
        "fury ? ?",
        offering="hunger ? ?",
        spirits=("owl", "wolf"),
        hierarchy=("bat", "turtle", "owl", "wolf"),
        power=(9, 2),
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    view = table.sides[0].view
    assert [c["code"] for c in view["solo"]["hierarchy"]] == ["bat", "turtle", "wolf", "owl"]
    assert table.match.over and table.winner == 0 and view["solo"]["beaten"] == 3
    assert table.match.returns() == [1.0]


@pytest.mark.rule("TMC-16.11")
def test_the_fifteenth_reshuffle_ends_a_confrontation() -> None:
    table = solo(
        deck_n=1, power=(8, 6), reshuffles=14, spirits=("snake", "bat"), hierarchy=("snake", "bat"), turn=0
    )
    table.play("draw")
    assert table.powers == (7, 5)
    table.match.play(table.match.legal()[0])
    assert table.match.game_over and table.winner == 0


@pytest.mark.rule("TMC-16.12")
def test_a_rival_at_zero_after_the_check_plays_on() -> None:
    table = solo(
        "fury ? ?",
        "memory vigor cunning",
        offering="vigor hunger courage",
        deck_n=1,
        power=(20, 1),
        turn=0,
        spirits=("snake", "bat"),
    )
    table.play("invoke vigor", "discard fury")
    assert table.told("reshuffles") and ("turn", 1) in table.told("turn")
    gained = solo(offering="determination ? ?", token=1, power=(9, 20), turn=0).play("invoke determination")
    assert gained.powers == (9, 19)


# ---- a new rival -----------------------------------------------------------------------------


@pytest.mark.rule("TMC-17.1", "TMC-17.2")
@pytest.mark.parametrize(
    ("rival", "left", "start"),
    [("turtle", 7, 22), ("bat", 7, 21), ("wolf", 7, 19), ("bat", -15, 1), ("bat", -5, 9)],
)
def test_half_of_the_beaten_power_is_added(rival: str, left: int, start: int) -> None:
    assert met(won(left, rival))[0] == start


@pytest.mark.rule("TMC-17.3", "TMC-17.7", "TMC-17.10")
@pytest.mark.parametrize(("following", "power", "holder"), [("wolf", 25, 0), ("bat", 29, 1)])
def test_the_new_rival_has_its_own_power(following: str, power: int, holder: int) -> None:
    table = won(left=12, following=following)
    assert met(table) == [27, power]
    assert [h.words["seat"] for h in table.match.events(0) if h.kind == "receives"] == [holder]
    assert table.told("turn")[0] == ("turn", 1 - holder)


@pytest.mark.rule("TMC-17.4", "TMC-17.5", "TMC-17.6")
def test_the_aspects_of_the_beaten_rival_leave_the_game() -> None:
    table = won(rival="bat", following="turtle", hand="fury blood-draught ?")
    used = [card for card in range(st.ASPECTS) if not table.state.box[card]]
    assert used == [*range(16), 28, 29, 34, 35]


@pytest.mark.rule("TMC-17.4", "TMC-17.5")
def test_after_a_confrontation_every_card_lies_in_one_place() -> None:
    s = won(rival="bat", following="turtle", hand="fury blood-draught ?").state
    zones = (s.deck, s.discard, s.offering, s.hand.ravel(), s.apart, s.selected.ravel())
    cards = [int(card) for zone in zones for card in zone if card >= 0]
    assert sorted(cards + np.flatnonzero(s.box[: st.ASPECTS]).tolist()) == list(range(st.ASPECTS))


@pytest.mark.rule("TMC-17.8")
def test_the_challenge_cards_are_stacked_anew() -> None:
    table = solo(
        "fury ? ?",
        offering="hunger ? ?",
        hierarchy=("owl", "turtle", "wolf"),
        power=(7, 2),
        fates=(2, 6),
        used=(0, 4),
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    assert int(table.state.stack_n) == 4 and int(table.state.used_n) == 0
    assert sorted(int(c) for c in table.state.stack) == sorted(FATE.values())


@pytest.mark.rule("TMC-17.9")
def test_the_new_confrontation_is_dealt_afresh() -> None:
    table = won(following="wolf")
    s = table.state
    assert s.hand_n.tolist() == [3, 3] and int(s.offering_n) == 3
    assert int(s.deck_n) == 11 and int(s.discard_n) == 0 and table.asked == (0, "act")


@pytest.mark.rule("TMC-17.11")
def test_totem_and_reshuffles_start_again() -> None:
    table = solo(
        "fury ? ?",
        offering="hunger ? ?",
        spirits=("catfish", "turtle"),
        hierarchy=("catfish", "turtle", "wolf"),
        power=(1, 2),
        reshuffles=3,
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    assert int(table.state.reshuffles) == 0 and table.level == 5 and table.asked == (0, "act")
    table.play("challenge")
    pair = [int(c) for c in readable(table.match.state[0]).hand[0, :2]]
    table.match.play(table.match.legal()[0])
    while table.asked[1] == "pick":
        table.match.play(table.match.legal()[0])
    counted = [h.words["number"] for h in table.match.events(0) if h.kind == "totals"]
    assert counted[0] == sum(table.match.content.cards[c].facts["strength"] for c in pair)


@pytest.mark.rule("TMC-17.12")
def test_collecting_the_cards_is_no_reshuffle() -> None:
    table = won(following="wolf")
    assert table.powers == (22, 25) and table.told("reshuffles") == []
    assert int(table.state.spirit[1]) == spirit("wolf")


@pytest.mark.rule("TMC-12.18")
@pytest.mark.parametrize(("own", "following"), [("snake", "badger"), ("owl", "turtle")])
def test_an_advantage_brings_power_at_every_confrontation(own: str, following: str) -> None:
    assert spoils("snake") and spoils("turtle") and not spoils("owl")
    told = won(own=own, following=following).match.events(0)
    gained = [(h.words["seat"], h.words["number"]) for h in told if h.kind == "gains"]
    assert gained == [(0, n) for n in spoils(own)]
    holder = 0 if 22 + sum(spoils(own)) > 27 else 1
    assert [h.words["seat"] for h in told if h.kind == "receives"] == [holder]


@pytest.mark.rule("TMC-12.18")
def test_the_first_rival_is_met_with_it_as_well() -> None:
    first = new(players=1, rivals=1, spirit_0="snake")
    first.play(first.legal()[0])
    met_with = {h.words["seat"]: h.words["number"] for h in first.events(0) if h.kind == "meets"}
    (gain,) = (h for h in first.events(0) if h.kind == "gains")
    assert met_with[0] == 28 and [gain.words["number"]] == spoils("snake")
    (receives,) = (h for h in first.events(0) if h.kind == "receives")
    assert receives.words["seat"] == int(28 + spoils("snake")[0] < met_with[1])


def spoils(name: str) -> list[int]:
    """What a spirit gains when it meets a rival."""
    row, at = CONTENT.tables[0], st.SPIRIT_CARD + spirit(name)
    return [int(row["fx_n"][at, i]) for i in range(st.EFFECTS) if row["fx_on"][at, i] == ON.RIVAL_MET]
