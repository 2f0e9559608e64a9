"""Card sets on a server: checked by the loader, kept version by version, played with, said to everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .table import Guest, quick, running, wait_for

STRONG = [{"path": "card.C10.power", "value": 11}]


def saved(guest: Guest, name: str = "Strong Boar", **given: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """A set of a guest, and the headers with which it is theirs."""
    made = guest.post("sets", {"game": "totem", "name": name, "changes": STRONG, **given})
    return made["set"], {"Authorization": f"Bearer {made['token']}"}


def check(guest: Guest, game: str, *changes: tuple[str, Any], open: str = "") -> Any:
    wanted = [{"path": path, "value": value} for path, value in changes]
    return guest.post(f"games/{game}/workbench/check", {"changes": wanted, "open": open}, 200)


def test_the_face_and_the_words_of_a_changed_card_come_from_the_loader(guest: Guest) -> None:
    found = check(guest, "totemic", ("spirit.wolf.power", 20))
    assert found["good"] and not found["same"]
    assert [(card["name"], card["power"]) for card in found["cards"]] == [("Wolf", 20)]
    assert found["words"] == ["Wolf (spirit), power: 25 -> 20"]
    (entry,) = found["entries"]
    (power,) = [field for field in entry["fields"] if field["key"] == "power"]
    assert (power["kind"], power["least"], power["most"], power["value"]) == ("whole", 1, 99, 20)


def test_a_refusal_names_its_field_and_leaves_the_form_whole(guest: Guest) -> None:
    found = check(guest, "totemic", ("spirit.wolf.power", 200))
    assert not found["good"] and found["at"] == "spirit.wolf.power"
    assert "from 1 to 99" in found["problem"] and ".toml" not in found["problem"]
    assert {"name", "power", "text", "effects"} <= {field["key"] for field in found["entries"][0]["fields"]}


def test_an_effect_is_composed_word_by_word(guest: Guest) -> None:
    found = check(guest, "totemic", ("spirit.wolf.effects", [{"on": "won"}]))
    assert found["at"] == "spirit.wolf.effects.0.do"
    (effects,) = [field for field in found["entries"][0]["fields"] if field["key"] == "effects"]
    (do,) = [field for field in effects["tables"][0] if field["key"] == "do"]
    assert [word["word"] for word in do["words"]][:2] == ["gain_power", "lose_power"]
    assert all(word["means"] for word in do["words"])
    whole = check(guest, "totemic", ("spirit.wolf.effects", [{"on": "won", "do": "gain_power", "n": 3}]))
    (effects,) = [field for field in whole["entries"][0]["fields"] if field["key"] == "effects"]
    assert effects["reads"] == ["The owner has won a challenge: the owner gains 3 power."]


@pytest.mark.parametrize(
    "value",
    [None, 1.5, "x" * 700, [[[[[[1]]]]]], {"a": {}}, [{"do": [{}]}], 10**30, [None], True, "\ud800"],
)
def test_nonsense_is_refused_and_breaks_nothing(guest: Guest, value: Any) -> None:
    for path in ("spirit.wolf.power", "spirit.wolf.effects", "aspect.kinship.spirit"):
        body = {"changes": [{"path": path, "value": value}]}
        told = {"content": json.dumps(body), "headers": {"Content-Type": "application/json"}}
        found = guest.http.post("/api/games/totemic/workbench/check", **told)  # type: ignore[arg-type]
        assert found.status_code == 422 or not found.json()["good"], found.text
        assert "Traceback" not in found.text


def test_a_text_that_speaks_of_the_old_number_is_told_how_it_might_read(guest: Guest) -> None:
    found = check(guest, "totemic", ("aspect.kinship.effects.1.n", 4))
    (stale,) = found["stale"]
    assert stale["better"].endswith("Gain 4 power.") and stale["path"] == "aspect.kinship.text"


def test_a_set_is_kept_version_by_version_and_its_maker_finds_it(guest: Guest) -> None:
    one, mine = saved(guest)
    assert one["version"] == 1 and one["words"] == ["Crimson Boar (card), power: 10 -> 11"]
    more = [*STRONG, {"path": "card.J10.power", "value": 12, "note": "for balance"}]
    wish = {"game": "totem", "name": "Strong Boars", "changes": more, "id": one["id"], "version": 1}
    two = guest.post("sets", wish, headers=mine)["set"]
    assert (two["id"], two["version"]) == (one["id"], 2)
    assert guest.post("sets", wish, 409, headers=mine)["error"]["text"].endswith("as version 2.")
    assert [s["name"] for s in guest.get("sets?game=totem", headers=mine)] == ["Strong Boars"]
    assert guest.get(f"sets/{one['id']}?version=1")["name"] == "Strong Boar"
    assert not guest.get(f"sets/{one['id']}")["mine"]
    assert guest.get("sets") == []


def test_a_set_of_somebody_else_becomes_one_s_own_copy(guest: Guest) -> None:
    one, _ = saved(guest)
    copy = guest.post("sets", {"game": "totem", "name": "Mine", "changes": STRONG, "id": one["id"]})["set"]
    assert copy["id"] != one["id"] and copy["mine"]
    assert guest.http.delete(f"/api/sets/{one['id']}").status_code == 404


def test_a_set_travels_as_a_file(guest: Guest) -> None:
    one, mine = saved(guest, notes="What if?")
    text = guest.get(f"sets/{one['id']}/file")
    assert 'path = "card.C10.power"' in text and "What if?" in text
    brought = guest.post("sets/import", {"text": text})["set"]
    assert brought["changes"] == one["changes"] and brought["notes"] == "What if?"
    bad = guest.post("sets/import", {"text": text.replace("value = 11", "value = 99")}, 422)
    assert "from 1 to 13" in bad["error"]["text"]
    assert guest.http.delete(f"/api/sets/{one['id']}", headers=mine).status_code == 204
    assert guest.get(f"sets/{one['id']}", 404)


def test_wildcards_of_a_file_become_places(guest: Guest) -> None:
    text = '[set]\ngame = "totemic-v1"\nname = "More"\n\n[[change]]\npath = "cards.*.power"\nadd = 1\n'
    brought = guest.post("sets/import", {"text": text.replace("totemic-v1", load_name("totemic"))})["set"]
    paths = {one["path"]: one["value"] for one in brought["changes"]}
    assert len(paths) == 12 and paths["spirit.wolf.power"] == 26


def load_name(slug: str) -> str:
    from bestiary.core.registry import load

    return load(slug).name


NIGHT = [
    {"path": "host.surgeon_2", "value": "surgeon", "sign": "copy"},
    {"path": "host.surgeon_2.name", "value": "Night Surgeon"},
    {"path": "host.surgeon", "sign": "remove"},
]


def test_cards_are_added_and_removed_where_the_loader_has_room(guest: Guest) -> None:
    wish = {"changes": NIGHT[:1], "open": "host.surgeon"}
    assert guest.post("games/klaw/workbench/room", wish, 200) == {
        "path": "host.surgeon_3", "copy": "", "remove": ""
    }  # fmt: skip
    alone = guest.post("games/totem/workbench/room", {"open": "card.C10"}, 200)
    assert "the deck is fixed (TOT-1.1)" in alone["copy"] and "51 cards" in alone["remove"]
    nothing = guest.post("games/totemic/workbench/room", {"open": "constants"}, 200)
    assert nothing == {"path": "", "copy": "", "remove": ""}, "a table is no card"
    found = guest.post("games/klaw/workbench/check", {"changes": NIGHT, "open": ""}, 200)
    (night,) = [one for one in found["layout"] if one["path"] == "host.surgeon_2"]
    faces = {card["id"]: card["name"] for card in found["cards"]}
    assert [faces[number] for number in night["cards"]] == ["Night Surgeon"]
    assert not any(one["path"] == "host.surgeon" for one in found["layout"])
    for one in found["layout"]:
        names = {faces[number] for number in one["cards"]}
        assert names in ({one["name"]}, set()), "every entry has its own face, though numbers have moved"
    assert found["words"][0] == "Night Surgeon (host): new, a copy of Mara Voss, Field Surgeon"


def test_more_copies_of_a_card_leave_every_face_with_its_entry(guest: Guest) -> None:
    found = check(guest, "klaw", ("host.surgeon.copies", 3))
    faces = {card["id"]: card["name"] for card in found["cards"]}
    assert all({faces[number] for number in one["cards"]} <= {one["name"]} for one in found["layout"])
    assert len(next(one for one in found["layout"] if one["path"] == "host.surgeon")["cards"]) == 3


def test_a_set_with_a_new_card_travels_and_is_printed(guest: Guest) -> None:
    one, _ = saved(guest, "Night", game="klaw", changes=NIGHT)
    text = guest.get(f"sets/{one['id']}/file")
    assert 'copy = "surgeon"' in text and "remove = true" in text
    brought = guest.post("sets/import", {"text": text})["set"]
    assert brought["changes"] == one["changes"] and brought["words"] == one["words"]
    box = json.dumps(guest.get(f"games/klaw/box?set={one['id']}"))
    assert "Night Surgeon" in box and "Mara Voss, Field Surgeon" not in box


def test_two_sets_are_compared_in_words(guest: Guest) -> None:
    one, _ = saved(guest)
    two, _ = saved(guest, "Stronger", changes=[{"path": "card.C10.power", "value": 12}])
    lines = guest.get(f"sets/{one['id']}/diff?other={two['id']}")["lines"]
    assert lines == ["Crimson Boar (card), power: 11 -> 12"]
    assert guest.get(f"sets/{one['id']}/diff")["lines"] == ["Crimson Boar (card), power: 10 -> 11"]


def test_a_table_plays_with_a_set_and_says_so_to_everybody(guest: Guest) -> None:
    one, _ = saved(guest)
    made = guest.open("me", "novice", set=one["id"], public=True)
    told = guest.get(f"tables/{made['table']}")["set"]
    assert (told["name"], told["version"]) == ("Strong Boar", 1)
    assert told["words"] == ["Crimson Boar (card), power: 10 -> 11"]
    live = guest.registry.tables[made["table"]].live
    assert live.match.content.cards[9].facts["power"] == 11 and live.cards[9]["power"] == 11
    (listed,) = [table for table in guest.get("tables") if table["id"] == made["table"]]
    assert listed["set"]["name"] == "Strong Boar"


def test_the_record_of_a_match_names_the_set(guest: Guest) -> None:
    one, _ = saved(guest, "Strong\nBoar")
    ann = guest.join(guest.open("me", "novice", set=one["id"]))
    ann.say("resign")
    wait_for(lambda: guest.get(f"tables/{ann.table}")["state"] == "over")
    assert f"\nSet: Strong Boar, version 1, {one['id']}\n" in guest.get(f"tables/{ann.table}/record")


def test_sets_that_differ_in_words_alone_keep_their_own_words(guest: Guest) -> None:
    words = {"path": "card.C10.text", "value": "Nobody fears it."}
    plain, _ = saved(guest)
    told, _ = saved(guest, "Told", changes=[*STRONG, words])
    tables = [guest.open("me", "novice", set=one["id"])["table"] for one in (plain, told)]
    for id in tables:
        guest.registry._forget(id)
    for id in tables:
        guest.get(f"tables/{id}")
    texts = [guest.registry.tables[id].live.match.content.cards[9].text for id in tables]
    assert texts[1] == "Nobody fears it." and texts[0] != texts[1]
    assert not any(guest.registry.tables[id].live.frozen for id in tables)


def test_a_rated_table_plays_with_the_game_s_own_cards(guest: Guest) -> None:
    one, _ = saved(guest)
    wish = {"game": "totem", "set": one["id"], "rated": True, "clock": {"kind": "move", "seconds": 60}}
    assert "own cards" in guest.post("tables", wish, 422)["error"]["text"]


def test_a_set_of_another_game_is_refused(guest: Guest) -> None:
    one, _ = saved(guest)
    refused = guest.post("tables", {"game": "totemic", "set": one["id"]}, 422)
    assert "is a set of totem" in refused["error"]["text"]


def test_a_table_with_a_set_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(quick(tmp_path)) as guest:
        one, _ = saved(guest)
        table = guest.open("me", "novice", set=one["id"])["table"]
    with running(quick(tmp_path)) as guest:
        assert guest.get(f"tables/{table}")["set"]["name"] == "Strong Boar"
        live = guest.registry.tables[table].live
        assert not live.frozen and live.match.content.cards[9].facts["power"] == 11


def test_what_cannot_be_studied_is_refused_before_it_waits(guest: Guest) -> None:
    wish: dict[str, Any] = {"game": "totem", "changes": [{"path": "card.C10.power", "value": 99}]}
    assert "from 1 to 13" in guest.post("studies", wish, 422)["error"]["text"]
    wish |= {"changes": STRONG, "kind": "tune", "target": "all is well"}
    assert "A target is written like" in guest.post("studies", wish, 422)["error"]["text"]
    wish |= {"kind": "curve", "path": "card.C10.colour"}
    assert guest.post("studies", wish, 404)
    assert guest.get("studies/nothing", 404)
