"""Zones come into play as their chapter says, and leave nothing behind: every zone of every chapter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE, TERRAIN
from bestiary.games.shogun.rules import ground
from bestiary.games.shogun.rules.frames import MALICE
from bestiary.testing.plain import plain

from .table import Table

zones = plain(ground.zones)

PLACES = [(c, z) for c in range(st.CHAPTERS) for z in range(st.ZONES_MAX)]


def bare(chapter: int, players: int = 4) -> tuple[Any, Any, Any]:
    """A chapter in which no zone is in play yet: tables, record, record by attribute."""
    match = Match("shogun", {"mode": "chapter", "chapter": chapter + 1, "players": players}, 1)
    row = match.state[0]
    s = readable(row)
    s.ground[:], s.zone[:], s.revealed_n, s.revealed[:] = TERRAIN.OUTSIDE, 0, 0, 0
    s.door[:], s.point[:], s.res_sq[:], s.res_tokens[:] = 0, 0, -1, 0
    s.at[:], s.sq[:] = -1, -1
    return match.engine, row, s


def of_zone(t: Any, c: int, z: int, squares: Any) -> list[int]:
    """The things of a list that lie in a zone, by number."""
    return [i for i, q in enumerate(np.asarray(squares).tolist()) if q >= 0 and t["zone_at"][c, q] == z]


@pytest.mark.rule("SHG-4.1", "SHG-4.4", "SHG-4.12", "SHG-7.3")
@pytest.mark.parametrize(("c", "z"), PLACES)
def test_a_zone_comes_into_play_and_goes_again(c: int, z: int) -> None:
    engine, row, s = bare(c)
    t, log = engine.tables[0], engine.new_log()
    own = t["zone_at"][c] == z
    if not own.any():
        return
    oracles = int(s.oracle_n)
    new = int(zones.reveal(t, row, z, log[0]))
    assert s.zone.tolist() == [int(k == z) for k in range(st.ZONES_MAX)] and int(s.revealed_n) == 1
    assert int(s.revealed[0]) == z and next(h.kind for h in engine.happenings(log, None)) == "reveals"
    assert (s.ground[own] == t["ground"][c][own]).all() and (s.ground[~own] == TERRAIN.OUTSIDE).all()
    doors = of_zone(t, c, z, t["door_sq"][c][:, 0])
    assert np.flatnonzero(s.door).tolist() == doors and set(s.door[doors].tolist()) <= {1}
    points = of_zone(t, c, z, t["point_sq"][c])
    assert np.flatnonzero(s.point).tolist() == points
    people = of_zone(t, c, z, t["res_sq"][c][: st.DECOY])
    assert np.flatnonzero(s.res_sq >= 0).tolist() == people
    for i in people:
        assert s.res_tokens[i] == t["res_tokens"][c, i] and s.at[s.res_sq[i]] == st.RES0 + i
    assert int(s.oracle_n) == oracles + int(t["z_green"][c, z] + t["z_red"][c, z])
    listed = int(t["z_enemies"][c, z])
    wanted = sorted(int(t["z_enemy"][c, z, i]) for i in range(listed) if t["z_min"][c, z, i] <= s.party)
    there = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    assert sum(1 << f for f in there) == new
    assert sorted(int(t["kind"][f]) for f in there) == wanted
    assert all(s.side_of[f] == SIDE.FOLLOWERS for f in there if t["kind"][f] < st.KIND_WANDERER)
    s.floor[own], s.floor_boss[own] = 1, 1
    s.floor[~own], s.floor_boss[~own] = 2, 2
    friends = [f for f in there if s.side_of[f] == SIDE.CHARACTERS]
    zones.abandon(t, row, z)
    assert int(s.zone[z]) == 2 and (s.ground == TERRAIN.OUTSIDE).all()
    assert not s.door.any() and not s.point.any() and (s.res_sq < 0).all()
    assert (s.sq < 0).all() and (s.at < 0).all() and all(s.hp[f] > 0 for f in friends)
    assert not s.floor[own].any() and not s.floor_boss[own].any()
    assert (s.floor[~own] == 2).all() and (s.floor_boss[~own] == 2).all()


@pytest.mark.rule("SHG-4.8")
def test_only_the_zone_that_is_left_goes() -> None:
    for c in range(st.CHAPTERS):
        engine, row, s = bare(c)
        t, log = engine.tables[0], engine.new_log()
        there = [z for z in range(st.ZONES_MAX) if (t["zone_at"][c] == z).any()]
        if len(there) < 2:
            continue
        for z in there[:2]:
            zones.reveal(t, row, z, log[0])
        kept = [(s.door == 1).sum(), (s.point == 1).sum(), (s.res_sq >= 0).sum()]
        mine = [
            of_zone(t, c, there[0], x)
            for x in (t["door_sq"][c][:, 0], t["point_sq"][c], t["res_sq"][c][: st.DECOY])
        ]
        zones.abandon(t, row, there[0])
        left = [(s.door == 1).sum(), (s.point == 1).sum(), (s.res_sq >= 0).sum()]
        assert left == [n - len(gone) for n, gone in zip(kept, mine, strict=True)]
        stay = t["zone_at"][c] == there[1]
        assert (s.ground[stay] == t["ground"][c][stay]).all() and s.zone[there].tolist()[:2] == [2, 1]
        for f in range(st.CREATURES):
            assert s.sq[f] < 0 or t["zone_at"][c, s.sq[f]] == there[1]


@pytest.mark.rule("SHG-4.4", "SHG-7.11", "SHG-33.17")
@pytest.mark.parametrize(("attempt", "which"), [(1, 0), (2, 1), (3, 1)])
def test_a_scripted_zone_has_another_event_card_from_the_second_attempt_on(attempt: int, which: int) -> None:
    found = 0
    for c, z in PLACES:
        engine, row, s = bare(c)
        t = engine.tables[0]
        if t["z_purple"][c, z, 0] < 0:
            continue
        found += 1
        s.attempt, s.box[st.EVENT0 : st.AI0] = attempt, 1
        zones.fill_sleeves(t, row, z)
        card = st.EVENT0 + int(t["z_purple"][c, z, which])
        assert (
            int(s.sleeve[z, 0]) == card
            and s.box[card] == 0
            and s.box[st.EVENT0 : st.AI0].sum() == st.EVENT_CARDS - 1
        )
    assert found > 0


def test_a_zone_with_random_events_draws_one_card_of_each_colour() -> None:
    engine, row, s = bare(0)
    t = engine.tables[0]
    z = next(z for z in range(st.ZONES_MAX) if t["z_purple"][0, z, 0] < 0 and (t["zone_at"][0] == z).any())
    before, top = s.event_n.copy(), [int(s.event_deck[k, s.event_n[k] - 1]) for k in range(2)]
    zones.fill_sleeves(t, row, z)
    assert s.sleeve[z].tolist() == top and (s.event_n == before - 1).all()
    assert all(s.event_deck[k, s.event_n[k]] == -1 for k in range(2))


@pytest.mark.rule("SHG-7.15", "SHG-7.21")
def test_malice_rises_to_its_last_space_and_no_further() -> None:
    table = Table("A..")
    row, t, s = table.match.state[0], table.t_record, table.s
    table.t["ch_malice"][0] = -1
    s.stack[:], s.sp, s.malice = 0, 1, st.MAX_MALICE - 1
    s.stack[0, MALICE.LEFT] = 3
    log = table.match.engine.new_log()
    zones.step_malice(t, row, log[0])
    assert (int(s.malice), int(s.stack[0, MALICE.LEFT]), int(s.sp)) == (st.MAX_MALICE, 2, 1)
    zones.step_malice(t, row, log[0])
    assert (int(s.malice), int(s.sp)) == (st.MAX_MALICE, 0)


@pytest.mark.rule("SHG-4.1", "SHG-4.4", "SHG-4.8")
@pytest.mark.parametrize("z", [0, 1])
def test_what_lies_in_the_corner_comes_and_goes_with_its_zone(z: int) -> None:
    """No chapter uses the very first square; one could."""
    table = Table("A..")
    t, s, row, c = table.t, table.s, table.match.state[0], table.c
    t["zone_at"][c], t["zone_at"][c, 0] = 1 - z, z
    t["door_sq"][c, 0], t["point_sq"][c, 0], t["res_sq"][c, 0], t["res_tokens"][c, 0] = [0, -1], 0, 0, 2
    t["z_enemies"][c], t["z_green"][c], t["z_red"][c] = 0, 0, 0
    s.at[:], s.sq[:], s.zone[:] = -1, -1, 0
    s.revealed_n, s.door[:], s.point[:], s.res_sq[:] = 0, 0, 0, -1
    zones.reveal(table.t_record, row, 1 - z, table.match.engine.new_log()[0])
    assert (int(s.door[0]), int(s.point[0]), int(s.res_sq[0]), int(s.at[0])) == (0, 0, -1, -1)
    zones.reveal(table.t_record, row, z, table.match.engine.new_log()[0])
    assert (int(s.door[0]), int(s.point[0]), int(s.res_sq[0]), int(s.at[0])) == (1, 1, 0, st.RES0)
    table.put("kachi", 0, 0)
    zones.abandon(table.t_record, row, 1 - z)
    assert (int(s.door[0]), int(s.point[0]), int(s.res_sq[0])) == (1, 1, 0) and table.at("kachi") == (0, 0)
    zones.abandon(table.t_record, row, z)
    assert (int(s.door[0]), int(s.point[0]), int(s.res_sq[0])) == (0, 0, -1) and table.at("kachi") is None
