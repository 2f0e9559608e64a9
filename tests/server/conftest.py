from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .table import Guest, quick, running


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A server without pauses, shared by the tests of a file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with running(quick(folder)) as found:
        yield found
