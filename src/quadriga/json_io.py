"""JSON as it is sent: whoever only computes does without the library that writes it."""

from __future__ import annotations

from typing import Any


def write(data: Any) -> bytes:
    """Write data as JSON."""
    import orjson

    return orjson.dumps(data)


def fragment(text: bytes) -> Any:
    """Make something of JSON that is a part of other data, to be written with it."""
    import orjson

    return orjson.Fragment(text)


def read(text: bytes) -> Any:
    """Read JSON."""
    import orjson

    return orjson.loads(text)
