"""Every number of the observation stands where the layout says, with the size it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.games.totemic import state as st
from bestiary.games.totemic.moves import Q
from bestiary.games.totemic.rules.observe import SIDE_SIZE

from .table import FATE, GAME, NUMBER, Table, duel, solo, spirit

pytestmark = pytest.mark.rule("TMC-2.13")

SIDE = {  # numbers of each side, in their order: field, value, what is seen
    0: ("power", 15, 0.5),
    1: ("bonus", 2, 0.5),
    2: ("totals", 13, 0.5),
    3: ("hand_n", 2, 2 / 6),
    4: ("selected_n", 1, 0.5),
    5: ("old_n", 3, 0.5),
    6: ("score", 1, 1 / 3),
}
ROLES = {7: "dominance", 8: "turn", 9: "initiator", 10: "victor", 11: "payer", 12: "fx_owner", 13: "first"}
COURSE = {
    0: ("step", 11, 0.5),
    1: ("turns", 90, 90 / 181),
    2: ("level", 3, 0.6),
    3: ("reshuffles", 3, 0.2),
    4: ("threats", 2, 0.4),
    5: ("chosen", 1, 0.5),
    6: ("open", 1, 1.0),
    7: ("need", 1, 0.5),
    8: ("task", 3, 3 / 7),
    9: ("moment", 4, 0.4),
    10: ("done", 1, 0.5),
    11: ("fx_row", 20, 21 / 56),
    12: ("fx_on", 5, 0.5),
    13: ("fx_next", 1, 0.5),
    14: ("fx_left", 3, 0.75),
    15: ("resume", 1, 0.5),
    16: ("game", 1, 1 / 3),
    17: ("rivals", 3, 0.5),
    18: ("rung", 2, 1 / 3),
    19: ("deck_n", 5, 0.25),
    20: ("discard_n", 10, 0.5),
    21: ("offering_n", 2, 2 / 3),
}
PLANES = (  # what is said of every card
    *("hand", "other_hand", "shown", "other_shown", "known", "other_known", "old"),
    *("offering", "apart", "selected", "other_selected", "discard", "box"),
)


def features(table: Table, seat: int) -> dict[str, Any]:
    """The observation of a seat, by the names of its parts."""
    values = table.match.engine.observe(table.match.state, seat)
    ends = np.cumsum([f.size for f in GAME.observation])
    assert ends[-1] == len(values)
    return {f.name: values[end - f.size : end] for f, end in zip(GAME.observation, ends, strict=True)}


def plain() -> Table:
    """A position in which nothing special is going on."""
    table = duel("fury memory menace", "hunger agility vigor")
    table.state.dominance = table.state.turn = table.state.fx_owner = table.state.first = -1
    return table


def sides(table: Table, seat: int, side: int) -> tuple[Any, Any]:
    """What a seat observes of a side, and of the one across from it."""
    seen = features(table, seat)
    own, other = seen["side"], seen["other_side"]
    assert len(own) == len(other) == len(SIDE) + len(ROLES) == SIDE_SIZE
    return (own, other) if seat == side else (other, own)


@pytest.mark.parametrize("at", SIDE)
@pytest.mark.parametrize("side", [0, 1])
def test_the_numbers_of_each_side(at: int, side: int) -> None:
    field, value, seen = SIDE[at]
    table = plain()
    table.state[field][side] = value
    table.state[field][1 - side] = 0
    for seat in (0, 1):
        told, silent = sides(table, seat, side)
        assert told[at] == pytest.approx(seen) and silent[at] == 0


@pytest.mark.parametrize("at", ROLES)
@pytest.mark.parametrize("side", [0, 1])
def test_who_plays_which_part(at: int, side: int) -> None:
    table = plain()
    table.state[ROLES[at]] = side
    for seat in (0, 1):
        told, silent = sides(table, seat, side)
        assert (told[at], silent[at]) == (1, 0)


@pytest.mark.parametrize("at", COURSE)
def test_the_numbers_of_the_turn(at: int) -> None:
    field, value, seen = COURSE[at]
    table = plain()
    table.state[field] = value
    course = features(table, 0)["course"]
    assert course[at] == pytest.approx(seen) and len(course) == len(COURSE)


def test_phase_question_and_spirits() -> None:
    table = duel(turn=1)
    own, other = features(table, 1), features(table, 0)
    assert np.flatnonzero(own["phase"]).tolist() == [Q.ACT]
    assert own["asked"].tolist() == [1] and other["asked"].tolist() == [0]
    for mine, theirs in ((own, other), (other, own)):
        assert (mine["spirit"] == theirs["other_spirit"]).all()
    assert np.flatnonzero(own["spirit"]).tolist() == [spirit("turtle")]
    assert np.flatnonzero(other["spirit"]).tolist() == [spirit("mouse")]


def planes(table: Table, seat: int) -> dict[str, dict[int, float]]:
    """The cards of which something is said, with their numbers."""
    made = features(table, seat)
    return {p: {int(c): round(float(made[p][c]), 4) for c in np.flatnonzero(made[p])} for p in PLANES}


def test_the_planes_of_the_cards() -> None:
    table = duel("fury memory", "hunger agility", offering="vigor rivalry resilience", pile="patience menace")
    s = table.state
    s.apart[0] = NUMBER["gnaw"]
    s.selected[0] = [NUMBER["cunning"], NUMBER["scurry"]]
    s.selected[1] = [NUMBER["shell"], NUMBER["long-season"]]
    s.open = 1
    s.shown[[NUMBER["fury"], NUMBER["hunger"]]] = [1, 2]
    s.known[[NUMBER["memory"], NUMBER["agility"]]] = [1, 2]
    s.old[NUMBER["fury"]] = 1
    seen = planes(table, 0)
    assert seen["hand"] == {NUMBER["fury"]: round(1 / 6, 4), NUMBER["memory"]: round(2 / 6, 4)}
    assert seen["other_hand"] == {}
    assert seen["shown"] == {NUMBER["fury"]: 1} and seen["other_shown"] == {NUMBER["hunger"]: 1}
    assert seen["known"] == {NUMBER["memory"]: 1} and seen["other_known"] == {NUMBER["agility"]: 1}
    assert seen["old"] == {NUMBER["fury"]: 1}
    assert [seen["offering"][int(c)] for c in s.offering] == [round(n / 3, 4) for n in (1, 2, 3)]
    assert seen["apart"] == {NUMBER["gnaw"]: 1}
    assert seen["selected"] == {NUMBER["cunning"]: 0.5, NUMBER["scurry"]: 1}
    assert seen["other_selected"] == {NUMBER["shell"]: 0.5, NUMBER["long-season"]: 1}
    assert seen["discard"] == {NUMBER["patience"]: 0.05, NUMBER["menace"]: 0.1}
    assert list(seen["box"]) == np.flatnonzero(s.box[: st.ASPECTS]).tolist()
    across = planes(table, 1)
    for plane in ("shown", "known", "selected"):
        assert across[plane] == seen[f"other_{plane}"] and across[f"other_{plane}"] == seen[plane]


def test_the_open_hand_of_the_rival() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning")
    assert planes(table, 0)["other_hand"] == {
        NUMBER["resilience"]: round(1 / 6, 4),
        NUMBER["agility"]: round(2 / 6, 4),
        NUMBER["cunning"]: 0.5,
    }


def test_hierarchy_and_challenge_cards() -> None:
    table = solo(spirits=("owl", "turtle"), used=(4, 0), fates=(6,))
    table.state.turned[0] = FATE[2]
    seen = features(table, 0)
    ranks = [(spirit(name) + 1) / 12 for name in ("owl", "turtle", "wolf")]
    assert seen["hierarchy"].tolist() == pytest.approx([*ranks, 0, 0, 0, 0])
    fates = [seen[f].tolist() for f in ("unused", "turned", "used")]
    assert fates == [[0, 0, 0, 1], [0, 1, 0, 0], [0.5, 0, 0.25, 0]]
    seen = features(duel(), 0)
    assert not any(seen[f].any() for f in ("unused", "turned", "used"))


@pytest.mark.parametrize("name", list(GAME.options.all))
def test_the_options_of_the_table(name: str) -> None:
    table = plain()
    table.state.opt[name] = 6
    at = list(GAME.options.all).index(name)
    before, after = features(plain(), 0)["options"], features(table, 0)["options"]
    assert after[at] == pytest.approx(0.5)
    assert [i for i in range(len(after)) if before[i] != after[i]] == [at]


@pytest.mark.parametrize("winner", [0, 1])
def test_the_result(winner: int) -> None:
    table = plain()
    table.state.winner = winner
    for seat in (0, 1):
        assert features(table, seat)["result"].tolist() == [seat == winner, seat != winner]
