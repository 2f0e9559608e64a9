"""Chapter 7: the challenge."""

from __future__ import annotations

import pytest

from .table import duel


@pytest.mark.rule("TMC-7.1", "TMC-7.2")
def test_the_other_player_answers() -> None:
    table = duel().play("challenge")
    assert table.asked == (1, "answer")
    assert table.choices == ["accept", "threaten", "submit"]
    assert table.refused("draw") == "TMC-7.2"


@pytest.mark.rule("TMC-7.3")
def test_each_player_selects_exactly_two() -> None:
    table = duel("fury memory menace").play("challenge", "accept")
    assert table.choices == ["select fury memory", "select fury menace", "select memory menace"]
    assert table.refused("draw") == "TMC-7.3"
    actions = table.match.game.actions
    pairs = [actions.args(a) for a in range(len(actions)) if actions.name(a) == "select"]
    assert all(len(set(pair)) == 2 for pair in pairs)
    beyond = actions.id("select", 0, 3)
    assert table.match.why(beyond) == "TMC-7.3"


@pytest.mark.rule("TMC-7.4")
@pytest.mark.parametrize("turn", [0, 1])
def test_the_second_player_learns_nothing_from_the_first_selection(turn: int) -> None:
    seen = set()
    for pair in ("fury memory", "fury menace", "memory menace"):
        table = duel("fury memory menace", "vigor hunger agility", turn=turn)
        s = table.state
        s.shown[s.hand[turn, 0]] = 1 + turn  # everybody knows of the Fury
        s.known[s.hand[turn, 1]] = 1 + turn
        table.play("challenge", "accept")
        assert table.asked == (turn, "select")
        table.play(f"select {pair}")
        assert table.asked == (1 - turn, "select")
        engine, states = table.match.engine, table.match.state
        for seat in (1 - turn, -1):
            told = repr(table.match.events(seat)) + repr(table.match.view(seat))
            record = engine.hidden(states, seat)
            seen.add((seat, record.tobytes(), told, tuple(table.choices), tuple(engine.why_all(record))))
    assert len(seen) == 2


@pytest.mark.rule("TMC-7.5", "TMC-7.7")
@pytest.mark.parametrize("token", [0, 1])
def test_the_greater_total_wins(token: int) -> None:
    table = duel("fury vigor ?", "rivalry hunger ?", token=token)
    table.challenge("fury vigor", "rivalry hunger")
    assert table.totals == (11, 9) and table.powers == (20, 15)


@pytest.mark.rule("TMC-7.6")
def test_what_an_advantage_adds_counts() -> None:
    table = duel("rivalry hunger ?", "resilience vigor ?", spirits=("mouse", "badger"), token=0)
    table.challenge("rivalry hunger", "resilience vigor")
    assert table.totals == (9, 10) and table.powers == (15, 20)


@pytest.mark.rule("TMC-7.8")
def test_losing_costs_what_the_totem_shows() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", power=(20, 12))
    table.play("challenge", "threaten", "threaten", "accept", "select memory cunning", "select fury rivalry")
    assert table.powers == (5, 12)


@pytest.mark.rule("TMC-7.9", "TMC-7.10")
def test_a_tie_goes_to_dominance_which_is_then_lost() -> None:
    table = duel("rivalry vigor ?", "resilience agility ?", token=1)
    table.play("challenge", "threaten", "accept", "select rivalry vigor", "select resilience agility")
    assert table.totals == (10, 10) and table.powers == (10, 19) and table.P.dominant


@pytest.mark.rule("TMC-7.11")
def test_first_the_loss_then_the_token_then_the_advantages() -> None:
    table = duel(
        "resilience agility ?", "rivalry stubborn-bite ?", token=0, power=(6, 5), spirits=("stag", "badger")
    )
    table.state.spirit[1] = 1  # the Bat
    table.challenge("resilience agility", "rivalry stubborn-bite")
    assert table.totals == (11, 11) and table.powers == (5, 0)
    assert table.told("loses", "dominates") == [("loses", 1), ("dominates", 1), ("loses", 0)]


@pytest.mark.rule("TMC-7.11")
def test_advantages_for_losing_see_the_token_moved() -> None:
    """The Catfish has the token back before its own advantage asks for it: nothing more is paid."""
    table = duel("rivalry vigor ?", "resilience agility ?", token=0, spirits=("mouse", "catfish"))
    table.challenge("rivalry vigor", "resilience agility")
    assert table.powers == (19, 15) and table.Q.dominant


@pytest.mark.rule("TMC-7.12")
def test_the_winner_of_a_tie_can_fall_to_zero() -> None:
    table = duel("rivalry vigor ?", "resilience agility ?", token=1, power=(4, 1))
    table.challenge("rivalry vigor", "resilience agility")
    assert table.powers == (-1, 0) and table.match.game_over and table.winner == 1


@pytest.mark.rule("TMC-7.13")
def test_a_missing_card_counts_nothing() -> None:
    table = duel("memory cunning ?", "fury")
    table.play("challenge", "accept", "select memory cunning")
    assert table.totals == (3, 7) and table.powers == (15, 20)


@pytest.mark.rule("TMC-7.14", "TMC-7.15")
def test_selected_cards_are_discarded_and_the_initiator_refills() -> None:
    table = duel("fury rivalry menace", "memory cunning hunger", offering="courage ? ?", deck_n=6)
    before = len(table.pile.split())
    table.play("invoke courage", "accept", "select fury rivalry", "select memory cunning")
    assert len(table.pile.split()) == before + 4
    assert table.P.cards == 3 and table.Q.hand == "hunger" and table.deck_n == 4


@pytest.mark.rule("TMC-7.15")
def test_an_initiator_with_too_many_cards_discards() -> None:
    table = duel("fury rivalry menace", "memory cunning hunger")
    table.play("challenge", "accept", "select fury rivalry")
    s = table.state
    for i in range(3):
        s.deck_n -= 1
        s.hand[0, 1 + i] = s.deck[s.deck_n]
        s.deck[s.deck_n] = -1
    s.hand_n[0] = 4
    table.play("select memory cunning")
    assert table.asked == (0, "trim") and table.refused("draw") == "TMC-7.15"


@pytest.mark.rule("TMC-7.17")
def test_an_effect_challenges_like_the_action() -> None:
    table = duel(
        "memory cunning ?", "resilience vigor ?", offering="clash ? ?", spirits=("stag", "badger"), token=1
    )
    table.play("invoke clash")
    assert table.asked == (1, "answer") and table.P.dominant
    table.play("accept", "select memory cunning", "select resilience vigor")
    assert table.totals == (3 + 1, 9 + 1)
