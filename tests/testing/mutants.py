"""Deliberately broken games: each is Tiny with one small change, and names the check meant for it.

Run as a program (interpreted, so that nothing is compiled) it prints, as JSON, what the suite said
about every mutant that is asked for.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bestiary.core.game import Game
from bestiary.testing import Broken, check_dealing, check_game

TINY = Path(__file__).parent / "tiny"


@dataclass(frozen=True)
class Mutant:
    """One change of the room: ``old`` stands there once and becomes ``new``."""

    name: str
    check: str  # the check that is meant to notice it
    old: str
    new: str
    uses: str = ""  # an import that the new text needs


MUTANTS = (
    Mutant(
        "hide leaves the deck open",
        "opening",
        "        if s.deck[i] != EMPTY and not top:\n            s.deck[i] = UNKNOWN\n",
        "        if s.deck[i] != EMPTY and not top and i > 0:\n            s.deck[i] = UNKNOWN\n",
    ),
    Mutant(
        "hide leaves the enemy's hand open",
        "opening",
        "        blank(s.hand[p])\n        if s.laid",
        "        if s.laid",
    ),
    Mutant(
        "hide leaves the enemy's picks open",
        "news",
        "        if s.laid[p] != EMPTY:\n            s.laid[p] = UNKNOWN\n",
        "",
    ),
    Mutant(
        "set-up leaves a trace of the deal",
        "opening",
        "        s.hand_n[p] = HAND\n",
        "        s.hand_n[p] = HAND\n        s.luck = s.hand[p, 0]\n",
    ),
    Mutant(
        "hide leaves what others know",
        "hiding",
        "            s.knows[p, card] = 0\n\n\n@rule\ndef resample",
        "            s.knows[p, card] += 0\n\n\n@rule\ndef resample",
    ),
    Mutant(
        "a scratch field keeps a card of a hand",
        "telling",
        "        s.knows[1 - p, card] = 0\n    s.score[s.winner] += 1\n    s.rounds += 1\n",
        "        s.knows[1 - p, card] = 0\n    s.score[s.winner] += 1\n    s.rounds = 1 + s.hand[0, 0]\n",
    ),
    Mutant(
        "a drawn card stays in its slot of the deck",
        "conservation",
        "    s.deck[s.deck_n] = EMPTY\n    s.hand[p, s.hand_n[p]] = card\n",
        "    s.hand[p, s.hand_n[p]] = card\n",
    ),
    Mutant(
        "stale zero behind the counter of a hand",
        "unused slots",
        "    card = take(s.hand[p], i)\n    s.hand_n[p] -= 1\n",
        "    card = take(s.hand[p], i)\n    s.hand_n[p] -= 1\n"
        "    s.hand_n[p] = max(s.hand_n[p], 1) if s.deck_n == 0 else s.hand_n[p]\n",
    ),
    Mutant(
        "a card is lost on the way to the pile",
        "conservation",
        "        s.discard[card] = 1\n",
        "        s.discard[card] = 1 if card > 0 else 0\n",
    ),
    Mutant(
        "a card lies in two places",
        "conservation",
        "        s.laid[p] = EMPTY\n        s.discard[card] = 1\n",
        "        s.discard[card] = 1\n",
    ),
    Mutant(
        "why forbids a legal action",
        "reasons",
        "t.arg[action, 0] < s.hand_n[s.turn]",
        "t.arg[action, 0] + 1 < s.hand_n[s.turn]",
    ),
    Mutant(
        "why allows an illegal action",
        "reasons",
        "    return 0 if t.verb[action] != V.LAY else PEEK_OR_KEEP\n",
        "    return 0\n",
    ),
    Mutant(
        "why depends on the enemy's hand",
        "own choices",
        "    return 0 if t.verb[action] != V.LAY else PEEK_OR_KEEP\n",
        "    rude = PEEK_OR_KEEP if s.hand[1 - s.turn, 0] > 3 else FROM_HAND\n"
        "    return 0 if t.verb[action] != V.LAY else rude\n",
    ),
    Mutant(
        "legal depends on the enemy's card",
        "own choices",
        "            out[i] = A.LAY + i\n        return s.hand_n[s.turn]\n",
        "            out[i] = A.LAY + i\n        n = s.hand_n[s.turn]\n"
        "        return 1 if s.laid[1 - s.turn] == 7 else n\n",
    ),
    Mutant(
        "the game never ends",
        "ending",
        "    if s.hand_n[0] == 0:\n        s.over = 1\n",
        "    if s.hand_n[0] == 0:\n        for card in range(CARDS):\n            s.discard[card] = 0\n"
        "        setup(t, s, s)\n    elif s.hand_n[0] < 0:\n        s.over = 1\n",
        "from ..state import CARDS\nfrom .setup import setup\n",
    ),
    Mutant(
        "nothing is legal before the end",
        "legal moves",
        "    if s.phase == Q.PEEK:\n        out[0] = A.PEEK\n",
        "    if s.phase == Q.PEEK and s.roll == 6:\n        return 0\n"
        "    if s.phase == Q.PEEK:\n        out[0] = A.PEEK\n",
    ),
    Mutant(
        "an action is listed twice",
        "legal moves",
        "        out[1] = A.KEEP\n",
        "        out[1] = A.PEEK if s.score[0] == 2 else A.KEEP\n",
    ),
    Mutant(
        "more is legal than declared",
        "legal moves",
        "LIMITS = Limits(legal=2,",
        "LIMITS = Limits(legal=1,",
    ),
    Mutant(
        "two actions have one name",
        "notations",
        "        out.card = s.hand[s.turn, t.arg[action, 0]]\n",
        "        out.card = s.hand[s.turn, 0]\n",
    ),
    Mutant(
        "a place is suggested that does not exist",
        "suggestions",
        "        return best\n",
        "        return 1\n",
    ),
    Mutant(
        "a suggestion looks at the enemy's hand",
        "suggestions",
        "            if t.value[s.hand[s.turn, i]] > t.value[s.hand[s.turn, best]]:\n",
        "            if s.hand[s.turn, i] > s.hand[1 - s.turn, 0]:\n",
    ),
    Mutant(
        "a suggestion leaves a trace",
        "suggestions",
        "        return best\n",
        "        s.luck = best + 1\n        return best\n",
    ),
    Mutant(
        "resample prefers low cards",
        "dealing",
        "    shuffle(rng, 0, pool, n)\n",
        "    shuffle(rng, 0, pool, n)\n    shuffle(rng, 0, pool[1:], 1)\n"
        "    if n > 1 and pool[0] > pool[1]:\n        pool[0], pool[1] = pool[1], pool[0]\n",
    ),
    Mutant(
        "resample forgets what is known of a hand",
        "dealing",
        "        settle(s, 1 - seat, seat, rng)\n",
        "        settle(s, 1 - seat, seat, rng)\n        blank(s.hand[1 - seat])\n",
    ),
    Mutant(
        "resample never reaches one place",
        "dealing",
        "        free = 1 if s.laid[enemy] == UNKNOWN else 0\n",
        "        free = 0\n",
    ),
    Mutant(
        "resample changes what the seat knows",
        "hiding",
        "    for p in range(SEATS):\n        if p != seat:\n            imagine(s, p)\n",
        "    for p in range(SEATS):\n        imagine(s, p)\n",
    ),
    Mutant(
        "resample peeks at the true cards",
        "hiding",
        "    hide(t, s, seat)\n    seen = scratch",
        "    first = s.hand[0, 0]\n    hide(t, s, seat)\n    if first > 3:\n"
        "        below(rng, 0, 9)\n    seen = scratch",
    ),
    Mutant(
        "resample leaves blanks",
        "hiding",
        "    fill(s.deck, pool, n)\n    for p in range(SEATS):\n        if p != seat:\n            imagine",
        "    for p in range(SEATS):\n        if p != seat:\n            imagine",
    ),
    Mutant(
        "the die is thrown by a generator outside",
        "same seed",
        "    s.roll = 1 + below(s.rng, DICE, SIDES)\n",
        "    s.roll = 1 + np.random.randint(SIDES)\n",
    ),
    Mutant(
        "a buffer outside the record keeps the score",
        "same seed",
        "    s.score[s.winner] += 1\n    s.rounds += 1\n",
        "    TALLY[s.winner] += 1\n    s.score[s.winner] = TALLY[s.winner]\n    s.rounds += 1\n"
        "    if s.rounds == 1:\n        TALLY[0] = TALLY[1] = 0\n",
    ),
    Mutant(
        "the seed is not used",
        "other seeds",
        "    shuffle(s.rng, DECK, s.deck, CARDS)\n    s.deck_n = CARDS\n",
        "    s.rng[DECK] = 5\n    s.rng[DICE] = 5\n"
        "    shuffle(s.rng, DECK, s.deck, CARDS)\n    s.deck_n = CARDS\n",
        "from ..state import DICE\n",
    ),
    Mutant(
        "an observation leaves numbers as they were",
        "looking",
        "    for i in range(out.shape[0]):\n        out[i] = 0.0\n    me = max",
        "    me = max",
    ),
    Mutant(
        "an observation knows the last one",
        "looking",
        "    out[F.COUNTS + 7] = s.roll / SIDES\n",
        "    out[F.COUNTS + 7] = TALLY[0]\n    TALLY[0] = 1 - TALLY[0]\n",
    ),
    Mutant(
        "an observation has more to tell than is declared",
        "looking",
        "LIMITS = Limits(legal=2,",
        "LIMITS = Limits(seen=3, legal=2,",
    ),
    Mutant(
        "an observation writes a number twice",
        "lists",
        "    out[F.COUNTS + 7] = s.roll / SIDES\n",
        "    out[F.COUNTS + 7] = 0.5\n    out[F.COUNTS + 7] = (1 + s.roll) / SIDES\n",
    ),
    Mutant(
        "an observation takes a number back",
        "lists",
        "    out[F.COUNTS + 7] = s.roll / SIDES\n",
        "    out[F.COUNTS + 7] = 0.5\n    out[F.COUNTS + 7] = 0.0\n",
    ),
    Mutant(
        "an event tells the others the card",
        "telling",
        "        emit(log, E.PEEKS, ALL, 1 << s.turn, s.turn, card, 0, 0)\n",
        "        emit(log, E.PEEKS, ALL, ALL, s.turn, card, 0, 0)\n",
    ),
    Mutant(
        "an event has a word that nobody can tell",
        "events",
        "    emit(log, E.WINS, ALL, ALL, s.winner, 0, 0, 0)\n",
        "    emit(log, E.SHOWS, ALL, ALL, s.winner, 99, 0, 0)\n",
    ),
    Mutant(
        "more happens than the log holds",
        "events",
        "events=10",
        "events=2",
    ),
    Mutant(
        "a question is asked only of those who can answer",
        "telling",
        "    if s.deck_n > 0:\n        ask(s, Q.PEEK, s.winner)\n",
        "    if s.deck_n > 0 and s.hand[s.winner, 0] > 3:\n        ask(s, Q.PEEK, s.winner)\n",
    ),
    Mutant(
        "a scratch field keeps the slot of a hidden pick",
        "telling",
        "    s.laid[p] = card\n",
        "    s.laid[p] = card\n    s.roll = i\n",
    ),
    Mutant(
        "the later chooser sees the slot of the earlier pick",
        "secret choices",
        "    s.laid[p] = card\n",
        "    s.laid[p] = card\n    s.roll = i\n",
    ),
    Mutant(
        "a table is frozen as a constant",
        "tables",
        "    best = t.value[s.laid[s.lead]] - t.value[s.laid[1 - s.lead]]\n",
        "    best = VALUES[s.laid[s.lead]] - VALUES[s.laid[1 - s.lead]]\n",
    ),
    Mutant(
        "payoffs leave their range",
        "payoffs",
        "    out[1] = -out[0]\n",
        "    out[1] = -out[0] * s.rounds\n",
    ),
    Mutant(
        "a match goes on for ever",
        "carrying",
        "    out.more = 1 if out.game < s.opt.match_games and 2 * most <= s.opt.match_games else 0\n",
        "    out.more = 1 if s.opt.match_games > 1 or most > 9 else 0\n",
    ),
    Mutant(
        "a seat is asked that is not there",
        "header",
        "    s.phase = phase\n    s.turn = seat\n    s.actors = 1 << seat\n",
        "    s.phase = phase\n    s.turn = seat\n    s.actors = 1 << (2 * seat)\n",
    ),
    Mutant(
        "set-up keeps something of the last game",
        "set-up",
        "    s.winner = EMPTY\n    for p in range(SEATS):\n        s.won",
        "    s.winner = TALLY[0]\n    TALLY[0] += 1\n    for p in range(SEATS):\n        s.won",
    ),
    Mutant(
        "playing depends on whether the log is kept",
        "events",
        "    s.luck += s.roll\n",
        "    s.luck += s.roll + log.on\n",
    ),
)
# Compiled and interpreted arithmetic differ on small types: this one is compiled.
LEARNED = Mutant(
    "resample forgets a card that was seen on its way into the enemy's hand",
    "learning",
    "    if seat >= 0:\n        settle(s, 1 - seat, seat, rng)\n",
    "",
)
WRAP = Mutant(
    "eight bits wrap around",
    "compiled and interpreted",
    "    s.luck += s.roll\n",
    "    s.luck = s.discard[0] * 200 + s.discard[1] * 200\n",
)
OUTSIDE = "import numpy as np\n{}\nTALLY = np.zeros(2, np.int64)\nVALUES = np.arange(1, 9)\n\n\n"


def make(mutant: Mutant | None, folder: Path, number: int = 0) -> Game:
    """Copies Tiny into a package of its own, changes it, and imports it."""
    name = f"tiny_mutant_{number}"
    room = folder / name
    shutil.copytree(TINY, room, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant is not None:
        found = [path for path in room.rglob("*.py") for _ in range(path.read_text().count(mutant.old))]
        if len(found) != 1:
            raise ValueError(f"{mutant.name}: the change fits {len(found)} places, not one")
        source = found[0].read_text().replace("@rule\n", OUTSIDE.format(mutant.uses) + "@rule\n", 1)
        found[0].write_text(source.replace(mutant.old, mutant.new))
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    game: Game = importlib.import_module(name).GAME
    return game


def edited(tables: Any) -> None:
    """Other values on the cards."""
    tables["value"][0] = tables["value"][0][::-1].copy()


SECRET = {"pick": lambda s: bool(s.laid[1 - s.turn] == -1)}


def small_position(game: Game) -> tuple[Any, int]:
    """The enemy has drawn a card that seat 0 has peeked at, and lies a card face down."""
    from bestiary.core.driver import Engine

    states = Engine(game).start(seed=3)
    s = states[0]
    s["deck"] = [0, 1, -1, -1, -1, -1, -1, -1]
    s["deck_n"] = 2
    s["hand"] = [[2, 3], [4, -1]]
    s["hand_n"] = [2, 1]
    s["laid"] = [-1, 5]
    s["discard"] = [0, 0, 0, 0, 0, 0, 1, 1]
    s["knows"][0, 4] = 1
    s["turn"], s["lead"], s["actors"] = 0, 1, 1
    return states, 4


def judge(game: Game, check: str) -> tuple[str, str]:
    """The check that fails, and what it says; two empty texts where nothing does."""
    try:
        if check == "dealing":
            states, known = small_position(game)
            check_dealing(
                game, states, 0, consistent=lambda s: known in s["hand"][1] or s["laid"][1] == known
            )
        elif check == "ending":
            check_game(game, games=4, only={"payoffs"}, quiet=True)
        else:
            check_game(game, games=40, only={check}, edited=edited, secret=SECRET, quiet=True)
    except Broken as broken:
        return broken.check, str(broken)
    return "", ""


def main() -> None:
    """Judges every mutant by its own check."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, mutant in enumerate(MUTANTS):
            game = replace(make(mutant, Path(folder), number), slug=f"tiny{number}")
            found[mutant.name] = judge(game, mutant.check)
        sound = make(None, Path(folder), len(MUTANTS))
        found["sound"] = judge(sound, "dealing")
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
