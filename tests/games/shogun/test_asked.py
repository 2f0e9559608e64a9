"""Lists of effects: who decides, what is offered, who pays, and what follows a test."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import ATTR, COND, CURE, DO, IF, KI, ON, PRIO, STAT, UNTIL, WHO
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules import effects as of_effects
from bestiary.games.shogun.rules import frames as of_frames
from bestiary.games.shogun.rules.frames import LIST
from bestiary.games.shogun.state import FRAME, NOBODY
from bestiary.testing.plain import plain

from .table import Table

frames, lists = plain(of_frames), plain(of_effects.lists)

MAP = ".A.T.....H\n.k........\n......m...\n.........."
FIGURES = {"k": "kachi", "m": "kappa"}
EVERYBODY = 0b111
PLAYER = {"akira": 0b001, "hikaru": 0b010, "tomoe": 0b100}
ROOM = 8  # effects of each list that the tests write anew


def position(rows: str = MAP, **options: object) -> Table:
    return Table(rows, FIGURES, level=3, players=3, **options)  # type: ignore[arg-type]


def lay(table: Table, number: int, *effects: dict[str, int]) -> None:
    """A list of effects as a card file would give it."""
    table.write(number, number * ROOM, *effects)


def cast(table: Table, owner: str, on: int = ON.USE, zone: int = NOBODY, roll: int = 0) -> Table:
    """Runs list 0 for its owner, or for nobody."""
    row = table.match.state[0]
    frames.push_list(row, 0, on, table.id(owner) if owner else NOBODY, zone, 0)
    table.s.stack[table.s.sp - 1, LIST.ROLL] = roll
    return table.go()


# ---- a choice of two -----------------------------------------------------------------------------


def choice(table: Table, toll: int = 0, who: int = WHO.SELF, on: int = ON.USE) -> None:
    """Karma for a toll, or coins for nothing."""
    gains = {"on": ON.ANY, "who": WHO.SELF}
    lay(table, 1, {**gains, "do": DO.COINS, "n": -toll, "who": WHO.ACTOR}, {**gains, "do": DO.KARMA, "n": 1})
    lay(table, 2, {**gains, "do": DO.COINS, "n": 5})
    lay(table, 0, {"on": on, "do": DO.CHOOSE, "who": who, "x": 1, "y": 2, "what": 3})


@pytest.mark.rule("SHG-6.6", "SHG-7.19")
@pytest.mark.parametrize("hero", PLAYER)
@pytest.mark.parametrize("option", [0, 1])
def test_the_player_of_its_owner_chooses_and_the_owner_has_the_effect(hero: str, option: int) -> None:
    table = position()
    h = table.id(hero)
    table.s.karma[:], table.s.coins[:] = 0, 2
    choice(table, toll=2)
    cast(table, hero)
    assert table.asks == "effect.choose" and int(table.s.actors) == PLAYER[hero]
    assert table.s.cand[:2].tolist() == [0b11, 3] and len(table.match.legal()) == 2
    table.match.play(table.match.legal()[option])
    assert table.asks == "nothing"
    assert (int(table.s.coins[h]), int(table.s.karma[h])) == ((0, 1) if option == 0 else (7, 0))
    assert (
        int(table.s.coins.sum()) == int(table.s.coins[h]) + 4 + 2 and int(table.s.karma.sum()) == 1 - option
    )


@pytest.mark.rule("SHG-7.19")
@pytest.mark.parametrize(("coins", "asked"), [(1, False), (2, True), (3, True)])
def test_what_nobody_can_pay_is_not_offered(coins: int, asked: bool) -> None:
    table = position()
    table.s.coins[:] = 9
    table.s.coins[2], table.s.karma[2] = coins, 0
    choice(table, toll=2)
    cast(table, "tomoe")
    assert (table.asks == "effect.choose") == asked
    assert asked or (int(table.s.coins[2]), int(table.s.karma[2])) == (coins + 5, 0)


@pytest.mark.rule("SHG-7.19")
def test_where_nothing_can_be_paid_nothing_happens() -> None:
    table = position()
    table.s.coins[:] = 0
    pay = {"on": ON.ANY, "who": WHO.ACTOR, "do": DO.COINS, "n": -1}
    lay(table, 1, pay)
    lay(table, 2, pay)
    lay(table, 0, {"do": DO.CHOOSE, "x": 1, "y": 2}, {"do": DO.KARMA, "n": 1})
    before = int(table.s.karma[0])
    assert cast(table, "akira").asks == "nothing" and int(table.s.karma[0]) == before + 1


@pytest.mark.rule("SHG-1.3", "SHG-6.6")
@pytest.mark.parametrize(
    ("owner", "who", "on", "question", "seats"),
    [
        ("", WHO.SELF, ON.EVENT, Q.EVENT_CHOOSE, EVERYBODY),
        ("kappa", WHO.SELF, ON.USE, Q.EFFECT_CHOOSE, EVERYBODY),
        ("hikaru", WHO.TEAM, ON.USE, Q.EFFECT_CHOOSE, EVERYBODY),
        ("hikaru", WHO.SELF, ON.USE, Q.EFFECT_CHOOSE, PLAYER["hikaru"]),
    ],
)
def test_events_enemies_and_what_concerns_the_team_are_decided_by_all(
    owner: str, who: int, on: int, question: int, seats: int
) -> None:
    table = position()
    choice(table, who=who, on=on)
    cast(table, owner, on, 0)
    assert (int(table.s.phase), int(table.s.actors)) == (question, seats)


PURSES = [(DO.COINS, "coins"), (DO.HEADS, "heads"), (DO.KARMA, "karma")]


@pytest.mark.rule("SHG-7.19")
@pytest.mark.parametrize(("do", "purse"), PURSES)
def test_of_an_event_one_pays_who_is_in_its_zone_and_has_enough(do: int, purse: str) -> None:
    table = position()
    table.t["zone_at"][table.c, table.q(9, 0)] = 1  # Hikaru's square
    t, row = table.t_record, table.match.state[0]
    lay(table, 0, {"on": ON.EVENT, "do": do, "n": -2, "who": WHO.CHARACTER})
    for name, other in PURSES:
        table.s[other][:] = 9 if name != do else [2, 9, 1, 9]
    assert bool(lists.pays(t, 0)) and bool(lists.payable(t, row, 0, NOBODY, 0))
    assert [bool(lists.can_pay(t, row, 0, h)) for h in range(3)] == [True, True, False]
    cast(table, "", ON.EVENT, 0)
    assert table.asks == "nothing" and table.s[purse].tolist() == [0, 9, 1, 9]
    table.s[purse][0] = 1
    assert not lists.payable(t, row, 0, NOBODY, 0) and lists.payable(t, row, 0, NOBODY, 1)
    table.s[purse][:3] = 2
    cast(table, "", ON.EVENT, 0)
    assert table.asks == "event.who" and int(table.s.actors) == EVERYBODY
    assert table.choices == ["choose akira", "choose tomoe"]


@pytest.mark.rule("SHG-7.19")
def test_only_a_price_paid_by_one_is_a_price() -> None:
    table = position()
    t = table.t_record
    for do, n, who, price in (
        (DO.COINS, -1, WHO.CHARACTER, True),
        (DO.HEADS, -1, WHO.ACTOR, True),
        (DO.KARMA, -1, WHO.ACTOR, True),
        (DO.KARMA, 0, WHO.ACTOR, False),
        (DO.KARMA, 1, WHO.ACTOR, False),
        (DO.COINS, -1, WHO.CHARACTERS, False),
        (DO.AFFINITY, -1, WHO.ACTOR, False),
    ):
        lay(table, 0, {"do": do, "n": n, "who": who})
        assert bool(lists.pays(t, 0)) == price
    assert lists.payable(t, table.match.state[0], NOBODY, 0, 0)


# ---- whom an effect falls on ---------------------------------------------------------------------


@pytest.mark.rule("SHG-6.3", "SHG-6.6")
@pytest.mark.parametrize(
    ("owner", "on", "who", "question", "seats", "offered"),
    [
        ("akira", ON.USE, WHO.MINION, "effect.target", PLAYER["akira"], {"kachi-red", "kappa-red"}),
        ("tomoe", ON.USE, WHO.ALLY, "effect.target", PLAYER["tomoe"], {"akira", "hikaru"}),
        ("", ON.EVENT, WHO.CHARACTER, "event.who", EVERYBODY, {"akira", "tomoe", "hikaru"}),
        ("", ON.ANY, WHO.CHARACTER, "event.who", EVERYBODY, {"akira", "tomoe", "hikaru"}),
        ("", ON.MALICE, WHO.CHARACTER, "effect.target", EVERYBODY, {"akira", "tomoe", "hikaru"}),
    ],
)
def test_who_chooses_among_whom(
    owner: str, on: int, who: int, question: str, seats: int, offered: set[str]
) -> None:
    table = position()
    lay(table, 0, {"on": on, "do": DO.WOUND, "n": 1, "who": who})
    cast(table, owner, on, 0)
    assert table.asks == question and int(table.s.actors) == seats
    assert {c.split()[1] for c in table.choices} == offered
    picked = table.choices[-1]
    before = table.hp(picked.split()[1])
    table.play(picked)
    assert table.asks == "nothing" and table.hp(picked.split()[1]) == before - 1


@pytest.mark.rule("SHG-19.1", "SHG-6.6")
@pytest.mark.parametrize("ties", [False, True])
def test_an_enemy_takes_whom_its_board_prefers(ties: bool) -> None:
    table = position(auto_ties=ties)
    kappa = table.id("kappa")
    table.t["k_prio"][table.t["kind"][kappa]] = 0  # the most health
    table.s.max_hp[:4], table.s.hp[:4] = 9, [5, 7, 7, 0]
    lay(table, 0, {"do": DO.WOUND, "n": 1, "who": WHO.ENEMY})
    cast(table, "kappa")
    if not ties:
        assert table.asks == "enemy.target" and int(table.s.actors) == EVERYBODY
        assert table.choices == ["choose hikaru", "choose tomoe"]
        table.play("choose tomoe")
    assert table.s.hp[:3].tolist() == ([5, 6, 7] if ties else [5, 7, 6]) and table.asks == "nothing"


@pytest.mark.rule("SHG-19.11", "SHG-6.6")
def test_a_priority_of_the_effect_comes_before_any_choice() -> None:
    table = position()
    table.s.max_hp[:3], table.s.hp[:3] = 9, [4, 6, 5]
    for who, prio, wounded in (
        (WHO.CHARACTER, 0, "hikaru"),  # most health
        (WHO.CHARACTER, 16, "akira"),  # least health
        (WHO.CHARACTER, PRIO.FARTHEST, "hikaru"),
    ):
        before = table.hp(wounded)
        lay(table, 0, {"on": ON.USE, "do": DO.WOUND, "n": 1, "who": who, "prio": prio})
        cast(table, "kachi")
        assert table.asks == "nothing" and table.hp(wounded) == before - 1


@pytest.mark.rule("SHG-19.8", "SHG-6.6")
def test_near_and_far_are_reckoned_from_whose_effect_it_is() -> None:
    for prio, wounded in ((PRIO.NEAREST, "hikaru"), (PRIO.FARTHEST, "akira")):
        table = position(".A.T.....H\n........m.")
        before = table.hp(wounded)
        lay(table, 0, {"do": DO.WOUND, "n": 1, "who": WHO.CHARACTER, "prio": prio})
        cast(table, "kappa")
        assert table.asks == "nothing" and table.hp(wounded) == before - 1


@pytest.mark.rule("SHG-19.8")
@pytest.mark.parametrize("prio", [PRIO.NEAREST, PRIO.FARTHEST])
def test_nobody_is_nearer_than_others_to_what_stands_nowhere(prio: int) -> None:
    table = position()
    lay(table, 0, {"on": ON.EVENT, "do": DO.WOUND, "n": 1, "who": WHO.CHARACTER, "prio": prio})
    cast(table, "", on=ON.EVENT)
    assert table.asks == "event.who" and len(table.choices) == 3


@pytest.mark.rule("SHG-6.3")
@pytest.mark.parametrize(("most", "asked"), [(-1, 0), (3, 0), (2, 2), (1, 1), (0, 0)])
def test_as_many_are_chosen_as_the_effect_says(most: int, asked: int) -> None:
    table = position()
    lay(table, 0, {"do": DO.KARMA, "n": 1, "who": WHO.CHARACTERS, "max": most})
    table.s.karma[:] = 0
    cast(table, "akira")
    for left in range(asked, 0, -1):
        assert table.asks == "effect.target" and len(table.choices) == 3 - (asked - left)
        table.play(table.choices[-1])
    assert table.asks == "nothing"
    assert sorted(table.s.karma.tolist()) == [0] * (4 - (3 if most in (-1, 3) else most)) + [1] * (
        3 if most in (-1, 3) else most
    )


@pytest.mark.rule("SHG-6.6", "SHG-22.5")
@pytest.mark.parametrize("hero", ["tomoe", "hikaru"])
def test_the_player_of_whoever_is_changed_answers_for_them(hero: str) -> None:
    """What is cured, which die changes and where somebody steps is for the one it falls on."""
    table = position()
    h = table.id(hero)
    table.s.cond[h] = [1, 1, 0, 0]
    table.s.skill[h, :2], table.s.ki[h, :2] = [table.t["skill_of"][h, 0, 0], table.t["skill_of"][h, 1, 0]], 3
    for effect, question in (
        ({"do": DO.CURE, "what": CURE.ANY}, "effect.cure"),
        ({"do": DO.KI, "what": KI.ONE, "n": 1}, "event.ki"),
        ({"do": DO.STEP, "n": 1}, "effect.square"),
        ({"do": DO.TELEPORT, "n": 1}, "effect.square"),
    ):
        lay(table, 0, {**effect, "who": WHO.TARGET})
        frames.push_list(table.match.state[0], 0, ON.USE, 0, NOBODY, 0)
        table.s.stack[table.s.sp - 1, LIST.TARGET] = h
        table.go()
        assert table.asks == question and int(table.s.actors) == PLAYER[hero]
        table.match.play(table.match.legal()[0])
        assert table.asks == "nothing"
    assert table.s.cond[h].tolist() == [0, 1, 0, 0] and table.s.ki[h, :2].tolist() == [4, 3]


@pytest.mark.rule("SHG-22.5")
@pytest.mark.parametrize("tokens", [1, 2])
@pytest.mark.parametrize("condition", range(4))
def test_a_single_condition_is_cured_unasked(condition: int, tokens: int) -> None:
    table = position()
    table.s.cond[0, condition] = tokens
    lay(table, 0, {"do": DO.CURE, "what": CURE.ANY, "who": WHO.SELF})
    assert cast(table, "akira").asks == "nothing" and not table.s.cond[0].any()


# ---- tests, and what follows them ----------------------------------------------------------------


def trial_of(table: Table, **more: int) -> None:
    """Everybody is tested; who passes gains karma, who fails loses health."""
    trial = {"do": DO.TEST, "who": WHO.CHARACTERS, "what": ATTR.SPIRIT, "x": 5, "y": -1, **more}
    won = {"on": ON.PASS, "do": DO.KARMA, "n": 1, "who": WHO.CHARACTERS}
    lay(table, 0, trial, won, {"on": ON.FAIL, "do": DO.WOUND, "n": 1, "who": WHO.CHARACTERS})
    table.s.karma[:], table.s.hp[:3], table.s.max_hp[:3] = 0, 5, 5


@pytest.mark.rule("SHG-22.1", "SHG-22.2", "SHG-22.10")
def test_who_reaches_the_difficulty_has_passed() -> None:
    table = position()
    trial_of(table)
    table.s.attr[:3, ATTR.SPIRIT] = [1, 0, 2]
    for name in PLAYER:
        table.armour(name, None)
    for dice, passed in (
        ((4, 5, 3), [1, 1, 1]),
        ((3, 4, 2), [0, 0, 0]),
        ((4, 4, 6), [1, 0, 1]),
        ((3, 5, 3), [0, 1, 1]),  # Akira alone fails
        ((4, 4, 2), [1, 0, 0]),  # Akira alone passes
    ):
        table.s.karma[:], table.s.hp[:3] = 0, 5
        table.dice(*dice)
        cast(table, "akira")
        assert table.s.karma[:3].tolist() == passed
        assert table.s.hp[:3].tolist() == [4 + won for won in passed]
    table.s.cond[2, COND.POISONED] = 2
    table.dice(4, 5, 4)
    table.s.karma[:], table.s.hp[:3] = 0, 5
    assert cast(table, "akira").s.karma[:3].tolist() == [1, 1, 0] and table.hp("tomoe") == 4


@pytest.mark.rule("SHG-22.3", "SHG-22.11", "SHG-22.10")
def test_a_trait_adds_one_and_a_total_is_never_below_nothing() -> None:
    table = position()
    t, row, s = table.t_record, table.match.state[0], table.s
    table.armour("akira", None)
    s.attr[0], s.skill[0] = 1, -1
    skill = next(k for k in range(st.SKILLS) if t["sk_trait"][k] >= 0)
    trait = int(t["sk_trait"][skill])

    def total(rolled: int, of: int) -> int:
        return int(lists.test_total(t, row, 0, ATTR.POWER, of, rolled))

    assert total(3, trait) == total(3, -1) == 4
    for slot in range(st.SLOTS):
        s.skill[0] = -1
        s.skill[0, slot] = skill
        assert total(3, trait) == 5 and total(3, -1) == 4
        assert lists.has_trait(t, row, 0, trait) and not lists.has_trait(t, row, 0, trait + 1)
    s.mod[0, STAT.TEST, UNTIL.ROUND] = 2
    assert total(3, -1) == 6
    s.cond[0, COND.POISONED] = 4
    assert total(1, -1) == 0 and total(3, -1) == 2


@pytest.mark.rule("SHG-22.2")
def test_nothing_follows_a_test_that_was_not_made() -> None:
    table = position()
    gain = {"do": DO.KARMA, "n": 1, "who": WHO.SELF}
    lay(table, 0, {**gain, "on": ON.PASS}, {**gain, "on": ON.FAIL}, {**gain, "on": ON.HIT})
    before = int(table.s.karma[0])
    assert int(cast(table, "akira").s.karma[0]) == before


@pytest.mark.rule("SHG-31.3")
@pytest.mark.parametrize(("kind", "slain", "counts"), [(-1, 7, 1), (7, 7, 1), (7, 8, 0)])
def test_a_zone_may_wait_for_a_kind_to_fall(kind: int, slain: int, counts: int) -> None:
    table = position()
    lay(table, 0, {"on": ON.SLAIN, "do": DO.COUNT, "n": 1, "what": 0, "kind": kind})
    table.s.counter[:] = 0
    assert int(cast(table, "", ON.SLAIN, 0, slain).s.counter[0]) == counts


# ---- whether a technique or an item is of use -----------------------------------------------------


@pytest.mark.rule("SHG-11.3")
def test_what_changes_nothing_is_of_no_use() -> None:
    table = position()
    t, row, s = table.t_record, table.match.state[0], table.s
    s.hp[:3] = s.max_hp[:3]

    def useful(*effects: dict[str, int], ki: int = 0) -> bool:
        lay(table, 0, *effects)
        return bool(lists.useful(t, row, 0, 0, ki))

    heal = {"do": DO.HEAL, "n": 1, "who": WHO.SELF}
    assert not useful() and not lists.useful(t, row, NOBODY, 0, 0)
    assert not useful(heal) and useful(heal, {"do": DO.KARMA, "n": 1, "who": WHO.SELF})
    assert useful({"do": DO.ROLL}) and useful({"do": DO.CHOOSE, "x": 1, "y": 1})
    assert not useful({"do": DO.KARMA, "n": 1, "who": WHO.TARGET})
    assert not useful({"do": DO.KARMA, "n": 1, "who": WHO.SELF, "on": ON.HIT})
    assert useful({"do": DO.WOUND, "n": 1, "who": WHO.ENEMIES, "within": 1})
    assert not useful({"do": DO.WOUND, "n": 1, "who": WHO.ALLIES, "within": 1})
    once = {"do": DO.KARMA, "n": 1, "who": WHO.SELF, "once": 1, "once_bit": 2}
    assert useful(once)
    s.once[0] = 1 << 2
    assert not useful(once) and useful({**once, "once_bit": 3})
    s.hp[0] -= 1
    assert useful(heal)
    decoy = {"do": DO.DECOY, "n": 1}
    assert useful(decoy)
    for p in range(st.SQUARES):
        if lists.geometry.touching(int(s.sq[0]), p) and s.at[p] < 0:
            s.ground[p] = 2 + p % 2
    assert not useful(decoy)


@pytest.mark.rule("SHG-23.7")
@pytest.mark.parametrize("ki", [3, 4, 5])
def test_a_threshold_of_the_die_is_looked_at(ki: int) -> None:
    table = position()
    t, row = table.t_record, table.match.state[0]
    lay(table, 0, {"do": DO.KARMA, "n": 1, "who": WHO.SELF})
    table.t["fx_if"][0, 0], table.t["fx_op"][0, 0], table.t["fx_value"][0, 0] = IF.KI, 0, 4
    assert bool(lists.useful(t, row, 0, 0, ki)) == (ki >= 4)


@pytest.mark.rule("SHG-6.6")
@pytest.mark.parametrize("hero", PLAYER)
def test_what_a_character_has_chosen_is_carried_out_by_its_player(hero: str) -> None:
    table = position()
    lay(table, 1, {"on": ON.ANY, "do": DO.KARMA, "n": 1, "who": WHO.ALLY})
    lay(table, 2, {"on": ON.ANY, "do": DO.KARMA, "n": 1, "who": WHO.SELF})
    lay(table, 0, {"do": DO.CHOOSE, "x": 1, "y": 2})
    cast(table, hero)
    table.match.play(table.match.legal()[0])
    assert table.asks == "effect.target" and int(table.s.actors) == PLAYER[hero]
    assert {c.split()[1] for c in table.choices} == set(PLAYER) - {hero}


@pytest.mark.rule("SHG-3.2", "SHG-14.8")
@pytest.mark.parametrize("pair", range(3))
def test_before_a_phase_all_exchange_for_all_and_in_play_two_for_themselves(pair: int) -> None:
    table = position("ATH.......\n..........")
    one, two = [(0, 1), (0, 2), (1, 2)][pair]
    for team, seats in ((1, EVERYBODY), (0, 1 << one | 1 << two)):
        table.frame(FRAME.TRADE, one, two, team)
        table.go()
        assert table.asks == "trade.give" and int(table.s.actors) == seats
        table.play("done")
    table.frame(FRAME.SHARE)
    table.go()
    table.match.play([a for a in table.match.legal() if A.TRADE <= a < A.TRADE + 6][pair])
    assert table.asks == "trade.give" and int(table.s.actors) == EVERYBODY
    assert table.s.stack[table.s.sp - 1, 2:5].tolist() == [one, two, 1]


@pytest.mark.rule("SHG-3.9", "SHG-3.2")
def test_before_a_phase_each_chooses_a_weapon_once() -> None:
    table = position()
    for name in PLAYER:
        table.s.weapon[table.id(name)] = [st.WEAPON0 + 2 * table.id(name), st.WEAPON0 + 9, -1]
    table.frame(FRAME.SHARE)
    table.go()
    for name, left in (("tomoe", 2), ("akira", 1), ("hikaru", 0)):
        held = table.s.weapon[table.id(name), :2].tolist()
        table.match.play(A.EQUIP + 2 * table.id(name) + 1)
        assert table.s.weapon[table.id(name), :2].tolist() == held[::-1]
        assert sum(A.EQUIP <= a < A.EQUIP + 8 for a in table.match.legal()) == left
    assert int(table.s.equipped) == 0b111
    table.play("done")
    assert int(table.s.equipped) == 0 and table.asks == "nothing"


@pytest.mark.rule("SHG-22.2")
@pytest.mark.parametrize(("dice", "counted"), [((6, 6, 6), [1, 0]), ((1, 1, 1), [0, 1]), ((6, 1, 1), [1, 1])])
def test_what_follows_a_test_needs_somebody_who_passed_or_failed(
    dice: tuple[int, int, int], counted: list[int]
) -> None:
    table = position()
    trial = {"do": DO.TEST, "who": WHO.CHARACTERS, "what": ATTR.SPIRIT, "x": 6, "y": -1}
    count = {"do": DO.COUNT, "n": 1}
    lay(table, 0, trial, {**count, "on": ON.PASS, "what": 0}, {**count, "on": ON.FAIL, "what": 1})
    table.s.attr[:], table.s.counter[:] = 0, 0
    for name in PLAYER:
        table.armour(name, None)
    table.dice(*dice)
    assert cast(table, "akira").s.counter[:2].tolist() == counted
