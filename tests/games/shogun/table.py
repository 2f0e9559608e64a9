"""Positions in the ledger's notation: an ASCII map, who stands where, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bestiary import Match
from bestiary.core.cards import Content
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.core.words import told
from bestiary.games.shogun import state as st
from bestiary.games.shogun.cards.campaign import LAND
from bestiary.games.shogun.cards.difficulty import YOUNGER
from bestiary.games.shogun.effects import IF, ON, SIDE, TERRAIN
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.rules import frames
from bestiary.games.shogun.rules.apply import run
from bestiary.games.shogun.rules.frames import FIRST, KIND, PC
from bestiary.games.shogun.state import FRAME, IN, STATUS, STREAM

from ..reading import read

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
WHITE = {"0": 0, "1": 1, "1y": 2, "2": 4, "2y": 5}
BLACK = {"0": 0, "1": 2, "2": 3, "2i": 4, "3": 5}  # a black 1 and a black 3 always carry yin
FOCUS = {"blank": 0, "critical": 1, "strike": 2, "break": 3, "pierce": 5}
HEROES = {"A": "akira", "H": "hikaru", "T": "tomoe", "J": "jinen"}


def as_written() -> Content:
    """The game with a campaign to which no level of difficulty adds anything: rules are tested without."""
    content = load("shogun").content()
    tables = content.tables.copy()
    for field in YOUNGER:
        tables[field] = 0
    return replace(content, tables=tables)


def seed_for(values: Sequence[int | None], sides: int = 6) -> np.uint64:
    """A state of a stream whose next draws are these numbers, counted from 0; None is any."""
    start = 1
    while True:
        seeds = np.arange(start, start + (1 << 18), dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
        fits = np.ones(len(seeds), bool)
        with np.errstate(over="ignore"):
            for i, value in enumerate(values, 1):
                if value is None:
                    continue
                z = seeds + np.uint64(i) * GOLDEN
                z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
                z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
                z = z ^ (z >> np.uint64(31))
                fits &= ((z >> np.uint64(32)) * np.uint64(sides)) >> np.uint64(32) == value
        if fits.any():
            return seeds[int(np.argmax(fits))]
        start += 1 << 18


SLOTS = {
    FRAME.LIST: frames.LIST, FRAME.EFFECT: frames.EFFECT, FRAME.TRIGGER: frames.TRIGGER,
    FRAME.ATTACK: frames.BLOW, FRAME.DEFEAT: frames.DEFEAT, FRAME.INFLICT: frames.INFLICT,
    FRAME.BUILD: frames.BUILD, FRAME.PICK_KI: frames.PICK_KI, FRAME.INTERACT: frames.INTERACT,
    FRAME.ACT: frames.ACT, FRAME.MOVE: frames.WALK, FRAME.TRADE: frames.TRADE, FRAME.SHARE: frames.SHARE,
    FRAME.INTERLUDE: frames.INTERLUDE, FRAME.DRAW: frames.DRAW, FRAME.LIMIT: frames.LIMIT,
    FRAME.ITEM: frames.ITEM, FRAME.SHOVE: frames.SHOVE, FRAME.SPAWN: frames.SPAWN, FRAME.PLACE: frames.PLACE,
    FRAME.MALICE: frames.MALICE, FRAME.ENEMY: frames.ENEMY, FRAME.EVENTS: frames.EVENTS,
    FRAME.INITIATIVE: frames.INITIATIVE, FRAME.END: frames.END,
}  # fmt: skip
SPARE = [
    sorted(set(range(FIRST, st.WIDTH)) - {getattr(names, w.upper()) for w in getattr(names, "words", ())})
    for names in (SLOTS.get(kind) for kind in range(len(FRAME)))
]


def spare_slots(s: Any) -> list[str]:
    """The frames that say something where their kind says nothing: equal positions are equal to the byte."""
    rows = s.stack[: s.sp].tolist()
    return [FRAME.words[row[KIND]] for row in rows if any(row[k] for k in SPARE[row[KIND]])]


def check_scratch(s: Any) -> None:
    """At a question nothing is left of the answer before it, of a frame, or of an attack."""
    assert (int(s.verb), int(s.ans), int(s.ans2)) == (-1, 0, 0), "an answer is left behind"
    assert not s.stack[s.sp :].any(), "a frame is left behind"
    assert not spare_slots(s), "a slot without a name is used"
    under_way = any(int(row[KIND]) == FRAME.ATTACK for row in s.stack[: s.sp])
    assert under_way or s.a_by < 0, "an attack is left behind"


class Table:
    """A prepared position. ``figures`` says what the letters of the map stand for."""

    def __init__(
        self,
        rows: str = "..........\n" * 6,
        figures: dict[str, str] | None = None,
        heights: str = "",
        level: int = 1,
        players: int = 1,
        chapter: int = 1,
        **options: object,
    ) -> None:
        game = load("shogun")
        content = game.content() if "difficulty" in options else as_written()
        self.content = replace(content, tables=content.tables.copy())
        self.t = self.content.tables[0]
        self.names = list(self.content.words["figure"])
        letters = {**HEROES, **(figures or {})}
        lines = [row.strip() for row in rows.strip().splitlines()]
        party = [name for mark, name in HEROES.items() if any(mark in row for row in lines)] or ["akira"]
        given = {"party": "+".join(n for n in st.NAMES if n in party), "players": players, "level": level}
        given["mode"] = "chapter"
        self.match = Match(game, {**given, "chapter": chapter, **options}, 1, content=self.content)
        self.s = readable(self.match.state[0])
        self.c = chapter - 1
        self._ground(lines, heights.strip().splitlines())
        self._clear()
        for y, row in enumerate(lines):
            for x, mark in enumerate(row):
                if mark in letters:
                    self.put(letters[mark], x, y)
        self.queue()

    # ---- laying out ------------------------------------------------------------------------------

    def _ground(self, lines: list[str], heights: list[str]) -> None:
        for name, blank in (("ground", TERRAIN.OUTSIDE), ("height", 0), ("zone_at", -1)):
            self.t[name][self.c] = blank
        self.t["z_trigger"][self.c] = -1
        for name in ("spawn_sq", "point_sq", "door_sq", "res_sq"):
            self.t[name][self.c] = -1
        for y, row in enumerate(lines):
            for x, mark in enumerate(row):
                q = self.q(x, y)
                self.t["ground"][self.c, q] = LAND.get(mark, TERRAIN.REGULAR)
                self.t["zone_at"][self.c, q] = 0
                if heights:
                    self.t["height"][self.c, q] = int(heights[y][x])
        self.s.ground[:] = self.t["ground"][self.c]
        self.s.zone[0] = 1
        self.s.revealed_n = 1

    def _clear(self) -> None:
        s, t = self.s, self.t
        s.stack[:] = 0
        s.sp = 0
        s.actors = 0
        s.cand[:] = 0
        for h in range(st.HEROES):
            if s.status[h] == STATUS.STANDING:
                s.max_hp[h] = s.hp[h] = t["h_health"][h, s.level[h] - 1]
                s.ap[h] = st.MAX_AP
        s.step = IN.ACTIVATIONS
        s.rounds = 1
        self.frame(FRAME.INTERLUDE)  # where the tests stop: it always asks
        s.sleeve[0, 0], s.sleeve[0, 1] = s.event_deck[0, 11], s.event_deck[1, 11]
        s.event_deck[:, 11] = -1
        s.event_n[:] = 11
        for k, card in enumerate(range(st.ORACLE0, st.ORACLE0 + 3)):
            s.oracle_deck[k] = card
            s.box[card] = 0
        s.oracle_n = 3

    def frame(self, kind: int, *slots: int, pc: int = 0) -> None:
        row = self.s.stack[self.s.sp]
        row[:] = 0
        row[KIND], row[PC] = kind, pc
        row[FIRST : FIRST + len(slots)] = slots
        self.s.sp += 1

    @staticmethod
    def q(x: int, y: int) -> int:
        return y * st.COLS + x

    def id(self, name: str) -> int:
        """The number of a figure; a kind alone is its first miniature."""
        if name in self.names:
            return self.names.index(name)
        return self.names.index(f"{name.rstrip('+')}-red")

    def put(self, name: str, x: int, y: int) -> int:
        """A figure stands on a square; a name with + uses the upgraded board."""
        s, t, q = self.s, self.t, self.q(x, y)
        plus = name.endswith("+")
        name = name.rstrip("+")
        if name in "RSTUVW" or name == "decoy":
            r = "RSTUVW".index(name) if name in "RSTUVW" else st.DECOY
            s.res_sq[r], s.res_tokens[r], s.at[q] = q, 2, st.RES0 + r
            t["res_living"][self.c, r] = 1
            return st.RES0 + r
        f = self.id(name)
        if f >= st.HEROES:
            kind = int(t["kind"][f])
            s.plus[f] = plus
            s.hp[f] = s.max_hp[f] = t["b_health"][kind, int(plus), max(int(s.party), 1) - 1]
            s.arm[f] = t["b_armour"][kind, int(plus)]
            s.side_of[f] = SIDE.FOLLOWERS
            if f >= st.CHOSEN0:
                self._cards(f)
        n = int(t["k_size"][t["kind"][f]]) if f >= st.HEROES and int(s.opt.large_bases) else 1
        old = int(s.sq[f])
        for k in range(n * n):
            if old >= 0:
                s.at[old + k % 2 + k // 2 * st.COLS] = -1
        s.sq[f] = q
        for k in range(n * n):
            s.at[q + k % 2 + k // 2 * st.COLS] = f
        if f not in s.queue[: s.queue_n]:
            s.queue[s.queue_n] = f
            s.queue_n += 1
        return f

    def _cards(self, f: int) -> None:
        s, c = self.s, f - st.CHOSEN0
        own = [st.AI0 + i for i in range(st.AI_CARDS) if self.t["ai_of"][i] == f]
        s.ai_deck[c] = -1
        s.ai_deck[c, : len(own)] = own
        s.ai_n[c] = len(own)
        s.box[own] = 0

    def queue(self, *names: str) -> None:
        """The initiative queue; without names everybody in order of numbers."""
        s = self.s
        order = [self.id(n) for n in names] or [f for f in range(st.CREATURES) if s.sq[f] >= 0]
        s.queue[:] = -1
        s.queue[: len(order)] = order
        s.queue_n, s.at_card = len(order), -1

    # ---- characters ----------------------------------------------------------------------------------

    def learn(self, hero: str, skill: str, die: int = 0) -> int:
        """A character has a skill, with a Ki die in its slot."""
        k, h = self.content.words["skill"].index(skill), self.id(hero)
        slot = next(i for i in range(st.SLOTS) if k in self.t["skill_of"][h, i])
        self.s.skill[h, slot], self.s.ki[h, slot] = k, die
        return slot

    def card(self, code: str) -> int:
        return next(i for i, c in enumerate(self.content.cards) if c.code == code)

    def _fetch(self, code: str) -> int:
        card, s = self.card(code), self.s
        for zone in (s.market, s.weapon, s.armour, s.items):
            zone[zone == card] = -1
        kept = [int(c) for c in s.market if c >= 0]
        s.market[:] = -1
        s.market[: len(kept)] = kept
        s.market_n = len(kept)
        s.box[card] = 0
        return card

    def weapons(self, hero: str, *codes: str) -> None:
        h, s = self.id(hero), self.s
        s.box[[c for c in s.weapon[h] if c >= 0]] = 1
        s.weapon[h] = -1
        for i, code in enumerate(codes):
            s.weapon[h, i] = self._fetch(code)

    def armour(self, hero: str, code: str | None, value: int | None = None) -> None:
        h, s = self.id(hero), self.s
        s.box[[c for c in s.armour[h] if c >= 0]] = 1
        s.armour[h] = -1
        s.arm[h] = 0
        if code:
            s.armour[h, 0] = self._fetch(code)
            kind = (int(s.armour[h, 0]) - st.ARMOUR0) // 2
            s.arm[h] = self.t["ar_resistance"][kind] if value is None else value

    def items(self, hero: str, *codes: str) -> None:
        h, s = self.id(hero), self.s
        for card in [int(c) for c in s.items[h] if c >= 0]:
            if card < st.MARKET:
                s.market[s.market_n] = card
                s.market_n += 1
            else:
                s.box[card] = 1
        s.items[h] = -1
        for i, code in enumerate(codes):
            card = self._fetch(code)
            s.items[h, i] = card
            if card < st.MARKET:
                s.uses[card] = self.t["it_uses"][card // st.ITEM_COPIES]

    # ---- dice ----------------------------------------------------------------------------------------

    def write(self, number: int, first: int, *effects: dict[str, int]) -> None:
        """A list of effects as a card file would give it, from a place among all effects on."""
        t = self.t
        t["list_first"][number], t["list_n"][number] = first, len(effects)
        for i, effect in enumerate(effects, first):
            for name in t.dtype.names or ():
                if name.startswith("fx_"):
                    t[name][i] = 0
            for name in ("kind", "within", "max", "prio", "what"):
                t[f"fx_{name}"][i] = -1
            t["fx_on"][i], t["fx_if"][i] = ON.USE, IF.NONE
            for name, value in effect.items():
                t[f"fx_{name}"][i] = value

    def dice(self, *values: int) -> None:
        """The next six-sided dice, by what they show."""
        self.s.rng[STREAM.DICE] = seed_for([v - 1 for v in values])

    def attack_dice(self, white: Sequence[str] = (), black: Sequence[str] = (), *more: int | str) -> None:
        """The next attack roll: white dice, black dice, then the focus die (a word) and plain dice."""
        faces = [WHITE[v] for v in white] + [BLACK[v] for v in black]
        faces += [FOCUS[v] if isinstance(v, str) else v - 1 for v in more]
        self.s.rng[STREAM.DICE] = seed_for(faces)

    # ---- playing -------------------------------------------------------------------------------------

    def go(self) -> Table:
        self.s.actors = 0
        if self.s.stack[0, KIND] == FRAME.INTERLUDE:
            self.s.stack[0, PC] = 0
        self.log = self.match.engine.new_log()
        run(self.t_record, self.match.state[0], self.log[0])
        check_scratch(self.s)
        self.match.prepare()
        return self

    @property
    def t_record(self) -> Any:
        return self.match.engine.tables[0]

    def activate(self, name: str) -> Table:
        """The activation of a creature, as if its card came up; nobody comes after it."""
        f, s = self.id(name), self.s
        s.at_card = [int(c) for c in s.queue[: s.queue_n]].index(f)
        s.active = f
        self.frame(FRAME.ACT if f < st.HEROES else FRAME.ENEMY, f)
        return self.go()

    def rounds(self) -> Table:
        """The round goes on with the first card of the queue, and the rounds after it follow."""
        self.s.sp = 0
        self.s.stack[:] = 0
        self.frame(FRAME.ROUND, pc=3)
        return self.go()

    def roll(self, name: str, number: int, red: bool = False) -> Table:
        """An enemy is activated and rolls this number under a green or red oracle card."""
        self.s.oracle = int(red)
        self.dice(number)
        return self.activate(name)

    def play(self, *answers: str) -> Table:
        for answer in answers:
            self.match.play(answer)
            check_scratch(self.s)
            assert not self.s.searched and not self.s.dist.any(), "a search is left behind"
        return self

    @property
    def asks(self) -> str:
        phase = Q.words[int(self.s.phase)]
        return "nothing" if phase == "interlude.main" else phase

    @property
    def choices(self) -> list[str]:
        return read(self.match)

    @property
    def attacks(self) -> list[str]:
        """The attacks that can be made now."""
        return [c for c in self.choices if c.split()[0] in ("fast", "strong")]

    def why(self, answer: str) -> str:
        return self.match.why(self.match.find(answer))

    def at(self, name: str) -> tuple[int, int] | None:
        f = self.id(name)
        q = int(self.s.res_sq[f - st.RES0] if f >= st.RES0 else self.s.sq[f])
        return (q % st.COLS, q // st.COLS) if q >= 0 else None

    def hp(self, name: str) -> int:
        return int(self.s.hp[self.id(name)])

    def story(self) -> list[str]:
        """What the answers so far have led to, as sentences."""
        return self.match.story(None)

    def told(self) -> list[str]:
        """What happened in the last activation, as sentences."""
        happened = self.match.engine.happenings(self.log, None)
        return [told(self.match.game.events, self.content, h, self.match.names) for h in happened]


def begin(seed: int = 1, **options: object) -> Match:
    """A chapter, played through building, sharing and placing by first choices."""
    content = None if "difficulty" in options else as_written()
    match = Match("shogun", {"mode": "chapter", **options}, seed, content=content)
    while Q.words[int(match.state[0]["phase"])].split(".")[0] in ("build", "share", "place"):
        names = match.choices()
        match.play("done" if "done" in names else names[0])
    return match
