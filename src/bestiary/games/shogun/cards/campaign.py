"""The Shogun's Chosen: chapters and zones, from ASCII maps with legends to the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bestiary.core.cards import CardFile, Entry
from bestiary.core.record import Records

from .. import state as st
from ..effects import DO, IF, ON, TERRAIN
from . import way
from .compiler import Compiler, entries

LAND = {
    ".": TERRAIN.REGULAR,
    "#": TERRAIN.WALL,
    "o": TERRAIN.OBSTACLE,
    "~": TERRAIN.DIFFICULT,
    "*": TERRAIN.SPECIAL,
    "/": TERRAIN.LADDER,
    "+": TERRAIN.DOOR,
}
ARRIVALS, SPAWNS, POINTS, RESISTORS = "abcd", "123456", "ABCDEFGH", "RSTUVW"
ENTRY_ON = ("use", "pass", "fail", "lost")
SPECIAL_ON = ("begin", "stop", "pass", "fail")


@dataclass
class Told:
    """What people read of a chapter: titles, texts, names."""

    chapters: list[dict[str, Any]] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)  # three names for each chapter


def reward(effects: Any) -> str:
    """What a victory brings to every character, as people read it."""
    words = {"level": "a level", "coins": "{n} coins", "affinity": "{n} affinity", "karma": "{n} karma"}
    found = [words[fx["do"]].format(n=fx.get("n", 1)) for fx in effects or () if fx["do"] in words]
    kami = [f"the Kami {fx['kami'].title()}" for fx in effects or () if fx["do"] == "unlock"]
    each = f"{', '.join(found)} for every character" if found else ""
    return ", and ".join(part for part in (each, " and ".join(kami)) if part)


class Campaign:
    """Reads all chapters; afterwards ``told`` holds what people read of them."""

    def __init__(self, file: CardFile, tables: Records, compiler: Compiler, events: Sequence[str]) -> None:
        self.file = file
        self.t = tables[0]
        self.compiler = compiler
        self.events = list(events)  # the codes of the event cards
        self.told = Told()
        self.zones = {z.text("id"): z for z in file.each("zone")}
        t = self.t
        for name in (
            "arrival",
            "spawn_sq",
            "point_sq",
            "door_sq",
            "res_sq",
            "zone_at",
            "door_to",
            "z_purple",
        ):
            t[name] = -1
        for name in (
            "point_list",
            "door_list",
            "res_list",
            "ch_malice",
            "ch_victory",
            "z_special",
            "z_trigger",
        ):
            t[name] = -1
        for number, chapter in enumerate(entries(file, "chapter", st.CHAPTERS)):
            self._chapter(number, chapter)
        yomi = file.one("yomi")
        t["boxes"] = yomi.whole("boxes", 1, 12)
        for box in yomi.data.get("bold", []):
            if box not in range(1, int(t["boxes"]) + 1):
                yomi.refuse("bold", f"boxes from 1 to {t['boxes']}")
            t["bold"][box] = 1
        way.read_weights(file, t)

    def _chapter(self, c: int, e: Entry) -> None:
        t, compiler = self.t, self.compiler
        t["ch_level"][c] = e.whole("level", 0, st.LEVELS)
        t["ch_tier"][c] = e.whole("tier", 1, 3)
        names = e.data.get("zones")
        if not isinstance(names, list) or not 1 <= len(names) <= st.ZONES_MAX:
            e.refuse("zones", f"one to {st.ZONES_MAX} zones")
        for name in names:
            if name not in self.zones:
                e.refuse("zones", f"zones of this file; there is no zone {name}")
        t["ch_zones"][c] = len(names)
        zones = [self.zones[name] for name in names]
        self._name(zones, names)
        for z, zone in enumerate(zones):
            self._map(c, z, zone)
        for z, zone in enumerate(zones):
            self._contents(c, z, zone)
        goal = self._part(e, "objective", e.data.get("objective"))
        compiler.condition(goal, "if", t["ch_if"][c], t["ch_op"][c], t["ch_value"][c])
        if t["ch_if"][c, 0] == IF.NONE:
            goal.refuse("if", "what has to be achieved")
        failures = e.list_of("failure", 1)
        for one in failures:
            lost = self._part(e, "failure", one)
            compiler.condition(lost, "if", t["fail_if"][c], t["fail_op"][c], t["fail_value"][c])
        for space in e.list_of("malice", st.MAX_MALICE):
            part = self._part(e, "malice", space)
            at = part.whole("at", 1, st.MAX_MALICE - 1)
            t["ch_malice"][c, at] = compiler.compile(part, "effects", space.get("effects"), ("malice",))
        t["ch_victory"][c] = compiler.compile(e, "victory", e.data.get("victory"), ("victory",))
        self._reachable(c, e, zones)
        self._achievable(c, goal)
        way.read_way(c, e, t, list(compiler.names.kinds))
        self.told.chapters.append(
            {
                "id": e.text("id"),
                "title": e.text("title"),
                "text": e.text("text"),
                "objective": goal.text("text"),
                "failure": [str(f.get("text", "")) for f in failures],
                "reward": reward(e.data.get("victory")),
                "malice": {int(m["at"]): str(m.get("text", "")) for m in e.list_of("malice", 6)},
                "zones": [self._zone_told(zone) for zone in zones],
            }
        )
        self.told.zones += [*names, *[""] * (st.ZONES_MAX - len(names))]

    @staticmethod
    def _zone_told(zone: Entry) -> dict[str, Any]:
        def texts(key: str) -> dict[str, tuple[str, str]]:
            return {
                d["id"]: (str(d.get("name", "Door")), str(d.get("text", ""))) for d in zone.data.get(key, [])
            }

        special = zone.data.get("special", {})
        return {
            "id": zone.text("id"),
            "points": texts("points"),
            "doors": texts("doors"),
            "resistors": texts("resistors"),
            "special": (str(special.get("name", "")), str(special.get("text", ""))),
        }

    def _part(self, e: Entry, key: str, data: Any) -> Entry:
        if not isinstance(data, dict):
            e.refuse(key, "a table")
        part = Entry(e.file, e.kind, e.number, data)
        part.name = f"{e.name}, {key}"
        return part

    def _name(self, zones: list[Entry], names: list[str]) -> None:
        """The words that the effects of this chapter may use."""
        known = self.compiler.names
        known.zones = {name: z for z, name in enumerate(names)}
        known.origins = [self._origin(zone) for zone in zones]
        every = [
            (zone, key, d)
            for zone in zones
            for key in ("points", "doors", "resistors")
            for d in zone.list_of(key, 8)
        ]
        known.points = [d["id"] for _, key, d in every if key == "points"]
        known.doors = [d["id"] for _, key, d in every if key == "doors"]
        known.resistors = [d["id"] for _, key, d in every if key == "resistors"]
        for zone, key, d in every:
            good = {"points": POINTS, "doors": ["D1", "D2", "D3", "D4"], "resistors": RESISTORS}[key]
            if d["id"] not in good:
                zone.refuse(key, f"ids of {' '.join(good)}, not {d['id']}")
        for ids in (known.points, known.doors, known.resistors):
            if len(set(ids)) != len(ids):
                zones[0].refuse("id", f"letters that are unique within the chapter, not {' '.join(ids)}")
        known.points = list(POINTS)
        known.doors = [f"D{i + 1}" for i in range(st.DOORS)]
        known.resistors = list(RESISTORS)

    @staticmethod
    def _origin(zone: Entry) -> tuple[int, int]:
        value = zone.data.get("origin")
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(v, int) and v >= 0 for v in value)
        ):
            zone.refuse("origin", "a square [x, y]")
        return int(value[0]), int(value[1])

    def _rows(self, zone: Entry, key: str) -> list[str]:
        rows = zone.data.get(key)
        if not isinstance(rows, list) or not rows or not all(isinstance(r, str) for r in rows):
            zone.refuse(key, "rows of text")
        if len({len(r) for r in rows}) != 1:
            zone.refuse(key, "rows of equal length")
        return rows

    def _map(self, c: int, z: int, zone: Entry) -> None:
        t = self.t
        x0, y0 = self._origin(zone)
        rows = self._rows(zone, "rows")
        heights = self._rows(zone, "height") if "height" in zone.data else ["0" * len(rows[0])] * len(rows)
        if (len(heights), len(heights[0])) != (len(rows), len(rows[0])) or not "".join(heights).isdigit():
            zone.refuse("height", "as many rows of digits as the map has")
        if x0 + len(rows[0]) > st.COLS or y0 + len(rows) > st.ROWS:
            zone.refuse("rows", f"a map inside the plane of {st.COLS} by {st.ROWS}")
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                q = (y0 + y) * st.COLS + x0 + x
                if t["zone_at"][c, q] >= 0:
                    zone.refuse("rows", f"squares that no other zone covers; [{x}, {y}] is taken")
                t["zone_at"][c, q] = z
                t["height"][c, q] = int(heights[y][x])
                t["ground"][c, q] = LAND.get(mark, TERRAIN.REGULAR)
                if mark in LAND:
                    continue
                for marks, where in (
                    (ARRIVALS, t["arrival"][c, z]),
                    (SPAWNS, t["spawn_sq"][c]),
                    (POINTS, t["point_sq"][c]),
                    (RESISTORS, t["res_sq"][c]),
                ):
                    if mark in marks:
                        if where[marks.index(mark)] >= 0:
                            zone.refuse("rows", f"each mark once in a chapter; {mark} stands there twice")
                        where[marks.index(mark)] = q
                        break
                else:
                    zone.refuse("rows", f"marks of the legend; {mark!r} at [{x}, {y}] is none")

    def _at(self, zone: Entry, key: str, z: int, value: Any) -> int:
        part = Entry(zone.file, zone.kind, zone.number, {key: value})
        part.name = f"{zone.name}, {key}"
        return self.compiler.square(part, key, z)

    def _contents(self, c: int, z: int, zone: Entry) -> None:
        t, compiler = self.t, self.compiler
        kinds = list(compiler.names.kinds)
        t["z_ambush"][c, z] = zone.one_of("ambush", kinds)
        oracle = self._part(zone, "oracle", zone.data.get("oracle"))
        t["z_green"][c, z], t["z_red"][c, z] = oracle.whole("green", 0, 8), oracle.whole("red", 0, 8)
        events = self._part(zone, "events", zone.data.get("events"))
        if events.one_of("kind", ("random", "scripted")):
            cards = events.data.get("cards", [])
            if len(cards) != 2 or any(card not in self.events for card in cards):
                events.refuse("cards", "two purple event cards")
            t["z_purple"][c, z] = [self.events.index(card) for card in cards]
        if "special" in zone.data:
            special = self._part(zone, "special", zone.data["special"])
            t["z_special"][c, z] = compiler.compile(
                special, "effects", special.data.get("effects"), SPECIAL_ON
            )
        t["z_trigger"][c, z] = compiler.compile(zone, "triggers", zone.data.get("triggers"), ("slain",))
        enemies = zone.list_of("enemies", 8)
        t["z_enemies"][c, z] = len(enemies)
        for i, data in enumerate(enemies):
            part = self._part(zone, f"enemy {i + 1}", data)
            kind = part.one_of("kind", kinds)
            q = self._at(zone, "at", z, data.get("at"))
            free = t["zone_at"][c, q] == z and t["ground"][c, q] not in (
                TERRAIN.WALL,
                TERRAIN.OBSTACLE,
                TERRAIN.DOOR,
            )
            if not free:
                part.refuse("at", "a square of the zone that can be stood on")
            t["z_enemy"][c, z, i], t["z_square"][c, z, i] = kind, q
            t["z_min"][c, z, i] = part.whole("min", 1, st.HEROES)
            t["z_plus"][c, z, i] = part.flag("plus", False)
        for data in zone.list_of("points", st.POINTS):
            part = self._part(zone, f"point {data['id']}", data)
            i = POINTS.index(data["id"])
            if t["point_sq"][c, i] < 0:
                part.refuse("id", "a letter that stands on the map")
            t["point_list"][c, i] = compiler.compile(part, "effects", data.get("effects"), ENTRY_ON)
            t["point_keep"][c, i] = part.flag("keep", False)
            self._stands_on(c, t["point_sq"][c, i], part)
        for data in zone.list_of("doors", st.DOORS):
            part = self._part(zone, f"door {data['id']}", data)
            i = int(data["id"][1]) - 1
            squares = data.get("squares", [])
            if len(squares) != 1 + part.one_of("size", ("small", "large")):
                part.refuse("squares", "one square for a small door, two for a large one")
            for k, value in enumerate(squares):
                t["door_sq"][c, i, k] = self._at(zone, "squares", z, value)
                if t["ground"][c, t["door_sq"][c, i, k]] != TERRAIN.DOOR:
                    part.refuse("squares", "squares marked + on the map")
            t["door_to"][c, i] = part.one_of("reveals", list(compiler.names.zones))
            t["door_list"][c, i] = compiler.compile(part, "effects", data.get("effects"), ENTRY_ON)
        for data in zone.list_of("resistors", st.RESISTORS - 1):
            part = self._part(zone, f"resistor {data['id']}", data)
            i = RESISTORS.index(data["id"])
            if t["res_sq"][c, i] < 0:
                part.refuse("id", "a letter that stands on the map")
            t["res_tokens"][c, i] = part.whole("tokens", 0, 9)
            t["res_living"][c, i] = part.flag("living")
            t["res_interact"][c, i] = part.flag("interact", False)
            t["res_list"][c, i] = compiler.compile(part, "effects", data.get("effects"), ENTRY_ON)

    def _stands_on(self, c: int, q: int, part: Entry) -> None:
        if "terrain" in part.data:
            part.one_of("terrain", ("obstacle",))
            self.t["ground"][c, q] = TERRAIN.OBSTACLE

    def _reachable(self, c: int, e: Entry, zones: list[Entry]) -> None:
        """Every zone can be come to, and every mark of a zone be reached from where one arrives."""
        t = self.t
        way_in: dict[int, str] = {0: "start"}
        for i in range(st.DOORS):
            if t["door_to"][c, i] >= 0:
                way_in[int(t["door_to"][c, i])] = "attach"
        for i in range(int(self.compiler.effects)):
            if t["fx_do"][i] == DO.RELOCATE:
                way_in.setdefault(int(t["fx_x"][i]), "relocate") if self._of_chapter(c, i) else None
        for z, zone in enumerate(zones):
            arrive = zone.text("arrive")
            if way_in.get(z) != arrive:
                zone.refuse("arrive", f"a way into the zone: it is reached by {way_in.get(z, 'nothing')}")
            if arrive != "attach" and any(q < 0 for q in t["arrival"][c, z]):
                zone.refuse("rows", "the four arrival squares a, b, c and d")
        known = self._flood(c, zones)
        for i in range(st.POINTS):
            q = int(t["point_sq"][c, i])
            if q >= 0 and not known & self._around(q):
                zones[int(t["zone_at"][c, q])].refuse("rows", f"a way to the point {POINTS[i]}")
        for i in range(st.RESISTORS - 1):
            q = int(t["res_sq"][c, i])
            if q >= 0 and not known & self._around(q):
                zones[int(t["zone_at"][c, q])].refuse("rows", f"a way to the resistor {RESISTORS[i]}")
        for z, zone in enumerate(zones):
            for i in range(int(t["z_enemies"][c, z])):
                if int(t["z_square"][c, z, i]) not in known:
                    zone.refuse("enemies", f"a way to every enemy; enemy {i + 1} cannot be reached")

    def _achievable(self, c: int, goal: Entry) -> None:
        """Something in the chapter counts what the objective asks for, often enough."""
        t = self.t
        fields = ("point_list", "door_list", "res_list", "z_trigger", "z_special", "ch_malice")
        lists = {int(i) for field in fields for i in t[field][c].ravel() if i >= 0}
        counted = [0, 0, 0]
        for one in lists:
            for i in range(int(t["list_first"][one]), int(t["list_first"][one]) + int(t["list_n"][one])):
                if t["fx_do"][i] == DO.COUNT and t["fx_on"][i] != ON.LOST:
                    counted[int(t["fx_what"][i])] += max(0, int(t["fx_n"][i]))
        for kind, value in zip(t["ch_if"][c], t["ch_value"][c], strict=True):
            i = int(kind) - IF.COUNTER_A
            if 0 <= i < 3 and counted[i] < value:
                goal.refuse("if", f"what can be achieved; counter {'abc'[i]} comes to {counted[i]} at most")

    def _of_chapter(self, c: int, effect: int) -> bool:
        for i in range(st.POINTS):
            one = int(self.t["point_list"][c, i])
            if one >= 0:
                first = int(self.t["list_first"][one])
                if first <= effect < first + int(self.t["list_n"][one]):
                    return True
        return False

    @staticmethod
    def _around(q: int) -> set[int]:
        x, y = q % st.COLS, q // st.COLS
        near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return {j * st.COLS + i for i, j in near if 0 <= i < st.COLS and 0 <= j < st.ROWS}

    def _flood(self, c: int, zones: list[Entry]) -> set[int]:
        """All squares that a walker can come to, every door being open."""
        t = self.t
        closed = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.OBSTACLE)
        todo = [int(q) for z in range(len(zones)) for q in t["arrival"][c, z] if q >= 0]
        known = set(todo)
        while todo:
            p = todo.pop()
            for q in self._around(p):
                if q in known or t["ground"][c, q] in closed or t["zone_at"][c, q] < 0:
                    continue
                here, there = int(t["height"][c, p]), int(t["height"][c, q])
                straight = p % st.COLS == q % st.COLS or p // st.COLS == q // st.COLS
                lower = p if here < there else q
                climbs = straight and abs(here - there) == 1 and t["ground"][c, lower] == TERRAIN.LADDER
                if here == there or climbs:
                    known.add(q)
                    todo.append(q)
        return known
