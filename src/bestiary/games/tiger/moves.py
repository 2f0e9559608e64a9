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
        super().__init__(name, say, help="", rules=(), rising=False, use=use, **sizes)
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
    Question("challenge", verbs=(V.CHALLENGE,), otherwise="TTR-2.2"),
    Question("pair", verbs=(V.PAIR,), otherwise="TTR-17.2"),
    Question("number", verbs=(V.NUMBER,), otherwise="TTR-3.1"),
    Question("wish_place", verbs=(V.SILENT, V.WISH_SPOT, V.WISH_DICE), otherwise="TTR-13.27"),
    Question("spot", verbs=(V.SPOT,), otherwise="TTR-13.11"),
    Question("dawn", verbs=(V.NO_DAWN, V.DAWN), otherwise="TTR-14.2"),
    Question("name", verbs=(V.NAME,), otherwise="TTR-14.6"),
    Question("build", verbs=(V.PUT, V.LAY), otherwise="TTR-4.1"),
    Question("concede", verbs=(V.FIGHT, V.CONCEDE), otherwise="TTR-12.7"),
    Question("guess", verbs=(V.PASS, V.GUESS), otherwise="TTR-15.22"),
    Question("merge_from", verbs=(V.PASS, V.MERGE_FROM), otherwise="TTR-15.4"),
    Question("merge_into", verbs=(V.MERGE_INTO,), otherwise="TTR-15.4"),
    Question("act_or_peek", verbs=(V.ACT, V.PEEK), otherwise="TTR-11.6"),
    Question("reshuffle", verbs=(V.LEAVE, V.RESHUFFLE), otherwise="TTR-11.6"),
    Question("reroll", verbs=(V.DECLINE, V.REROLL), otherwise="TTR-6.1"),
    Question("look", verbs=(V.DECLINE, V.LOOK), otherwise="TTR-6.1"),
    Question("swap_first", verbs=(V.DECLINE, V.SWAP_FIRST), otherwise="TTR-6.1"),
    Question("swap_second", verbs=(V.SWAP_SECOND,), otherwise="TTR-6.1"),
    Question("destroy", verbs=(V.DECLINE, V.DESTROY), otherwise="TTR-6.1"),
    Question("draw", verbs=(V.DECLINE, V.DRAW_FROM, V.DRAW_DECK), otherwise="TTR-6.1"),
    Question("copy", verbs=(V.DECLINE, V.COPY), otherwise="TTR-6.1"),
    Question("rooster", verbs=(V.DECLINE, V.REMOVE, V.USE, V.STOP), otherwise="TTR-6.1"),
    Question("back_from", verbs=(V.DONE, V.BACK_FROM), otherwise="TTR-16.4"),
    Question("back_card", verbs=(V.BACK_CARD,), otherwise="TTR-16.4"),
    Question("steal_from", verbs=(V.DECLINE, V.STEAL_FROM), otherwise="TTR-6.1"),
    Question("steal_card", verbs=(V.STEAL_CARD,), otherwise="TTR-16.16"),
    Question("bonus", verbs=(V.BONUS,), otherwise="TTR-16.19"),
    Question("free_reroll", verbs=(V.PASS, V.REROLL), otherwise="TTR-15.7"),
    Question("exchange", verbs=(V.PASS, V.GIVE_UP), otherwise="TTR-15.15"),
    Question("exchange_gain", verbs=(V.GAIN,), otherwise="TTR-15.16"),
    Question("pile", verbs=(V.PILE,), otherwise="TTR-8.10"),
    Question("grab", verbs=(V.GRAB,), otherwise="TTR-8.6"),
    Question("wish_card", verbs=(V.SILENT, V.WISH_CARD), otherwise="TTR-13.27"),
    Question("keep", verbs=(V.KEEP, V.GIVE, V.DISCARD), otherwise="TTR-8.13"),
    Question("pay_member", verbs=(V.PAY_MEMBER,), otherwise="TTR-13.21"),
    Question("pay_card", verbs=(V.PAY_CARD,), otherwise="TTR-13.21"),
    Question("over", verbs=(), otherwise="TTR-9.3"),
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
