"""The profiler's table: kernels by the names of their sources, whichever way the profiler writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MANGLED = (
    "_ZN34bestiary_bound_shogun_device_loops7kernels12_3clocals_3e7advanceB2v1B92cw51cXTLSUwv1sDUaKthqaNgoKm"
)
UNRAVELLED = "turn[v17,cw51cXTLSUwv1sDUaKthqaNgoKmjgOR3W3CwAkMXLaJtQYk](Array<float, 1, C, mutable, aligned>)"


@pytest.fixture
def profile(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import gpu_profile

    return gpu_profile


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        (MANGLED, "advance"),
        (UNRAVELLED, "turn"),
        (f"bestiary_bound_totem_device_loops::kernels::_3clocals_3e::{UNRAVELLED}", "turn"),
        ("a_kernel_of_others(int)", "a_kernel_of_others(int)"),
        ("", "?"),
    ],
)
def test_a_kernel_has_its_plain_name(profile: Any, name: str, plain: str) -> None:
    assert profile.plain(name) == plain


def test_a_line_tells_what_a_kernel_waits_for_in_microseconds_and_megabytes(profile: Any) -> None:
    stalled = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
    units = {"gpu__time_duration.sum": "ns", **dict.fromkeys(profile.MEMORY, "byte")}
    row = {
        "Kernel Name": UNRAVELLED,
        "gpu__time_duration.sum": "50,848",
        "launch__registers_per_thread": "48",
    }
    row |= dict.fromkeys(profile.MEMORY, "74,500,000")
    row |= {
        stalled.format("wait"): "2.2",
        stalled.format("long_scoreboard"): "8.6",
        stalled.format("selected"): "9",
    }
    told = dict(zip(profile.HEAD, profile.line("totem", units, row), strict=True))
    assert (told["game"], told["kernel"], told["us"], told["registers"]) == ("totem", "turn", "51", "48")
    assert told["most of them for"] == "long_scoreboard 8.6"
    assert told["MB of memory"] == "149"
    assert told["issue slots"] == "nan%"  # what the profiler does not say
