"""A hint: one move and why, in terms of the game, from what the seat may know."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.agents.hint import Adviser, Hint, Seen, explained
from bestiary.agents.judge import Figure
from bestiary.core.counting import Counted, counts_of
from bestiary.core.record import same
from bestiary.core.registry import load, names

from ..games.totem.table import GAME, position


def advised(match: Match, seat: int = 0, seed: int = 1, iterations: int = 200, tree: int = 20) -> Hint:
    adviser = Adviser(match.game, iterations=iterations, tree=tree)
    thinking = adviser.think(match.engine.hidden(match.state, seat), seat, seed)
    while True:
        try:
            next(thinking)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]


def test_the_winning_move_is_named_and_what_it_wins() -> None:
    match = position("V9", "-- -- J4 --").match
    hint = advised(match)
    assert match.notation(hint.action) == "attack V9 3"
    text = hint.text(match.notation(hint.next))
    assert text.startswith("In 100% of its tries you end up ahead, ")
    assert "more than after the next best move (" in text
    assert "you win at once in every try" in text


def test_what_is_risked_is_said_and_how_often() -> None:
    match = position("V1 V2", "(?) (?) (?) (?)", row="C2 -- -- --", q_hand="A13 J13", deck=9).match
    hint = advised(match, tree=400)
    risks = {one.what: one.share for one in hint.seen if not one.good}
    assert 0.25 <= risks["you lose a Totem"] <= 1
    assert "The risk: " in hint.text("") and "you lose a Totem in " in hint.text("")


def told(*seen: Seen, next: int = 1) -> str:
    """What is said of such tries."""
    sure = Figure(0.5, 0.5, 0.5)
    return Hint(0, sure, next, sure, seen, alone=False, measured="").text("that").partition("(that). ")[2]


def test_what_happens_in_every_try_is_a_price_and_not_a_risk() -> None:
    won = Seen("you win", True, 0.3, 0.3)
    assert told(won, Seen("you pay", False, 1.0, 1.0)).endswith("; the price: you pay in every try.")
    assert told(won, Seen("you pay", False, 0.6, 0.6)).endswith("; the risk: you pay in 6 of 10 tries.")
    assert told(Seen("you pay", False, 1.0, 1.0)).startswith("The price: ")


def test_what_happens_less_often_than_after_the_next_best_move_is_said_to() -> None:
    less = Seen("Malice rises", False, 0.4, 0.7)
    assert "rises only in 4 of 10 tries (in 7 of 10 tries after the next best move)" in told(less)
    more = Seen("Malice rises", False, 0.7, 0.0)
    assert "rises in 7 of 10 tries (never after the next best move)" in told(more)
    nearly = Seen("Malice rises", False, 0.98, 0.02)
    assert "rises in nearly every try (hardly ever after the next best move)" in told(nearly)


def test_of_a_war_that_is_won_or_not_the_likelier_is_said() -> None:
    war, cards = (
        Counted("war", "you win it", "you do not", good=True, first=first) for first in (True, False)
    )
    shares = {(war, True): 0.6, (war, False): 0.4, (cards, True): 0.6, (cards, False): 0.4}
    assert [one.share for one in explained(shares, {}) if one.what == "you do not"] == [0.4]
    assert len([one for one in explained(shares, {}) if one.what == "you win it"]) == 2


def test_a_hint_does_not_depend_on_what_is_hidden() -> None:
    match = Match("totem", seed=3)
    for _ in range(9):
        match.play(match.legal()[0])
    seat = match.asked[0]
    truth = advised(match, seat)
    for seed in range(3):
        other = match.copy()
        other.state[0] = match.engine.resampled(match.state, seat, seed)[0]
        assert not same(other.state, match.state)
        assert advised(other, seat) == truth
    assert advised(match, seat, seed=2) != truth


def test_moves_that_are_as_good_are_not_told_apart() -> None:
    match = position("J8 C8", "-- (J6) (C4) (C6)", row="(C1) (V2) (C3) (V3)", deck=2).match
    hint = advised(match, iterations=800)
    assert match.notation(hint.action).startswith("attack") and hint.ahead.low <= 0
    assert "As far as it can tell, this is as good: that." in hint.text("that")


@pytest.mark.parametrize("slug", [slug for slug in names() if load(slug).room.parent.name == "games"])
def test_every_room_declares_what_counts_of_its_own_events(slug: str) -> None:
    game = load(slug)
    counts = counts_of(game)
    assert any(c.own if c.good else c.other for c in counts), "something to be won"
    assert any(c.other if c.good else c.own for c in counts), "something to be risked"
    for counted in counts:
        event = game.events.kind(counted.event)
        assert counted.own or counted.other
        words = dict.fromkeys(event.words, 0)
        assert counted.whose(words, 0) in (True, False)


def test_the_totem_of_the_asker_is_its_own() -> None:
    (falls,) = (c for c in counts_of(GAME) if c.event == "falls")
    assert falls.whose({"seat": 1}, 1) and not falls.whose({"seat": 0}, 1)
