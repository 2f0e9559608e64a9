"""Single steps of the rules on a prepared field: what is needed, who is asked, what a place is worth."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.games.klaw import rules
from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import NEEDS
from bestiary.games.klaw.moves import Q
from bestiary.games.klaw.rules.advice import ON_FIELD
from bestiary.testing.plain import plain

from .table import Table, duel, number
from .test_edges import Log, parts

advice, aims, dice, hidden = (plain(m) for m in (rules.advice, rules.aims, rules.dice, rules.hidden))
raids = plain(rules.raids)
TOTEMS = ["tiger", "dog", "goat"]


def best_placing(mine: list[int], theirs: list[int], add: int, m: int) -> list[int]:
    """Most hits, then fewest taken, then on the lowest dice, by trying all; no Host wins ties."""
    found = []
    for places in combinations(range(len(mine)), m):
        roll = sorted((min(6, d + add * (i in places)) for i, d in enumerate(mine)), reverse=True)
        pairs = list(zip(roll, theirs, strict=False))
        hits, taken = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
        found.append(
            ((hits, -taken, *(sum(i in places for i in range(k)) * -1 for k in range(len(mine)))), roll)
        )
    return max(found)[1]


@pytest.mark.rule("KLW-11.6", "KLW-11.8")
def test_a_bonus_is_placed_as_trying_all_dice_would_place_it() -> None:
    table, own, enemy = duel()
    t, row, s = parts(table)
    s.fight, s.fighter[:], s.role = st.STAGE.FIGHTING, [own, enemy], 0
    chance, highest = np.random.default_rng(11), 0
    for _ in range(150):
        n, k, add = (int(chance.integers(1, top)) for top in (6, 6, 4))
        m = int(chance.integers(1, n + 1))
        mine, theirs = (sorted(chance.integers(1, 7, size).tolist(), reverse=True) for size in (n, k))
        s.pool[:], s.die[:] = [n, k], 0
        s.die[0, :n], s.die[1, :k] = mine, theirs
        dice.place_bonus(t, row, 0, add, m)
        wanted = best_placing(mine, theirs, add, m)
        assert s.die[0, :n].tolist() == wanted, (mine, theirs, add, m)
        highest += m == 1 and n > 1 and wanted[0] > mine[0] and wanted[1:] == mine[1:]
    assert highest  # sometimes it is the highest die alone


@pytest.mark.rule("KLW-6.6")
@pytest.mark.parametrize("totems", [0, 1, 2, 3])
@pytest.mark.parametrize("items", [0, 1, 2])
def test_what_a_card_needs_of_a_host(totems: int, items: int) -> None:
    table, _, enemy = duel(enemy={"totems": TOTEMS[:totems], "items": ["smoke", "grenade"][:items]})
    t, row, s = parts(table)
    met = {
        NEEDS.NOTHING: True,
        NEEDS.ITEM: items > 0,
        NEEDS.ITEM_SWAP: items > 0,
        NEEDS.TOTEM: totems > 0,
        NEEDS.TWO_TOTEMS: totems > 1,
        NEEDS.BARE: totems == 0,
    }
    for needs, wanted in met.items():
        for kind in np.flatnonzero(t["needs"][: int(t["kinds"])] == needs)[:2]:
            assert bool(aims.meets(t, row, int(kind), 0, enemy)) == wanted, needs
    s.champion[0] = st.NOBODY
    for kind in np.flatnonzero(t["needs"][: int(t["kinds"])] == NEEDS.ITEM_SWAP):
        assert not aims.meets(t, row, int(kind), 0, enemy)


@pytest.mark.rule("KLW-6.6", "KLW-8.3")
def test_what_a_card_without_a_host_for_target_needs() -> None:
    table, _, enemy = duel(deck=0)
    table.ready()
    t, row, s = parts(table)
    kinds = {needs: int(np.flatnonzero(t["needs"] == needs)[0]) for needs in (NEEDS.DECK, NEEDS.DISCARD_ITEM)}
    for needs in kinds:
        assert not aims.untargeted(t, row, kinds[needs], 0)
    s.deck_n = 1
    assert aims.untargeted(t, row, kinds[NEEDS.DECK], 0)
    s.discard[number("shot")] = s.discard[number("tiger")] = 1
    assert not aims.untargeted(t, row, kinds[NEEDS.DISCARD_ITEM], 0)
    s.discard[number("plate")] = 1
    assert aims.untargeted(t, row, kinds[NEEDS.DISCARD_ITEM], 0)
    for kind in np.flatnonzero(t["needs"] == NEEDS.HAND):
        assert int(aims.why_player(t, row, int(kind), 0, 1)) == aims.POINTLESS
        s.hand_n[1] = 1
        assert int(aims.why_player(t, row, int(kind), 0, 1)) == 0
        assert int(aims.why_player(t, row, int(kind), 1, 1)) == aims.AIMED_AT_OTHERS
        assert int(aims.why_player(t, row, int(kind), 0, 2)) == aims.NOT_THERE
        s.hand_n[1] = 0
    for kind in np.flatnonzero(t["needs"] == NEEDS.STRUCK):
        for protected in (1, 0):
            s.mark[enemy, st.IS.PROTECTED] = protected
            assert bool(aims.untargeted(t, row, int(kind), 0)) == (protected == 0)
        assert aims.untargeted(t, row, int(kind), 1)


def full(mode: str, champion: int, **marks: int) -> Table:
    """Four Hosts with Items and Totems, against two, a full hand."""
    table = Table(mode=mode, players=3)
    for n, code in enumerate(("firefighter", "surgeon", "sentinel", "abbess")):
        totems = TOTEMS[: 3 - n] if mode == "were_squad" or n == champion else ()
        table.host(0, code, totems=totems, items=[f"medkit{n + 1}"] if n < 2 else [], life=5, **marks)
    table.host(1, "berserker", totems=["horse"], items=["plate"])
    table.host(2, "apothecary")
    if mode == "champion":
        table.s.champion[0] = champion
    table.hand(0, "shot", "snake", "poisoner", "grenade", "smoke", "pig", "stakeout", "hermit")
    table.hand(1, "key")
    return table.ready()


@pytest.mark.rule("KLW-6.3")
@pytest.mark.parametrize("mode", ["champion", "were_squad"])
@pytest.mark.parametrize("champion", [st.NOBODY, 0, 3])
@pytest.mark.parametrize("mark", ["", "asleep", "frozen", "shackled", "resting", "frenzied"])
def test_exactly_what_a_turn_offers_breaks_no_rule(mode: str, champion: int, mark: str) -> None:
    table = full(mode, champion, **({mark: 2} if mark else {}))
    if mark:
        table.s.mark[1, st.IS.words.index(mark)] = 0  # one Host is free of it
    engine, state = table.match.engine, table.match.state
    unbroken = np.flatnonzero(engine.why_all(state) == 0).tolist()
    assert sorted(engine.legal(state)) == unbroken and unbroken


@pytest.mark.parametrize(("hosts", "worth"), [(0, 0.0), (1, ON_FIELD)])
def test_to_have_a_host_at_all_is_worth_something(hosts: int, worth: float) -> None:
    table = Table()
    own = table.host(0, "firefighter") if hosts else 0
    t, row, s = parts(table)
    alone = float(advice.worth_of_host(t, row, own, True)) if hosts else 0.0
    assert float(advice.score(t, row, 0)) == pytest.approx(alone + worth)
    assert float(advice.score(t, row, 1)) == 0.0 and int(s.hand_n[0]) == 0


@pytest.mark.parametrize(("phase", "last"), [(Q.MAIN, True), (Q.DEPLOY_NOW, False)])
def test_a_known_card_may_lie_anywhere_in_a_hand_unless_another_came_last(phase: int, last: bool) -> None:
    table = Table()
    table.hand(1, "tiger", "dog", "shot")
    s, row = table.s, table.match.state[0]
    s.phase, s.ask, s.know[0, number("tiger")] = phase, 1, 1 << 1
    found = set()
    for seed in range(30):
        s.hand[1, :3] = [number(c) for c in ("tiger", "dog", "shot")]
        hidden.mix_hand(row, 0, 1, np.array([seed], np.uint64))
        assert sorted(s.hand[1, :3]) == sorted(number(c) for c in ("tiger", "dog", "shot"))
        found.add(s.hand[1, :3].tolist().index(number("tiger")))
    assert found == ({0, 1, 2} if last else {0, 1})


@pytest.mark.rule("KLW-21.9")
@pytest.mark.parametrize("p", [0, 1, 2])
def test_two_who_exchange_hands_hear_every_card_and_the_third_none(p: int) -> None:
    table, q, third = Table(players=3), (p + 1) % 3, (p + 2) % 3
    table.hand(p, "tiger", "shot")
    table.hand(q, "dog")
    _, row, s = parts(table)
    log = Log(table)
    raids.exchange_hands(row, p, q, log.row)
    wanted = [{"seat": p, "card": number("dog")}]
    wanted += [{"seat": q, "card": number(c)} for c in ("tiger", "shot")]
    assert log("receives", p) == log("receives", q) == wanted and log("receives", third) == []
    assert log("crosses", third) == [{"seat": p, "other": q}] and int(s.crowded) == 0
    s.hand_n[q] = st.HAND_LIMIT + 1
    raids.exchange_hands(row, p, q, Log(table).row)
    assert int(s.crowded) == 1


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_a_record_hides_what_others_know_and_which_dice_come_next(seat: int) -> None:
    table, _, _ = duel()
    table.hand(0, "tiger")
    table.hand(1, "dog", "abbess")
    table.dice(6, 5, 4)
    s = table.ready().s
    s.know[:, number("shot")] = 1 << 1
    s.lots[number("abbess")] = s.lots_n[1] = 1
    seen = table.match.engine.hidden(table.match.state, seat)[0]
    assert not seen["loaded"].any() and not seen["loaded_n"]
    known = [int(seen["know"][v, number("shot")]) for v in range(st.PUBLIC + 1)]
    assert known == [2 if v in (seat, st.PUBLIC) else 0 for v in range(st.PUBLIC + 1)]
    assert int(seen["lots"][number("abbess")]) == (seat == 1) and int(seen["lots_n"][1]) == 1
    for p, held in enumerate((["tiger"], ["dog", "abbess"])):
        cards = [number(c) if seat == p else UNKNOWN for c in held]
        assert seen["hand"][p].tolist() == cards + [EMPTY] * (st.HAND - len(held))
