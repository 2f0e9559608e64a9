"""Learns a game by playing against itself: proximal policy optimisation on VectorEnv.

    make train                                       Totemic, a few minutes on two cores
    python examples/train/ppo.py --game totem --updates 300

One network plays all seats. The weights that scored best against random play are kept, also when you
press Ctrl-C. At the end they meet random and greedy play on deals that are played from every seat.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from bestiary.agents import make_agent
from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load
from bestiary.envs import VectorEnv

sys.path.insert(0, str(Path(__file__).parent))
from curve import Point, picture
from learned import WEIGHTS, save
from selfplay import Policy, Rollout, Score, advantages, agent_rival, collect, duel, random_rival

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    print("This example needs PyTorch: `make train` sets it up in build/train.", file=sys.stderr)
    sys.exit(2)

FADE, TRACE = 0.997, 0.95  # discount and trace of the advantages
CLIP, EPOCHS, BATCH = 0.2, 3, 4096
RATE, ENTROPY, VALUE, STEEPEST = 4e-4, 0.01, 0.5, 0.5
TESTED, EVERY = 256, 5  # deals of a test against random play, and updates between two
FORBIDDEN = -1e9


class Network(nn.Module):
    """A policy and a value on one body."""

    def __init__(self, observed: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(observed, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log probabilities of the actions, and the value for the seat that is asked."""
        held = self.body(seen)
        scores = self.policy(held).masked_fill(mask == 0, FORBIDDEN)
        return torch.log_softmax(scores, dim=-1), self.value(held).squeeze(-1)


def player(network: Network, generator: torch.Generator | None) -> Policy:
    """The network as a policy: it draws its actions, or without a generator takes the likeliest."""

    def act(seen: Any, mask: Any) -> Any:
        with torch.no_grad():
            logs, values = network(torch.from_numpy(seen), torch.from_numpy(mask))
            if generator is None:
                chosen = logs.argmax(dim=-1)
            else:
                chosen = torch.multinomial(logs.exp(), 1, generator=generator).squeeze(-1)
            own = logs.gather(1, chosen[:, None]).squeeze(1)
        return chosen.numpy(), own.numpy(), values.numpy()

    return act


def learn(network: Network, optimiser: Any, played: Rollout, generator: torch.Generator) -> float:
    """One update from a rollout; returns the entropy of the policy."""
    gains, aims, sound = advantages(played, FADE, TRACE)
    keep = np.flatnonzero(sound.ravel())

    def rows(array: Any) -> Tensor:
        flat = array.reshape(-1, *array.shape[2:])[keep]
        return torch.from_numpy(np.ascontiguousarray(flat))

    seen, masks, actions = rows(played.observations), rows(played.masks), rows(played.actions)
    before, gain, aim = rows(played.logs), rows(gains), rows(aims)
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    entropy = 0.0
    for _ in range(EPOCHS):
        for at in torch.randperm(len(keep), generator=generator).split(BATCH):
            logs, values = network(seen[at], masks[at])
            own = logs.gather(1, actions[at][:, None]).squeeze(1)
            ratio = (own - before[at]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gained = torch.min(ratio * gain[at], clipped * gain[at]).mean()
            missed = (values - aim[at]).square().mean()
            spread = -(logs.exp() * logs.clamp(min=-30)).sum(dim=-1).mean()
            optimiser.zero_grad()
            (VALUE * missed - gained - ENTROPY * spread).backward()
            nn.utils.clip_grad_norm_(network.parameters(), STEEPEST)
            optimiser.step()
            entropy = float(spread.detach())
    return entropy


class Training:
    """A run: network, matches, what was best so far, and the curve."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.game = load(given.game)
        torch.manual_seed(given.seed)
        torch.set_num_threads(given.threads)
        self.env = VectorEnv(self.game, given.width, threads=given.threads)
        self.env.reset(seed=given.seed)
        self.network = Network(self.game.observed, len(self.game.actions), given.hidden)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=RATE, eps=1e-5)
        self.generator = torch.Generator().manual_seed(given.seed)
        self.best: tuple[float, dict[str, Tensor]] = (-1.0, {})
        self.curve: list[Point] = []
        self.learned = 0

    def test(self) -> Score:
        """The network as it is against random play; the best so far is kept."""
        found = duel(self.game, player(self.network, None), random_rival(1), TESTED, self.given.seed + 1)
        self.curve.append((self.learned, found.mean, found.low, found.high))
        if found.mean >= self.best[0]:  # of equals the later, which has learned more
            weights = {name: w.clone() for name, w in self.network.state_dict().items()}
            self.best = found.mean, weights
            save(self.given.weights, self.game.name, weights)
        return found

    def run(self) -> None:
        """Plays and learns; prints how it goes."""
        act = player(self.network, self.generator)
        began = time.monotonic()
        print(f"before learning: {self.test()} against random", flush=True)
        for update in range(1, self.given.updates + 1):
            for group in self.optimiser.param_groups:  # smaller and smaller steps
                group["lr"] = RATE * (1 - (update - 1) / self.given.updates)
            played = collect(self.env, act, self.given.steps)
            entropy = learn(self.network, self.optimiser, played, self.generator)
            self.learned += self.env.width * self.given.steps
            if update % EVERY == 0 or update == self.given.updates:
                took = time.monotonic() - began
                print(
                    f"{took:5.0f} s, update {update} of {self.given.updates}, "
                    f"{self.learned / 1e6:.2f} million decisions, "
                    f"entropy {entropy:.2f}: {self.test()} against random",
                    flush=True,
                )


def judge(training: Training) -> None:
    """The best weights on fresh deals, and the picture of how they came about."""
    given, game = training.given, training.game
    network = training.network
    network.load_state_dict(training.best[1])
    act = player(network, None)
    fresh = given.seed + 1_000_003
    print(f"the best weights are in {given.weights}")
    print(f"to meet them: bestiary play {game.slug} --against examples.train.learned:Learned:{given.weights}")
    print(f"against random: {duel(game, act, random_rival(2), given.deals, fresh)}", flush=True)
    if given.picture:
        title = f"{game.title}: score against random play, interval of 95%"
        given.picture.parent.mkdir(parents=True, exist_ok=True)
        given.picture.write_text(picture(title, training.curve), encoding="utf-8")
        print(f"the curve is in {given.picture}", flush=True)
    greedy = agent_rival(make_agent("greedy", game), 1)
    print(f"against greedy: {duel(game, act, greedy, max(2, given.deals // 10), fresh)}", flush=True)


class Parser(argparse.ArgumentParser):
    """Refuses in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message} (--help explains)\n")


def above_zero(word: str) -> int:
    """A whole number above 0."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"a whole number above 0 is needed, not {word}")
    return int(word)


def main(arguments: list[str] | None = None) -> int:
    """Trains, and says how good it got."""
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="totemic")
    parser.add_argument("--updates", type=above_zero, default=30)
    parser.add_argument("--width", type=above_zero, default=256, help="matches side by side")
    parser.add_argument("--steps", type=above_zero, default=64, help="of every match between two updates")
    parser.add_argument("--hidden", type=above_zero, default=256, help="neurons of a layer")
    parser.add_argument("--threads", type=above_zero, default=1)
    parser.add_argument(
        "--deals", type=above_zero, default=1000, help="of the last test; a tenth with greedy"
    )
    parser.add_argument("--seed", type=above_zero, default=1)
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--picture", type=Path, default=None, help="where the curve is drawn (.svg)")
    given = parser.parse_args(arguments)
    try:
        training = Training(given)
        if training.env.seats < 2:
            parser.error(f"{training.game.title} has no second seat to play against")
        try:
            training.run()
        except KeyboardInterrupt:
            print("\nStopped.", file=sys.stderr)
            if not training.best[1]:
                return 130
        judge(training)
    except (BestiaryError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\nStopped; the best weights are in {given.weights}.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
