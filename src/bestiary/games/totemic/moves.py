"""Totemic: what can be asked, and what can be chosen, in the words of the table."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb

from . import words as w
from .state import ASPECTS, HAND, OFFERING, PAIR, RIVALS, SIDES, SPIRITS

QUESTIONS = Questions(
    Question(
        "choose",
        w.ask_spirit,
        "A spirit has a power to begin with, an advantage, and two aspects of its own.",
    ),
    Question(
        "rivals", "How many rivals do you want to face?", "Three are recommended; all of them must be beaten."
    ),
    Question("token", w.ask_token, "Whoever holds it wins ties; the other side begins."),
    Question(
        "begin",
        "Look at the spirits and their aspects, then begin.",
        "All of them can be read up during the whole game.",
    ),
    Question("act", w.ask_action, "One action a turn; nobody may pass."),
    Question("trim", w.ask_trim),
    Question("discard", w.ask_discard),
    Question("strongest", w.ask_strongest, "Among cards of equal strength you choose."),
    Question("invoke_pay", w.ask_invoke_pay),
    Question("may", w.ask_may),
    Question("recover", w.ask_recover, "Your opponent sees which card you take."),
    Question("swap", w.ask_swap, "No ability is used by an exchange."),
    Question("remove", w.ask_remove),
    Question(
        "answer", w.ask_answer, "Every threat raises the totem one level; at 30 the challenge is accepted."
    ),
    Question("select", w.ask_select, "The higher total wins; on a tie dominance decides."),
    Question("feint", w.ask_feint),
    Question("pay", w.ask_pay),
    Question("pick", w.ask_pick, "The rival goes by strength alone; among equals you choose for it."),
    Question("over"),
)
Q = QUESTIONS.numbers

ACTIONS = Actions(
    Verb(
        "choose",
        w.say_choose,
        help="You play this animal spirit for the whole game.",
        rules=("TMC-1.6", "TMC-1.7", "TMC-12.1"),
        spirit=SPIRITS,
    ),
    Verb(
        "rivals",
        w.say_rivals,
        help="So many rivals stand above you in the hierarchy.",
        rules=("TMC-12.3", "TMC-12.4"),
        number=RIVALS,
    ),
    Verb(
        "token",
        "give the dominance token to the {target}",
        help="Dominance wins ties, and the side without it begins.",
        rules=("TMC-12.12", "TMC-12.17"),
        side=SIDES,
    ),
    Verb("begin", "begin", help="The cards are dealt and the first turn begins.", rules=("TMC-1.13",)),
    Verb(
        "draw",
        w.say_draw,
        help="Takes the top card of the deck, without its ability; then you discard down to the hand size.",
        rules=("TMC-5.1", "TMC-5.2", "TMC-5.3"),
    ),
    Verb(
        "invoke",
        w.say_invoke,
        help="Uses the ability of an aspect in the offering; then you discard a card and take the aspect.",
        rules=("TMC-6.1", "TMC-6.3", "TMC-6.4", "TMC-6.5", "TMC-6.6"),
        card=ASPECTS,
    ),
    Verb(
        "challenge",
        w.say_challenge,
        help="The other side accepts, threatens or submits; the loser loses the power that the totem shows.",
        rules=("TMC-7.1", "TMC-7.2", "TMC-7.8"),
    ),
    Verb(
        "accept",
        w.say_accept,
        help="Both sides select two cards face down, and the higher total wins.",
        rules=("TMC-7.3", "TMC-7.5", "TMC-7.7", "TMC-7.8"),
    ),
    Verb(
        "threaten",
        w.say_threaten,
        help="Raises the totem one level, and the other side has to answer.",
        rules=("TMC-8.1", "TMC-8.2", "TMC-8.3"),
    ),
    Verb(
        "submit",
        w.say_submit,
        help="Ends the challenge without a fight: you keep your cards, and the other side discards two.",
        rules=("TMC-8.6", "TMC-8.7", "TMC-8.8", "TMC-8.9"),
    ),
    Verb(
        "select",
        w.say_select,
        help="Lays two cards of your hand face down for the challenge.",
        rules=("TMC-7.3", "TMC-7.4", "TMC-7.5", "TMC-7.9"),
        rising=True,
        hand=HAND + 1,
        other=HAND + 1,
    ),
    Verb(
        "pay",
        w.say_pay,
        help="The other side has submitted: two cards of your hand go to the discard pile.",
        rules=("TMC-8.8", "TMC-8.12"),
        use="discard",
        rising=True,
        hand=HAND + 1,
        other=HAND + 1,
    ),
    Verb(
        "discard",
        w.say_discard,
        help="A card of your hand goes to the discard pile, which lies open.",
        rules=("TMC-5.3", "TMC-6.5", "TMC-11.2", "TMC-2.12"),
        use="discard",
        card=ASPECTS,
    ),
    Verb(
        "recover",
        w.say_recover,
        help="Takes a card of your choice from the discard pile into your hand.",
        rules=("TMC-11.10",),
        use="name",
        card=ASPECTS,
    ),
    Verb(
        "remove",
        w.say_remove,
        help="You see the other hand and choose a card of it.",
        rules=("TMC-11.4", "TMC-11.13"),
        use="name",
        card=ASPECTS,
    ),
    Verb(
        "swap",
        w.say_exchange,
        help="A card from your hand goes face up into the offering, and you take another one for it.",
        rules=("TMC-11.11",),
        use="name",
        hand=HAND,
        place=OFFERING,
    ),
    Verb(
        "feint",
        w.say_exchange,
        help="One of your selected cards goes into the offering, and a card of the offering takes its place.",
        rules=("TMC-11.15",),
        use="name",
        selected=PAIR,
        place=OFFERING,
    ),
    Verb(
        "pick",
        w.say_pick,
        help="Settles for the rival which of its equally strong cards it takes, selects or discards.",
        rules=("TMC-13.11", "TMC-14.7", "TMC-14.17", "TMC-15.2", "TMC-15.6"),
        use="name",
        card=ASPECTS,
    ),
    Verb("yes", w.say_yes, help="The effect happens, and its price is paid.", rules=("TMC-11.8",)),
    Verb("no", "no", help="Nothing of the effect happens, and nothing is paid.", rules=("TMC-11.8",)),
    Verb("pass", "exchange nothing", help="Hand and offering stay as they are.", rules=("TMC-11.11",)),
    Verb(
        "keep",
        "keep the selected cards",
        help="The challenge is decided with the cards as they lie.",
        rules=("TMC-11.15",),
    ),
)
V, A = ACTIONS.numbers, ACTIONS.first
