"""Single steps of the rules at their limits: what is told, what moves, and what stays where it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.record import EMPTY
from bestiary.games.klaw import rules
from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import DO, FX, ON, WHO
from bestiary.games.klaw.events import BY
from bestiary.games.klaw.moves import Q, V
from bestiary.games.klaw.rules.apply import choose_other
from bestiary.games.klaw.rules.setup import first_player
from bestiary.games.klaw.state import EFFECT, IS, NOBODY
from bestiary.testing.plain import plain

from .table import Table, duel, number

dice, effects, ending, field, fight = map(
    plain, (rules.dice, rules.effects, rules.ending, rules.field, rules.fight)
)
hand, play, raids, refusals, thefts, work = map(
    plain, (rules.hand, rules.play, rules.raids, rules.refusals, rules.thefts, rules.work)
)


class Log:
    """What one step of the rules tells, and to whom."""

    def __init__(self, table: Table) -> None:
        self.engine = table.match.engine
        self.log = self.engine.new_log()
        self.row = self.log[0]

    def __call__(self, kind: str, seat: int | None = None) -> list[dict[str, int]]:
        return [dict(h.words) for h in self.engine.happenings(self.log, seat) if h.kind == kind]


def parts(table: Table) -> tuple[Any, Any, Any]:
    return table.match.content.tables[0], table.match.state[0], table.s


# ---- states --------------------------------------------------------------------------------------


def test_which_states_a_cure_finds() -> None:
    table, own, _ = duel(own={"totems": ["tiger", "dog"]})
    _, row, s = parts(table)
    every = (1 << len(IS)) - 1

    def found(states: int) -> bool:
        return bool(field.has_any_state(row, own, states))

    assert not found(every)
    for state in range(len(IS)):
        s.mark[own, state] = 1
        assert field.has_any_state(row, own, 1 << state) and not field.has_any_state(
            row, own, every ^ 1 << state
        )
        s.mark[own, state] = 0
    s.dormant[own, 1] = 1
    assert field.has_any_state(row, own, 1 << IS.DORMANT) and not field.has_any_state(
        row, own, 1 << IS.RESTING
    )
    s.dormant[own, 1], s.rest[own, 0] = 0, 1
    assert field.has_any_state(row, own, 1 << IS.RESTING) and not field.has_any_state(
        row, own, 1 << IS.DORMANT
    )


@pytest.mark.rule("KLW-3.9")
@pytest.mark.parametrize(
    ("asleep", "sleepers", "blocks"),
    [(1, "block", True), (0, "block", False), (1, "strike", False)],
)
def test_only_a_sleeper_only_blocks(asleep: int, sleepers: str, blocks: bool) -> None:
    table, own, enemy = duel(sleepers=sleepers, enemy={"asleep": asleep})
    _, row, s = parts(table)
    s.fighter[:] = [own, enemy]
    assert bool(dice.only_blocks(row, 1)) == blocks and not dice.only_blocks(row, 0)


@pytest.mark.rule("KLW-8.22")
@pytest.mark.parametrize(
    ("who", "trigger", "actor", "immune"),
    [
        (WHO.TARGET, ON.PLAY, 0, True),
        (WHO.TARGET, ON.SUPPORT, 0, True),
        (WHO.ENEMY_HOSTS, ON.PLAY, 0, True),
        (WHO.SELF, ON.PLAY, 0, False),
        (WHO.TARGET, ON.ALWAYS, 0, False),
        (WHO.TARGET, ON.PLAY, 1, False),
    ],
)
def test_who_is_immune_to_what(who: int, trigger: int, actor: int, immune: bool) -> None:
    table, _, enemy = duel()
    t, row, s = parts(table)
    t = table.match.content.tables.copy()[0]
    kind = int(t["kind"][s.host[enemy]])
    t["fx"][kind, 0], t["effects"][kind] = 0, 1
    t["fx"][kind, 0, FX.ON], t["fx"][kind, 0, FX.DO] = ON.ALWAYS, DO.IMMUNE
    t["fx"][kind, 0, FX.TAGS], t["ops"][kind] = -1, 1 << DO.IMMUNE
    shot = int(t["kind"][number("shot")])
    frame = s.task[1]
    frame[EFFECT.KIND], frame[EFFECT.STEP], frame[EFFECT.TRIGGER], frame[EFFECT.ACTOR] = (
        shot,
        1,
        trigger,
        actor,
    )
    frame[EFFECT.CARD] = number("shot")
    log = Log(table)
    assert bool(effects.is_immune(t, row, frame, who, enemy, log.row)) == immune
    assert log("immune") == ([{"host": int(s.host[enemy]), "card": number("shot")}] if immune else [])


@pytest.mark.rule("KLW-3.12", "KLW-21.4")
def test_what_of_a_host_is_at_work() -> None:
    table, own, _ = duel(own={"totems": ["tiger", "dog"], "items": ["smoke", "grenade"]})
    _, row, s = parts(table)

    def cards() -> list[int]:
        return [int(work.at_work(row, own, j)) for j in range(int(work.places(row, own)))]

    every = [number(c) for c in ("firefighter", "tiger", "dog", "smoke", "grenade")]
    assert cards() == every
    s.dormant[own, 1] = 1
    assert cards() == [*every[:2], EMPTY, *every[3:]]
    s.dormant[own, 1], s.rest[own, 0] = 0, 1
    assert cards() == every  # a rest counts in fights alone
    s.fight, s.fighter[:] = st.STAGE.FIGHTING, [own, NOBODY]
    assert cards() == [every[0], EMPTY, *every[2:]]
    s.rest[own, 0], s.mark[own, IS.FROZEN] = 0, 1
    assert cards() == [*every[:3], EMPTY, EMPTY]
    s.mark[own, IS.ASLEEP] = 1
    assert cards() == [EMPTY] * 5


# ---- hands and decks -----------------------------------------------------------------------------


def test_the_hosts_of_the_deal_are_forgotten_with_the_hand() -> None:
    table, _, _ = duel()
    table.hand(1, "berserker", "shot")
    table.hand(0, "abbess")
    _, row, s = parts(table)
    s.lots[[number("berserker"), number("abbess")]], s.lots_n[:2] = 1, [1, 1]
    hand.forget_lots(row, 1)
    assert s.lots_n[:2].tolist() == [1, 0]
    assert (int(s.lots[number("berserker")]), int(s.lots[number("abbess")])) == (0, 1)


@pytest.mark.parametrize("p", [0, 1])
def test_a_card_that_goes_back_to_a_hand_is_known_there(p: int) -> None:
    table = Table(players=3)
    _, row, s = parts(table)
    log, card = Log(table), number("tiger")
    hand.return_to_hand(row, p, card, log.row)
    assert log("returns") == [{"seat": p, "card": card}] and card in s.hand[p] and int(s.hand_n[p]) == 1
    known = [int(s.know[v, card]) for v in (0, 1, 2, st.PUBLIC)]
    assert known == [0 if v == p else 1 << p for v in (0, 1, 2)] + [1 << p]


@pytest.mark.rule("KLW-21.9")
def test_what_is_known_of_hands_moves_with_them() -> None:
    table = Table(players=3)
    table.hand(0, "tiger", "shot")
    table.hand(1, "dog")
    _, row, s = parts(table)
    tiger, shot, dog = (number(c) for c in ("tiger", "shot", "dog"))
    s.know[2, tiger], s.know[2, dog], s.know[2, shot], s.know[st.PUBLIC, dog] = 1, 2, 3, 2
    s.know[0, dog], s.lots_n[:2] = 2, [2, 1]
    hand.cross_hands(row, 0, 1)
    assert sorted(c for c in s.hand[0] if c >= 0) == [dog] and sorted(
        c for c in s.hand[1] if c >= 0
    ) == sorted([tiger, shot])
    assert s.hand_n[:2].tolist() == [1, 2] and s.lots_n[:2].tolist() == [1, 2]
    assert [int(s.know[2, c]) for c in (tiger, dog, shot)] == [2, 1, 3] and int(s.know[st.PUBLIC, dog]) == 1
    assert [int(s.know[0, c]) for c in (tiger, shot, dog)] == [2, 2, 0]
    assert [int(s.know[1, c]) for c in (tiger, shot, dog)] == [0, 0, 1]


@pytest.mark.rule("KLW-8.26")
@pytest.mark.parametrize("cards", [(), ("shot",), ("shot", "tiger")])
def test_whoever_looks_into_a_hand_is_asked_where_it_holds_something(cards: tuple[str, ...]) -> None:
    table, _, _ = duel()
    table.hand(1, *cards)
    t, row, s = parts(table)
    before = int(s.phase)
    raids.steal_from_hand(t, row, 0, 1, Log(table).row)
    assert int(s.phase) == (Q.PICK_SEEN_CARD if cards else before)


@pytest.mark.rule("KLW-21.8")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_scouting_takes_one_of_the_top_cards(left: int) -> None:
    table = Table(players=2, deck=left)
    table.ready()
    t, row, s = parts(table)
    log = Log(table)
    raids.scout(t, row, 0, 2, log.row)
    most = min(2, left)
    assert (
        log("looks") == [{"seat": 0, "number": most}] and len(log("sees", 0)) == most and log("sees", 1) == []
    )
    if most == 2:
        assert int(s.phase) == Q.PICK_SCOUTED and int(s.look_n) == 2
        first, second = (int(c) for c in s.look[:2])
        raids.take_scouted(t, row, 0, 1, log.row)
        assert second in s.hand[0] and first in s.deck[: s.deck_n] and int(s.know[0, first]) == st.IN_DECK
    assert int(s.look_n) == 0 and (s.look == EMPTY).all()
    assert int(s.hand_n[0]) == (most > 0) and int(s.deck_n) == left - (most > 0)


@pytest.mark.rule("KLW-5.1")
def test_a_revealed_host_is_told_and_becomes_champion() -> None:
    table = Table(players=2)
    table.hand(0, "shot", "berserker")
    t, row, s = parts(table)
    s.ask = 0
    log = Log(table)
    play.reveal(t, row, 1, log.row)
    assert log("reveals") == [{"seat": 0, "card": number("berserker")}]
    assert int(s.host[0]) == number("berserker") and int(s.champion[0]) == 0 and int(s.hand_n[0]) == 1


# ---- fights --------------------------------------------------------------------------------------


@pytest.mark.rule("KLW-11.15", "KLW-11.18")
def test_armour_is_told_on_either_side() -> None:
    table, own, enemy = duel()
    t, row, s = parts(table)
    t = table.match.content.tables.copy()[0]
    for h in (own, enemy):
        kind = int(t["kind"][s.host[h]])
        t["fx"][kind, :2], t["effects"][kind], t["ops"][kind] = 0, 2, 1 << DO.ARMOR
        for e, pool in enumerate((fight.POOL.ATTACK, fight.POOL.DEFENCE)):
            t["fx"][kind, e, [FX.ON, FX.DO, FX.POOL, FX.N]] = ON.ALWAYS, DO.ARMOR, pool, 1
    s.fight, s.fighter[:], s.role, s.fallen, s.saved = st.STAGE.FIGHTING, [own, enemy], 0, NOBODY, 1
    s.pool[:], s.die[:, :3] = 3, [[6, 6, 1], [1, 1, 5]]
    log, before = Log(table), [table.life(own), table.life(enemy)]
    fight.compare(t, row, log.row)
    assert [w["host"] for w in log("guards")] == [int(s.host[enemy]), int(s.host[own])]
    assert [table.life(own), table.life(enemy)] == [before[0], before[1] - 1] and int(s.saved) == 0
    assert s.dealt.tolist() == [1, 0]


def test_a_fight_begins_with_nothing_of_the_last_one() -> None:
    table, own, enemy = duel()
    _, row, s = parts(table)
    for name in ("exchange", "role", "saved", "outcome", "lent", "pool", "wild", "dealt", "die"):
        row[name] = 1
    s.fallen = 0
    fight.reset_fight(row)
    for name in ("fight", "exchange", "role", "saved", "outcome", "lent", "pool", "wild", "dealt", "die"):
        assert not row[name].any(), name
    assert int(s.fallen) == NOBODY and s.fighter.tolist() == [NOBODY, NOBODY]
    for name in ("exchange", "lent", "dealt"):
        row[name] = 1
    fight.start_fight(row, own, enemy)
    fight.begin_fight(row, Log(table).row)
    assert int(s.lent) == 0 and not s.dealt.any() and s.fighter.tolist() == [own, enemy]


@pytest.mark.rule("KLW-11.6")
@pytest.mark.parametrize(
    ("mine", "theirs", "add", "m", "raised"),
    [
        ([5, 4, 3, 2, 1, 1], [5, 5], 3, 2, [6, 6]),  # two hits instead of a tie
        ([3, 2], [6, 6], 1, 1, None),
        ([6, 1], [5, 1], 2, 1, [6, 3]),
        ([4, 4], [4, 4], 1, 1, None),
    ],
)
def test_a_bonus_goes_where_it_does_most(
    mine: list[int], theirs: list[int], add: int, m: int, raised: list[int] | None
) -> None:
    table, own, enemy = duel()
    t, row, s = parts(table)
    s.fight, s.fighter[:], s.role = st.STAGE.FIGHTING, [own, enemy], 0
    s.pool[:] = [len(mine), len(theirs)]
    s.die[:] = 0
    s.die[0, : len(mine)], s.die[1, : len(theirs)] = mine, theirs
    edge = int(dice.tie_edge(t, row, 0))
    best = max(
        int(dice.worth_of_placing(row, 0, mask, add, edge))
        for mask in range(1, 1 << len(mine))
        if bin(mask).count("1") == m
    )

    def worth(roll: list[int]) -> int:
        n, total = min(len(roll), len(theirs)), 0
        for a, b in zip(sorted(roll)[::-1][:n], theirs, strict=False):
            ahead = 2 * (a - b) + edge
            total += st.DICE + 1 if ahead > 0 else -1 if ahead < 0 else 0
        return total

    dice.place_bonus(t, row, 0, add, m)
    after = [int(d) for d in s.die[0, : len(mine)]]
    assert worth(after) == best and sum(after) > sum(mine)
    assert raised is None or sorted(after)[::-1][: len(raised)] == raised


def test_a_host_lends_its_own_talent_from_any_place() -> None:
    table, own, enemy = duel(second="berserker", own={"life": 20}, enemy={"life": 20})
    lender = table.host(1, "surgeon", support=True)
    other = table.host(1, "poisoner", support=True)
    t, row, s = parts(table)
    s.fight, s.fighter[:], s.role = st.STAGE.FIGHTING, [own, enemy], 1
    for h, code, target in ((lender, "surgeon", enemy), (other, "poisoner", own)):
        s.task[:], s.tasks = 0, 1
        log = Log(table)
        fight.lend_talent(t, row, h % st.SLOTS, log.row)
        frame = s.task[int(s.tasks) - 1]
        assert log("uses") == [{"seat": 1, "card": number(code)}] and int(s.lent) >> h & 1
        assert [int(frame[k]) for k in (EFFECT.ACTOR, EFFECT.OWN, EFFECT.TARGET)] == [1, h, target]
        assert int(frame[EFFECT.AIMED]) == int(s.host[target]) and int(frame[EFFECT.CARD]) == number(code)


# ---- the field and the end -----------------------------------------------------------------------


@pytest.mark.rule("KLW-8.24", "KLW-8.25")
@pytest.mark.parametrize(
    ("totems", "full", "stolen"),
    [(0, False, True), (1, False, False), (0, True, False)],
)
def test_a_turncoat_has_no_totems_and_needs_a_place(totems: int, full: bool, stolen: bool) -> None:
    table, _, enemy = duel(second="berserker", enemy={"totems": ["tiger"][:totems]})
    for code in ("surgeon", "sentinel", "abbess")[: 3 if full else 1]:
        table.host(0, code, support=True)
    _, row, s = parts(table)
    log = Log(table)
    thefts.steal_from_field(row, 0, enemy, log.row)
    assert log("turncoat") == ([{"seat": 0, "host": number("berserker")}] if stolen else [])
    assert (number("berserker") in s.host[: st.SLOTS]) == stolen and (int(s.host[enemy]) == EMPTY) == stolen


@pytest.mark.rule("KLW-20.15")
def test_a_frenzied_host_has_to_attack_if_it_can() -> None:
    table, own, _ = duel()
    t, row, s = parts(table)
    assert not refusals.must_attack(t, row, 0)
    s.mark[own, IS.FRENZIED] = 1
    assert refusals.must_attack(t, row, 0) and not refusals.must_attack(t, row, 1)
    s.mark[own, IS.RESTING] = s.mark[own, IS.ASLEEP] = 1
    assert not refusals.must_attack(t, row, 0)


@pytest.mark.rule("KLW-19.10", "KLW-19.15")
def test_a_ranking_tells_what_everybody_has() -> None:
    table = Table(players=3)
    table.host(0, "firefighter", totems=["tiger"], life=5)
    table.host(1, "surgeon", totems=["dog"], life=7)
    table.host(1, "sentinel", life=1, support=True)
    table.host(2, "berserker", life=9)
    _, row, s = parts(table)
    log = Log(table)
    ending.rank(row, BY.THE_RANKING_AFTER_DUSK, log.row)
    assert [list(w.values()) for w in log("ranks")] == [[0, 1, 5, 1], [1, 1, 8, 2], [2, 0, 9, 1]]
    assert int(s.winners) == 0b010 and s.over


@pytest.mark.rule("KLW-4.10")
@pytest.mark.parametrize(
    ("rolls", "first"),
    [((3, 5, 2), 1), ((6, 6, 1, 2, 4), 1), ((1, 1, 1, 2, 2, 1, 3, 5), 1)],
)
def test_the_highest_roll_begins_and_ties_roll_again(rolls: tuple[int, ...], first: int) -> None:
    table = Table(players=3)
    table.dice(*rolls)
    assert int(plain(first_player)(table.match.state[0])) == first and int(table.s.loaded_n) == 0


def test_going_on_is_told() -> None:
    table, _, _ = duel()
    t, row, s = parts(table)
    log = Log(table)
    s.hold, s.ask = 1, 0
    plain(choose_other)(t, row, V.KEEP, 0, log.row)
    assert log("keeps") == [{"seat": 0}] and int(s.hold) == 0


def test_worlds_after_the_end_are_what_lies_there() -> None:
    table, _, _ = duel()
    table.hand(1, "tiger", "shot", "dog")
    table.ready()
    table.s.over = 1
    for seed in range(3):
        world = table.match.engine.resampled(table.match.state, 0, seed)[0]
        assert world["hand"][1].tolist() == table.s.hand[1].tolist()
        assert np.array_equal(world["box"], table.s.box)


@pytest.mark.parametrize("p", [0, 1])
def test_a_new_champion_is_told(p: int) -> None:
    table, _, _ = duel(second="berserker")
    other = table.host(p, "surgeon", support=True)
    _, row, s = parts(table)
    s.turn = s.ask = p
    log = Log(table)
    play.promote(row, other % st.SLOTS, log.row)
    assert log("promotes") == [{"seat": p, "card": number("surgeon")}]
    assert int(s.champion[p]) == other % st.SLOTS and int(s.champion[1 - p]) == 0


@pytest.mark.rule("KLW-4.5")
def test_a_host_of_the_deal_that_leaves_its_hand_is_counted_for_all() -> None:
    table, _, _ = duel()
    table.hand(1, "shot", "berserker", "abbess")
    _, row, s = parts(table)
    s.lots[[number("berserker"), number("abbess")]], s.lots_n[1] = 1, 2
    log = Log(table)
    assert int(hand.take_from_hand(row, 1, 1, log.row)) == number("berserker")
    assert log("dealt") == [{"seat": 1, "number": 1}] and int(s.lots_n[1]) == 1
    assert int(s.lots[number("berserker")]) == 0 and table.held(1) == ["abbess", "shot"]
    again = Log(table)
    hand.take_from_hand(row, 1, 0, again.row)
    assert again("dealt") == [] and int(s.lots_n[1]) == 1


def test_whoever_scouts_no_longer_wonders_where_those_cards_are() -> None:
    table = Table(players=2, deck=4)
    table.ready()
    t, row, s = parts(table)
    s.know[0, s.deck[:4]] = st.IN_DECK
    raids.scout(t, row, 0, 2, Log(table).row)
    assert not s.know[0, s.look[:2]].any() and (s.know[0, s.deck[:2]] == st.IN_DECK).all()
