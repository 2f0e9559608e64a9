"""placeholder"""
from typing import Any
def view(content: Any, s: Any, seat: int) -> dict[str, Any]:
    return {}
