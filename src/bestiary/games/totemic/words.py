"""Totemic: the sentences that depend on the position: what is asked, and what a choice comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.record import EMPTY
from bestiary.core.said import Said, either, many, said

from .effects import DO, IF, ON, WHO
from .state import ASPECTS, FATES, LEVELS, NOBODY, PAIR, PLAYER, RIVAL, SIDES, SPIRIT_CARD, TASK

# ---- figures ---------------------------------------------------------------------------------


def me(s: Any) -> int:
    """The seat that is asked; there is never more than one."""
    return min(int(s.actors) >> 1, 1)


def other(content: Content, s: Any) -> Said:
    """The other side, by its spirit."""
    spirit = int(s.spirit[1 - me(s)])
    if spirit == NOBODY:
        return said("your opponent")
    return said("the {card}", card=content.cards[SPIRIT_CARD + spirit].name)


def strength(content: Content, card: int) -> int:
    return int(content.tables["strength"][0][card])


def aspect(content: Content, card: int | None) -> Said:
    """A card with its strength."""
    if card is None or card < 0:
        return said("a card")
    return said("{card} ({strength})", card=content.cards[card].name, strength=strength(content, card))


def cause(content: Content, s: Any) -> str:
    """The card or advantage whose effect runs."""
    return content.words["cause"][int(s.fx_row)]


def instead(content: Content, s: Any, trigger: int, normal: int) -> int:
    """An amount that the advantage of whoever is asked may replace."""
    t, row = content.tables[0], SPIRIT_CARD + int(s.spirit[me(s)])
    for e in range(int(t["effects"][row])):
        threatened = int(t["fx_if"][row, e]) != IF.ANSWERING_THREAT or int(s.threats) > 0
        if int(t["fx_on"][row, e]) == trigger and threatened:
            return int(t["fx_n"][row, e])
    return normal


def by_advantage(content: Content, s: Any, p: int, printed: Sequence[int]) -> int:
    """What the advantage of a side adds to a pair, as it stands."""
    t, row = content.tables[0], SPIRIT_CARD + int(s.spirit[p])
    if s.opt.plain_rivals and int(s.seats) < SIDES and p == RIVAL:
        return 0
    holds = {
        IF.ALWAYS: True,
        IF.HAS_DOMINANCE: int(s.dominance) == p,
        IF.NO_DOMINANCE: int(s.dominance) != p,
        IF.BEHIND: int(s.power[p]) < int(s.power[1 - p]),
        IF.INITIATOR: int(s.initiator) == p,
        IF.CHALLENGED: int(s.initiator) == 1 - p,
        IF.ANSWERING_THREAT: int(s.threats) > 0,
        IF.CLOSE_PAIR: len(printed) == PAIR and max(printed) - min(printed) <= 1,
    }
    added = 0
    for e in range(int(t["effects"][row])):
        if int(t["fx_on"][row, e]) == ON.TOTALS and holds[int(t["fx_if"][row, e])]:
            n = int(t["fx_n"][row, e])
            n = min(n * int(s.reshuffles), int(t["fx_max"][row, e])) if t["fx_per"][row, e] else n
            added += n if int(t["fx_who"][row, e]) == WHO.OWNER else 0
    return added


def rival_total(content: Content, s: Any) -> Said:
    """What the rival of the solo game, whose cards lie open, comes to in a challenge."""
    held = sorted((strength(content, int(c)) for c in s.hand[RIVAL][: int(s.hand_n[RIVAL])]), reverse=True)
    pair = held[:PAIR]
    total = sum(pair) + int(s.bonus[RIVAL]) + by_advantage(content, s, RIVAL, pair)
    used = {int(card) for card in s.used}
    fates = [str(strength(content, c)) for c in range(ASPECTS, ASPECTS + FATES) if c not in used]
    return said("{total} plus a challenge card of {fates}", total=total, fates=either(fates))


def drawn(content: Content, s: Any) -> Said:
    """What the Draw action draws."""
    return many(instead(content, s, ON.DRAW_ACTION, 1), "draw a card", "draw {n} cards")


def stake(content: Content, s: Any, raised: int = 0) -> int:
    """What the loser of the challenge loses, so many levels further up."""
    return int(content.tables["levels"][0][min(int(s.level) + raised, LEVELS - 1)])


def price(content: Content, s: Any) -> int:
    """What an optional effect costs."""
    return int(content.tables["fx_cost"][0][int(s.fx_row), int(s.fx_next)])


def at_a_price(content: Content, s: Any) -> Said | str:
    """The same as the end of a sentence."""
    cost = price(content, s)
    return said(" for {cost} power", cost=cost) if cost else ""


def optional(content: Content, s: Any) -> bool:
    return bool(content.tables["fx_may"][0][int(s.fx_row), int(s.fx_next)])


# ---- what is asked ---------------------------------------------------------------------------


def ask_spirit(content: Content, s: Any) -> Said:
    if int(s.seats) < SIDES:
        return said("Choose the animal spirit with which you climb the hierarchy.")
    if int(s.spirit[1 - me(s)]) == NOBODY:
        return said("Choose your animal spirit.")
    return said("Choose your animal spirit. Your opponent plays {other}.", other=other(content, s))


def ask_token(content: Content, s: Any) -> Said:
    return said(
        "You and {other} begin with {power} power each: who receives the dominance token?",
        other=other(content, s),
        power=int(s.power[PLAYER]),
    )


def ask_action(content: Content, s: Any) -> Said:
    ways = [
        drawn(content, s),
        said("invoke an aspect from the offering"),
        said("challenge {other}", other=other(content, s)),
    ]
    if not int(s.offering_n):
        del ways[1]
    return said("Your turn: {ways}.", ways=either(ways))


def ask_trim(content: Content, s: Any) -> Said:
    held, size = int(s.hand_n[me(s)]), int(content.tables["hand_size"][0])
    invoking = int(s.apart[0]) != EMPTY
    return said(
        "You hold {held} cards: discard down to {size}. Then you exchange one of them for {apart}."
        if invoking
        else "You hold {held} cards: discard down to {size}.",
        held=held,
        size=size,
        apart=aspect(content, int(s.apart[0])),
    )


def ask_discard(content: Content, s: Any) -> Said:
    left = int(s.fx_left)
    template = "{cause}: discard a card." if left == 1 else "{cause}: discard {left} cards, one by one."
    return said(template, cause=cause(content, s), left=left)


def ask_strongest(content: Content, s: Any) -> Said:
    return said("{cause}: discard your strongest card.", cause=cause(content, s))


def ask_invoke_pay(content: Content, s: Any) -> Said:
    return said("Discard a card, then take {card} into your hand.", card=aspect(content, int(s.apart[0])))


def ask_may(content: Content, s: Any) -> Said:
    return said(
        "{cause}: do you want to {thing}{price}?",
        cause=cause(content, s),
        thing=thing(content, s),
        price=at_a_price(content, s),
    )


def thing(content: Content, s: Any) -> Said:
    """What an optional effect does."""
    do = int(content.tables["fx_do"][0][int(s.fx_row), int(s.fx_next)])
    if do == DO.CHALLENGE:
        return said("challenge {other}", other=other(content, s))
    if do == DO.RAISE_TOTEM:
        n = int(content.tables["fx_n"][0][int(s.fx_row), int(s.fx_next)])
        return said("raise the totem from {now} to {then}", now=stake(content, s), then=stake(content, s, n))
    return said("use it")


def ask_recover(content: Content, s: Any) -> Said:
    left = int(s.fx_left)
    more = said(" ({left} cards, one by one)", left=left) if left > 1 else ""
    return said("{cause}: take a card from the discard pile{more}.", cause=cause(content, s), more=more)


def ask_swap(content: Content, s: Any) -> Said:
    return said(
        "{cause}: exchange a card from your hand for one in the offering{leave}.",
        cause=cause(content, s),
        leave=", or exchange nothing" if optional(content, s) else "",
    )


def ask_remove(content: Content, s: Any) -> Said:
    steals = int(content.tables["fx_do"][0][int(s.fx_row), int(s.fx_next)]) == DO.STEAL
    return said(
        "{cause}: which card do you take from {other}?" if steals else
        "{cause}: which card does {other} discard?",
        cause=cause(content, s),
        other=other(content, s),
    )  # fmt: skip


def ask_answer(content: Content, s: Any) -> Said:
    alone = int(s.seats) < SIDES
    return said(
        "{other} {does} you{total}. The loser loses {stake} power: accept, threaten or submit?",
        other=other(content, s),
        does="threatens" if int(s.threats) else "challenges",
        total=said(" with {total}", total=rival_total(content, s)) if alone else "",
        stake=stake(content, s),
    )


def ask_select(content: Content, s: Any) -> Said:
    if int(s.seats) < SIDES:
        return said(
            "Select two cards against {other}, whose total is {total}. The loser loses {stake} power.",
            other=other(content, s),
            total=rival_total(content, s),
            stake=stake(content, s),
        )
    return said(
        "Select two cards, face down. The loser of the challenge loses {stake} power.",
        stake=stake(content, s),
    )


def ask_feint(content: Content, s: Any) -> Said:
    return said(
        "{cause}: {own} to {theirs}. Exchange a selected card for one in the offering{price}{keep}.",
        cause=cause(content, s),
        own=int(s.totals[me(s)]),
        theirs=int(s.totals[1 - me(s)]),
        price=at_a_price(content, s),
        keep=", or keep yours" if optional(content, s) else "",
    )


def ask_pay(content: Content, s: Any) -> Said:
    return said("{other} submits: discard two cards.", other=other(content, s))


PICKS = {
    TASK.TAKE: "{rival} invokes one of the strongest aspects of the offering: which one?",
    TASK.PAY_INVOKE: "{rival} discards its weakest card to take {apart}: which one?",
    TASK.TRIM: "{rival} has too many cards and discards its weakest: which one?",
    TASK.DISCARD: "{cause}: {rival} discards its weakest card: which one?",
    TASK.STRONGEST: "{cause}: {rival} discards its strongest card: which one?",
    TASK.SELECT: "{rival} selects its strongest cards for the challenge: which of these?",
    TASK.PAY: "You have submitted, and {rival} discards its strongest cards: which of these?",
}
PICKED = {
    TASK.TAKE: "{rival} invokes {card}",
    TASK.SELECT: "{rival} selects {card}",
}


def ask_pick(content: Content, s: Any) -> Said:
    return said(
        PICKS[int(s.task)],
        rival=other(content, s),
        apart=aspect(content, int(s.apart[0])),
        cause=cause(content, s) if int(s.fx_row) != EMPTY else "",
    )


# ---- what a choice comes to ------------------------------------------------------------------


def say_choose(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.card is not None
    card = content.cards[meaning.card]
    return said(
        "play the {name}, power {power}. {advantage}: {text}", name=card.name, text=card.text, **card.facts
    )


def say_rivals(content: Content, s: Any, meaning: Meaning) -> Said:
    n = meaning.number
    return said("face one rival" if n == 1 else "face {n} rivals, one after the other", n=n)


def say_draw(content: Content, s: Any, meaning: Meaning) -> Said:
    return drawn(content, s)


def say_invoke(content: Content, s: Any, meaning: Meaning) -> Said:
    assert meaning.card is not None
    card = content.cards[meaning.card]
    return said(
        "invoke {name}, strength {strength}: {text}",
        name=card.name,
        strength=strength(content, meaning.card),
        text=card.text,
    )


def say_challenge(content: Content, s: Any, meaning: Meaning) -> Said:
    alone = int(s.seats) < SIDES
    return said(
        "challenge {other} for {stake} power{against}",
        other=other(content, s),
        stake=stake(content, s),
        against=said(": its total is {total}", total=rival_total(content, s)) if alone else "",
    )


def say_accept(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("accept: whoever loses the challenge loses {stake} power", stake=stake(content, s))


def say_threaten(content: Content, s: Any, meaning: Meaning) -> Said:
    then: Said | str = ""
    if int(s.seats) < SIDES:
        then = said(", which {other} accepts", other=other(content, s))
    elif int(s.level) + 1 >= LEVELS - 1:
        then = said(", which counts as accepted")
    return said("threaten: raise the stake to {stake} power{then}", stake=stake(content, s, 1), then=then)


def say_submit(content: Content, s: Any, meaning: Meaning) -> Said:
    loss = instead(content, s, ON.PAYS_SUBMIT, int(content.tables["submit_loss"][0]))
    return said(
        "submit: lose {loss} power, and {other} discards two cards", loss=loss, other=other(content, s)
    )


def say_select(content: Content, s: Any, meaning: Meaning) -> Said:
    cards = [card for card in (meaning.card, meaning.other) if card is not None and card >= 0]
    printed = [strength(content, card) for card in cards]
    total = sum(printed) + int(s.bonus[me(s)]) + by_advantage(content, s, me(s), printed)
    return said(
        "select {first} and {second}: {total} in all",
        first=aspect(content, meaning.card),
        second=aspect(content, meaning.other),
        total=total,
    )


def say_pay(content: Content, s: Any, meaning: Meaning) -> Said:
    return said(
        "discard {first} and {second}",
        first=aspect(content, meaning.card),
        second=aspect(content, meaning.other),
    )


def say_discard(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("discard {card}", card=aspect(content, meaning.card))


def say_recover(content: Content, s: Any, meaning: Meaning) -> Said:
    return said("take {card} from the discard pile", card=aspect(content, meaning.card))


def say_remove(content: Content, s: Any, meaning: Meaning) -> Said:
    return said(
        "choose {card}, which {other} holds", card=aspect(content, meaning.card), other=other(content, s)
    )


def say_exchange(content: Content, s: Any, meaning: Meaning) -> Said:
    return said(
        "exchange {given} for {taken} from the offering",
        given=aspect(content, meaning.card),
        taken=aspect(content, meaning.other),
    )


def say_pick(content: Content, s: Any, meaning: Meaning) -> Said:
    template = PICKED.get(int(s.task), "{rival} discards {card}")
    return said(template, rival=other(content, s), card=aspect(content, meaning.card))


def say_yes(content: Content, s: Any, meaning: Meaning) -> Said:
    if int(s.fx_row) == EMPTY:
        return said("yes")
    cost = price(content, s)
    return said(
        "yes: {thing} for {cost} power" if cost else "yes: {thing}", thing=thing(content, s), cost=cost
    )
