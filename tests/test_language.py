"""A second language is a file: whatever people read of a game, nothing of it is left in English."""

from __future__ import annotations

import random
import re
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from bestiary import Match, load, names
from bestiary.core import words
from bestiary.core.language import Language, LanguageError, speaking
from bestiary.core.phrases import glued
from bestiary.core.said import Person, Said, Seat, both, either, many, said
from bestiary.terminal.help import COMMANDS, general
from bestiary.terminal.moves import Choices

from .loud import ENGLISH, capital, loud
from .terminal.conftest import sit_down

GAMES = names()
MATCHES, DECISIONS, CHOICES = 3, 50, 6


def table(slug: str, number: int) -> Match:
    game = load(slug)
    presets = [p.options for p in game.presets.values() if "players" not in p.options and not p.players]
    options = dict(presets[number % len(presets)]) if presets and number else {}
    if "players" in game.options.all:
        options["players"] = game.players[number % len(game.players)]
    return Match(game, options, seed=number, names={k: "ABCDEFGH"[k] * 3 for k in range(8)})


def shown(match: Match, chance: random.Random) -> list[str]:
    """All that is said about one decision, to everybody."""
    legal = match.legal()
    told = [match.prompt(), *(match.sentence(a) for a in chance.sample(legal, min(CHOICES, len(legal))))]
    before = len(match.history)
    match.play(chance.choice(legal))
    return told + [text for seat in (None, -1, *range(match.seats)) for text in match.story(seat, before)]


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_that_is_said_in_play_is_left_in_english(slug: str) -> None:
    with speaking(loud(slug)):
        for number in range(MATCHES):
            match, chance = table(slug, number), random.Random(number)
            for _ in range(DECISIONS):
                if match.game_over:
                    break
                for sentence in shown(match, chance):
                    assert not ENGLISH.search(sentence), sentence


@pytest.mark.parametrize("slug", GAMES)
def test_no_ending_is_left_in_english(slug: str) -> None:
    match, chance = table(slug, 0), random.Random(0)
    while not match.game_over:
        match.play(chance.choice(match.legal()))
    left = table(slug, 0)
    for seat in range(left.seats):
        if not left.over:
            left.resign(seat)
    with speaking(loud(slug)):
        for ended in (match, left):
            for reader in (None, *range(ended.seats)):
                assert not ENGLISH.search(words.result(ended, reader)), words.result(ended, reader)


@pytest.mark.parametrize("slug", GAMES)
def test_no_card_is_left_in_english(slug: str) -> None:
    game = load(slug)
    with speaking(loud(slug)):
        for card in game.readable(game.content(), game.settle({})):
            assert not ENGLISH.search(card.name + card.kind + card.whole), card


@pytest.mark.parametrize("slug", GAMES)
def test_no_sentence_is_glued_from_pieces(slug: str) -> None:
    assert glued(load(slug)) == []


def test_a_glued_fragment_stays_in_english_and_is_noticed() -> None:
    language = Language("LOUD", {t: capital(t) for t in ("draw {what}", "{n} cards")})
    with speaking(language):
        assert not ENGLISH.search(said("draw {what}", what=said("{n} cards", n=2)).words)
        assert ENGLISH.search(said("draw {what}", what=f"{2} cards").words)


@pytest.mark.parametrize("slug", GAMES)
def test_options_tables_and_sections_of_the_rulebook_are_in_the_file(slug: str) -> None:
    game, language = load(slug), loud(slug)
    texts = [game.title, game.tagline, *(option.text for option in game.options.all.values())]
    texts += [preset.about for preset in game.presets.values()]
    texts += [rule.section for rule in game.rulebook.rules.values()]
    assert [text for text in texts if text and ENGLISH.search(language.of(text))] == []


def test_the_terminal_explains_its_own_commands_in_the_language() -> None:
    match = table("totem", 0)
    with speaking(loud("totem")):
        console = Console(width=100, color_system=None, legacy_windows=False)
        with console.capture() as captured:
            console.print(general(match, Choices(match, match.asked[0])))
    page = captured.get()
    assert "COMMANDS" in page and "PLAY MOVE 7" in page
    for _, meaning in COMMANDS:
        assert meaning.format(number=7) not in page


@pytest.mark.parametrize("typed", ["99", "fly", "place zz", "rules zebra", "cards zebra", "save", "hint"])
def test_a_refusal_of_the_terminal_is_in_the_language(typed: str, tmp_path: Path) -> None:
    seated, screen = sit_down(table("totem", 0), [typed], tmp_path / "m.match")
    with speaking(loud("totem")):
        seated.run()
    (notice,) = screen.notices
    left = {word for word in re.findall(r"\w+", notice) if ENGLISH.search(word)}
    assert left <= set(typed.split()), notice


def test_people_lists_and_numbers_are_said_in_the_language_of_the_reader() -> None:
    german = Language(
        "Deutsch",
        {
            "{a:draws|draw} {n}.": "{a:zieht|ziehst} {n}.",
            "{a:'s} move: {ways}.": "{a:'s} Zug: {ways}.",
            "attack {player}": "greife {player} an",
            "you": "du",
            "your": "dein",
            "{name}'s": "{name}s",
            "player {n}": "Spieler {n}",
            "{n} card": "{n} Karte",
            "{n} cards": "{n} Karten",
            " or ": " oder ",
            " and ": " und ",
            "draw": "ziehen",
        },
    )
    ann, you = Person("Ann"), Person("Ben", reader=True)
    with speaking(german):
        assert (
            Said("{a:draws|draw} {n}.", {"a": you, "n": many(1, "{n} card", "{n} cards")}).words
            == "Du ziehst 1 Karte."
        )
        assert (
            Said("{a:draws|draw} {n}.", {"a": ann, "n": many(2, "{n} card", "{n} cards")}).words
            == "Ann zieht 2 Karten."
        )
        ways = either(["draw", said("attack {player}", player=Seat(1))])
        assert (
            Said("{a:'s} move: {ways}.", {"a": ann, "ways": ways}).words
            == "Anns Zug: ziehen oder greife Spieler 2 an."
        )
        assert said("{who}", who=both([ann, you])).words == "Ann und du"
    assert said("{who}", who=both([ann, you])).words == "Ann and you"


def test_a_language_is_spoken_in_its_own_thread_and_no_other() -> None:
    told: list[str] = []
    with speaking(Language("Deutsch", {"draw": "ziehen"})):
        other = Thread(target=lambda: told.append(said("draw").words))
        other.start()
        other.join()
        told.append(said("draw").words)
    assert [*told, said("draw").words] == ["Draw", "Ziehen", "Draw"]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ('"draw" = "ziehen"', "language: expected the name"),
        ('language = "D"\n[verb.draw]\n"draw {card}" = "ziehe {karte}"', "verb.draw.draw {card}"),
        ('language = "D"\n"draw {card}" = "ziehe"', "expected the figures {card}"),
        ('language = "D"\n"draw" = "{"', "draw = '{'"),
        ('language = "D"\n"draw" = 3', "draw = 3; expected a text"),
        ('language = "D"\n[a]\n"draw" = "x"\n[b]\n"draw" = "y"', "b.draw: it stands there twice"),
        ("draw", "not readable"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_field(
    text: str, refusal: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError, match=re.escape(refusal)) as refused:
        Language.read(file)
    assert "bad.toml" in str(refused.value)
