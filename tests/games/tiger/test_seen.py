"""Who has seen which card of a war: the card of the dawn, a grab, a merged die; and how a war is wound up."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.games.tiger import rules
from bestiary.games.tiger.state import ATT, DEF, MERGED, SIDES, STEP
from bestiary.testing.plain import plain

from .table import KINDS, decks
from .war import laid, new_log

hidden, spoils, war = plain(rules.hidden), plain(rules.spoils), plain(rules.war)
CRANE, MANTIS = KINDS["crane"], KINDS["mantis"]
ALL_THREE = 0b111


@pytest.mark.rule("TTR-14.2", "TTR-14.4")
def test_the_card_of_the_dawn_is_seen_by_everybody() -> None:
    made = decks("rooster_8 crane*5", "crane*6", options={"dawn": True})
    made.match.play("number 2")
    made.match.play("dawn rooster_8")
    assert made.s.seen[ATT].tolist()[:2] == [0b11, 0b01] and made.s.up[ATT, 0] == KINDS["rooster_8"]


@pytest.mark.rule("TTR-8.6", "TTR-8.8")
def test_after_a_secret_grab_only_its_owner_and_the_taker_know_the_rest_of_a_die() -> None:
    made = laid("crane crane / crane crane", "mantis crane / mantis mantis", owners=([2, 0], [1, 1]))
    s = made.s
    s.side, s.spot, s.left = ATT, 0, 1
    s.seen[DEF, 0] = ALL_THREE
    spoils.grab(made.match.state[0], CRANE, new_log(made)[0])
    assert s.seen[DEF, 0] == 1 << 1 | 1 << 2 and s.heap[DEF, 0, CRANE] == 0 and s.left == 0


@pytest.mark.rule("TTR-15.3")
@pytest.mark.parametrize(("cards", "added"), [(1, 0), (0, 1)])
def test_a_face_up_card_of_a_merged_die_is_not_imagined_twice(cards: int, added: int) -> None:
    made = laid("crane crane", "mantis crane")
    s = made.s
    s.merge_at, s.heap_n[DEF, MERGED], s.up[DEF, 0] = 0, 2, MANTIS
    s.seen[DEF, 0], s.seen[DEF, MERGED] = ALL_THREE, 0
    s.heap[DEF, 0, MANTIS] = cards
    hidden.restore_face_up(made.match.state[0], 1, np.array([1], np.uint64))
    assert (int(s.heap[DEF, 0, MANTIS]), int(s.heap[DEF, MERGED, MANTIS])) == (cards, added)


@pytest.mark.rule("TTR-15.11")
def test_at_the_end_of_a_war_both_sides_are_asked_from_the_first_on() -> None:
    made = laid("crane crane", "mantis mantis")
    made.s.stopped, made.s.window = 1, SIDES
    war.step_before(made.match.content.tables[0], made.match.state[0])
    assert (int(made.s.step), int(made.s.window)) == (STEP.WAR_END, 0)
