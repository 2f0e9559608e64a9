"""``bestiary words`` prints what a translator begins with; ``bestiary play --language`` plays in it."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.language import Language


def test_every_template_of_a_game_stands_under_what_says_it(bestiary: Any) -> None:
    code, out, _ = bestiary("words", "totem")
    data = tomllib.loads(out)
    assert code == 0 and data["language"] == "English"
    assert data["question"]["requisition"] == {
        template: template
        for template in (
            "Requisition: draw a card ({left} left in the deck), or leave it.",
            "Requisition: draw the last card of the deck, or leave it.",
        )
    }
    assert "attack place {place} ({shown}) with {card}, power {power}" in data["verb"]["attack"]
    assert "hidden" in data["verb"]["attack"]  # said by a function that this verb calls
    assert "{seat:attacks|attack} place {place} with {card}." in data["event"]["attacks"]
    assert {"Crimson Mouse", "Power 1", "Sword"} <= set(data["card"])


def test_what_is_translated_already_is_kept_and_what_is_said_no_longer_is_named(
    bestiary: Any, tmp_path: Path
) -> None:
    file = tmp_path / "german.toml"
    file.write_text('language = "Deutsch"\n"draw a card" = "ziehe eine Karte"\n"dig" = "grabe"\n')
    _, out, _ = bestiary("words", "totem", "--language", file)
    data = tomllib.loads(out)
    assert data["language"] == "Deutsch" and data["verb"]["draw"]["draw a card"] == "ziehe eine Karte"
    assert out.splitlines()[-1] == "# no longer said: 'dig' = 'grabe'"


def test_a_match_is_played_in_the_language_of_a_file(
    bestiary: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "german.toml"
    file.write_text(
        'language = "Deutsch"\n'
        '"lay {card} face down" = "lege {card} verdeckt aus"\n'
        '"Crimson Lynx" = "Karminroter Luchs"\n'
        '"A card from your hand becomes a hidden Totem that defends you." = "Ein Totem für dich."\n'
    )
    monkeypatch.setenv("BESTIARY_MATCHES", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nquit\n"))
    code, out, _ = bestiary("play", "totem", "--plain", "--seed", "3", "--language", file)
    assert code == 0
    assert "Lege Karminroter Luchs verdeckt aus" in out and "Ein Totem für dich. (TOT-2.5" in out


def test_a_file_that_cannot_be_used_is_refused_before_anything_is_dealt(refused: Any, tmp_path: Path) -> None:
    file = tmp_path / "german.toml"
    file.write_text('language = "Deutsch"\n[verb.draw]\n"draw {card}" = "ziehe"\n')
    line = refused("play", "totem", "--plain", "--language", file)
    assert line == "bestiary: german.toml: verb.draw.draw {card} = 'ziehe'; expected the figures {card}\n"
    assert "there is no such file" in refused("words", "totem", "--language", tmp_path / "none.toml")


def test_a_file_of_the_words_is_a_language(bestiary: Any, tmp_path: Path) -> None:
    file = tmp_path / "english.toml"
    file.write_text(bestiary("words", "totem")[1], encoding="utf-8")
    read = Language.read(file)
    assert read.templates and all(template == other for template, other in read.templates.items())
