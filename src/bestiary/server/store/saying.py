"""Sentences as they are stored: a template and its figures; the words are made for whoever reads them."""

from __future__ import annotations

from typing import Any

from ...core.said import Listed, Owned, Person, Said, Seat

PLAIN = (str, int, float, bool, type(None))


def packed(figure: Any) -> Any:
    """A sentence or one of its figures, as JSON holds it."""
    if isinstance(figure, Said):
        return {"said": figure.template, "of": {name: packed(one) for name, one in figure.figures.items()}}
    if isinstance(figure, Listed):
        return {"row": [packed(one) for one in figure.items], "last": figure.last, "between": figure.between}
    if isinstance(figure, Owned):
        return {"thing": figure.thing, "person": packed(figure.name), "reader": figure.reader}
    if isinstance(figure, Person):
        return {"person": packed(figure.name), "reader": figure.reader}
    if isinstance(figure, Seat):
        return {"seat": int(figure)}
    return figure if isinstance(figure, PLAIN) else int(figure)  # a number of NumPy's


def unpacked(data: Any) -> Any:
    """The same again; raises KeyError where it is none."""
    if not isinstance(data, dict):
        return data
    if "said" in data:
        return Said(data["said"], {name: unpacked(one) for name, one in data["of"].items()})
    if "row" in data:
        return Listed(tuple(unpacked(one) for one in data["row"]), data["last"], data["between"])
    if "seat" in data:
        return Seat(data["seat"])
    person = Person(unpacked(data["person"]), data["reader"])
    return Owned(person, data["thing"]) if "thing" in data else person
