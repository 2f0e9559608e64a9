"""Enemies enter with the figures of their boards, as many as there are miniatures, and join the queue."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE
from bestiary.games.shogun.rules import ground
from bestiary.games.shogun.state import IN, NOBODY
from bestiary.testing.plain import plain

from .table import Table

spawning = plain(ground.spawning)


@pytest.mark.rule("SHG-5.1", "SHG-5.2", "SHG-5.3", "SHG-5.4", "SHG-29.3", "SHG-34.7")
@pytest.mark.parametrize("kind", range(st.KIND_MINION, st.KINDS))
@pytest.mark.parametrize("plus", [False, True])
def test_every_kind_enters_with_the_figures_of_its_board(kind: int, plus: bool) -> None:
    table = Table(("." * 20 + "\n") * 19, level=3)
    t, s, row = table.t_record, table.s, table.match.state[0]
    s.box[st.AI0 :], s.upgraded = 1, 0
    for party, level in ((1, 1), (3, 4)):
        s.sq[:], s.at[:], s.party, s.level[0] = -1, -1, party, level
        first, n = int(t["k_first"][kind]), int(t["k_count"][kind])
        for i in range(n):
            q = table.q(2 * (i % 8) + 1, 2 * (i // 8) + 1)
            log = table.match.engine.new_log()
            f = int(spawning.enter(t, row, kind, q, plus, log[0]))
            upgraded = int(plus and kind < st.KIND_SERVANT)
            health = int(t["b_health"][kind, upgraded, party - 1] + t["b_per_level"][kind] * (level - 1))
            assert f == first + i and int(s.sq[f]) == q and int(s.at[q]) == f
            assert (int(s.hp[f]), int(s.max_hp[f]), int(s.plus[f])) == (health, health, upgraded)
            assert int(s.arm[f]) == int(t["b_armour"][kind, upgraded]) and int(s.side_of[f]) == SIDE.FOLLOWERS
            table.log = log
            told = [h.words for h in table.match.engine.happenings(log, None) if h.kind == "appears"]
            assert [list(w.values())[:2] for w in told] == [[f, q]]
        assert (
            int(spawning.enter(t, row, kind, table.q(9, 9), plus, table.match.engine.new_log()[0])) == NOBODY
        )
        assert int(s.at[table.q(9, 9)]) == -1
    assert int(s.upgraded) == (1 << kind if plus else 0)


@pytest.mark.rule("SHG-5.6")
@pytest.mark.parametrize("f", range(st.CHOSEN0, st.CREATURES))
def test_a_chosen_enters_with_its_own_cards(f: int) -> None:
    table = Table("A..", level=3)
    t, s, row = table.t_record, table.s, table.match.state[0]
    own = [st.AI0 + i for i in range(st.AI_CARDS) if t["ai_of"][i] == f]
    s.box[st.AI0 :], s.ai_deck[:] = 1, -1
    spawning.shuffle_ai(t, row, f)
    c = f - st.CHOSEN0
    assert sorted(s.ai_deck[c, : s.ai_n[c]].tolist()) == own and int(s.ai_n[c]) == len(own)
    assert [st.AI0 + i for i in range(st.AI_CARDS) if s.box[st.AI0 + i] == 0] == own


@pytest.mark.rule("SHG-8.12", "SHG-8.13", "SHG-8.14")
def test_those_who_enter_in_a_round_are_shuffled_among_who_has_not_acted() -> None:
    table = Table("A.Tk.m\n......", {"k": "kachi", "m": "kappa"}, level=3)
    s, row = table.s, table.match.state[0]
    new = table.put("kachi-blue", 0, 1)
    orders = set()
    for seed in range(60):
        table.queue("akira", "kachi-red", "tomoe", "kappa-red")
        s.at_card, s.step, s.rng[:] = 1, IN.ACTIVATIONS, seed * 7919 + 1
        spawning.requeue(row, 1 << new | 1 << table.id("tomoe"))
        order = [table.names[f] for f in s.queue[: s.queue_n]]
        assert order[:2] == ["akira", "kachi-red"] and sorted(order[2:]) == [
            "kachi-blue",
            "kappa-red",
            "tomoe",
        ]
        orders.add(tuple(order[2:]))
    assert len(orders) == 6
    table.queue("akira", "kachi-red")
    s.step = IN.EVENTS
    spawning.requeue(row, 1 << new)
    assert int(s.queue_n) == 2
