"""What notebooks show, and the notebook of the examples, executed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bestiary import Engine, Match, lab, load
from bestiary.run import simulate
from bestiary.run.arena import contest, hold

NOTEBOOK = Path(__file__).parents[2] / "examples" / "bestiary.ipynb"


def shown(thing: Any) -> str:
    """What a person reads of it."""
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", thing._repr_html_()).split())


def test_a_match_shows_the_board_the_story_and_the_moves_of_the_seat_that_is_asked() -> None:
    match = Match("totem", seed=7, names={0: "<b>Ann</b>"})
    match.play("place J5")
    page = match._repr_html_()
    assert "after 1 entry, seen by Player 2" in shown(match) and "Player 2 can play: place C10" in shown(
        match
    )
    assert "&lt;b&gt;Ann" in page and "<b>Ann" not in page
    before = shown(match)
    other = match.engine.resampled(match.state, 1, 5)
    match.state[:] = other
    assert shown(match) == before  # nothing that the seat cannot know is in it


def test_a_match_that_is_over_says_who_has_won() -> None:
    match = Match("totem", seed=7)
    while not match.game_over:
        match.play(match.legal()[0])
    assert "seen by a spectator" in shown(match) and "can play" not in shown(match)
    assert "win" in shown(match)


def test_results_standings_and_studies_are_tables() -> None:
    totem = load("totem")
    assert "200 games of totem-v2" in shown(simulate(Engine(totem), 200, seed=7))
    assert "random" in shown(hold(contest(totem, ["random", "greedy"], games=2)))
    study = lab.Study("totem", agents=("random",), games=40, seed=1)
    assert "40 games of totem-v2 by random, seed 1" in shown(study)
    assert 'srcdoc="&lt;!doctype html' in lab.report(lab.play(study))._repr_html_()
    found = lab.whatif(totem, ["cards.C10.power=9"], 40, ("random",))
    assert found.sentence in shown(found) and "seat 0 wins" in shown(found)
    curve = lab.sweep(totem, "constants.hand_limit=5..6", 20, ("random",))
    assert curve._repr_html_().count("<svg") == len(curve.measures)


def test_the_notebook_is_kept_without_what_it_printed() -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 9 and not any(cell["outputs"] or cell["execution_count"] for cell in cells)


@pytest.mark.slow
def test_the_notebook_plays_studies_changes_a_card_and_learns() -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    book = nbformat.read(NOTEBOOK, 4)
    place = {"metadata": {"path": str(NOTEBOOK.parent)}}
    client.NotebookClient(book, timeout=1200, kernel_name="python3", resources=place).execute()
    printed = "".join(o.get("text", "") for cell in book.cells for o in cell.get("outputs", ()))
    before, after = (float(share) for share in re.findall(r"learning: +([\d.]+)%", printed))
    assert 40 < before < 60 and after > before + 10
    assert sum("text/html" in o.get("data", {}) for cell in book.cells for o in cell.get("outputs", ())) == 8
