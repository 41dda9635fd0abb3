"""Flat records: one numpy structured dtype per game, read the same way interpreted and compiled.

Compiled code sees a numba record. Interpreted code sees a `Record`: the same bytes through memoryviews, so that
`s.hand[p, v] -= 1` works on plain Python ints and a value that does not fit its field raises instead of wrapping.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.void]


class Record:
    """The bytes of one record as interpreted rules see them; a field is found when it is first asked for."""

    __slots__ = ("_raw", "told")
    told: list[tuple[int, ...]] | None
    """Where `tell` writes what happens; None when nobody listens."""
    _layout: ClassVar[dict[str, tuple[int, int, str, list[int]]]] = {}
    """Where every field is: the first byte, the byte after the last, its type and its shape."""

    def __init__(self, bits: Bits) -> None:
        self.told = None
        self._raw: memoryview = memoryview(cast(Any, bits.view(np.uint8))).cast("B")

    def __getattr__(self, name: str) -> Any:
        if name not in self._layout:
            raise AttributeError(f"a record has no field {name!r}")
        start, stop, char, shape = self._layout[name]
        field: Any = cast(Any, self._raw[start:stop]).cast(char, shape=shape)
        setattr(self, name, field)
        return field

    def whole(self, name: str) -> memoryview:
        """Return the bytes of a field that holds one number, for those who read it often."""
        field: memoryview = getattr(self, f"_{name}")
        return field


def _scalar(slot: str) -> property:
    def read(self: Any) -> Any:
        return getattr(self, slot)[0]

    def write(self: Any, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(read, write)


def record_class(dtype: np.dtype[np.void]) -> type[Record]:
    """Make the interpreted face of a record dtype."""
    assert dtype.fields is not None
    found: dict[str, tuple[int, int, str, list[int]]] = {}
    namespace: dict[str, Any] = {}
    for name in dtype.names or ():
        kind, offset = dtype.fields[name][:2]
        slot = name if kind.shape else f"_{name}"
        found[slot] = (offset, offset + kind.itemsize, kind.base.char, list(kind.shape or (1,)))
        if not kind.shape:
            namespace[name] = _scalar(slot)
    namespace["__slots__"] = tuple(found)
    namespace["_layout"] = found
    return type("Record", (Record,), namespace)


def layout(fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]]) -> np.dtype[np.void]:
    """Make a record dtype: wide fields first and the rest filled up to eight bytes by name, so that no byte is unnamed.

    Unnamed padding would be copied or not as numpy likes, and equal states would no longer be equal bit for bit.
    """
    by_width = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    size = np.dtype(by_width).itemsize
    if size % 8:
        by_width.append(("_fill", "i1", (8 - size % 8,)))
    return np.dtype(by_width)


def blank(dtype: np.dtype[np.void], count: int = 1) -> Bits:
    """Make records with every byte zero, so that equal states are equal bit for bit."""
    return np.zeros(count, dtype=dtype)
