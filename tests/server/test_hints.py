"""A hint at a table: from what the seat may know, where the table allows it, within a budget."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from .table import GENEROUS, Guest, Player, both, quick, running


def asked(guest: Guest, *kinds: str, **given: Any) -> Player:
    player = guest.join(guest.open(*kinds, **given))
    player.until(lambda s: s["choices"])
    return player


def test_against_a_machine_one_may_ask_what_to_do(guest: Guest) -> None:
    ann = asked(guest, "me", "random")
    facts = ann.state["table"]
    assert facts["hints"] and facts["rateable"]
    assert ann.say("hint")["type"] == "ack"
    hint = ann.hear("hint")
    assert hint["version"] == ann.state["version"]
    assert hint["action"] in [choice["action"] for choice in ann.state["choices"]]
    assert " of its tries you end up ahead" in hint["text"]
    assert ann.play(hint["action"])["type"] == "ack"
    assert not guest.get(f"tables/{ann.table}")["rateable"], "a match with a hint is never rated"


def test_a_match_is_not_rated_after_a_restart_either(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        ann = asked(guest, "me", "random")
        ann.say("hint")
        ann.hear("hint")
    with running(quick(tmp_path)) as guest:
        assert not guest.get(f"tables/{ann.table}")["rateable"]


def test_between_people_there_are_hints_only_where_the_table_says_so(guest: Guest) -> None:
    mover = both(*guest.pair())
    assert not mover.state["table"]["hints"]
    assert mover.say("hint")["text"] == "There are no hints at this table."
    mover = both(*guest.pair(hints="yes"))
    assert mover.say("hint")["type"] == "ack" and mover.hear("hint")["text"]
    ann = asked(guest, "me", "random", hints="no")
    assert ann.say("hint")["text"] == "There are no hints at this table."


def test_whoever_is_not_asked_gets_no_hint(guest: Guest) -> None:
    ann, ben = guest.pair(hints="yes")
    waits = ben if both(ann, ben) is ann else ann
    refused = waits.say("hint")
    assert refused["type"] == "refused" and refused["rule"] == "TOT-5.7"


def test_hints_are_paid_for_by_a_budget(tmp_path: Path) -> None:
    few = replace(GENEROUS, hints=(0.0, 1))
    with running(quick(tmp_path, limits=few)) as guest:
        ann = asked(guest, "me", "random")
        assert ann.say("hint")["type"] == "ack"
        ann.hear("hint")
        assert ann.say("hint")["text"] == "Too many hints from here; wait a little."
