"""Chapter 19: winning."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.core.errors import BadOption, IllegalAction
from bestiary.core.words import result
from bestiary.games.klaw import state as st
from bestiary.games.klaw.state import OPT

from .table import Table, duel


def winners(table: Table) -> list[int]:
    return table.match.view(0)["winners"]


@pytest.mark.rule("KLW-19.1")
def test_two_players_with_hosts_play_on() -> None:
    table = Table(players=3)
    table.host(0, "firefighter")
    table.host(1, "surgeon")
    assert table.pass_until(26).s.over == 0 and table.s.lone == -1


@pytest.mark.rule("KLW-19.2")
def test_the_lone_player_wins_after_one_more_round() -> None:
    table, _, _ = duel(enemy={"life": 3}, deck=30)
    table.hand(0, "shot")
    table.play("action shot", "decline")
    assert table.s.grace == 2
    table.play("pass", "keep", "pass")
    assert table.s.over == 1 and winners(table) == [0]
    assert table.match.view(0)["by"] == "the last one standing"
    with pytest.raises(IllegalAction) as refused:
        table.match.play("pass")
    assert refused.value.rule == "KLW-19.2"


@pytest.mark.rule("KLW-19.3")
def test_the_round_begins_after_the_turn_in_which_the_last_host_fell() -> None:
    table, _, _ = duel("firefighter", "surgeon", enemy={"life": 1})
    table.turn(1, 7)
    table.dice(1, 6, 6)
    table.play("attack surgeon")
    assert table.s.turns == 8 and table.s.grace == 2
    table.play("pass")
    assert table.s.turns == 9 and table.s.over == 0
    table.play("pass", "keep")
    assert winners(table) == [0]


@pytest.mark.rule("KLW-19.4")
@pytest.mark.example("KLW-E24")
def test_the_extra_round_is_turned_over() -> None:
    table = Table(players=3)
    table.host(0, "firefighter")
    table.hand(2, "turncoat")
    table.hand(0, "berserker")
    table.turn(0, 30)
    table.play("pass")
    assert table.s.grace == 3
    table.play("pass", "keep")
    assert table.s.grace == 2
    table.play("action turncoat", "decline")
    assert table.s.grace == 3 and table.s.lone == 2 and "protected" in table.marks(8)
    other = table.match.branch()
    table.play("pass", "keep", "pass", "keep", "pass")
    assert winners(table) == [2] and table.s.turns == 35
    table.match = other
    table.play("deploy berserker")
    assert table.s.lone == -1 and table.s.grace == 0


@pytest.mark.rule("KLW-19.5")
def test_no_host_at_all_is_no_victory() -> None:
    table, _, _ = duel(own={"totems": ["pig"], "life": 3}, enemy={"totems": ["goat"], "life": 2})
    table.hand(0, "dog")
    table.hand(1, "berserker")
    table.dice(1)
    table.play("totem dog")
    table.play("keep")  # seat 0 has no Host left, either
    assert table.s.lone == -1 and table.s.grace == 0 and table.offers("deploy berserker")


@pytest.mark.rule("KLW-19.6")
def test_a_bare_support_host_is_enough_to_win() -> None:
    table = Table()
    table.host(0, "bailiff", support=True)
    table.turn(1, 21)
    table.play("pass", "keep", "pass", "pass", "keep")
    assert winners(table) == [0]


@pytest.mark.rule("KLW-19.7")
def test_the_extra_round_is_tested_before_dusk() -> None:
    table = Table()
    table.host(0, "firefighter")
    table.hand(1, "tiger", "dog")
    table.s.lone, table.s.grace, table.s.dusk, table.s.ran_out = 0, 1, 1, 1
    table.play("pass")
    assert table.match.view(0)["by"] == "the last one standing" and table.told("ranks") == []


@pytest.mark.rule("KLW-19.8")
def test_attrition_waits_for_the_deck_to_run_out() -> None:
    table = Table(ending="attrition", deck=8)
    table.host(0, "firefighter")
    table.turn(1, 21)
    while table.s.deck_n > 0:
        table.play("pass" if table.phase == "main" else table.choices()[0])
        assert table.s.over == 0
    while table.s.over == 0:
        table.play("pass" if table.phase == "main" else table.choices()[0])
    assert table.match.view(0)["by"] == "the last one standing" and winners(table) == [0]
    assert table.s.turns >= 21 + 8


@pytest.mark.rule("KLW-19.8")
@pytest.mark.parametrize(("players", "turns"), [(2, 10), (3, 15)])
def test_patience_is_five_extra_rounds(players: int, turns: int) -> None:
    table = Table(players=players, ending="patience")
    table.host(0, "firefighter")
    table.play("pass")
    assert table.s.lone == 0 and table.s.grace == turns
    table.pass_until(20 + turns)
    assert table.s.over == 0 and table.s.grace == 1
    table.play("pass")
    assert winners(table) == [0] and table.match.view(0)["by"] == "the last one standing"


@pytest.mark.rule("KLW-19.8", "KLW-19.4")
def test_a_host_in_the_last_turn_of_patience_begins_all_anew() -> None:
    table = Table(ending="patience")
    table.host(0, "firefighter")
    table.hand(0, "shot")
    table.hand(1, "berserker")
    table.turn(1, 21)
    table.s.lone, table.s.grace = 0, 1
    table.play("deploy berserker")
    assert table.s.over == 0 and table.s.lone == -1 and table.s.grace == 0
    enemy = 1 * st.SLOTS
    table.s.life[enemy] = 1
    table.s.mark[enemy] = 0
    table.play("action shot", "decline")
    assert table.card(enemy) is None and table.s.grace == 10


@pytest.mark.rule("KLW-19.9")
@pytest.mark.parametrize(("dusk", "over"), [(5, True), (0, False)])
def test_dusk_lasts_five_rounds(dusk: int, over: bool) -> None:
    table = Table(players=3, deck=["shot"], dusk=dusk)
    for seat, code in enumerate(("berserker", "surgeon", "sentinel")):
        table.host(seat, code)
    table.turn(2, 80)
    table.play("pass")
    assert table.s.dusk == 3 * dusk and table.s.ran_out == 1
    for _ in range(14):
        table.play("pass")
    assert table.s.turns == 95 and table.s.over == 0
    table.play("pass")
    assert bool(table.s.over) == over
    if over:
        assert winners(table) == [0] and table.match.view(0)["by"] == "the ranking after Dusk"


def last_turn(table: Table) -> Table:
    """Dusk ends with this turn."""
    table.s.dusk, table.s.ran_out = 1, 1
    return table.play("pass")


@pytest.mark.rule("KLW-19.9")
def test_totems_that_return_do_not_stop_dusk() -> None:
    table, _, _ = duel(deck=["tiger", "dog"])
    table.s.dusk, table.s.ran_out = 3, 1
    assert table.play("pass").s.dusk == 2


@pytest.mark.rule("KLW-19.10")
def test_the_ranking() -> None:
    table = Table(players=3)
    table.host(0, "firefighter", totems=["tiger", "dog"], life=11)
    table.host(1, "surgeon", totems=["goat", "pig"], life=14)
    table.host(2, "sentinel", totems=["horse"], life=24)
    assert winners(last_turn(table)) == [1]


@pytest.mark.rule("KLW-19.10")
@pytest.mark.example("KLW-E27")
def test_the_ranking_after_dusk() -> None:
    table = Table(players=3, deck=[])
    table.host(0, "firefighter", totems=["tiger", "dog"], life=5)
    table.host(0, "bailiff", support=True, life=6)
    table.host(1, "surgeon", totems=["goat", "pig"], life=11)
    table.hand(0, "shot", "dart", "plate")
    table.hand(1, "medkit", "key", "salts", "knife", "grenade", "kevlar", "coat", "urn")
    assert winners(last_turn(table)) == [0]


@pytest.mark.rule("KLW-19.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_200_is_the_last(players: int) -> None:
    table = Table(players=players, deck=["shot", "dart"])
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel", "berserker")[:players]):
        table.host(seat, code)
    table.turn(players - 2, 200 * players - 2)
    table.play("pass")
    assert table.s.over == 0
    table.play("pass")
    assert table.s.over == 1 and table.match.view(0)["by"] == "the ranking of round 200"


@pytest.mark.rule("KLW-19.12", "KLW-19.13")
@pytest.mark.parametrize(("die", "won"), [(4, True), (3, False)])
def test_the_totem_goal(die: int, won: bool) -> None:
    table, _own, _ = duel(own={"totems": ["tiger", "dog", "goat"]}, totem_goal=4)
    table.hand(0, "horse", "rooster")
    table.dice(die)
    table.play("totem horse")
    assert bool(table.s.over) == won
    if won:
        assert winners(table) == [0] and table.told("draws") == []


@pytest.mark.rule("KLW-19.13")
def test_dormant_totems_count_for_the_goal_and_those_in_hand_do_not() -> None:
    table, own, _ = duel(own={"totems": ["tiger"]}, totem_goal=2)
    table.s.dormant[own, 0] = 3
    table.hand(0, "horse", "rooster")
    assert table.play("pass").s.over == 0
    table.pass_until(22)
    table.dice(6)
    assert table.play("totem horse").s.over == 1


@pytest.mark.rule("KLW-19.12", "KLW-4.1")
@pytest.mark.parametrize(
    ("deck", "first", "others", "won"),
    [("PER_PLAYER", 5, 6, True), ("PER_PLAYER", 4, 6, False), ("SHORT", 3, 4, True), ("SHORT", 2, 4, False)],
)
def test_all_totems_are_those_of_the_deck(deck: str, first: int, others: int, won: bool) -> None:
    table = Table(mode="were_squad", totem_goal="all", forgotten=False)
    table.s.opt.deck = getattr(OPT, f"DECK_{deck}")
    totems = ["rat", "buffalo", "tiger", "rabbit", "dragon"][:first]
    taker = table.host(0, "firefighter", totems=totems, items=["beads"], life=20)
    more = ["snake", "horse", "goat", "monkey", "rooster", "dog"][:others]
    table.host(0, "berserker", totems=more, life=20)
    table.host(1, "surgeon")
    table.hand(0, "pig")
    table.dice(6)
    table.play("totem pig")
    if table.phase == "pick_own_host":
        table.play("host firefighter")
    assert len(table.totems(taker)) == first + 1 and table.match.over == won
    if won:
        assert f"carries all {first + 1 + others} Totems of the deck." in result(table.match, 1)


@pytest.mark.rule("KLW-19.14")
def test_goals_above_six_need_a_squad() -> None:
    with pytest.raises(BadOption, match=r"KLW-19\.14"):
        Match("klaw", {"totem_goal": "all"})
    with pytest.raises(BadOption, match=r"KLW-19\.14"):
        Match("klaw", {"totem_goal": 7})
    assert Match("klaw", {"totem_goal": 7, "mode": "were_squad"}).seats == 2


@pytest.mark.rule("KLW-19.15")
def test_equal_players_share_the_victory() -> None:
    table = Table(players=3, deck=[])
    table.hand(0, "shot", "dart", "plate", "knife", "key")
    table.hand(1, "medkit", "coat", "salts", "grenade", "kevlar")
    table.hand(2, "urn", "beads", "coin", "mirror")
    last_turn(table)
    assert winners(table) == [0, 1]
    assert table.match.returns() == [0.5, 0.5, -1.0]


@pytest.mark.parametrize(
    ("options", "left", "gone", "told"),
    [
        ({}, 15, 0, "Dusk: 15 turns left"),
        ({}, 1, 14, "Dusk: 1 turn left"),
        ({"dusk": 0}, 0, 6, "Round 7 of 200"),  # the 20th of three players' turns
    ],
)
def test_the_board_says_how_far_dusk_is_and_what_decides_then(
    options: dict[str, int], left: int, gone: int, told: str
) -> None:
    table = Table(players=3, **options)
    table.s.dusk = left
    way = table.match.view(0)["near"][0]
    assert (way["gone"], way["told"]) == (gone, told)
    assert way["then"] == "then most Totems win, at a tie most Life"
