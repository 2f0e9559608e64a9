"""The guided first games: every script plays through, and what it says stands in the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import load, names
from bestiary.core.game import Game
from bestiary.guide import GuideError, Walk, begun, guide_of
from bestiary.guide.finding import find, play, tried
from bestiary.guide.fitting import chosen, fits
from bestiary.guide.script import SHORT, read

GAMES = [slug for slug in names() if guide_of(load(slug)) is not None]


def test_every_game_of_the_house_has_a_guide() -> None:
    assert set(GAMES) == {"totem", "totemic", "tiger", "klaw", "shogun"}


@pytest.mark.parametrize("slug", GAMES)
def test_a_script_plays_through_whichever_of_its_moves_are_made(slug: str) -> None:
    assert tried(load(slug), 1) == ""


@pytest.mark.parametrize("slug", GAMES)
def test_a_guide_says_the_rules_in_two_minutes_with_five_pictures(slug: str) -> None:
    guide = guide_of(load(slug))
    assert guide is not None
    assert tuple(guide.short) == SHORT
    words = sum(len(said.say.split()) for said in (*guide.short.values(), *guide.pictures))
    assert len(guide.pictures) == 5 and words <= 400  # two minutes at 200 words a minute
    assert 5 <= guide.minutes <= 10 and guide.asked >= 5
    assert all(page.rules for page in (*guide.short.values(), *guide.pictures, *guide.terms))
    assert all(step.rules or step.theme for step in (*guide.steps, *guide.notes))


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_terms_claim_the_same_word(slug: str) -> None:
    guide = guide_of(load(slug))
    assert guide is not None
    words = [word.lower() for term in guide.terms for word in (term.word, *term.also)]
    assert len(words) == len(set(words))


# ---- one script, closely --------------------------------------------------------------------


@pytest.fixture
def totem() -> Game:
    return load("totem")


def refused(game: Game, folder: Path, old: str, new: str) -> str:
    """What is said of Totem's guide with a change."""
    text = (game.room / "guide.toml").read_text()
    assert old in text
    path = folder / "guide.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(GuideError) as refusal:
        read(game, path)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('rules = ["TOT-2.1"]', 'rules = ["TOT-99.1"]', "step 2: rules: the rulebook has no entry TOT-99.1"),
        ('rules = ["TOT-2.1"]', "", "step 2: rules: a text cites the entries that it states"),
        ('rules = ["TOT-2.1"]', 'rules = ["TOT-6.4"]', "holds only with the option restock, which is off"),
        ('question = "place"', 'question = "plaice"', "step 1: question: There is no question 'plaice'"),
        ('verb = "reveal", target', 'verb = "uncover", target', "step 11: move.verb: There is no verb"),
        ("minutes = 8", 'minutes = "eight"', "the head: minutes: expected a whole number"),
        ("minutes = 8", "minute = 8", "the head: minute: there is no such field"),
        ("seat = 0", "seat = 2", "the head: seat: there is no such seat"),
        ('kind = "withstands"', 'kind = "withstand"', "after: There is no after 'withstand'"),
        ("move = 9", "move = 40", "picture 5: move: the script asks for moves 1 to 9"),
    ],
)
def test_a_refusal_names_the_place_and_the_field(
    totem: Game, tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert said in refused(totem, tmp_path, old, new)


def test_another_move_leaves_the_guide_and_taking_it_back_takes_it_up_again(totem: Game) -> None:
    match, walk = begun(totem)
    asked = walk.now()
    assert asked.state == "asking" and asked.off
    other = next(action for action in match.legal() if action not in asked.moves)
    match.play(other)
    assert walk.now().state == "left" and walk.left == 0 and not walk.guiding
    match.rewind(0)
    assert walk.now() == asked and walk.guiding


def test_where_a_guided_game_stands_follows_from_its_moves(totem: Game) -> None:
    played = play(totem)
    match = played.walk.match
    middle = played.stops[5]
    match.rewind(middle[0])
    assert Walk(played.walk.guide, match.copy()).now() == middle[1] == played.walk.now()


def test_after_the_script_the_guide_lets_go_and_speaks_when_something_new_comes_up(totem: Game) -> None:
    played = play(totem)
    match, walk = played.walk.match, played.walk
    assert walk.now().state == "done" and walk.now().pages[-1].rules == ("TOT-18.1", "TOT-18.6")
    match.play("discard " + match.view(0)["seats"][0]["hand"][0]["code"])
    said = []
    while not match.game_over:
        if match.asked == [0]:
            said += walk.now().pages
        match.play(match.legal()[-1])
    assert not walk.guiding and len(said) == len(set(said)) > 0  # nothing is said twice


def test_a_deal_is_found_again(totem: Game) -> None:
    guide = guide_of(totem)
    assert guide is not None
    found = find(totem, guide.seed - 2, 3)
    assert found.seed == guide.seed and found.tried == 3 and sum(found.failed.values()) == 2


def test_a_deal_that_does_not_fit_says_where(totem: Game) -> None:
    assert play(totem, seed=2).problem.startswith("step ")


def test_filters_read_views_and_moves() -> None:
    view = {"row": [{"open": True, "card": {"power": 4}}, None]}
    assert fits(view, {"row": {"any": "", "0": {"card": {"power": "<=4"}}, "count": 2}})
    assert not fits(view, {"row": {"none": {"open": True}}}) and not fits(view, {"column": 1})
    moves = [{"verb": "hit", "target": t, "card": {"power": p}} for t, p in ((0, 3), (0, 5), (1, 9))]
    wanted = {"verb": "hit", "target": {"of": "row", "open": True}, "most": "card.power"}
    assert chosen(moves, wanted, view) == [moves[1]]
