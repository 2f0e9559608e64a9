"""Sentences: a template over named figures, made into words for one reader.

What travels and is kept are the template's place and the figures; the words are made last, so that another
language, a better word or a deleted name is no change of what was kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Said(NamedTuple):
    """A template and the figures that it names.

    >>> Said("{who} strikes with {power}.", {"who": Person("Ann"), "power": 7}).words
    'Ann strikes with 7.'
    """

    template: str
    figures: Mapping[str, Any]

    @property
    def words(self) -> str:
        """The sentence for a reader who knows nobody."""
        return self.told()

    def told(self, people: Sequence[Person] = ()) -> str:
        """The sentence, with the people at the table as its reader calls them.

        >>> Said("attack {player}", {"player": Seat(1)}).told([Person("Ann"), Person("Bob")])
        'Attack Bob'
        """
        figures = self.figures
        for figure in figures.values():
            if isinstance(figure, Seat):
                figures = {n: f.person(people) if isinstance(f, Seat) else f for n, f in figures.items()}
                break
        made = self.template.format_map(figures)
        return made[:1].upper() + made[1:]


def said(template: str, **figures: Any) -> Said:
    """A sentence with its figures."""
    return Said(template, figures)


class Person:
    """Somebody at the table, as the reader calls them: by name, or you.

    >>> "{a:'s} card, {a:draws|draw}".format(a=Person("Ann"))
    "Ann's card, Ann draws"
    >>> "{a:'s} card, {a:draws|draw}".format(a=Person("Ann", reader=True))
    'your card, you draw'
    """

    def __init__(self, name: str, reader: bool = False) -> None:
        self.name = name
        self.reader = reader

    def __format__(self, spec: str) -> str:
        """The person; ``'s``: what is theirs; ``draws|draw``: what they do, and what you do."""
        if spec == "'s":
            return "your" if self.reader else f"{self.name}'s"
        who = "you" if self.reader else self.name
        if "|" in spec:
            theirs, yours = spec.split("|")
            return f"{who} {yours if self.reader else theirs}"
        return who

    def __str__(self) -> str:
        return format(self)


class Seat(int):
    """A seat among the figures of a sentence; whoever sits there is named when it is told."""

    def person(self, people: Sequence[Person]) -> Person:
        """Whoever sits there: by name where people are known, otherwise by number."""
        return people[self] if self < len(people) else Person(f"player {self + 1}")


class Owned(Person):
    """Something of somebody at the table; ``of``: the thing alone; otherwise as the person.

    >>> tiger = Owned(Person("Ann"), "Tiger")
    >>> "{a} wins; {a:draws|draw}; {a:of}".format(a=tiger)
    "Ann's Tiger wins; Ann draws; Tiger"
    """

    def __init__(self, person: Person, thing: str) -> None:
        super().__init__(person.name, person.reader)
        self.thing = thing

    def __format__(self, spec: str) -> str:
        if spec == "of":
            return self.thing
        return super().__format__(spec) if spec or not self.thing else f"{self:'s} {self.thing}"
