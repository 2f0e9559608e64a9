"""The page: everything in one file, nothing from elsewhere, the same bytes for the same data."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from . import cards, examples, playing, skill, strengths, team, winning
from .context import Context, Section
from .faces import faced
from .faces import origin as whose
from .html import Markup, Piece, join, tag
from .names import Names
from .say import count, listed, percent, plain, span
from .tables import notes

SECTIONS: tuple[Callable[[Context], Section | None], ...] = (
    team.parties,
    winning.seats,
    winning.matchups,
    cards.cards,
    team.carried,
    strengths.strengths,
    playing.lengths,
    winning.endings,
    playing.choices,
    playing.fortune,
    team.hope,
    skill.luck,
    skill.agents,
)
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"  # asks nobody for anything
)
FACTS = (
    ("game", "Game"),
    ("set", "Card set"),
    ("cards", "Cards, fingerprint"),
    ("code", "Code, fingerprint"),
    ("agents", "Agents"),
    ("options", "Options"),
    ("vary", "Options that take turns"),
    ("forbid", "Forbidden to the first agent"),
    ("seed", "Seed"),
    ("asked", "Games asked for"),
    ("games", "Games planned, in whole deals"),
    ("every", "Decisions sampled, one in"),
    ("cards_every", "Games with rows of cards, one in"),
    ("watch", "Games watched throughout, one in"),
    ("command", "Command"),
)


def page(context: Context) -> str:
    """The whole page."""
    sections = [made for write in SECTIONS if (made := write(context))] if context.facts["games"] else []
    title = f"{context.names.title}: a report from the laboratory"
    end = tag("section", tag("h2", "Where this comes from"), origin(context), id="origin")
    return document(
        context.names,
        title,
        _top(context, title, sections),
        tag("main", [_section(section) for section in sections], _examples(context)),
        tag("footer", end),
    )


def document(names: Names, title: str, *body: Piece) -> str:
    """A whole document around its body, with the faces of the cards that it names."""
    told = join(*body)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(asset("page.css"))),
    )
    drawn = faced(names, told)
    scripts = ["page.js", *(["faces.js"] if drawn else [])]
    inside = tag("body", told, drawn, [tag("script", Markup(asset(name))) for name in scripts])
    return f"<!doctype html>\n{tag('html', head, inside, lang='en')}\n"


def asset(name: str) -> str:
    """A file that goes into the page as it is."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _top(context: Context, title: str, sections: list[Section]) -> Markup:
    facts = context.facts
    if not facts["games"]:
        return tag("header", tag("h1", title), tag("p", "There are no games in these data yet."))
    players = f"{context.seats} seats" if context.seats > 1 else "one seat"
    planned = context.manifest.get("games")
    short = isinstance(planned, int) and planned > facts["games"]
    part = f" (of {count(planned)} planned)" if short else ""
    own = f" with the card set {context.manifest['set']}" if context.manifest.get("set") else ""
    under = (
        f"{count(facts['games'])} games{part} of {context.names.game}{own} on {count(facts['deals'])} deals, "
        f"{players}, played by {listed(list(context.agents))}."
    )
    found = [
        tag("li", tag("b", tag("a", section.title, href=f"#{section.key}"), ". "), section.found)
        for section in sections
        if section.headline
    ]
    links = [tag("li", tag("a", section.title, href=f"#{section.key}")) for section in sections]
    if context.shown is not None:
        links.append(tag("li", tag("a", "Example games", href="#examples")))
    links.append(tag("li", tag("a", "Where this comes from", href="#origin")))
    return join(
        tag(
            "header",
            tag("h1", title),
            tag("p", under, cls="under"),
            _tiles(context),
            tag("h2", "In short"),
            tag("ul", found, cls="found"),
            _reading(context),
        ),
        tag("nav", tag("ul", links), aria_label="Sections"),
    )


def _tiles(context: Context) -> Markup:
    facts = context.facts
    length, branching = context.one("length_summary"), context.one("branching")
    tiles = [(count(facts["games"]), f"games, {count(facts['decisions'])} decisions")]
    if context.shared:
        rows = context.rows("parties")
        won = sum(row["wins"] for row in rows) / max(1, sum(row["games"] for row in rows))
        tiles.append((percent(won), "of the games are won"))
    else:
        first = context.rows("seats")[0]
        tiles.append((percent(first["share"]), f"won by seat 1 ({span(first['low'], first['high'])})"))
    tiles.append(
        (f"{length['q50']:.0f}", f"decisions at the median, {length['q05']:.0f} to {length['q95']:.0f}")
    )
    if branching["choices"] is not None:
        tiles.append((plain(branching["choices"]), "choices at a decision"))
        tiles.append((percent(branching["forced"], 0), "of the decisions are forced"))
    turns = context.rows("lead_changes")
    if turns and not context.shared:
        mean = sum(row["turning"] * row["games"] for row in turns) / sum(row["games"] for row in turns)
        tiles.append((plain(mean), "lead changes a game"))
    return tag(
        "div",
        [tag("div", tag("b", big), tag("span", small), cls="tile") for big, small in tiles],
        cls="tiles",
    )


def _reading(context: Context) -> Markup:
    return tag(
        "details",
        tag("summary", "How to read this page"),
        notes(
            "Intervals hold the truth with 95% confidence: of twenty, one misses it. Shares have Wilson's; "
            "where one deal was played several times, those games are alike, and the interval is wider.",
            "Clear means that the interval leaves out the value in question; unclear means only that more "
            "games are needed, not that there is no difference.",
            f"All of it is how {listed(list(context.agents))} plays. Other players may meet another game.",
            "Every table is sorted by the button in its heading; pictures tell nothing by colour alone.",
        ),
    )


def _section(section: Section) -> Markup:
    return tag(
        "section",
        tag("h2", section.title),
        tag("p", section.found, cls="lead"),
        section.body,
        id=section.key,
    )


def _examples(context: Context) -> Markup | None:
    if context.shown is None:
        return None
    lead = "Some games stand behind the numbers above. Here they are, with all cards open."
    if not context.examples:
        lead = "Games stand behind the numbers above; a number leads to the command that shows its game."
    return tag(
        "section",
        tag("h2", "Example games"),
        tag("p", lead, cls="lead"),
        examples.chapter(context.examples, context.folder),
        id="examples",
    )


def origin(context: Context) -> Markup:
    """Where the data come from."""
    rows: list[Piece] = []
    for key, name in FACTS:
        told = _told(context.manifest.get(key))
        if told:
            rows += [tag("dt", name), tag("dd", told)]
    for name, told in whose(context.names).items():
        rows += [tag("dt", name), tag("dd", told)]
    if not rows:
        rows = [tag("dt", "Data"), tag("dd", "played in memory, without a manifest")]
    return tag("dl", rows)


def _told(value: Any) -> str:
    if value is None or value == {} or value == []:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int | float):
        return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_told, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}={_told(inner)}" for key, inner in value.items())
    return json.dumps(value, sort_keys=True)
