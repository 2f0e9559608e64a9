"""placeholder"""

from typing import Any

from rich.text import Text


def board(view: dict[str, Any]) -> Any:
    return Text(str(view))
