"""What the rules see on a GPU: a game's record, its fields and the tables, as types of the compiler.

The records of a block's games lie one behind the other in the memory that its threads share, an odd number of words
apart: threads that look at the same part of their games then look at different memory banks. Tables lie in global
memory, in the narrowest ints that hold them. Where a field or table begins and what shape it has is part of its type:
all that is left to compute is an offset of 32 bits.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.datamodel.models import OpaqueModel, PrimitiveModel
from numba.cuda.extending import intrinsic, register_model, typeof_impl
from numba.cuda.np import numpy_support
from numba.cuda.typing.templates import AbstractTemplate, AttributeTemplate, signature

from .flags import THREADS

SHARED = "quadriga_records"

I8, I32, I64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)


class RecordType(types.Type):
    """The record of one game."""

    def __init__(self, name: str, dtype: np.dtype[np.void]) -> None:
        self.dtype = dtype
        self.pitch = pitch(dtype)
        super().__init__(f"GameRecord({name})")

    def field(self, name: str) -> Any:
        """Type a field: a number, or an array of them."""
        assert self.dtype.fields is not None
        if name not in self.dtype.fields:
            return None
        kind, offset = self.dtype.fields[name][:2]
        element = numpy_support.from_dtype(kind.base)
        return FieldType(f"{self.name}.{name}", offset, element, kind.shape) if kind.shape else element

    def offset(self, name: str) -> int:
        """Find where a field begins."""
        assert self.dtype.fields is not None
        return self.dtype.fields[name][1]


def pitch(dtype: np.dtype[np.void]) -> int:
    """Count the bytes from one record to the next: an odd number of words."""
    return dtype.itemsize + (4 if dtype.itemsize // 4 % 2 == 0 else 0)


class FieldType(types.Type):
    """An array in a record: where it begins, and its shape."""

    def __init__(self, name: str, offset: int, element: Any, shape: tuple[int, ...]) -> None:
        self.offset, self.element, self.shape = offset, element, shape
        super().__init__(f"Field({name})")


class ColumnType(types.Type):
    """A column of small ints in a table that has one for every thread of a block."""

    element = types.int8

    def __init__(self) -> None:
        super().__init__("Column")


class Table:
    """A constant array of the rules."""

    def __init__(self, values: Any) -> None:
        self.values = narrowed(np.asarray(values))
        self.key = hashlib.sha256(repr((self.values.dtype.str, self.values.shape)).encode() + self.values.tobytes())


class TableType(types.Type):
    """The type of one table: two tables never share it."""

    def __init__(self, table: Table) -> None:
        self.values = table.values
        self.element, self.shape = numpy_support.from_dtype(table.values.dtype), table.values.shape
        self.symbol = f"quadriga_table_{table.key.hexdigest()[:24]}"
        super().__init__(f"Table({self.symbol})")


def narrowed(values: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
    """Store ints in the narrowest signed type that holds them all."""
    for kind in (np.int8, np.int16, np.int32):
        if (values == values.astype(kind)).all():
            return np.ascontiguousarray(values.astype(kind))
    return np.ascontiguousarray(values)


@register_model(RecordType)
@register_model(FieldType)
class _Place(PrimitiveModel):
    """A record as the place of its first byte in the memory of the block."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, I32)


register_model(TableType)(OpaqueModel)


@register_model(ColumnType)
class _Column(PrimitiveModel):
    """A column as the place of its first number."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.PointerType(I8))


@typeof_impl.register(Table)
def _typeof_table(value: Table, context: Any) -> TableType:
    return TableType(value)


@lowering_registry.lower_constant(TableType)
def _constant_table(context: Any, builder: Any, kind: TableType, value: Any) -> Any:
    return context.get_dummy_value()


# --- where things lie


def records(builder: Any) -> Any:
    """Return the memory that the records of a block lie in."""
    module = builder.module
    if SHARED not in module.globals:
        memory = cgutils.add_global_variable(module, ir.ArrayType(I8, 0), SHARED, addrspace=3)
        memory.linkage = "external"
        memory.align = 16
    return module.globals[SHARED]


def pointer(builder: Any, place: Any, offset: Any, width: int) -> Any:
    """Point at `width` bytes, at most four, of a record."""
    at = builder.add(place, I32(offset) if isinstance(offset, int) else offset)
    byte = builder.gep(records(builder), [I32(0), at], inbounds=True)
    return builder.bitcast(byte, ir.PointerType(ir.IntType(8 * width), 3))


def later(builder: Any, offset: Any) -> Any:
    """Go four bytes on."""
    return offset + 4 if isinstance(offset, int) else builder.add(offset, I32(4))


def load(builder: Any, place: Any, offset: Any, element: Any) -> Any:
    """Read a number of a record."""
    width = element.bitwidth // 8
    if width <= 4:
        return builder.load(pointer(builder, place, offset, width), align=width)
    low = builder.load(pointer(builder, place, offset, 4), align=4)
    high = builder.load(pointer(builder, place, later(builder, offset), 4), align=4)
    return builder.or_(builder.zext(low, I64), builder.shl(builder.zext(high, I64), I64(32)))


def store(builder: Any, place: Any, offset: Any, element: Any, value: Any) -> None:
    """Write a number into a record."""
    width = element.bitwidth // 8
    if width <= 4:
        builder.store(value, pointer(builder, place, offset, width), align=width)
    else:
        builder.store(builder.trunc(value, I32), pointer(builder, place, offset, 4), align=4)
        high = builder.trunc(builder.lshr(value, I64(32)), I32)
        builder.store(high, pointer(builder, place, later(builder, offset), 4), align=4)


def flat(context: Any, builder: Any, index_type: Any, index: Any, shape: tuple[int, ...]) -> Any:
    """Compute the number of an element from its indices, in 32 bits; there are no negative ones."""
    kinds = list(index_type) if isinstance(index_type, types.BaseTuple) else [index_type]
    parts = cgutils.unpack_tuple(builder, index) if isinstance(index_type, types.BaseTuple) else [index]
    place: Any = None
    for kind, part, size in zip(kinds, parts, shape, strict=True):
        small = context.cast(builder, part, kind, types.int32)
        place = small if place is None else builder.add(builder.mul(place, I32(size)), small)
    return place


# --- what rules do with them


@typing_registry.register_attr
class _RecordAttributes(AttributeTemplate):
    key = RecordType

    def generic_resolve(self, record: RecordType, name: str) -> Any:
        return record.field(name)


@lowering_registry.lower_getattr_generic(RecordType)
def _get_attribute(context: Any, builder: Any, kind: RecordType, place: Any, name: str) -> Any:
    field = kind.field(name)
    return place if isinstance(field, FieldType) else load(builder, place, kind.offset(name), field)


@lowering_registry.lower_setattr_generic(RecordType)
def _set_attribute(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    kind = sig.args[0]
    value = context.cast(builder, args[1], sig.args[1], kind.field(name))
    store(builder, args[0], kind.offset(name), kind.field(name), value)


def _fits(index: Any, shape: tuple[int, ...]) -> bool:
    if isinstance(index, types.BaseTuple):
        return len(index) == len(shape) and all(isinstance(part, types.Integer) for part in index)
    return isinstance(index, types.Integer) and len(shape) == 1


@typing_registry.register_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        if isinstance(array, FieldType | TableType) and _fits(index, array.shape):
            return signature(array.element, array, index)
        if isinstance(array, ColumnType) and isinstance(index, types.Integer):
            return signature(array.element, array, index)
        return None


@typing_registry.register_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, _ = args
        if isinstance(array, FieldType) and _fits(index, array.shape):
            return signature(types.none, array, index, array.element)
        if isinstance(array, ColumnType) and isinstance(index, types.Integer):
            return signature(types.none, array, index, array.element)
        return None


@typing_registry.register_global(len)
class _Len(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], FieldType | TableType) else None


@lowering_registry.lower(len, FieldType)
@lowering_registry.lower(len, TableType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return I64(sig.args[0].shape[0])


@lowering_registry.lower(operator.getitem, FieldType, types.Any)
def _get_element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    field = sig.args[0]
    return load(builder, args[0], element_offset(context, builder, sig, args), field.element)


@lowering_registry.lower(operator.setitem, FieldType, types.Any, types.Any)
def _set_element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    field = sig.args[0]
    value = context.cast(builder, args[2], sig.args[2], field.element)
    store(builder, args[0], element_offset(context, builder, sig, args), field.element, value)
    return context.get_dummy_value()


def element_offset(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Compute where in the record an element of a field lies."""
    field = sig.args[0]
    width = field.element.bitwidth // 8
    place = flat(context, builder, sig.args[1], args[1], field.shape)
    if isinstance(place, ir.Constant):
        return field.offset + place.constant * width
    return builder.add(builder.mul(place, I32(width)), I32(field.offset))


@lowering_registry.lower(operator.getitem, TableType, types.Any)
def _get_entry(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = sig.args[0]
    place = flat(context, builder, sig.args[1], args[1], table.shape)
    kind = ir.IntType(table.element.bitwidth)
    module = builder.module
    if table.symbol not in module.globals:
        values = table.values.ravel()
        memory = cgutils.add_global_variable(module, ir.ArrayType(kind, values.size), table.symbol, addrspace=1)
        memory.linkage = "linkonce_odr"
        memory.global_constant = True
        memory.initializer = ir.Constant(memory.type.pointee, values.tolist())
        memory.align = table.element.bitwidth // 8
    return builder.load(builder.gep(module.globals[table.symbol], [I32(0), place], inbounds=True))


def place_in_column(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Point at a number of a column."""
    number = context.cast(builder, args[1], sig.args[1], types.int32)
    return builder.gep(args[0], [builder.mul(number, I32(THREADS))])


@lowering_registry.lower(operator.getitem, ColumnType, types.Any)
def _get_of_column(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(place_in_column(context, builder, sig, args))


@lowering_registry.lower(operator.setitem, ColumnType, types.Any, types.Any)
def _set_of_column(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    value = context.cast(builder, args[2], sig.args[2], types.int8)
    builder.store(value, place_in_column(context, builder, sig, args))
    return context.get_dummy_value()


@intrinsic
def column(typing_context: Any, array: Any) -> Any:
    """Take the place of a column's first number for the column."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return args[0]

    return ColumnType()(array), generate


def record_of(kind: RecordType) -> Any:
    """Make the function that gives the record of a game by its number in the block."""

    @intrinsic
    def record(typing_context: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.mul(context.cast(builder, args[0], sig.args[0], types.int32), I32(kind.pitch))

        return kind(number), generate

    return record


@intrinsic
def get_word(typing_context: Any, record: Any, number: Any) -> Any:
    """Read a word of a record as it is."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.cast(builder, args[1], sig.args[1], types.int32)
        return load(builder, args[0], builder.mul(word, I32(4)), types.uint32)

    return types.uint32(record, number), generate


@intrinsic
def set_word(typing_context: Any, record: Any, number: Any, value: Any) -> Any:
    """Write a word of a record as it is."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.cast(builder, args[1], sig.args[1], types.int32)
        value = context.cast(builder, args[2], sig.args[2], types.uint32)
        store(builder, args[0], builder.mul(word, I32(4)), types.uint32, value)
        return context.get_dummy_value()

    return types.none(record, number, value), generate


def _rows(builder: Any, kind: RecordType, lane: Any, copy: Callable[[int], None]) -> None:
    """Copy the words of a row that fall to one of the 32 threads of a warp: every 32nd."""
    words = kind.dtype.itemsize // 4
    for number in range(words // 32):
        copy(128 * number)
    if words % 32:
        with builder.if_then(builder.icmp_signed("<", lane, I32(words % 32))):
            copy(words // 32 * 128)


@intrinsic
def fetch_row(typing_context: Any, record: Any, source: Any, lane: Any) -> Any:
    """Begin to copy a record from global memory, this thread's words of it; `fetched` waits for all that was begun."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        small = context.cast(builder, args[2], sig.args[2], types.int32)
        target = builder.ptrtoint(pointer(builder, args[0], builder.mul(small, I32(4)), 4), I32)
        origin = builder.addrspacecast(builder.gep(args[1], [small]), ir.PointerType(I32, 1))
        kind = ir.FunctionType(ir.VoidType(), [I32, origin.type])

        def copy(offset: int) -> None:
            text = f"cp.async.ca.shared.global [$0+{offset}], [$1+{offset}], 4;"
            builder.call(ir.InlineAsm(kind, text, "r,l,~{memory}", side_effect=True), [target, origin])

        _rows(builder, sig.args[0], small, copy)
        return context.get_dummy_value()

    return types.none(record, source, lane), generate


@intrinsic
def keep_row(typing_context: Any, record: Any, target: Any, lane: Any) -> Any:
    """Copy a record to global memory, this thread's words of it."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        small = context.cast(builder, args[2], sig.args[2], types.int32)
        start = builder.add(args[0], builder.mul(small, I32(4)))
        target = builder.gep(args[1], [small])

        def copy(offset: int) -> None:
            word = builder.load(pointer(builder, start, offset, 4), align=4)
            builder.store(word, builder.gep(target, [I32(offset // 4)]), align=4)

        _rows(builder, sig.args[0], small, copy)
        return context.get_dummy_value()

    return types.none(record, target, lane), generate


@intrinsic
def fetched(typing_context: Any) -> Any:
    """Wait for the words that this thread fetches."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(ir.InlineAsm(kind, "cp.async.wait_all;", "~{memory}", side_effect=True), [])
        return context.get_dummy_value()

    return types.none(), generate


@intrinsic
def count_up(typing_context: Any, counter: Any) -> Any:
    """Add one to a counter in global memory, undisturbed by other threads; return what it was."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", args[0], I32(1), "monotonic")

    return types.int32(counter), generate


@intrinsic
def row(typing_context: Any, array: Any, start: Any) -> Any:
    """Point into an array."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.gep(args[0], [context.cast(builder, args[1], sig.args[1], types.int64)])

    return array(array, start), generate


@intrinsic
def speck(typing_context: Any, x: Any, y: Any, k: Any, a: Any, b: Any, c: Any) -> Any:
    """Encrypt as `dice.speck` does, in words of 32 bits, which a GPU rotates in one instruction."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        words = [context.cast(builder, one, kind, types.int32) for one, kind in zip(args, sig.args, strict=True)]
        x, y, k, *rest = words

        def rotated(word: Any, left: int) -> Any:
            return builder.or_(builder.shl(word, I32(left)), builder.lshr(word, I32(32 - left)))

        for number in range(27):
            x = builder.xor(builder.add(rotated(x, 24), y), k)
            y = builder.xor(rotated(y, 3), x)
            new = builder.xor(builder.add(k, rotated(rest[0], 24)), I32(number))
            k = builder.xor(rotated(k, 3), new)
            rest = [*rest[1:], new]
        high = builder.zext(builder.and_(x, I32(0x7FFFFFFF)), I64)
        return builder.or_(builder.shl(high, I64(32)), builder.zext(y, I64))

    return types.int64(x, y, k, a, b, c), generate
