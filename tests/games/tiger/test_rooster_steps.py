"""Single steps of Rooster Changes on a war that lies on the table."""

from __future__ import annotations

import pytest

from bestiary.core.record import EMPTY, readable
from bestiary.games.tiger import rules
from bestiary.games.tiger.effects import TO, WHAT
from bestiary.games.tiger.state import ATT, CHANGE_SET, DEF, GATHER, MERGED, NONE
from bestiary.testing.plain import plain

from .table import KINDS
from .war import laid, new_log, told

roosters = plain(rules.roosters)
TIGER, CRANE, MANTIS = (KINDS[code] for code in ("tiger", "crane", "mantis"))


@pytest.mark.rule("TTR-16.6", "TTR-12.29", "TTR-16.20", "TTR-16.14", "TTR-12.28")
@pytest.mark.parametrize("battle", [0, 1, 2])
@pytest.mark.parametrize("side", [ATT, DEF])
def test_a_strength_that_comes_or_goes_does_so_from_the_next_battle_on(side: int, battle: int) -> None:
    made = laid("crane / crane / crane", "mantis / mantis / mantis", owners=([0, 2, 0], [1, 1, 1]))
    s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
    s.battle, s.act_side, s.up[ATT, :3], s.up[DEF, :3] = battle, side, CRANE, MANTIS
    seat, own, faced = (
        int(s.owner[side, battle]),
        *(int(t["animal"][k]) for k in (CRANE, MANTIS)[:: 1 - 2 * side]),
    )
    log = new_log(made)
    roosters.drop_strength(t, row, side, log[0])
    roosters.name_picked(row, own, log[0])
    t["fx_to"][CRANE, 0], t["fx_what"][CRANE, 0] = TO.ROOSTERS_LATER, WHAT.FACED
    roosters.add_strength(t, row, side, CRANE, 0, log[0])
    assert s.dropped.nonzero()[0].tolist() == [faced] and int(s.dropped[faced]) == battle + 1
    assert s.rooster_gift.nonzero()[0].tolist() == [faced] and int(s.rooster_gift[faced]) == battle + 1
    assert s.gift.sum() == s.gift[side, own] == battle + 1
    assert told(made, log, "drops") == [{"animal": faced, "place": battle + 1}]
    assert told(made, log, "roosters") == [{"animal": faced, "place": battle + 1}]
    assert told(made, log, "names") == [{"seat": seat, "animal": own}]
    gives = told(made, log, "gives")[0]
    assert (gives["animal"], gives["place"], gives["seat"]) == (own, battle + 1, seat)
    s.battle = battle + 1  # a second time changes nothing
    s.up[ATT, battle + 1], s.up[DEF, battle + 1] = CRANE, MANTIS
    roosters.drop_strength(t, row, side, new_log(made)[0])
    roosters.give_strength(row, side, own, new_log(made)[0])
    roosters.add_strength(t, row, side, CRANE, 0, new_log(made)[0])
    assert int(s.dropped[faced]) == int(s.rooster_gift[faced]) == int(s.gift[side, own]) == battle + 1


@pytest.mark.rule("TTR-5.8", "TTR-16.6", "TTR-16.14")
def test_an_empty_spot_gives_and_takes_no_strength() -> None:
    made = laid("crane crane", "mantis mantis")
    s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
    s.up[ATT, 0], s.up[DEF, 0] = CRANE, EMPTY
    t["fx_what"][CRANE, 0] = WHAT.FACED
    log = new_log(made)
    roosters.drop_strength(t, row, ATT, log[0])
    roosters.add_strength(t, row, ATT, CRANE, 0, log[0])
    assert not s.dropped.any() and not s.gift.any() and not s.rooster_gift.any()
    assert not made.match.engine.happenings(log, None)


@pytest.mark.rule("TTR-16.4", "TTR-16.5")
@pytest.mark.parametrize("code", ["tiger", "crane", "turtle"])
def test_a_single_hidden_card_is_taken_back_without_asking(code: str) -> None:
    made = laid(f"crane crane / crane {code}", "mantis mantis / mantis mantis")
    s, row = made.s, made.match.state[0]
    s.up[ATT, :2], s.left, before = CRANE, 2, int(s.phase)
    log = new_log(made)
    roosters.back_from(row, 1, log[0])
    assert made.deck(0) == [code] and made.pile("A", 2) == ["crane"] and int(s.left) == 1
    assert told(made, log, "takes_back", 0) == [{"seat": 0, "card": KINDS[code], "place": 1}]
    assert int(s.pick) == NONE and int(s.phase) != before  # asked where to take the second from
    assert int(s.mask) == 0b01


@pytest.mark.rule("TTR-16.12", "TTR-16.13", "TTR-4.6")
def test_while_dice_are_divided_anew_others_see_only_how_many_cards_they_have() -> None:
    made = laid("crane crane / tiger crane / mantis mantis", "crane crane / crane crane / crane crane")
    s, row = made.s, made.match.state[0]
    rules_dice = plain(rules.dice)
    rules_dice.begin_rebuilding(row, ATT, 0, new_log(made)[0])
    rules_dice.place(row, 1)
    for seat in (1, 2, -1):
        seen = readable(made.match.engine.hidden(made.match.state, seat)[0])
        assert seen.heap_n[ATT].tolist()[:3] == [2, 0, 0] and int(seen.heap_n[ATT, GATHER]) == 4
        assert seen.hand_n.tolist() == s.hand_n.tolist() and not seen.heap[ATT].any()
    own = readable(made.match.engine.hidden(made.match.state, 0)[0])
    assert own.heap_n[ATT].tolist()[:3] == [2, 1, 0] and int(own.heap_n[ATT, GATHER]) == 3


@pytest.mark.rule("TTR-16.5", "TTR-15.3")
def test_of_a_merged_die_everybody_takes_back_what_they_put_there() -> None:
    made = laid("crane crane", "tiger mantis mantis", owners=([0], [1]))
    s, row = made.s, made.match.state[0]
    s.merge_at, s.heap[DEF, MERGED, CRANE], s.heap_n[DEF, MERGED], s.owner[DEF, MERGED] = 0, 2, 2, 2
    for up, left in ((CRANE, {TIGER: 1, MANTIS: 2}), (MANTIS, {TIGER: 1, MANTIS: 1}), (TIGER, {MANTIS: 2})):
        s.up[DEF, 0] = up
        found = {kind: int(roosters.back_has(row, DEF, 0, kind)) for kind in range(8)}
        assert {kind: n for kind, n in found.items() if n} == left
        assert int(roosters.back_n(row, DEF, 0)) == sum(left.values())
    s.owner[DEF, MERGED] = 1
    assert int(roosters.back_n(row, DEF, 0)) == 4 and int(roosters.back_has(row, DEF, 0, CRANE)) == 2


@pytest.mark.rule("TTR-16.15", "TTR-11.7")
def test_a_robbed_die_has_another_top_card() -> None:
    made = laid("crane crane / crane crane", "mantis tiger / mantis mantis")
    s, row = made.s, made.match.state[0]
    s.top[:, 0], s.top_seen[:, 0], s.pick = [CRANE, TIGER], 1, 0
    roosters.steal_card(row, MANTIS, new_log(made)[0])
    assert s.top[:, 0].tolist() == [CRANE, EMPTY] and s.top_seen[:, 0].tolist() == [1, 0]


@pytest.mark.rule("TTR-8.6", "TTR-16.17", "TTR-16.18")
def test_how_many_cards_a_won_battle_gives() -> None:
    made = laid("crane / crane / crane / crane", "mantis / mantis / mantis / mantis", dawn=True)
    s, row, t = made.s, made.match.state[0], made.match.content.tables[0]
    rooster, count = KINDS["rooster_15"], made.match.content.words["change"].index("count")
    s.up[:, :4], s.result[:4] = rooster, 0b01
    grabs = plain(rules.spoils).grab_count
    assert [int(grabs(t, row, ATT, spot)) for spot in range(4)] == [1] * 4  # no Rooster Change
    s.change = CHANGE_SET + count
    assert [int(grabs(t, row, ATT, spot)) for spot in range(4)] == [1, 2, 4, 6]
    s.passed[ATT, 2], s.conceded[3], s.up[ATT, 1] = 1, 2, EMPTY
    assert [int(grabs(t, row, ATT, spot)) for spot in range(4)] == [1] * 4


@pytest.mark.rule("TTR-6.12", "TTR-16.3", "TTR-16.11", "TTR-16.8", "TTR-16.10")
def test_what_a_rooster_takes_out_gives_up_or_hands_over() -> None:
    made = laid("crane / crane / crane", "mantis / mantis / mantis")
    s, row, t = made.s, made.match.state[0], made.match.content.tables.copy()[0]
    log = new_log(made)
    roosters.remove(row, 1, log[0])
    roosters.remove(row, NONE, log[0])
    assert s.void[:3].tolist() == [0, 1, 0] and told(made, log, "removes") == [{"place": 1}]
    for side in (ATT, DEF):
        s.void[:3], s.conceded[:3], s.battle = 0, 0, 2
        for cost in (roosters.COST.LOSE_HERE, roosters.COST.GIVE_PILE):
            t["fx_cost"][CRANE, 0] = cost
            log = new_log(made)
            roosters.use(t, row, side, CRANE, 0, log[0])
            kind = "concedes" if cost == roosters.COST.LOSE_HERE else "hands_over"
            assert told(made, log, kind) == [{"seat": side, "place": 2}]
        assert s.conceded[:3].tolist() == [0, 0, 1 + side] and s.void[:3].tolist() == [0, 0, 1]
        assert (int(s.given), int(s.given_by)) == (2, side)
