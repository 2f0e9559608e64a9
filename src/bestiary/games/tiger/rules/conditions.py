"""Tossing Tiger: the conditions of effects: what earlier battles show (chapters 6, 12, 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ..effects import IF
from ..state import NONE, SIDES, TOSS
from . import table


@rule
def dawn_effect(t: Any, s: Any, on: Any, do: Any) -> Any:
    # TTR-14.7: where the dawn rule has such an effect, or NONE
    if s.rule != NONE:
        for i in range(t.effects[s.rule]):
            if t.fx_on[s.rule, i] == on and t.fx_do[s.rule, i] == do:
                return i
    return NONE


# ---- what lies in earlier battles --------------------------------------------------------------


@rule
def animal_at(t: Any, s: Any, side: Any, spot: Any) -> Any:
    kind = s.up[side, spot]
    return t.animal[kind] if kind >= 0 else NONE


@rule
def shown_before(t: Any, s: Any, side: Any, spot: Any, animal: Any) -> Any:
    # TTR-6.13, TTR-12.2
    for j in range(spot):
        if s.void[j] == 0 and animal_at(t, s, side, j) == animal:
            return True
    return False


@rule
def count_before(t: Any, s: Any, spot: Any, animal: Any) -> Any:
    # TTR-6.13, TTR-16.16
    n = 0
    for j in range(spot):
        if s.void[j] == 0:
            for side in range(SIDES):
                if animal_at(t, s, side, j) == animal:
                    n += 1
    return n


@rule
def distinct_before(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-12.28, TTR-12.29
    met = 0
    for j in range(spot):
        animal = animal_at(t, s, side, j)
        if s.void[j] != 0 or animal == NONE:
            continue
        if (met >> animal) & 1:
            return False
        met |= 1 << animal
    return met != 0


@rule
def strengths_shown(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-12.26, TTR-12.27
    printed = s.strong[animal_at(t, s, side, spot)]
    for j in range(spot):
        animal = animal_at(t, s, side, j)
        if s.void[j] == 0 and animal != NONE:
            printed &= ~(1 << animal)
    return printed == 0 and s.strong[animal_at(t, s, side, spot)] != 0


@rule
def all_before(s: Any, side: Any, spot: Any, won: Any) -> Any:
    # TTR-12.3, TTR-12.15, TTR-12.16
    any_battle = False
    for j in range(spot):
        if s.void[j] != 0:
            continue
        any_battle = True
        if won and (s.result[j] >> side) & 1 == 0:
            return False
        if not won and s.result[j] != 1 << (1 - side):
            return False
    return any_battle


@rule
def first_shown(t: Any, s: Any, side: Any, spot: Any, animal: Any) -> Any:
    # TTR-16.2: when the side first rolled an animal that still lies there; 0 for never
    first = 0
    for j in range(spot + 1):
        here = animal_at(t, s, side, j) == animal and not table.is_dawn(s, side, j)
        if here and s.void[j] == 0:
            if first == 0 or s.shown_at[side, j] < first:
                first = s.shown_at[side, j]
    return first


@rule
def holds(t: Any, s: Any, condition: Any, n: Any, side: Any, spot: Any) -> Any:
    """Whether the condition of a card's effect is met; see ``holds_facing`` for the rest."""
    if condition == IF.ALWAYS:
        return True
    if condition == IF.HEADS:
        return s.toss[side, spot] == TOSS.HEADS
    if condition == IF.TAILS:
        return s.toss[side, spot] == TOSS.TAILS
    if condition == IF.LOST_ALL_EARLIER:
        return all_before(s, side, spot, False)
    if condition == IF.WON_ALL_EARLIER:
        return all_before(s, side, spot, True)
    if condition == IF.STRENGTHS_ROLLED:
        return strengths_shown(t, s, side, spot)
    if condition == IF.EARLIER_DISTINCT:
        return distinct_before(t, s, side, spot)
    if condition == IF.SEEN_EARLIER:
        return count_before(t, s, spot, animal_at(t, s, side, spot)) >= n
    if condition == IF.TWIN_ROLLED:
        return first_shown(t, s, 1 - side, spot, animal_at(t, s, side, spot)) > 0
    if condition == IF.WON_HERE:
        return (s.result[spot] >> side) & 1 == 1
    return False
