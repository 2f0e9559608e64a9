"""Chapters 8 and 9: the spoils of war and the end of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from bestiary.core.errors import IllegalAction
from bestiary.games.tiger import GAME
from bestiary.games.tiger.effects import DO, ON
from bestiary.games.tiger.moves import Q
from bestiary.games.tiger.rules import spoils
from bestiary.games.tiger.state import DEF, MERGED, SPOTS
from bestiary.testing.plain import plain

from .table import KINDS, Table, decks, table, war

TWO = "A1 {0}, D1 {1}, A2 {2}, D2 {3}"


def refused(made: Table, move: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move)
    return refusal.value.rule


@pytest.mark.rule("TTR-8.1")
def test_every_battle_is_fought() -> None:
    made = war(
        "mantis mantis / mantis mantis / crane crane",
        "crane crane / crane crane / crane crane",
        chance="A1 mantis, D1 crane, A2 mantis, D2 crane, A3 crane, D3 crane",
        options={"majority": "absolute"},
    )
    assert made.battles == ["both", "both", "none"]


def decided(*battles: tuple[str, str], choices: str = "", **options: object) -> Table:
    """A war of dice of two equal cards each."""
    chance = []
    for spot, pair in enumerate(battles, 1):
        chance += [f"A{spot} {pair[0]}", f"D{spot} {pair[1]}"]
    return war(
        [[a, a] for a, _ in battles],
        [[d, d] for _, d in battles],
        chance=chance,
        choices=choices,
        options=options,
    )


# Leopard beats the Turtle that disables it, so nothing is asked
A_WINS, D_WINS = ("leopard", "turtle"), ("turtle", "leopard")
SHARED, NOBODY = ("mantis", "crane"), ("crane", "crane")


@pytest.mark.rule("TTR-8.2", "TTR-8.3")
@pytest.mark.parametrize(
    "battles, war_, wins",
    [
        ([A_WINS, D_WINS, A_WINS], "A", (2, 1)),
        ([D_WINS, A_WINS], "none", (1, 1)),
        ([A_WINS, NOBODY, NOBODY], "A", (1, 0)),
        ([SHARED, SHARED, A_WINS], "A", (3, 2)),
        ([SHARED, SHARED], "none", (2, 2)),
    ],
)
def test_more_battles_than_the_opponent(
    battles: list[tuple[str, str]], war_: str, wins: tuple[int, int]
) -> None:
    made = decided(*battles)
    assert (made.war, made.wins) == (war_, wins)


@pytest.mark.rule("TTR-8.4")
@pytest.mark.parametrize(
    "battles, war_",
    [([A_WINS, NOBODY, NOBODY], "none"), ([A_WINS, SHARED, D_WINS], "none"), ([A_WINS, A_WINS, D_WINS], "A")],
)
def test_an_absolute_majority(battles: list[tuple[str, str]], war_: str) -> None:
    assert decided(*battles, majority="absolute").war == war_


HALF = "Nobody wins the war, nobody won more than half of it"


@pytest.mark.rule("TTR-8.3", "TTR-8.4")
@pytest.mark.parametrize(
    "battles, majority, says",
    [
        (
            [A_WINS, NOBODY, NOBODY],
            "absolute",
            "Nobody wins the war, nobody won more than half of it: 1 battle to 0.",
        ),
        ([A_WINS, D_WINS], "absolute", "Nobody wins the war: 1 battle each."),
        ([A_WINS, D_WINS], "relative", "Nobody wins the war: 1 battle each."),
        ([A_WINS, NOBODY, NOBODY], "relative", "You win the war, 1 battle to 0."),
    ],
)
def test_a_war_says_why_nobody_has_won_it(battles: list[tuple[str, str]], majority: str, says: str) -> None:
    made = decided(*battles, majority=majority)
    assert [line for line in made.match.story(0) if "the war" in line] == [says]


@pytest.mark.rule("TTR-14.7")
def test_of_a_war_that_is_over_nothing_is_left() -> None:
    made = table({"players": 3})
    row = made.match.state[0]
    names = ["gift", "rooster_gift", "dropped", "minimum", "used", "skipped", "battle", "stopped", "war_by"]
    names += [
        "bonus",
        "bonus_gone",
        "dawn",
        "rule",
        "change",
        "named",
        "merge_at",
        "talk",
        "given",
        "given_by",
    ]
    names += ["given_by", "clock", "number"]
    spots = ["done", "result", "void", "conceded", "guessed"]
    before = {name: row[name].copy() for name in (*names, *spots)}
    for name in before:
        row[name] = 1
    for name in ("laid", "seen", "owner"):
        row[name][DEF, MERGED] = 1
    row["number"], row["grabs"] = SPOTS, 1
    plain(spoils).step_return(row)
    assert [name for name in before if (row[name] != before[name]).any()] == []
    assert not any(row[name].any() for name in ("grabs", "laid", "seen", "owner"))


@pytest.mark.rule("TTR-8.6")
def test_only_what_an_action_does_at_the_spoils_counts_there() -> None:
    """In a card set of one's own an action may have something else to do beside it."""
    made = table()
    t, s = made.match.content.tables.copy()[0], made.match.state[0]
    leopard = KINDS["leopard"]
    s["number"], s["up"][0, 0], s["up"][1, 0] = 1, leopard, KINDS["crane"]
    for on, do, grabs in ((ON.SPOILS, DO.GRAB, 3), (ON.SPOILS, DO.STEAL, 1), (ON.WAR, DO.GRAB, 1)):
        t["effects"][leopard] = 1
        t["fx_on"][leopard, 0], t["fx_do"][leopard, 0], t["fx_n"][leopard, 0] = on, do, 3
        assert int(plain(spoils).grab_count(t, s, 0, 0)) == grabs


@pytest.mark.rule("TTR-8.5")
def test_nobody_takes_anything_before_the_war_is_over() -> None:
    made = war(
        "mantis mantis / leopard leopard / crane crane",
        "panda panda / crane crane / crane crane",
        chance="A1 mantis, D1 panda, A2 leopard, D2 crane",
    )
    assert made.battles[0] == "A" and made.s.hand_n[0] == 0 and made.s.heap_n[1, 0] == 2
    assert refused(made, "grab panda") == "TTR-6.1"


@pytest.mark.rule("TTR-8.6", "TTR-8.12")
def test_one_card_for_every_battle_won() -> None:
    made = decided(SHARED, D_WINS, A_WINS)
    assert made.war == "none" and made.wins == (2, 2)
    assert made.deck(0) == ["mantis", "crane", "turtle", "turtle", "leopard", "leopard"]
    takes = [(h.words["seat"], h.words["place"]) for h in made.events("takes")]
    assert takes == [(0, 0), (0, 2), (1, 0), (1, 1)]


@pytest.mark.rule("TTR-8.7")
def test_a_shared_battle_gives_a_card_each() -> None:
    made = war("mantis mantis mantis mantis", "crane crane crane crane", chance="A1 mantis, D1 crane")
    assert made.sizes() == [4, 4] and made.deck(0).count("crane") == 1


@pytest.mark.rule("TTR-8.8")
def test_the_taker_looks_through_the_pile_and_remembers_it() -> None:
    made = war(
        "mantis mantis / turtle turtle",
        "crane leopard tiger / turtle turtle",
        chance="A1 mantis, D1 crane, A2 turtle, D2 turtle",
    )
    assert made.asked == 0 and made.choices == ["grab tiger", "grab crane", "grab leopard"]
    made.play("A grab leopard")
    known = made.match.view(0)["seats"][1]["known"]
    assert "crane" in known and "tiger" in known and "leopard" not in known
    assert made.match.view(1)["seats"][0]["known"].count("leopard") == 1


@pytest.mark.rule("TTR-8.9")
def test_cards_may_be_taken_blind() -> None:
    row = ("mantis mantis / leopard leopard", "crane leopard tiger / mantis mantis")
    made = war(
        *row,
        options={"grab": "blind", "actions": "optional"},
        chance="A1 mantis, D1 crane, A2 leopard, D2 mantis",
    )
    assert made.phase == "swap_first"  # declined, A wins the war and pile 2; one card of D 1 is drawn
    engine, taken = made.match.engine, Counter()
    for seed in range(90):
        state, log = engine.copy(made.match.state), engine.new_log()
        state["rng"][0][1] = seed * 104729
        engine.apply(state, made.match.find("decline"), log=log)
        state_after = state
        if state_after["phase"][0] == Q.PILE:
            engine.apply(state, made.match.game.actions.id("pile", 1), log=log)
        card = [h.words["card"] for h in engine.happenings(log, 0) if h.kind == "takes"][-1]
        taken[card] += 1
        assert state["phase"][0] == Q.KEEP and not state["seen"][0, 1, 0] & 1
    assert set(taken) == {0, 3, 7} and min(taken.values()) >= 15


@pytest.mark.rule("TTR-8.10", "TTR-8.11")
def test_the_winner_of_the_war_takes_a_whole_pile() -> None:
    made = war(
        "mantis mantis / turtle turtle / mantis mantis",
        "panda panda / turtle turtle / panda panda panda panda",
        chance="A1 mantis, D1 panda, A2 turtle, D2 turtle, A3 mantis, D3 panda",
        options={"battle": "published"},
    )
    assert made.choices == ["pile 1", "pile 3"] and refused(made, "pile 2") == "TTR-8.10"
    made.play("A pile 3")
    assert made.sizes() == [6 + 4 + 1, 3]


@pytest.mark.rule("TTR-8.10")
def test_whoever_takes_a_pile_is_told_its_cards() -> None:
    made = war(
        "leopard leopard / leopard leopard",
        "turtle tiger panda / turtle tiger",
        options={"players": 3},
        hands={2: "crane*6"},
        chance="A1 leopard, D1 turtle, A2 leopard, D2 turtle",
    )
    made.match.play("pile 1")
    told = {h.words["card"] for h in made.events("sees", 0) if h.words["place"] == 0}
    assert told == {KINDS[c] for c in ("turtle", "tiger", "panda")}
    assert not made.events("sees", 1) and not made.events("sees", 2)


@pytest.mark.rule("TTR-8.11")
def test_no_extra_card_from_the_pile_taken_whole() -> None:
    made = war(
        "mantis mantis / mantis mantis / mantis mantis",
        "panda panda / panda panda panda / panda panda panda panda",
        chance="A1 mantis, D1 panda, A2 mantis, D2 panda, A3 mantis, D3 panda",
        choices="A pile 3",
    )
    # the second and third Panda of D have Pandas behind them, but no Mantis: all three lose
    assert made.battles == ["A", "A", "A"] and made.sizes()[0] == 6 + 4 + 1 + 1


@pytest.mark.rule("TTR-8.12")
def test_the_attacker_takes_and_settles_first() -> None:
    made = decided(A_WINS, SHARED, A_WINS)
    assert made.phase == "pile" and made.asked == 0
    made.match.play("pile 1")
    made.match.play("grab crane")
    made.match.play("grab turtle")
    order = []
    while made.phase == "keep":
        order.append((made.asked, made.match.choices()[0]))
        made.match.play(made.match.legal()[0])
    assert order == [(0, "keep turtle"), (0, "keep turtle"), (0, "keep crane"), (0, "keep turtle")]
    assert made.phase == "grab" and made.asked == 1


@pytest.mark.rule("TTR-8.13", "TTR-8.14")
def test_a_card_is_kept_or_discarded_face_up() -> None:
    made = war(
        "mantis mantis / mantis mantis",
        "crane leopard / crane crane",
        chance=TWO.format(*("mantis", "crane") * 2),
        choices="A grab leopard, A discard, A keep",
    )
    assert made.zone("discard") == ["leopard"] and made.match.view(1)["discard"] == ["leopard"]
    assert made.sizes() == [4 - 2 + 1, 4 - 2 + 2]


@pytest.mark.rule("TTR-8.14", "TTR-12.13")
def test_discards_never_come_back() -> None:
    made = war(
        "leopard leopard / redpanda redpanda",
        "crane crane / snake snake",
        options={"zoo": True, "actions": "optional"},
        chance="A1 leopard, D1 crane",
    )
    made.s.discard[3] = made.s.discard_n = 5
    made.s.deck[:] = 0
    made.s.deck_n = 0
    made.play("A decline", chance="A2 redpanda, D2 snake")
    assert made.choices == ["decline", "draw_from 1 A", "draw_from 1 D"] and int(made.s.discard_n) == 5


@pytest.mark.rule("TTR-8.15")
def test_a_kept_card_cannot_be_taken_again() -> None:
    made = war(
        "mantis mantis turtle", "crane crane monkey", chance="A1 mantis, D1 crane", choices="A grab crane"
    )
    assert made.asked == 1 and made.choices == ["grab mantis", "grab turtle"]


@pytest.mark.rule("TTR-8.16")
def test_everything_else_returns() -> None:
    made = war(
        "leopard leopard / turtle turtle / crane crane crane",
        "turtle turtle / leopard leopard / crane crane",
        chance="A1 leopard, D1 turtle, A2 turtle, D2 leopard, A3 crane, D3 crane",
    )
    assert made.battles == ["A", "D", "none"] and made.sizes() == [7, 6] and not made.s.heap.any()


@pytest.mark.rule("TTR-8.17")
def test_an_empty_pile_gives_nothing() -> None:
    made = war(
        [["dawn:rooster_13"], ["monkey", "monkey"], ["mantis", "mantis"]],
        [["mantis", "mantis"], ["crane", "crane"], []],
        options={"dawn": True},
        chance="D1 mantis, A2 monkey, D2 crane, A3 mantis",
    )
    assert made.battles == ["D", "A", "A"] and made.war == "A"
    assert "pile" not in made.met and made.sizes() == [4 + 2, 2 + 1]


# ---- the end ----------------------------------------------------------------------------------


@pytest.mark.rule("TTR-9.1", "TTR-9.2", "TTR-9.5")
def test_the_game_ends_with_fewer_than_two_cards() -> None:
    made = decks("monkey*2", "crane*2", "crane*6", options={"war_limit": 60})
    made.s.discard[3] = 7
    made.match.play("challenge 2")
    made.match.play("number 1")
    made.match.play("keep crane")
    made.match.play("discard crane")
    assert made.match.game_over and made.match.view(0)["winners"] == [2]
    assert made.match.view(0)["scores"] == [3, 0, 6]
    assert GAME.endings[int(made.s.by)] == "somebody has too few cards to go on"
    on = war("mantis mantis mantis", "crane crane", chance="A1 mantis, D1 crane")
    assert on.sizes() == [3, 2] and not on.match.game_over


@pytest.mark.rule("TTR-9.3")
def test_decks_are_counted_after_the_war() -> None:
    made = war(
        "mantis mantis / mantis mantis",
        "panda panda / crane crane",
        choices="A pile 1",
        chance="A1 mantis, D1 panda, A2 mantis, D2 crane",
    )
    assert made.battles == ["A", "both"] and made.sizes() == [4 + 3 - 1, 2] and not made.match.game_over
    ended = decks("crane*2", "crane*6", "leopard*2", "crane*6")
    ended.match.play("challenge 3")
    ended.match.play("number 1")
    while not ended.match.game_over:
        ended.match.play(ended.match.legal()[0])
    assert ended.sizes()[0] == 0 and int(ended.s.wars) == 1


@pytest.mark.rule("TTR-9.4")
def test_a_victory_is_shared() -> None:
    made = decks("crane*4", "crane*2", "monkey*2")
    made.start_turn(2)
    made.match.play("challenge 2")
    made.match.play("number 1")
    made.match.play("keep crane")
    made.match.play("keep crane")
    assert made.match.view(0)["winners"] == [0, 2] and made.match.returns() == [0.0, -1.0, 0.0]


@pytest.mark.rule("TTR-9.4", "TTR-13.25")
@pytest.mark.parametrize("winners, worth", [(0b0101, [1, -1, 1, -1]), (0b1111, [0, 0, 0, 0])])
def test_a_team_is_one_winner(winners: int, worth: list[int]) -> None:
    made = table({"together": True, "players": 4})
    made.s.winners = winners
    made.s.over = 1
    assert made.match.returns() == worth


@pytest.mark.rule("TTR-9.6", "TTR-9.7")
@pytest.mark.parametrize("limit", [10, 60])
def test_the_limit_of_wars(limit: int) -> None:
    made = decks("mantis*2", "crane*2", options={} if limit == 60 else {"war_limit": limit})
    made.s.wars = limit - 2
    for _ in range(2):
        assert not made.match.game_over
        made.match.play("number 1")
        while not made.match.game_over and made.phase != "number":
            made.match.play(made.match.legal()[0])
    assert made.match.game_over and made.sizes() == [2, 2] and made.match.view(0)["winners"] == [0, 1]
    assert GAME.endings[int(made.s.by)] == "the last war is over"
