"""A simple scripted team: it shows that chapters can be won, and how hard they are.

It places Ki dice, heals the wounded, strikes what it reaches, and otherwise walks to the next thing
that the chapter asks for. It sees what a seat may see and nothing else.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from bestiary.core.driver import Engine
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE, TERRAIN
from bestiary.games.shogun.moves import A, Q

WANTED = {  # the points of each chapter that are worth a walk, in order
    0: "C",
    1: "ABCD",
    2: "CEDF",
    3: "BCD",
    4: "ABC",
    5: "ABDEFGH",
    6: "",
}
HEALS = ("healing_salve", "rice_ball", "bandages", "sake_gourd", "sacred_sake")
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
CLOSED = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.OBSTACLE, TERRAIN.DOOR)


class Team:
    """Answers every question of a game of The Shogun's Chosen."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.engine = engine
        self.t: Any = engine.tables[0]
        self.codes = [card.facts.get("kind", card.code) for card in engine.content.cards]
        self.chance = random.Random(seed)
        self.known: dict[Any, Any] = {}  # what was worked out for the question at hand

    def play(self, options: dict[str, object], seed: int) -> tuple[bool, int]:
        """Plays a game; returns whether it was won, and the decisions made."""
        states = self.engine.start(options, seed)
        n = 0
        while not self.engine.over(states):
            self.engine.apply(states, self.choose(states))
            n += 1
        return int(states[0]["winner"]) == 1, n

    def choose(self, states: Any) -> int:
        self.known.clear()
        s = readable(self.engine.hidden(states, 0)[0])
        legal = self.engine.legal(states)
        verbs: dict[str, list[int]] = {}
        for action in legal:
            verbs.setdefault(self.engine.game.actions.name(action), []).append(action)
        phase = Q.words[int(s.phase)]
        if phase == "act.main":
            return self.act(s, verbs)
        if phase == "move.step":
            return self.walk(s, verbs)
        if phase == "attack.focus":
            return verbs["no"][0]
        if phase == "attack.skill":
            return verbs.get("skill", verbs.get("none", legal))[0]
        if phase in ("share.main", "trade.give", "interlude.main"):
            return verbs["done"][0]
        if phase == "ki.reroll":
            picks = verbs.get("pick_exhausted", []) + verbs.get("roll", []) + legal
            return picks[0]
        if phase == "enemy.target":
            return max(verbs["choose"], key=lambda a: self.strength(s, a - A.CHOOSE))
        if phase == "build.attribute":
            return verbs["raise"][0]
        if phase in ("react.bless", "react.counter", "react.kami", "attack.yinyang", "init.use"):
            return legal[0]
        if phase == "init.swap":
            return verbs["none"][0]
        return self.chance.choice(legal)

    @staticmethod
    def strength(s: Any, f: int) -> int:
        return int(s.hp[f]) if f < st.CREATURES else int(s.res_tokens[f - st.RES0])

    def act(self, s: Any, verbs: dict[str, list[int]]) -> int:
        h = int(s.active)
        for free in ("take_head",):
            if free in verbs:
                return verbs[free][0]
        if "place_ki" in verbs:
            return max(verbs["place_ki"])
        if "kami_mode" in verbs and int(s.hp[h]) <= 2:
            return verbs["kami_mode"][0]
        hurt = int(s.max_hp[h]) - int(s.hp[h])
        for action in verbs.get("item", []):
            code = self.codes[int(s.items[h, action - A.ITEM])]
            if hurt >= 4 and code in HEALS and self.foe_near(s, h, 6):
                return action
        saving = self.meet(s, verbs, urgent=True)
        if saving is not None:
            return saving
        blow = self.blow(s, verbs)
        if blow is not None and not ("move" in verbs and (self.hurries(s, h) or self.runs(s, h))):
            return blow
        met = self.meet(s, verbs)
        if met is not None:
            return met
        step = self.way(s, h, verbs)
        if step is not None:
            return step
        if hurt >= 2:
            for action in verbs.get("technique", []):
                return action
        return verbs.get("end", verbs.get("stop", [0]))[0]

    @staticmethod
    def blow(s: Any, verbs: dict[str, list[int]]) -> int | None:
        """The hardest attack on the weakest enemy within reach."""
        made = [(int(s.hp[a - A.STRONG]), 0, a) for a in verbs.get("strong", [])]
        made += [(int(s.hp[a - A.FAST]), 1, a) for a in verbs.get("fast", [])]
        return min(made)[2] if made else None

    def foe_near(self, s: Any, h: int, most: int) -> bool:
        x, y = int(s.sq[h]) % st.COLS, int(s.sq[h]) // st.COLS
        for f in range(st.HEROES, st.CREATURES):
            q = int(s.sq[f])
            if q >= 0 and s.side_of[f] == SIDE.FOLLOWERS:
                if max(abs(q % st.COLS - x), abs(q // st.COLS - y)) <= most:
                    return True
        return False

    # ---- what the chapter asks for -----------------------------------------------------------------

    def things(self, s: Any) -> list[tuple[str, int, int]]:
        """Doors, resistors and points that are wanted: kind, number, square."""
        c = int(s.chapter)
        found = []
        for i in range(st.RESISTORS - 1):
            if s.res_sq[i] >= 0 and self.t["res_interact"][c, i]:
                found.append(("resistor", i, int(s.res_sq[i])))
        for i in range(st.DOORS):
            if s.door[i] == 1 and not (c == 5 and s.counter[0] < 2):
                found.append(("door", i, int(self.t["door_sq"][c, i, 0])))
        for mark in WANTED[c]:
            i = "ABCDEFGH".index(mark)
            if s.point[i] == 1 and not self.pointless(s, c, mark):
                found.append(("point", i, int(self.t["point_sq"][c, i])))
                if c in (1, 3, 4, 5):
                    break
        return found

    @staticmethod
    def pointless(s: Any, c: int, mark: str) -> bool:
        special = {5: ("GH", 5)}.get(c)
        if special and mark in special[0]:
            return not (s.items == st.SPECIAL0 + special[1]).any()
        return False

    def hurries(self, s: Any, h: int) -> bool:
        """Whether somebody waits to be saved within reach of this activation, and nobody else is nearer."""
        if "hurries" not in self.known:
            self.known["hurries"] = self.works_out_hurry(s, h)
        return bool(self.known["hurries"])

    def works_out_hurry(self, s: Any, h: int) -> bool:
        saved = {q for kind, _, q in self.things(s) if kind == "resistor"}
        if not saved:
            return False
        far = self.field(s, self.free(s, h, set().union(*(self.around(q, 1) for q in saved))))
        mine = far.get(int(s.sq[h]), 99)
        others = [far.get(int(s.sq[g]), 99) for g in range(st.HEROES) if g != h and s.sq[g] >= 0]
        return mine <= 3 * (int(s.ap[h]) - 1) + 1 and mine <= min(others, default=99)

    def runs(self, s: Any, h: int) -> bool:
        """Whether this one, being nearest and well, goes on while the others fight: malice does not wait."""
        if "runs" not in self.known:
            self.known["runs"] = self.works_out_run(s, h)
        return bool(self.known["runs"])

    def works_out_run(self, s: Any, h: int) -> bool:
        wanted = self.things(s)
        party = sum(int(s.sq[g]) >= 0 for g in range(st.HEROES))
        if not wanted or party < 3 or s.malice < 1 or 2 * int(s.hp[h]) < int(s.max_hp[h]):
            return False
        far = self.field(s, self.free(s, h, set().union(*(self.around(q, 1) for _, _, q in wanted))))
        mine = far.get(int(s.sq[h]), 99)
        others = [far.get(int(s.sq[g]), 99) for g in range(st.HEROES) if g != h and s.sq[g] >= 0]
        return 0 < mine < 99 and mine <= min(others, default=99)

    def meet(self, s: Any, verbs: dict[str, list[int]], urgent: bool = False) -> int | None:
        """What is wanted and at hand; urgent: only those who wait to be saved."""
        bases = {"resistor": A.RESISTOR, "door": A.DOOR, "point": A.POINT}
        for kind, i, _ in self.things(s):
            if bases[kind] + i in verbs.get(kind, []) and not (urgent and kind != "resistor"):
                return bases[kind] + i
        return None

    # ---- the way ------------------------------------------------------------------------------------

    def goals(self, s: Any, h: int) -> set[int]:
        """Squares worth going to: beside what is wanted, within reach of enemies."""
        found = set()
        for kind, _, q in self.things(s):
            found |= self.around(q, 1)
            if kind == "resistor" and self.hurries(s, h):
                return self.free(s, h, self.around(q, 1))
        if found and self.runs(s, h):
            return self.free(s, h, found)
        held = int(s.weapon[h, 0])
        reach = int(self.t["w_range"][(held - st.WEAPON0) // 2]) if held >= 0 else 1
        fights = not found or self.foe_near(s, h, 4)
        for f in range(st.HEROES, st.CREATURES):
            if fights and s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS:
                found |= self.around(int(s.sq[f]), min(reach, 3))
        return self.free(s, h, found)

    @staticmethod
    def free(s: Any, h: int, squares: set[int]) -> set[int]:
        return {q for q in squares if s.ground[q] not in CLOSED and (s.at[q] < 0 or s.at[q] == h)}

    @staticmethod
    def around(q: int, n: int) -> set[int]:
        x, y = q % st.COLS, q // st.COLS
        near = {(x + i, y + j) for i in range(-n, n + 1) for j in range(-n, n + 1)}
        return {j * st.COLS + i for i, j in near if 0 <= i < st.COLS and 0 <= j < st.ROWS}

    def field(self, s: Any, goals: set[int]) -> dict[int, int]:
        """The distance of every square to the nearest goal, for a walker."""
        height = self.t["height"][int(s.chapter)].tolist()
        ground, at = s.ground.tolist(), s.at.tolist()
        far = dict.fromkeys(goals, 0)
        todo = deque(goals)
        while todo:
            p = todo.popleft()
            x, y = p % st.COLS, p // st.COLS
            for dx, dy in STEPS:
                i, j = x + dx, y + dy
                if not (0 <= i < st.COLS and 0 <= j < st.ROWS):
                    continue
                q = j * st.COLS + i
                if q in far or ground[q] in CLOSED:
                    continue
                if dx and dy and (ground[y * st.COLS + i] in CLOSED or ground[j * st.COLS + x] in CLOSED):
                    continue
                low = p if height[p] < height[q] else q
                if height[p] != height[q] and (dx * dy or ground[low] != TERRAIN.LADDER):
                    continue
                if at[q] >= st.HEROES:
                    continue
                far[q] = far[p] + 1
                todo.append(q)
        return far

    def way(self, s: Any, h: int, verbs: dict[str, list[int]]) -> int | None:
        """The step or walk that comes nearest to a goal, and nearer than here."""
        far = self.field(s, self.goals(s, h))
        best, pick = far.get(int(s.sq[h]), 99), None
        led = [
            (int(s.sq[h]) + STEPS[a - A.STEP][0] + STEPS[a - A.STEP][1] * st.COLS, a)
            for a in verbs.get("step", [])
        ]
        for q, action in [*led, *((a - A.GO, a) for a in verbs.get("go", []))]:
            if far.get(q, 99) < best:
                best, pick = far.get(q, 99), action
        return pick

    def walk(self, s: Any, verbs: dict[str, list[int]]) -> int:
        h = int(s.active)
        if "place_ki" in verbs:
            return max(verbs["place_ki"])
        step = self.way(s, h, verbs)
        if step is not None:
            return step
        here = self.field(s, self.goals(s, h)).get(int(s.sq[h]), 99)
        hasty = self.hurries(s, h) or self.runs(s, h) or not self.foe_near(s, h, 4)
        if "exert" in verbs and s.mp == 0 and s.ap[h] >= 2 and 0 < here < 99 and hasty:
            return verbs["exert"][0]
        if "stop" in verbs:
            return self.act(s, verbs)
        return self.chance.choice(verbs["step"])


def table(games: int = 20, seed: int = 1) -> dict[tuple[int, int], tuple[float, float]]:
    """Share of victories and mean decisions, by chapter and number of characters."""
    engine = Engine(load("shogun"))
    found = {}
    for chapter in range(1, 8):
        for players in (1, 2, 3, 4):
            team = Team(engine, seed)
            given = {"mode": "chapter", "chapter": chapter, "players": players}
            results = [team.play(given, seed + g) for g in range(games)]
            found[chapter, players] = (
                sum(won for won, _ in results) / games,
                sum(n for _, n in results) / games,
            )
    return found


if __name__ == "__main__":
    for (chapter, players), (won, n) in table().items():
        print(f"chapter {chapter}, {players} characters: {won:.0%} won, {n:.0f} decisions")
