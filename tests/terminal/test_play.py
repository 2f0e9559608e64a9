"""Play in a real terminal: what is on the screen, and that nothing is lost however it is left."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pexpect
import pytest

from bestiary import Match

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SLOW = 120  # a first compilation may fall into this
AGAIN = 20  # seconds after which nothing has happened


def start(*words: str, matches: Path, size: tuple[int, int] = (30, 100)) -> pexpect.spawn:
    env = {**os.environ, "BESTIARY_MATCHES": str(matches), "TERM": "xterm-256color", "NO_COLOR": "1"}
    env["PYTHONFAULTHANDLER"] = "1"
    return pexpect.spawn(
        sys.executable,
        ["-m", "bestiary", *words],
        env=env,
        dimensions=size,
        encoding="utf-8",
        timeout=SLOW,
        # whatever started the tests: a terminal that is closed tells those in it
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )


def screen(child: pexpect.spawn) -> str:
    """What stands on the screen: all that came since it was last cleared."""
    return str(child.before).rpartition(CLEAR)[2]


def codes(text: str) -> set[str]:
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    return set(re.findall(r"\b[CAVJ](?:1[0-3]|[1-9])\b", plain))


def ended(child: pexpect.spawn) -> tuple[int | None, str]:
    if child.expect([pexpect.EOF, pexpect.TIMEOUT]):
        child.kill(signal.SIGABRT)  # it says where it stands
        child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=AGAIN)
        pytest.fail(f"It did not end: {child.before}")
    child.close()
    return child.exitstatus, str(child.before)


def interrupted(child: pexpect.spawn, answer: str) -> tuple[int | None, str]:
    """Presses Ctrl-C, and again where nothing happens, as people do: Python's line editor does not notice one
    that comes between showing the prompt and beginning to wait. Who is answered presses no more: a program
    that is about to end would be ended by it."""
    for _ in range(SLOW // AGAIN):
        child.sendintr()
        if child.expect([pexpect.TIMEOUT, answer], timeout=AGAIN):
            break
    told = f"{child.before}{child.after}"
    code, rest = ended(child)
    return code, told + rest


def test_the_hand_over_screen_hides_the_hands(matches: Path) -> None:
    child = start("play", "totem", "--seed", "5", "--seats", "human,human", matches=matches)
    child.expect("press Enter when ready")
    assert codes(screen(child)) == set()
    child.sendline("")
    child.expect("\r\n> ")
    first = codes(screen(child))
    assert len(first) == 7
    for _ in range(3):
        child.sendline("1")
        child.expect("\r\n> ")
    child.sendline("1")
    child.expect("press Enter when ready")
    assert codes(screen(child)) == set()
    child.sendline("")
    child.expect("\r\n> ")
    second = codes(screen(child))
    assert len(second) == 7 and not first & second
    child.sendline("quit")
    code, text = ended(child)
    assert code == 0
    assert codes(text.rpartition("\x1b[?1049l")[2]) == set()


def test_quit_says_how_to_resume_and_the_match_goes_on_there(matches: Path) -> None:
    child = start("play", "totem", "--seed", "5", matches=matches)
    for _ in range(3):
        child.expect("\r\n> ")
        child.sendline("1")
    child.expect("\r\n> ")
    child.sendline("undo")
    child.expect("Taken back.*\r\n> ")
    child.sendline("quit")
    code, text = ended(child)
    (path,) = matches.glob("*.match")
    assert code == 0 and f"bestiary play --resume {path}" in text.replace("\r\n", "")
    assert len([e for e in Match.load(path).history if e.seat == 0]) == 2
    child = start("play", "--resume", str(path), matches=matches)
    child.expect("hand 5")
    child.expect("\r\n> ")
    child.sendline("quit")
    assert ended(child)[0] == 0


@pytest.mark.parametrize(("how", "code"), [("interrupt", 130), ("end", 0)])
def test_ctrl_c_and_ctrl_d_lose_nothing(matches: Path, how: str, code: int) -> None:
    child = start("play", "totem", "--seed", "5", matches=matches)
    child.expect("\r\n> ")
    child.sendline("1")
    child.expect("\r\n> ")
    if how == "end":
        child.sendeof()
    status, text = interrupted(child, "--resume") if how == "interrupt" else ended(child)
    assert status == code and "--resume" in text and "Traceback" not in text
    (path,) = matches.glob("*.match")
    assert len([e for e in Match.load(path).history if e.seat == 0]) == 1


def test_a_closed_terminal_loses_nothing(matches: Path) -> None:
    child = start("play", "totem", "--seed", "5", matches=matches)
    child.expect("\r\n> ")
    child.sendline("1")
    child.expect("\r\n> ")
    child.kill(signal.SIGHUP)
    ended(child)
    (path,) = matches.glob("*.match")
    assert len([e for e in Match.load(path).history if e.seat == 0]) == 1


def test_replay_goes_step_by_step(matches: Path, tmp_path: Path) -> None:
    match = Match("totem", seed=5)
    for _ in range(10):
        match.play(match.legal()[0])
    match.save(tmp_path / "m.match")
    child = start("replay", str(tmp_path / "m.match"), "--step", "--seat", "0", matches=matches)
    child.expect("entry 0 of 10")
    for typed, seen in (("", 1), ("", 2), ("b", 1), ("9", 9), ("99", 10), ("", 10)):
        child.sendline(typed)
        child.expect(f"entry {seen} of 10")
    child.sendline("q")
    assert ended(child)[0] == 0


def test_ctrl_c_in_a_simulation_reports_what_is_done(matches: Path) -> None:
    child = start("sim", "totem", "--games", "500000000", matches=matches)
    child.expect("games/s")
    child.expect("games/s")
    code, text = interrupted(child, "Stopped after")
    assert code == 130 and "Traceback" not in text
    assert "seat 0 wins" in text and "Stopped after" in text
