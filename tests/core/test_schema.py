"""What can be changed on cards, as the loader itself says it."""

from __future__ import annotations

import pytest

from bestiary.core.changes import Change, Changes, opened
from bestiary.core.errors import CardError
from bestiary.core.registry import load, names
from bestiary.core.schema import Editable, Editables, schema, sentence


def entry(game: str, path: str) -> Editables:
    return next(one for one in schema(load(game)) if one.path == path)


def of(one: Editables, key: str) -> Editable:
    return next(field for field in one.fields if field.key == key)


@pytest.mark.parametrize("game", names())
def test_every_value_that_stands_in_a_card_file_fits_what_is_said_of_it(game: str) -> None:
    for one in schema(load(game)):
        for field in one.fields:
            if field.value is None:
                continue
            if field.asked.kind == "whole":
                assert field.asked.least <= field.value <= field.asked.most, field.path
            if field.asked.kind == "word":
                assert field.value in field.asked.words, field.path
            if field.asked.kind == "words":
                assert set(field.value) <= set(field.asked.words), field.path


@pytest.mark.parametrize("game", names())
def test_a_number_one_beyond_its_range_is_refused_at_its_field(game: str) -> None:
    loaded = load(game)
    field = next(f for e in schema(loaded) for f in e.fields if f.asked.kind == "whole" and f.value)
    Changes(loaded, [f"{field.path}={field.value}"])
    with pytest.raises(CardError) as refused:
        Changes(loaded, [f"{field.path}={field.asked.most + 1}"])
    assert refused.value.path == field.path


def test_an_operation_decides_how_large_its_number_may_be() -> None:
    wolf = of(entry("totemic", "spirit.wolf"), "effects")
    (effect,) = wolf.tables
    (amount,) = [field for field in effect if field.key == "n"]
    assert (amount.path, amount.asked.least, amount.asked.most) == ("spirit.wolf.effects.0.n", 1, 30)
    (moment,) = [field for field in effect if field.key == "on"]
    assert "totals" in moment.words and "invoke" not in moment.asked.words


def test_what_an_effect_lacks_is_refused_where_it_would_stand() -> None:
    with pytest.raises(CardError) as refused:
        Changes(load("totemic"), [Change("spirit.wolf.effects", [{"on": "won"}])])
    assert refused.value.path == "spirit.wolf.effects.0.do"
    assert "gain_power" in str(refused.value)


def test_an_effect_reads_as_its_vocabulary_says() -> None:
    file = opened(load("totemic"))
    assert sentence(file, {"on": "invoke", "do": "draw", "n": 2}).endswith(
        "the owner draws 2 cards from the deck, one after the other."
    )
    assert "if the owner has strictly less power" in sentence(
        file, {"on": "won", "if": "behind", "do": "gain_power", "n": 3}
    )


def test_what_an_entry_is_counted_by_is_not_offered() -> None:
    keys = {field.key for field in entry("totemic", "spirit.wolf").fields}
    assert {"power", "text", "effects"} <= keys
    assert not keys & {"no", "id", "known"}
