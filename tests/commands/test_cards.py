"""Cards of one's own, wherever a game is played, shown or kept."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bestiary import Match, load
from bestiary.commands.serve import deal_from
from bestiary.core.errors import BestiaryError, SaveError
from bestiary.core.registry import unregister

NAMED = "Crimson Boar of the North"


@pytest.fixture(autouse=True)
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BESTIARY_MATCHES", str(tmp_path / "matches"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Totem with one card of another power and name."""
    text = (load("totem").room / "cards.toml").read_text()
    card = re.search(r'\[\[card\]\]\nid = \d+\ncode = "C10"\n(?:.+\n)+', text)
    assert card
    other = card[0].replace("power = 10", "power = 9").replace('"Crimson Boar"', f'"{NAMED}"')
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(card[0], other))
    return path


def test_they_are_shown(bestiary: Any, mine: Path) -> None:
    shown = json.loads(bestiary("cards", "totem", "C10", "--cards", mine, "--json")[1])
    assert shown[0]["power"] == 9 and shown[0]["name"] == NAMED


def test_the_rules_say_which_of_their_numbers_differ(bestiary: Any, mine: Path) -> None:
    assert "mine.toml changes cards alone" in bestiary("rules", "totem", "shield", "--cards", mine)[1]
    mine.write_text(re.sub(r"^hand_limit = 6", "hand_limit = 5", mine.read_text(), flags=re.M))
    assert "In mine.toml hand limit is 5, not 6." in bestiary("rules", "totem", "hand", "--cards", mine)[1]


def test_many_games_and_agents_play_with_them(bestiary: Any, mine: Path, tmp_path: Path) -> None:
    def wins(*words: Any) -> Any:
        return json.loads(bestiary("sim", "totem", "-n", "400", "--json", *words)[1])["seats"]

    assert wins() != wins("--cards", mine) == wins("--cards", mine)
    kept = tmp_path / "kept.jsonl"
    bestiary("arena", "totem", "random", "greedy", "-n", "2", "--keep", kept, "--cards", mine)
    head = json.loads(kept.read_text().splitlines()[0])
    assert head["cards"] == load("totem").content(mine).fingerprint != load("totem").content().fingerprint


def test_a_match_is_played_kept_and_resumed_with_them(
    bestiary: Any, refused: Any, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "m.match"
    words = ("play", "totem", "--seats", "human,human", "--plain", "--seed", "7", "--save", save)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\n"))
    code, out, _ = bestiary(*words, "--cards", mine)
    assert code == 0 and NAMED in out and f"--cards {mine}" in out
    assert "mine.toml" in save.read_text()
    for command in (("play", "--plain", "--resume"), ("replay",), ("analyse",)):
        line = refused(*command, save)
        assert "was played with those of mine.toml" in line and "--cards FILE" in line
    assert NAMED in bestiary("replay", save, "--cards", mine, "--seat", "1")[1]
    assert bestiary("analyse", save, "--cards", mine, "--agent", "greedy")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert bestiary("play", "--plain", "--resume", save, "--cards", mine)[0] == 0


def test_a_match_is_loaded_with_the_cards_that_it_was_played_with(mine: Path, tmp_path: Path) -> None:
    game = load("totem")
    match = Match("totem", seed=7, content=game.content(mine))
    match.play(0)
    match.save(tmp_path / "m.match")
    match.play(1)
    match.save(tmp_path / "m.match")  # over its own earlier self
    again = Match.load(tmp_path / "m.match", content=game.content(mine))
    assert again.digest() == match.digest() and again.content.source == mine
    with pytest.raises(SaveError, match=r"those of mine\.toml .*cards\.toml has .*content="):
        Match.load(tmp_path / "m.match")
    Match("totem", seed=7).save(tmp_path / "own.match")
    assert Match.load(tmp_path / "own.match", content=game.content(mine)).content is game.content()


def test_a_file_that_cannot_be_used_is_refused_by_every_command(refused: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text((load("totem").room / "cards.toml").read_text().replace("power = 10", "power = 99"))
    for words in (("play", "totem", "--plain"), ("sim", "totem"), ("arena", "totem", "random", "greedy"),
                  ("cards", "totem"), ("rules", "totem"), ("lab", "run", "totem")):  # fmt: skip
        assert "expected a whole number from 1 to 13" in refused(*words, "--cards", bad)
        assert "nowhere.toml" in refused(*words, "--cards", tmp_path / "nowhere.toml")
    assert "expected a whole number" in refused("serve", "--cards", f"totem={bad}")
    assert "GAME=FILE" in refused("serve", "--cards", bad)


def test_a_server_deals_from_them(mine: Path) -> None:
    deal_from([f"totem={mine}"])
    try:
        assert load("totem").content().source == mine
        assert Match("totem").content.fingerprint == load("totem").content(mine).fingerprint
    finally:
        unregister("totem")
    with pytest.raises(BestiaryError, match="There is no game 'chess'"):
        deal_from([f"chess={mine}"])


@pytest.mark.parametrize("slug", ["klaw", "shogun", "tiger", "totem", "totemic"])
def test_a_copy_of_the_cards_elsewhere_is_the_same_game(slug: str, tmp_path: Path) -> None:
    game = load(slug)
    path = tmp_path / "copy.toml"
    path.write_text((game.room / "cards.toml").read_text())
    assert game.content(path).fingerprint == game.content().fingerprint
