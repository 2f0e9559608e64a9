"""Where each game keeps the cards of a seat, and how what was noted becomes tables."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from bestiary import load
from bestiary.core.record import records
from bestiary.lab.play.columns import BY, DECISIONS, FINISHED, WATCHED, WINNERS
from bestiary.lab.play.player import Noted, Player, members, rounds_at, slots
from bestiary.lab.play.study import Games, Study
from bestiary.lab.play.tables import frames


def holder(slug: str, field: str, *place: int) -> tuple[int, int]:
    """The seat of a place of the state, and the card that is named there: its own, or 7 that lies there."""
    plan = Study(slug, ("random",)).plan
    state = records(plan.game.state)
    state[field][0][place] = 7
    if plan.game.slug == "shogun":
        state["owner"][0] = [0, 1, 1, 0]
    raw = np.asarray(state)
    views = {1: raw.view(np.int8), 2: raw.view(np.int16), 8: raw.view(np.int64)}
    found = [row for row in slots(plan).tolist() if views[row[1]][row[0] // row[1]] == 7]
    assert len(found) == 1
    _, _, card, seat, owner = found[0]
    return (seat if seat >= 0 else int(views[8][owner // 8])), card


@pytest.mark.parametrize(
    ("slug", "field", "place", "seat", "card"),
    [
        ("totem", "hand", (1, 3), 1, -1),
        ("totem", "row", (0, 2), 0, -1),
        ("totemic", "selected", (1, 0), 1, -1),
        ("tiger", "hand", (4, 9), 4, 9),
        ("klaw", "hand", (2, 0), 2, -1),
        ("klaw", "host", (7,), 1, -1),
        ("klaw", "totem", (15, 11), 3, -1),
        ("shogun", "items", (2, 5), 1, -1),
        ("shogun", "weapon", (3, 0), 0, -1),
    ],
)
def test_cards_have_a_holder(slug: str, field: str, place: tuple[int, ...], seat: int, card: int) -> None:
    assert holder(slug, field, *place) == (seat, card)


@pytest.mark.parametrize("slug", ["totem", "totemic", "tiger", "klaw", "shogun"])
def test_every_game_says_where_its_cards_are_held(slug: str) -> None:
    game = load(slug)
    assert game.held
    fields = {zone.field for zone in game.zones}
    assert all(held.counts or held.field in fields for held in game.held)
    assert "by" in (game.state.names or ())
    words = import_module(f"bestiary.games.{slug}.events").BY.words
    assert len(game.endings) == len(words) and game.endings[0] == ""
    assert all(len(said.split()) > 1 for said in game.endings[1:]), "words for people, not internal names"


def test_characters_payoffs_and_what_is_not_known() -> None:
    plan = Study("totemic", ("random",), games=1).plan
    counts = np.zeros((1, 7), np.int64)
    counts[0, [DECISIONS, FINISHED, WATCHED, WINNERS, BY]] = 5, 1, 1, 1, -1
    noted = Noted(
        plan.games_of(0),
        counts,
        np.array([[1.0, -1.0]]),
        np.array([[0, 0, 1, 0, 0, 2, 1, 3]], np.int32),
        np.zeros((0, 8), np.int64),
        np.zeros(0),
        np.zeros((0, 5), np.int64),
    )
    made = frames(plan, noted)
    row = made.games.to_dicts()[0]
    assert (row["character_0"], row["character_1"]) == plan.stages[0].characters
    assert (row["watched"], row["ending"], row["stage"]) == (True, None, None)
    assert (row["payoff_0"], row["payoff_1"], row["winners"], row["decisions"]) == (1.0, -1.0, 1, 5)
    card = made.cards.to_dicts()[0]
    assert card["card"] == plan.content.cards[1].code
    assert (card["drawn"], card["offered"], card["played"], card["discarded"]) == (None, 2, 1, 3)
    assert card["won"]
    assert made.decisions.height == 0 and made.decisions.width == 9


def test_rounds_become_lists_of_each_game() -> None:
    plan = Study("shogun", ("random",), games=3).plan
    noted = Noted(
        Games(*(np.zeros((3, 2) if i == 4 else 3, np.int64) for i in range(5))),
        np.zeros((3, 7), np.int64),
        np.zeros((3, 4)),
        np.zeros((0, 8), np.int32),
        np.zeros((0, 8), np.int64),
        np.zeros(0),
        np.array([[0, 1, 20, 20, 2], [0, 2, 5, 20, 1], [2, 1, 18, 20, 2]]),
    )
    found = frames(plan, noted).games
    assert found["health"].to_list() == [[1.0, 0.25], [], [0.9]]
    assert found["standing"].to_list() == [[2, 1], [], [2]]


def test_the_health_of_members_is_found_in_the_state() -> None:
    plan = Study("shogun", ("random",)).plan
    state = records(plan.game.state)
    state["hp"][0][:5], state["max_hp"][0][:5], state["rounds"][0] = [3, 4, 5, 6, 9], [7] * 5, 8
    raw = np.asarray(state).view(np.int64)
    assert [[raw[row[0] // 8], raw[row[2] // 8]] for row in members(plan).tolist()] == [
        [3, 7],
        [4, 7],
        [5, 7],
        [6, 7],
    ]
    assert raw[rounds_at(plan)[0] // 8] == 8
    assert len(members(Study("totem").plan)) == 0


def test_a_round_is_noted_when_it_is_entered() -> None:
    plan = Study("totem", ("random",)).plan
    player = Player(plan, np.zeros(1, np.int64), np.zeros(1, np.int64))
    state = np.array([1, 20, 10, 20, 20, 0, 0])  # round, health of three, full health of three
    where = np.array([[8 * (1 + i), 8, 8 * (4 + i), 8] for i in range(3)])
    views = {"bytes1": state.view(np.int8), "words2": state.view(np.int16), "words8": state}
    table = player.table._replace(**views)
    setting = player.setting._replace(members=where[[0, 2]], round_at=0, round_width=8)
    table.now["game"] = 6
    for number, health in ((1, 20), (1, 5), (3, 0), (2, 20)):  # only what a later round begins with counts
        state[:2] = number, health
        player.kernels.note_round(setting, table, player.notes)
    assert (table.now["noted_round"], table.now["round_rows"]) == (3, 3)
    assert player.notes.rounds[:3].tolist() == [[6, 1, 20, 20, 1], [6, 2, 0, 20, 0], [6, 3, 0, 20, 0]]
