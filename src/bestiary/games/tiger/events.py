"""Tossing Tiger, Rolling Dragon: what can happen, and how a game can end."""

from __future__ import annotations

from bestiary.core.events import Event, Events
from bestiary.core.names import Names

EVENTS = Events(
    Event("begins", "{seat} begins.", seat="seat"),
    Event("challenges", "{seat} attacks {other}.", seat="seat", other="seat"),
    Event("says", "{seat} says {number}.", seat="seat", number="number"),
    Event("wishes", "{seat}: {wish} {number}.", seat="seat", wish="wish", number="number"),
    Event("wants", "{seat} would like {card}.", seat="seat", card="card"),
    Event("supplies", "{seat} supplies spot {place}.", seat="seat", place="place"),
    Event("lays_dawn", "{seat} lays {card} as Dawn card.", seat="seat", card="card"),
    Event("names", "{seat} names the {animal}.", seat="seat", animal="animal"),
    Event("puts", "{card} goes to {number}.", card="card", number="pile", secret=("card", "number")),
    Event(
        "laid",
        "Side {side} lays {number} cards on spot {place}.",
        side="side",
        number="number",
        place="place",
    ),
    Event("concedes", "{seat} concedes battle {place}.", seat="seat", place="place"),
    Event(
        "guesses", "{seat} guesses {animal} in battle {place}.", seat="seat", animal="animal", place="place"
    ),
    Event("guessed", "The guess was right."),
    Event("merges", "Pile {place} is merged into pile {other}.", place="place", other="place"),
    Event("rolls", "{side} {place} shows {card}.", side="side", place="place", card="card"),
    Event("tosses", "{side} {place} lands face {toss}.", side="side", place="place", toss="toss"),
    Event(
        "tops",
        "The top card of {side} {place} is {card}.",
        side="side",
        place="place",
        card="card",
        secret=("card",),
    ),
    Event(
        "peeks", "{seat} gives the action up and looks ahead at battle {place}.", seat="seat", place="place"
    ),
    Event("reshuffles", "{seat} shuffles the die on spot {place}.", seat="seat", place="place"),
    Event("rerolls", "{seat} rolls the die of battle {place} again.", seat="seat", place="place"),
    Event("looks", "{seat} looks through the dice of battle {place}.", seat="seat", place="place"),
    Event(
        "sees",
        "In {side} {place}: {number} x {card}.",
        side="side",
        place="place",
        card="card",
        number="number",
    ),
    Event("holds", "{seat} holds {number} x {card}.", seat="seat", card="card", number="number"),
    Event(
        "swaps",
        "{seat} exchanges the piles on {place} and {other}.",
        seat="seat",
        place="place",
        other="place",
    ),
    Event(
        "destroys",
        "{seat} destroys {card} on {side} {place}.",
        seat="seat",
        card="card",
        side="side",
        place="place",
    ),
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
    Event(
        "draws_from",
        "{seat} draws {card} blind from {side} {place}.",
        seat="seat",
        card="card",
        side="side",
        place="place",
        secret=("card",),
    ),
    Event("copies", "{seat} copies {card}.", seat="seat", card="card"),
    Event(
        "gives",
        "From spot {place} on, {animal} is a strength of side {side}.",
        animal="animal",
        side="side",
        place="place",
    ),
    Event(
        "roosters",
        "From spot {place} on, Roosters are strong against {animal}.",
        animal="animal",
        place="place",
    ),
    Event("drops", "From spot {place} on, {animal} is nobody's strength.", animal="animal", place="place"),
    Event("talks", "Side {side} may talk freely.", side="side"),
    Event("stops", "{seat} stops the war.", seat="seat"),
    Event("removes", "Battle {place} is taken out of the war.", place="place"),
    Event("hands_over", "{seat} gives the pile on spot {place} away.", seat="seat", place="place"),
    Event(
        "takes_back",
        "{seat} takes {card} back from spot {place}.",
        seat="seat",
        card="card",
        place="place",
        secret=("card",),
    ),
    Event(
        "steals",
        "{seat} steals {card} from spot {place}, {face}.",
        seat="seat",
        card="card",
        place="place",
        face="face",
        secret=("card",),
    ),
    Event("bonus", "The bonus is {number} whole piles.", number="number"),
    Event("rebuilds", "{seat} divides the later dice anew.", seat="seat"),
    Event("wins_battle", "Battle {place}: {winners}.", place="place", winners="winners"),
    Event(
        "exchanges",
        "{seat} gives up battle {place} and wins battle {other}.",
        seat="seat",
        place="place",
        other="place",
    ),
    Event(
        "wins_war",
        "The war, {number} to {other}: {winners}.",
        winners="winners",
        number="number",
        other="number",
    ),
    Event("takes_pile", "{seat} takes the whole pile of battle {place}.", seat="seat", place="place"),
    Event(
        "takes",
        "{seat} takes {card} from battle {place}, {face}.",
        seat="seat",
        card="card",
        place="place",
        face="face",
        secret=("card",),
    ),
    Event("keeps", "{seat} keeps {card}.", seat="seat", card="card", secret=("card",)),
    Event("discards", "{seat} discards {card}.", seat="seat", card="card"),
    Event("pays", "{seat} puts {card} on the war pile.", seat="seat", card="card"),
    Event("scores", "{seat}: {number}.", seat="seat", number="number"),
    Event("wins", "{seat} wins.", seat="seat"),
)
E = EVENTS.numbers

BY = Names("BY", ("none", "a short deck", "the last war", "a full war pile"))
WISH = Names("WISH", ("is silent", "wishes for spot", "offers dice"))
FACE = Names("FACE", ("out of the pile", "the one that lay open"))
