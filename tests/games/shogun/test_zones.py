"""Chapters 1, 4, 5, 14, 27, 28 and 29: zones, enemies entering, interaction, exchange, limits."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE, TERRAIN
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules.ground.spawning import enter, spawn_points
from bestiary.games.shogun.state import FRAME

from .table import Table, begin


class Chapter:
    """A real chapter, with the first character brought wherever a test needs it."""

    def __init__(self, chapter: int, party: str = "akira+tomoe", seed: int = 3, **options: object) -> None:
        self.match = begin(seed, chapter=chapter, party=party, players=1, **options)
        self.s: Any = readable(self.match.state[0])
        self.t: Any = self.match.content.tables[0]
        self.wait()

    def wait(self, hero: int | None = None) -> None:
        """On to the next activation of a character, everybody kept alive."""
        while Q.words[int(self.s.phase)] != "act.main" or (hero is not None and self.s.active != hero):
            names = self.match.choices()
            pick = next((n for n in ("end", "none", "no", "accept", "done") if n in names), names[0])
            self.s.hp[:4] = self.s.max_hp[:4]
            self.match.play(pick)
        self.hero = int(self.s.active)

    def stand(self, x: int, y: int, hero: int | None = None) -> None:
        h = self.hero if hero is None else hero
        s, q = self.s, y * st.COLS + x
        if s.at[s.sq[h]] == h:
            s.at[s.sq[h]] = -1
        s.sq[h] = q
        s.at[q] = h
        self.match.prepare()

    def clear_enemies(self) -> None:
        for f in range(4, st.CREATURES):
            if self.s.sq[f] >= 0:
                self.s.at[self.s.at == f] = -1
                self.s.sq[f] = -1

    def play(self, *answers: str) -> Chapter:
        for answer in answers:
            self.match.play(answer)
        return self

    @property
    def choices(self) -> list[str]:
        return self.match.choices()


@pytest.mark.rule("SHG-1.1", "SHG-1.2", "SHG-1.3")
def test_characters_are_dealt_to_the_players_in_turn() -> None:
    match = Match("shogun", {"players": 2, "party": "akira+hikaru+tomoe"}, 1)
    s = match.state[0]
    assert [int(s["owner"][h]) for h in range(3)] == [0, 1, 0] and int(s["party"]) == 3
    assert match.seats == 2 and match.asked == [0]


@pytest.mark.rule("SHG-1.6", "SHG-29.3")
def test_without_a_miniature_nothing_appears() -> None:
    table = Table("A......\n.......")
    for i, colour in enumerate(("red", "blue", "green", "yellow", "purple", "white")):
        table.put(f"kachi-{colour}", i + 1, 0)
    log = table.match.engine.new_log()
    assert enter(table.t_record, table.match.state[0], 7, table.q(0, 1), False, log[0]) == -1
    for i, colour in enumerate(("red", "blue", "green")):
        table.put(f"onryo-{colour}", i + 1, 1)
    table.frame(FRAME.SPAWN, 9, 0, table.q(0, 1), -1)
    assert table.go().s.at[table.q(0, 1)] == -1


@pytest.mark.rule("SHG-1.7", "SHG-14.15")
def test_the_decoy_is_a_resistor_without_a_card() -> None:
    table = Table("H..\n...")
    table.learn("hikaru", "shadow_double", 5)
    table.activate("hikaru").play("technique shadow_double", "square 1,0")
    assert table.at("decoy") == (1, 0) and table.s.res_tokens[st.DECOY] == 1 and table.s.queue_n == 1
    assert table.s.at[table.q(1, 0)] == st.RES0 + st.DECOY
    table.weapons("hikaru", "kodachi", "shuriken")
    assert table.why("resistor decoy") == "SHG-14.15"


@pytest.mark.rule("SHG-4.2", "SHG-14.4", "SHG-14.5", "SHG-4.10", "SHG-26.17", "SHG-26.18")
def test_a_door_joins_two_zones() -> None:
    game = Chapter(1, "akira+hikaru+tomoe")
    game.clear_enemies()
    game.stand(8, 3)
    door = 3 * st.COLS + 9
    assert game.s.ground[door] == TERRAIN.DOOR
    oracle = int(game.s.oracle_n + game.s.drawn_n)
    game.play("door D1")
    assert game.s.ground[door] == TERRAIN.REGULAR and game.s.zone[1] == 1
    kinds = sorted(int(game.t["kind"][f]) for f in range(4, 48) if game.s.sq[f] >= 0)
    assert kinds == [4, 4, 5, 7] and game.s.res_tokens[1] == 5
    assert int(game.s.oracle_n + game.s.drawn_n) == oracle + 2
    assert spawn_points(game.t, game.match.state[0], 1) == 0b1100
    game.play("move")
    assert "step right" in game.choices
    game.play("step right", "step right")
    assert game.s.sq[game.hero] == 3 * st.COLS + 10
    assert "door D1" not in game.choices


@pytest.mark.rule("SHG-4.3")
def test_outside_the_revealed_zones_everything_is_shut() -> None:
    game = Chapter(1)
    assert game.s.ground[3 * st.COLS + 10] == TERRAIN.OUTSIDE


@pytest.mark.rule("SHG-4.5", "SHG-4.6")
def test_characters_may_take_any_arrival_square() -> None:
    match = Match("shogun", {"mode": "chapter", "players": 1, "party": "akira+tomoe"}, 1)
    while Q.words[int(match.state[0]["phase"])] != "place.character":
        match.play("done" if "done" in match.choices() else match.choices()[0])
    assert match.choices() == ["arrive a", "arrive b", "arrive c", "arrive d"]
    match.play("arrive a")
    assert match.choices() == ["arrive b", "arrive c", "arrive d"]
    match.play("arrive d")
    assert int(match.state[0]["sq"][2]) == 4 * st.COLS + 1


@pytest.mark.example("EX-9")
@pytest.mark.rule("SHG-4.5", "SHG-4.8", "SHG-4.9", "SHG-7.3", "SHG-8.12", "SHG-8.14", "SHG-5.6", "SHG-5.7")
def test_relocation_in_chapter_two() -> None:
    game = Chapter(2)
    s = game.s
    s.counter[0] = 2
    s.floor[5 * st.COLS + 5] = 1
    game.stand(8, 2)
    oracle = int(s.oracle_n + s.drawn_n)
    game.play("point C", "arrive a", "arrive d")
    assert int(s.items[game.hero].max()) == st.SPECIAL0 + 1
    assert s.zone[0] == 2 and s.ground[: 8 * st.COLS].sum() == 0 and s.floor.sum() == 0
    assert s.hp[44] == 30 and s.ai_n[0] == 10
    assert sorted(int(f) for f in range(4, 48) if s.sq[f] >= 0) == [10, 44]
    assert int(s.oracle_n + s.drawn_n) == oracle + 3
    waiting = {int(c) for c in s.queue[s.at_card + 1 : s.queue_n]}
    assert {10, 44} <= waiting and s.sq[0] == 8 * st.COLS and s.sq[2] == 9 * st.COLS + 2
    assert s.at[(8 + 3) * st.COLS + 8] == s.at[(8 + 4) * st.COLS + 9] == 44
    assert 0 not in things_in(game)


def things_in(game: Chapter) -> set[int]:
    """The zones in which points or doors are left."""
    t, s = game.match.engine.tables[0], game.s
    c = int(s.chapter)
    marks = ((t["point_sq"][c], s.point), (t["door_sq"][c, :, 0], s.door))
    return {
        int(t["zone_at"][c, q])
        for squares, left in marks
        for i, q in enumerate(squares)
        if q >= 0 and left[i]
    }


@pytest.mark.rule("SHG-4.14", "SHG-4.9")
def test_moving_all_removes_every_zone_before() -> None:
    game = Chapter(4)
    s = game.s
    game.clear_enemies()
    game.stand(8, 3)
    game.play("door D1")
    game.clear_enemies()
    game.stand(18, 2)
    s.ap[game.hero] = 4
    s.items[game.hero, 5] = st.SPECIAL0 + 3
    s.box[st.SPECIAL0 + 3] = 0
    f = 42
    s.hp[f], s.max_hp[f], s.side_of[f] = 9, 9, SIDE.CHARACTERS
    s.sq[f] = 3 * st.COLS + 17
    s.at[s.sq[f]] = f
    game.match.prepare()
    game.play("point C", "arrive a", "arrive b")
    while Q.words[int(s.phase)] == "spawn.square":
        game.play(game.choices[0])
    assert s.zone[0] == s.zone[1] == 2 and s.ground[7 * st.COLS + 3] == TERRAIN.OUTSIDE
    assert s.sq[42] >= 8 * st.COLS
    assert things_in(game) == {2}


@pytest.mark.rule("SHG-4.13")
def test_a_large_creature_is_in_the_zone_of_its_upper_left_square() -> None:
    from bestiary.games.shogun.rules.figures import zone_of

    table = Table("A...\n....\n....", chapter=2)
    table.put("blood_oni", 1, 1)
    table.t["zone_at"][1, table.q(2, 1)] = 1
    assert zone_of(table.t_record, table.match.state[0], 44) == 0


# ---- enemies enter -------------------------------------------------------------------------------


@pytest.mark.rule("SHG-5.1", "SHG-5.2", "SHG-5.9")
def test_colours_are_taken_in_order() -> None:
    table = Table("A....\n.....")
    table.put("kachi-red", 1, 0)
    table.put("kachi-blue", 2, 0)
    table.s.hp[22] -= 3
    assert table.s.hp[23] == 6
    table.s.at[table.q(1, 0)] = -1
    table.s.sq[22] = -1
    log = table.match.engine.new_log()
    assert enter(table.t_record, table.match.state[0], 7, table.q(0, 1), False, log[0]) == 22


@pytest.mark.rule("SHG-5.3", "SHG-5.4")
def test_once_marked_plus_a_kind_stays_upgraded() -> None:
    table = Table("A....\n.....")
    t, s = table.t_record, table.match.state[0]
    log = table.match.engine.new_log()
    assert enter(t, s, 7, table.q(1, 0), False, log[0]) == 22
    assert enter(t, s, 7, table.q(2, 0), True, log[0]) == 23
    assert enter(t, s, 7, table.q(3, 0), False, log[0]) == 24
    assert [int(table.s.max_hp[f]) for f in (22, 23, 24)] == [6, 8, 8]


@pytest.mark.rule("SHG-5.5", "SHG-5.7", "SHG-5.6", "SHG-34.7")
def test_boards_of_servants_and_chosen() -> None:
    table = Table("A....\n.....\n.....")
    t, s = table.t_record, table.match.state[0]
    log = table.match.engine.new_log()
    assert enter(t, s, 12, table.q(1, 0), False, log[0]) == 41 and table.s.ai_n.sum() == 0
    assert [int(x) for x in table.t["b_health"][15, 0]] == [17, 30, 46, 56]
    table.s.party, table.s.level[0] = 4, 3
    assert enter(t, s, 18, table.q(3, 0), False, log[0]) == 47
    assert table.s.hp[47] == 84 + 6 and table.s.ai_n[3] == 6


@pytest.mark.rule("SHG-29.1", "SHG-29.2", "SHG-29.4", "SHG-29.5", "SHG-14.16")
def test_spawn_points() -> None:
    table = Table("A....\n.....\n.....")
    table.t["spawn_sq"][0, 0] = table.q(3, 1)
    table.frame(FRAME.SPAWN, 5, 0, -1, 0)
    assert table.go().at("ashigaru-red") == (3, 1)
    table.t["spawn_sq"][0, 0] = table.q(2, 1)
    table.put("akira", 2, 1)
    table.s.at[table.q(3, 1)] = -1
    table.s.sq[10] = -1
    table.frame(FRAME.SPAWN, 5, 0, -1, 0)
    table.go()
    assert table.asks == "spawn.square" and len(table.choices) == 8
    table.play("square 1,0")
    table.t["spawn_sq"][0, 1] = table.q(4, 2)
    table.frame(FRAME.SPAWN, 5, 0, -1, 0)
    table.go()
    assert table.asks == "spawn.point" and table.choices == ["spawn 1", "spawn 2"]
    table.play("spawn 2")
    table.weapons("akira", "katana")
    table.activate("akira")
    assert not [
        c for c in table.choices if c.split()[0] in ("point", "door", "resistor", "partner", "weapons")
    ]


# ---- interaction ---------------------------------------------------------------------------------


@pytest.mark.rule("SHG-14.1", "SHG-14.7", "SHG-14.2")
def test_a_point_is_used_up() -> None:
    game = Chapter(1)
    game.clear_enemies()
    game.stand(2, 5)
    ap = int(game.s.ap[game.hero])
    game.play("point A")
    assert game.s.point[0] == 0 and game.s.ap[game.hero] == ap - 1
    grave = Chapter(3)
    grave.clear_enemies()
    grave.s.point[3] = 1
    assert int(grave.t["point_keep"][2, 3]) == 1 and int(grave.t["point_keep"][0, 0]) == 0


@pytest.mark.rule("SHG-14.3")
def test_different_heights_do_not_meet() -> None:
    table = Table("A/T.\n....", heights="1122\n1122")
    table.put("akira", 1, 0)
    table.weapons("akira", "katana", "yari")
    table.activate("akira")
    assert "partner tomoe" not in table.choices and table.why("partner tomoe") == "SHG-14.8"


@pytest.mark.rule("SHG-14.6")
def test_a_large_door_opens_as_one() -> None:
    game = Chapter(6)
    game.clear_enemies()
    game.s.counter[0] = 2
    game.stand(8, 2)
    game.play("door D1")
    assert [int(game.s.ground[y * st.COLS + 9]) for y in (2, 3)] == [TERRAIN.REGULAR] * 2


@pytest.mark.rule("SHG-14.13", "SHG-3.9")
def test_changing_weapons() -> None:
    table = Table("A.k", {"k": "kachi"})
    table.weapons("akira", "katana", "yari")
    assert not table.activate("akira").attacks
    table.play("weapons")
    assert table.s.ap[0] == 3 and table.attacks


@pytest.mark.rule("SHG-14.15", "SHG-33.1", "SHG-33.19", "SHG-33.2", "SHG-1.1")
def test_the_third_villager_ends_the_phase_after_his_gift() -> None:
    game = Chapter(1)
    game.clear_enemies()
    game.stand(8, 3)
    game.play("resistor R")
    assert game.s.counter[0] == 1 and game.s.karma[game.hero] == 1 and game.s.res_sq[0] == -1
    game.s.counter[0] = 2
    game.s.ap[game.hero] = 4
    game.play("door D1")
    game.s.res_sq[2] = 3 * st.COLS + 11
    game.s.res_tokens[2] = 8
    game.s.at[3 * st.COLS + 11] = st.RES0 + 2
    game.clear_enemies()
    game.stand(10, 3)
    coins = int(game.s.coins[game.hero])
    game.play("resistor T")
    assert game.match.game_over and game.s.winner == 1 and game.s.coins[game.hero] == coins + 8
    assert game.match.returns() == [1.0]


@pytest.mark.rule("SHG-15.8", "SHG-15.9")
def test_special_items_open_doors_and_exist_once() -> None:
    game = Chapter(1)
    game.clear_enemies()
    s = game.s
    game.stand(8, 3)
    game.play("door D1")
    game.clear_enemies()
    s.ap[game.hero] = 4
    game.stand(12, 5)
    game.play("point C")
    key = st.SPECIAL0
    assert key in s.items[game.hero] and "item granary_key" not in game.choices
    slot = [int(c) for c in s.items[game.hero]].index(key)
    action = A.ITEM + slot
    assert game.match.why(action) == "SHG-15.8"
    game.stand(12, 6)
    game.play("door D2")
    assert s.door[1] == 2 and s.zone[2] == 1
    from bestiary.games.shogun.rules.effects.operations import take_special

    log = game.match.engine.new_log()
    take_special(game.match.state[0], 2, 0, log[0])
    assert key not in s.items[2] or game.hero == 2


# ---- exchanges -----------------------------------------------------------------------------------


@pytest.mark.example("EX-8")
@pytest.mark.rule(
    "SHG-14.8", "SHG-14.9", "SHG-14.10", "SHG-14.11", "SHG-14.12", "SHG-27.1", "SHG-27.2", "SHG-15.6"
)
def test_exchange_and_limits() -> None:
    table = Table("AT.")
    table.items("tomoe", "war_fan", "spyglass", "fox_mask", "bandages", "rice_ball")
    table.items("akira", "grappling_hook")
    table.s.coins[0], table.s.karma[0] = 7, 2
    table.s.uses[table.card("bandages")] = 1
    table.activate("akira").play("partner tomoe", "give_item grappling_hook akira")
    assert table.s.ap[0] == 3 and table.asks == "limit.discard"
    assert len(table.choices) == 4
    deck = int(table.s.market_n)
    table.play("discard spyglass")
    assert table.s.market_n == deck + 1 and int(table.s.market[0]) == table.card("spyglass")
    assert table.s.bottom == 1
    assert table.asks == "limit.discard" or table.asks == "trade.give"
    while table.asks == "limit.discard":
        table.play(table.choices[-1])
    table.play("give_coins akira 5")
    assert table.s.coins[2] >= 5 and table.why("give_coins akira 1") == "SHG-14.12"
    assert table.why("give_karma akira") == "SHG-14.9" and table.why("give_blessed akira") == "SHG-14.10"
    if "give_item bandages tomoe" in table.choices:
        table.play("give_item bandages tomoe")
        assert table.s.uses[table.card("bandages")] == 1
        assert table.why("give_item bandages akira") == "SHG-14.12"
    table.play("done")
    assert table.asks == "act.main" and table.s.gave.sum() == 0


@pytest.mark.rule("SHG-14.8", "SHG-14.11")
def test_seven_coins_are_given_as_all() -> None:
    table = Table("AT.")
    table.s.coins[[0, 2]] = [7, 0]
    table.activate("akira").play("partner tomoe", "give_coins akira 7", "done")
    assert list(table.s.coins[[0, 2]]) == [0, 7]


@pytest.mark.rule("SHG-14.14", "SHG-27.4", "SHG-27.5", "SHG-27.6")
def test_traded_equipment() -> None:
    table = Table("AT.\nk..", {"k": "kachi"})
    table.weapons("akira", "katana", "yari")
    table.weapons("tomoe")
    table.armour("akira", "o_yoroi", 2)
    table.armour("tomoe", None)
    table.activate("akira").play("partner tomoe", "give_weapon katana akira", "give_armour o_yoroi akira")
    table.play("done")
    assert table.s.weapon[0, 0] == table.card("yari") and table.s.weapon[2, 0] == table.card("katana")
    assert table.s.arm[2] == 2 and table.s.arm[0] == 0
    bare = Table("Tk", {"k": "kachi"})
    bare.weapons("tomoe")
    assert bare.activate("tomoe").why("fast kachi-red") == "SHG-27.4"


@pytest.mark.rule("SHG-27.1", "SHG-27.6")
def test_a_third_weapon_and_a_second_armour() -> None:
    table = Table("AT.")
    table.weapons("akira", "yari")
    table.weapons("tomoe", "hankyu", "naginata")
    table.armour("akira", "tatami_do", 1)
    table.armour("tomoe", "riding_haori", 0)
    table.activate("akira").play("partner tomoe", "give_weapon yari akira")
    assert table.asks == "limit.discard" and len(table.choices) == 3
    table.play("discard yari", "give_armour tatami_do akira")
    assert table.s.box[table.card("yari")] == 1 and len(table.choices) == 2
    table.play("discard riding_haori")
    assert table.s.arm[2] == 1 and table.s.armour[2, 0] == table.card("tatami_do")


@pytest.mark.rule("SHG-27.3")
def test_special_items_do_not_count() -> None:
    from bestiary.games.shogun.rules.things.items import excess

    table = Table("A.")
    table.items(
        "akira",
        "rice_ball",
        "rice_ball.2",
        "rice_ball.3",
        "rice_ball.4",
        "antidote",
        "oni_bell",
        "granary_key",
    )
    assert excess(table.t_record, table.match.state[0], 0) == 0


@pytest.mark.rule("SHG-3.2")
def test_sharing_before_the_phase_is_free() -> None:
    match = Match("shogun", {"mode": "chapter", "players": 1, "party": "akira+tomoe"}, 1)
    while Q.words[int(match.state[0]["phase"])] != "share.main":
        match.play(match.choices()[0])
    match.play("trade akira-tomoe")
    ap = match.state[0]["ap"].copy()
    match.play("give_item bandages tomoe")
    match.play("done")
    assert (match.state[0]["ap"] == ap).all() and (match.state[0]["items"][0] == 12).any()
    assert "trade akira-tomoe" not in match.choices() and "equip yari akira" in match.choices()
