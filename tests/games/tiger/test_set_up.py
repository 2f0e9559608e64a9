"""Chapters 1, 17 and 18: set-up, Simulwars, strengths; and the options of a table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.errors import BadOption
from bestiary.games.tiger import GAME
from bestiary.games.tiger import state as st

from .table import KINDS, decks, table


def counts(options: dict[str, object]) -> Counter[str]:
    """All cards of a table, by code."""
    s = table(options).s
    total = s.deck + s.hand.sum(axis=0)
    return Counter({code: int(total[kind]) for code, kind in KINDS.items() if total[kind]})


@pytest.mark.rule("TTR-1.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players(players: int) -> None:
    assert len(table({"players": players}).sizes()) == players


@pytest.mark.rule("TTR-1.1")
@pytest.mark.parametrize("players", [1, 7])
def test_neither_one_nor_seven(players: int) -> None:
    with pytest.raises(BadOption):
        table({"players": players})


@pytest.mark.rule("TTR-1.2")
def test_six_copies_of_eight_animals() -> None:
    animals = ("tiger", "dragon", "mantis", "crane", "monkey", "panda", "turtle", "leopard")
    assert counts({}) == dict.fromkeys(animals, 6)


@pytest.mark.rule("TTR-1.3", "TTR-12.1", "TTR-14.1")
def test_all_sets_in_one_deck() -> None:
    both = counts({"zoo": True, "dawn": True})
    assert both.total() == 102
    zoo = ("snake", "peacock", "bull", "redpanda", "chameleon", "horse", "unicorn", "frog")
    assert counts({"zoo": True}) - counts({}) == dict.fromkeys(zoo, 5)
    dawn = counts({"dawn": True})
    assert dawn.total() == 62 and all(dawn[f"rooster_{i}"] == 1 for i in range(1, 15))
    pairs = table({"dawn": True}).match.view(0)["roosters"]
    assert len(set(pairs.values())) == 14
    dealt: Counter[int] = Counter()
    for seed in range(60):
        hand = table({"zoo": True, "dawn": True}, seed).s.hand[0]
        dealt.update(k for k in range(st.KINDS) if hand[k])
    assert any(k < 8 for k in dealt) and any(8 <= k < 16 for k in dealt) and any(k >= 16 for k in dealt)


@pytest.mark.rule("TTR-1.4", "TTR-1.5")
@pytest.mark.parametrize("players, left", [(4, 24), (5, 18)])
def test_six_cards_each_and_a_hidden_draw_pile(players: int, left: int) -> None:
    made = table({"players": players})
    assert made.sizes() == [6] * players
    assert made.match.view(0)["draw_pile"] == left
    assert not made.match.engine.hidden(made.match.state, 0)["deck"].any()


@pytest.mark.rule("TTR-1.6")
def test_only_the_owner_sees_a_deck() -> None:
    seats = table({"players": 3}).match.view(1)["seats"]
    assert len(seats[1]["hand"]) == 6
    assert [(p["hand"], p["cards"]) for p in (seats[0], seats[2])] == [(None, 6), (None, 6)]


@pytest.mark.rule("TTR-1.7")
def test_the_start_player_is_drawn() -> None:
    engine = Engine(GAME)
    encoded = GAME.options.encode({"players": 3})
    states = engine.new_states()
    starts = Counter(int(engine.start(encoded, seed, states=states)[0]["turn"]) for seed in range(1200))
    assert all(340 <= starts[p] <= 460 for p in range(3))


@pytest.mark.rule("TTR-1.8")
def test_sizes_are_open() -> None:
    made = decks("crane*8", "crane*4", "crane*6")
    for seat in (-1, 0, 1, 2):
        view = made.match.view(seat)
        assert [p["cards"] for p in view["seats"]] == [8, 4, 6]
        assert view["draw_pile"] == int(made.s.deck_n) and view["discard"] == []


@pytest.mark.rule("TTR-1.9")
def test_more_cards_at_the_start_if_there_are_enough() -> None:
    made = table({"start_cards": 9, "together": True, "players": 6})
    assert made.sizes() == [9] * 6 and int(made.s.deck_n) == 3
    with pytest.raises(BadOption, match=r"TTR-1\.9"):
        table({"start_cards": 10, "together": True, "players": 6})


@pytest.mark.rule("TTR-1.10")
def test_talk_is_free_outside_fight_together() -> None:
    made = decks("crane*6", "crane*6", "crane*6")
    assert made.match.view(2)["talk"] == {"open": True, "free": [0, 1, 2]}
    assert not [v.name for v in GAME.actions.verbs if "show" in v.name or "reveal" in v.name]


# ---- Simulwars --------------------------------------------------------------------------------


@pytest.mark.rule("TTR-17.1", "TTR-17.2", "TTR-17.4")
def test_six_players_fight_three_wars() -> None:
    made = decks(*["crane*2"] * 6, options={"simulwars": True}, turn=1)
    assert made.asked == 1 and made.choices == [f"pair {p}" for p in (1, 3, 4, 5, 6)]
    made.match.play("pair 5")
    assert made.asked == 2 and made.choices == ["pair 1", "pair 4", "pair 6"]
    made.match.play("pair 1")
    fought = []
    for _ in range(3):
        fought.append((int(made.s.attacker) + 1, int(made.s.defender) + 1))
        assert made.choices == ["number 1"]
        made.match.play("number 1")
    assert fought == [(2, 5), (3, 1), (4, 6)]
    assert int(made.s.wars) == 3 and made.asked == 2


@pytest.mark.rule("TTR-17.3", "TTR-17.5")
def test_the_start_player_sits_out_and_moves_on() -> None:
    made = decks(*["crane*2"] * 5, options={"simulwars": True}, turn=3)
    assert made.asked == 4 and made.choices == ["pair 1", "pair 2", "pair 3"]
    made.match.play("pair 1")
    made.match.play("number 1")
    made.match.play("number 1")
    assert int(made.s.turn) == 4 and made.asked == 0
    three = decks(*["crane*2"] * 3, options={"simulwars": True})
    out = []
    for _ in range(3):
        out.append(({0, 1, 2} - {int(three.s.attacker), int(three.s.defender)}).pop())
        three.match.play("number 1")
    assert out == [0, 1, 2]


@pytest.mark.rule("TTR-17.4")
def test_the_round_is_finished_before_the_game_ends() -> None:
    made = decks("monkey*2", "crane*2", "crane*2", "crane*2", options={"simulwars": True})
    made.match.play("pair 2")
    made.match.play("number 1")
    while made.phase == "keep":
        made.match.play("keep crane")
    assert made.sizes()[1] == 0 and not made.match.game_over
    made.match.play("number 1")
    assert made.match.game_over and made.match.view(0)["winners"] == [0]


@pytest.mark.rule("TTR-17.5")
def test_the_limit_counts_single_wars_after_the_round() -> None:
    made = decks(*["crane*2"] * 4, options={"simulwars": True, "war_limit": 10})
    made.s.wars = 8
    for _ in range(2):
        assert not made.match.game_over
        if made.phase == "pair":
            made.match.play(made.match.legal()[0])
        made.match.play("number 1")
    assert made.match.game_over and int(made.s.wars) == 10


# ---- strengths --------------------------------------------------------------------------------


@pytest.mark.rule("TTR-18.1", "TTR-18.2")
def test_the_sample_table_is_open_to_all() -> None:
    made = table({"zoo": True})
    strengths = made.match.view(1)["strengths"]
    assert strengths == made.match.view(-1)["strengths"]
    assert set(strengths["mantis"]) == {"dragon", "panda", "monkey"}
    sizes = {a: len(s) for a, s in strengths.items()}
    base = {
        "crane": 2,
        "leopard": 5,
        "turtle": 1,
        "mantis": 3,
        "monkey": 4,
        "dragon": 4,
        "tiger": 0,
        "panda": 0,
    }
    assert {a: sizes[a] for a in base} == base
    assert sum(base.values()) == 19 and sum(sizes.values()) == 19 + 25


@pytest.mark.rule("TTR-18.3", "TTR-18.4", "TTR-18.5")
def test_generated_tables_stay_within_their_sets() -> None:
    drawn = set()
    for seed in range(30):
        options = {"strengths": "generated", "strength_seed": seed, "zoo": True, "dawn": True}
        strong = table(options).s.strong
        drawn.add(tuple(int(m) for m in strong))
        for animal in range(8):
            assert int(strong[animal]) >> 8 == 0 and int(strong[8 + animal]) & 0xFF == 0
            assert int(strong[8 + animal]) >> 16 == 0
        assert not any(strong[a] for a in (0, 5, 16, 17))  # Tiger, Panda, Rooster, Bird
        named = np.array([sum(int(m) >> a & 1 for m in strong[:8]) for a in range(8)])
        assert named.max() - named.min() <= 1
    assert len(drawn) == 30


@pytest.mark.rule("TTR-14.18")
def test_roosters_are_paired_from_a_seed() -> None:
    options = {"dawn": True, "roosters": "random", "rooster_seed": 3}
    first = table(options, 1).match.view(0)["roosters"]
    assert first == table(options, 2).match.view(0)["roosters"]
    assert len({d for d, _ in first.values()}) == 14 and len({c for _, c in first.values()}) == 14
    assert first != table({**options, "rooster_seed": 4}).match.view(0)["roosters"]


@pytest.mark.rule("TTR-14.17", "TTR-14.19")
def test_the_sample_pairs_and_the_two_extra_roosters() -> None:
    sample = table({"dawn": True}).match.view(0)["roosters"]
    assert sample["rooster_11"] == ("guess", "always_win")
    assert sample["rooster_12"] == ("no_ties", "concede")
    assert sample["rooster_13"] == ("one_less", "change")
    assert sample["rooster_14"] == ("multi_stage", "disable")
    assert not {"bait_and_switch", "flee"} & {d for d, _ in sample.values()}
    extra = table({"dawn": True, "extra_roosters": True}).match.view(0)["roosters"]
    assert len(extra) == 16 and extra["rooster_16"] == ("flee", None)
    assert counts({"dawn": True, "extra_roosters": True}).total() == 64


@pytest.mark.rule("TTR-13.34")
def test_teams_cannot_play_simulwars() -> None:
    with pytest.raises(BadOption, match=r"TTR-13\.34"):
        table({"together": True, "simulwars": True})


@pytest.mark.parametrize("name", list(GAME.presets))
def test_every_preset_can_be_played(name: str) -> None:
    assert table({**GAME.presets[name].options, "players": 4}).choices


@pytest.mark.parametrize(
    ("players", "name"), [(2, "reserve"), (3, "muster"), (5, "muster"), (6, "menagerie")]
)
def test_a_table_is_recommended_by_the_number_of_players(players: int, name: str) -> None:
    assert GAME.recommended(players) == name
    assert table({**GAME.presets[name].options, "players": players}).choices


def test_every_preset_is_one_sentence_and_teams_need_four() -> None:
    assert all(p.about.endswith(".") and ". " not in p.about for p in GAME.presets.values())
    assert "teams" in GAME.presets_for(4) and "teams" not in GAME.presets_for(3)


def test_larger_decks_for_six_players_need_more_animals() -> None:
    assert "muster" in GAME.presets_for(5) and "muster" not in GAME.presets_for(6)
    with pytest.raises(BadOption, match=r"54 cards would be dealt, but the deck has 48"):
        table({**GAME.presets["muster"].options, "players": 6})


def test_a_table_is_called_by_the_options_that_it_has() -> None:
    assert GAME.called({}) == "rulebook" and GAME.called({"players": 5, "least_number": 2}) == "steady"
    assert GAME.called({"hold_back": "always"}) == "reserve" and GAME.called({"hold_back": "never"}) == ""
