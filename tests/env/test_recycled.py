"""Arrays are handed out again, and never while somebody holds them."""

from __future__ import annotations

import numpy as np

from quadriga.env.recycled import MOST_KEPT, Recycled


def test_an_array_that_nobody_holds_is_handed_out_again() -> None:
    arrays = Recycled(np.zeros((3, 4), np.int8))
    first = arrays.take()
    assert first.shape == (3, 4) and first.dtype == np.int8
    where = first.ctypes.data
    del first
    assert arrays.take().ctypes.data == where


def test_an_array_is_left_alone_while_it_or_a_part_of_it_is_held() -> None:
    arrays = Recycled(np.zeros(8, np.int8))
    held = arrays.take()
    held[:] = 1
    part = arrays.take()[2:4]
    part[:] = 2
    for _ in range(3 * MOST_KEPT):
        arrays.take()[:] = 9
    assert (held == 1).all() and (part == 2).all()


def test_what_is_held_for_long_is_given_away() -> None:
    arrays = Recycled(np.zeros(8, np.int8))
    held = [arrays.take() for _ in range(3 * MOST_KEPT)]
    for number, array in enumerate(held):
        array[:] = number
    arrays.take()[:] = 99
    assert [array[0] for array in held] == list(range(3 * MOST_KEPT))
    assert len(arrays._kept) <= MOST_KEPT
