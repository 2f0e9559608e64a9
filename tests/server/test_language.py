"""A server that speaks a second language: each reader is told all of it in their own, and nobody else is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.language import LanguageError
from bestiary.server.languages import Languages

from ..loud import ENGLISH, file_of
from .table import Guest, Player, both, quick, running

LOUD = {"Accept-Language": "xx-CH, xx;q=0.9, en;q=0.5"}


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    folder: Path = tmp_path_factory.mktemp("server")
    files = (str(file_of("totem", folder / "totem.xx.toml")),)
    with running(quick(folder, languages=files)) as found:
        yield found


def pair(guest: Guest) -> tuple[Player, Player]:
    """Two people at a new table, of whom the first reads the second language."""
    made = guest.open()
    word = made["invitations"]["1"].partition(":")[2]
    other = guest.post(f"tables/{made['table']}/seats/1", {"name": "BEN", "invitation": word})
    return guest.join(made, headers=LOUD), guest.join(other)


def people_read(message: dict[str, Any]) -> list[str]:
    """All that a message of play tells people."""
    told = [message["view"].get("prompt", ""), *(c["sentence"] for c in message.get("choices") or ())]
    told += [one["text"] for one in message.get("events", ())] + [
        one["text"] for one in message.get("story", ())
    ]
    told += [message["entry"]["text"]] if message.get("entry") else []
    told += [text for near in message["view"]["near"] for text in (near["told"], near["then"])]
    result = message.get("result") or {}
    told += [result.get(key, "") for key in ("text", "who", "why")]
    seats = message["view"]["seats"]
    cards = [
        card for seat in seats for card in [*(seat["hand"] or ()), *(p["card"] for p in seat["row"] if p)]
    ]
    return told + [text for card in cards if card for text in (card["name"], card["text"])]


def test_a_whole_game_is_told_to_each_in_their_own_language(guest: Guest) -> None:
    loud, plain = pair(guest)
    while not loud.state["result"]:
        mover = both(loud, plain)
        if mover.state["result"]:
            break
        mover.move()
    heard = [m for m in loud.said if m["type"] in ("state", "news")]
    told = [text for message in heard for text in people_read(message) if text]
    assert told and [text for text in told if ENGLISH.search(text.replace("Ann", "ANN"))] == []
    others = [text for m in plain.said if m["type"] in ("state", "news") for text in people_read(m) if text]
    assert all(ENGLISH.search(text) for text in others if re.search(r"\w{3,}", text))
    replay = guest.get(f"tables/{loud.table}/replay?eyes=0", headers=LOUD)
    steps = [text for step in replay["entries"] for text in people_read(step) if text]
    assert steps and [text for text in steps if ENGLISH.search(text.replace("Ann", "ANN"))] == []
    stored = guest.get(f"tables/{loud.table}/replay?eyes=0")
    assert ENGLISH.search(stored["entries"][-1]["result"]["text"]), "what is stored is nobody's own"


def test_the_result_of_a_finished_game_is_listed_in_the_language(guest: Guest) -> None:
    session = guest.post("people", {"name": "Ann of Yew", "password": "nine lives of a lynx"})["session"]
    mine = {"X-Bestiary-Session": session}
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = guest.post("tables", {"game": "totem", "seats": seats}, headers=mine)
    word = made["invitations"]["1"].partition(":")[2]
    guest.post(f"tables/{made['table']}/seats/1", {"name": "BEN", "invitation": word})
    ann = guest.join(made)
    ann.say("resign")
    ann.until(lambda s: s["result"])
    told = {}
    for name, headers in {"loud": mine | LOUD, "plain": mine}.items():
        (listed,) = guest.get("people/tables", headers=headers)["tables"]
        told[name] = listed["result"]["text"]
        assert set(listed["result"]) == {"scores", "winners", "text", "by", "more", "who", "why"}
    assert told == {
        "loud": "BEN WINS. THE OTHER SIDE HAS RESIGNED.",
        "plain": "BEN wins. The other side has resigned.",
    }


def test_a_reader_who_comes_back_is_told_the_story_in_the_language(guest: Guest) -> None:
    loud, plain = pair(guest)
    for _ in range(9):
        both(loud, plain).move()
    again = guest.join({"table": loud.table, "token": loud.token}, headers=LOUD)
    assert len(again.state["story"]) > 8
    assert not ENGLISH.search(" ".join(one["text"] for one in again.state["story"]).replace("Ann", "ANN"))


def test_missed_news_are_told_in_the_language(guest: Guest) -> None:
    loud, plain = pair(guest)
    loud.leave()
    seen = loud.state["version"]
    other = guest.join({"table": loud.table, "token": loud.token})
    for _ in range(6):
        both(other, plain).move()
    other.leave()
    again = guest.join({"table": loud.table, "token": loud.token}, seen, LOUD)
    missed = [m for m in again.said if m["type"] == "news"]
    assert len(missed) >= 6 and any(m["view"]["prompt"] for m in missed)
    told = [text for m in missed for text in people_read(m) if text]
    assert [text for text in told if ENGLISH.search(text.replace("Ann", "ANN"))] == []


def test_late_spectators_are_told_in_their_language(guest: Guest) -> None:
    made = guest.open(spectators={"seat": 0, "delay": 2})
    invited = made["invitations"]["1"].partition(":")[2]
    seat = guest.post(f"tables/{made['table']}/seats/1", {"name": "BEN", "invitation": invited})
    ann, ben = guest.join(made), guest.join(seat)
    ann.say("consent", yes=True)
    for _ in range(6):
        both(ann, ben).move()
    shown = [guest.join({"table": made["table"]}, headers=headers) for headers in (LOUD, {})]
    for _ in range(6):
        both(ann, ben).move()
    last = ann.state["version"] - 2
    for player in shown:
        player.until(lambda s: s["version"] >= last)
    loud, plain = ([m for m in p.said if m["type"] in ("state", "news")] for p in shown)
    assert len(loud) == len(plain) > 3 and any(m["view"]["prompt"] for m in loud)
    told = [text for m in loud for text in people_read(m) if text]
    assert [text for text in told if ENGLISH.search(text.replace("Ann", "ANN"))] == []
    others = [text for m in plain for text in people_read(m) if text]
    assert all(ENGLISH.search(text) for text in others if re.search(r"\w{3,}", text))


def test_a_guide_speaks_the_language_of_whoever_is_guided(guest: Guest) -> None:
    loud = guest.join(guest.post("games/totem/guide", {"name": "ANN"}), headers=LOUD)
    for step in range(1, 4):
        now = loud.until(
            lambda s, step=step: (s["guide"] or {}).get("state") == "asking" and s["guide"]["step"] == step
        )["guide"]
        told = [now["off"], *(page["say"] for page in now["pages"])]
        assert now["moves"] and [text for text in told if ENGLISH.search(text)] == []
        loud.play(now["moves"][0])
    primer = guest.get("games/totem/primer", headers=LOUD)
    told = [part[key] for part in primer["short"] for key in ("title", "say")]
    told += [part[key] for part in primer["terms"] for key in ("word", "text")]
    told += [picture["say"] for picture in primer["pictures"]]
    told += [picture["view"]["prompt"] for picture in primer["pictures"]]
    assert [text for text in told if ENGLISH.search(text)] == []
    assert guest.get("games/totem/primer")["short"][0]["title"] == "The aim"


def test_refusals_are_in_the_language_of_whoever_is_refused(guest: Guest) -> None:
    loud, plain = pair(guest)
    mover = both(loud, plain)
    refused = {player: player.say("undo") for player in (loud, plain)}
    assert refused[loud]["text"] == "THERE IS NOTHING TO TAKE BACK."
    assert refused[plain]["text"] == "There is nothing to take back."
    waits = loud if mover is plain else plain
    barred = {player: player.play(0) for player in (loud, plain) if player is waits or player is mover}
    assert not ENGLISH.search(barred[loud]["text"]) or barred[loud]["type"] == "ack"
    assert guest.get("tables/none", 404, headers=LOUD)["error"]["text"] == "THERE IS NO SUCH TABLE."
    assert guest.get("tables/none", 404)["error"]["text"] == "There is no such table."


def test_games_rules_and_cards_are_in_the_language(guest: Guest) -> None:
    totem = next(game for game in guest.get("games", headers=LOUD) if game["slug"] == "totem")
    told = [totem["title"], totem["tagline"], *(option["text"] for option in totem["options"])]
    told += [
        part
        for rule in guest.get("games/totem/rules", headers=LOUD)
        for part in (rule["section"], rule["text"])
    ]
    told += [
        part for card in guest.get("games/totem/cards", headers=LOUD) for part in (card["name"], card["text"])
    ]
    assert [text for text in told if ENGLISH.search(text)] == []
    assert guest.get("games/totem/rules")[0]["section"] == "Cards"


@pytest.mark.parametrize(
    ("header", "spoken"),
    [
        ("xx", True),
        ("xx-CH,en;q=0.8", True),
        ("en-GB, xx;q=0.9", False),
        ("xx;q=0.4, en;q=0.9", False),
        ("fr, xx;q=0.2", True),
        ("fr", False),
        ("*", False),
        ("", False),
        ("xx;q=loud, ;;,", False),
    ],
)
def test_a_browser_says_what_it_wants_to_read(header: str, spoken: bool, tmp_path: Path) -> None:
    file = tmp_path / "xx.toml"
    file.write_text('language = "Loud"\n"draw" = "DRAW"\n', encoding="utf-8")
    assert (Languages([file]).wanted(header) is not None) is spoken


def test_files_of_one_language_are_read_together_and_may_not_differ(tmp_path: Path) -> None:
    texts = {"totem.de": '"draw" = "ziehen"', "klaw.de": '"pass" = "passen"', "tiger.de": '"draw" = "nehmen"'}
    files = [tmp_path / f"{name}.toml" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(f'language = "Deutsch"\n{text}\n', encoding="utf-8")
    assert dict(Languages(files[:2]).all["de"].templates) == {"draw": "ziehen", "pass": "passen"}
    with pytest.raises(LanguageError, match=r"tiger\.de\.toml: draw"):
        Languages(files)
    english = tmp_path / "en.toml"
    english.write_text('language = "English"\n', encoding="utf-8")
    with pytest.raises(LanguageError, match="English is what is spoken anyway"):
        Languages([english])


def test_without_a_language_messages_are_as_they_were(guest: Guest, tmp_path: Path) -> None:
    with running(quick(tmp_path)) as other:
        for mine, same in zip(guest.pair(), other.pair(), strict=True):
            for key in ("view", "choices", "story", "asked"):
                assert json.dumps(mine.state[key]) == json.dumps(same.state[key])
