"""Chapters 9, 10 and 30: activations, moving, and the ground."""

from __future__ import annotations

import pytest

from bestiary.core.errors import IllegalAction
from bestiary.games.shogun.effects import COND, STAT, TERRAIN, UNTIL
from bestiary.games.shogun.rules.effects.operations import shift
from bestiary.games.shogun.rules.ground.paths import no_step, spread_out
from bestiary.games.shogun.rules.turn.walking import can_stop_after
from bestiary.games.shogun.state import FRAME, GAIT, IN, STATUS

from .table import Table

KACHI = {"k": "kachi"}


def refused(table: Table, answer: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        table.play(answer)
    return caught.value.rule


@pytest.mark.example("EX-R4")
@pytest.mark.rule("SHG-10.1", "SHG-10.2", "SHG-10.4", "SHG-10.9", "SHG-10.11", "SHG-2.5", "SHG-2.15")
def test_moving_past_a_minion_and_exerting() -> None:
    table = Table("H....\n..m..\n.....\n.....\n....S", {"m": "ashigaru", "S": "undertaker"})
    table.s.attr[1] = 0
    table.activate("hikaru").play("move")
    assert table.s.mp == 3
    table.play("step down-right")
    assert table.s.mp == 2
    assert refused(table, "step down-right") == "SHG-10.9"
    table.play("step down", "step right")
    assert table.s.mp == 0 and table.at("hikaru") == (2, 2)
    table.play("exert", "step down-right")
    assert table.s.mp == 2 and table.at("hikaru") == (3, 3)
    table.play("stop")
    assert table.s.mp == 0 and table.s.ap[1] == 2
    assert table.why("move") == "SHG-9.6"


@pytest.mark.rule("SHG-9.2", "SHG-9.3", "SHG-9.4")
@pytest.mark.example("EX-R11")
def test_keeping_an_action_point() -> None:
    table = Table("T...\n....")
    table.s.ap[2] = 0
    table.activate("tomoe")
    assert table.s.ap[2] == 3
    table.play("move", "step right", "end")
    assert table.s.ap[2] == 1
    table.activate("tomoe")
    assert table.s.ap[2] == 4
    table.s.ap[2] = 2
    table.play("end")
    table.s.ap[2] = 2
    assert table.activate("tomoe").s.ap[2] == 4


@pytest.mark.rule("SHG-9.5", "SHG-9.6", "SHG-9.8", "SHG-9.7")
def test_all_six_actions_are_offered_and_any_order_is_fine() -> None:
    table = Table("AT..\nk...\n....", KACHI)
    table.learn("akira", "battle_cry", 3)
    table.items("akira", "rice_ball")
    table.weapons("akira", "katana", "yari")
    table.s.hp[0] -= 2
    table.activate("akira")
    offered = {c.split()[0] for c in table.choices}
    assert {
        "move",
        "technique",
        "reroll_ki",
        "fast",
        "strong",
        "weapons",
        "partner",
        "item",
        "end",
    } <= offered
    table.play("fast kachi-red")
    assert table.asks == "attack.focus" and table.why("item rice_ball") == "SHG-9.7"
    table.play("no")
    while table.asks != "act.main":
        table.play("no" if "no" in table.choices else table.choices[0])
    table.play("weapons", "weapons")
    assert table.s.ap[0] == 1 and "move" in table.choices


@pytest.mark.rule("SHG-9.9", "SHG-22.8", "SHG-22.9")
def test_bleeding_comes_before_action_points() -> None:
    table = Table("AT..")
    table.s.hp[0], table.s.ap[0] = 1, 0
    table.s.cond[0, COND.BLEEDING] = 1
    table.activate("akira")
    assert table.s.status[0] == STATUS.DEFEATED and table.s.ap[0] == 0
    table = Table("A...")
    table.s.hp[0] = 5
    table.s.cond[0, COND.BLEEDING] = 2
    assert table.activate("akira").hp("akira") == 3


@pytest.mark.rule("SHG-9.10")
def test_points_from_outside_are_kept_up_to_four() -> None:
    table = Table("TH..")
    table.learn("tomoe", "tactician", 3)
    table.s.ap[1] = 1
    table.activate("tomoe").play("technique tactician", "end")
    assert table.s.ap[1] == 2
    assert table.activate("hikaru").s.ap[1] == 4


@pytest.mark.rule("SHG-10.1")
def test_dexterity_and_armour_add_to_a_move() -> None:
    table = Table("H...")
    table.armour("hikaru", "kusari_katabira")
    assert table.activate("hikaru").play("move").s.mp == 5


@pytest.mark.rule("SHG-10.2")
def test_three_exertions_give_twelve_points() -> None:
    table = Table("A...")
    table.activate("akira").play("move", "exert", "exert", "exert")
    assert table.s.mp == 12 and "exert" not in table.choices


@pytest.mark.rule("SHG-10.3")
def test_a_move_never_gives_less_than_nothing() -> None:
    table = Table("A...")
    table.s.mod[0, STAT.MOVE, UNTIL.ROUND] = -5
    table.activate("akira").play("move")
    assert table.s.mp == 0
    assert table.play("exert").s.mp == 3


@pytest.mark.rule("SHG-10.5", "SHG-10.6", "SHG-10.7")
def test_one_passes_an_ally_and_ends_behind_her() -> None:
    table = Table("AT.#")
    table.activate("akira").play("move", "step right")
    assert "stop" not in table.choices and table.why("stop") == "SHG-10.6"
    table.play("step right", "stop")
    assert table.at("akira") == (2, 0) and table.at("tomoe") == (1, 0)
    blocked = Table("AT#\n###")
    blocked.s.mod[0, STAT.MOVE, UNTIL.ROUND] = -2
    blocked.activate("akira").play("move")
    assert blocked.why("step right") == "SHG-10.7"


@pytest.mark.rule("SHG-10.8", "SHG-30.1", "SHG-30.2", "SHG-28.3", "SHG-4.3")
def test_occupied_squares_are_refused_with_their_own_entries() -> None:
    table = Table(".Ak.\n.o#.\n....", KACHI)
    table.put("R", 2, 1)
    table.s.ground[table.q(2, 1)] = TERRAIN.REGULAR
    table.activate("akira").play("move")
    assert table.why("step right") == "SHG-10.8"
    assert table.why("step down") == "SHG-30.1"
    assert table.why("step down-right") == "SHG-28.3"
    assert table.why("step up") == "SHG-4.3"
    wall = Table("A#\n..")
    assert wall.activate("akira").play("move").why("step right") == "SHG-30.2"


@pytest.mark.rule("SHG-10.10")
def test_allies_do_not_hinder_a_diagonal_step() -> None:
    table = Table("A.\nT.")
    assert "step down-right" in table.activate("akira").play("move").choices


@pytest.mark.rule("SHG-10.12")
def test_interact_in_the_middle_of_a_move() -> None:
    for breaks in (False, True):
        table = Table("A...\n....", interact_breaks_move=breaks)
        table.weapons("akira", "katana", "yari")
        table.activate("akira").play("move", "step right", "step right")
        if breaks:
            assert table.why("weapons") == "SHG-10.12"
        else:
            table.play("weapons", "step right")
            assert table.at("akira") == (3, 0)


@pytest.mark.rule("SHG-10.13", "SHG-10.11")
def test_bonus_points_are_walked_off_without_the_move_action() -> None:
    table = Table("H.k.\n....\n....", KACHI)
    table.weapons("hikaru", "ninjato")
    table.activate("hikaru").play("move", "step right", "stop", "fast kachi-red")
    table.attack_dice(["1y", "0"], ["1"])
    table.play("no", "yes")
    assert table.s.bonus == 2
    table.play("walk", "step down", "step down")
    assert table.s.bonus == 0 and table.s.moves == 1


@pytest.mark.rule("SHG-10.14")
def test_pushed_and_pulled_by_signs() -> None:
    table = Table(".......\n" * 5)
    table.put("akira", 0, 0)
    table.put("ashigaru", 2, 1)
    table.frame(FRAME.SHOVE, 0, table.id("ashigaru"), 2, 0)
    assert table.go().at("ashigaru") == (4, 3)
    table.put("ashigaru", 4, 1)
    table.frame(FRAME.SHOVE, 0, table.id("ashigaru"), 2, 1)
    assert table.go().at("ashigaru") == (2, 0)
    table.put("tomoe", 3, 0)
    table.frame(FRAME.SHOVE, 0, table.id("ashigaru"), 2, 0)
    assert table.go().at("ashigaru") == (2, 0)


@pytest.mark.rule("SHG-10.16")
def test_wind_road_lets_others_walk_out_of_turn() -> None:
    table = Table("T.A.....\n........", level=4)
    table.s.affinity[2] = 5
    table.activate("tomoe").play("technique wind_road")
    assert table.asks == "effect.square" and "square 5,0" in table.choices
    table.play("square 5,0")
    assert table.at("akira") == (5, 0) and "none" in table.choices
    table.play("none")
    assert table.asks == "act.main"


@pytest.mark.example("EX-G8")
@pytest.mark.rule("SHG-30.4", "SHG-30.5", "SHG-30.6")
def test_mud() -> None:
    table = Table("A~~.\n....")
    s, t = table.match.state[0], table.t_record
    spread_out(t, s, 0, GAIT.WALKING, False, 9)
    cost = {x: int(table.s.dist[table.q(x, 0)]) - 1 for x in range(4)}
    assert cost == {0: 0, 1: 1, 2: 2, 3: 3}
    table = Table("A~~.\n####")
    table.s.mod[0, STAT.MOVE, UNTIL.ROUND] = 2
    table.activate("akira").play("move", "step right", "step right", "step right")
    assert table.s.mp == 0
    corner = Table("A~\n..")
    assert corner.activate("akira").play("move", "step down-right").s.mp == 2
    out = Table("~.\n..")
    out.put("akira", 0, 0)
    assert out.activate("akira").play("move", "step down-right").s.mp == 1


@pytest.mark.example("EX-G9")
@pytest.mark.rule("SHG-30.7", "SHG-30.8")
def test_stairs_are_used_straight() -> None:
    table = Table("A./.\n.../\n....", heights="0001\n0000\n0000")
    for square, answer in (((2, 0), "step right"), ((3, 1), "step up")):
        table = Table("A./.\n.../\n....", heights="0001\n0000\n0000")
        table.put("akira", *square)
        assert answer in table.activate("akira").play("move").choices
    table = Table("A./.\n.../\n....", heights="0001\n0000\n0000")
    table.put("akira", 2, 1)
    assert table.activate("akira").play("move").why("step up-right") == "SHG-30.7"
    slant = Table("..\n/.", heights="11\n00")
    slant.put("akira", 0, 1)
    assert slant.activate("akira").play("move").why("step up-right") == "SHG-30.8"


@pytest.mark.example("EX-G12")
@pytest.mark.rule("SHG-30.11", "SHG-30.12", "SHG-30.13", "SHG-30.14")
def test_walking_flying_spectral() -> None:
    from bestiary.games.shogun.rules.ground.paths import may_end

    def ends(gait: int) -> set[tuple[int, int]]:
        table = Table("k#.\n.oA\n...", KACHI)
        t, s = table.t_record, table.match.state[0]
        f = table.id("kachi")
        spread_out(t, s, f, gait, False, 2)
        return {
            (x, y)
            for y in range(3)
            for x in range(3)
            if table.s.dist[table.q(x, y)] > 0 and may_end(t, s, f, 1, gait, table.q(x, y))
        }

    walking = {(0, 0), (0, 1), (0, 2)}
    assert ends(GAIT.WALKING) == walking
    assert ends(GAIT.FLIES) == walking | {(1, 2)}
    assert ends(GAIT.SPIRIT_WALK) == walking | {(1, 0), (1, 1), (1, 2), (2, 0), (2, 2)}


@pytest.mark.rule("SHG-30.11")
def test_a_shikome_flies_over_akira() -> None:
    table = Table("k.A.o.", {"k": "shikome"})
    t, s = table.t_record, table.match.state[0]
    spread_out(t, s, table.id("shikome"), GAIT.FLIES, False, 5)
    assert int(table.s.dist[table.q(5, 0)]) - 1 == 5


@pytest.mark.rule("SHG-30.15")
def test_inside_a_wall_nobody_targets_or_is_targeted() -> None:
    table = Table("Ao.", {})
    table.put("onryo", 1, 0)
    assert not table.activate("akira").attacks
    table = Table("Ao.....\n.......", {})
    table.put("onryo", 1, 0)
    table.roll("onryo", 2)
    assert table.asks == "enemy.square" and "square 1,0" not in table.choices


@pytest.mark.rule("SHG-30.9", "SHG-30.10")
def test_a_large_creature_needs_wide_stairs() -> None:
    rows = ".....#....\n.....#....\n...../....\n...../....\n.....#....\n"
    heights = "0000001111\n" * 5
    table = Table(rows, {}, heights=heights)
    table.put("blood_oni", 4, 2)
    t, s = table.t_record, table.match.state[0]
    assert no_step(t, s, 2, 1, GAIT.WALKING, table.q(4, 2), 2) == 0
    spread_out(t, s, table.id("blood_oni"), GAIT.WALKING, False, 4)
    from bestiary.games.shogun.rules.ground.paths import may_end

    assert not may_end(t, s, 44, 2, GAIT.WALKING, table.q(5, 2))
    assert table.s.dist[table.q(6, 2)] - 1 == 2 and may_end(t, s, 44, 2, GAIT.WALKING, table.q(6, 2))
    narrow = Table(rows.replace("/....\n...../", "#....\n...../"), {}, heights=heights)
    narrow.put("blood_oni", 3, 2)
    spread_out(narrow.t_record, narrow.match.state[0], 44, GAIT.WALKING, False, 9)
    assert narrow.s.dist[narrow.q(6, 2)] == 0


@pytest.mark.rule("SHG-30.16")
def test_a_cut_path_becomes_inaccessible_and_puts_aside_who_stands_there() -> None:
    from bestiary.games.shogun.rules.ground.squares import cut_path

    table = Table("A..\n...")
    cut_path(table.t_record, table.match.state[0], table.q(0, 0))
    assert table.s.ground[table.q(0, 0)] == TERRAIN.WALL and table.at("akira") == (1, 0)


@pytest.mark.rule("SHG-10.7")
def test_a_passing_square_needs_a_square_behind_it() -> None:
    table = Table("AT#\n###")
    assert not can_stop_after(table.t_record, table.match.state[0], 0, GAIT.WALKING, table.q(1, 0), 0)


@pytest.mark.rule("SHG-8.5")
def test_a_card_moves_at_most_to_the_front() -> None:
    table = Table("AHTJ")
    table.s.step = IN.INITIATIVE
    shift(table.match.state[0], 3, 2, True)
    assert list(table.s.queue[:4]) == [0, 3, 1, 2]
