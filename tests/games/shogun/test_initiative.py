"""Chapters 7 and 8: rounds, oracle, events, malice and initiative."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import COND, ON, STAT, UNTIL
from bestiary.games.shogun.events import BY
from bestiary.games.shogun.rules.frames import LIST
from bestiary.games.shogun.rules.turn.rounds import add_oracle
from bestiary.games.shogun.state import FRAME, IN, STREAM

from .table import Table, begin, seed_for

CARDS = tomllib.loads((st.ROOM / "cards.toml").read_text(encoding="utf-8"))
EVENT_IDS = [event["id"] for event in CARDS["event"]]


def event(table: Table, name: str) -> Table:
    """An event of the zone is revealed."""
    table.s.step = IN.EVENTS
    row = int(table.t["ev_list"][EVENT_IDS.index(name)])
    table.frame(FRAME.LIST, row, 0, ON.EVENT, -1)
    table.s.stack[table.s.sp - 1, [LIST.TARGET, LIST.ATTACKER]] = -1
    return table.go()


def initiative(table: Table, *shuffled: str) -> Table:
    """Initiative is determined, the shuffle giving this order."""
    order = [table.id(n) for n in shuffled]
    table.s.step = IN.INITIATIVE
    table.frame(FRAME.INITIATIVE, pc=1)
    table.s.queue[:] = -1
    table.s.queue[: len(order)] = order
    table.s.queue_n = len(order)
    return table.go()


def line_up(table: Table) -> list[str]:
    return [table.names[int(f)] for f in table.s.queue[: table.s.queue_n]]


@pytest.mark.example("EX-R3")
@pytest.mark.rule("SHG-8.3", "SHG-8.7", "SHG-8.9", "SHG-8.10", "SHG-8.5")
def test_initiative_step_by_step() -> None:
    table = Table("AHT....\nk.u....\n.......", {"k": "kachi", "u": "undertaker"}, level=2, chapter=2)
    table.put("blood_oni", 5, 1)
    table.learn("akira", "sixth_sense", 2)
    initiative(table, "kachi", "akira", "hikaru", "tomoe", "undertaker")
    assert table.asks == "init.use" and table.choices == ["use_on akira", "no"]
    table.play("use_on akira")
    assert line_up(table) == ["akira", "undertaker", "kachi-red", "hikaru", "tomoe"]
    assert table.asks == "init.swap"
    table.play("swap akira-tomoe")
    assert line_up(table) == ["blood_oni", "tomoe", "undertaker", "kachi-red", "hikaru", "akira"]
    assert table.asks == "nothing"


@pytest.mark.example("EX-12")
@pytest.mark.rule("SHG-8.4", "SHG-8.5", "SHG-8.6")
def test_advance_and_delay_of_several_cards() -> None:
    table = Table("A.a\nT.b\n..c", {"a": "kachi-red", "b": "kachi-blue", "c": "kachi-green"})
    event(table, "distant_bells")
    event(table, "fresh_tracks")
    initiative(table, "kachi-red", "akira", "kachi-blue", "tomoe", "kachi-green")
    assert table.asks == "init.order" and table.choices == ["order 1", "order 2"]
    table.play("order 1")
    assert line_up(table) == ["akira", "tomoe", "kachi-red", "kachi-blue", "kachi-green"]


@pytest.mark.rule("SHG-8.6")
def test_an_advance_treats_cards_from_left_to_right() -> None:
    table = Table("AT.k", {"k": "kachi"})
    event(table, "fresh_tracks")
    initiative(table, "kachi", "akira", "tomoe")
    assert line_up(table) == ["akira", "tomoe", "kachi-red"]


@pytest.mark.rule("SHG-8.8", "SHG-8.7")
def test_a_servant_near_the_front_moves_as_far_as_it_can() -> None:
    table = initiative(Table("A.u", {"u": "undertaker"}), "akira", "undertaker")
    assert line_up(table) == ["undertaker", "akira"]


@pytest.mark.rule("SHG-8.9", "SHG-8.17")
def test_one_swap_in_a_round() -> None:
    table = initiative(Table("A.T"), "akira", "tomoe").play("swap akira-tomoe")
    assert table.asks == "nothing" and line_up(table) == ["tomoe", "akira"]


@pytest.mark.rule("SHG-8.11")
def test_two_chosen_are_ordered_by_the_team() -> None:
    table = Table("A....\n.....\n.....\n.....\n.....", chapter=2)
    table.put("blood_oni", 0, 2)
    table.put("storm_tengu", 4, 4)
    initiative(table, "akira")
    assert table.asks == "init.order"
    table.play("order 2")
    assert line_up(table) == ["storm_tengu", "blood_oni", "akira"]


@pytest.mark.rule("SHG-8.1")
def test_every_order_is_about_equally_likely() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    table = Table("AHT")
    from bestiary.games.shogun.rules.turn.rounds import lay_out

    for _ in range(600):
        lay_out(table.match.state[0])
        seen[tuple(int(c) for c in table.s.queue[:3])] += 1
    assert len(seen) == 6 and min(seen.values()) > 60


@pytest.mark.example("EX-R1")
@pytest.mark.rule("SHG-4.7", "SHG-4.11", "SHG-8.12", "SHG-8.13")
def test_a_new_zone_in_the_middle_of_a_round() -> None:
    match = begin(players=1, party="akira+hikaru+tomoe", chapter=1)
    from bestiary.core.record import readable

    s = readable(match.state[0])
    while match.game.questions.name(int(s.phase)) != "act.main" or s.active != 0:
        names = match.choices()
        match.play("end" if "end" in names else ("none" if "none" in names else names[0]))
        if s.active != 0:
            s.hp[:4] = 10
    s.at[s.sq[0]] = -1
    door = 3 * st.COLS + 8
    s.sq[0], s.at[door] = door, 0
    s.mp = 2
    done = [int(c) for c in s.queue[: s.at_card + 1]]
    waiting = {int(c) for c in s.queue[s.at_card + 1 : s.queue_n]}
    before = int(s.revealed_n)
    match.prepare()
    match.play("door D1")
    assert before == 1 and s.revealed_n == 2 and s.zone[0] == s.zone[1] == 1
    assert [int(c) for c in s.queue[: s.at_card + 1]] == done
    new = {int(c) for c in s.queue[s.at_card + 1 : s.queue_n]}
    assert waiting < new and s.mp == 2 and s.active == 0


@pytest.mark.rule("SHG-8.15")
def test_spawned_enemies_act_in_the_same_round_or_the_next() -> None:
    for rule, cards in (("same_round", 3), ("next_round", 2)):
        table = Table("A....T", spawned_act=rule)
        table.t["spawn_sq"][0, 0] = table.q(3, 0)
        table.s.at_card = 0
        table.frame(FRAME.SPAWN, 4, 0, -1, -1)
        table.go()
        assert table.at("akaname") == (3, 0) and table.s.queue_n == cards


@pytest.mark.rule("SHG-8.14", "SHG-8.16")
def test_a_chosen_placed_in_a_round_is_shuffled_in() -> None:
    from bestiary.games.shogun.rules.ground.spawning import requeue

    table = Table("A...\n....\nT...\n....", chapter=2)
    table.s.at_card = 0
    table.put("blood_oni", 2, 1)
    table.s.queue[table.s.queue_n - 1] = -1
    table.s.queue_n -= 1
    places = set()
    for _ in range(40):
        requeue(table.match.state[0], 1 << 44)
        places.add([int(c) for c in table.s.queue[:3]].index(44))
    assert places == {1, 2}
    table.s.step = IN.EVENTS
    requeue(table.match.state[0], 1 << 30)
    assert table.s.queue_n == 3


# ---- oracle and events ---------------------------------------------------------------------------


@pytest.mark.rule("SHG-7.2", "SHG-4.1", "SHG-4.4", "SHG-4.12", "SHG-28.1", "SHG-7.16")
def test_the_first_zone_of_chapter_one() -> None:
    match = begin(players=1, party="akira+hikaru+tomoe", chapter=1)
    s = match.state[0]
    drawn = int(s["oracle_n"]) + int(s["drawn_n"])
    assert drawn == 4 and int(s["zone"][0]) == 1 and int(s["zone"][1]) == 0
    assert int((s["sq"][4:] >= 0).sum()) == 3 and int(s["res_tokens"][0]) == 5
    assert int(s["res_sq"][0]) == 4 * st.COLS + 8
    assert (s["sleeve"][0] >= 0).all() and int(s["malice"]) == 0
    solo = begin(players=1, party="akira", chapter=1).state[0]
    assert int((solo["sq"][4:] >= 0).sum()) == 1


@pytest.mark.rule("SHG-7.3", "SHG-7.20", "SHG-7.4")
def test_added_cards_are_shuffled_with_the_undrawn_ones_only() -> None:
    table = Table("A.")
    s = table.s
    for k in range(8):
        add_oracle(table.match.state[0], 1)
        assert s.oracle_n == 3 + k + 1
    add_oracle(table.match.state[0], 1)
    assert s.oracle_n == 11


@pytest.mark.rule("SHG-7.5", "SHG-7.6")
def test_an_empty_oracle_deck_is_shuffled_at_once() -> None:
    from bestiary.games.shogun.rules.turn.rounds import begin_round

    table = Table("A.")
    log = table.match.engine.new_log()
    for left in (2, 1, 3):
        begin_round(table.match.state[0], log[0])
        assert table.s.oracle_n == left
    assert table.s.drawn_n == 0 and table.s.oracle == 0


@pytest.mark.example("EX-3")
@pytest.mark.rule("SHG-7.7", "SHG-7.9", "SHG-7.10", "SHG-7.14", "SHG-7.15")
def test_event_sleeves_and_malice() -> None:
    table = Table("A.")
    quiet = int(table.t["ev_list"][0])  # every event is Clear Sky
    table.t["ev_list"][:] = quiet
    s = table.s
    expected = {0: [], 1: []}
    malice = []
    for colour in (0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0):
        s.oracle = colour
        s.step = IN.EVENTS
        table.frame(FRAME.EVENTS)
        table.go()
        expected[colour].append(int(s.shown_n[0, colour]))
        malice.append(int(s.malice))
    assert malice == [0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 4, 5]
    assert expected[1] == [1, 2, 3] and expected[0][:4] == [1, 2, 3, 4]
    card = int(s.sleeve[0, 1]) - st.EVENT0
    assert [int(x) - 1 for x in s.shown[0, 1, :3]] == [int(x) for x in table.t["ev_event"][card, :3]]
    s.oracle = 0
    table.frame(FRAME.EVENTS)
    table.go()
    assert table.match.game_over and s.by == BY.MALICE and s.winner == 0


@pytest.mark.rule("SHG-7.7", "SHG-7.8", "SHG-7.18")
def test_a_zone_without_miniatures_has_no_event() -> None:
    table = Table("R.", {"R": "R"})
    table.s.sq[0] = -1
    table.s.step = IN.EVENTS
    table.frame(FRAME.EVENTS)
    from bestiary.games.shogun.rules.turn.rounds import step_events

    log = table.match.engine.new_log()
    step_events(table.t_record, table.match.state[0], log[0])
    assert table.s.shown_n.sum() == 0


@pytest.mark.rule("SHG-7.11")
def test_random_or_fixed_event_cards() -> None:
    fixed = begin(chapter=1, event_cards="fixed").state[0]
    names = begin(chapter=1).content.cards
    assert [names[int(c)].code for c in fixed["sleeve"][0]] == ["G01", "R01"]
    seen = {names[int(begin(seed, chapter=1).state[0]["sleeve"][0, 0])].code for seed in range(1, 12)}
    assert len(seen) > 3 and seen <= {f"G{i:02}" for i in range(1, 13)}


@pytest.mark.rule("SHG-7.12", "SHG-7.13", "SHG-6.2")
def test_an_event_reaches_those_in_its_zone() -> None:
    table = Table("A..k", {"k": "kachi"})
    table.put("tomoe", 1, 0)
    table.t["zone_at"][0, table.q(1, 0)] = 1
    event(table, "muddy_paths")
    assert table.s.mod[0, STAT.MOVE, UNTIL.ROUND] == -1 and table.s.mod[2, STAT.MOVE, UNTIL.ROUND] == 0
    table.put("sedrik", 2, 0)
    event(table, "war_drums")
    assert table.s.mod[22, STAT.HITS, UNTIL.ROUND] == table.s.mod[43, STAT.HITS, UNTIL.ROUND] == 1
    assert table.s.mod[0, STAT.HITS, UNTIL.ROUND] == 0


@pytest.mark.rule("SHG-7.17", "SHG-7.21")
def test_malice_spaces() -> None:
    match = begin(players=1, chapter=1)
    table = Table("A..", chapter=1)
    table.t["spawn_sq"][0, 0] = table.q(2, 0)
    table.s.malice = 2
    table.frame(FRAME.MALICE, 1)
    assert table.go().at("ashigaru") == (2, 0) and match is not None
    six = Table("A..", chapter=6)
    six.s.malice = 1
    cards = int(six.s.oracle_n)
    six.frame(FRAME.MALICE, 2)
    assert six.go().s.malice == 3 and six.s.oracle_n == cards + 1


@pytest.mark.rule("SHG-7.19")
def test_nobody_can_pay_the_toll() -> None:
    table = Table("A..T")
    table.t["spawn_sq"][0, 0] = table.q(2, 0)
    table.s.coins[:] = 3
    table.t["z_ambush"][0, 0] = 5
    event(table, "toll_collector")
    assert table.at("ashigaru") == (2, 0)
    rich = Table("A..T")
    rich.s.coins[[0, 2]] = [4, 9]
    event(rich, "toll_collector")
    assert rich.choices == ["option pay_4_coins", "option one_enemy_comes"]
    rich.play("option pay_4_coins")
    assert rich.asks == "event.who"
    rich.play("choose tomoe")
    assert rich.s.coins[2] == 5


@pytest.mark.rule("SHG-7.1", "SHG-9.1")
def test_a_round_has_four_steps() -> None:
    table = Table("A..", level=1)
    table.learn("akira", "stab", 4)
    table.rounds().play("end")
    assert table.s.rounds == 2 and table.s.ki[0, 0] == 3


@pytest.mark.rule("SHG-22.7")
def test_foul_air_poisons_without_damage() -> None:
    table = Table("A..")
    table.s.rng[STREAM.DICE] = seed_for([0])
    event(table, "foul_air")
    assert table.s.cond[0, COND.POISONED] == 1 and table.hp("akira") == 10
