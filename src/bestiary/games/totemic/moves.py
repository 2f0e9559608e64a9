"""Totemic: what can be asked, and what can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from .state import ASPECTS, HAND, OFFERING, PAIR, RIVALS, SIDES, SPIRITS

QUESTIONS = Questions(
    Question("choose"),  # a spirit
    Question("rivals"),  # how many rivals
    Question("token"),  # who gets the token on equal powers
    Question("begin"),  # everything is fixed: the deal waits for a word
    Question("act"),
    Question("trim"),  # down to the hand size
    Question("discard"),  # an effect makes a player discard
    Question("strongest"),  # the same, but the strongest card
    Question("invoke_pay"),
    Question("may"),
    Question("recover"),
    Question("swap"),
    Question("remove"),
    Question("answer"),
    Question("select"),
    Question("feint"),
    Question("pay"),
    Question("pick"),  # the player settles a tie of the rival
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb("choose", "play the {card}", spirit=SPIRITS),
    Verb("rivals", "face {number} rivals", number=RIVALS),
    Verb("token", "give the dominance token to the {target}", side=SIDES),
    Verb("begin", "begin"),
    Verb("draw", "draw"),
    Verb("invoke", "invoke {card}", card=ASPECTS),
    Verb("challenge", "challenge"),
    Verb("accept", "accept the challenge"),
    Verb("threaten", "threaten: raise the totem"),
    Verb("submit", "submit"),
    Verb("select", "select {card} and {other}", rising=True, hand=HAND + 1, other=HAND + 1),
    Verb("pay", "discard {card} and {other}", use="discard", rising=True, hand=HAND + 1, other=HAND + 1),
    Verb("discard", "discard {card}", use="discard", card=ASPECTS),
    Verb("recover", "take {card} from the discard pile", use="name", card=ASPECTS),
    Verb("remove", "choose {card} in the other hand", use="name", card=ASPECTS),
    Verb("swap", "exchange {card} with {other} of the offering", use="name", hand=HAND, place=OFFERING),
    Verb("feint", "exchange {card} with {other} of the offering", use="name", selected=PAIR, place=OFFERING),
    Verb("pick", "pick {card} for the rival", use="name", card=ASPECTS),
    Verb("yes", "yes"),
    Verb("no", "no"),
    Verb("pass", "exchange nothing"),
    Verb("keep", "keep the selected cards"),
)
V, A = ACTIONS.numbers, ACTIONS.first
