"""What tests of the environments share."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.envs.device import env as device_env

from . import pretended


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> pretended.Gpu:
    """A GPU whose kernels are run by Python."""
    made = pretended.Gpu()
    known: dict[str, Any] = {}
    monkeypatch.setattr(device_env, "gpu", lambda: made)
    monkeypatch.setattr(
        device_env,
        "kernels",
        lambda game, device: known.setdefault(game.slug, pretended.Kernels(game, device)),
    )
    return made
