"""What a seat knows of hidden cards, and what it may imagine."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

from bestiary.core.record import UNKNOWN, same
from bestiary.games.klaw import state as st
from bestiary.games.klaw.moves import Q
from bestiary.games.klaw.rules.hidden import lots_known

from .table import Table, number


def small(hand: list[str], deck: list[str], third: str = "urn") -> Table:
    """Seat 0 sees everything but seat 1's hand, seat 2's one card and the deck."""
    table = Table(players=3, deck=[])
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.hand(1, *hand)
    table.hand(2, third)
    s = table.s
    for i, code in enumerate(deck):
        s.deck[i] = number(code)
    s.deck_n = len(deck)
    placed = {number(c) for c in (*hand, *deck, third, "firefighter", "surgeon", "sentinel")}
    for card in range(int(table.match.content.tables["cards"][0])):
        s.discard[card] = card not in placed
    table._ready = True
    return table


def worlds(table: Table, seat: int, n: int = 40) -> list[Any]:
    """Deals what the seat cannot know again, and checks each deal."""
    engine = table.match.engine
    hidden = engine.hidden(table.match.state, seat)
    made = []
    for seed in range(n):
        world = engine.resampled(table.match.state, seat, seed)
        assert same(engine.hidden(world, seat), hidden)
        cards = [
            int(c) for z in table.match.game.zones if not z.flags for c in world[0][z.field].ravel() if c >= 0
        ]
        cards += [int(c) for c in np.flatnonzero(world[0]["discard"])]
        assert sorted(cards) == list(range(235))
        made.append(world[0])
    return made


def share(made: list[Any], card: str, zone: str, owner: int | None = None) -> float:
    """How often a card lies in a place."""
    held = [w[zone] if owner is None else w[zone][owner] for w in made]
    return sum(number(card) in h for h in held) / len(made)


def test_a_card_known_to_be_in_a_hand_is_always_there() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "key"])
    table.s.know[0, number("tiger")] = 1 << 1
    made = worlds(table, 0)
    assert share(made, "tiger", "hand", 1) == 1.0
    assert 0.05 < share(made, "shot", "hand", 1) < 0.6
    assert share(worlds(table, 2, 10), "tiger", "hand", 1) < 1.0  # another seat does not know it


def test_a_card_in_one_of_two_hands_is_in_one_of_them() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "key"])
    table.s.know[0, number("tiger")] = (1 << 1) | (1 << 2)
    made = worlds(table, 0)
    first, second = share(made, "tiger", "hand", 1), share(made, "tiger", "hand", 2)
    assert first + second == 1.0 and 0.4 < first < 0.95


def test_a_card_that_was_drawn_from_the_deck_may_be_in_a_hand() -> None:
    table = small(["shot"], ["tiger", "dog"])
    table.s.know[:3, number("tiger")] = st.IN_DECK
    table.s.know[st.PUBLIC, number("tiger")] = st.IN_DECK
    table.turn(1, 21)
    table.match.prepare()
    table.play("pass")
    assert table.s.know[0, number("tiger")] == st.IN_DECK | 1 << 1
    made = worlds(table, 0, 20)
    hand, deck = share(made, "tiger", "hand", 1), share(made, "tiger", "deck")
    assert hand + deck == 1.0 and 0 < deck < 1


def test_crowded_knowledge_always_finds_an_arrangement() -> None:
    table = small(["tiger"], ["dog"])
    table.s.know[0, number("tiger")] = (1 << 1) | (1 << 2)
    table.s.know[0, number("urn")] = (1 << 2) | (1 << 1)
    table.s.know[0, number("dog")] = st.IN_DECK | (1 << 1)
    for world in worlds(table, 0, 20):
        assert {int(world["hand"][1][0]), int(world["hand"][2][0])} == {number("tiger"), number("urn")}


def test_a_card_makes_room_for_one_that_can_be_nowhere_else() -> None:
    """The Dog may be in two hands, of which the Urn fills one; so a Tiger in the other was in the deck."""
    table = small(["dog"], ["tiger"])
    table.s.know[0, number("urn")] = 1 << 2
    table.s.know[0, number("tiger")] = st.IN_DECK | 1 << 1
    table.s.know[0, number("dog")] = (1 << 1) | (1 << 2)
    made = worlds(table, 0, 20)
    assert share(made, "dog", "hand", 1) == share(made, "tiger", "deck") == 1.0


def test_a_theft_at_random_makes_others_doubt() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "key"])
    table.s.know[0, number("tiger")] = 1 << 1
    table.s.know[2, [number("tiger"), number("shot")]] = 1 << 1
    table.s.hand[2, 1] = number("sleight")
    table.s.discard[number("sleight")] = 0
    table.s.hand_n[2] = 2
    table.turn(2, 22)
    table.match.prepare()
    table.play("action sleight1", "decline")
    assert table.s.know[0, number("tiger")] == (1 << 1) | (1 << 2)
    taken = [int(c) for c in table.s.hand[2] if c in (number("tiger"), number("shot"))]
    assert [int(table.s.know[1, c]) for c in taken] == [1 << 2]
    left = [int(c) for c in table.s.hand[1] if c >= 0]
    assert [int(table.s.know[2, c]) for c in taken + left] == [0, 1 << 1]  # the thief sees what it took


@pytest.mark.parametrize("dealt_elsewhere", [0, 1])
def test_a_known_host_may_be_one_of_the_deal_or_drawn(dealt_elsewhere: int) -> None:
    """Berserker was dealt, and any of nine cards drawn; or it was drawn, and another Host dealt."""
    deck = ["tiger", "dog", "plate", "key", "knife", "salts", "dart", "bailiff"]
    table = small(["berserker", "shot"], deck, third="abbess" if dealt_elsewhere else "urn")
    table.s.lots[number("berserker")] = table.s.lots_n[1] = 1
    table.s.lots[number("abbess")] = table.s.lots_n[2] = dealt_elsewhere
    table.s.know[0, number("berserker")] = 1 << 1
    made = worlds(table, 0, 60)
    dealt = sum(bool(w["lots"][number("berserker")]) for w in made) / 60
    assert 0.84 < dealt < 0.99
    assert all(w["lots"].sum() == 1 + dealt_elsewhere for w in made)


@pytest.mark.rule("KLW-4.5")
def test_how_likely_a_known_host_is_one_of_the_deal() -> None:
    """With a box: seat 1 knows a Host in a hand of eight cards, of which one is still of the deal."""
    from bestiary import Match

    match = Match("klaw", {"players": 3, "forgotten": True}, seed=8)
    row, t = match.state[0], match.content.tables[0]
    own = [int(c) for c in row["hand"][1] if c >= 0]
    known = next(int(c) for c in row["hand"][0] if row["lots"][c])
    row["lots"][[c for c in row["hand"][0] if c >= 0 and c != known]] = 0
    row["lots_n"][0], row["know"][1, known] = 1, 1 << 0
    hosts = sum(int(t["sorts"][t["kind"][c]]) == 0 for c in range(235) if c not in (*own, known))
    boxed = sum(int(t["sorts"][t["kind"][c]]) == 0 for c in row["box"][: int(row["box_n"])])
    left = int(row["deck_n"]) + 7 + 5  # the deck, and what the other two have drawn
    elsewhere = boxed + 3
    dealt = comb(hosts, elsewhere) * comb(left, 7)
    drawn = hosts * comb(hosts - 1, elsewhere) * comb(left - 1, 6)
    made = [match.engine.resampled(match.state, 1, seed)[0] for seed in range(120)]
    for world in made:
        of_the_deal = [sum(int(world["lots"][c]) for c in hand if c >= 0) for hand in world["hand"][:3]]
        assert of_the_deal == [1, 3, 3]
    share = sum(int(world["lots"][known]) for world in made) / len(made)
    assert abs(share - dealt / (dealt + drawn)) < 0.1


def test_what_lies_open_is_nowhere_else() -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "key"])
    s = table.s
    s.played[0], s.captured[0], s.look[0], s.look_n = number("knife"), number("pig"), number("urn2"), 1
    s.discard[[number("knife"), number("pig"), number("urn2")]] = 0
    s.phase, s.ask = Q.PICK_SCOUTED, 0
    table.host(0, "bailiff", totems=["goat"], items=["grenade"], support=True)
    s.discard[[number("bailiff"), number("goat"), number("grenade")]] = 0
    assert all(world["look"][0] == number("urn2") for world in worlds(table, 0, 10))


def test_a_set_that_is_not_played_with_is_known_to_be_in_the_box() -> None:
    from bestiary import Match

    match = Match("klaw", {"players": 2, "forgotten": False}, seed=3)
    t = match.content.tables[0]
    out = {c for c in range(235) if t["forgotten"][t["kind"][c]]}
    hidden = match.engine.hidden(match.state, 0)[0]
    assert out and {int(c) for c in hidden["box"] if c >= 0} == out
    for seed in range(4):
        world = match.engine.resampled(match.state, 0, seed)[0]
        cards = [int(c) for z in match.game.zones if not z.flags for c in world[z.field].ravel() if c >= 0]
        assert sorted([*cards, *np.flatnonzero(world["discard"])]) == list(range(235))


@pytest.mark.rule("KLW-4.5")
@pytest.mark.parametrize(
    ("hosts", "held", "dealt", "cards", "unseen", "other", "left"),
    [(2, 3, 2, 5, 4, 1, 9), (2, 2, 2, 4, 3, 2, 7), (3, 3, 3, 4, 5, 0, 12), (1, 2, 3, 6, 4, 1, 8)],
)
def test_every_way_of_dealing_is_as_likely_as_any_other(
    hosts: int, held: int, dealt: int, cards: int, unseen: int, other: int, left: int
) -> None:
    """Which known Hosts were dealt, which unseen ones beside them, which elsewhere, and what was drawn."""

    def ways(j: int) -> int:
        rest = dealt - j
        if rest < 0 or rest > cards - held or unseen - rest < other:
            return 0
        drawn = comb(left - rest, cards - held - rest)
        return comb(hosts, j) * comb(unseen, rest) * comb(unseen - rest, other) * drawn

    table = small(["berserker", "shot"], ["tiger", "dog"])
    state = table.match.state
    table.s.lots_n[1], table.s.hand_n[1] = dealt, cards
    rng, tables = state["rng"][0], table.match.content.tables[0]
    drawn = [int(lots_known(tables, state[0], 1, hosts, held, unseen, other, left, rng)) for _ in range(900)]
    whole = sum(ways(j) for j in range(hosts + 1))
    for j in range(hosts + 1):
        assert abs(drawn.count(j) / len(drawn) - ways(j) / whole) < 0.06


@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_hands_box_and_deck_are_blank_to_others(seat: int) -> None:
    table = small(["tiger", "shot"], ["dog", "plate", "key"])
    table.s.lots[number("tiger")] = 1
    hidden = table.match.engine.hidden(table.match.state, seat)[0]
    assert set(hidden["deck"][:3]) == {UNKNOWN}
    for p in (1, 2):
        seen = [int(c) for c in hidden["hand"][p] if c != -1]
        assert (UNKNOWN in seen) == (p != seat)
    assert bool(hidden["lots"].any()) == (seat == 1)
    assert not hidden["know"][[v for v in range(4) if v != seat]].any()


def test_the_box_holds_whole_pairs_and_the_right_numbers() -> None:
    from bestiary import Match

    match = Match("klaw", {"players": 3, "forgotten": True}, seed=8)
    t = match.content.tables[0]
    ever: set[int] = set()
    for seed in range(12):
        world = match.engine.resampled(match.state, 1, seed)[0]
        box = [int(c) for c in world["box"][: int(world["box_n"])]]
        sorts = [int(t["sorts"][t["kind"][c]]) for c in box]
        assert (sorts.count(0), sorts.count(1)) == (47 - 18, 48 - 18)
        ever |= {*box}
        kinds = [int(t["kind"][c]) for c, sort in zip(box, sorts, strict=True) if sort == 1]
        assert all(kinds.count(k) == 2 for k in kinds)
        for p in (0, 2):
            hosts = [c for c in world["hand"][p][:8] if t["sorts"][t["kind"][c]] == 0]
            assert len(hosts) >= 3 and sum(world["lots"][c] for c in hosts) == 3
    for sort in range(4):  # each card of every sort that the seat does not hold may be there
        cards = [
            c for c in range(235) if t["sorts"][t["kind"][c]] == sort and c not in match.state[0]["hand"][1]
        ]
        assert len(ever & {*cards}) > 0.8 * len(cards), sort


def raid(action: str) -> Table:
    """Seat 0 looks into seat 1's hand and is to take a card of it; seat 2 looks on."""
    table = small(["bailiff", "abbess", "tiger", "shot"], ["dog", "plate", "key"])
    table.s.hand[0, 0], table.s.hand_n[0] = number(action), 1
    table.s.discard[number(action)] = 0
    table.match.prepare()
    table.play(f"action {action}", "player 2", "decline")
    assert table.phase == "pick_seen_card"
    return table


@pytest.mark.rule("KLW-4.8", "KLW-8.26")
@pytest.mark.parametrize(("action", "told"), [("pressgang", "take"), ("interrogation", "take abbess")])
def test_a_host_taken_from_a_hand_is_named_to_two_and_a_discarded_card_to_all(action: str, told: str) -> None:
    table = raid(action).play("take abbess")
    names = [[entry.name for entry, _, _ in table.match.replay(seat)][-1] for seat in (0, 1, 2, -1)]
    assert names == ["take abbess", "take abbess", told, told]


@pytest.mark.rule("KLW-4.8")
def test_who_looks_into_a_hand_knows_it_in_every_imagined_deal() -> None:
    table = raid("interrogation")
    for seat in (0, 2):
        for world in worlds(table, seat, 6):
            hand = {int(c) for c in world["hand"][1] if c >= 0}
            assert {*np.flatnonzero(world["know"][0] == 1 << 1).tolist()} == hand
    table.play("take tiger1")
    for world in worlds(table, 2, 6):
        assert not world["know"][:2].any(), "the others may not be imagined to know more than everybody"
