"""Whole numbers of 32 bits on a GPU, where a game says that they are enough.

A GPU reckons in 32 bits: what has 64 is done in two steps or more, and so is every place in an array.
Numba makes every whole number one of 64 bits. Here, while kernels of a game are built that says which
fields need more than 32 (``Limits.wide``), sums, shifts, comparisons and loops of numbers that have at
most 32 bits stay so, arguments of rules are widened to 32 bits and no further, and of fields of 64 bits
the lower half is read. What is 64 bits wide by its own declaration (``np.int64(...)``, words of random
streams, wide fields) stays that wide, and so does all that is reckoned with it.

Nothing of this reaches the compiler of the CPU: what is changed here belongs to numba-cuda alone.
"""

# Numba's insides have no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, import-untyped, import-not-found, misc"

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from .trial import TRIAL

BITS = 32
LEAST, MOST = -(1 << BITS - 1), (1 << BITS - 1) - 1

REDUCED = ("add", "sub", "mul", "floordiv", "mod", "and_", "or_", "xor")  # two numbers make one
SHIFTED = ("lshift", "rshift")
COMPARED = ("lt", "le", "gt", "ge", "eq", "ne")
SINGLE = ("neg", "pos", "invert")
OF_FRACTIONS = ("truediv", "pow")  # which whole numbers make fractions or large ones of
OF_BOOLS = ("and_", "or_", "xor", *COMPARED, "invert")  # which have results of their own for truth values


class Mode:
    """Whether numbers are narrow now, and which fields are not."""

    on = False
    wide: frozenset[str] = frozenset()


def argument(kind: Any) -> Any:
    """The type that a rule takes an argument as on a GPU: narrow numbers have 32 bits, others 64."""
    from bestiary.core.jit import widened

    if not Mode.on:
        return widened(kind)
    types = _types()
    return types.int32 if isinstance(kind, types.Integer) and _narrow(kind) else widened(kind)


@contextmanager
def narrowed(wide: Collection[str] | None) -> Iterator[None]:
    """Within this, numbers are narrow but for fields of these names; for None, nothing is."""
    if wide is None or TRIAL.wide:
        yield
        return
    _teach()
    Mode.on, Mode.wide = True, frozenset(wide)
    try:
        yield
    finally:
        Mode.on = False


def kind_of(kind: np.dtype[Any]) -> Any:
    """The type of records, as numba-cuda sees it now."""
    from numba.cuda.np.numpy_support import from_dtype

    found = from_dtype(kind)
    return _shortened(found) if Mode.on and kind.names is not None else found


def _types() -> Any:
    from numba.cuda import types

    return types


@cache
def _short() -> Any:
    """The type of a field of 64 bits of which the lower half is meant: 32 bits at work, 64 where it lies."""
    types = _types()
    from llvmlite import ir
    from numba.cuda.core.imputils import Registry
    from numba.cuda.datamodel.models import PrimitiveModel
    from numba.cuda.descriptor import cuda_target
    from numba.cuda.models import register_model

    class Short(types.Integer):  # type: ignore[name-defined]
        def __init__(self) -> None:
            super().__init__("i8", 2 * BITS, True)  # a name that NumPy knows

        def can_convert_to(self, context: Any, other: Any) -> Any:
            return context.can_convert(types.int32, other)

        def can_convert_from(self, context: Any, other: Any) -> Any:
            return context.can_convert(other, types.int64)

    class Model(PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, ir.IntType(BITS))

        def get_data_type(self) -> Any:
            return ir.IntType(2 * BITS)

        def as_data(self, builder: Any, value: Any) -> Any:
            return builder.sext(value, self.get_data_type())

        def from_data(self, builder: Any, value: Any) -> Any:
            return builder.trunc(value, self.get_value_type())

    register_model(Short)(Model)
    registry = Registry("narrow")

    def kept(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
        return context.cast(builder, val, fromty, types.int32)

    def read(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
        return context.cast(builder, val, types.int32, toty)

    for origin in (types.Integer, types.IntegerLiteral, types.Float):
        registry.lower_cast(origin, Short)(kept)
    registry.lower_cast(Short, types.Integer)(read)
    cuda_target.target_context.install_registry(registry)
    return Short()


def _shortened(kind: Any) -> Any:
    """A type of records whose fields of 64 bits are short, but for those that are wide."""
    types = _types()
    if isinstance(kind, types.Record):
        fields = [
            (name, {**field._asdict(), "type": field.type if name in Mode.wide else _shortened(field.type)})
            for name, field in kind.fields.items()
        ]
        return types.Record(fields, kind.size, kind.aligned)
    if isinstance(kind, types.NestedArray):
        return types.NestedArray(_shortened(kind.dtype), kind.shape)
    return _short() if kind == types.int64 else kind


def _narrow(kind: Any) -> bool:
    """Whether a number needs no more than 32 bits."""
    types = _types()
    if isinstance(kind, types.IntegerLiteral):
        return LEAST <= int(kind.literal_value) <= MOST
    if isinstance(kind, types.Integer):
        return bool(kind.bitwidth < BITS or (kind.signed and kind.bitwidth == BITS) or kind == _short())
    return isinstance(kind, types.Boolean)


def _plain(kind: Any) -> Any:
    """The type that a number has where numbers are not narrow."""
    types = _types()
    kind = types.unliteral(kind)
    return types.int64 if kind in (types.int32, _short()) else kind


def _template(function: Any, known: Any, chosen: Any) -> Any:
    """The typing of a function: what ``chosen`` says of its arguments, or else what is known."""
    from numba.cuda.typing.templates import AbstractTemplate

    class Template(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            return chosen(self.context, known, args) if Mode.on and not kws else None

    return Template


def _of_two(name: str) -> Any:
    """The typing of an operator of two numbers."""
    types = _types()
    from numba.cuda.typing.templates import signature

    def chosen(context: Any, known: Any, args: Any) -> Any:
        if any(isinstance(one, types.Float) for one in args):
            return known.get_call_type(context, tuple(map(_plain, args)), {})  # rounded as it would be there
        if name in OF_FRACTIONS or (name in OF_BOOLS and all(isinstance(one, types.Boolean) for one in args)):
            return None
        small = all(_narrow(one) for one in args)
        signed = any(getattr(one, "signed", True) for one in args)  # two unsigned ones stay what they are
        if not small or not signed or (name in SHIFTED and not getattr(args[0], "signed", True)):
            return None
        result = types.boolean if name in COMPARED else types.int32
        return signature(result, types.int32, types.int32)

    return chosen


def _of_one(name: str) -> Any:
    types = _types()
    from numba.cuda.typing.templates import signature

    def chosen(context: Any, known: Any, args: Any) -> Any:
        if not isinstance(args[0], types.Integer) or not args[0].signed or not _narrow(args[0]):
            return None
        return signature(types.int32, types.int32)

    return chosen


def _of_range(context: Any, known: Any, args: Any) -> Any:
    types = _types()
    from numba.cuda.typing.templates import signature

    if args and all(isinstance(one, types.Integer) and _narrow(one) for one in args):
        return signature(types.range_state32_type, *[types.int32] * len(args))
    return None


def _of_some(context: Any, known: Any, args: Any) -> Any:
    """The least or the greatest of some numbers."""
    types = _types()
    from numba.cuda.typing.templates import signature

    if len(args) > 1 and all(isinstance(one, types.Integer) and _narrow(one) for one in args):
        return signature(types.int32, *[types.int32] * len(args))
    return None


def _of_item(context: Any, known: Any, args: Any) -> Any:
    """What is read of an array: its items are as narrow as they are read."""
    types = _types()
    if not isinstance(args[0], types.Array) or args[0].dtype != _short():
        return None
    found = known.get_call_type(context, args, {})
    return found.replace(return_type=types.int32) if found.return_type == _short() else None


@cache
def _teach() -> None:
    """Tells numba-cuda how narrow numbers are typed; it heeds that where they are."""
    types = _types()
    from numba.cuda.descriptor import cuda_target

    context, target = cuda_target.typing_context, cuda_target.target_context
    context.refresh()
    target.refresh()
    _short()
    ways: dict[Any, Any] = {range: _of_range, min: _of_some, max: _of_some, operator.getitem: _of_item}
    for name in (*REDUCED, *SHIFTED, *COMPARED, *OF_FRACTIONS):
        ways[getattr(operator, name)] = _of_two(name)
        inplace = f"i{name.rstrip('_')}"
        if hasattr(operator, inplace):
            ways[getattr(operator, inplace)] = _of_two(name)
    for name in SINGLE:
        ways[getattr(operator, name)] = _of_one(name)
    for function, chosen in ways.items():
        known = context._lookup_global(function)
        context._remove_global(function)
        context._insert_global(
            function, types.Function((_template(function, known, chosen), *known.templates))
        )
    _teach_values(context)
    _teach_shapes(target)
    _teach_places()


def _teach_values(context: Any) -> None:
    """What values, attributes and meetings of two branches are typed as."""
    types = _types()
    unify, attribute, value = context.unify_pairs, context.resolve_getattr, context.resolve_value_type
    named = context.resolve_module_constants

    def unify_pairs(first: Any, second: Any) -> Any:
        if Mode.on and first != second:
            first, second = (
                types.int32 if isinstance(one, types.Integer) and _narrow(one) and _plain(one) != one else one
                for one in (first, second)
            )
        return unify(first, second)

    def resolve_getattr(typ: Any, attr: Any) -> Any:
        found = attribute(typ, attr)
        if Mode.on and attr == "shape" and isinstance(typ, types.Array):
            return types.UniTuple(types.int32, typ.ndim)
        return types.int32 if Mode.on and found == _short() else found

    def resolve_module_constants(typ: Any, attr: Any) -> Any:
        found = named(typ, attr)
        small = Mode.on and found == types.int64 and LEAST <= getattr(typ.pymod, attr) <= MOST
        return types.int32 if small and type(getattr(typ.pymod, attr)) is int else found

    def resolve_value_type(val: Any) -> Any:
        if Mode.on and isinstance(val, np.dtype) and val.names is not None:
            return types.DType(kind_of(val))
        return value(val)

    context.unify_pairs, context.resolve_getattr = unify_pairs, resolve_getattr
    context.resolve_value_type = resolve_value_type
    context.resolve_module_constants = resolve_module_constants


def _teach_shapes(target: Any) -> None:
    """The lengths of an array are narrow too."""
    types = _types()
    from llvmlite import ir
    from numba.cuda import cgutils

    implementation = target.get_getattr

    def get_getattr(typ: Any, attr: Any) -> Any:
        known = implementation(typ, attr)
        if not Mode.on or attr != "shape" or not isinstance(typ, types.Array):
            return known

        def lengths(context: Any, builder: Any, typ: Any, val: Any, attr: Any) -> Any:
            sizes = cgutils.unpack_tuple(builder, known(context, builder, typ, val, attr))
            return cgutils.pack_array(builder, [builder.trunc(one, ir.IntType(BITS)) for one in sizes])

        return lengths

    target.get_getattr = get_getattr


def _low(builder: Any, value: Any) -> Any:
    """The lower half of a number of 64 bits that was made of a narrow one; nothing for others."""
    from llvmlite import ir

    half = ir.IntType(BITS)
    if isinstance(value, ir.Constant):
        return half(value.constant) if isinstance(value.constant, int) else None
    if getattr(value, "opname", "") not in ("sext", "zext") or value.operands[0].type.width > BITS:
        return None
    extend = builder.sext if value.opname == "sext" else builder.zext
    return extend(value.operands[0], half)


def _teach_places() -> None:
    """Places in arrays are reckoned in 32 bits where all indices are narrow: one step in place of five."""
    types = _types()
    from llvmlite import ir
    from numba.cuda import cgutils
    from numba.cuda.np import arrayobj

    fix, pointer = arrayobj.fix_integer_index, cgutils.get_item_pointer2
    half, whole = ir.IntType(BITS), ir.IntType(2 * BITS)

    def fix_integer_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        narrow = Mode.on and idxty.signed
        found = _low(builder, context.cast(builder, idx, idxty, types.intp)) if narrow else None
        if found is None:
            return fix(context, builder, idxty, idx, size)
        counted = builder.add(found, builder.trunc(size, half))  # from the end
        return builder.sext(builder.select(builder.icmp_signed("<", found, half(0)), counted, found), whole)

    def get_item_pointer2(
        context: Any, builder: Any, data: Any, shape: Any, strides: Any, layout: Any, inds: Any,
        wraparound: bool = False, boundscheck: bool = False,
    ) -> Any:  # fmt: skip
        small = [_low(builder, one) for one in inds] if Mode.on and layout == "C" and not wraparound else []
        if not small or None in small:
            return pointer(context, builder, data, shape, strides, layout, inds, wraparound, boundscheck)
        place = small[0]
        for axis, length in enumerate(shape[1:], 1):
            place = builder.mul(place, builder.trunc(length, half))
            place = builder.add(place, small[axis]) if axis < len(small) else place
        return builder.gep(data, [builder.sext(place, whole)])

    arrayobj.fix_integer_index, cgutils.get_item_pointer2 = fix_integer_index, get_item_pointer2
