"""Saved matches: a small text file that a person can read, like PGN for chess.

Game and version, card fingerprint, options, seed and seats; then one line per entry with its
number, seat, notation and action id, a digest of the state every few entries, and the result. What
was played under rules that are no longer these can still be read: ``written``.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import words
from .errors import BestiaryError, OtherRules, SaveError, UnknownName
from .registry import load

if TYPE_CHECKING:
    from .cards import Content
    from .game import Game
    from .match import Match

HEAD = "Bestiary match record 1"
EVERY = 8  # entries between two digests
RESULT = "Result:"


def dumps(match: Match) -> str:
    """A match as text."""
    from .match import ACTION

    options = " ".join(f"{k}={str(v).lower()}" for k, v in match.options.items())
    lines = [
        HEAD,
        f"Game: {match.game.name}",
        f"Cards: {_cards(match)}",
        f"Options: {options}",
        f"Seed: {match.seed}",
        f"Seats: {' | '.join(match.first_names)}",
        "",
    ]
    replayed = match.copy()
    replayed.rewind(0)
    for n, entry in enumerate(match.history, 1):
        said = entry.name if entry.kind == ACTION else f"!{entry.kind} {entry.name}".rstrip()
        seat = "-" if entry.seat < 0 else str(entry.seat)
        mark = f"  #{entry.action}" if entry.kind == ACTION else ""
        lines.append(f"{n:>4} {seat} {said}{mark}")
        replayed._append(entry)
        if n % EVERY == 0:
            lines.append(f"   = {replayed.digest()}")
    if match.over:
        lines.append(f"{RESULT} {words.result(match)}")
    lines += [f"End: {len(match.history)} {match.digest()}", ""]
    return "\n".join(lines)


def _cards(match: Match) -> str:
    """The fingerprint of the cards, and their file where it is not the game's own."""
    content, own = match.content, match.game.content()
    same = content.fingerprint == own.fingerprint or content.source == own.source
    return content.fingerprint if same else f"{content.fingerprint} {content.source.name}"


def save(match: Match, path: Path) -> None:
    """Writes a match; never over a file that is foreign, damaged, or of another version."""
    if path.exists():
        try:
            there = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            there = ""
        if not there.startswith(HEAD):
            raise SaveError(f"{path} is not a Bestiary record; it is left as it is.")
        if there != match.written.get(path):  # what this match wrote itself is sound
            try:
                loads(there, str(path), match.content)
            except SaveError as problem:
                raise SaveError(f"{problem} It is left as it is.") from None
    text = dumps(match)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, path)
    except OSError as problem:
        raise SaveError(f"{path} cannot be written: {problem.strerror}.") from None
    match.written[path] = text


def read(path: Path, content: Content | None = None) -> Match:
    """Reads a match back, with the cards that it was played with where these are not the game's own."""
    return loads(_text(path), str(path), content)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SaveError(f"{path}: there is no such file.") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not a Bestiary record.") from None
    except OSError as problem:
        raise SaveError(f"{path} cannot be read: {problem.strerror}.") from None


@dataclass(frozen=True)
class Written:
    """A record as it was written, whether or not its rules are still played."""

    head: dict[str, str]
    moves: list[str]  # such as "Ann: place C10"
    result: str  # nothing where none was written


def written(path: Path) -> Written:
    """The head, the moves and the result of a record, without playing anything."""
    lines = _text(path).splitlines()
    head, at = _head(lines, str(path))
    names = dict(enumerate(head["Seats"].split(" | ")))
    moves, result = [], ""
    for line in map(str.strip, lines[at:]):
        first, _, rest = line.partition(" ")
        if first == RESULT:
            result = rest
        elif first.isdecimal():
            seat, _, said = rest.partition(" ")
            who = names.get(int(seat), f"Player {int(seat) + 1}") if seat.isdecimal() else ""
            said = said.rpartition("  #")[0] or said.removeprefix("!")
            moves.append(f"{who}: {said}" if who else said)
            if said.startswith("substitute ") and seat.isdecimal():
                names[int(seat)] = said.removeprefix("substitute ")
    return Written(head, moves, result)


def loads(text: str, source: str = "record", content: Content | None = None) -> Match:
    """A match from its text."""
    lines = text.splitlines()
    head, at = _head(lines, source)
    match = _begin(head, source, content)
    ended = False
    for number, line in enumerate(lines[at:], at + 1):
        if not line.strip():
            continue
        if ended:
            raise SaveError(f"{source}, line {number}: something stands after the end.")
        try:
            ended = _line(match, line.strip())
        except (BestiaryError, ValueError, IndexError) as problem:
            raise SaveError(f"{source}, line {number}: {problem}") from None
    if not ended:
        raise SaveError(f"{source} is cut off: the line 'End:' is missing.")
    return match


def _head(lines: list[str], source: str) -> tuple[dict[str, str], int]:
    """The headings of a record, and the line after them."""
    if not lines or lines[0].strip() != HEAD:
        raise SaveError(f"{source} is not a Bestiary record.")
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].strip():
        key, found, value = lines[at].partition(": ")
        if not found:
            raise SaveError(f"{source}, line {at + 1}: expected a heading such as 'Seed: 7'.")
        head[key] = value.strip()
        at += 1
    for key in ("Game", "Cards", "Options", "Seed", "Seats"):
        if key not in head:
            raise SaveError(f"{source}: the heading '{key}:' is missing.")
    return head, at


def _begin(head: dict[str, str], source: str, given: Content | None) -> Match:
    from .match import Match

    try:
        game = load(head["Game"].partition("-v")[0])
    except UnknownName as problem:
        raise SaveError(f"{source}: {problem}") from None
    named = dict(pair.split("=", 1) for pair in head["Options"].split() if "=" in pair)
    options = game.played(head["Game"], named)
    if options is None:
        raise OtherRules(
            f"{source} was played under {head['Game']}; this is {game.name}, whose rules differ, "
            "so it cannot go on; bestiary replay shows what was written."
        )
    content = _found(game, head["Cards"], source, given)
    try:
        seed = int(head["Seed"])
        names = dict(enumerate(head["Seats"].split(" | ")))
        return Match(game, options, seed, names, content)
    except (BestiaryError, ValueError) as problem:
        raise SaveError(f"{source}: {problem}") from None


def _found(game: Game, wanted: str, source: str, given: Content | None) -> Content:
    """The cards with the wanted fingerprint: those that were given, else the game's own, today's or older."""
    fingerprint, _, file = wanted.partition(" ")
    for content in (given, game.content(), game.content().older):
        if content is not None and content.fingerprint == fingerprint:
            return content
    tried = [f"{c.source.name} has {c.fingerprint}" for c in (given, game.content()) if c is not None]
    named = f"those of {file}" if file else "other cards"
    raise SaveError(
        f"{source} was played with {named} (fingerprint {fingerprint}; {', '.join(tried)}); "
        "say where they are: --cards FILE, or Match.load(path, content=...)."
    )


def _line(match: Match, line: str) -> bool:
    """Plays one line of a record; true for the last one."""
    from .match import ACTION, NEXT, RESIGN, SUBSTITUTE, TIMEOUT

    first, _, rest = line.partition(" ")
    if first == "=":
        _compare(match, rest)
        return False
    if first == RESULT:
        return False
    if first == "End:":
        count, _, digest = rest.partition(" ")
        if int(count) != len(match.history):
            raise SaveError(f"{count} entries were written, {len(match.history)} are there.")
        _compare(match, digest)
        return True
    if int(first) != len(match.history) + 1:
        raise SaveError(f"entry {len(match.history) + 1} was expected, not {first}.")
    seat, _, said = rest.partition(" ")
    if said.startswith("!"):
        kind, _, name = said[1:].partition(" ")
        holder = int(seat) if seat != "-" else -1
        if kind == RESIGN:
            match.resign(holder)
        elif kind == TIMEOUT:
            match.time_out(holder)
        elif kind == SUBSTITUTE:
            match.substitute(holder, name)
        elif kind == NEXT:
            match.next_game()
        else:
            raise SaveError(f"'{kind}' is no kind of entry.")
        return False
    name, _, action = said.rpartition("  #")
    number = int(action)
    if not 0 <= number < len(match.game.actions) or match.notation(number) != name:
        raise SaveError(f"'{name}' is not what action {action} means here: played under other rules?")
    match.play(number, int(seat))
    assert match.history[-1].kind == ACTION
    return False


def _compare(match: Match, digest: str) -> None:
    if digest.strip() != match.digest():
        raise SaveError(f"after entry {len(match.history)} the position differs from the one that was saved.")
