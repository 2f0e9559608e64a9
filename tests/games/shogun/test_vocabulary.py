"""The words of card effects: whom each reaches, when each condition holds, what priorities look at."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, FLAG, IF, IS, LEAST, MOST, OF, PRIO, SIDE, TERRAIN, WHO
from bestiary.games.shogun.rules.effects import targets
from bestiary.games.shogun.state import NOBODY
from bestiary.testing.plain import plain

from .table import Table

RULES = plain(targets)
atom, belongs, best = RULES.atom, RULES.belongs, RULES.best
characteristic, of_kind, reached = RULES.characteristic, RULES.of_kind, RULES.reached
I = 0  # noqa: E741  the effect that the tests write anew

MAP = """
.A.T......
.k........
..J...m...
.......O..
.n........
L.........
"""
FIGURES = {"k": "kachi", "m": "kappa", "n": "nue", "O": "blood_oni", "L": "landolfo"}
EVERYBODY = {"akira", "tomoe", "jinen", "kachi-red", "kappa-red", "landolfo", "blood_oni", "nue"}


def position() -> Table:
    return Table(MAP, FIGURES)


def effect(table: Table, who: int, kind: int = -1, within: int = -1, los: bool = False) -> None:
    t = table.t
    t["fx_who"][I], t["fx_kind"][I], t["fx_within"][I], t["fx_los"][I] = who, kind, within, los
    t["fx_if"][I] = IF.NONE


def names(table: Table, mask: int) -> set[str]:
    return {table.names[f] for f in range(st.FIGURES) if mask >> f & 1}


def hits(table: Table, owner: str = "akira", target: str = "", by: str = "", zone: int = NOBODY) -> set[str]:
    o = table.id(owner) if owner else NOBODY
    found = reached(
        table.t_record,
        table.match.state[0],
        I,
        o,
        zone,
        table.id(target) if target else NOBODY,
        table.id(by) if by else NOBODY,
    )
    return names(table, int(found))


FOES = {"kachi-red", "kappa-red", "blood_oni", "nue", "landolfo"}


@pytest.mark.rule("SHG-6.1", "SHG-6.2")
@pytest.mark.parametrize(
    ("who", "reaches"),
    [
        (WHO.SELF, {"akira"}),
        (WHO.ACTOR, {"akira"}),
        (WHO.TARGET, {"kappa-red"}),
        (WHO.ATTACKER, {"kachi-red"}),
        (WHO.ALLY, {"tomoe", "jinen"}),
        (WHO.ALLIES, {"tomoe", "jinen"}),
        (WHO.CHARACTER, {"akira", "tomoe", "jinen"}),
        (WHO.CHARACTERS, {"akira", "tomoe", "jinen"}),
        (WHO.ENEMY, FOES),
        (WHO.ENEMIES, FOES),
        (WHO.MINION, {"kachi-red", "kappa-red"}),
        (WHO.MINIONS, {"kachi-red", "kappa-red"}),
        (WHO.ADJACENT_ENEMIES, {"kachi-red"}),
        (WHO.ADJACENT_MINIONS, {"kachi-red"}),
        (WHO.ADJACENT_ALLIES, set()),
        (WHO.NEAR_TARGET, {"blood_oni"}),
        (WHO.CHOSEN, {"blood_oni"}),
        (WHO.TEAM, set()),
    ],
)
def test_whom_an_effect_of_a_character_reaches(who: int, reaches: set[str]) -> None:
    table = position()
    effect(table, who)
    table.s.a_place = table.q(6, 2)
    assert hits(table, "akira", "kappa-red", "kachi-red") == reaches


@pytest.mark.rule("SHG-6.1", "SHG-6.2")
@pytest.mark.parametrize(
    ("owner", "who", "reaches"),
    [
        ("kachi-red", WHO.ENEMIES, {"akira", "tomoe", "jinen"}),
        ("kachi-red", WHO.ALLIES, FOES - {"kachi-red"}),
        ("kachi-red", WHO.ADJACENT_ENEMIES, {"akira", "jinen"}),
        ("kachi-red", WHO.ADJACENT_MINIONS, set()),
        ("kachi-red", WHO.ADJACENT_ALLIES, set()),
        ("kappa-red", WHO.ADJACENT_ALLIES, {"blood_oni"}),
        ("kappa-red", WHO.KIN, set()),
        ("kachi-red", WHO.KIN, {"kachi-blue"}),
        ("kappa-red", WHO.MINIONS, set()),
    ],
)
def test_whom_an_effect_of_an_enemy_reaches(owner: str, who: int, reaches: set[str]) -> None:
    table = position()
    if who == WHO.KIN:
        table.put("kachi-blue", 9, 0)
    effect(table, who)
    assert hits(table, owner) == reaches


@pytest.mark.rule("SHG-7.12")
@pytest.mark.parametrize(
    ("who", "reaches"),
    [
        (WHO.ZONE_CHARACTERS, {"tomoe"}),
        (WHO.ZONE_ENEMIES, {"kappa-red", "blood_oni", "nue"}),
        (WHO.ZONE_MINIONS, {"kappa-red"}),
        (WHO.ZONE_ALL, {"tomoe", "kappa-red", "blood_oni", "nue", "landolfo"}),
        (WHO.CHARACTER, {"tomoe"}),
        (WHO.CHARACTERS, {"akira", "tomoe", "jinen"}),
        (WHO.CHOSEN, {"blood_oni"}),
        (WHO.TEAM, set()),
    ],
)
def test_whom_an_event_of_a_zone_reaches(who: int, reaches: set[str]) -> None:
    table = position()
    table.s.side_of[table.id("landolfo")] = SIDE.CHARACTERS
    for name in ("tomoe", "kappa-red", "blood_oni", "nue", "landolfo"):
        x, y = table.at(name) or (0, 0)
        table.t["zone_at"][table.c, table.q(x, y)] = 1
    effect(table, who)
    assert hits(table, "", zone=1) == reaches


@pytest.mark.rule("SHG-23.10")
def test_range_and_sight_of_an_effect() -> None:
    table = Table("A.T#J....H")
    effect(table, WHO.ALLIES)
    assert hits(table) == {"tomoe", "jinen", "hikaru"}
    effect(table, WHO.ALLIES, within=4)
    assert hits(table) == {"tomoe", "jinen"}
    effect(table, WHO.ALLIES, within=4, los=True)
    assert hits(table) == {"tomoe"}
    effect(table, WHO.ALLIES, within=1)
    assert hits(table) == set()
    effect(table, WHO.ALLIES, within=2)
    assert hits(table) == {"tomoe"}
    table.s.sq[0] = NOBODY
    assert hits(table) == set()


@pytest.mark.rule("SHG-30.15", "SHG-28.2")
def test_who_cannot_be_reached() -> None:
    table = position()
    kappa = table.id("kappa-red")
    effect(table, WHO.MINIONS)
    table.s.flag[kappa, 0] = FLAG.UNTARGETABLE
    assert hits(table) == {"kachi-red"}
    effect(table, WHO.TARGET)
    assert hits(table, target="kappa-red") == {"kappa-red"}  # it was named before
    effect(table, WHO.ALLIES)
    assert "kappa-red" in hits(table, "kachi-red")  # its own may
    table.s.flag[kappa, 0] = 0
    table.s.ground[table.q(6, 2)] = TERRAIN.WALL
    assert "kappa-red" not in hits(table, "kachi-red")
    effect(table, WHO.ENEMIES)
    assert hits(table, "kappa-red") == set()


@pytest.mark.rule("SHG-6.2")
@pytest.mark.parametrize("acted", [0, 1])
def test_only_those_who_have_or_have_not_acted(acted: int) -> None:
    table = position()
    table.queue("akira", "kachi-red", "tomoe", "kappa-red")
    table.s.at_card = 1
    effect(table, WHO.ENEMIES)
    table.t["fx_if"][I, 1], table.t["fx_value"][I, 1] = IF.ACTIVATED, acted
    assert hits(table) == ({"kachi-red"} if acted else {"kappa-red"})
    table.queue("kachi-red", "akira", "tomoe")  # who has no card has neither
    table.s.at_card = 0 if acted else -1
    assert hits(table) == {"kachi-red"}


def test_kinds_and_classes_of_kinds() -> None:
    table = position()
    t = table.t_record

    def of(kind: int) -> set[str]:
        there = [f for f in range(st.CREATURES) if table.s.sq[f] >= 0]
        return {table.names[f] for f in there if of_kind(t, f, kind)}

    dead = {n for n in EVERYBODY if table.t["k_dead"][table.t["kind"][table.names.index(n)]]}
    assert of(-1) == EVERYBODY and of(OF.CHARACTER) == {"akira", "tomoe", "jinen"}
    assert of(OF.SERVANT) == {"nue"} and of(OF.DEAD) == dead
    assert of(int(table.t["kind"][table.id("kappa-red")])) == {"kappa-red"}
    assert not of_kind(t, st.RES0, OF.DEAD) and not of_kind(t, st.RES0, 4)


# ---- conditions ----------------------------------------------------------------------------------


def holds(table: Table, kind: int, op: int, v: int, o: str = "akira", ki: int = 0, roll: int = 0) -> bool:
    return bool(atom(table.t_record, table.match.state[0], kind, op, v, table.id(o), ki, roll))


@pytest.mark.rule("SHG-23.7", "SHG-23.8")
@pytest.mark.parametrize(
    ("op", "least"),
    [(IS.GE, (0, 1, 1)), (IS.LE, (1, 1, 0)), (IS.EQ, (0, 1, 0)), (IS.GT, (0, 0, 1)), (IS.LT, (1, 0, 0))],
)
def test_comparisons_of_a_condition(op: int, least: tuple[int, int, int]) -> None:
    table = position()
    for value, wanted in zip((2, 3, 4), least, strict=True):
        assert holds(table, IF.KI, op, 3, ki=value) == wanted
        assert holds(table, IF.ROLL, op, 3, roll=value) == wanted


FIELDS: list[tuple[int, str, int | None]] = [
    (IF.DAMAGE, "a_damage", None),
    (IF.RANGE, "a_range", None),
    (IF.HEALTH, "hp", 0),
    (IF.PARTY, "party", None),
    (IF.COUNTER_A, "counter", 0),
    (IF.COUNTER_B, "counter", 1),
    (IF.COUNTER_C, "counter", 2),
]


@pytest.mark.parametrize(("kind", "field", "at"), FIELDS)
def test_conditions_about_a_number(kind: int, field: str, at: int | None) -> None:
    table = position()
    for value, wanted in ((2, False), (3, True), (4, False)):
        if at is None:
            table.match.state[0][field] = value
        else:
            table.match.state[0][field][at] = value
        assert holds(table, kind, IS.EQ, 3) == wanted


def test_the_other_conditions() -> None:
    table = position()
    s = table.s
    assert holds(table, IF.NONE, IS.EQ, 7) and holds(table, IF.ACTIVATED, IS.EQ, 7)
    s.max_hp[0], s.hp[0] = 9, 5
    assert not holds(table, IF.WOUNDED, 0, 0)
    s.hp[0] = 4
    assert holds(table, IF.WOUNDED, 0, 0)
    s.a_kind = 2
    assert holds(table, IF.ATTACK, 0, 3) and not holds(table, IF.ATTACK, 0, 1)
    s.a_by, s.a_now = 0, table.id("kachi-red")
    assert holds(table, IF.FLANKED, 0, 0)  # Jinen stands beside it too
    s.a_now = table.id("kappa-red")
    assert not holds(table, IF.FLANKED, 0, 0)
    assert holds(table, IF.ALLIES_ADJACENT, IS.EQ, 0)
    table.put("tomoe", 2, 0)
    assert holds(table, IF.ALLIES_ADJACENT, IS.EQ, 1)
    s.moved, s.active = 3, 0
    assert holds(table, IF.MOVED, IS.EQ, 3) and holds(table, IF.MOVED, IS.EQ, 0, "tomoe")
    s.ground[s.sq[0]] = TERRAIN.DIFFICULT
    assert holds(table, IF.TERRAIN, 0, TERRAIN.DIFFICULT) and not holds(
        table, IF.TERRAIN, 0, TERRAIN.DIFFICULT, "tomoe"
    )
    assert holds(table, IF.CLASS, 0, 0) and not holds(table, IF.CLASS, 0, 0, "tomoe")
    assert not holds(table, IF.CARRIES, 0, 1)
    s.items[0, 4] = st.SPECIAL0 + 1
    assert holds(table, IF.CARRIES, 0, 1) and not holds(table, IF.CARRIES, 0, 2)
    assert not holds(table, IF.CARRIES, 0, 1, "tomoe") and not holds(table, IF.CARRIES, 0, 1, "kachi-red")


@pytest.mark.rule("SHG-18.15")
def test_conditions_about_the_card_of_a_chosen() -> None:
    table = position()
    s, c = table.s, table.id("blood_oni") - st.CHOSEN0
    types = [int(table.t["ai_type"][card - st.AI0]) for card in s.ai_deck[c, : s.ai_n[c]]]
    twice = next(i for i in types if types.count(i) > 1)
    first, second = [int(s.ai_deck[c, k]) for k, i in enumerate(types) if i == twice][:2]
    other = next(int(s.ai_deck[c, k]) for k, i in enumerate(types) if i != twice)
    assert not holds(table, IF.CARD, 0, twice, "blood_oni") and holds(table, IF.ASIDE, IS.EQ, 0, "blood_oni")
    s.ai_card[c], s.ai_aside[c, 0], s.ai_aside[c, 1], s.ai_aside_n[c] = first, other, second, 2
    assert holds(table, IF.CARD, 0, twice, "blood_oni") and not holds(table, IF.CARD, 0, twice)
    assert not holds(table, IF.CARD, 0, twice + 1, "blood_oni")
    assert holds(table, IF.ASIDE, IS.EQ, 1, "blood_oni") and holds(table, IF.ASIDE, IS.EQ, 0)
    s.ai_aside_n[c] = 1
    assert holds(table, IF.ASIDE, IS.EQ, 0, "blood_oni")


# ---- priorities ----------------------------------------------------------------------------------


@pytest.mark.rule("SHG-19.2", "SHG-19.8")
@pytest.mark.parametrize("what", range(len(MOST)))
def test_characteristics_and_who_has_most_and_least(what: int) -> None:
    table = position()
    s = table.s
    s.attr[:3], s.ki[:], s.hp[:3] = 0, 0, 5
    table.armour("akira", None)
    table.armour("tomoe", None)
    table.armour("jinen", None)
    name = MOST.words[what]
    if name in ("power", "knowledge", "dexterity", "spirit"):
        s.attr[2, what - MOST.POWER] = 2
    elif name == "armour":
        table.armour("tomoe", "hemp_breastplate", 2)
    elif name == "conditions":
        s.cond[2, COND.POISONED] = s.cond[2, COND.BLEEDING] = 1
    elif name == "ki":
        s.ki[2, 1] = s.ki[2, 3] = 4
    elif name == "heads":
        s.heads[2] = s.boss[2] = 1
    elif name == "health":
        s.hp[2] = 7
    else:
        getattr(s, {"ap": "ap"}.get(name, name))[:] = 0
        getattr(s, name)[2] = 2
    t, row, few = table.t_record, table.match.state[0], 0b101
    assert int(characteristic(t, row, 2, what)) == (7 if name == "health" else 2)
    assert names(table, int(best(t, row, few, what, 4, s.sq[4]))) == {"tomoe"}
    assert names(table, int(best(t, row, few, LEAST + what, 4, s.sq[4]))) == {"akira"}
    assert int(characteristic(t, row, st.RES0, what)) == 0
    if name not in ("health", "armour", "conditions"):
        assert int(characteristic(t, row, table.id("kachi-red"), what)) == 0


@pytest.mark.rule("SHG-19.7")
def test_priorities_of_place_and_queue() -> None:
    table = position()
    table.queue("jinen", "kachi-red", "akira", "tomoe")
    t, row, all_three = table.t_record, table.match.state[0], 0b1101
    kappa = table.id("kappa-red")

    def first(prio: int) -> set[str]:
        return names(table, int(best(t, row, all_three, prio, kappa, table.s.sq[kappa])))

    table.s.at_card = 1
    assert first(PRIO.FIRST_INITIATIVE) == {"jinen"} and first(PRIO.NEXT_INITIATIVE) == {"akira"}
    table.s.at_card = 3
    assert first(PRIO.NEXT_INITIATIVE) == {"jinen"}
    assert first(PRIO.NEAREST) == {"jinen"} and first(PRIO.FARTHEST) == {"akira"}
    table.queue("kachi-red", "tomoe")
    assert first(PRIO.FIRST_INITIATIVE) == {"tomoe"}
    assert first(-1) == {"akira", "tomoe", "jinen"}


def test_a_creature_belongs_to_nothing_that_is_not_named() -> None:
    table = position()
    effect(table, WHO.TARGET)
    assert not belongs(table.t_record, table.match.state[0], I, 0, 2, NOBODY, NOBODY, NOBODY)
