"""What a sensible team wants, where it goes and what it does next, worked out a second time."""

from __future__ import annotations

import random
from functools import cached_property

import numpy as np
import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import GOAL, SIDE, TERRAIN, UNREACHED
from bestiary.games.shogun.moves import A, V
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules.judgement import goals as of_goals
from bestiary.games.shogun.rules.judgement import habits as of_habits
from bestiary.games.shogun.state import GAIT
from bestiary.testing.plain import plain

from .table import Table

goals, habits = plain(of_goals), plain(of_habits)
paths, geometry = plain(of_ground.paths), plain(of_ground.geometry)

WIDE, HIGH = 8, 6
FOES = {"k": "kachi", "m": "kappa", "l": "kachi-blue"}
CLOSED = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.OBSTACLE, TERRAIN.DOOR)
HERE = (0, 1, 2)  # Akira, Hikaru, Tomoe


def some(chance: random.Random, *values: int) -> int:
    return chance.choice(values)


def field(chance: random.Random) -> Table:
    """A small map with a team of three, enemies, villagers, points, doors, and a way that leads over them."""
    marks = [chance.choice(".........~o#/") for _ in range(WIDE * HIGH)]
    places = chance.sample(range(1, WIDE * HIGH), 8)
    places[chance.randrange(8)] = 0  # somebody stands in the corner
    for q, mark in zip(places, "AHTkmlRS", strict=True):
        marks[q] = mark
    rows = "\n".join("".join(marks[WIDE * y : WIDE * y + WIDE]) for y in range(HIGH))
    heights = "\n".join("".join(chance.choice("000001") for _ in range(WIDE)) for _ in range(HIGH))
    table = Table(rows, {**FOES, "R": "R", "S": "S"}, heights if chance.random() < 0.4 else "", level=3)
    return vary(table, chance)


def vary(table: Table, chance: random.Random) -> Table:
    """Another way over the same map, with other points, doors and wounds."""
    t, s, c = table.t, table.s, table.c
    square = [table.q(x, y) for y in range(HIGH) for x in range(WIDE)] + [0] * 10  # the corner more often
    for i in range(3):
        t["point_sq"][c, i], s.point[i] = chance.choice(square), some(chance, 0, 1, 1)
    for i in range(2):
        t["door_sq"][c, i], s.door[i] = (
            (chance.choice(square), some(chance, -1, *square)),
            some(chance, 0, 1, 2),
        )
    s.zone[:] = [1, some(chance, 0, 0, 1), some(chance, 0, 0, 2)]
    t["way_n"][c] = n = chance.randrange(1, 7)
    for k in range(n):
        sort = chance.choice([GOAL.POINT, GOAL.DOOR, GOAL.RESISTOR, GOAL.FOE])
        many = {GOAL.POINT: 3, GOAL.DOOR: 2, GOAL.RESISTOR: 2}
        i = chance.randrange(many[sort]) if sort in many else int(t["kind"][table.id(some_foe(chance))])
        t["way_sort"][c, k], t["way_id"][c, k], t["way_zone"][c, k] = sort, i, some(chance, 0, 0, 1)
        t["way_far"][c, k] = [some(chance, *range(14), 45, UNREACHED) for _ in range(st.SQUARES)]
    s.res_sq[1] = some(chance, -1, *[int(np.flatnonzero(s.at == st.RES0 + 1)[0])] * 4)
    for f in (*HERE, *(table.id(name) for name in FOES.values())):
        s.max_hp[f] = some(chance, 5, 8, 9)
        s.hp[f] = chance.randrange(1, int(s.max_hp[f]) + 1)
    s.ap[:], s.malice, s.active = [some(chance, 0, 1, 2, 3, 4) for _ in range(4)], some(chance, 0, 1, 2), 0
    s.mp, s.bonus = some(chance, 0, 0, 1, 3), some(chance, 0, 0, 2)
    s.party = some(chance, 2, 3, 3)
    s.res_tokens[:2], t["res_tokens"][c, :2] = [some(chance, 1, 2, 3), 1], [3, some(chance, 0, 2)]
    s.side_of[table.id("kappa")] = some(chance, SIDE.CHARACTERS, SIDE.FOLLOWERS, SIDE.FOLLOWERS)
    return table


def some_foe(chance: random.Random) -> str:
    return chance.choice(sorted(FOES.values()))


class Thinker:
    """The same thoughts, over plain numbers."""

    def __init__(self, table: Table, h: int) -> None:
        self.table, self.h, self.c = table, h, table.c
        self.t, self.row, self.s = table.t_record, table.match.state[0], table.s
        self.steps = [
            (
                int(self.t["way_sort"][self.c, k]),
                int(self.t["way_id"][self.c, k]),
                int(self.t["way_zone"][self.c, k]),
            )
            for k in range(int(self.t["way_n"][self.c]))
        ]
        self.squares = [table.q(x, y) for y in range(HIGH) for x in range(WIDE)]
        self.foes = [
            f for f in range(st.HEROES, st.CREATURES) if self.s.sq[f] >= 0 and self.s.side_of[f] == 1
        ]

    # ---- what is wanted

    def there(self, k: int) -> bool:
        sort, i, zone = self.steps[k]
        if sort == GOAL.POINT:
            return bool(self.s.point[i] == 1) and not any(
                self.s.zone[z] for z in range(zone + 1, st.ZONES_MAX)
            )
        if sort == GOAL.DOOR:
            return bool(self.s.door[i] == 1)
        return sort == GOAL.RESISTOR and bool(self.s.res_sq[i] >= 0)

    def wanted(self) -> list[int]:
        """People who wait always; anything else up to the first point that is there."""
        there = [k for k in range(len(self.steps)) if self.there(k)]
        points = [k for k in there if self.steps[k][0] == GOAL.POINT]
        until = points[0] if points else 99
        return [k for k in there if self.steps[k][0] == GOAL.RESISTOR or k <= until]

    def saved(self) -> list[int]:
        return [k for k in self.wanted() if self.steps[k][0] == GOAL.RESISTOR]

    def far(self, h: int, steps: list[int]) -> int:
        q = int(self.s.sq[h])
        return min((int(self.t["way_far"][self.c, k, q]) for k in steps), default=UNREACHED)

    def foremost(self, steps: list[int]) -> bool:
        return all(self.far(g, steps) >= self.far(self.h, steps) for g in HERE)

    def hurries(self) -> bool:
        saved = self.saved()
        return (
            bool(saved) and self.far(self.h, saved) <= 3 * int(self.s.ap[self.h]) - 2 and self.foremost(saved)
        )

    def runs(self) -> bool:
        wanted, hp = self.wanted(), int(self.s.hp[self.h])
        if not wanted or self.s.party < 3 or self.s.malice == 0 or hp < self.s.max_hp[self.h] / 2:
            return False
        return 0 < self.far(self.h, wanted) < UNREACHED and self.foremost(wanted)

    def foe_near(self, most: int) -> bool:
        here = int(self.s.sq[self.h])
        return any(geometry.span(self.t, here, int(self.s.sq[f])) <= most for f in self.foes)

    # ---- where to go

    def around(self, q: int) -> set[int]:
        flat = self.t["height"][self.c]
        return {p for p in self.squares if geometry.touching(p, q) and flat[p] == flat[q]}

    @cached_property
    def places(self) -> set[int]:
        """Where this character would like to stand."""
        found: set[int] = set()
        for k in self.saved() if self.hurries() else self.wanted():
            sort, i, _ = self.steps[k]
            if sort == GOAL.POINT:
                q = int(self.t["point_sq"][self.c, i])
                found |= self.around(q) | {q}
            elif sort == GOAL.RESISTOR:
                found |= self.around(int(self.s.res_sq[i]))
            else:
                for q in self.t["door_sq"][self.c, i]:
                    found |= self.around(int(q)) if q >= 0 else set()
        if not self.hurries() and not self.runs() and (not self.wanted() or self.foe_near(4)):
            held = int(self.s.weapon[self.h, 0])
            reach = int(self.t["w_range"][(held - st.WEAPON0) // st.SMITH_COPIES])
            for f, p in ((f, p) for f in self.foes for p in self.squares):
                if self.s.ground[p] and geometry.sees(
                    self.t, self.row, self.h, p, f, int(self.s.sq[f]), reach, True
                ):
                    found.add(p)
        return {q for q in found if self.s.ground[q] not in CLOSED and self.s.at[q] in (-1, self.h)}

    @cached_property
    def way(self) -> list[int]:
        """The squares of the shortest way to the nearest place, the first in the order of directions."""
        start, places = int(self.s.sq[self.h]), self.places
        before = {start: start}
        todo = [start]
        for p in todo:
            for d in range(8):
                q = int(paths.ahead(p, d))
                walks = q >= 0 and q not in before
                if not walks or paths.no_step(self.t, self.row, 1, SIDE.CHARACTERS, GAIT.WALKING, p, d):
                    continue
                before[q] = p
                if q in places:
                    found = [q]
                    while found[-1] != start:
                        found.append(before[found[-1]])
                    return found[-2::-1]
                todo.append(q)
        return []

    def leads_to(self, action: int) -> int:
        if action in range(A.GO, A.GO + st.SQUARES):
            return action - A.GO
        steps = range(A.STEP, A.STEP + 8)
        return int(paths.ahead(int(self.s.sq[self.h]), action - A.STEP)) if action in steps else -1

    def stride(self, choices: list[int]) -> int:
        """The choice that leads farthest on that way; -1 for none, or for who is there."""
        if int(self.s.sq[self.h]) in self.places:
            return -1
        led = [self.leads_to(action) for action in choices]
        return next((led.index(q) for q in self.way[::-1] if q in led), -1)


def choices_of(chance: random.Random, thinker: Thinker) -> list[int]:
    """Some walks and steps, in any order, among other answers."""
    walks = [A.GO + q for q in thinker.way if chance.random() < 0.5]
    walks += [A.GO + thinker.table.q(chance.randrange(WIDE), chance.randrange(HIGH)) for _ in range(3)]
    walks += [A.STEP + d for d in range(8) if chance.random() < 0.3]
    found = sorted(set(walks) | {A.END, A.STOP}, key=lambda _: chance.random())
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_is_wanted_and_the_way_there(seed: int) -> None:
    chance, walked = random.Random(seed), 0
    table = field(chance)
    for _ in range(6):
        vary(table, chance)
        thinker = Thinker(table, chance.choice(HERE))
        t, row, h = table.t_record, table.match.state[0], thinker.h
        wanted, saved = (sum(1 << k for k in steps) for steps in (thinker.wanted(), thinker.saved()))
        assert int(goals.wants(t, row)) == wanted and int(goals.rescues(t, row, wanted)) == saved
        assert bool(goals.hurries(t, row, h, saved)) == thinker.hurries()
        assert bool(goals.runs(t, row, h, wanted)) == thinker.runs()
        for most in (1, 2, 4, 6):
            assert bool(goals.foe_near(t, row, int(table.s.sq[h]), most)) == thinker.foe_near(most)
        goals.mark_goals(t, row, h, wanted, saved)
        assert {q for q in range(st.SQUARES) if goals.is_goal(row, q)} == thinker.places
        paths.forget_paths(row)
        assert bool(goals.arrived(t, row, h, wanted, saved)) == (int(table.s.sq[h]) in thinker.places)
        for _ in range(3):
            choices = choices_of(chance, thinker)
            picked = int(goals.stride(t, row, h, np.array(choices), len(choices), wanted, saved))
            assert picked == thinker.stride(choices)
            walked += picked >= 0
        assert not table.s.dist.any() and not table.s.frontier.any() and not table.s.searched
    assert walked


# ---- what to do next -----------------------------------------------------------------------------


def first(table: Table, choices: list[int], verb: int) -> int:
    verbs = [int(table.t_record["verb"][a]) for a in choices]
    return verbs.index(verb) if verb in verbs else -1


class Doer(Thinker):
    """What a character does next, of the choices it has."""

    choices: list[int]

    def first(self, verb: int) -> int:
        return first(self.table, self.choices, verb)

    def met(self, steps: list[int]) -> int:
        base = {GOAL.POINT: A.POINT, GOAL.DOOR: A.DOOR, GOAL.RESISTOR: A.RESISTOR}
        at_hand = [base[self.steps[k][0]] + self.steps[k][1] for k in steps]
        return next((self.choices.index(a) for a in at_hand if a in self.choices), -1)

    def blow(self) -> int:
        made = []
        for n, action in enumerate(self.choices):
            for base, strong in ((A.FAST, 1), (A.STRONG, 0)):
                if action - base in self.foes:
                    made.append((int(self.s.hp[action - base]), strong, n))
        return min(made)[2] if made else -1

    def cure(self) -> int:
        """The first item that gives health back: rice balls and antidotes do."""
        healing = {self.table.card("rice_ball") // 4, self.table.card("antidote") // 4}
        items = [(n, a - A.ITEM) for n, a in enumerate(self.choices) if a in range(A.ITEM, A.ITEM + 12)]
        return next((n for n, k in items if int(self.s.items[self.h, k]) // 4 in healing), -1)

    def act(self) -> int:
        lost = int(self.s.max_hp[self.h] - self.s.hp[self.h])
        hasty = self.first(V.MOVE) >= 0 and (self.hurries() or self.runs())
        for wish, holds in (
            (self.first(V.KAMI_MODE), int(self.s.hp[self.h]) <= 2),
            (self.cure(), lost >= 4 and self.foe_near(6)),
            (self.met(self.saved()), True),
            (self.blow(), not hasty),
            (self.met(self.wanted()), True),
            (self.stride(self.choices), True),
            (self.first(V.TECHNIQUE), lost >= 2),
        ):
            if wish >= 0 and holds:
                return wish
        return self.first(V.END)

    def walk(self) -> int:
        way = self.stride(self.choices)
        if way >= 0:
            return way
        spent = int(self.s.mp) == 0 and int(self.s.ap[self.h]) >= 2
        if self.first(V.EXERT) >= 0 and spent and int(self.s.sq[self.h]) not in self.places:
            if not self.foe_near(4) or self.hurries() or self.runs():
                return self.first(V.EXERT)
        then = self.act()
        return then if then >= 0 else self.first(V.STOP)


def offers(chance: random.Random, thinker: Thinker) -> list[int]:
    """Some of all that could be done, in any order."""
    found = choices_of(chance, thinker) if chance.random() < 0.4 else [A.END]
    found += [base + f for base in (A.FAST, A.STRONG) for f in thinker.foes if chance.random() < 0.2]
    found += [A.POINT + i for i in range(3) if chance.random() < 0.2]
    found += [A.DOOR + i for i in range(2) if chance.random() < 0.2]
    found += [A.RESISTOR + i for i in range(2) if chance.random() < 0.2]
    found += [A.ITEM + k for k in range(3) if chance.random() < 0.5]
    lone = (A.MOVE, A.KAMI_MODE, A.TECHNIQUE, A.TECHNIQUE + 3, A.EXERT, A.STOP)
    found += [a for a in lone if chance.random() < 0.5]
    return sorted(set(found), key=lambda _: chance.random())


@pytest.mark.parametrize("seed", range(6))
def test_what_a_character_does_next(seed: int) -> None:
    chance = random.Random(100 + seed)
    table = field(chance)
    for _ in range(6):
        vary(table, chance)
        h = chance.choice(HERE)
        table.items(
            ("akira", "hikaru", "tomoe")[h], *chance.sample(["rice_ball", "smoke_pellet", "antidote"], 3)
        )
        t, row = table.t_record, table.match.state[0]
        doer = Doer(table, h)
        for _ in range(14):
            table.s.mp = some(chance, 0, 0, 0, 2)
            doer.choices = offers(chance, doer)
            n, given = len(doer.choices), np.array(doer.choices)
            assert int(habits.act(t, row, h, given, n)) == doer.act()
            assert int(habits.walk(t, row, h, given, n)) == doer.walk()
