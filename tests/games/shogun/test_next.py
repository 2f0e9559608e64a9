"""The end of a phase, the start of the next, and worlds that are imagined: cards, levels, Kami, costs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.driver import Engine
from bestiary.core.record import readable
from bestiary.core.registry import load
from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import DO, SIDE
from bestiary.games.shogun.moves import Q, V
from bestiary.games.shogun.rules import turn as of_turn
from bestiary.games.shogun.rules.frames import END, END_STEP, PC
from bestiary.games.shogun.state import FRAME, NOBODY, STATUS
from bestiary.testing.plain import plain

from .table import Table, as_written, begin

phase = plain(of_turn.phase)

EVERYBODY = 0b111


# ---- the end of a phase --------------------------------------------------------------------------


def ended(players: int = 3) -> tuple[Match, Any, Any, Any]:
    """A campaign at the end of a phase: the match, tables, record, record by attribute."""
    options = {"mode": "campaign", "party": "akira+hikaru+tomoe", "players": players}
    match = Match("shogun", options, 1, content=as_written())
    row = match.state[0]
    s = readable(row)
    s.stack[:], s.sp, s.actors = 0, 1, 0
    s.stack[0, 0] = FRAME.END
    return match, match.engine.tables[0], row, s


@pytest.mark.rule("SHG-32.1", "SHG-32.2", "SHG-32.3", "SHG-32.4")
def test_kami_are_offered_first_to_all_and_then_to_whom_they_came() -> None:
    _, _, row, s = ended()
    frame = s.stack[0]
    frame[PC] = END_STEP.KAMI
    s.kami[:], s.unlocked, s.opened = [0, 1, 2, 3], 1 << 6, 1 << 4 | 1 << 5
    s.personal[:], s.personal[5] = 0, 3
    phase.ask_kami(row, frame)  # what anybody may take: the new one, and one of before
    assert (int(s.phase), int(s.actors), int(frame[PC])) == (Q.KAMI_CHANGE, EVERYBODY, END_STEP.TAKE)
    assert s.cand[:2].tolist() == [1 << 4 | 1 << 6, NOBODY]
    s.verb, s.ans, s.ans2 = V.TAKE_KAMI, 0, 6
    phase.take_kami(row, frame)
    assert int(s.kami[0]) == 6 and int(s.unlocked) == 0 and int(s.opened) == 1 << 4 | 1 << 5
    assert (int(frame[END.HERO]), int(frame[PC])) == (1, END_STEP.KAMI)
    for hero in (1, 2):  # Akira and Hikaru have no mission of their own
        phase.ask_kami(row, frame)
        assert int(frame[END.HERO]) == hero + 1 and int(frame[PC]) == END_STEP.KAMI
    s.actors = 0
    phase.ask_kami(row, frame)
    assert (int(s.actors), int(frame[PC])) == (1 << int(s.owner[2]), END_STEP.TAKE)
    assert s.cand[:2].tolist() == [1 << 5, 2]
    s.verb = V.NONE
    phase.take_kami(row, frame)
    assert int(s.kami[2]) == 2 and int(s.opened) == 1 << 4 | 1 << 5 and int(frame[END.HERO]) == 4
    for _ in range(2):
        phase.ask_kami(row, frame)
    assert int(frame[PC]) == END_STEP.YOMI  # what nobody took stays unlocked for all
    assert int(s.unlocked) == 1 << 4 | 1 << 5 and int(s.opened) == 0 and not s.personal.any()


@pytest.mark.rule("SHG-32.3")
def test_with_the_last_new_kami_nobody_else_is_asked() -> None:
    _, _, row, s = ended()
    frame = s.stack[0]
    s.kami[:], s.unlocked, s.opened, s.personal[:] = [0, 1, 2, 3], 0, 1 << 4, 0
    phase.ask_kami(row, frame)
    s.verb, s.ans, s.ans2 = V.TAKE_KAMI, 1, 4
    phase.take_kami(row, frame)
    assert int(s.kami[1]) == 4 and int(s.opened) == 0
    phase.ask_kami(row, frame)
    assert int(frame[PC]) == END_STEP.YOMI and not s.cand.any()


@pytest.mark.rule("SHG-33.7", "SHG-33.8", "SHG-33.9", "SHG-33.10")
@pytest.mark.parametrize("h", [0, 1, 2])
def test_each_player_raises_their_own_character(h: int) -> None:
    match, t, row, s = ended()
    frame, log = s.stack[0], match.engine.new_log()
    frame[PC], frame[END.HERO], frame[END.LEVELS] = END_STEP.LEVEL, h, 1
    s.level[:], s.attr[h] = 2, [1, 3, 0, 2]
    phase.next_level(t, row, frame, log[0])
    assert int(s.level[h]) == 3 and int(s.hp[h]) == int(s.max_hp[h]) == int(t["h_health"][h, 2])
    assert (int(s.phase), int(s.actors), int(s.cand[0])) == (Q.LEVEL_ATTRIBUTE, 1 << int(s.owner[h]), 0b1101)
    s.ans, s.actors = 2, 0
    phase.step_end(t, row, log[0])
    assert s.attr[h].tolist() == [1, 3, 1, 2] and int(frame[PC]) == END_STEP.TILE
    phase.step_end(t, row, log[0])
    assert (int(s.phase), int(s.actors)) == (Q.LEVEL_SKILL, 1 << int(s.owner[h]))
    assert s.cand[:2].tolist() == t["skill_of"][h, 2].tolist()
    s.ans, s.actors = 1, 0
    phase.step_end(t, row, log[0])
    assert int(s.skill[h, 2]) == int(t["skill_of"][h, 2, 1])
    assert (int(frame[END.HERO]), int(frame[PC])) == (h + 1, END_STEP.LEVEL)


@pytest.mark.rule("SHG-33.7", "SHG-3.12")
@pytest.mark.parametrize(
    ("level", "levels", "status", "gains"),
    [(1, 1, 1, True), (4, 1, 2, True), (5, 1, 1, False), (2, 0, 1, False), (2, 1, 0, False)],
)
def test_who_gains_a_level(level: int, levels: int, status: int, gains: bool) -> None:
    match, t, row, s = ended()
    frame = s.stack[0]
    frame[PC], frame[END.LEVELS] = END_STEP.LEVEL, levels
    s.level[0], s.status[0] = level, status
    phase.next_level(t, row, frame, match.engine.new_log()[0])
    assert int(s.level[0]) == level + gains and bool(s.actors) == gains
    assert gains or (int(frame[PC]) == END_STEP.KAMI) == (levels == 0)
    assert gains or int(frame[END.HERO]) == levels


@pytest.mark.rule("SHG-25.4", "SHG-25.5", "SHG-25.6", "SHG-25.7")
@pytest.mark.parametrize("h", [0, 1, 2])
@pytest.mark.parametrize("level", [3, 5])
def test_who_fell_rolls_for_what_it_costs(h: int, level: int) -> None:
    match, t, row, s = ended()
    frame, log = s.stack[0], match.engine.new_log()
    for seed in range(12):
        frame[:] = 0
        frame[0], frame[PC], frame[END.HERO] = FRAME.END, END_STEP.RESURRECT, h
        s.status[h], s.hp[h], s.max_hp[h], s.level[h], s.actors = STATUS.DEFEATED, 0, 7, level, 0
        s.kami[h], s.armour[h], s.attr[h] = NOBODY, -1, [1, 1, 1, 1]
        s.attr[h, (int(t["h_initial"][h]) + 1) % 4] = 0
        s.rng[:] = seed * 7919 + 1
        phase.resurrect(t, row, frame, log[0])
        total = match.engine.happenings(log, None)[-1].words
        roll = int(list(total.values())[1]) - int(s.attr[h, 3])
        assert 1 <= roll <= 6 and int(s.status[h]) == STATUS.STANDING and int(s.hp[h]) == 7
        if roll + int(s.attr[h, 3]) >= level:
            assert (int(frame[PC]), int(s.actors), int(frame[END.HERO])) == (END_STEP.RESURRECT, 0, h + 1)
            continue
        least = [int(a == t["h_initial"][h]) for a in range(4)]
        losable = sum(1 << a for a in range(4) if s.attr[h, a] > least[a])
        assert (int(s.phase), int(s.actors)) == (Q.END_ATTRIBUTE, 1 << int(s.owner[h]))
        assert int(s.cand[0]) == losable and (int(frame[PC]), int(frame[END.HERO])) == (END_STEP.LOSE, h)


@pytest.mark.rule("SHG-25.4")
@pytest.mark.parametrize(
    ("armour", "adds"),
    [
        ("iron_kesa", 1),
        ("robe_of_ten_kings", 1),
        ("o_yoroi", 0),
        ("kusari_katabira", 0),
        ("temple_mail", 0),
        ("tatami_do", 0),
    ],
)
def test_what_is_worn_helps_in_a_test_of_spirit(armour: str, adds: int) -> None:
    table = Table("A..")
    table.s.attr[0] = [0, 0, 0, 2]
    table.armour("akira", armour)
    assert int(phase.spirit_now(table.t_record, table.match.state[0], 0)) == 2 + adds


@pytest.mark.rule("SHG-33.1", "SHG-33.18")
def test_after_the_end_nothing_is_asked() -> None:
    table = Table("A..")
    table.s.malice = st.MAX_MALICE
    table.rounds()
    s = table.s
    assert (int(s.over), int(s.actors), int(s.phase), int(s.sp)) == (1, 0, Q.OVER, 0)
    assert (int(s.winner), int(s.active)) == (0, NOBODY) and table.match.legal() == []


# ---- the start of the next, and worlds that are imagined ------------------------------------------


def cards_of(record: Any) -> Counter[int]:
    """How often each card lies somewhere, in the box or out of it."""
    s = readable(record)
    found: Counter[int] = Counter()
    zones = ("weapon", "armour", "items", "market", "oracle_deck", "drawn", "event_deck", "sleeve")
    for name in (*zones, "ai_deck", "ai_discard", "ai_aside", "ai_card", "row"):
        found.update(int(card) for card in np.asarray(s[name]).ravel() if card >= 0)
    found.update(int(card) for card in np.flatnonzero(s.box))
    return found


@pytest.mark.rule("SHG-3.3", "SHG-33.16")
@pytest.mark.parametrize("seed", range(3))
def test_every_card_lies_in_one_place_when_a_campaign_goes_on(seed: int) -> None:
    chance, engine = random.Random(seed), Engine(load("shogun"))
    options = engine.game.options.encode(engine.game.settle({"mode": "campaign", "players": 2}))
    states = engine.start(options, seed)
    carried = engine.carry(states)
    carried["started"], carried["chapter"], carried["level"] = 1, 1, 2
    gear = chance.sample(range(st.WEAPON0 + 1, st.ARMOUR0), 4)
    carried["weapon"], carried["armour"], carried["items"] = -1, -1, -1
    carried["weapon"][0, :2, :2] = [[st.WEAPON0, gear[0]], [gear[1], -1]]
    carried["armour"][0, :2, 0] = [st.ARMOUR0, st.ARMOUR0 + 5]
    held = [0, *chance.sample(range(1, st.MARKET), 4)]
    carried["items"][0, 0, :4], carried["items"][0, 1, :2] = [*held[:3], st.SPECIAL0], held[3:]
    rest = chance.sample([c for c in range(st.MARKET) if c not in held], st.MARKET - 8)
    carried["market"], carried["market_n"] = -1, len(rest)
    carried["market"][0, : len(rest)] = rest
    states = engine.start(options, seed, carried)
    found = cards_of(states[0])
    assert set(found.values()) == {1} and len(found) == st.CARDS
    s = readable(states[0])
    assert s.items[0, :4].tolist() == [*held[:3], st.SPECIAL0] and s.items[1, :2].tolist() == held[3:]
    assert s.weapon[0, :2].tolist() == [st.WEAPON0, gear[0]] and int(s.chapter) == 1


@pytest.mark.rule("SHG-7.8", "SHG-18.13", "SHG-35.3")
@pytest.mark.parametrize(
    ("chapter", "cards"), [(1, "random"), (2, "random"), (2, "fixed"), (5, "random"), (7, "random")]
)
def test_an_imagined_world_holds_every_card_once_and_what_is_seen_as_it_is(chapter: int, cards: str) -> None:
    match = begin(chapter, chapter=chapter, players=2, event_cards=cards)
    engine, chance = match.engine, random.Random(chapter)
    hidden = {"oracle_deck", "market", "event_deck", "sleeve", "ai_deck"}
    for _ in range(3):
        for _ in range(8):
            if match.over:
                break
            engine.apply(match.state, chance.choice(engine.legal(match.state)))
        row = match.state[0]
        seen = cards_of(row)
        for seed in range(4):
            world = engine.resampled(match.state, 0, seed)[0]
            assert cards_of(world) == seen
            for name in row.dtype.names:
                if name not in hidden and name != "rng":
                    assert row[name].tobytes() == world[name].tobytes(), name
            for name in hidden:
                assert ((np.asarray(row[name]) >= 0) == (np.asarray(world[name]) >= 0)).all(), name
            if cards == "fixed":
                for name in ("event_deck", "sleeve"):
                    assert row[name].tobytes() == world[name].tobytes()
            known = int(row["bottom"])
            assert row["market"][:known].tolist() == world["market"][:known].tolist()
            for z in range(st.ZONES_MAX):
                if engine.tables[0]["z_purple"][chapter - 1, z, 0] >= 0:
                    assert row["sleeve"][z].tolist() == world["sleeve"][z].tolist()


@pytest.mark.rule("SHG-4.9", "SHG-19.6")
def test_whose_side_everybody_is_on_at_the_start() -> None:
    match = begin(1, chapter=3, players=2)
    s = readable(match.state[0])
    assert not s.side_of[: st.HEROES].any() and (s.side_of[st.HEROES : st.WANDERER0] == SIDE.FOLLOWERS).all()


@pytest.mark.rule("SHG-3.3", "SHG-33.15", "SHG-34.2")
@pytest.mark.parametrize("seed", range(2))
def test_what_the_characters_own_and_are_comes_back_as_it_was(seed: int) -> None:
    chance, engine = np.random.default_rng(seed), Engine(load("shogun"))
    options = engine.game.options.encode(engine.game.settle({"mode": "campaign", "party": "hikaru+jinen"}))
    carried = engine.carry(engine.start(options, 1))
    carried["started"], carried["chapter"], carried["attempt"] = 1, 3, 2
    for name in ("level", "affinity", "kami", "coins", "heads", "boss", "karma", "arm", "attr"):
        carried[name] = chance.integers(1, 4, carried[name].shape)
    for name in ("yomi", "meets", "unlocked"):
        carried[name] = chance.integers(1, 9)
    carried["skill"] = chance.integers(0, 9, carried["skill"].shape)
    carried["uses"] = chance.integers(0, 4, carried["uses"].shape)
    carried["bottom"] = 3
    back = engine.carry(engine.start(options, 2, carried))
    same = ("affinity", "kami", "coins", "heads", "boss", "karma", "arm", "attr", "skill", "uses", "market")
    for name in (
        *same,
        "level",
        "yomi",
        "meets",
        "unlocked",
        "market_n",
        "bottom",
        "weapon",
        "armour",
        "items",
    ):
        assert back[name].tolist() == carried[name].tolist(), name
    s = readable(engine.start(options, 2, carried)[0])
    assert (int(s.chapter), int(s.attempt), int(s.party)) == (3, 2, 2)
    assert s.status.tolist() == [0, 1, 0, 1] and s.owner[[1, 3]].tolist() == [0, 1]


@pytest.mark.rule("SHG-34.4", "SHG-33.6")
@pytest.mark.parametrize("chapter", [st.ENCOUNTER, 2])
def test_before_the_shinigami_armour_is_whole_again(chapter: int) -> None:
    engine = Engine(load("shogun"))
    options = engine.game.options.encode(engine.game.settle({"mode": "campaign", "players": 2}))
    carried = engine.carry(engine.start(options, 1))
    carried["started"], carried["chapter"], carried["attempt"], carried["arm"] = 1, chapter, 1, 0
    s = readable(engine.start(options, 1, carried)[0])
    worth = [
        int(engine.tables[0]["ar_resistance"][(int(s.armour[h, 0]) - st.ARMOUR0) // st.SMITH_COPIES])
        for h in (0, 1)
    ]
    assert s.arm[:2].tolist() == (worth if chapter == st.ENCOUNTER else [0, 0])


@pytest.mark.rule("SHG-33.5", "SHG-33.6", "SHG-33.14")
@pytest.mark.parametrize(("winner", "chapter"), [(0, 1), (1, 1), (0, st.ENCOUNTER), (1, st.ENCOUNTER)])
def test_what_a_phase_gives_back_at_its_end(winner: int, chapter: int) -> None:
    match, t, row, s = ended()
    s.winner, s.chapter = winner, chapter
    s.max_hp[:], s.hp[:], s.arm[:], s.coins[:], s.karma[:], s.affinity[:] = 9, 3, 0, 10, 1, 1
    worn = (int(s.armour[0, 0]) - st.ARMOUR0) // st.SMITH_COPIES
    phase.restore(t, row, s.stack[0], match.engine.new_log()[0])
    assert s.hp[:4].tolist() == [9, 9, 9, 3]  # Jinen takes no part
    mended = winner == 0 or chapter == st.ENCOUNTER
    assert int(s.arm[0]) == (int(t["ar_resistance"][worn]) if mended else 0)
    effects = int(t["ch_victory"][chapter])
    entries = range(int(t["list_first"][effects]), int(t["list_first"][effects] + t["list_n"][effects]))
    for do, field, before in ((DO.COINS, "coins", 10), (DO.KARMA, "karma", 1), (DO.AFFINITY, "affinity", 1)):
        more = sum(int(t["fx_n"][i]) for i in entries if t["fx_do"][i] == do) if effects >= 0 else 0
        assert row[field].tolist() == [before + winner * more] * 3 + [before]
    levels = effects >= 0 and any(t["fx_do"][i] == DO.LEVEL for i in entries)
    assert int(s.stack[0, END.LEVELS]) == int(winner == 1 and levels)


@pytest.mark.rule("SHG-7.8", "SHG-7.11")
@pytest.mark.parametrize(("colour", "known"), [(0, (0, 1, 2)), (1, (0, 2)), (0, (1,)), (1, ())])
def test_sleeves_are_imagined_as_it_fits_and_not_otherwise(colour: int, known: tuple[int, ...]) -> None:
    """Three zones, five cards; of the known zones the first event has been shown."""
    table = Table("A..")
    t, s = table.t_record, table.s
    table.t["z_purple"][table.c] = -1
    mine = [i for i in range(st.EVENT_CARDS) if t["ev_colour"][i] == colour and t["ev_tier"][i] == 1][:5]
    t["ev_event"][mine, 0] = [3, 3, 4, 4, 5]
    pool = [st.EVENT0 + i for i in mine]
    s.box[st.EVENT0 : st.AI0], s.box[pool] = 1, 0
    s.event_deck[:], s.event_n[:], s.sleeve[:], s.shown[:], s.shown_n[:] = -1, 0, -1, 0, 0
    s.sleeve[:, colour], s.event_deck[colour, :2], s.event_n[colour] = pool[:3], pool[3:], 2
    for z in known:
        s.shown[z, colour, 0], s.shown_n[z, colour] = 1 + [3, 3, 4][z], 1
    ways = {
        three
        for three in permutations(pool, 3)
        if all(t["ev_event"][three[z] - st.EVENT0, 0] == [3, 3, 4][z] for z in known)
    }
    assert {tuple(pool[:3])} <= ways
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(70):
        world = table.match.engine.resampled(table.match.state, 0, seed)[0]
        three = tuple(int(c) for c in world["sleeve"][:, colour])
        seen[three] += 1
        assert three in ways
        assert {*three, *world["event_deck"][colour, :2].tolist()} == set(pool)
    assert len(ways) > 20 or set(seen) == ways


@pytest.mark.rule("SHG-1.4", "SHG-34.4")
@pytest.mark.parametrize(("chapter", "level"), [(7, 0), (7, 2), (7, 5), (1, 0), (3, 2)])
def test_a_campaign_that_begins_with_the_shinigami_goes_on_by_its_level(chapter: int, level: int) -> None:
    match = Match("shogun", {"mode": "campaign", "chapter": chapter, "level": level, "players": 2}, 1)
    s = readable(match.state[0])
    begins = int(s.level[0]) * 100 + 2 if chapter - 1 == st.ENCOUNTER else 0
    assert int(s.resume) == begins and int(s.chapter) == chapter - 1 and int(s.attempt) == 1
