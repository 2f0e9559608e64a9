"""Chapters 4 and 5: the turn, the Draw action and the deck."""

from __future__ import annotations

import pytest

from bestiary.core.record import readable

from .table import duel, new


@pytest.mark.rule("TMC-4.1", "TMC-9.6")
@pytest.mark.parametrize("seed", range(4))
def test_turns_alternate(seed: int) -> None:
    match = new(seed, deal_spirits=True)
    while not match.game_over:
        match.play(match.legal()[seed % len(match.legal())])
    turns = [h.words["seat"] for h in match.events(None) if h.kind == "turn"]
    first = turns[0]
    assert turns == [first if i % 2 == 0 else 1 - first for i in range(len(turns))]


@pytest.mark.rule("TMC-4.2")
def test_one_action_and_the_turn_is_over() -> None:
    table = duel("memory menace fury", deck="cunning").play("draw")
    assert table.asked == (0, "trim")
    table.play("discard cunning")
    assert table.asked == (1, "act")


@pytest.mark.rule("TMC-4.1")
def test_nobody_plays_in_the_other_players_turn() -> None:
    assert duel().refused("draw", seat=1) == "TMC-4.1"


@pytest.mark.rule("TMC-4.3")
def test_draw_three_invokes_and_challenge_but_no_pass() -> None:
    table = duel(offering="vigor fury courage")
    assert table.choices == ["draw", "invoke vigor", "invoke fury", "invoke courage", "challenge"]
    assert table.refused("pass") == "TMC-4.3"
    assert table.refused("accept") == "TMC-4.3"


@pytest.mark.rule("TMC-4.4")
def test_every_turn_starts_with_everything_at_hand() -> None:
    for seed in range(12):
        match = new(seed, deal_spirits=True, late_reshuffle=seed % 2 == 0)
        match.play("begin")
        while not match.game_over:
            if match.view(-1)["phase"] == "act":
                s = readable(match.state[0])
                assert s.hand_n.tolist() == [3, 3] and int(s.offering_n) == 3
                assert int(s.deck_n) >= (0 if seed % 2 == 0 else 1) and len(match.legal()) == 5
            match.play(match.legal()[(seed * 7 + len(match.history) * 3) % len(match.legal())])


@pytest.mark.rule("TMC-4.5")
def test_the_crow_looks_before_it_acts() -> None:
    table = duel("? ? ?", "fury memory vigor", spirits=("crow", "turtle"), begin=True).play("begin")
    assert table.asked == (0, "act") and len(table.P.knows.split()) == 2


# ---- draw ------------------------------------------------------------------------------------


@pytest.mark.rule("TMC-5.1")
def test_draw_takes_the_top_card() -> None:
    table = duel("vigor memory menace", deck="fury ? ?", deck_n=7).play("draw")
    assert table.P.hand == "vigor memory menace fury" and table.deck_n == 6


@pytest.mark.rule("TMC-5.2", "TMC-11.1")
def test_a_drawn_card_does_nothing() -> None:
    table = duel("vigor memory menace", deck="hunger").play("draw", "discard menace")
    assert table.powers == (20, 20)


@pytest.mark.rule("TMC-5.3")
def test_one_card_too_many_is_discarded() -> None:
    table = duel("vigor memory menace", deck="fury").play("draw")
    assert table.choices == ["discard vigor", "discard memory", "discard menace", "discard fury"]
    assert table.refused("draw") == "TMC-5.3"
    assert table.refused("discard hunger") == "TMC-5.3"
    table.play("discard memory")
    assert table.P.hand == "vigor menace fury"


@pytest.mark.rule("TMC-5.4")
def test_the_drawn_card_may_be_discarded() -> None:
    table = duel("vigor memory menace", deck="cunning").play("draw", "discard cunning")
    assert table.P.hand == "vigor memory menace" and table.pile == "cunning"


# ---- the deck --------------------------------------------------------------------------------


@pytest.mark.rule("TMC-5.5", "TMC-5.7")
def test_the_last_card_brings_the_reshuffle_at_once() -> None:
    table = duel("vigor memory menace", deck="fury", deck_n=1)
    before = sorted(table.pile.split())
    table.play("draw")
    assert table.deck_n == 10 and table.pile == "" and sorted(table.deck.split()) == before
    table.play("discard memory")
    assert table.deck_n == 10 and table.pile == "memory"


@pytest.mark.rule("TMC-5.5")
def test_the_new_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(6):
        table = duel("vigor memory menace", deck="fury", deck_n=1)
        table.state.rng[:] = seed
        orders.add(table.play("draw").deck)
    assert len(orders) > 3


@pytest.mark.rule("TMC-5.6")
def test_a_reshuffle_costs_each_player_one_power() -> None:
    table = duel(deck_n=1, power=(10, 9), spirits=("mouse", "bat")).play("draw")
    assert table.powers == (9, 8) and int(table.state.reshuffles) == 1


@pytest.mark.rule("TMC-5.8")
def test_late_reshuffle_waits_for_the_next_card() -> None:
    table = duel("vigor memory menace", deck="fury", deck_n=1, spirits=("mouse", "bat"), late_reshuffle=True)
    table.play("draw", "discard memory")
    assert table.deck_n == 0 and len(table.pile.split()) == 11 and table.powers == (20, 20)
    table.play("draw")
    assert table.deck_n == 10 and table.pile == "" and table.powers == (19, 19)


@pytest.mark.rule("TMC-5.9", "TMC-5.10")
def test_only_the_pile_is_shuffled() -> None:
    table = duel("vigor memory menace", offering="scurry hunger agility", deck="fury", deck_n=1)
    table.play("invoke scurry")
    left = table.deck.split()
    assert len(left) == 8 and not {"scurry", "hunger", "agility", "memory", "menace"} & set(left)
    assert table.P.cards == 6 and table.P.hand.startswith("vigor memory menace fury")


@pytest.mark.rule("TMC-5.10")
def test_cards_are_drawn_one_at_a_time() -> None:
    table = duel(
        "vigor memory menace", offering="patience ? ?", deck="fury", deck_n=1, spirits=("mouse", "bat")
    )
    table.play("invoke patience")
    assert table.deck_n == 9 and table.powers == (19, 19)
    assert table.told("draws", "reshuffles") == [("draws", 0), ("reshuffles", -1), ("draws", 0)]


@pytest.mark.rule("TMC-5.11")
def test_with_no_card_left_nothing_is_drawn() -> None:
    table = duel("vigor memory menace")
    s = table.state
    for card in [*s.deck[: int(s.deck_n)]]:
        s.box[card] = 1
    s.deck[:], s.deck_n = -1, 0
    table.play("draw")
    assert table.P.hand == "vigor memory menace" and table.powers == (20, 20)
    assert table.asked == (1, "act")
