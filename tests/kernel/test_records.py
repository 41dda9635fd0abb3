import numpy as np
import pytest

from quadriga.kernel.records import blank, layout, record_class

SMALL = layout([("flag", "i1"), ("hand", "i1", (2, 3)), ("big", "i8"), ("middle", "i2")])


def test_a_record_reads_and_writes_the_bytes_of_the_array() -> None:
    bits = blank(SMALL)
    s = record_class(SMALL)(bits)
    s.flag = -3
    s.big = 2**40
    s.hand[1, 2] += 5
    assert (bits["flag"][0], bits["big"][0], bits["hand"][0, 1, 2]) == (-3, 2**40, 5)
    bits["middle"] = 300
    assert s.middle == 300


def test_a_field_that_there_is_not_raises() -> None:
    s = record_class(SMALL)(blank(SMALL))
    with pytest.raises(AttributeError, match="no field 'foot'"):
        s.foot  # noqa: B018
    assert s.hand is s.hand


def test_a_value_that_does_not_fit_raises() -> None:
    s = record_class(SMALL)(blank(SMALL))
    with pytest.raises(ValueError, match="invalid value"):
        s.hand[0, 0] = 128
    with pytest.raises(IndexError):
        s.hand[0, 3] = 1


def test_no_byte_of_a_record_is_unnamed_and_wide_fields_are_aligned() -> None:
    assert SMALL.itemsize % 8 == 0
    assert sum(SMALL[name].itemsize for name in SMALL.names) == SMALL.itemsize
    for name in SMALL.names:
        kind, offset = SMALL.fields[name][:2]
        assert offset % kind.base.itemsize == 0
    assert isinstance(blank(SMALL, 3), np.ndarray)
