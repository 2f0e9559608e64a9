"""Tossing Tiger, Rolling Dragon: everything that can be chosen."""

from __future__ import annotations

from bestiary.core.actions import Actions, Verb

_SEATS, _SPOTS, _KINDS, _ANIMALS, _ROOSTERS = 6, 12, 33, 18, 16

ACTIONS = Actions(
    Verb("challenge", "attack player {target}", seat=_SEATS),
    Verb("pair", "fight player {target} in this round", seat=_SEATS),
    Verb("number", "say {number}: so many dice on both sides", number=_SPOTS),
    Verb("silent", "say nothing"),
    Verb("wish_spot", "wish for spot {number}", spot=_SPOTS),
    Verb("wish_dice", "offer {number} dice", dice=4),
    Verb("spot", "let player {target} supply the next spot", seat=_SEATS),
    Verb("no_dawn", "lay no Dawn card"),
    Verb("dawn", "lay {card} as Dawn card", rooster=_ROOSTERS),
    Verb("name", "name the {target}", animal=_ANIMALS),
    Verb("put", "put {card} on spot {number} (0: keep it in hand)", spot=_SPOTS + 1),
    Verb("lay", "lay the dice down as they are"),
    Verb("fight", "fight this battle"),
    Verb("concede", "concede this battle"),
    Verb("pass", "pass"),
    Verb("guess", "guess that the {target} will be rolled", animal=_ANIMALS),
    Verb("merge_from", "merge the enemy's pile {target} ...", spot=_SPOTS),
    Verb("merge_into", "... into pile {target}", spot=_SPOTS),
    Verb("act", "carry out the action"),
    Verb("peek", "give the action up and look at the top cards of battle {target}", spot=_SPOTS),
    Verb("leave", "leave the die as it is"),
    Verb("reshuffle", "shuffle your die there"),
    Verb("reroll", "roll your die of battle {target} again", spot=_SPOTS),
    Verb("look", "look through the dice of battle {target}", spot=_SPOTS),
    Verb("swap_first", "exchange pile {target} ...", spot=_SPOTS),
    Verb("swap_second", "... with pile {target}", spot=_SPOTS),
    Verb("destroy", "destroy the face-up card {target}", spot=_SPOTS, side=2),
    Verb("draw_deck", "draw from the draw pile"),
    Verb("draw_from", "draw blind from pile {target}", spot=_SPOTS, side=2),
    Verb("copy", "copy the card of side {target} in the previous battle", side=2),
    Verb("decline", "leave it"),
    Verb("use", "use the Rooster's power"),
    Verb("stop", "stop the war"),
    Verb("remove", "take battle {target} out of the war", spot=_SPOTS),
    Verb("done", "take nothing more back"),
    Verb("back_from", "take a card back from pile {target}", spot=_SPOTS),
    Verb("back_card", "take {card} back", use="name", kind=_KINDS),
    Verb("steal_from", "look through the enemy's pile {target} to steal", spot=_SPOTS),
    Verb("steal_card", "steal {card}", use="name", kind=_KINDS),
    Verb("bonus", "set the bonus to {number} whole piles", piles=4),
    Verb("give_up", "give up battle {target} ...", spot=_SPOTS),
    Verb("gain", "... to win battle {target}", spot=_SPOTS),
    Verb("pile", "take the whole pile of battle {target}", spot=_SPOTS),
    Verb("grab", "take {card}", kind=_KINDS),
    Verb("wish_card", "wish for {card}", kind=_KINDS),
    Verb("keep", "keep {card}"),
    Verb("discard", "discard {card}"),
    Verb("give", "give {card} to player {target}", seat=_SEATS),
    Verb("pay_member", "let player {target} pay", seat=_SEATS),
    Verb("pay_card", "put {card} on the war pile", kind=_KINDS),
)
(
    V_CHALLENGE,
    V_PAIR,
    V_NUMBER,
    V_SILENT,
    V_WISH_SPOT,
    V_WISH_DICE,
    V_SPOT,
    V_NO_DAWN,
    V_DAWN,
    V_NAME,
    V_PUT,
    V_LAY,
    V_FIGHT,
    V_CONCEDE,
    V_PASS,
    V_GUESS,
    V_MERGE_FROM,
    V_MERGE_INTO,
    V_ACT,
    V_PEEK,
    V_LEAVE,
    V_RESHUFFLE,
    V_REROLL,
    V_LOOK,
    V_SWAP_FIRST,
    V_SWAP_SECOND,
    V_DESTROY,
    V_DRAW_DECK,
    V_DRAW_FROM,
    V_COPY,
    V_DECLINE,
    V_USE,
    V_STOP,
    V_REMOVE,
    V_DONE,
    V_BACK_FROM,
    V_BACK_CARD,
    V_STEAL_FROM,
    V_STEAL_CARD,
    V_BONUS,
    V_GIVE_UP,
    V_GAIN,
    V_PILE,
    V_GRAB,
    V_WISH_CARD,
    V_KEEP,
    V_DISCARD,
    V_GIVE,
    V_PAY_MEMBER,
    V_PAY_CARD,
) = range(len(ACTIONS.verbs))

A_CHALLENGE = ACTIONS.base("challenge")
A_PAIR = ACTIONS.base("pair")
A_NUMBER = ACTIONS.base("number")
A_SILENT = ACTIONS.base("silent")
A_WISH_SPOT = ACTIONS.base("wish_spot")
A_WISH_DICE = ACTIONS.base("wish_dice")
A_SPOT = ACTIONS.base("spot")
A_NO_DAWN = ACTIONS.base("no_dawn")
A_DAWN = ACTIONS.base("dawn")
A_NAME = ACTIONS.base("name")
A_PUT = ACTIONS.base("put")
A_LAY = ACTIONS.base("lay")
A_FIGHT = ACTIONS.base("fight")
A_CONCEDE = ACTIONS.base("concede")
A_PASS = ACTIONS.base("pass")
A_GUESS = ACTIONS.base("guess")
A_MERGE_FROM = ACTIONS.base("merge_from")
A_MERGE_INTO = ACTIONS.base("merge_into")
A_ACT = ACTIONS.base("act")
A_PEEK = ACTIONS.base("peek")
A_LEAVE = ACTIONS.base("leave")
A_RESHUFFLE = ACTIONS.base("reshuffle")
A_REROLL = ACTIONS.base("reroll")
A_LOOK = ACTIONS.base("look")
A_SWAP_FIRST = ACTIONS.base("swap_first")
A_SWAP_SECOND = ACTIONS.base("swap_second")
A_DESTROY = ACTIONS.base("destroy")
A_DRAW_DECK = ACTIONS.base("draw_deck")
A_DRAW_FROM = ACTIONS.base("draw_from")
A_COPY = ACTIONS.base("copy")
A_DECLINE = ACTIONS.base("decline")
A_USE = ACTIONS.base("use")
A_STOP = ACTIONS.base("stop")
A_REMOVE = ACTIONS.base("remove")
A_DONE = ACTIONS.base("done")
A_BACK_FROM = ACTIONS.base("back_from")
A_BACK_CARD = ACTIONS.base("back_card")
A_STEAL_FROM = ACTIONS.base("steal_from")
A_STEAL_CARD = ACTIONS.base("steal_card")
A_BONUS = ACTIONS.base("bonus")
A_GIVE_UP = ACTIONS.base("give_up")
A_GAIN = ACTIONS.base("gain")
A_PILE = ACTIONS.base("pile")
A_GRAB = ACTIONS.base("grab")
A_WISH_CARD = ACTIONS.base("wish_card")
A_KEEP = ACTIONS.base("keep")
A_DISCARD = ACTIONS.base("discard")
A_GIVE = ACTIONS.base("give")
A_PAY_MEMBER = ACTIONS.base("pay_member")
A_PAY_CARD = ACTIONS.base("pay_card")
