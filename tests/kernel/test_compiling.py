"""What compiles has room for deep calls and no collector beside it; everything else keeps its own."""

from __future__ import annotations

import gc
import resource
import threading

import pytest

from quadriga.kernel.compiling import compile_quickly


def leaf() -> None:
    pass


def call_often(depth: int) -> None:
    if depth:
        call_often(depth - 1)
    else:
        for _ in range(5000):
            leaf()


def test_calls_at_any_depth_ask_the_system_for_no_memory() -> None:
    def faults() -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for depth in range(200):
            call_often(depth)
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    assert compile_quickly(faults) < 1000  # without room some depth takes a page for each of its 5,000 calls


def test_the_collector_is_off_while_something_is_compiled_and_on_again_afterwards() -> None:
    assert not compile_quickly(gc.isenabled)
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        compile_quickly(lambda: 1 // 0)
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        compile_quickly(leaf)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_of_two_that_compile_at_once_neither_leaves_the_collector_off() -> None:
    inside, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        inside.set()
        go_on.wait()

    first = threading.Thread(target=compile_quickly, args=(hold,))
    first.start()
    inside.wait()
    second = threading.Thread(target=compile_quickly, args=(leaf,))
    second.start()
    go_on.set()
    first.join()
    second.join()
    assert gc.isenabled()
