"""What a choice means: the card that it names, to whom, and what else; question by question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.events import ALL
from bestiary.games.klaw import rules
from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import DO, FX, WHO
from bestiary.games.klaw.moves import ACTIONS, QUESTIONS
from bestiary.testing.plain import plain

from .table import CONTENT, Table

FROM_HAND = ("reveal", "attach", "deploy", "support", "totem", "item", "consume", "action", "discard")
FROM_HAND += ("answer_hand", "answer_reveal")
OF_HOSTS = ("attack", "promote", "host", "answer_talent", "lend")
SILENT = ("done", "pass", "decline", "nothing", "roll", "keep")
ASKED, ACTOR, AIMED = 1, 1, 2 * st.SLOTS + 1


def crowded() -> Table:
    """Every place holds another card, as in no game."""
    made = Table(players=3)
    s, cards = made.s, iter(range(235))
    for h in range(3 * st.SLOTS):
        s.host[h] = next(cards)
        s.items[h] = [next(cards), next(cards)]
        s.totem[h, : st.KEPT] = [next(cards) for _ in range(st.KEPT)]
        s.totem_n[h] = st.KEPT
    for p in range(3):
        s.hand[p], s.hand_n[p] = [next(cards) for _ in range(st.HAND)], st.HAND
    s.look[:], s.captured[: st.KEPT] = (
        [next(cards) for _ in range(st.LOOK)],
        [next(cards) for _ in range(st.KEPT)],
    )
    s.look_n, s.ask, s.actors, s.turn = st.LOOK, ASKED, 1 << ASKED, ASKED
    s.fighter[:], s.role, s.fight = [2, 7], 1, st.STAGE.FIGHTING
    return made


def carrying_out(made: Table, **wanted: int) -> bool:
    """An effect with these words is being carried out, aimed at a Host; False where no card has one."""
    t, s = CONTENT.tables[0], made.s
    for kind in range(int(t["kinds"])):
        for e in range(int(t["effects"][kind])):
            if all(int(t["fx"][kind, e, FX.words.index(w)]) == n for w, n in wanted.items()):
                s.task[...] = 0
                s.tasks = 1
                frame = s.task[0]
                frame[st.EFFECT.TASK], frame[st.EFFECT.KIND], frame[st.EFFECT.STEP] = (
                    st.TASK.EFFECT,
                    kind,
                    e + 1,
                )
                frame[st.EFFECT.ACTOR], frame[st.EFFECT.OWN], frame[st.EFFECT.TARGET] = ACTOR, 4, AIMED
                return True
    return False


def named(s: Any, phase: str, verb: str, args: tuple[int, ...]) -> int | None:
    """The card that a choice names."""
    a, b = (*args, 0, 0)[:2]
    h = ASKED * st.SLOTS + min(a, st.SLOTS - 1)
    fighter = int(s.fighter[int(s.role)])
    if verb in FROM_HAND:
        return int(s.hand[ASKED, a])
    if verb in ("remove", "answer_totem"):
        return int(s.totem[h, b])
    if verb in ("use", "answer_item"):
        return int(s.items[h, b])
    if verb in OF_HOSTS:
        return int(s.host[h])
    if verb == "deploy_now":
        return int(s.hand[ASKED, int(s.hand_n[ASKED]) - 1])
    if verb == "target":
        return int(s.host[a * st.SLOTS + b])
    if verb == "take":
        return a
    if verb == "scout":
        return int(s.look[a])
    if verb == "vessel":
        return int(s.captured[a])
    if verb == "replace" and phase == "pick_replaced":
        return int(s.items[s.task[0, st.PLAY.TARGET], a])
    if verb == phase == "pick_item":
        return int(s.items[AIMED, a])
    if verb == phase == "pick_totem":
        return int(s.totem[AIMED, a])
    if verb == "fight_item" and phase == "fight_role":
        return int(s.items[fighter, a])
    if verb == "flee" and phase == "fight_role":
        return int(s.host[fighter] if a == st.KEPT else s.totem[fighter, a])
    return None


@pytest.mark.parametrize("phase", [q.name for q in QUESTIONS.all if q.name not in ("pick_recovered", "over")])
def test_every_choice_names_its_card(phase: str) -> None:
    made = crowded()
    s = made.s
    s.phase = next(i for i, q in enumerate(QUESTIONS.all) if q.name == phase)
    assert carrying_out(made, who=WHO.TARGET, do=DO.STEAL_ITEM)
    s.task[0, st.PLAY.TARGET] = AIMED if phase == "pick_replaced" else s.task[0, st.PLAY.TARGET]
    for action in range(len(ACTIONS)):
        verb, args = ACTIONS.name(action), ACTIONS.args(action)
        means = made.match.engine.meaning(made.match.state, action)
        card = named(s, phase, verb, args)
        assert (means.verb, means.card) == (verb, card if card is not None and card >= 0 else None), (
            verb,
            args,
        )
        assert means.target == (args[0] if verb == "player" else None)
        assert means.number == (args[0] + 1 if verb == "dice" else None)
        if verb not in ("take", "scout"):
            assert means.see == ALL


@pytest.mark.rule("KLW-8.26", "KLW-21.8")
@pytest.mark.parametrize(("do", "secret"), [(DO.DISCARD, False), (DO.STEAL_HOST, True)])
def test_who_hears_which_card_is_taken(do: int, secret: bool) -> None:
    made = crowded()
    s = made.s
    s.phase = next(i for i, q in enumerate(QUESTIONS.all) if q.name == "pick_seen_card")
    assert carrying_out(made, do=do)
    s.task[0, st.EFFECT.TARGET] = 2
    kind, step = int(s.task[0, st.EFFECT.KIND]), int(s.task[0, st.EFFECT.STEP])
    other = 2
    if int(CONTENT.tables[0]["fx"][kind, step - 1, FX.WHO]) == WHO.ENEMY_PLAYER:
        s.task[0, st.EFFECT.OWN], other = 2, 7 // st.SLOTS  # the enemy of the fight
    means = made.match.engine.meaning(made.match.state, ACTIONS.id("take", 9))
    assert means.see == (1 << ASKED | 1 << other if secret else ALL)
    scouted = made.match.engine.meaning(made.match.state, ACTIONS.id("scout", 1))
    assert scouted.see == 1 << ASKED


@pytest.mark.rule("KLW-21.10")
def test_a_recovered_card_is_one_of_its_kind_on_the_pile() -> None:
    made = Table()
    made.pile("plate2", "medkit")
    assert carrying_out(made, do=DO.RECOVER)
    s, t = made.s, CONTENT.tables[0]
    s.phase = next(i for i, q in enumerate(QUESTIONS.all) if q.name == "pick_recovered")
    raids = plain(rules.raids)
    found = {k: int(raids.recoverable(t, made.match.state[0], k)) for k in range(int(t["kinds"]))}
    pile = np.flatnonzero(s.discard).tolist()
    assert sorted(card for card in found.values() if card >= 0) == pile and len(pile) == 2
    for kind, card in found.items():
        means = made.match.engine.meaning(made.match.state, ACTIONS.id("recover", kind))
        assert means.card == (card if card >= 0 else None)
