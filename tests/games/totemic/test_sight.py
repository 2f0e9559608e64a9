"""What a seat may see, imagine and learn from: hide, resample, observe."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from bestiary.core.jit import INTERPRETED
from bestiary.core.record import UNKNOWN, readable
from bestiary.games.totemic import state as st
from bestiary.games.totemic.board import board
from bestiary.games.totemic.moves import Q
from bestiary.testing import check_dealing

from .table import GAME, NUMBER, Table, duel, names, new, solo

slow = pytest.mark.skipif(INTERPRETED, reason="thousands of deals: for the compiled rules")
SAMPLES = 120 if INTERPRETED else 2400

pytestmark = pytest.mark.rule("TMC-2.13")


def hidden(table: Table, seat: int) -> Any:
    """The record as a seat has it."""
    return readable(table.match.engine.hidden(table.match.state, seat)[0])


def imagined(table: Table, seat: int, n: int = SAMPLES) -> list[Any]:
    """Worlds that a seat holds possible."""
    engine = table.match.engine
    return [readable(engine.resampled(table.match.state, seat, k)[0]) for k in range(n)]


def small(table: Table, deck: int = 2) -> Table:
    """The same position with so few cards in the deck that everything can be enumerated."""
    s = table.state
    for i in range(deck, int(s.deck_n)):
        s.box[s.deck[i]] = 1
        s.deck[i] = -1
    s.deck_n = deck
    table.match.prepare()
    return table


# ---- hide ------------------------------------------------------------------------------------


def test_a_player_sees_the_own_hand_and_the_open_cards() -> None:
    table = duel("fury memory menace", offering="vigor hunger agility", pile="patience")
    s = hidden(table, 0)
    assert names(s.hand[0]) == "fury memory menace" and set(s.hand[1, :3]) == {UNKNOWN}
    assert set(s.hand[1, 3:]) == {-1} and names(s.offering) == "vigor hunger agility"
    assert set(s.deck[: int(s.deck_n)]) == {UNKNOWN} and names(s.discard) == "patience"


def test_a_spectator_sees_no_hand_and_no_private_knowledge() -> None:
    table = duel("? ? ?", "fury hunger vigor", offering="cunning ? ?").play("invoke cunning")
    s = hidden(table, -1)
    assert set(s.hand[:, :3].ravel()) == {UNKNOWN} and not s.known.any()
    assert hidden(table, 0).known.sum() == 6 and hidden(table, 1).known.sum() == 6


def test_selected_cards_are_hidden_until_both_are_made() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", spirits=("mouse", "fox"))
    table.play("challenge", "accept", "select fury hunger")
    assert names(hidden(table, 0).selected[0]) == "fury hunger"
    assert set(hidden(table, 1).selected[0]) == {UNKNOWN} == set(hidden(table, -1).selected[0])
    table.play("select resilience vigor")
    for seat in (0, 1, -1):
        assert names(hidden(table, seat).selected.ravel()) == "fury hunger resilience vigor"


def test_a_card_known_in_a_hand_is_still_there_or_among_those_laid_face_down() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", spirits=("mouse", "fox"))
    table.state.shown[NUMBER["fury"]] = 1 + 0
    table.play("challenge", "accept", "select fury hunger")
    places = [
        [NUMBER["fury"] in zone.tolist() for zone in (world.hand[0], world.selected[0])]
        for world in imagined(table, 1, 40)
    ]
    assert {tuple(place) for place in places} == {(True, False), (False, True)}


def test_the_solo_game_hides_only_the_deck_and_the_stack() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning", used=(4,), fates=(0, 2, 6))
    for seat in (0, -1):
        s = hidden(table, seat)
        assert set(s.deck[: int(s.deck_n)]) == {UNKNOWN} and s.stack.tolist() == [UNKNOWN] * 3 + [-1]
        assert (s.hand == table.state.hand).all() and (s.used == table.state.used).all()


# ---- resample ----------------------------------------------------------------------------------


@slow
def test_all_unknown_cards_lie_anywhere_equally_often() -> None:
    check_dealing(GAME, small(duel("fury memory menace", "hunger agility vigor")).match.state, 0)


@slow
def test_a_known_card_stays_in_the_hand_in_any_place() -> None:
    table = small(duel("fury memory menace", "hunger agility vigor"))
    table.state.known[NUMBER["agility"]] = 2
    table.state.shown[NUMBER["hunger"]] = 2
    held = {NUMBER["agility"], NUMBER["hunger"]}
    check_dealing(GAME, table.match.state, 0, consistent=lambda s: held <= set(s["hand"][1].tolist()))


@slow
def test_a_known_card_may_be_selected_or_not() -> None:
    table = small(duel("fury memory menace", "hunger agility vigor"))
    fury = NUMBER["fury"]
    table.state.known[fury] = 1
    table.play("challenge", "accept", "select fury memory")

    def possible(s: Any) -> bool:
        return fury in s["hand"][0] or fury in s["selected"][0]

    check_dealing(GAME, table.match.state, 1, consistent=possible)


def test_after_a_reshuffle_the_other_hand_is_known_by_elimination() -> None:
    table = duel("fury memory menace", "hunger agility vigor", deck="cunning", deck_n=1).play("draw")
    assert table.P.knows == "agility hunger vigor" and table.Q.knows == "cunning fury memory menace"
    for world in imagined(table, 0, 20):
        assert sorted(names(world.hand[1]).split()) == ["agility", "hunger", "vigor"]
    table.play("discard fury")
    assert table.Q.knows == "cunning memory menace"


def test_a_known_hand_says_why_it_is_known() -> None:
    table = duel("fury memory menace", "hunger agility vigor", offering="rivalry ? ?")
    told = "each player knows the other's"
    table.play("invoke rivalry", "discard fury")
    why = {card["code"]: card["how"] for card in table.Q.view["seats"][0]["known"]}
    assert set(why.values()) == {"taken openly"} and told not in table.Q.log
    table = duel("fury memory menace", "hunger agility vigor", deck="cunning", deck_n=1).play("draw")
    assert {card["how"] for card in table.P.view["seats"][1]["known"]} == {"left over by the reshuffle"}
    assert told in table.P.log
    drawn = " ".join(line.plain for line in board(table.P.view).lines(66))
    assert "known, left over by the reshuffle:" in drawn
    table = duel("? ? ?", "fury hunger vigor", offering="cunning ? ?").play("invoke cunning")
    assert {card["how"] for card in table.P.view["seats"][1]["known"]} == {"looked at"}


def test_alone_a_reshuffle_makes_no_hand_known_since_all_lie_open() -> None:
    table = solo("fury memory menace", deck="cunning", deck_n=1, turn=0).play("draw")
    assert "Reshuffle 1" in table.P.log and "knows the other" not in table.P.log


def test_a_spectator_knows_both_hands_together_after_a_reshuffle() -> None:
    table = duel("fury memory menace", "hunger agility vigor", deck="cunning", deck_n=1)
    table.play("draw", "discard fury", "draw", "discard hunger")
    old = {NUMBER[c] for c in ("memory", "menace", "cunning", "agility")}
    vigor = {int(c) for c in table.state.hand[1, :3]} & {4, 5}
    old |= vigor
    assert {int(c) for c in np.flatnonzero(table.state.old)} == old and table.state.old_n.tolist() == [3, 2]
    counts: Counter[int] = Counter()
    for world in imagined(table, -1):
        first = {int(c) for c in world.hand[0, :3]}
        second = {int(c) for c in world.hand[1, :3]}
        assert first <= old and len(second & old) == 2
        assert all(int(world.known[card]) == 1 + (card in second) for card in old)  # to the other player
        counts.update(first)
    assert set(counts) == old
    assert min(counts.values()) > 0.4 * SAMPLES and max(counts.values()) < 0.8 * SAMPLES


@pytest.mark.parametrize("seat", [-1, 0, 1])
@pytest.mark.parametrize(("move", "phase"), [("draw", "trim"), ("invoke omen", "remove")])
def test_every_imagined_world_has_each_card_once_and_looks_the_same(seat: int, move: str, phase: str) -> None:
    table = duel(
        "fury memory menace",
        "hunger agility vigor",
        offering="omen ? ?",
        pile="patience cunning",
        spirits=("mouse", "crow"),
    ).play(move)
    assert table.asked[1] == phase
    engine = table.match.engine
    for n in range(8):
        world = engine.resampled(table.match.state, seat, n)
        s = readable(world[0])
        zones = [s[zone] for zone in ("hand", "deck", "discard", "offering", "apart", "selected")]
        cards = [int(card) for zone in zones for card in np.ravel(zone) if card >= 0]
        assert sorted(cards + np.flatnonzero(s.box[: st.ASPECTS]).tolist()) == list(range(st.ASPECTS))
        assert engine.hidden(world, seat).tobytes() == engine.hidden(table.match.state, seat).tobytes()


def test_the_stack_of_challenge_cards_is_shuffled_again() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning", used=(4,), fates=(0, 2, 6))
    orders = Counter(tuple(world.stack[:3].tolist()) for world in imagined(table, 0))
    assert len(orders) == 6 and min(orders.values()) > SAMPLES / 20
    assert all(world.used[0] == table.state.used[0] for world in imagined(table, 0, 5))


@slow
def test_dealing_again_in_the_solo_game_touches_deck_and_stack_alone() -> None:
    table = small(solo("fury rivalry ?", "resilience agility cunning", used=(4,), fates=(0, 2, 6)), 3)
    check_dealing(GAME, table.match.state, 0, consistent=lambda s: min(s["stack"][:3]) >= st.ASPECTS)


# ---- observe -----------------------------------------------------------------------------------


def features(table: Table, seat: int) -> dict[str, Any]:
    values = table.match.engine.observe(table.match.state, seat)
    ends = np.cumsum([f.size for f in GAME.observation])
    assert ends[-1] == len(values)
    return {f.name: values[end - f.size : end] for f, end in zip(GAME.observation, ends, strict=True)}


def test_nothing_that_stood_in_the_buffer_is_left_in_an_observation() -> None:
    table = duel("fury memory menace", "hunger agility vigor")
    engine = table.match.engine
    seen = engine.hidden(table.match.state, 0)
    out = np.full(sum(f.size for f in GAME.observation), 7.0, np.float32)
    engine.kernels.k_observe(engine.tables, seen, 0, 0, engine.new_states(), out)
    assert (out == engine.observe(table.match.state, 0)).all()


def test_the_observation_names_phase_spirits_and_cards() -> None:
    table = duel("fury memory menace", offering="vigor hunger agility", pile="patience", power=(15, 21))
    seen = features(table, 0)
    assert np.flatnonzero(seen["phase"]).tolist() == [Q.ACT] and seen["asked"][0] == 1
    assert np.flatnonzero(seen["spirit"]).tolist() == [3]
    assert np.flatnonzero(seen["other_spirit"]).tolist() == [6]
    assert seen["side"][0] == pytest.approx(0.5) and seen["other_side"][0] == pytest.approx(0.7)
    assert seen["hand"][NUMBER["memory"]] == pytest.approx(2 / 6) and seen["hand"].astype(bool).sum() == 3
    assert not seen["other_hand"].any() and seen["offering"][NUMBER["hunger"]] == pytest.approx(2 / 3)
    assert seen["discard"][NUMBER["patience"]] == pytest.approx(1 / 20)
    assert seen["box"].sum() == 20


def test_the_other_seat_observes_the_same_table_from_its_side() -> None:
    table = duel("fury memory menace", "hunger agility vigor", power=(15, 21))
    own, other = features(table, 0), features(table, 1)
    assert (own["side"] == other["other_side"]).all()
    assert own["asked"][0] == 1 and other["asked"][0] == 0
    assert not other["other_hand"].any()


@pytest.mark.parametrize("options", [{"deal_spirits": True}, {"players": 1, "deal_spirits": True}])
def test_different_records_are_different_observations(options: dict[str, Any]) -> None:
    """The observation loses nothing of what a seat knows."""
    for seed in range(4):
        match = new(seed, **options)
        seen: dict[bytes, bytes] = {}
        while not match.game_over:
            for seat in range(match.seats):
                record = match.engine.hidden(match.state, seat).tobytes()
                features = bytes([seat]) + match.engine.observe(match.state, seat).tobytes()
                assert seen.setdefault(features, record) == record
            match.play(match.legal()[(len(match.history) * 5 + seed) % len(match.legal())])
