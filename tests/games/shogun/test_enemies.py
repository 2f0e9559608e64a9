"""Chapters 18 to 21: lines, targets, movement and attacks of enemies."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, FLAG, MOST, MOVE, PRIO, SIDE, STAT, TERRAIN, UNTIL
from bestiary.games.shogun.rules.effects.targets import best, worth
from bestiary.games.shogun.state import STATUS, STREAM

from .table import Table, seed_for

KACHI = {"k": "kachi"}


def hurt(table: Table, name: str) -> int:
    f = table.id(name)
    return int(table.s.max_hp[f] - table.s.hp[f])


def follow(table: Table, name: str, line: str, *faces: int) -> Table:
    """An enemy is activated and can only follow this line, whatever it rolls; then these faces."""
    f = table.id(name)
    kind = int(table.t["kind"][f])
    lines = list(table.content.words["line"])
    wanted = lines.index(line, int(min(x for x in table.t["b_table"][kind].ravel() if x >= 0)))
    table.t["b_table"][kind, :, :, :, 0] = wanted
    table.t["b_table"][kind, :, :, :, 1:] = -1
    table.s.rng[STREAM.DICE] = seed_for([0, *faces])
    return table.activate(name)


@pytest.mark.example("EX-R2")
@pytest.mark.rule("SHG-6.3", "SHG-19.2", "SHG-19.5", "SHG-1.3")
def test_tied_targets() -> None:
    table = Table("A..k..T", KACHI, players=2)
    table.s.hp[[0, 2]] = 7
    follow(table, "kachi", "duel", 0, 0)
    assert table.asks == "enemy.target" and table.choices == ["choose akira", "choose tomoe"]
    assert table.match.asked == [0, 1]
    table.match.play("choose akira", 1)
    assert table.at("kachi") == (1, 0)


@pytest.mark.rule("SHG-6.5")
def test_with_auto_ties_the_lowest_number_and_the_first_square_are_taken() -> None:
    table = Table("A..k..T\n.......", KACHI, auto_ties=True)
    table.s.hp[[0, 2]] = 7
    follow(table, "kachi", "duel", 0, 0)
    assert table.asks == "nothing" and table.at("kachi") == (1, 0)


@pytest.mark.example("EX-R6")
@pytest.mark.rule("SHG-20.1", "SHG-20.5", "SHG-20.7", "SHG-20.10", "SHG-19.2")
def test_the_kappa_cannot_get_past_tomoe() -> None:
    table = Table("...#..\n....A.\n...T.#\n......\nk..H..", {"k": "kappa"})
    table.s.hp[0], table.s.hp[2], table.s.hp[1] = 9, 8, 7
    follow(table, "kappa", "grab", 0, 0)
    assert table.asks == "enemy.square" and table.choices == ["square 2,2", "square 2,3"]


@pytest.mark.example("EX-R7")
@pytest.mark.rule("SHG-18.1", "SHG-18.2", "SHG-18.6", "SHG-19.9", "SHG-20.1", "SHG-21.16")
def test_a_kachi_rolls_six_under_a_green_card() -> None:
    table = Table("k....\n.....\n.H.T.\n.....", KACHI)
    table.s.hp[1], table.s.hp[2] = 7, 5
    table.armour("tomoe", None)
    table.s.rng[STREAM.DICE] = seed_for([5, 4, 0, 0])  # two white dice: the second shows nothing
    table.activate("kachi")
    assert table.at("kachi") == (2, 1) and table.hp("tomoe") == 5 - 2 and table.hp("hikaru") == 7
    assert table.s.cond[2, COND.BLEEDING] == 1
    assert any(", slice: " in line for line in table.told())
    assert any("chooses Tomoe: the least health" in line for line in table.told())


@pytest.mark.example("EX-R8")
@pytest.mark.rule("SHG-18.13", "SHG-18.15", "SHG-18.16", "SHG-19.7")
def test_the_second_hate_card() -> None:
    table = Table("A.T...\n......\n......\n......\n......", chapter=2, level=2)
    table.put("blood_oni", 0, 3)
    table.queue("blood_oni", "akira", "tomoe")
    s = table.s
    hate = [int(c) for c in s.ai_deck[0] if table.t["ai_type"][c - st.AI0] == 0]
    s.ai_aside[0, 0], s.ai_aside_n[0] = hate[0], 1
    rest = [int(c) for c in s.ai_deck[0] if c >= 0 and c != hate[0] and c != hate[1]]
    s.ai_deck[0] = -1
    s.ai_deck[0, :9] = [*rest, hate[1]]
    s.ai_n[0] = 9
    table.armour("akira", "okegawa_do")
    s.rng[STREAM.DICE] = seed_for([1, 4, 0, 3, 2, 0, 2])  # white 1, 2 and 0, black 2, 1 and 0, strike
    table.activate("blood_oni")
    while table.asks == "enemy.square":
        table.play(table.choices[0])
    assert hurt(table, "akira") == 6
    assert s.flag[0, UNTIL.PHASE] & FLAG.NO_KAMI and s.ai_aside_n[0] == 2 and s.ai_discard_n[0] == 0
    s.affinity[0] = 5
    assert table.activate("akira").why("technique hundred_banners") == "SHG-18.16"


@pytest.mark.example("EX-R9")
@pytest.mark.rule("SHG-18.11", "SHG-19.1")
def test_the_undertaker_rolls_one() -> None:
    table = Table("A...uT", {"u": "undertaker"})
    table.queue("akira", "undertaker", "tomoe")
    table.armour("tomoe", None)
    table.s.rng[STREAM.DICE] = seed_for([0, 1, 0, 0, 0, 0, 0])
    table.activate("undertaker")
    assert hurt(table, "tomoe") == 1 and table.at("undertaker") == (4, 0)
    assert any("machete" in line for line in table.told())


@pytest.mark.example("EX-G10")
@pytest.mark.rule("SHG-20.3", "SHG-20.4", "SHG-20.5", "SHG-20.7")
def test_toward_looks_at_range_not_at_the_way() -> None:
    table = follow(Table("k..#A\n...#.\n.....", KACHI), "kachi", "advance")
    assert table.asks == "enemy.square" and table.choices == ["square 2,0", "square 2,2"]


@pytest.mark.example("EX-G11")
@pytest.mark.rule("SHG-20.2", "SHG-20.5")
def test_range_three_with_sight() -> None:
    table = Table("k....\n..#..\n....T", {"k": "kachi+"})
    lines = table.content.words["line"]
    step = int(table.t["line_first"][lines.index("slice")])
    table.t["st_move"][step], table.t["st_x"][step] = MOVE.RANGE, 3
    table.t["line_n"][lines.index("slice")] = 1
    follow(table, "kachi", "slice")
    assert table.choices == ["square 2,0", "square 1,2"]


@pytest.mark.example("EX-G13")
@pytest.mark.rule("SHG-20.3")
def test_away() -> None:
    table = Table("k.A\n...\n...", KACHI)
    lines = table.content.words["line"]
    table.t["st_move"][int(table.t["line_first"][lines.index("advance")])] = MOVE.AWAY
    table.s.mod[22, STAT.MOVE, UNTIL.ROUND] = -1
    assert follow(table, "kachi", "advance").at("kachi") == (0, 1)


@pytest.mark.example("EX-5")
@pytest.mark.rule("SHG-19.4", "SHG-19.6", "SHG-21.2", "SHG-21.7", "SHG-28.5", "SHG-21.3")
def test_resistors_and_an_ally_draw_attacks() -> None:
    def scene() -> Table:
        table = Table("A.a.R\n..L..", {"a": "ashigaru", "R": "R", "L": "landolfo"})
        table.s.side_of[42] = SIDE.CHARACTERS
        table.s.res_tokens[0] = 1
        real = table.match.game.content().tables[0]
        table.t["res_list"][0, 0] = real["res_list"][0, 0]
        return table

    table = follow(scene(), "ashigaru", "thrust")
    assert table.choices == ["choose landolfo", "choose R"]
    table.play("choose R")
    while table.asks in ("enemy.square", "enemy.target"):
        table.play("choose R" if "choose R" in table.choices else table.choices[0])
    assert table.at("R") is None and table.s.counter[1] == 1
    two = scene()
    two.s.at[two.s.res_sq[0]] = -1
    two.s.res_sq[0] = -1
    two.put("landolfo", 4, 0)
    two.put("ashigaru", 2, 0)
    two.s.side_of[42] = SIDE.CHARACTERS
    follow(two, "ashigaru", "thrust", 4, 1)
    assert hurt(two, "landolfo") == 1


@pytest.mark.example("EX-11")
@pytest.mark.rule("SHG-18.2", "SHG-18.3", "SHG-18.4", "SHG-18.7", "SHG-20.13")
def test_a_line_that_fails_and_the_next_one() -> None:
    table = Table("k......A", {"k": "kappa"}).roll("kappa", 6, red=True)
    assert table.at("kappa") == (3, 0) and any(", wade:" in line for line in table.told())


@pytest.mark.rule("SHG-18.1", "SHG-7.5")
def test_the_colour_of_the_oracle_chooses_the_table() -> None:
    for red, line in ((False, "skitter"), (True, "lick")):
        table = Table("kA", {"k": "akaname"}).roll("akaname", 1, red=red)
        assert any(f", {line}:" in told for told in table.told())


@pytest.mark.rule("SHG-18.4", "SHG-18.5")
def test_a_second_attack_whose_target_is_gone_is_skipped() -> None:
    table = Table("kA.T", {"k": "akaname"})
    table.s.hp[0] = 1
    table.armour("akira", None)
    follow(table, "akaname", "frenzy", 4, 0)
    if table.asks == "enemy.target":
        table.play("choose akira")
    assert table.s.status[0] == STATUS.DEFEATED and hurt(table, "tomoe") == 0 and table.asks == "nothing"


@pytest.mark.rule("SHG-18.7")
def test_nobody_to_target_means_standing_still() -> None:
    table = Table("a....A", {"a": "ashigaru"})
    table.s.flag[0, UNTIL.NEXT_START] = FLAG.UNTARGETABLE
    assert table.roll("ashigaru", 2).at("ashigaru") == (0, 0)


@pytest.mark.rule("SHG-18.8", "SHG-18.9")
def test_thunder_step_moves_twice() -> None:
    table = Table("A.....T...\n..........", chapter=6, level=5)
    table.put("storm_tengu", 2, 0)
    title = table.content.words["line"].index("thunder_step 1")
    card = next(i for i in range(st.AI_CARDS) if table.t["ai_lines"][table.t["ai_type"][i], 0] == title)
    deck = [int(c) for c in table.s.ai_deck[2] if c != st.AI0 + card]
    table.s.ai_deck[2, :10] = [*deck, st.AI0 + card]
    table.s.arm[0], table.s.arm[2] = 0, 2
    table.s.rng[STREAM.DICE] = seed_for([0, 0, 0, 0, 0, 0, 2])
    table.activate("storm_tengu")
    while table.asks.startswith("enemy"):
        table.play(table.choices[0])
    assert table.at("storm_tengu") is not None and hurt(table, "akira") == 2
    x, _ = table.at("storm_tengu") or (0, 0)
    assert x == 5  # back across the hall, to the farthest


@pytest.mark.rule("SHG-18.10")
def test_healing_is_never_needed() -> None:
    table = Table("k.A\n...", {"k": "kappa"})
    follow(table, "kappa", "shell")
    while table.asks == "enemy.square":
        table.play(table.choices[0])
    assert table.s.mod[28, STAT.ARMOUR, UNTIL.NEXT_START] == 1


@pytest.mark.rule("SHG-18.12", "SHG-31.1", "SHG-31.2", "SHG-31.4")
def test_an_allied_wanderer_acts_by_its_own_table() -> None:
    table = Table("AL..k\n....m", {"L": "landolfo", "k": "kachi", "m": "kappa"})
    table.s.side_of[42] = SIDE.CHARACTERS
    table.s.hp[22] = 3
    table.s.rng[STREAM.DICE] = seed_for([1, 4, 3, 0])
    table.activate("landolfo")
    while table.asks == "enemy.square":
        table.play(table.choices[0])
    assert hurt(table, "kappa") > 0 and table.hp("kachi") == 3
    assert int(table.t["b_health"][13, 0, 1]) == 14


@pytest.mark.rule("SHG-18.14")
def test_an_empty_deck_is_shuffled_from_the_discard_pile() -> None:
    table = Table("A..........\n...........\n...........", chapter=4)
    table.put("silk_widow", 8, 0)
    s = table.s
    s.ai_discard[1], s.ai_discard_n[1] = s.ai_deck[1].copy(), 10
    s.ai_deck[1], s.ai_n[1] = -1, 0
    table.activate("silk_widow")
    while table.asks != "nothing":
        table.play(table.choices[0])
    assert s.ai_n[1] == 9 and s.ai_discard_n[1] == 1


@pytest.mark.rule("SHG-18.17")
def test_poison_does_not_change_the_behaviour_roll() -> None:
    table = Table("kA", KACHI)
    table.s.cond[22, COND.POISONED] = 1
    table.roll("kachi", 1)
    assert "The red Kachi rolls a 1." in table.told()


@pytest.mark.rule("SHG-18.18")
def test_a_technique_needs_its_target() -> None:
    table = Table("A...u\n.....", {"u": "undertaker"}).roll("undertaker", 4)
    assert any(", machete chase:" in told for told in table.told())
    head = Table("A...u\n.....", {"u": "undertaker"})
    head.s.floor[head.q(3, 1)] = 1
    head.roll("undertaker", 4)
    assert any(", exhume:" in told for told in head.told()) and head.s.floor.sum() == 0


@pytest.mark.rule("SHG-19.3", "SHG-19.11")
def test_the_priority_of_the_line_replaces_that_of_the_board() -> None:
    table = Table("A.k.T", {"k": "kappa"})
    table.s.ki[0, :2] = table.s.ki[2, :2] = 3
    table.s.hp[0] = 10
    follow(table, "kappa", "soul", 0, 0)
    assert table.choices == ["choose akira", "choose tomoe"]
    duel = Table("A.k.T", KACHI)
    duel.s.hp[0], duel.s.hp[2] = 3, 9
    assert follow(duel, "kachi", "duel", 0, 0).at("kachi") == (3, 0)


@pytest.mark.rule("SHG-19.7")
def test_first_and_next_in_initiative() -> None:
    table = Table("BB.\nBB.\nATJ")
    table.put("blood_oni", 0, 0)
    table.queue("tomoe", "blood_oni", "jinen", "akira")
    table.s.at_card = 1
    t, s = table.t_record, table.match.state[0]
    everybody = 0b1101
    assert best(t, s, everybody, PRIO.FIRST_INITIATIVE, 44, 0) == 0b100
    assert best(t, s, everybody, PRIO.NEXT_INITIATIVE, 44, 0) == 0b1000
    table.s.at_card = 3
    assert best(t, s, everybody, PRIO.NEXT_INITIATIVE, 44, 0) == 0b100


@pytest.mark.rule("SHG-19.8")
def test_who_lacks_a_characteristic_has_none_of_it() -> None:
    table = Table("Sk.m", {"S": "sedrik", "k": "kachi", "m": "kappa"})
    t, s = table.t_record, table.match.state[0]
    assert worth(t, s, 22, MOST.POWER, 43, 0) == worth(t, s, 28, MOST.POWER, 43, 0) == 0
    assert worth(t, s, 28, PRIO.FARTHEST, 43, table.q(0, 0)) == 3


@pytest.mark.rule("SHG-19.10")
def test_a_taunting_character_comes_before_priority() -> None:
    table = Table("A.k.T", KACHI)
    table.s.hp[2] = 1
    table.s.flag[0, UNTIL.NEXT_START] = FLAG.TAUNT
    follow(table, "kachi", "slice", 0, 0, 0)
    assert table.at("kachi") == (1, 0)


@pytest.mark.rule("SHG-20.6")
def test_leaving_mud_counts_double() -> None:
    table = Table("k~A", KACHI)
    table.put("kachi", 0, 0)
    table.s.ground[table.q(0, 0)] = TERRAIN.DIFFICULT
    follow(table, "kachi", "duel", 0, 0)
    assert table.at("kachi") == (1, 0)
    table.s.mod[22, STAT.MOVE, UNTIL.ROUND] = -2
    table.put("kachi", 0, 0)
    follow(table, "kachi", "duel", 0, 0)
    assert table.at("kachi") == (0, 0)


@pytest.mark.rule("SHG-20.8", "SHG-20.13")
def test_squares_that_leave_the_attack_without_target_are_not_taken() -> None:
    table = Table("..k.\n.#..\nA#..\n....", KACHI)
    follow(table, "kachi", "duel", 0, 0)
    blind = table.q(1, 1)
    assert table.s.at[blind] == -1
    alone = Table("k.#A\n..#.\n####\n....", KACHI).roll("kachi", 1)
    assert any(", advance:" in told for told in alone.told())


@pytest.mark.rule("SHG-20.9")
def test_enemies_pass_their_own() -> None:
    table = Table("akA...", {"a": "kachi-red", "k": "kachi-blue"})
    table.put("akira", 3, 0)
    follow(table, "kachi-red", "duel", 0, 0)
    assert table.at("kachi-red") == (2, 0)


@pytest.mark.rule("SHG-20.11")
def test_support_goes_to_the_nearer_kachi() -> None:
    table = Table("b.a..c\n......\n.A....", {"a": "kachi-red", "b": "kachi-blue", "c": "kachi-green"})
    table.put("akira", 1, 1)
    follow(table, "kachi-red", "support", 0, 0, 0)
    assert table.at("kachi-red") == (1, 0) and table.s.mod[23, STAT.HITS, UNTIL.NEXT_END] == 1


@pytest.mark.rule("SHG-20.12")
def test_the_oni_cannot_pass_a_gap_one_square_wide() -> None:
    table = Table("....#....\n.........\n....#...A\n....#....", chapter=2)
    table.put("blood_oni", 1, 0)
    table.activate("blood_oni")
    while table.asks.startswith("enemy"):
        table.play(table.choices[0])
    x, _ = table.at("blood_oni") or (9, 9)
    assert x <= 2


# ---- attacks -------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-21.1")
def test_an_enemy_attack_needs_range_and_sight() -> None:
    table = Table("k" + "." * 5 + "A", {"k": "landolfo"})
    table.s.mod[42, STAT.MOVE, UNTIL.ROUND] = -4
    assert hurt(follow(table, "landolfo", "aimed", 5, 5, 5, 2), "akira") == 0


@pytest.mark.rule("SHG-21.2", "SHG-28.1", "SHG-28.4")
def test_every_attack_takes_one_token() -> None:
    table = Table("kR", {"k": "akaname", "R": "R"})
    table.put("akira", 5, 5)
    table.s.res_tokens[0] = 3
    follow(table, "akaname", "frenzy")
    assert table.s.res_tokens[0] == 1


@pytest.mark.rule("SHG-21.4")
def test_onslaught_rolls_the_focus_die() -> None:
    table = Table("kA", KACHI)
    table.armour("akira", None)
    follow(table, "kachi", "onslaught", 1, 2, 2)
    assert hurt(table, "akira") == 1 + 1 + 2


@pytest.mark.rule("SHG-21.5", "SHG-21.14", "SHG-21.13", "SHG-21.6", "SHG-21.8", "SHG-21.11")
def test_faces_of_the_focus_die_against_a_character() -> None:
    def struck(face: int, armour: int, white: int = 0) -> Table:
        table = Table("kA", KACHI)
        table.s.arm[0] = armour
        return follow(table, "kachi", "onslaught", white, 0, face)

    assert hurt(struck(0, 0, 4), "akira") == 0
    assert hurt(struck(2, 1), "akira") == 1
    soft = struck(3, 3)
    assert hurt(soft, "akira") == 0 and soft.s.arm[0] == 2
    broken = struck(3, 1, 1)
    assert hurt(broken, "akira") == 2 and broken.s.arm[0] == 0
    assert hurt(struck(5, 2, 1), "akira") == 4


@pytest.mark.rule("SHG-21.7", "SHG-21.9")
def test_natural_defence_of_a_wanderer_counts_but_not_against_pierce() -> None:
    for face, damage in ((2, 4 - 2), (5, 5)):
        table = Table("kL", {"k": "kachi", "L": "landolfo"})
        table.put("akira", 9, 5)
        table.s.side_of[42] = SIDE.CHARACTERS
        table.s.once[42] = -1
        assert hurt(follow(table, "kachi", "onslaught", 4, 0, face), "landolfo") == damage


@pytest.mark.rule("SHG-21.10", "SHG-13.3")
def test_an_onryo_on_the_gallery() -> None:
    table = Table("y...A", {"y": "onryo"}, heights="11000")
    table.armour("akira", "tatami_do")
    table.s.mod[34, STAT.MOVE, UNTIL.ROUND] = -4
    table.put("onryo", 1, 0)
    follow(table, "onryo", "wail", 3, 0)
    assert hurt(table, "akira") == 2 + 1 - 1


@pytest.mark.rule("SHG-21.12", "SHG-22.7")
def test_no_damage_no_condition() -> None:
    table = Table("kA", KACHI)
    follow(table, "kachi", "slice", 0, 0, 0)
    assert table.s.cond[0, COND.BLEEDING] == 0


@pytest.mark.rule("SHG-21.15")
def test_enemies_always_take_their_yin_yang() -> None:
    table = Table("kA", {"k": "kachi+"})
    table.armour("akira", None)
    follow(table, "kachi", "duel", 2, 2)
    assert hurt(table, "akira") == 1 + 1 + 1


@pytest.mark.rule("SHG-21.17")
def test_a_shared_roll_and_a_resistor() -> None:
    table = Table("A.....\nR.....\n......", {"R": "R"}, chapter=2)
    table.put("blood_oni", 1, 0)
    line = table.content.words["line"].index("red_sweep 1")
    for title in range(st.AI_TYPES):
        table.t["ai_lines"][title, 0] = line
        table.t["ai_empowered"][title] = -1
    table.armour("akira", "tatami_do")
    table.s.rng[STREAM.DICE] = seed_for([1, 0, 0, 0, 0])
    table.activate("blood_oni")
    assert table.s.res_tokens[0] == 1 and hurt(table, "akira") == 0


@pytest.mark.rule("SHG-28.2", "SHG-28.6")
def test_a_resistor_without_tokens_is_no_target_and_things_stay() -> None:
    from bestiary.games.shogun.rules.fight.health import lose_tokens

    table = Table("kR..A", {"k": "kachi", "R": "R"})
    table.s.res_tokens[0] = 0
    follow(table, "kachi", "duel", 0, 0)
    assert not any("chooses resistor R" in told for told in table.told())
    thing = Table("AR", {"R": "R"})
    thing.t["res_living"][0, 0] = 0
    thing.s.res_tokens[0] = 1
    log = thing.match.engine.new_log()
    lose_tokens(thing.t_record, thing.match.state[0], 0, 1, False, log[0])
    assert thing.at("R") == (1, 0)
    thing.s.res_tokens[0] = 1
    lose_tokens(thing.t_record, thing.match.state[0], 0, 1, True, log[0])
    assert thing.at("R") is None
