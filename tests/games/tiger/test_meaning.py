"""What a choice means and whether it is offered, question by question."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.core.events import ALL
from bestiary.games.tiger import state as st
from bestiary.games.tiger.moves import ACTIONS, CHOICES, QUESTIONS, Q

from .table import KINDS
from .test_soundness import MAY, MAY_BE
from .war import laid

OWN = ("grab", "back_card", "steal_card")  # the card is known to whoever takes it
OPEN = ("pay_card", "wish_card")
LOOT = ("keep", "discard", "give")
COUNTED = ("number", "wish_spot", "wish_dice", "bonus")
PARAMS = {choice.name: choice.params for choice in CHOICES}
ASKED, BUILT, TAKEN, KNOWERS = 2, KINDS["panda"], KINDS["leopard"], 0b011


@pytest.mark.parametrize("phase", ["build", "keep", "concede"])
def test_every_choice_names_its_card_target_and_number(phase: str) -> None:
    made = laid("crane crane", "mantis mantis")
    s, state = made.s, made.match.state
    s.phase, s.actors = next(q for q in range(len(QUESTIONS)) if QUESTIONS.name(q) == phase), 1 << ASKED
    s.builder, s.build_spots, s.build_kind = ASKED, 1, BUILT
    s.loot[0], s.loot_seen[0], s.loot_n = TAKEN, KNOWERS, 1
    for action in range(len(ACTIONS)):
        verb, args = ACTIONS.name(action), ACTIONS.args(action)
        card = target = number = None
        see = ALL
        if verb == "put":
            number, see, card = args[0], 1 << ASKED, BUILT if phase == "build" else None
        elif verb in COUNTED:
            number = args[0] + 1
        elif verb == "dawn":
            card = st.ROOSTER + args[0]
        elif verb in OWN or verb in OPEN:
            card, see = args[0], 1 << ASKED if verb in OWN else ALL
        elif verb in LOOT:
            target = args[0] if verb == "give" else None
            if phase == "keep":
                card, see = TAKEN, ALL if verb == "discard" else KNOWERS
        elif PARAMS[verb] == ("spot", "side"):
            target = st.SIDES * args[0] + args[1]
        elif args:
            target = args[0]
        means = made.match.engine.meaning(state, action)
        assert (means.verb, means.card, means.target, means.number) == (verb, card, target, number)
        assert means.see == see and means.other is None


def test_dice_that_are_divided_name_no_further_card() -> None:
    made = laid("crane crane", "mantis mantis")
    s = made.s
    s.phase, s.actors, s.builder, s.build_spots, s.build_kind = Q.BUILD, 1, 0, 1, int(s.kinds)
    assert made.match.engine.meaning(made.match.state, ACTIONS.id("put", 1)).card is None


@pytest.mark.parametrize("phase", range(len(QUESTIONS) - 1))
def test_exactly_what_a_question_offers_breaks_no_rule(phase: int) -> None:
    made = laid(
        "crane tiger / leopard crane",
        "mantis tiger / mantis panda",
        hands={0: "crane monkey rooster_3"},
        dawn=True,
    )
    s, engine, chance = made.s, made.match.engine, np.random.default_rng(phase)
    s.phase, s.actors, s.builder, s.build_spots, s.pick = phase, 1, 0, 0b10, 1
    s.loot[:2], s.loot_n = [TAKEN, BUILT], 2
    for n in range(8):
        s.mask, s.may = int(chance.integers(1 << st.DECK_BIT + 1)) & ~1, 0  # no number is 0
        if QUESTIONS.name(phase) in MAY + MAY_BE:
            s.may = n % 2
        if n == 0:
            s.mask = 0
        unbroken = np.flatnonzero(engine.why_all(made.match.state) == 0).tolist()
        assert sorted(engine.legal(made.match.state)) == unbroken, (QUESTIONS.name(phase), int(s.mask))
