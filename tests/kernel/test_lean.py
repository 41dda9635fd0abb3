"""Rules that are parts of drivers only: one version of each, no machine code, and numba is left as it was."""

from __future__ import annotations

import threading

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary
from numba.core.errors import TypingError
from numba.core.registry import cpu_target

from quadriga.kernel.lean import Part, part


def ordinary() -> bool:
    return cpu_target.target_context.codegen()._library_class is JITCodeLibrary


def test_a_part_has_one_version_whatever_the_width_of_its_ints() -> None:
    @part
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def twice(x: int) -> int:
        return 2 * x

    @numba.njit
    def driver(small: np.ndarray, large: int) -> int:
        return int(twice(small[0]) + twice(large) + twice(1))

    assert driver(np.array([100], np.int8), 10**12) == 200 + 2 * 10**12 + 2  # 2 * 100 does not fit 8 bits
    assert [type(version.library) for version in twice.overloads.values()] == [Part]
    assert [type(version.library) for version in driver.overloads.values()] == [JITCodeLibrary]
    assert ordinary()


def test_parts_of_parts_and_what_numba_brings_along_work() -> None:
    @part
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def inner(x: float, low: int) -> float:
        return max(round(x), float(low))

    @part
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
    @part
    @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    def wrong(x: int) -> int:
        return x.nothing

    @numba.njit
    def driver(x: int) -> int:
        return wrong(x)

    with pytest.raises(TypingError):
        driver(1)
    assert ordinary()


def test_what_another_thread_compiles_meanwhile_can_be_called() -> None:
    found = []

    def compile_and_call() -> None:
        for k in range(20):

            @numba.njit
            def theirs(x: int) -> int:
                return x + k  # noqa: B023

            found.append(theirs(1) - k)

    other = threading.Thread(target=compile_and_call)
    other.start()
    for _ in range(20):

        @part
        @numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
        def ours(x: int) -> int:
            return x * 3

        @numba.njit
        def driver(x: int) -> int:
            return ours(x)

        assert driver(2) == 6
    other.join()
    assert found == [1] * 20
