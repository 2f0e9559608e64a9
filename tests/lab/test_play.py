"""The tables say what happened: checked against the arena, against a slow count, and core by core."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from bestiary import Engine, lab, load
from bestiary.agents import make_agent
from bestiary.core.errors import UnknownName
from bestiary.core.jit import INTERPRETED
from bestiary.lab import Frames, Study
from bestiary.lab.play.player import Player
from bestiary.lab.play.tables import frames, join
from bestiary.run import arena

FEW = 3 if INTERPRETED else 40


def by_hand(study: Study) -> Frames:
    """The same study with every agent asked from Python."""
    player = Player(study.plan, np.zeros(1, np.int64), np.zeros(1, np.int64))
    player.setting.asked[:] = 1
    made = [make_agent(name, study.plan.game, study.plan.content) for name in study.plan.agents]
    player.agents = dict(enumerate(made))
    chunks = [study.plan.games_of(chunk) for chunk in range(study.plan.chunks)]
    return join([frames(study.plan, player.play(games)) for games in chunks])


@pytest.mark.parametrize("agents", [("random",), ("greedy", "bulk")])
def test_compiled_games_are_those_that_the_agents_play(agents: tuple[str, ...]) -> None:
    study = Study("totem", agents, games=2 if INTERPRETED else 30, seed=3, every=3)
    for ours, theirs in zip(lab.play(study).all(), by_hand(study).all(), strict=True):
        assert ours.height > 0
        assert_frame_equal(ours, theirs)


def test_games_are_those_of_the_arena() -> None:
    games = lab.play(Study("totem", ("random", "bulk"), games=2 * FEW, seed=9)).games
    held = arena.hold(arena.contest(load("totem"), ["random", "bulk"], 2 * FEW, seed=9)).games
    assert games["decisions"].to_list() == [g.decisions for g in held]
    assert games["moves"].to_list() == [sum(g.moves) for g in held]
    assert games["winners"].to_list() == [sum(1 << seat for seat in g.winners) for g in held]
    names = ["random", "bulk"]
    assert games["agent_0"].to_list() == [names[g.task.seating[0]] for g in held]


def test_searches_play_too_and_their_values_are_kept() -> None:
    played = lab.play(Study("totem", ("mcts:4", "random"), games=2, seed=1, every=1))
    values = played.decisions.filter(pl.col("choices") > 1).group_by("agent").agg(pl.col("value").count())
    counted = dict(values.iter_rows())
    assert counted["mcts:4"] > 10 and counted["random"] == 0


class SlowCount:
    """The card rows of a random game, by a loop that anybody can read."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.cards = engine.content.cards
        self.rows: dict[tuple[int, str], dict[str, Any]] = {}
        self.state = engine.start(None, seed)
        thoughts = arena.blend(seed, arena.THOUGHTS)
        agent = make_agent("random", engine.game)
        self.number = 0
        while not engine.over(self.state):
            self.look(1)
            legal = engine.legal(self.state)
            seat = engine.actors(self.state)[0]
            for code in set().union(*(self.names(action) for action in legal if not self.thrown(action))):
                self.row(seat, code)["offered"] += 1
            own = arena.blend(arena.blend(thoughts, self.number), seat)
            seen = engine.hidden(self.state, seat)
            action = agent.choose(seen, seat, own) if len(legal) > 1 else legal[0]
            for code in self.names(action):
                self.row(seat, code)["discarded" if self.thrown(action) else "played"] += 1
            engine.apply(self.state, action)
            self.number += 1
        self.look(0)

    def row(self, seat: int, code: str) -> dict[str, Any]:
        empty = {"drawn": None, "held": 0, "offered": 0, "played": 0, "discarded": 0}
        return self.rows.setdefault((seat, code), empty)

    def look(self, count: int) -> None:
        for seat in (0, 1):
            for card in [*self.state[0]["hand"][seat], *self.state[0]["row"][seat]]:
                if card >= 0:
                    row = self.row(seat, self.cards[card].code)
                    row["drawn"] = self.number if row["drawn"] is None else row["drawn"]
                    row["held"] += count

    def names(self, action: int) -> set[str]:
        meant = self.engine.meaning(self.state, action)
        return {self.cards[c].code for c in (meant.card, meant.other) if c is not None}

    def thrown(self, action: int) -> bool:
        return self.engine.meaning(self.state, action).verb in ("discard", "trim")

    def found(self) -> dict[tuple[int, str], dict[str, Any]]:
        winner = int(self.state[0]["winner"])
        return {key: row | {"won": winner == key[0]} for key, row in self.rows.items()}


def test_rows_of_cards_are_what_a_slow_count_finds() -> None:
    study = Study("totem", ("random",), games=3, seed=2)
    rows = lab.play(study).cards.to_dicts()
    ours = {(r.pop("game"), r.pop("seat"), r.pop("card")): r for r in rows}
    engine = Engine(study.plan.game)
    slow: dict[Any, Any] = {}
    for chunk in range(study.plan.chunks):
        games = study.plan.games_of(chunk)
        for game, seed in zip(games.numbers.tolist(), games.seeds.tolist(), strict=True):
            slow |= {(game, *key): row for key, row in SlowCount(engine, seed).found().items()}
    assert ours == slow
    assert any(row["discarded"] for row in slow.values()) and any(row["played"] for row in slow.values())


def test_cores_change_nothing_and_seeds_do() -> None:
    one = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1), cores=1)
    two = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1), cores=2)
    other = lab.play(Study("totem", ("random",), games=20 * FEW, seed=2), cores=2)
    for ours, theirs in zip(one.all(), two.all(), strict=True):
        assert_frame_equal(ours, theirs)
    assert not one.games.equals(other.games)


def test_a_sample_holds_its_share_of_all_decisions() -> None:
    never = 10**9
    whole = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1, every=1, watch=never))
    assert whole.decisions.height == whole.games["decisions"].sum()
    assert (whole.decisions["choices"].sum(), (whole.decisions["choices"] > 1).sum()) == (
        whole.games["choices"].sum(),
        whole.games["moves"].sum(),
    )
    some = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1, every=5, watch=never))
    share = some.decisions.height / whole.decisions.height
    assert 0.13 < share < 0.27
    keys = ["game", "number"]
    assert some.decisions.join(whole.decisions, on=keys, how="semi").height == some.decisions.height


def test_of_a_watched_game_every_decision_is_there() -> None:
    played = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1, every=10**9, watch=4))
    watched = played.games.filter("watched")
    assert 0.1 < watched.height / played.games.height < 0.4
    found = played.decisions.group_by("game", maintain_order=True).agg(pl.len().cast(pl.Int32))
    assert_frame_equal(found, watched.select("game", pl.col("decisions").alias("len")))


def test_one_game_in_so_many_has_rows_of_cards() -> None:
    study = Study("totem", ("random",), games=20 * FEW, seed=1, cards_every=4)
    cards = lab.play(study).cards
    full = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1)).cards
    share = cards["game"].n_unique() / full["game"].n_unique()
    assert 0.05 < share < 0.5
    assert_frame_equal(cards, full.filter(pl.col("game").is_in(cards["game"].unique().implode())))


@pytest.mark.parametrize("agent", ["bulk", "random", "net"])
def test_what_is_forbidden_is_not_chosen_by_the_first_agent_alone(agent: str) -> None:
    study = Study("totem", (agent, agent), games=FEW, seed=1, every=1, forbid=("attack", "C5"))
    chosen = lab.play(study).decisions
    label = f"{agent} without attack, C5"
    acted = chosen.filter(pl.col("phase") == "action").group_by("agent").agg("verb")
    verbs = {name: set(verb) for name, verb in acted.iter_rows()}
    assert "attack" not in verbs[label] and "attack" in verbs[agent]
    laid = chosen.filter(pl.col("phase") == "place").group_by("agent").agg("card")
    cards = {name: set(card) for name, card in laid.iter_rows()}
    assert "C5" not in cards[label] and "C5" in cards[agent]


def test_where_a_lot_answers_nobody_else_does() -> None:
    """By lot throughout it is the same game whoever plays; with one question by lot only that one is."""
    every = tuple(load("totem").questions.numbers.words)
    kept = ["game", "decisions", "payoff_0", "payoff_1"]
    sure = [
        lab.play(Study("totem", (agent,), FEW, 3, lots=every)).games.select(kept)
        for agent in ("random", "bulk", "net")
    ]
    assert_frame_equal(sure[0], sure[1])
    assert_frame_equal(sure[0], sure[2])
    assert not sure[0].equals(lab.play(Study("totem", ("net",), FEW, 3)).games.select(kept))
    study = Study("totem", ("bulk",), FEW, seed=1, every=1, lots=("action",))
    drawn, bold = (
        lab.play(one).decisions.filter(pl.col("game") == 0) for one in (study, replace(study, lots=()))
    )
    first = drawn["phase"].to_list().index("action")
    own = ["phase", "verb", "card"]
    assert_frame_equal(drawn.head(first).select(own), bold.head(first).select(own))
    assert not drawn.select(own).equals(bold.select(own))


def test_a_lot_answers_questions_that_there_are() -> None:
    with pytest.raises(UnknownName, match="There is no question 'platz'"):
        Study("totem", lots=("platz",)).check()


def test_an_agent_chooses_the_same_whatever_it_cannot_see() -> None:
    study = Study("totem", ("bulk",), games=1)
    player = Player(study.plan, np.zeros(1, np.int64), np.zeros(1, np.int64))
    engine = player.engine
    state = engine.start(None, 11)
    while int(state[0]["turns"]) < 5:
        engine.apply(state, engine.legal(state)[0])
    seat = engine.actors(state)[0]

    def chosen(truth: Any) -> int:
        p, now = player, player.table.now
        p.table.states[0] = truth[0]
        now["count"] = engine.kernels.k_legal(engine.tables, truth, 0, p.table.choices)
        now["seat"], now["own"] = seat, 5
        p.kernels.choose(engine.tables, p.setting, p.table, p.trials, p.scratch)
        return int(now["action"][0])

    worlds = [engine.resampled(state, seat, n) for n in range(6)]
    assert len({world.tobytes() for world in worlds}) == 6
    assert {chosen(world) for world in worlds} == {chosen(state)}


def test_characters_and_endings_are_named() -> None:
    played = lab.play(Study("totem", ("random",), games=20 * FEW, seed=1))
    assert set(played.games["ending"]) <= set(load("totem").endings[1:])
    assert "character_0" not in played.games.columns
