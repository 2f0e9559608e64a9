"""Random rounds on small maps: what must hold at every question, and that whatever is offered may be done."""

from __future__ import annotations

import random

import pytest

from bestiary.games.shogun import state as st

from .table import Table, check_scratch
from .test_offers import FOES, WALKS, agree, field
from .test_random_games import lies

DECISIONS = 40
LEVEL = 3


def skirmish(chance: random.Random) -> Table:
    """Three characters with all their dice against a few weak enemies, at the start of a round."""
    table = Table(field(chance), FOES, level=LEVEL, auto_ties=chance.random() < 0.5)
    s = table.s
    for hero in ("akira", "hikaru", "tomoe"):
        h = table.id(hero)
        for slot in range(LEVEL):
            skill = int(table.t["skill_of"][h, slot, chance.randrange(2)])
            table.learn(hero, table.content.words["skill"][skill], chance.choice([0, 2, 5]))
        placed = int((s.ki[h] > 0).sum())
        s.supply[h], s.exhausted[h] = 0, 0
        s.supply[h, chance.randrange(1, 7)] = LEVEL - placed
        s.affinity[h], s.attr[h], s.hp[h] = chance.randrange(6), 1, chance.randrange(2, 8)
    for f in range(st.HEROES, st.CREATURES):
        s.hp[f] = min(int(s.hp[f]), chance.randrange(1, 4))
    return table.rounds()


@pytest.mark.parametrize("seed", range(8))
def test_nothing_impossible_is_true_of_a_skirmish(seed: int) -> None:
    chance = random.Random(seed)
    table, met = skirmish(chance), set()
    match, s = table.match, table.s
    for _ in range(DECISIONS):
        if match.game_over:
            break
        assert not lies(s)
        check_scratch(s)
        if table.asks not in met and len(met) < 6:
            met.add(table.asks)
            agree(match.engine, match.state)
        legal = match.legal()
        blows = [a for a in legal if match.game.actions.name(a) in ("fast", "strong", "end", "technique")]
        others = [a for a in legal if a not in WALKS]
        match.engine.apply(match.state, chance.choice(blows if blows and chance.random() < 0.5 else others))
