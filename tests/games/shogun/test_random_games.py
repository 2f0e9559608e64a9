"""Random games: what must hold in every position, and games frozen to the byte.

A frozen game says: this version plays exactly so. A change that alters results is a new version of
the game; then ``python -m tests.games.shogun.test_random_games`` prints the new digests.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.record import readable, without
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import SIDE
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.rules.frames import KIND
from bestiary.games.shogun.state import FRAME, STATUS

from .table import spare_slots
from .test_offers import agree

TABLES: dict[str, dict[str, Any]] = {
    "one": {"chapter": 1, "players": 2},
    "one, all four": {"chapter": 1, "players": 1, "party": "akira+hikaru+tomoe+jinen"},
    "two": {"chapter": 2, "players": 3, "event_cards": "fixed"},
    "three": {"chapter": 3, "players": 2, "spawned_act": "next_round", "downed_affects": "move"},
    "four": {"chapter": 4, "players": 4, "reroll_yinyang": "final"},
    "five": {"chapter": 5, "players": 3, "auto_ties": True, "start_ap": "empty"},
    "six": {"chapter": 6, "players": 4, "large_bases": False},
    "shinigami": {"chapter": 7, "players": 2, "level": 5, "interact_breaks_move": True},
    "campaign": {"mode": "campaign", "players": 3, "yomi": True},
    "two, gentle": {"chapter": 2, "players": 2, "difficulty": "gentle"},
    "two, grim": {"chapter": 2, "players": 2, "difficulty": "grim"},
}
FROZEN = {
    "one": "8fa153c7966d8816",
    "one, all four": "135605c451d050f9",
    "two": "2c0beefc4bb9c6d3",
    "three": "165971ee242410c4",
    "four": "4ac26ac20407d33f",
    "five": "2fc8500743906fbc",
    "six": "349282b30b18dc65",
    "shinigami": "bb8590c49364f834",
    "campaign": "8fab97fcbf697e6a",
    "two, gentle": "3807de621cb4c782",
    "two, grim": "d01a8d42d9884c19",
}
OFTEN = 2  # times that a question is asked of which all answers are looked at
PHASES_OF_TWO = 3  # phases of the campaign that are played one after the other


def games(name: str) -> Iterator[tuple[Engine, Any, Any]]:
    """Every position of a table's games with the log of what led to it."""
    engine = Engine(load("shogun"))
    options = TABLES[name]
    carried = None
    for number in range(PHASES_OF_TWO if options.get("mode") == "campaign" else 1):
        seed = 1000 + 10 * sorted(TABLES).index(name) + number
        states = engine.start(
            engine.game.options.encode(engine.game.settle({"mode": "chapter", **options})), seed, carried
        )
        picker = random.Random(seed)
        log = engine.new_log()
        yield engine, states, log
        while not engine.over(states):
            engine.apply(states, picker.choice(engine.legal(states)), log=log)
            yield engine, states, log
        carried = engine.carry(states)
        if not carried["more"][0]:
            return


def digest(name: str) -> str:
    """A digest of every position and every event of a table's games."""
    made = hashlib.sha256()
    for engine, states, log in games(name):
        unsaid = [f"opt.{name}" for name in engine.game.options.unsaid(states[0]["opt"])]
        made.update(without(states, unsaid))
        made.update(log[0]["rows"][: int(log[0]["n"])].tobytes())
        if not engine.over(states):
            made.update(np.array(engine.legal(states)).tobytes())
    return made.hexdigest()[:16]


@pytest.mark.frozen
@pytest.mark.parametrize("name", TABLES)
def test_a_frozen_game_is_played_as_ever(name: str) -> None:
    assert digest(name) == FROZEN[name]


def lies(s: Any) -> list[str]:
    """What cannot be true of a position."""
    found = []
    for f in range(st.CREATURES):
        if s.sq[f] >= 0 and s.hp[f] <= 0 and Q.words[int(s.phase)] not in ("react.kami", "over"):
            found.append(f"creature {f} stands with {s.hp[f]} health")
        if s.hp[f] > s.max_hp[f]:
            found.append(f"creature {f} has more health than it can have")
        if s.sq[f] < 0 and f >= st.HEROES and s.hp[f] and s.side_of[f] == SIDE.FOLLOWERS and not s.over:
            found.append(f"creature {f} is gone and still has health")
        if (s.cond[f] > [4, 4, 1, 1]).any() or s.cond[f].min() < 0:
            found.append(f"creature {f} has impossible conditions")
    for q in np.flatnonzero(s.at >= 0):
        f = int(s.at[q])
        home = int(s.res_sq[f - st.RES0]) if f >= st.RES0 else int(s.sq[f])
        if home < 0 or q - home not in (0, 1, st.COLS, st.COLS + 1):
            found.append(f"square {q} says figure {f}, which is elsewhere")
    if s.ap.max() > st.MAX_AP or s.ap.min() < 0 or s.mp < 0 or s.bonus < 0:
        found.append("impossible points")
    queue = [int(c) for c in s.queue[: s.queue_n]]
    if len(set(queue)) != len(queue) or any(s.sq[f] < 0 for f in queue if not s.over):
        found.append("a card in the queue twice, or of somebody gone")
    for h in range(st.HEROES):
        dice = int((s.ki[h] > 0).sum() + s.supply[h].sum() + s.exhausted[h])
        picked = Q.words[int(s.phase)] in ("ki.reroll", "effect.ki")
        if s.status[h] != STATUS.ABSENT and s.rounds and dice != s.level[h] and not picked and not s.over:
            found.append(f"character {h} has {dice} Ki dice")
        if s.heads[h] < 0 or s.coins[h] < 0 or s.karma[h] < 0 or s.affinity[h] > st.AFFINITY_CAP:
            found.append(f"character {h} has an impossible purse")
    if s.searched or s.dist.any() or s.frontier.any() or s.verb != -1:
        found.append("scratch is left behind")
    if (s.a_by >= 0) != any(int(r[KIND]) == FRAME.ATTACK for r in s.stack[: s.sp]) and s.a_by >= 0:
        found.append("an attack is left behind")
    found += [f"a frame of kind {kind} uses a slot without a name" for kind in spare_slots(s)]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_nothing_impossible_is_ever_true(name: str) -> None:
    asked: Counter[int] = Counter()
    for engine, states, log in games(name):
        assert not lies(readable(states[0]))
        assert not log[0]["overflow"]
        phase = int(states[0]["phase"])
        asked[phase] += 1
        if asked[phase] <= OFTEN:
            agree(engine, states)


def test_the_events_of_a_sleeve_are_imagined_as_often_as_they_can_be() -> None:
    engine = Engine(load("shogun"))
    states = engine.start({"mode": "chapter", "players": 1}, 5)
    while int(states[0]["shown_n"].sum()) == 0:
        engine.apply(states, engine.legal(states)[0])
    colour = int(np.argmax(states[0]["shown_n"][0]))
    shown = int(states[0]["shown"][0, colour, 0]) - 1
    t = engine.tables[0]
    fits = {
        st.EVENT0 + i
        for i in range(st.EVENT_CARDS)
        if t["ev_colour"][i] == colour and t["ev_tier"][i] == 1 and t["ev_event"][i, 0] == shown
    }
    seen = [int(engine.resampled(states, 0, seed)[0]["sleeve"][0, colour]) for seed in range(60 * len(fits))]
    assert set(seen) == fits and min(seen.count(card) for card in fits) > 30


if __name__ == "__main__":
    for table in TABLES:
        print(f'    "{table}": "{digest(table)}",')
