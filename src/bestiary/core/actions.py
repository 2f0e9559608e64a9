"""The action table: verbs with parameters to ids and back, with names for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .cards import Content
from .names import Names
from .said import Said, said

MAX_ARGS = 3
Asking: TypeAlias = "Callable[[Content, Any], Said]"
Saying: TypeAlias = "Callable[[Content, Any, Meaning], Said]"
USES = ("play", "discard", "name")  # what choosing a card by a verb does with it


class Verb:
    """One kind of choice and its parameters, each a number below its size.

    ``say`` is what a person reads, over the words of ``meaning``: card, other, target, number; or a function
    that makes it from the content, the record hidden for the seat, and the meaning, with the figures that a
    chooser needs. ``help`` is a line on what it does, ``rules`` are the entries behind it. ``rising`` keeps
    only the arguments in rising order, for a choice of two equals. ``use`` says what becomes of a card that
    is named: it is played, thrown away, or only named (aimed at, taken, given). One that ``confirms`` is a
    person's to make even where there is no other: so that they may look, and take back, before it.
    """

    def __init__(
        self,
        name: str,
        say: str | Saying,
        *,
        help: str = "",
        rules: tuple[str, ...] = (),
        rising: bool = False,
        use: str = "play",
        confirms: bool = False,
        **sizes: int,
    ) -> None:
        self.name = name
        self.say = say
        self.help = help
        self.rules = rules
        self.rising = rising
        self.use = use
        self.confirms = confirms
        self.params = tuple(sizes)
        self.sizes = tuple(sizes.values())
        if len(sizes) > MAX_ARGS:
            raise ValueError(f"verb {name}: at most {MAX_ARGS} parameters")
        if use not in USES:
            raise ValueError(f"verb {name}: a card is used to {' or '.join(USES)}, not to {use}")

    def tuples(self) -> list[tuple[int, ...]]:
        """All arguments, in the order of their ids."""
        every = [tuple(int(i) for i in args) for args in np.ndindex(*self.sizes)]
        return [a for a in every if not self.rising or list(a) == sorted(set(a))]


class Question:
    """One thing that a game asks of a seat; the record names it in its field ``phase``.

    ``ask`` is the prompt, or a function of the content and the record hidden for the seat that makes one: it
    names only what is possible just now. ``help`` is a line more for whoever wants to know. Where a game says
    so here: the numbers of the ``verbs`` that answer it, and the entry of the rulebook that any other verb
    breaks ``otherwise``. One that people answer secretly and at once is ``early``: whoever is asked last may
    answer before the others have.
    """

    def __init__(
        self,
        name: str,
        ask: str | Asking = "",
        help: str = "",
        *,
        verbs: tuple[int, ...] = (),
        otherwise: str = "",
        early: bool = False,
    ) -> None:
        self.name = name
        self.ask = ask
        self.help = help
        self.verbs = verbs
        self.otherwise = otherwise
        self.early = early

    def asked(self, content: Content, s: Any) -> Said:
        """The prompt for the seat whose hidden record this is."""
        return said(self.ask) if isinstance(self.ask, str) else self.ask(content, s)


class Questions:
    """All questions of a game; the end of the game is the last of them.

    >>> questions = Questions(Question("place"), Question("over"))
    >>> questions.numbers.OVER, questions.name(0)
    (1, 'place')
    """

    def __init__(self, *questions: Question) -> None:
        self.all = questions
        self.early = any(q.early for q in questions)
        self.numbers = Names("Q", (q.name for q in questions))

    def __len__(self) -> int:
        return len(self.all)

    def name(self, number: int) -> str:
        """The name of a question, from the record's field ``phase``."""
        return self.all[number].name


class Actions:
    """All actions of a game. ``numbers.ATTACK`` is the number of a verb, ``first.ATTACK`` its first id.

    >>> actions = Actions(Verb("attack", "attack {target}", hand=8, place=4), Verb("stop", "stop"))
    >>> len(actions), actions.id("attack", 2, 1), actions.args(9), actions.name(9)
    (33, 9, (2, 1), 'attack')
    """

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._base: dict[str, int] = {}
        self._args: list[tuple[int, ...]] = []
        self._verb: list[int] = []
        self._ids: dict[tuple[Any, ...], int] = {}
        for number, verb in enumerate(verbs):
            self._base[verb.name] = len(self._args)
            for args in verb.tuples():
                self._ids[(verb.name, *args)] = len(self._args)
                self._args.append(args)
                self._verb.append(number)
        names = [verb.name for verb in verbs]
        self.numbers = Names("V", names)
        self.first = Names("A", names, self._base.values())

    def __len__(self) -> int:
        return len(self._args)

    def base(self, verb: str) -> int:
        """The first id of a verb; the others follow in the order of the arguments."""
        return self._base[verb]

    def number(self, verb: str) -> int:
        """The number of a verb, as ``t.verb[action]`` gives it."""
        return self.numbers.words.index(verb)

    def named(self, verb: str) -> Verb:
        """A verb by its name."""
        return self.verbs[self.numbers.words.index(verb)]

    def id(self, verb: str, *args: int) -> int:
        """The id of a verb with these arguments."""
        try:
            return self._ids[(verb, *args)]
        except KeyError:
            raise ValueError(f"no action {verb}{args}") from None

    def args(self, action: int) -> tuple[int, ...]:
        """The arguments of an id."""
        return self._args[action]

    def verb(self, action: int) -> Verb:
        """The verb of an id."""
        return self.verbs[self._verb[action]]

    def name(self, action: int) -> str:
        """The name of the verb of an id."""
        return self.verb(action).name

    def tables(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """Verb number and arguments of every id, as the rules read them from the tables."""
        args = np.zeros((len(self), MAX_ARGS), np.int16)
        for i, given in enumerate(self._args):
            args[i, : len(given)] = given
        return np.array(self._verb, np.int16), args


MEANING = np.dtype(
    [
        ("verb", "i8"),
        ("card", "i8"),  # the card that acts, or EMPTY
        ("other", "i8"),  # a second card
        ("target", "i8"),  # a place, counted from 0
        ("number", "i8"),  # an amount
        ("see", "i8"),  # mask of the seats that may know the cards
    ],
    align=True,
)


@dataclass(frozen=True)
class Meaning:
    """What an action does, in words that mean the same in every position."""

    verb: str
    card: int | None
    other: int | None
    target: int | None
    number: int | None
    see: int
