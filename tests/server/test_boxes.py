"""What a server tells whoever prints a game."""

from __future__ import annotations

from .table import Guest


def test_a_box_has_the_cards_as_the_page_draws_them(guest: Guest) -> None:
    box = guest.get("games/totem/box")
    assert [deck["name"] for deck in box["decks"]] == ["Totem cards", "Summary cards"]
    first = box["decks"][0]["cards"][0]
    assert first["copies"] == 1 and first["card"] == guest.get("games/totem/cards")[0]
    assert box["decks"][1]["cards"][0]["card"]["id"] == -1, "a card of words"


def test_a_booklet_names_entries_of_the_rulebook(guest: Guest) -> None:
    known = {rule["id"] for rule in guest.get("games/totem/rules")}
    chapters = guest.get("games/totem/booklet")["chapters"]
    assert {id for chapter in chapters for id in chapter["rules"]} == known


def test_a_set_is_printed_with_its_own_cards(guest: Guest) -> None:
    wish = {"game": "totemic", "name": "Weak wolf", "changes": [{"path": "cards.wolf.power", "value": 20}]}
    made = guest.post("sets", wish, 201)["set"]

    def wolf(query: str) -> str:
        decks = guest.get(f"games/totemic/box{query}")["decks"]
        cards = [one["card"] for deck in decks for one in deck["cards"]]
        return str(next(card for card in cards if card["code"] == "wolf")["power"])

    assert wolf("") == "25" and wolf(f"?set={made['id']}") == "20"
    assert "totemic-v1" in guest.get(f"games/totem/box?set={made['id']}", 422)["error"]["text"]


def test_a_set_that_is_not_kept_here_is_not_printed_as_something_else(guest: Guest) -> None:
    assert "set" in guest.get("games/totem/box?set=mine", 404)["error"]["text"]
