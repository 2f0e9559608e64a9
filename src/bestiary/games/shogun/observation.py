"""The Shogun's Chosen: the layout of the observation."""

from __future__ import annotations

from bestiary.core.game import Feature

from . import state as st

WIDE = ("stack", "cand", "pending_who", "a_targets", "a_todo", "once")  # sets: three numbers each
LEFT_OUT = ("rng", "opt", "verb", "ans", "ans2", "searched", "dist", "frontier")


def _features() -> tuple[Feature, ...]:
    found = [Feature("asked", 1, "1 when this seat is asked")]
    for name in st.STATE.names or ():
        if name in LEFT_OUT or name.startswith("gap"):
            continue
        shape = st.STATE.fields[name][0].shape  # type: ignore[index]
        size = 3 if name in WIDE else 1
        for n in shape:
            size *= n
        parts = "in three parts of 20 bits" if name in WIDE else "divided by 64"
        found.append(Feature(name, size, f"the field {name} of the state, {parts}"))
    found.append(Feature("options", len(st.OPTIONS.all), "the options, divided by 64"))
    return tuple(found)


OBSERVATION = _features()
