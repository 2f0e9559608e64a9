"""Studies: who sits where, what takes turns, and what is refused in one line."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bestiary import BestiaryError
from bestiary.lab import Study


def test_one_agent_plays_every_deal_once() -> None:
    plan = Study("totem", ("bulk",), games=100).plan
    assert (plan.deals, plan.size, plan.seatings.tolist()) == (100, 100, [[0, 0]])


def test_every_two_agents_meet_in_all_seatings() -> None:
    plan = Study("tiger", ("random", "greedy", "bulk"), games=10, options={"players": 3}).plan
    assert plan.deals == 2  # 6 games a pair and deal, rounded up
    pairs = Counter(tuple(sorted(set(seating))) for seating in plan.seatings.tolist())
    assert pairs == {(0, 1): 6, (0, 2): 6, (1, 2): 6}


def test_a_team_plays_alone() -> None:
    plan = Study("shogun", ("random", "bulk"), games=5).plan
    assert plan.seatings.tolist() == [[0, 0], [1, 1]] and plan.size == 10


def test_chunks_hold_every_game_once_and_games_of_a_deal_together() -> None:
    plan = Study("totem", ("random", "bulk"), games=300, seed=4).plan
    parts = [plan.games_of(chunk) for chunk in range(plan.chunks)]
    assert np.concatenate([p.numbers for p in parts]).tolist() == list(range(plan.size))
    seeds = {}
    for part in parts:
        for deal, seed in zip(part.deals.tolist(), part.seeds.tolist(), strict=True):
            assert seeds.setdefault(deal, seed) == seed
    assert len(set(seeds.values())) == len(seeds) == 150


def test_all_pairings_of_characters_take_turns() -> None:
    plan = Study("totemic", ("random",), games=264).plan
    met = Counter(plan.stages[i].characters for i in np.arange(264) % len(plan.stages))
    assert len(met) == 132 and set(met.values()) == {2}
    assert all(a != b for a, b in met)


def test_a_named_character_stays() -> None:
    plan = Study("totemic", ("random",), options={"spirit_0": "wolf"}).plan
    assert {stage.characters[0] for stage in plan.stages} == {"wolf"} and len(plan.stages) == 11


def test_options_that_take_turns_name_the_stage() -> None:
    plan = Study("totem", ("random",), vary={"restock": ("any", "one"), "tie_sum": ("all",)}).plan
    assert [stage.name for stage in plan.stages] == ["restock=any, tie_sum=all", "restock=one, tie_sum=all"]
    assert plan.stages[1].options["restock"] == "one"


def test_rows_of_cards_are_thinned_only_for_many_games() -> None:
    assert Study("totem", games=199_999).plan.cards_every == 1
    assert Study("totem", games=1_000_000).plan.cards_every == 10
    assert Study("totem", games=1_000_000, cards_every=1).plan.cards_every == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"agents": ("gredy",)}, "Did you mean greedy"),
        ({"agents": ()}, "At least one agent"),
        ({"agents": ("mcts:1s",)}, "by the clock"),
        ({"agents": ("bulk", "bulk")}, "named twice"),
        ({"agents": ("bulk", "bulk", "bulk"), "forbid": ("attack",)}, "named twice"),
        ({"forbid": ("atack",)}, "Did you mean attack"),
        ({"forbid": ("C99",)}, "no verb or card 'C99'"),
        ({"options": {"restok": "one"}}, "Did you mean restock"),
        ({"vary": {"restok": ("one",)}}, "Did you mean restock"),
        ({"vary": {"restock": ("two",)}}, "cannot be 'two'"),
        ({"games": 0}, "At least one game"),
        ({"seed": -1}, "A seed is"),
        ({"every": 0}, "every is at least 1"),
        ({"game": "totm"}, "Did you mean totem"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(BestiaryError, match=says):
        _ = Study(**({"game": "totem"} | change)).plan  # type: ignore[arg-type]
