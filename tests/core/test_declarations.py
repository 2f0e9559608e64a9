"""What a game declares: actions, options, events and their words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.core import words
from bestiary.core.actions import Actions, Meaning, Verb
from bestiary.core.cards import Card, Content
from bestiary.core.errors import BadOption, UnknownName
from bestiary.core.events import ALL, Event, Events, Happening, emit, log_record, mask, seen
from bestiary.core.options import Option, Options
from bestiary.core.record import EMPTY, UNKNOWN, record, records
from bestiary.core.registry import load


@given(st.lists(st.lists(st.integers(1, 4), max_size=3), min_size=1, max_size=5), st.booleans())
def test_every_action_has_one_id_and_comes_back(sizes: list[list[int]], rising: bool) -> None:
    verbs = [
        Verb(f"v{i}", "", rising=rising, **{f"p{k}": n for k, n in enumerate(of)})
        for i, of in enumerate(sizes)
    ]
    actions = Actions(*verbs)
    verb, args = actions.tables()
    for action in range(len(actions)):
        name, given_ = actions.name(action), actions.args(action)
        assert actions.id(name, *given_) == action
        assert actions.number(name) == verb[action]
        assert tuple(args[action][: len(given_)].tolist()) == given_
        assert not rising or list(given_) == sorted(set(given_))
    assert sum(len(v.tuples()) for v in verbs) == len(actions)


def test_an_action_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no action attack"):
        Actions(Verb("attack", "", place=2)).id("attack", 2)
    with pytest.raises(ValueError, match="at most 3"):
        Verb("much", "", a=1, b=1, c=1, d=1)


OPTIONS = Options(
    [
        Option("restock", ("any", "one"), "any", "", ("TOT-6.3",)),
        Option("games", (1, 3, 5), 1, ""),
        Option("bluff", (False, True), False, ""),
    ]
)


def test_options_are_completed_encoded_and_decoded() -> None:
    full = OPTIONS.complete({"games": "3", "bluff": "yes"})
    assert full == {"restock": "any", "games": 3, "bluff": True}
    row = OPTIONS.encode(full)[0]
    assert (int(row["games"]), int(row["bluff"]), int(row["restock"])) == (3, 1, 0)
    assert OPTIONS.decode(row) == full
    assert OPTIONS.code("restock", "one") == 1


@pytest.mark.parametrize(
    ("name", "value"), [("restock", "two"), ("games", 2), ("games", True), ("bluff", "perhaps"), ("bluff", 1)]
)
def test_a_bad_value_lists_the_good_ones(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"Option {name} cannot be '{value}'; it can be "):
        OPTIONS.complete({name: value})


def test_an_unknown_option_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no option 'restok'\. Did you mean restock\?"):
        OPTIONS.complete({"restok": "any"})


def test_a_wrong_number_of_players_is_said_plainly() -> None:
    with pytest.raises(BadOption, match="Totem is played by 2, not by 3"):
        load("totem").settle({"players": 3})


EVENTS = Events(
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
    Event(
        "lays",
        "{seat} lays it at {place}, {mood}.",
        seat="seat",
        place="place",
        mood="mood",
        secret=("place", "mood"),
    ),
)
CONTENT = Content(
    records(record(("n", "i8"))),
    (Card("A1", "Ant"), Card("B2", "Bear")),
    Path("cards.toml"),
    {"mood": ("gladly", "sadly")},
)


def told(happening: Happening) -> str:
    return words.told(EVENTS, CONTENT, happening, ["Ann", "Bob"])


def test_secret_words_go_only_to_those_who_may_know() -> None:
    log = records(log_record(4))
    log["on"] = 1
    emit(log[0], 0, ALL, 1 << 0, 0, 1, 0, 0)
    emit(log[0], 1, 1 << 1, 1 << 1, 1, 2, 1, 0)
    heard = {seat: list(seen(EVENTS, log[0], seat)) for seat in (0, 1, -1, None)}
    assert [told(h) for h in heard[0]] == ["Ann draws Bear."]
    assert [told(h) for h in heard[1]] == ["Ann draws a card.", "Bob lays it at 3, sadly."]
    assert [told(h) for h in heard[-1]] == ["Ann draws a card."]
    assert len(heard[None]) == 2


def test_an_unknown_word_is_not_told_as_another() -> None:
    happening = Happening("lays", {"seat": 0, "place": UNKNOWN, "mood": UNKNOWN})
    assert told(happening) == "Ann lays it at ?, ?."


def test_an_empty_word_is_no_secret() -> None:
    log = records(log_record(1))
    log["on"] = 1
    emit(log[0], 0, ALL, 0, 0, EMPTY, 0, 0)
    assert seen(EVENTS, log[0], 1)[0].words["card"] == EMPTY


def test_a_log_that_is_off_stays_empty_and_a_full_one_is_noticed() -> None:
    off, on = records(log_record(1)), records(log_record(1))
    on["on"] = 1
    for _ in range(2):
        emit(off[0], 0, ALL, ALL, 0, 0, 0, 0)
        emit(on[0], 0, ALL, ALL, 0, 0, 0, 0)
    assert int(off[0]["n"]) == 0
    with pytest.raises(OverflowError):
        list(seen(EVENTS, on[0], 0))


def test_a_spectator_has_a_mask_of_its_own() -> None:
    assert mask(-1) & ALL and not any(mask(-1) == mask(seat) for seat in range(8))


def test_notation_names_cards_and_places() -> None:
    meaning = Meaning("attack", 0, 1, 1, 3, ALL)
    assert words.notation(CONTENT, meaning) == "attack A1 B2 2 3"
    named = Content(CONTENT.tables, CONTENT.cards, CONTENT.source, {"target.attack": ("left", "far right")})
    assert words.notation(named, meaning) == "attack A1 B2 far_right 3"
