"""A game that is not compiled begins at once, and another process compiles it meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bestiary.core import jit

from .land import build

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")

BEGIN = """
import json, logging, sys
logging.basicConfig(stream=sys.stderr)
from bestiary import Match, load
from bestiary.core import builds, starting
from bestiary.core.driver import is_plain, on_compile
game = load("tinyland")
here = []
with on_compile(here.append):
    match = Match(game, seed=3)
    begun, plain = starting.of(game), is_plain(game)
    first = match.choices()
    shares = set()
    while begun and not begun.wait(0.05):
        shares.add(begun.share)
    again = match.choices()
print(json.dumps({
    "plain": plain, "after": is_plain(game), "same": first == again, "here": here,
    "whole": builds.is_whole(game), "problem": begun.problem if begun else "", "shares": sorted(shares)}))
"""


def known(folder: Path, cache: Path) -> dict[str, str]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "BESTIARY_CACHE": str(cache), "BESTIARY_START": "plain"}


def process(folder: Path, cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN],
        env=known(folder, cache),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(made: subprocess.Popen[str]) -> tuple[dict[str, object], str]:
    out, said = made.communicate()
    assert made.returncode == 0, said
    return json.loads(out), said


def test_two_processes_begin_at_once_and_one_compiles_for_both(tmp_path: Path) -> None:
    build(tmp_path)
    cache = tmp_path / "cache"
    both = [told(made)[0] for made in [process(tmp_path, cache), process(tmp_path, cache)]]
    for one in both:
        assert one["plain"] and not one["after"] and one["same"] and one["whole"]
        assert one["here"] == [], "nothing is compiled in the process that plays"
        assert one["problem"] == ""
    marks = list(cache.rglob("*.nbc"))
    assert len(marks) == len({path.name for path in marks}), "nothing is there twice"
    third, _ = told(process(tmp_path, cache))
    assert not third["plain"] and third["here"] == [], "what is compiled is loaded, and nothing begins plain"


def test_where_nothing_can_be_kept_it_is_compiled_in_memory_and_says_so(tmp_path: Path) -> None:
    build(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    found, said = told(process(tmp_path, blocked / "cache"))
    assert found["plain"] and not found["after"] and found["same"] and not found["whole"]
    assert found["here"], "compiled in the process itself"
    assert "cannot be kept on the disk" in str(found["problem"]) and str(found["problem"]) in said


def test_a_process_that_ends_early_keeps_what_it_has_compiled(tmp_path: Path) -> None:
    build(tmp_path)
    cache = tmp_path / "cache"
    code = BEGIN.replace("while begun and not begun.wait(0.05):", "while begun.done < 5:")
    code = code.replace("shares.add(begun.share)", "begun.wait(0.05)")
    done = subprocess.run(
        [sys.executable, "-c", code], env=known(tmp_path, cache), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["after"], "it stayed plain to its end"
    assert len(list(cache.rglob("*.nbc"))) >= 4


def test_ctrl_c_in_a_terminal_does_not_reach_the_process_that_compiles(tmp_path: Path) -> None:
    """A terminal sends it to a whole group of processes; who plays decides what becomes of the other one."""
    build(tmp_path)
    code = BEGIN.replace("import json,", "import json, os, signal,")
    code = code.replace("here = []", "here = []; signal.signal(signal.SIGINT, lambda *_: None)")
    code = code.replace("shares.add(begun.share)", "begun.done > 1 and os.killpg(0, signal.SIGINT)")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=known(tmp_path, tmp_path / "cache"),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        start_new_session=True,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert json.loads(done.stdout)["whole"]
