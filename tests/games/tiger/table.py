"""A table for tests: a war is laid out in the notation of the rulebook's examples and played.

    table = war("monkey monkey / crane crane", "crane crane / mantis mantis", chance="A1 monkey, D1 crane")
    table.choices                what the open question offers
    table.play("A look 2", chance="A2 crane, D2 mantis")
    table.battles, table.wins    winners per battle, battles won

Chance is forced: a die is given the top card that the list names, and streams are tried until tosses
and the rest come out as listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bestiary import Match
from bestiary.core.driver import Engine
from bestiary.core.events import seen
from bestiary.core.record import Records, readable
from bestiary.games.tiger import state as st
from bestiary.games.tiger.events import OUTCOMES
from bestiary.games.tiger.moves import ACTIONS, QUESTIONS, Q

from ..reading import read

A, D = "A", "D"
WINNERS = ("none", "A", "D", "both")
TRIES = 4000


def listed(text: str | Sequence[str]) -> list[str]:
    """A list, or one written with commas."""
    return [part.strip() for part in text.split(",") if part.strip()] if isinstance(text, str) else list(text)


def piles(text: str | Sequence[Sequence[str]]) -> list[list[str]]:
    """Piles, or a text with strokes between them."""
    return [part.split() for part in text.split("/")] if isinstance(text, str) else [list(p) for p in text]


TOLD = {  # the event that tells everybody, or at least whoever did it, of a choice
    "challenge": "",
    "number": "says",
    "wish_spot": "wishes",
    "wish_dice": "wishes",
    "silent": "wishes",
    "spot": "supplies",
    "dawn": "lays_dawn",
    "name": "names",
    "put": "puts",
    "concede": "concedes",
    "guess": "guesses",
    "merge_into": "merges",
    "peek": "peeks",
    "reshuffle": "reshuffles",
    "reroll": "rerolls",
    "look": "looks",
    "swap_second": "swaps",
    "destroy": "destroys",
    "draw_deck": "draws",
    "draw_from": "draws_from",
    "copy": "copies",
    "stop": "stops",
    "remove": "removes",
    "back_card": "takes_back",
    "steal_card": "steals",
    "bonus": "bonus",
    "gain": "exchanges",
    "pile": "takes_pile",
    "grab": "takes",
    "wish_card": "wants",
    "keep": "keeps",
    "discard": "discards",
    "give": "keeps",
    "pay_card": "pays",
}
ONE_PLACE = ("peek", "reroll", "look", "remove", "pile", "destroy", "draw_from")


def check_told(engine: Engine, states: Records, action: int, happened: list[Any]) -> None:
    """What somebody chooses is told first of all that happens, with who did it, what and where."""
    meaning = engine.meaning(states, action)
    kind = TOLD.get(meaning.verb, "")
    if not kind:
        return
    told = next((h for h in happened if h.kind == kind), None)
    assert told is not None, f"{meaning.verb} is not told"
    words = told.words
    seat = meaning.target if meaning.verb in ("give", "spot") else int(states["actors"][0]).bit_length() - 1
    if meaning.verb != "grab":  # a captain takes what a member has chosen
        assert words.get("seat", seat) == seat, f"{meaning.verb} is told of {words['seat']}"
    if meaning.card is not None and meaning.verb != "put":
        assert words.get("card", meaning.card) == meaning.card
    if meaning.number is not None and meaning.verb != "put":
        assert words.get("number", meaning.number) == meaning.number
    if meaning.verb in ONE_PLACE and meaning.target is not None:
        sided = "side" in words
        assert words["place"] == (meaning.target // 2 if sided else meaning.target)
        assert not sided or words["side"] == meaning.target % 2


def kinds() -> dict[str, int]:
    return {card.code: i for i, card in enumerate(Match("tiger").content.cards)}


KINDS = kinds()


def table(options: Mapping[str, object] | None = None, seed: int = 1) -> Table:
    """A new game, at its first question."""
    return Table(Match("tiger", options, seed=seed))


def decks(*hands: str, options: Mapping[str, object] | None = None, turn: int = 0) -> Table:
    """A game at the start of a turn, with these cards in the decks: 'crane*3 monkey'."""
    made = table({"players": len(hands), **(options or {})})
    made.give(*hands)
    made.start_turn(turn)
    return made


def war(
    attacker: str | Sequence[Sequence[str]],
    defender: str | Sequence[Sequence[str]],
    *,
    chance: str | Sequence[str] = (),
    choices: str | Sequence[str] = (),
    draw: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    owners: tuple[Sequence[int], Sequence[int]] | None = None,
    hands: Mapping[int, str] | None = None,
    named: str = "",
) -> Table:
    """A war whose dice lie on the table, played as far as the choices reach."""
    att, deff = piles(attacker), piles(defender)
    made = table(options)
    made.lay(att, deff, owners, dict(hands or {}), named)
    made.draws = list(draw)
    made.run(listed(choices), listed(chance), start=True)
    return made


class Table:
    """A match, and what has happened in the war that is fought on it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.battles: list[str] = []
        self.wins = (0, 0)
        self.war = ""
        self.bonus = 0
        self.draws: list[str] = []
        self.log: list[Any] = []
        self.met: list[str] = []  # the phases of all questions answered

    @property
    def s(self) -> Any:
        return readable(self.match.state[0])

    # ---- preparing -----------------------------------------------------------------------

    def give(self, *hands: str) -> None:
        """Deals these hands; the rest of the cards is the draw pile."""
        s = self.s
        for p in range(st.SEATS):
            s.deck[:] += s.hand[p]
            s.hand[p] = 0
            s.hand_n[p] = 0
        for p, hand in enumerate(hands):
            for word in hand.split():
                code, _, times = word.partition("*")
                for _ in range(int(times or 1)):
                    self._take(code)
                    s.hand[p, KINDS[code]] += 1
                    s.hand_n[p] += 1
        s.deck_n = int(s.deck.sum())
        self.match.prepare()

    def _take(self, code: str) -> None:
        """A card out of the draw pile; tests may use more copies than the box has."""
        s = self.s
        if s.deck[KINDS[code]] > 0:
            s.deck[KINDS[code]] -= 1

    def start_turn(self, turn: int = 0) -> None:
        """Goes to the first question of a turn."""
        s = self.s
        from bestiary.games.tiger.rules.setup import open_game

        s.turn = turn
        s.actors = 0
        s.mask = 0
        s.step = st.STEP.TURN
        if s.opt.together:
            s.captain[:] = (0, 1)
        open_game(s if open_game.__class__.__name__ == "function" else self.match.state[0])
        self.match.prepare()

    def lay(
        self,
        att: list[list[str]],
        deff: list[list[str]],
        owners: tuple[Sequence[int], Sequence[int]] | None,
        hands: dict[int, str],
        named: str,
    ) -> None:
        seats = int(self.s.seats)
        self.give(*[hands.get(p, "") for p in range(seats)])
        s = self.s
        s.turn = s.attacker = s.team = 0
        s.defender = 1
        if s.opt.together:
            s.captain[:] = (0, 1)
        s.number = len(att)
        s.battle = s.window = s.mask = 0
        s.bonus = 1
        s.minimum[:] = 3 if s.opt.together else 2
        for side, row in enumerate((att, deff)):
            for spot, pile in enumerate(row):
                owner = owners[side][spot] if owners else side
                s.owner[side, spot] = owner
                for code in pile:
                    kind = KINDS[code.removeprefix("dawn:")]
                    self._take(code.removeprefix("dawn:"))
                    s.heap[side, spot, kind] += 1
                    s.heap_n[side, spot] += 1
                    if code.startswith("dawn:"):
                        s.dawn = kind
                        s.up[side, spot] = kind
                        s.rule = s.rooster_dawn[kind - st.ROOSTER]
                        s.change = s.rooster_change[kind - st.ROOSTER]
                if pile:
                    s.laid[side, spot] = 1
                    s.seen[side, spot] = 1 << owner
        if s.dawn >= 0:
            s.seen[0, 0] = (1 << seats) - 1
        if named:
            s.named = self.match.content.words["animal"].index(named)
        s.deck_n = int(s.deck.sum())
        # a question whose answer changes nothing stands before the first battle
        s.step = st.STEP.BEFORE
        s.phase = Q.CONCEDE
        s.actors = 1 << int(s.owner[0, 0])
        self.match.prepare()

    # ---- playing -------------------------------------------------------------------------

    @property
    def choices(self) -> list[str]:
        """What the open question offers."""
        return [self.short(c) for c in read(self.match)]

    @property
    def phase(self) -> str:
        return QUESTIONS.name(int(self.s.phase))

    @property
    def asked(self) -> int:
        return self.match.asked[0]

    def short(self, notation: str) -> str:
        """A choice in the notation of the examples: places and sides apart, no card before them."""
        words = notation.replace("_A", " A").replace("_D", " D").split()
        if words[0] in ("put", "keep", "discard", "give") and len(words) > 1 and words[1] in KINDS:
            del words[1]
        return " ".join(words)

    def side(self, seat: int) -> str:
        s = self.s
        if s.opt.together:
            return A if seat % 2 == int(s.team) else D
        return A if seat == int(s.attacker) else D

    def play(self, *choices: str, chance: str | Sequence[str] = ()) -> Table:
        """Goes on with these choices."""
        self.run([c for text in choices for c in listed(text)], listed(chance))
        return self

    def divide(self, layout: str) -> None:
        """Puts the next cards on these spots, one digit each, and lays the dice down."""
        self.place(layout)
        self.match.play("lay")

    def place(self, layout: str) -> None:
        """Puts the next cards on these spots."""
        for spot in layout:
            self.match.play(next(c for c in self.match.choices() if c.endswith(f" {spot}")))

    def run(self, choices: list[str], chance: list[str], start: bool = False) -> None:
        self.battles = self.battles or ["unfought"] * int(self.s.number)
        if start:
            chance = self._apply(ACTIONS.id("fight"), chance)
        while not self.match.game_over and int(self.s.number):
            legal = self.match.legal()
            offered = self.choices
            side = self.side(self.asked)
            phase = self.phase
            if len(legal) == 1:
                action = legal[0]
            elif choices and choices[0] in [f"{side} {c}" for c in offered]:
                action = legal[offered.index(choices.pop(0)[2:])]
            elif self.phase == "keep":
                action = legal[0]
                if self.s.opt.together:
                    action = ACTIONS.id("give", self.asked)
            elif choices:
                raise AssertionError(f"{choices[0]} was not offered; {side} is asked for {offered}")
            else:
                break
            self.met.append(phase)
            chance = self._apply(action, chance)
        if choices or chance:
            raise AssertionError(f"left over: {choices} {chance}")

    def _apply(self, action: int, chance: list[str]) -> list[str]:
        """Plays an action so that chance decides as listed; returns the rest of the list."""
        if int(self.s.number):
            self.bonus = int(self.s.bonus)
        engine = self.match.engine
        for tried in range(TRIES):
            state = engine.copy(self.match.state)
            self._force(readable(state[0]), chance, tops=tried % 8 != 7)
            rng = state["rng"][0]
            rng[st.DICE] = (tried * 0x9E3779B97F4A7C15 + 12345) % (1 << 64)
            rng[st.DRAW] = (tried * 0xD1B54A32D192ED03 + 999) % (1 << 64)
            before = state.copy()
            fixed = self._looked_at()
            log = engine.new_log()
            engine.apply(state, action, log=log)
            happened = list(seen(self.match.game.events, log[0], None))
            found, drawn = self._chance(happened, fixed)
            if found == chance[: len(found)] and (not self.draws or drawn == self.draws[: len(drawn)]):
                break
        else:
            raise AssertionError(f"chance does not come out as listed: {chance}, rather {found}")
        self.match.state[0] = before[0]
        check_told(engine, self.match.state, action, happened)
        self.match.play(action)
        self.draws = self.draws[len(drawn) :]
        self._note(happened)
        return chance[len(found) :]

    def _force(self, s: Any, chance: list[str], tops: bool) -> None:
        for side in range(st.SIDES):
            for spot in range(int(s.number)):
                if s.top_seen[side, spot]:
                    continue
                s.top[side, spot] = -1
                where = f"{'AD'[side]}{spot + 1} "
                rolls = [c.split()[-1] for c in chance if c.startswith(where) and c.split()[-1] in KINDS]
                if tops and rolls and s.heap[side, spot, KINDS[rolls[0]]] > 0:
                    s.top[side, spot] = KINDS[rolls[0]]

    def _looked_at(self) -> set[tuple[int, int, int]]:
        """The top cards that somebody has looked at: rolling them is no chance."""
        s = self.s
        spots = range(int(s.number))
        return {(d, i, int(s.top[d, i])) for d in range(st.SIDES) for i in spots if s.top_seen[d, i]}

    def _chance(self, happened: list[Any], fixed: set[tuple[int, int, int]]) -> tuple[list[str], list[str]]:
        codes = list(KINDS)
        found, drawn = [], []
        for h in happened:
            w = h.words
            if h.kind == "rolls" and (w["side"], w["place"], w["card"]) in fixed:
                fixed.discard((w["side"], w["place"], w["card"]))
            elif h.kind == "rolls":
                found.append(f"{'AD'[w['side']]}{w['place'] + 1} {codes[w['card']]}")
            elif h.kind == "tosses":
                found.append(f"{'AD'[w['side']]}{w['place'] + 1} {('', 'up', 'down')[w['toss']]}")
            elif h.kind == "tops":
                found.append(f"{'AD'[w['side']]}{w['place'] + 1} top {codes[w['card']]}")
            elif h.kind == "draws_from":
                found.append(f"draw {codes[w['card']]}")
            elif h.kind == "draws":
                drawn.append(codes[w["card"]])
        return found, drawn

    def _note(self, happened: list[Any]) -> None:
        self.log += happened
        for h in happened:
            w = h.words
            if h.kind == "says":
                self.battles = ["unfought"] * w["number"]
            elif h.kind == "wins_battle":
                self.battles[w["place"]] = WINNERS[w["outcome"] % OUTCOMES]
            elif h.kind in ("removes", "hands_over"):
                self.battles[w["place"]] = "void"
            elif h.kind == "exchanges":
                self.battles[w["place"]], self.battles[w["other"]] = D, A
            elif h.kind == "bonus":
                self.bonus = w["number"]
            elif h.kind == "wins_war":
                self.wins = (w["number"], w["other"])
                self.war = WINNERS[w["winners"]]

    # ---- looking -------------------------------------------------------------------------

    def deck(self, seat: int) -> list[str]:
        """The cards in a seat's hand."""
        return [code for code, kind in KINDS.items() for _ in range(int(self.s.hand[seat, kind]))]

    def sizes(self) -> list[int]:
        return [int(n) for n in self.s.hand_n[: int(self.s.seats)]]

    def pile(self, side: str, spot: int) -> list[str]:
        counts = self.s.heap["AD".index(side), spot - 1]
        return [code for code, kind in KINDS.items() for _ in range(int(counts[kind]))]

    def up(self, side: str, spot: int) -> str | None:
        kind = int(self.s.up["AD".index(side), spot - 1])
        return list(KINDS)[kind] if kind >= 0 else None

    def zone(self, name: str) -> list[str]:
        return [code for code, kind in KINDS.items() for _ in range(int(self.s[name][kind]))]

    def events(self, kind: str, seat: int | None = None) -> list[Any]:
        return [h for h in self.match.events(seat) if h.kind == kind]
