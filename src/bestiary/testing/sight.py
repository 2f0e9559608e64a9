"""Checks of secrecy: what a seat is shown and may choose depends on nothing that it cannot know."""

from __future__ import annotations

import json

import numpy as np

from bestiary.core.match import Match
from bestiary.core.record import EMPTY, UNKNOWN, Records, fields, same
from bestiary.envs.device.pairs import Pairs
from bestiary.envs.listed import Listed, dense

from .bench import Position, differences, legal_of
from .keeping import physical, places
from .plain import plain


def hiding(at: Position) -> None:
    """``hide`` gives the same bytes for a state and for every other that the seat holds possible."""
    for seat in at.eyes:
        hidden = at.engine.hidden(at.states, seat)
        again = at.engine.hidden(hidden, seat)
        if not same(hidden, again):
            at.fail(f"hiding twice is not hiding once: {differences(again[0], hidden[0])}", seat)
        if np.asarray(hidden[0]["rng"]).any():
            at.fail("the hidden record holds the random streams", seat)
        deal = at.chance.getrandbits(63)
        other = at.engine.resampled(at.states, seat, deal)
        blind = at.engine.resampled(hidden, seat, deal)
        if not same(other, blind):
            what = differences(other[0], blind[0])
            at.fail(f"resample of the true record differs from resample of the hidden one: {what}", seat)
        seen = at.engine.hidden(other, seat)
        if not same(seen, hidden):
            what = differences(seen[0], hidden[0])
            at.fail(f"a record and its resample differ after hide: {what}", seat)
        _whole(at, other, seat)
        at.bench.count("records hidden and dealt again")


def _whole(at: Position, other: Records, seat: int) -> None:
    """A resampled record is a true one: no unknown card, every card in one place."""
    for zone in at.game.zones:
        if not zone.flags and (np.asarray(other[0][zone.field]) == UNKNOWN).any():
            at.fail(f"resample leaves UNKNOWN cards in {zone.field}", seat)
    found = places(at.game, other, physical(at.engine.content))[0]
    for card in np.flatnonzero(found != 1).tolist():
        at.fail(f"resample puts card {card} into {found[card]} places", seat)
    for zone in at.game.zones:
        if zone.flags:
            continue
        now, then = np.asarray(other[0][zone.field]), np.asarray(at.states[0][zone.field])
        if ((now == EMPTY) != (then == EMPTY)).any():
            at.fail(f"resample changes which slots of {zone.field} are empty", seat)
    if not at.over and not legal_of(at.engine, other):
        at.fail("the question has no answer with other hidden cards: that it is asked tells about them", seat)


def own_choices(at: Position) -> None:
    """Whoever is asked has the same choices, with the same meaning, on what it knows alone."""
    if at.over:
        return
    why = at.engine.why_all(at.states)
    for seat in at.asked:
        hidden = at.engine.hidden(at.states, seat)
        other = at.engine.resampled(at.states, seat, at.chance.getrandbits(63))
        for kind, record in (("hidden", hidden), ("resampled", other)):
            choices = legal_of(at.engine, record)
            if choices != at.choices:
                odd = sorted(set(choices) ^ set(at.choices)) or "their order"
                at.fail(f"legal differs on the {kind} record: {odd}", seat)
            reasons = at.engine.why_all(record)
            if not np.array_equal(why, reasons):
                action = int(np.flatnonzero(why != reasons)[0])
                at.fail(
                    f"why of action {action} is {reasons[action]} on the {kind} record, {why[action]} on "
                    "the true one",
                    seat,
                )
            for action in at.chance.sample(at.choices, min(4, len(at.choices))):
                meant, means = at.engine.meaning(at.states, action), at.engine.meaning(record, action)
                if meant != means:
                    at.fail(f"action {action} means {means} on the {kind} record, {meant} on the true", seat)


def looking(at: Position) -> None:
    """View, board and observation work for every seat, repeat themselves, and tell nothing more."""
    for seat in at.eyes:
        other = at.engine.resampled(at.states, seat, at.chance.getrandbits(63))
        seen = _observed(at, at.states, seat)
        if not np.array_equal(seen, _observed(at, other, seat)):
            at.fail("the observation depends on what the seat cannot know", seat)
        if not np.isfinite(seen).all():
            bad = int(np.flatnonzero(~np.isfinite(seen))[0])
            at.fail(f"the observation has {seen[bad]} or nothing written at {bad}", seat)
        count, most = np.count_nonzero(seen), at.game.limits.seen
        if 0 < most < count:
            at.fail(f"{count} numbers of the observation are not 0; the game declares at most {most}", seat)
        shown = at.game.shown(at.engine.content, fields(at.engine.hidden(at.states, seat)[0]), seat)
        if at.chance.random() < 0.25:
            again = at.game.shown(at.engine.content, fields(at.engine.hidden(other, seat)[0]), seat)
            if shown != again:
                at.fail("the view depends on what the seat cannot know", seat)
        try:
            json.dumps(shown)
        except (TypeError, ValueError) as problem:
            at.fail(f"the view is not plain data: {problem}", seat)
        at.game.board(shown)


def _observed(at: Position, states: Records, seat: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    out = np.full(at.game.observed, np.nan, np.float32)
    k = at.engine.kernels
    k.k_observe(at.engine.tables, states, 0, seat, at.engine.new_states(), out)
    return out


def lists(at: Position) -> None:
    """A number of an observation that is not 0 is written once: as a list it says what it says as a row."""
    size, observe = at.game.observed, plain(at.game.rules.observe)
    for seat in at.eyes:
        pairs = Pairs(np.zeros(size, np.int16), np.zeros(size, np.float32), np.zeros(1, np.uint32), (size,))
        observe(at.engine.tables[0], at.engine.hidden(at.states, seat)[0], seat, pairs)
        listed = pairs.places[: pairs.count[0]].tolist()
        twice = sorted({place for place in listed if listed.count(place) > 1})
        if twice:
            at.fail(f"the observation is written twice at {twice[0]}, the first time not as 0", seat)
        told = dense(Listed(pairs.places[None], pairs.values[None], pairs.count), size)[0]
        other = np.flatnonzero(told != _observed(at, at.states, seat))
        if other.size:
            at.fail(f"the observation is written at {other[0]}, and then written again as 0", seat)


def undo_answers(at: Position) -> None:
    """Whether a seat may take its action back is the same with other hidden cards."""
    if at.over:
        return
    seat = at.asked[0]
    other = at.engine.resampled(at.states, seat, at.chance.getrandbits(63))
    if at.action not in legal_of(at.engine, other):
        return
    answers, after = [], []
    for record in (at.states, other):
        match = Match(at.game, at.options, at.seed, content=at.engine.content)
        match.state[0] = record[0]
        match.state[0]["rng"] = at.states[0]["rng"]
        match.prepare()
        match.play(at.action, seat)
        answers.append(match.can_undo(seat))
        after.append(at.engine.hidden(match.state, seat))
    if same(after[0], after[1]) and answers[0] != answers[1]:
        at.fail(f"whether action {at.action} can be taken back tells about hidden cards: {answers}", seat)
    at.bench.count("undo answers compared")
