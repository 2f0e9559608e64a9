"""Chapter 16: the Rooster Changes, each with its own test."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.errors import IllegalAction
from bestiary.games.tiger import state as st
from bestiary.games.tiger.events import OUTCOMES

from .table import KINDS, Table, listed, table

CHANGES = {  # the Rooster that carries each change
    "multi_bonus": 1,
    "insta_end": 2,
    "always_lose_alt": 3,
    "steal": 4,
    "always_win_alt": 5,
    "pity_type": 6,
    "skip": 7,
    "count": 8,
    "always_lose": 9,
    "change_bonus": 10,
    "always_win": 11,
    "concede": 12,
    "change": 13,
    "disable": 14,
}
R = "rooster_15"  # any Rooster: the change of the Dawn card is its action


def refused(made: Table, move: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move)
    return refusal.value.rule


def put_rule(made: Table, rule: str) -> None:
    """This dawn rule holds, whatever the Dawn card says."""
    made.s.rule = st.DAWN_SET + made.match.content.words["dawn"].index(rule)
    made.match.prepare()


def change(name: str, *battles: str, play: str = "", until: int = 9, rule: str = "", **options: Any) -> Table:
    """A war under a Rooster Change and, so that nothing else is asked, a dawn rule without choices:
    'mantis:crane' is a battle; 'R+crane' is a die with a Rooster. The first battle is the Dawn card."""
    att, deff = [[f"dawn:rooster_{CHANGES[name]}"]], [["mantis", "mantis"]]
    chance = ["D1 mantis"]
    for spot, battle in enumerate(battles, 2):
        a, d = (side.replace("R", R if i == 0 else "rooster_16") for i, side in enumerate(battle.split(":")))
        att.append(a.split("+") if "+" in a else [a, a])
        deff.append(d.split("+") if "+" in d else [d, d] if d else [])
        if spot <= until:
            chance += [f"A{spot} {att[-1][0]}"] + ([f"D{spot} {deff[-1][0]}"] if d else [])
    made = table({"dawn": True, "extra_roosters": True} | options)
    made.lay(att, deff, None, {}, "")
    put_rule(made, rule or "no_ties")
    made.run(listed(play), chance, start=True)
    return made


@pytest.mark.rule("TTR-16.1", "TTR-14.21")
def test_always_win() -> None:
    made = change("always_win", "R+crane:mantis", "leopard:turtle", "crane:R+turtle", "crane:crane", until=4)
    assert made.battles == ["D", "A", "A", "D", "unfought"] and made.war == "D" and made.wins == (2, 2)


@pytest.mark.rule("TTR-16.2")
def test_always_win_in_the_same_battle() -> None:
    made = change("always_win", "leopard:turtle", "R+crane:R+turtle", "crane:crane", until=3, rule="one_less")
    assert made.battles == ["D", "A", "none", "unfought"] and made.war == "D"
    assert "rooster_11" in made.deck(1)


@pytest.mark.rule("TTR-16.1", "TTR-16.2", "TTR-16.24")
@pytest.mark.parametrize(
    "battles, wins, war",
    [
        (("leopard:turtle", "leopard:turtle", "R+crane:mantis", "crane:R+turtle"), (3, 2), "D"),
        (("turtle:leopard", "crane:R+turtle", "R+crane:mantis"), (1, 3), "A"),
    ],
)
def test_the_second_rooster_wins_a_war_that_the_battles_would_lose(
    battles: tuple[str, ...], wins: tuple[int, int], war: str
) -> None:
    made = change("always_win", *battles, "crane:crane", until=1 + len(battles))
    assert made.wins == wins and made.war == war


@pytest.mark.rule("TTR-15.11", "TTR-15.12", "TTR-14.21")
def test_the_last_battle_fought_may_be_the_first() -> None:
    made = table({"dawn": True, "extra_roosters": True})
    crane = ["crane"] * 2
    made.lay([["dawn:rooster_9"], crane, crane], [["rooster_16", "crane"], crane, crane], None, {}, "")
    put_rule(made, "final_reroll")
    made.run(["D stop"], ["D1 rooster_16"], start=True)
    assert made.phase == "free_reroll" and made.asked == 1 and made.choices == ["pass", "reroll 1"]


@pytest.mark.rule("TTR-16.3")
def test_always_lose() -> None:
    made = change("always_lose", "mantis:crane", "R+crane:mantis", "crane:crane", until=3)
    assert made.choices == ["decline", "remove 1", "remove 2", "stop"]
    made.play("A remove 1", chance="A4 crane, D4 crane")
    assert made.battles[:3] == ["void", "both", "D"]
    stop = change("always_lose", "mantis:crane", "R+crane:mantis", "crane:mantis", until=3, play="A stop")
    assert stop.battles == ["D", "both", "D", "unfought"]
    nothing = change("always_lose", "R+crane:mantis", play="A decline")
    assert nothing.battles == ["D", "D"]


@pytest.mark.rule("TTR-16.4", "TTR-16.5")
def test_always_lose_alt() -> None:
    made = change("always_lose_alt", "R+crane:mantis", "crane+crane+monkey:crane", until=2)
    assert made.choices == ["done", "back_from 2", "back_from 3"]
    made.match.play("back_from 3")
    assert made.choices == ["back_card crane", "back_card monkey"]
    made.match.play("back_card crane")
    made.match.play("back_from 3")
    made.match.play("back_card crane")
    assert made.pile("A", 3) == ["monkey"] and made.deck(0) == ["crane", "crane"]
    assert made.match.events(1)[-1].words["card"] == -2
    made.match.play("back_from 3")  # a single card is taken without asking; three are enough
    assert made.phase != "back_from"
    assert [h.words["outcome"] % OUTCOMES for h in made.events("wins_battle")][
        -1
    ] == 2  # the empty spot loses


@pytest.mark.rule("TTR-16.5")
def test_an_emptied_die_gives_nothing() -> None:
    made = change("always_lose_alt", "R+mantis:mantis", "crane+crane:crane", until=2)
    for _ in range(2):
        made.match.play("back_from 3")
        if made.phase == "back_card":
            made.match.play("back_card crane")
    made.play("A done", chance="D3 crane")
    assert made.battles == ["D", "D", "D"] and made.deck(0).count("crane") == 2


@pytest.mark.rule("TTR-16.5", "TTR-15.22")
def test_nothing_is_guessed_of_an_emptied_die() -> None:
    made = change("always_lose_alt", "crane:R+mantis", "crane:crane", until=0, rule="guess")
    made.play("A pass", chance="A2 crane, D2 rooster_16")
    made.match.play("back_from 3")
    made.match.play("back_card crane")
    made.match.play("back_from 3")
    made.play("D done", chance="A3 crane")
    assert made.met.count("guess") == 1


@pytest.mark.rule("TTR-16.5", "TTR-15.3")
def test_a_merged_die_gives_back_all_that_is_its_player_s() -> None:
    made = change(
        "always_lose_alt", "crane:R+crane", "crane:mantis", "crane:tiger", until=0, rule="one_merge"
    )
    made.play("A merge_from 4", "A merge_into 3", chance="A2 crane, D2 rooster_16")
    made.match.play("back_from 3")
    assert made.choices == ["back_card tiger", "back_card mantis"]


@pytest.mark.rule("TTR-16.5", "TTR-15.3", "TTR-13.19")
def test_a_merged_die_of_two_players_gives_each_only_their_own() -> None:
    made = table({"dawn": True, "extra_roosters": True, "together": True, "players": 4})
    crane = ["crane"] * 3
    made.lay(
        [["dawn:rooster_3"], crane, crane, crane],
        [["mantis"] * 3, ["rooster_16", "crane", "crane"], ["tiger", "tiger", "mantis"], ["leopard"] * 3],
        ((0, 0, 2, 2), (1, 1, 1, 3)),
        {},
        "",
    )
    put_rule(made, "one_merge")
    made.run(
        listed("A merge_from 4, A merge_into 3"), listed("D1 mantis, A2 crane, D2 rooster_16"), start=True
    )
    made.match.play("back_from 3")
    assert made.asked == 1 and made.choices == ["back_card tiger", "back_card mantis"]


@pytest.mark.rule("TTR-16.6")
def test_always_win_alt() -> None:
    made = change("always_win_alt", "R+crane:crane+turtle", "crane:monkey")
    assert made.battles == ["D", "A", "both"]


@pytest.mark.rule("TTR-16.7", "TTR-16.8", "TTR-14.21")
def test_insta_end() -> None:
    made = change("insta_end", "R+crane:mantis", "crane:crane", "crane:crane", until=2)
    assert made.choices == ["decline", "use"]
    made.play("A use", "D keep", "D discard")
    assert made.battles == ["D", "void", "unfought", "unfought"] and made.war == "none"
    assert made.zone("discard") == ["crane"] and R in made.deck(1) and "rooster_2" in made.deck(1)


@pytest.mark.rule("TTR-16.9", "TTR-16.10")
def test_concede() -> None:
    made = change("concede", "R+crane:dragon", "crane:crane", until=2)
    assert made.choices == ["decline", "use"]
    made.play("A use", chance="A3 crane, D3 crane")
    assert made.battles[1] == "D" and "reroll" not in made.met and made.bonus == 0
    looked = change("concede", "monkey:R+turtle", "crane:crane", "crane:crane", until=2)
    looked.play("A look 3", "D use", chance="A3 crane, D3 crane, A4 crane, D4 crane")
    assert looked.battles[1] == "A" and looked.events("looks")


@pytest.mark.rule("TTR-16.11", "TTR-6.12")
def test_skip() -> None:
    made = change("skip", "R+crane:mantis", "leopard:turtle", "crane:crane", until=2)
    made.play("A use", chance="A4 crane, D4 crane")
    assert made.battles[2] == "void" and not any(h.words["place"] == 2 for h in made.events("rolls"))
    assert "takes" not in [h.kind for h in made.log if h.words.get("place") == 2]
    last = change("skip", "R+crane:mantis")
    assert "rooster" not in last.met


def hides_the_first_card(made: Table, seat: int) -> bool:
    """Whether where the first card goes can be told neither from the record nor from events."""
    views = set()
    for spot in (3, 4):
        tried = made.match.copy()
        tried.play(f"put mantis {spot}")
        views.add((tried.engine.hidden(tried.state, seat).tobytes(), str(tried.events(seat))))
    return len(views) == 1


@pytest.mark.rule("TTR-16.12", "TTR-16.13")
def test_change() -> None:
    made = change("change", "R+crane:crane", "monkey+monkey:crane", "mantis+mantis+mantis:crane", until=2)
    made.play("A use")
    assert made.phase == "build" and made.choices == ["put 3", "put 4"]
    assert made.match.view(1)["war"]["battles"][2]["A"]["size"] == 0  # being made
    assert hides_the_first_card(made, 1)
    for spot in (3, 3, 3):
        made.match.play(f"put mantis {spot}")
    assert made.choices == ["put 4"]
    made.match.play("put monkey 4")
    made.match.play("put monkey 4")
    assert made.choices == ["lay"] and made.match.view(1)["war"]["battles"][2]["A"]["size"] == 0
    made.match.play("lay")
    assert made.match.history[-1].name == "lay" and made.phase != "build"
    one = change("change", "R+crane:mantis", "crane:crane")
    assert "rooster" not in one.met and one.battles[1] == "both"


@pytest.mark.rule("TTR-16.13", "TTR-11.7")
def test_a_top_card_is_forgotten_when_its_die_is_divided_anew() -> None:
    made = change("change", "R+crane:crane", "monkey:crane", "mantis:crane", until=2)
    made.s.top[0, 2], made.s.top_seen[0, 2] = KINDS["monkey"], 2
    made.match.prepare()
    made.match.play("use")
    assert int(made.s.top[0, 2]) == st.NONE and int(made.s.top_seen[0, 2]) == 0
    assert int(made.s.known[1, 0, KINDS["monkey"]]) == 1  # it is still among the attacker's cards


@pytest.mark.rule("TTR-16.13", "TTR-10.7")
def test_who_looked_through_a_die_does_not_know_it_divided_anew() -> None:
    made = change("change", "crane:R+crane", "crane:monkey", "crane:mantis", until=2)
    made.s.seen[1, 2] = made.s.seen[1, 3] = 3
    made.match.prepare()
    made.match.play("use")
    seen = made.match.engine.hidden(made.match.state, 0)[0]
    assert [int(seen[name][1, st.GATHER]) for name in ("owner", "seen", "laid", "heap_n")] == [1, 2, 1, 4]
    assert not (seen["seen"][1, 2:4] & 1).any() and made.events("rebuilds")[0].words["seat"] == 1
    assert hides_the_first_card(made, 0)
    made.divide("3344")
    assert made.match.view(0)["war"]["battles"][2]["D"]["cards"] is None
    assert [int(made.s[name][1, st.GATHER]) for name in ("owner", "seen", "laid", "heap_n")] == [0, 0, 0, 0]


@pytest.mark.rule("TTR-16.13")
@pytest.mark.parametrize("taken, minimum", [(0, 2), (1, 1)])
def test_too_few_cards_for_the_usual_minimum_are_divided_with_one_each(taken: int, minimum: int) -> None:
    made = change("change", "crane:R+crane", "crane:monkey", "crane:mantis", until=2)
    made.s.heap[1, 2, KINDS["monkey"]] -= taken
    made.s.heap_n[1, 2] -= taken
    made.match.prepare()
    made.match.play("use")
    made.place("44")
    assert int(made.s.build_min) == minimum and made.choices == ["put 3"]


@pytest.mark.rule("TTR-16.13", "TTR-15.3")
def test_a_merged_heap_is_divided_anew_with_the_rest() -> None:
    made = change(
        "change", "crane:R+crane", "crane:monkey", "crane:mantis", "crane:tiger", until=0, rule="one_merge"
    )
    made.play("A merge_from 5", "A merge_into 4", chance="A2 crane, D2 rooster_16")
    made.play("D use")
    assert made.phase == "build" and made.choices == ["put 3", "put 4"] and int(made.s.merge_at) == st.NONE
    assert made.match.view(1)["building"]["left"] == [
        "tiger",
        "tiger",
        "mantis",
        "mantis",
        "monkey",
        "monkey",
    ]
    made.divide("333344")
    assert made.events("laid")[-2].words["number"] == 4 and made.events("rebuilds")


@pytest.mark.rule("TTR-16.14")
def test_disable() -> None:
    made = change("disable", "R+crane:crane+turtle", "crane:R+turtle", rule="no_winner")
    assert made.battles == ["D", "both", "D"]


@pytest.mark.rule("TTR-16.15", "TTR-16.16", "TTR-6.10")
def test_steal() -> None:
    battles = ("R+crane:R+crane", "rooster_1+crane:crane", "rooster_2+crane:crane+leopard+tiger")
    made = change("steal", *battles, rule="no_winner")
    assert made.phase == "steal_from" and made.choices == [f"steal_from {n}" for n in (1, 2, 3, 4)]
    made.match.play("steal_from 4")
    assert made.choices == ["steal_card tiger", "steal_card crane", "steal_card leopard"]
    assert made.match.view(0)["war"]["battles"][3]["D"]["cards"] == ["tiger", "crane", "leopard"]
    other = change("steal", *battles, rule="no_winner")
    made.match.play("steal_card leopard")
    assert "leopard" in made.deck(0) and made.events("wins_battle")
    other.play("A steal_from 4", "A steal_card crane", chance="D4 leopard")
    assert other.battles[3] == "both"  # the stolen card lay face up: D 4 is rolled before the check
    few = change("steal", "R+crane:crane", "crane:R+crane", "rooster_2+crane:crane", rule="no_winner")
    assert "steal_from" not in few.met and few.phase != "steal_from"


@pytest.mark.rule("TTR-16.16")
def test_a_single_card_is_stolen_without_asking() -> None:
    battles = ("R+crane:R+crane", "rooster_1+crane:crane", "rooster_2+crane:crane+leopard")
    made = change("steal", *battles, rule="no_winner")
    made.s.heap[1, 3, KINDS["leopard"]] -= 1
    made.s.heap_n[1, 3] -= 1
    made.match.prepare()
    made.match.play("steal_from 4")
    assert made.match.history[-1].name == "steal_from 4" and "crane" in made.deck(0)
    assert made.pile("D", 4) == []


@pytest.mark.rule("TTR-16.17", "TTR-16.18")
def test_count() -> None:
    made = change("count", "crane:R+turtle", "R+turtle:crane+crane+mantis", rule="no_winner")
    assert made.battles[2] == "both"
    takes = 0
    while made.s.number:
        takes += made.phase == "grab" and made.asked == 0 and int(made.s.spot) == 2
        made.match.play(made.match.legal()[0])
    taken = [h for h in made.events("takes") if h.words["seat"] == 0 and h.words["place"] == 2]
    assert len(taken) == 2 and takes >= 1
    copied = change("count", "crane:R+turtle", "chameleon+crane:mantis+mantis", zoo=True, rule="no_winner")
    while copied.s.number:
        copied.match.play(copied.match.legal()[0])
    assert len([h for h in copied.events("takes") if h.words["seat"] == 0 and h.words["place"] == 2]) == 1


@pytest.mark.rule("TTR-16.19", "TTR-16.22")
def test_change_bonus() -> None:
    made = change("change_bonus", "R+crane:crane", "leopard:turtle", "leopard:turtle", until=2)
    assert made.choices == [f"bonus {n}" for n in (1, 2, 3, 4)]
    made.play("A bonus 2", chance="A3 leopard, D3 turtle, A4 leopard, D4 turtle")
    piles = 0
    while made.phase == "pile":
        piles += 1
        made.match.play(made.match.legal()[0])
    assert len(made.events("takes_pile")) == 2 and made.war == "A" and piles == 2


@pytest.mark.rule("TTR-16.20")
def test_pity_type() -> None:
    made = change("pity_type", "R+crane:mantis", "crane:mantis", until=2)
    assert made.phase == "name"
    made.play("A name mantis", chance="A3 crane, D3 mantis")
    assert made.battles[2] == "A"
    other = change("pity_type", "crane:R+crane", "crane:mantis")
    assert "name" not in other.met and other.phase != "name"


@pytest.mark.rule("TTR-16.21", "TTR-16.22")
def test_multi_bonus() -> None:
    made = change("multi_bonus", "turtle:leopard", "crane:R+turtle", "turtle:leopard")
    assert made.bonus == 2 and made.war == "D"
    made.play("A grab turtle")
    assert made.phase == "pile"
    made.match.play("pile 2")
    assert made.phase == "pile"
    none = change("multi_bonus", "R+crane:mantis", "turtle:leopard")
    assert none.bonus == 0 and none.war == "D" and not none.events("takes_pile")


@pytest.mark.rule("TTR-16.23")
def test_a_bonus_that_was_conceded_stays_away() -> None:
    made = change("change_bonus", "crane:crane", "R+crane:mantis", rule="flee", until=1)
    made.play("A fight", "D concede", chance="A2 crane, D2 crane, A3 rooster_15, D3 mantis")
    assert "bonus" not in made.met and not made.events("takes_pile") and made.bonus == 0


@pytest.mark.rule("TTR-16.24")
def test_the_dawn_rule_ranks_before_the_change() -> None:
    none = change("always_win", "R+crane:mantis", "crane:R+turtle", rule="no_winner")
    assert none.war == "none"
    level = change("always_win", "R+crane:mantis", "leopard:turtle", "crane:R+turtle", rule="tied_winner")
    assert level.wins == (2, 2) and level.war == "both"
    second = change("always_win", "R+crane:mantis", "crane:R+turtle", rule="tied_winner")
    assert second.wins == (1, 2) and second.war == "D"
