"""Tossing Tiger, Rolling Dragon: what can happen, and how a game can end, in the words of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.events import OWNED, Event, Events
from bestiary.core.names import Names
from bestiary.core.said import Listed, Person, Said, many, row, said

from .effects import IF
from .state import LEAST_DECK, LEAST_TEAM_DECK, WAR_PILE_END, WON

BY = Names("BY", ("none", "a short deck", "the last war", "a full war pile"))
WISH = Names("WISH", ("is silent", "wishes for spot", "offers dice"))
FACE = Names("FACE", ("out of the pile", "the one that lay open"))

# ---- why a battle and a war are won --------------------------------------------------------------

OUTCOMES = 4  # who won a battle is a number below this; the reason counts in steps of it
WHY = Names(
    "WHY",
    (
        *("strong", "both strong", "neither strong", "conceded", "empty", "dawn", "bound", "both bound"),
        *("guessed", "twins", "two wins", "two losses", "claimed", "protected"),
    ),
)
FATE_WINS, FATE_LOSES = 16, 32  # a card's action decides: these, and the number of its condition
WAR_WHY = Names("WAR_WHY", ("count", "dawn", "rooster", "majority"))

DECIDED = {  # by the reason, where one side wins: {x} is the winner's card, {y} the other's
    WHY.STRONG: "{x} beats {y}",
    WHY.CONCEDED: "{x:wins|win}, because {y:concedes|concede}",
    WHY.EMPTY: "{x:wins|win}, because {y:has|have} no card there",
    WHY.DAWN: "{x:wins|win}, because {y} lies there as Dawn card",
    WHY.BOUND: "{x:wins|win}, because {y} cannot win",
    WHY.GUESSED: "{x:wins|win} with {x:of} against {y}, because the guess was right",
    WHY.TWINS: "both show the same animal, and by the Dawn card {x:wins|win}",
    WHY.CLAIMED: "{x} against {y} has no single winner, so the card before claims it: {x:wins|win}",
}
LEVEL = {
    WHY.BOTH_STRONG: "{first} and {second} are strong against each other",
    WHY.NEITHER_STRONG: "neither {first} nor {second} is strong against the other",
    WHY.BOTH_BOUND: "neither side can win",
    WHY.TWO_WINS: "{first} and {second} would both win",
    WHY.TWO_LOSSES: "{first} and {second} both lose",
    WHY.PROTECTED: "{first} against {second}, and the named animal cannot lose",
}
BECAUSE = {
    IF.ALWAYS: "by its action",
    IF.HEADS: "it landed face up",
    IF.TAILS: "it landed face down",
    IF.LOST_ALL_EARLIER: "every earlier battle was lost",
    IF.WON_ALL_EARLIER: "every earlier battle was won",
    IF.STRENGTHS_ROLLED: "all of its strengths were shown before",
    IF.EARLIER_DISTINCT: "all earlier animals differ",
    IF.SEEN_EARLIER: "its animal was shown before",
    IF.TWIN_ROLLED: "the other side rolled its animal too",
}


def _battles() -> dict[tuple[int, int], str]:
    """Every sentence on a battle, whole, by who won it and why."""
    made = {
        (won, why): f"Battle {{place}}: {told}: {'both win' if won else 'nobody wins'}."
        for won in (WON.NOBODY, WON.BOTH)
        for why, told in LEVEL.items()
    }
    decided = dict(DECIDED)
    for number, because in BECAUSE.items():
        decided[FATE_WINS + number] = "{x} beats {y}: " + because
        decided[FATE_LOSES + number] = "{y} loses to {x}: " + because
    for won, x, y in ((WON.A, "first", "second"), (WON.D, "second", "first")):
        for why, told in decided.items():
            named = told.replace("{x", "{" + x).replace("{y", "{" + y)
            made[won, why] = f"Battle {{place}}: {named}."
    return made


BATTLES = _battles()


def battle(words: Mapping[str, int]) -> str:
    """Who won a battle, and why."""
    won, why = words["outcome"] % OUTCOMES, words["outcome"] // OUTCOMES
    if (won, why) not in BATTLES:  # a card's action that has no better reason
        why = (FATE_LOSES if why >= FATE_LOSES else FATE_WINS) + IF.ALWAYS
    return BATTLES[won, why]


NOBODY_WINS = {
    WAR_WHY.COUNT: "Nobody wins the war: {counted}.",
    WAR_WHY.DAWN: "Nobody wins the war by the Dawn card: {counted}.",
    WAR_WHY.ROOSTER: "Nobody wins the war, a Rooster has stopped it: {counted}.",
    WAR_WHY.MAJORITY: "Nobody wins the war, nobody won more than half of it: {counted}.",
}


def war(words: Mapping[str, int]) -> Said:
    """Who won a war, and why."""
    why = words["who"] % OWNED
    more, fewer = max(words["number"], words["other"]), min(words["number"], words["other"])
    if more == fewer:
        counted = many(more, "{n} battle each", "{n} battles each")
    else:
        battles = "{n} battle to {fewer}" if more == 1 else "{n} battles to {fewer}"
        counted = said(battles, n=more, fewer=fewer)
    if words["winners"] == WON.BOTH:
        return said("Both sides win the war by the Dawn card: {counted}.", counted=counted)
    if words["winners"] == WON.NOBODY:
        return said(NOBODY_WINS[why], counted=counted)
    by_rooster = why == WAR_WHY.ROOSTER
    return said(
        "{who:wins|win} the war by a Rooster, {counted}."
        if by_rooster
        else "{who:wins|win} the war, {counted}.",
        counted=counted,
    )


def wish(words: Mapping[str, int]) -> str:
    """What a member of a team wishes."""
    return (
        "{seat:makes|make} no wish.",
        "{seat:wishes|wish} to make the die for spot {number}.",
        "{seat:offers|offer} to make one die." if words["number"] == 1 else
        "{seat:offers|offer} to make {number} dice.",
    )[words["wish"]]  # fmt: skip


def says(words: Mapping[str, int]) -> str:
    """The number of dice."""
    if words["number"] == 1:
        return "{seat:says|say} {number}: a single battle."
    return "{seat:says|say} {number}: {number} dice on each side."


def bonus(words: Mapping[str, int]) -> str:
    """What a war is worth."""
    if words["number"] == 0:
        return "The bonus for winning the war is gone."
    if words["number"] == 1:
        return "Winning the war is worth {number} whole pile."
    return "Winning the war is worth {number} whole piles."


def laid(words: Mapping[str, int]) -> str:
    """A die that was laid down."""
    if words["number"] == 1:
        return "{seat:lays|lay} {number} card on spot {place}."
    return "{seat:lays|lay} {number} cards on spot {place}."


def top(words: Mapping[str, int]) -> str:
    """A top card that somebody has looked at."""
    return (
        "The top card of {seat:'s} die of battle {place} is {card}."
        if words["card"] >= 0
        else "The top card of {seat:'s} die of battle {place} is looked at."
    )


def takes(verb: str) -> str:
    return f"{{seat:{verb}s|{verb}}} {{card}} from battle {{place}}, {{face}}."


# ---- everything that happens ---------------------------------------------------------------------

# fmt: off
EVENTS = Events(
    Event("begins", "{seat:begins|begin}.", seat="seat"),
    Event("challenges", "{seat:attacks|attack} {other}.", seat="seat", other="seat"),
    Event("says", says, seat="seat", number="number"),
    Event("wishes", wish, seat="seat", wish="wish", number="number"),
    Event("wants", "{seat} would like {card}.", seat="seat", card="card"),
    Event("supplies", "{seat:makes|make} the die for spot {place}.", seat="seat", place="place"),
    Event("lays_dawn", "{seat:lays|lay} {card} as Dawn card.", seat="seat", card="card"),
    Event("names", "{seat:names|name} the {animal}.", seat="seat", animal="beast"),
    Event("puts", "{card} goes to {number}.", card="card", number="pile", secret=("card", "number")),
    Event("laid", laid, side="side", number="number", place="place", seat="seat"),
    Event("concedes", "{seat:concedes|concede} battle {place}.", seat="seat", place="place"),
    Event("guesses", "{seat:guesses|guess} that battle {place} will show the {animal}.",
          seat="seat", animal="beast", place="place"),
    Event("guessed", "The guess was right."),
    Event("merges", "The cards of pile {place} join pile {other}.", place="place", other="place"),
    Event("rolls", "Battle {place}: {seat:'s} die shows {card}.",
          side="side", place="place", card="card", seat="seat"),
    Event("tosses", "Battle {place}: {die} lands face {toss}.",
          side="side", place="place", toss="toss", die="'s short"),
    Event("tops", top,
          side="side", place="place", card="card", seat="seat", secret=("card",)),
    Event("peeks", "{seat:gives|give} the action up to look ahead at battle {place}.",
          seat="seat", place="place"),
    Event("reshuffles", "{seat:shuffles|shuffle} the die on spot {place}.", seat="seat", place="place"),
    Event("rerolls", "{seat:rolls|roll} the die of battle {place} again.", seat="seat", place="place"),
    Event("looks", "{seat:looks|look} through the dice of battle {place}.", seat="seat", place="place"),
    Event("sees", "In {side} die of battle {place}: {number} x {card}.",
          side="side", place="place", card="card", number="number", detail=True),
    Event("holds", "{seat:holds|hold} {number} x {card}.",
          seat="seat", card="card", number="number", detail=True),
    Event("swaps", "{seat:exchanges|exchange} the piles on {place} and {other}.",
          seat="seat", place="place", other="place"),
    Event("destroys", "{seat:destroys|destroy} {card} in {side} die of battle {place}.",
          seat="seat", card="card", side="side", place="place"),
    Event("draws", "{seat:draws|draw} {card}.", seat="seat", card="card", secret=("card",)),
    Event("draws_from", "{seat:draws|draw} {card} blind from {side} pile of battle {place}.",
          seat="seat", card="card", side="side", place="place", secret=("card",)),
    Event("copies", "{seat:copies|copy} the action of {card}.", seat="seat", card="card"),
    Event("gives", "From battle {place} on, all of {seat:'s} animals are strong against the {animal}.",
          animal="beast", side="side", place="place", seat="seat"),
    Event("roosters", "From battle {place} on, Roosters are strong against the {animal}.",
          animal="beast", place="place"),
    Event("drops", "From battle {place} on, nobody is strong against the {animal}.",
          animal="beast", place="place"),
    Event("talks", "{seat:'s} team may talk freely until the next battle is rolled.",
          side="side", seat="seat"),
    Event("stops", "{seat:stops|stop} the war.", seat="seat"),
    Event("removes", "Battle {place} is taken out of the war.", place="place"),
    Event("hands_over", "{seat:gives|give} the pile on spot {place} away.", seat="seat", place="place"),
    Event("takes_back", "{seat:takes|take} {card} back from spot {place}.",
          seat="seat", card="card", place="place", secret=("card",)),
    Event("steals", takes("steal"), seat="seat", card="card", place="place", face="face", secret=("card",)),
    Event("bonus", bonus, number="number"),
    Event("rebuilds", "{seat:divides|divide} the later dice anew.", seat="seat"),
    Event("disabled", "Battle {place}: {card} is disabled by {other}.",
          place="place", card="'s short", other="'s short"),
    Event("wins_battle", battle, place="place", outcome="number", first="'s short", second="'s short"),
    Event("exchanges", "{seat:gives|give} up battle {place} and {seat:wins|win} battle {other} instead.",
          seat="seat", place="place", other="place"),
    Event("wins_war", war, winners="winners", number="number", other="number", who="'s war_why"),
    Event("takes_pile", "{seat:takes|take} the whole pile of battle {place}.", seat="seat", place="place"),
    Event("takes", takes("take"), seat="seat", card="card", place="place", face="face", secret=("card",)),
    Event("keeps", "{seat:keeps|keep} {card}.", seat="seat", card="card", secret=("card",)),
    Event("discards", "{seat:discards|discard} {card}.", seat="seat", card="card"),
    Event("pays", "{seat:puts|put} {card} on the war pile.", seat="seat", card="card"),
    Event("scores", "{seat:'s} final count is {number}.", seat="seat", number="number"),
    Event("wins", "{seat:wins|win} the game.", seat="seat"),
)
# fmt: on
E = EVENTS.numbers


# ---- the end -------------------------------------------------------------------------------------


def ended(content: Content, s: Any, people: Sequence[Person]) -> Said:
    """Why a game ended as it did, and how it was counted."""
    seats = range(int(s.seats))
    least = LEAST_TEAM_DECK if s.opt.together else LEAST_DECK
    short = [p for p in seats if int(s.hand_n[p]) < least]
    if short:
        ending: Any = _joined(said("{who:has|have} too few cards to go on", who=people[p]) for p in short)
    elif BY.words[int(s.by)] == "a full war pile":
        ending = said("the war pile has {pile} of {most} cards", pile=int(s.war_pile_n), most=WAR_PILE_END)
    else:
        ending = said("that was war {wars}, the last one", wars=int(s.wars))
    return said("{ending}; {counted}.", ending=ending, counted=_counted(s, people))


def _counted(s: Any, people: Sequence[Person]) -> Said:
    """Who has how much at the end, and who shares the victory."""
    score = [int(s.score[p]) for p in range(int(s.seats))]
    points = bool(s.opt.highscore)
    if s.opt.together:
        return said(
            "team A has {a} points, team B {b}" if points else "team A has {a} cards, team B {b}",
            a=sum(score[0::2]),
            b=sum(score[1::2]),
        )
    if points:
        first = "{who:has|have} {n} point" if score[0] == 1 else "{who:has|have} {n} points"
    else:
        first = "{who:has|have} {n} card" if score[0] == 1 else "{who:has|have} {n} cards"
    others = [said("{who:has|have} {n}", who=people[p], n=n) for p, n in enumerate(score) if p]
    counted = row([said(first, who=people[0], n=score[0]), *others])
    won = [people[p] for p in range(int(s.seats)) if int(s.winners) >> p & 1]
    if len(won) > 1:
        return said("{counted}; {winners} share the victory", counted=counted, winners=_joined(won))
    return said("{counted}", counted=counted)


def _joined(items: Iterable[Any]) -> Listed:
    return Listed(tuple(items), " and ", " and ")
