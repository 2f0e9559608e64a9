"""Coin: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

QUESTIONS = Questions(Question("call"), Question("over"))
Q = QUESTIONS.numbers

ACTIONS = Actions(Verb("call", "call {number}", side=2))
V, A = ACTIONS.numbers, ACTIONS.first
