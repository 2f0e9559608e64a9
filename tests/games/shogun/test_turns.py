"""Whom enemies prefer, which dice are picked, how characters are built, who is skipped, who moves along."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import FLAG, LEAST, PRIO, SIDE, TERRAIN, UNTIL
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules import effects as of_effects
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules.apply import between as of_between
from bestiary.games.shogun.rules.frames import ARRIVAL
from bestiary.games.shogun.rules.turn import build as of_build
from bestiary.games.shogun.state import FRAME, IN, NOBODY, OPT, STATUS
from bestiary.testing.plain import plain

from .table import Table

targets, geometry, build = plain(of_effects.targets), plain(of_ground.geometry), plain(of_build)
between = plain(of_between)

FIGURES = {"k": "kachi", "m": "kappa", "w": "landolfo", "R": "R", "S": "S", "O": "blood_oni"}
HEROES = {"akira": 0, "hikaru": 1, "tomoe": 2}


# ---- priorities ----------------------------------------------------------------------------------


def liked(table: Table, f: int, prio: int, by: int, at: int) -> int:
    """How well somebody fits a priority, the most being best."""
    s, t, row = table.s, table.t_record, table.match.state[0]
    home = int(s.res_sq[f - st.RES0] if f >= st.RES0 else s.sq[f])
    if prio in (PRIO.NEAREST, PRIO.FARTHEST):
        far = int(geometry.gap(t, row, by, at, f, home))
        return far if prio == PRIO.FARTHEST else -far
    if prio in (PRIO.FIRST_INITIATIVE, PRIO.NEXT_INITIATIVE):
        queue = s.queue[: s.queue_n].tolist()
        if f >= st.RES0 or f not in queue:
            return -1000
        later = prio == PRIO.NEXT_INITIATIVE and queue.index(f) > s.at_card
        return (500 if later else 0) - queue.index(f)
    sign = -1 if prio >= LEAST else 1
    hero = f < st.HEROES
    value = [
        int(s.hp[f]) if f < st.RES0 else 0,
        int(s.arm[f]) if f < st.RES0 else 0,
        *(int(s.attr[f, a]) if hero else 0 for a in range(4)),
        int(s.heads[f] + s.boss[f]) if hero else 0,
        int(s.coins[f]) if hero else 0,
        int(s.karma[f]) if hero else 0,
        int(s.ap[f]) if hero else 0,
        int((s.ki[f] > 0).sum()) if hero else 0,
        int(s.cond[f].sum()) if f < st.RES0 else 0,
    ]
    return sign * value[prio - LEAST if prio >= LEAST else prio]


@pytest.mark.rule(
    "SHG-19.1", "SHG-19.2", "SHG-19.4", "SHG-19.5", "SHG-19.6", "SHG-19.7", "SHG-19.8", "SHG-19.10"
)
@pytest.mark.parametrize("seed", range(3))
def test_whom_an_enemy_prefers(seed: int) -> None:
    """Those whom the characters protect, then their allies, then who taunts it, then its priority."""
    chance = random.Random(seed)
    table = Table("A.T..H.\n.k.m...\nw.R..S.\n.......\n...O...\n.......", FIGURES, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    kachi, landolfo = table.id("kachi"), table.id("landolfo")
    for name in HEROES:
        table.armour(name, None)
    s.skill[:] = -1
    prios = [*range(12), *range(LEAST, LEAST + 12), *range(PRIO.FIRST_INITIATIVE, PRIO.FARTHEST + 1)]
    for prio in prios * 2:
        for field in ("hp", "arm", "heads", "boss", "coins", "karma", "ap"):
            row[field][:3] = [chance.randrange(1, 4) for _ in range(3)]
        s.attr[:3] = [[chance.randrange(3) for _ in range(4)] for _ in range(3)]
        s.ki[:3] = [[chance.choice([0, 0, 3]) for _ in range(st.SLOTS)] for _ in range(3)]
        s.cond[:3] = [[chance.choice([0, 0, 1]) for _ in range(2)] + [0, 0] for _ in range(3)]
        s.flag[:3, UNTIL.ROUND] = [chance.choice([0, 0, 0, FLAG.TAUNT]) for _ in range(3)]
        queue = chance.sample([0, 1, 2, kachi], 4)[: chance.randrange(2, 5)]
        s.queue[:4], s.queue_n, s.at_card = [*queue, -1, -1][:4], len(queue), chance.randrange(-1, 4)
        s.side_of[landolfo] = chance.choice([SIDE.CHARACTERS, SIDE.FOLLOWERS])
        by = chance.choice([kachi, landolfo, table.id("blood_oni")])
        every = [0, 1, 2, landolfo, st.RES0, st.RES0 + 1] if chance.random() < 0.3 else [0, 1, 2]
        able = chance.sample(every, chance.randrange(1, len(every) + 1))
        at = int(s.sq[by])
        ours = [f for f in able if f >= st.RES0 or (f == landolfo and s.side_of[f] == SIDE.CHARACTERS)]
        taunts = [f for f in able if f < st.HEROES and s.flag[f, UNTIL.ROUND]]
        if ours and s.side_of[by] == SIDE.FOLLOWERS:
            wanted = ours
        else:
            among = taunts or able
            best = max(liked(table, f, prio, by, at) for f in among)
            wanted = [f for f in among if liked(table, f, prio, by, at) == best]
        found = int(targets.preferred(t, row, sum(1 << f for f in able), prio, by, at))
        assert found == sum(1 << f for f in wanted), (prio, able, by)


# ---- Ki dice -------------------------------------------------------------------------------------


def picking(hero: str, slots: list[int], supply: list[int], exhausted: int, most: int, may: int) -> Table:
    table = Table("A.T.H", level=5, players=3)
    s, h = table.s, HEROES[hero]
    s.ki[h], s.supply[h], s.exhausted[h] = 0, 0, exhausted
    s.ki[h, : len(slots)] = slots
    for v in supply:
        s.supply[h, v] += 1
    table.frame(FRAME.PICK_KI, h, most, may)
    return table.go()


def dice_of(table: Table, hero: str) -> int:
    s, h = table.s, HEROES[hero]
    return int((s.ki[h] > 0).sum() + s.supply[h].sum() + s.exhausted[h])


@pytest.mark.rule("SHG-11.4", "SHG-11.5", "SHG-11.6")
@pytest.mark.parametrize("hero", HEROES)
def test_dice_are_picked_from_everywhere_and_rolled_together(hero: str) -> None:
    table = picking(hero, [2, 0, 4], [3, 3], 2, 5, 0)
    s, h = table.s, HEROES[hero]
    assert table.asks == "ki.reroll" and int(s.actors) == 1 << h
    assert set(table.match.legal()) == {A.PICK_SLOT, A.PICK_SLOT + 2, A.PICK_SUPPLY + 2, A.PICK_EXHAUSTED}
    for n, action in enumerate((A.PICK_SLOT + 2, A.PICK_SUPPLY + 2, A.PICK_EXHAUSTED), 1):
        table.match.play(action)
        assert A.ROLL in table.match.legal() and dice_of(table, hero) == 6 - n
    assert s.ki[h, :3].tolist() == [2, 0, 0] and int(s.exhausted[h]) == 1 and int(s.supply[h, 3]) == 1
    table.match.play(A.ROLL)
    assert table.asks == "nothing" and dice_of(table, hero) == 6 and int(s.supply[h].sum()) == 4


@pytest.mark.rule("SHG-11.6")
@pytest.mark.parametrize(("slots", "supply", "exhausted"), [([3], [], 0), ([], [3], 0), ([], [], 1)])
def test_a_single_die_is_rolled_unasked(slots: list[int], supply: list[int], exhausted: int) -> None:
    table = picking("tomoe", slots, supply, exhausted, 5, 0)
    assert table.asks == "nothing" and int(table.s.supply[2].sum()) == 1 and dice_of(table, "tomoe") == 1
    table = picking("tomoe", slots, supply, exhausted, 5, 1)  # an effect that may be left asks
    assert table.asks == "effect.ki" and A.DONE in table.match.legal()
    table.match.play(A.DONE)
    assert table.asks == "nothing" and dice_of(table, "tomoe") == 1


@pytest.mark.rule("SHG-11.5")
@pytest.mark.parametrize("most", [1, 2])
def test_no_more_dice_are_picked_than_may_be(most: int) -> None:
    table = picking("akira", [1, 1, 1], [], 0, most, 1)
    for _ in range(most):
        assert table.asks == "effect.ki"
        table.match.play(table.match.legal()[0])
    assert table.asks == "nothing" and int(table.s.supply[0].sum()) == most
    assert int((table.s.ki[0] > 0).sum()) == 3 - most


# ---- characters are built ------------------------------------------------------------------------


@pytest.mark.rule("SHG-3.8", "SHG-3.13", "SHG-3.14")
@pytest.mark.parametrize("level", [1, 3, 5])
def test_each_player_builds_their_own_character(level: int) -> None:
    """One point for each level after the first, then a side of a tile for each level."""
    options = {"mode": "chapter", "party": "akira+hikaru+jinen", "players": 3, "level": level}
    match = Match("shogun", options, 1)
    s: Any = readable(match.state[0])
    t = match.engine.tables[0]
    for seat, h in enumerate((0, 1, 3)):
        assert int(s.owner[h]) == seat and int(s.level[h]) == level and int(s.kami[h]) == int(t["h_kami"][h])
        for n in range(level - 1):
            assert (int(s.phase), int(s.actors)) == (Q.BUILD_ATTRIBUTE, 1 << seat)
            assert int(s.attr[h].sum()) == 1 + n
            allowed = [a for a in range(4) if s.attr[h, a] < 3]
            assert match.legal() == [A.RAISE + a for a in allowed]
            match.play(A.RAISE + allowed[-1])
        for slot in range(level):
            assert (int(s.phase), int(s.actors)) == (Q.BUILD_SKILL, 1 << seat)
            assert s.cand[:2].tolist() == t["skill_of"][h, slot].tolist()
            match.play(A.SIDE + slot % 2)
            assert int(s.skill[h, slot]) == int(t["skill_of"][h, slot, slot % 2])
        assert (s.skill[h, level:] == -1).all() and int(s.attr[h].sum()) == level
    assert int(s.phase) == Q.SHARE_MAIN and int(s.actors) == 0b111
    assert (s.skill[2] == -1).all() and int(s.status[2]) == STATUS.ABSENT


@pytest.mark.rule("SHG-3.4", "SHG-3.5", "SHG-3.13")
@pytest.mark.parametrize(
    ("mode", "level"), [(OPT.MODE_CAMPAIGN, 1), (OPT.MODE_CAMPAIGN, 3), (OPT.MODE_CHAPTER, 1)]
)
def test_what_a_new_character_starts_with(mode: int, level: int) -> None:
    table = Table("A.T", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    for h in (0, 2):
        row["opt"]["mode"], row["opt"]["level"], s.box[:] = mode, level, 1
        for name in ("attr", "coins", "karma", "affinity", "kami", "level", "arm"):
            row[name][h] = 0
        for name in ("weapon", "armour", "items", "skill"):
            row[name][h] = -1
        t["start_coins"][h], t["start_karma"][h], t["start_affinity"][h] = 31 + h, 5 + h, 4
        t["pre_affinity"][:] = [1, 2, 3, 5, 6]
        build.new_hero(t, row, h)
        fresh = mode == OPT.MODE_CAMPAIGN and level == 1
        assert (int(s.coins[h]), int(s.karma[h])) == (31 + h, 5 + h)
        assert int(s.level[h]) == level and int(s.affinity[h]) == (4 if fresh else [1, 2, 3][level - 1])
        assert int(s.kami[h]) == int(t["h_kami"][h]) and (s.skill[h] == -1).all()
        assert s.attr[h].tolist() == [int(a == t["h_initial"][h]) for a in range(4)]
        weapons = t["start_weapon"][h] if fresh else t["pre_weapon"][level - 1, h]
        armour = int(t["start_armour"][h] if fresh else t["pre_armour"][level - 1, h])
        items = t["start_item"][h] if fresh else t["pre_item"][level - 1, h]
        held = [(int(c) - st.WEAPON0) // st.SMITH_COPIES for c in s.weapon[h] if c >= 0]
        assert held == [int(w) for w in weapons if w >= 0]
        assert (int(s.armour[h, 0]) - st.ARMOUR0) // st.SMITH_COPIES == armour
        assert [int(c) // st.ITEM_COPIES for c in s.items[h] if c >= 0] == [int(i) for i in items if i >= 0]
        assert int(s.arm[h]) == int(t["ar_resistance"][armour])
        own = [int(c) for field in (s.weapon, s.armour, s.items) for c in field[h] if c >= 0]
        assert not s.box[own].any() and int(s.box.sum()) == st.CARDS - len(own)


@pytest.mark.rule("SHG-1.4")
@pytest.mark.parametrize(("option", "own", "level"), [(0, 2, 2), (0, 0, 3), (4, 2, 4), (1, 0, 1)])
def test_the_level_of_a_chapter(option: int, own: int, level: int) -> None:
    table = Table("A..")
    row = table.match.state[0]
    row["opt"]["level"], table.t["ch_level"][table.c] = option, own
    assert int(build.chapter_level(table.t_record, row)) == level


# ---- rounds --------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-9.1", "SHG-7.1")
def test_who_is_to_be_skipped_is_skipped_once() -> None:
    table = Table("A.T.H", level=3, players=3)
    s = table.s
    table.queue("tomoe", "akira", "hikaru")
    s.flag[2] = FLAG.SKIP | FLAG.TAUNT
    s.supply[:] = 0
    table.rounds()
    assert int(s.active) == 0 and int(s.at_card) == 1 and (s.flag[2] == FLAG.TAUNT).all()
    assert table.asks == "act.main" and int(s.actors) == 0b001 and int(s.step) == IN.ACTIVATIONS
    table.play("end")
    assert int(s.active) == 1 and int(s.actors) == 0b010


# ---- zones ---------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-4.5", "SHG-4.6", "SHG-4.8", "SHG-4.9")
def test_all_move_on_and_their_ally_comes_along() -> None:
    table = Table("A.T...w...\n..........\n..........", FIGURES, level=3, players=2)
    t, s, c = table.t, table.s, table.c
    landolfo = table.id("landolfo")
    s.side_of[landolfo], s.hp[landolfo], s.max_hp[landolfo] = SIDE.CHARACTERS, 3, 5
    last = [table.q(x, 2) for x in range(10)]
    t["zone_at"][c, last], t["ground"][c, last], t["z_enemies"][c] = 1, TERRAIN.REGULAR, 0
    t["arrival"][c, 1] = [table.q(x, 2) for x in (4, 5, 6, 7)]
    t["z_green"][c], t["z_red"][c] = 0, 0
    s.revealed[:], s.revealed_n, s.ground[last] = 0, 1, TERRAIN.OUTSIDE
    table.frame(FRAME.PLACE, 1, ARRIVAL.ALL_MOVED)
    table.go()
    assert s.zone[:2].tolist() == [2, 1] and int(s.revealed_n) == 1 and int(s.revealed[0]) == 1
    assert table.asks == "place.character" and int(s.actors) == 0b11
    assert s.cand[:2].tolist() == [0b1111, 0] and table.at("akira") is table.at("landolfo") is None
    table.match.play(A.ARRIVE + 2)
    assert table.at("akira") == (6, 2) and s.cand[:2].tolist() == [0b1011, 2]
    table.match.play(A.ARRIVE)
    assert table.at("tomoe") == (4, 2) and table.asks == "spawn.square" and int(s.actors) == 0b11
    assert table.choices == ["square 5,2", "square 7,2"]
    table.play("square 7,2")
    assert table.at("landolfo") == (7, 2) and int(s.hp[landolfo]) == 3 and table.asks == "nothing"


@pytest.mark.rule("SHG-4.6", "SHG-6.3")
def test_the_last_free_arrival_square_is_taken_unasked() -> None:
    table = Table("A.T..\n.....", FIGURES, level=3, players=2)
    t, s, c = table.t, table.s, table.c
    t["zone_at"][c, table.q(0, 1) : table.q(5, 1)], t["z_enemies"][c] = 1, 0
    t["arrival"][c, 1] = [table.q(x, 1) for x in (0, 1, 2, 3)]
    t["z_green"][c], t["z_red"][c] = 0, 0
    s.ground[table.q(0, 1) : table.q(5, 1)] = TERRAIN.OUTSIDE
    for x, name in ((0, "kachi"), (1, "kappa"), (3, "ashigaru")):
        table.put(name, x, 1)
        t["zone_at"][c, table.q(x, 1)] = 2  # they are no part of what is left behind
    for h in (0, 2):
        s.at[s.sq[h]], s.sq[h] = NOBODY, NOBODY
    s.status[2] = STATUS.DEFEATED
    s.revealed_n = 0
    table.frame(FRAME.PLACE, 1, ARRIVAL.START)
    assert table.go().asks == "nothing" and table.at("akira") == (2, 1) and table.at("tomoe") is None


@pytest.mark.rule("SHG-33.19")
def test_a_phase_ends_only_where_nothing_is_under_way() -> None:
    whole = {"round", "events", "act", "move", "enemy", "initiative"}
    assert {name for kind, name in enumerate(FRAME.words) if between(kind)} == whole
