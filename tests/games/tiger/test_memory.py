"""What each player knows of the cards of another: what was seen, what left secretly, what came openly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.events import ALL
from bestiary.core.record import EMPTY, UNKNOWN, readable
from bestiary.games.tiger import rules
from bestiary.games.tiger.state import ATT, DEF, MERGED
from bestiary.testing.plain import plain

from .table import KINDS, Table, decks
from .war import laid, new_log

dice, memory, roosters, spoils, zoo = (
    plain(m) for m in (rules.dice, rules.memory, rules.roosters, rules.spoils, rules.zoo)
)
TIGER, CRANE, MANTIS, LEOPARD = (KINDS[code] for code in ("tiger", "crane", "mantis", "leopard"))


def known(made: Table) -> dict[str, int]:
    """'2 of 1 crane': how many Cranes of seat 1 seat 2 knows of."""
    codes = list(KINDS)
    return {f"{v} of {o} {codes[k]}": int(made.s.known[v, o, k]) for v, o, k in np.argwhere(made.s.known)}


@pytest.mark.rule("TTR-8.14", "TTR-1.6")
def test_a_card_that_leaves_unseen_leaves_everybody_else_less_sure() -> None:
    made = laid("crane crane", "tiger mantis")
    s, row = made.s, made.match.state[0]
    s.known[:3, 1, CRANE], s.known[:3, 1, TIGER], s.known[:3, 0, TIGER] = 2, 1, 1
    s.known[1, 1], s.known[0, 0], s.up[DEF, 0] = 0, 0, TIGER
    memory.lose(row, 1, CRANE, 0b001)
    assert known(made) == {
        "0 of 1 crane": 1,
        "0 of 1 tiger": 1,  # seat 0 knows which it was
        "2 of 1 crane": 1,
        "2 of 1 tiger": 1,  # and the Tiger lies there for all to see
        "1 of 0 tiger": 1,
        "2 of 0 tiger": 1,
    }
    for _ in range(2):
        memory.lose(row, 1, CRANE, ALL)
    assert known(made) == {"0 of 1 tiger": 1, "2 of 1 tiger": 1, "1 of 0 tiger": 1, "2 of 0 tiger": 1}
    assert not s.tally.any()


@pytest.mark.rule("TTR-8.14")
@pytest.mark.parametrize("to", [0, 1, 2])
def test_a_card_that_comes_is_known_to_those_who_saw_it(to: int) -> None:
    made = laid("crane crane", "tiger mantis")
    memory.gain(made.match.state[0], to, CRANE, 0b011)
    assert known(made) == {f"{v} of {to} crane": 1 for v in (0, 1) if v != to}


@pytest.mark.rule("TTR-10.6", "TTR-8.8")
@pytest.mark.parametrize("top", ["tiger", "leopard"])
def test_what_is_seen_of_dice_is_remembered_once(top: str) -> None:
    made = laid("crane crane / tiger crane", f"crane mantis / {top} {top}", owners=([0, 2], [1, 1]))
    s, row = made.s, made.match.state[0]
    s.seen[DEF, 0], s.up[DEF, 1], s.up[ATT, 1] = 0b011, KINDS[top], TIGER
    for _ in range(2):
        memory.note(row, 1)
    of_the_defender = {"0 of 1 crane": 1, "0 of 1 mantis": 1, f"0 of 1 {top}": 1, f"2 of 1 {top}": 1}
    assert known(made) == of_the_defender and not s.tally.any()
    s.up[DEF, 1], s.top[DEF, 1], s.top_seen[DEF, 1], s.known[:] = EMPTY, KINDS[top], 0b100, 0
    memory.note(row, 1)
    assert known(made) == {"0 of 1 crane": 1, "0 of 1 mantis": 1, f"2 of 1 {top}": 1}


@pytest.mark.rule("TTR-15.3")
@pytest.mark.parametrize(
    ("seen", "moved", "owners", "sure"),
    [
        (0, 0, (1, 1), {"0 of 1 tiger": 1, "2 of 1 tiger": 1}),  # whichever heap it is from
        (0b001, 0, (1, 1), {"0 of 1 mantis": 1, "0 of 1 tiger": 1, "2 of 1 tiger": 1}),
        (0, 0b001, (1, 1), {"0 of 1 leopard": 2, "2 of 1 tiger": 1}),
        (0, 0, (1, 2), {}),  # nobody can tell whose it was
    ],
)
def test_of_a_merged_die_it_is_known_whose_the_open_card_is_or_not(
    seen: int, moved: int, owners: tuple[int, int], sure: dict[str, int]
) -> None:
    made = laid("crane crane", "tiger mantis")
    s, row = made.s, made.match.state[0]
    s.merge_at, s.up[DEF, 0], s.seen[DEF, 0], s.owner[DEF, 0] = 0, TIGER, seen, owners[0]
    s.heap[DEF, MERGED, LEOPARD], s.heap_n[DEF, MERGED] = 2, 2
    s.owner[DEF, MERGED], s.seen[DEF, MERGED] = owners[1], moved
    memory.note_die(row, DEF, 0)
    assert known(made) == sure


@pytest.mark.rule("TTR-15.3")
def test_of_a_merged_die_without_its_own_cards_the_open_card_is_known() -> None:
    made = laid("crane crane", "tiger mantis")
    s, row = made.s, made.match.state[0]
    s.merge_at, s.up[DEF, 0], s.seen[DEF, 0] = 0, LEOPARD, 0b101
    s.heap[DEF, MERGED, LEOPARD], s.heap_n[DEF, MERGED], s.owner[DEF, MERGED] = 2, 2, 1
    s.heap[DEF, 0], s.heap_n[DEF, 0] = 0, 0
    memory.note_die(row, DEF, 0)
    assert known(made) == {"0 of 1 leopard": 1, "2 of 1 leopard": 1}


@pytest.mark.rule("TTR-16.15", "TTR-16.16")
def test_a_stolen_card_is_known_to_two() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger crane leopard", owners=([0, 0], [2, 2]))
    s = made.s
    s.defender, s.up[DEF, 1], s.pick = 2, TIGER, 1
    s.known[[0, 1], 2, CRANE], s.known[[1, 2], 0, MANTIS] = 2, 1
    roosters.steal_card(made.match.state[0], CRANE, new_log(made)[0])
    assert known(made) == {
        "0 of 2 tiger": 1,
        "1 of 2 tiger": 1,
        "0 of 2 crane": 1,
        "1 of 2 crane": 1,
        "2 of 0 crane": 1,
        "1 of 0 mantis": 1,
        "2 of 0 mantis": 1,
    }
    s.pick = 1
    roosters.steal_card(made.match.state[0], TIGER, new_log(made)[0])  # before everybody's eyes
    assert known(made)["1 of 0 tiger"] == known(made)["2 of 0 tiger"] == 1
    assert "1 of 2 tiger" not in known(made) and "0 of 2 tiger" not in known(made)


@pytest.mark.rule("TTR-12.11", "TTR-12.12", "TTR-12.14")
def test_a_destroyed_card_is_gone_for_all_and_a_drawn_one_for_those_who_saw_it() -> None:
    made = laid("crane crane / crane crane", "mantis mantis / tiger tiger", owners=([0, 0], [2, 2]))
    s, row = made.s, made.match.state[0]
    s.defender, s.battle, s.up[DEF, 0] = 2, 1, MANTIS
    s.known[[0, 1], 2, MANTIS], s.known[[1, 2], 0, CRANE] = 2, 1
    rest = {"1 of 0 crane": 1, "2 of 0 crane": 1}
    zoo.destroy(row, DEF, 0, new_log(made)[0])
    assert known(made) == {"0 of 2 mantis": 1, "1 of 2 mantis": 1, **rest}
    assert made.pile("D", 1) == ["mantis"] and made.zone("gone") == ["mantis"] and made.up("D", 1) is None
    zoo.draw(row, DEF, new_log(made)[0])
    assert known(made) == {"2 of 0 mantis": 1, **rest} and made.deck(0) == ["mantis"]


@pytest.mark.rule("TTR-14.2", "TTR-14.4")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_card_of_the_dawn_is_known_to_be_its_owners(turn: int) -> None:
    made = decks(*["rooster_8 crane*5"] * 3, options={"dawn": True}, turn=turn)
    made.match.play(made.match.legal()[0])
    made.match.play("number 3")
    made.match.play("dawn rooster_8")
    assert made.phase == "build" and made.pile("A", 1) == ["rooster_8"] and made.s.hand_n[turn] == 5
    assert known(made) == {f"{v} of {turn} rooster_8": 1 for v in range(3) if v != turn}


@pytest.mark.rule("TTR-16.12")
def test_what_was_seen_of_dice_that_are_divided_anew_is_still_known() -> None:
    made = laid(
        "crane crane / tiger crane / mantis mantis", "crane / crane / crane", owners=([2] * 3, [1] * 3)
    )
    s, row = made.s, made.match.state[0]
    s.attacker, s.seen[ATT, 1], s.seen[ATT, 2] = 2, 0b101, 0b110
    dice.begin_rebuilding(row, ATT, 2, new_log(made)[0])
    assert known(made) == {"0 of 2 tiger": 1, "0 of 2 crane": 1, "1 of 2 mantis": 2}


@pytest.mark.rule("TTR-8.13", "TTR-8.14", "TTR-8.15")
@pytest.mark.parametrize("to", [0, 2, -1])
def test_a_settled_card_is_known_to_those_who_saw_it_taken(to: int) -> None:
    made = laid("crane crane", "tiger mantis")
    s, row = made.s, made.match.state[0]
    s.known[[0, 2], 1, CRANE] = 1
    s.loot[0], s.loot_from[0], s.loot_seen[0], s.loot_n = CRANE, 1, 0b011, 1
    spoils.settle_card(row, to, new_log(made)[0])
    assert known(made) == {f"{v} of {to} crane": 1 for v in (0, 1) if v != to and to >= 0}


def hidden_from(made: Table, seat: int) -> Any:
    return readable(made.match.engine.hidden(made.match.state, seat)[0])


@pytest.mark.rule("TTR-1.6", "TTR-8.8", "TTR-10.7")
@pytest.mark.parametrize("kind", [TIGER, CRANE, LEOPARD])
def test_taken_cards_and_top_cards_are_hidden_from_whoever_has_not_seen_them(kind: int) -> None:
    made = laid("crane crane", "tiger mantis")
    s = made.s
    s.loot[:2], s.loot_seen[:2], s.loot_n = [kind, kind], [0b001, 0b010], 2
    s.top[ATT, 0], s.top_seen[ATT, 0] = kind, 0b010
    shown = {seat: hidden_from(made, seat) for seat in (0, 1, 2, -1)}
    assert {n: h.loot[:3].tolist() for n, h in shown.items()} == {
        0: [kind, UNKNOWN, EMPTY],
        1: [UNKNOWN, kind, EMPTY],
        2: [UNKNOWN, UNKNOWN, EMPTY],
        -1: [UNKNOWN, UNKNOWN, EMPTY],
    }
    assert {n: int(h.top[ATT, 0]) for n, h in shown.items()} == {0: UNKNOWN, 1: kind, 2: UNKNOWN, -1: UNKNOWN}
