"""Several modules as one, and what a game promises of its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.registry import load, names
from bestiary.envs import VectorEnv
from bestiary.envs.device.merge import merged
from bestiary.testing.bench import settings_of

KERNEL = """
target triple = "nvptx64-nvidia-cuda"
declare i32 @"rule"(i32 %".1")
define void @"kernel"(i32 %".1")
{
entry:
  %".3" = call i32 @"rule"(i32 %".1"), !range !1
  ret void
}
!nvvmir.version = !{ !0 }
!nvvm.annotations = !{ !2 }
!0 = !{ i32 2, i32 0 }
!1 = !{ i32 0, i32 9 }
!2 = !{ void (i32)* @"kernel", !"kernel", i32 1 }
"""
RULE = """
target triple = "nvptx64-nvidia-cuda"
define linkonce_odr i32 @"rule"(i32 %".1")
{
entry:
  %".3" = icmp eq i32 %".1", 0
  br i1 %".3", label %"a", label %"b", !prof !0
a:
  ret i32 1
b:
  ret i32 2
}
!nvvmir.version = !{ !1 }
!0 = !{ !"branch_weights", i32 1, i32 99 }
!1 = !{ i32 2, i32 0 }
"""


def test_modules_become_one_in_which_only_the_kernel_is_seen() -> None:
    whole = merged([KERNEL, RULE, RULE])
    assert whole.count("target triple") == 1 and "declare" not in whole
    assert whole.count('@"rule"(i32 %".1")\n') == 1 and 'define internal i32 @"rule"' in whole
    assert 'define void @"kernel"' in whole
    notes = dict(line.split(" = ", 1) for line in whole.splitlines() if line[:2] in ("!0", "!1", "!2", "!3"))
    assert len(notes) == 4 and whole.count("!nvvmir.version") == 1
    used = {kind: whole.split(f"!{kind} ")[1].split()[0] for kind in ("range", "prof")}
    assert notes[used["range"]] == "!{ i32 0, i32 9 }" and "branch_weights" in notes[used["prof"]]


def fitting(rows: Any, wide: tuple[str, ...], path: str = "") -> list[str]:
    """The fields of 64 bits whose numbers do not fit 32."""
    found: list[str] = []
    for name in rows.dtype.names:
        field = rows[name]
        if field.dtype.names is not None:
            found += fitting(field, wide, f"{path}{name}.")
        elif field.dtype == np.int64 and name not in wide and (field != field.astype(np.int32)).any():
            found.append(path + name)
    return found


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.xdist_group(slug)) for slug in names()]
)
def test_a_game_names_the_fields_that_need_more_than_32_bits(slug: str) -> None:
    game = load(slug)
    if game.limits.wide is None:
        pytest.skip("says nothing of its numbers")
    assert not fitting(np.asarray(Engine(game).tables), game.limits.wide)
    env = VectorEnv(game, 24, settings_of(game, None, 24, seed=3))
    for turn in range(120):
        assert not fitting(np.asarray(env.states), game.limits.wide)
        env.step(env.sample(seed=turn))
