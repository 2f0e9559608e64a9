"""The course of a round, a phase and a campaign: what is cleared, what is handed on, and what comes next."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable, records
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import IF, IS, UNTIL
from bestiary.games.shogun.events import BY
from bestiary.games.shogun.rules import ending as of_ending
from bestiary.games.shogun.rules.turn import build as of_build
from bestiary.games.shogun.rules.turn import phase as of_phase
from bestiary.games.shogun.rules.turn import rounds as of_rounds
from bestiary.games.shogun.state import IN, NOBODY, OPT, STATUS
from bestiary.testing.plain import plain

from .table import Table, as_written

ending, build, phase, rounds = map(plain, (of_ending, of_build, of_phase, of_rounds))


def table() -> Table:
    return Table("A.T...\n......", level=3)


def filled(made: Table, names: tuple[str, ...], value: int = 1) -> Any:
    row = made.match.state[0]
    for name in names:
        row[name] = value
    return row


def changed(before: Any, after: Any) -> set[str]:
    return {name for name in before.dtype.names if before[name].tobytes() != after[name].tobytes()}


# ---- a round -------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-17.6", "SHG-7.13", "SHG-15.2")
def test_what_a_round_clears_at_its_end() -> None:
    made = table()
    made.s.ki[:] = made.s.supply[:] = made.s.exhausted[:] = 0
    row = filled(made, ("mod", "flag", "item_used", "queue"))
    row["queue_n"], row["once"], row["at_card"] = 5, -1, 4
    before = row.copy()
    rounds.end_round(made.t_record, row, made.match.engine.new_log()[0])
    assert changed(before, row) == {"mod", "flag", "item_used", "queue", "queue_n", "once", "at_card"}
    others = [until for until in range(len(UNTIL.words)) if until != UNTIL.ROUND]
    assert not row["mod"][:, :, UNTIL.ROUND].any() and (row["mod"][:, :, others] == 1).all()
    assert not row["flag"][:, UNTIL.ROUND].any() and (row["flag"][:, others] == 1).all()
    assert not row["item_used"].any() and (row["once"] == ~made.t_record["once_round"]).all()
    assert (row["queue"][:5] == NOBODY).all() and (row["queue"][5:] == 1).all()
    assert row["queue_n"] == 0 and row["at_card"] == NOBODY


@pytest.mark.rule("SHG-7.5", "SHG-7.6")
@pytest.mark.parametrize(("card", "red"), [(0, 0), (st.ORACLE_COLOUR - 1, 0), (st.ORACLE_COLOUR, 1)])
def test_a_round_draws_an_oracle_card(card: int, red: int) -> None:
    made = table()
    row = made.match.state[0]
    row["oracle_deck"][:] = -1
    row["oracle_deck"][:2], row["oracle_n"], row["rounds"] = [st.ORACLE0 + 3, st.ORACLE0 + card], 2, 4
    log = made.match.engine.new_log()
    rounds.begin_round(row, log[0])
    assert (row["oracle"], row["rounds"], row["step"]) == (red, 5, IN.EVENTS)
    assert row["oracle_n"] == 1 and row["drawn"][0] == st.ORACLE0 + card and row["drawn_n"] == 1
    rounds.begin_round(row, log[0])  # the last one: all are shuffled at once
    assert row["oracle_n"] == 2 and row["drawn_n"] == 0 and (row["drawn"] < 0).all()
    assert set(row["oracle_deck"][:2].tolist()) == {st.ORACLE0 + 3, st.ORACLE0 + card}


@pytest.mark.rule("SHG-7.4")
@pytest.mark.parametrize("colour", [0, 1])
def test_oracle_cards_come_from_the_box_as_long_as_there_are(colour: int) -> None:
    made = table()
    row = made.match.state[0]
    own = range(st.ORACLE0 + colour * st.ORACLE_COLOUR, st.ORACLE0 + (colour + 1) * st.ORACLE_COLOUR)
    row["oracle_deck"][:], row["oracle_n"], row["box"][own.start : own.stop] = -1, 0, 1
    for _ in range(st.ORACLE_COLOUR + 2):
        rounds.add_oracle(row, colour)
    assert row["oracle_deck"][: row["oracle_n"]].tolist() == list(own)
    assert not row["box"][own.start : own.stop].any()


@pytest.mark.rule("SHG-8.9")
def test_six_pairs_of_four_characters() -> None:
    pairs = [(int(rounds.pair_first(k)), int(rounds.pair_second(k))) for k in range(6)]
    assert pairs == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


@pytest.mark.rule("SHG-8.1")
def test_a_queue_is_laid_out_for_everybody_but_the_chosen() -> None:
    made = Table("A.T...k\n.......\n.......", {"k": "kachi"}, level=3)
    made.put("landolfo", 0, 1)
    made.put("blood_oni", 2, 1)
    row = made.match.state[0]
    row["queue"][:] = -1
    rounds.lay_out(row)
    named = sorted(made.names[f] for f in row["queue"][: row["queue_n"]])
    assert named == ["akira", "kachi-red", "landolfo", "tomoe"]


# ---- the end of a phase --------------------------------------------------------------------------


@pytest.mark.rule("SHG-33.4")
def test_what_is_laid_aside_when_a_phase_ends() -> None:
    made = table()
    own = ("mod", "flag", "cond", "once", "blessed")
    row = filled(made, own)
    before = row.copy()
    ending.lay_aside(row)
    assert changed(before, row) == set(own) and not any(row[name].any() for name in own)


@pytest.mark.rule("SHG-33.1", "SHG-33.2", "SHG-33.3", "SHG-16.11")
def test_why_a_phase_ends() -> None:
    made = table()
    t, row, s = made.t_record, made.match.state[0], made.s

    def why() -> int:
        return int(ending.ending(t, row))

    t["fail_if"][made.c] = IF.NONE
    assert why() == BY.NONE
    t["fail_if"][made.c, 0], t["fail_op"][made.c, 0], t["fail_value"][made.c, 0] = IF.COUNTER_B, IS.GE, 2
    assert why() == BY.NONE
    s.counter[1] = 2
    assert why() == BY.FAILURE
    t["fail_if"][made.c, 1], t["fail_op"][made.c, 1], t["fail_value"][made.c, 1] = IF.COUNTER_A, IS.GE, 1
    assert why() == BY.NONE  # all that is written there has to be true
    s.counter[0] = 1
    assert why() == BY.FAILURE
    s.malice = st.MAX_MALICE - 1
    assert why() == BY.FAILURE
    s.malice = st.MAX_MALICE
    assert why() == BY.MALICE
    s.status[0] = STATUS.DEFEATED
    assert why() == BY.MALICE
    s.status[2] = STATUS.DEFEATED
    assert why() == BY.DEFEATED


@pytest.mark.rule("SHG-16.10")
def test_who_counts_as_defeated() -> None:
    made = table()
    row, s = made.match.state[0], made.s
    assert (ending.defeats(row), ending.upright(row), ending.unpossessed(row)) == (0, 2, 2)
    s.moded, s.mode[0] = 0b1, 1
    assert (ending.defeats(row), ending.upright(row), ending.unpossessed(row)) == (1, 2, 1)
    s.status[2] = STATUS.DEFEATED
    assert (ending.defeats(row), ending.upright(row), ending.unpossessed(row)) == (2, 1, 0)


@pytest.mark.rule("SHG-1.1", "SHG-33.2")
@pytest.mark.parametrize(("over", "winner", "payoff"), [(0, 1, 0.0), (1, 1, 1.0), (1, 0, -1.0)])
def test_the_team_wins_and_loses_together(over: int, winner: int, payoff: float) -> None:
    match = Match("shogun", {"players": 3, "mode": "chapter"}, 1)
    row, out = match.state[0], np.full(4, 9.0)
    row["over"], row["winner"] = over, winner
    ending.returns(match.engine.tables[0], row, out)
    assert out.tolist() == [payoff, payoff, payoff, 9.0]


# ---- a campaign ----------------------------------------------------------------------------------

OWNED = (
    *("status", "level", "affinity", "kami", "coins", "heads", "boss", "karma", "arm", "attr", "skill"),
    *("weapon", "armour", "items", "uses", "market", "market_n", "bottom", "unlocked"),
)


@pytest.mark.rule("SHG-3.3")
def test_what_characters_own_and_are_is_handed_on() -> None:
    made = table()
    row, out = made.match.state[0], records(made.match.game.carried)[0]
    chance = np.random.default_rng(1)
    for name in (*OWNED, "yomi", "meets"):
        row[name] = chance.integers(1, 100, row[name].shape)
    row["over"] = 0
    ending.carry(made.t_record, row, out)
    for name in (*OWNED, "yomi", "meets"):
        wanted = row[name][: st.HEROES] if name == "arm" else row[name]
        assert np.array_equal(wanted, out[name]), name
    assert out["started"] == 1 and out["more"] == out["won"] == out["lost"] == 0


def next_of(**fields: int) -> dict[str, int]:
    """What a campaign goes on with, after a phase with these figures."""
    match = Match("shogun", {"mode": "campaign", "players": 2, "yomi": True}, 1)
    row, out = match.state[0], records(match.game.carried)[0]
    row["over"] = 1
    for name, value in fields.items():
        if name == "attempts":
            row["opt"]["attempts"] = value
        elif name == "mode":
            row["opt"]["mode"] = value
        else:
            row[name] = value
    ending.carry(match.engine.tables[0], row, out)
    names = ("more", "chapter", "attempt", "interlude", "won", "lost", "resume", "meets")
    return {name: int(out[name]) for name in names if out[name]}


LAST = st.ENCOUNTER - 1


@pytest.mark.rule("SHG-33.15", "SHG-33.16", "SHG-34.2", "SHG-35.8")
@pytest.mark.parametrize(
    ("phase", "after"),
    [
        ({"chapter": 1, "winner": 1, "attempt": 3}, {"more": 1, "chapter": 2, "attempt": 1, "interlude": 1}),
        ({"chapter": LAST, "winner": 1, "attempt": 3}, {"won": 1}),
        ({"chapter": 1, "attempt": 1, "attempts": 0}, {"more": 1, "chapter": 1, "attempt": 2}),
        ({"chapter": 1, "attempt": 4, "attempts": 0}, {"more": 1, "chapter": 1, "attempt": 5}),
        ({"chapter": 1, "attempt": 5, "attempts": 0}, {"more": 1, "chapter": 1, "attempt": 5}),
        ({"chapter": 1, "attempt": 2, "attempts": 3}, {"more": 1, "chapter": 1, "attempt": 3}),
        ({"chapter": 1, "attempt": 3, "attempts": 3}, {"lost": 1}),
        ({"chapter": 1, "attempt": 1, "mode": OPT.MODE_CHAPTER}, {}),
        (
            {"chapter": 1, "winner": 1, "attempt": 1, "called": 1, "meets": 1},
            {"more": 1, "chapter": st.ENCOUNTER, "attempt": 2, "resume": 303, "meets": 2},
        ),
        (
            {"chapter": 1, "attempt": 2, "attempts": 0, "called": 1},
            {"more": 1, "chapter": st.ENCOUNTER, "attempt": 1, "resume": 206, "meets": 1},
        ),
        (
            {"chapter": st.ENCOUNTER, "resume": 303, "called": 1, "winner": 1},
            {"more": 1, "chapter": 2, "attempt": 1, "interlude": 1},
        ),
        (
            {"chapter": st.ENCOUNTER, "resume": 206, "meets": 1},
            {"more": 1, "chapter": 1, "attempt": 3, "meets": 1},
        ),
    ],
)
def test_how_a_campaign_goes_on(phase: dict[str, int], after: dict[str, int]) -> None:
    assert next_of(**phase) == after


@pytest.mark.rule("SHG-33.7", "SHG-33.8")
def test_attributes_rise_to_three() -> None:
    made = table()
    made.s.attr[0] = [3, 2, 0, 3]
    assert int(build.raisable(made.match.state[0], 0)) == 0b0110


@pytest.mark.rule("SHG-23.3")
def test_a_known_path_counts_with_enough_affinity() -> None:
    made = table()
    t, s, row = made.t_record, made.s, made.match.state[0]
    paths = []
    for kami in range(st.KAMI):
        s.kami[0], need = kami, int(t["kami_affinity"][kami, 0])
        s.affinity[0] = need - 1
        assert phase.known_path(t, row, 0) == 0
        s.affinity[0] = need
        paths.append(int(phase.known_path(t, row, 0)))
    assert sorted(set(paths)) == [0, max(paths)] and max(paths) > 0
    s.kami[0] = NOBODY
    assert phase.known_path(t, row, 0) == 0


@pytest.mark.rule("SHG-32.1", "SHG-32.2", "SHG-32.4")
def test_which_kami_are_offered_to_whom() -> None:
    made = table()
    s, row = made.s, made.match.state[0]
    s.kami[:], s.opened, s.unlocked, s.personal[:] = [0, 1, 2, 3], 0b0110_0101, 0b1000_0001, 0
    s.personal[6] = 3
    # 0 and 2 are followed by those who are there, 1 and 3 by absent ones
    assert int(phase.offered_kami(row, NOBODY)) == 0b1010_0000
    assert int(phase.offered_kami(row, 2)) == 0b0100_0000
    assert int(phase.offered_kami(row, 0)) == 0


@pytest.mark.rule("SHG-34.1", "SHG-34.2", "SHG-34.3")
def test_each_fallen_marks_a_box_of_yomi() -> None:
    match = Match("shogun", {"mode": "campaign", "players": 2, "yomi": True}, 1)
    t, row = match.engine.tables[0], match.state[0]
    bold = next(i for i in range(1, int(t["boxes"]) + 1) if t["bold"][i])
    row["yomi"] = bold - 2
    phase.mark_yomi(t, row, 1)
    assert (row["yomi"], row["called"]) == (bold - 1, 0)
    phase.mark_yomi(t, row, 1)
    assert (row["yomi"], row["called"]) == (bold, 1)
    row["yomi"] = int(t["boxes"]) - 1
    phase.mark_yomi(t, row, 3)
    assert row["yomi"] == int(t["boxes"])
    row["yomi"], row["chapter"] = 1, st.ENCOUNTER
    phase.mark_yomi(t, row, 2)
    assert row["yomi"] == 1
    row["chapter"], row["opt"]["yomi"] = 1, 0
    phase.mark_yomi(t, row, 2)
    assert row["yomi"] == 1


@pytest.mark.rule("SHG-3.1", "SHG-3.11")
@pytest.mark.parametrize(("option", "points"), [("full", st.MAX_AP), ("empty", 0)])
def test_characters_are_made_ready(option: str, points: int) -> None:
    match = Match(
        "shogun",
        {"mode": "chapter", "party": "akira+jinen", "players": 1, "start_ap": option},
        1,
        content=as_written(),
    )
    row, t = match.state[0], match.engine.tables[0]
    s = readable(row)
    s.level[0], s.level[3], s.hp[:], s.supply[:], s.ap[:] = 2, 4, 0, 0, 9
    build.make_ready(t, row)
    assert [int(n) for n in s.hp[[0, 3]]] == [int(t["h_health"][0, 1]), int(t["h_health"][3, 3])]
    assert s.hp[[1, 2]].tolist() == [0, 0] and s.ap.tolist() == [points, 9, 9, points]
    assert [int(n) for n in s.supply.sum(axis=1)] == [2, 0, 0, 4]
