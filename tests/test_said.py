"""What people read is said once, in the game's own room, and nothing is left unsaid."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bestiary import Match, load, names
from bestiary.core import words
from bestiary.core.events import Happening
from bestiary.core.said import Person, Said

GAMES = names()
INTERNAL = re.compile(r"\b\w+_\w+\b|\bNone\b|\{|\}|\bEMPTY\b")  # what no sentence for people contains
MATCHES, DECISIONS = 3, 60


def fine(sentence: str) -> bool:
    """Whether it reads as a sentence: it begins like one, and no internal name slipped in."""
    return bool(sentence.strip()) and sentence[0] == sentence[0].upper() and not INTERNAL.search(sentence)


def played(slug: str) -> list[tuple[Match, int]]:
    """Some matches of random moves: every position, with its number of players in turn."""
    game, found = load(slug), []
    for number in range(MATCHES):
        chance = random.Random(number)
        players = game.players[number % len(game.players)]
        match = Match(game, {"players": players} if "players" in game.options.all else {}, seed=number)
        for _ in range(DECISIONS):
            if match.game_over:
                break
            found.append((match, len(match.history)))
            yield_to(match, chance)
    return found


def yield_to(match: Match, chance: random.Random) -> None:
    said_well(match)
    before = len(match.history)
    match.play(chance.choice(match.legal()))
    for seat in (None, *range(match.seats)):
        for sentence in match.story(seat, before):
            assert fine(sentence), sentence


def said_well(match: Match) -> None:
    seat = match.asked[0]
    prompt = match.prompt()
    assert fine(prompt) and prompt[-1] in ".?", prompt
    view: dict[str, Any] = match.view(seat)
    assert view["prompt"] == prompt
    for action in match.legal():
        assert fine(match.sentence(action)), match.sentence(action)


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_verb_and_event_has_its_words(slug: str) -> None:
    game = load(slug)
    assert [q.name for q in game.questions.all if not q.ask and q.name != "over"] == []
    assert [v.name for v in game.actions.verbs if not (v.say and v.help and v.rules)] == []
    unknown = {r for v in game.actions.verbs for r in v.rules if r not in game.rulebook.rules}
    assert not unknown
    assert [e.name for e in game.events.kinds if not e.say] == []
    helps = [q.help for q in game.questions.all if q.help] + [v.help for v in game.actions.verbs]
    assert [h for h in helps if not fine(h)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_has_its_text_and_figures(slug: str) -> None:
    game = load(slug)
    for card in game.readable(game.content(), game.settle({})):
        assert card.whole and not INTERNAL.search(card.whole), f"{card.name}: {card.whole}"


@pytest.mark.parametrize("slug", GAMES)
def test_no_internal_name_slips_into_a_sentence_of_play(slug: str) -> None:
    assert played(slug)


@pytest.mark.parametrize("slug", GAMES)
def test_an_ending_says_why(slug: str) -> None:
    assert load(slug).ended is not None


def test_a_sentence_is_made_for_its_reader() -> None:
    ann, you = Person("Ann"), Person("Ben", reader=True)
    strikes = "{who:strikes|strike} {whom:'s} Totem."
    assert Said(strikes, {"who": ann, "whom": you}).words == "Ann strikes your Totem."
    assert Said(strikes, {"who": you, "whom": ann}).words == "You strike Ann's Totem."


def test_a_choice_names_the_people_at_the_table() -> None:
    """Whoever chooses among people reads their names; strangers read numbers."""
    from bestiary import Match

    match = Match("tiger", {"players": 3}, seed=3, names={0: "Ann", 1: "Bob", 2: "Cid"})
    said: set[str] = set()
    for _ in range(60):
        if match.game_over:
            break
        said |= {match.sentence(action) for action in match.legal()}
        match.play(match.legal()[0])
    attacks = {sentence for sentence in said if sentence.startswith("Attack ")}
    assert attacks and all(any(name in one for name in ("Ann", "Bob", "Cid")) for one in attacks)
    assert not any("player " in one for one in said)


def test_minus_two_is_told_as_a_number() -> None:
    """Two below zero is also how a record writes what is hidden; a number is never that."""
    game = load("totemic")
    content = game.content()
    wolf = [card.code for card in content.cards].index("wolf")
    happened = Happening("beats", {"seat": 1, "who": wolf, "number": 24, "other": -2})
    told = words.told(game.events, content, happened, ["Ann", "Bob"])
    assert told == "The Wolf wins the confrontation, with 24 power to -2."


@pytest.mark.parametrize("slug", GAMES)
def test_no_number_of_an_event_is_secret(slug: str) -> None:
    kinds = load(slug).events.kinds
    assert [kind.name for kind in kinds for word in kind.secret if kind.words[word] == "number"] == []
