"""What the lines of enemies can reach, against the sentences of the rulebook written out once more."""

from __future__ import annotations

import random

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, FLAG, MOVE, NEED, SIDE, STAT, STEP, TERRAIN, TO, UNTIL
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules import questions as of_questions
from bestiary.games.shogun.rules.enemies import lines as of_lines
from bestiary.games.shogun.state import GAIT
from bestiary.testing.plain import plain

from .table import Table

lines, paths, geometry = plain(of_lines), plain(of_ground.paths), plain(of_ground.geometry)
questions = plain(of_questions)

WIDE, HIGH = 8, 6
FIGURES = {
    "k": "kachi",
    "l": "kachi-blue",
    "m": "kappa",
    "s": "shikome",
    "O": "blood_oni",
    "w": "landolfo",
    "R": "R",
}
INSIDE = (TERRAIN.WALL, TERRAIN.OBSTACLE, TERRAIN.DOOR)
LINE = STEPS_AT = 0  # the line that the tests write anew
SKILL = 0  # and the board skill


def field(chance: random.Random) -> Table:
    """A small map with characters, a villager, enemies of all gaits and sizes, an ally, heads and heights."""
    marks = [chance.choice("..........~~o#/") for _ in range(WIDE * HIGH)]
    for x in range(WIDE):  # the last row and column leave room for a large base
        marks[(HIGH - 1) * WIDE + x] = "."
    free = [y * WIDE + x for y in range(HIGH - 2) for x in range(WIDE - 2)]
    places = chance.sample(free, 8)
    large = places[0]
    for k in (0, 1, WIDE, WIDE + 1):
        marks[large + k] = "."
    others = [q for q in places[1:] if q - large not in (0, 1, WIDE, WIDE + 1)]
    if large != 0:
        others = [0, *(q for q in others if q != 0)]  # somebody stands in the corner
        chance.shuffle(others)
    for q, mark in zip(others, "ATRklmsw", strict=False):
        marks[q] = mark
    marks[large] = "O"
    rows = "\n".join("".join(marks[WIDE * y : WIDE * y + WIDE]) for y in range(HIGH))
    heights = "\n".join("".join(chance.choice("0000001") for _ in range(WIDE)) for _ in range(HIGH))
    table = Table(rows, FIGURES, heights if chance.random() < 0.5 else "", level=3)
    s = table.s
    for _ in range(2):
        s.floor[table.q(chance.randrange(WIDE), chance.randrange(HIGH))] = 1
    s.floor_boss[table.q(chance.randrange(WIDE), chance.randrange(HIGH))] = 1
    if s.sq[table.id("landolfo")] >= 0:
        s.side_of[table.id("landolfo")] = SIDE.CHARACTERS
    return table


def step(table: Table, chance: random.Random) -> dict[str, int]:
    """A step as a board could print it."""
    kind = chance.choice([STEP.MOVE, STEP.ATTACK, STEP.USE])
    to = chance.choice([TO.FOE, TO.FOE, TO.KIN, TO.HEAD])
    move = (
        chance.choice([MOVE.ADJACENT, MOVE.TOWARD, MOVE.AWAY, MOVE.RANGE]) if to == TO.FOE else MOVE.ADJACENT
    )
    return {
        "kind": kind,
        "move": move,
        "to": to,
        "x": chance.choice([2, 3, 4]),
        "skill": SKILL if kind == STEP.USE or chance.random() < 0.5 else -1,
        "adjacent": int(chance.random() < 0.3),
        "extra": chance.choice([0, 0, 2]),
        "opt": int(chance.random() < 0.25),
    }


def write(table: Table, chance: random.Random, line: int = LINE) -> None:
    """A line of steps, and a skill with its range and need."""
    t, first = table.t, STEPS_AT + 4 * line
    t["line_first"][line], t["line_n"][line] = first, chance.randrange(1, 4)
    for i in range(first, first + 4):
        for name, value in step(table, chance).items():
            t[f"st_{name}"][i] = value
    t["bs_range"][SKILL], t["bs_within"][SKILL] = chance.choice([1, 2, 3]), chance.choice([1, 2, 3])
    t["bs_need"][SKILL] = chance.choice([NEED.NONE, NEED.KIN, NEED.ENEMY, NEED.HEAD])


class Reader:
    """A line read by somebody with the rulebook: what can be reached from where."""

    def __init__(self, table: Table, f: int, line: int = LINE) -> None:
        self.table, self.f, self.line = table, f, line
        self.t, self.row, self.s = table.t_record, table.match.state[0], table.s
        s = self.s
        self.downed = bool(s.cond[f, COND.DOWNED])
        kind = int(self.t["kind"][f])
        self.flags = int(self.t["k_flags"][kind]) | int(s.flag[f].max())
        self.gait = GAIT.SPIRIT_WALK if self.flags & FLAG.SPECTRAL else GAIT.WALKING
        if self.flags & FLAG.FLYING and self.gait == GAIT.WALKING:
            self.gait = GAIT.FLIES
        self.size = int(geometry.size(self.t, self.row, f))
        everybody = [g for g in range(st.FIGURES) if self.at(g) >= 0]
        mine = int(s.side_of[f])
        self.among = {g for g in everybody if self.side(g) != mine and self.seen(g)}
        if mine == SIDE.CHARACTERS:
            self.among = {g for g in self.among if g < st.RES0}
        self.kin = {g for g in everybody if g < st.RES0 and g != f and self.t["kind"][g] == kind}

    def at(self, g: int) -> int:
        return int(self.s.res_sq[g - st.RES0] if g >= st.RES0 else self.s.sq[g])

    def side(self, g: int) -> int:
        return SIDE.CHARACTERS if g >= st.RES0 else int(self.s.side_of[g])

    def seen(self, g: int) -> bool:
        if int(self.s.ground[self.at(g)]) in INSIDE:
            return False
        if g >= st.RES0:
            return bool(self.s.res_tokens[g - st.RES0] > 0)
        own = int(self.s.flag[g].max()) | int(self.t["k_flags"][self.t["kind"][g]])
        return not own & FLAG.UNTARGETABLE

    def of(self, k: int) -> dict[str, int]:
        names = ("kind", "move", "to", "x", "skill", "adjacent", "extra", "opt")
        return {name: int(self.t[f"st_{name}"][STEPS_AT + 4 * self.line + k]) for name in names}

    def struck(self, q: int, k: int) -> set[int]:
        """Whom the attack of a step reaches from a square."""
        of = self.of(k)
        if int(self.s.ground[q]) in INSIDE:
            return set()
        close = self.downed or of["adjacent"] == 1
        kind, plus = int(self.t["kind"][self.f]), int(self.s.plus[self.f])
        most = int(self.t["bs_range"][SKILL]) if of["skill"] >= 0 else int(self.t["b_range"][kind, plus])
        most = 1 if close else max(1, most + int(self.s.mod[self.f, STAT.RANGE].sum()))
        return {
            g
            for g in self.among
            if geometry.sees(self.t, self.row, self.f, q, g, self.at(g), most, True)
            and (not close or geometry.beside(self.t, self.row, self.f, q, g, self.at(g)))
        }

    def needed(self, q: int) -> bool:
        """Whether the technique has what it needs near a square."""
        need, most = int(self.t["bs_need"][SKILL]), int(self.t["bs_within"][SKILL])
        if need == NEED.NONE or self.downed:
            return True
        if need == NEED.HEAD:
            heads = self.s.floor + self.s.floor_boss
            return any(heads[p] and geometry.span(self.t, q, p) <= most for p in range(st.SQUARES))
        if need == NEED.KIN:
            return any(geometry.gap(self.t, self.row, self.f, q, g, self.at(g)) <= most for g in self.kin)
        seen = (g for g in self.among if g < st.CREATURES)
        return any(geometry.sees(self.t, self.row, self.f, q, g, self.at(g), most, False) for g in seen)

    def rest(self, k: int, q: int) -> bool:
        """Whether the needed steps up to the next movement can be done from a square."""
        for i in range(k, int(self.t["line_n"][self.line])):
            of = self.of(i)
            if of["opt"]:
                continue
            if of["kind"] == STEP.MOVE:
                return True
            if not (self.struck(q, i) if of["kind"] == STEP.ATTACK else self.needed(q)):
                return False
        return True

    def reach(self, k: int) -> dict[int, int]:
        """The squares where the movement of a step may end, with what they cost."""
        kind, plus = int(self.t["kind"][self.f]), int(self.s.plus[self.f])
        points = (
            int(self.t["b_move"][kind, plus]) + self.of(k)["extra"] + int(self.s.mod[self.f, STAT.MOVE].sum())
        )
        if self.flags & FLAG.NO_MOVE:
            points = 0
        swift = bool(self.flags & FLAG.SWIFT)
        paths.spread_out(self.t, self.row, self.f, self.gait, swift, max(0, points))
        found = {q: int(self.s.dist[q]) for q in range(st.SQUARES) if self.s.dist[q] > 0}
        paths.forget_paths(self.row)
        return {
            q: cost
            for q, cost in found.items()
            if paths.may_end(self.t, self.row, self.f, self.size, self.gait, q)
        }

    def head_near(self, q: int) -> bool:
        heads = self.s.floor + self.s.floor_boss
        flat = self.t["height"][self.table.c]
        near = (p for p in range(st.SQUARES) if heads[p] and flat[p] == flat[q])
        return any(p == q or geometry.touching(q, p) for p in near)

    def meets(self, k: int, q: int, g: int) -> bool:
        """Whether a square meets the condition of a movement to a figure, or to a head."""
        of = self.of(k)
        if of["to"] == TO.HEAD:
            return self.head_near(q)
        if of["move"] == MOVE.ADJACENT:
            return bool(geometry.beside(self.t, self.row, self.f, q, g, self.at(g)))
        if of["move"] == MOVE.RANGE:
            sees = geometry.sees(self.t, self.row, self.f, q, g, self.at(g), of["x"], False)
            return bool(sees) and int(self.s.ground[q]) not in INSIDE
        return True

    def goals(self, k: int) -> dict[int, dict[int, int]]:
        """For each goal the squares that meet the condition, with their costs."""
        to = self.of(k)["to"]
        goals = {0} if to == TO.HEAD else (self.kin if to == TO.KIN else self.among)
        reach = self.reach(k)
        return {g: {q: cost for q, cost in reach.items() if self.meets(k, q, g)} for g in goals}

    def able(self, k: int) -> int:
        """The goals that leave the rest of the line its targets, of kin the nearest; -1: none leaves them."""
        met = self.goals(k)
        good = {g: [c for q, c in found.items() if self.rest(k + 1, q)] for g, found in met.items()}
        good = {g: costs for g, costs in good.items() if costs}
        if not good:
            return -1 if any(met.values()) else 0
        if self.of(k)["to"] == TO.KIN:
            least = min(min(costs) for costs in good.values())
            good = {g: costs for g, costs in good.items() if min(costs) == least}
        return sum(1 << g for g in good)

    def ends(self, k: int, g: int) -> set[int]:
        """The squares where the movement to a goal may end."""
        of = self.of(k)
        found = {q: c for q, c in self.goals(k)[g].items() if self.rest(k + 1, q)}
        if of["to"] == TO.FOE and of["move"] in (MOVE.TOWARD, MOVE.AWAY):
            far = {q: int(geometry.gap(self.t, self.row, self.f, q, g, self.at(g))) for q in found}
            wanted = min if of["move"] == MOVE.TOWARD else max
            found = {q: c for q, c in found.items() if far[q] == wanted(far.values())}
        return {q for q, c in found.items() if c == min(found.values())}

    def resolvable(self) -> bool:
        here = self.at(self.f)
        n = int(self.t["line_n"][self.line])
        needed = [k for k in range(n) if not self.of(k)["opt"]]
        moves = [k for k in needed if self.of(k)["kind"] == STEP.MOVE]
        first = moves[0] if moves else n
        for k in needed:
            if k < first and not (
                self.struck(here, k) if self.of(k)["kind"] == STEP.ATTACK else self.needed(here)
            ):
                return False
        if first == n or not [k for k in needed if k > first and self.of(k)["kind"] != STEP.MOVE]:
            return True
        able = self.able(first)
        return able > 0 or (able == 0 and self.rest(first + 1, here))


def agree(table: Table, f: int) -> int:
    """Reads the line both ways; how many movements could be made."""
    t, row, s = table.t_record, table.match.state[0], table.s
    reader = Reader(table, f)
    among = int(lines.foes(t, row, f))
    assert among == sum(1 << g for g in reader.among)
    assert int(lines.kin(t, row, f)) == sum(1 << g for g in reader.kin)
    assert bool(lines.resolvable(t, row, f, LINE, among)) == reader.resolvable()
    paths.forget_paths(row)
    here, moved = int(s.sq[f]), 0
    for k in range(int(t["line_n"][LINE])):
        i, kind = STEPS_AT + k, int(t["st_kind"][STEPS_AT + k])
        assert int(lines.attackable(t, row, f, here, i, among)) == sum(1 << g for g in reader.struck(here, k))
        assert bool(lines.need_met(t, row, f, here, SKILL, among)) == reader.needed(here)
        assert bool(lines.rest_holds(t, row, f, LINE, k, here, among)) == reader.rest(k, here)
        if kind != STEP.MOVE:
            continue
        able = reader.able(k)
        found = lines.search(t, row, f, i)
        assert int(lines.available(t, row, f, LINE, k, found, among)) == able
        for g in range(st.FIGURES) if able > 0 else ():
            if not able >> g & 1:
                continue
            wanted = reader.ends(k, g)
            found = lines.search(t, row, f, i)
            lines.mark_squares(t, row, f, LINE, k, g, found, among)
            marked = {q for q in range(st.SQUARES) if questions.has_square(row, q)}
            assert marked == wanted, (table.names[f], k, g)
            moved += 1
        questions.no_squares(row)
        paths.forget_paths(row)
    return moved


@pytest.mark.rule("SHG-18.3", "SHG-18.4", "SHG-18.6", "SHG-18.8", "SHG-18.9", "SHG-18.10", "SHG-18.18")
@pytest.mark.rule("SHG-20.1", "SHG-20.2", "SHG-20.3", "SHG-20.4", "SHG-20.5", "SHG-20.6", "SHG-20.8")
@pytest.mark.rule("SHG-20.11", "SHG-20.13", "SHG-21.1", "SHG-22.16", "SHG-22.17", "SHG-12.21")
@pytest.mark.parametrize("seed", range(8))
def test_a_line_reaches_what_the_rulebook_says(seed: int) -> None:
    chance = random.Random(seed)
    table = field(chance)
    s = table.s
    enemies = [f for f in range(st.HEROES, st.CREATURES) if s.sq[f] >= 0]
    moved = 0
    for _ in range(20):
        f = chance.choice(enemies)
        write(table, chance)
        s.cond[f, COND.DOWNED] = chance.random() < 0.15
        s.flag[f, UNTIL.ROUND] = chance.choice([0, 0, 0, FLAG.NO_MOVE, FLAG.SWIFT])
        s.mod[f, STAT.MOVE, UNTIL.ROUND] = chance.choice([0, 0, -1, 1])
        s.mod[f, STAT.RANGE, UNTIL.ROUND] = chance.choice([0, 0, -2, 1])
        moved += agree(table, f)
    assert moved > 5


@pytest.mark.rule("SHG-20.1", "SHG-18.5")
@pytest.mark.parametrize(
    ("red", "blue", "nearest"),
    [
        (1, 8, {"kachi-red"}),
        (0, 7, {"kachi-blue"}),
        (2, 6, {"kachi-red", "kachi-blue"}),
        (6, 2, {"kachi-red", "kachi-blue"}),
    ],
)
def test_of_its_kin_the_nearest_and_all_that_are_as_near(red: int, blue: int, nearest: set[str]) -> None:
    table = Table("..........\n..........")
    for name, x in (("kachi-green", 4), ("kachi-red", red), ("kachi-blue", blue)):
        table.put(name, x, 0)
    t, row, f = table.t_record, table.match.state[0], table.id("kachi-green")
    table.t["line_first"][LINE], table.t["line_n"][LINE] = STEPS_AT, 1
    for name, value in {"kind": STEP.MOVE, "move": MOVE.ADJACENT, "to": TO.KIN, "opt": 0, "extra": 3}.items():
        table.t[f"st_{name}"][STEPS_AT] = value
    found = lines.search(t, row, f, STEPS_AT)
    able = int(lines.available(t, row, f, LINE, 0, found, int(lines.foes(t, row, f))))
    assert {table.names[g] for g in range(st.CREATURES) if able >> g & 1} == nearest


@pytest.mark.rule("SHG-18.8", "SHG-22.14")
@pytest.mark.parametrize("affects", ["move", "armour"])
@pytest.mark.parametrize("downed", [0, 1])
def test_an_enemy_on_the_ground_may_move_less(affects: str, downed: int) -> None:
    table = Table("A..k", FIGURES, downed_affects=affects)
    t, row, s, f = table.t_record, table.match.state[0], table.s, table.id("kachi")
    s.cond[f, COND.DOWNED], table.t["st_extra"][STEPS_AT] = downed, 0
    own = int(t["b_move"][t["kind"][f], 0])
    assert int(lines.movement(t, row, f, STEPS_AT)) == own - (downed and affects == "move")
    s.mod[f, STAT.MOVE, UNTIL.ROUND] = -9
    assert int(lines.movement(t, row, f, STEPS_AT)) == 0
