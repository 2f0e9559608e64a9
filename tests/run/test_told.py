"""What a game says and shows calls rules of its own: they are compiled before anybody sits down."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bestiary.core import jit

ENTERED = """
import json, sys
from bestiary.core import jit
from bestiary.core.driver import compiled_here
from bestiary.core.registry import load
from bestiary.run import prepare

game = load(sys.argv[1])

def entered():
    return sorted(rule.py_func.__qualname__ for rule in jit.rules_of(game.room) if rule.overloads)

assert prepare.told_once in [getattr(use, "func", use) for use in prepare.steps(game)]
with compiled_here():
    prepare.told_once(game)
    ahead = entered()
    prepare.told_once(game, 40)
print(json.dumps([ahead, entered()]))
"""


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    "slug", [pytest.param(n, marks=pytest.mark.xdist_group(n)) for n in ("klaw", "shogun")]
)
def test_whoever_sits_down_waits_for_no_rule_that_a_sentence_calls(slug: str) -> None:
    run = subprocess.run([sys.executable, "-c", ENTERED, slug], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-2000:]
    ahead, after = json.loads(run.stdout)
    assert ahead == after and len(ahead) > 3
