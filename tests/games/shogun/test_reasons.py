"""Why an answer is refused that belongs to another question, or to nothing that is there."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import FLAG
from bestiary.games.shogun.moves import A, Q
from bestiary.games.shogun.rules.frames import PICK_KI
from bestiary.games.shogun.state import FRAME

from .table import Table


def reason(table: Table, action: int) -> str:
    return table.match.why(action)


def beside_a_kachi() -> Table:
    table = Table("Ak...\n.....", {"k": "kachi"}, level=3)
    table.learn("akira", "stab", 2)
    return table.activate("akira")


@pytest.mark.rule("SHG-9.5", "SHG-16.2")
def test_in_an_activation() -> None:
    table = beside_a_kachi()
    for action in (A.YES, A.ARRIVE, A.EXERT, A.STOP, A.DONE, A.ROLL, A.SPAWN, A.SKILL):
        assert reason(table, action) == "SHG-9.5"
    table.s.active = 2  # the free actions are those of whoever acts
    for action in (A.PLACE_KI, A.WITHDRAW_KI, A.TAKE_HEAD, A.KAMI_MODE):
        assert reason(table, action) == "SHG-16.2"


@pytest.mark.rule("SHG-9.7", "SHG-10.2", "SHG-10.6", "SHG-10.12")
def test_in_a_move() -> None:
    table = beside_a_kachi().play("move")
    for action in (A.MOVE, A.YES, A.ARRIVE, A.DONE, A.ROLL):
        assert reason(table, action) == "SHG-9.7"
    assert reason(table, A.EXERT) == ""
    table.s.ap[0] = 0
    assert reason(table, A.EXERT) == "SHG-10.2"


@pytest.mark.rule("SHG-9.7", "SHG-12.9", "SHG-12.19")
def test_in_an_attack() -> None:
    table = beside_a_kachi().play("strong kachi-red")
    assert table.asks == "attack.skill" and reason(table, A.NONE) == ""
    assert reason(table, A.YES) == reason(table, A.DONE) == "SHG-9.7"
    table.play("none")
    assert table.asks == "attack.focus" and reason(table, A.NO) == ""
    assert reason(table, A.NONE) == reason(table, A.DIE) == reason(table, A.DONE) == "SHG-9.7"
    table.s.phase, table.s.cand[0] = Q.ATTACK_SPREAD, 1 << table.id("kachi-red")
    assert reason(table, A.TARGET + table.id("kachi-red")) == reason(table, A.DONE) == ""
    assert reason(table, A.TARGET + table.id("kachi-blue")) == "SHG-12.19"
    assert reason(table, A.YES) == "SHG-9.7"
    table.s.phase = Q.ATTACK_REROLL
    assert reason(table, A.DONE) == "" and reason(table, A.YES) == "SHG-9.7"


@pytest.mark.rule("SHG-9.7", "SHG-11.4", "SHG-11.6")
def test_among_ki_dice() -> None:
    table = beside_a_kachi()
    slot = int(table.s.ki[0].argmax())
    table.frame(FRAME.PICK_KI, 0, st.SLOTS)
    for phase in (Q.KI_REROLL, Q.EFFECT_KI):
        table.s.phase = phase
        assert reason(table, A.PICK_SLOT + slot) == ""
        assert reason(table, A.PICK_SLOT + (slot + 1) % st.SLOTS) == "SHG-11.4"
        assert reason(table, A.PICK_SUPPLY) == reason(table, A.PICK_EXHAUSTED) == "SHG-11.4"
        assert reason(table, A.YES) == "SHG-9.7"
    assert reason(table, A.DONE) == "" and reason(table, A.ROLL) == "SHG-9.7"
    table.s.phase = Q.KI_REROLL
    assert reason(table, A.DONE) == "SHG-9.7" and reason(table, A.ROLL) == "SHG-11.6"
    table.s.stack[table.s.sp - 1, PICK_KI.PICKED] = 1
    assert reason(table, A.ROLL) == ""


PICKED = [
    ("build.attribute", A.RAISE, "SHG-3.14"),
    ("level.attribute", A.RAISE, "SHG-33.7"),
    ("end.attribute", A.LOSE, "SHG-25.6"),
    ("place.character", A.ARRIVE, "SHG-4.5"),
    ("event.choose", A.OPTION, "SHG-7.19"),
    ("effect.choose", A.OPTION, "SHG-7.19"),
    ("event.ki", A.RAISE_KI, "SHG-6.3"),
    ("init.order", A.ORDER, "SHG-6.3"),
    ("init.use", A.USE_ON, "SHG-6.3"),
    ("init.swap", A.SWAP, "SHG-8.9"),
    ("effect.cure", A.CURE, "SHG-22.5"),
    ("limit.discard", A.DISCARD, "SHG-27.2"),
    ("spawn.point", A.SPAWN, "SHG-6.3"),
    ("effect.target", A.CHOOSE, "SHG-6.3"),
    ("event.who", A.CHOOSE, "SHG-6.3"),
    ("enemy.target", A.CHOOSE, "SHG-6.3"),
]


@pytest.mark.rule("SHG-6.3", "SHG-9.7")
@pytest.mark.parametrize(("question", "first", "rule"), PICKED)
def test_what_is_not_in_the_set_of_answers(question: str, first: int, rule: str) -> None:
    table = beside_a_kachi()
    table.s.phase, table.s.cand[0] = Q.words.index(question), 0b10
    assert reason(table, first + 1) == "" and reason(table, first) == rule
    assert reason(table, A.FAST + 4) == reason(table, A.STEP) == "SHG-9.7"
    leave = {"init.use": A.NO, "init.swap": A.NONE}
    assert reason(table, A.NO) == ("" if question == "init.use" else "SHG-9.7")
    assert reason(table, A.NONE) == ("" if question == "init.swap" else "SHG-9.7")
    assert table.match.legal() == [first + 1, *([leave[question]] if question in leave else [])]


@pytest.mark.rule("SHG-9.7")
@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("build.skill", {"SIDE"}),
        ("level.skill", {"SIDE"}),
        ("react.bless", {"BLESS", "ACCEPT"}),
        ("react.counter", {"YES", "NO"}),
        ("react.kami", {"YES", "NO"}),
        ("attack.yinyang", {"YES", "NO"}),
    ],
)
def test_questions_with_answers_of_their_own(question: str, answers: set[str]) -> None:
    table = beside_a_kachi()
    table.s.phase = Q.words.index(question)
    for name in ("SIDE", "BLESS", "ACCEPT", "YES", "NO", "NONE", "DONE", "CHOOSE"):
        assert reason(table, getattr(A, name)) == ("" if name in answers else "SHG-9.7")


@pytest.mark.rule("SHG-6.3", "SHG-6.5", "SHG-20.7")
@pytest.mark.parametrize("question", ["effect.square", "enemy.square", "spawn.square"])
def test_squares_and_whether_none_may_be_taken(question: str) -> None:
    table = beside_a_kachi()
    far = 3 * st.COLS + 4
    table.s.phase, table.s.cand[far // st.BITS] = Q.words.index(question), 1 << far % st.BITS
    assert reason(table, A.SQUARE + far) == "" and reason(table, A.SQUARE + far + 1) == "SHG-6.3"
    assert reason(table, A.NONE) == reason(table, A.CHOOSE) == "SHG-9.7"
    assert table.match.legal() == [A.SQUARE + far]
    table.s.may = 1
    assert reason(table, A.NONE) == "" and set(table.match.legal()) == {A.SQUARE + far, A.NONE}


@pytest.mark.rule("SHG-32.2")
def test_who_may_take_a_kami() -> None:
    table = Table("A.T", level=3).activate("akira")
    table.s.phase, table.s.cand[0], table.s.cand[1] = Q.KAMI_CHANGE, 0b100, -1

    def take(hero: int, kami: int) -> str:
        return reason(table, A.TAKE_KAMI + hero * st.KAMI + kami)

    assert reason(table, A.NONE) == "" and reason(table, A.YES) == "SHG-32.2"
    assert [take(h, 2) for h in range(4)] == ["", "SHG-32.2", "", "SHG-32.2"]  # of two who are there
    assert take(0, 1) == take(2, 3) == "SHG-32.2"
    table.s.cand[1] = 2
    assert take(0, 2) == "SHG-32.2" and take(2, 2) == ""


@pytest.mark.rule("SHG-3.2", "SHG-14.13")
def test_before_a_chapter() -> None:
    table = Table("A.T", level=3)
    table.weapons("akira", "katana", "naginata")
    table.activate("akira")
    table.s.phase, table.s.cand[0] = Q.SHARE_MAIN, 0b10
    assert reason(table, A.DONE) == reason(table, A.TRADE + 1) == reason(table, A.EQUIP + 1) == ""
    assert reason(table, A.TRADE) == reason(table, A.EQUIP) == reason(table, A.EQUIP + 3) == "SHG-3.2"
    assert reason(table, A.YES) == "SHG-9.7"


@pytest.mark.rule("SHG-33.1")
def test_after_the_end() -> None:
    table = beside_a_kachi()
    table.s.over = 1
    assert table.match.engine.why(table.match.state, A.END) == st.cite("SHG-33.1")
    assert table.match.engine.legal(table.match.state) == []


@pytest.mark.rule("SHG-12.1", "SHG-12.4", "SHG-12.20", "SHG-27.4")
def test_why_nobody_is_attacked() -> None:
    table = beside_a_kachi()
    kachi = table.id("kachi-red")
    assert reason(table, A.FAST + kachi) == reason(table, A.STRONG + kachi) == ""
    assert reason(table, A.FAST) == reason(table, A.FAST + table.id("kachi-blue")) == "SHG-12.20"
    table.s.ap[0] = 1
    assert reason(table, A.FAST + kachi) == "" and reason(table, A.STRONG + kachi) == "SHG-12.4"
    table.s.attacks = 1
    assert reason(table, A.FAST + kachi) == "SHG-12.1"
    table.s.flag[0, 0] = FLAG.DOUBLE_ATTACK
    assert reason(table, A.FAST + kachi) == ""
    table.s.attacks = 2
    assert reason(table, A.FAST + kachi) == "SHG-12.1"
    table.s.attacks = 0
    table.weapons("akira")
    assert reason(table, A.FAST + kachi) == "SHG-27.4"
