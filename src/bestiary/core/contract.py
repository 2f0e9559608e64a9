"""The contract of a game: the ten functions that its rules define, and two that they may.

``t`` is the record of tables made from the card file, ``s`` the record of one match. All are
compiled; none allocates, raises with a value, or uses a string or a dict. The bodies here only
document; a game brings its own.
"""

from __future__ import annotations

from typing import Any


def setup(t: Any, s: Any, carried: Any) -> None:
    """Begins a game. The record is blank, ``s.opt`` holds the options, the streams are seeded;
    ``carried`` is what an earlier game of a match or chapter of a campaign hands on."""


def legal(t: Any, s: Any, out: Any) -> Any:
    """Writes the legal actions of those asked; returns how many: never 0 before the end."""


def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    """Plays a legal action and all that follows, up to the next question or the end."""


def why(t: Any, s: Any, action: Any) -> Any:
    """0 where the action is legal, else the number of the rule that forbids it."""


def hide(t: Any, s: Any, seat: Any) -> None:
    """Blanks, in place, all that the seat cannot know; seat -1 is a spectator. The streams are
    wiped already."""


def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    """Deals what the seat cannot know again, among all that is consistent with what it knows,
    drawing from ``rng`` (stream 0). The record may be a hidden one or a true one."""


def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    """Writes features for a learner, from a record that is hidden for the seat: all of them, and what is
    not 0 once, since a list may stand in the place of ``out``, which notes it there and then."""


def returns(t: Any, s: Any, out: Any) -> None:
    """Writes the payoff of every seat."""


def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    """Writes verb, cards, target and amount of an action, and who may know the cards."""


def carry(t: Any, s: Any, out: Any) -> None:
    """Writes what the next game starts from; ``out.more`` says whether there is one."""


def evaluate(t: Any, s: Any, out: Any) -> None:
    """Optional: writes a guess of every seat's payoff in an unfinished game, for search. A game
    without one is played out."""


def suggest(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    """Optional: the place among the ``count`` legal ``choices`` of one that is sensible without much
    thought, drawing from ``rng`` (stream 0) where chance is to decide. A search tries it first, and
    plays on by it instead of at random. It reads nothing that the seat asked may not know, and leaves
    the record as it was."""


GUIDED = False  # bound beside the functions: whether the rules have ``suggest``
OPTIONAL = ("evaluate", "suggest")
FUNCTIONS = (
    "setup",
    "legal",
    "apply",
    "why",
    "hide",
    "resample",
    "observe",
    "returns",
    "meaning",
    "carry",
)
