"""Reading along: whatever a test looks at could be said to a person."""

from __future__ import annotations

from bestiary.core import words
from bestiary.core.match import Match
from bestiary.core.record import fields


def read(match: Match) -> list[str]:
    """The choices of a match, each of which has a sentence, and whose question has a prompt."""
    legal = match.legal()
    if legal:
        seat = match.asked[0]
        hidden, people = fields(match.engine.hidden(match.state, seat)[0]), match.people(seat)
        for action in legal:
            meaning = match.engine.meaning(match.state, action)
            assert words.sentence(match.game, match.content, hidden, meaning, people)
        assert match.game.prompt(match.content, hidden, people)
    return [match.notation(action) for action in legal]
