"""Chapter 12: the set-up of the solo game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.errors import BadOption, IllegalAction
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable
from bestiary.core.rng import shuffle
from bestiary.games.totemic import state as st
from bestiary.games.totemic.moves import Q

from .table import CODES, GAME, new, solo, spirit

SETUPS = 60 if INTERPRETED else 1000


def alone(seed: int = 1, **options: object) -> Match:
    """A new solo game."""
    return new(seed, players=1, **options)


def ranks(match: Match) -> list[str]:
    """The hierarchy from the bottom."""
    return [card["code"] for card in match.view(0)["solo"]["hierarchy"]]


def refusal(match: Match, move: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        match.play(move)
    return refused.value.rule


@pytest.mark.rule("TMC-12.1")
def test_ten_spirits_can_be_chosen() -> None:
    match = alone()
    assert len(match.choices()) == 10
    assert refusal(match, "choose crow") == "TMC-12.1" == refusal(match, "choose mouse")
    for name in ("crow", "mouse"):
        with pytest.raises(BadOption, match=r"TMC-12\.1"):
            alone(spirit_0=name)


@pytest.mark.rule("TMC-12.2")
def test_the_crow_would_see_nothing_new() -> None:
    table = solo(spirits=("owl", "turtle"), turn=0)
    states = table.match.engine.copy(table.match.state)
    played = []
    for name in ("owl", "crow"):
        table.match.state[0] = states[0]
        table.state.spirit[0] = spirit(name)
        table.state.step, table.state.phase = st.STEP.TURN, Q.BEGIN
        table.match.prepare()
        table.play("begin")
        assert table.told("looks") == []
        played.append(table.sides[0].view["seats"][1])
    assert played[0] == played[1]


@pytest.mark.rule("TMC-12.2")
def test_the_mouse_could_never_answer_a_threat() -> None:
    chance = random.Random(3)
    for seed in range(10 if INTERPRETED else 100):
        match = alone(seed, spirit_0="owl", rivals=1)
        readable(match.state[0]).spirit[0] = spirit("mouse")
        while not match.game_over:
            move = chance.choice(match.choices())
            since = len(match.history)
            match.play(move)
            if move == "submit":
                first = next(h for h in match.events(0, since) if h.kind == "loses")
                assert first.words["number"] == 5


@pytest.mark.rule("TMC-12.3")
def test_three_rivals_are_preset() -> None:
    match = alone()
    match.play("choose owl")
    assert len(ranks(match)) == 4 and ranks(match)[0] == "owl"


@pytest.mark.rule("TMC-12.4")
@pytest.mark.parametrize(("name", "most"), [("owl", 6), ("wolf", 5)])
def test_as_many_rivals_as_there_are(name: str, most: int) -> None:
    match = alone(rivals="choose")
    match.play(f"choose {name}")
    assert match.choices() == [f"rivals {n}" for n in range(1, most + 1)]
    assert refusal(match, "draw") == "TMC-12.4"
    if most == 5:
        assert refusal(match, "rivals 6") == "TMC-12.4"
    match.play(f"rivals {most}")
    assert len(ranks(match)) == most + 1
    assert len(set(ranks(match))) == most + 1


@pytest.mark.rule("TMC-12.4")
def test_the_option_keeps_to_the_same_bounds() -> None:
    for number in (0, 7):
        with pytest.raises(BadOption, match=r"TMC-12\.4"):
            alone(rivals=number)
    with pytest.raises(BadOption, match=r"TMC-12\.4"):
        alone(spirit_0="wolf", rivals=6)
    match = alone(rivals=6)
    assert len(match.choices()) == 4 and refusal(match, "choose wolf") == "TMC-12.4"
    for seed in range(20):
        dealt = alone(seed, rivals=6, deal_spirits=True)
        assert ranks(dealt)[0] in ("fox", "owl", "snake", "catfish")


@pytest.mark.rule("TMC-12.5")
def test_the_rivals_are_the_six_without_the_own_spirit() -> None:
    seen = set()
    for seed in range(SETUPS):
        match = alone(seed, spirit_0="stag", rivals=2)
        assert len(ranks(match)) == 3
        seen |= set(ranks(match)[1:])
    assert seen == {"badger", "bat", "porcupine", "turtle", "wolf"}


@pytest.mark.rule("TMC-12.5")
def test_every_rival_is_equally_likely_at_every_place() -> None:
    counts = np.zeros((3, st.SPIRITS))
    for seed in range(300 if INTERPRETED else 3000):
        for place, name in enumerate(ranks(alone(seed, spirit_0="owl"))[1:]):
            counts[place, spirit(name)] += 1
    shares = counts[:, [0, 1, 4, 5, 6, 7]] / counts.sum(axis=1, keepdims=True)
    assert shares.sum() == pytest.approx(3) and shares.min() > 0.09 and shares.max() < 0.25


@pytest.mark.rule("TMC-12.6", "TMC-12.7")
def test_the_first_rival_stands_directly_above_the_player() -> None:
    match = alone(4, spirit_0="owl")
    match.play("begin")
    view = match.view(0)
    assert view["seats"][1]["spirit"]["code"] == ranks(match)[1]
    assert view["seats"][1]["power"] == view["seats"][1]["spirit"]["power"]


@pytest.mark.rule("TMC-12.6")
def test_the_hierarchy_is_told_from_the_bottom() -> None:
    match = alone(4)
    match.play("choose owl")
    told = [h.words["who"] for h in match.events(0) if h.kind == "ranks"]
    assert [CODES[card] for card in told] == ranks(match)


@pytest.mark.rule("TMC-12.8", "TMC-12.9")
def test_only_the_current_rivals_aspects_are_in_the_deck() -> None:
    match = alone(4, spirit_0="owl")
    match.play("begin")
    rival = int(readable(match.state[0]).spirit[1])
    used = [card for card in range(st.ASPECTS) if not readable(match.state[0]).box[card]]
    assert used == sorted([*range(16), 34, 35, 16 + 2 * rival, 17 + 2 * rival])


@pytest.mark.rule("TMC-12.10", "TMC-12.11", "TMC-12.17")
@pytest.mark.parametrize(("name", "power", "holder"), [("owl", 31, 0), ("catfish", 23, 1)])
def test_more_power_gives_the_token_and_the_other_begins(name: str, power: int, holder: int) -> None:
    seed = next(k for k in range(99) if ranks(alone(k, spirit_0=name))[1] == "bat")
    match = alone(seed, spirit_0=name)
    match.play("begin")
    met = [h.words["number"] for h in match.events(0) if h.kind == "meets"]
    assert met == [power, 29]
    assert [h.words["seat"] for h in match.events(0) if h.kind == "receives"] == [holder]
    assert next(h.words["seat"] for h in match.events(0) if h.kind == "turn") == 1 - holder


@pytest.mark.rule("TMC-12.12")
@pytest.mark.parametrize("side", ["player", "rival"])
def test_on_equal_powers_the_player_decides(side: str) -> None:
    table = solo(
        "fury ? ?",
        offering="hunger ? ?",
        hierarchy=("owl", "turtle", "wolf"),
        power=(10, 2),
        turn=0,
    )
    table.play("invoke hunger", "discard fury")
    assert table.powers == (25, 25) and table.asked == (0, "token")
    assert table.choices == ["token player", "token rival"] and table.refused("draw") == "TMC-12.12"
    table.play(f"token {side}")
    turns = [h.words["seat"] for h in table.match.events(0) if h.kind == "turn"]
    assert turns[0] == (1 if side == "player" else 0)


@pytest.mark.rule("TMC-12.13")
def test_four_challenge_cards_lie_face_down() -> None:
    match = alone(4, spirit_0="turtle")
    match.play("begin")
    solo_part = match.view(0)["solo"]
    assert solo_part["unused"] == 4 and solo_part["used"] == []
    s = readable(match.state[0])
    assert sorted(s.stack.tolist()) == [40, 41, 42, 43]
    assert sum(GAME.content().cards[card].facts["value"] for card in s.stack) == 12
    assert set(readable(match.engine.hidden(match.state, 0)[0]).stack.tolist()) == {-2}
    orders = set()
    for seed in range(30):
        fresh = alone(seed, spirit_0="catfish")
        fresh.play("begin")
        orders.add(tuple(readable(fresh.state[0]).stack.tolist()))
    assert len(orders) > 8


@pytest.mark.rule("TMC-12.14")
def test_a_confrontation_begins_at_level_five() -> None:
    table = solo("fury rivalry ?", "memory cunning menace", turn=0, fates=(0, 2, 4, 6))
    table.play("challenge", "select fury rivalry")
    assert table.sides[1].power == 15


@pytest.mark.rule("TMC-12.15", "TMC-12.16")
@pytest.mark.parametrize("name", ["owl", "catfish"])
def test_the_player_is_dealt_first_then_the_rival_then_the_offering(name: str) -> None:
    match = alone(5, spirit_0=name, rivals=1)
    s = readable(match.state[0])
    rival, own = int(s.spirit[1]), spirit(name)
    special = (16 + 2 * own, 17 + 2 * own, 16 + 2 * rival, 17 + 2 * rival)
    deck = np.array([c for c in range(st.ASPECTS) if c < 16 or c in special], np.int16)
    shuffle(s.rng.copy(), st.DECK, deck, len(deck))
    top = [CODES[card] for card in deck[::-1]]
    match.play("begin")
    hands = [[c["code"] for c in side["hand"]] for side in match.view(0)["seats"]]
    if name == "catfish":  # the player takes the first turn, and nothing has changed yet
        assert hands == [top[:3], top[3:6]]
        assert [c["code"] for c in match.view(0)["offering"]] == top[6:9]
        assert match.view(0)["deck"] == 11
    else:
        assert next(h.words["seat"] for h in match.events(0) if h.kind == "turn") == 1
        assert hands[0] == top[:3]
