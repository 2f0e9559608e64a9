"""Kernels built otherwise, to compare with: what BESTIARY_TRIAL may say."""

from __future__ import annotations

import pytest

from bestiary.core.errors import BestiaryError
from bestiary.envs.device.trial import Trial, read


def test_kernels_are_built_as_they_are_unless_something_else_is_named() -> None:
    assert read("") == Trial(wide=False, apart=False, registers=None)
    assert read("wide, apart, registers=255") == Trial(wide=True, apart=True, registers=255)


@pytest.mark.parametrize("word", ["narrow", "registers", "registers=many", "wide=1"])
def test_a_word_that_means_nothing_is_refused(word: str) -> None:
    with pytest.raises(BestiaryError, match="knows wide, apart and registers=NUMBER, not"):
        read(f"apart,{word}")
