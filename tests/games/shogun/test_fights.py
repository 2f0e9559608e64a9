"""Attacks piece by piece: damage, dice, further targets and answers, reckoned a second time."""

from __future__ import annotations

import random

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTACK, ATTR, COND, DO, FACE, FLAG, SIDE, STAT, UNTIL, WHO
from bestiary.games.shogun.events import AIM
from bestiary.games.shogun.rules import enemies as of_enemies
from bestiary.games.shogun.rules import fight as of_fight
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules.frames import BLOW, BLOW_STEP
from bestiary.games.shogun.rules.turn import skills as of_skills
from bestiary.games.shogun.state import FRAME, MANNER, NOBODY, OPT, STREAM
from bestiary.testing.plain import plain

from .table import Table, seed_for
from .test_asked import lay

attack = plain(of_fight.attack)
damage, dice, spread = plain(of_fight.damage), plain(of_fight.dice), plain(of_fight.spread)
behaviour, geometry, skills = plain(of_enemies.behaviour), plain(of_ground.geometry), plain(of_skills)

FIGURES = {"k": "kachi", "l": "kachi-blue", "m": "kappa", "s": "onryo", "O": "blood_oni", "R": "R", "S": "S"}
HEROES = {"akira": 0, "hikaru": 1, "tomoe": 2}


def field(chance: random.Random, marks: str = "AHTklmsRS") -> Table:
    """A small map with characters, enemies of two sizes, villagers, walls and heights."""
    wide, high = 7, 6
    land = [chance.choice(".........o#") for _ in range(wide * high)]
    large = chance.choice([y * wide + x for x in range(wide - 1) for y in range(high - 1)])
    base = {large, large + 1, large + wide, large + wide + 1}
    for q in base:
        land[q] = "."
    land[large] = "O"
    places = chance.sample([q for q in range(1, wide * high) if q not in base], len(marks))
    if 0 not in base:
        places[chance.randrange(len(marks))] = 0  # somebody stands in the corner
    for mark, q in zip(marks, places, strict=True):
        land[q] = mark
    rows = "\n".join("".join(land[wide * y : wide * y + wide]) for y in range(high))
    heights = "\n".join("".join(chance.choice("0001") for _ in range(wide)) for _ in range(high))
    table = Table(rows, FIGURES, heights if chance.random() < 0.5 else "", level=3, players=3)
    for name in HEROES:
        table.armour(name, None)
    table.s.skill[:] = -1
    return table


# ---- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-2.3", "SHG-13.1", "SHG-13.2", "SHG-13.3", "SHG-13.4", "SHG-21.6", "SHG-21.7")
@pytest.mark.rule("SHG-21.8", "SHG-21.9", "SHG-21.10")
@pytest.mark.parametrize("seed", range(4))
def test_damage_is_what_is_left_of_the_hits(seed: int) -> None:
    chance = random.Random(seed)
    table = field(chance)
    t, row, s = table.t_record, table.match.state[0], table.s
    here = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    seen = set()
    for _ in range(60):
        by, on = chance.sample(here, 2)
        s.mod[:], s.arm[:], s.cond[:] = 0, 0, 0
        s.a_hits, s.a_pre, s.a_extra = (chance.randrange(5) for _ in range(3))
        s.a_guard, s.a_ignore = chance.choice([0, 0, 1, 2]), chance.choice([0, 0, 1, 2, 3])
        s.a_result = chance.choice([NOBODY, FACE.STRIKE, FACE.BREAK, FACE.PIERCE])
        s.a_from = chance.choice([int(s.sq[f]) for f in here])
        s.arm[on], s.plus[on] = chance.randrange(4), chance.choice([0, 1])
        s.mod[by, STAT.HITS, UNTIL.ROUND] = chance.choice([0, 1, -2])
        s.mod[on, STAT.ND, UNTIL.PHASE] = chance.choice([0, 0, 1])
        s.mod[on, STAT.ARMOUR, UNTIL.ROUND] = chance.choice([0, 0, 1, -1])
        s.mod[on, STAT.TAKEN, UNTIL.ROUND] = chance.choice([0, 0, 1, -1])
        power = chance.randrange(3)
        if by < st.HEROES:
            s.attr[by, ATTR.POWER] = power
        flat = t["height"][table.c]
        hits = int(s.a_hits + s.a_pre + s.a_extra + s.mod[by, STAT.HITS].sum())
        hits += power if by < st.HEROES else 0
        hits = max(0, hits + int(flat[s.a_from] > flat[s.sq[on]]))
        if s.a_result != FACE.PIERCE:
            kind = int(t["kind"][on]) if on >= st.HEROES else -1
            guard = 0
            if on >= st.HEROES and not s.a_ignore & 2:
                guard += max(0, int(t["b_nd"][kind, s.plus[on]] + s.mod[on, STAT.ND].sum()))
            if not s.a_ignore & 1:
                guard += max(0, int(s.arm[on] + s.mod[on, STAT.ARMOUR].sum()))
            hits = max(0, hits - guard)
        hits = max(0, hits - int(s.a_guard))
        if hits > 0:
            hits = max(0, hits + int(s.mod[on, STAT.TAKEN].sum()))
        assert int(damage.damage_of(t, row, by, on)) == hits
        seen.add(hits)
    assert len(seen) > 5


@pytest.mark.rule("SHG-12.14", "SHG-12.15", "SHG-12.16", "SHG-12.17")
@pytest.mark.parametrize("final", [0, 1])
def test_which_dice_may_be_rolled_again_and_which_marks_count(final: int) -> None:
    chance = random.Random(final)
    table = Table("A.k", FIGURES)
    t, row, s = table.t_record, table.match.state[0], table.s
    row["opt"]["reroll_yinyang"] = OPT.REROLL_YINYANG_FINAL if final else 1 - OPT.REROLL_YINYANG_FINAL
    for _ in range(80):
        faces = [chance.choice([NOBODY, 0, 1, 2, 3, 4, 5]) for _ in range(st.DICE)]
        again = [k for k in range(st.DICE) if chance.random() < 0.3]
        s.a_dice[:], s.a_rerolled = faces, sum(1 << k for k in again)
        s.a_rerolls, s.a_refocus = chance.choice([0, 1, 2]), chance.choice([0, 1])
        may = [
            k
            for k in range(st.DICE)
            if faces[k] >= 0 and k not in again and (s.a_refocus if k == st.FOCUS else s.a_rerolls)
        ]
        assert int(dice.rerollable(row)) == sum(1 << k for k in may)
        marks = 0
        for k in range(st.FOCUS):
            if faces[k] >= 0 and (final or k not in again):
                marks |= int((t["white_mark"] if k < 4 else t["black_mark"])[faces[k]])
        assert int(dice.marks(t, row)) == marks


# ---- further targets, and who answers ------------------------------------------------------------


@pytest.mark.rule("SHG-12.19", "SHG-21.17", "SHG-6.2")
@pytest.mark.parametrize("seed", range(5))
def test_whom_an_attack_can_strike_besides(seed: int) -> None:
    chance = random.Random(50 + seed)
    table = field(chance)
    t, row, s = table.t_record, table.match.state[0], table.s
    here = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    heads = [st.RES0, st.RES0 + 1]

    def at(f: int) -> int:
        return int(s.res_sq[f - st.RES0] if f >= st.RES0 else s.sq[f])

    def inside(f: int) -> bool:
        return int(s.ground[at(f)]) in (2, 3, 7)

    for _ in range(20):
        by = chance.choice(here)
        others = [f for f in here if s.side_of[f] != s.side_of[by]] + (heads if s.side_of[by] else [])
        on = chance.choice(others)
        s.res_tokens[:2], s.flag[:] = [chance.choice([0, 1, 2]), 1], 0
        hidden = chance.choice(here)
        s.flag[hidden, UNTIL.ROUND] = FLAG.UNTARGETABLE
        s.a_by, s.a_on, s.a_place = by, on, at(on)
        who = chance.choice([WHO.NEAR_TARGET, WHO.ADJACENT_ENEMIES, WHO.ENEMIES])
        within = chance.choice([-1, 2, 3])
        lay(table, 0, {"do": DO.SPREAD, "who": who, "within": within})
        wanted = set()
        for f in others:
            seen = f != on and not inside(f) and not inside(by) and f != hidden
            seen = seen and not (f >= st.RES0 and s.res_tokens[f - st.RES0] == 0)
            if who == WHO.NEAR_TARGET:
                seen = seen and bool(geometry.beside(t, row, f, at(f), on, at(on)))
                if f < st.RES0 and within >= 0:
                    seen = seen and geometry.gap(t, row, by, at(by), f, at(f)) <= within
            elif who == WHO.ADJACENT_ENEMIES:
                seen = seen and bool(geometry.beside(t, row, by, at(by), f, at(f)))
                if f < st.RES0 and within >= 0:
                    seen = seen and geometry.gap(t, row, by, at(by), f, at(f)) <= within
            elif within >= 0:
                seen = seen and geometry.gap(t, row, by, at(by), f, at(f)) <= within
            if seen and geometry.sees(t, row, by, at(by), f, at(f), 99, False):
                wanted.add(f)
        if inside(by):
            continue
        assert int(spread.spread_over(t, row, 0)) == sum(1 << f for f in wanted), (by, on, who, within)


@pytest.mark.rule("SHG-24.1", "SHG-24.2", "SHG-24.5", "SHG-24.7")
@pytest.mark.parametrize("seed", range(5))
def test_who_can_answer_a_failure(seed: int) -> None:
    chance = random.Random(80 + seed)
    table = field(chance)
    t, row, s = table.t_record, table.match.state[0], table.s
    here = [f for f in range(st.CREATURES) if s.sq[f] >= 0]
    answered = 0
    for _ in range(40):
        f, by = chance.sample(here, 2)
        s.cond[:], s.mod[:], s.flag[:] = 0, 0, 0
        s.cond[f, COND.DOWNED] = chance.choice([0, 0, 1])
        s.mod[f, STAT.RANGE, UNTIL.ROUND] = chance.choice([0, -2, 1])
        s.flag[by, UNTIL.ROUND] = chance.choice([0, 0, 0, FLAG.UNTARGETABLE])
        may = not s.flag[by, UNTIL.ROUND] and int(s.ground[s.sq[by]]) not in (2, 3, 7)
        extra = int(s.mod[f, STAT.RANGE].sum())
        ends = (int(s.sq[f]), by, int(s.sq[by]))
        if f < st.HEROES:
            held = (int(s.weapon[f, 0]) - st.WEAPON0) // st.SMITH_COPIES
            may = may and int(t["w_fast"][held, 0]) >= 0
            most = max(1, int(t["w_range"][held]) + extra)
        else:
            most = max(1, int(t["b_reach"][t["kind"][f], s.plus[f]]) + extra)
            may = may and (not s.cond[f, COND.DOWNED] or bool(geometry.beside(t, row, f, *ends)))
        may = may and bool(geometry.sees(t, row, f, *ends, most, True))
        assert bool(dice.may_counter(t, row, f, by)) == may
        answered += may
    assert answered
    assert not dice.may_counter(t, row, st.RES0, here[0])
    table.weapons("akira")
    assert not any(dice.may_counter(t, row, 0, by) for by in here if by)


@pytest.mark.rule("SHG-12.2", "SHG-12.10", "SHG-12.20")
@pytest.mark.parametrize("seed", range(4))
def test_whom_a_character_reaches(seed: int) -> None:
    chance = random.Random(120 + seed)
    table = field(chance)
    t, row, s = table.t_record, table.match.state[0], table.s
    table.weapons("akira", chance.choice(["katana", "yari", "hankyu"]))
    s.side_of[table.id("kappa")] = SIDE.CHARACTERS
    s.flag[table.id("kachi"), UNTIL.ROUND] = FLAG.UNTARGETABLE
    held = (int(s.weapon[0, 0]) - st.WEAPON0) // st.SMITH_COPIES
    for extra in (0, 1, 2):
        s.mod[0, STAT.RANGE, UNTIL.ROUND] = extra
        most = int(t["w_range"][held]) + extra
        assert int(skills.weapon_range(t, row, 0)) == most == int(skills.longest(t, row, 0, most))
        for f in range(st.HEROES, st.CREATURES):
            struck = s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS and f != table.id("kachi")
            struck = struck and int(s.ground[s.sq[f]]) not in (2, 3, 7)
            struck = struck and geometry.sees(t, row, 0, int(s.sq[0]), f, int(s.sq[f]), most, True)
            assert bool(skills.reaches(t, row, 0, f)) == bool(struck)
    s.ground[s.sq[0]] = 2
    assert not any(skills.reaches(t, row, 0, f) for f in range(st.HEROES, st.CREATURES))


# ---- why somebody is chosen ----------------------------------------------------------------------


@pytest.mark.rule("SHG-19.1", "SHG-19.4", "SHG-19.5", "SHG-19.6", "SHG-19.10")
@pytest.mark.parametrize("auto", [0, 1])
def test_why_an_enemy_takes_somebody(auto: int) -> None:
    table = Table("A.T.H\nk.R.w", {**FIGURES, "w": "landolfo"}, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    row["opt"]["auto_ties"] = auto
    kachi, landolfo = table.id("kachi"), table.id("landolfo")
    s.side_of[landolfo] = SIDE.CHARACTERS
    tied = AIM.ORDER if auto else AIM.TEAM
    for f, able, taken, prio, wanted in (
        (kachi, [0], [0], 3, AIM.ONLY),
        (kachi, [st.RES0], [st.RES0], 3, AIM.ONLY),
        (kachi, [0, st.RES0], [st.RES0], 3, AIM.RESISTOR),
        (kachi, [0, landolfo], [landolfo], 3, AIM.ALLY),
        (kachi, [0, 1, 2], [0, 2], 3, tied),
        (kachi, [0, 1, 2], [1], 3, AIM.PRIORITY),
        (kachi, [0, 1, 2], [1], 0, AIM.PRIORITY),
        (kachi, [0, 1, 2], [1], -1, tied),
        (landolfo, [kachi, 0], [kachi], 3, AIM.PRIORITY),
    ):
        masks = [sum(1 << g for g in group) for group in (able, taken)]
        assert int(behaviour.reason(t, row, f, *masks, prio)) == wanted, (f, able, taken, prio)
    s.flag[1, UNTIL.ROUND] = FLAG.TAUNT
    assert int(behaviour.reason(t, row, kachi, 0b111, 0b010, 3)) == AIM.TAUNT
    assert int(behaviour.reason(t, row, kachi, 0b111, 0b100, 3)) == AIM.PRIORITY


# ---- what an attack begins with -------------------------------------------------------------------


@pytest.mark.rule("SHG-12.1", "SHG-12.4", "SHG-12.6", "SHG-12.7")
@pytest.mark.parametrize("hero", HEROES)
@pytest.mark.parametrize("kind", [ATTACK.FAST, ATTACK.STRONG])
def test_an_attack_is_paid_and_whoever_makes_it_is_seen(hero: str, kind: int) -> None:
    table = Table("Ak.\nTH.", FIGURES, level=3, players=3)
    s, h, kachi = table.s, HEROES[hero], table.id("kachi")
    s.skill[:], s.supply[:], s.kami[:] = -1, 0, -1
    s.hp[kachi] = s.max_hp[kachi] = 30
    table.weapons(hero, "katana")
    table.activate(hero)
    points = int(s.ap[h])
    table.play(f"{'fast' if kind == ATTACK.FAST else 'strong'} kachi-red")
    assert table.asks == "attack.focus" and int(s.actors) == 1 << h
    assert int(s.ap[h]) == points - kind and int(s.attacks) == 1 and int(s.a_kind) == kind
    assert (int(s.a_by), int(s.a_on), int(s.a_from)) == (h, kachi, int(s.sq[h]))
    assert (int(s.a_place), int(s.a_range), int(s.a_targets)) == (table.q(1, 0), 1, 1 << kachi)
    s.flag[h] = FLAG.UNTARGETABLE
    table.t["w_list"][:] = NOBODY
    table.play("no")
    assert not (s.flag[h] & FLAG.UNTARGETABLE).any()
    assert table.asks == "act.main" and int(s.a_by) == NOBODY


@pytest.mark.rule("SHG-21.15", "SHG-13.4", "SHG-22.10", "SHG-22.12", "SHG-22.13")
@pytest.mark.parametrize(
    ("poison", "blind", "rolled", "fails"),
    [
        (0, 0, 0, False),
        (1, 0, 0, False),
        (0, 1, 3, True),
        (0, 1, 4, False),
        (1, 1, 4, True),
        (1, 1, 5, False),
    ],
)
def test_poison_costs_a_hit_and_the_blind_may_miss(poison: int, blind: int, rolled: int, fails: bool) -> None:
    table = Table("Ak.", FIGURES, level=3)
    s, f = table.s, table.id("kachi")
    s.skill[:], s.supply[:], s.kami[0], s.attr[0, ATTR.POWER] = -1, 0, -1, 0
    table.weapons("akira", "katana")
    table.armour("akira", None)
    s.hp[f] = s.max_hp[f] = 30
    s.arm[f] = 0
    table.t["b_nd"][:] = 0
    held = (int(s.weapon[0, 0]) - st.WEAPON0) // st.SMITH_COPIES
    white, black = (int(n) for n in table.t["w_fast"][held])
    s.cond[0, COND.POISONED], s.cond[0, COND.BLINDED] = poison, blind
    table.activate("akira")
    table.attack_dice(["2"] * white, ["2"] * black, *([rolled] if blind else []))
    table.play("fast kachi-red", "no")
    hits = 0 if fails else 2 * (white + black) - poison
    assert table.hp("kachi") == 30 - hits
    assert int(s.cond[0, COND.BLINDED]) == 0 and int(s.cond[0, COND.POISONED]) == poison
    assert table.asks == "act.main"


@pytest.mark.rule("SHG-24.2", "SHG-24.4", "SHG-24.6")
@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("hero", HEROES)
def test_whoever_was_missed_may_strike_back_or_not(hero: str, answer: str) -> None:
    table = Table("AHT\n.k.", FIGURES, level=3, players=3)
    s, t, h, kachi = table.s, table.t_record, HEROES[hero], table.id("kachi")
    table.weapons(hero, "katana")
    s.hp[kachi] = s.max_hp[kachi] = 30
    table.frame(FRAME.ATTACK, kachi, h, MANNER.ENEMY, NOBODY, pc=BLOW_STEP.ENEMY)
    s.stack[s.sp - 1, BLOW.FOCUS], s.stack[s.sp - 1, BLOW.PRIO] = 1, -1
    plus = int(s.plus[kachi])
    white, black = (int(n) for n in t["b_dice"][t["kind"][kachi], plus])
    table.attack_dice(["2"] * white, ["2"] * black, "critical")
    before = table.hp(hero)
    table.go()
    assert table.asks == "react.counter" and int(s.actors) == 1 << h and table.hp(hero) == before
    assert int(s.a_by) == NOBODY and table.hp("kachi") == 30
    table.play(answer)
    told = [line for line in table.story() if "counterattacks" in line]
    assert table.asks == "nothing" and int(s.sp) == 1 and int(s.a_by) == NOBODY
    assert len(told) == (answer == "yes") or table.hp("kachi") < 30


@pytest.mark.rule("SHG-24.5", "SHG-24.6")
@pytest.mark.parametrize("gone", ["nobody", "attacker", "target"])
def test_an_answer_needs_both_of_them(gone: str) -> None:
    table = Table("Ak.", FIGURES, level=3)
    t, row, s, kachi = table.t_record, table.match.state[0], table.s, table.id("kachi")
    table.frame(FRAME.ATTACK, kachi, 0, MANNER.ENEMY, NOBODY, pc=BLOW_STEP.FINISH)
    frame = s.stack[s.sp - 1]
    frame[BLOW.COUNTER] = 1
    if gone != "nobody":
        s.sq[kachi if gone == "attacker" else 0] = NOBODY
    attack.finish_attack(t, row, frame, table.match.engine.new_log()[0])
    assert bool(s.actors) == (gone == "nobody") and int(s.sp) == 1 + (gone == "nobody")
    for name in ("a_by", "a_on", "a_now"):
        assert int(row[name]) == NOBODY


@pytest.mark.rule("SHG-24.3", "SHG-24.1")
def test_an_enemy_strikes_back_unasked() -> None:
    table = Table("Ak.", FIGURES, level=3)
    t, row, s, kachi = table.t_record, table.match.state[0], table.s, table.id("kachi")
    table.frame(FRAME.ATTACK, 0, kachi, MANNER.ACTION, NOBODY, pc=BLOW_STEP.FINISH)
    frame = s.stack[s.sp - 1]
    for answers in (1, 0):
        frame[BLOW.COUNTER] = answers
        depth = int(s.sp)
        s.actors = 0
        attack.finish_attack(t, row, frame, table.match.engine.new_log()[0])
        assert int(s.actors) == 0 and int(s.sp) == depth - 1 + answers
        if answers:
            assert frame[:6].tolist() == [
                FRAME.ATTACK,
                BLOW_STEP.ENEMY,
                kachi,
                0,
                MANNER.ENEMY_COUNTER,
                NOBODY,
            ]


@pytest.mark.rule("SHG-13.5", "SHG-13.6")
@pytest.mark.parametrize(("health", "hits", "left"), [(5, 2, 3), (5, 4, 1), (5, 5, 0), (5, 9, 0), (5, 0, 5)])
def test_damage_is_told_with_what_is_left(health: int, hits: int, left: int) -> None:
    table = Table("kA.", FIGURES, level=3)
    t, row, s, kachi = table.t_record, table.match.state[0], table.s, table.id("kachi")
    table.t["b_nd"][:] = 0
    s.attr[0], s.arm[kachi], s.hp[kachi], s.max_hp[kachi] = 0, 0, health, 9
    s.a_now = s.a_on = kachi
    s.a_by, s.a_from, s.a_hits, depth = 0, s.sq[0], hits, int(s.sp)
    log = table.match.engine.new_log()
    damage.harm(t, row, 0, log[0])
    (told,) = table.match.engine.happenings(log, None)
    assert told.kind == "damage" and list(told.words.values()) == [kachi, hits, left]
    assert (int(s.hp[kachi]), int(s.a_damage), int(s.a_first)) == (left, hits, hits)
    assert int(s.sp) == depth + (left == 0)
    s.a_now, s.a_first = 0, 0  # only what is done to the first target counts as that
    damage.harm(t, row, 0, log[0])
    assert int(s.a_first) == 0


@pytest.mark.rule("SHG-24.4", "SHG-24.6")
def test_an_attack_that_failed_is_over_before_its_answer() -> None:
    table = Table("Ak", {"k": "kachi"})
    table.weapons("akira", "katana")
    table.s.hp[0], table.s.oracle = 8, 1
    table.s.rng[STREAM.DICE] = seed_for([3, 1, 1, 1, 5, 2, 4])  # onslaught, a critical failure, the answer
    table.activate("kachi").play("yes")
    assert table.asks == "attack.yinyang" and int(table.s.a_by) == 0
    kinds = table.s.stack[: table.s.sp, 0].tolist()
    assert kinds.count(FRAME.ATTACK) == 1
