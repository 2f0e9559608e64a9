"""Tossing Tiger, Rolling Dragon: a position as one seat may see it, in words."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.language import word
from bestiary.core.near import Near, near
from bestiary.core.said import many, said

from . import state as st
from .cards import rooster_text
from .moves import QUESTIONS, Q
from .words import action_of

RESULTS = ("none", *st.WON.words[1:])


def codes(content: Content, counts: Any) -> list[str]:
    """The cards of a hand or heap, by their codes, in the order of their kinds."""
    return [content.cards[k].code for k in range(st.KINDS) for _ in range(int(counts[k]))]


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""
    seats = int(s.seats)
    together = bool(s.opt.together)
    return {
        "game": "tiger",
        "seat": seat,
        "phase": QUESTIONS.name(int(s.phase)),
        "asked": [p for p in range(seats) if int(s.actors) >> p & 1],
        "turn": int(s.turn),
        "wars": int(s.wars),
        "war_limit": int(s.opt.war_limit),
        "attacker": int(s.attacker),
        "defender": int(s.defender),
        "teams": _teams(s) if together else None,
        "seats": [_seat(content, s, seat, p) for p in range(seats)],
        "draw_pile": int(s.deck_n),
        "discard": codes(content, s.discard),
        "destroyed": codes(content, s.gone),
        "war_pile": codes(content, s.war_pile),
        "war": _war(content, s, seat) if int(s.number) else None,
        "loot": [_code(content, int(s.loot[i])) for i in range(int(s.loot_n))],
        "building": _building(content, s, seat),
        "talk": _talk(s),
        "strengths": _strengths(content, s),
        "roosters": _roosters(content, s),
        "rooster_texts": _rooster_texts(content, s),
        "near": ways_to_the_end(s),
        "over": bool(s.over),
        "winners": [p for p in range(seats) if int(s.winners) >> p & 1] if s.over else None,
        "scores": [int(s.score[p]) for p in range(seats)] if s.over else None,
        "counted": "points" if s.opt.highscore else "cards",  # TTR-11.2
    }


def ways_to_the_end(s: Any) -> list[Near]:
    """How near the end is: wars, the smallest deck, and the war pile of teams."""
    limit, war = int(s.opt.war_limit), int(s.wars) + 1
    together = bool(s.opt.together)
    least = st.LEAST_TEAM_DECK if together else st.LEAST_DECK
    fewest = min(_cards_of(s, p) for p in range(int(s.seats)))
    ways = [
        near(
            war - 1,
            limit,
            said("War {war} of {limit}", war=min(war, limit), limit=limit),
            said("after the last one most points win")
            if s.opt.highscore
            else said("after the last one most cards win"),
        ),
        near(
            int(s.opt.start_cards) - fewest,
            int(s.opt.start_cards) - least + 1,
            many(fewest, "Smallest deck: {n} card", "Smallest deck: {n} cards"),
            said("with fewer than {least} the game ends", least=least),
        ),
    ]
    if together:
        pile, most = int(s.war_pile_n), st.WAR_PILE_END
        told = said("War pile: {pile} of {most}", pile=pile, most=most)
        ways.append(near(pile, most, told, said("when it is full the game ends")))
    return ways


def _cards_of(s: Any, p: int) -> int:
    """How many cards a player has, in the hand and laid down."""
    side = _side(s, p)
    if side is None:
        return int(s.hand_n[p])
    laid = sum(int(s.heap_n[side, h]) for h in range(st.HEAPS) if int(s.owner[side, h]) == p)
    return int(s.hand_n[p]) + laid


def _code(content: Content, kind: int) -> str | None:
    return content.cards[kind].code if kind >= 0 else None


def _teams(s: Any) -> dict[str, Any]:
    seats = range(int(s.seats))
    return {
        "A": [p for p in seats if p % 2 == 0],
        "B": [p for p in seats if p % 2 == 1],
        "attacking": "AB"[int(s.team)],
        "captains": [int(s.captain[0]), int(s.captain[1])],
    }


def _seat(content: Content, s: Any, seat: int, p: int) -> dict[str, Any]:
    """A player: how many cards, and which of them this seat can name."""
    side = _side(s, p)
    limbo = sum(1 for i in range(int(s.loot_n)) if int(s.loot_from[i]) == p and int(s.loot[i]) != -1)
    return {
        "cards": _cards_of(s, p),
        "in_hand": int(s.hand_n[p]),
        "taken": limbo,
        "hand": codes(content, s.hand[p]) if p == seat or _opened(s, p) else None,
        "known": codes(content, s.known[seat, p]) if 0 <= seat != p else [],
        "side": None if side is None else "AD"[side],
    }


def _opened(s: Any, p: int) -> bool:
    """Whether the game is over and the record shows a player's whole hand."""
    return bool(s.over) and int(sum(s.hand[p])) == int(s.hand_n[p])


def _side(s: Any, p: int) -> int | None:
    if s.opt.together:
        return st.ATT if p % 2 == int(s.team) else st.DEF
    if not int(s.number):
        return None
    return {int(s.defender): st.DEF, int(s.attacker): st.ATT}.get(p)


def _war(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """Two rows of dice, and what holds in this war."""
    named = int(s.named)
    return {
        "number": int(s.number),
        "battle": int(s.battle),
        "battles": [_battle(content, s, seat, spot) for spot in range(int(s.number))],
        "bonus": int(s.bonus),
        "stopped": bool(s.stopped),
        "dawn": _code(content, int(s.dawn)),
        "dawn_rule": content.words["dawn"][int(s.rule) - st.DAWN_SET] if int(s.rule) >= 0 else None,
        "dawn_text": word(content.words["dawn_text"][int(s.rule) - st.DAWN_SET])
        if int(s.rule) >= 0
        else None,
        "change": content.words["change"][int(s.change) - st.CHANGE_SET] if int(s.change) >= 0 else None,
        "change_text": word(content.words["change_text"][int(s.change) - st.CHANGE_SET])
        if int(s.change) >= 0
        else None,
        "named": content.words["animal"][named] if named >= 0 else None,
        "changes": _changes(content, s),
        "minimum": [int(s.minimum[0]), int(s.minimum[1])],
        "won": RESULTS[int(s.war_won)] if int(s.step) >= st.STEP.SPOILS else None,
    }


CHANGES = (
    "From battle {battle} on, the attacker's animals are strong against the {animal}.",
    "From battle {battle} on, the defender's animals are strong against the {animal}.",
    "From battle {battle} on, Roosters are strong against the {animal}.",
    "From battle {battle} on, nobody is strong against the {animal}.",
)


def _changes(content: Content, s: Any) -> list[str]:
    """What cards have changed for the rest of this war."""
    told = []
    for animal, beast in enumerate(content.words["beast"]):
        begins = s.gift[st.ATT, animal], s.gift[st.DEF, animal], s.rooster_gift[animal], s.dropped[animal]
        for first, change in zip(begins, CHANGES, strict=True):
            if int(first):
                told.append(said(change, battle=int(first) + 1, animal=beast).words)
    return told + [word("The war ends after this battle.")] * bool(s.stopped)


def _battle(content: Content, s: Any, seat: int, spot: int) -> dict[str, Any]:
    result: str | None = None
    if s.void[spot]:
        result = "void"
    elif s.done[spot]:
        result = RESULTS[int(s.result[spot])]
    return {
        "result": result,
        "conceded": "AD"[int(s.conceded[spot]) - 1] if s.conceded[spot] else None,
        "A": _die(content, s, seat, st.ATT, spot),
        "D": _die(content, s, seat, st.DEF, spot),
    }


def _die(content: Content, s: Any, seat: int, side: int, spot: int) -> dict[str, Any]:
    """A die: its size, its face-up card, and its cards where this seat knows them."""
    heaps = [spot]
    if side == st.DEF and int(s.merge_at) == spot:
        heaps.append(st.MERGED)
    bit = 1 << seat if seat >= 0 else 0
    known = all(int(s.seen[side, h]) & bit for h in heaps if int(s.heap_n[side, h]))
    cards = [c for h in heaps for c in codes(content, s.heap[side, h])]
    return {
        "owner": int(s.owner[side, spot]),
        "laid": bool(s.laid[side, spot]),
        "size": sum(int(s.heap_n[side, h]) for h in heaps),
        "up": _code(content, int(s.up[side, spot])),
        "dawn": side == st.ATT and spot == 0 and int(s.dawn) >= 0,
        "toss": (None, "up", "down")[int(s.toss[side, spot])],
        "cards": sorted(cards, key=[c.code for c in content.cards].index) if known else None,
        "top": _code(content, int(s.top[side, spot])),
        "passed": bool(s.passed[side, spot]),
        "copied": _set_name(content, int(s.copied[side, spot])),
        "disabled": _disabled(content, s, side, spot),
        "looked": [p for p in range(int(s.seats)) if int(s.seen[side, spot]) >> p & 1],
    }


def _disabled(content: Content, s: Any, side: int, spot: int) -> bool:
    """Whether the card of a die has an action that the card it faces switches off."""
    disables = [
        action_of(s, p, spot) >= 0
        and bool(content.tables["disables"][0][action_of(s, p, spot)])
        and not s.passed[p, spot]
        for p in range(st.SIDES)
    ]
    acts = action_of(s, side, spot) >= 0 and bool(content.tables["acts"][0][action_of(s, side, spot)])
    return acts and disables[1 - side] and not (side == st.ATT and disables[side])


def _set_name(content: Content, place: int) -> str | None:
    if place < 0:
        return None
    if place >= st.CHANGE_SET:
        return "rooster"
    return content.cards[place].code


def _building(content: Content, s: Any, seat: int) -> dict[str, Any] | None:
    """For whoever divides cards: the next card, the piles so far, and what they still need."""
    if int(s.phase) != Q.BUILD:
        return None
    if int(s.builder) != seat:
        return {"builder": int(s.builder)}
    side = _side(s, seat) or 0
    spots = [spot for spot in range(int(s.number)) if int(s.build_spots) >> spot & 1]
    at, same = int(s.build_kind), int(s.build_same)
    source = s.heap[side, st.GATHER] if s.rebuilding else s.hand[seat]
    kept = [0 if s.rebuilding else int(n) if k < at else same * (k == at) for k, n in enumerate(source)]
    return {
        "builder": seat,
        "next": content.cards[at].code if at < int(s.kinds) else None,
        "text": _text(content, s, at) if at < int(s.kinds) else None,
        "left": codes(content, [int(n) - kept[k] for k, n in enumerate(source)]),
        "kept": codes(content, kept),
        "minimum": int(s.build_min),
        "piles": {spot + 1: codes(content, s.heap[side, spot]) for spot in spots},
    }


def _talk(s: Any) -> dict[str, Any]:
    """Who may say what: outside Fight Together everything, in it fixed phrases but for a Bird."""
    if not s.opt.together:
        return {"open": True, "free": list(range(int(s.seats)))}
    free = [p for p in range(int(s.seats)) if int(s.talk) >> (_side(s, p) or 0) & 1]
    return {"open": False, "free": free}


def _strengths(content: Content, s: Any) -> dict[str, list[str]]:
    names = content.words["animal"]
    return {
        names[a]: [names[b] for b in range(st.ANIMALS) if int(s.strong[a]) >> b & 1]
        for a in range(st.ANIMALS)
        if int(s.animals) >> a & 1
    }


def _text(content: Content, s: Any, kind: int) -> str:
    """What a card says at this table."""
    rooster = st.ROOSTER <= kind < st.ROOSTER + st.ROOSTERS
    return rooster_text(content, s, kind) if rooster else word(content.cards[kind].text)


def _rooster_texts(content: Content, s: Any) -> dict[str, str]:
    """What the Roosters say at this table."""
    return {
        content.cards[k].code: rooster_text(content, s, k) for k in range(st.ROOSTER, st.ROOSTER + _many(s))
    }


def _many(s: Any) -> int:
    """How many Roosters there are."""
    return 0 if not s.opt.dawn else st.ROOSTERS if s.opt.extra_roosters else st.ROOSTERS - 2


def _roosters(content: Content, s: Any) -> dict[str, tuple[str, str | None]]:
    return {
        content.cards[st.ROOSTER + i].code: (
            content.words["dawn"][int(s.rooster_dawn[i]) - st.DAWN_SET],
            content.words["change"][int(s.rooster_change[i]) - st.CHANGE_SET]
            if int(s.rooster_change[i]) >= 0
            else None,
        )
        for i in range(_many(s))
    }
