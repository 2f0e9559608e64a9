"""Pages to read: rules and cards, for the command line and for the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core.language import word
from ..core.said import said

if TYPE_CHECKING:
    from ..core.cards import Card
    from ..core.rulebook import Rule


def rules_page(rules: Iterable[Rule], *, reason: bool = True) -> RenderableType:
    """Entries of a rulebook, by section: some belong to a variant that its section names."""
    parts: list[RenderableType] = []
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            parts.append(Text(f"\n{word(section)}" if parts else word(section), style="bold"))
        parts.append(rule_entry(rule, reason=reason))
    return Group(*parts)


def rule_entry(rule: Rule, *, reason: bool = True) -> RenderableType:
    """One entry: its number, its text, and why it reads so where the rulebook is silent."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, min_width=9)
    table.add_column()
    text = Text(word(rule.text))
    if rule.option:
        text.append(f" {word('(option {option})').format(option=rule.option)}", style="italic")
    if reason and rule.why:
        text.append("\n" + said("Decided here: {why}", why=rule.why).words, style="dim")
    table.add_row(Text(rule.id, style="cyan"), text)
    return Padding(table, (0, 0, 0, 2))


def cards_page(cards: Iterable[Card]) -> RenderableType:
    """Cards with all that they say."""
    table = Table(box=None, pad_edge=False)
    table.add_column(word("code"), no_wrap=True)
    table.add_column(word("card"), no_wrap=True)
    table.add_column(word("what it says"))
    for card in cards:
        tint = card.facts.get("tint", "")
        said = Text(card.figures, style="bold")
        if card.figures and card.text:
            said.append("\n")
        said.append(card.text, style="not bold")
        name = Text(card.name)
        if card.kind:
            name.append(f"\n{card.kind}", style="dim")
        table.add_row(Text(card.code, style=f"bold {tint}".strip()), name, said)
    return table
