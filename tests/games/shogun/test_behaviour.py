"""Whole activations of enemies over random maps, followed by somebody who reads their lines aloud."""

from __future__ import annotations

import random

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, FLAG, MOST, PRIO, STEP, TO, UNTIL
from bestiary.games.shogun.rules import effects as of_effects
from bestiary.games.shogun.rules import enemies as of_enemies
from bestiary.testing.plain import plain

from .table import Table
from .test_lines import SKILL, Reader, field, write

targets, behaviour = plain(of_effects.targets), plain(of_enemies.behaviour)
LINES = 3  # that stand below each other, for every number of the die


def harmless(table: Table) -> None:
    """Nobody is hurt by anything: what is looked at is who goes where and strikes whom."""
    t, s = table.t, table.s
    for name in ("b_dice", "bs_dice", "k_skills"):
        t[name] = 0
    for name in ("b_yinyang", "bs_list", "ai_empowered", "ai_lines", "b_table"):
        t[name] = -1
    t["b_table"][..., :LINES] = t["ai_lines"][:, :LINES] = range(LINES)
    t["st_focus"] = t["st_other"] = 0
    s.res_tokens[:] = 9
    table.match.state[0]["opt"]["auto_ties"] = 1


def lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def follow(table: Table, f: int) -> tuple[int, list[tuple[int, str]]]:
    """Where an enemy ends and whom it strikes, by the first of its lines that can be followed."""
    s, t, row = table.s, table.t_record, table.match.state[0]
    home = int(s.sq[f])
    struck: list[tuple[int, str]] = []
    line = next((j for j in range(LINES) if Reader(table, f, j).resolvable()), None)

    def whom(able: int, k: int) -> int:
        prio = int(t["st_prio"][4 * line + k])
        prio = prio if prio >= 0 else int(t["k_prio"][t["kind"][f]])
        return lowest(int(targets.preferred(t, row, able, prio, f, int(s.sq[f]))))

    for k in range(int(t["line_n"][line]) if line is not None else 0):
        reader = Reader(table, f, line)
        of = reader.of(k)
        if of["kind"] == STEP.ATTACK:
            able = sum(1 << g for g in reader.struck(int(s.sq[f]), k))
            if able:
                skilled = of["skill"] >= 0 and not reader.downed
                struck.append((whom(able, k), "strikes" if skilled else "attacks"))
        elif of["kind"] == STEP.MOVE:
            able = reader.able(k)
            if able > 0:
                to = 0 if of["to"] == TO.HEAD else lowest(able) if of["to"] == TO.KIN else whom(able, k)
                move(table, f, min(reader.ends(k, to)))
    end = int(s.sq[f])
    move(table, f, home)
    return end, struck


def move(table: Table, f: int, q: int) -> None:
    s = table.s
    base = (0, 1, st.COLS, st.COLS + 1) if f >= st.CHOSEN0 else (0,)
    for k in base:
        s.at[s.sq[f] + k] = -1
    for k in base:
        s.at[q + k] = f
    s.sq[f] = q


@pytest.mark.rule("SHG-18.1", "SHG-18.2", "SHG-18.3", "SHG-18.4", "SHG-18.5", "SHG-18.6", "SHG-18.7")
@pytest.mark.rule("SHG-18.11", "SHG-18.17", "SHG-19.3", "SHG-19.9", "SHG-20.5", "SHG-20.7", "SHG-22.16")
@pytest.mark.parametrize("seed", range(8))
def test_an_enemy_follows_its_first_line_that_can_be_followed(seed: int) -> None:
    chance, done = random.Random(seed), 0
    table = field(chance)
    harmless(table)
    s, t = table.s, table.t
    enemies = [f for f in range(st.HEROES, st.CREATURES) if s.sq[f] >= 0 and s.side_of[f]]
    table.queue()
    for _ in range(6):
        f = chance.choice(enemies)
        for line in range(LINES):
            write(table, chance, line)
        t["st_prio"], prios = -1, [-1, MOST.HEALTH, MOST.COINS, PRIO.NEAREST, PRIO.FARTHEST]
        t["st_prio"][: 4 * LINES] = [chance.choice(prios) for _ in range(4 * LINES)]
        t["st_skill"][t["st_kind"] == STEP.USE] = SKILL
        s.coins[:4], s.cond[:], s.flag[:] = [chance.randrange(3) for _ in range(4)], 0, 0
        s.max_hp[:4], s.hp[:4] = 9, [chance.randrange(5, 8) for _ in range(4)]
        s.cond[f, COND.DOWNED] = chance.random() < 0.15
        s.flag[f, UNTIL.ROUND] = chance.choice([0, 0, 0, FLAG.NO_MOVE, FLAG.SWIFT])
        end, struck = follow(table, f)
        table.activate(table.names[f])
        assert table.asks == "nothing" and int(s.sq[f]) == end, table.names[f]
        happened = table.match.engine.happenings(table.log, None)
        blows = [(h.words["target"], h.kind) for h in happened if h.kind in ("attacks", "strikes")]
        assert [
            (b if b < st.RES0 else st.RES0 + (b - st.FIGURES) % st.RESISTORS, kind) for b, kind in blows
        ] == struck
        done += bool(struck)
        if f >= st.CHOSEN0:
            c = f - st.CHOSEN0
            cards = int(s.ai_n[c] + s.ai_discard_n[c] + s.ai_aside_n[c])
            assert int(s.ai_card[c]) == -1 and cards == sum(
                int(t["ai_of"][i]) == f for i in range(st.AI_CARDS)
            )
    assert done


@pytest.mark.rule("SHG-18.13", "SHG-18.15", "SHG-18.17")
@pytest.mark.parametrize("name", ["blood_oni", "silk_widow", "storm_tengu", "shinigami"])
@pytest.mark.parametrize("aside", [0, 1, 2])
@pytest.mark.parametrize("grown", [True, False])
def test_a_card_is_empowered_by_its_like_set_aside(name: str, aside: int, grown: bool) -> None:
    """Lines 0 and 1 both go toward somebody; of an empowered card line 0 is followed, if it has one."""
    table = Table("A........\n.........\n.........")
    table.put(name, 5, 0)
    harmless(table)
    t, row, s, f = table.t, table.match.state[0], table.s, table.id(name)
    c, n = f - st.CHOSEN0, int(s.ai_n[f - st.CHOSEN0])
    cards = s.ai_deck[c, :n].tolist()
    t["line_n"][:2], t["line_first"][:2], t["st_kind"][:2], t["st_opt"][:2] = 1, [0, 1], STEP.MOVE, 0
    t["ai_lines"][:], t["ai_empowered"][:] = -1, -1
    t["ai_lines"][:, 0] = 1
    if grown:
        t["ai_empowered"][:, 0] = 0
    t["ai_type"][[card - st.AI0 for card in cards]] = int(t["ai_type"][cards[-1] - st.AI0])
    s.ai_aside[c], s.ai_aside_n[c], s.ai_n[c] = -1, aside, n - aside
    s.ai_aside[c, :aside], s.ai_deck[c, : n - aside] = cards[:aside], cards[aside:]
    log = table.match.engine.new_log()
    line = int(behaviour.choose_line(table.t_record, row, f, log[0]))
    assert line == (0 if aside and grown else 1)
    assert int(s.ai_card[c]) == cards[-1] and int(s.ai_n[c]) == n - aside - 1
    kinds = [h.kind for h in table.match.engine.happenings(log, None)]
    assert kinds == ["draws", "line"]
    for stays in (0, 1):
        before = int(s.ai_discard_n[c]), int(s.ai_aside_n[c])
        s.ai_card[c], t["ai_stays"][:] = cards[-1], stays
        behaviour.discard_card(table.t_record, row, f)
        after = int(s.ai_discard_n[c]), int(s.ai_aside_n[c])
        assert after == (before[0] + 1 - stays, before[1] + stays) and int(s.ai_card[c]) == -1
        pile = s.ai_aside[c] if stays else s.ai_discard[c]
        assert int(pile[after[stays] - 1]) == cards[-1]
    behaviour.discard_card(table.t_record, row, f)  # nothing lies there
    assert (int(s.ai_discard_n[c]), int(s.ai_aside_n[c])) == after
