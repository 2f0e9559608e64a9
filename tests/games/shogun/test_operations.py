"""The operations of card effects, one by one: what each does, to whom, and where it ends."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import (
    AT,
    COND,
    CURE,
    DO,
    FLAG,
    KI,
    LATER,
    LAY,
    ON,
    SIDE,
    STAT,
    TERRAIN,
    UNTIL,
    WHO,
)  # fmt: skip
from bestiary.games.shogun.events import GAIN
from bestiary.games.shogun.rules import frames
from bestiary.games.shogun.rules.frames import LIST
from bestiary.games.shogun.state import FRAME, IN, NOBODY
from bestiary.testing.plain import plain

from .table import Table

MAP = """
.A.T......
.k........
......m...
..........
"""
FIGURES = {"k": "kachi", "m": "kappa"}
FIGURES_OF = ("akira", "tomoe", "kachi-red", "kappa-red")
LIST_AT = FX = 0  # the list and the effects that the tests write anew


def position(rows: str = MAP, figures: dict[str, str] | None = None) -> Table:
    return Table(rows, FIGURES if figures is None else figures, level=3)


def write(table: Table, *effects: dict[str, int]) -> None:
    """The effects that a test is about."""
    table.write(LIST_AT, FX, *effects)


def cast(table: Table, owner: str = "akira", target: str = "", zone: int = NOBODY) -> Table:
    """Runs the list for its owner."""
    row = table.match.state[0]
    plain(frames).push_list(row, LIST_AT, ON.USE, table.id(owner) if owner else NOBODY, zone, 0)
    if target:
        table.s.stack[table.s.sp - 1, LIST.TARGET] = table.id(target)
    return table.go()


def do(
    table: Table, operation: int, n: int = 1, owner: str = "akira", target: str = "", **more: int
) -> Table:
    """One operation on its owner, or on a target."""
    who = WHO.TARGET if target else WHO.SELF
    write(table, {"do": operation, "n": n, "who": who, **more})
    return cast(table, target=target)


def told(table: Table, kind: str) -> list[dict[str, int]]:
    return [h.words for h in table.match.engine.happenings(table.log, None) if h.kind == kind]


GAINED = [
    (DO.KARMA, "karma", st.KARMA_CAP, GAIN.KARMA),
    (DO.COINS, "coins", st.COIN_CAP, GAIN.COINS),
    (DO.HEADS, "heads", st.HEAD_CAP, GAIN.HEADS),
    (DO.AFFINITY, "affinity", st.AFFINITY_CAP, GAIN.AFFINITY),
    (DO.BLESS, "blessed", st.BLESSED_CAP, GAIN.BLESSED),
    (DO.AP, "ap", st.MAX_AP, GAIN.AP),
]


@pytest.mark.parametrize(("what", "field", "cap", "gain"), GAINED)
def test_what_a_character_gains_and_loses(what: int, field: str, cap: int, gain: int) -> None:
    for before, n, after in ((1, 2, 3), (1, -1, 0), (1, -3, 0), (cap - 1, 3, cap), (cap, 1, cap), (0, -1, 0)):
        table = position()
        table.s[field][0] = before
        do(table, what, n)
        assert int(table.s[field][0]) == after
        change = [{"figure": 0, "what": gain, "number": after - before}] if after != before else []
        assert told(table, "gains") == change


@pytest.mark.parametrize("what", [one[0] for one in GAINED] + [DO.ITEM, DO.KI, DO.KI_READY, DO.KI_ROLL])
def test_an_enemy_gains_nothing_of_the_kind(what: int) -> None:
    table = position()
    do(table, what, 1, target="kachi-red")
    assert told(table, "gains") == [] and table.asks == "nothing"


def test_bonus_movement_is_for_whoever_acts_and_may_move() -> None:
    table = position()
    table.s.active = 0
    assert int(do(table, DO.MP, 3).s.bonus) == 3 and told(table, "gains")[0]["what"] == GAIN.MP
    assert int(do(table, DO.MP, 99).s.bonus) == st.MP_CAP
    table.s.bonus = 0
    assert int(do(table, DO.MP, 3, target="tomoe").s.bonus) == 0
    table.s.flag[0, UNTIL.ROUND] = FLAG.NO_MOVE
    assert int(do(table, DO.MP, 3).s.bonus) == 0


def test_health_and_armour() -> None:
    table = position()
    kachi = table.id("kachi-red")
    table.s.hp[kachi], table.s.max_hp[kachi], table.s.arm[kachi] = 5, 7, 2
    assert int(do(table, DO.WOUND, 2, target="kachi-red").s.hp[kachi]) == 3
    assert told(table, "wound") == [{"figure": kachi, "number": 2, "left": 3}]
    assert int(do(table, DO.HEAL, 9, target="kachi-red").s.hp[kachi]) == 7
    assert told(table, "heals")[0]["number"] == 4
    assert int(do(table, DO.BREAK, 1, target="kachi-red").s.arm[kachi]) == 1
    assert int(do(table, DO.BREAK, 3, target="kachi-red").s.arm[kachi]) == 0
    table.s.hp[kachi], table.s.flag[kachi, UNTIL.ROUND] = 5, FLAG.NO_HEAL
    assert int(do(table, DO.HEAL, 1, target="kachi-red").s.hp[kachi]) == 5
    assert do(table, DO.WOUND, 9, target="kachi-red").at("kachi-red") is None


def test_armour_is_repaired_up_to_what_it_is_worth() -> None:
    table = position()
    table.armour("akira", "o_yoroi", 0)
    worth = int(table.t["ar_resistance"][(table.card("o_yoroi") - st.ARMOUR0) // 2])
    assert int(do(table, DO.REPAIR, 1).s.arm[0]) == 1
    assert int(do(table, DO.REPAIR, 9).s.arm[0]) == worth
    table.s.arm[0] = worth + 2  # an effect may have given more: that stays
    assert int(do(table, DO.REPAIR, 1).s.arm[0]) == worth + 2
    table.armour("akira", None)
    assert int(do(table, DO.REPAIR, 1).s.arm[0]) == 0


@pytest.mark.rule("SHG-22.5")
def test_conditions_come_and_go() -> None:
    table = position()
    do(table, DO.INFLICT, 2, what=COND.POISONED)
    do(table, DO.INFLICT, 1, what=COND.BLEEDING)
    assert table.s.cond[0].tolist() == [2, 1, 0, 0]
    assert do(table, DO.CURE, what=CURE.BLEEDING).s.cond[0].tolist() == [2, 0, 0, 0]
    assert do(table, DO.CURE, what=CURE.ANY).s.cond[0].tolist() == [0, 0, 0, 0]
    table.s.cond[0] = [1, 2, 1, 1]
    assert do(table, DO.CURE, what=CURE.ALL).s.cond[0].tolist() == [0, 0, 0, 0]
    table.s.cond[0] = [1, 0, 1, 0]
    do(table, DO.CURE, what=CURE.ANY)
    assert table.choices == ["cure poisoned", "cure downed"]
    assert table.play("cure downed").s.cond[0].tolist() == [1, 0, 0, 0] and table.asks == "nothing"
    table.s.cond[0] = 0
    assert do(table, DO.CURE, what=CURE.ANY).asks == "nothing"


def test_ki_dice_are_changed_one_or_all() -> None:
    table = position()
    one, two = table.learn("akira", "stab", 2), table.learn("akira", "battle_cry", 3)
    do(table, DO.KI, 1, what=KI.ALL)
    assert (int(table.s.ki[0, one]), int(table.s.ki[0, two])) == (3, 4)
    do(table, DO.KI, -1, what=KI.ONE)
    assert table.choices == ["raise_ki stab", "raise_ki battle_cry"] and table.asks == "event.ki"
    table.play("raise_ki battle_cry")
    assert (int(table.s.ki[0, one]), int(table.s.ki[0, two])) == (3, 3) and table.asks == "nothing"
    table.s.ki[0, two] = 0
    assert int(do(table, DO.KI, 2, what=KI.ONE).s.ki[0, one]) == 5


def test_exhausted_dice_are_rolled() -> None:
    table = position()
    table.s.exhausted[0], table.s.supply[0] = 3, 0
    do(table, DO.KI_READY, 2)
    assert int(table.s.exhausted[0]) == 1 and int(table.s.supply[0].sum()) == 2
    do(table, DO.KI_READY, 2)
    assert int(table.s.exhausted[0]) == 0 and int(table.s.supply[0].sum()) == 3


def test_dice_may_be_rolled_again() -> None:
    table = position()
    table.learn("akira", "stab", 2)
    table.s.exhausted[0] = 1
    do(table, DO.KI_ROLL, 1)
    assert table.asks == "effect.ki" and table.choices == ["pick_slot stab", "pick_exhausted", "done"]


def test_a_modifier_lasts_as_long_as_it_says_and_has_a_limit() -> None:
    table = position()
    for until in (UNTIL.ACTIVATION, UNTIL.NEXT_START, UNTIL.ROUND, UNTIL.PHASE):
        do(table, DO.MOD, 2, what=STAT.HITS, until=until)
        assert int(table.s.mod[0, STAT.HITS, until]) == 2
    do(table, DO.MOD, 2, what=STAT.HITS, until=UNTIL.NEXT_END)
    assert int(table.s.mod[0, STAT.HITS, UNTIL.NEXT_END]) == 2
    table.s.active = 0  # the end of this activation is not the next one
    do(table, DO.MOD, 3, what=STAT.HITS, until=UNTIL.NEXT_END)
    assert int(table.s.mod[0, STAT.HITS, LATER]) == 3
    assert int(table.s.mod[0, STAT.HITS, UNTIL.NEXT_END]) == 2
    for n, most in ((999, st.MOD_CAP), (-9999, -st.MOD_CAP)):
        assert (
            int(do(table, DO.MOD, n, what=STAT.HITS, until=UNTIL.ROUND).s.mod[0, STAT.HITS, UNTIL.ROUND])
            == most
        )


def test_a_flag_lasts_as_long_as_it_says() -> None:
    table = position()
    do(table, DO.FLAG, what=FLAG.TAUNT, until=UNTIL.ROUND)
    do(table, DO.FLAG, what=FLAG.FLYING, until=UNTIL.ROUND)
    assert int(table.s.flag[0, UNTIL.ROUND]) == FLAG.TAUNT | FLAG.FLYING
    do(table, DO.FLAG, what=FLAG.TAUNT, until=UNTIL.NEXT_END)
    assert int(table.s.flag[0, UNTIL.NEXT_END]) == FLAG.TAUNT
    table.s.active = 0
    do(table, DO.FLAG, what=FLAG.SKIP, until=UNTIL.NEXT_END)
    assert int(table.s.flag[0, LATER]) == FLAG.SKIP and int(table.s.flag[0, UNTIL.NEXT_END]) == FLAG.TAUNT


@pytest.mark.rule("SHG-8.5")
@pytest.mark.parametrize(
    ("what", "n", "at_card", "queue"),
    [
        (DO.ADVANCE, 1, -1, "akira kappa-red tomoe kachi-red"),
        (DO.ADVANCE, 9, -1, "kappa-red akira tomoe kachi-red"),
        (DO.ADVANCE, 9, 0, "akira kappa-red tomoe kachi-red"),
        (DO.DELAY, 1, -1, "akira tomoe kachi-red kappa-red"),
        (DO.DELAY, 9, -1, "akira tomoe kachi-red kappa-red"),
        (DO.ADVANCE, 1, 2, "akira tomoe kappa-red kachi-red"),
        (DO.DELAY, 1, 2, "akira tomoe kappa-red kachi-red"),
    ],
)
def test_cards_move_in_the_queue(what: int, n: int, at_card: int, queue: str) -> None:
    table = position()
    table.queue("akira", "tomoe", "kappa-red", "kachi-red")
    table.s.at_card = at_card
    do(table, what, n, target="kappa-red")
    assert [table.names[f] for f in table.s.queue[: table.s.queue_n]] == queue.split()


@pytest.mark.rule("SHG-8.3")
def test_in_the_events_of_a_round_a_shift_waits_for_the_queue() -> None:
    table = position()
    table.s.step = IN.EVENTS
    before = table.s.queue.tolist()
    write(table, {"do": DO.DELAY, "n": 1, "who": WHO.ENEMIES})
    cast(table)
    assert table.s.queue.tolist() == before and int(table.s.pending_n) == 1
    both = 1 << table.id("kachi-red") | 1 << table.id("kappa-red")
    assert int(table.s.pending[0]) == FX + 1 and int(table.s.pending_who[0]) == both
    cast(table)
    assert int(table.s.pending_n) == 2 and int(table.s.pending_who[1]) == both


def test_push_pull_swap_and_teleport() -> None:
    table = position("..A.a.....\n..........", {"a": "ashigaru"})
    assert do(table, DO.PUSH, 2, target="ashigaru-red").at("ashigaru-red") == (6, 0)
    assert do(table, DO.PULL, 3, target="ashigaru-red").at("ashigaru-red") == (3, 0)
    do(table, DO.SWAP, target="ashigaru-red")
    assert (table.at("akira"), table.at("ashigaru-red")) == ((3, 0), (2, 0))
    assert int(table.s.at[table.q(3, 0)]) == 0 and int(table.s.at[table.q(2, 0)]) == table.id("ashigaru-red")
    do(table, DO.TELEPORT, 1)
    assert table.choices == ["square 4,0", "square 2,1", "square 3,1", "square 4,1"]
    assert table.play("square 3,1").at("akira") == (3, 1) and table.asks == "nothing"
    assert int(table.s.at[table.q(3, 0)]) == -1


def test_of_two_sizes_nobody_changes_places() -> None:
    table = Table("A.O..\n.....\n.....", {"O": "blood_oni"}, level=3)
    write(table, {"do": DO.SWAP, "who": WHO.ENEMIES})
    assert cast(table).at("akira") == (0, 0)


def test_an_event_pushes_away_from_the_chosen() -> None:
    table = Table("O..A.....\n.........\n.........", {"O": "blood_oni"}, level=3)
    write(table, {"do": DO.PUSH, "n": 2, "who": WHO.CHARACTERS})
    assert cast(table, "").at("akira") == (5, 0)
    lone = Table("...A.....", level=3)
    write(lone, {"do": DO.PUSH, "n": 2, "who": WHO.CHARACTERS})
    assert cast(lone, "").at("akira") == (3, 0)


@pytest.mark.rule("SHG-10.16")
def test_a_step_given_by_an_effect() -> None:
    table = position("A.#\n...")
    do(table, DO.STEP, 1)
    assert table.choices == ["square 1,0", "square 0,1", "square 1,1", "none"]
    assert table.play("none").at("akira") == (0, 0)
    do(table, DO.STEP, 2).play("square 2,1")
    assert table.at("akira") == (2, 1) and told(table, "shoved") == []
    table.s.flag[0, UNTIL.ROUND] = FLAG.NO_MOVE
    assert do(table, DO.STEP, 2).asks == "nothing"


@pytest.mark.parametrize("what", [DO.STEP, DO.TELEPORT])
def test_who_is_walled_in_is_asked_for_no_square(what: int) -> None:
    table = position("A#.\n##.")
    assert do(table, what, 1).asks == "nothing" and table.at("akira") == (0, 0)


@pytest.mark.rule("SHG-6.3", "SHG-10.16")
def test_the_only_square_is_taken_unasked_unless_one_may_stay() -> None:
    table = position("A.")
    assert do(table, DO.STEP, 1).choices == ["square 1,0", "none"]
    table = position("A.")
    assert do(table, DO.TELEPORT, 1).asks == "nothing" and table.at("akira") == (1, 0)


@pytest.mark.rule("SHG-20.7")
def test_where_somebody_is_taken_is_a_choice_even_where_ties_are_settled_by_order() -> None:
    table = Table("A..\n...", level=3, auto_ties=True)
    assert do(table, DO.TELEPORT, 1).choices == ["square 1,0", "square 0,1", "square 1,1"]


def test_the_ground_changes_under_somebody_or_where_it_is_empty() -> None:
    table = Table("AO...\n.....\n..#..", {"O": "blood_oni"}, level=3)
    table.s.ground[table.q(1, 1)] = TERRAIN.LADDER
    do(table, DO.TERRAIN, target="blood_oni", what=TERRAIN.DIFFICULT, x=LAY.UNDER_TARGETS)
    ground = [int(table.s.ground[table.q(x, y)]) for x, y in ((1, 0), (2, 0), (1, 1), (2, 1), (3, 0))]
    mud = TERRAIN.DIFFICULT
    assert ground == [mud, mud, TERRAIN.LADDER, mud, TERRAIN.REGULAR]
    do(table, DO.TERRAIN, what=mud, x=LAY.EMPTY, within=1)
    assert table.choices == ["square 0,1"] or table.asks == "nothing"
    assert int(table.s.ground[table.q(0, 1)]) == mud


def test_a_decoy_stands_beside_its_owner() -> None:
    table = position("A.#\n...")
    do(table, DO.DECOY, 3)
    assert table.choices == ["square 1,0", "square 0,1", "square 1,1"]
    table.play("square 1,1")
    assert table.at("decoy") == (1, 1) and int(table.s.res_tokens[st.DECOY]) == 3
    assert int(table.s.at[table.q(1, 1)]) == st.RES0 + st.DECOY
    do(table, DO.DECOY, 2).play("square 1,0")
    assert table.at("decoy") == (1, 0) and int(table.s.at[table.q(1, 1)]) == -1
    assert do(position("A#\n##"), DO.DECOY, 2).asks == "nothing"


def test_villagers_lose_tokens_or_are_saved() -> None:
    table = Table("A.R.S.", {"R": "R", "S": "S"}, level=3)
    table.t["zone_at"][table.c, table.q(4, 0)] = 1
    write(table, {"do": DO.RESIST, "n": -1})
    cast(table, zone=0)
    assert [int(n) for n in table.s.res_tokens[:2]] == [1, 2]
    write(table, {"do": DO.REMOVE, "x": 16 + 1})
    cast(table)
    assert table.at("S") is None and len(told(table, "saved")) == 1
    cast(table)
    assert told(table, "saved") == []
    table.s.point[:] = 1
    write(table, {"do": DO.REMOVE, "x": 2})
    assert cast(table).s.point.tolist() == [1, 1, 0, *[1] * (st.POINTS - 3)]


def test_counters_sides_kami_and_dice_of_the_table() -> None:
    table = position()
    for before, n, after in ((0, 2, 2), (2, -3, 0), (8, 5, st.COUNTER_CAP)):
        table.s.counter[1] = before
        write(table, {"do": DO.COUNT, "n": n, "what": 1})
        assert cast(table).s.counter.tolist() == [0, after, 0]
    kappa = table.id("kappa-red")
    write(table, {"do": DO.TURN, "what": int(table.t["kind"][kappa]), "y": SIDE.CHARACTERS})
    assert int(cast(table).s.side_of[kappa]) == SIDE.CHARACTERS
    write(table, {"do": DO.UNLOCK, "what": 3, "y": 2})
    cast(table)
    assert int(table.s.opened) >> 3 & 1 and int(table.s.personal[3]) == 2
    assert told(table, "unlocks") == [{"kami": 3}]
    table.dice(5)
    write(table, {"do": DO.ROLL})
    assert told(cast(table), "rolls") == [{"figure": 0, "number": 5}]


def test_a_path_is_cut_in_a_zone_that_is_open() -> None:
    table = position()
    q = table.q(4, 3)
    write(table, {"do": DO.CUT, "x": q, "y": 1})
    assert int(cast(table).s.ground[q]) == TERRAIN.REGULAR
    table.s.zone[1] = 1
    assert int(cast(table).s.ground[q]) == TERRAIN.WALL


@pytest.mark.rule("SHG-30.16")
def test_whoever_stands_where_a_path_is_cut_steps_aside() -> None:
    table = position()
    table.put("akira", 4, 3)
    table.s.zone[1] = 1
    write(table, {"do": DO.CUT, "x": table.q(4, 3), "y": 1})
    assert cast(table).at("akira") in ((4, 2), (3, 2))
    assert not table.s.cand[1:].any(), "no square of it is offered by the next question"


def test_oracle_cards_are_added() -> None:
    table = position()
    n = int(table.s.oracle_n)
    write(table, {"do": DO.ORACLE, "n": 2, "what": 1})
    assert int(cast(table).s.oracle_n) == n + 2


def test_new_enemies_come_where_it_says() -> None:
    table = position()
    kind = int(table.t["kind"][table.id("kachi-red")])
    write(table, {"do": DO.SPAWN, "n": 2, "what": kind, "x": AT.SELF})
    cast(table, "kappa-red")
    while table.asks != "nothing":
        table.play(table.choices[0])
    new = [f for f in range(st.MINION0, st.SERVANT0) if table.t["kind"][f] == kind and table.s.sq[f] >= 0]
    assert len(new) == 3
    for f in new:
        if table.names[f] != "kachi-red":
            x, y = int(table.s.sq[f]) % st.COLS, int(table.s.sq[f]) // st.COLS
            assert max(abs(x - 6), abs(y - 2)) == 1


def test_a_special_thing_exists_once() -> None:
    table = position()
    card = st.SPECIAL0 + 2
    table.s.box[card] = 1
    do(table, DO.ITEM, what=2)
    assert card in table.s.items[0] and not table.s.box[card] and len(told(table, "finds")) == 1
    do(table, DO.ITEM, target="tomoe", what=2)
    assert card not in table.s.items[2] and told(table, "finds") == []


def test_a_target_is_named_by_the_effect_that_chose_one() -> None:
    """Whoever one effect singled out is the target of the next; those of an effect for many are not."""
    for first, struck in ((WHO.MINION, {"kachi-red"}), (WHO.ENEMIES, {"kappa-red"})):
        table = position()
        write(
            table,
            {"do": DO.FLAG, "what": FLAG.SKIP, "until": UNTIL.ROUND, "who": first, "within": 1},
            {"do": DO.FLAG, "what": FLAG.TAUNT, "until": UNTIL.ROUND, "who": WHO.TARGET},
        )
        cast(table, target="kappa-red")
        marked = {
            n for n in ("kachi-red", "kappa-red") if table.s.flag[table.id(n), UNTIL.ROUND] & FLAG.TAUNT
        }
        assert marked == struck


def test_nobody_within_reach_is_no_target() -> None:
    table = position()
    write(
        table,
        {"do": DO.WOUND, "n": 1, "who": WHO.ALLY, "within": 1},
        {"do": DO.KARMA, "n": 1, "who": WHO.SELF},
    )
    before = int(table.s.karma[0])
    assert int(cast(table).s.karma[0]) == before + 1


def test_effects_of_a_kind_once_and_where_a_list_stops() -> None:
    table = position()
    table.s.karma[0] = table.s.coins[0] = 0
    gain = {"do": DO.KARMA, "n": 1, "who": WHO.SELF}
    write(table, {**gain, "once": 1, "once_bit": 3}, {**gain, "on": ON.HIT}, {**gain, "stop": 1}, gain)
    assert int(cast(table).s.karma[0]) == 2 and int(table.s.once[0]) == 1 << 3
    assert int(cast(table).s.karma[0]) == 3


@pytest.mark.rule("SHG-6.3", "SHG-6.6")
def test_as_many_as_an_effect_says_are_chosen() -> None:
    table = Table("AkTm.\n..n..", {"k": "kachi-red", "m": "kachi-blue", "n": "kappa"}, level=3)
    write(table, {"do": DO.BREAK, "n": 1, "who": WHO.ENEMIES, "max": 2})
    for name in ("kachi-red", "kachi-blue", "kappa-red"):
        table.s.arm[table.id(name)] = 1
    cast(table)
    assert table.asks == "effect.target" and len(table.choices) == 3
    table.play("choose kappa-red")
    assert table.choices == ["choose kachi-red", "choose kachi-blue"]
    table.play("choose kachi-blue")
    assert [int(table.s.arm[table.id(n)]) for n in ("kachi-red", "kachi-blue", "kappa-red")] == [1, 0, 0]


def test_frames_are_gone_when_all_is_done() -> None:
    table = position()
    do(table, DO.KARMA, 1)
    assert int(table.s.sp) == 1 and int(table.s.stack[0, 0]) == FRAME.INTERLUDE
