"""Single steps of the rules on a war that lies on the table: from which battle on, and for whom."""

from __future__ import annotations

import pytest

from bestiary.core.record import EMPTY, readable
from bestiary.games.tiger import rules
from bestiary.games.tiger.effects import TO, WHAT
from bestiary.games.tiger.state import ATT, DEF, GATHER, NONE
from bestiary.testing.plain import plain

from .table import KINDS, war
from .war import laid, new_log, told

actions, hidden, roosters = plain(rules.actions), plain(rules.hidden), plain(rules.roosters)
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
