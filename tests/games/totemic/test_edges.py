"""What is told of a challenge from first to last, and single steps of the rules at their limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.core.record import EMPTY, readable
from bestiary.games.totemic import rules
from bestiary.games.totemic import state as st
from bestiary.games.totemic.effects import DO
from bestiary.games.totemic.events import CAUSE
from bestiary.games.totemic.rules.setup import deal, draft
from bestiary.games.totemic.state import NOBODY, PLAYER, RIVAL, STEP
from bestiary.testing.plain import plain

from .table import CONTENT, GAME, NUMBER, Table, duel, new, solo, spirit, strength

advice, challenge, deck = map(plain, (rules.advice, rules.challenge, rules.deck))
effects, ending, sides = map(plain, (rules.effects, rules.ending, rules.sides))
rivals, deal, draft = map(plain, (rules.solo, deal, draft))
T = CONTENT.tables[0]


def said(table: Table, kind: str) -> list[dict[str, int]]:
    return [dict(h.words) for h in table.match.events(None) if h.kind == kind]


class Log:
    """What one step of the rules tells."""

    def __init__(self, table: Table) -> None:
        self.engine = table.match.engine
        self.log = self.engine.new_log()

    def __getitem__(self, kind: str) -> list[dict[str, int]]:
        return [dict(h.words) for h in self.engine.happenings(self.log, None) if h.kind == kind]


@pytest.mark.rule("TMC-7.1", "TMC-7.5", "TMC-7.14", "TMC-7.15")
def test_a_challenge_is_told_from_its_first_word_to_its_last() -> None:
    hands = "fury memory menace", "hunger agility vigor"
    table = duel(*hands, turn=1, deck="courage courage determination determination")
    table.challenge("fury memory", "hunger agility")
    assert table.match.story(None) == [
        "The Turtle begins a challenge.",
        "The Mouse accepts the challenge.",
        "The Turtle selects 2 cards.",
        "The Mouse selects 2 cards.",
        "The Turtle reveals Fury.",
        "The Turtle reveals Memory.",
        "The Mouse reveals Hunger.",
        "The Mouse reveals Agility.",
        "The Mouse has a total of 8.",
        "The Turtle has a total of 9.",
        "The Turtle wins the challenge, 9 to 8.",
        "The Mouse loses 5 power for the lost challenge.",
        "The Turtle discards Fury.",
        "The Turtle discards Memory.",
        "The Mouse discards Hunger.",
        "The Mouse discards Agility.",
        "The Turtle draws Courage.",
        "The Turtle draws Courage.",
        "The Mouse draws Determination.",
        "The Mouse draws Determination.",
        "Turn 2: the Mouse moves.",
    ]
    seats = [h.words["seat"] for h in table.match.events(None) if h.kind in ("reveals", "selects", "accepts")]
    assert seats == [0, 1, 0, 1, 1, 0, 0]


@pytest.mark.rule("TMC-8.1", "TMC-8.6", "TMC-8.8")
def test_threats_and_a_submit_are_told() -> None:
    table = duel("fury memory menace", "hunger agility vigor", turn=1)
    table.play("challenge", "threaten", "submit")
    told = table.match.story(None)
    assert told[:4] == [
        "The Turtle begins a challenge.",
        "The Mouse threatens.",
        f"The totem rises to {int(T['levels'][1])}.",
        "The Turtle submits.",
    ]
    assert [w["seat"] for w in said(table, "threatens")] == [0] and [
        w["seat"] for w in said(table, "submits")
    ] == [1]


@pytest.mark.rule("TMC-7.3")
def test_whoever_answers_accepts() -> None:
    table = duel(turn=1).play("challenge", "threaten", "accept")
    assert said(table, "accepts") == [{"seat": 1, "who": sides_who(table, 1)}]


def sides_who(table: Table, p: int) -> int:
    return int(sides.who(table.match.state[0], p))


@pytest.mark.rule("TMC-3.1", "TMC-3.5")
@pytest.mark.parametrize("p", [0, 1])
def test_who_gains_dominance_and_what_it_costs_the_other(p: int) -> None:
    table = duel(token=1 - p)
    log = Log(table)
    sides.take_dominance(T, table.match.state[0], p, CAUSE.TIE, log.log[0])
    assert log["dominates"] == [{"seat": p, "who": sides_who(table, p), "cause": CAUSE.TIE}]
    lost = int(T["dominance_loss"])
    assert table.state.power[1 - p] == 20 - lost and table.state.power[p] == 20
    assert [w["seat"] for w in log["loses"]] == [1 - p] * (lost > 0)
    again = Log(table)
    sides.take_dominance(T, table.match.state[0], p, CAUSE.TIE, again.log[0])
    assert again["dominates"] == [] and table.state.power[1 - p] == 20 - lost


@pytest.mark.rule("TMC-1.10", "TMC-1.11")
def test_both_sides_meet_with_their_power() -> None:
    table = duel()
    log = Log(table)
    deal(T, table.match.state[0], log.log[0])
    powers = [int(T["power"][spirit(name)]) for name in ("mouse", "turtle")]
    assert [(w["seat"], w["number"]) for w in log["meets"]] == [(0, powers[0]), (1, powers[1])]
    assert [w["who"] for w in log["meets"]] == [sides_who(table, p) for p in range(2)]
    assert [w["seat"] for w in log["receives"]] == [int(np.argmax(powers))]


@pytest.mark.rule("TMC-1.8")
@pytest.mark.parametrize(("loser", "first"), [(1, 1), (2, 0)])
def test_the_loser_lets_the_other_choose_first(loser: int, first: int) -> None:
    match = new()
    row = match.state[0]
    row["spirit"] = NOBODY
    draft(row, loser)
    assert (int(row["first"]), int(row["actors"])) == (first, 1 << first)


@pytest.mark.rule("TMC-1.7")
@pytest.mark.parametrize(("spirits", "asked"), [((-1, 3), 0), ((3, -1), 1), ((3, 3), 1), ((3, 4), 0)])
def test_who_has_no_spirit_yet_is_asked(spirits: tuple[int, int], asked: int) -> None:
    match = new()
    row = match.state[0]
    row["spirit"] = spirits
    draft(row, 0)
    assert int(row["actors"]) == 1 << asked and int(row["step"]) == STEP.DEAL


# ---- cards ---------------------------------------------------------------------------------------


@pytest.mark.rule("TMC-11.13")
@pytest.mark.parametrize("p", [0, 1])
def test_a_stolen_card_is_told_and_shown_with_its_new_owner(p: int) -> None:
    table = duel("fury memory", "hunger agility")
    tables = CONTENT.tables.copy()[0]
    s, card = table.state, int(table.state.hand[p, 0])
    s.fx_row, s.fx_next, s.fx_left, s.fx_owner = 0, 0, 2, 1 - p
    tables["fx_do"][0, 0] = DO.STEAL
    log = Log(table)
    effects.lose_card(tables, table.match.state[0], p, 0, log.log[0])
    assert log["steals"] == [{"seat": 1 - p, "who": sides_who(table, 1 - p), "card": card}]
    assert card in s.hand[1 - p] and int(s.shown[card]) == 2 - p and int(s.fx_left) == 1
    tables["fx_do"][0, 0] = DO.DISCARD
    log = Log(table)
    effects.lose_card(tables, table.match.state[0], p, 0, log.log[0])
    assert log["steals"] == [] and [w["seat"] for w in log["discards"]] == [p]
    assert (int(s.fx_left), int(s.fx_next)) == (0, 1)


@pytest.mark.rule("TMC-2.10")
@pytest.mark.parametrize(
    ("do", "field", "at"),
    [
        (DO.RECOVER, "discard_n", None),
        (DO.SWAP_OFFERING, "offering_n", None),
        (DO.SWAP_OFFERING, "hand_n", 0),
        (DO.REPLACE_SELECTED, "offering_n", None),
        (DO.REPLACE_SELECTED, "selected_n", 0),
        (DO.STEAL, "hand_n", 1),
        (DO.DISCARD, "hand_n", 0),
    ],
)
def test_an_effect_without_what_it_needs_is_left_out(do: int, field: str, at: int | None) -> None:
    table, tables = duel(pile="menace"), CONTENT.tables.copy()[0]
    row = table.match.state[0]
    tables["fx_do"][0, 0], tables["fx_who"][0, 0] = do, 0
    row["fx_row"], row["fx_next"], row["fx_owner"], row["selected_n"] = 0, 0, 0, 1
    assert effects.possible(tables, row)
    if at is None:
        row[field] = 0
    else:
        row[field][at] = 0
    assert not effects.possible(tables, row)
    row["fx_left"] = 1
    assert not effects.perform(tables, row, table.match.engine.new_log()[0])
    assert (int(row["fx_next"]), int(row["fx_left"])) == (1, 0)


@pytest.mark.rule("TMC-11.7")
def test_the_totem_rises_to_the_top_and_no_further() -> None:
    table, tables = duel(), CONTENT.tables.copy()[0]
    row = table.match.state[0]
    tables["fx_do"][0, 0] = DO.RAISE_TOTEM
    row["fx_row"], row["fx_next"], row["level"] = 0, 0, st.LEVELS - 2
    assert effects.possible(tables, row)
    log = Log(table)
    sides.raise_totem(tables, row, 3, log.log[0])
    assert int(row["level"]) == st.LEVELS - 1 and log["raises"] == [{"number": int(T["levels"][-1])}]
    assert not effects.possible(tables, row)


def test_of_effects_that_have_ended_nothing_is_left() -> None:
    row = duel().match.state[0]
    for name in ("fx_row", "fx_owner", "fx_on", "fx_next", "fx_left"):
        row[name] = 1
    effects.stop_effects(row)
    assert [int(row[n]) for n in ("fx_row", "fx_owner", "fx_on", "fx_next", "fx_left")] == [EMPTY, 0, 0, 0, 0]


@pytest.mark.rule("TMC-5.5", "TMC-5.7")
@pytest.mark.parametrize(
    ("deck_n", "pile", "late", "shuffled"),
    [
        (0, "menace", False, True),
        (1, "menace", False, False),
        (0, "", False, False),
        (0, "menace", True, False),
    ],
)
def test_an_empty_deck_is_shuffled_at_once_or_when_a_card_is_needed(
    deck_n: int, pile: str, late: bool, shuffled: bool
) -> None:
    table = duel(pile=pile, late_reshuffle=late)
    s = table.state
    keep = s.discard[:1].copy() if pile else s.discard[:0].copy()
    s.discard[:] = EMPTY
    s.discard[: len(keep)] = keep
    s.discard_n = len(keep)
    s.deck[deck_n:] = EMPTY
    s.deck_n = deck_n
    before = int(s.reshuffles)
    deck.run_out(T, table.match.state[0], table.match.engine.new_log()[0])
    assert int(s.reshuffles) == before + shuffled


@pytest.mark.rule("TMC-8.8")
def test_who_has_fewer_cards_than_a_submit_costs_pays_what_there_is() -> None:
    table = duel("fury", "hunger agility vigor")
    s = table.state
    s.payer, s.need = 0, 2
    challenge.pay(T, table.match.state[0], table.match.engine.new_log()[0])
    assert (int(s.hand_n[0]), int(s.need), int(s.payer), int(s.step)) == (0, 0, NOBODY, STEP.CHALLENGE_END)


# ---- alone ---------------------------------------------------------------------------------------


@pytest.mark.rule("TMC-16.5", "TMC-16.6", "TMC-17.1", "TMC-17.2")
@pytest.mark.parametrize(("powers", "winner"), [((9, 0), PLAYER), ((0, 7), RIVAL)])
def test_a_confrontation_is_told_with_both_powers(powers: tuple[int, int], winner: int) -> None:
    table = solo(power=powers, spirits=("owl", "turtle"))
    s = table.state
    s.level, s.reshuffles = 2, 3
    log = Log(table)
    who = sides_who(table, winner)
    rivals.end_confrontation(T, table.match.state[0], log.log[0])
    assert log["beats"] == [{"seat": winner, "who": who, "number": max(powers), "other": min(powers)}]
    if winner == PLAYER:
        assert (int(s.rung), int(s.level), int(s.reshuffles), int(s.step)) == (1, 0, 0, STEP.CONFRONT)
        assert int(s.power[PLAYER]) == 9 + int(T["power"][spirit("turtle")]) // 2
        assert s.hierarchy[:3].tolist() == [spirit("turtle"), spirit("owl"), spirit("wolf")]
        assert int(s.spirit[RIVAL]) == spirit("wolf") and not s.over
    else:
        assert s.over and int(s.winner) == RIVAL


@pytest.mark.rule("TMC-10.5", "TMC-16.7", "TMC-16.9")
@pytest.mark.parametrize(("winner", "payoff"), [(PLAYER, 1.0), (RIVAL, -1.0), (NOBODY, 0.0)])
def test_a_rival_gets_nothing(winner: int, payoff: float) -> None:
    table = solo()
    table.state.winner = winner
    out = np.full(2, 9.0)
    ending.returns(T, table.match.state[0], out)
    assert out.tolist() == [payoff, 0.0]


# ---- the guess of a position ---------------------------------------------------------------------


def strengths(*names: str) -> list[int]:
    return [strength(name) for name in names]


def test_the_pair_that_a_side_would_fight_with() -> None:
    table = duel("fury menace hunger", "agility memory")
    s, row = table.state, table.match.state[0]

    def pair(p: int) -> int:
        return int(advice.best_pair(T, row, p))

    for p, cards in ((0, ("fury", "menace", "hunger")), (1, ("agility", "memory"))):
        assert pair(p) == sum(sorted(strengths(*cards))[-2:])
    first = int(s.hand[0, 0])
    s.selected[0, 0], s.selected_n[0] = NUMBER["vigor-a"], 1
    assert pair(0) == strengths("vigor")[0] + max(strengths("fury", "menace", "hunger"))
    s.selected[0, 1], s.selected_n[0] = NUMBER["cunning"], 2
    assert pair(0) == sum(strengths("vigor", "cunning"))
    s.selected[0] = -2  # laid face down by the other side
    assert pair(0) == 0
    s.selected_n[0], s.hand_n[0] = 0, 1
    assert pair(0) == int(T["strength"][first])
    s.hand[0, 0] = -2
    assert pair(0) == 0
    s.hand_n[0] = 0
    assert pair(0) == 0


def test_how_a_challenge_would_go() -> None:
    cases = {(5, 4, 0): 1, (4, 5, 1): -1, (5, 5, 1): 1, (5, 5, 0): -1}
    assert {case: float(advice.outcome(*case)) for case in cases} == cases
    table = duel("vigor vigor", "resilience hunger", token=1)
    s, row = table.state, table.match.state[0]
    assert float(advice.prospect(T, row)) == -1
    s.bonus[0] = 1
    assert float(advice.prospect(T, row)) == 1
    s.bonus[1] = 2
    assert float(advice.prospect(T, row)) == -1
    s.bonus[:], s.dominance = 0, 0
    assert float(advice.prospect(T, row)) == 1


def test_alone_the_challenge_cards_that_are_left_decide() -> None:
    table = solo("vigor vigor menace", "resilience hunger memory", fates=(0, 2, 4, 6), token=0, turn=0)
    s, row = table.state, table.match.state[0]
    assert float(advice.prospect(T, row)) == pytest.approx((1 - 1 - 1 - 1) / 4)
    s.bonus[0] = 4
    assert float(advice.prospect(T, row)) == pytest.approx((1 + 1 + 1 - 1) / 4)
    s.turned[0] = s.stack[0]
    turned = int(T["strength"][int(s.stack[0])])
    assert float(advice.prospect(T, row)) == (1 if turned <= 4 else -1)
    s.turned[0], s.stack[:], s.stack_n = EMPTY, EMPTY, 0
    assert float(advice.prospect(T, row)) == 1


def test_the_rivals_further_up_count_one_by_one() -> None:
    table = solo(spirits=("owl", "turtle"), hierarchy=("owl", "turtle", "bat", "wolf"), power=(24, 10))
    power = {name: int(T["power"][spirit(name)]) for name in ("turtle", "bat", "wolf")}

    def chance(x: float) -> float:
        return float(1 / (1 + np.exp(-x)))

    own = advice.KEPT * 24 + power["turtle"] // 2
    first = chance(advice.LATER * (own - power["bat"]))
    own = advice.KEPT * own + power["bat"] // 2
    second = chance(advice.LATER * (own - power["wolf"]))
    assert float(advice.further_up(T, table.match.state[0])) == pytest.approx(first * second)
    table.state.rung = 1
    table.state.spirit[RIVAL] = spirit("bat")
    own = advice.KEPT * 24 + power["bat"] // 2
    assert float(advice.further_up(T, table.match.state[0])) == pytest.approx(
        chance(advice.LATER * (own - power["wolf"]))
    )
    table.state.rung = 2
    assert float(advice.further_up(T, table.match.state[0])) == 1


# ---- what is seen --------------------------------------------------------------------------------


def test_the_first_card_of_all_is_seen_like_the_others() -> None:
    table = duel()
    s = table.state
    zones: list[Any] = [s.hand[0], s.offering, s.discard]
    for zone in zones:
        zone[zone == 0] = zone[0]
    s.hand[0, 0] = 0
    values = table.match.engine.observe(table.match.state, 0)
    at = 0
    for feature in GAME.observation:
        if feature.name == "hand":
            assert values[at] > 0
        at += feature.size


@pytest.mark.rule("TMC-2.13")
def test_a_spectator_knows_which_cards_both_hands_held_but_not_whose() -> None:
    table = duel("fury memory", "hunger agility")
    s = table.state
    old = [NUMBER[n] for n in ("fury", "memory", "hunger")]
    s.old[old], s.old_n[:] = 1, [2, 1]
    s.shown[NUMBER["fury"]] = 1
    seen = set()
    for seed in range(30):
        world = readable(table.match.engine.resampled(table.match.state, -1, seed)[0])
        mine = [c for c in old if c in world.hand[0]]
        assert NUMBER["fury"] in mine and len(mine) == 2
        assert len([c for c in old if c in world.hand[1]]) == 1
        seen.add(mine[1] if mine[0] == NUMBER["fury"] else mine[0])
    assert seen == {NUMBER["memory"], NUMBER["hunger"]}


@pytest.mark.rule("TMC-6.8", "TMC-7.17")
def test_after_a_challenge_of_an_invoke_its_next_effect_comes() -> None:
    table = duel("fury ? ?", offering="cunning ? ?").play("invoke cunning")
    s, log = table.state, Log(table)
    at = int(s.fx_next)
    assert T["fx_do"][s.fx_row, at] == DO.CHALLENGE
    s.fx_left = 1
    effects.perform(T, table.match.state[0], log.log[0])
    assert int(s.resume) == at + 1 and s.step == STEP.CHALLENGE and len(log["challenges"]) == 1


@pytest.mark.rule("TMC-7.3", "TMC-7.13")
def test_who_has_only_two_cards_is_not_asked_which_to_fight_with() -> None:
    table = duel("fury hunger", "resilience vigor ?", spirits=("mouse", "fox"))
    table.play("challenge", "accept")
    assert table.P.selected == "fury hunger" and table.match.asked == [1]
