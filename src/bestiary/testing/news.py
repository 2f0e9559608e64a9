"""Checks of news: what a seat can see must have been open from the start, or have been told to it.

``hide`` and ``resample`` of a game usually share their idea of what a seat knows, so that a slip in
it would go unnoticed between them. The events are written apart from both, and bear witness.
"""

from __future__ import annotations

from itertools import zip_longest

import numpy as np

from bestiary.core.events import Happening, mask
from bestiary.core.game import Game
from bestiary.core.record import UNKNOWN, Records, same

from .bench import Bench, Position, differences, legal_of, phase_name
from .keeping import places

WORLDS = 3  # other hidden cards that an action is tried with
OWN, ALL = "own", "all"
ASKED = ("actors", "phase", "turn")  # the lot for the first player is open


def opening(bench: Bench) -> None:
    """At the start a seat sees the zones that the caller declares open, and nothing else."""
    for name, who in bench.opening.items():
        if name not in (bench.game.state.names or ()) or who not in (OWN, ALL):
            bench.fail(f"opening: '{name}': '{who}'; expected a field of the state, and '{OWN}' or '{ALL}'")
    starts: dict[str, tuple[int, Records]] = {}
    for g in range(bench.games):
        options, seed = bench.options(g), bench.seed + g
        states = bench.engine.start(options, seed)
        for seat in (*range(int(states[0]["seats"])), -1):
            hidden = bench.engine.hidden(states, seat)
            where = {"options": options, "seed": seed, "decision": 0, "seat": seat}
            _open_cards(bench, hidden, seat, where)
            key = f"{seat} {sorted((k, str(v)) for k, v in bench.game.settle(options).items())}"
            first, before = starts.setdefault(key, (seed, hidden))
            _open_fields(bench, hidden, before, first, where)
    bench.count("openings looked at", bench.games)


def _open_cards(bench: Bench, hidden: Records, seat: int, where: dict[str, object]) -> None:
    seats = int(hidden[0]["seats"])
    for zone in bench.game.zones:
        held = np.asarray(hidden[0][zone.field])
        who = bench.opening.get(zone.field, "")
        if who == ALL:
            continue
        for index in np.argwhere(held != 0 if zone.flags else held >= 0):
            place = tuple(int(i) for i in index)
            own = held.ndim > 1 and held.shape[0] >= seats and place[0] == seat
            if who == OWN and (own or (held.shape == (seats,) and place[0] == seat)):
                continue
            bench.fail(
                f"{zone.field}{list(place)} lies open at the start; where the rules say so, name it: "
                f"opening={{'{zone.field}': '{OWN}' or '{ALL}'}}",
                **where,
            )


def _open_fields(
    bench: Bench, hidden: Records, before: Records, first: int, where: dict[str, object]
) -> None:
    """Whatever differs between two seeds, and is no card, must be declared to be open."""
    zones = {zone.field for zone in bench.game.zones}
    for name in bench.game.state.names or ():
        if name in zones or name in bench.opening or name in ASKED:
            continue
        if hidden[0][name].tobytes() != before[0][name].tobytes():
            bench.fail(
                f"{name} differs from the one of seed {first}, and the seat can see it; where it is drawn "
                f"openly, name it: opening={{'{name}': '{ALL}'}}",
                **where,
            )


def news(at: Position) -> None:
    """A card that a seat can place now, and could not before, has been named to it by an event."""
    if at.over:
        return
    after = at.engine.copy(at.states)
    log = at.engine.new_log()
    at.engine.apply(after, at.action, log=log)
    for seat in at.eyes:
        seen = at.engine.hidden(at.states, seat), at.engine.hidden(after, seat)
        count = len(at.engine.content.cards)
        placed = [set(np.flatnonzero(places(at.game, s, count)[0]).tolist()) for s in seen]
        told = named(at.game, at.engine.happenings(log, seat))
        for card in sorted(placed[1] - placed[0] - told):
            code = at.engine.content.cards[card].code
            at.fail(
                f"after action {at.action} the seat can place card {card} ({code}); no event says so", seat
            )


def named(game: Game, happenings: list[Happening]) -> set[int]:
    """The cards that some events name."""
    found = set()
    for happening in happenings:
        sorts = next(k for k in game.events.kinds if k.name == happening.kind).words
        found |= {happening.words[w] for w, sort in sorts.items() if sort == "card"}
    return found - {UNKNOWN}


def telling(at: Position) -> None:
    """What a seat is told, sees and is asked after an action agree with each other.

    The same action is played with other hidden cards and the same luck. Where the seat was told
    the same, it must see the same and the same question must follow; where it sees the same, it
    must have been told the same, but for cards that now lie open.
    """
    if at.over:
        return
    true = at.engine.copy(at.states)
    log = at.engine.new_log()
    at.engine.apply(true, at.action, log=log)
    for seat in at.eyes:
        seen = at.engine.hidden(true, seat)
        told = at.engine.happenings(log, seat)
        for _ in range(WORLDS):
            other = at.engine.resampled(at.states, seat, at.chance.getrandbits(63))
            other[0]["rng"] = at.states[0]["rng"]
            if at.action in legal_of(at.engine, other):
                _compare(at, true, other, seen, told, seat)
                at.bench.count("actions played with other hidden cards")
        _other_picks(at, seen, told, seat)


def _other_picks(at: Position, seen: Records, told: list[Happening], seat: int) -> None:
    """Picking another card that the seat may not know, after the same news, shows the same."""
    meant = at.engine.meaning(at.states, at.action)
    if seat in at.asked or meant.see & mask(seat):
        return
    public = (meant.verb, meant.target, meant.number)
    for pick in at.chance.sample(at.choices, min(8, len(at.choices))):
        means = at.engine.meaning(at.states, pick)
        if pick == at.action or means.see & mask(seat):
            continue
        if (means.verb, means.target, means.number) != public:
            continue
        other = at.engine.copy(at.states)
        log = at.engine.new_log()
        at.engine.apply(other, pick, log=log)
        shown = at.engine.hidden(other, seat)
        if at.engine.happenings(log, seat) == told and not same(seen, shown):
            at.fail(
                f"action {at.action} and the equally secret {pick} can be told apart: "
                f"{differences(seen[0], shown[0])}",
                seat,
            )
        at.bench.count("secret actions compared")


def _compare(
    at: Position, true: Records, other: Records, seen: Records, told: list[Happening], seat: int
) -> None:
    log = at.engine.new_log()
    at.engine.apply(other, at.action, log=log)
    told_other = at.engine.happenings(log, seat)
    seen_other = at.engine.hidden(other, seat)
    short = min(len(told), len(told_other))
    if told[:short] == told_other[:short]:
        asked = [(phase_name(at.game, s), int(s[0]["actors"])) for s in (true, other)]
        if asked[0] != asked[1]:
            at.fail(
                f"after the same news another question follows with other hidden cards: {asked[0]} "
                f"against {asked[1]}",
                seat,
            )
    alike = same(seen, seen_other)
    if told == told_other and not alike:
        at.fail(
            "the record tells what no event does; with other hidden cards and the same news "
            f"{differences(seen[0], seen_other[0])}",
            seat,
        )
    if alike and told != told_other:
        _same_news(at, told, told_other, seen, seat)


def _same_news(at: Position, told: list[Happening], other: list[Happening], seen: Records, seat: int) -> None:
    """Two lists of events part only at a card that the seat can still see afterwards."""
    placed = places(at.game, seen, len(at.engine.content.cards))[0]
    for one, two in zip_longest(told, other):
        if one == two:
            continue
        if one is not None and two is not None and one.kind == two.kind:
            sorts = next(k for k in at.game.events.kinds if k.name == one.kind).words
            odd = [w for w in one.words if one.words[w] != two.words[w]]
            cards = [h.words[w] for h in (one, two) for w in odd if sorts[w] == "card"]
            if cards and all(card >= 0 and placed[card] for card in cards):
                return  # open cards may have come from either place, and the record forgets which
            if one.kind in at.bench.forgotten:
                return
        at.fail(
            f"the events tell what the record does not: {one} against {two} with other hidden cards "
            "(an event that tells of a card lost from sight at once can be named in forgotten=)",
            seat,
        )
