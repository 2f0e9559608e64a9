"""What the learned player answers on a GPU: whose questions those are, and what is made of its games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.lab import balance
from bestiary.lab.balance import Question, choosing, gpu
from bestiary.lab.play.again import openings

from .plans import OWN

PLAN = """
title = "Some figures"
data = "answers"
page = "page.md"
[[chapter]]
title = "The Shogun's Chosen"
[[chapter.question]]
id = "armed"
game = "shogun"
says = "Armed otherwise"
games = { net = 2 }
options = { players = 1, mode = "chapter" }
[chapter.question.instead]
"Yari, not Katana" = ["preset.0.samurai.weapons.0=yari"]
"""


@dataclass
class Some:
    """Outcomes that a test chooses."""

    won: Any = None
    payoffs: Any = None
    lots: Any = None


def asked(name: str, games: int) -> Question:
    (question,) = balance.read(OWN).chosen([name])
    return replace(question, games={"net": games})


def test_a_gpu_plays_for_a_team_that_learned_and_for_nobody_else() -> None:
    assert gpu.answers(asked("shogun-lots", 8), "net", "cuda")
    assert gpu.answers(asked("shogun-kami", 8), "net", "cuda")
    assert not gpu.answers(asked("shogun-4", 8), "net", "cuda"), (
        "how long games are is noted on the processor"
    )
    assert gpu.plays(asked("shogun-4", 8), "net", "cuda"), "but what is open is played on"
    for name, agent, device in (
        ("shogun-4", "net", "cpu"),
        ("shogun-4", "bulk", "cuda"),
        ("totemic", "net", "cuda"),
    ):
        assert not gpu.plays(asked(name, 8), agent, device)


def test_what_a_team_wins_instead_is_compared_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked("shogun-kami", 400)
    heard = []

    def played(asked: Any, tables: Any, games: int, seed: int, device: str, content: Any = None) -> Some:
        heard.append((len(tables), games, seed, content))
        won = np.zeros((games, len(tables)), bool)
        won[: games // (4 if content is None else 2)] = True
        return Some(won)

    monkeypatch.setattr(gpu, "_outcomes", played)
    found, games, deals = gpu.answered(question, "net", "cuda")
    assert (games, deals) == (400 * (1 + len(question.instead)), 400)
    assert {one[:3] for one in heard} == {(2, 200, question.seed)}, "the same deals for all"
    cards = [None if content is None else content.fingerprint for *_, content in heard]
    assert len(set(cards)) == 1 + len(question.instead), "other cards each time"
    assert [row["instead"] for row in found["made"]] == list(question.instead)
    for row in found["made"]:
        assert row["low"] < 0.2499 and row["difference"] == pytest.approx(0.25) and row["high"] > 0.2501


def test_what_is_open_is_played_on_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    question = replace(asked("shogun-1", 700), further={"net": 4})
    rows = [
        {"stage": f"chapter={n}", "games": 100, "share": share, "low": share - 0.1, "high": share + 0.1}
        for n, share in enumerate((0.6, 0.46, 0.74, 0.2), 1)
    ]
    heard = []

    def played(asked: Any, tables: Any, games: int, seed: int, device: str) -> Some:
        heard.append(([table["chapter"] for table in tables], games, seed))
        return Some(np.ones((games, len(tables)), bool))

    monkeypatch.setattr(gpu, "_outcomes", played)
    rows += [{**rows[0], "stage": f"chapter={n}", "low": 0.55, "high": 0.65} for n in (5, 6, 7)]
    answer = {"stages": rows, "played": 700, "deals": 700, "seconds": 0}
    made = balance.played_on(question, "net", answer, Path("nowhere"), device="cuda")
    assert heard[0][:2] == ([1, 2, 3], 100), "chapter 4 is shown to be outside"
    assert len({seed for *_, seed in heard}) == len(heard), "other deals at every look"
    by = {row["stage"]: row for row in made["stages"]}
    assert by["chapter=2"]["share"] > 0.72 and by["chapter=4"] == rows[3]
    assert made["further_device"] == "cuda" and made["looks"] == 3
    assert made["played"] == 700 + sum(len(tables) * games for tables, games, _ in heard)


def test_what_lots_leave_open_is_played_on_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    question = replace(asked("shogun-lots", 400), further={"net": 2})
    row = {"phase": "build.skill", "choice": "Take Rally", "offered": 400, "chose": 200, "won": 0.5}
    row |= {"others": 0.55, "gain": -0.05, "low": -0.06, "high": -0.04}
    heard = []

    def played(asked: Question, agent: str, device: str) -> Any:
        heard.append((asked.games[agent], asked.seed != question.seed, device))
        return {"by_lot": [row]}, 400, 400

    monkeypatch.setattr(gpu, "answered", played)
    answer = {"by_lot": [row], "played": 400, "deals": 400, "seconds": 0, "device": "cuda"}
    made = balance.played_on(question, "net", answer, Path("nowhere"), device="cuda")
    assert heard == [(400, True, "cuda")] and made["played"] == 800
    assert made["by_lot"][0]["offered"] == 800 and made["by_lot"][0]["high"] == pytest.approx(-0.04293)
    assert made["device"] == made["further_device"] == "cuda"
    made = balance.played_on(question, "net", made, Path("nowhere"), device="cuda")
    assert len(heard) == 1 and made["played"] == 800, "what was played on is not played on again"


def test_what_lots_have_brought_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made of choices by number is what is made of matches that can be read."""
    question = asked("shogun-lots", 8)
    study = question.study("net")
    matches = list(openings(study, range(8)))
    lots, told = [], []
    for number, match in enumerate(matches):
        every = enumerate(choosing._asked(match, question.lots))
        for step, (_, _, legal, seat, chosen) in every:
            lots += [(number // 4, number % 4, seat, step, one, one == chosen) for one in legal]
        told += [(*offer[:2], number, *offer[3:]) for offer in choosing._offers(match, question.lots)]
    payoffs = np.ones((2, 4, 4), np.float32)
    monkeypatch.setattr(
        gpu, "_outcomes", lambda *_, **__: Some(payoffs=payoffs, lots=np.array(lots, np.int32))
    )
    offers, games = gpu._by_lot(question, "net", "cuda")
    assert games == 8 and len(told) == 2 * 2 * 4 * (3 + 4 + 5 + 5)
    assert sorted(row[:4] for row in offers.rows()) == sorted(told)


@pytest.mark.parametrize(
    ("device", "said"),
    [
        ("moon", "There is no device 'moon'. There is: cpu, cuda."),
        ("cuda", ""),
    ],
)
def test_where_there_is_no_gpu_a_line_says_so(
    device: str, said: str, tmp_path: Path, refused: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN)
    line = refused("lab", "balance", path, "--device", device)
    if device == "cuda":
        assert "--device cuda needs more packages (torch is missing)" in line or "There is no GPU" in line
    else:
        assert said in line
    assert not (tmp_path / "answers").exists()
