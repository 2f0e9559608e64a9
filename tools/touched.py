"""A plugin of pytest for the mutation check: which test executes which line of the rules, and in what order.

``TOUCHED_RECORD=FILE`` traces the lines of the rules below ``TOUCHED_RULES`` and writes, for each test,
how long it took and the lines it executed. ``TOUCHED_ORDER=FILE`` runs the tests listed in a file, in its
order, and no others.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

RECORD = os.environ.get("TOUCHED_RECORD")
ORDER = os.environ.get("TOUCHED_ORDER")
RULES = os.environ.get("TOUCHED_RULES", "")

seen: set[tuple[str, int]] = set()
found: dict[str, dict[str, Any]] = {}


def on_line(frame: FrameType, event: str, arg: Any) -> Any:
    seen.add((frame.f_code.co_filename, frame.f_lineno))
    return on_line


def on_call(frame: FrameType, event: str, arg: Any) -> Any:
    if not frame.f_code.co_filename.startswith(RULES):
        return None
    return on_line(frame, event, arg)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if not RECORD:
        yield
        return
    seen.clear()
    began = time.perf_counter()
    sys.settrace(on_call)
    yield
    sys.settrace(None)
    lines = sorted(f"{Path(file).relative_to(RULES).as_posix()}:{line}" for file, line in seen)
    found[item.nodeid] = {"seconds": time.perf_counter() - began, "lines": lines}


def pytest_sessionfinish() -> None:
    if RECORD:
        Path(RECORD).write_text(json.dumps(found), encoding="utf-8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if ORDER:
        wanted = json.loads(Path(ORDER).read_text(encoding="utf-8"))
        place = {name: n for n, name in enumerate(wanted)}
        items[:] = sorted((i for i in items if i.nodeid in place), key=lambda item: place[item.nodeid])
