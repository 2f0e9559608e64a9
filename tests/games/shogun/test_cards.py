"""Every skill, weapon, armour, item, event and Kami: its effect is played or its numbers hold."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import (
    ATTR,
    COND,
    DO,
    FACE,
    FLAG,
    KEYWORD,
    LATER,
    MARK,
    SKILL,
    STAT,
    TERRAIN,
    UNTIL,
)
from bestiary.games.shogun.state import FRAME, STATUS, STREAM

from .table import Table, seed_for
from .test_attack import hurt, strike
from .test_initiative import EVENT_IDS, event

FOES = {"a": "ashigaru-red", "b": "ashigaru-blue", "k": "kappa-red"}
CARDS = tomllib.loads((st.ROOM / "cards.toml").read_text(encoding="utf-8"))
SKILLS = [skill["id"] for skill in CARDS["skill"]]


def owner(table: Table, skill: str) -> str:
    k = table.content.words["skill"].index(skill)
    return next(st.NAMES[h] for h in range(4) if k in table.t["skill_of"][h])


@pytest.mark.rule("SHG-2.9", "SHG-2.10", "SHG-2.11")
def test_the_faces_of_the_dice() -> None:
    t = Table("A.").t
    assert t["white_hits"].sum() == 7 and (t["white_mark"] == MARK.YANG).sum() == 3
    assert t["black_hits"].sum() == 8 and (t["black_mark"] == MARK.YIN).sum() == 3
    faces = [FACE.words[int(x)] for x in t["focus_result"]]
    assert faces == ["blank", "critical", "strike", "break", "break", "pierce"]
    assert list(t["focus_hits"]) == [0, 0, 2, 2, 2, 3]


@pytest.mark.parametrize("skill", SKILLS)
def test_every_skill_can_be_used_with_its_die_and_not_without(skill: str) -> None:
    table = Table("TaHb\nJkA.\n....", FOES, level=5)
    table.s.hp[:4] -= 1
    table.s.cond[:4, COND.POISONED] = 1
    hero = owner(table, skill)
    slot = table.learn(hero, skill, 6)
    h, k = table.id(hero), int(table.s.skill[table.id(hero), slot])
    kind = SKILL.words[int(table.t["sk_kind"][k])]
    table.activate(hero)
    if kind == "technique":
        assert f"technique {skill}" in table.choices
        table.play(f"technique {skill}")
        table.s.ki[h, slot] = 0
        while table.asks != "act.main":
            table.play(table.choices[0])
        assert f"technique {skill}" not in table.choices
    elif kind == "attack":
        table.play(table.attacks[0])
        assert f"skill {skill}" in table.choices
        table.s.ki[h, slot] = int(table.t["sk_ki"][k]) - 1
        assert f"skill {skill}" not in table.choices


def effect(skill: str, die: int, rows: str = "....", **level: int) -> tuple[Table, str]:
    table = Table(rows, FOES, level=level.get("level", 5))
    hero = owner(table, skill)
    table.learn(hero, skill, die)
    for name in ("akira", "hikaru", "tomoe", "jinen"):
        if table.s.status[table.id(name)] == STATUS.STANDING:
            table.armour(name, None)
            table.weapons(
                name, {"akira": "katana", "hikaru": "kodachi", "tomoe": "hankyu", "jinen": "jo_staff"}[name]
            )
    return table, hero


def test_backstab_strikes_a_flanked_target() -> None:
    for rows, damage in (("HaA", 2 + 4 - 2), ("Ha.A", 0)):
        table, hero = effect("backstab", 1, rows)
        strike(table, hero, "ashigaru-red", ["0"], ["2"], skill="skill backstab")
        assert hurt(table, "ashigaru-red") == damage


def test_steady_aim_needs_a_still_archer() -> None:
    for moves, damage in (((), 4 + 2 - 2), (("move", "step right", "stop"), 4 - 2)):
        table, hero = effect("steady_aim", 2, "T..a")
        table.activate(hero).play(*moves)
        strike(table, hero, "ashigaru-red", ["2"], ["2"], skill="skill steady_aim")
        assert hurt(table, "ashigaru-red") == damage


def test_pinning_shot_holds_a_minion_for_its_next_activation() -> None:
    table, hero = effect("pinning_shot", 3, "T...a")
    strike(table, hero, "ashigaru-red", ["2"], ["2"], skill="skill pinning_shot")
    table.play("end").roll("ashigaru-red", 2)
    assert table.at("ashigaru-red") == (4, 0) and table.s.flag[10].sum() == 0


def test_wide_sweep_and_volley_take_more_targets() -> None:
    table, hero = effect("wide_sweep", 2, "Ta.\n.b.")
    strike(table, hero, "ashigaru-red", ["2"], ["2"], skill="skill wide_sweep")
    assert hurt(table, "ashigaru-red") == hurt(table, "ashigaru-blue") == 2
    far, hero = effect("volley", 4, "T..a\n...b")
    strike(far, hero, "ashigaru-red", ["2"], ["2"], skill="skill volley")
    assert far.asks != "attack.spread" and hurt(far, "ashigaru-blue") == 2


def test_volley_asks_when_there_are_too_many() -> None:
    table = Table("T..a\n...b\n...k\n...c", {**FOES, "c": "kachi-red"}, level=5)
    table.learn("tomoe", "volley", 4)
    table.t["fx_max"][(table.t["fx_do"] == DO.SPREAD) & (table.t["fx_max"] == 1)] = 2
    table.activate("tomoe").play("fast ashigaru-red", "skill volley", "no")
    assert table.asks == "attack.spread" and "done" in table.choices
    table.play("target kappa-red")
    struck = {f for f in range(st.CREATURES) if int(table.s.a_targets) >> f & 1}
    assert struck == {table.id("ashigaru-red"), table.id("kappa-red")}
    assert "target kappa-red" not in table.choices
    table.play("done")
    assert table.asks != "attack.spread"


def test_a_volley_at_one_more_is_asked_for_once() -> None:
    table = Table("T..a\n...b\n...k", FOES, level=5)
    table.learn("tomoe", "volley", 4)
    table.activate("tomoe").play("fast ashigaru-red", "skill volley", "no")
    assert table.asks == "attack.spread"
    table.play("target kappa-red")
    assert table.asks != "attack.spread"


def test_heart_seeker_by_its_die() -> None:
    for die, damage in ((4, 4 - 1), (5, 4), (6, 4 + 2)):
        table, hero = effect("heart_seeker", die, "T..a")
        table.s.hp[10] = table.s.max_hp[10] = 30
        strike(table, hero, "ashigaru-red", ["2"], ["2"], skill="skill heart_seeker")
        assert hurt(table, "ashigaru-red") == damage


def test_drawing_cut_after_three_squares() -> None:
    table, hero = effect("drawing_cut", 3, "A....\n....a")
    table.activate(hero).play("move", "step right", "step right", "step right", "stop")
    strike(table, hero, "ashigaru-red", ["0", "0"], ["2", "3"], skill="skill drawing_cut")
    assert hurt(table, "ashigaru-red") == 5 + 1 - 2


def test_bushido_resolve_when_wounded() -> None:
    table, hero = effect("bushido_resolve", 4, "Aa")
    table.s.hp[0] = 9
    strike(table, hero, "ashigaru-red", ["0", "0"], ["2"])
    assert hurt(table, "ashigaru-red") == 2 + 1 + 3 - 2


def test_challenge_vanish_and_line() -> None:
    table, hero = effect("guardians_challenge", 5, "A..")
    table.activate(hero).play("technique guardians_challenge")
    assert (
        table.s.flag[0, UNTIL.NEXT_START] & FLAG.TAUNT and table.s.mod[0, STAT.ARMOUR, UNTIL.NEXT_START] == 1
    )
    table, hero = effect("vanish", 4, "H.a")
    table.activate(hero).play("technique vanish")
    assert table.s.flag[1, UNTIL.NEXT_START] & FLAG.UNTARGETABLE
    table.play("end").roll("ashigaru-red", 2)
    assert table.hp("hikaru") == table.s.max_hp[1]
    table, hero = effect("unbroken_line", 6, "A.T")
    table.s.hp[[0, 2]] = 3
    table.activate(hero).play("technique unbroken_line")
    assert list(table.s.blessed[[0, 2]]) == [1, 1] and table.hp("tomoe") == 5


def test_attacking_ends_being_untargetable() -> None:
    table, hero = effect("vanish", 4, "Ha")
    table.activate(hero).play("technique vanish")
    strike(table, hero, "ashigaru-red", ["0"], ["0"])
    assert table.s.flag[1].sum() == 0


def test_chain_of_blows_once_an_activation() -> None:
    table, hero = effect("chain_of_blows", 4, "Ha")
    table.s.hp[10] = 1
    strike(table, hero, "ashigaru-red", ["2"], ["2"])
    assert table.s.ap[1] == 4


def test_marked_prey_death_blossom() -> None:
    table, hero = effect("marked_prey", 3, "H.a")
    table.activate(hero).play("technique marked_prey")
    assert table.s.mod[10, STAT.TAKEN, UNTIL.ROUND] == 1
    table, hero = effect("death_blossom", 5, "Ha\n.b")
    strike(table, hero, "ashigaru-red", ["2"], ["2"], skill="skill death_blossom")
    assert table.s.cond[10, COND.BLEEDING] == table.s.cond[11, COND.BLEEDING] == 1


def test_mantra_fire_and_stone() -> None:
    table, hero = effect("mantra_of_mending", 2, "J.A")
    table.s.hp[[0, 3]] = 3
    table.activate(hero).play("technique mantra_of_mending")
    assert table.hp("akira") == table.hp("jinen") == 4 and "technique mantra_of_mending" not in table.choices
    table, hero = effect("inner_fire", 2, "J.")
    table.s.exhausted[3] = 1
    table.activate(hero).play("technique inner_fire")
    assert table.s.ki[3, 1] == 3 and table.s.exhausted[3] == 0 and table.s.supply[3].sum() == 1
    table, hero = effect("stone_body", 3, "J.a")
    table.s.rng[STREAM.DICE] = seed_for([1, 4, 4])
    table.activate("ashigaru-red")
    assert hurt(table, "jinen") == 4 - 1 + 1  # two twos and Long Thrust, once guarded


def test_sutra_purify_rally() -> None:
    table, hero = effect("sutra_of_binding", 4, "J..a")
    table.activate(hero).play("technique sutra_of_binding")
    assert table.s.cond[10, COND.DOWNED] == 1 and hurt(table, "ashigaru-red") == 1
    table, hero = effect("purify", 3, "J.A")
    table.s.cond[0] = [2, 1, 0, 1]
    table.activate(hero).play("technique purify")
    assert table.s.cond[0].sum() == 0
    table, hero = effect("rally_the_fallen", 6, "T.A")
    table.s.hp[[0, 2]] = 3
    table.s.cond[0] = [1, 1, 0, 0]
    table.activate(hero).play("technique rally_the_fallen")
    assert table.asks == "effect.cure" and table.choices == ["cure poisoned", "cure bleeding"]
    table.play("cure bleeding")
    assert list(table.s.cond[0]) == [1, 0, 0, 0] and table.hp("akira") == 5


def test_wrath_of_heaven_enlightenment_hundred_hands() -> None:
    table, hero = effect("wrath_of_heaven", 5, "J..a\n...b")
    strike(table, hero, "ashigaru-red", ["2", "2"], [], skill="skill wrath_of_heaven")
    assert hurt(table, "ashigaru-red") == hurt(table, "ashigaru-blue") == 4 + 1 - 2
    table, hero = effect("enlightenment", 5, "J.")
    table.s.hp[3], table.s.exhausted[3] = 3, 1
    table.activate(hero)
    assert table.hp("jinen") == 5 and table.s.exhausted[3] == 0
    table, hero = effect("hundred_hands", 5, "Ja")
    table.activate(hero).play("fast ashigaru-red", "skill hundred_hands")
    table.attack_dice(["0", "0", "0"], [])
    table.play("no")
    assert table.asks == "attack.reroll" and table.choices[:4] == ["die 1", "die 2", "die 3", "done"]


@pytest.mark.parametrize("weapon", range(st.WEAPON_TYPES))
def test_every_weapon_rolls_what_it_shows(weapon: int) -> None:
    table = Table("Aa..\n..b.\nT...", FOES, level=5)
    code = table.content.cards[st.WEAPON0 + 2 * weapon].code
    table.weapons("akira", code)
    table.s.hp[[10, 11]] = 30
    table.s.hp[[0, 2]] -= 1
    table.s.cond[2, COND.BLEEDING] = 1
    kind = "fast" if table.t["w_fast"][weapon, 0] >= 0 else "strong"
    table.activate("akira").play(f"{kind} ashigaru-red")
    while table.asks != "attack.focus":
        table.play("none")
    white, black = (int(x) for x in table.t[f"w_{kind}"][weapon])
    table.attack_dice(["1y"] * white, ["2i"] * black)
    table.play("no")
    if white and black:
        assert table.asks == "attack.yinyang", code
        table.play("yes")
        while table.asks not in ("act.main", "nothing"):
            table.play(table.choices[0])
    full = white + 2 * black + 1 - 2
    pre = {"grass_cutter": 1, "hankyu": 1, "fukiya": 1, "daikyu": 1, "moonstring": 2}.get(code, 0)
    extra = pre if white and black else 0
    assert 30 - table.hp("ashigaru-red") >= full + extra


@pytest.mark.parametrize("item", range(st.ITEM_TYPES))
def test_every_item_can_be_used(item: int) -> None:
    table = Table("Aa..\nT...\n..k.", FOES, level=5)
    code = table.content.cards[item * st.ITEM_COPIES].code
    if code == "shrine_bell":
        table.put("onryo", 1, 1)
    table.items("akira", code)
    table.s.attr[0, ATTR.KNOWLEDGE] = 3
    table.s.hp[0] = 5
    table.s.cond[0] = (1, 0, 1, 1)
    table.s.exhausted[0] = 1
    table.queue("akira", "ashigaru-red", "kappa-red", "tomoe")
    table.activate("akira").play(f"item {code}")
    while table.asks not in ("act.main", "nothing"):
        table.play(table.choices[0])
    keyword = KEYWORD.words[int(table.t["it_keyword"][item])]
    assert (table.card(code) in table.s.items[0]) == (keyword != "consumable")


def test_what_some_items_do() -> None:
    def used(code: str, *answers: str, rows: str = "A..a\n....") -> Table:
        table = Table(rows, FOES, level=5)
        table.items("akira", code)
        table.s.attr[0, ATTR.KNOWLEDGE] = 3
        table.s.hp[0] = 5
        return table.activate("akira").play(f"item {code}", *answers)

    assert used("sacred_sake").hp("akira") == 10
    assert hurt(used("burning_oil"), "ashigaru-red") == 2
    assert used("rope_dart").at("ashigaru-red") == (1, 0)
    assert used("grappling_hook", "square 2,1").at("akira") == (2, 1)
    mud = used("caltrops", "square 1,0")
    assert mud.s.ground[mud.q(1, 0)] == TERRAIN.DIFFICULT
    assert used("momotaro_dango").s.ap[0] == 4
    doll = used("straw_doll")
    assert doll.s.mod[10, STAT.ARMOUR, UNTIL.PHASE] == doll.s.mod[10, STAT.ND, UNTIL.PHASE] == -1
    swap = used("fox_mask", rows="A..T")
    assert swap.at("akira") == (3, 0) and swap.at("tomoe") == (0, 0)
    late = used("hawk_whistle")
    assert [int(c) for c in late.s.queue[:2]] == [0, 10]


@pytest.mark.parametrize("number", range(st.EVENT_TYPES))
def test_every_event_resolves(number: int) -> None:
    table = Table("A..a\nT...\n.R..", {**FOES, "R": "R"}, level=3)
    table.t["spawn_sq"][0, 0] = table.q(3, 2)
    table.s.coins[:] = 9
    table.s.heads[:] = 1
    table.s.karma[:] = 2
    table.learn("akira", "stab", 3)
    event(table, EVENT_IDS[number])
    picker = random.Random(number)
    while table.asks not in ("nothing", "over"):
        table.play(picker.choice(table.choices))


def test_what_some_events_do() -> None:
    def happened(name: str, *dice: int) -> Table:
        table = Table("A..a\nT...", FOES)
        table.s.hp[[0, 2]] = 5
        table.learn("akira", "stab", 3)
        if dice:
            table.dice(*dice)
        return event(table, name)

    assert happened("second_wind").hp("akira") == 6
    assert happened("rain_of_arrows", 1, 6).hp("akira") == 4
    assert happened("draining_fog").s.ki[0, 0] == 2
    assert happened("fresh_ranks").s.mod[10, STAT.ARMOUR, UNTIL.ROUND] == 1
    assert happened("silent_gods").s.flag[0, UNTIL.ROUND] & FLAG.NO_KAMI
    assert happened("decree").s.malice == 1
    assert happened("loose_straps", 1, 6).s.arm[0] == 0
    mist = happened("morning_mist")
    assert mist.s.mod[0, STAT.RANGE, UNTIL.ROUND] == mist.s.mod[10, STAT.RANGE, UNTIL.ROUND] == -2


@pytest.mark.parametrize("kami", range(st.KAMI))
def test_every_kami_mode_and_skill(kami: int) -> None:
    table = Table("Aa..\nkT..\n....", FOES, level=5)
    table.s.kami[0], table.s.affinity[0], table.s.hp[0] = kami, 6, 4
    table.activate("akira").play("kami_mode")
    for n in (1, 2):
        sort = SKILL.words[int(table.t["kami_kind"][kami, n])]
        name = table.content.words["skill"][st.SKILLS + 3 * kami + n]
        if sort == "technique":
            table.play(f"technique {name}")
            while table.asks != "act.main":
                table.play("none" if "none" in table.choices else table.choices[0])
            assert f"technique {name}" not in table.choices


@pytest.mark.rule("SHG-30.3", "SHG-10.15")
def test_special_terrain() -> None:
    def webbed(chapter: int, zone: int, level: int = 4) -> Table:
        table = Table("A*......\n........\n........", chapter=chapter, level=level)
        real: Any = table.match.game.content().tables[0]
        table.t["z_special"][chapter - 1, 0] = real["z_special"][chapter - 1, zone]
        return table

    lantern = webbed(2, 1)
    lantern.put("akira", 1, 0)
    assert lantern.activate("akira").s.blessed[0] == 1
    free = webbed(2, 1)
    assert free.activate("akira").play("move", "step right").s.mp == 2
    web = webbed(4, 2)
    web.dice(1)
    web.activate("akira").play("move", "step right", "stop")
    assert web.s.flag[0, LATER] & FLAG.NO_MOVE
    dragged = webbed(4, 2)
    dragged.put("akira", 0, 0)
    dragged.put("silk_widow", 3, 0)
    dragged.dice(1)
    dragged.frame(FRAME.SHOVE, 45, 0, 3, 1)
    dragged.go()
    assert dragged.at("akira") == (2, 0)
    dragged.s.ground[dragged.q(2, 0)] = TERRAIN.SPECIAL
    dragged.put("akira", 0, 0)
    dragged.dice(1)
    dragged.frame(FRAME.SHOVE, 45, 0, 3, 1)
    assert dragged.go().s.flag[0, UNTIL.NEXT_END] & FLAG.NO_MOVE
