"""Who falls, who is kept standing, whose head is taken; conditions and tokens up to their limits."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, DO, FLAG, ON, SIDE, UNTIL
from bestiary.games.shogun.rules import fight as of_fight
from bestiary.games.shogun.rules.frames import FALL
from bestiary.games.shogun.rules.ground import placing as of_placing
from bestiary.games.shogun.state import FRAME, NOBODY, STATUS
from bestiary.testing.plain import plain

from .table import Table
from .test_asked import lay

defeat, health, damage = plain(of_fight.defeat), plain(of_fight.health), plain(of_fight.damage)
placing = plain(of_placing)

FIGURES = {"k": "kachi", "l": "kachi-blue", "m": "kappa", "s": "onryo", "O": "blood_oni", "R": "R", "S": "S"}


# ---- falls ---------------------------------------------------------------------------------------


@pytest.mark.rule("SHG-25.1", "SHG-23.5")
def test_nobody_falls_twice() -> None:
    table = Table("A.T", FIGURES)
    table.s.blessed[0], table.s.mode[0] = 2, 1
    for n in (1, 0):
        table.frame(FRAME.DEFEAT, 0, NOBODY, FALL.OTHERWISE, 0)
        table.go()
        assert table.asks == "nothing" and int(table.s.status[0]) == STATUS.DEFEATED
        assert [h.kind for h in table.match.engine.happenings(table.log, None)] == ["falls"] * n
    s = table.s
    assert (int(s.blessed[0]), int(s.mode[0]), int(s.ap[0]), int(s.hp[0])) == (0, 0, 0, 0)
    assert table.at("akira") is None and int(s.sp) == 1


@pytest.mark.rule("SHG-13.5")
def test_no_follower_falls_twice() -> None:
    table = Table("A.k", FIGURES)
    for n in (1, 0):
        table.frame(FRAME.DEFEAT, table.id("kachi"), 0, FALL.STRUCK_DOWN, 0)
        table.go()
        kinds = [h.kind for h in table.match.engine.happenings(table.log, None)]
        assert kinds.count("falls") == n and int(table.s.floor.sum()) == 1 and int(table.s.sp) == 1


@pytest.mark.rule("SHG-25.2", "SHG-1.7")
@pytest.mark.parametrize(("hero", "gone"), [("hikaru", True), ("akira", False)])
def test_with_hikaru_the_decoy_goes(hero: str, gone: bool) -> None:
    table = Table("A.H.d", {"d": "decoy"})
    table.frame(FRAME.DEFEAT, table.id(hero), NOBODY, FALL.OTHERWISE, 0)
    table.go()
    assert (table.at("decoy") is None) == gone


@pytest.mark.rule("SHG-13.13", "SHG-13.14", "SHG-13.15", "SHG-13.16", "SHG-13.17")
@pytest.mark.parametrize("how", [FALL.STRUCK_DOWN, FALL.OTHERWISE])
@pytest.mark.parametrize(
    ("name", "rows", "taken", "square"),
    [
        ("kachi", "Ak....\n......", True, None),
        ("kachi", "A.k...\n......", False, (2, 0)),
        ("blood_oni", "AO....\n......\n......", True, None),
        ("blood_oni", "......\n.O....\n.....A", False, (2, 1)),
        ("blood_oni", "A.....\n..O...\n......", False, (2, 2)),
        ("kappa", ".m....\nA.....", True, None),
    ],
)
def test_a_head_is_taken_by_who_stands_beside_and_otherwise_lies_there(
    how: int, name: str, rows: str, taken: bool, square: tuple[int, int] | None
) -> None:
    table = Table(rows, FIGURES)
    s, f = table.s, table.id(name)
    boss = name == "blood_oni"
    s.heads[:], s.boss[:] = 0, 0
    origin = int(s.sq[f])
    table.frame(FRAME.DEFEAT, f, 0, how, 0)
    table.go()
    taken = taken and how == FALL.STRUCK_DOWN
    purse, floor = (s.boss, s.floor_boss) if boss else (s.heads, s.floor)
    other = s.floor if boss else s.floor_boss
    assert int(purse[0]) == taken and int(floor.sum()) == 1 - taken and not other.any()
    if not taken:
        lies = int(floor.argmax())
        if square is None:
            near = {origin, origin + 1, origin + st.COLS, origin + st.COLS + 1}
            assert lies in near if boss else lies == origin
        else:
            assert lies == table.q(*square)


@pytest.mark.rule("SHG-31.3", "SHG-13.5")
def test_a_wanderer_leaves_no_head() -> None:
    table = Table("Aw", {"w": "landolfo"})
    table.frame(FRAME.DEFEAT, table.id("landolfo"), 0, FALL.STRUCK_DOWN, 0)
    table.go()
    assert table.at("landolfo") is None and not table.s.heads.any() and not table.s.floor.any()
    assert not table.s.boss.any() and not table.s.floor_boss.any()


@pytest.mark.rule("SHG-23.5", "SHG-18.16")
def test_which_kami_skill_keeps_a_character_standing() -> None:
    table = Table("A.T", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    found = 0
    for kami in range(st.KAMI):
        s.kami[0], s.kami_used[0], s.flag[0] = kami, 0, 0
        keeps = [
            n
            for n in (1, 2)
            if t["kami_kind"][kami, n] == 0
            and t["kami_list"][kami, n] >= 0
            and t["list_on"][t["kami_list"][kami, n]] >> ON.DEFEATED & 1
        ]
        s.affinity[0] = st.AFFINITY_CAP
        assert int(defeat.may_endure(t, row, 0)) == (keeps[0] if keeps else NOBODY)
        for n in keeps:
            found += 1
            s.affinity[0] = need = int(t["kami_affinity"][kami, n])
            assert int(defeat.may_endure(t, row, 0)) == n
            s.affinity[0] = need - 1
            assert int(defeat.may_endure(t, row, 0)) == NOBODY
            s.affinity[0], s.kami_used[0] = need, 1 << n
            assert int(defeat.may_endure(t, row, 0)) == NOBODY
            s.kami_used[0], s.flag[0, UNTIL.ROUND] = 0b111 & ~(1 << n), FLAG.NO_KAMI
            assert int(defeat.may_endure(t, row, 0)) == NOBODY
            s.flag[0] = 0
            assert int(defeat.may_endure(t, row, 0)) == n
            for answer, stands in (("yes", True), ("no", False)):
                s.kami_used[0], s.hp[0] = 0, 0
                table.frame(FRAME.DEFEAT, 0, NOBODY, FALL.OTHERWISE, 0)
                table.go()
                assert table.asks == "react.kami" and int(s.actors) == 1
                table.play(answer)
                assert (int(s.status[0]) == STATUS.STANDING) == stands
                if stands:
                    effects = int(t["kami_list"][kami, n])
                    assert table.hp("akira") == int(t["fx_n"][t["list_first"][effects]])
                    assert int(s.kami_used[0]) == 1 << n and table.asks == "nothing"
    assert found
    s.kami[0] = NOBODY
    assert int(defeat.may_endure(t, row, 0)) == NOBODY


@pytest.mark.rule("SHG-16.8")
def test_nothing_keeps_who_was_possessed() -> None:
    table = Table("A.T", level=3)
    t, s = table.t_record, table.s
    s.kami[0] = next(
        k
        for k in range(st.KAMI)
        for n in (1, 2)
        if t["kami_kind"][k, n] == 0 and t["list_on"][t["kami_list"][k, n]] >> ON.DEFEATED & 1
    )
    s.affinity[0], s.kami_used[0] = st.AFFINITY_CAP, 0
    table.frame(FRAME.DEFEAT, 0, NOBODY, FALL.END_OF_KAMI_MODE, 0)
    assert table.go().asks == "nothing" and int(s.status[0]) == STATUS.DEFEATED


# ---- conditions and tokens -----------------------------------------------------------------------


@pytest.mark.rule("SHG-22.4", "SHG-22.6", "SHG-22.19", "SHG-22.20", "SHG-22.21", "SHG-13.12")
@pytest.mark.parametrize("condition", range(4))
@pytest.mark.parametrize("name", ["akira", "ashigaru", "blood_oni", "nue"])
def test_conditions_up_to_their_limit_on_characters_and_minions(condition: int, name: str) -> None:
    table = Table("A.a...O.\n........\nn.......\n........", {**FIGURES, "a": "ashigaru", "n": "nue"}, level=3)
    s, f = table.s, table.id(name)
    most = 1 if condition in (COND.DOWNED, COND.BLINDED) else 4
    suffers = name in ("akira", "ashigaru")
    for before, n in ((0, 1), (0, 3), (most - 1, 1), (most, 1)):
        s.cond[:] = 0
        s.cond[f, condition] = before
        table.frame(FRAME.INFLICT, f, condition, n)
        table.go()
        after = min(most, before + n) if suffers else before
        assert int(s.cond[f, condition]) == after == int(s.cond.sum()) and table.asks == "nothing"
    s.cond[:], s.flag[f, UNTIL.ROUND] = 0, FLAG.STURDY
    table.frame(FRAME.INFLICT, f, condition, 1)
    table.go()
    assert int(s.cond[f, condition]) == (suffers and condition != COND.DOWNED)
    if name == "akira":
        s.cond[:], s.flag[f], s.blessed[0] = 0, 0, 2
        for answer, tokens, blessed in (("bless", 0, 1), ("accept", 1, 1)):
            table.frame(FRAME.INFLICT, f, condition, 1)
            assert table.go().asks == "react.bless" and int(s.actors) == 1
            table.play(answer)
            assert (int(s.cond[0, condition]), int(s.blessed[0])) == (tokens, blessed)


@pytest.mark.rule("SHG-21.2", "SHG-21.3", "SHG-28.4", "SHG-28.5", "SHG-28.6")
@pytest.mark.parametrize("living", [0, 1])
@pytest.mark.parametrize("struck", [False, True])
@pytest.mark.parametrize("name", ["R", "S", "decoy"])
def test_tokens_are_lost_and_with_the_last_the_resistor(living: int, struck: bool, name: str) -> None:
    table = Table("A.R.S.d", {"R": "R", "S": "S", "d": "decoy"}, level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    r = {"R": 0, "S": 1, "decoy": st.DECOY}[name]
    t["res_living"][table.c], t["res_list"][table.c] = living, 0
    lay(table, 0, {"on": ON.LOST, "do": DO.COUNT, "n": 1, "what": 1})
    s.res_tokens[r], s.counter[:] = 3, 0
    log = table.match.engine.new_log()
    health.lose_tokens(t, row, r, 1, struck, log[0])
    assert int(s.res_tokens[r]) == 2 and s.res_sq[r] >= 0
    health.lose_tokens(t, row, r, 5, struck, log[0])
    table.go()
    lost = struck or living == 1 or r == st.DECOY
    assert (s.res_sq[r] < 0) == lost and int(s.res_tokens[r]) == 0
    assert int(s.counter[1]) == int(lost and r != st.DECOY)


@pytest.mark.rule("SHG-8.2", "SHG-25.2", "SHG-13.5")
@pytest.mark.parametrize("name", ["akira", "kachi", "blood_oni"])
@pytest.mark.parametrize("at_card", [-1, 0, 1, 2, 3])
def test_who_leaves_takes_everything_along(name: str, at_card: int) -> None:
    table = Table("A.k...O.\n........\n.T......", FIGURES, level=3)
    t, row, s, f = table.t_record, table.match.state[0], table.s, table.id(name)
    table.queue("kachi", "akira", "blood_oni", "tomoe")
    s.at_card = at_card
    queue = s.queue[:4].tolist()
    for field in ("mod", "flag", "cond", "once", "hp", "max_hp", "arm", "plus"):
        row[field] = 2
    s.side_of[f] = SIDE.CHARACTERS
    placing.take_off(t, row, f)
    for field in ("mod", "flag", "cond", "once", "hp"):
        assert not row[field][f].any() and (row[field][2] == 2).all(), field
    stays = 2 if name == "akira" else 0  # a character keeps its board
    assert [int(row[field][f]) for field in ("max_hp", "arm", "plus")] == [stays] * 3
    assert int(s.side_of[f]) == (SIDE.CHARACTERS if name == "akira" else SIDE.FOLLOWERS)
    assert int(s.sq[f]) == NOBODY and not (s.at == f).any() and (s.at == 2).sum() == 1
    assert s.queue[:4].tolist() == [g for g in queue if g != f] + [NOBODY] and int(s.queue_n) == 3
    assert int(s.at_card) == at_card - (queue.index(f) <= at_card)
    placing.take_off(t, row, f)  # who is gone already has no card to lose
    assert int(s.queue_n) == 3


@pytest.mark.rule("SHG-28.5")
@pytest.mark.parametrize("r", [0, 1, st.DECOY])
def test_a_resistor_that_is_removed_is_gone(r: int) -> None:
    table = Table("R.S.d", {"R": "R", "S": "S", "d": "decoy"})
    row, s = table.match.state[0], table.s
    before = int(s.res_sq[r])
    for _ in range(2):
        placing.remove_resistor(row, r)
        assert int(s.res_sq[r]) == NOBODY and int(s.res_tokens[r]) == 0 and int(s.at[before]) == -1
    assert (s.at >= st.RES0).sum() == 2


@pytest.mark.rule("SHG-12.23", "SHG-33.4")
def test_of_an_attack_nothing_is_remembered() -> None:
    table = Table("A..")
    row = table.match.state[0]
    fields = [name for name in row.dtype.names if name.startswith("a_")]
    nobody = {"a_by", "a_on", "a_now", "a_skill", "a_list", "a_result", "a_dice"}
    for before in (7, -1, 0):
        for name in fields:
            row[name] = before
        damage.forget_attack(row)
        for name in fields:
            assert (row[name] == (NOBODY if name in nobody else 0)).all(), name
    assert len(fields) > 30


@pytest.mark.rule("SHG-2.1", "SHG-22.9", "SHG-13.8", "SHG-13.9")
@pytest.mark.parametrize("name", ["akira", "kachi"])
def test_health_and_armour_to_the_last_point(name: str) -> None:
    table = Table("A.k", FIGURES, level=3)
    t, row, s, f = table.t_record, table.match.state[0], table.s, table.id(name)
    s.max_hp[f], depth = 5, int(s.sp)
    for before, n, after in ((1, 1, 0), (2, 1, 1), (1, 4, 0), (3, 0, 3), (0, 1, 0)):
        s.hp[f], s.sp = before, depth
        log = table.match.engine.new_log()
        health.wound(t, row, f, n, NOBODY, log[0])
        hurt = before > 0 and n > 0
        assert int(s.hp[f]) == after and int(s.sp) == depth + (hurt and after == 0)
        told = [list(h.words.values()) for h in table.match.engine.happenings(log, None)]
        assert told == ([[f, n, after]] if hurt else [])
    for before, n, after in ((1, 1, 2), (4, 1, 5), (4, 3, 5), (5, 1, 5), (0, 2, 0)):
        s.hp[f] = before
        log = table.match.engine.new_log()
        health.heal(t, row, f, n, log[0])
        told = [list(h.words.values())[:2] for h in table.match.engine.happenings(log, None)]
        assert int(s.hp[f]) == after and told == ([[f, after - before]] if after > before else [])
    for before, n, after in ((1, 1, 0), (2, 1, 1), (1, 3, 0), (0, 1, 0), (2, 0, 2)):
        s.arm[f] = before
        log = table.match.engine.new_log()
        health.break_armour(row, f, n, log[0])
        told = [list(h.words.values())[:2] for h in table.match.engine.happenings(log, None)]
        assert int(s.arm[f]) == after and told == ([[f, after]] if after < before else [])


@pytest.mark.rule("SHG-13.5", "SHG-5.6")
@pytest.mark.parametrize("name", ["blood_oni", "silk_widow", "storm_tengu", "shinigami"])
def test_every_card_of_a_chosen_goes_back_into_the_box(name: str) -> None:
    table = Table("A....\n.....\n.....")
    table.put(name, 2, 0)
    s, row, f = table.s, table.match.state[0], table.id(name)
    c = f - st.CHOSEN0
    cards = s.ai_deck[c, : s.ai_n[c]].tolist()
    s.ai_deck[c] = -1
    s.ai_deck[c, 0], s.ai_discard[c, 0], s.ai_aside[c, 0], s.ai_card[c] = cards[:4]
    s.ai_n[c] = s.ai_discard_n[c] = s.ai_aside_n[c] = 1
    s.box[st.AI0 :] = 0
    defeat.discard_ai(row, f)
    assert [card for card in range(st.AI0, st.CARDS) if s.box[card]] == sorted(cards[:4])
    assert set(s.box[cards[:4]].tolist()) == {1} and int(s.ai_card[c]) == -1
    for pile in (s.ai_deck, s.ai_discard, s.ai_aside):
        assert (pile[c] == -1).all()
    assert (int(s.ai_n[c]), int(s.ai_discard_n[c]), int(s.ai_aside_n[c])) == (0, 0, 0)
