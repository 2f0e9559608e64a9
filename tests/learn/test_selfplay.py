"""What is learned from play, decision by decision: seats, teams, tables of several sizes, shaped rewards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch weighs gigabytes and is not asked for")

from bestiary.learn.brain import Brain  # noqa: E402
from bestiary.learn.meeting import set_apart  # noqa: E402
from bestiary.learn.reading import Reading  # noqa: E402
from bestiary.learn.selfplay import Lots, Method, Rival, Rollout, strayed  # noqa: E402


class Rows:
    """One match or more of which only the numbers matter."""

    payoff = (-1.0, 1.0)

    def __init__(self, counts: list[int], asked: list[int], team: bool = False) -> None:
        self.width, self.seats, self.team = len(counts), max(counts), team
        self.counts, self.actors = torch.tensor(counts), torch.tensor(asked)
        self.masks = torch.ones((self.width, 2), dtype=torch.int8)


class Reader:
    """One that reads nothing."""

    device, kind = torch.device("cpu"), torch.float32
    reading = Reading.of({f"reading_{name}": [] for name in Reading.__dataclass_fields__})


def rollout(rows: Rows, actors: list[int], values: list[float], heads: int = 1) -> Rollout:
    """Decisions of one match, the same in all of them."""
    made = Rollout(rows, Reader(), len(actors), heads)  # type: ignore[arg-type]
    made.own[:] = True
    made.actors[:] = torch.tensor(actors)[:, None]
    made.values[:] = torch.tensor(values)[:, None]
    return made


def learned(made: Rollout, method: Method, done: float = 0.0) -> float:
    """How likely the second of two actions is after one update of a policy that was even."""
    weights = {"in.w": torch.zeros((0, 2)), "in.b": torch.ones(2), "policy.w": torch.zeros((2, 2))}
    weights |= {"policy.b": torch.zeros(2), "value.w": torch.zeros((2, 1)), "value.b": torch.zeros(1)}
    brain = Brain(weights, "cpu")
    optimiser = torch.optim.Adam(list(brain.weights.values()))
    made.logs[:] = -0.6931
    made.masks[:] = 1
    made.learn(
        brain,
        optimiser,
        replace(method, rate=0.1, rate_end=0.1, entropy=0.0, entropy_end=0.0),
        done,
        torch.Generator(),
    )
    return float(brain.chances(made.dense[0], made.names[0], made.masks[0])[0].exp()[0, 1])


def test_a_team_goes_on_with_the_next_decision_of_whoever_is_asked() -> None:
    made = rollout(Rows([3], [2], team=True), [0, 0, 0], [0.5, 0.25, -0.5])
    assert made.seats == 1
    made._advantages(torch.tensor([[0.125]]), trace=0.0)
    assert made.gains[:, 0].tolist() == [-0.25, -0.75, 0.625]
    assert made.own.all()


def test_one_alone_is_paid_at_the_end() -> None:
    made = rollout(Rows([1], [0]), [0, 0], [0.5, 0.25])
    made.rewards[1], made.dones[1] = 1.0, True
    made._advantages(torch.tensor([[0.125]]), trace=1.0)
    assert made.gains[:, 0].tolist() == [0.5, 0.75]


def test_of_three_a_seat_that_is_not_asked_at_the_cut_is_left_out_without_a_value_of_its_own() -> None:
    made = rollout(Rows([3], [2]), [0, 1, 2], [0.0, 0.0, 0.0])
    made._advantages(torch.tensor([[0.5]]), trace=0.0)
    assert made.own[:, 0].tolist() == [False, False, True]


def test_with_a_value_for_every_seat_none_is_left_out() -> None:
    made = rollout(Rows([3], [2]), [0, 1, 2], [0.0, 0.0, 0.0], heads=3)
    made._advantages(torch.tensor([[0.5, -0.25, 0.125]]), trace=0.0)  # of seats 2, 0, 1
    assert made.own.all()
    assert made.gains[:, 0].tolist() == [-0.25, 0.125, 0.5]
    assert made.aims[1, 0].tolist() == [0.125, 0.0, -0.25]  # of seats 1, 2 (its own decision is next), 0


def test_tables_of_two_and_three_stand_side_by_side() -> None:
    made = rollout(Rows([2, 3], [1, 1]), [0, 1], [0.0, 0.0], heads=3)
    made._advantages(torch.tensor([[0.5, -0.5, 9.0], [0.5, -0.25, 0.125]]), trace=0.0)
    assert made.gains.tolist() == [[-0.5, 0.125], [0.5, 0.5]]


def test_a_guess_is_paid_ahead_and_taken_back() -> None:
    def gains(shape: float, trace: float) -> list[float]:
        made = rollout(Rows([1], [0]), [0, 0], [0.0, 0.0])
        made.guesses = torch.tensor([[[0.5]], [[0.75]], [[0.25]]])
        made.rewards[1], made.dones[1] = 1.0, True
        made._advantages(torch.tensor([[0.0]]), trace, shape)
        aims: list[float] = made.aims[:, 0, 0].tolist()
        assert aims == made.gains[:, 0].tolist()  # the values are 0
        return aims

    assert gains(0.0, 0.0) == [0.0, 1.0]
    assert gains(1.0, 0.0) == [0.25, 0.25]  # what the guess rises by, then the payoff less the guess
    assert gains(1.0, 1.0) == [1.0 - 0.5, 1.0 - 0.75]  # all in all what was won, less where it began


def test_shaping_ends_before_the_training_does() -> None:
    method = Method(shape=0.3)
    assert method.shaped(0.0) == 0.3 and 0 < method.shaped(0.5) < 0.3
    assert method.shaped(0.8) == method.shaped(1.0) == 0.0


def test_what_the_game_suggests_is_learned_at_first_and_then_left() -> None:
    method = Method(follow=1.0)
    assert method.followed(0.0) == 1.0 and method.followed(0.25) == method.followed(1.0) == 0.0
    made = rollout(Rows([1], [0]), [0] * 64, [0.0] * 64)
    made.advice = torch.ones_like(made.actions)
    assert learned(made, method, 0.0) > 0.6 and abs(learned(made, method, 0.5) - 0.5) < 0.05


def test_a_policy_that_is_to_stay_keeps_near_what_played() -> None:
    made = rollout(Rows([1], [0]), [0] * 64, [0.0] * 64)
    made.actions[::2] = 1
    made.gains[::2, 0] = 1.0
    loose, tight = (learned(made, Method(stay=stay, epochs=20)) for stay in (0.01, 100.0))
    assert loose > 0.7 > 0.55 > tight > 0.5


def test_every_seat_is_set_apart_equally_often_and_none_where_one_plays_alone() -> None:
    seats = set_apart(torch.tensor([1, 2, 3] * 64), 1.0).reshape(64, 3)
    assert (seats[:, 0] == -1).all()
    assert seats[:, 1].unique().tolist() == [0, 1] and seats[:, 2].unique().tolist() == [0, 1, 2]
    assert (set_apart(torch.full((8,), 2), 0.25) >= 0).tolist() == [False] * 6 + [True] * 2


@pytest.mark.parametrize(("most", "asked"), [(False, [True, False, False]), (True, [False, True, False])])
def test_a_rival_has_one_seat_or_all_others(most: bool, asked: list[bool]) -> None:
    player: Any = None
    rival = Rival(player, torch.tensor([1, 1, -1]), most)
    assert rival.asked(torch.tensor([1, 0, 0])).tolist() == asked


def test_a_policy_is_nowhere_from_itself_and_somewhere_from_another() -> None:
    class Magnet:
        def chances(self, dense: Any, names: Any, masks: Any) -> tuple[Any, None]:
            return torch.log(torch.tensor([[0.5, 0.5], [0.25, 0.75]])), None

    magnet: Any = Magnet()
    same = strayed(magnet.chances(None, None, None)[0], magnet, None, None, None)
    assert float(same) == pytest.approx(0.0)
    even = torch.log(torch.full((2, 2), 0.5))
    assert float(strayed(even, magnet, None, None, None)) == pytest.approx(0.5 * 0.143841, abs=1e-5)


def test_a_lot_draws_among_its_own_choices_and_is_not_learned_from() -> None:
    """Half of the decisions for the first two actions; none where there is another, or no choice."""
    rows = 4000
    masks = torch.tensor([[1, 1, 0], [1, 1, 1], [0, 0, 1], [1, 0, 0]], dtype=torch.int8).repeat(rows, 1)
    chosen, own = torch.zeros(len(masks), dtype=torch.int64), torch.ones(len(masks), dtype=torch.bool)
    chosen[2::4] = 2
    Lots(torch.tensor([0.5, 0.5, 0.0])).take(masks, chosen, own, torch.Generator().manual_seed(1))
    assert own[1::4].all() and own[2::4].all() and own[3::4].all()
    assert (chosen[2::4] == 2).all() and not chosen[1::4].any() and not chosen[3::4].any()
    assert 0.46 < (~own[0::4]).float().mean() < 0.54 and 0.46 < chosen[0::4][~own[0::4]].float().mean() < 0.54
    assert not chosen[0::4][own[0::4]].any()  # elsewhere it is as it was
