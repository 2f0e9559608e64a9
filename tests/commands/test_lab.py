"""``bestiary lab run`` as a person meets it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bestiary import lab


def test_a_study_is_written_and_goes_on(bestiary: Any, tmp_path: Path) -> None:
    words = ("lab", "run", "totem", "--games", "200", "--agents", "random", "-o", tmp_path / "d")
    code, out, err = bestiary(*words)
    assert (code, err) == (0, "")
    assert out.startswith("totem-v2: 200 games, ") and "(one in 100, all of 200 games)" in out
    code, out, _ = bestiary(*words)
    assert code == 0 and "200 games" in out


def test_options_of_the_table_and_turns(bestiary: Any, tmp_path: Path) -> None:
    code, _, err = bestiary(
        *("lab", "run", "totem", "-n", "64", "-a", "random", "-o", tmp_path / "d"),
        *("--restock", "one", "--vary", "tie_sum=all,concealed", "--forbid", "discard", "--every", "1"),
    )
    assert (code, err) == (0, "")
    data = lab.read(tmp_path / "d")
    assert data.manifest["options"]["restock"] == "one"
    assert set(data.games["stage"]) == {"tie_sum=all", "tie_sum=concealed"}
    assert set(data.games["agent_0"]) == {"random without discard"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["totm"], "Did you mean totem?"),
        (["totem", "--agents", "mcts:1s"], "by the clock"),
        (["totem", "--agents", "bulky"], "Did you mean bulk?"),
        (["totem", "--restok", "one"], "Did you mean restock?"),
        (["totem", "--vary", "restock"], "NAME=A,B"),
        (["totem", "--forbid", "C99"], "There is no verb or card 'C99'."),
        (["totem", "--cards", "nowhere.toml"], "no such card file"),
        (["totem", "--games", "0"], "At least one game"),
        (["totem", "--cores", "0"], "At least one core"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    refused: Any, tmp_path: Path, words: list[str], says: str
) -> None:
    line = refused("lab", "run", *words, "-o", tmp_path / "d")
    assert says in line
    assert not (tmp_path / "d").exists()


def test_a_folder_of_another_study_is_refused(bestiary: Any, refused: Any, tmp_path: Path) -> None:
    words = ["lab", "run", "totem", "-n", "40", "-a", "random", "-o", tmp_path / "d"]
    assert bestiary(*words)[0] == 0
    assert "seed 0, not 3" in refused(*words, "--seed", "3")


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    program = "import sys; from bestiary.cli import run; sys.exit(run(sys.argv[1:]))"
    words = ["lab", "run", "totem", "-n", "100000000", "-a", "random", "-o", str(tmp_path / "d")]
    running = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also in the background
    )
    ends = time.monotonic() + 120
    while not list((tmp_path / "d").glob("games-*")) and time.monotonic() < ends:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Stopped; " in err and "The same command goes on." in err and "Traceback" not in err
    assert lab.read(tmp_path / "d", partial=True).games.height > 0
