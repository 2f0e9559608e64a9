"""The guess of what a position is worth: in bounds, fair between seats, and better for what is better."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bestiary.games.klaw import rules
from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import DO, FX, WHO
from bestiary.games.klaw.rules import evaluate
from bestiary.games.klaw.rules.advice import KILL, worth_of_effect
from bestiary.testing.plain import plain

from .table import Table, duel, pool

advice = plain(rules.advice)


def worth(table: Table) -> list[float]:
    """What every seat may expect."""
    table.ready()
    out = np.zeros(st.SEATS)
    evaluate(table.match.content.tables[0], table.match.state[0], out)
    return [float(x) for x in out[: int(table.s.seats)]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["champion", "were_squad"])
def test_equal_seats_expect_nothing(players: int, mode: str) -> None:
    table = Table(players=players, mode=mode)
    for p in range(players):
        table.host(p, "sentinel")
        table.s.host[p * st.SLOTS] = table.s.host[0]  # the same Host for everybody
    table._ready = True
    assert worth(table) == pytest.approx([0.0] * players)


def plain() -> tuple[Table, int, int]:
    table, own, enemy = duel(own={"life": 9}, enemy={"life": 9})
    table.hand(0, "shot")
    table.hand(1, "shot2")
    return table, own, enemy


def set_life(table: Table, own: int) -> None:
    table.s.life[own] = 12


def draw(table: Table, own: int) -> None:
    table.hand(0, "plate")


def hold_a_host(table: Table, own: int) -> None:
    table.hand(0, "sentinel")


def hold_a_totem(table: Table, own: int) -> None:
    table.hand(0, "tiger")


def carry_a_totem(table: Table, own: int) -> None:
    table.s.totem[own, 0] = 100
    table.s.totem_n[own] = 1


def equip(table: Table, own: int) -> None:
    table.s.items[own, 1] = 130


def support(table: Table, own: int) -> None:
    table.host(0, "sentinel", support=True)


def poison_enemy(table: Table, own: int) -> None:
    table.s.mark[4, st.IS.POISONED] = 1


def burn_enemy(table: Table, own: int) -> None:
    table.s.mark[4, st.IS.BURNING] = 3


def bind_enemy(table: Table, own: int) -> None:
    table.s.mark[4, st.IS.SHACKLED] = 3


def be_alone(table: Table, own: int) -> None:
    table.s.lone, table.s.grace = 0, 1


BETTER: list[Callable[[Table, int], None]] = [
    set_life,
    draw,
    hold_a_host,
    hold_a_totem,
    carry_a_totem,
    equip,
    support,
    poison_enemy,
    burn_enemy,
    bind_enemy,
    be_alone,
]


@pytest.mark.parametrize("change", BETTER)
def test_what_is_better_is_worth_more(change: Callable[[Table, int], None]) -> None:
    before = worth(plain()[0])
    table, own, _ = plain()
    change(table, own)
    after = worth(table)
    assert after[0] > before[0] + 0.002 and after[1] < before[1] - 0.002
    assert sum(after) == pytest.approx(0) and min(after) >= -1 and max(after) <= 1


def test_to_be_alone_is_never_worse_however_many_rounds_there_are() -> None:
    table, _, _ = plain()
    table.s.opt.ending = st.OPT.ENDING_PATIENCE
    before = worth(table)[0]
    seen = []
    for turns in (10, 5, 1):
        table.s.lone, table.s.grace = 0, turns
        seen.append(worth(table)[0])
    assert before < seen[0] < seen[1] < seen[2]


def test_a_good_fight_is_worth_choosing_and_a_bad_one_is_not() -> None:
    for life, wish in ((24, True), (2, False)):
        table = Table()
        table.host(0, "firefighter", life=life)
        for code in ("surgeon", "apothecary"):
            table.host(1, code, life=9, support=code == "surgeon")
        before = worth(table)
        table.play("attack firefighter")
        assert table.phase == "pick_target_host" and (worth(table)[0] > before[0]) == wish


def test_a_fight_under_way_is_worth_what_it_will_bring() -> None:
    for life, wish in ((20, True), (3, False)):
        table, _, _ = duel(own={"life": life}, enemy={"life": 11, "items": ["smoke"]})
        table.dice(3, 3, 3, 3)
        table.play("attack firefighter")
        assert table.phase == "fight_role" and (worth(table)[0] > 0.3) == wish


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"life": 3}, {"life": 9}),  # a Host that it would defeat
        ({"life": 3, "totems": ["goat"]}, {"life": 3}),  # and its Totems with it
    ],
)
def test_a_shot_is_aimed_where_it_does_most(better: dict[str, object], worse: dict[str, object]) -> None:
    def aimed(code: str) -> float:
        table = Table()
        table.host(0, "firefighter")
        table.host(1, "surgeon", **better)  # type: ignore[arg-type]
        table.host(1, "apothecary", support=True, **worse)  # type: ignore[arg-type]
        table.hand(0, "shot")
        table.play("action shot", f"target {code}")
        assert table.phase == "answer"
        return worth(table)[0]

    assert aimed("surgeon") > aimed("apothecary")


def test_a_full_hand_is_worth_robbing() -> None:
    def aimed(seat: int) -> float:
        table = Table(players=3)
        for p, code in enumerate(("firefighter", "surgeon", "apothecary")):
            table.host(p, code, life=10)
        table.hand(0, "panic")
        table.hand(1, "shot", "plate")
        table.hand(2, "key")
        return worth(table.play("action panic", f"player {seat + 1}"))[0]

    assert aimed(1) > aimed(2)


def effect(do: int, n: int = 0, **more: int) -> np.ndarray:
    """An effect of a card, with its other words at 0."""
    fx = np.zeros(len(FX), np.int16)  # as the tables have them: another type compiles the rules anew
    for name, value in {"do": do, "n": n, **more}.items():
        fx[FX.words.index(name)] = value
    return fx


STATE = {"state": st.IS.ASLEEP, "turns": 2}
WORTHS = [  # an effect, aimed at the enemy's Host or player or at nobody, and what it is worth in Life
    (effect(DO.DAMAGE, 2), "host", 2.0),
    (effect(DO.DAMAGE, 2), "", 2.0),
    (effect(DO.DAMAGE, 9), "host", 6 + KILL + 3.0 * 2),  # it falls, with its two Totems
    (effect(DO.DAMAGE, 2, per=1), "host", 4.0),  # for each of its Totems
    (effect(DO.DAMAGE, 2, who=WHO.ENEMY_HOSTS), "", 2.0 + 2.0 + KILL),  # the Support Host falls
    (effect(DO.DAMAGE, 2, who=WHO.CHAMPION), "host", -2.0),  # a price
    (effect(DO.HEAL, 5), "", 5.0),
    (effect(DO.STATE, **STATE), "", 4.0),
    (effect(DO.STATE, **STATE), "host", 4.0 + 0.3 * 2),
    (effect(DO.STATE, **{**STATE, "state": st.IS.POISONED}), "host", 0.5 + 0.3 * 2),  # it is so already
    (effect(DO.DRAW, 2), "", 3.0),
    (effect(DO.DISCARD, 2), "player", 1.5),  # of one card in hand
    (effect(DO.DISCARD, 2), "", 3.0),
    (effect(DO.STEAL_CARD, 2), "player", 2.5),
    (effect(DO.SWAP_HANDS), "player", -4.0),  # three cards for one
    (effect(DO.SWAP_HANDS), "", 1.0),
    (effect(DO.STEAL_HOST), "host", 12.0),
    (effect(DO.STRIP_TOTEM), "host", 5.0),
    (effect(DO.STEAL_ITEM), "host", 2.5),
    (effect(DO.RECOVER), "", 2.5),
    (effect(DO.CURE), "", 1.5),  # as anything else
    (effect(DO.FORCE_CHECK), "host", 3.0),
    (effect(DO.FORCE_CHECK), "", 2.0),
]


@pytest.mark.parametrize(("fx", "at", "wanted"), WORTHS)
def test_an_effect_is_worth_what_it_can_do_there(fx: np.ndarray, at: str, wanted: float) -> None:
    table, _, enemy = duel(enemy={"life": 6, "totems": ["goat", "dog"], "poisoned": 1})
    table.s.life[enemy] = 6
    table.host(1, "sentinel", life=2, support=True)
    table.hand(0, "shot", "plate", "key")
    table.hand(1, "shot2")
    table.ready()
    h, q = (enemy if at == "host" else st.NOBODY), (1 if at == "player" else st.NOBODY)
    got = worth_of_effect(table.match.content.tables[0], table.match.state[0], fx, 0, h, q, 0)
    assert float(got) == pytest.approx(wanted)


def test_armour_takes_from_what_damage_is_worth_and_full_life_from_what_healing_is() -> None:
    table, own, enemy = duel(own={"life": st.MAX_LIFE - 2}, enemy={"life": 9})
    t, s = table.ready().match.content.tables[0], table.match.state[0]
    assert float(worth_of_effect(t, s, effect(DO.DAMAGE, 3), 0, enemy, st.NOBODY, 2)) == 1.0
    assert float(worth_of_effect(t, s, effect(DO.DAMAGE, 3), 0, enemy, st.NOBODY, 5)) == 0.0
    assert float(worth_of_effect(t, s, effect(DO.HEAL, 5), 0, own, st.NOBODY, 0)) == 2.0


@pytest.mark.parametrize(("left", "dusk"), [(10, 5), (1, 5), (1, 0)])
def test_the_nearer_the_end_the_more_totems_and_life_decide(left: int, dusk: int) -> None:
    def lead(ran_out: int) -> float:
        table, own, _ = duel(own={"life": 9}, enemy={"life": 9}, dusk=dusk)
        table.s.totem[own, 0], table.s.totem_n[own] = 100, 1
        table.s.ran_out, table.s.dusk = ran_out, left
        return worth(table)[0]

    assert (lead(1) > lead(0) + 0.002) == (dusk > 0)
    if dusk and left == 1:
        table, own, _ = duel(own={"life": 9}, enemy={"life": 9}, dusk=dusk)
        table.s.totem[own, 0], table.s.totem_n[own], table.s.ran_out, table.s.dusk = 100, 1, 1, 10
        assert lead(1) > worth(table)[0]


@pytest.mark.parametrize("enemy", ["berserker", "surgeon", "sentinel", "hermit"])
def test_the_chances_of_both_in_a_fight_to_the_death_are_one(enemy: str) -> None:
    table, own, other = duel("firefighter", enemy, own={"life": 7}, enemy={"life": 5, "items": ["grenade"]})
    t, s = table.match.content.tables[0], table.match.state[0]
    mine, theirs = (float(advice.duel(t, s, a, b)) for a, b in ((own, other), (other, own)))
    assert mine + theirs == pytest.approx(1)
    dice = [pool(table, h, role) for h in (own, other) for role in ("attack", "defence")]
    hit = 7 * (advice.hits(dice[0], dice[3]) + advice.hits(dice[1], dice[2]))
    back = 5 * (advice.hits(dice[2], dice[1]) + advice.hits(dice[3], dice[0]))
    assert (mine > theirs) == (hit > back)
    table.s.life[other] = 0
    assert float(advice.duel(t, s, own, other)) > 0.9


def test_more_dice_hit_more_and_against_more_less() -> None:
    for n in range(1, 6):
        assert advice.hits(n + 1, 3) > advice.hits(n, 3)
    for n in range(1, 5):
        assert advice.hits(4, n + 1) < advice.hits(4, n)
    assert advice.hits(1, 1) == pytest.approx(0.4167) and advice.hits(6, 1) == pytest.approx(5.637)
