"""Refusals: one clear line, the rule or the field behind it, and the status of a web answer."""

from __future__ import annotations

from ..core.errors import BestiaryError


class Refused(BestiaryError):
    """Something that this server does not do for whoever asks."""

    def __init__(self, text: str, status: int = 400, rule: str = "", field: str = "") -> None:
        self.status = status
        self.rule = rule
        self.field = field
        super().__init__(text)


def missing(what: str) -> Refused:
    """There is no such thing, or not for you."""
    return Refused(f"There is no such {what}.", 404)


def too_much(what: str) -> Refused:
    """A limit."""
    return Refused(f"Too many {what} from here; wait a little.", 429)
