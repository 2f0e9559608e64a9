"""The Shogun's Chosen through the suite that every game is run through."""

from __future__ import annotations

import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.testing import check_game, sweep

from .team import Team

# the event decks lie open only under event_cards = fixed, where everybody can count them off
OPEN = dict.fromkeys(("weapon", "armour", "items", "box", "ai_card", "event_deck"), "all")

ALONE = {"mode": "chapter"}


def tougher(tables: Records) -> None:
    """Other numbers on the boards."""
    tables["b_health"] += 3
    tables["h_health"] += 2


def test_shogun_keeps_the_contract() -> None:
    report = check_game("shogun", games=40, deep=10, edited=tougher, opening=OPEN, forgotten=("round",))
    assert report.skipped == [
        "learning: 356 cards are too many to collect worlds; at most 12",
        "secret choices: no secret phases were named",
    ]


@pytest.mark.parametrize("chapter", range(1, 8))
def test_random_play_of_every_chapter_ends_and_hardly_ever_wins(chapter: int) -> None:
    engine = Engine(load("shogun"))
    for players in (1, 2, 3, 4):
        batch = engine.batch(60, chapter, {**ALONE, "chapter": chapter, "players": players}, cores=1)
        assert (batch.lengths > 0).all() and (batch.scores[:, 0] > 0).mean() < 0.1


def test_a_simple_team_wins_where_random_play_loses() -> None:
    team = Team(Engine(load("shogun")), 1)
    won = [
        team.play({**ALONE, "chapter": 4, "players": 4, "difficulty": "gentle"}, seed)[0]
        for seed in range(1, 13)
    ]
    assert sum(won) >= 2


def test_a_campaign_of_random_play_goes_through_its_phases() -> None:
    engine = Engine(load("shogun"))
    options = engine.game.options.encode(
        engine.game.settle({"mode": "campaign", "players": 2, "yomi": True, "attempts": 5})
    )
    carried = None
    chapters = []
    for number in range(7):
        states = engine.start(options, 100 + number, carried)
        assert engine.playout(states, number) > 0
        chapters.append(int(states[0]["chapter"]))
        carried = engine.carry(states)
        if not carried["more"][0]:
            break
    assert len(chapters) > 2 and st.ENCOUNTER in chapters


@pytest.mark.sweep
def test_more_games_keep_the_contract() -> None:
    assert check_game("shogun", games=300, edited=tougher, opening=OPEN, forgotten=("round",)).games == 300


@pytest.mark.sweep
def test_three_million_random_decisions_over_all_chapters() -> None:
    assert sweep("shogun", 3_000_000, seed=2).decisions >= 3_000_000
