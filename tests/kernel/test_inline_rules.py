"""Rules that are parts of drivers only: one version of each, no machine code, and numba is left as it was."""

from __future__ import annotations

import threading

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from quadriga.kernel import inline_rules
from quadriga.kernel.inline_rules import InlineRule, inline_only


def ordinary() -> bool:
    return cpu_target.target_context.codegen()._library_class is JITCodeLibrary


def test_a_part_has_one_version_whatever_the_width_of_its_ints() -> None:
    @inline_only
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def twice(x: int) -> int:
        return 2 * x

    @numba.njit
    def driver(small: np.ndarray, large: int) -> int:
        return int(twice(small[0]) + twice(large) + twice(1))

    assert driver(np.array([100], np.int8), 10**12) == 200 + 2 * 10**12 + 2  # 2 * 100 does not fit 8 bits
    assert [type(version.library) for version in twice.overloads.values()] == [InlineRule]
    assert [type(version.library) for version in driver.overloads.values()] == [JITCodeLibrary]
    assert ordinary()


def test_parts_of_parts_and_what_numba_brings_along_work() -> None:
    @inline_only
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def inner(x: float, low: int) -> float:
        return max(round(x), float(low))

    @inline_only
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def outer(x: float) -> float:
        return inner(x, 3) + abs(x)

    @numba.njit
    def driver(x: float) -> float:
        return float(outer(x))

    assert driver(-7.6) == 3 + 7.6
    assert driver(4.4) == 4 + 4.4

    @numba.njit
    def somebody_elses(x: float) -> float:
        return float(max(round(x), 2.0))

    assert somebody_elses(5.5) == 6.0


def test_numba_is_left_as_it_was_when_a_part_does_not_compile() -> None:
    @inline_only
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def wrong(x: int) -> int:
        return x.nothing

    @numba.njit
    def driver(x: int) -> int:
        return wrong(x)

    with pytest.raises(TypingError):
        driver(1)
    assert ordinary()


def test_what_another_thread_compiles_meanwhile_is_none_of_our_business() -> None:
    @numba.njit
    def theirs(x: int) -> int:
        return x + 1

    other = threading.Thread(target=theirs.compile, args=((numba.int64,),))

    class Slow:
        """A compiler that takes a while, for the other to come between."""

        get_call_template = None

        def compile(self, signature: object) -> None:
            other.start()
            other.join(1)

    inline_only(Slow()).compile(None)
    other.join()
    assert [type(version.library) for version in theirs.overloads.values()] == [JITCodeLibrary]
    assert theirs(1) == 2


def test_a_numba_with_another_inside_compiles_rules_as_any_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inline_rules, "INSIDE", (*inline_rules.INSIDE, "gone"))
    assert not inline_rules.fits()

    @inline_only
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def twice(x: int) -> int:
        return 2 * x

    @numba.njit
    def driver(x: int) -> int:
        return int(twice(x))

    assert driver(21) == 42
    assert [type(version.library) for version in twice.overloads.values()] == [JITCodeLibrary]
