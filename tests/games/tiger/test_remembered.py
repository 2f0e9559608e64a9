"""Single steps of the rules on a war that lies on the table: who is told, and what is remembered."""

from __future__ import annotations

import pytest

from bestiary.core.record import EMPTY
from bestiary.games.tiger import GAME, rules
from bestiary.games.tiger.events import BY
from bestiary.games.tiger.state import ATT, DEF, MERGED, NONE, OPT, SIDES
from bestiary.testing.plain import plain

from .table import KINDS, piles, table
from .war import laid, new_log, told

actions = plain(rules.actions)
conditions = plain(rules.conditions)
dawn = plain(rules.dawn)
dice = plain(rules.dice)
ending = plain(rules.ending)
roosters = plain(rules.roosters)
spoils = plain(rules.spoils)
zoo = plain(rules.zoo)
rules_table = plain(rules.table)
CRANE, TIGER, MANTIS = (KINDS[code] for code in ("crane", "tiger", "mantis"))


@pytest.mark.rule("TTR-15.22")
def test_whoever_laid_the_dawn_card_guesses() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / mantis mantis", owners=([2, 0], [1, 1]))
    log = new_log(made)
    dawn.guess(made.match.state[0], 3, log[0])
    assert told(made, log, "guesses")[0]["seat"] == 2
    assert (int(made.s.guess), made.s.used.tolist()) == (3, [1, 0])


@pytest.mark.rule("TTR-15.3", "TTR-15.4", "TTR-15.5")
def test_of_a_merged_die_nothing_stays_where_it_was() -> None:
    made = laid("crane crane / crane crane", "mantis tiger / leopard crane")
    row, s = made.match.state[0], made.s
    s.seen[DEF, 1], s.up[DEF, 1], s.seen[DEF, 0] = 0b10, EMPTY, 0b10
    s.pick = 1
    dawn.merge_into(made.match.content.tables[0], row, 0, new_log(made)[0])
    assert int(s.heap_n[DEF, 1]) == int(s.seen[DEF, 1]) == 0 and int(s.merge_at) == 0
    assert (
        int(s.heap_n[DEF, MERGED]) == 2 and int(s.seen[DEF, MERGED]) == 0b10 and int(s.laid[DEF, MERGED]) == 1
    )


@pytest.mark.rule("TTR-15.4")
def test_with_one_die_left_to_merge_into_nothing_is_asked() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger")
    before = int(made.s.phase)
    dawn.merge_from(made.match.content.tables[0], made.match.state[0], 1, False, new_log(made)[0])
    assert int(made.s.phase) == before and int(made.s.merge_at) == 0 and int(made.s.pick) == NONE


@pytest.mark.rule("TTR-15.5")
def test_what_was_seen_of_a_die_is_remembered_when_it_is_merged() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger crane")
    made.s.up[DEF, 1] = TIGER
    made.s.pick = 1
    dawn.merge_into(made.match.content.tables[0], made.match.state[0], 0, new_log(made)[0])
    assert int(made.s.known[2, 1, TIGER]) == int(made.s.known[0, 1, TIGER]) == 1


@pytest.mark.rule("TTR-16.15", "TTR-16.16")
def test_the_open_card_of_a_robbed_die_is_remembered() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger crane leopard")
    made.s.up[DEF, 1], made.s.pick = TIGER, 1
    roosters.steal_card(made.match.state[0], CRANE, new_log(made)[0])
    assert int(made.s.known[2, 1, TIGER]) == 1 and int(made.s.hand[0, CRANE]) == 1
    assert int(made.s.known[2, 0, CRANE]) == 0 and int(made.s.known[1, 0, CRANE]) == 1


@pytest.mark.rule("TTR-8.10")
def test_the_open_card_of_a_pile_that_is_taken_is_remembered() -> None:
    made = laid("crane crane", "tiger crane")
    made.s.up[DEF, 0], made.s.side = TIGER, ATT
    spoils.take_whole(made.match.state[0], 0, new_log(made)[0])
    assert int(made.s.loot_n) == 2 and int(made.s.known[2, 1, TIGER]) == 1
    assert int(made.s.known[2, 1, CRANE]) == 0


@pytest.mark.rule("TTR-16.4", "TTR-16.5")
def test_a_card_taken_back_leaves_a_die_whose_top_nobody_knows() -> None:
    made = laid("crane tiger mantis / crane crane", "mantis mantis / tiger crane")
    made.s.top[ATT, 0], made.s.top_seen[ATT, 0], made.s.pick, made.s.left = CRANE, 1, 0, 1
    roosters.back_card(made.match.state[0], TIGER, new_log(made)[0])
    assert int(made.s.top[ATT, 0]) == EMPTY and int(made.s.top_seen[ATT, 0]) == 0
    assert int(made.s.hand[0, TIGER]) == 1 and int(made.s.heap_n[ATT, 0]) == 2 and int(made.s.left) == 0


@pytest.mark.rule("TTR-13.33")
def test_hands_are_shown_to_the_team_card_by_card() -> None:
    made = table({"players": 4, "together": True, "bird_hand": True})
    made.lay(
        piles("crane crane crane"),
        piles("mantis mantis mantis"),
        ([0], [1]),
        {0: "tiger*2 crane", 2: "crane"},
        "",
    )
    log = new_log(made)
    roosters.show_hands(made.match.state[0], ATT, 0b0101, log[0])
    held = [(h["seat"], h["card"], h["number"]) for h in told(made, log, "holds")]
    assert sorted(held) == sorted([(0, TIGER, 2), (0, CRANE, 1), (2, CRANE, 1)])
    assert told(made, log, "holds", 1) == [] and len(told(made, log, "holds", 2)) == 3
    assert int(made.s.known[2, 0, TIGER]) == 2 and int(made.s.known[1, 0, TIGER]) == 0


@pytest.mark.rule("TTR-13.29")
def test_a_die_without_cards_shows_nothing_when_a_team_talks() -> None:
    made = table({"players": 4, "together": True})
    made.lay(
        piles("crane crane / tiger tiger"), piles("mantis mantis / crane crane"), ([0, 2], [1, 3]), {}, ""
    )
    s = made.s
    s.heap[ATT, 1], s.heap_n[ATT, 1], s.seen[ATT] = 0, 0, 0
    roosters.talk(made.match.state[0], ATT, new_log(made)[0])
    assert int(s.seen[ATT, 0]) == 0b0101 and int(s.seen[ATT, 1]) == 0 and int(s.talk) == 1 << ATT


@pytest.mark.rule("TTR-12.13", "TTR-12.21", "TTR-12.22")
def test_only_dice_with_hidden_cards_are_drawn_from() -> None:
    made = laid("crane crane / tiger crane / crane crane", "mantis / crane crane / crane crane")
    s, row = made.s, made.match.state[0]
    s.battle, s.up[:, 0], s.up[:, 1], s.void[1] = 2, [CRANE, MANTIS], [TIGER, CRANE], 0
    deck = 1 << zoo.DECK_BIT
    assert int(zoo.drawable(row)) == 0b1101 | deck  # of the Mantis alone nothing is hidden
    s.void[1], s.deck_n = 1, 0
    assert int(zoo.drawable(row)) == 0b0001


@pytest.mark.rule("TTR-12.12", "TTR-12.14")
def test_a_card_drawn_from_a_die_is_known_to_both_and_no_more_of_its_owner() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger crane")
    s, row = made.s, made.match.state[0]
    s.battle, s.up[DEF, 0], s.known[0, 1, MANTIS] = 1, MANTIS, 2
    zoo.draw(row, SIDES * 0 + DEF, new_log(made)[0])
    assert int(s.hand[0, MANTIS]) == 1 and int(s.known[0, 1, MANTIS]) == 1
    assert int(s.known[1, 0, MANTIS]) == 1 and int(s.known[2, 0, MANTIS]) == 0


def test_every_kind_has_its_animal() -> None:
    made = laid("crane crane", "mantis mantis")
    t = made.match.content.tables[0]
    for kind in range(8):
        made.s.up[ATT, 0] = kind
        assert int(conditions.animal_at(t, made.match.state[0], ATT, 0)) == int(t["animal"][kind])
    made.s.up[ATT, 0] = EMPTY
    assert int(conditions.animal_at(t, made.match.state[0], ATT, 0)) == NONE


@pytest.mark.rule("TTR-12.26", "TTR-12.27")
def test_all_strengths_have_to_lie_in_battles_that_count() -> None:
    made = laid("crane crane / crane crane / tiger tiger", "mantis mantis / mantis mantis / mantis mantis")
    t, s, row = made.match.content.tables[0], made.s, made.match.state[0]
    animal = int(t["animal"][TIGER])
    s.up[ATT, :3] = [CRANE, MANTIS, TIGER]
    s.strong[animal] = 1 << int(t["animal"][CRANE]) | 1 << int(t["animal"][MANTIS])
    assert conditions.strengths_shown(t, row, ATT, 2)
    s.void[0] = 1
    assert not conditions.strengths_shown(t, row, ATT, 2)
    s.void[0], s.up[ATT, 0] = 0, EMPTY
    assert not conditions.strengths_shown(t, row, ATT, 2)
    s.strong[animal] = 0
    assert not conditions.strengths_shown(t, row, ATT, 2)


@pytest.mark.rule("TTR-11.6", "TTR-11.7")
def test_a_peek_settles_the_top_card() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger")
    log = new_log(made)
    actions.peek(made.match.state[0], 1, log[0])
    assert made.s.top[:, 1].tolist() == [CRANE, TIGER] and made.s.top_seen[:, 1].tolist() == [1, 1]
    assert [h["card"] for h in told(made, log, "tops", 0)] == [CRANE, TIGER]
    assert [h["card"] for h in told(made, log, "tops", 1)] == [-2, -2] or not told(made, log, "tops", 1)
    assert int(made.s.skipped[ATT]) == int(made.s.passed[ATT, 0]) == 1


@pytest.mark.rule("TTR-6.5", "TTR-6.6")
@pytest.mark.parametrize("option", list(range(len(GAME.options.all["reroll_acts"].values))))
def test_a_card_that_was_rolled_again_acts_or_does_not(option: int) -> None:
    made = laid("crane crane", "mantis mantis")
    made.match.state[0]["opt"]["reroll_acts"] = option
    actions.fresh_card(made.match.state[0], ATT)
    never = option == OPT.REROLL_ACTS_NEVER
    assert (int(made.s.act_side), int(made.s.act_fx)) == (ATT + never, NONE) and int(
        made.s.replaced[ATT]
    ) == 1


@pytest.mark.rule("TTR-8.13", "TTR-8.14")
def test_what_is_left_to_settle_moves_up_with_who_knows_it() -> None:
    made = laid("crane crane", "mantis mantis")
    s, row = made.s, made.match.state[0]
    s.loot[:3], s.loot_from[:3], s.loot_seen[:3], s.loot_n = [CRANE, TIGER, MANTIS], [1, 1, 0], [1, 3, 7], 3
    spoils.settle_card(row, 0, new_log(made)[0])
    assert s.loot[:3].tolist() == [TIGER, MANTIS, EMPTY] and int(s.loot_n) == 2
    assert s.loot_from[:3].tolist() == [1, 0, 0] and s.loot_seen[:3].tolist() == [3, 7, 0]
    assert int(s.hand[0, CRANE]) == 1
    spoils.settle_card(row, NONE, new_log(made)[0])
    assert int(s.discard[TIGER]) == int(s.discard_n) == 1 and s.loot[:2].tolist() == [MANTIS, EMPTY]


@pytest.mark.rule("TTR-16.13")
def test_which_dice_are_divided_anew() -> None:
    made = laid(
        "crane crane / crane / crane / crane / crane / crane",
        "mantis / mantis / mantis / mantis / mantis / mantis",
    )
    s, row = made.s, made.match.state[0]
    s.battle = 1
    assert int(dice.later_dice(row, ATT, 0)) == 0b111100
    s.laid[ATT, 2], s.void[3], s.owner[ATT, 4], s.heap_n[ATT, 5] = 0, 1, 2, 0
    assert int(dice.later_dice(row, ATT, 0)) == 0
    s.heap_n[ATT, 5] = 1
    assert int(dice.later_dice(row, ATT, 0)) == 0b100000


@pytest.mark.rule("TTR-6.14")
def test_battles_that_were_taken_out_are_passed_over() -> None:
    made = laid("crane / crane / crane / crane", "mantis / mantis / mantis / mantis")
    s, row = made.s, made.match.state[0]
    assert [int(rules_table.previous_battle(row, n)) for n in range(4)] == [-1, 0, 1, 2]
    assert [int(rules_table.next_battle(row, n)) for n in range(4)] == [1, 2, 3, NONE]
    s.void[[0, 2]] = 1
    assert [int(rules_table.previous_battle(row, n)) for n in range(4)] == [-1, -1, 1, 1]
    assert [int(rules_table.next_battle(row, n)) for n in range(4)] == [1, 3, 3, NONE]


@pytest.mark.rule("TTR-13.5", "TTR-13.7")
@pytest.mark.parametrize(("pile", "by"), [(0, None), (-1, None), (1, BY.A_FULL_WAR_PILE)])
def test_a_full_war_pile_ends_the_game_of_teams(pile: int, by: int | None) -> None:
    made = table({"players": 4, "together": True})
    s = made.s
    s.war_pile_n = ending.WAR_PILE_END if pile == 1 else ending.WAR_PILE_END + pile - 1
    s.hand_n[:4] = 20
    ending.step_end_check(made.match.content.tables[0], made.match.state[0], new_log(made)[0])
    assert bool(s.over) == (by is not None) and (by is None or int(s.by) == by)
