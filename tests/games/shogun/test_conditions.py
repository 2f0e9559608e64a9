"""Chapters 11, 15, 16, 17, 22, 23 and 25: techniques, items, Ki, conditions, skills, defeat."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, COND, DO, SIDE, STAT, TRAITS, UNTIL
from bestiary.games.shogun.events import BY
from bestiary.games.shogun.rules.effects.lists import test_total as total_of
from bestiary.games.shogun.rules.figures import armour_of, attribute, value
from bestiary.games.shogun.rules.turn.rounds import end_round
from bestiary.games.shogun.state import FRAME, STATUS, STREAM

from .table import Table, seed_for
from .test_attack import hurt, strike
from .test_enemies import follow

ASH = {"a": "ashigaru"}


def turn_over(table: Table) -> Table:
    """The end of the round: dice fall, round effects end."""
    log = table.match.engine.new_log()
    end_round(table.t_record, table.match.state[0], log[0])
    return table


# ---- Ki ------------------------------------------------------------------------------------------


@pytest.mark.example("EX-2")
@pytest.mark.rule("SHG-3.1", "SHG-16.3", "SHG-17.1", "SHG-17.2", "SHG-17.3", "SHG-17.5", "SHG-2.12")
def test_ki_dice_over_three_rounds() -> None:
    table = Table("A..", level=2)
    stab, cry = table.learn("akira", "stab"), table.learn("akira", "battle_cry")
    table.s.supply[0, 3] = table.s.supply[0, 2] = 1
    table.activate("akira").play("place_ki battle_cry 3", "place_ki stab 2")
    assert "technique battle_cry" in table.choices
    turn_over(table)
    assert (table.s.ki[0, cry], table.s.ki[0, stab]) == (2, 1)
    assert "technique battle_cry" not in table.choices
    turn_over(table)
    assert (table.s.ki[0, cry], table.s.ki[0, stab], table.s.exhausted[0]) == (1, 0, 1)
    turn_over(table)
    assert table.s.supply[0].sum() == 2 and table.s.exhausted[0] == 0


@pytest.mark.rule("SHG-16.3", "SHG-16.4", "SHG-16.1", "SHG-16.2")
def test_placing_ki_dice() -> None:
    table = Table("A..", level=3)
    table.learn("akira", "stab")
    table.learn("akira", "whirlwind_cut")
    table.s.supply[0, 3] = 2
    table.activate("akira").play("move", "step right")
    assert table.why("place_ki whirlwind_cut 3") == "SHG-16.3"
    table.play("place_ki stab 3", "step right")
    assert table.why("place_ki stab 3") == "SHG-16.4"
    assert table.at("akira") == (2, 0)


@pytest.mark.rule("SHG-16.5", "SHG-2.6", "SHG-17.4")
def test_withdrawing_ki_dice() -> None:
    table = Table("A..", level=2)
    table.learn("akira", "stab", 2)
    table.learn("akira", "battle_cry", 3)
    assert table.activate("akira").why("withdraw_ki stab") == "SHG-16.5"
    table.s.attr[0, ATTR.SPIRIT] = 1
    table.play("withdraw_ki stab")
    assert table.s.exhausted[0] == 1 and table.why("withdraw_ki battle_cry") == "SHG-16.5"
    only = Table("A..")
    only.learn("akira", "stab", 2)
    only.s.attr[0, ATTR.SPIRIT] = 1
    only.activate("akira").play("withdraw_ki stab")
    assert only.s.supply[0].sum() == 1 and only.s.exhausted[0] == 0


@pytest.mark.rule("SHG-11.4", "SHG-11.5", "SHG-11.6")
def test_rerolling_chosen_ki_dice() -> None:
    table = Table("A..", level=3)
    slot = table.learn("akira", "stab", 1)
    table.s.exhausted[0], table.s.supply[0, 6] = 1, 1
    table.activate("akira").play("reroll_ki")
    assert table.s.ap[0] == 2 and "roll" not in table.choices
    table.play("pick_slot stab", "pick_exhausted", "roll")
    assert table.s.ki[0, slot] == 0 and table.s.exhausted[0] == 0
    assert table.s.supply[0].sum() == 3 and table.s.supply[0, 6] >= 1
    table.s.ap[0] = 1
    assert table.why("reroll_ki") == "SHG-11.4"
    bare = Table("A..")
    assert bare.activate("akira").why("reroll_ki") == "SHG-11.4"


@pytest.mark.rule("SHG-17.6", "SHG-7.13")
def test_round_effects_end_after_the_dice_have_fallen() -> None:
    table = Table("A.H", level=2)
    table.learn("akira", "battle_cry", 3)
    table.activate("akira").play("technique battle_cry")
    assert table.s.mod[0, STAT.HITS, UNTIL.ROUND] == table.s.mod[1, STAT.HITS, UNTIL.ROUND] == 1
    turn_over(table)
    assert table.s.mod[0, STAT.HITS, UNTIL.ROUND] == 0


# ---- heads and Kami Mode -------------------------------------------------------------------------


@pytest.mark.rule("SHG-16.6", "SHG-14.2")
def test_heads_from_two_squares_are_two_free_actions() -> None:
    table = Table("A..\n...")
    table.s.floor[table.q(1, 0)] = table.s.floor[table.q(0, 0)] = 1
    table.s.floor[table.q(2, 0)] = 1
    table.activate("akira").play("take_head 1,0", "take_head 0,0")
    assert table.s.heads[0] == 2 and table.s.ap[0] == 4 and table.why("take_head 2,0") == "SHG-16.6"


@pytest.mark.example("EX-4")
@pytest.mark.rule("SHG-16.7", "SHG-16.8", "SHG-16.9", "SHG-16.10")
def test_kami_mode_from_start_to_end() -> None:
    table = Table("T.......\nA.......", level=5)
    table.s.affinity[2] = 6
    table.s.hp[2] = 7
    assert table.activate("tomoe").why("kami_mode") == "SHG-16.7"
    table.s.hp[2] = 6
    table.play("kami_mode", "move")
    assert table.s.mp == 3 + 3 and table.s.moded == 0b100
    table.play("step right", "end")
    assert table.s.status[2] == STATUS.STANDING and table.s.mode[2] == 2
    table.s.affinity[0], table.s.hp[0] = 6, 1
    assert table.activate("akira").why("kami_mode") == "SHG-16.7"
    table.play("end")
    table.activate("tomoe").play("end")
    assert table.s.status[2] == STATUS.DEFEATED and table.at("tomoe") is None


@pytest.mark.rule("SHG-16.11", "SHG-33.3", "SHG-33.2", "SHG-31.5")
def test_a_sole_survivor_in_kami_mode_does_not_win() -> None:
    from bestiary.games.shogun.rules.ending import ending

    table = Table("T..\nA..", level=5)
    table.s.counter[:] = 9
    table.s.counter[1] = 0
    t, s = table.t_record, table.match.state[0]
    assert ending(t, s) == BY.OBJECTIVE
    table.s.status[0] = STATUS.DEFEATED
    table.s.mode[2] = 1
    assert ending(t, s) == BY.DEFEATED
    table.s.mode[2], table.s.malice = 0, 6
    assert ending(t, s) == BY.MALICE
    table.s.status[2], table.s.malice = STATUS.DEFEATED, 0
    table.put("sedrik", 2, 0)
    table.s.side_of[43] = SIDE.CHARACTERS
    assert ending(t, s) == BY.DEFEATED


# ---- techniques and items ------------------------------------------------------------------------


@pytest.mark.rule("SHG-11.1", "SHG-11.2", "SHG-23.6")
def test_techniques_cost_a_point_each_time() -> None:
    table = Table("T..")
    slot = table.learn("tomoe", "field_medicine", 2)
    table.s.hp[2] = 4
    table.activate("tomoe").play("technique field_medicine", "technique field_medicine")
    assert table.hp("tomoe") == 8 and table.s.ap[2] == 2
    table.s.ki[2, slot] = 1
    assert table.why("technique field_medicine") == "SHG-23.1"


@pytest.mark.rule("SHG-11.3")
def test_a_technique_needs_one_effect_with_a_target() -> None:
    table = Table("H..", level=3)
    table.learn("hikaru", "smoke_screen", 3)
    assert "technique smoke_screen" in table.activate("hikaru").choices
    monk = Table("J....", level=3)
    monk.learn("jinen", "sutra_of_binding", 4)
    assert monk.activate("jinen").why("technique sutra_of_binding") == "SHG-11.3"


@pytest.mark.rule("SHG-15.1", "SHG-2.4", "SHG-15.2", "SHG-15.7")
def test_items_need_knowledge_and_work_once_a_round() -> None:
    table = Table("AT...", level=2)
    table.items("akira", "armour_kit", "war_fan")
    table.activate("akira")
    assert table.why("item armour_kit") == "SHG-15.1"
    table.s.attr[0, ATTR.KNOWLEDGE] = 1
    assert table.why("item war_fan") == "SHG-15.1"
    table.s.attr[0, ATTR.KNOWLEDGE] = 2
    table.play("item war_fan", "none")
    assert table.why("item war_fan") == "SHG-15.2"
    turn_over(table)
    assert "item war_fan" in table.choices


@pytest.mark.rule("SHG-15.3", "SHG-15.4")
def test_two_rice_balls_are_two_items_and_go_back_to_the_deck() -> None:
    table = Table("A..")
    table.items("akira", "rice_ball", "rice_ball.2")
    table.s.hp[0] = 5
    deck = int(table.s.market_n)
    table.activate("akira").play("item rice_ball", "item rice_ball.2")
    assert table.hp("akira") == 9 and table.s.market_n == deck + 2
    assert table.card("rice_ball") in table.s.market[: table.s.market_n]


@pytest.mark.rule("SHG-15.5", "SHG-15.6")
def test_use_tokens() -> None:
    table = Table("A..")
    table.items("akira", "bandages")
    card = table.card("bandages")
    assert table.s.uses[card] == 2
    table.s.hp[0] -= 2
    table.activate("akira").play("item bandages")
    assert table.s.uses[card] == 1
    turn_over(table)
    table.play("item bandages")
    assert card not in table.s.items[0] and table.s.uses[card] == 0


# ---- conditions ----------------------------------------------------------------------------------


@pytest.mark.example("EX-6")
@pytest.mark.rule("SHG-22.10", "SHG-22.11", "SHG-22.12", "SHG-22.15", "SHG-22.18", "SHG-13.4")
def test_poisoned_blinded_downed() -> None:
    table = Table("Hk", {"k": "akaname"})
    table.s.attr[1, ATTR.POWER] = 0
    table.weapons("hikaru", "kodachi")
    table.s.cond[1] = [2, 0, 1, 1]
    table.s.ap[1] = 1
    table.activate("hikaru")
    assert table.s.ap[1] == 3
    strike(table, "hikaru", "akaname-red", ["2"], ["2"], 6)
    assert table.s.cond[1, COND.BLINDED] == 0 and table.hp("akaname") == 3
    table.play("end")
    assert list(table.s.cond[1]) == [2, 0, 0, 0]


@pytest.mark.rule("SHG-22.12", "SHG-22.13")
def test_the_blinded_check() -> None:
    def shot(*dice: int | str) -> Table:
        table = Table("Aa", ASH)
        table.s.cond[0, COND.BLINDED] = 1
        return strike(table, "akira", "ashigaru-red", ["2", "2"], ["0"], *dice)

    miss = shot(3)
    assert hurt(miss, "ashigaru") == 0 and miss.s.cond[0, COND.BLINDED] == 0
    assert hurt(shot(4), "ashigaru") == 3
    blank = shot("blank")
    assert blank.s.cond[0, COND.BLINDED] == 1


@pytest.mark.rule("SHG-22.4", "SHG-22.21")
def test_conditions_add_up_to_their_limits() -> None:
    table = Table("A.")
    for what, most in ((COND.BLINDED, 1), (COND.DOWNED, 1), (COND.BLEEDING, 4), (COND.POISONED, 4)):
        table.s.cond[0, what] = most
        table.frame(FRAME.INFLICT, 0, what, 1)
        assert table.go().s.cond[0, what] == most
    table.s.cond[0, COND.POISONED] = 1
    table.frame(FRAME.INFLICT, 0, COND.POISONED, 2)
    assert table.go().s.cond[0, COND.POISONED] == 3


@pytest.mark.rule("SHG-22.5")
def test_a_cure_removes_all_tokens() -> None:
    table = Table("A.")
    table.items("akira", "antidote")
    table.s.cond[0, COND.POISONED] = 3
    table.activate("akira").play("item antidote")
    assert table.s.cond[0, COND.POISONED] == 0


@pytest.mark.rule("SHG-22.6")
def test_thunderclap_downs_no_servant() -> None:
    table = Table("A..\n...\n...", level=3)
    table.put("nue", 1, 0)
    table.s.kami[0] = 5
    table.s.affinity[0] = 3
    table.activate("akira").play("technique thunderclap")
    assert hurt(table, "nue") == 1 and table.s.cond[40, COND.DOWNED] == 0


@pytest.mark.rule("SHG-22.14")
def test_downed_lowers_armour_or_movement() -> None:
    for what, damage in (("armour", 4), ("move", 3)):
        table = Table("Aa", ASH, downed_affects=what)
        table.s.cond[10, COND.DOWNED] = 1
        strike(table, "akira", "ashigaru-red", ["2", "2"], ["0"])
        assert hurt(table, "ashigaru") == damage
    slow = Table("A..", downed_affects="move")
    slow.s.cond[0, COND.DOWNED] = 1
    assert slow.activate("akira").play("move").s.mp == 2


@pytest.mark.rule("SHG-22.16", "SHG-22.17")
def test_a_downed_enemy() -> None:
    table = Table("y.A", {"y": "onryo"})
    table.s.cond[34, COND.DOWNED] = 1
    table.s.mod[34, STAT.MOVE, UNTIL.ROUND] = -4
    follow(table, "onryo", "wail", 5, 5)
    assert hurt(table, "akira") == 0
    near = Table("yA", {"y": "onryo"})
    near.armour("akira", None)
    near.s.cond[34, COND.DOWNED] = 1
    follow(near, "onryo", "fade", 3, 0)
    assert hurt(near, "akira") == 2 and near.s.cond[0, COND.BLINDED] == 0
    shell = Table("k.A\n...", {"k": "kappa"})
    shell.s.cond[28, COND.DOWNED] = 1
    follow(shell, "kappa", "shell")
    assert shell.s.mod[28, STAT.ARMOUR].sum() == 0


@pytest.mark.rule("SHG-22.19", "SHG-22.20")
def test_a_blessed_token_stops_a_whole_imposition() -> None:
    table = Table("A.")
    table.s.blessed[0] = 1
    table.frame(FRAME.INFLICT, 0, COND.POISONED, 2)
    table.go()
    assert table.asks == "react.bless" and table.choices == ["bless", "accept"]
    table.play("bless")
    assert table.s.cond[0, COND.POISONED] == 0 and table.s.blessed[0] == 0


@pytest.mark.rule("SHG-22.1", "SHG-22.2", "SHG-22.3")
def test_attribute_tests() -> None:
    table = Table("A.", level=2)
    t, s = table.t_record, table.match.state[0]
    table.s.attr[0, ATTR.KNOWLEDGE] = 1
    assert total_of(t, s, 0, ATTR.KNOWLEDGE, -1, 3) == 4
    table.learn("akira", "sixth_sense")
    assert total_of(t, s, 0, ATTR.KNOWLEDGE, TRAITS.index("keen"), 3) == 5
    table.s.cond[0, COND.POISONED] = 9
    assert total_of(t, s, 0, ATTR.KNOWLEDGE, -1, 3) == 0
    asked = {int(table.t["fx_what"][i]) for i in range(st.EFFECTS) if table.t["fx_do"][i] == DO.TEST}
    assert asked == set(range(4))


# ---- skills --------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-23.1", "SHG-23.4", "SHG-2.17")
def test_a_passive_skill_works_while_its_die_is_high_enough() -> None:
    for die, damage in ((3, 1), (2, 2)):
        table = Table("kA", {"k": "kachi"})
        table.armour("akira", None)
        table.learn("akira", "iron_stance", die)
        follow(table, "kachi", "duel", 4, 0)
        assert hurt(table, "akira") == damage


@pytest.mark.rule("SHG-23.2", "SHG-23.3")
def test_kami_skills_once_a_phase_and_never_the_first() -> None:
    table = Table("Ta..", ASH, level=3)
    table.s.affinity[2] = 2
    assert table.activate("tomoe").why("technique gust") == "SHG-23.2"
    table.s.affinity[2] = 3
    table.play("technique gust")
    assert table.at("ashigaru") == (3, 0) and table.s.ap[2] == 3
    table.put("ashigaru", 1, 0)
    assert table.why("technique gust") == "SHG-23.2"
    fox = Table("J..", level=3)
    fox.s.affinity[3] = 6
    names = fox.activate("jinen").choices
    assert "technique fox_luck" in names and "technique rice_bounty" not in names


@pytest.mark.rule("SHG-23.5")
def test_return_the_breath() -> None:
    table = Table("kA", {"k": "kachi"})
    table.s.kami[0], table.s.affinity[0], table.s.hp[0] = 0, 5, 1
    table.armour("akira", None)
    follow(table, "kachi", "duel", 4, 0)
    assert table.asks == "react.kami"
    table.play("yes")
    assert table.hp("akira") == 1 and table.s.status[0] == STATUS.STANDING
    follow(table, "kachi", "duel", 4, 3)
    assert table.s.status[0] == STATUS.DEFEATED


@pytest.mark.rule("SHG-23.10")
def test_a_wall_keeps_the_battle_cry_out() -> None:
    table = Table("A#H", level=2)
    table.learn("akira", "battle_cry", 3)
    table.activate("akira").play("technique battle_cry")
    assert table.s.mod[1, STAT.HITS, UNTIL.ROUND] == 0


@pytest.mark.rule("SHG-6.7", "SHG-33.9")
def test_modifiers_add_up() -> None:
    table = Table("J.")
    t, s = table.t_record, table.match.state[0]
    table.s.mod[3, STAT.HITS, UNTIL.ROUND] = 1
    table.s.mod[3, STAT.HITS, UNTIL.PHASE] = -1
    assert value(t, s, 3, STAT.HITS) == 0
    table.armour("jinen", "iron_kesa")
    table.s.attr[3, ATTR.SPIRIT] = 3
    assert attribute(t, s, 3, ATTR.SPIRIT) == 4


@pytest.mark.rule("SHG-2.7")
def test_armour_and_natural_defence() -> None:
    table = strike(Table("Aa", ASH), "akira", "ashigaru-red", ["2", "2"], ["0"])
    assert hurt(table, "ashigaru") == 4 + 1 - 2
    kachi = Table("kA", {"k": "kachi"})
    follow(kachi, "kachi", "duel", 4, 3)
    assert hurt(kachi, "akira") == 4 - 1


@pytest.mark.rule("SHG-6.1", "SHG-6.6")
def test_storm_breath_spreads_by_priority() -> None:
    table = Table("H....\nAJ...\n.....\n.....\n.....", level=5, chapter=5)
    table.put("nue", 3, 3)
    table.s.attr[:, ATTR.SPIRIT] = [0, 3, 0, 2]
    for hero in ("akira", "hikaru", "jinen"):
        table.armour(hero, None)
    table.s.rng[STREAM.DICE] = seed_for([2, 1, 0, 0, 0, 0, 0])  # breath: behaviour 3
    table.activate("nue")
    while table.asks.startswith("enemy"):
        table.play(table.choices[0])
    assert hurt(table, "hikaru") == hurt(table, "jinen") == 1 and hurt(table, "akira") == 0


@pytest.mark.rule("SHG-25.1", "SHG-25.3", "SHG-8.2", "SHG-2.1", "SHG-2.2")
def test_a_defeated_character_leaves_with_its_possessions() -> None:
    table = Table("kAT", {"k": "kachi"})
    assert table.hp("akira") == 10 and list(table.s.attr[0]) == [1, 0, 0, 0]
    table.s.hp[0], table.s.heads[0] = 1, 3
    table.armour("akira", None)
    follow(table, "kachi", "slice", 4, 0, 0)
    assert table.s.status[0] == STATUS.DEFEATED and table.s.heads[0] == 3
    assert 0 not in table.s.queue[: table.s.queue_n]


@pytest.mark.rule("SHG-23.4")
def test_a_circle_of_protection_follows_who_stands_beside() -> None:
    table = Table("JA.", level=4)
    table.learn("jinen", "circle_of_protection", 4)
    t, s = table.t_record, table.match.state[0]
    base = int(table.s.arm[0])
    assert armour_of(t, s, 0) == base + 1
    table.put("akira", 2, 0)
    assert armour_of(t, s, 0) == base
