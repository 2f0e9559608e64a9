"""Leduc: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

QUESTIONS = Questions(Question("first"), Question("second"), Question("over"))
Q = QUESTIONS.numbers

ACTIONS = Actions(Verb("fold", "fold"), Verb("call", "call"), Verb("raise", "raise"))
V, A = ACTIONS.numbers, ACTIONS.first
