"""Steps, walks and pushes over random maps, against the sentences of the rulebook written out once more."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, FLAG, SIDE, TERRAIN, UNTIL
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules.turn import walking as of_walking
from bestiary.games.shogun.state import FRAME, GAIT
from bestiary.testing.plain import plain

from .table import Table

paths, shove, walking = plain(of_ground.paths), plain(of_ground.shove), plain(of_walking)

WIDE, HIGH = 8, 7
FIGURES = {"k": "kachi", "m": "kappa", "O": "blood_oni", "S": "silk_widow", "R": "R"}
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # up, then clockwise
SHUT = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.DOOR)

Square = tuple[int, int]


def field(chance: random.Random, marks: str = "ATHkmR") -> Table:
    """A small map with everybody on it, two of them on large bases."""
    land = [chance.choice("..........~~o#//+") for _ in range(WIDE * HIGH)]
    for x, y in product(range(WIDE), range(HIGH)):
        if x >= WIDE - 1 or y >= HIGH - 1:
            land[y * WIDE + x] = "."
    taken: set[int] = set()
    for mark in "OS":
        q = chance.choice([y * WIDE + x for x in range(WIDE - 1) for y in range(HIGH - 1)])
        base = {q, q + 1, q + WIDE, q + WIDE + 1}
        if not base & taken:
            taken |= base
            for p in base:
                land[p] = "."
            land[q] = mark
    places = chance.sample([q for q in range(1, WIDE * HIGH) if q not in taken], len(marks))
    if 0 not in taken:
        places[chance.randrange(len(marks))] = 0  # somebody stands in the corner
    for mark, q in zip(marks, places, strict=True):
        land[q] = mark
    rows = "\n".join("".join(land[WIDE * y : WIDE * y + WIDE]) for y in range(HIGH))
    heights = "\n".join("".join(chance.choice("00001112") for _ in range(WIDE)) for _ in range(HIGH))
    return Table(rows, FIGURES, heights if chance.random() < 0.6 else "", level=3)


class Map:
    """The map as plain numbers."""

    def __init__(self, table: Table) -> None:
        self.table, self.s = table, table.s
        self.high = table.t_record["height"][table.c]

    def ground(self, p: Square) -> int:
        x, y = p
        inside = 0 <= x < st.COLS and 0 <= y < st.ROWS
        return int(self.s.ground[self.table.q(x, y)]) if inside else TERRAIN.OUTSIDE

    def height(self, p: Square) -> int:
        return int(self.high[self.table.q(*p)])

    def who(self, p: Square) -> int:
        return int(self.s.at[self.table.q(*p)])

    def base(self, p: Square, n: int) -> list[Square]:
        return [(p[0] + i, p[1] + j) for j in range(n) for i in range(n)]

    def enters(self, p: Square, side: int, gait: int) -> bool:
        """Whether a square can be moved into at all."""
        ground = self.ground(p)
        if ground == TERRAIN.OUTSIDE or gait == GAIT.SPIRIT_WALK:
            return ground != TERRAIN.OUTSIDE
        if ground in SHUT or gait == GAIT.FLIES:
            return ground not in SHUT
        who = self.who(p)
        foreign = who >= st.RES0 or (who >= 0 and int(self.s.side_of[who]) != side)
        return ground != TERRAIN.OBSTACLE and not foreign

    def lies(self, p: Square, n: int) -> str:
        """How a base lies: flat, on stairs to a square one higher, or not at all."""
        base = self.base(p, n)
        heights = {self.height(q) for q in base}
        if len(heights) == 1:
            return "flat"
        low = [q for q in base if self.height(q) == min(heights)]
        stairs = max(heights) - min(heights) == 1 and all(self.ground(q) == TERRAIN.LADDER for q in low)
        return "stairs" if stairs else "nowhere"

    def fits(self, p: Square, n: int, side: int, gait: int) -> bool:
        if not all(self.enters(q, side, gait) for q in self.base(p, n)):
            return False
        return gait != GAIT.WALKING or self.lies(p, n) != "nowhere"

    def steps(self, p: Square, d: int, n: int, side: int, gait: int) -> bool:
        """Whether a creature on a base of n by n may take a step."""
        dx, dy = AROUND[d]
        q, one, two = (p[0] + dx, p[1] + dy), (p[0] + dx, p[1]), (p[0], p[1] + dy)
        if not self.fits(q, n, side, gait):
            return False
        if gait == GAIT.SPIRIT_WALK:
            return True
        slant = dx != 0 and dy != 0
        if slant and n == 1 and not (self.enters(one, side, gait) and self.enters(two, side, gait)):
            return False
        if slant and n > 1 and not (self.fits(one, n, side, gait) and self.fits(two, n, side, gait)):
            return False
        if gait == GAIT.FLIES:
            return True
        if n == 1:
            rise = abs(self.height(p) - self.height(q))
            lower = p if self.height(p) < self.height(q) else q
            return rise == 0 or (rise == 1 and self.ground(lower) == TERRAIN.LADDER and not slant)
        if self.lies(p, n) == self.lies(q, n) == "flat":
            return self.height(p) == self.height(q)
        return not slant

    def ends(self, p: Square, f: int, n: int, gait: int) -> bool:
        """Whether a movement may end on a square."""
        for q in self.base(p, n):
            if self.who(q) not in (-1, f) or (gait == GAIT.FLIES and self.ground(q) == TERRAIN.OBSTACLE):
                return False
        return gait != GAIT.WALKING or self.lies(p, n) == "flat"

    def costs(self, f: int, n: int, gait: int, swift: bool, points: int) -> dict[Square, int]:
        """What every square costs that a creature can come to."""
        q = int(self.s.sq[f])
        start = (q % st.COLS, q // st.COLS)
        best = {start: 0}
        todo = [start]
        while todo:
            p = min(todo, key=lambda one: best[one])
            todo.remove(p)
            muddy = any(self.ground(q) == TERRAIN.DIFFICULT for q in self.base(p, n))
            cost = best[p] + (2 if muddy and not swift and gait == GAIT.WALKING else 1)
            for d in range(8):
                q2 = (p[0] + AROUND[d][0], p[1] + AROUND[d][1])
                if (
                    cost <= points
                    and cost < best.get(q2, 99)
                    and self.steps(p, d, n, int(self.s.side_of[f]), gait)
                ):
                    best[q2] = cost
                    todo.append(q2)
        return best


def at(table: Table, f: int) -> Square:
    q = int(table.s.sq[f])
    return q % st.COLS, q // st.COLS


@pytest.mark.rule("SHG-10.4", "SHG-10.5", "SHG-10.6", "SHG-10.8", "SHG-10.9", "SHG-20.9", "SHG-20.10")
@pytest.mark.rule("SHG-20.12", "SHG-28.3", "SHG-30.1", "SHG-30.2", "SHG-30.4", "SHG-30.5", "SHG-30.6")
@pytest.mark.rule("SHG-30.7", "SHG-30.8", "SHG-30.9", "SHG-30.10", "SHG-30.11", "SHG-30.12", "SHG-30.13")
@pytest.mark.parametrize("seed", range(10))
def test_where_a_creature_can_step_come_to_and_end(seed: int) -> None:
    chance = random.Random(seed)
    table = field(chance)
    t, row, s, plan = table.t_record, table.match.state[0], table.s, Map(table)
    here = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    inside = list(product(range(WIDE), range(HIGH)))
    for f in here:
        n = 2 if f >= st.CHOSEN0 else 1
        side = int(s.side_of[f])
        for gait in (GAIT.WALKING, GAIT.FLIES, GAIT.SPIRIT_WALK):
            for p in inside:
                if n == 2 and (p[0] == WIDE - 1 or p[1] == HIGH - 1):
                    continue
                if all(plan.ground(q) != TERRAIN.OUTSIDE for q in plan.base(p, n)):
                    assert bool(paths.may_end(t, row, f, n, gait, table.q(*p))) == plan.ends(p, f, n, gait)
        gait = chance.choice([GAIT.WALKING, GAIT.WALKING, GAIT.FLIES, GAIT.SPIRIT_WALK])
        for p, d in ((chance.choice(inside), d) for d in range(8) for _ in range(3)):
            if n == 2 and (p[0] == WIDE - 1 or p[1] == HIGH - 1):
                continue
            wrong = int(paths.no_step(t, row, n, side, gait, table.q(*p), d))
            assert (wrong == 0) == plan.steps(p, d, n, side, gait), (f, p, d, gait)
        swift, points = chance.random() < 0.3, chance.randrange(6)
        found = int(paths.spread_out(t, row, f, gait, swift, points))
        reached = {(q % st.COLS, q // st.COLS): int(s.dist[q]) - 1 for q in range(st.SQUARES) if s.dist[q]}
        assert reached == plan.costs(f, n, gait, swift, points) and found == len(reached)
        paths.forget_paths(row)


@pytest.mark.rule("SHG-10.14", "SHG-10.15")
@pytest.mark.parametrize("seed", range(10))
def test_where_a_push_can_go(seed: int) -> None:
    """Every square of the base comes to an empty one of its height, past no corner."""
    chance = random.Random(100 + seed)
    table = field(chance)
    t, row, s, plan = table.t_record, table.match.state[0], table.s, Map(table)
    for f in (f for f in range(st.CREATURES) if s.sq[f] >= 0):
        n, p, side = (2 if f >= st.CHOSEN0 else 1), at(table, f), int(s.side_of[f])
        for dx, dy in product((-1, 0, 1), repeat=2):
            after = plan.base((p[0] + dx, p[1] + dy), n)
            free = (dx, dy) != (0, 0) and all(
                plan.enters(q, side, GAIT.WALKING)
                and plan.who(q) in (-1, f)
                and plan.height(q) == plan.height(p)
                for q in after
            )
            if free and dx and dy:
                beside = [(q[0] - dx, q[1]) for q in after] + [(q[0], q[1] - dy) for q in after]
                free = all(plan.enters(q, side, GAIT.WALKING) for q in beside)
            assert bool(shove.may_shove(t, row, f, n, dx, dy)) == free, (f, dx, dy)


def sign(n: int) -> int:
    return (n > 0) - (n < 0)


@pytest.mark.rule("SHG-10.14", "SHG-10.15")
@pytest.mark.parametrize("seed", range(10))
def test_a_push_leads_away_from_the_nearest_square_and_a_pull_toward_it(seed: int) -> None:
    chance = random.Random(200 + seed)
    table = field(chance)
    t, row, s, plan = table.t_record, table.match.state[0], table.s, Map(table)
    span = t["range"]
    here = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    log = table.match.engine.new_log()
    for _ in range(8):
        source, f = chance.sample(here, 2)
        n, many, pull = (2 if f >= st.CHOSEN0 else 1), chance.randrange(1, 4), chance.random() < 0.5
        mine = plan.base(at(table, source), 2 if source >= st.CHOSEN0 else 1)
        p = at(table, f)
        sturdy = int(t["k_flags"][t["kind"][f]]) & FLAG.STURDY
        for _ in range(0 if sturdy else many):
            pairs = [(a, b) for a in mine for b in plan.base(p, n)]
            a, b = min(
                pairs, key=lambda pair: span[abs(pair[0][1] - pair[1][1]), abs(pair[0][0] - pair[1][0])]
            )
            dx, dy = sign(b[0] - a[0]), sign(b[1] - a[1])
            if pull and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
                break
            if pull:
                dx, dy = -dx, -dy
            held = int(s.sq[f])
            for q in plan.base(at(table, f), n):
                s.at[table.q(*q)] = -1
            s.sq[f] = table.q(*p)
            for q in plan.base(p, n):
                s.at[table.q(*q)] = f
            free = shove.may_shove(t, row, f, n, dx, dy)
            for q in plan.base(p, n):
                s.at[table.q(*q)] = -1
            s.sq[f] = held
            for q in plan.base(at(table, f), n):
                s.at[table.q(*q)] = f
            if not free:
                break
            p = (p[0] + dx, p[1] + dy)
        table.frame(FRAME.SHOVE, source, f, many, int(pull))
        depth = int(s.sp)
        shove.step_shove(t, row, log[0])
        assert at(table, f) == p and int(s.sp) == depth - 1, (source, f, many, pull)
        assert {q for q in product(range(WIDE), range(HIGH)) if plan.who(q) == f} == set(plan.base(p, n))


# ---- a character moves ---------------------------------------------------------------------------


class Mover(Map):
    """What a character in the middle of a move can do."""

    def __init__(self, table: Table, h: int, points: int) -> None:
        super().__init__(table)
        self.h, self.points = h, points
        flags = int(self.s.flag[h].max())
        self.swift = bool(flags & FLAG.SWIFT)
        self.gait = GAIT.FLIES if flags & FLAG.FLYING else GAIT.WALKING

    def from_here(self, p: Square, points: int) -> dict[Square, int]:
        """What the squares cost from another square on."""
        held = int(self.s.sq[self.h])
        self.s.sq[self.h] = self.table.q(*p)
        found = self.costs(self.h, 1, self.gait, self.swift, points)
        self.s.sq[self.h] = held
        return found

    def single(self) -> set[int]:
        """The directions of a step after which a square to stop on can still be reached."""
        p = at(self.table, self.h)
        mud = self.ground(p) == TERRAIN.DIFFICULT and not self.swift and self.gait == GAIT.WALKING
        left = self.points - (2 if mud else 1)
        found = set()
        for d in range(8):
            q = (p[0] + AROUND[d][0], p[1] + AROUND[d][1])
            if left >= 0 and self.steps(p, d, 1, SIDE.CHARACTERS, self.gait):
                if any(self.ends(one, self.h, 1, self.gait) for one in self.from_here(q, left)):
                    found.add(d)
        return found

    def walks(self, moving: bool) -> set[Square]:
        """The empty squares that the points reach; in a move under way none that is a single step."""
        p = at(self.table, self.h)
        beside = {
            (p[0] + dx, p[1] + dy)
            for d, (dx, dy) in enumerate(AROUND)
            if self.steps(p, d, 1, SIDE.CHARACTERS, self.gait)
        }
        return {
            q
            for q in self.costs(self.h, 1, self.gait, self.swift, self.points)
            if q != p and self.ends(q, self.h, 1, self.gait) and not (moving and q in beside)
        }


@pytest.mark.rule("SHG-10.1", "SHG-10.3", "SHG-10.4", "SHG-10.7", "SHG-10.17", "SHG-10.18")
@pytest.mark.parametrize("seed", range(10))
def test_the_steps_and_walks_of_a_character(seed: int) -> None:
    chance = random.Random(300 + seed)
    table = field(chance)
    h, s = chance.choice([0, 1, 2]), table.s
    table.armour(("akira", "hikaru", "tomoe")[h], None)
    s.attr[h, ATTR.DEXTERITY] = chance.randrange(3)
    s.flag[h, UNTIL.PHASE] = chance.choice([0, 0, FLAG.SWIFT, FLAG.FLYING])
    table.activate(("akira", "hikaru", "tomoe")[h])
    points = 3 + int(s.attr[h, ATTR.DEXTERITY])

    def offered(first: int, many: int) -> set[int]:
        return {a - first for a in table.match.legal() if first <= a < first + many}

    walks = Mover(table, h, points).walks(False)
    assert offered(A.GO, st.SQUARES) == {table.q(*q) for q in walks}
    if A.MOVE not in table.match.legal():
        assert not Mover(table, h, points + 3 * (int(s.ap[h]) - 1)).single()
        return
    table.match.play(A.MOVE)
    for _ in range(6):
        if int(s.phase) != Q.MOVE_STEP:
            break
        mover = Mover(table, h, int(s.mp))
        assert offered(A.STEP, 8) == mover.single()
        assert offered(A.GO, st.SQUARES) == {table.q(*q) for q in mover.walks(True)}
        stands = mover.ends(at(table, h), h, 1, mover.gait)
        assert (A.STOP in table.match.legal()) == (stands and (int(s.moved) > 0 or not mover.single()))
        legal = [a for a in table.match.legal() if a in range(A.STEP, A.STEP + 8)]
        if legal:
            table.match.play(chance.choice(legal))


@pytest.mark.rule("SHG-10.18")
@pytest.mark.parametrize("seed", range(10))
def test_a_walk_costs_no_more_than_it_must(seed: int) -> None:
    chance = random.Random(400 + seed)
    table = field(chance)
    h, s = chance.choice([0, 1, 2]), table.s
    table.armour(("akira", "hikaru", "tomoe")[h], None)
    s.attr[h, ATTR.DEXTERITY] = 3
    table.activate(("akira", "hikaru", "tomoe")[h])
    costs = Mover(table, h, 6).costs(h, 1, GAIT.WALKING, False, 6)
    goals = [a for a in table.match.legal() if a in range(A.GO, A.GO + st.SQUARES)]
    if not goals:
        return
    goal = max(goals, key=lambda a: (costs[((a - A.GO) % st.COLS, (a - A.GO) // st.COLS)], chance.random()))
    table.match.play(goal)
    assert int(s.sq[h]) == goal - A.GO
    cost = costs[at(table, h)]
    assert int(s.mp) == 6 - cost and int(s.moves) == 1 and int(s.moved) <= cost
    assert int(s.at[goal - A.GO]) == h and (s.at == h).sum() == 1


@pytest.mark.rule("SHG-10.11", "SHG-10.19", "SHG-30.3")
def test_a_move_without_points_is_over() -> None:
    table = Table("A..", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.supply[:], s.ki[:], s.affinity[0], s.active = 0, 0, 0, 0
    for mp, bonus, ap, walk, special, head in product((0, 1), repeat=6):
        s.mp, s.bonus, s.ap[0] = mp, bonus, ap
        s.ground[s.sq[0]] = TERRAIN.SPECIAL if special else TERRAIN.REGULAR
        s.floor[table.q(1, 0)] = head
        table.frame(FRAME.MOVE, 0, walk, 1)
        left = bonus if walk else mp
        more = not walk and ap > 0  # one more effort could be made
        assert int(walking.points_left(row)) == left
        assert bool(walking.worn_out(t, row, s.stack[s.sp - 1], 0)) == (
            left == 0 and not more and not (special and head)
        )
        assert bool(walking.may_go_over(t, row, 0)) == (not special)
        s.sp -= 1


@pytest.mark.rule("SHG-10.18", "SHG-16.6")
def test_a_head_is_new_that_could_not_be_reached_before() -> None:
    table = Table("......\n..A...\n......", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    for head, before in product(product(range(5), range(3)), ((1, 1), (1, 0), (2, 0), (3, 2), (2, 1))):
        s.floor[:] = 0
        s.floor[table.q(*head)] = 1
        near = [max(abs(head[0] - p[0]), abs(head[1] - p[1])) <= 1 for p in ((2, 1), before)]
        assert bool(walking.new_head(t, row, 0, table.q(*before))) == (near[0] and not near[1])


def test_the_square_ahead_and_the_edge_of_the_plane() -> None:
    for q, (d, (dx, dy)) in product(range(st.SQUARES), enumerate(AROUND)):
        x, y = q % st.COLS + dx, q // st.COLS + dy
        inside = 0 <= x < st.COLS and 0 <= y < st.ROWS
        assert int(paths.ahead(q, d)) == (y * st.COLS + x if inside else -1)


@pytest.mark.rule("SHG-10.13", "SHG-10.18")
@pytest.mark.parametrize("seed", range(3))
def test_bonus_points_lead_as_far_as_they_last(seed: int) -> None:
    table = field(random.Random(500 + seed))
    table.activate("akira")
    table.s.moves = 1
    for bonus in range(4):
        table.s.bonus = bonus
        table.match.prepare()
        led = {a - A.GO for a in table.match.legal() if A.GO <= a < A.GO + st.SQUARES}
        assert led == {table.q(*q) for q in Mover(table, 0, bonus).walks(False)}
        assert (A.WALK in table.match.legal()) == bool(Mover(table, 0, bonus).single())
