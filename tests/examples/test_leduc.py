"""Leduc: a game from outside the package, its rules, its value, and its way through every adapter."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import solve
from leduc import GAME

from bestiary import IllegalAction, Match
from bestiary.core.record import UNKNOWN, Records
from bestiary.core.registry import names, register, unregister
from bestiary.core.words import result
from bestiary.envs.features import layout
from bestiary.testing import check_game

JACK, QUEEN, KING = 0, 2, 4  # of spades; the one of hearts follows


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    register(GAME)
    yield
    unregister("leduc")


def table(first: int, second: int, opened: int) -> Match:
    """A match with these cards."""
    match = Match("leduc")
    s = match.state[0]
    rest = [card for card in range(6) if card not in (first, second, opened)]
    s["hand"][:, 0] = [first, second]
    s["deck"][:4] = [*rest, opened]
    match.prepare()
    return match


def said(match: Match, words: str) -> Match:
    """Plays f, c and r for fold, call and raise."""
    for letter in words:
        match.play({"f": "fold", "c": "call", "r": "raise"}[letter])
    return match


def test_leduc_keeps_the_contract() -> None:
    def dearer(tables: Records) -> None:
        tables["stake"][0, 1] = 3

    report = check_game(GAME, games=60, edited=dearer, quiet=True)
    assert report.skipped == ["secret choices: no secret phases were named"]


def test_leduc_says_what_is_asked_and_what_a_word_costs() -> None:
    match = table(KING, JACK, QUEEN)
    assert match.prompt() == "The pot holds 2: call for nothing or raise?"
    assert [match.sentence(a) for a in match.legal()] == [
        "Call, which costs nothing",
        "Raise by 2 and pay 2",
    ]
    said(match, "r")
    assert match.prompt() == "The pot holds 4: fold or call for 2 or raise?"
    assert match.story(0)[-1] == "You raise, with 3 paid in all."
    said(match, "ccc")
    assert result(match, 1) == "Player 1 wins. The King of spades is the higher card and wins 3 from you."
    assert GAME.content().cards[KING].figures == "Rank 3"
    for verb in GAME.actions.verbs:
        assert verb.help and set(verb.rules) <= set(GAME.rulebook.rules)


def test_a_fold_and_a_pair_end_the_game_with_their_reason() -> None:
    assert result(said(table(KING, JACK, QUEEN), "rf"), 0) == "You win. Player 2 folds, which costs 1."
    paired = result(said(table(KING, JACK, JACK + 1), "cccc"))
    assert paired.endswith("The Jack of spades makes a pair and wins 1 from Player 1.")
    assert result(said(table(KING, KING + 1, JACK), "cccc")) == "A tie. Equal ranks share the pot of 2."


def test_each_seat_has_one_card_and_sees_its_own_alone() -> None:
    match = Match("leduc", seed=1)  # LED-1
    assert match.state[0]["paid"].tolist() == [1, 1]
    for seat in (0, 1):
        hand = match.engine.hidden(match.state, seat)[0]["hand"]
        assert hand[seat, 0] >= 0 and hand[1 - seat, 0] == UNKNOWN


@pytest.mark.parametrize(
    ("words", "tried", "rule"),
    [("", "fold", "LED-3"), ("rr", "raise", "LED-4"), ("rf", "call", "LED-9")],
)
def test_what_the_rules_forbid_is_refused(words: str, tried: str, rule: str) -> None:
    match = said(table(JACK, QUEEN, KING), words)
    with pytest.raises(IllegalAction) as refused:
        match.play(tried)
    assert refused.value.rule == rule


def test_only_the_seat_that_is_asked_may_speak() -> None:
    with pytest.raises(IllegalAction) as refused:
        table(JACK, QUEEN, KING).play("call", 1)
    assert refused.value.rule == "LED-2"


@pytest.mark.parametrize("words", ["cc", "rc", "crc", "rrc", "crrc"])
def test_a_call_ends_the_round_and_a_card_is_opened(words: str) -> None:
    match = said(table(JACK, QUEEN, KING), words)  # LED-5, LED-6
    assert match.view(0)["phase"] == "second" and match.view(1)["table"] == "Ks"
    assert match.asked == [0]


@pytest.mark.parametrize(
    ("hands", "opened", "words", "payoff"),
    [
        ((JACK, KING), QUEEN, "rf", 1),  # LED-7: the ante
        ((JACK, KING), QUEEN, "crf", -1),
        ((JACK, KING), QUEEN, "rccrf", -3),  # after a raise and a call of 2
        ((JACK, KING), QUEEN, "cccc", -1),  # LED-8: rank
        ((JACK, KING), JACK + 1, "cccc", 1),  # pair
        ((JACK, JACK + 1), QUEEN, "rrcrrc", 0),  # tie
        ((KING, JACK), QUEEN, "rrcrrc", 13),  # the most that can be paid
    ],
)
def test_who_wins_how_much(hands: tuple[int, int], opened: int, words: str, payoff: int) -> None:
    match = said(table(*hands, opened), words)
    assert match.over and match.returns() == [payoff, -payoff]
    shown = match.view(0)["hands"][1]
    assert (shown == "?") == words.endswith("f")


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_learner_sees(seat: int) -> None:
    def seen(words: str) -> dict[str, list[float]]:
        match = said(table(JACK, KING, QUEEN), words)
        values = match.engine.observe(match.state, seat)
        return {name: values[span.slice].tolist() for name, span in layout(GAME).items()}

    def one(rank: int) -> list[float]:
        return [float(r == rank) for r in range(1, 7)]

    early, late = seen("cr"), seen("ccrrc")
    jack, queen, king = GAME.content().tables["rank"][0, [JACK, QUEEN, KING]].tolist()
    own, other = (jack, king) if seat == 0 else (king, jack)
    assert early["phase"] == [1, 0, 0] and early["seat"] == [seat] and early["asked"] == [seat == 0]
    paid = (1 / 13, 3 / 13) if seat == 0 else (3 / 13, 1 / 13)
    assert early["bets"] == pytest.approx([*paid, 1 / 2, 2 / 4])
    assert (early["own"], early["table"], early["other"]) == (one(own), one(0), one(0))
    assert early["result"] == [0, 0]
    assert late["phase"] == [0, 0, 1] and late["asked"] == [0]
    assert late["bets"] == pytest.approx([9 / 13, 9 / 13, 2 / 2, 3 / 4])
    assert (late["own"], late["table"], late["other"]) == (one(own), one(queen), one(other))
    assert late["result"] == [seat == 1, seat == 0]


def test_to_a_learner_cards_of_a_rank_are_alike() -> None:
    def seen(*cards: int) -> list[float]:
        match = said(table(*cards), "crcc")
        return list(match.engine.observe(match.state, 0))

    spades, hearts = seen(JACK, KING, QUEEN), seen(JACK + 1, KING + 1, QUEEN + 1)
    assert spades == hearts != seen(QUEEN, KING, JACK)


def test_regret_minimisation_finds_the_known_value() -> None:
    solver = solve.Solver()
    assert len(solver.questions) == 288  # as the literature counts them: six per rank and line of play
    assert solver.exploitability() > 2.0, "whoever has learned nothing is easy prey"
    solver.improve(400)
    assert solver.exploitability() < 0.01
    assert solver.value() == pytest.approx(solve.KNOWN_VALUE, abs=5e-4)


def test_openspiels_own_leduc_pays_the_same() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python or platform")
    import pyspiel

    theirs = pyspiel.load_game("leduc_poker")
    pick = random.Random(3)
    for _ in range(200):
        first, second, opened = pick.sample(range(6), 3)
        match, state = table(first, second, opened), theirs.new_initial_state()
        state.apply_action(first)
        state.apply_action(second)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(opened)
                continue
            assert state.current_player() == match.asked[0]
            assert state.legal_actions() == match.legal()
            action = pick.choice(match.legal())
            state.apply_action(action)
            match.play(action)
        assert match.over and match.returns() == state.returns()


def test_it_goes_through_every_adapter() -> None:
    for library in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(library, reason=f"{library} is not installed")
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from bestiary.envs import SeatEnv, VectorEnv, aec, spiel

    api_test(aec.env("leduc"), num_cycles=50)
    check_env(SeatEnv("leduc", seat=0), skip_render_check=True)
    (name,) = spiel.register("leduc")
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)
    env = VectorEnv("leduc", 64)
    rngs: Any = np.arange(64, dtype=np.uint64)
    actions = np.zeros(64, np.int64)
    paid = 0.0
    for _ in range(100):
        env.choose(rngs, actions)
        paid += float(np.abs(env.step(actions).rewards.sum(axis=1)).sum())
    assert env.games.sum() > 1000 and paid == 0.0, "what one wins the other loses"


def test_it_is_known_only_where_it_is_registered() -> None:
    assert "leduc" in names()
    unregister("leduc")
    assert "leduc" not in names()
