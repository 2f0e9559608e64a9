"""What things cost, in units of about half a millisecond of work: an address pays for what it asks."""

from __future__ import annotations

from . import messages as say

REQUEST = 1
HELLO = 4  # a whole state is made and sent
COMMANDS: dict[type[say.Command], int] = {
    say.SyncCommand: 4,
    say.WhyCommand: 4,
    say.UndoCommand: 10,
    say.HintCommand: 20,
}
USUAL = 1  # any other command
PATHS = {  # by the last word of a path
    "replay": 10,
    "record": 10,
    "branch": 40,
    "opinions": 4,
    "tables": 4,
    "check": 40,
    "room": 80,
    "sets": 40,
    "import": 40,
    "studies": 40,
    "diff": 80,
    "box": 20,
}


def of_command(said: say.Command) -> int:
    """What a command costs."""
    return COMMANDS.get(type(said), USUAL)


def of_path(path: str) -> int:
    """What a request costs."""
    return PATHS.get(path.rstrip("/").rpartition("/")[2], REQUEST)
