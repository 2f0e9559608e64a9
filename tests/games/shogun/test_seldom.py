"""What seldom comes up in a game: the edge of the plane, heads of Chosen, what armour adds, who stays out."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, FLAG, SIDE, WHO
from bestiary.games.shogun.rules.fight.damage import forget_attack
from bestiary.games.shogun.rules.figures import attribute
from bestiary.games.shogun.rules.frames import FALL
from bestiary.games.shogun.rules.ground.geometry import clear
from bestiary.games.shogun.state import FRAME

from .table import Table, begin
from .test_campaign import Tale, interlude
from .test_initiative import initiative

PLANE = ("." * st.COLS + "\n") * st.ROWS
RIGHT, BOTTOM = st.COLS - 1, st.ROWS - 1


@pytest.mark.rule("SHG-10.14")
@pytest.mark.parametrize(
    ("akira", "ashigaru", "end"),
    [
        ((3, 2), (1, 2), (0, 2)),
        ((3, 4), (3, 1), (3, 0)),
        ((RIGHT - 3, 2), (RIGHT - 1, 2), (RIGHT, 2)),
        ((3, BOTTOM - 3), (3, BOTTOM - 1), (3, BOTTOM)),
    ],
)
def test_a_push_ends_at_the_edge(
    akira: tuple[int, int], ashigaru: tuple[int, int], end: tuple[int, int]
) -> None:
    table = Table(PLANE)
    table.put("akira", *akira)
    table.put("ashigaru", *ashigaru)
    table.frame(FRAME.SHOVE, 0, table.id("ashigaru"), 2, 0)
    assert table.go().at("ashigaru") == end


@pytest.mark.rule("SHG-10.14")
def test_a_gust_pushes_adjacent_enemies_and_nobody_else() -> None:
    figures = {"r": "ashigaru-red", "g": "ashigaru-green"}
    table = Table("........\n.A......\n.Tr...g.\n........", figures, level=4)
    table.s.affinity[2] = 3
    table.activate("tomoe").play("technique gust")
    assert [table.at(name) for name in ("akira", "tomoe")] == [(1, 1), (1, 2)]
    assert [table.at(name) for name in figures.values()] == [(4, 2), (6, 2)]


@pytest.mark.rule("SHG-16.5")
def test_every_placed_die_may_be_withdrawn() -> None:
    table = Table("A..", level=3)
    table.learn("akira", "stab", 2)
    table.learn("akira", "battle_cry", 3)
    table.s.attr[0, ATTR.SPIRIT] = 2
    table.activate("akira")
    assert [c for c in table.choices if c.startswith("withdraw")] == [
        "withdraw_ki stab",
        "withdraw_ki battle_cry",
    ]


@pytest.mark.rule("SHG-14.8", "SHG-14.11", "SHG-14.12")
def test_heads_of_chosen_are_given_one_or_all_and_only_one_way() -> None:
    table = Table("AT.")
    table.s.boss[0], table.s.heads[2], table.s.heads[0] = 3, 2, 1
    table.activate("akira").play("partner tomoe")
    given = [c for c in table.choices if "heads" in c]
    assert given == [
        "give_heads akira 1",
        "give_boss_heads akira 1",
        "give_boss_heads akira 3",
        "give_heads tomoe 1",
        "give_heads tomoe 2",
    ]
    table.play("give_boss_heads akira 1", "give_heads tomoe 2")
    assert list(table.s.boss[[0, 2]]) == [2, 1] and list(table.s.heads[[0, 2]]) == [3, 0]
    assert table.why("give_boss_heads akira 1") == "SHG-14.12"


@pytest.mark.rule("SHG-16.6", "SHG-2.13")
def test_of_two_heads_on_a_square_that_of_the_chosen_is_taken_first() -> None:
    table = Table("A..\n...")
    q = table.q(1, 0)
    table.s.floor[q] = table.s.floor_boss[q] = 1
    table.activate("akira").play("take_head 1,0")
    assert (table.s.boss[0], table.s.heads[0], table.s.floor_boss[q], table.s.floor[q]) == (1, 0, 0, 1)
    table.play("take_head 1,0")
    assert (table.s.boss[0], table.s.heads[0], table.s.floor[q]) == (1, 1, 0)


@pytest.mark.rule("SHG-10.13")
def test_bonus_movement_is_not_walked_without_any() -> None:
    table = Table("A..").activate("akira")
    assert table.why("walk") == "SHG-10.13"
    table.s.bonus = 1
    table.match.prepare()
    assert "walk" in table.choices


@pytest.mark.rule("SHG-25.5")
@pytest.mark.parametrize(
    ("armour", "left"), [("iron_kesa", [2, 0, 0, 0]), ("hemp_breastplate", [1, 0, 0, 0])]
)
def test_armour_that_adds_spirit_helps_the_dead(armour: str, left: list[int]) -> None:
    tale = Tale("akira+jinen").until("act.main")
    s = tale.s
    card = next(i for i, c in enumerate(tale.match.content.cards) if c.code == armour)
    s.box[s.armour[3, 0]] = 1
    s.box[card] = 0
    s.armour[3, 0] = card
    s.level[3], s.attr[3] = 2, [2, 0, 0, 0]
    tale.finish(fallen=(3,), dice=[1])
    assert list(s.attr[3]) == left


@pytest.mark.rule("SHG-35.4", "SHG-27.1", "SHG-27.5")
def test_a_weapon_is_bought_beside_the_others_and_armour_instead_of_the_old() -> None:
    tale = interlude()
    s = tale.s
    s.coins[3], s.level[3] = 999, 2
    tale.match.prepare()
    old, worn = int(s.weapon[3, 0]), int(s.armour[3, 0])
    tale.play("buy_smith shakujo jinen")
    assert int(s.weapon[3, 0]) == old and tale.match.content.cards[int(s.weapon[3, 1])].code == "shakujo"
    assert not s.box[s.weapon[3, 1]]
    tale.play("buy_smith iron_kesa jinen")
    assert s.box[worn] == 1 and tale.match.content.cards[int(s.armour[3, 0])].code == "iron_kesa"


@pytest.mark.rule("SHG-35.5")
def test_armour_that_is_whole_is_not_repaired() -> None:
    tale = interlude(coins=50)
    assert not any(c.startswith("repair akira") for c in tale.match.choices())
    assert tale.match.why(tale.match.find("repair akira 0")) == "SHG-35.5"


@pytest.mark.rule("SHG-35.3", "SHG-23.3")
@pytest.mark.parametrize(("kami", "coins", "karma"), [("inari", 10, 0), ("fujin", 0, 1)])
def test_a_kami_may_bring_something_to_the_interlude(kami: str, coins: int, karma: int) -> None:
    def owned(kami: str) -> tuple[int, int]:
        tale = Tale("akira+jinen").until("act.main")
        tale.s.kami[0] = tale.match.content.words["kami"].index(kami)
        tale.s.affinity[0], tale.s.coins[0], tale.s.karma[0] = 1, 0, 0
        tale = tale.finish().until("none").next()
        return int(tale.s.coins[0]), int(tale.s.karma[0])

    with_it, without = owned(kami), owned("amaterasu")
    assert with_it == (without[0] + coins, without[1] + karma)


@pytest.mark.rule("SHG-26.12", "SHG-26.13")
def test_a_large_target_does_not_hide_itself() -> None:
    table = Table("AO..\n#...\n....", {"O": "blood_oni"})
    me, other = table.id("akira"), table.id("blood_oni")
    t, s = table.t_record, table.match.state[0]
    assert table.at("blood_oni") == (1, 0) and int(table.s.at[table.q(1, 1)]) == other
    assert clear(t, s, table.q(0, 0), table.q(1, 1), SIDE.CHARACTERS, me, other)
    assert not clear(t, s, table.q(0, 0), table.q(1, 1), SIDE.CHARACTERS, me, me)


@pytest.mark.rule("SHG-23.10")
def test_what_lasts_for_all_characters_reaches_those_in_sight_and_range() -> None:
    """No card of the game says so; a card set may."""
    table = Table("J..T..A#.H", level=2)
    table.armour("jinen", "iron_kesa")
    i = int(table.t["list_first"][table.t["ar_list"][(table.card("iron_kesa") - st.ARMOUR0) // 2]])
    for who, wanted in ((WHO.SELF, [0, 0, 0, 1]), (WHO.CHARACTERS, [0, 0, 1, 1])):
        table.t["fx_who"][i], table.t["fx_within"][i] = who, 3
        table.s.attr[:, ATTR.SPIRIT] = 0
        spirit = [int(attribute(table.t_record, table.match.state[0], h, ATTR.SPIRIT)) for h in range(4)]
        assert spirit == wanted


@pytest.mark.rule("SHG-7.8")
def test_an_imagined_event_deck_holds_every_card_that_is_nowhere_else() -> None:
    match = begin(players=1)
    t, true = match.engine.tables[0], match.state[0]
    world = match.engine.resampled(match.state, 0, 3)[0]
    for colour in range(2):
        fits = [
            st.EVENT0 + i
            for i in range(st.EVENT_CARDS)
            if t["ev_colour"][i] == colour and t["ev_tier"][i] == 1 and not true["box"][st.EVENT0 + i]
        ]
        dealt = [*world["event_deck"][colour], *world["sleeve"][:, colour]]
        assert sorted(int(c) for c in dealt if c >= 0) == fits


@pytest.mark.rule("SHG-9.9")
def test_what_lasts_until_the_next_activation_ends_as_that_begins() -> None:
    table = Table("A..\n...", level=4)
    table.learn("akira", "guardians_challenge", 5)
    table.activate("akira").play("technique guardians_challenge")
    assert table.s.mod[0].any() and table.s.flag[0].any()
    table.play("end").activate("akira")
    assert not table.s.mod[0].any() and not table.s.flag[0].any()


@pytest.mark.rule("SHG-8.7")
def test_who_comes_first_is_not_asked_to_come_sooner() -> None:
    table = Table("AHT....\nk......", {"k": "kachi"}, level=2, chapter=2)
    table.learn("akira", "sixth_sense", 2)
    initiative(table, "akira", "kachi", "hikaru", "tomoe")
    assert table.asks != "init.use"


def test_with_a_chosen_its_cards_leave_the_game() -> None:
    table = Table("A.....\n......\n......")
    f = table.put("blood_oni", 2, 0)
    s, c = table.s, f - st.CHOSEN0
    own = [int(card) for card in s.ai_deck[c] if card >= 0]
    s.ai_deck[c, len(own) - 3 :] = -1
    s.ai_n[c] -= 3
    s.ai_discard[c, 0], s.ai_aside[c, 0], s.ai_card[c] = own[-3:]
    s.ai_discard_n[c] = s.ai_aside_n[c] = 1
    s.hp[f] = 0
    before = int(s.queue_n)
    table.frame(FRAME.DEFEAT, f, 0, FALL.STRUCK_DOWN)
    table.go()
    assert s.box[own].all() and table.at("blood_oni") is None
    assert int(s.queue_n) == before - 1 and f not in s.queue[: s.queue_n]
    gone = (s.ai_deck[c], s.ai_discard[c], s.ai_aside[c])
    assert all((zone == -1).all() for zone in gone) and int(s.ai_card[c]) == -1
    assert int(s.ai_n[c]) == int(s.ai_discard_n[c]) == int(s.ai_aside_n[c]) == 0


@pytest.mark.rule("SHG-11.1", "SHG-10.1", "SHG-15.1", "SHG-1.8")
def test_without_points_or_an_item_nothing_is_done_with_them() -> None:
    table = Table("A..\n...", level=3)
    table.learn("akira", "battle_cry", 3)
    table.activate("akira")
    assert table.why("technique battle_cry") == "" and table.why("item 6") == "SHG-15.1"
    table.s.ap[0] = 0
    table.match.prepare()
    assert table.why("technique battle_cry") == "SHG-11.1" and table.why("move") == "SHG-10.1"
    table.s.ap[0], table.s.bonus = 1, 2
    table.s.flag[0, 0] = FLAG.NO_MOVE
    table.match.prepare()
    assert table.why("move") == table.why("walk") == "SHG-1.8"


def test_of_an_attack_that_is_over_nothing_is_left() -> None:
    table = Table("Ak.", {"k": "kachi"})
    row = table.match.state[0]
    own = [name for name in row.dtype.names if name.startswith("a_")]
    before = {name: row[name].copy() for name in own}
    for name in own:
        row[name] = 1
    forget_attack(row)
    assert len(own) > 20 and [name for name in own if (row[name] != before[name]).any()] == []
