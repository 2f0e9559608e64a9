"""What a learner sees: every number stands where its name says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import TARGET
from bestiary.games.klaw.moves import QUESTIONS
from bestiary.games.klaw.rules.observe import F

from .table import Table, number

CARD = st.CARDS
WORDS = {  # of what can be under way, behind the task and its step
    "play": ("card", "kind", "actor", "verb", "own", "target"),
    "effect": ("kind", "trigger", "actor", "own", "target"),
    "moment": ("trigger", "host"),
    "check": ("host",),
    "fight": ("own", "other"),
    "spoils": ("victor", "loser"),
}
HOSTS = ("own", "target", "host", "other", "victor", "loser")


def table() -> Table:
    """A fight of seat 1 against seat 0 has just asked seat 0; nearly every field is in use."""
    made = Table(players=3)
    made.host(0, "firefighter", totems=["tiger", "goat"], items=["smoke", "grenade"], life=17, poisoned=1)
    made.host(0, "surgeon", support=True, protected=3)
    made.host(1, "berserker", totems=["horse"], life=20, shackled=0)
    made.host(2, "sentinel")
    made.hand(0, "shot", "dog", "abbess")
    made.hand(1, "molotov", "key")
    made.pile("plate", "medkit")
    s = made.s
    s.dormant[0, 1], s.rest[8, 0] = 2, 3
    s.lots[number("abbess")] = s.lots_n[0] = 1
    s.know[0, number("key")] = 1 << 1
    s.know[st.PUBLIC, number("tiger2")] = s.know[0, number("tiger2")] = st.IN_DECK
    s.lone, s.grace, s.dusk, s.ran_out, s.first = 1, 2, 7, 1, 2
    made.turn(1, 31)
    made.dice(6, 5, 4, 2, 3, 3, 3, 3)
    made.play("attack berserker", "target firefighter")
    assert made.phase == "fight_role" and made.asked == 0
    return made


def expected(made: Table, seat: int) -> dict[str, list[float]]:
    """The same features, written down a second time, from the hidden record."""
    s: Any = made.match.engine.hidden(made.match.state, seat)[0]
    t = made.match.content.tables[0]
    n = int(s["seats"])
    me = max(seat, 0)
    order = [(me + k) % n for k in range(n)]
    pad = [0.0] * (4 - n)
    row = s["know"][seat if seat >= 0 else st.PUBLIC]

    def name(card: int) -> float:  # its copies are called the same
        return (t["kind"][card] + 1) / st.KINDS if card >= 0 else 0.0

    def fan(h: int) -> list[float]:
        card = int(s["host"][h])
        if card < 0:
            return [0.0] * (6 + len(st.IS) + 2 + 36)
        kind = t["kind"][card]
        made = [
            1,
            name(card),
            t["attack"][kind] / 3,
            t["defence"][kind] / 3,
            s["life"][h] / 24,
            s["totem_n"][h] / 6,
        ]
        made += [m / 4 for m in s["mark"][h]] + [name(c) for c in s["items"][h]]
        for k in range(st.TOTEMS):
            made += [name(s["totem"][h][k]), s["dormant"][h][k] / 4, s["rest"][h][k] / 5]
        return made

    def slot(card: int) -> list[float]:
        if card < 0:
            return [0.0] * 8
        kind = t["kind"][card]
        sort = [float(t["sorts"][kind] == i) for i in range(4)]
        return [name(card), *sort, t["attack"][kind] / 3, t["defence"][kind] / 3, t["life"][kind] / 12]

    def player(seat: int) -> int:
        return order.index(seat % n) + 1 if seat >= 0 else 0

    def host(h: int) -> int:
        return (player(h // st.SLOTS) - 1) * st.SLOTS + h % st.SLOTS + 1 if h >= 0 else 0

    def under_way(frame: Any) -> list[float]:
        found = [int(word) for word in frame]
        task = st.TASK.words[found[0]] if found[0] < len(st.TASK) else ""
        names = WORDS.get(task, ())
        for at, word in enumerate(names, start=2):
            aimed = word == "target" and t["target"][found[names.index("kind") + 2]] == TARGET.ENEMY_PLAYER
            if word == "actor" or aimed:
                found[at] = player(found[at])
            elif word in HOSTS:
                found[at] = host(found[at])
        return [word / CARD for word in found]

    innermost = [under_way(frame) for frame in s["task"][: s["tasks"]][::-1][:4]]
    game = [
        n / 4,
        player(s["first"]) / 4,
        s["turns"] / 800,
        s["deck_n"] / CARD,
        s["box_n"] / CARD,
        s["look_n"] / st.LOOK,
    ]
    game += [s["draw_due"], s["hold"], s["crowded"], player(s["lone"]) / 4, s["grace"] / 4, s["dusk"] / 20]
    game += [s["ran_out"], s["winners"] / 16, s["by"] / 4, s["over"], s["tasks"] / st.DEPTH]
    fight = [
        s["fight"] / 2,
        s["exchange"] / 24,
        s["role"],
        (s["fallen"] + 1) / 2,
        s["saved"],
        s["outcome"] / 2,
    ]
    fight += [
        s["lent"] / 65536,
        *(host(int(h)) / 16 for h in s["fighter"]),
        *(s["pool"] / 6),
        *(s["wild"] / 3),
        *(s["dealt"] / 6),
    ]
    fight += [d / 6 for d in s["die"].ravel()]
    hands: list[float] = []
    for p in order:
        hands += [s["hand_n"][p] / st.HAND, s["lots_n"][p] / 3, (s["champion"][p] + 1) / 4]
    bits = [[float(know >> z & 1) for know in rows] for rows in (row, s["know"][st.PUBLIC]) for z in range(5)]
    return {
        "phase": [float(i == s["phase"]) for i in range(len(QUESTIONS))],
        "seat": [float(i == seat) for i in range(4)],
        "asked": [float(s["actors"] >> p & 1) for p in order] + pad,
        "turn": [float(s["turn"] == p) for p in order] + pad,
        "game": game,
        "frames": [*np.ravel(innermost), *[0.0] * (st.WORDS * (4 - len(innermost)))],
        "fight": fight,
        "hands": hands + pad * 3,
        "hosts": [x for p in order for i in range(4) for x in fan(p * 4 + i)] + fan(15) * 4 * len(pad),
        "hand": [x for card in s["hand"][me] for x in slot(int(card))],
        "open": [name(c) for c in (*s["played"], *s["captured"], *s["look"])],
        "discard": [float(x) for x in s["discard"]],
        "lots": [float(x) for x in s["lots"]],
        "known": [x for part in bits for x in part],
        "options": [float(s["opt"][name]) for name in st.OPTIONS.all],
    }


def at_the_end() -> Table:
    """The same, with what only an end or the moment before one sets."""
    made = table()
    s = made.s
    s.winners, s.by, s.over, s.draw_due, s.hold, s.crowded = 5, 3, 1, 1, 1, 1
    return made


def at_odds() -> Table:
    """A record whose fields hold different numbers, as no game ever has them together."""
    made = table()
    record, chance = made.match.state[0], np.random.default_rng(5)
    one_by_one = (
        "saved",
        "outcome",
        "fallen",
        "role",
        "exchange",
        "lent",
        "winners",
        "by",
        "hold",
        "crowded",
    )
    for name in (*one_by_one, "fighter", "pool", "wild", "dealt", "die", "task", "mark", "dormant", "rest"):
        record[name] = chance.integers(1, 100, np.shape(record[name]))
    record["task"][:, 0] = chance.permutation(len(st.TASK))
    record["task"][:, 1:4] %= 40  # a kind of card is one
    record["captured"][:6] = [number(c) for c in ("dog", "pig", "snake", "rabbit", "dragon", "monkey")]
    record["played"][0] = number("stakeout")
    record["draw_due"], record["over"], record["look_n"] = 7, 1, 3
    for n, name in enumerate(st.OPTIONS.all):
        record["opt"][name] = n + 2
    return made


def deep(n: int) -> Table:
    """As before, with other things innermost."""
    made = at_odds()
    made.match.state[0]["tasks"] = n * 3
    return made


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
@pytest.mark.parametrize("position", [table, at_the_end, at_odds, *(partial(deep, n) for n in range(4))])
def test_every_feature_is_what_its_name_says(position: Callable[[], Table], seat: int) -> None:
    made = position()
    seen = made.match.engine.observe(made.match.state, seat)
    want = expected(made, seat)
    at = 0
    for feature in made.match.game.observation:
        got = seen[at : at + feature.size]
        assert len(want[feature.name]) == feature.size, feature.name
        assert np.allclose(got, np.array(want[feature.name], float), atol=1e-6), feature.name
        at += feature.size
    assert at == len(seen)


def test_cards_looked_at_are_seen_by_the_one_who_looks() -> None:
    made = Table()
    made.host(0, "firefighter")
    made.host(1, "surgeon")
    made.hand(0, "stakeout")
    made.play("action stakeout")
    for seat in (0, 1):
        seen = made.match.engine.observe(made.match.state, seat)
        want = expected(made, seat)["open"]
        assert np.allclose(seen[F.OPEN : F.OPEN + len(want)], want)
        assert (sum(x > 0 for x in want) == 5) == (seat == 0)  # the Stakeout itself, and four cards
