"""Records: no gaps, copies to the byte; and the helpers that know who knows which card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.core.knowledge import blank, blank_unless, fill, gather, mark, place, take
from bestiary.core.record import EMPTY, UNKNOWN, readable, record, records, same, without

FIELDS = st.lists(
    st.tuples(st.sampled_from(["i1", "i2", "u1", "i8", "f4", "u8"]), st.sampled_from([(), (3,), (2, 5)])),
    min_size=1,
    max_size=8,
)


@given(FIELDS)
def test_a_record_has_no_gaps(fields: list[tuple[str, tuple[int, ...]]]) -> None:
    named: list[Any] = [(f"f{i}", kind, shape) for i, (kind, shape) in enumerate(fields)]
    kind = record(*named)
    end = 0
    for name in kind.names or ():
        inner, start = kind.fields[name][:2]  # type: ignore[index]
        assert start == end
        end = start + inner.itemsize
    assert end == kind.itemsize
    assert kind.alignment == np.dtype(named, align=True).alignment


@given(FIELDS, st.randoms())
def test_a_copy_is_exact_to_the_byte(fields: list[tuple[str, tuple[int, ...]]], chance: Any) -> None:
    named: list[Any] = [(f"f{i}", kind, shape) for i, (kind, shape) in enumerate(fields)]
    kind = record(*named)
    raw = bytes(chance.randrange(1, 120) for _ in range(kind.itemsize))
    source = np.frombuffer(raw, kind)
    target = records(kind)
    target[0] = source[0]
    assert target.tobytes() == raw
    assert same(source, target)


def test_a_row_is_readable_and_writable_by_attribute() -> None:
    made = records(record(("turn", "i8"), ("hand", "i2", (2, 3))))
    row = readable(made[0])
    row.turn = 4
    row.hand[1, 2] = 9
    assert int(made[0]["turn"]) == 4 and int(made[0]["hand"][1, 2]) == 9


def cards(*held: int) -> np.ndarray:
    return np.array(held, np.int16)


def test_a_field_with_the_name_of_a_method_is_refused() -> None:
    with pytest.raises(ValueError, match="a field cannot be called 'round'"):
        record(("turn", "i2"), ("round", "i2"))


def test_blank_leaves_empty_slots_empty() -> None:
    zone = cards(3, EMPTY, 5, UNKNOWN)
    blank(zone)
    assert zone.tolist() == [UNKNOWN, EMPTY, UNKNOWN, UNKNOWN]


def test_blank_unless_keeps_the_known() -> None:
    zone, known = cards(3, EMPTY, 5), np.zeros(8, np.uint8)
    known[5] = 1
    blank_unless(zone, known)
    assert zone.tolist() == [UNKNOWN, EMPTY, 5]


def test_mark_gather_and_fill_deal_every_unseen_card_once() -> None:
    zone, deck = cards(3, UNKNOWN, EMPTY), cards(UNKNOWN, 0, UNKNOWN)
    seen, pool = np.zeros(5, np.int64), np.zeros(5, np.int64)
    mark(zone, seen)
    mark(deck, seen)
    n = gather(seen, pool)
    assert pool[:n].tolist() == [1, 2, 4]
    n = fill(zone, pool, n)
    assert fill(deck, pool, n) == 0
    assert sorted([*zone.tolist(), *deck.tolist()]) == [EMPTY, 0, 1, 2, 3, 4]


def test_place_uses_every_slot_of_the_zone_and_no_other() -> None:
    known = np.array([0, 2, 0, 1, 2], np.uint8)
    where: set[tuple[int, ...]] = set()
    rng = np.array([1], np.uint64)
    for _ in range(60):
        zone = cards(UNKNOWN, 0, UNKNOWN, EMPTY)
        place(zone, known, np.int64(2), rng, np.int64(0))
        where.add(tuple(zone.tolist()))
    assert where == {(1, 0, 4, EMPTY), (4, 0, 1, EMPTY)}


def test_take_closes_the_gap() -> None:
    hand = cards(4, 5, 6, EMPTY)
    assert take(hand, 1) == 5
    assert hand.tolist() == [4, 6, EMPTY, EMPTY]
    assert take(hand, 1) == 6 and take(hand, 0) == 4
    assert hand.tolist() == [EMPTY] * 4


def test_bytes_without_some_fields_are_those_of_a_record_that_never_had_them() -> None:
    old = record(("turn", "i8"), ("opt", record(("players", "i8"))), ("hand", "i2", (3,)))
    new = record(("turn", "i8"), ("opt", record(("players", "i8"), ("late", "i8"))), ("hand", "i2", (3,)))
    before, after = records(old, 2), records(new, 2)
    for made in (before, after):
        made["turn"], made["opt"]["players"], made["hand"] = 7, 3, [[1, 2, 3], [4, 5, 6]]
    after["opt"]["late"] = 9
    assert without(after, ["opt.late"]) == before.tobytes() != after.tobytes() == without(after, [])
