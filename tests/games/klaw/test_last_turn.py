"""Limits: the last turn of a state, a fight that nobody wins, the last card, an empty deck, single picks."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.games.klaw import rules
from bestiary.games.klaw.effects import DO, FX, PICK, SORT
from bestiary.games.klaw.rules import advice as advised
from bestiary.games.klaw.rules import rehearsal as rehearsals
from bestiary.games.klaw.state import EFFECT, MOMENT, STAGE, TASK
from bestiary.testing.plain import plain

from .table import Table, duel, number
from .test_edges import Log, parts

ending, rehearsal, thefts, work = map(plain, (rules.ending, rehearsals, rules.thefts, rules.work))
advice, effects, hand = map(plain, (advised, rules.effects, rules.hand))


@pytest.mark.rule("KLW-3.8", "KLW-3.19", "KLW-10.6")
@pytest.mark.parametrize(
    ("state", "entry"), [("asleep", "KLW-3.8"), ("shackled", "KLW-3.19"), ("resting", "KLW-10.6")]
)
def test_in_its_last_turn_too_a_state_keeps_a_host_from_attacking(state: str, entry: str) -> None:
    table, _, _ = duel("firefighter", "surgeon", own={state: 1})
    table.refuses("attack firefighter", entry)


@pytest.mark.rule("KLW-3.4", "KLW-10.6")
@pytest.mark.parametrize("state", ["protected", "resting"])
def test_in_its_last_turn_too_a_state_keeps_a_host_from_being_attacked(state: str) -> None:
    table, _, _ = duel("firefighter", "surgeon", enemy={state: 1})
    assert not table.offers("attack firefighter")


def test_a_rehearsed_fight_that_nobody_wins_leaves_the_turn_under_way() -> None:
    table, own, enemy = duel(own={"asleep": 2}, enemy={"asleep": 2})
    t, row, s = parts(table.ready())
    under_way, frames = int(s.tasks), s.task.copy()
    assert rehearsal.play_out(t, row, own, enemy, Log(table).row) == 0
    assert s.tasks == under_way and (s.task == frames).all()


@pytest.mark.rule("KLW-8.26")  # and KLW-H7
def test_a_card_that_just_came_is_imagined_where_it_came() -> None:
    """Everybody knows two cards of the first hand, and not the Host that it has just taken."""
    table = Table()
    table.host(1, "firefighter")
    table.hand(0, "pressgang", "tiger", "dog")
    table.hand(1, "berserker", "shot")
    table.play("action pressgang", "decline", "take berserker")
    known = {number("tiger1"), number("dog1")}
    table.s.know[:, sorted(known)] = 1 << 0
    for seed in range(20):
        world = table.match.engine.resampled(table.match.state, -1, seed)[0]
        hand = [int(card) for card in world["hand"][0] if card >= 0]
        assert set(hand[:-1]) == known and hand[-1] not in known


@pytest.mark.parametrize(("action", "phase"), [("banishment", "pick_totem"), ("pickpocket", "pick_item")])
def test_where_one_card_is_picked_every_other_choice_breaks_a_rule(
    action: str, phase: str
) -> None:  # KLW-D9, KLW-D10
    table, _, _ = duel(enemy={"totems": ["tiger", "dog"], "items": ["knife", "coat"]})
    table.hand(0, action)
    table.play(f"action {action}", "decline")
    engine, states = table.match.engine, table.match.state
    assert table.phase == phase
    unbroken = np.flatnonzero(np.asarray(engine.why_all(states)) == 0).tolist()
    assert sorted(engine.legal(states)) == unbroken and len(unbroken) == 2


@pytest.mark.rule("KLW-6.6")
@pytest.mark.parametrize(("deck", "playable"), [(0, False), (1, True)])
def test_a_stakeout_needs_a_card_in_the_deck(deck: int, playable: bool) -> None:
    table, _, _ = duel(deck=deck)
    table.hand(0, "stakeout")
    assert table.offers("action stakeout") == playable


@pytest.mark.rule("KLW-19.12")
@pytest.mark.parametrize("forgotten", [False, True])
def test_all_totems_are_those_that_are_played_with(forgotten: bool) -> None:
    table = Table(mode="were_squad", totem_goal="all", forgotten=forgotten, deck=[])
    t, row, _ = parts(table)
    totems = (t["sorts"] == SORT.TOTEM) & ((t["forgotten"] == 0) | forgotten)
    assert int(ending.totem_goal(t, row)) == int(t["copies"][totems].sum())


def test_chance_may_select_the_item() -> None:  # KLW-D9
    table, _, enemy = duel(enemy={"items": ["knife", "coat"]})
    t, row, s = parts(table)
    t = t.copy()
    kind = int(t["kind"][number("pickpocket")])
    at = t["fx"][kind, :, FX.DO].tolist().index(DO.STEAL_ITEM)
    t["fx"][kind, at, FX.PICK] = PICK.RANDOM
    work.push(row, TASK.EFFECT)
    frame = s.task[int(s.tasks) - 1]
    frame[EFFECT.KIND], frame[EFFECT.STEP], frame[EFFECT.ACTOR] = kind, at + 1, 0
    thefts.choose_item(t, row, enemy, Log(table).row)
    assert len(table.items(enemy)) == len(table.held(0)) == 1


def test_of_a_card_that_comes_into_the_open_nobody_supposes_anything() -> None:  # KLW-H7
    table, _, _ = duel()
    table.hand(0, "tiger", "shot")
    table.s.know[:, number("shot")] = 1 << 0
    _, row, s = parts(table)
    assert hand.take_from_hand(row, 0, 1, Log(table).row) == number("shot")
    assert not s.know[:, number("shot")].any() and table.held(0) == ["tiger"]


@pytest.mark.rule("KLW-21.2")
def test_a_card_that_moves_up_in_place_of_one_that_left_still_has_its_moment() -> None:
    table, own, _ = duel(own={"totems": ["bear"]})
    t, row, s = parts(table)
    triggers = int(t["triggers"][t["kind"][number("bear")]])
    place = next(j for j in range(int(work.places(row, own))) if work.at_work(row, own, j) == number("bear"))
    work.start_moment(row, (triggers & -triggers).bit_length() - 1, own)
    frame = s.task[int(s.tasks) - 1]
    frame[MOMENT.CARD], frame[MOMENT.STEP] = number("tiger"), place + 1
    effects.step_moment(t, row, Log(table).row)
    assert s.task[int(s.tasks) - 1, EFFECT.TASK] == TASK.EFFECT
    assert s.task[int(s.tasks) - 1, EFFECT.CARD] == number("bear")


@pytest.mark.parametrize(
    ("code", "worth"),
    [
        ("berserker", advised.HELD_HOST),
        ("tiger", advised.HELD_TOTEM),
        ("knife", advised.HELD_ITEM),
        ("shot", advised.HELD_ACTION),
    ],
)
def test_a_card_in_hand_is_worth_what_its_sort_is(code: str, worth: float) -> None:
    table, _, _ = duel()
    table.hand(0, code)
    t, row, _ = parts(table)
    assert advice.worth_of_hand(t, row, 0) == pytest.approx(worth)


def test_while_two_fight_no_other_fight_is_supposed() -> None:
    table, _, _ = duel("berserker", "surgeon")
    t, row, s = parts(table)
    quiet = advice.score(t, row, 0)
    s.fight = STAGE.FIGHTING
    supposed = advised.RIVALRY * advice.rivalry(t, row, 0)
    assert supposed != 0 and quiet - advice.score(t, row, 0) == pytest.approx(supposed)
