"""The campaign through the command line: started, kept between chapters, and gone on with."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bestiary import Match
from bestiary.cli import run
from bestiary.core.record import readable

from .team import Team

WON = 3  # a seed with which the scripted team wins a gentle chapter 1 with two characters
Command = Callable[..., str]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs ``bestiary play`` with these lines typed; returns what it printed."""
    monkeypatch.setenv("BESTIARY_MATCHES", str(tmp_path / "matches"))

    def command(*words: str | Path, typed: list[str]) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = run(["play", "--plain", *map(str, words)])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    return command


def seats(players: int) -> str:
    return ",".join(["human"] * players)


@pytest.mark.parametrize("players", (1, 2, 3, 4))
def test_play_starts_the_first_chapter(play: Command, players: int, tmp_path: Path) -> None:
    path = tmp_path / "c.match"
    words = ("shogun", "--players", players, "--seats", seats(players), "--save", path)
    out = play(*words, typed=["quit"])
    assert "Chapter 1: Ashes on the Post Road" in out
    s = readable(Match.load(path).state[0])
    assert int(s.party) == players and (s.level[:players] == 1).all()


@pytest.mark.parametrize("chapter, level", ((2, 2), (4, 4), (6, 5)))
def test_a_later_chapter_starts_with_a_party_that_fits(
    play: Command, chapter: int, level: int, tmp_path: Path
) -> None:
    path = tmp_path / "c.match"
    words = ("shogun", "--chapter", chapter, "--players", 2, "--seats", seats(2), "--save", path)
    out = play(*words, typed=["raise power", "quit"])
    assert f"Chapter {chapter}: " in out
    match = Match.load(path)
    s = readable(match.state[0])
    assert list(s.level[:2]) == [level, level] and int(s.affinity[0]) == level + 1
    held = [match.content.cards[int(card)].facts["level"] for card in s.weapon[:2, 0]]
    assert held == [level, level]


def won_chapter(path: Path) -> Match:
    """A campaign whose first chapter is won."""
    match = Match("shogun", {"players": 2, "difficulty": "gentle"}, seed=WON)
    team = Team(match.engine, 1)
    while not match.game_over:
        match.play(team.choose(match.state), match.asked[0])
    assert match.returns() == [1.0, 1.0] and match.more
    match.save(path)
    return match


def lost_chapter(path: Path, **options: object) -> Match:
    """A campaign whose first chapter is lost by a character that stands about."""
    match = Match("shogun", {"players": 1, **options}, seed=3)
    while not match.game_over:
        names = match.choices()
        match.play(next((n for n in ("done", "none", "no", "end") if n in names), names[0]))
    assert match.returns() == [-1.0]
    match.save(path)
    return match


def test_a_campaign_is_kept_between_chapters_and_gone_on_with(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "campaign.match"
    before = readable(won_chapter(path).state[0])
    out = play("--resume", path, "--seats", seats(2), typed=["quit"])
    assert "The team wins." in out and "Another game follows." in out
    assert f"bestiary play --resume {path}" in out
    assert not Match.load(path).over and Match.load(path).game_number == 0
    out = play("--resume", path, "--seats", seats(2), typed=["next", "done", "quit"])
    assert "Chapter 2: The Red Lantern Pass" in out and "Market:" in out
    match = Match.load(path)
    s = readable(match.state[0])
    assert match.game_number == 1 and int(s.chapter) == 1
    for h in (0, 1):
        assert int(s.level[h]) == 2 and int(s.coins[h]) == int(before.coins[h])
        assert set(map(int, before.items[h])) == set(map(int, s.items[h]))
    out = play("--resume", path, "--seats", seats(2), typed=["1", "quit"])
    assert len(Match.load(path).history) == len(match.history) + 1


def test_a_chapter_that_is_lost_is_played_again(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "lost.match"
    assert lost_chapter(path).more
    out = play("--resume", path, typed=["next", "done", "quit"])
    assert "You lose." in out and "Another game follows." in out
    assert "Chapter 1: Ashes on the Post Road, attempt 2" in out


def test_one_chapter_alone_ends_with_it(play: Command, tmp_path: Path) -> None:
    path = tmp_path / "alone.match"
    assert lost_chapter(path, mode="chapter").over
    out = play("--resume", path, typed=["quit"])
    assert "You lose." in out and "Another game" not in out
