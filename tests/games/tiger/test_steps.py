"""Single steps of the rules on a war that lies on the table: from which battle on, and for whom."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.games.tiger import rules
from bestiary.games.tiger.state import ATT, DAWN_SET, DEF, NONE, STEP, WON
from bestiary.testing.plain import plain

from .table import KINDS, table, war
from .war import laid, new_log, told

actions, dawn, hidden = plain(rules.actions), plain(rules.dawn), plain(rules.hidden)
roosters = plain(rules.roosters)
TIGER, CRANE, MANTIS = (KINDS[code] for code in ("tiger", "crane", "mantis"))


@pytest.mark.rule("TTR-11.6")
def test_whoever_does_not_look_ahead_carries_the_action_out() -> None:
    made = war(
        "monkey monkey / crane crane / crane crane",
        "crane crane / mantis mantis / crane crane",
        options={"tactical_skip": True},
        chance="A1 monkey, D1 crane",
        choices="A act",
    )
    assert made.phase == "look" and made.choices == ["look 2", "look 3"]
    assert not made.s.skipped.any() and not made.s.passed.any()


@pytest.mark.rule("TTR-10.17", "TTR-10.18")
def test_a_die_that_is_swapped_to_a_later_battle_is_gathered_up() -> None:
    made = laid("crane crane / tiger tiger / mantis mantis", "crane crane / crane crane / crane crane")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.battle, s.pick = 1, 1
    s.up[:, :2], s.done[0] = [[CRANE, TIGER], [CRANE, CRANE]], 1
    s.toss[ATT, 1], s.shown_at[ATT, 1], s.passed[ATT, 1], s.copied[ATT, 1] = 1, 5, 1, 3
    actions.swap_second(t, row, 2, new_log(made)[0])
    assert made.pile("A", 3) == ["tiger", "tiger"] and made.up("A", 2) == "mantis"
    rest = [int(f[ATT, 2]) for f in (s.up, s.toss, s.shown_at, s.passed, s.copied)]
    assert rest == [EMPTY, 0, 0, 0, NONE]


@pytest.mark.rule("TTR-1.6")
def test_what_a_record_shows_of_the_cards_of_a_player() -> None:
    made = laid("crane crane / crane tiger", "crane mantis / crane mantis", owners=([0, 2], [1, 1]))
    s, row = made.s, made.match.state[0]
    s.attacker, s.defender = 0, 1
    s.loot[:3], s.loot_from[:3], s.loot_n = [CRANE, CRANE, TIGER], [1, 0, 1], 3
    s.hand[:3, CRANE] = [0, 3, 1]
    assert [int(hidden.held(row, p, CRANE)) for p in range(3)] == [3, 6, 1]
    assert [int(hidden.held(row, p, TIGER)) for p in range(3)] == [0, 1, 0]
    assert int(hidden.seen_cards(row, CRANE)) == 4 + 3 + 2 + 2


@pytest.mark.rule("TTR-12.8", "TTR-12.9", "TTR-12.10")
def test_who_may_concede_a_battle() -> None:
    made = laid("crane / crane crane", "mantis / mantis", free_concede=True)
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    may = plain(rules.war).may_concede
    assert may(t, row, ATT) and may(t, row, DEF)  # a single card is enough
    for conceded in (1, 2):
        s.conceded[0] = conceded
        assert not may(t, row, ATT) and not may(t, row, DEF)
    s.conceded[0], s.heap_n[DEF, 0] = 0, 0
    assert may(t, row, ATT) and not may(t, row, DEF)
    s.dawn = KINDS["rooster_8"]
    assert not may(t, row, ATT)
    row["opt"]["free_concede"], s.dawn, s.heap_n[DEF, 0] = 0, EMPTY, 1
    assert not may(t, row, ATT) and not may(t, row, DEF)


@pytest.mark.rule("TTR-8.6", "TTR-8.8", "TTR-8.10")
@pytest.mark.parametrize("bystander", [0, 1, 2])
def test_a_hidden_card_that_is_taken_is_known_to_two(bystander: int) -> None:
    a, d = (p for p in range(3) if p != bystander)
    made = laid("crane crane", "tiger mantis mantis", owners=([a], [d]))
    s, row = made.s, made.match.state[0]
    s.attacker, s.defender, s.side, s.left, s.up[DEF, 0] = a, d, ATT, 2, TIGER
    s.seen[DEF, 0] = 1 << d
    log = new_log(made)
    plain(rules.spoils).grab(row, MANTIS, log[0])
    plain(rules.spoils).grab(row, TIGER, log[0])
    assert s.loot[:3].tolist() == [MANTIS, TIGER, EMPTY] and s.loot_from[:2].tolist() == [d, d]
    assert int(s.loot_seen[0]) == 1 << a | 1 << d and int(s.loot_seen[1]) & 0b111 == 0b111
    assert [h["card"] for h in told(made, log, "takes", bystander)] == [UNKNOWN, TIGER]
    assert [h["card"] for h in told(made, log, "takes", a)] == [MANTIS, TIGER]


@pytest.mark.rule("TTR-10.10", "TTR-10.13", "TTR-6.7")
@pytest.mark.parametrize(("code", "again"), [("tiger", True), ("dragon", False), ("monkey", False)])
@pytest.mark.parametrize("side", [ATT, DEF])
def test_an_action_is_told_to_be_disabled_where_it_could_happen(side: int, code: str, again: bool) -> None:
    made = laid("crane crane / crane crane", "mantis mantis / mantis mantis")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.up[side, 1], s.up[1 - side, 1] = KINDS[code], KINDS["turtle"]
    for done, conceded, tells in ((0, 0, True), (1, 0, again), (0, 1, False)):
        s.done[1], s.conceded[1] = done, conceded
        log = new_log(made)
        plain(rules.battle).tell_disabled(t, row, 1, log[0])
        assert [h["place"] for h in told(made, log, "disabled")] == [1] * tells


@pytest.mark.rule("TTR-6.11", "TTR-8.3")
def test_a_battle_is_won_by_one_by_both_or_by_nobody() -> None:
    made = laid(
        "crane / crane / crane / crane / crane / crane", "mantis / mantis / mantis / mantis / mantis / mantis"
    )
    s, row, counted = made.s, made.match.state[0], plain(rules.table)
    s.result[:6], s.done[:6] = [WON.A, WON.A, WON.BOTH, WON.NOBODY, WON.D, WON.A], 1
    assert [int(counted.wins(row, side)) for side in (ATT, DEF)] == [4, 2]
    assert [int(counted.losses(row, side)) for side in (ATT, DEF)] == [1, 3]
    s.void[0], s.done[1] = 1, 0
    assert [int(counted.wins(row, side)) for side in (ATT, DEF)] == [2, 2]
    assert [int(counted.losses(row, side)) for side in (ATT, DEF)] == [1, 1]


@pytest.mark.rule("TTR-5.4", "TTR-14.21", "TTR-16.10")
@pytest.mark.parametrize("field", ["stopped", "conceded", "void"])
@pytest.mark.parametrize("side", [ATT, DEF])
def test_no_more_actions_in_a_battle_that_is_given_up_or_the_last(field: str, side: int) -> None:
    made = laid("crane crane / crane crane", "mantis mantis / mantis mantis")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.up[:, 0], s.act_side, s.act_fx, s.step = KINDS["dragon"], side, 1, STEP.ACT
    if field == "stopped":
        s.stopped = 1
    else:
        row[field][0] = 1
    actions.step_act(t, row, new_log(made)[0])
    assert (int(s.act_side), int(s.act_fx), int(s.step)) == (0, NONE, STEP.CHECK)


@pytest.mark.rule("TTR-15.15", "TTR-15.16")
@pytest.mark.parametrize(
    ("results", "offered"),
    [
        ((WON.A, WON.A), 0),
        ((WON.D, WON.NOBODY), 0),
        ((WON.BOTH, WON.A), 0),
        ((WON.BOTH, WON.D), 0b01),
        ((WON.NOBODY, WON.A), 0b10),
    ],
)
def test_a_battle_is_exchanged_for_one_that_was_not_won(results: tuple[int, int], offered: int) -> None:
    made = laid("crane / crane", "mantis / mantis")
    s, row, before = made.s, made.match.state[0], int(made.s.phase)
    s.result[:2], s.done[:2] = results, 1
    assert bool(dawn.offer_exchange(row)) == (offered != 0) and int(s.mask) == offered
    assert int(s.phase) == (dawn.Q.EXCHANGE if offered else before) and int(s.may) == int(offered != 0)


@pytest.mark.rule("TTR-12.7", "TTR-15.24", "TTR-15.25")
@pytest.mark.parametrize("side", [ATT, DEF])
def test_to_flee_sets_the_last_bonus_of_the_war(side: int) -> None:
    made = laid("crane / crane", "mantis / mantis", dawn=True)
    s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
    s.battle, s.rule, s.bonus = 1, CRANE, 1
    dawn.concede(t, row, side, NONE, new_log(made)[0])
    assert s.conceded[:2].tolist() == [0, 1 + side] and (int(s.bonus), int(s.bonus_gone)) == (1, 0)
    t["fx_n"][CRANE, 0] = 3
    log = new_log(made)
    dawn.concede(t, row, side, 0, log[0])
    assert (int(s.bonus), int(s.bonus_gone)) == (3, 1) and told(made, log, "bonus") == [{"number": 3}]
    assert told(made, log, "concedes") == [{"seat": side, "place": 1}]


@pytest.mark.rule("TTR-9.4", "TTR-13.24")
@pytest.mark.parametrize(
    ("together", "winners", "worth"),
    [
        (False, 0b0001, [1, -1, -1, -1]),
        (False, 0b0110, [-1, 0, 0, -1]),
        (False, 0b0111, [-1 / 3, -1 / 3, -1 / 3, -1]),
        (False, 0b1111, [-0.5] * 4),
        (False, 0, [0] * 4),
        (True, 0b0101, [1, -1, 1, -1]),
        (True, 0b1010, [-1, 1, -1, 1]),
        (True, 0b1111, [0] * 4),
        (True, 0, [0] * 4),
    ],
)
def test_a_shared_victory_is_worth_its_share(together: bool, winners: int, worth: list[float]) -> None:
    made = table({"players": 4, "together": together})
    made.s.winners, out = winners, np.full(6, 9.0)
    plain(rules.ending).returns(made.match.content.tables[0], made.match.state[0], out)
    assert out.tolist() == pytest.approx([*worth, 9, 9])


@pytest.mark.rule("TTR-6.1", "TTR-6.2", "TTR-6.3")
@pytest.mark.parametrize("code", ["dragon", "monkey", "leopard", "bull", "redpanda", "chameleon"])
def test_an_action_may_be_declined_where_the_card_or_the_table_says_so(code: str) -> None:
    for optional, may in ((False, 0), (False, 1), (True, 0), (True, 1)):
        made = laid(
            "crane crane / monkey monkey / crane crane / crane crane / crane crane",
            "crane crane / monkey monkey / crane crane / crane crane / crane crane",
            actions="optional" if optional else "compulsory",
        )
        s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
        s.battle, s.up[:, :3], s.done[:2] = 2, [CRANE, KINDS["monkey"], KINDS[code]], 1
        t["fx_may"][KINDS[code], 0] = may
        actions.carry_out(t, row, ATT, KINDS[code], 0, new_log(made)[0])
        assert int(s.may) == int(optional or may) and int(s.mask).bit_count() > 1 and int(s.actors) == 1


@pytest.mark.rule("TTR-15.22", "TTR-15.23")
@pytest.mark.parametrize(("rolled", "right"), [("mantis", True), ("tiger", False)])
def test_a_right_guess_is_told(rolled: str, right: bool) -> None:
    made = laid("crane crane / crane crane", f"{rolled} {rolled} / mantis mantis")
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.guess = int(t["animal"][MANTIS])
    log = new_log(made)
    plain(rules.war).step_roll(t, row, log[0])
    assert len(told(made, log, "guessed")) == right and s.guessed[:2].tolist() == [right, 0]
    assert int(s.guess) == NONE


@pytest.mark.rule("TTR-15.4")
def test_at_the_end_of_a_war_dice_are_merged_that_have_fought() -> None:
    made = laid("crane / crane / crane / crane", "mantis / mantis / mantis / mantis")
    s, row = made.s, made.match.state[0]
    for done, dice in (
        ([1, 1, 1, 1], 0b1111),
        ([1, 0, 1, 1], 0b1101),
        ([0, 1, 1, 0], 0b0110),
        ([1, 0, 0, 0], 0),
    ):
        s.done[:4] = done
        assert int(dawn.mergeable(row, True)) == dice and int(dawn.mergeable(row, False)) == 0b1111


@pytest.mark.rule("TTR-13.5", "TTR-13.6")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_of_each_team_are_its_first_captains(players: int) -> None:
    s = table({"players": players, "together": True}).s
    assert s.captain.tolist() == [0, 1] and (int(s.attacker), int(s.defender), int(s.team)) == (0, 1, 0)


@pytest.mark.rule("TTR-12.17", "TTR-12.18")
def test_only_a_claim_on_the_next_battle_claims_it() -> None:
    made = laid("crane / crane", "mantis / mantis", zoo=True)
    s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
    claims, peacock = plain(rules.battle).claims, KINDS["peacock"]
    s.up[ATT, 0] = peacock
    assert claims(t, row, ATT, 0) and not claims(t, row, DEF, 0)
    for field in ("passed", "up"):
        before = row[field].copy()
        row[field][ATT, 0] = 1 if field == "passed" else EMPTY
        assert not claims(t, row, ATT, 0)
        row[field] = before
    for field in ("fx_on", "fx_do"):
        changed = made.match.content.tables.copy()[0]
        changed[field][peacock, 0] = 0
        assert not claims(changed, row, ATT, 0)


@pytest.mark.rule("TTR-15.13", "TTR-15.14", "TTR-4.3", "TTR-4.7")
def test_in_stages_a_card_is_kept_where_every_later_die_still_gets_its_cards() -> None:
    made = laid("crane / / ", "mantis / / ", hands={0: "crane*8"}, dawn=True)
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    s.rule = DAWN_SET + made.match.content.words["dawn"].index("multi_stage")
    s.owner[ATT, :3], s.builder, s.build_spots, s.build_min, s.heap_n[ATT, 0] = 0, 0, 0b001, 2, 0
    dice = plain(rules.dice)
    assert int(dice.later_need(t, row, ATT)) == 4
    for held, kept, here, may in (
        (8, 0, 0, True),
        (6, 0, 0, True),  # two here, four for later
        (5, 0, 0, False),
        (4, 0, 2, True),
        (3, 0, 2, False),
        (8, 4, 0, True),
        (6, 4, 0, False),  # of two that are left two go here
        (7, 4, 0, True),
    ):
        s.hand_n[0], s.build_kept, s.heap_n[ATT, 0] = held, kept, here
        assert bool(dice.can_keep(t, row, ATT)) == may, (held, kept, here)
