"""A network names a card in hand by what it is, wherever it lies: in NumPy, compiled, and while it learns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.game import Game
from bestiary.core.registry import load
from bestiary.learn import beginning
from bestiary.learn.agent import Net, network_of
from bestiary.learn.answers import BEYOND, answers, held
from bestiary.learn.leading import NetSearch
from bestiary.learn.mind import roomy
from bestiary.learn.network import FORMAT, Network, layout_of
from bestiary.learn.reading import reading

KLAW: Game = load("klaw")
pytestmark = pytest.mark.xdist_group("klaw")


@pytest.fixture(scope="module")
def place(tmp_path_factory: Any) -> Any:
    """A network that has its likes and dislikes."""
    read = reading(KLAW)
    said = answers(KLAW, read)
    weights = beginning.weights(read, said.count, 16, 2, 3, 4)
    weights["policy.b"][:] = np.random.default_rng(3).normal(0, 2, said.count)
    header = {"format": FORMAT, "game": KLAW.name, "layout": layout_of(KLAW), "clockwise": True}
    path = tmp_path_factory.mktemp("net") / "net.npz"
    Network({**header, "players": [2, 3, 4]}, read, weights, said).save(path)
    return path


def positions(games: int) -> list[tuple[Any, int, list[int]]]:
    """Positions of random games where somebody chooses among cards in hand."""
    engine, found = Engine(KLAW), []
    rng = np.random.default_rng(1)
    hands = {a for a in range(len(KLAW.actions)) if "hand" in KLAW.actions.verb(a).params}
    for seed in range(games):
        states = engine.start({"players": 2 + seed % 3}, seed)
        for _ in range(120):
            if engine.over(states):
                break
            legal, seat = engine.legal(states), engine.actors(states)[0]
            if len(hands & set(legal)) > 1:
                found.append((engine.copy(states), seat, legal))
            engine.apply(states, int(rng.choice(legal)))
    return found


def test_an_answer_is_a_kind_of_card_and_not_a_place_in_the_hand() -> None:
    read = reading(KLAW)
    said = answers(KLAW, read)
    (start, code) = held(KLAW)["hand"]
    by_hand = [v for v in KLAW.actions.verbs if "hand" in v.params]
    others = len(KLAW.actions) - sum(len(v.tuples()) for v in by_hand)
    assert by_hand and said.count == others + len(by_hand) * (code.of + BEYOND)
    first = KLAW.actions.id("totem", 0)
    slots = [first + i for i in range(8)]
    assert len(set(said.base[slots])) == 1
    assert read.many[said.name[slots]].tolist() == [start + i * code.every for i in range(8)]


def test_cards_that_change_places_in_a_hand_are_liked_as_before(place: Any) -> None:
    net, engine = Net(KLAW, path=place), Engine(KLAW)
    moved = 0
    apart = 0.0
    for states, seat, legal in positions(6)[::7]:
        seen = engine.hidden(states, seat)
        hand = seen[0]["hand"][seat]
        count = int(seen[0]["hand_n"][seat])
        before = {}
        for a, share in zip(legal, net.likely(seen, seat, legal)[0], strict=True):
            verb, args = KLAW.actions.verb(a), KLAW.actions.args(a)
            if verb.params == ("hand",):
                before[verb.name, int(hand[args[0]])] = share
        hand[:count] = hand[:count][::-1].copy()
        again = engine.legal(seen)
        shares = net.likely(seen, seat, again)[0]
        for a, share in zip(again, shares, strict=True):
            verb, args = KLAW.actions.verb(a), KLAW.actions.args(a)
            if verb.params == ("hand",):
                assert share == pytest.approx(before[verb.name, int(hand[args[0]])], rel=0.02)
                moved += 1
        own = [share for (verb, _), share in before.items() if verb == "totem"]
        apart = max(apart, max(own, default=0.0) - min(own, default=0.0))
    assert moved > 50 and apart > 0.1  # and one is liked more than another


def test_a_file_that_counts_more_things_than_there_are_names_no_answer_beyond_the_last() -> None:
    read = reading(KLAW)
    wider = replace(read, many_of=read.many_of + 1000)
    said = answers(KLAW, wider)
    assert (said.name == -1).all() and said.base.max() < said.count


def test_compiled_search_reads_the_same_answers(place: Any) -> None:
    search, net, engine = NetSearch(KLAW, path=place), Net(KLAW, path=place), Engine(KLAW)
    for states, seat, legal in positions(4)[::9]:
        seen = engine.hidden(states, seat)
        mind = roomy(search.minds.at(seen))
        mind.seen[:] = engine.observe(seen, seat)
        search.led.think(mind, int(seen[0]["seats"]), seat, np.array(legal), len(legal))
        assert mind.shares[: len(legal)] == pytest.approx(net.likely(seen, seat, legal)[0], abs=1e-5)


def test_a_learner_gives_the_same_chances(place: Any) -> None:
    torch = pytest.importorskip("torch")
    from bestiary.learn.brain import player

    network, engine = network_of(KLAW, place), Engine(KLAW)
    reader, brain = player(network, "cpu")
    for states, seat, _ in positions(2)[::9]:
        seen = engine.observe(engine.hidden(states, seat), seat)[None]
        mask = torch.ones((1, len(KLAW.actions)), dtype=torch.int8)
        logs, _ = brain.chances(*reader.split(torch.from_numpy(seen)), mask)
        scores, _ = network.look(seen)
        expected = scores - np.log(np.exp(scores).sum())
        assert logs.numpy() == pytest.approx(expected, abs=1e-3)


def test_where_no_slot_is_held_every_choice_is_its_answer() -> None:
    totem = load("totem")
    said = answers(totem, reading(totem))
    assert said.plain and (said.base == np.arange(len(totem.actions))).all() and (said.name == -1).all()
