"""Tossing Tiger, Rolling Dragon: what can be asked, what can be chosen, and the entries that refuse it."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.record import Records

from .state import ANIMALS, KINDS, ROOSTERS, SEATS, SIDES, SPOTS, cite

MASK, KIND = "mask", "kind"
MOST_DICE, MOST_PILES = 4, 4  # that a wish offers, and that a bonus can be


class Choice(Verb):
    """A verb, the entry that refuses it where it is not offered, and how a question offers it: by a bit of
    its mask, by the kinds of cards that are there, or in a way of its own."""

    def __init__(
        self, name: str, say: str, otherwise: str = "", offer: str = "", *, use: str = "play", **sizes: int
    ) -> None:
        super().__init__(name, say, rising=False, use=use, **sizes)
        self.otherwise = otherwise
        self.offer = offer
        self.sided = self.params == ("spot", "side")
        self.targeted = "{target}" in say and not self.sided


CHOICES = (
    Choice("challenge", "attack player {target}", "TTR-2.3", MASK, seat=SEATS),
    Choice("pair", "fight player {target} in this round", "TTR-17.2", MASK, seat=SEATS),
    Choice("number", "say {number}: so many dice on both sides", "TTR-3.2", number=SPOTS),
    Choice("silent", "say nothing"),
    Choice("wish_spot", "wish for spot {number}", "TTR-13.27", spot=SPOTS),
    Choice("wish_dice", "offer {number} dice", dice=MOST_DICE),
    Choice("spot", "let player {target} supply the next spot", "TTR-13.11", seat=SEATS),
    Choice("no_dawn", "lay no Dawn card"),
    Choice("dawn", "lay {card} as Dawn card", "TTR-14.2", rooster=ROOSTERS),
    Choice("name", "name the {target}", "TTR-14.16", MASK, animal=ANIMALS),
    Choice("put", "put {card} on spot {number} (0: keep it in hand)", "TTR-4.7", spot=SPOTS + 1),
    Choice("lay", "lay the dice down as they are", "TTR-4.3"),
    Choice("fight", "fight this battle"),
    Choice("concede", "concede this battle"),
    Choice("pass", "pass"),
    Choice("guess", "guess that the {target} will be rolled", "TTR-14.16", MASK, animal=ANIMALS),
    Choice("merge_from", "merge the enemy's pile {target} ...", "TTR-15.4", MASK, spot=SPOTS),
    Choice("merge_into", "... into pile {target}", "TTR-15.4", MASK, spot=SPOTS),
    Choice("act", "carry out the action"),
    Choice(
        "peek",
        "give the action up and look at the top cards of battle {target}",
        "TTR-11.6",
        MASK,
        spot=SPOTS,
    ),
    Choice("leave", "leave the die as it is"),
    Choice("reshuffle", "shuffle your die there"),
    Choice("reroll", "roll your die of battle {target} again", "TTR-10.3", spot=SPOTS),
    Choice("look", "look through the dice of battle {target}", "TTR-10.6", MASK, spot=SPOTS),
    Choice("swap_first", "exchange pile {target} ...", "TTR-10.16", MASK, spot=SPOTS),
    Choice("swap_second", "... with pile {target}", "TTR-10.16", MASK, spot=SPOTS),
    Choice("destroy", "destroy the face-up card {target}", "TTR-12.20", MASK, spot=SPOTS, side=SIDES),
    Choice("draw_deck", "draw from the draw pile", "TTR-12.13", MASK),
    Choice("draw_from", "draw blind from pile {target}", "TTR-12.22", MASK, spot=SPOTS, side=SIDES),
    Choice("copy", "copy the card of side {target} in the previous battle", "TTR-12.24", MASK, side=SIDES),
    Choice("decline", "leave it", "TTR-6.1"),
    Choice("use", "use the Rooster's power", "TTR-16.11", MASK),
    Choice("stop", "stop the war", "TTR-16.3", MASK),
    Choice("remove", "take battle {target} out of the war", "TTR-16.3", MASK, spot=SPOTS),
    Choice("done", "take nothing more back"),
    Choice("back_from", "take a card back from pile {target}", "TTR-16.5", MASK, spot=SPOTS),
    Choice("back_card", "take {card} back", "TTR-16.4", KIND, use="name", kind=KINDS),
    Choice("steal_from", "look through the enemy's pile {target} to steal", "TTR-16.16", MASK, spot=SPOTS),
    Choice("steal_card", "steal {card}", "TTR-16.16", KIND, use="name", kind=KINDS),
    Choice("bonus", "set the bonus to {number} whole piles", "TTR-16.19", MASK, piles=MOST_PILES),
    Choice("give_up", "give up battle {target} ...", "TTR-15.16", MASK, spot=SPOTS),
    Choice("gain", "... to win battle {target}", "TTR-15.16", MASK, spot=SPOTS),
    Choice("pile", "take the whole pile of battle {target}", "TTR-8.10", MASK, spot=SPOTS),
    Choice("grab", "take {card}", "TTR-8.6", KIND, kind=KINDS),
    Choice("wish_card", "wish for {card}", "TTR-13.27", KIND, kind=KINDS),
    Choice("keep", "keep {card}", "TTR-13.18"),
    Choice("discard", "discard {card}"),
    Choice("give", "give {card} to player {target}", "TTR-13.17", MASK, seat=SEATS),
    Choice("pay_member", "let player {target} pay", "TTR-13.21", MASK, seat=SEATS),
    Choice("pay_card", "put {card} on the war pile", "TTR-13.21", KIND, kind=KINDS),
)
ACTIONS = Actions(*CHOICES)
V, A = ACTIONS.numbers, ACTIONS.first

QUESTIONS = Questions(
    Question("challenge", (V.CHALLENGE,), "TTR-2.2"),
    Question("pair", (V.PAIR,), "TTR-17.2"),
    Question("number", (V.NUMBER,), "TTR-3.1"),
    Question("wish_place", (V.SILENT, V.WISH_SPOT, V.WISH_DICE), "TTR-13.27"),
    Question("spot", (V.SPOT,), "TTR-13.11"),
    Question("dawn", (V.NO_DAWN, V.DAWN), "TTR-14.2"),
    Question("name", (V.NAME,), "TTR-14.6"),
    Question("build", (V.PUT, V.LAY), "TTR-4.1"),
    Question("concede", (V.FIGHT, V.CONCEDE), "TTR-12.7"),
    Question("guess", (V.PASS, V.GUESS), "TTR-15.22"),
    Question("merge_from", (V.PASS, V.MERGE_FROM), "TTR-15.4"),
    Question("merge_into", (V.MERGE_INTO,), "TTR-15.4"),
    Question("act_or_peek", (V.ACT, V.PEEK), "TTR-11.6"),
    Question("reshuffle", (V.LEAVE, V.RESHUFFLE), "TTR-11.6"),
    Question("reroll", (V.DECLINE, V.REROLL), "TTR-6.1"),
    Question("look", (V.DECLINE, V.LOOK), "TTR-6.1"),
    Question("swap_first", (V.DECLINE, V.SWAP_FIRST), "TTR-6.1"),
    Question("swap_second", (V.SWAP_SECOND,), "TTR-6.1"),
    Question("destroy", (V.DECLINE, V.DESTROY), "TTR-6.1"),
    Question("draw", (V.DECLINE, V.DRAW_FROM, V.DRAW_DECK), "TTR-6.1"),
    Question("copy", (V.DECLINE, V.COPY), "TTR-6.1"),
    Question("rooster", (V.DECLINE, V.REMOVE, V.USE, V.STOP), "TTR-6.1"),
    Question("back_from", (V.DONE, V.BACK_FROM), "TTR-16.4"),
    Question("back_card", (V.BACK_CARD,), "TTR-16.4"),
    Question("steal_from", (V.DECLINE, V.STEAL_FROM), "TTR-6.1"),
    Question("steal_card", (V.STEAL_CARD,), "TTR-16.16"),
    Question("bonus", (V.BONUS,), "TTR-16.19"),
    Question("free_reroll", (V.PASS, V.REROLL), "TTR-15.7"),
    Question("exchange", (V.PASS, V.GIVE_UP), "TTR-15.15"),
    Question("exchange_gain", (V.GAIN,), "TTR-15.16"),
    Question("pile", (V.PILE,), "TTR-8.10"),
    Question("grab", (V.GRAB,), "TTR-8.6"),
    Question("wish_card", (V.SILENT, V.WISH_CARD), "TTR-13.27"),
    Question("keep", (V.KEEP, V.GIVE, V.DISCARD), "TTR-8.13"),
    Question("pay_member", (V.PAY_MEMBER,), "TTR-13.21"),
    Question("pay_card", (V.PAY_CARD,), "TTR-13.21"),
    Question("over", (), "TTR-9.3"),
)
Q = QUESTIONS.numbers

TABLES = [
    ("phase_rule", "i2", (len(QUESTIONS),)),  # what a wrong verb breaks
    ("verb_rule", "i2", (len(CHOICES),)),  # what a wrong target breaks
    ("fits", "i2", (len(QUESTIONS), len(CHOICES))),
    ("by_kind", "i2", (len(CHOICES),)),
    ("by_mask", "i2", (len(CHOICES),)),
    ("sided", "i2", (len(CHOICES),)),  # 1 where the target is a spot and a side
    ("targeted", "i2", (len(CHOICES),)),  # 1 where it is the only argument
]


def fill(t: Records) -> None:
    """Puts what is declared here where the rules read it."""
    for q, question in enumerate(QUESTIONS.all):
        t["phase_rule"][q] = cite(question.otherwise)
        t["fits"][q, list(question.verbs)] = 1
    for v, verb in enumerate(CHOICES):
        t["verb_rule"][v] = cite(verb.otherwise) if verb.otherwise else 0
        t["by_kind"][v] = verb.offer == KIND
        t["by_mask"][v] = verb.offer == MASK
        t["sided"][v] = verb.sided
        t["targeted"][v] = verb.targeted
