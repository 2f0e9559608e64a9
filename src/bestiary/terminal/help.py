"""Help at the table: the commands, what is asked, and the rule behind a move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.errors import BestiaryError
from .pages import rule_entry

if TYPE_CHECKING:
    from ..core.match import Match
    from .moves import Choices

COMMANDS = (
    ("12", "play move 12; Enter alone plays the only move"),
    ("attack V6 2", "play a move by its notation; the verb may be shortened"),
    ("attack", "list the moves of a verb"),
    ("?", "this page"),
    ("? 12", "the rules behind move 12"),
    ("? attack V6 2", "the same by notation; for an illegal move, the rule that forbids it"),
    ("rules WORDS", "search the rulebook"),
    ("cards WORDS", "search the cards"),
    ("log", "all that happened, as you saw it"),
    ("undo", "take the last move back, if nobody saw it and no chance decided"),
    ("save FILE", "write the match to a file"),
    ("resign", "give up"),
    ("quit", "leave; the match is kept and can be resumed"),
)


def decision(match: Match) -> Mapping[str, Any] | None:
    """The entry of the rulebook for the question that is asked now."""
    phase = match.game.questions.name(int(match.state[0]["phase"])).lower()
    for entry in match.game.rulebook.decisions:
        if phase in re.split(r"[,\s]+", str(entry.get("phase", "")).lower()):
            return entry
    return None


def general(match: Match, choices: Choices | None) -> RenderableType:
    """``?`` alone: the commands, and a summary of the phase."""
    parts: list[RenderableType] = []
    entry = decision(match)
    if entry is not None and choices is not None:
        parts += [Text("What is asked", style="bold"), Text(str(entry.get("when", "")))]
        for verb in choices.verbs:
            parts.append(
                Text(f"  {verb}  ", style="cyan").append(explain(match, entry, verb), style="default")
            )
        parts.append(Text())
    for summary in match.content.words.get("summary", ()):
        if summary:
            parts += [Text("Summary", style="bold"), Text(summary), Text()]
    parts.append(Text("Commands", style="bold"))
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for command, meaning in COMMANDS:
        table.add_row(Text(f"  {command}", style="cyan"), meaning)
    parts.append(table)
    return Group(*parts)


def explain(match: Match, entry: Mapping[str, Any] | None, verb: str) -> str:
    """What a verb does in a phase, in the rulebook's words where it has some."""
    for choice in _choices(entry):
        if isinstance(choice, Mapping) and choice.get("verb") == verb:
            legal, does = choice.get("legal", ""), choice.get("does", "")
            return f"{does} (legal: {legal})" if legal else str(does)
        if isinstance(choice, str) and re.match(rf"{re.escape(verb)}\b", choice):
            return choice
    say = next((v.say for v in match.game.actions.verbs if v.name == verb), verb)
    return re.sub(r"\{(\w+)\}", r"\1", say)


def behind(match: Match, choices: Choices, typed: str) -> RenderableType:
    """The rules behind a move, legal or not."""
    move = choices.find(typed)
    entry = decision(match)
    if move is not None:
        verb = move.meaning.verb
        parts: list[RenderableType] = [
            Text(f"{move.number}  {move.notation}", style="bold cyan"),
            Text(f"{move.sentence}. It is legal."),
            Text(f"{verb}: {explain(match, entry, verb)}"),
            Text(),
            *_entries(match, entry, verb),
        ]
        return Group(*parts)
    action = choices.illegal(typed)
    if action is not None:
        broken = choices.why(action)
        return Group(
            Text(typed, style="bold cyan"),
            Text(f"It is refused by {broken}:"),
            rule_entry(match.game.rulebook.rules[broken]),
        )
    verb = typed.split()[0].lower()
    if verb in {v.name for v in match.game.actions.verbs}:
        parts = [Text(f"There is no move '{typed}' here."), Text(f"{verb}: {explain(match, entry, verb)}")]
        return Group(*parts, Text(), *_entries(match, entry, verb))
    raise BestiaryError(f"There is no move '{typed}' here; ? alone lists what you can type.")


def _entries(match: Match, entry: Mapping[str, Any] | None, verb: str) -> list[RenderableType]:
    """The entries that a decision cites, those about the verb first."""
    if entry is None:
        return []
    cited: list[str] = []
    for choice in _choices(entry):
        if isinstance(choice, Mapping) and choice.get("verb") == verb:
            for line in choice.get("refuse", ()):
                cited += re.findall(r"[A-Z]{2,}-[\d.]+\d", line)
    cited += [str(id) for id in entry.get("rules", ())]
    rules = match.game.rulebook.rules
    return [rule_entry(rules[id], reason=False) for id in dict.fromkeys(cited) if id in rules]


def _choices(entry: Mapping[str, Any] | None) -> list[Any]:
    found = [] if entry is None else entry.get("choices", [])
    return found if isinstance(found, list) else [found]
