"""Deals in which a changed card can appear: the others say nothing of it."""

from __future__ import annotations

import numpy as np

from bestiary.core.changes import Changes
from bestiary.core.driver import Engine
from bestiary.core.registry import load
from bestiary.lab.compare.questions import whatif
from bestiary.lab.play.among import Among, among
from bestiary.lab.play.study import Study

GAMES = 40
LIFE = "host.surgeon.life=12"


def in_play(seed: int, code: str) -> bool:
    """Whether a deal of KLAW has a card outside the box."""
    game = load("klaw")
    states = Engine(game).start(None, seed)
    boxed = {int(card) for card in np.ravel(states[0]["box"])}
    numbers = {n for n, card in enumerate(game.content().cards) if card.code == code}
    return not numbers <= boxed


def seeds(study: Study) -> list[int]:
    """The seeds of all games of a study."""
    return [int(seed) for chunk in range(study.plan.chunks) for seed in study.plan.games_of(chunk).seeds]


def test_only_deals_are_played_in_which_the_card_can_appear() -> None:
    game = load("klaw")
    code = Changes(game, [LIFE]).cards()[0]
    found = Among(game, game.content(), [code])
    usual = seeds(Study(game, ("random",), GAMES))
    dealt = seeds(Study(game, ("random",), GAMES, among=found))
    kept = [in_play(seed, code) for seed in usual]
    assert not all(kept)
    assert all(in_play(seed, code) for seed in dealt)
    assert [a == b for a, b in zip(usual, dealt, strict=True)] == kept
    assert 0 < found.share < 1


def test_a_comparison_says_of_which_deals_it_speaks() -> None:
    made = whatif("klaw", [LIFE], games=GAMES, agents=("random",))
    assert any(
        note.startswith("only deals with Mara Voss, Field Surgeon in the game: ") for note in made.notes
    ), made.notes


def test_a_game_that_leaves_nothing_out_plays_all_deals() -> None:
    totem = load("totem")
    assert among(totem, [totem.content()], [totem.content().cards[0].code]) is None


def test_cards_that_only_one_side_has_are_dealt_as_they_come() -> None:
    klaw = load("klaw")
    more = Changes(klaw, ["copy host.surgeon as Night Surgeon"])
    assert among(klaw, [klaw.content(), more.content], more.cards()) is None
