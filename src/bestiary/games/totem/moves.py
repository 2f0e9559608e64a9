"""Totem: what can be asked, and what can be chosen, in the words of the table."""

from __future__ import annotations

from typing import Any

from bestiary.core.actions import Actions, Meaning, Question, Questions, Verb
from bestiary.core.cards import Content
from bestiary.core.reading import given, lists
from bestiary.core.said import Said, either, said

from .state import DEAL, HAND, HIDDEN, ROW

PLACES = ("first", "second", "third", "fourth")


def power_of(content: Content, card: int) -> int:
    """The power of a card."""
    return int(content.cards[card].facts["power"])


def powers(content: Content, s: Any) -> int:
    """The power of the cards that attack."""
    return sum(power_of(content, card) for card in s.clash[: int(s.clash_n)].tolist())


def strengths(content: Content) -> tuple[list[int], list[bool]]:
    """The power of every card, and whether it joins another in an attack; read once."""
    found: tuple[list[int], list[bool]] | None = content.__dict__.get("_strengths")
    if found is None:
        joins = content.tables["joins"][0].astype(bool).tolist()
        found = [power_of(content, card) for card in range(len(content.cards))], joins
        content.__dict__["_strengths"] = found
    return found


def within_reach(content: Content, hand: list[int], enemies: list[tuple[int, int]]) -> bool:
    """Whether any card of the hand, or a pair of them, may attack any of these: cards, and how they lie."""
    for card, face in enemies:
        if card != -1 and face == HIDDEN:
            return True  # with anything
    powers, joins = strengths(content)
    power = [powers[card] for card in hand]
    best = max(power, default=0)
    for k, sword in enumerate(hand):
        if joins[sword]:
            best = max(best, power[k] + max(power[:k] + power[k + 1 :], default=0))
    return any(card != -1 and powers[card] <= best for card, _ in enemies)


def ask_action(content: Content, s: Any) -> Said:
    mine = int(s.turn)
    rows, turned, hands, sizes = lists(s, "row", "face", "hand", "hand_n")
    own, enemies = (list(zip(rows[p], turned[p], strict=True)) for p in (mine, 1 - mine))
    ways = []
    if within_reach(content, hands[mine][: sizes[mine]], enemies):
        ways.append("attack a Totem")
    if -1 in rows[mine]:
        ways.append("fill a free place")
    if any(card != -1 and face == HIDDEN for card, face in own):
        ways.append("exchange a hidden Totem of yours")
    ways.append("discard a card to draw another" if int(s.deck_n) else "discard a card")
    if len(ways) == 1:
        return said("You can only {only}.", only=ways[0])
    return said("Choose one action: {ways}.", ways=either(ways))


def ask_place(content: Content, s: Any) -> Said:
    laid = sum(int(card) != -1 for card in s.row[int(s.turn)])
    if laid == 0:
        return said("Lay four of your seven cards face down, one by one.")
    return said("Lay your {which} Totem face down.", which=PLACES[laid])


def ask_restock(content: Content, s: Any) -> Said:
    free = sum(int(card) == -1 for card in s.row[int(s.turn)])
    return said("Fill another free place ({free} left), or stop.", free=free)


def ask_strike(content: Content, s: Any) -> Said:
    return said("Which Totem does your pair strike, with a power of {power}?", power=powers(content, s))


def ask_eye(content: Content, s: Any) -> Said:
    eye = content.cards[int(s.fx_card)].name
    return said("The Eye of {card} reveals a hidden Totem of your opponent: which one?", card=eye)


def ask_requisition(content: Content, s: Any) -> Said:
    left = int(s.deck_n)
    return said(
        "Requisition: draw a card ({left} left in the deck), or leave it." if left > 1 else
        "Requisition: draw the last card of the deck, or leave it.",
        left=left,
    )  # fmt: skip


def ask_trim(content: Content, s: Any) -> Said:
    over = int(s.hand_n[int(s.turn)]) - int(content.tables["hand_limit"][0])
    return said(
        "Discard a card: your hand is {over} over the limit of {limit}.",
        over=over,
        limit=int(content.tables["hand_limit"][0]),
    )


QUESTIONS = Questions(
    Question("place", ask_place, "Your opponent will not see them until they are attacked."),
    Question("action", ask_action, "One action a turn; a successful attack lets you attack once more."),
    Question("restock_more", ask_restock),
    Question("strike", ask_strike, "The pair's powers are added up; equal power wins."),
    Question("eye", ask_eye, "Its ability is gone for good once it is revealed."),
    Question("requisition", ask_requisition),
    Question("second", "You may attack once more this turn, or stop.", "Nobody attacks more than twice."),
    Question("trim", ask_trim, "At the end of your turn you keep at most six cards."),
    Question("over"),
)
Q = QUESTIONS.numbers


def shown_power(content: Content, s: Any, place: int) -> Said:
    """What an attacker knows of the Totem in a place of the enemy."""
    enemy = 1 - int(s.turn)
    card = int(s.row[enemy, place])
    if card < 0 or s.face[enemy, place] == HIDDEN:
        return said("hidden")
    shown = content.cards[card]
    return said("{card}, power {power}", card=shown.name, power=shown.facts["power"])


def facing(content: Content, s: Any) -> list[int]:
    """The cards that an attacker sees in the places of the enemy; -1 where one is hidden."""
    enemy = 1 - int(s.turn)
    rows, turned = lists(s, "row", "face")
    return [-1 if face == HIDDEN else card for card, face in zip(rows[enemy], turned[enemy], strict=True)]


def own_row(content: Content, s: Any) -> list[int]:
    """The cards in the own places, as their owner knows them."""
    rows: list[list[int]]
    (rows,) = lists(s, "row")
    return rows[int(s.turn)]


def deck_left(content: Content, s: Any) -> bool:
    """Whether there is a card to draw."""
    return int(s.deck_n) > 0


def nothing(content: Content, s: Any) -> None:
    """What is said depends on the cards alone."""


@given(facing, of="target")
def say_attack(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.card is not None and meaning.target is not None
    card, place = content.cards[meaning.card], meaning.target
    return said(
        "attack place {place} ({shown}) with {card}, power {power}",
        place=place + 1,
        shown=shown_power(content, s, place),
        card=card.name,
        power=card.facts["power"],
    )


@given(nothing)
def say_pair(content: Content, s: Any, meaning: Meaning) -> Said:
    cards = [card for card in (meaning.card, meaning.other) if card is not None]
    first, second = (content.cards[card].name for card in cards)
    power = sum(power_of(content, card) for card in cards)
    return said(
        "attack with {first} and {second} together, power {power}", first=first, second=second, power=power
    )


def say_strike(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.target is not None
    return said(
        "strike place {place} ({shown}) with {power}",
        place=meaning.target + 1,
        shown=shown_power(content, s, meaning.target),
        power=powers(content, s),
    )


@given(own_row, of="target")
def say_exchange(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.card is not None and meaning.target is not None
    card, held = content.cards[meaning.card].name, int(s.row[int(s.turn), meaning.target])
    place = meaning.target + 1
    if held < 0:  # nothing lies there: no move, but it can be asked about
        return said("put {card} face down in place {place}", card=card, place=place)
    back = content.cards[held].name
    return said(
        "put {card} face down in place {place} and take back {back}", card=card, place=place, back=back
    )


@given(deck_left)
def say_discard(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.card is not None
    draws = int(s.deck_n) and int(content.tables["discard_draw"][0])
    return said(
        "discard {card} and draw another" if draws else "discard {card}",
        card=content.cards[meaning.card].name,
    )


ACTIONS = Actions(
    Verb(
        "place",
        "lay {card} face down",
        help="A card from your hand becomes a hidden Totem that defends you.",
        rules=("TOT-2.5", "TOT-2.6"),
        hand=DEAL,
    ),
    Verb(
        "restock",
        "lay {card} face down in a free place",
        help="With fewer than four Totems you may fill free places from your hand, from the left.",
        rules=("TOT-6.1", "TOT-6.2", "TOT-6.6"),
        hand=HAND,
    ),
    Verb(
        "attack",
        say_attack,
        help="One card against one enemy Totem: a power at least as high defeats it. A hidden Totem can be "
        "attacked with anything, a revealed one only with enough power.",
        rules=("TOT-9.1", "TOT-9.3", "TOT-9.4", "TOT-11.1"),
        hand=HAND,
        place=ROW,
    ),
    Verb(
        "pair",
        say_pair,
        help="A Sword attacks together with any other card of your hand; their powers are added up.",
        rules=("TOT-10.1", "TOT-10.2", "TOT-10.3"),
        rising=True,
        hand=HAND,
        other=HAND,
    ),
    Verb(
        "strike",
        say_strike,
        help="Names the Totem that the pair attacks.",
        rules=("TOT-10.6", "TOT-10.10"),
        place=ROW,
    ),
    Verb(
        "exchange",
        say_exchange,
        help="Swaps a hidden Totem of yours with a card from your hand; your opponent sees only the place.",
        rules=("TOT-7.1", "TOT-7.2", "TOT-7.4"),
        hand=HAND,
        place=ROW,
    ),
    Verb(
        "discard",
        say_discard,
        help="A card from your hand goes to the discard pile, and you draw one from the deck.",
        rules=("TOT-8.1", "TOT-8.2"),
        use="discard",
        hand=HAND,
    ),
    Verb(
        "reveal",
        "reveal the Totem in place {target}",
        help="The Eye turns a hidden enemy Totem face up; its ability will never work.",
        rules=("TOT-13.1", "TOT-13.2", "TOT-13.4"),
        place=ROW,
    ),
    Verb(
        "draw", "draw a card", help="Takes the top card of the deck.", rules=("TOT-14.1", "TOT-14.4")
    ),
    Verb(
        "decline",
        "leave it",
        help="Leaves the ability unused this time.",
        rules=("TOT-4.6", "TOT-14.4"),
    ),
    Verb("stop", "stop and end your turn", help="Ends your turn.", rules=("TOT-6.7", "TOT-15.1")),
    Verb(
        "trim",
        "discard {card}",
        help="Brings your hand back to its limit at the end of your turn.",
        rules=("TOT-16.1", "TOT-16.2"),
        use="discard",
        hand=HAND,
    ),
)  # fmt: skip
V, A = ACTIONS.numbers, ACTIONS.first
