"""What a character may do with skills, dice, heads and neighbours: each condition at its limit."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, DO, FLAG, SKILL, STAT, UNTIL
from bestiary.games.shogun.moves import A, V
from bestiary.games.shogun.rules import turn
from bestiary.games.shogun.state import STATUS
from bestiary.testing.plain import plain

from .table import Table

interact, skills = plain(turn.interact), plain(turn.skills)

OK = 0


def position(rows: str = "A.T\n...\n...", **options: object) -> Table:
    table = Table(rows, level=3, **options)  # type: ignore[arg-type]
    table.s.supply[:], table.s.ki[:], table.s.exhausted[:] = 0, 0, 0
    return table


# ---- skills --------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-23.1", "SHG-23.6")
def test_a_skill_needs_a_die_that_is_high_enough() -> None:
    table = position()
    t, row = table.t_record, table.match.state[0]
    slot = table.learn("akira", "battle_cry")
    need = int(t["sk_ki"][table.s.skill[0, slot]])
    for die, wrong in ((0, skills.NOT_READY), (need - 1, skills.NOT_READY), (need, OK), (6, OK)):
        table.s.ki[0, slot] = die
        assert int(skills.no_skill(t, row, 0, slot, SKILL.TECHNIQUE)) == wrong
        assert int(skills.skill_ki(row, 0, slot)) == die
    assert int(skills.no_skill(t, row, 0, slot, SKILL.ATTACK)) == skills.OTHER_KIND
    table.s.skill[0, slot] = -1
    assert int(skills.no_skill(t, row, 0, slot, SKILL.TECHNIQUE)) == skills.NO_SUCH_SKILL


@pytest.mark.rule("SHG-23.2", "SHG-23.3", "SHG-18.16")
@pytest.mark.parametrize("k", [st.SLOTS, st.SLOTS + 1])
def test_a_kami_skill_needs_affinity_and_works_once(k: int) -> None:
    table = position()
    t, s, row, n = table.t_record, table.s, table.match.state[0], k - st.SLOTS + 1
    kami = next(i for i in range(st.KAMI) if t["kami_kind"][i, n] == SKILL.TECHNIQUE)
    s.kami[0], s.kami_used[0] = kami, 0
    need = int(t["kami_affinity"][kami, n])

    def wrong(kind: int = SKILL.TECHNIQUE) -> int:
        return int(skills.no_skill(t, row, 0, k, kind))

    for affinity, reason in ((need - 1, skills.KAMI_LIMIT), (need, OK), (st.AFFINITY_CAP, OK)):
        s.affinity[0] = affinity
        assert wrong() == reason
    assert wrong(SKILL.ATTACK) == skills.OTHER_KIND
    s.flag[0, UNTIL.ROUND] = FLAG.NO_KAMI
    assert wrong() == skills.NO_KAMI_NOW
    s.flag[0, UNTIL.ROUND], s.kami_used[0] = 0, 0b111 & ~(1 << n)
    assert wrong() == OK
    skills.spend_skill(row, 0, k)
    assert int(s.kami_used[0]) == 0b111 and wrong() == skills.KAMI_LIMIT
    assert int(skills.skill_name(t, row, 0, k)) == st.SKILLS + 3 * kami + n
    assert int(skills.skill_list(t, row, 0, k)) == int(t["kami_list"][kami, n])
    assert int(skills.skill_ki(row, 0, k)) == 0
    s.kami[0] = -1
    assert wrong() == skills.OTHER_KIND


def test_a_skill_of_a_slot_is_never_spent() -> None:
    table = position()
    skills.spend_skill(table.match.state[0], 0, st.SLOTS - 1)
    assert int(table.s.kami_used[0]) == 0


@pytest.mark.rule("SHG-12.2", "SHG-12.21")
def test_the_range_of_a_weapon_is_at_least_one() -> None:
    table = position()
    t, s, row = table.t_record, table.s, table.match.state[0]
    table.weapons("akira", "hankyu")
    own = int(t["w_range"][(table.card("hankyu") - st.WEAPON0) // st.SMITH_COPIES])
    assert own > 1 and int(skills.weapon_range(t, row, 0)) == own
    s.mod[0, STAT.RANGE, UNTIL.ROUND] = 1
    assert int(skills.weapon_range(t, row, 0)) == own + 1
    s.mod[0, STAT.RANGE, UNTIL.ROUND] = -9
    assert int(skills.weapon_range(t, row, 0)) == 1
    table.weapons("akira")
    assert int(skills.weapon_range(t, row, 0)) == 0


# ---- free actions --------------------------------------------------------------------------------


@pytest.mark.rule("SHG-16.3", "SHG-16.4")
def test_where_a_die_may_be_placed() -> None:
    table = position()
    t, s, row = table.t_record, table.s, table.match.state[0]
    slot = table.learn("akira", "battle_cry")
    need = int(t["sk_ki"][s.skill[0, slot]])
    s.supply[0] = 1
    assert int(skills.no_place(t, row, 0, need, slot)) == OK
    assert int(skills.no_place(t, row, 0, need - 1, slot)) == skills.NO_DIE
    s.supply[0, need] = 0
    assert int(skills.no_place(t, row, 0, need, slot)) == skills.NO_DIE
    s.supply[0, need], s.ki[0, slot] = 1, 1
    assert int(skills.no_place(t, row, 0, need, slot)) == skills.SLOT_FULL
    empty = next(i for i in range(st.SLOTS) if s.skill[0, i] < 0)
    assert int(skills.no_place(t, row, 0, need, empty)) == skills.NO_SUCH_SKILL


@pytest.mark.rule("SHG-16.5")
def test_as_many_dice_as_spirit_may_be_withdrawn() -> None:
    table = position()
    t, s, row = table.t_record, table.s, table.match.state[0]
    slot = table.learn("akira", "battle_cry", 3)
    s.attr[0, ATTR.SPIRIT] = 2
    for withdrawn, wrong in ((0, OK), (1, OK), (2, skills.SPIRIT_LIMIT), (3, skills.SPIRIT_LIMIT)):
        s.withdrawn = withdrawn
        assert int(skills.no_withdraw(t, row, 0, slot)) == wrong
    s.withdrawn, s.ki[0, slot] = 0, 0
    assert int(skills.no_withdraw(t, row, 0, slot)) == skills.SPIRIT_LIMIT


@pytest.mark.rule("SHG-16.6", "SHG-14.2", "SHG-14.3")
def test_heads_on_and_beside_ones_square() -> None:
    table = position("A....\n.....\n.....", heights="00111\n00000\n00000")
    t, s, row = table.t_record, table.s, table.match.state[0]
    table.put("akira", 1, 1)

    def wrong(x: int, y: int) -> int:
        return int(skills.no_head(t, row, 0, table.q(x, y)))

    s.floor[:] = 1
    lying = {(x, y) for x in range(5) for y in range(3) if wrong(x, y) == OK}
    assert lying == {(x, y) for x in range(3) for y in range(3)} - {(2, 0)}
    s.floor[:], s.floor_boss[table.q(1, 1)] = 0, 1
    assert wrong(1, 1) == OK and wrong(0, 0) == skills.NO_HEAD


@pytest.mark.rule("SHG-16.7")
def test_kami_mode_for_the_badly_wounded() -> None:
    table = position()
    t, s, row = table.t_record, table.s, table.match.state[0]
    s.kami[0], s.affinity[0], s.max_hp[0], s.hp[0], s.mode[:] = 1, st.AFFINITY_CAP, 9, 3, 0
    assert int(skills.no_mode(t, row, 0)) == OK
    for field, value in (("kami", -1), ("affinity", st.AFFINITY_CAP - 1), ("hp", 4), ("hp", 5), ("mode", 1)):
        before = int(row[field][0])
        row[field][0] = value
        assert int(skills.no_mode(t, row, 0)) == skills.MODE_LIMIT
        row[field][0] = before
    s.mode[3] = 1
    assert int(skills.no_mode(t, row, 0)) == skills.MODE_LIMIT
    s.mode[3], s.kami[0] = 0, 0
    assert int(skills.no_mode(t, row, 0)) == OK


def test_each_free_action_keeps_an_activation_open() -> None:
    table = position("A....\n.....\n.....")
    table.put("akira", 1, 1)
    t, s, row = table.t_record, table.s, table.match.state[0]
    s.attr[0, ATTR.SPIRIT], s.affinity[0] = 1, 0
    slot = table.learn("akira", "battle_cry")
    assert not skills.any_free(t, row, 0)
    s.ki[0, slot] = 1
    assert skills.any_free(t, row, 0)
    s.ki[0, slot], s.supply[0, 6] = 0, 1
    assert skills.any_free(t, row, 0)
    s.supply[0, 6] = 0
    for x in range(3):
        for y in range(3):
            s.floor[:] = 0
            s.floor[table.q(x, y)] = 1
            assert skills.any_free(t, row, 0)
    s.floor[:] = 0
    s.floor[table.q(3, 1)] = 1
    assert not skills.any_free(t, row, 0)
    s.kami[0], s.affinity[0], s.max_hp[0], s.hp[0] = 1, st.AFFINITY_CAP, 9, 3
    assert skills.any_free(t, row, 0)


def test_what_free_actions_do() -> None:
    table = position("A....\n.....\n.....")
    slot = table.learn("akira", "battle_cry")
    s = table.s
    s.attr[0, ATTR.SPIRIT], s.supply[0, 5], s.kami[0], s.affinity[0] = 1, 2, 1, st.AFFINITY_CAP
    s.heads[0], s.boss[0] = st.HEAD_CAP, st.BOSS_CAP
    s.floor[table.q(1, 0)], s.floor_boss[table.q(0, 1)] = 2, 1
    table.activate("akira").play("place_ki battle_cry 5")
    assert (int(s.supply[0, 5]), int(s.ki[0, slot])) == (1, 5)
    table.play("withdraw_ki battle_cry")
    assert (int(s.ki[0, slot]), int(s.exhausted[0]), int(s.withdrawn)) == (0, 1, 1)
    table.play("take_head 1,0", "take_head 0,1")
    assert (int(s.heads[0]), int(s.boss[0])) == (st.HEAD_CAP, st.BOSS_CAP)
    assert (int(s.floor[table.q(1, 0)]), int(s.floor_boss[table.q(0, 1)])) == (1, 0)
    s.max_hp[0], s.hp[0] = 9, 3
    table.match.prepare()
    table.play("kami_mode")
    assert int(s.mode[0]) == 1 and int(s.moded) == 1


# ---- neighbours ----------------------------------------------------------------------------------


@pytest.mark.rule("SHG-14.1", "SHG-14.2", "SHG-14.3", "SHG-14.5", "SHG-14.8", "SHG-14.13", "SHG-14.15")
def test_whom_and_what_one_can_meet() -> None:
    table = Table("A.T..\n.R...\n.....", {"R": "R"}, level=3)
    t, s, row, c = table.t_record, table.s, table.match.state[0], table.c

    def wrong(verb: int, a: int = 0) -> int:
        return int(interact.no_meeting(t, row, 0, verb, a))

    t["point_sq"][c, :3] = [table.q(0, 1), table.q(3, 0), table.q(0, 0)]
    s.point[:3] = 1
    assert [wrong(V.POINT, a) for a in range(3)] == [OK, interact.INTERACT_COST, OK]
    s.point[0] = 0
    assert wrong(V.POINT, 0) == interact.INTERACT_COST
    t["door_sq"][c, 0], t["door_sq"][c, 1] = [table.q(4, 0), table.q(1, 1)], [table.q(0, 1), table.q(4, 1)]
    s.door[:2] = 1
    assert wrong(V.DOOR, 0) == wrong(V.DOOR, 1) == OK
    t["door_sq"][c, 0] = [table.q(4, 0), table.q(3, 1)]
    assert wrong(V.DOOR, 0) == interact.INTERACT_COST
    s.door[:2] = [2, 0]
    assert [wrong(V.DOOR, a) for a in (0, 1)] == [interact.DOOR_OPEN, interact.INTERACT_COST]
    t["res_interact"][c, 0] = 1
    assert wrong(V.RESISTOR) == OK
    t["res_interact"][c, 0] = 0
    assert wrong(V.RESISTOR) == interact.RESISTOR_SILENT and wrong(V.RESISTOR, 1) == interact.INTERACT_COST
    table.put("R", 3, 2)
    assert wrong(V.RESISTOR) == interact.INTERACT_COST
    table.put("decoy", 1, 1)
    t["res_interact"][c, st.DECOY] = 1
    assert wrong(V.RESISTOR, st.DECOY) == interact.RESISTOR_SILENT
    assert wrong(V.PARTNER, 0) == wrong(V.PARTNER, 1) == wrong(V.PARTNER, 2) == interact.PARTNER
    table.put("tomoe", 1, 0)
    assert wrong(V.PARTNER, 2) == OK
    s.status[2] = STATUS.DEFEATED
    assert wrong(V.PARTNER, 2) == interact.PARTNER
    s.weapon[0, 1] = -1
    assert wrong(V.WEAPONS) == interact.TWO_WEAPONS
    s.weapon[0, 1] = 0
    assert wrong(V.WEAPONS) == OK
    s.ap[0] = 0
    assert wrong(V.WEAPONS) == interact.INTERACT_COST


@pytest.mark.rule("SHG-14.3")
def test_other_heights_are_not_met() -> None:
    table = Table("A..\n...", level=3, heights="010\n000")
    t, row = table.t_record, table.match.state[0]
    near = [(x, y) for x in range(3) for y in range(2) if interact.near(t, row, 0, table.q(x, y))]
    assert near == [(0, 0), (0, 1), (1, 1)] and not interact.near(t, row, 0, -1)


@pytest.mark.rule("SHG-14.13")
def test_weapons_are_changed_for_a_point() -> None:
    table = position()
    table.weapons("akira", "katana", "naginata")
    table.activate("akira").play("weapons")
    held = [table.content.cards[int(c)].code for c in table.s.weapon[0, :2]]
    assert held == ["naginata", "katana"] and int(table.s.ap[0]) == 3


def test_a_point_is_used_up_unless_it_stays() -> None:
    for keep in (0, 1):
        table = position("A..\n...")
        table.t["point_sq"][table.c, 3], table.t["point_list"][table.c, 3] = table.q(1, 0), -1
        table.t["point_keep"][table.c, 3], table.s.point[3] = keep, 1
        table.activate("akira")
        table.match.play(A.POINT + 3)
        assert int(table.s.point[3]) == keep and int(table.s.ap[0]) == 3


@pytest.mark.rule("SHG-12.10")
def test_the_range_that_a_skill_lends_is_what_it_says() -> None:
    table = position()
    t, s, row = table.t_record, table.s, table.match.state[0]
    lent = 0
    for skill in range(st.SKILLS):
        s.skill[0, 0] = skill
        first, n = (int(t[name][t["sk_list"][skill]]) for name in ("list_first", "list_n"))
        says = max(
            (int(t["fx_n"][i]) for i in range(first, first + n) if t["fx_do"][i] == DO.REACH), default=0
        )
        assert int(skills.skill_reach(t, row, 0, 0)) == says
        lent += says > 0
    assert 0 < lent < st.SKILLS


@pytest.mark.rule("SHG-16.5", "SHG-16.2")
@pytest.mark.parametrize("slot", range(st.SLOTS))
@pytest.mark.parametrize("die", [0, 1, 6])
def test_a_die_of_any_slot_and_value_may_be_withdrawn(slot: int, die: int) -> None:
    table = position()
    s = table.s
    s.attr[0, ATTR.SPIRIT], s.skill[0] = 1, table.t["skill_of"][0, :, 0]
    s.ki[0, slot] = die
    table.activate("akira")
    withdrawn = [
        a - A.WITHDRAW_KI for a in table.match.legal() if A.WITHDRAW_KI <= a < A.WITHDRAW_KI + st.SLOTS
    ]
    assert withdrawn == ([slot] if die else [])
