"""Layouts and words: what the numbers mean, and what a language model reads."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.envs import Table, layout, state_layout, text
from bestiary.envs.__main__ import main
from bestiary.envs.features import Numbers

from .table import GAMES, games, walk


def test_the_page_of_layouts_names_every_stretch_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    written = capsys.readouterr().out
    for slug in GAMES:
        assert f"({load(slug).name})" in written
        for span in layout(slug).values():
            assert f"| {span.start} | {span.stop - 1} | `{span.name}` | " in written
    assert main(["totem"]) == 0
    assert "totemic" not in capsys.readouterr().out
    assert main(["tottem"]) == 2
    assert "totem" in capsys.readouterr().err


@pytest.mark.parametrize("slug", games())
def test_the_stretches_cover_everything_once(slug: str) -> None:
    game = load(slug)
    for spans, size in ((layout(slug), game.observed), (state_layout(slug), Numbers(game).size)):
        ends = [0, *(span.stop for span in spans.values())]
        assert [span.start for span in spans.values()] == ends[:-1]
        assert ends[-1] == size


@pytest.mark.parametrize("slug", GAMES)
def test_the_full_state_is_the_record_without_its_streams(slug: str) -> None:
    game = load(slug)
    numbers = Numbers(game)
    rng = np.random.default_rng(1)
    states = np.frombuffer(rng.bytes(3 * game.state.itemsize), game.state)
    made = numbers.of(states)
    for span in numbers.spans:
        field = states
        for name in span.name.split("."):
            field = field[name]
        assert np.array_equal(made[:, span.slice], field.reshape(3, -1).astype(np.float32))
    assert not any(span.name.startswith(("rng", "gap")) for span in numbers.spans)
    assert game.state.names is not None
    named = {span.name.split(".")[0] for span in numbers.spans}
    assert named == {n for n in game.state.names if n != "rng" and not n.startswith("gap")}


@pytest.mark.parametrize("slug", games())
def test_whoever_is_asked_reads_the_board_and_numbered_moves(slug: str) -> None:
    table = Table(slug, seed=2)
    lines = text(table, table.actor).splitlines()
    legal = table.legal()
    moves = lines[-len(legal) :]
    assert [line.split(".")[0] for line in moves] == [str(n) for n in range(1, len(legal) + 1)]
    assert len(set(moves)) == len(moves)
    assert lines[0].startswith(load(slug).title)
    hidden = readable(table.hidden(table.actor)[0])
    asked = table.game.prompt(table.engine.content, hidden)
    assert lines[-len(legal) - 2 : -len(legal)] == [asked, "Your moves:"]


def test_the_others_read_who_is_asked_and_no_move() -> None:
    table = Table("totem", seed=7)
    assert text(table, 0).splitlines()[-1] == "Seat 1 is asked."
    assert text(table, -1).startswith("Totem. You watch.")
    assert "Violet Elk" not in text(table, 0), "the enemy's hand"


def test_at_the_end_the_payoffs_are_told() -> None:
    table = Table("totem", seed=7)
    while not table.over:
        table.play(table.legal()[0])
    told = text(table, 0).splitlines()[-1]
    assert told.startswith("The game is over: seat 0 gets ")


@pytest.mark.parametrize("slug", games())
def test_what_a_seat_can_tell_apart_it_observes_apart(slug: str) -> None:
    """The other half of an honest observation. Positions that differ little: by one choice, or by what
    one seat cannot know and another can; each against all others."""
    met: dict[tuple[int, bytes], bytes] = {}
    for n, (engine, states, _, action) in enumerate(islice(walk(slug, {}, seed=9), 40)):
        if action < 0:
            break
        seats = range(int(states[0]["seats"]))
        near = [engine.resampled(states, seat, seed=n) for seat in seats]
        for choice in engine.legal(states)[:10]:
            near.append(engine.copy(states))
            engine.apply(near[-1], choice)
        for position in near:
            for seat in seats:
                known = engine.hidden(position, seat).tobytes()
                key = seat, engine.observe(position, seat).tobytes()
                assert met.setdefault(key, known) == known, "two things known, one observation"
    assert len(met) > 40
