"""A guided first game in a terminal: what the guide says above the moves, and what it thinks of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from ..core.errors import BestiaryError
from ..core.language import word
from ..core.said import said
from ..guide.primer import TITLES

if TYPE_CHECKING:
    from ..guide import Guide, Term, Walk

WORD = "guide"  # takes the guide up again


class Guided:
    """The guide at a terminal's table."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.strayed = -1  # a move off the way that was explained; typed again it is played

    def said(self, seat: int) -> str:
        """What the guide says to a seat now."""
        if seat != self.walk.guide.seat:
            return ""
        now = self.walk.now()
        pages = [f"{page.say} ({', '.join(page.rules)})" if page.rules else page.say for page in now.pages]
        if now.state == "asking":
            head = said("Guide, move {step} of {of}", step=now.step, of=now.of).words
            return "\n".join([head, *pages])
        if now.state == "left" and not pages:
            return said("You have left the guide; {word} takes you back to it.", word=WORD).words
        return "\n".join([word("Guide"), *pages]) if pages else ""

    def check(self, action: int) -> None:
        """Explains a move that leads off the way, once; whoever insists leaves the guide."""
        now = self.walk.now()
        strayed, self.strayed = self.strayed, -1
        if now.state == "asking" and now.moves and action not in now.moves and action != strayed:
            self.strayed = action
            raise BestiaryError(said("{off} Type your move again to play it anyway.", off=now.off).words)

    def take_up(self) -> None:
        """Goes back to where the guide was left."""
        left = self.walk.left
        if left < 0 or self.walk.match.history[left].kind != "action":
            raise BestiaryError(word("You have not left the guide."))
        self.walk.match.rewind(left)


def short_page(guide: Guide) -> RenderableType:
    """The rules in two minutes."""
    parts: list[RenderableType] = []
    for part, short in guide.short.items():
        parts += [Text(word(TITLES[part]), style="bold"), Text(word(short.say)), _cited(short.rules), Text()]
    for picture in guide.pictures:
        parts += [Text(f"* {word(picture.say)}"), _cited(picture.rules)]
    return Group(*parts)


def terms_page(terms: list[Term]) -> RenderableType:
    """Words of the game, and what they mean."""
    parts: list[RenderableType] = []
    for term in terms:
        parts.append(Text(word(term.word), style="bold").append(f"  {word(term.text)}", style="not bold"))
        parts.append(_cited(term.rules))
    return Group(*parts)


def _cited(rules: tuple[str, ...]) -> Text:
    return Text(f"  {', '.join(rules)}", style="dim")
