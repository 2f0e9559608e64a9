"""Tossing Tiger, Rolling Dragon: what can be asked, what can be chosen, and the entries that refuse it."""

from __future__ import annotations

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.record import Records

from . import words as w
from .state import ANIMALS, KINDS, ROOSTERS, SEATS, SIDES, SPOTS, cite

MASK, KIND = "mask", "kind"
MOST_DICE, MOST_PILES = 4, 4  # that a wish offers, and that a bonus can be
TARGETS = (("seat",), ("spot",), ("animal",), ("side",))  # the only argument of a choice that has a target


class Choice(Verb):
    """A verb, the entry that refuses it where it is not offered, and how a question offers it: by a bit of
    its mask, by the kinds of cards that are there, or in a way of its own."""

    def __init__(
        self,
        name: str,
        say: str | w.Saying,
        help: str,
        rules: tuple[str, ...],
        otherwise: str = "",
        offer: str = "",
        *,
        use: str = "play",
        confirms: bool = False,
        **sizes: int,
    ) -> None:
        super().__init__(name, say, help=help, rules=rules, rising=False, use=use, confirms=confirms, **sizes)
        self.otherwise = otherwise
        self.offer = offer
        self.sided = self.params == ("spot", "side")
        self.targeted = self.params in TARGETS


# fmt: off
CHOICES = (
    Choice("challenge", w.of_player("attack {player} ({cards})"),
           "You fight one war against this player; you are the attacker.",
           ("TTR-2.3", "TTR-2.4"), "TTR-2.3", MASK, seat=SEATS),
    Choice("pair", w.of_player("fight {player} ({cards}) in this round"),
           "In Simulwars everybody fights in pairs; you attack whom you pick.",
           ("TTR-17.2",), "TTR-17.2", MASK, seat=SEATS),
    Choice("number", w.say_number,
           "Both sides divide their cards into so many dice; each pair of facing dice is one battle.",
           ("TTR-3.1", "TTR-3.2", "TTR-3.3"), "TTR-3.2", number=SPOTS),
    Choice("silent", "say nothing",
           "You make no wish.", ("TTR-13.27",)),
    Choice("wish_spot", "wish to make the die for spot {number}",
           "Your team hears the wish; your captain decides.",
           ("TTR-13.27",), "TTR-13.27", number=SPOTS),
    Choice("wish_dice", w.say_wish_dice,
           "Your team hears how many dice you would like to make; your captain decides.",
           ("TTR-13.27",), dice=MOST_DICE),
    Choice("spot", w.of_player("{player:makes|make} it ({cards})"),
           "That member of your team makes the die for this spot; everybody makes at least one.",
           ("TTR-13.10", "TTR-13.11"), "TTR-13.11", seat=SEATS),
    Choice("no_dawn", "lay no Dawn card",
           "The war is fought without a dawn rule; Roosters that are rolled lose.",
           ("TTR-14.2", "TTR-14.9")),
    Choice("dawn", w.say_dawn,
           "The Rooster takes the place of your first die and loses battle 1. Its dawn rule holds for the "
           "whole war; its Rooster Change is the action of every Rooster that is rolled.",
           ("TTR-14.2", "TTR-14.7", "TTR-14.8", "TTR-14.10"), "TTR-14.2", rooster=ROOSTERS),
    Choice("name", "name the {target}",
           "Everybody hears the animal; the Rooster's text says what becomes of it.",
           ("TTR-14.6", "TTR-14.16"), "TTR-14.16", MASK, animal=ANIMALS),
    Choice("put", w.say_put,
           "The card becomes part of that die, each card of which may be rolled; pile 0 is your hand.",
           ("TTR-4.1", "TTR-4.7", "TTR-4.4"), "TTR-4.7", pile=SPOTS + 1),
    Choice("lay", "lay the dice down as they are",
           "Your dice are finished; their sizes are shown once both sides have laid theirs.",
           ("TTR-4.6", "TTR-4.7", "TTR-4.8", "TTR-4.10"), "TTR-4.3", confirms=True),
    Choice("fight", "fight this battle",
           "The battle is rolled as usual.", ("TTR-5.2",)),
    Choice("concede", "concede this battle",
           "Both dice are rolled, no action happens, and the other side wins the battle alone.",
           ("TTR-12.7",)),
    Choice("pass", "do nothing now",
           "You leave the power of the Dawn card unused for now.", ("TTR-14.15",)),
    Choice("guess", "guess that the {target} will be rolled",
           "If your opponent rolls this animal, you win the battle; you have one guess in the war.",
           ("TTR-15.22", "TTR-15.23"), "TTR-14.16", MASK, animal=ANIMALS),
    Choice("merge_from", w.of_pile("merge the enemy's pile {spot} ({die}) into another", 1),
           "Its cards join another die and its spot stays empty: you win that battle.",
           ("TTR-15.3", "TTR-15.4"), "TTR-15.4", MASK, spot=SPOTS),
    Choice("merge_into", w.of_pile("into the enemy's pile {spot} ({die})", 1),
           "The merged die is rolled again if its battle was already fought.",
           ("TTR-15.3", "TTR-15.5"), "TTR-15.4", MASK, spot=SPOTS),
    Choice("act", w.say_act,
           "The card does what it says.", ("TTR-6.1", "TTR-11.6")),
    Choice("peek", w.of_battle("give the action up and look at the top cards of battle {spot}"),
           "Only you see the two cards that will be rolled there; then you may shuffle your own die.",
           ("TTR-11.6", "TTR-11.7"), "TTR-11.6", MASK, spot=SPOTS),
    Choice("leave", "leave the die as it is",
           "The card that you saw will be rolled.", ("TTR-11.6", "TTR-11.7")),
    Choice("reshuffle", "shuffle your die",
           "Nobody knows any more which of its cards will be rolled.", ("TTR-11.6", "TTR-11.7")),
    Choice("reroll", w.of_battle("roll your die of battle {spot} again ({standing})"),
           "The die is shuffled whole, and the same card may come up again; then the battle is checked anew.",
           ("TTR-10.3", "TTR-12.5", "TTR-12.6"), "TTR-10.3", spot=SPOTS),
    Choice("look", w.of_battle("look through the dice of battle {spot} ({standing})"),
           "You see every card of both dice, but not their order; everybody hears which battle it is.",
           ("TTR-10.6", "TTR-10.7"), "TTR-10.6", MASK, spot=SPOTS),
    Choice("swap_first", w.of_battle("exchange your pile {spot} ({standing})"),
           "Two of your piles exchange their places; then you choose the other one.",
           ("TTR-10.15", "TTR-10.16"), "TTR-10.16", MASK, spot=SPOTS),
    Choice("swap_second", w.of_battle("with your pile {spot} ({standing})"),
           "A pile that comes to a battle already fought is rolled, and the battle is checked again.",
           ("TTR-10.15", "TTR-10.17"), "TTR-10.16", MASK, spot=SPOTS),
    Choice("destroy", w.of_side("destroy {whose} {card} in battle {spot}"),
           "The card leaves the game for good.",
           ("TTR-12.19", "TTR-12.20"), "TTR-12.20", MASK, spot=SPOTS, side=SIDES),
    Choice("draw_deck", w.say_draw_deck,
           "You take the top card into your hand; nobody else sees it.",
           ("TTR-12.12", "TTR-12.22"), "TTR-12.13", MASK),
    Choice("draw_from", w.of_side("draw blind from {whose} pile of battle {spot} ({left} face down)"),
           "You take a random face-down card of that pile into your hand.",
           ("TTR-12.21", "TTR-12.22"), "TTR-12.22", MASK, spot=SPOTS, side=SIDES),
    Choice("copy", w.say_copy,
           "The Chameleon has that action in this battle; its strengths stay its own.",
           ("TTR-12.23", "TTR-12.24", "TTR-12.25"), "TTR-12.24", MASK, side=SIDES),
    Choice("decline", "leave it",
           "The action is not carried out.", ("TTR-6.1",), "TTR-6.1"),
    Choice("use", "use the Rooster's power",
           "The Rooster does what the Rooster Change of this war says, and its price is paid.",
           ("TTR-14.10", "TTR-16.10"), "TTR-16.11", MASK),
    Choice("stop", "stop the war",
           "This battle is still checked, later ones are not fought, and the war is counted as it stands.",
           ("TTR-16.3", "TTR-14.21"), "TTR-16.3", MASK),
    Choice("remove", w.of_battle("take battle {spot} out of the war ({standing})"),
           "The battle has no result any more and gives no spoils.",
           ("TTR-16.3", "TTR-6.12"), "TTR-16.3", MASK, spot=SPOTS),
    Choice("done", "take nothing more back",
           "The other cards stay in your dice.", ("TTR-16.4",)),
    Choice("back_from", w.of_pile("take a card back from pile {spot} ({die})"),
           "A face-down card of this die goes back into your hand and takes no further part in the war.",
           ("TTR-16.4", "TTR-16.5"), "TTR-16.5", MASK, spot=SPOTS),
    Choice("back_card", w.of_card("take {card} back{strong}"),
           "The card goes back into your hand.",
           ("TTR-16.4", "TTR-16.5"), "TTR-16.4", KIND, use="name", kind=KINDS),
    Choice("steal_from", w.of_pile("look through the enemy's pile {spot} to steal ({die})", 1),
           "You see all cards of this die and take one of them.",
           ("TTR-16.15", "TTR-16.16"), "TTR-16.16", MASK, spot=SPOTS),
    Choice("steal_card", w.of_card("steal {card}{strong}"),
           "The card goes into your hand.",
           ("TTR-16.16",), "TTR-16.16", KIND, use="name", kind=KINDS),
    Choice("bonus", w.say_bonus,
           "So many whole piles go to whoever wins the war, one for each battle won at most.",
           ("TTR-16.19", "TTR-16.22"), "TTR-16.19", MASK, piles=MOST_PILES),
    Choice("give_up", w.of_battle("give up battle {spot} ({standing})"),
           "The other side becomes its only winner, and you win another battle instead.",
           ("TTR-15.15", "TTR-15.16"), "TTR-15.16", MASK, spot=SPOTS),
    Choice("gain", w.of_battle("win battle {spot} instead ({standing})"),
           "You become the only winner of this battle.",
           ("TTR-15.16",), "TTR-15.16", MASK, spot=SPOTS),
    Choice("pile", w.of_pile("take the whole pile of battle {spot} ({die})", 1),
           "Every card of that die is yours to keep or to discard; there is no extra single card from it.",
           ("TTR-8.10", "TTR-8.11"), "TTR-8.10", MASK, spot=SPOTS),
    Choice("grab", w.of_card("take {card}{strong}"),
           "For every battle that you won you take one card from the die that you faced.",
           ("TTR-8.6", "TTR-8.8"), "TTR-8.6", KIND, kind=KINDS),
    Choice("wish_card", w.of_card("wish for {card}{strong}"),
           "Your team hears the wish; your captain decides who gets the card.",
           ("TTR-13.27", "TTR-13.18"), "TTR-13.27", KIND, kind=KINDS),
    Choice("keep", w.of_card("keep {card}"),
           "The card joins your deck after the war.", ("TTR-8.13", "TTR-8.15"), "TTR-13.18"),
    Choice("discard", w.of_card("discard {card}"),
           "The card goes face up to the discard pile and never comes back.", ("TTR-8.13", "TTR-8.14")),
    Choice("give", w.of_card("give {card} to {player}"),
           "The card joins that player's deck after the war.",
           ("TTR-13.17", "TTR-13.18"), "TTR-13.17", MASK, seat=SEATS),
    Choice("pay_member", w.of_player("{player:pays|pay} ({cards})"),
           "That member of your team puts a card of their choice on the war pile.",
           ("TTR-13.20", "TTR-13.21"), "TTR-13.21", MASK, seat=SEATS),
    Choice("pay_card", w.of_card("put {card} on the war pile{strong}"),
           "The card is lost to both teams; ten cards on the war pile end the game.",
           ("TTR-13.21", "TTR-13.23"), "TTR-13.21", KIND, kind=KINDS),
)
# fmt: on
ACTIONS = Actions(*CHOICES)
V, A = ACTIONS.numbers, ACTIONS.first

ONE_OF_TWO = "Two choices, one after the other; undo takes the first one back."
# fmt: off
QUESTIONS = Questions(
    Question("challenge", "It is your turn: which player do you attack?",
             "You fight one war on your turn and cannot pass.",
             verbs=(V.CHALLENGE,), otherwise="TTR-2.2"),
    Question("pair", "Which player do you fight in this round?",
             "Everybody fights in one war of the round.",
             verbs=(V.PAIR,), otherwise="TTR-17.2"),
    Question("number", w.ask_number,
             "Few dice are large ones; whoever wins more battles takes a whole die of the other side.",
             verbs=(V.NUMBER,), otherwise="TTR-3.1"),
    Question("wish_place", "You may tell your team a wish: a spot, a number of dice, or nothing.",
             "These wishes are all that a team may say before its dice are made.",
             verbs=(V.SILENT, V.WISH_SPOT, V.WISH_DICE), otherwise="TTR-13.27"),
    Question("spot", w.ask_spot, "You are the captain; spots are given out from left to right.",
             verbs=(V.SPOT,), otherwise="TTR-13.11"),
    Question("dawn", w.ask_dawn, "It loses battle 1, and its dawn rule holds for the whole war.",
             verbs=(V.NO_DAWN, V.DAWN), otherwise="TTR-14.2"),
    Question("name", w.ask_name, "Any animal of this table may be named.",
             verbs=(V.NAME,), otherwise="TTR-14.6"),
    Question("build", w.ask_build,
             "Later a card of each die is rolled, and an animal that is strong against the other wins. Your "
             "opponent does not see what you do.",
             verbs=(V.PUT, V.LAY), otherwise="TTR-4.1", early=True),
    Question("concede", w.ask_concede, "A conceded battle is won by the other side alone.",
             verbs=(V.FIGHT, V.CONCEDE), otherwise="TTR-12.7"),
    Question("guess", w.ask_with(
             "Your Dawn card: guess which animal your opponent rolls in battle {battle}, or wait?"),
             "One guess in the war; a right one wins the battle.",
             verbs=(V.PASS, V.GUESS), otherwise="TTR-15.22"),
    Question("merge_from", "Your Dawn card: merge two of the enemy's piles, or wait? Which one moves?",
             "You win the battle whose spot becomes empty. " + ONE_OF_TWO,
             verbs=(V.PASS, V.MERGE_FROM), otherwise="TTR-15.4"),
    Question("merge_into", w.ask_with("Onto which pile do the cards of pile {pick} go?"),
             verbs=(V.MERGE_INTO,), otherwise="TTR-15.4"),
    Question("act_or_peek", w.ask_with(
             "Your {card}: carry out its action, or give it up to look at the top cards of a later battle?"),
             "The tactical pass: once in the war for each side.",
             verbs=(V.ACT, V.PEEK), otherwise="TTR-11.6"),
    Question("reshuffle", w.ask_reshuffle, "Unless it is shuffled, the card that you saw is rolled there.",
             verbs=(V.LEAVE, V.RESHUFFLE), otherwise="TTR-11.6"),
    Question("reroll", w.ask_with("Your {card}: which of your dice do you roll again?"),
             "A card that comes up in this battle carries out its own action.",
             verbs=(V.DECLINE, V.REROLL), otherwise="TTR-6.1"),
    Question("look", w.ask_with("Your {card}: through the dice of which later battle do you look?"),
             "You see both dice of that battle; nobody else does.",
             verbs=(V.DECLINE, V.LOOK), otherwise="TTR-6.1"),
    Question("swap_first", w.ask_with("Your {card} exchanges two of your piles: which one?"), ONE_OF_TWO,
             verbs=(V.DECLINE, V.SWAP_FIRST), otherwise="TTR-6.1"),
    Question("swap_second", w.ask_with("Exchange your pile {pick} with which other one?"),
             verbs=(V.SWAP_SECOND,), otherwise="TTR-6.1"),
    Question("destroy", w.ask_with("Your {card} destroys a face-up card of an earlier battle: which one?"),
             "The die of that card is rolled again when its battle is checked anew.",
             verbs=(V.DECLINE, V.DESTROY), otherwise="TTR-6.1"),
    Question("draw", w.ask_draw,
             verbs=(V.DECLINE, V.DRAW_FROM, V.DRAW_DECK), otherwise="TTR-6.1"),
    Question("copy", w.ask_with("Your {card}: which action of the previous battle does it copy?"),
             verbs=(V.DECLINE, V.COPY), otherwise="TTR-6.1"),
    Question("rooster", w.ask_rooster, "This is the Rooster Change of the war's Dawn card.",
             verbs=(V.DECLINE, V.REMOVE, V.USE, V.STOP), otherwise="TTR-6.1"),
    Question("back_from", w.ask_back_from,
             verbs=(V.DONE, V.BACK_FROM), otherwise="TTR-16.4"),
    Question("back_card", w.ask_with("Which card of pile {pick} do you take back?"),
             verbs=(V.BACK_CARD,), otherwise="TTR-16.4"),
    Question("steal_from", "Your Rooster steals a card: out of which of the enemy's piles?",
             "You look through the pile first.",
             verbs=(V.DECLINE, V.STEAL_FROM), otherwise="TTR-6.1"),
    Question("steal_card", w.ask_with("Which card of the enemy's pile {pick} do you steal?"),
             verbs=(V.STEAL_CARD,), otherwise="TTR-16.16"),
    Question("bonus", "Your Rooster: how many whole piles is winning this war worth?",
             verbs=(V.BONUS,), otherwise="TTR-16.19"),
    Question("free_reroll", w.ask_free_reroll, "The new card carries out no action that happens only once.",
             verbs=(V.PASS, V.REROLL), otherwise="TTR-15.7"),
    Question("exchange", "Your Dawn card: give up a battle that you won and win another one instead?",
             ONE_OF_TWO,
             verbs=(V.PASS, V.GIVE_UP), otherwise="TTR-15.15"),
    Question("exchange_gain", w.ask_with("Which battle do you win instead of battle {pick}?"),
             verbs=(V.GAIN,), otherwise="TTR-15.16"),
    Question("pile", w.ask_pile, "From every other battle that you won you take a single card.",
             verbs=(V.PILE,), otherwise="TTR-8.10"),
    Question("grab", w.ask_grab,
             verbs=(V.GRAB,), otherwise="TTR-8.6"),
    Question("wish_card", "Which card of the spoils would you like? Your captain gives them out.",
             "Two wishes at most.",
             verbs=(V.SILENT, V.WISH_CARD), otherwise="TTR-13.27"),
    Question("keep", w.ask_keep, "What you keep counts for you at the end of the game.",
             verbs=(V.KEEP, V.GIVE, V.DISCARD), otherwise="TTR-8.13"),
    Question("pay_member", w.ask_pay_member, "The team that lost the war pays; ten cards end the game.",
             verbs=(V.PAY_MEMBER,), otherwise="TTR-13.21"),
    Question("pay_card", w.ask_pay_card, "Ten cards on the war pile end the game.",
             verbs=(V.PAY_CARD,), otherwise="TTR-13.21"),
    Question("over", verbs=(), otherwise="TTR-9.3"),
)
# fmt: on
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
