"""Chapters 13 and 15: the turns of the solo game, and the rival's invoke."""

from __future__ import annotations

import random

import pytest

from bestiary.core.jit import INTERPRETED

from .table import new, solo

SOLO_GAMES = 25 if INTERPRETED else 1000


@pytest.mark.rule("TMC-13.1")
def test_the_players_turn_is_the_usual_one() -> None:
    table = solo("fury memory menace", offering="vigor hunger agility", turn=0)
    assert table.choices == ["draw", "invoke vigor", "invoke hunger", "invoke agility", "challenge"]
    table.play("invoke vigor")
    assert table.sides[0].power == 22


@pytest.mark.rule("TMC-13.2", "TMC-13.4")
def test_the_rival_acts_by_itself() -> None:
    table = solo("? ? ?", "rivalry hunger courage", offering="memory vigor cunning")
    assert ("invokes", 1) in table.told("invokes", "challenges")


@pytest.mark.rule("TMC-13.3")
@pytest.mark.parametrize(
    "hand", ["rivalry vigor cunning", "resilience agility cunning", "cunning vigor rivalry"]
)
def test_a_pair_of_ten_challenges(hand: str) -> None:
    table = solo("? ? ?", hand)
    assert table.told("invokes", "challenges") == [("challenges", 1)] and table.asked == (0, "answer")


@pytest.mark.rule("TMC-13.4")
@pytest.mark.parametrize(
    "hand", ["rivalry hunger courage", "cunning hunger rivalry", "vigor resilience memory"]
)
def test_a_pair_of_nine_invokes(hand: str) -> None:
    table = solo("? ? ?", hand, offering="shell menace patience")
    assert table.told("invokes", "challenges") == [("invokes", 1)]


@pytest.mark.rule("TMC-13.5", "TMC-14.3", "TMC-16.4")
def test_the_rival_never_draws_submits_or_threatens() -> None:
    for seed in range(SOLO_GAMES // 5):
        match = new(seed, players=1, deal_spirits=True, rivals=2)
        chance = random.Random(seed)
        threats = 0
        while not match.game_over:
            move = chance.choice([c for c in match.choices() if c != "yes"])
            threats += move == "threaten"
            match.play(move)
        happened = [(h.kind, h.words.get("seat")) for h in match.events(None)]
        assert ("submits", 1) not in happened and ("threatens", 1) not in happened
        assert sum(kind == "threatens" for kind, _ in happened) == threats
        turn = -1
        for k, (kind, seat) in enumerate(happened):
            if kind == "turn":
                turn = int(str(seat))
            if kind == "turn" and seat == 1:
                assert happened[k + 1][0] in ("challenges", "invokes")
            if kind == "meets":
                turn = -1
        assert turn in (-1, 0, 1)


@pytest.mark.rule("TMC-13.6")
def test_only_printed_strength_makes_the_rival_challenge() -> None:
    spirits, offering = ("owl", "stag"), "fury hunger memory"
    table = solo("? ? ?", "resilience vigor cunning", offering=offering, token=1, spirits=spirits)
    assert table.told("invokes", "challenges") == [("invokes", 1)]


@pytest.mark.rule("TMC-13.7")
def test_the_rivals_advantage_runs_by_itself() -> None:
    table = solo("fury rivalry ?", "memory cunning menace", spirits=("owl", "porcupine"), turn=0)
    table.play("challenge", "select fury rivalry")
    assert table.powers == (19, 15)
    table = solo("memory cunning ?", "resilience rivalry menace", spirits=("owl", "bat"), turn=0)
    table.play("challenge", "select memory cunning")
    assert table.powers == (15, 22)


@pytest.mark.rule("TMC-13.8")
@pytest.mark.parametrize(("plain", "total"), [(True, 11), (False, 12)])
def test_plain_rivals_have_no_advantage(plain: bool, total: int) -> None:
    table = solo(
        "fury rivalry ?",
        "resilience vigor cunning",
        spirits=("owl", "badger"),
        turn=0,
        fates=(2, 0, 4, 6),
        plain_rivals=plain,
    )
    table.play("challenge", "select fury rivalry")
    assert table.totals == (13, total)


@pytest.mark.rule("TMC-13.8")
def test_a_plain_turtle_pays_for_a_reshuffle() -> None:
    table = solo(deck_n=1, power=(9, 7), turn=0, plain_rivals=True).play("draw")
    assert table.powers == (8, 6)


@pytest.mark.rule("TMC-13.9", "TMC-13.10")
@pytest.mark.parametrize(
    ("rival", "tireless", "power", "left"),
    [
        ("wolf", False, 9, 8),
        ("wolf", True, 9, 9),
        ("wolf", False, 7, 6),
        ("turtle", False, 9, 8),
        ("turtle", False, 7, 7),
    ],
)
def test_a_reshuffle_costs_the_rival_too(rival: str, tireless: bool, power: int, left: int) -> None:
    table = solo(deck_n=1, power=(9, power), turn=0, spirits=("snake", rival), tireless_rivals=tireless)
    assert table.play("draw").powers == (8, left)


@pytest.mark.rule("TMC-13.11")
def test_the_rival_discards_its_weakest_card() -> None:
    table = solo(
        "fury ? ?",
        "rivalry vigor memory",
        offering="slow-gait ? ?",
        deck="hunger",
        spirits=("owl", "porcupine"),
        turn=0,
    )
    table.play("invoke slow-gait")
    assert table.sides[1].cards == 4
    table.play("discard fury")
    assert "memory" in table.pile.split()


@pytest.mark.rule("TMC-13.11")
def test_the_player_chooses_among_the_rivals_equals() -> None:
    table = solo("fury ? ?", "resilience agility memory", offering="menace ? ?", turn=0).play("invoke menace")
    assert table.asked == (0, "pick") and table.choices == ["pick resilience", "pick agility"]
    assert table.refused("pick memory") == "TMC-13.11" == table.refused("draw")
    table.play("pick agility")
    assert table.pile == "agility" and table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-13.11")
def test_a_single_strongest_card_of_the_rival_goes_without_a_question() -> None:
    table = solo("fury ? ?", "resilience rivalry memory", offering="menace ? ?", turn=0).play("invoke menace")
    assert table.pile == "rivalry" and table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-13.11")
def test_the_player_settles_a_tie_when_the_rival_has_too_many_cards() -> None:
    table = solo(
        "fury ? ?",
        "memory menace vigor",
        offering="slow-gait ? ?",
        deck="hunger",
        spirits=("owl", "porcupine"),
        turn=0,
    )
    table.play("invoke slow-gait", "discard fury")
    assert table.asked == (0, "pick") and table.choices == ["pick memory", "pick menace"]
    table.play("pick memory")
    assert table.pile.startswith("fury memory")


@pytest.mark.rule("TMC-13.12")
def test_the_players_effects_treat_the_rival_as_the_opponent() -> None:
    table = solo("fury ? ?", "rivalry hunger memory", offering="cunning vigor ?", turn=0)
    before = table.sides[0].view["seats"][1]
    table.play("invoke cunning")
    assert table.asked == (0, "may") and table.sides[0].view["seats"][1] == before
    assert table.told("looks") == []
    table = solo(offering="hunger ? ?", turn=0).play("invoke hunger")
    assert table.powers == (20, 18)


# ---- the rival invokes -----------------------------------------------------------------------


@pytest.mark.rule("TMC-15.1", "TMC-15.5")
def test_the_rival_takes_the_strongest_and_discards_its_weakest() -> None:
    table = solo("? ? ?", "vigor hunger cunning", offering="courage resilience memory", deck="patience")
    assert table.sides[1].hand == "vigor hunger resilience" and table.pile == "cunning"
    assert table.offering == "courage memory patience" and table.asked == (0, "act")


@pytest.mark.rule("TMC-15.2")
def test_the_player_chooses_among_the_strongest_of_the_offering() -> None:
    table = solo("? ? ?", "vigor hunger cunning", offering="resilience agility memory")
    assert table.asked == (0, "pick") and table.choices == ["pick resilience", "pick agility"]
    assert table.refused("draw") == "TMC-15.2" == table.refused("pick memory")
    table.play("pick agility")
    assert table.sides[1].hand == "vigor hunger agility"


@pytest.mark.rule("TMC-15.2")
def test_copies_of_one_aspect_need_no_choice() -> None:
    table = solo("? ? ?", "patience hunger cunning", offering="vigor vigor memory")
    assert table.asked == (0, "act") and table.sides[1].hand == "patience hunger vigor"


@pytest.mark.rule("TMC-15.3")
def test_the_rival_resolves_dominance_only() -> None:
    table = solo(
        "? ? ?",
        "vigor hunger cunning",
        offering="determination menace memory",
        spirits=("owl", "wolf"),
    )
    assert table.sides[1].dominant and table.powers == (19, 20) and table.sides[1].cards == 3
    assert table.told("draws") == []
    table = solo("? ? ?", "vigor memory cunning", offering="fury menace hunger")
    assert table.powers == (20, 20)


@pytest.mark.rule("TMC-15.3", "TMC-15.4")
def test_an_exchange_may_cost_the_rival_the_token() -> None:
    table = solo("? ? ?", "vigor memory cunning", offering="rivalry menace hunger", token=1)
    assert table.sides[0].dominant and table.powers == (20, 19)
    table = solo("? ? ?", "vigor memory cunning", offering="rivalry menace hunger", token=0)
    assert table.sides[1].dominant and table.powers == (19, 20)


@pytest.mark.rule("TMC-15.4")
def test_dominance_parts_count_whoever_gains() -> None:
    table = solo(
        "? ? ?",
        "vigor memory cunning",
        offering="slow-gait menace hunger",
        token=1,
        spirits=("owl", "porcupine"),
    )
    assert table.sides[0].dominant and table.powers == (20, 19) and table.told("draws") == []
    table = solo(
        "? ? ?",
        "vigor memory cunning",
        offering="stubborn-bite menace hunger",
        token=1,
        spirits=("owl", "badger"),
    )
    assert table.sides[1].dominant and table.powers == (20, 20)
    table = solo(
        "? ? ?",
        "vigor memory cunning",
        offering="stubborn-bite menace hunger",
        token=0,
        spirits=("owl", "badger"),
    )
    assert table.sides[1].dominant and table.powers == (19, 20)


@pytest.mark.rule("TMC-15.6")
def test_the_player_chooses_among_the_rivals_weakest() -> None:
    table = solo("? ? ?", "vigor memory menace", offering="resilience hunger cunning")
    assert table.asked == (0, "pick") and table.choices == ["pick memory", "pick menace"]
    assert table.refused("draw") == "TMC-15.6" == table.refused("pick vigor")
    table.play("pick menace")
    assert table.sides[1].hand == "vigor memory resilience" and table.pile == "menace"


@pytest.mark.rule("TMC-15.7")
def test_the_selected_card_is_never_discarded() -> None:
    table = solo("? ? ?", "vigor patience hunger", offering="memory menace cunning").play("pick memory")
    assert table.sides[1].hand == "vigor patience memory" and table.pile == "hunger"
