"""The Shogun's Chosen: from effects as people write them to the tables that the rules interpret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bestiary.core.cards import CardFile, Entry
from bestiary.core.record import Records

from .. import effects as fx
from ..state import ATOMS, COLS, EFFECTS, LISTS, ROWS

CLASSES_OF_KINDS = {word: getattr(fx.OF, word.upper()) for word in fx.OF.words}
COMMON = ("on", "if", "do", "who", "n", "within", "max", "prio", "los", "kind", "once", "may", "stop")
PARAMS: dict[str, tuple[str, ...]] = {
    "ignore": ("what",),
    "inflict": ("what",),
    "cure": ("what",),
    "item": ("id",),
    "ki": ("what",),
    "mod": ("stat", "until"),
    "flag": ("flag", "until"),
    "spawn": ("kind", "at", "plus"),
    "resist": ("id",),
    "remove": ("id",),
    "terrain": ("what", "at"),
    "cut": ("at", "zone"),
    "open": ("id",),
    "relocate": ("zone",),
    "oracle": ("colour",),
    "count": ("counter",),
    "unlock": ("kami", "personal"),
    "turn": ("id", "side"),
    "choose": ("options", "labels"),
    "test": ("attr", "difficulty", "trait"),
    "price": ("what",),
}
BARE = ("wounded", "flanked")
BOX = "the box holds so many, and the record of a match has a place for each"  # why none can be added


@dataclass
class Known:
    """What a word can stand for, besides the vocabulary."""

    kinds: Sequence[str] = ()
    specials: Sequence[str] = ()
    kami: Sequence[str] = ()
    heroes: Sequence[str] = ()
    ai_cards: Sequence[str] = ()
    zones: Mapping[str, int] = field(default_factory=dict)  # of the chapter at hand
    origins: Sequence[tuple[int, int]] = ()
    points: Sequence[str] = ()
    doors: Sequence[str] = ()
    resistors: Sequence[str] = ()


class Compiler:
    """Puts lists of effects into the tables, one after the other."""

    def __init__(self, tables: Records, names: Known) -> None:
        self.t = tables[0]
        self.names = names
        self.effects = 0
        self.lists = 0
        self.onces = 0
        self.labels: list[str] = []

    def compile(
        self,
        entry: Entry,
        key: str,
        effects: Any,
        triggers: Sequence[str] | None,
        aggregate: bool = True,
    ) -> int:
        """The number of the list with these effects; EMPTY where there are none."""
        if not effects:
            return -1
        if not isinstance(effects, list) or not all(isinstance(e, dict) for e in effects):
            entry.refuse(key, "a list of effects")
        number = self.lists
        if number >= LISTS or self.effects + len(effects) > EFFECTS:
            entry.file.refuse(f"more effects than the {EFFECTS} in {LISTS} lists the tables hold")
        self.lists += 1
        first = self.effects
        self.effects += len(effects)
        t = self.t
        t["list_first"][number], t["list_n"][number] = first, len(effects)
        mask = 0
        for i, data in enumerate(effects):
            one = Entry(entry.file, entry.kind, entry.number, data)
            one.name = f"{entry.name}, {key} {i + 1}"
            on = self._effect(one, first + i, triggers)
            mask |= 1 << on
        t["list_on"][number] = mask
        if not aggregate:
            self._highest_only(first, len(effects))
        return number

    def _highest_only(self, first: int, n: int) -> None:
        """SHG-23.8: an effect with a Ki value gives way to the next higher value."""
        t = self.t
        values = sorted(
            {int(t["fx_value"][i, 0]) for i in range(first, first + n) if t["fx_if"][i, 0] == fx.IF.KI}
        )
        for i in range(first, first + n):
            if t["fx_if"][i, 0] != fx.IF.KI:
                continue
            above = [v for v in values if v > t["fx_value"][i, 0]]
            if above:
                t["fx_if"][i, 2], t["fx_op"][i, 2], t["fx_value"][i, 2] = fx.IF.KI, fx.IS.LT, above[0]

    def _effect(self, e: Entry, i: int, triggers: Sequence[str] | None) -> int:
        t, names = self.t, self.names
        do = fx.DO.words[e.one_of("do", fx.DO.words)]
        e.only(*COMMON, *PARAMS.get(do, ()))
        if triggers is None:
            on: int = fx.ON.ANY
            if "on" in e.data:
                e.refuse("on", "no trigger inside an option")
        else:
            on = fx.ON.words.index(triggers[e.one_of("on", triggers)])
        t["fx_on"][i] = on
        t["fx_do"][i] = fx.DO.words.index(do)
        t["fx_who"][i] = e.one_of("who", fx.WHO.words, "self")
        t["fx_n"][i] = e.whole("n", -99, 99, 1)
        self.condition(e, "if", t["fx_if"][i], t["fx_op"][i], t["fx_value"][i])
        t["fx_within"][i] = e.whole("within", 0, 20, -1) if "within" in e.data else -1
        t["fx_max"][i] = e.whole("max", 1, 48) if "max" in e.data else -1
        t["fx_prio"][i] = self.priority(e, "prio")
        t["fx_los"][i] = e.flag("los", True)
        t["fx_kind"][i] = -1
        if "kind" in e.data and do != "spawn":
            known = [*CLASSES_OF_KINDS, *names.kinds]
            word = known[e.one_of("kind", known)]
            t["fx_kind"][i] = CLASSES_OF_KINDS.get(
                word, list(names.kinds).index(word) if word in names.kinds else -1
            )
        t["fx_once"][i] = 0
        if "once" in e.data:
            t["fx_once"][i] = 1 + e.one_of("once", fx.ONCE.words)
            if self.onces >= 60:
                e.refuse("once", "at most 60 effects limited to once")
            t["fx_once_bit"][i] = self.onces
            if t["fx_once"][i] == fx.ONCE.ROUND:
                t["once_round"] |= 1 << self.onces
            self.onces += 1
        t["fx_may"][i] = e.flag("may", False)
        t["fx_stop"][i] = e.flag("stop", False)
        t["fx_what"][i] = t["fx_until"][i] = t["fx_x"][i] = t["fx_y"][i] = -1
        self._params(e, i, do)
        return on

    def _params(self, e: Entry, i: int, do: str) -> None:
        t, names = self.t, self.names
        what = t["fx_what"]
        if do == "ignore":
            what[i] = 1 + e.one_of("what", fx.IGNORE.words)
        elif do == "inflict":
            what[i] = e.one_of("what", fx.COND.words)
        elif do == "cure":
            what[i] = e.one_of("what", fx.CURE.words)
        elif do == "item":
            what[i] = e.one_of("id", ["market", *names.specials]) - 1
        elif do == "ki":
            what[i] = e.one_of("what", fx.KI.words)
        elif do == "mod":
            what[i] = e.one_of("stat", fx.STAT.words)
            t["fx_until"][i] = e.one_of("until", fx.UNTIL.words)
        elif do == "flag":
            what[i] = 1 << e.one_of("flag", fx.FLAG.words)
            t["fx_until"][i] = e.one_of("until", fx.UNTIL.words)
        elif do == "spawn":
            what[i] = e.one_of("kind", ["zone", *names.kinds]) - 1
            t["fx_x"][i] = e.one_of("at", fx.AT.words)
            t["fx_y"][i] = e.flag("plus", False)
        elif do == "resist":
            e.one_of("id", ("all",))
        elif do == "remove":
            known = [*names.points, *names.resistors]
            t["fx_x"][i] = e.one_of("id", known)
            word = known[t["fx_x"][i]]
            if word in names.resistors:
                t["fx_x"][i] = 16 + list(names.resistors).index(word)
        elif do == "terrain":
            what[i] = (fx.TERRAIN.DIFFICULT, fx.TERRAIN.SPECIAL)[e.one_of("what", ("difficult", "special"))]
            t["fx_x"][i] = e.one_of("at", fx.LAY.words)
        elif do == "cut":
            t["fx_y"][i] = e.one_of("zone", list(names.zones))
            t["fx_x"][i] = self.square(e, "at", int(t["fx_y"][i]))
        elif do == "open":
            t["fx_x"][i] = e.one_of("id", names.doors)
        elif do == "relocate":
            t["fx_x"][i] = e.one_of("zone", list(names.zones))
        elif do == "oracle":
            what[i] = e.one_of("colour", ("green", "red"))
        elif do == "count":
            what[i] = e.one_of("counter", ("a", "b", "c"))
        elif do == "unlock":
            what[i] = e.one_of("kami", names.kami)
            t["fx_y"][i] = 1 + e.one_of("personal", names.heroes) if "personal" in e.data else 0
        elif do == "turn":
            what[i] = list(names.kinds).index(("landolfo", "sedrik")[e.one_of("id", ("landolfo", "sedrik"))])
            t["fx_y"][i] = e.one_of("side", fx.SIDE.words)
        elif do == "test":
            what[i] = e.one_of("attr", fx.ATTR.words)
            t["fx_x"][i] = e.whole("difficulty", 1, 12)
            t["fx_y"][i] = e.one_of("trait", fx.TRAITS) if "trait" in e.data else -1
        elif do == "price":
            what[i] = e.one_of("what", fx.PRICE.words)
        elif do == "malice" and t["fx_n"][i] < 0:
            e.refuse("n", "an amount that is not negative: malice never falls (SHG-7.16)")
        elif do == "choose":
            options, labels = e.data.get("options"), e.data.get("labels")
            if not isinstance(options, list) or len(options) != 2:
                e.refuse("options", "two lists of effects")
            if not isinstance(labels, list) or len(labels) != 2:
                e.refuse("labels", "two labels")
            what[i] = len(self.labels)
            self.labels += [str(label) for label in labels]
            t["fx_x"][i] = self.compile(e, "options", options[0], None)
            t["fx_y"][i] = self.compile(e, "options", options[1], None)

    def square(self, e: Entry, key: str, zone: int) -> int:
        """A square of a zone, as a square of the plane."""
        value = e.data.get(key)
        good = isinstance(value, list) and len(value) == 2 and all(isinstance(v, int) for v in value)
        if not good or value is None:
            e.refuse(key, "a square [x, y]")
        x, y = value[0] + self.names.origins[zone][0], value[1] + self.names.origins[zone][1]
        if not (0 <= x < COLS and 0 <= y < ROWS):
            e.refuse(key, f"a square inside the plane of {COLS} by {ROWS}")
        return int(y * COLS + x)

    def priority(self, e: Entry, key: str) -> int:
        """The code of a priority, NO_PRIORITY where none is given."""
        if key not in e.data:
            return fx.NO_PRIORITY
        return fx.PRIORITIES[list(fx.PRIORITIES)[e.one_of(key, list(fx.PRIORITIES))]]

    def condition(self, e: Entry, key: str, kinds: Any, ops: Any, values: Any) -> None:
        """One or two atoms joined by "and"."""
        kinds[:] = fx.IF.NONE
        atoms = e.text(key, "").split(" and ") if key in e.data else []
        if len(atoms) > ATOMS - 1:
            e.refuse(key, f"at most {ATOMS - 1} conditions")
        for i, atom in enumerate(atoms):
            kind, op, value = self._atom(e, key, atom.strip())
            kinds[i], ops[i], values[i] = kind, op, value

    def _atom(self, e: Entry, key: str, atom: str) -> tuple[int, int, int]:
        if atom in BARE:
            return fx.IF.words.index(atom), fx.IS.GE, 1
        for op in fx.COMPARISONS:
            name, found, value = atom.partition(op)
            if found and name in fx.IF.words[1:]:
                return fx.IF.words.index(name), fx.COMPARISONS[op], self._value(e, key, name, value)
        return e.refuse(key, f"NAME OP VALUE with a name of {', '.join(fx.IF.words[1:])}")

    def _value(self, e: Entry, key: str, name: str, value: str) -> int:
        lists: dict[str, Sequence[str]] = {
            "card": self.names.ai_cards,
            "activated": ("no", "yes"),
            "terrain": fx.TERRAIN.words,
            "class": fx.CLASSES,
            "carries": self.names.specials,
        }
        if name == "attack" and value in fx.ATTACK.words:
            return 1 << fx.ATTACK.words.index(value)
        if name in lists and value in lists[name]:
            return list(lists[name]).index(value)
        if value.isdigit() and name not in lists and name != "attack":
            return int(value)
        return e.refuse(key, f"a value that {name} can have")


def entries(file: CardFile, kind: str, count: int) -> list[Entry]:
    """The tables of a kind, of which there must be exactly so many."""
    found = list(file.each(kind))
    file.exactly(len(found), count, f"tables [[{kind}]]", BOX)
    return found
