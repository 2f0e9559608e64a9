"""Help at the table: the commands, what is asked, and the rule behind a move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.errors import BestiaryError
from ..core.language import phrase, word
from ..core.said import said
from ..guide import guide_of
from .guided import short_page, terms_page
from .pages import rule_entry, rules_page

if TYPE_CHECKING:
    from ..core.match import Match
    from .moves import Choices

# what is typed, which is the same in every language, and what it does
COMMANDS = (
    ("{number}", phrase("play move {number}")),
    ("{move}", phrase("play a move by its notation; the verb may be shortened")),
    ("{verb}", phrase("list the moves of a verb")),
    ("?", phrase("this page")),
    ("? {number}", phrase("the rules behind move {number}")),
    ("? {move}", phrase("the same by notation; for an illegal move, the rule that forbids it")),
    ("? WORD", phrase("what a word of the game means; ? words lists them all")),
    ("? short", phrase("the rules in two minutes")),
    ("rules WORDS", phrase("search the rulebook")),
    ("cards WORDS", phrase("search the cards")),
    ("log", phrase("all that happened, as you saw it")),
    ("hint", phrase("what the machine would do, and why")),
    ("undo", phrase("take back your last move, unless somebody saw it or chance decided")),
    ("save FILE", phrase("write the match to a file")),
    ("resign", phrase("give up")),
    ("quit", phrase("leave; the match is kept and can be resumed")),
)


def decision(match: Match) -> Mapping[str, Any] | None:
    """The entry of the rulebook for the question that is asked now."""
    phase = match.game.questions.name(int(match.state[0]["phase"])).lower()
    for entry in match.game.rulebook.decisions:
        if phase in re.split(r"[,\s]+", str(entry.get("phase", "")).lower()):
            return entry
    return None


def general(match: Match, choices: Choices | None) -> RenderableType:
    """``?`` alone: what is asked, what each verb does, and the commands."""
    parts: list[RenderableType] = []
    if choices is not None:
        question = match.game.questions.all[int(match.state[0]["phase"])]
        parts += [Text(word("What is asked"), style="bold"), Text(match.prompt())]
        if question.help:
            parts.append(Text(word(question.help), style="dim"))
        for verb in choices.verbs:
            parts.append(Text(f"  {verb}  ", style="cyan").append(explain(match, verb), style="default"))
        parts.append(Text())
    for summary in match.content.words.get("summary", ()):
        if summary:
            parts += [Text(word("Summary"), style="bold"), Text(word(summary)), Text()]
    parts.append(Text(word("Commands"), style="bold"))
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    last = choices.moves[-1] if choices is not None else None
    figures = {
        "number": str(last.number) if last else "1",
        "move": last.notation if last else word("a move"),
        "verb": last.meaning.verb if last else word("a verb"),
    }
    rows = {
        command.format(**figures): word(meaning).format(**figures) for command, meaning in reversed(COMMANDS)
    }
    for command, meaning in reversed(rows.items()):  # a verb without arguments is its own notation
        table.add_row(Text(f"  {command}", style="cyan"), meaning)
    parts.append(table)
    return Group(*parts)


def explain(match: Match, verb: str) -> str:
    """What a verb does, with the entries behind it."""
    found = match.game.actions.named(verb)
    help = word(found.help)
    return f"{help} ({', '.join(found.rules)})" if found.rules else help


def behind(match: Match, choices: Choices, typed: str) -> RenderableType:
    """The rules behind a move, legal or not."""
    move = choices.find(typed)
    if move is not None:
        verb = move.meaning.verb
        parts: list[RenderableType] = [
            Text(f"{move.number}  {move.notation}", style="bold cyan"),
            Text(said("{move}. You may play this now.", move=move.sentence.rstrip(".")).words),
            Text(f"{verb}: {explain(match, verb)}"),
            Text(),
            *_entries(match, verb),
        ]
        return Group(*parts)
    action = choices.illegal(typed)
    broken = choices.why(action) if action is not None else choices.barred(typed)
    if broken:
        return Group(
            Text(typed, style="bold cyan"),
            Text(said("It is refused by {rule}:", rule=broken).words),
            rule_entry(match.game.rulebook.rules[broken]),
        )
    verb = typed.split()[0].lower()
    if verb in {v.name for v in match.game.actions.verbs}:
        parts = [
            Text(said("There is no move '{typed}' here.", typed=typed).words),
            Text(f"{verb}: {explain(match, verb)}"),
        ]
        return Group(*parts, Text(), *_entries(match, verb))
    raise BestiaryError(
        said("There is no move '{typed}' here; ? lists what you can type.", typed=typed).words
    )


def explained(match: Match, about: str) -> RenderableType | None:
    """A word of the game, all of them, or the rules in two minutes; nothing where it is none of these."""
    guide = guide_of(match.game)
    if guide is None:
        return None
    if about.lower() == "short":
        return short_page(guide)
    if about.lower() == "words":
        return terms_page(list(guide.terms))
    term = guide.term(about)
    return terms_page([term]) if term is not None else None


def _entries(match: Match, verb: str) -> list[RenderableType]:
    """The entries behind a verb, and those of the question that is asked."""
    entry = decision(match)
    cited = [*match.game.actions.named(verb).rules, *map(str, entry.get("rules", ()) if entry else ())]
    rules = match.game.rulebook.rules
    return [rules_page((rules[id] for id in dict.fromkeys(cited) if id in rules), reason=False)]
