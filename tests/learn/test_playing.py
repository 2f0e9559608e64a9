"""Agents that play by a network: at a glance, and with a search that it leads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from leduc import GAME

from bestiary import Match, load
from bestiary.agents import make_agent
from bestiary.agents.base import LEVELS, is_own, levels, quickly, settled
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.registry import register, unregister
from bestiary.learn.agent import RARE, Net, drawn
from bestiary.learn.leading import NetSearch
from bestiary.learn.network import FILE, MOST_BYTES, Network, at_home
from bestiary.learn.small import Small
from bestiary.run.arena import contest, hold

TABLES: dict[str, dict[str, Any]] = {"shogun": {"mode": "chapter", "players": 2}}


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    register(GAME)
    yield
    unregister("leduc")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned a little."""
    place = tmp_path_factory.mktemp("learned") / FILE
    Small(GAME, width=32, steps=8, hidden=16).run(6).save(place)
    return place


def positions(seeds: int) -> Iterator[tuple[Any, int, list[int]]]:
    """What seats see where they have a choice."""
    for seed in range(seeds):
        match = Match("leduc", seed=seed)
        while not match.game_over:
            seat, legal = match.asked[0], match.legal()
            yield match.engine.hidden(match.state, seat), seat, legal
            match.play(legal[seed % len(legal)])


@pytest.mark.parametrize("kind", [Net, lambda game, content, path: NetSearch(game, content, 20, path)])
def test_choices_are_legal_and_the_same_for_the_same_seed(kind: Any, path: Path) -> None:
    agent, other = kind(GAME, None, path), kind(GAME, None, path)
    for seen, seat, legal in positions(6):
        chosen = agent.choose(seen, seat, 7)
        assert chosen in legal and chosen == other.choose(seen.copy(), seat, 7)


@pytest.mark.parametrize("kind", [Net, lambda game, content, path: NetSearch(game, content, 40, path)])
def test_opinions_name_every_choice_best_first(kind: Any, path: Path) -> None:
    agent = kind(GAME, None, path)
    for seen, seat, legal in positions(3):
        found = agent.opinions(seen, seat, 1)
        assert sorted(o.action for o in found) == legal
        assert [o.visits for o in found] == sorted((o.visits for o in found), reverse=True)
        assert all(0 <= o.value <= 1 for o in found)


def test_compiled_thinking_is_what_the_network_thinks(path: Path) -> None:
    agent = NetSearch(GAME, None, 1, path)
    mind = agent.minds.at(Match("leduc", seed=1).state)
    choices = np.zeros(GAME.limits.legal, np.int64)
    for seen, seat, legal in positions(6):
        observed = agent.engine.observe(seen, seat)
        shares, value = agent.network.likely(observed, legal)
        mind.seen[:] = observed
        choices[: len(legal)] = legal
        agent.led.think(mind, 2, seat, choices, len(legal))
        assert 2 * mind.worth[0] - 1 == pytest.approx(value, abs=1e-5)
        assert mind.shares[: len(legal)] == pytest.approx(shares, abs=1e-5)


def test_a_glance_in_compiled_code_is_the_choice_that_is_made_at_a_table(path: Path) -> None:
    agent, taken = Net(GAME, None, path), set()
    for seen, seat, legal in positions(6):
        for seed in range(20):
            action, value = agent.glance(seen, seat, seed, legal) or (-1, 0.0)
            assert action == agent.choose(seen, seat, seed)
            taken.add(action)
        assert 2 * value - 1 == pytest.approx(agent.likely(seen, seat, legal)[1], abs=1e-5)
        assert (agent.glance(seen, seat, 1, legal[:1]) or (-1, 0.0))[0] == legal[0]  # others are forbidden
    assert len(taken) > 2


@pytest.mark.parametrize("slug", ["totem", "totemic", "klaw", "tiger", "shogun"])
def test_games_that_are_played_at_glances_are_those_of_tables(slug: str) -> None:
    """Numbers are added up in another order: now and then a choice between two falls to the other one."""
    game, same, asked = load(slug), 0, 0
    agent, engine = Net(game), Engine(game)
    for seed in range(8):
        match = Match(slug, TABLES.get(slug), seed=seed)
        while not match.game_over and asked < 40 * (seed + 1):
            seat, legal = match.asked[0], match.legal()
            seen = engine.hidden(match.state, seat)
            chosen = agent.choose(seen, seat, asked)
            if len(legal) > 1:
                glanced = agent.glance(seen, seat, asked, legal) or (-1, 0.0)
                same, asked = same + (glanced[0] == chosen), asked + 1
            match.play(chosen)
    assert asked > 30 and same >= 0.98 * asked


def test_compiled_thinking_counts_choices_as_the_seat_does(path: Path) -> None:
    agent = NetSearch(GAME, None, 1, path)
    mind = agent.minds.at(Match("leduc", seed=1).state)
    other = np.roll(np.arange(len(GAME.actions)), 1)
    mind.turns[2, 1] = other
    choices = np.zeros(GAME.limits.legal, np.int64)
    asked = set()
    for seen, seat, legal in positions(6):
        observed = agent.engine.observe(seen, seat)
        shares, _ = agent.network.likely(observed, other[legal] if seat else legal)
        mind.seen[:] = observed
        choices[: len(legal)] = legal
        agent.led.think(mind, 2, seat, choices, len(legal))
        assert mind.shares[: len(legal)] == pytest.approx(shares, abs=1e-5)
        asked.add(seat)
    assert asked == {0, 1}


def test_a_search_in_slices_comes_to_the_same(path: Path) -> None:
    agent = NetSearch(GAME, None, 60, path)
    seen, seat, _ = next(positions(1))
    whole, parts = agent.begin(seen, seat, 5), agent.begin(seen, seat, 5)
    whole.more(60)
    for some in (1, 29, 30):
        parts.more(some)
    assert whole.opinions() == parts.opinions() and parts.done == 60


def test_a_search_may_be_told_its_first_move(path: Path) -> None:
    agent = NetSearch(GAME, None, 30, path)
    seen, seat, legal = next(positions(1))
    search = agent.begin(seen, seat, 5, forced=legal[-1])
    search.more(30)
    visits = {o.action: o.visits for o in search.opinions()}
    assert visits[legal[-1]] == 30 and sum(visits.values()) == 30


def test_every_choice_is_tried_in_the_same_deals(path: Path) -> None:
    agent = NetSearch(GAME, None, 80, path)
    several = 0
    for seen, seat, _ in positions(4):
        tried = [one for one in agent.opinions(seen, seat, 5) if one.visits]
        for one in tried:  # as if every iteration had begun with it
            told = agent.begin(seen, seat, 5, forced=one.action)
            told.more(one.visits)
            assert one in told.opinions()
        several += len(tried) > 1
    assert several > 3


def test_a_rival_answers_as_the_network_would_with_what_it_holds(path: Path) -> None:
    agent, looks = NetSearch(GAME, None, 1, path), 1500
    engine, (seen, seat, legal) = agent.engine, next(positions(1))
    search = agent.begin(seen, seat, 5, looks, forced=legal[-1])
    search.more(looks)
    wanted = np.zeros(len(GAME.actions))
    for deal in range(300):
        world = engine.resampled(seen, seat, deal)
        nodes = agent._below(world, legal[-1], list(range(search.observers)), search.tree, engine.scratch())
        engine.apply(world, legal[-1])
        rival, ways = engine.actors(world)[0], engine.legal(world)
        shares, _ = agent.network.likely(engine.observe(world, rival), ways)
        kept = np.where(shares < RARE, 0.0, shares)
        wanted[ways] += kept / kept.sum() / 300
    node = nodes[rival if search.observers > 1 else 0]
    edges = agent._edges(world, node, search.tree, engine.scratch())[: len(ways)]
    visits = np.where(edges > 0, search.tree.visits[edges], 0)
    assert rival != seat and visits.sum() > looks - 2
    assert visits / visits.sum() == pytest.approx(wanted[ways], abs=0.05)


def test_a_search_that_looks_further_finds_the_win(path: Path) -> None:
    match = Match("leduc")
    s = match.state[0]
    s["hand"][:, 0], s["deck"][:4] = [4, 0], [1, 2, 3, 5]  # the king of the first, and the king on the table
    match.prepare()
    for word in ("call", "call"):
        match.play(match.legal()[{"call": -2}[word]])
    seat = match.asked[0]
    found = NetSearch(GAME, None, 300, path).opinions(match.engine.hidden(match.state, seat), seat, 1)
    assert found[0].value > 0.5


def test_what_is_rare_is_never_drawn() -> None:
    shares = np.array([0.02, 0.58, 0.4])
    found = [drawn(shares, seed) for seed in range(400)]
    assert set(found) == {1, 2} and 0.5 < found.count(1) / 400 < 0.68
    assert drawn(np.array([0.02] * 50), 1) in range(50)  # where all are rare, none is


def test_the_arena_takes_it_by_its_place(path: Path) -> None:
    name = f"bestiary.learn.agent:Net:{path}"
    outcome = hold(contest(GAME, [name, "random"], games=40))
    assert outcome.deals == 20


def test_a_game_without_a_network_says_so(tmp_path: Path) -> None:
    for name in ("net", "net:400", "grandmaster"):
        assert is_own(name) and settled(name.upper()) == name
        with pytest.raises(BestiaryError, match="Leduc has no network: bestiary train leduc"):
            make_agent(name, GAME)
    assert quickly("net:400") == "net:1" and quickly("net") == "net"
    assert levels(GAME) == LEVELS


def test_a_grandmaster_sits_where_there_is_a_network(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestiary.learn.network.at_home", lambda game: path)
    monkeypatch.setattr("bestiary.learn.agent.at_home", lambda game: path)
    monkeypatch.delitem(GAME.__dict__, "_network", raising=False)
    assert levels(GAME) == (*LEVELS, "grandmaster")
    seen, seat, legal = next(positions(1))
    made = make_agent("grandmaster", GAME)
    assert made.name == "grandmaster" and made.choose(seen, seat, 1) in legal
    GAME.__dict__.pop("_network")


@pytest.mark.parametrize("slug", ["totem", "totemic", "klaw", "tiger", "shogun"])
def test_a_network_in_a_room_plays_or_says_that_the_rules_have_changed(slug: str) -> None:
    game = load(slug)
    place = game.room / FILE
    if not place.exists():
        assert levels(game) == LEVELS
        return
    assert place.stat().st_size <= MOST_BYTES
    try:
        made = Net(game)
    except BestiaryError as refused:  # until another one is learned
        assert game.name in str(refused)
        assert levels(game) == LEVELS
        return
    beside = any(n > 1 for n in made.network.header["players"])  # who plays alone sits at nobody's table
    assert levels(game) == ((*LEVELS, "grandmaster") if beside else LEVELS)
    assert made.network.header["command"].startswith((f"bestiary train {slug}", f"benchmarks/{slug}_"))
    match = Match(game, made.network.header["tables"][0], seed=1)
    seat = match.asked[0]
    assert made.choose(match.engine.hidden(match.state, seat), seat, 1) in match.legal()


def test_a_table_refuses_a_grandmaster_who_has_learned_nothing(path: Path, monkeypatch: Any) -> None:
    pytest.importorskip("fastapi")
    from bestiary.server.errors import Refused
    from bestiary.server.tables.seating import settle

    wanted = [{"kind": "me"}, {"kind": "grandmaster"}]
    with pytest.raises(Refused, match="Leduc has no grandmaster yet"):
        settle(GAME, {}, wanted)
    learned = Network.load(path, GAME)
    monkeypatch.setattr("bestiary.server.tables.seating.known", lambda game: learned)
    assert settle(GAME, {}, wanted)[1] == wanted
    monkeypatch.setitem(learned.header, "players", [4])  # type: ignore[arg-type]
    with pytest.raises(Refused, match="plays at tables of 4, not of 2"):
        settle(GAME, {}, wanted)


def test_commands_refuse_in_a_line_who_has_learned_nothing(bestiary: Any) -> None:
    for words in (
        ("arena", "leduc", "net", "random"),
        ("play", "leduc", "--plain", "--against", "grandmaster"),
    ):
        code, _, line = bestiary(*words)
        assert code == 2 and "Leduc has no network: bestiary train leduc" in line


def test_every_seat_expects_its_own_where_the_network_says_so_of_each(path: Path) -> None:
    agent = NetSearch(GAME, None, 4, path)
    held = agent.minds.at(Match("leduc", seed=1).state)
    payoffs = np.zeros(4)

    def shared(worth: list[float], actor: int, seats: int) -> list[float]:
        agent.led.share_out(held._replace(worth=np.array(worth)), actor, seats, payoffs)
        found: list[float] = payoffs[:seats].tolist()
        return found

    assert shared([0.5, 0.2, 0.3], 1, 3) == [0.3, 0.5, 0.2]  # from the seat that is asked clockwise
    assert shared([0.5, 0.2, 0.3], 1, 2) == [0.2, 0.5]
    assert shared([0.4], 0, 3) == pytest.approx([0.4, 0.3, 0.3])


@pytest.mark.parametrize("slug", ["klaw", "shogun", "totemic"])
def test_one_position_is_read_as_many_are(slug: str) -> None:
    game = load(slug)
    network = Network.load(at_home(game), game).at(game, game.content(), game.settle({}))
    engine, lots = Engine(game), np.random.default_rng(3)
    states, seen, offered = engine.start(seed=5), [], []
    for _ in range(24):
        seat, legal = engine.actors(states)[0], engine.legal(states)
        seen.append(engine.observe(engine.hidden(states, seat), seat))
        offered.append(legal)
        engine.apply(states, legal[lots.integers(len(legal))])
    scores, values = network.look(np.stack(seen))
    for row, legal, score, value in zip(seen, offered, scores, values, strict=True):
        shares, expected = network.likely(row, legal)
        even = np.exp(score[legal] - score[legal].max())
        assert np.allclose(shares, even / even.sum(), atol=2e-4) and abs(expected - value) < 2e-4
