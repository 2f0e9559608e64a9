"""Single steps of the rules on a war that lies on the table: at their limits, and what stays."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.core.record import EMPTY, readable
from bestiary.games.tiger import rules
from bestiary.games.tiger.moves import V
from bestiary.games.tiger.rules.legal import bit_of
from bestiary.games.tiger.rules.setup import dealt
from bestiary.games.tiger.state import ATT, DEF, NONE, SIDES, STEP
from bestiary.testing.plain import plain

from .table import KINDS, table
from .war import laid, new_log, told

actions = plain(rules.actions)
conditions = plain(rules.conditions)
dawn = plain(rules.dawn)
dice = plain(rules.dice)
refusals = plain(rules.refusals)
roosters = plain(rules.roosters)
war = plain(rules.war)
zoo = plain(rules.zoo)
rules_table = plain(rules.table)
CRANE, TIGER, MANTIS = (KINDS[code] for code in ("crane", "tiger", "mantis"))


@pytest.mark.rule("TTR-16.9", "TTR-16.21", "TTR-16.23")
def test_a_bonus_that_costs_the_battle_is_the_last() -> None:
    made = laid("crane crane", "mantis mantis")
    t, s, row = made.match.content.tables.copy()[0], made.s, made.match.state[0]
    action = CRANE
    t["fx_by"][action, 0], t["fx_n"][action, 0] = 0, 2
    for cost in (0, 1, 2):
        t["fx_cost"][action, 0] = cost
        s.bonus_gone, s.bonus = 0, 1
        roosters.set_bonus(t, row, ATT, action, 0, new_log(made)[0])
        assert int(s.bonus) == 2 and int(s.bonus_gone) == (cost == roosters.COST.LOSE_HERE)
    s.bonus_gone, s.bonus = 1, 1
    roosters.set_bonus(t, row, ATT, action, 0, new_log(made)[0])
    assert int(s.bonus) == 1


@pytest.mark.rule("TTR-4.6")
def test_how_far_another_has_built_is_not_shown() -> None:
    made = laid("crane crane", "mantis mantis")
    s = made.s
    s.builder, s.build_kind, s.build_same, s.build_kept = 0, 3, 2, 1
    for seat, seen in ((0, [3, 2, 1]), (1, [0, 0, 0]), (2, [0, 0, 0])):
        hidden = readable(made.match.engine.hidden(made.match.state, seat)[0])
        assert [int(hidden.build_kind), int(hidden.build_same), int(hidden.build_kept)] == seen


@pytest.mark.rule("TTR-4.1", "TTR-3.6")
def test_why_a_card_cannot_go_on_a_spot() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger", hands={0: "crane*4"})
    t, s, row = made.match.content.tables[0], made.s, made.match.state[0]
    s.builder, s.build_spots, s.build_kept = 0, 0b01, 9
    assert int(refusals.no_put(t, row, ATT, 1)) == refusals.OWN_SPOTS
    for rebuilding, least, rule in (
        (0, refusals.LEAST_DIE, refusals.PILE_MINIMUM),
        (1, refusals.LEAST_DIE, refusals.PILE_MINIMUM),
        (0, refusals.LEAST_DIE - 1, refusals.SMALLER_DECK),
        (1, refusals.LEAST_DIE - 1, refusals.SAME_SPOTS),
    ):
        s.rebuilding, s.build_min = rebuilding, least
        assert int(refusals.no_put(t, row, ATT, 0)) == rule
    assert int(refusals.no_put(t, row, ATT, -1)) == refusals.SAME_SPOTS


def test_nothing_of_an_action_stays_after_dice_were_divided_anew() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger")
    s, row = made.s, made.match.state[0]
    s.builder, s.build_done, s.build_spots, s.rebuilding, s.act_side, s.act_fx = 1, 1, 0b10, 1, 1, 2
    s.laid[DEF, dice.GATHER] = s.seen[DEF, dice.GATHER] = s.owner[DEF, dice.GATHER] = 1
    dice.step_rebuild(row, new_log(made)[0])
    assert (int(s.act_side), int(s.act_fx), int(s.rebuilding), int(s.step)) == (0, NONE, 0, STEP.CHECK)
    assert int(s.laid[DEF, 1]) == 1
    assert [int(f[DEF, dice.GATHER]) for f in (s.laid, s.seen, s.owner)] == [0, 0, 0]


def test_a_war_that_is_cleared_leaves_its_spots_empty() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger")
    s, row = made.s, made.match.state[0]
    for name in ("laid", "seen", "owner", "grabs"):
        row[name][:, :2] = 1
    for name in ("done", "result", "void", "conceded", "guessed"):
        row[name][:2] = 1
    s.up[:, :2], s.top[:, :2], s.top_seen[:, :2] = CRANE, CRANE, 1
    war.clear_war(row)
    for name in ("laid", "seen", "owner", "grabs", "top_seen"):
        assert not row[name][:, :2].any(), name
    for name in ("done", "result", "void", "conceded", "guessed"):
        assert not row[name][:2].any(), name
    assert (s.up[:, :2] == EMPTY).all() and (s.top[:, :2] == EMPTY).all()


@pytest.mark.rule("TTR-10.17", "TTR-11.7")
@pytest.mark.parametrize("side", [ATT, DEF])
def test_two_piles_change_places_with_all_that_lies_on_them(side: int) -> None:
    made = laid("crane / tiger tiger / mantis", "crane / tiger tiger / mantis")
    s, row = made.s, made.match.state[0]
    names = (
        "seen",
        "owner",
        "up",
        "toss",
        "copied",
        "passed",
        "shown_at",
        "top",
        "top_seen",
        "heap_n",
        "heap",
    )
    for n, name in enumerate(names[:-2], 1):
        row[name][side, :3] = [n, n + 20, n + 40]
    before = {name: row[name].copy() for name in names}
    s.merge_at = 2
    actions.exchange_piles(row, side, 0, 2)
    for name in names:
        assert np.array_equal(row[name][side, :3], before[name][side, [2, 1, 0]]), name
        assert np.array_equal(row[name][1 - side], before[name][1 - side]), name
    assert int(s.merge_at) == (0 if side == DEF else 2)
    s.merge_at = 0
    actions.exchange_piles(row, side, 0, 2)
    assert int(s.merge_at) == (2 if side == DEF else 0)


@pytest.mark.rule("TTR-10.17", "TTR-10.18")
@pytest.mark.parametrize(("first", "second", "over"), [(0, 1, True), (1, 2, True), (0, 2, False)])
def test_a_swap_of_the_battle_at_hand_ends_the_action(first: int, second: int, over: bool) -> None:
    made = laid("crane crane / tiger tiger / mantis mantis", "crane crane / crane crane / crane crane")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.battle, s.pick, s.act_fx = 1, first, 0
    s.up[:, :3], s.done[0] = [[CRANE, TIGER, MANTIS], [CRANE, CRANE, CRANE]], 1
    actions.swap_second(t, row, second, new_log(made)[0])
    assert int(s.act_side) == (ATT + 1 if over else ATT) and int(s.pick) == NONE


@pytest.mark.rule("TTR-14.15", "TTR-15.22")
def test_a_guess_is_offered_before_a_battle_that_is_fought() -> None:
    made = laid(
        "dawn:rooster_11 / crane crane", "mantis mantis / tiger tiger", dawn=True, extra_roosters=True
    )
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.battle = 1
    assert dawn.dawn_power(t, row) and int(s.phase) == dawn.Q.GUESS and int(s.may) == 1
    s.phase, s.conceded[1] = 0, 1
    assert not dawn.dawn_power(t, row) and int(s.phase) == 0
    s.conceded[1], s.used[ATT] = 0, 1
    assert not dawn.dawn_power(t, row)
    s.used[ATT], s.heap_n[DEF, 1], s.heap[DEF, 1] = 0, 0, 0
    assert not dawn.dawn_power(t, row)


@pytest.mark.rule("TTR-16.16")
def test_the_face_up_card_is_gone_with_its_last_copy() -> None:
    made = laid("crane crane", "tiger tiger crane")
    s, row = made.s, made.match.state[0]
    s.up[DEF, 0] = TIGER
    memory = plain(rules.memory)
    assert not memory.uncover_gone(row, DEF, 0, TIGER) and int(s.up[DEF, 0]) == TIGER
    s.heap[DEF, 0, TIGER] = 1
    assert not memory.uncover_gone(row, DEF, 0, TIGER)
    s.heap[DEF, 0, TIGER] = 0
    assert not memory.uncover_gone(row, DEF, 0, CRANE)
    assert memory.uncover_gone(row, DEF, 0, TIGER) and int(s.up[DEF, 0]) == EMPTY


@pytest.mark.rule("TTR-13.10", "TTR-13.11")
@pytest.mark.parametrize(
    ("players", "number", "rule"), [(4, 2, "MORE_THAN_MEMBERS"), (4, 13, "TWELVE_AT_MOST")]
)
def test_why_a_team_cannot_say_a_number(players: int, number: int, rule: str) -> None:
    made = table({"players": players, "together": True})
    assert int(refusals.no_number(made.match.state[0], number)) == getattr(refusals, rule)


def test_a_smaller_team_has_to_meet_every_foe() -> None:
    made = table({"players": 5, "together": True})
    s, row = made.s, made.match.state[0]
    s.team = 1  # two attack three
    assert int(refusals.no_number(row, 2)) == refusals.MORE_THAN_MEMBERS
    assert int(refusals.no_number(row, 3)) == int(refusals.team_minimum(row))
    s.team = 0
    assert int(refusals.no_number(row, 3)) == refusals.MORE_THAN_MEMBERS
    s.minimum[ATT] = refusals.LEAST_TEAM_DIE
    assert int(refusals.team_minimum(row)) == refusals.TEAM_MINIMUM
    s.minimum[ATT] = refusals.LEAST_TEAM_DIE - 1
    assert int(refusals.team_minimum(row)) == refusals.LOWER_MINIMUM


@pytest.mark.rule("TTR-13.11", "TTR-13.10")
def test_only_members_of_the_side_supply_dice() -> None:
    made = table({"players": 5, "together": True})
    s, row = made.s, made.match.state[0]
    s.side, s.minimum[:], s.hand_n[:5], s.number = ATT, 3, 9, 6
    sides = [int(rules_table.side_of(row, p)) for p in range(5)]
    for p in range(6):
        member = p < 5 and sides[p] == ATT
        assert int(refusals.no_supplier(row, p)) == (
            refusals.ONE_DIE_EACH if member else refusals.NOT_A_MEMBER
        )
    own = sides.index(ATT)
    s.hand_n[own] = 2
    assert int(refusals.no_supplier(row, own)) == refusals.NOT_A_MEMBER
    s.hand_n[own] = 3
    assert int(refusals.no_supplier(row, own)) == refusals.ONE_DIE_EACH


@pytest.mark.rule("TTR-1.4", "TTR-13.4")
@pytest.mark.parametrize(
    ("players", "together", "even", "cards"),
    [
        (5, True, True, [8, 12, 8, 12, 8]),
        (3, True, True, [8, 16, 8]),
        (4, True, True, [8, 8, 8, 8]),
        (5, True, False, [8] * 5),
        (5, False, True, [8] * 5),
    ],
)
def test_how_many_cards_are_dealt(players: int, together: bool, even: bool, cards: list[int]) -> None:
    made = table({"players": 4})
    s, row = made.s, made.match.state[0]
    s.seats = players
    row["opt"]["together"], row["opt"]["even_teams"], row["opt"]["start_cards"] = together, even, 8
    assert [int(plain(dealt)(row, p)) for p in range(players)] == cards


def test_each_choice_stands_for_a_bit_of_its_own() -> None:
    bit = plain(bit_of)
    for verb in (V.DESTROY, V.DRAW_FROM):
        bits = [int(bit(verb, a, b)) for a in range(3) for b in range(2)]
        assert bits == [SIDES * a + b for a in range(3) for b in range(2)]
    assert int(bit(V.PILE, 5, 1)) == 5 and int(bit(V.DRAW_DECK, 0, 0)) == zoo.DECK_BIT


@pytest.mark.rule("TTR-13.20", "TTR-13.21")
def test_a_card_that_is_paid_is_told_and_lies_open() -> None:
    made = table({"players": 4, "together": True})
    made.give("crane*3", "tiger", "", "")
    s, row = made.s, made.match.state[0]
    s.side, s.known[0, 1, TIGER] = DEF, 1
    log = new_log(made)
    plain(rules.war_pile).pay_card(row, 1, TIGER, log[0])
    assert told(made, log, "pays") == [{"seat": 1, "card": TIGER}]
    assert (int(s.war_pile[TIGER]), int(s.war_pile_n), int(s.hand_n[1]), int(s.known[0, 1, TIGER])) == (
        1,
        1,
        0,
        0,
    )
    assert int(s.side) == DEF + 1


@pytest.mark.rule("TTR-15.7")
def test_a_free_reroll_is_used_up_by_its_side() -> None:
    made = laid("crane crane", "tiger tiger")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    for side in (ATT, DEF):
        s.window, s.up[:, 0], s.done[0], s.used[:] = side + 1, [CRANE, TIGER], 1, 0
        log = new_log(made)
        dawn.free_reroll(t, row, 0, log[0])
        assert s.used.tolist() == [int(side == ATT), int(side == DEF)]
        assert told(made, log, "rerolls")[0]["seat"] == side


@pytest.mark.rule("TTR-12.28", "TTR-12.29")
def test_only_battles_that_count_have_to_show_different_animals() -> None:
    made = laid("crane / crane / tiger / mantis", "crane / crane / crane / crane")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.up[ATT, :3] = [CRANE, TIGER, CRANE]
    assert conditions.distinct_before(t, row, ATT, 2) and not conditions.distinct_before(t, row, ATT, 3)
    s.void[2] = 1
    assert conditions.distinct_before(t, row, ATT, 3)
    s.void[2], s.up[ATT, 2] = 0, EMPTY
    assert conditions.distinct_before(t, row, ATT, 3)
    assert not conditions.distinct_before(t, row, ATT, 0)
