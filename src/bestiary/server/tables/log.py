"""The log of a table: its lines, and what each kind of line does and says, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.language import phrase
from ...core.match import ACTION, NEXT, RESIGN, SUBSTITUTE, TIMEOUT, tidy
from ..web import messages

if TYPE_CHECKING:
    from .live import Live

UNDO, SEAL, ASK, ANSWER, CHAT, SIT, REMATCH = "undo", "seal", "ask", "answer", "chat", "sit", "rematch"
CONSENT, CLAIM, CLOSE, WEAKER, HINT, BEGIN = "consent", "claim", "close", "weaker", "hint", "begin"
CLOSED = phrase("This table was closed by those who run the server.")
PERSON = "person"


class Line(msgspec.Struct, frozen=True):
    """One line of the log."""

    n: int
    kind: str
    seat: int = -1
    action: int = -1
    text: str = ""
    command: str = ""
    at: float = 0.0
    spent: float = 0.0  # seconds on the clocks of those who were asked
    digest: str = ""

    @property
    def speaker(self) -> int:
        """The seat whose command it was; a substitution may be of another seat."""
        return self.action if self.kind == SUBSTITUTE and self.action >= 0 else self.seat

    @property
    def means(self) -> Kind:
        """What such a line does and says."""
        return KINDS[self.kind]

    def row(self, table: str) -> dict[str, Any]:
        """As it is stored."""
        return {"table_id": table, **msgspec.structs.asdict(self)}


@dataclass(frozen=True)
class Kind:
    """What a kind of line does and says."""

    do: Callable[[Live, Line], None]
    plays: bool = False  # changes the match: everybody gets a new version, and clocks are charged
    facts: bool = False  # changes what everybody may know of the table
    holder: bool = False  # changes who holds a seat
    starts: bool = False  # clocks may run now: everybody is shown the table again
    sentence: str = ""  # for the story: {was} sat there, {name} sits there now
    told: Callable[[Live, Line], messages.Message] | None = None  # what everybody is told besides the match


def _play(live: Live, line: Line) -> None:
    live.match.play(line.action, line.seat, live.meant)


def standing_in(kind: str, name: str) -> str:
    """What a machine is called that plays for somebody."""
    return f"{kind.title()} for {name}"


def holder(live: Live, line: Line) -> tuple[str, str]:
    """Who takes a seat by a line, and the name: that of its person, or of a machine for them.

    A line holds the kind; lines of before hold the name too.
    """
    kind, _, name = line.text.partition("|")
    first = live.first_names[line.seat]
    return kind, name or (first if kind == PERSON else standing_in(kind, first))


def _substitute(live: Live, line: Line) -> None:
    kind, name = holder(live, line)
    live.match.substitute(line.seat, name)
    live.seats[line.seat].kind = kind
    live.seats[line.seat].name = live.match.names[line.seat]


def _seal(live: Live, line: Line) -> None:
    live.sealed[line.seat] = line.action, line.digest


def _ask(live: Live, line: Line) -> None:
    live.undo_asked = line.seat
    live.undo_agreed = set()


def _answer(live: Live, line: Line) -> None:
    if line.text == "yes":
        live.undo_agreed.add(line.seat)
    else:
        live.undo_asked = -1


def _chat(live: Live, line: Line) -> None:
    live.chat.append(messages.Remark(line.n, line.seat, line.text, line.at))


def _sit(live: Live, line: Line) -> None:
    name = line.text or live.first_names[line.seat]  # lines of before hold the name; now only the seat does
    live.seats[line.seat].kind = PERSON
    live.seats[line.seat].name = live.first_names[line.seat] = name
    if line.seat < live.match.seats:
        live.match.first_names[line.seat] = live.match.names[line.seat] = tidy(name)
    if not live.waiting:
        live.times.since = line.at  # clocks start when everybody sits


def _rematch(live: Live, line: Line) -> None:
    live.wishes.add(line.seat)
    live.rematch = line.text or live.rematch


def _consent(live: Live, line: Line) -> None:
    live.agreed = line.text == "yes"


def _close(live: Live, line: Line) -> None:
    live.frozen = CLOSED
    live.closed = True


def _weaker(live: Live, line: Line) -> None:
    live.weaker[line.seat] = float(line.text)


def _tell_undo(live: Live, line: Line) -> messages.Message:
    return messages.Undo(line.seat, line.kind == ASK, line.text == "yes", live.undo_asked)


def _tell_rematch(live: Live, line: Line) -> messages.Message:
    return messages.Rematch(sorted(live.wishes), live.rematch or None)


def _tell_chat(live: Live, line: Line) -> messages.Message:
    return messages.Chat(line.n, line.seat, line.text, line.at)


KINDS: dict[str, Kind] = {
    ACTION: Kind(_play, plays=True),
    RESIGN: Kind(
        lambda live, line: live.match.resign(line.seat), plays=True, sentence=phrase("{was} resigns.")
    ),
    TIMEOUT: Kind(
        lambda live, line: live.match.time_out(line.seat),
        plays=True,
        sentence=phrase("{was} has run out of time."),
    ),
    SUBSTITUTE: Kind(_substitute, plays=True, facts=True, sentence=phrase("{name} takes the seat of {was}.")),
    NEXT: Kind(
        lambda live, line: live.match.next_game(), plays=True, sentence=phrase("The next game begins.")
    ),
    UNDO: Kind(
        lambda live, line: live.match.rewind(line.action),
        plays=True,
        sentence=phrase("{was} takes back a move."),
    ),
    SEAL: Kind(_seal),
    ASK: Kind(_ask, told=_tell_undo),
    ANSWER: Kind(_answer, told=_tell_undo),
    CHAT: Kind(_chat, told=_tell_chat),
    SIT: Kind(_sit, facts=True, holder=True, starts=True),
    BEGIN: Kind(lambda live, line: live.times.begin(line.at), starts=True),
    REMATCH: Kind(_rematch, told=_tell_rematch),
    CONSENT: Kind(_consent, facts=True),
    CLAIM: Kind(lambda live, line: None, holder=True),
    CLOSE: Kind(_close, facts=True),
    WEAKER: Kind(_weaker, facts=True),
    HINT: Kind(lambda live, line: live.hinted.add(line.seat), facts=True),
}
