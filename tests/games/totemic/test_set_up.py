"""Chapter 1: what there is, who plays which spirit, and the deal."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.driver import Engine
from bestiary.core.errors import BadOption, IllegalAction
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable
from bestiary.core.rng import shuffle
from bestiary.games.totemic import state as st
from bestiary.games.totemic.board import board

from .table import CONTENT, GAME, duel, names, new, spirit

ENGINE = Engine(GAME)
MANY = 150 if INTERPRETED else 10_000


def drafted(first: str, second: str, seed: int = 1) -> Match:
    """A duel whose players have chosen, whoever was asked first."""
    match = new(seed)
    match.play(f"choose {first}")
    match.play(f"choose {second}")
    return match


def fixed(own: str, other: str, seed: int = 1) -> Match:
    match = new(seed, spirit_0=own, spirit_1=other)
    match.play("begin")
    return match


def in_play(match: Match) -> list[int]:
    s = readable(match.state[0])
    return [card for card in range(st.ASPECTS) if not s.box[card]]


@pytest.mark.rule("TMC-1.1")
def test_sixteen_basic_aspects_and_two_of_each_spirit() -> None:
    kinds = Counter(card.facts["spirit"] for card in CONTENT.cards[: st.ASPECTS])
    assert kinds.pop(None) == 16
    assert kinds == dict.fromkeys(st.SPIRIT_NAMES, 2)


@pytest.mark.rule("TMC-1.2")
def test_twelve_spirits_with_power_and_advantage() -> None:
    spirits = CONTENT.cards[st.SPIRIT_CARD :]
    assert len({card.name for card in spirits}) == 12
    assert all(card.facts["power"] > 0 and card.text and card.facts["advantage"] for card in spirits)
    assert spirits[spirit("turtle")].facts["power"] == 30


@pytest.mark.rule("TMC-1.3")
def test_five_threats_lead_from_5_to_30() -> None:
    table = duel().play("challenge")
    shown = [table.level]
    for _ in range(5):
        table.play("threaten")
        shown.append(table.level)
    assert shown == [5, 10, 15, 20, 25, 30]
    assert table.asked == (0, "select")


@pytest.mark.rule("TMC-1.4")
def test_the_totem_begins_at_five() -> None:
    match = fixed("owl", "bat")
    assert match.view(0)["totem"]["level"] == 5
    before = [side["power"] for side in match.view(-1)["seats"]]
    match.play("challenge")
    match.play("accept")
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    after = [side["power"] for side in match.view(-1)["seats"]]
    assert 5 in [before[0] - after[0], before[1] - after[1]]


@pytest.mark.rule("TMC-1.5")
def test_everybody_looks_at_the_totem_they_prefer_and_that_changes_nothing() -> None:
    assert GAME.looks == {"totem": ("standing", "cards")}
    match = fixed("wolf", "crow")
    for _ in range(10):
        before = match.digest()
        drawn = [
            " ".join(line.plain for line in board({**match.view(0), "looks": {"totem": look}}).lines(66))
            for look in GAME.looks["totem"]
        ]
        assert "Totem ▲" in drawn[0] and "15] " in drawn[1] and "15] " not in drawn[0]
        assert match.digest() == before
        match.play(match.legal()[0])


@pytest.mark.rule("TMC-1.6", "TMC-1.10")
def test_each_player_plays_one_spirit_for_the_whole_game() -> None:
    match = new()
    chosen = {match.asked[0]: ("owl", 31)}
    match.play("choose owl")
    chosen[match.asked[0]] = ("bat", 29)
    match.play("choose bat")
    told = [h.words["seat"] for h in match.events(None) if h.kind == "chooses"]
    assert told == list(chosen)
    for seat, (name, power) in chosen.items():
        side = match.view(0)["seats"][seat]
        assert (side["spirit"]["code"], side["power"]) == (name, power)
    while not match.game_over:
        assert not any(c.startswith("choose") for c in match.choices())
        match.play(match.legal()[-1])
        assert [int(x) for x in readable(match.state[0]).spirit] == [
            spirit(chosen[0][0]),
            spirit(chosen[1][0]),
        ]


@pytest.mark.rule("TMC-1.6")
def test_only_a_spirit_can_be_chosen_first() -> None:
    match = new()
    with pytest.raises(IllegalAction) as refusal:
        match.play("challenge")
    assert refusal.value.rule == "TMC-1.6"


@pytest.mark.rule("TMC-1.6")
@pytest.mark.parametrize("options", [{}, {"players": 1}])
def test_before_the_choice_nobody_is_anything(options: dict[str, int]) -> None:
    s = readable(new(1, **options).state[0])
    for part in ("dominance", "initiator", "victor", "payer", "winner", "fx_row"):
        assert int(s[part]) == st.NOBODY
    assert s.spirit.tolist() == [st.NOBODY] * 2 and set(s.hierarchy.tolist()) == {st.NOBODY}
    assert s.box.all() and s.power.tolist() == [0, 0]


@pytest.mark.rule("TMC-1.7")
def test_no_two_players_play_the_same_spirit() -> None:
    match = new()
    assert len(match.choices()) == 12
    match.play("choose wolf")
    assert len(match.choices()) == 11
    with pytest.raises(IllegalAction) as refusal:
        match.play("choose wolf")
    assert refusal.value.rule == "TMC-1.7"
    with pytest.raises(BadOption, match=r"TMC-1\.7"):
        new(spirit_0="wolf", spirit_1="wolf")


@pytest.mark.rule("TMC-1.8")
def test_a_lot_decides_who_chooses_first() -> None:
    first = Counter(new(seed).asked[0] for seed in range(60))
    assert min(first[0], first[1]) > 10


@pytest.mark.rule("TMC-1.8")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_last_game_chooses_second(winner: int) -> None:
    match = new(match_games=3, spirit_0="owl")
    match.play(match.legal()[0])
    s = readable(match.state[0])
    s.power[1 - winner] = -50
    match.prepare()
    while not match.game_over:
        match.play(match.legal()[0])
    assert match.view(0)["winner"] == winner
    carried = match.carry
    assert int(carried["loser"][0]) == 1 + (1 - winner)
    states = match.engine.start({"match_games": 3}, 5, carried)
    assert match.engine.actors(states) == [winner] and len(match.engine.legal(states)) == 12
    match.engine.apply(states, match.engine.legal(states)[3])
    assert match.engine.actors(states) == [1 - winner] and len(match.engine.legal(states)) == 11


@pytest.mark.rule("TMC-1.9")
def test_dealt_spirits_are_never_twins_and_every_pair_comes_up() -> None:
    pairs = set()
    for seed in range(MANY):
        states = ENGINE.start({"deal_spirits": True}, seed)
        pairs.add(tuple(int(x) for x in states[0]["spirit"]))
        assert GAME.questions.name(int(states[0]["phase"])) == "begin"
    assert all(own != other for own, other in pairs)
    assert len(pairs) > 60 if INTERPRETED else len(pairs) == 132


@pytest.mark.rule("TMC-1.9")
def test_a_fixed_spirit_is_not_dealt() -> None:
    for seed in range(20):
        s = readable(new(seed, deal_spirits=True, spirit_1="owl").state[0])
        assert int(s.spirit[1]) == spirit("owl") != int(s.spirit[0])


@pytest.mark.rule("TMC-1.10", "TMC-1.11", "TMC-1.19")
@pytest.mark.parametrize(
    ("own", "other", "powers", "holder"),
    [("turtle", "catfish", [30, 23], 0), ("bat", "fox", [29, 34], 1)],
)
def test_the_higher_power_holds_the_token_and_the_other_begins(
    own: str, other: str, powers: list[int], holder: int
) -> None:
    match = fixed(own, other)
    sides = match.view(0)["seats"]
    assert [side["power"] for side in sides] == powers
    assert [side["dominance"] for side in sides] == [holder == 0, holder == 1]
    assert match.asked == [1 - holder] and match.view(0)["phase"] == "act"


@pytest.mark.rule("TMC-1.12")
def test_equal_powers_draw_lots_for_the_token() -> None:
    content = copy.deepcopy(CONTENT)
    content.tables["power"][0, [spirit("wolf"), spirit("bat")]] = 24
    holders: Counter[int] = Counter()
    games = 100 if INTERPRETED else 1000
    for seed in range(games):
        match = Match(GAME, {"spirit_0": "wolf", "spirit_1": "bat"}, seed, content=content)
        match.play("begin")
        holders[int(match.state[0]["dominance"])] += 1
    assert 0.3 * games < holders[0] < 0.7 * games and holders[0] + holders[1] == games


@pytest.mark.rule("TMC-1.13")
def test_before_play_both_may_study_spirits_and_aspects() -> None:
    match = new(spirit_0="wolf", spirit_1="crow")
    assert match.choices() == ["begin"]
    with pytest.raises(IllegalAction) as refusal:
        match.play("draw")
    assert refusal.value.rule == "TMC-1.13"
    for seat in (0, 1):
        listed = {card["name"]: card for card in match.view(seat)["cards"]}
        assert {"Kinship", "Pack Hunt", "Trinkets", "Omen"} <= set(listed)
        assert listed["Omen"]["strength"] == 4 and listed["Omen"]["text"]


@pytest.mark.rule("TMC-1.14", "TMC-1.16", "TMC-1.18", "TMC-1.15")
def test_twenty_cards_three_each_and_three_offered() -> None:
    match = fixed("badger", "owl")
    assert in_play(match) == [*range(16), 16, 17, 34, 35]
    s = readable(match.state[0])
    assert s.hand_n.tolist() == [3, 3] and int(s.deck_n) == 11
    shown = [match.view(seat)["offering"] for seat in (0, 1)]
    assert shown[0] == shown[1] and len(shown[0]) == 3
    assert all(card["name"] and card["strength"] >= 0 for card in shown[0])


@pytest.mark.rule("TMC-1.15")
def test_aspects_of_spirits_that_nobody_chose_take_no_part() -> None:
    match = fixed("badger", "owl", seed=4)
    while not match.game_over:
        s = readable(match.state[0])
        assert s.box[30] == 1 and "kinship" not in " ".join(match.choices())
        assert "Kinship" not in str(match.view(0)["cards"])
        match.play(match.legal()[-1])


@pytest.mark.rule("TMC-1.17")
@pytest.mark.parametrize("seed", range(3))
def test_the_first_player_is_dealt_first_then_the_other_then_the_offering(seed: int) -> None:
    """The same shuffle, seen in two duels whose first players sit on different seats."""
    own, other = fixed("turtle", "catfish", seed), fixed("catfish", "turtle", seed)
    first, second = readable(own.state[0]), readable(other.state[0])
    assert names(first.hand[1]) == names(second.hand[0])  # the Catfish begins in both
    assert names(first.hand[0]) == names(second.hand[1])
    assert names(first.offering) == names(second.offering)


@pytest.mark.rule("TMC-1.17")
def test_the_deal_goes_from_the_top_of_the_deck() -> None:
    match = new(5, spirit_0="turtle", spirit_1="catfish")
    s = readable(match.state[0])
    deck = np.array([c for c in range(st.ASPECTS) if c < 16 or c in (28, 29, 38, 39)], np.int16)
    shuffle(s.rng.copy(), st.DECK, deck, len(deck))
    top = deck[::-1].tolist()
    match.play("begin")
    s = readable(match.state[0])
    assert s.hand[1, :3].tolist() == top[:3] and s.hand[0, :3].tolist() == top[3:6]
    assert s.offering.tolist() == top[6:9] and s.deck[:11][::-1].tolist() == top[9:]


@pytest.mark.rule("TMC-1.20")
def test_texts_stay_open_wherever_the_card_is() -> None:
    inside = duel("? ? ?", "omen ? ?", spirits=("wolf", "crow"))
    under = duel("? ? ?", "? ? ?", deck="omen", spirits=("wolf", "crow"))
    listed = [table.sides[0].view["cards"] for table in (inside, under)]
    assert listed[0] == listed[1]
    omen = next(card for card in listed[0] if card["name"] == "Omen")
    assert omen["strength"] == 4 and "opponent's hand" in omen["text"]
