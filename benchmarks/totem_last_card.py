"""Totem's last card: how often whoever draws it has nothing more to do before the count (TOT-18.2).

python benchmarks/totem_last_card.py                          the quick agent, 1,000 games of each reading
python benchmarks/totem_last_card.py --player random --games 4000
"""

from __future__ import annotations

import argparse

from bestiary import load
from bestiary.agents import Agent, make_agent
from bestiary.core.driver import Engine
from bestiary.games.totem.events import BY
from bestiary.games.totem.moves import Q
from bestiary.run.statistics import wilson

READINGS = ("current", "action")  # of the option final_turn: that of totem-v1, and today's
COUNTED = (BY.COUNT, BY.SUM)


def left_out(engine: Engine, agent: Agent, reading: str, seed: int) -> bool | None:
    """Whether the drawer had no action after the last card; nothing where a conquest ended the game."""
    states = engine.start({"final_turn": reading}, seed)
    drawer, acted, decisions = -1, False, 0
    while not engine.over(states):
        seat, legal = engine.actors(states)[0], engine.legal(states)
        acted |= seat == drawer and int(states[0]["phase"]) in (Q.ACTION, Q.SECOND)
        action = legal[0]
        decisions += 1
        if len(legal) > 1:
            action = agent.choose(engine.hidden(states, seat), seat, seed * 1000 + decisions)
        log = engine.new_log()
        engine.apply(states, action, log=log)
        for happening in engine.happenings(log, None):
            if happening.kind == "last":
                drawer, acted = happening.words["seat"], False
    return not acted if drawer >= 0 and int(states[0]["by"]) in COUNTED else None


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the last card leaves its drawer without a turn")
    parser.add_argument("--player", default="bulk")
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    game = load("totem")
    engine, agent = Engine(game), make_agent(given.player, game, cores=1)
    for reading in READINGS:
        found = [left_out(engine, agent, reading, seed) for seed in range(given.games)]
        ended = [one for one in found if one is not None]
        rate = wilson(sum(ended), len(ended))
        print(f"final_turn={reading}: {len(ended)} of {given.games} games ended by the deck; in {sum(ended)}")
        print(f"  the drawer had no further turn, {rate.share:.1%} ({rate.low:.1%} to {rate.high:.1%})")


if __name__ == "__main__":
    main()
