"""What is stored are ids and figures: no sentence of any game, and every sentence is made for its reader."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import msgspec
import pytest

from bestiary import load
from bestiary.commands.words import catalogue
from bestiary.core.events import Happening
from bestiary.core.language import Language, speaking, word
from bestiary.core.match import ACTION
from bestiary.core.said import Owned, Person, Said, Seat, both, either, said
from bestiary.server.store import saying
from bestiary.server.store.news import Kept, news_row
from bestiary.server.tables.live import Facts, Live
from bestiary.server.tables.live import Seat as Held
from bestiary.server.tables.log import PERSON, Line
from bestiary.server.tables.showing import SPECTATOR
from bestiary.server.tables.telling import told

from ..loud import loud

FIVE = ("totem", "totemic", "tiger", "klaw", "shogun")
MOVES = 36
SENTENCE = re.compile(r"\w+\W+\w+\W+\w+")  # a word alone may be the name of a question, a card or a place


def table(slug: str) -> Live:
    """A table at its start, for two people."""
    game = load(slug)
    options = game.settle({"players": 2} if 2 in game.players else {})
    facts = Facts("t", slug, game.name, game.content().fingerprint, options, 11, {}, True)
    return Live(facts, [Held(PERSON, "Ann"), Held(PERSON, "Ben")], game)


def played(live: Live, moves: int = MOVES) -> Iterator[tuple[int, int, Kept]]:
    """Plays some moves; what each line showed to whom, as it is stored."""
    chance, live.watched = random.Random(5), True
    for _ in range(moves):
        if live.match.game_over:
            return
        seat = live.now_asked[0]
        action = chance.choice(live.legal(seat))
        for seen in live.take(Line(live.n + 1, ACTION, seat, action)):
            yield live.n, seen.eyes, live.kept(seen.eyes, seen)


def pieces(template: str) -> list[str]:
    """The stretches of a template between its figures that are several words long."""
    return [text.strip() for text, *_ in Formatter().parse(template) if SENTENCE.search(text)]


@pytest.mark.parametrize("slug", FIVE)
def test_no_sentence_of_a_game_is_stored(slug: str) -> None:
    live = table(slug)
    kept = [(0, eyes, live.kept(eyes)) for eyes in live.eyes] + [*played(live)]
    stored = [news_row("t", eyes, n, one)["body"].decode() for n, eyes, one in kept]
    said = {
        piece for texts in catalogue(live.match.game).values() for text in texts for piece in pieces(text)
    }
    assert len(stored) > MOVES and len(said) > 100
    assert {piece for piece in said for body in stored if piece in body} == set()


@pytest.mark.parametrize("slug", FIVE)
def test_what_is_stored_is_told_to_each_as_the_match_tells_it(slug: str) -> None:
    live = table(slug)
    languages: list[Language | None] = [None, loud(slug)]
    for n, eyes, kept in played(live):
        if live.match.over:
            break  # then all lies open
        for language in languages:
            with speaking(language):
                step = told(live, kept, n, eyes)
                assert json.loads(msgspec.json.encode(step.view)) == _plain(live.match.view(eyes))
                events = live.eyes[eyes].story[-1].events
                heard = [live.match.told(Happening(*one), eyes) for one in events]
                assert [event.text for event in step.events] == heard
    assert live.eyes[SPECTATOR].version


def _plain(view: dict[str, Any]) -> Any:
    return json.loads(msgspec.json.encode(view))


def test_a_result_is_stored_without_a_word() -> None:
    live = table("totem")
    live.take(Line(1, "resign", 0))
    kept = live.kept(1)
    assert not re.search(r"resigned|\bwin\b", msgspec.json.encode(kept.result).decode())
    texts = []
    for language in (None, loud("totem")):
        with speaking(language):
            result = told(live, kept, 1, 1).result
            texts.append(result.text if result else "")
    assert texts == ["You win. The other side has resigned.", "YOU WIN. THE OTHER SIDE HAS RESIGNED."]


@pytest.mark.parametrize(
    "figure",
    [
        3,
        None,
        "a word",
        "3 / 4",
        Seat(1),
        said("{n} cards for {who:draws|draw}", n=2, who=Person("Ann", reader=True)),
        said("{ways}", ways=either(["draw", said("attack {player}", player=Seat(1))])),
        said("{a} beats {b}", a=Owned(Person("Ann"), "Tiger"), b=Person(said("somebody"))),
        said("{all}", all=both([])),
    ],
)
def test_a_sentence_is_stored_by_the_id_of_its_template_and_its_figures(figure: Any) -> None:
    stored = json.dumps(saying.packed(figure))
    kept = saying.unpacked(json.loads(stored))
    if isinstance(figure, Said):
        assert kept.words == figure.words
    else:
        assert (kept, type(kept)) == (figure, type(figure))


def test_words_that_were_chosen_before_their_sentence_are_told_in_the_language_too() -> None:
    with speaking(saying.KEEPING):
        inner = word("until cured")
        view = msgspec.json.encode({"a": said("it lasts {how}", how=inner).words, "b": f"{inner}!"})
    assert b"cured" not in view
    other = Language("LOUD", {"until cured": "UNTIL CURED", "it lasts {how}": "IT LASTS {how}"})
    with speaking(other):
        assert json.loads(saying.told(view, saying.Told())) == {
            "a": "IT LASTS UNTIL CURED",
            "b": "UNTIL CURED!",
        }
    told = json.loads(saying.told(view, saying.Told()))
    assert told == {"a": "It lasts until cured", "b": "until cured!"}


def test_a_sentence_whose_template_nobody_has_kept_leaves_the_rest_of_the_view_readable() -> None:
    view = msgspec.json.encode({"a": f"{saying.OPEN}~nosuchid{saying.CLOSE}", "b": 3})
    assert saying.unknown([view])
    assert json.loads(saying.told(view, saying.Told())) == {"a": saying.LOST, "b": 3}
