"""Number 0 is one like any other: the first character, the first square, the first minion."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import (
    ATTACK,
    ATTR,
    COND,
    DO,
    FLAG,
    IF,
    IS,
    ON,
    SIDE,
    SKILL,
    STAT,
    TERRAIN,
    WHO,
)  # fmt: skip
from bestiary.games.shogun.moves import A, V
from bestiary.games.shogun.rules import answers, effects, fight, ground, judgement, things, turn
from bestiary.games.shogun.rules import figures as of_figures
from bestiary.games.shogun.rules import frames as of_frames
from bestiary.games.shogun.rules.frames import END, END_STEP, FALL
from bestiary.games.shogun.state import FRAME
from bestiary.testing.plain import plain

from .table import Table
from .test_asked import lay
from .test_conditions import ASH, strike

interact, phase, skills, activation = map(plain, (turn.interact, turn.phase, turn.skills, turn.activation))
targets, operations, triggers = map(plain, (effects.targets, effects.operations, effects.triggers))
exchange, interlude, items = map(plain, (things.exchange, things.interlude, things.items))
habits, worth, refusals = plain(judgement.habits), plain(judgement.worth), plain(answers.refusals)
declare, dice, defeat = plain(fight.declare), plain(fight.dice), plain(fight.defeat)
squares = plain(ground.squares)
figures, frames, health = plain(of_figures), plain(of_frames), plain(fight.health)


@pytest.mark.rule("SHG-32.1", "SHG-32.5")
@pytest.mark.parametrize(("hero", "asked"), [(0, 0b01), (3, 0b10)])
def test_a_personal_kami_is_asked_of_its_player_alone(hero: int, asked: int) -> None:
    table = Table("A.J", level=3, players=2)
    s, row = table.s, table.match.state[0]
    s.owner[[0, 3]] = 0, 1
    s.kami[:], s.opened, s.unlocked, s.personal[:] = -1, 0b100, 0, 0
    s.personal[2] = 1 + hero
    table.frame(FRAME.END, pc=END_STEP.KAMI)
    frame = s.stack[int(s.sp) - 1]
    frame[END.HERO] = 1 + hero
    phase.ask_kami(row, frame)
    assert int(s.actors) == asked and int(s.cand[1]) == hero


@pytest.mark.rule("SHG-14.1")
def test_a_villager_on_the_very_first_square_can_be_met() -> None:
    table = Table("R....\nA....", {"R": "R"}, level=3)
    table.t_record["res_interact"][table.c, 0] = 1
    assert int(table.s.res_sq[0]) == 0
    assert int(interact.no_meeting(table.t_record, table.match.state[0], 0, V.RESISTOR, 0)) == 0


@pytest.mark.rule("SHG-6.1", "SHG-7.12")
def test_the_first_minion_is_no_character_of_its_zone() -> None:
    table = Table("Ak...", {"k": "kachi"}, level=3)
    t, s, row = table.t_record.copy(), table.s, table.match.state[0]
    minion = st.HEROES
    s.sq[minion], s.side_of[minion] = table.q(2, 0), SIDE.FOLLOWERS
    t["fx_who"][0] = WHO.ZONE_CHARACTERS
    zone = int(targets.figures.zone_of(t, row, 0))
    found = [bool(targets.belongs(t, row, 0, f, st.NOBODY, zone, st.NOBODY, st.NOBODY)) for f in (0, minion)]
    assert found == [True, False]


@pytest.mark.rule("SHG-22.12")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_of_the_blinded_has_six_sides(die: int) -> None:
    table = Table("Aa", ASH)
    table.s.cond[0, COND.BLINDED] = 1
    strike(table, "akira", "ashigaru-red", ["2", "2"], ["0"], die)
    assert [h.words["number"] for h in table.match.events(None) if h.kind == "blind"] == [die]


# ---- the first list of effects, wherever it stands ------------------------------------------------


def lasting(table: Table) -> None:
    """List 0 makes whoever has it swift, and one stronger."""
    always = {"on": ON.ALWAYS, "who": WHO.SELF}
    lay(
        table,
        0,
        {**always, "do": DO.MOD, "what": STAT.POWER, "n": 2},
        {**always, "do": DO.FLAG, "what": FLAG.SWIFT},
    )
    table.t["list_on"][0] = 1 << ON.ALWAYS


@pytest.mark.rule("SHG-23.4", "SHG-3.9")
@pytest.mark.parametrize("source", ["armour", "skill", "kami"])
def test_the_first_list_lasts_like_any_other(source: str) -> None:
    table = Table("A..", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.skill[:], s.attr[0], s.mode[0] = -1, 0, 0
    table.armour("akira", None)
    lasting(table)
    assert not figures.swift(t, row, 0) and int(figures.attribute(t, row, 0, ATTR.POWER)) == 0
    if source == "armour":
        s.armour[0, 0], table.t["ar_list"][0] = st.ARMOUR0, 0
    elif source == "skill":
        table.t["sk_list"][0], table.t["sk_kind"][0], table.t["sk_ki"][0] = 0, SKILL.PASSIVE, 1
        s.skill[0, 0], s.ki[0, 0] = 0, 1
    else:
        s.kami[0], s.mode[0], table.t["kami_mode"][0] = 0, 1, 0
    assert figures.swift(t, row, 0) and int(figures.attribute(t, row, 0, ATTR.POWER)) == 2


@pytest.mark.rule("SHG-30.3", "SHG-31.3")
def test_the_first_list_speaks_for_a_place() -> None:
    table = Table("Ak.", {"k": "kachi"})
    t, row, s, c = table.t_record, table.match.state[0], table.s, table.c
    gain = {"do": DO.COUNT, "n": 1, "what": 2}
    lay(table, 0, {**gain, "on": ON.BEGIN}, {**gain, "on": ON.STOP}, {**gain, "on": ON.SLAIN})
    table.t["list_on"][0] = 1 << ON.BEGIN | 1 << ON.STOP | 1 << ON.SLAIN
    table.t["z_special"][c, 0] = table.t["z_trigger"][c, 0] = 0
    s.ground[s.sq[0]] = TERRAIN.SPECIAL
    for number, then in enumerate(
        (
            lambda: activation.on_special(t, row, 0),
            lambda: squares.stopped(t, row, 0),
            lambda: table.frame(FRAME.DEFEAT, table.id("kachi"), 0, FALL.STRUCK_DOWN, 0),
        ),
        1,
    ):
        then()
        assert int(table.go().s.counter[2]) == number


@pytest.mark.rule("SHG-14.4", "SHG-14.7", "SHG-14.15")
@pytest.mark.parametrize("what", ["point", "door", "resistor"])
def test_the_first_list_answers_whoever_interacts(what: str) -> None:
    table = Table("AR..", {"R": "R"})
    s, c = table.s, table.c
    lay(table, 0, {"do": DO.COUNT, "n": 1, "what": 2}, {"do": DO.COUNT, "n": 3, "what": 1})
    table.t["fx_if"][1, 0], table.t["fx_op"][1, 0], table.t["fx_value"][1, 0] = IF.KI, IS.GT, 0
    if what == "resistor":
        table.t["res_list"][c, 0], table.t["res_interact"][c, 0] = 0, 1
    else:
        table.t[f"{what}_list"][c, 0], s[what][0] = 0, 1
        place = table.t["point_sq"] if what == "point" else table.t["door_sq"][:, :, 0]
        place[c, 0] = table.q(0, 0)
    table.activate("akira")
    table.match.play({"point": A.POINT, "door": A.DOOR, "resistor": A.RESISTOR}[what])
    assert s.counter.tolist() == [0, 0, 1] and int(s.ap[0]) == 3  # and no die counts for it
    assert int(s.door[0]) == (what == "door")


@pytest.mark.rule("SHG-33.14")
def test_the_first_list_rewards_a_victory() -> None:
    table = Table("AT.", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    lay(table, 0, {"do": DO.COINS, "n": 7}, {"do": DO.KARMA, "n": 2}, {"do": DO.LEVEL})
    table.t["ch_victory"][table.c] = 0
    s.coins[:], s.karma[:] = 1, 1
    table.frame(FRAME.END)
    frame = s.stack[s.sp - 1]
    phase.reward(t, row, frame, table.match.engine.new_log()[0])
    assert s.coins.tolist() == [8, 1, 8, 1] and s.karma.tolist() == [3, 1, 3, 1]
    assert int(frame[END.LEVELS]) == 1
    table.t["ch_victory"][table.c] = -1
    phase.reward(t, row, frame, table.match.engine.new_log()[0])
    assert s.coins.tolist() == [8, 1, 8, 1]


@pytest.mark.rule("SHG-12.16", "SHG-12.10", "SHG-21.12")
def test_the_first_list_belongs_to_a_weapon_a_skill_or_a_board() -> None:
    table = Table("A.k.", {"k": "kachi"}, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    lay(table, 0, {"do": DO.REACH, "n": 3}, {"on": ON.HIT, "do": DO.HITS, "n": 2})
    table.t["list_on"][0] = 1 << ON.USE | 1 << ON.HIT
    table.t["sk_list"][0], s.skill[0, 0] = 0, 0
    assert int(skills.skill_reach(t, row, 0, 0)) == 3
    kachi = table.id("kachi")
    kind = int(t["kind"][kachi])
    table.t["bs_list"][t["k_skill"][kind]], table.t["bs_kind"][t["k_skill"][kind]] = 0, SKILL.PASSIVE
    table.t["fx_if"][1, 0], table.t["fx_op"][1, 0], table.t["fx_value"][1, 0] = IF.KI, IS.EQ, 0
    s.a_extra = 0
    triggers.trigger(t, row, kachi, ON.HIT, 0, -1)
    assert int(table.go().s.a_extra) == 2  # whoever has no dice counts as 0


@pytest.mark.rule("SHG-12.4", "SHG-12.2", "SHG-24.3")
def test_the_first_weapon_strikes_like_any_other() -> None:
    table = Table("Ak.", {"k": "kachi"}, level=3)
    t, row, s, kachi = table.t_record, table.match.state[0], table.s, table.id("kachi")
    s.weapon[0, 0], s.ap[0] = st.WEAPON0, 4
    t["w_fast"][0], t["w_strong"][0], t["w_range"][0] = [1, 0], [2, 0], 1
    assert int(skills.weapon_range(t, row, 0)) == 1 and bool(dice.may_counter(t, row, 0, kachi))
    assert [int(declare.no_kind(t, row, 0, kind)) for kind in (ATTACK.FAST, ATTACK.STRONG)] == [0, 0]
    assert int(worth.to_fight(t, row, 0)) == 0
    t["w_fast"][0] = [0, 1]  # black dice alone are dice
    assert int(declare.no_kind(t, row, 0, ATTACK.FAST)) == 0 and bool(dice.may_counter(t, row, 0, kachi))
    t["w_fast"][0] = -1
    assert int(declare.no_kind(t, row, 0, ATTACK.FAST)) == 1 and not dice.may_counter(t, row, 0, kachi)


@pytest.mark.rule("SHG-35.5", "SHG-33.6", "SHG-25.4")
def test_the_first_armour_is_worn_like_any_other() -> None:
    table = Table("A..", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.armour[0, 0], t["ar_resistance"][0], s.arm[0] = st.ARMOUR0, 3, 1
    assert int(interlude.wear(t, row, 0)) == 2
    lay(table, 0, {"do": DO.REPAIR, "n": 1, "who": WHO.SELF})
    operations.operate(t, row, 0, 0, 0, table.match.engine.new_log()[0])
    assert int(s.arm[0]) == 2
    phase.mend(t, row, 0)
    assert int(s.arm[0]) == 3 and int(interlude.wear(t, row, 0)) == 0
    s.attr[0, ATTR.SPIRIT], t["ar_list"][0] = 1, 0
    lay(table, 0, {"on": ON.ALWAYS, "do": DO.MOD, "what": STAT.SPIRIT, "n": 2})
    assert int(phase.spirit_now(t, row, 0)) == 3
    s.armour[0, 0] = -1
    assert int(phase.spirit_now(t, row, 0)) == 1 and int(interlude.wear(t, row, 0)) == 0


@pytest.mark.rule("SHG-15.1", "SHG-14.11", "SHG-27.2", "SHG-35.3")
def test_the_first_card_of_the_market_is_a_card_like_any_other() -> None:
    table = Table("AT.", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    table.items("akira")
    s.items[0, 0], s.uses[0], s.hp[0] = 0, 1, 1
    s.ap[0], s.attr[0, ATTR.KNOWLEDGE] = 4, 3
    assert int(refusals.no_item(t, row, 0, 0)) == 0 and habits.heals(t, 0)
    table.frame(FRAME.TRADE, 0, 2)
    assert int(exchange.no_gift(t, row, V.GIVE_ITEM, 0, 0)) == 0
    s.row[0], s.coins[0] = 0, 500
    assert int(interlude.no_deal(t, row, V.BUY_MARKET, 0, 0)) == 0
    s.items[0, :6] = [0, 1, 2, 3, 4, 5]
    assert int(items.excess(t, row, 0)) == 0b111111 << 5
    s.items[0, 5] = -1
    assert int(items.excess(t, row, 0)) == 0


@pytest.mark.rule("SHG-18.2", "SHG-18.7")
def test_the_first_line_is_a_line_like_any_other() -> None:
    table = Table("A...a", {"a": "akaname"})
    t, f = table.t_record, table.id("akaname")
    kind = int(t["kind"][f])
    table.t["b_table"][kind] = -1
    table.t["b_table"][kind, :, :, :, 0] = 0
    table.t["line_first"][0], table.t["line_n"][0] = 0, 1
    table.t["st_kind"][0], table.t["st_move"][0], table.t["st_to"][0] = 0, 1, 0  # toward a foe
    table.t["st_opt"][0] = table.t["st_other"][0] = table.t["st_extra"][0] = 0
    table.roll("akaname", 1)
    while table.asks != "nothing":
        table.play(table.choices[0])
    assert table.at("akaname") != (4, 0)


@pytest.mark.rule("SHG-23.5")
def test_the_first_list_and_the_first_kami_keep_a_character_standing() -> None:
    table = Table("A..", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.kami[0], s.affinity[0], s.kami_used[0] = 0, st.AFFINITY_CAP, 0
    table.t["kami_kind"][0], table.t["kami_list"][0] = SKILL.TECHNIQUE, -1
    assert int(defeat.may_endure(t, row, 0)) == -1
    table.t["kami_kind"][0, 2], table.t["kami_list"][0, 2], table.t["list_on"][0] = 0, 0, 1 << ON.DEFEATED
    assert int(defeat.may_endure(t, row, 0)) == 2


@pytest.mark.rule("SHG-12.16", "SHG-12.17")
@pytest.mark.parametrize("effects", [0, -1])
def test_the_first_list_may_be_what_yin_and_yang_bring(effects: int) -> None:
    table = Table("Ak.", {"k": "kachi"}, level=3)
    s = table.s
    s.skill[:], s.supply[:], s.kami[0], s.karma[0] = -1, 0, -1, 0
    table.weapons("akira", "katana")
    held = (int(s.weapon[0, 0]) - st.WEAPON0) // st.SMITH_COPIES
    table.t["w_list"][held], table.t["w_fast"][held] = effects, [1, 1]
    lay(table, 0, {"on": ON.YINYANG, "do": DO.KARMA, "n": 2, "who": WHO.SELF})
    s.hp[table.id("kachi")] = s.max_hp[table.id("kachi")] = 30
    table.activate("akira")
    table.attack_dice(["1y"], ["2i"])
    table.play("fast kachi-red", "no")
    assert (table.asks == "attack.yinyang") == (effects == 0)
    if effects == 0:
        table.play("yes")
    assert int(s.karma[0]) == 2 * (effects == 0) and table.asks == "act.main"


# ---- only skills have a die ------------------------------------------------------------------------


def dieless(table: Table, on: int) -> None:
    """List 0 counts one, and nine more if a Ki die counts for it."""
    gain = {"on": on, "do": DO.COUNT, "what": 2}
    lay(table, 0, {**gain, "n": 1}, {**gain, "n": 9})
    table.t["fx_if"][1, 0], table.t["fx_op"][1, 0], table.t["fx_value"][1, 0] = IF.KI, IS.GT, 0
    table.t["list_on"][0] = 1 << on
    table.s.counter[:] = 0


def resolve(source: str) -> Table:
    """Something that is no skill resolves list 0."""
    table = Table("Ak.R.\n.....", {"k": "kachi", "R": "R"}, level=3)
    t, row, s, c, kachi = table.t_record, table.match.state[0], table.s, table.c, table.id("kachi")
    log = table.match.engine.new_log()
    triggers_of = {
        "event": ON.EVENT,
        "malice": ON.MALICE,
        "begin": ON.BEGIN,
        "stop": ON.STOP,
        "slain": ON.SLAIN,
        "defeated": ON.DEFEATED,
        "lost": ON.LOST,
        "chosen": ON.ANY,
    }
    dieless(table, triggers_of.get(source, ON.USE))
    table.t["z_special"][c], s.ground[s.sq[0]] = 0, TERRAIN.SPECIAL
    if source == "event":
        card = int(s.sleeve[0, 0]) - st.EVENT0
        table.t["ev_list"][table.t["ev_event"][card, 0]], s.oracle, s.shown_n[:] = 0, 0, 0
        s.revealed[0], s.revealed_n, table.t["z_purple"][c] = 0, 1, -1
        table.frame(FRAME.EVENTS)
    elif source == "malice":
        table.t["ch_malice"][c] = 0
        table.frame(FRAME.MALICE, 1)
    elif source in ("begin", "stop"):
        (activation.on_special if source == "begin" else squares.stopped)(t, row, 0)
    elif source == "slain":
        table.t["z_trigger"][c, 0] = 0
        table.frame(FRAME.DEFEAT, kachi, 0, FALL.STRUCK_DOWN)
    elif source == "defeated":
        skill = int(t["k_skill"][t["kind"][kachi]])
        table.t["bs_list"][skill], table.t["bs_kind"][skill] = 0, SKILL.PASSIVE
        table.frame(FRAME.DEFEAT, kachi, 0, FALL.STRUCK_DOWN)
    elif source == "lost":
        table.t["res_list"][c, 0] = 0
        health.lose_tokens(t, row, 0, 9, True, log[0])
    elif source == "item":
        table.t["it_list"][0] = 0
        s.items[0, 0], s.uses[0] = 0, 1
        table.frame(FRAME.ITEM, 0, 0)
    else:
        lay(table, 1, {"do": DO.CHOOSE, "x": 0, "y": 0})
        table.t["list_on"][1] = 1 << ON.USE
        frames.push_list(row, 1, ON.USE, 0, -1, 5)  # a skill with a die: what is chosen has none
    table.go()
    if source == "chosen":
        table.match.play(table.match.legal()[0])
    return table


@pytest.mark.rule("SHG-23.7", "SHG-7.12", "SHG-15.1", "SHG-30.3")
@pytest.mark.parametrize(
    "source", ["event", "malice", "begin", "stop", "slain", "defeated", "lost", "item", "chosen"]
)
def test_a_die_counts_for_skills_alone(source: str) -> None:
    assert resolve(source).s.counter.tolist() == [0, 0, 1]


@pytest.mark.rule("SHG-15.8", "SHG-15.9")
@pytest.mark.parametrize("special", [0, 1])
def test_the_first_special_thing_is_found_like_any_other(special: int) -> None:
    table = Table("A..", level=3)
    s, card = table.s, st.SPECIAL0 + special
    table.items("akira")
    s.box[card] = 1
    lay(table, 0, {"do": DO.ITEM, "n": 1, "what": special, "who": WHO.SELF})
    frames.push_list(table.match.state[0], 0, ON.USE, 0, -1, 0)
    table.go()
    assert int(s.items[0, 0]) == card and not s.box[card] and int(s.items[0, 1]) == -1


@pytest.mark.rule("SHG-10.14")
@pytest.mark.parametrize(("owner", "x"), [(0, 5), (-1, 3)])
def test_the_first_character_pushes_and_not_the_chosen(owner: int, x: int) -> None:
    """Akira pushes to the right; an event pushes away from the Chosen, who stands to the right."""
    table = Table("A...a..O.\n.........\n.........", {"a": "ashigaru", "O": "blood_oni"}, level=3)
    lay(table, 0, {"do": DO.PUSH, "n": 1, "who": WHO.MINIONS})
    frames.push_list(table.match.state[0], 0, ON.USE, owner, -1, 0)
    table.go()
    assert table.at("ashigaru") == (x, 0)


@pytest.mark.rule("SHG-14.7", "SHG-2.2")
def test_a_point_may_ask_whoever_uses_it() -> None:
    table = Table("A..\n...", level=3)
    lay(table, 0, {"do": DO.TELEPORT, "n": 1, "who": WHO.SELF})
    table.t["point_list"][table.c, 0], table.t["point_sq"][table.c, 0], table.s.point[0] = 0, 0, 1
    table.activate("akira")
    table.match.play(A.POINT)
    assert table.asks == "effect.square" and int(table.s.point[0]) == 1
    kinds = table.s.stack[: table.s.sp, 0].tolist()
    frame = table.s.stack[kinds.index(FRAME.INTERACT)].tolist()
    assert frame[2:4] == [0, 0] and not any(frame[4:])
    assert int(figures.attribute(table.t_record, table.match.state[0], table.id("kachi"), ATTR.POWER)) == 0
