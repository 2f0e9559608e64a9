"""Chapter 26: adjacency, range, line of sight; against an independent reckoning in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import gcd

import numpy as np
import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, TERRAIN
from bestiary.games.shogun.rules.ground.geometry import beside, clear, entered, gap, sees
from bestiary.games.shogun.rules.ground.paths import no_step
from bestiary.games.shogun.state import STREAM

from .table import Table, seed_for


def slow_line(a: int, b: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Squares entered and squares touched by the line from (0,0) to (a,b), by cutting the line."""
    cuts = {Fraction(0), Fraction(1)}
    for n, span in ((a, range(a)), (b, range(b))):
        cuts |= {Fraction(2 * k + 1, 2 * n) for k in span}
    ordered = sorted(cuts)
    entered_: list[tuple[int, int]] = []
    for low, high in pairwise(ordered):
        middle = (low + high) / 2
        x, y = middle * a + Fraction(1, 2), middle * b + Fraction(1, 2)
        square = (x.numerator // x.denominator, y.numerator // y.denominator)
        if square != (0, 0) and square not in entered_:
            entered_.append(square)
    touched = []
    for cut in ordered[1:-1]:
        x, y = cut * a + Fraction(1, 2), cut * b + Fraction(1, 2)
        if x.denominator == 1 and y.denominator == 1:
            i, j = int(x), int(y)
            touched += [(i, j - 1), (i - 1, j)]
    return entered_, touched


LINES = {(a, b): slow_line(a, b) for a in range(st.COLS) for b in range(st.ROWS) if a + b}


def slow_sight(blocked: set[tuple[int, int]], p: tuple[int, int], q: tuple[int, int]) -> bool:
    a, b = abs(q[0] - p[0]), abs(q[1] - p[1])
    dx, dy = (1 if q[0] > p[0] else -1), (1 if q[1] > p[1] else -1)
    if (a, b) == (0, 0):
        return True
    through, touched = LINES[a, b]
    if any((p[0] + dx * i, p[1] + dy * j) in blocked for i, j in through[:-1]):
        return False
    return sum((p[0] + dx * i, p[1] + dy * j) in blocked for i, j in touched) < 2


@pytest.mark.rule("SHG-26.3", "SHG-26.4", "SHG-26.5", "SHG-26.6")
def test_the_walk_the_closed_form_and_the_fractions_agree_on_every_distance() -> None:
    for (a, b), (through, _) in LINES.items():
        g = gcd(a, b)
        closed = a + b - g if a // g % 2 and b // g % 2 else a + b
        assert entered(a, b) == len(through) == (closed if a and b else a + b), (a, b)
    assert LINES[3, 1] == ([(1, 0), (2, 1), (3, 1)], [(2, 0), (1, 1)])
    assert [entered(*p) for p in ((4, 2), (6, 2), (3, 3), (5, 3), (2, 2), (2, 1))] == [6, 6, 3, 7, 2, 3]


def agree_on(cases: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = Table(("." * st.COLS + "\n") * st.ROWS)
    table.s.at[:] = -1
    t, s = table.t_record, table.match.state[0]
    done = 0
    while done < cases:
        walls = rng.random((st.ROWS, st.COLS)) < rng.choice([0.05, 0.15, 0.3])
        table.s.ground[:] = np.where(walls.ravel(), 2, 1)
        blocked = {(int(x), int(y)) for y, x in zip(*np.nonzero(walls), strict=True)}
        for _ in range(min(400, cases - done)):
            p = (int(rng.integers(st.COLS)), int(rng.integers(st.ROWS)))
            q = (int(rng.integers(st.COLS)), int(rng.integers(st.ROWS)))
            seen = clear(t, s, table.q(*p), table.q(*q), 0, -5, -5)
            assert bool(seen) == slow_sight(blocked, p, q), (p, q, sorted(blocked))
            done += 1


@pytest.mark.rule("SHG-26.9", "SHG-26.10")
def test_sight_agrees_with_fractions_on_random_maps() -> None:
    agree_on(2000, 1)


@pytest.mark.sweep
def test_sight_agrees_with_fractions_on_a_million_cases() -> None:
    agree_on(1_000_000, 2)


# ---- everything at once: walls, obstacles, heights, figures of both sides and sizes ---------------


class World:
    """A map as plain sets, judged by fractions and by nothing of the game's."""

    def __init__(self, rng: np.random.Generator) -> None:
        shape = (st.ROWS, st.COLS)
        self.walls = rng.random(shape) < rng.choice([0.03, 0.1, 0.2])
        self.rocks = (rng.random(shape) < 0.08) & ~self.walls
        self.heights = (rng.random(shape) < rng.choice([0.0, 0.2, 0.5])).astype(int)
        self.owner: dict[tuple[int, int], int] = {}  # the figure on a square
        self.home: dict[int, tuple[int, int]] = {}
        self.large: set[int] = set()
        for f in (0, 1, 2, 3, 4, 5, 10, 11, 16, 22, 44, 45, st.RES0, st.RES0 + 1):
            n = 2 if f >= st.CHOSEN0 and f < st.RES0 else 1
            x, y = int(rng.integers(st.COLS - 1)), int(rng.integers(st.ROWS - 1))
            squares = [(x + i, y + j) for i in range(n) for j in range(n)]
            if any(q in self.owner or self.walls[q[1], q[0]] for q in squares):
                continue
            self.owner |= dict.fromkeys(squares, f)
            self.home[f] = (x, y)
            if n == 2:
                self.large.add(f)

    def squares(self, f: int) -> list[tuple[int, int]]:
        x, y = self.home[f]
        n = 2 if f in self.large else 1
        return [(x + i, y + j) for i in range(n) for j in range(n)]

    def opaque(self, q: tuple[int, int], f: int, g: int, mixed: bool) -> bool:
        x, y = q
        if self.walls[y, x]:
            return True
        if self.rocks[y, x]:
            return not mixed
        who = self.owner.get(q, f)
        if who in (f, g):
            return False
        friends = (who < st.HEROES) == (f < st.HEROES or f >= st.RES0)
        return who >= st.RES0 or (not friends and not mixed)

    def looks(self, f: int, p: tuple[int, int], g: int, q: tuple[int, int]) -> bool:
        mixed = bool(self.heights[p[1], p[0]] != self.heights[q[1], q[0]])
        near = [(x, y) for x in range(st.COLS) for y in range(st.ROWS) if self.opaque((x, y), f, g, mixed)]
        return slow_sight(set(near), p, q)

    def sees(self, f: int, g: int, most: int) -> bool:
        pairs = ((p, q) for p in self.squares(f) for q in self.squares(g))
        return any(self.range(p, q) <= most and self.looks(f, p, g, q) for p, q in pairs)

    @staticmethod
    def range(p: tuple[int, int], q: tuple[int, int]) -> int:
        return len(LINES[abs(p[0] - q[0]), abs(p[1] - q[1])][0]) if p != q else 0

    def adjacent(self, f: int, g: int) -> bool:
        pairs = ((p, q) for p in self.squares(f) for q in self.squares(g))
        flat = self.heights
        return any(
            max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1 and flat[p[1], p[0]] == flat[q[1], q[0]]
            for p, q in pairs
        )

    def lay(self, table: Table) -> None:
        """The same world on the game's table."""
        s = table.s
        s.ground[:] = np.where(
            self.walls, TERRAIN.WALL, np.where(self.rocks, TERRAIN.OBSTACLE, TERRAIN.REGULAR)
        ).ravel()
        table.t["height"][0] = self.heights.ravel()
        s.at[:] = -1
        s.sq[:] = -1
        s.res_sq[:] = -1
        for (x, y), f in self.owner.items():
            s.at[y * st.COLS + x] = f
        for f, (x, y) in self.home.items():
            if f >= st.RES0:
                s.res_sq[f - st.RES0] = y * st.COLS + x
            else:
                s.sq[f] = y * st.COLS + x


def agree_on_worlds(worlds: int, seed: int) -> int:
    rng = np.random.default_rng(seed)
    table = Table(("." * st.COLS + "\n") * st.ROWS)
    t, s = table.t_record, table.match.state[0]
    done = 0
    for _ in range(worlds):
        world = World(rng)
        world.lay(table)
        for f in world.home:
            for g in world.home:
                if f == g:
                    continue
                p, q = (int(x + y * st.COLS) for x, y in (world.home[f], world.home[g]))
                most = int(rng.integers(1, 24))
                told = bool(sees(t, s, f, p, g, q, most, False))
                assert told == world.sees(f, g, most), (f, g, most, world.__dict__)
                assert bool(beside(t, s, f, p, g, q)) == world.adjacent(f, g)
                ends = ((a, b) for a in world.squares(f) for b in world.squares(g))
                assert int(gap(t, s, f, p, g, q)) == min(World.range(a, b) for a, b in ends)
                done += 1
    return done


@pytest.mark.rule("SHG-26.1", "SHG-26.9", "SHG-26.12", "SHG-26.13", "SHG-26.14", "SHG-26.15", "SHG-26.16")
def test_figures_heights_and_large_bases_agree_with_fractions() -> None:
    assert agree_on_worlds(3, 5) > 100


@pytest.mark.sweep
def test_many_worlds_agree_with_fractions() -> None:
    assert agree_on_worlds(200, 6) > 15_000


def sight(table: Table, a: str, b: str) -> bool:
    f, g = table.id(a), table.id(b)
    s = table.s
    where = [int(s.res_sq[x - st.RES0] if x >= st.RES0 else s.sq[x]) for x in (f, g)]
    return bool(sees(table.t_record, table.match.state[0], f, where[0], g, where[1], 99, False))


def far(table: Table, a: str, b: str) -> int:
    f, g = table.id(a), table.id(b)
    s = table.match.state[0]
    return int(gap(table.t_record, s, f, int(table.s.sq[f]), g, int(table.s.sq[g])))


def next_to(table: Table, a: str, b: str) -> bool:
    f, g = table.id(a), table.id(b)
    s = table.match.state[0]
    return bool(beside(table.t_record, s, f, int(table.s.sq[f]), g, int(table.s.sq[g])))


def may_step(table: Table, name: str, direction: int) -> bool:
    f = table.id(name)
    s = table.match.state[0]
    side = int(table.s.side_of[f])
    n = 2 if name in ("blood_oni", "nue", "silk_widow") else 1
    return no_step(table.t_record, s, n, side, 0, int(table.s.sq[f]), direction) == 0


KACHI = {"k": "kachi"}


@pytest.mark.example("EX-G1")
@pytest.mark.rule("SHG-26.3")
def test_a_knight_jump_is_range_three() -> None:
    table = Table("A..\n..k\n...", KACHI)
    assert far(table, "akira", "kachi") == 3 and sight(table, "akira", "kachi")
    table.activate("akira")
    for weapon, reaches in (("katana", False), ("yari", False), ("shuriken", True)):
        table.weapons("akira", weapon)
        assert bool(table.attacks) == reaches


@pytest.mark.example("EX-G2")
@pytest.mark.rule("SHG-26.2", "SHG-10.9")
def test_diagonal_between_two_walls() -> None:
    table = Table("A#.\n#k.\n...", KACHI)
    assert next_to(table, "akira", "kachi") and far(table, "akira", "kachi") == 1
    assert not sight(table, "akira", "kachi")
    table.activate("akira")
    assert not table.attacks
    assert not may_step(Table("A#.\n#..\n..."), "akira", 3)


@pytest.mark.example("EX-G3")
@pytest.mark.rule("SHG-26.10", "SHG-10.9")
def test_diagonal_past_one_wall() -> None:
    table = Table("A#.\n.k.\n...", KACHI)
    assert sight(table, "akira", "kachi")
    assert table.activate("akira").attacks
    assert not may_step(Table("A#.\n...\n..."), "akira", 3)


@pytest.mark.example("EX-G4")
@pytest.mark.rule("SHG-26.10")
def test_corners_are_counted_along_the_whole_line() -> None:
    assert not sight(Table("A#..\n....\n...#\n...k", KACHI), "akira", "kachi")
    assert sight(Table("A#..\n....\n....\n...k", KACHI), "akira", "kachi")
    assert sight(Table("A...\n....\n...#\n...k", KACHI), "akira", "kachi")


@pytest.mark.example("EX-G5")
@pytest.mark.rule("SHG-26.4", "SHG-26.5")
def test_three_by_one() -> None:
    table = Table("A.o.\n...k", KACHI)
    assert far(table, "akira", "kachi") == 3 and sight(table, "akira", "kachi")
    assert not sight(Table("A.o.\n.o.k", KACHI), "akira", "kachi")


@pytest.mark.example("EX-G6")
@pytest.mark.rule("SHG-26.12")
def test_friends_are_transparent_foes_are_not() -> None:
    table = Table("A.Tm.k", {"m": "ashigaru", "k": "kachi"})
    assert sight(table, "akira", "ashigaru") and far(table, "akira", "ashigaru") == 3
    assert not sight(table, "akira", "kachi")
    assert sight(table, "kachi", "tomoe") and not sight(table, "kachi", "akira")


@pytest.mark.example("EX-G7")
@pytest.mark.rule("SHG-26.7", "SHG-26.14", "SHG-26.15", "SHG-21.10")
def test_heights_and_obstacles() -> None:
    table = Table("A.o.k", KACHI, heights="00011")
    assert sight(table, "akira", "kachi")
    table.weapons("akira", "hankyu")
    assert table.activate("akira").attacks
    assert not sight(Table("A.#.k", KACHI, heights="00011"), "akira", "kachi")
    assert not sight(Table("A.R.k", {**KACHI, "R": "R"}, heights="00011"), "akira", "kachi")
    near = Table("A.k", KACHI, heights="001")
    near.weapons("akira", "yari")
    assert not near.activate("akira").attacks
    shooter = Table("A...k", {"k": "landolfo"}, heights="00001")
    shooter.armour("akira", None)
    shooter.s.rng[STREAM.DICE] = seed_for([1, 1, 3, 0])  # behaviour 2, then white 1, black 2, black 0
    shooter.activate("landolfo")
    assert shooter.at("landolfo") == (4, 0) and shooter.hp("akira") == 10 - 4


@pytest.mark.example("EX-R10")
@pytest.mark.rule("SHG-26.9", "SHG-26.10", "SHG-26.12")
def test_what_akira_sees() -> None:
    table = Table("A.Tk.\n..#..\n.m...\n...O.", {"k": "kappa-red", "m": "kappa-blue", "O": "onryo"})
    assert sight(table, "akira", "kappa-red") and far(table, "akira", "kappa-red") == 3
    assert not sight(table, "akira", "onryo") and far(table, "akira", "onryo") == 3


@pytest.mark.example("EX-G14")
@pytest.mark.rule("SHG-26.16", "SHG-20.12", "SHG-5.8")
def test_a_large_creature() -> None:
    table = Table("A....\n...B.\n.....\n.....", {"B": "blood_oni"})
    assert far(table, "akira", "blood_oni") == 3
    assert may_step(table, "blood_oni", 6) and may_step(table, "blood_oni", 7)
    for wall in ("A....\n..#B.\n.....\n.....", "A....\n...B.\n..#..\n....."):
        assert not may_step(Table(wall, {"B": "blood_oni"}), "blood_oni", 6)
    assert not may_step(Table("A...#\n...B.\n.....\n.....", {"B": "blood_oni"}), "blood_oni", 7)
    assert not may_step(Table("A....\n...B.\n..#..\n.....", {"B": "blood_oni"}), "blood_oni", 7)


@pytest.mark.rule("SHG-5.8", "SHG-13.15")
def test_with_the_option_off_everybody_stands_on_one_square() -> None:
    table = Table("A....\n...B.\n.....\n.....", {"B": "blood_oni"}, large_bases=False)
    assert int(table.s.at[table.q(3, 1)]) == 44 and int(table.s.at[table.q(4, 1)]) == -1


@pytest.mark.rule("SHG-26.1")
def test_squares_of_different_heights_are_not_adjacent() -> None:
    assert next_to(Table("A..\n.k.", KACHI), "akira", "kachi")
    assert not next_to(Table("Ak", KACHI, heights="01"), "akira", "kachi")


@pytest.mark.rule("SHG-26.11", "SHG-26.13")
def test_a_resistor_blocks_for_everybody_and_ends_never_block() -> None:
    table = Table("A.R.k", {**KACHI, "R": "R"})
    assert not sight(table, "akira", "kachi") and not sight(table, "kachi", "akira")
    assert sight(table, "kachi", "R") and sight(Table("Ak", KACHI), "akira", "kachi")


@pytest.mark.rule("SHG-26.15")
def test_over_a_minion_one_sees_the_gallery() -> None:
    assert sight(Table("Amk", {**KACHI, "m": "ashigaru"}, heights="001"), "akira", "kachi")
    assert not sight(Table("ARk", {**KACHI, "R": "R"}, heights="001"), "akira", "kachi")


@pytest.mark.rule("SHG-26.8")
def test_the_spyglass_lifts_a_naginata_to_the_gallery() -> None:
    table = Table("T.k", KACHI, heights="001")
    table.weapons("tomoe", "naginata")
    table.items("tomoe", "spyglass")
    table.s.attr[2, ATTR.KNOWLEDGE] = 1
    table.activate("tomoe")
    assert not table.attacks
    assert table.play("item spyglass").attacks
