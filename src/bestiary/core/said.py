"""Sentences: a template over named figures, made into words for one reader.

What travels and is kept are the template's place and the figures; the words are made last, so that another
language, a better word or a deleted name is no change of what was kept. A figure may be a sentence of its
own, or a list: nothing is put together in any other way, since other languages put it together otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .language import SPOKEN, Language, word


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
        language = SPOKEN.get()
        if language is not None and (kept := language.kept(self, capital=True)) is not None:
            return kept
        made = self.within(people, language)
        return made[:1].upper() + made[1:]

    def within(self, people: Sequence[Person], language: Language | None) -> str:
        """The same as part of another sentence."""
        if language is not None:
            if (kept := language.kept(self, capital=False)) is not None:
                return kept
            made = {name: _figure(figure, people, language) for name, figure in self.figures.items()}
            return language.of(self.template).format_map(made)
        figures: Mapping[str, Any] = self.figures
        for figure in figures.values():  # the server tells many: no new dict where it is not needed
            if type(figure) in PARTS:
                figures = {n: f.within(people, None) if type(f) in PARTS else f for n, f in figures.items()}
                break
        return self.template.format_map(figures)


def said(template: str, **figures: Any) -> Said:
    """A sentence with its figures."""
    return Said(template, figures)


def many(n: int, one: str, more: str) -> Said:
    """A sentence over so many.

    >>> many(1, "{n} die", "{n} dice").words, many(3, "{n} die", "{n} dice").words
    ('1 die', '3 dice')
    """
    return Said(one if n == 1 else more, {"n": n})


class Listed(NamedTuple):
    """Figures in a row, with what stands between them and before the last."""

    items: tuple[Any, ...]
    last: str
    between: str = ", "

    def within(self, people: Sequence[Person], language: Language | None) -> str:
        """The row as part of a sentence."""
        made = [format(_figure(item, people, language)) for item in self.items]
        between, last = (s if language is None else language.of(s) for s in (self.between, self.last))
        return last.join([between.join(made[:-1]), made[-1]] if len(made) > 1 else made)


def either(items: Iterable[Any]) -> Listed:
    """What can be chosen among.

    >>> said("you may {ways}", ways=either(["attack", "draw", "pass"])).words
    'You may attack, draw or pass'
    """
    return Listed(tuple(items), " or ")


def both(items: Iterable[Any]) -> Listed:
    """What belongs together, however many."""
    return Listed(tuple(items), " and ")


def row(items: Iterable[Any]) -> Listed:
    """One after another."""
    return Listed(tuple(items), ", ")


class Person:
    """Somebody at the table, as the reader calls them: by name, or you.

    >>> "{a:'s} card, {a:draws|draw}".format(a=Person("Ann"))
    "Ann's card, Ann draws"
    >>> "{a:'s} card, {a:draws|draw}".format(a=Person("Ann", reader=True))
    'your card, you draw'
    """

    def __init__(self, name: str | Said, reader: bool = False) -> None:
        self.name = name  # somebody without a name of their own is called by a word of the language
        self.reader = reader

    def __format__(self, spec: str) -> str:
        """The person; ``'s``: what is theirs; ``draws|draw``: what they do, and what you do."""
        language, who = SPOKEN.get(), self.name
        if not isinstance(who, str):
            who = who.within((), language)
        if language is not None:
            return self._told(language, who, spec)
        if spec == "'s":
            return "your" if self.reader else f"{who}'s"
        if self.reader:
            who = "you"
        if "|" in spec:
            theirs, yours = spec.split("|")
            return f"{who} {yours if self.reader else theirs}"
        return who

    def _told(self, language: Language, who: str, spec: str) -> str:
        if spec == "'s":
            return language.of("your") if self.reader else language.of("{name}'s").format(name=who)
        if self.reader:
            who = language.of("you")
        if "|" in spec:
            theirs, yours = spec.split("|")
            return language.of("{who} {does}").format(who=who, does=yours if self.reader else theirs)
        return who

    def __str__(self) -> str:
        return format(self)


class Seat(int):
    """A seat among the figures of a sentence; whoever sits there is named when it is told."""

    def within(self, people: Sequence[Person], language: Language | None) -> Person:
        """Whoever sits there: by name where people are known, otherwise by number."""
        return people[self] if self < len(people) else Person(said("player {n}", n=self + 1))


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
            return word(self.thing)
        if spec or not self.thing:
            return super().__format__(spec)
        return word("{whose} {thing}").format(whose=format(self, "'s"), thing=word(self.thing))


# what is said of people, and between the items of a list, whatever the game
EVERYWHERE = (
    "you",
    "your",
    "{name}'s",
    "player {n}",
    "{who} {does}",
    "{whose} {thing}",
    ", ",
    " or ",
    " and ",
)


PARTS = frozenset((Said, Listed, Seat))


def _figure(figure: Any, people: Sequence[Person], language: Language | None) -> Any:
    """A figure as a template takes it; a word among the figures is one of the language."""
    if type(figure) in PARTS:
        return figure.within(people, language)
    return language.of(figure) if language is not None and isinstance(figure, str) else figure
