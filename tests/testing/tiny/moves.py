"""Tiny: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from .state import HAND

QUESTIONS = Questions(Question("pick"), Question("peek"), Question("over"))
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("lay", "lay {card} face down", hand=HAND),
    Verb("peek", "look at the top of the deck"),
    Verb("keep", "leave the deck alone"),
)
V, A = ACTIONS.numbers, ACTIONS.first
