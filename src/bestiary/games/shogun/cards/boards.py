"""The Shogun's Chosen: boards, behaviour lines and AI cards, from the card file to the tables."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import CardFile, Entry, Field
from bestiary.core.record import Records

from .. import state as st
from ..effects import BASIC, FLAG, MOVE, NEED, SKILL, STEP, TO
from . import compiler
from .compiler import BOX, Compiler, entries

ATTACK_ON = ("pool", "hit", "damage", "kill", "yinyang_pre", "yinyang")
SKILL_ON = (*ATTACK_ON, "hurt", "always", "start", "defeated", "use", "initiative")
DEAD = ("onryo", "jikininki", "shinigami")
STEP_KEYS = ("move", "x", "to", "attack", "at", "focus", "prio", "use", "extra", "opt", "other")

LONGER = {"ap": "action points", "ki": "Ki dice", "coins": "coins"}


def priority(name: str) -> str:
    """A priority as people read it.

    >>> priority("most:armour"), priority("nearest"), priority("next_initiative")
    ('the most armour', 'the nearest', 'the next in initiative')
    """
    how, _, what = name.partition(":")
    return f"the {how} {LONGER.get(what, what)}" if what else f"the {how.replace('_', ' in ')}"


class Boards:
    """Reads all boards; afterwards ``lines`` and ``skills`` name what the numbers mean."""

    def __init__(self, file: CardFile, tables: Records, compiler: Compiler) -> None:
        self.t = tables[0]
        self.compiler = compiler
        self.lines: list[str] = []
        self.told: list[str] = []  # the lines as people read them
        self.steps_of: dict[tuple[str, str], str] = {}  # the same by board or card, and line
        self.skills: list[str] = []
        self.titles: list[str] = []
        self.texts: list[str] = []
        self.steps = 0
        t = self.t
        t["b_table"] = -1
        t["b_yinyang"] = -1
        t["ai_lines"] = -1
        t["ai_empowered"] = -1
        for hero in range(st.HEROES):
            t["kind"][hero] = hero
            t["k_size"][hero] = 1
        first = st.MINION0
        groups = (("minion", 7), ("servant", 2), ("wanderer", 2), ("chosen", 3), ("shinigami", 1))
        boards = [e for kind, count in groups for e in entries(file, kind, count)]
        for kind, entry in enumerate(boards, st.KIND_MINION):
            count = entry.whole("count", 1, 6) if kind < st.KIND_SERVANT else 1
            t["k_first"][kind], t["k_count"][kind] = first, count
            t["kind"][first : first + count] = kind
            first += count
            self._board(entry, kind)
        file.exactly(first, st.CREATURES, "miniatures", BOX)
        self._cards(file)

    def _board(self, e: Entry, kind: int) -> None:
        t = self.t
        t["k_size"][kind] = e.whole("size", 1, 2)
        t["k_prio"][kind] = self.compiler.priority(e, "priority")
        t["k_dead"][kind] = e.text("id") in DEAD
        t["b_per_level"][kind] = e.whole("health_per_level", 0, 9, 0)
        self._skills(e, kind)
        named = {name: self._line(e, kind, name, steps) for name, steps in e.data.get("lines", {}).items()}
        if kind < st.KIND_SERVANT:
            for version, key in enumerate(("regular", "upgraded")):
                part = Entry(e.file, e.kind, e.number, e.data.get(key, {}))
                part.name = f"{e.name}, {key}"
                t["b_health"][kind, version] = part.whole("health", 1, 80)
                self._values(part, kind, version)
                for colour, table in enumerate(("normal", "aggressive")):
                    self._table(part, table, t["b_table"][kind, version, colour], named)
            return
        health = e.data.get("health")
        if not isinstance(health, list) or len(health) != 4 or not all(isinstance(h, int) for h in health):
            e.refuse("health", "four numbers, for one to four characters")
        for version in range(2):
            t["b_health"][kind, version] = health
            self._values(e, kind, version, compiled=version == 0)
            if kind < st.KIND_CHOSEN:
                for colour in range(2):
                    self._table(e, "table", t["b_table"][kind, version, colour], named)

    def _values(self, e: Entry, kind: int, version: int, compiled: bool = True) -> None:
        t = self.t
        t["b_nd"][kind, version] = e.whole("nd", 0, 9)
        t["b_armour"][kind, version] = e.whole("armour", 0, 9)
        t["b_move"][kind, version] = e.whole("move", 0, 12)
        reach = t["b_range"][kind, version] = e.whole("range", 1, 12)
        t["b_dice"][kind, version] = self._dice(e)
        for skill in range(t["k_skill"][kind], t["k_skill"][kind] + t["k_skills"][kind]):
            if t["bs_kind"][skill] == SKILL.ATTACK:
                reach = max(reach, t["bs_range"][skill])
        t["b_reach"][kind, version] = reach
        if compiled:
            t["b_yinyang"][kind, version] = self.compiler.compile(
                e, "yinyang", e.data.get("yinyang"), ATTACK_ON
            )
        else:
            t["b_yinyang"][kind, version] = t["b_yinyang"][kind, 0]

    @staticmethod
    def _dice(e: Entry) -> list[int]:
        e.asks("dice", Field("numbers"))
        dice = e.data.get("dice")
        if not isinstance(dice, list) or len(dice) != 2 or not all(d in range(5) for d in dice):
            e.refuse("dice", "two numbers from 0 to 4: white and black dice")
        return dice

    def _skills(self, e: Entry, kind: int) -> None:
        t = self.t
        t["k_skill"][kind] = len(self.skills)
        found = e.list_of("skill", 12)
        t["k_skills"][kind] = len(found)
        for data in found:
            one = Entry(e.file, e.kind, e.number, data)
            one.name = f"{e.name}, skill {data.get('id')}"
            i = len(self.skills)
            if i >= st.BOARD_SKILLS:
                e.file.refuse(f"more than {st.BOARD_SKILLS} skills on boards")
            self.skills.append(one.text("id"))
            self.titles.append(one.text("name"))
            self.texts.append(one.text("text"))
            sort = one.one_of("kind", SKILL.words)
            t["bs_kind"][i] = sort
            if sort == SKILL.ATTACK:
                t["bs_range"][i] = one.whole("range", 1, 12)
                t["bs_dice"][i] = self._dice(one)
            needs = one.data.get("needs", {"who": "none", "within": 0})
            need = Entry(e.file, e.kind, e.number, needs)
            need.name = f"{one.name}, needs"
            t["bs_need"][i] = need.one_of("who", NEED.words)
            t["bs_within"][i] = need.whole("within", 0, 20)
            t["bs_list"][i] = self.compiler.compile(one, "effects", one.data.get("effects"), SKILL_ON)
            if sort == SKILL.PASSIVE:
                for fx in one.list_of("effects", 8):
                    if (
                        fx.get("on") == "always"
                        and fx.get("do") == "flag"
                        and fx.get("who", "self") == "self"
                    ):
                        t["k_flags"][kind] |= 1 << FLAG.words.index(fx["flag"])
                    elif fx.get("on") == "always":
                        one.refuse("effects", "only flags of its own always hold on a board")

    def _table(self, e: Entry, key: str, out: Any, named: dict[str, int]) -> None:
        rows = e.data.get(key)
        if not isinstance(rows, list) or len(rows) != 6:
            e.refuse(key, "six entries, one for each number of the die")
        for i, row in enumerate(rows):
            if not isinstance(row, list) or not 1 <= len(row) <= st.ENTRY_LINES:
                e.refuse(key, f"one to {st.ENTRY_LINES} lines for each number")
            for j, name in enumerate(row):
                if name not in named:
                    e.refuse(key, f"lines of the board, not {name}")
                out[i, j] = named[name]

    def _line(self, e: Entry, kind: int, name: str, steps: Any, title: str = "") -> int:
        t = self.t
        if not isinstance(steps, list) or not 1 <= len(steps) <= st.LINE_STEPS:
            e.refuse("lines", f"one to {st.LINE_STEPS} steps in line {name}")
        number = len(self.lines)
        if number >= st.LINES or self.steps + len(steps) > st.STEPS:
            e.file.refuse(f"more than {st.LINES} lines or {st.STEPS} steps on boards")
        self.lines.append(name)
        steps_told = ", then ".join(self._said(e, step) for step in steps)
        self.steps_of[e.name, name] = steps_told
        self.told.append(f"{(title or name).replace('_', ' ')}: {steps_told}")
        t["line_first"][number], t["line_n"][number] = self.steps, len(steps)
        moves = 0
        for data in steps:
            one = Entry(e.file, e.kind, e.number, data)
            one.name = f"{e.name}, line {name}"
            one.only(*STEP_KEYS)
            self._step(one, kind, self.steps)
            i = self.steps
            self.steps += 1
            if t["st_opt"][i]:
                continue
            needed = t["st_kind"][i]
            if needed == STEP.MOVE:
                moves += 1
                if moves > 1 and t["st_move"][i] not in (MOVE.TOWARD, MOVE.AWAY):
                    one.refuse("move", "toward or away for a second movement that is not optional")
            elif moves > 1:
                one.refuse("attack" if needed == STEP.ATTACK else "use", "nothing needed after a second move")
        return number

    def _said(self, e: Entry, step: Any) -> str:
        """A step of a line as people read it."""
        if not isinstance(step, dict):
            e.refuse("lines", "steps that are tables")
        titles = dict(zip(self.skills, self.titles, strict=True))
        target = {"kin": "one of its kind", "head": "a head"}.get(str(step.get("to")), "its target")
        target = "another target" if step.get("other") else target
        if "move" in step:
            words = {
                "adjacent": f"move next to {target}",
                "toward": f"move toward {target}",
                "away": f"move away from {target}",
            }.get(str(step["move"]), f"move to range {step.get('x')} of {target}")
            words += f" with {step['extra']} more movement" if step.get("extra") else ""
        elif "attack" in step:
            words = "attack" if step["attack"] == "basic" else titles.get(str(step["attack"]), "attack")
            words += f" {'another' if step.get('other') else 'an'} adjacent target" if "at" in step else ""
            words += " with the focus die" if step.get("focus") else ""
        else:
            words = titles.get(str(step.get("use")), "use")
        words += f" ({priority(str(step['prio']))})" if "prio" in step else ""
        return words + (" if it can" if step.get("opt") else "")

    def _step(self, e: Entry, kind: int, i: int) -> None:
        t = self.t
        sorts = [key for key in ("move", "attack", "use") if key in e.data]
        if len(sorts) != 1:
            e.refuse("move", "exactly one of move, attack and use in a step")
        sort = ("move", "attack", "use").index(sorts[0])
        t["st_kind"][i] = sort
        t["st_prio"][i] = self.compiler.priority(e, "prio")
        t["st_opt"][i] = e.flag("opt", False)
        t["st_other"][i] = e.flag("other", False)
        t["st_skill"][i] = BASIC
        if sort == STEP.MOVE:
            t["st_move"][i] = e.one_of("move", MOVE.words)
            t["st_x"][i] = e.whole("x", 1, 12) if e.data["move"] == "range" else 0
            t["st_to"][i] = e.one_of("to", TO.words, "foe")
            t["st_extra"][i] = e.whole("extra", 0, 9, 0)
            return
        own = self.skills[t["k_skill"][kind] : t["k_skill"][kind] + t["k_skills"][kind]]
        if sort == STEP.ATTACK:
            t["st_focus"][i] = e.flag("focus", False)
            t["st_adjacent"][i] = "at" in e.data and e.one_of("at", ("adjacent",)) == 0
            place = e.one_of("attack", ["basic", *own])
            t["st_skill"][i] = BASIC if place == 0 else t["k_skill"][kind] + place - 1
            if place and t["bs_kind"][t["st_skill"][i]] != SKILL.ATTACK:
                e.refuse("attack", "basic or an attack skill of the board")
            return
        t["st_skill"][i] = t["k_skill"][kind] + e.one_of("use", own)
        if t["bs_kind"][t["st_skill"][i]] != SKILL.TECHNIQUE:
            e.refuse("use", "a technique of the board")

    def _cards(self, file: CardFile) -> None:
        t = self.t
        owners = {"blood_oni": 0, "silk_widow": 1, "storm_tengu": 2, "shinigami": 3}
        card = 0
        cards = [*compiler.entries(file, "ai_card", 18), *compiler.entries(file, "shinigami_card", 4)]
        for number, e in enumerate(cards):
            owner = list(owners.values())[e.one_of("chosen", list(owners))]
            kind = st.KIND_CHOSEN + owner
            t["ai_stays"][number] = e.flag("set_aside", False)
            for key, out in (("lines", t["ai_lines"][number]), ("empowered", t["ai_empowered"][number])):
                lines = e.data.get(key, [])
                if (
                    not isinstance(lines, list)
                    or len(lines) > st.ENTRY_LINES
                    or (key == "lines" and not lines)
                ):
                    e.refuse(key, f"one to {st.ENTRY_LINES} lines")
                for j, steps in enumerate(lines):
                    mark = "" if key == "lines" else "+"
                    title = f"{e.text('name')}{', empowered' if mark else ''}"
                    out[j] = self._line(e, kind, f"{e.text('id')}{mark} {j + 1}", steps, title)
            for _ in range(e.whole("copies", 1, 10)):
                if card >= st.AI_CARDS:
                    e.refuse("copies", f"{st.AI_CARDS} AI cards in all")
                t["ai_type"][card] = number
                t["ai_of"][card] = st.CHOSEN0 + owner
                card += 1
        file.exactly(card, st.AI_CARDS, "AI cards", BOX)
