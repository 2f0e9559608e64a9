"""``bestiary sets ...``: card sets made, checked, compared, handed on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import AsJson, GameName, console, print_json

if TYPE_CHECKING:
    from ..core.sets import CardSet

app = typer.Typer(
    name="sets",
    help="Card sets: named changes to a game's cards, to play, study, compare and share.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Named = Annotated[
    str, typer.Argument(metavar="SET", help="A set by its name (weak-wolf, weak-wolf@1) or file.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="A change, cards.wolf.power=22, 'copy host.surgeon as NAME' or 'remove host.surgeon'; "
        "may be repeated.",
    ),
]
Notes = Annotated[str, typer.Option("--notes", help="What it is for.")]


@app.callback()
def alone(context: typer.Context) -> None:
    """Lists the sets that are kept where no command is named."""
    if context.invoked_subcommand is None:
        kept()


def say(text: str) -> None:
    """A line for people."""
    console().print(text, markup=False, soft_wrap=True)


@app.command("list")
def kept(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only those of a game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the sets that are kept."""
    from ..core import sets

    found = [one for _, one in sets.kept(game)]
    if as_json:
        print_json([facts(one) for one in found])
        return
    for one in found:
        many = f"{len(one.changes)} change{'s' * (len(one.changes) != 1)}"
        say(f"{one.slug}: {one.title}, {one.game}, {many}{f': {one.notes}' if one.notes else ''}")
    if not found:
        say(f"There are no sets in {sets.folder()} yet; bestiary sets new makes one.")


def facts(one: CardSet) -> dict[str, object]:
    """A set for programs."""
    told = [{"path": c.change.path, "change": str(c.change), "note": c.note} for c in one.changes]
    return {
        "slug": one.slug, "game": one.game, "name": one.name, "version": one.version,
        "author": one.author, "notes": one.notes, "changes": told,
    }  # fmt: skip


@app.command("new")
def new(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it, such as 'Weak Wolf'.")],
    changes: Sets = None,
    author: Annotated[str, typer.Option("--author", help="Who made it.")] = "",
    notes: Notes = "",
) -> None:
    """Make a set and keep it."""
    from ..core import sets
    from ..core.changes import parse
    from ..core.errors import CardError
    from ..core.registry import load

    listed = tuple(sets.SetChange(parse(text)) for text in changes or ())
    made = sets.CardSet(load(game).name, name.strip(), 1, author, notes, listed)
    if not sets.SLUG.fullmatch(made.slug):
        raise CardError(f"A set needs a name with letters or digits in it, not '{name}'.")
    say(f"{made.title}: {sets.keep(made)}")


@app.command("change")
def change(name: Named, changes: Sets = None, notes: Notes = "") -> None:
    """Add changes to a set, as its next version; the one before stays, as SET@VERSION."""
    from ..core import sets

    made = sets.changed(sets.read(sets.find(name)), changes or (), notes)
    say(f"{made.title}: {sets.keep(made)}")


@app.command("show")
def show(name: Named, as_json: AsJson = False) -> None:
    """Show a set: its file, and what it changes, in words."""
    from ..core import sets
    from ..core.changes import Changes
    from ..core.differing import in_words

    one = sets.read(sets.find(name))
    made = one.made()
    lines = in_words(Changes(made.game, []), made)
    if as_json:
        print_json(facts(one) | {"words": lines, "cards": made.content.fingerprint})
        return
    say(one.text())
    for line in lines + made.stale():
        say(line)


@app.command("check")
def check(name: Named) -> None:
    """Check a set with the loader that checks every card file; what is wrong is refused at its field."""
    from ..core import sets

    one = sets.read(sets.find(name))
    made = one.made()
    many = f"{len(made.changed)} place{'s' * (len(made.changed) != 1)}"
    say(f"{one.title} fits {made.game.name}: {many} changed, cards {made.content.fingerprint}.")
    for line in made.stale():
        say(line)


@app.command("diff")
def diff(
    first: Named,
    second: Annotated[
        str | None, typer.Argument(metavar="[SET]", help="Another set; the game's own cards by default.")
    ] = None,
) -> None:
    """Say in words what differs from the first set, or the game's own cards, to the second one."""
    from ..core import sets
    from ..core.changes import Changes
    from ..core.differing import in_words
    from ..core.errors import CardError

    one = sets.read(sets.find(first)).made()
    if second is None:
        old, new = Changes(one.game, []), one
    else:
        old, new = one, sets.read(sets.find(second)).made()
    if old.game.name != new.game.name:
        raise CardError(f"These are sets of two games: {old.game.name} and {new.game.name}.")
    lines = in_words(old, new)
    for line in lines or ["No difference: to the rules and to readers these are the same cards."]:
        say(line)


@app.command("export")
def export(
    name: Named,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole card file with the changes made, not the set.")
    ] = False,
) -> None:
    """Write a set to a file, to hand on."""
    from ..core import sets
    from ..core.errors import CardError

    one = sets.read(sets.find(name))
    text = sets.toml(one.made().file.data) if whole else one.text()
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise CardError(f"{file} cannot be written: {problem.strerror}") from None
    say(f"{one.title}: {file}")


@app.command("import")
def import_(file: Annotated[Path, typer.Argument(metavar="FILE", help="A set that somebody wrote.")]) -> None:
    """Check a set from a file and keep it."""
    from ..core import sets

    one = sets.read(file)
    say(f"{one.title}: {sets.keep(one)}")
