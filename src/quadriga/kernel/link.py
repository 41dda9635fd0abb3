"""Linking: the same functions, bound to each other for another way of running.

A rules module is ordinary Python: its functions find each other through their module's globals. `link` copies a
function and everything of ours that it calls into new globals in which each name stands for the copy, wrapped by a
compiler or left as it is. The modules themselves stay untouched.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Mapping
from functools import cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

OPEN = tuple(
    f"quadriga.kernel.{name}" for name in ("defaults", "drivers", "seats", "tree", "network", "proof", "gpu.kernels")
)
"""The modules whose open names are bound to one game's rules."""
Wrap = Callable[[Any], Any]


class Linker:
    """A copier of functions and what they call, each once, with some names bound to others."""

    def __init__(
        self,
        wrap: Wrap,
        replace: Mapping[Any, Any],
        bind: Mapping[str, Any] | None = None,
        convert: Callable[[Any], Any] = lambda constant: constant,
    ) -> None:
        self.wrap = wrap
        self.convert = convert
        self.replace = dict(replace)
        self.bind = dict(bind or {})
        self.copies: dict[FunctionType, Any] = {}
        self.files: set[str] = set()
        self.constants: dict[str, str] = {}
        self._open: set[FunctionType] = set()

    def link(self, function: Any) -> Any:
        """Copy a function with all it calls."""
        function = self.replace.get(function, function)
        if not isinstance(function, FunctionType):
            return function
        if function in self.copies:
            return self.copies[function]
        if function in self._open:
            raise ValueError(f"{function.__qualname__} calls itself; rules for a GPU cannot recurse")
        self._open.add(function)
        names = dict(function.__globals__)
        bound = self.bind if function.__module__ in OPEN else {}
        for name in global_names(function.__code__):
            if name in bound:
                names[name] = self.link(bound[name]) if _is_ours(bound[name]) else bound[name]
            elif _is_ours(names.get(name)):
                names[name] = self.link(names[name])
            elif name in names:
                self.constants[f"{function.__module__}.{name}"] = fingerprint(names[name])
                names[name] = self.convert(names[name])
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__
        self._open.discard(function)
        self.files.add(function.__code__.co_filename)
        self.copies[function] = self.wrap(copy)
        return self.copies[function]


@cache
def global_names(code: CodeType) -> tuple[str, ...]:
    """List the global names that a function reads; attributes of the same name are not among them."""
    found = (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return tuple(dict.fromkeys(found))


def fingerprint(value: Any) -> str:
    """Write a constant of the rules so that two are equal exactly if their texts are."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.shape}{value.tobytes().hex()}"
    if isinstance(value, ModuleType):
        return value.__name__  # and not where it lies: environments share what is compiled
    if isinstance(value, int | float | str | tuple | BuiltinFunctionType):
        return repr(value)
    raise TypeError(f"rules use numbers, tuples and arrays as constants, not {value!r}")


def _is_ours(value: Any) -> bool:
    """Tell whether something is to be copied: every function in Python, so those of anybody's game."""
    return isinstance(value, FunctionType)
