"""Names of answers: no two are the same, whatever is asked; places that hold nothing count from 1."""

from __future__ import annotations

from collections import Counter

from bestiary import Match
from bestiary.games.shogun import state as st
from bestiary.games.shogun.moves import ACTIONS, A
from bestiary.games.shogun.rules.frames import EFFECT, EFFECT_STEP
from bestiary.games.shogun.state import FRAME

from .table import Table
from .test_campaign import interlude


def names(match: Match) -> list[str]:
    """The name of every answer; one of nothing and all of nothing may be called alike."""
    made = [match.notation(action) for action in range(len(ACTIONS))]
    twice = [name for name, n in Counter(made).items() if n > 1 and not name.endswith(" 0")]
    assert twice == []
    return made


def acting() -> Table:
    table = Table("A.k.\n.T..\n....", {"k": "kachi"}, level=3)
    table.learn("akira", "stab", 2)
    table.learn("akira", "battle_cry", 3)
    table.weapons("akira", "katana", "naginata")
    return table.activate("akira")


def test_in_an_activation() -> None:
    table = acting()
    made = names(table.match)
    empty = [slot for slot in range(st.SLOTS) if table.s.skill[0, slot] < 0]
    assert len(empty) == 3
    for slot in empty:
        assert made[A.TECHNIQUE + slot] == f"technique {slot + 1}"
        assert made[A.SKILL + slot] == f"skill {slot + 1}"
        assert made[A.WITHDRAW_KI + slot] == f"withdraw_ki {slot + 1}"
        assert made[A.PICK_SLOT + slot] == f"pick_slot {slot + 1}"
    assert made[A.ITEM + st.ITEMS_HELD - 1] == f"item {st.ITEMS_HELD}"
    assert [made[A.EQUIP + k] for k in (0, 1)] == ["equip katana akira", "equip naginata akira"]
    assert made[A.EQUIP + 3] == "equip hikaru 2"
    assert made[A.DISCARD + 2] == "discard 3" and made[A.DISCARD + 4] == "discard 5"
    assert made[A.DISCARD + 5 + st.ITEMS_HELD - 1] == f"discard {5 + st.ITEMS_HELD}"


def test_dice_are_named_by_what_they_show() -> None:
    table = acting()
    made = names(table.match)
    place = [name for action, name in enumerate(made) if ACTIONS.verb(action).name == "place_ki"]
    assert [n for n in place if "stab" in n] == [f"place_ki stab {die}" for die in range(1, 7)]
    assert made[A.PICK_SUPPLY] == "pick_supply 1" and made[A.PICK_SUPPLY + 5] == "pick_supply 6"
    empty = next(slot for slot in range(st.SLOTS) if table.s.skill[0, slot] < 0)
    assert f"place_ki {10 * (empty + 1) + 6}" in place


def test_in_an_exchange() -> None:
    table = acting()
    table.s.coins[:], table.s.heads[:], table.s.boss[:] = 7, 3, 2
    table.match.prepare()
    made = set(names(table.play("partner tomoe").match))
    assert {
        "give_heads akira 3",
        "give_boss_heads tomoe 2",
        "give_coins akira 1",
        "give_coins tomoe 7",
    } <= made
    assert {"give_weapon katana akira", "give_item tomoe 12"} <= made


def test_in_an_interlude() -> None:
    tale = interlude(heads=3, boss=2, coins=150, karma=4)
    made = set(names(tale.match))
    assert {"sell_heads akira 3", "sell_boss_heads akira 2"} <= made


def test_an_event_names_the_die_of_its_character() -> None:
    table = acting()
    table.learn("tomoe", "volley", 2)
    table.frame(FRAME.EFFECT, 0, pc=EFFECT_STEP.KI)
    table.s.stack[table.s.sp - 1, EFFECT.AT_HAND] = table.id("tomoe")
    slot = next(slot for slot in range(st.SLOTS) if table.s.skill[2, slot] >= 0)
    assert table.match.notation(A.RAISE_KI + slot) == "raise_ki volley"
