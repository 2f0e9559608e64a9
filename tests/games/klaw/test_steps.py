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
from bestiary.games.klaw.rules.apply import choose_main
from bestiary.testing.plain import plain

from .table import Table, duel, number, pool
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


@pytest.mark.rule("KLW-3.14", "KLW-3.15", "KLW-3.16", "KLW-3.17", "KLW-3.18")
def test_whoever_burns_or_is_poisoned_suffers_at_the_start_of_a_turn_and_it_is_told() -> None:
    table, own, enemy = duel(own={"life": 9, "burning": 2, "poisoned": 1}, enemy={"life": 9, "poisoned": 1})
    sick = table.host(0, "surgeon", support=True, life=1, poisoned=1)
    t, row, _ = parts(table)
    log = Log(table)
    plain(rules.turn).suffer(t, row, 0, log.row)
    assert log("burns") == [{"host": number("firefighter")}]
    assert log("sickens") == [{"host": number(c)} for c in ("firefighter", "surgeon")]
    assert (table.life(own), table.life(enemy)) == (6, 9) and table.card(sick) is None
    assert table.marks(own) == {"burning": 1, "poisoned": 1}
    assert log("falls") == [{"seat": 0, "host": number("surgeon")}]


@pytest.mark.rule("KLW-12.1", "KLW-12.2", "KLW-12.3", "KLW-12.9")
@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize(("wild", "shown"), [(6, 6), (1, 1), (4, None)])
def test_the_wild_die_of_either_side_is_told_of_its_own_host(role: int, wild: int, shown: int | None) -> None:
    table, own, enemy = duel("firefighter", "surgeon")
    table.dice(3, 3, 3, 3, 3, wild, 2, 2, 2, 2, 2, wild)
    t, row, s = parts(table)
    s.fight, s.fighter[:], s.role, s.pool[:] = st.STAGE.FIGHTING, [own, enemy], role, st.DICE
    log = Log(table)
    dice.roll_dice(t, row, log.row)
    fighters = [number("firefighter"), number("surgeon")]
    assert [w["host"] for w in log("wild")] == fighters[:: 1 - 2 * role]
    (rolled,) = log("rolls")
    assert [rolled["host"], rolled["other"]] == fighters[:: 1 - 2 * role]
    if shown is not None:
        assert (s.die == shown).all()
    else:
        assert s.die[role].tolist() == [4, 3, 3, 3, 3, 3] and s.die[1 - role].tolist() == [4, 2, 2, 2, 2, 2]


def test_a_host_without_life_has_nothing_to_strike_with() -> None:
    table, own, enemy = duel(own={"life": 0}, enemy={"life": -3})
    t, row, s = parts(table)
    assert float(advice.duel(t, row, own, enemy)) == 0.5
    s.life[own] = 2
    a, d = (pool(table, own, role) for role in ("attack", "defence"))
    back, guard = (pool(table, enemy, role) for role in ("attack", "defence"))
    mine = 2 * (advice.hits(a, guard) + advice.hits(d, back))
    assert float(advice.duel(t, row, own, enemy)) == pytest.approx((mine**2 + 0.1) / (mine**2 + 0.2))


@pytest.mark.rule("KLW-16.1", "KLW-16.2", "KLW-6.3")
@pytest.mark.parametrize(
    ("move", "drawn"),
    [
        ("pass", 1),
        ("action shot1", 1),
        ("item grenade1", 1),
        ("totem snake1", 1),
        ("support surgeon", 1),
        ("remove tiger1", 0),
        ("attack firefighter", 0),
    ],
)
def test_what_a_turn_owes_a_card_for(move: str, drawn: int) -> None:
    table, _, _ = duel(own={"totems": ["tiger"], "life": 9}, enemy={"life": 9, "items": ["smoke"]})
    table.host(1, "sentinel", support=True)
    table.hand(0, "shot", "grenade", "snake", "surgeon")
    t, row, s = parts(table.ready())
    action = table.match.find(table.full(move))
    plain(choose_main)(
        t, row, int(t["verb"][action]), *(int(a) for a in t["arg"][action][:2]), Log(table).row
    )
    assert int(s.draw_due) == drawn


@pytest.mark.rule("KLW-16.3")
@pytest.mark.parametrize("seat", [-1, 0])
def test_others_are_imagined_to_know_what_everybody_knows(seat: int) -> None:
    table = Table(players=3)
    table.hand(1, "tiger", "dog")
    table.hand(2, "shot")
    s = table.ready().s
    for v in (0, 2, st.PUBLIC):
        s.know[v, number("tiger")] = 1 << 1
    s.know[2, number("dog")] = 1 << 1  # which seat 0 does not know of
    for seed in range(4):
        world = table.match.engine.resampled(table.match.state, seat, seed)[0]
        assert number("tiger") in world["hand"][1]
        assert int(world["know"][2, number("tiger")]) == 1 << 1 and not world["know"][1, number("tiger")]
        assert not world["know"][2, number("dog")]


@pytest.mark.rule("KLW-7.5", "KLW-2.4", "KLW-20.3")
@pytest.mark.parametrize("carriers", [(), (0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)])
def test_a_totem_is_played_where_any_host_can_carry_it(carriers: tuple[int, ...]) -> None:
    table = Table(mode="were_squad", seed=2)
    for n, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(0, code, totems=["tiger"] if n in carriers[:1] else [], life=9)
    for n in carriers[1:]:
        table.s.totem[n, 0], table.s.totem_n[n] = number("tiger"), 1
    table.host(1, "berserker")
    table.hand(0, "tiger2")
    t, row, _ = parts(table)
    why = int(plain(rules.refusals).why_any_carries(t, row, 0, number("tiger2")))
    assert why == (aims.BOTH_BINOMIALS if len(carriers) == 3 else 0)


@pytest.mark.rule("KLW-7.14", "KLW-6.6")
@pytest.mark.parametrize("hurt", [(), (0,), (1,), (0, 1)])
def test_a_consumable_is_used_where_it_helps_any_host(hurt: tuple[int, ...]) -> None:
    table = Table()
    for n, code in enumerate(("firefighter", "surgeon")):
        table.host(0, code, life=9 if n in hurt else st.MAX_LIFE, support=n > 0)
    t, row, _ = parts(table)
    kind = int(t["kind"][number("medkit")])
    why = int(plain(rules.refusals).why_any_uses(t, row, 0, kind))
    assert why == (0 if hurt else aims.POINTLESS)


@pytest.mark.rule("KLW-15.4", "KLW-16.1", "KLW-16.4")
@pytest.mark.parametrize(
    ("due", "hosts", "deck", "asked"), [(1, 0, 3, True), (0, 0, 3, False), (1, 1, 3, False), (1, 0, 0, False)]
)
def test_whoever_has_no_host_may_deploy_the_card_just_drawn(
    due: int, hosts: int, deck: int, asked: bool
) -> None:
    table = Table(deck=deck)
    table.host(1, "berserker")
    if hosts:
        table.host(0, "firefighter")
    t, row, s = parts(table.ready())
    s.draw_due, before = due, int(s.phase)
    plain(rules.turn).replenish(t, row, 0, Log(table).row)
    assert (int(s.phase) == Q.DEPLOY_NOW) == asked and int(s.hold) == asked
    assert asked or int(s.phase) == before
    assert int(s.hand_n[0]) == (due and deck > 0) and int(s.draw_due) == 0


@pytest.mark.rule("KLW-5.3", "KLW-5.9")
def test_after_the_starting_round_nothing_but_the_turn_is_under_way() -> None:
    table = Table(players=3)
    _, row, s = parts(table)
    s.task[...], s.tasks, s.first = 0, 1, 2
    s.task[0, st.STARTING.TASK] = st.TASK.STARTING
    turn, log = plain(rules.turn), Log(table)
    asked = []
    for done in (0, 1, 2, 3, 1, 2):
        s.task[0, st.STARTING.DONE] = done
        turn.step_starting(row, log.row)
        asked.append((int(s.ask), int(s.phase)))
    assert asked == [(p, q) for q in (Q.REVEAL, Q.START_FORTIFY) for p in (2, 0, 1)]
    s.task[0, st.STARTING.DONE] = 3
    turn.step_starting(row, log.row)
    assert int(s.tasks) == 1 and int(s.task[0, st.TURN.TASK]) == st.TASK.TURN and not s.task[0, 1:].any()
    assert log("begins") == [{"seat": 2}]


@pytest.mark.rule("KLW-19.15")
@pytest.mark.parametrize(
    ("players", "winners", "worth"),
    [
        (2, 0b01, [1, -1]),
        (2, 0b11, [0, 0]),
        (2, 0, [0, 0]),
        (3, 0b100, [-0.5, -0.5, 1]),
        (3, 0b101, [0.5, -1, 0.5]),
        (4, 0b0010, [-1 / 3, 1, -1 / 3, -1 / 3]),
        (4, 0b0111, [1 / 3, 1 / 3, 1 / 3, -1]),
    ],
)
def test_what_a_victory_is_worth(players: int, winners: int, worth: list[float]) -> None:
    table = Table(players=players)
    t, row, s = parts(table)
    s.winners, out = winners, np.full(st.SEATS, 9.0)
    plain(rules.ending).returns(t, row, out)
    assert out[:players].tolist() == pytest.approx(worth)
