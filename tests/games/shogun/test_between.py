"""Between the fights: cards move in the queue, enemies appear, activations open and close."""

from __future__ import annotations

import random

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import DO, LAY, ON, STAT, TERRAIN, UNTIL, WHO
from bestiary.games.shogun.moves import Q
from bestiary.games.shogun.rules import effects as of_effects
from bestiary.games.shogun.rules import frames as of_frames
from bestiary.games.shogun.rules import ground as of_ground
from bestiary.games.shogun.rules import questions as of_questions
from bestiary.games.shogun.rules import turn as of_turn
from bestiary.games.shogun.rules.frames import FALL
from bestiary.games.shogun.state import FRAME, IN, NOBODY, STATUS
from bestiary.testing.plain import plain

from .table import Table
from .test_asked import lay

operations, targets = plain(of_effects.operations), plain(of_effects.targets)
squares, spawning, geometry = plain(of_ground.squares), plain(of_ground.spawning), plain(of_ground.geometry)
rounds, skills, activation = map(plain, (of_turn.rounds, of_turn.skills, of_turn.activation))
questions, frames = plain(of_questions), plain(of_frames)

FIGURES = {"k": "kachi", "l": "kachi-blue", "m": "kappa", "O": "blood_oni"}
EVERYBODY = 0b111


# ---- the queue -----------------------------------------------------------------------------------


def shifted(queue: list[int], f: int, n: int, forward: bool, first: int) -> list[int]:
    """The queue after a card has moved n places among those that have not acted."""
    if f not in queue or queue.index(f) < first:
        return queue
    place = queue.index(f)
    to = max(first, place - n) if forward else min(len(queue) - 1, place + n)
    left = [g for g in queue if g != f]
    return [*left[:to], f, *left[to:]]


@pytest.mark.rule("SHG-8.5")
@pytest.mark.parametrize("forward", [True, False])
def test_a_card_moves_among_those_that_have_not_acted(forward: bool) -> None:
    table = Table("A..")
    s, row, chance = table.s, table.match.state[0], random.Random(forward)
    for _ in range(60):
        queue = chance.sample(range(st.CREATURES), chance.randrange(1, 7))
        s.queue[:], s.queue_n = NOBODY, len(queue)
        s.queue[: len(queue)] = queue
        s.step, s.at_card = chance.choice([IN.INITIATIVE, IN.ACTIVATIONS]), chance.randrange(-1, len(queue))
        f, n = chance.choice([*queue, 3]), chance.randrange(4)
        first = int(s.at_card) + 1 if s.step == IN.ACTIVATIONS else 0
        operations.shift(row, f, n, forward)
        assert s.queue[: len(queue)].tolist() == shifted(queue, f, n, forward, first)


@pytest.mark.rule("SHG-8.5", "SHG-8.6")
@pytest.mark.parametrize("forward", [True, False])
def test_of_several_cards_the_foremost_in_the_direction_moves_first(forward: bool) -> None:
    table = Table("A..")
    s, t, row, chance = table.s, table.t_record, table.match.state[0], random.Random(forward)
    lay(table, 0, {"do": DO.ADVANCE if forward else DO.DELAY, "n": 1})
    s.step = IN.INITIATIVE
    for _ in range(40):
        queue = chance.sample(range(st.CREATURES), 6)
        who = chance.sample(queue, chance.randrange(1, 6))
        n, k, many = chance.randrange(1, 4), chance.randrange(3), 3
        s.queue[:6], s.queue_n, t["fx_n"][0] = queue, 6, n
        s.pending[:], s.pending_who[:], s.pending_n = 0, 0, many
        s.pending[:many], s.pending_who[:many] = [5, 6, 7], [1, 2, 4]
        s.pending[k], s.pending_who[k] = 1, sum(1 << f for f in who)
        kept = [(int(s.pending[j]), int(s.pending_who[j])) for j in range(many) if j != k]
        wanted, place = list(queue), 0 if forward else 5
        left = set(who)
        while 0 <= place < 6 and left:  # each card once, from the front or from the back
            f = wanted[place]
            if f in left:
                left.discard(f)
                wanted = shifted(wanted, f, n, forward, 0)
            place += 1 if forward else -1
        rounds.apply_pending(t, row, k)
        assert s.queue[:6].tolist() == wanted
        assert list(zip(s.pending[:2].tolist(), s.pending_who[:2].tolist(), strict=True)) == kept
        assert int(s.pending_n) == 2 and not s.pending[2:].any() and not s.pending_who[2:].any()


@pytest.mark.rule("SHG-8.3", "SHG-8.5")
@pytest.mark.parametrize("place", range(4))
def test_whose_card_a_skill_can_move(place: int) -> None:
    """Sixth Sense brings its own card forward, Read the Field sends a minion back; each if it can."""
    table = Table("A.T.H\n..k.m", FIGURES, level=5, players=3)
    t, s, row = table.t_record, table.s, table.match.state[0]
    s.skill[:], s.ki[:] = -1, 0
    for skill, mine in (("sixth_sense", True), ("read_the_field", False)):
        k = table.content.words["skill"].index(skill)
        h, slot = next((h, i) for h in range(4) for i in range(st.SLOTS) if k in t["skill_of"][h, i])
        others = [g for g in (0, 1, 2) if g != h]
        kachi = table.id("kachi")
        queue = [others[0], table.id("kappa"), others[1]]
        queue.insert(place, h if mine else kachi)
        s.queue[:], s.queue_n = NOBODY, 4
        s.queue[:4] = queue
        s.status[h], s.sq[h] = STATUS.STANDING, s.sq[h]
        for die in (0, int(t["sk_ki"][k]) - 1, int(t["sk_ki"][k]), 6):
            s.skill[h, slot], s.ki[h, slot] = k, die
            ready = die >= t["sk_ki"][k]
            found = int(rounds.queue_skills(t, row))
            assert found == (1 << (h * st.SLOTS + slot) if ready else 0)
        s.actors, s.cand[:] = 0, 0
        rounds.ask_use(t, row, h * st.SLOTS + slot)
        if mine:
            wanted = {h} if place > 0 else set()
        else:
            wanted = {f for i, f in enumerate(queue) if f in (kachi, table.id("kappa")) and i < 3}
        assert int(s.cand[0]) == sum(1 << f for f in wanted)
        assert int(s.actors) == (1 << int(s.owner[h]) if wanted else 0)
        assert not wanted or int(s.phase) == Q.INIT_USE
        s.skill[h, slot] = -1


@pytest.mark.rule("SHG-8.7")
def test_servants_and_wanderers_and_nobody_else_hurry() -> None:
    table = Table("A..")
    row, s = table.match.state[0], table.s
    s.queue[:], s.queue_n = range(st.CREATURES), st.CREATURES
    found = int(rounds.forward_cards(row))
    assert found == sum(1 << f for f in range(st.SERVANT0, st.CHOSEN0))
    s.queue_n = st.SERVANT0 + 1
    assert int(rounds.forward_cards(row)) == 1 << st.SERVANT0


@pytest.mark.rule("SHG-8.4")
@pytest.mark.parametrize("n", [1, 2, 3, 8, 9])
def test_one_is_not_asked_in_which_order(n: int) -> None:
    table = Table("A.T", players=2)
    row, s = table.match.state[0], table.s
    s.actors, s.cand[:], s.verb, s.ans = 0, 0, NOBODY, 5
    rounds.ask_order(row, n)
    if n == 1:
        assert (int(s.actors), int(s.ans)) == (0, 0) and int(s.verb) >= 0
    else:
        assert (int(s.actors), int(s.phase)) == (0b11, Q.INIT_ORDER)
        assert int(s.cand[0]) == (1 << min(n, 8)) - 1


@pytest.mark.rule("SHG-7.6")
def test_the_oracle_deck_is_shuffled_when_its_last_card_is_drawn() -> None:
    table = Table("A..")
    s, row, orders = table.s, table.match.state[0], set()
    cards = [st.ORACLE0 + k for k in range(5)]
    for seed in range(12):
        s.oracle_deck[:], s.drawn[:], s.oracle_n, s.drawn_n = NOBODY, NOBODY, 1, 4
        s.oracle_deck[0], s.drawn[:4], s.rng[:] = cards[4], cards[:4], seed * 7919 + 1
        rounds.begin_round(row, table.match.engine.new_log()[0])
        orders.add(tuple(s.oracle_deck[:5].tolist()))
        assert sorted(s.oracle_deck[:5].tolist()) == cards and int(s.drawn_n) == 0
    assert len(orders) > 5


# ---- spawning ------------------------------------------------------------------------------------


def field(chance: random.Random) -> Table:
    marks = [chance.choice("....~o#+") for _ in range(30)]
    for mark, q in zip("ATklm", chance.sample(range(30), 5), strict=True):
        marks[q] = mark
    rows = "\n".join("".join(marks[6 * y : 6 * y + 6]) for y in range(5))
    heights = "\n".join("".join(chance.choice("001") for _ in range(6)) for _ in range(5))
    return Table(rows, FIGURES, heights, level=3, players=2)


@pytest.mark.rule("SHG-29.1", "SHG-29.2")
@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_empty_squares(seed: int) -> None:
    table = field(random.Random(seed))
    t, row, s = table.t_record, table.match.state[0], table.s
    flat = t["height"][table.c]
    closed = (TERRAIN.OUTSIDE, TERRAIN.WALL, TERRAIN.OBSTACLE, TERRAIN.DOOR)
    free = [p for p in range(st.SQUARES) if s.ground[p] not in closed and s.at[p] < 0]
    assert [p for p in range(st.SQUARES) if squares.ground_free(row, p)] == free
    for q in (table.q(x, y) for x in range(6) for y in range(5)):
        for same in (True, False):
            far = {p: int(geometry.span(t, q, p)) for p in free if not same or flat[p] == flat[q]}
            wanted = {p for p, n in far.items() if n == min(far.values())}
            assert int(squares.nearest_free(t, row, q, same)) == len(wanted)
            assert {p for p in range(st.SQUARES) if questions.has_square(row, p)} == wanted
    questions.no_squares(row)


@pytest.mark.rule("SHG-29.5")
def test_spawn_points_of_the_zone_or_of_all_that_are_open() -> None:
    table = Table("A.....\n......")
    t, row, s, c = table.t_record, table.match.state[0], table.s, table.c
    places = [table.q(0, 0), table.q(2, 0), table.q(4, 0), table.q(0, 1)]
    t["spawn_sq"][c, :4] = places
    t["zone_at"][c, places] = [0, 1, 1, 2]
    for opened, zone, wanted in (
        ([1, 1, 1], 0, 0b0001),
        ([1, 1, 1], 1, 0b0110),
        ([1, 1, 1], 2, 0b1000),
        ([1, 0, 1], 1, 0b1001),
        ([1, 2, 1], 1, 0b1001),
        ([0, 0, 0], 1, 0),
        ([1, 1, 0], NOBODY, 0b0111),
    ):
        s.zone[:] = opened
        assert int(spawning.spawn_points(t, row, zone)) == wanted


@pytest.mark.rule("SHG-29.1", "SHG-29.2", "SHG-29.3", "SHG-29.4")
def test_where_a_new_enemy_appears() -> None:
    table = Table("A.k.T.\n......", FIGURES, players=2)
    t, s, c = table.t, table.s, table.c
    kind = int(t["kind"][table.id("kachi")])
    t["spawn_sq"][c, :2] = [table.q(0, 0), table.q(5, 1)]

    def spawn(at: int = NOBODY, plus: int = 0) -> list[int]:
        table.frame(FRAME.SPAWN, kind, plus, at, 0)
        table.go()
        return [f for f in range(22, 28) if s.sq[f] >= 0]

    spawn()
    assert table.asks == "spawn.point" and int(s.actors) == 0b11
    table.play(table.choices[0])  # Akira stands there
    assert table.asks == "spawn.square" and int(s.actors) == 0b11
    assert table.choices == ["square 1,0", "square 0,1", "square 1,1"]
    table.play("square 0,1")
    assert table.at("kachi-blue") == (0, 1) and int(s.plus[23]) == 0 and table.asks == "nothing"
    t["spawn_sq"][c, 0] = -1
    assert spawn(plus=1) == [22, 23, 24] and table.at("kachi-green") == (5, 1)
    assert int(s.plus[24]) == 1 and int(s.upgraded) == 1 << kind
    assert spawn(table.q(3, 1)) == [22, 23, 24, 25] and table.at("kachi-yellow") == (3, 1)
    s.ground[:] = TERRAIN.WALL
    assert spawn(table.q(3, 1)) == [22, 23, 24, 25] and table.asks == "nothing"
    s.ground[table.q(0, 0) : table.q(6, 0)] = TERRAIN.REGULAR
    t["spawn_sq"][c] = -1
    assert spawn() == [22, 23, 24, 25]
    for x in (1, 3):
        spawn(table.q(x, 0))
    assert spawn(table.q(5, 0)) == list(range(22, 28)) and table.at("akira") == (0, 0)
    assert s.at[table.q(5, 0)] == -1 and int(s.sp) == 1


@pytest.mark.rule("SHG-30.16", "SHG-29.1")
def test_who_stands_where_a_path_is_cut_may_step_into_the_corner() -> None:
    table = Table(".Ak\n##.", FIGURES)
    squares.cut_path(table.t_record, table.match.state[0], table.q(1, 0))
    assert table.at("akira") == (0, 0) and int(table.s.at[table.q(1, 0)]) == -1


@pytest.mark.rule("SHG-28.5", "SHG-7.12")
def test_an_event_wears_down_whoever_resists_in_its_zone_even_in_the_corner() -> None:
    table = Table("R.S.T.", {"R": "R", "S": "S", "T": "T"})
    table.t["zone_at"][table.c, table.q(4, 0)] = 1
    table.t["res_living"][table.c] = 0
    lay(table, 0, {"do": DO.RESIST, "n": -1})
    table.s.res_tokens[:3] = [2, 1, 2]
    of_row = table.match.state[0]
    operations.plain(table.t_record, of_row, 0, NOBODY, 0, table.s.stack[0], table.match.engine.new_log()[0])
    assert table.s.res_tokens[:3].tolist() == [1, 0, 2]


# ---- activations ---------------------------------------------------------------------------------


@pytest.mark.rule("SHG-9.2", "SHG-9.3", "SHG-22.15")
@pytest.mark.parametrize(
    ("before", "given", "points"), [(0, 0, 3), (1, 0, 4), (0, 1, 4), (0, -2, 1), (1, -9, 1), (0, -9, 0)]
)
def test_action_points_of_an_activation(before: int, given: int, points: int) -> None:
    table = Table("A..")
    table.s.ap[0], table.s.mod[0, STAT.AP_GAIN, UNTIL.ROUND] = before, given
    table.s.supply[:] = table.s.ki[:] = 0
    table.s.bonus = 1  # so that one is asked
    assert int(table.activate("akira").s.ap[0]) == points


@pytest.mark.rule("SHG-9.8", "SHG-16.3")
def test_a_die_that_fits_no_slot_keeps_no_activation_open() -> None:
    table = Table("A..", level=3)
    t, row, s = table.t_record, table.match.state[0], table.s
    s.supply[:], s.ki[:], s.skill[:], s.affinity[0] = 0, 0, -1, 0
    slot = table.learn("akira", "battle_cry")
    need = int(t["sk_ki"][s.skill[0, slot]])
    assert need > 1
    for die in range(1, 7):
        s.supply[0] = 0
        s.supply[0, die] = 1
        assert bool(skills.any_free(t, row, 0)) == (die >= need)


@pytest.mark.rule("SHG-23.6", "SHG-12.9")
def test_the_skill_of_an_attack_is_remembered_with_its_die() -> None:
    table = Table("Ak", FIGURES, level=3)
    s = table.s
    s.skill[:], s.supply[:] = -1, 0
    slot = table.learn("akira", "stab", 3)
    table.activate("akira").play("fast kachi-red", "skill stab")
    assert (int(s.a_skill), int(s.a_ki)) == (slot, 3)
    assert int(s.a_list) == int(table.t["sk_list"][s.skill[0, slot]])


@pytest.mark.rule("SHG-13.5", "SHG-21.14")
@pytest.mark.parametrize(
    ("how", "by"), [(FALL.STRUCK_DOWN, 0), (FALL.OTHERWISE, 0), (FALL.STRUCK_DOWN, NOBODY)]
)
def test_the_curse_of_the_dead_falls_on_who_struck_them_down(how: int, by: int) -> None:
    table = Table("A.T\n..o", {"o": "onryo"})
    kind = int(table.t["kind"][table.id("onryo")])
    skill = next(
        k
        for k in range(int(table.t["k_skill"][kind]), st.BOARD_SKILLS)
        if table.t["list_on"][table.t["bs_list"][k]] >> ON.DEFEATED & 1
    )
    table.t["bs_list"][skill], table.t["list_on"][0] = 0, 1 << ON.DEFEATED
    lay(table, 0, {"on": ON.DEFEATED, "do": DO.WOUND, "n": 2, "who": WHO.ATTACKER})
    before = table.hp("akira"), table.hp("tomoe")
    table.frame(FRAME.DEFEAT, table.id("onryo"), by, how, 0)
    table.go()
    cursed = how == FALL.STRUCK_DOWN and by == 0
    assert (table.hp("akira"), table.hp("tomoe")) == (before[0] - 2 * cursed, before[1])


@pytest.mark.rule("SHG-18.15")
@pytest.mark.parametrize("name", ["blood_oni", "silk_widow", "storm_tengu", "shinigami"])
def test_cards_set_aside_are_counted_for_every_chosen(name: str) -> None:
    table = Table("A....\n.....\n.....")
    table.put(name, 2, 0)
    t, row, s, f = table.t_record, table.match.state[0], table.s, table.id(name)
    c = f - st.CHOSEN0
    cards = s.ai_deck[c, : s.ai_n[c]].tolist()
    assert int(targets.asides(t, row, f)) == 0
    for card in cards:
        s.ai_card[c] = card
        s.ai_aside[c, : len(cards)], s.ai_aside_n[c] = cards, len(cards)
        same = [k for k in cards if t["ai_type"][k - st.AI0] == t["ai_type"][card - st.AI0]]
        assert int(targets.asides(t, row, f)) == len(same)
    assert int(targets.asides(t, row, table.id("kachi"))) == 0


@pytest.mark.rule("SHG-6.3")
@pytest.mark.parametrize("what", [DO.TERRAIN, DO.DECOY])
def test_where_no_square_is_empty_none_is_asked_for(what: int) -> None:
    for rows, asked in (("Ak\n##", False), ("Ak\n..", True)):
        table = Table(rows, FIGURES, level=3)
        lay(table, 0, {"do": what, "n": 1, "what": TERRAIN.DIFFICULT, "x": LAY.EMPTY, "within": 1})
        frames.push_list(table.match.state[0], 0, ON.USE, 0, NOBODY, 0)
        assert (table.go().asks == "effect.square") == asked


@pytest.mark.rule("SHG-16.8", "SHG-16.9")
@pytest.mark.parametrize("h", [0, 2])
def test_who_was_possessed_falls_after_the_next_activation(h: int) -> None:
    table = Table("A.T", level=3)
    s, row, log = table.s, table.match.state[0], table.match.engine.new_log()
    s.mode[h], depth = 1, int(s.sp)
    activation.close_turn(table.t_record, row, h, log[0])
    assert int(s.mode[h]) == 2 and int(s.sp) == depth
    activation.close_turn(table.t_record, row, h, log[0])
    wanted = [FRAME.DEFEAT, 0, h, NOBODY, FALL.END_OF_KAMI_MODE]
    assert s.stack[depth].tolist() == wanted + [0] * (st.WIDTH - len(wanted)) and int(s.sp) == depth + 1
