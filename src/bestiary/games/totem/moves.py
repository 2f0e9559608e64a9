"""Totem: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from .state import DEAL, HAND, ROW

QUESTIONS = Questions(
    Question("place"),
    Question("action"),
    Question("restock_more"),
    Question("strike"),
    Question("eye"),
    Question("requisition"),
    Question("second"),
    Question("trim"),
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("place", "lay {card} face down", hand=DEAL),
    Verb("restock", "restock with {card}", hand=HAND),
    Verb("attack", "attack place {target} with {card}", hand=HAND, place=ROW),
    Verb("pair", "join {card} and {other} for an attack", rising=True, hand=HAND, other=HAND),
    Verb("strike", "strike place {target}", place=ROW),
    Verb("exchange", "exchange {card} with your place {target}", hand=HAND, place=ROW),
    Verb("discard", "discard {card} and draw", use="discard", hand=HAND),
    Verb("reveal", "uncover the enemy's place {target}", place=ROW),
    Verb("draw", "draw a card"),
    Verb("decline", "leave the ability unused"),
    Verb("stop", "stop"),
    Verb("trim", "throw {card} away", use="discard", hand=HAND),
)
V, A = ACTIONS.numbers, ACTIONS.first
