"""The workbench: the cards of a game with all that can be changed on them, and changes as the loader sees
them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from ..core.additions import REMOVE, room
from ..core.cards import Content
from ..core.changes import Change, Changes, opened, owners
from ..core.differing import in_words
from ..core.errors import BestiaryError, CardError
from ..core.game import Game
from ..core.paths import Place, entries, names_of, quoted
from ..core.schema import Editable, Editables, schema
from ..core.sets import SetChange
from .errors import Refused
from .store.cards import shown
from .web.designs import Bench, Checked, EntryFacts, FieldFacts, RoomFacts, Stale, Word

CHANGES = 120  # of one set
DEEP = 6  # tables within tables of one value
LONG = 600  # characters of a text
LARGE = 999_999_999
NUMBER = r"(?<!\d){}(?!\d)"


def drafted(wanted: Sequence[Any]) -> list[Change]:
    """Changes as somebody sent them; what no card file can hold is refused before anything is read."""
    if len(wanted) > CHANGES:
        raise Refused(f"A set can have up to {CHANGES} changes.", 422, field="changes")
    for one in wanted:
        if one.sign != REMOVE:
            _small(one.path, one.value, DEEP)
    return [Change(one.path, one.value, one.sign) for one in wanted]


def _small(path: str, value: Any, deep: int) -> None:
    if deep == 0:
        raise Refused(f"{path}: there are too many tables within tables.", 422, field=path)
    if isinstance(value, str) and len(value) > LONG:
        raise Refused(f"{path}: a text can have up to {LONG} characters.", 422, field=path)
    words = [value] if isinstance(value, str) else value if isinstance(value, dict) else ()
    if not all(readable(word) for word in words):
        raise Refused(f"{path}: this text has signs that cannot be shown.", 422, field=path)
    if isinstance(value, int) and abs(value) > LARGE:
        raise Refused(f"{path}: a number has up to nine digits.", 422, field=path)
    if isinstance(value, float) or value is None:
        raise Refused(f"{path}: expected a whole number, a text, true or false, or a list.", 422, field=path)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        _small(path, one, deep - 1)


def readable(text: str) -> bool:
    """Whether a text can be shown and stored: it has no signs but letters and the like, and lines."""
    return all(sign.isprintable() or sign == "\n" for sign in text)


def made(game: Game, wanted: Sequence[Change]) -> Changes:
    """The cards with changes; whatever the loader cannot read is a refusal."""
    try:
        return Changes(game, wanted)
    except BestiaryError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError) as problem:
        raise CardError(f"These cards cannot be read: {problem}") from None


def settled(game: Game, wanted: Sequence[SetChange]) -> list[SetChange]:
    """Changes with one place and one value each, under the paths that the workbench uses."""
    found: dict[str, SetChange] = {}
    for one in wanted:
        new = made(game, [*(kept.change for kept in found.values()), one.change])
        for change in new.made[len(found) :]:
            path = _canonical(new, change.place)
            new_one = Change(path, change.source or change.new, change.sign)
            found[path] = SetChange(new_one, one.note)
    return list(found.values())


def _canonical(new: Changes, place: Place) -> str:
    file = "" if place.file is new.file else f"{place.file.path.stem}."
    name = (names_of(place.entry) or [str(place.number)])[0]
    entry = place.kind if place.file.data[place.kind] is place.entry else f"{place.kind}.{quoted(name)}"
    return ".".join([f"{file}{entry}", *(quoted(step) for step in place.inside)])


@dataclass(frozen=True)
class _Base:
    """What does not change while a game's card file does not."""

    content: Content
    bench: Bench
    entries: dict[str, EntryFacts]
    prints: dict[tuple[str, int], list[int]]  # the cards that an entry prints, by its kind and number


class Workbench:
    """The games on it."""

    def __init__(self) -> None:
        self._bases: dict[str, _Base] = {}

    def base(self, game: Game) -> _Base:
        """A game as it is."""
        content = game.content()
        kept = self._bases.get(game.slug)
        if kept is None or kept.content is not content:
            prints = _prints(owners(game), content)
            found = _entries(game, opened(game), prints)
            bare = [replace(one, fields=[]) for one in found]
            bench = Bench(game.slug, game.title, cards_of(content), bare, targets(game))
            kept = self._bases[game.slug] = _Base(content, bench, {one.path: one for one in found}, prints)
        return kept

    def check(self, game: Game, wanted: Sequence[Change], open: str = "") -> Checked:
        """Changes as the loader sees them: what is refused and where, or how the cards look and read now.

        Told with its fields is every entry that was changed, and the one that is open.
        """
        base = self.base(game)
        try:
            new = made(game, wanted)
        except CardError as problem:
            return self._refused(game, wanted, open, problem)
        moved = [c.code for c in new.content.cards] != [c.code for c in base.content.cards]
        prints = _prints(new.owners, new.content) if moved else base.prints
        every = _entries(game, new.file, prints)
        before = {} if moved else {card["id"]: card for card in cards_of(base.content)}
        return Checked(
            good=True,
            problem="",
            at="",
            fingerprint=new.content.fingerprint,
            same=new.content.fingerprint == base.content.fingerprint,
            cards=[card for card in cards_of(new.content) if card != before.get(card["id"])],
            entries=_touched(every, wanted, open),
            layout=[replace(one, fields=[]) for one in every] if moved else [],
            words=in_words(Changes(game, []), new),
            stale=_stale(new),
        )

    def room(self, game: Game, wanted: Sequence[Change], open: str) -> RoomFacts:
        """Whether the loader takes a copy of an entry, and the game without it, beside other changes."""
        try:
            found = room(made(game, wanted), open)
        except CardError:  # a draft that is not whole yet, or a table that is no card
            return RoomFacts("", "", "")
        return RoomFacts(found.path, found.copy, found.remove)

    def _refused(self, game: Game, wanted: Sequence[Change], open: str, problem: CardError) -> Checked:
        """A refusal: with what the loader had asked before it refused, and the rest as it was."""
        base = self.base(game)
        half = _entries(game, problem.file, base.prints) if problem.file else []
        found = [_filled(one, base.entries[one.path]) for one in half if one.path in base.entries]
        text = re.sub(r"^[\w.-]+\.toml(?:, line \d+)?: ", "", str(problem))
        touched = _touched(found or list(base.entries.values()), wanted, open)
        return Checked(False, text, problem.path, "", False, [], touched, [], [], [])


def _filled(half: EntryFacts, whole: EntryFacts) -> EntryFacts:
    """An entry of which the loader has read a part."""
    found = {field.path: field for field in half.fields}
    kept = [found.pop(field.path, field) for field in whole.fields]
    return replace(half, fields=[*kept, *found.values()])


def cards_of(content: Content) -> list[Any]:
    """The cards as views show them."""
    return shown(content)


def targets(game: Game) -> list[str]:
    """What can be aimed at in a game, the usual first."""
    duels = ["matchups within 40..60", "matchups within 45..55"] if game.characters else []
    return [*duels, "seats within 45..55"]


def _touched(every: list[EntryFacts], wanted: Sequence[Change], open: str) -> list[EntryFacts]:
    """The entries that changes are about, and the one that is open."""
    paths = [f"{path}." for path in (open, *(change.path for change in wanted))]
    return [one for one in every if any(path.startswith(f"{one.path}.") for path in paths)]


def _prints(entries: dict[str, tuple[str, int]], content: Content) -> dict[tuple[str, int], list[int]]:
    """The cards that an entry prints, from the entries of their codes."""
    numbers: dict[str, list[int]] = {}
    for number, card in enumerate(content.cards):
        numbers.setdefault(card.code, []).append(number)
    found: dict[tuple[str, int], list[int]] = {}
    for code, entry in entries.items():
        found.setdefault(entry, []).extend(numbers.get(code, []))
    return found


def _entries(game: Game, file: Any, prints: dict[tuple[str, int], list[int]]) -> list[EntryFacts]:
    places: dict[str, list[int]] = {}
    counted: dict[str, int] = {}
    for path, kind, _ in entries(file):
        number = counted[kind] = counted.get(kind, -1) + 1
        places[path] = prints.get((kind, number), [])
    return [_entry(one, places.get(one.path, [])) for one in schema(game, file)]


def _entry(one: Editables, cards: list[int]) -> EntryFacts:
    return EntryFacts(one.path, one.kind, one.name, cards, [_field(field) for field in one.fields])


def _field(one: Editable) -> FieldFacts:
    asked = one.asked
    return FieldFacts(
        key=one.key,
        path=one.path,
        kind=asked.kind,  # type: ignore[arg-type]
        least=asked.least,
        most=asked.most,
        words=[Word(word, one.words.get(word, "")) for word in asked.words],
        default=asked.default,
        value=one.value,
        means=one.means,
        tables=[[_field(inner) for inner in table] for table in one.tables],
        reads=list(one.reads),
    )


def _stale(new: Changes) -> list[Stale]:
    """Texts that still name a number that was changed, with the new one in its place where there is one."""
    found: dict[str, Stale] = {}
    for one in new.changed:
        text = one.place.entry.get("text")
        if not isinstance(text, str) or not isinstance(one.old, int) or isinstance(one.old, bool):
            continue
        named = re.findall(NUMBER.format(one.old), text)
        if named and one.place.inside != ("text",):
            better = re.sub(NUMBER.format(one.old), str(one.new), text) if len(named) == 1 else text
            entry = one.place.path.removesuffix("." + ".".join(map(str, one.place.inside)))
            found[f"{entry}.text"] = Stale(f"{entry}.text", text, better)
    return list(found.values())
