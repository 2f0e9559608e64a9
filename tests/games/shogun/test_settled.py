"""What a table would settle without a word: no wasted salve, no second promise, another or nobody."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.core.words import result
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, SIDE
from bestiary.games.shogun.events import AIM
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.rules.effects.targets import near_place
from bestiary.games.shogun.rules.enemies.behaviour import reason
from bestiary.games.shogun.rules.ground.squares import eat_head

from .table import Table
from .team import Team
from .test_attack import strike
from .test_campaign import Tale
from .test_play import WON

ASH = {"a": "ashigaru"}
FLAT = "0000\n" * 4


@pytest.mark.rule("SHG-11.7", "SHG-11.3")
def test_a_salve_is_not_wasted_on_full_health() -> None:
    table = Table("AT..")
    table.items("akira", "healing_salve")
    assert table.activate("akira").why("item healing_salve") == "SHG-11.3"
    table.s.hp[0] -= 2
    table.play("item healing_salve")
    assert table.s.hp[0] == table.s.max_hp[0] and table.asks == "act.main"  # Tomoe, who is well, is no choice


@pytest.mark.rule("SHG-11.7")
def test_what_heals_and_cures_helps_whoever_needs_one_of_both() -> None:
    table = Table("A...")
    table.s.attr[0, 1] = 3
    table.items("akira", "sacred_sake")
    assert table.activate("akira").why("item sacred_sake") == "SHG-11.3"
    table.s.cond[0, COND.POISONED] = 2
    table.play("item sacred_sake")
    assert table.s.cond[0, COND.POISONED] == 0


@pytest.mark.rule("SHG-11.7")
def test_a_technique_that_heals_needs_somebody_wounded() -> None:
    table = Table("J..")
    table.learn("jinen", "mantra_of_mending", 6)
    assert table.activate("jinen").why("technique mantra_of_mending") == "SHG-11.3"
    table.s.hp[3] -= 1
    assert "technique mantra_of_mending" in table.choices


@pytest.mark.rule("SHG-12.24")
@pytest.mark.parametrize("hero, weapon", (("akira", "daisho"), ("hikaru", "fang_of_fuma")))
def test_an_effect_once_per_activation_is_not_offered_twice(hero: str, weapon: str) -> None:
    table = Table(f"{hero[0].upper()}a", ASH, level=5)
    table.weapons(hero, weapon)
    card = next(c for c in table.content.cards if c.name.lower().replace(" ", "_") == weapon)
    assert "once per activation" in card.text
    h, a = table.id(hero), table.id("ashigaru")
    table.s.hp[a] = table.s.max_hp[a] = 60
    white, black = (int(n) for n in table.t["w_fast"][(int(table.s.weapon[h, 0]) - 112) // 2])
    strike(table, hero, "ashigaru-red", ["1y"] * white, ["3"] * black)
    assert table.asks == "attack.yinyang"
    points = int(table.s.ap[h])
    table.play("yes")
    assert table.s.ap[h] == points + 1
    table.s.attacks = 0
    strike(table, hero, "ashigaru-red", ["1y"] * white, ["3"] * black)
    assert table.asks == "act.main"


@pytest.mark.rule("SHG-12.24")
def test_a_katana_promises_no_health_to_who_has_it_all() -> None:
    for lost, asks in ((0, "act.main"), (1, "attack.yinyang")):
        table = Table("Aa", ASH)
        table.s.hp[0] -= lost
        strike(table, "akira", "ashigaru-red", ["1y", "0"], ["1"])
        assert table.asks == asks


def thunder(rows: str) -> Table:
    """The Storm Tengu resolves Thunder Step."""
    table = Table(rows, {"S": "storm_tengu"}, level=5)
    s, f = table.s, table.id("storm_tengu")
    step = next(c for c in range(len(table.content.cards)) if table.content.cards[c].name == "Thunder Step")
    own = [int(c) for c in s.ai_deck[2] if c >= 0 and c != step]
    s.ai_deck[2] = -1
    s.ai_deck[2, : len(own) + 1] = [*own, step]
    s.ai_n[2] = len(own) + 1
    for h in range(4):
        table.armour(("akira", "hikaru", "tomoe", "jinen")[h], None)
    table.attack_dice(["0", "0"], ["0", "0"], "strike")
    assert f >= 0
    return table


@pytest.mark.rule("SHG-18.19")
def test_thunder_step_strikes_another_or_nobody() -> None:
    alone = thunder("A.......\n........\n..S.....\n........")
    alone.activate("storm_tengu")
    while alone.asks == "enemy.square":
        alone.play(alone.choices[0])
    assert sum("strikes" in line for line in alone.story() + alone.told()) == 1
    both = thunder("A.......\n........\n..S.....\n.......T")
    both.activate("storm_tengu")
    told = both.told()
    while both.asks in ("enemy.square", "enemy.target"):
        both.play(both.choices[0])
    struck = [line.split(" with ")[0].split()[-1] for line in told + both.story() if "strikes" in line]
    assert sorted(struck) == ["Akira", "Tomoe"]


# ---- which head, who is near, who can still exchange ---------------------------------------------


def fed(*heads: tuple[int, int], bosses: tuple[tuple[int, int], ...] = ()) -> list[tuple[int, int]]:
    """The squares that still have a head after the Undertaker at 3,2 has devoured one within range 3."""
    table = Table(".......\n" * 5)
    table.put("undertaker", 3, 2)
    for x, y in heads:
        table.s.floor[table.q(x, y)] += 1
    for x, y in bosses:
        table.s.floor_boss[table.q(x, y)] += 1
    eat_head(table.t_record, table.match.state[0], table.id("undertaker"), 3)
    left = table.s.floor + table.s.floor_boss
    return [(q % st.COLS, q // st.COLS) for q in range(st.SQUARES) for _ in range(int(left[q]))]


@pytest.mark.rule("SHG-18.18")
def test_the_nearest_head_is_devoured_the_first_in_reading_order_among_equals() -> None:
    assert fed((0, 2), (3, 3)) == [(0, 2)]
    assert fed((3, 1), (2, 2)) == [(2, 2)]
    assert fed((6, 2), (0, 4)) == [(0, 4)]
    assert fed((0, 0)) == [(0, 0)]  # out of range
    assert fed((3, 3), (3, 3)) == [(3, 3)]


@pytest.mark.rule("SHG-18.18")
def test_a_boss_head_is_devoured_where_no_other_lies() -> None:
    assert fed(bosses=((3, 3),)) == []
    table = Table("...\n...")
    table.put("undertaker", 0, 0)
    table.s.floor[table.q(1, 0)] = table.s.floor_boss[table.q(1, 0)] = 1
    eat_head(table.t_record, table.match.state[0], table.id("undertaker"), 3)
    assert table.s.floor[table.q(1, 0)] == 0 and table.s.floor_boss[table.q(1, 0)] == 1


@pytest.mark.rule("SHG-23.10")
def test_who_stands_beside_the_place_of_a_fallen_target_is_still_near_it() -> None:
    table = Table("Aa..\n.b..\n....\n...c", {"a": "ashigaru", "b": "kachi", "c": "kappa"}, heights=FLAT)
    t, s = table.t_record, table.match.state[0]
    a, b, c = (table.id(name) for name in ("ashigaru", "kachi", "kappa"))
    assert near_place(t, s, b, table.q(1, 0), a) and not near_place(t, s, c, table.q(1, 0), a)
    table.s.sq[a] = -1
    assert near_place(t, s, b, table.q(1, 0), a) and not near_place(t, s, c, table.q(1, 0), a)
    assert near_place(t, s, c, table.q(2, 2), a)
    raised = Table("Aa..\n.b..", {"a": "ashigaru", "b": "kachi"}, heights="0000\n0100")
    raised.s.sq[a] = -1
    assert not near_place(raised.t_record, raised.match.state[0], b, raised.q(1, 0), a)


@pytest.mark.rule("SHG-35.1", "SHG-14.12")
def test_each_pair_exchanges_once_in_an_interlude() -> None:
    tale = Tale("akira+tomoe+jinen").finish().until("none").next()
    assert tale.asks == "interlude.main"
    pairs = [c for c in tale.match.choices() if c.startswith("trade")]
    assert pairs == ["trade akira-tomoe", "trade akira-jinen", "trade tomoe-jinen"]
    tale.play("trade akira-jinen", "done")
    assert tale.asks == "interlude.main"
    left = [c for c in tale.match.choices() if c.startswith("trade")]
    assert left == ["trade akira-tomoe", "trade tomoe-jinen"]


# ---- told ----------------------------------------------------------------------------------------


def until(match: Match, phase: str) -> None:
    while Q.words[int(match.state[0]["phase"])] != phase:
        names = match.choices()
        match.play(next((n for n in ("done", "none", "end") if n in names), names[0]))


def test_a_rescue_is_told_by_name_with_what_it_brings() -> None:
    match = Match("shogun", {"mode": "chapter", "players": 1}, 1)
    until(match, "act.main")
    s = readable(match.state[0])
    s.at[s.sq[0]] = -1
    s.sq[0] = s.res_sq[0] - 1
    s.at[s.sq[0]] = 0
    match.prepare()
    match.play("resistor R")
    told = match.story(0)
    assert "The Innkeeper is safe, thanks to Akira." in told and "Akira gains 1 karma." in told


def test_villagers_are_told_by_their_names() -> None:
    table = Table("Rk.\n...\n.A.", {"R": "R", "k": "ashigaru"})
    table.roll("ashigaru", 1)
    told = table.told()
    assert "The Innkeeper has 1 resistance token left." in told
    assert any(line.startswith("The red Ashigaru chooses the Innkeeper: ") for line in told)
    assert not any("resistor" in line for line in told)


@pytest.mark.parametrize(
    "rows, tomoe, reason",
    (
        ("k.A\n...", None, "its only target"),
        ("A.k\n..T", 2, "the most health"),
        ("AkT", None, "the team decided among equals"),
    ),
)
def test_the_reason_of_a_target_is_the_one_that_decided(rows: str, tomoe: int | None, reason: str) -> None:
    for number in range(1, 7):
        table = Table(rows, {"k": "kachi"})
        heroes = [h for h in (0, 2) if table.s.sq[h] >= 0]
        table.s.hp[heroes] = 8
        if tomoe is not None:
            table.s.hp[2] = tomoe
        table.roll("kachi", number)
        told = table.told()
        while table.asks.startswith("enemy"):
            table.play(table.choices[0])
        told += table.story()
        aims = [line for line in told if " chooses " in line]
        if aims:
            assert all(line.endswith(f": {reason}.") for line in aims), aims
            return
    raise AssertionError("no roll aims")


@pytest.mark.rule("SHG-19.5", "SHG-19.6")
def test_an_ally_of_the_characters_is_told_as_the_reason_and_its_own_targets_are_not() -> None:
    table = Table("A.k....\n....y..", {"k": "kachi", "y": "undertaker"})
    table.s.side_of[table.id("undertaker")] = SIDE.CHARACTERS
    foe, ally = 1 << table.id("kachi"), 1 << table.id("undertaker")
    t, s = table.t_record, table.match.state[0]
    assert reason(t, s, table.id("kachi"), ally | 1, ally, 0) == AIM.ALLY
    assert reason(t, s, table.id("kachi"), 1 << st.RES0 | 1, 1 << st.RES0, 0) == AIM.RESISTOR
    assert reason(t, s, table.id("undertaker"), foe | 1, foe, 0) != AIM.ALLY


@pytest.mark.rule("SHG-33.16")
def test_a_chapter_that_is_won_says_what_it_brought_and_what_is_next() -> None:
    match = Match("shogun", {"players": 2, "difficulty": "gentle"}, seed=WON)
    team = Team(match.engine, 1)
    while not match.game_over:
        match.play(team.choose(match.state), match.asked[0])
    said = result(match)
    assert "Gained: a level, 15 coins, 1 affinity for every character." in said
    assert "Next is chapter 2, The Red Lantern Pass." in said
    assert "Akira gains 15 coins." in match.story(0)


def test_a_team_that_knows_the_same_takes_back_unasked_what_chance_has_not_decided() -> None:
    match = Match("shogun", {"mode": "chapter", "players": 2}, 1)
    until(match, "act.main")
    seat = match.asked[0]
    before = match.digest()
    match.play(next(c for c in match.choices() if c.startswith("go ")))
    assert match.can_undo(seat) and not match.can_undo(1 - seat)
    match.undo(seat)
    assert match.digest() == before
    match.play("reroll_ki")
    assert not match.can_undo(seat)
