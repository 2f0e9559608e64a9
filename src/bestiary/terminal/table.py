"""The loop of a match at one screen: people in turn, machines, help, undo, and no loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..agents import Agent, make_agent
from ..agents.base import chosen, is_own
from ..agents.hasty import Hasty
from ..agents.hint import advised
from ..core import language
from ..core.cards import found
from ..core.driver import is_plain
from ..core.errors import BestiaryError, IllegalAction
from ..core.events import mask
from ..core.record import same
from ..core.rng import mixed
from ..core.said import Listed, said
from ..core.starting import of
from ..core.words import result
from . import guided, help, keep
from .keep import Keeper
from .moves import Choices
from .pages import cards_page, rules_page
from .screen import Position, Screen
from .seats import RANDOM, Seat

if TYPE_CHECKING:
    from ..core.match import Match

ASK = language.phrase("a number, or e.g. {move}; ? for help")
SPECTATOR = -1
BAR = 12  # signs
LUCK = 4711  # keeps the choices of machines apart from the streams of the game


class Quit(Exception):
    """Somebody leaves the table."""


def opening(match: Match) -> str:
    """What the first screen says of the table, where there are several with a name for so many players."""
    game, players = match.game, match.seats
    if match.history or len(game.presets_for(players)) < 2:
        return ""
    name, best = game.called(match.options), game.recommended(players)
    lines = []
    if name:
        lines.append(said("Table: {name}. {about}", name=name, about=game.preset(name).about).words)
    if best and best != name:
        about = game.preset(best).about
        recommended = "Recommended for {n}: {name} (--table {name}). {about}"
        lines.append(said(recommended, n=players, name=best, about=about).words)
    return " ".join(lines)


class Table:
    """A match at this screen."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        screen: Screen,
        keeper: Keeper,
        looks: Mapping[str, str] | None = None,
        guide: guided.Guided | None = None,
    ) -> None:
        self.match = match
        self.guide = guide
        self.looks = dict(looks or {})  # how the board is drawn
        self.seats = list(seats)
        self.screen = screen
        self.keeper = keeper
        self.people = [i for i, seat in enumerate(seats) if seat.human]
        self.looking = self.people[0] if len(self.people) == 1 else None  # who is at the screen
        self.known = dict.fromkeys(range(len(seats)), 0)  # entries that each person has been shown
        for n, entry in enumerate(match.history):
            self.known[entry.seat] = n
        self.notice = ""
        self.opening = opening(match)
        # answers that were the only ones, since the last that was chosen: who may know them, and the words
        self.given: list[tuple[int, str]] = []
        self.agents: dict[str, Agent] = {}
        self.luck = int(mixed(np.uint64(match.seed), LUCK))

    def run(self) -> None:
        """Plays until the match ends or somebody quits; the match is kept either way."""
        self.keeper.write()
        self.screen.open()
        try:
            while True:
                if self.match.game_over:
                    self.after_the_game()
                    continue
                asked = self.match.asked
                person = next((seat for seat in asked if seat in self.people), None)
                if self.looking in asked:  # of several who may answer, whoever is there already
                    person = self.looking
                if person is None:
                    self.machine(asked[0])
                else:
                    self.person(person)
        except (Quit, EOFError):
            pass
        finally:
            self.screen.close()
            self.keeper.write()

    # ---- machines --------------------------------------------------------------------------

    def machine(self, seat: int) -> None:
        """A machine answers, from what its seat may know."""
        match = self.match
        if self.guide is not None and self.guide.walk.guiding:
            match.play(self.guide.walk.reply(seat), seat)
            self.keeper.write()
            return
        hidden = match.engine.hidden(match.state, seat)
        seed = int(mixed(np.uint64(self.luck), len(match.history)))
        match.play(chosen(self.agent(seat), hidden, seat, seed, match.legal()), seat)
        self.keeper.write()

    def agent(self, seat: int) -> Agent:
        """The machine that answers for a seat; its luck has nothing to do with that of the game."""
        kind = self.seats[seat].kind
        if is_plain(self.match.game) and is_own(kind) and kind != RANDOM:
            return Hasty(self.match.game, self.match.content, kind)  # until all is compiled
        if kind not in self.agents:
            self.agents[kind] = make_agent(kind, self.match.game, self.match.content)
        return self.agents[kind]

    # ---- people ----------------------------------------------------------------------------

    def person(self, seat: int) -> None:
        """A person answers, or types a command."""
        choices = Choices(self.match, seat)
        if self.only_one(self.match.legal()):
            self.answer(choices)
            return
        if self.looking != seat:
            if self.secret(seat):
                self.screen.hand_over(self.match.names[seat])
            self.looking = seat
        self.show(seat, choices, language.word(ASK).format(move=choices.moves[-1].notation))
        typed = " ".join(self.screen.ask().split())
        try:
            if not self.play(choices, typed):
                self.command(seat, choices, typed)
        except BestiaryError as problem:
            self.notice = str(problem)

    def only_one(self, legal: Sequence[int]) -> bool:
        """Whether there is nothing to choose, nor to confirm."""
        return len(legal) == 1 and not self.match.game.actions.verb(legal[0]).confirms

    def secret(self, seat: int) -> bool:
        """Whether a person at this screen knows anything that another one may not."""
        hidden = self.match.engine.hidden(self.match.state, seat)
        others = (self.match.engine.hidden(self.match.state, p) for p in self.people if p != seat)
        return any(not same(hidden, other) for other in others)

    def answer(self, choices: Choices) -> None:
        """Gives the only answer there is, and says so."""
        (move,) = choices.moves
        who = "" if len(self.people) == 1 else f"{self.match.names[choices.seat]}: "
        self.given.append((move.meaning.see | 1 << choices.seat, f"{who}{move.sentence}"))
        self.match.play(move.action, choices.seat)
        self.keeper.write()

    def play(self, choices: Choices, typed: str) -> bool:
        """Plays what was typed, if it is a move."""
        move = choices.find(typed)
        if move is None:
            return False
        if self.guide is not None:
            self.guide.check(move.action)
        self.known[choices.seat] = len(self.match.history)
        self.given.clear()
        self.match.play(move.action, choices.seat)
        self.keeper.write()
        return True

    def show(self, seat: int, choices: Choices | None, hint: str, result: str = "") -> None:
        """Draws the table as a seat sees it."""
        match = self.match
        view = match.view(seat)
        view |= {"names": list(match.names), "looks": self.looks}
        story = match.story(seat)
        fresh = len(match.story(seat, since=min(self.known.get(seat, 0), len(match.history))))
        title = language.word(match.game.title)
        title = title if seat < 0 else f"{title}: {match.names[seat]}"
        title += self.strength()
        notice = self.notice or self.keeper.problem
        self.notice = ""
        alone = tuple(words for see, words in self.given if see & mask(seat))
        made = "Only one choice, made for you: {choices}."
        given = said(made, choices=Listed(alone, "; ", "; ")).words if alone else ""
        board = match.game.board(view)
        opening = self.guide.said(seat) if self.guide is not None and choices is not None else self.opening
        self.screen.position(
            Position(
                title, board, story, fresh, choices, notice, hint, result, view["prompt"], given, opening
            )
        )
        self.opening = ""

    def strength(self) -> str:
        """How far a game is that is compiled meanwhile, as a bar."""
        begun = of(self.match.game)
        if begun is None or begun.ended.is_set() or begun.failed:
            return ""
        full = round(begun.share * BAR)
        return f"   {language.word('up to full strength')} {'=' * full}{'-' * (BAR - full)} {begun.share:.0%}"

    # ---- commands --------------------------------------------------------------------------

    def command(self, seat: int, choices: Choices | None, typed: str) -> None:
        """What can be typed besides a move."""
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if not typed:
            return
        if typed.startswith("?") or word == "help":
            self.help(choices, typed[1:].strip() if typed.startswith("?") else rest)
        elif word in ("quit", "exit", "q"):
            raise Quit
        elif word == "undo":
            self.undo(seat)
        elif word == "save":
            self.save(rest)
        elif word == "rules":
            self.rules(rest)
        elif word == "cards":
            self.cards(rest)
        elif word == guided.WORD and self.guide is not None:
            self.guide.take_up()
            self.keeper.write()
        elif word == "log":
            self.log(seat)
        elif word == "hint":
            self.hint(seat, choices)
        elif word == "resign":
            self.resign(seat)
        elif choices is not None and word in choices.verbs and not rest:
            self.screen.page(choices.full(word))
        elif choices is not None:
            self.refuse(choices, typed)
        else:
            raise BestiaryError(
                said("'{typed}' means nothing here; ? lists what you can type.", typed=typed).words
            )

    def refuse(self, choices: Choices, typed: str) -> None:
        """A move that is not legal: the rule that forbids it, or that there is no such move."""
        action = choices.illegal(typed)
        rule = choices.why(action) if action is not None else choices.barred(typed)
        if rule:
            raise IllegalAction(rule, self.match.game.rulebook.rules[rule].text, typed)
        if typed.isdigit():
            last = len(choices.moves)
            raise BestiaryError(
                said("There is no move {n}; the moves are 1 to {last}.", n=typed, last=last).words
            )
        verb = typed.split()[0].lower()
        if verb in choices.verbs:
            alone = "There is no move '{typed}' here; {verb} alone lists its moves."
            raise BestiaryError(said(alone, typed=typed, verb=verb).words)
        raise BestiaryError(
            said("There is no move '{typed}' here; ? lists what you can type.", typed=typed).words
        )

    def help(self, choices: Choices | None, about: str) -> None:
        """Help in general, or about a move."""
        meant = help.explained(self.match, about) if about else None
        if meant is not None:
            self.screen.page(meant)
        elif about and choices is not None:
            self.screen.page(help.behind(self.match, choices, about))
        else:
            self.screen.page(help.general(self.match, choices))

    def undo(self, seat: int) -> None:
        """Takes back: one entry under the table's policy; with free undo, one of a person."""
        match = self.match
        if match.free_undo:
            mine = [n for n, entry in enumerate(match.history) if entry.seat in self.people]
            if not mine:
                raise BestiaryError(language.word("There is nothing to take back."))
            match.rewind(mine[-1])
        else:
            match.undo(seat)
            while match.history and match.asked and self.only_one(match.legal()) and match.can_undo(seat):
                match.undo(seat)  # an answer that was the only one would be given again at once
        self.given.clear()
        self.known = {p: min(n, len(match.history)) for p, n in self.known.items()}
        self.keeper.write()
        self.notice = language.word("Taken back.")

    def save(self, name: str) -> None:
        """Writes the match to a file of a chosen name."""
        if not name:
            raise BestiaryError(language.word("Say where: save FILE."))
        path = Path(name).expanduser()
        keep.check_free(path, self.match)
        self.match.save(path)
        self.notice = said("Saved to {path}.", path=str(path)).words

    def rules(self, words: str) -> None:
        """Searches the rulebook."""
        found = self.match.game.rulebook.search(words.split())
        if not found:
            raise BestiaryError(said("No rule has the words '{words}'.", words=words).words)
        self.screen.page(rules_page(found))

    def cards(self, words: str) -> None:
        """Searches the cards."""
        match = self.match
        shown = found(match.game.readable(match.content, match.options), words.split())
        if not shown:
            raise BestiaryError(said("No card of this table has the words '{words}'.", words=words).words)
        self.screen.page(cards_page(shown))

    def log(self, seat: int) -> None:
        """All that the seat has seen happen."""
        self.screen.page("\n".join(self.match.story(seat)) or language.word("Nothing has happened yet."))

    def hint(self, seat: int, choices: Choices | None) -> None:
        """What a machine would do, and why, from what the seat may know."""
        if choices is None:
            raise BestiaryError(language.word("There is nothing to decide."))
        if len(self.people) > 1 and not self.match.game.team:
            raise BestiaryError(language.word("Hints are for games against machines."))
        match = self.match
        hidden = match.engine.hidden(match.state, seat)
        seed = int(mixed(np.uint64(self.luck), len(match.history)))
        named = {move.action: move for move in choices.moves}
        if is_plain(match.game):
            guess = Hasty(match.game, match.content, "master").choose(hidden, seat, seed)
            first = "Hint: {n} {move}. A first guess: the game is not compiled yet."
            self.notice = said(first, n=named[guess].number, move=named[guess].sentence.rstrip(".")).words
            return
        hint = advised(match.game, match.content, hidden, seat, seed)
        other = named[hint.next].sentence.rstrip(".") if hint.next in named else ""
        move = named[hint.action]
        why = hint.text(other)
        self.notice = said(
            "Hint: {n} {move}. {why}", n=move.number, move=move.sentence.rstrip("."), why=why
        ).words

    def resign(self, seat: int) -> None:
        """A person gives up, once asked again."""
        self.notice = said("{name}, do you resign? Type yes.", name=self.match.names[seat]).words
        self.show(seat, None, "")
        if self.screen.ask().strip().lower() == "yes":
            self.match.resign(seat)
            if self.match.game.team and self.people == [seat]:  # machines do not go on alone
                for other in range(self.match.seats):
                    if not self.match.over and other != seat:
                        self.match.resign(other)
            if not self.match.over:  # the others play on, with a machine in the empty seat
                self.seats[seat] = Seat(RANDOM, f"{RANDOM.title()} {seat + 1}")
                self.match.substitute(seat, self.seats[seat].name)
                self.people.remove(seat)
                self.looking = None if len(self.people) > 1 else next(iter(self.people), None)
            self.keeper.write()

    # ---- the end ---------------------------------------------------------------------------

    def after_the_game(self) -> None:
        """The end of a game: the result, and the next game of the match if there is one."""
        match = self.match
        seat = self.people[0] if len(self.people) == 1 else SPECTATOR
        hint = (
            language.word("next, log, save FILE or quit")
            if match.more
            else language.word("log, save FILE or quit")
        )
        self.show(seat, None, hint, result(match, None if seat < 0 else seat))
        typed = " ".join(self.screen.ask().split())
        try:
            if match.more and typed.lower() in ("next", "n", ""):
                match.next_game()
                self.known = dict.fromkeys(self.known, len(match.history))
                self.looking = self.looking if len(self.people) == 1 else None
                self.keeper.write()
            elif not typed:
                raise Quit
            elif typed.lower() == "resign":
                raise BestiaryError(language.word("The game has ended."))
            else:
                self.command(seat, None, typed)
        except BestiaryError as problem:
            self.notice = str(problem)
