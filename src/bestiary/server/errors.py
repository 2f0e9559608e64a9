"""Refusals: one clear line, the rule or the field behind it, and the status of a web answer."""

from __future__ import annotations

from ..core.errors import BestiaryError
from ..core.said import Said, said


class Refused(BestiaryError):
    """Something that this server does not do for whoever asks."""

    def __init__(self, text: str | Said, status: int = 400, rule: str = "", field: str = "") -> None:
        self.status = status
        self.rule = rule
        self.field = field
        self.said = text  # which its reader is told in another language: see ``languages.told``
        super().__init__(text if isinstance(text, str) else text.words)


def missing(what: str) -> Refused:
    """There is no such thing, or not for you."""
    return Refused(said("There is no such {what}.", what=what), 404)


def too_much(what: str) -> Refused:
    """A limit."""
    return Refused(said("Too many {what} from here; wait a little.", what=what), 429)
