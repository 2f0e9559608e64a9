"""What holds in every position of every game, checked along random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import EMPTY, same
from bestiary.games.klaw import GAME
from bestiary.games.klaw import state as st
from bestiary.games.klaw.moves import QUESTIONS
from bestiary.games.klaw.state import NOBODY, STAGE

from ..reading import positions

ENGINE = Engine(GAME)
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "bonus_dice": "lowest", "round_markers": "short", "totem_goal": 4},
    {"players": 3, "forgotten": True, "mode": "were_squad"},
    {"players": 3, "forgotten": True, "sleepers": "strike"},
    {"players": 4, "deck": "full"},
    {"players": 4, "deck": "short"},
    {"players": 2, **GAME.presets["duel"].options},
]
DECISIONS = 300
SELDOM = 30  # positions of which one is looked at closely
CLOSELY = 3  # of each question the first so many are, too

SCRATCH = {  # the questions that use what is else as at the start
    "hold": ("deploy_now", "vessel"),
    "crowded": ("deploy_now", "vessel", "discard"),
    "look_n": ("pick_scouted",),
}
OF_FIGHTS = (
    "exchange",
    "role",
    "fallen",
    "saved",
    "outcome",
    "lent",
    "fighter",
    "pool",
    "wild",
    "dealt",
    "die",
)


FLAGS = ("draw_due", "hold", "crowded", "ran_out", "saved", "over", "role", "outcome", "discard", "lots")
TOLD = {  # the event that tells everybody of a choice, with who made it and the card that it names
    "reveal": "reveals",
    "deploy": "deploys",
    "deploy_now": "deploys",
    "support": "supports",
    "promote": "promotes",
    **dict.fromkeys(("remove", "recover", "vessel"), "returns"),
    **dict.fromkeys(("item", "totem", "action"), "plays"),
    **dict.fromkeys(("consume", "use", "fight_item", "lend"), "uses"),
    **dict.fromkeys(
        ("answer_item", "answer_hand", "answer_totem", "answer_reveal", "answer_talent"), "answers"
    ),
    "decline": "yields",
    "discard": "discards",
    "scout": "draws",
    "pass": "passes",
    "done": "keeps",
    "keep": "keeps",
}


def check_cards(row: Any, cards: int) -> None:
    """Every card lies in one place, and every count is right."""
    found = np.flatnonzero(row["discard"]).tolist()
    for zone in GAME.zones:
        if not zone.flags:
            found += [int(c) for c in row[zone.field].ravel() if c != EMPTY]
    assert sorted(found) == list(range(cards))
    assert (row["hand_n"] == (row["hand"] >= 0).sum(axis=1)).all()
    assert (row["totem_n"] == (row["totem"] >= 0).sum(axis=1)).all()
    for field, count in (("deck", "deck_n"), ("box", "box_n"), ("look", "look_n")):
        assert (row[field] >= 0).sum() == row[count] and (row[field][: int(row[count])] >= 0).all()


def check_flags(row: Any) -> None:
    for name in FLAGS:
        assert np.isin(row[name], (0, 1)).all(), name
    assert 0 <= row["lent"] < 1 << st.HOSTS and (row["mark"] >= 0).all()


def check_told(states: Any, action: int) -> None:
    """What somebody chooses is told to everybody, with who it was and the card."""
    meaning, log = ENGINE.meaning(states, action), ENGINE.new_log()
    ENGINE.apply(ENGINE.copy(states), action, log=log)
    kind = TOLD.get(meaning.verb)
    if kind is None:
        return
    told = next((h.words for h in ENGINE.happenings(log, None) if h.kind == kind), None)
    assert told is not None, f"{meaning.verb} is not told"
    assert told["seat"] == int(states[0]["ask"]), meaning.verb
    assert "card" not in told or told["card"] == meaning.card, meaning.verb


def check_hosts(row: Any) -> None:
    """Hosts on the field live, and an empty place holds nothing of the one that lay there."""
    for h in range(st.HOSTS):
        n = int(row["totem_n"][h])
        assert (
            (row["totem"][h, :n] >= 0).all()
            and not row["dormant"][h, n:].any()
            and not row["rest"][h, n:].any()
        )
        if row["host"][h] == EMPTY:
            assert n == 0 and (row["items"][h] == EMPTY).all(), h
            assert row["life"][h] == 0 and not row["mark"][h].any(), h
        else:
            assert h // st.SLOTS < row["seats"] and row["life"][h] <= st.MAX_LIFE
    for p in range(int(row["seats"])):
        slot = int(row["champion"][p])
        assert slot == NOBODY or row["host"][p * st.SLOTS + slot] != EMPTY


def check_knowledge(row: Any) -> None:
    """What a seat, or everybody, knows of a card is so."""
    where = np.zeros(st.CARDS, int)
    for p in range(int(row["seats"])):
        where[row["hand"][p][row["hand"][p] >= 0]] = 1 << p
    for field in ("deck", "look"):
        where[row[field][row[field] >= 0]] = st.IN_DECK
    for v in range(st.PUBLIC + 1):
        for card in np.flatnonzero(row["know"][v]):
            own = v < st.PUBLIC and card in row["hand"][v]  # which it sees
            assert own or row["know"][v, card] & where[card], (v, card)
    for p in range(int(row["seats"])):
        held = row["hand"][p][row["hand"][p] >= 0]
        assert row["lots_n"][p] == row["lots"][held].sum()
    assert row["lots"].sum() == row["lots_n"].sum()


def check_course(row: Any, fresh: Any) -> None:
    """Nothing of what is over is left lying about."""
    phase = QUESTIONS.name(int(row["phase"]))
    assert not row["task"][int(row["tasks"]) :].any(), phase
    for name, users in SCRATCH.items():
        assert phase in users or row[name] == fresh[name], (name, phase)
    if row["fight"] == STAGE.QUIET:
        for name in OF_FIGHTS:
            assert (row[name] == fresh[name]).all(), (name, phase)
    assert phase != "main" or row["tasks"] == 1  # the turn itself
    assert phase != "main" or ((row["played"] == EMPTY).all() and (row["captured"] == EMPTY).all())
    assert row["actors"] == 1 << row["ask"]


@pytest.mark.parametrize("options", TABLES)
def test_every_position_is_sound(options: dict[str, Any]) -> None:
    fresh, cards = ENGINE.start(options, 99)[0], int(ENGINE.tables["cards"][0])
    fights, asked, chance = 0, Counter[int](), np.random.default_rng(3)
    for n, states in enumerate(positions(ENGINE, options, DECISIONS)):
        row = states[0]
        check_cards(row, cards)
        check_flags(row)
        check_hosts(row)
        check_knowledge(row)
        check_course(row, fresh)
        fights += int(row["fight"] != STAGE.QUIET)
        asked[int(row["phase"])] += 1
        if n % SELDOM == 0 or asked[int(row["phase"])] <= CLOSELY:  # exactly the legal actions break no rule
            unbroken = np.flatnonzero(np.asarray(ENGINE.why_all(states)) == 0).tolist()
            assert sorted(ENGINE.legal(states)) == unbroken, QUESTIONS.name(int(row["phase"]))
        check_told(states, int(chance.choice(ENGINE.legal(states))))
    assert fights > 0


@pytest.mark.parametrize("options", TABLES)
def test_a_seat_imagines_only_what_could_be_so(options: dict[str, Any]) -> None:
    cards = int(ENGINE.tables["cards"][0])
    for n, states in enumerate(positions(ENGINE, options, DECISIONS)):
        if n % SELDOM == 0:
            seat = n // SELDOM % (int(states[0]["seats"]) + 1) - 1
            world = ENGINE.resampled(states, seat, n)
            assert same(ENGINE.hidden(world, seat), ENGINE.hidden(states, seat))
            check_cards(world[0], cards)
            check_knowledge(world[0])
