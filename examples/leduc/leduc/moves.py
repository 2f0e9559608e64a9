"""Leduc: what can be asked, and what can be chosen, in the words of the table."""

from __future__ import annotations

from typing import Any

from bestiary.core.actions import Actions, Meaning, Question, Questions, Verb
from bestiary.core.cards import Content
from bestiary.core.said import Said, said


def owed(s: Any) -> int:
    """What a call costs."""
    return int(s.paid[1 - int(s.turn)] - s.paid[int(s.turn)])


def ask_bet(content: Content, s: Any) -> Said:
    ways = ["fold"] if owed(s) else []
    ways.append(f"call for {owed(s)}" if owed(s) else "call for nothing")
    if int(s.raises) < int(content.tables["raises"][0]):
        ways.append("raise")
    return said("The pot holds {pot}: {ways}?", pot=int(s.paid.sum()), ways=" or ".join(ways))


def say_call(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("call and pay {owed}" if owed(s) else "call, which costs nothing", owed=owed(s))


def say_raise(content: Content, s: Any, meaning: Meaning) -> Said:
    stake = int(content.tables["stake"][0][min(int(s.phase), 1)])
    return said("raise by {stake} and pay {pays}", stake=stake, pays=owed(s) + stake)


QUESTIONS = Questions(
    Question("first", ask_bet, "One card is laid open after this round."),
    Question("second", ask_bet, "After this round both show: a pair with the open card wins."),
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("fold", "fold", help="You lose what you have paid.", rules=("LED-3", "LED-7")),
    Verb("call", say_call, help="You pay as much as the other seat.", rules=("LED-5",)),
    Verb("raise", say_raise, help="You pay more, and the other seat has to answer.", rules=("LED-4",)),
)
V, A = ACTIONS.numbers, ACTIONS.first
