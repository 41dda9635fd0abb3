"""Parts of what is shown that are shown again and again: each is written as JSON once."""

from __future__ import annotations

from typing import Any

import orjson


class Part(dict[str, Any]):
    """Be a part of a view that may be shared among views: to be read only. Written once, it costs little to send."""

    __slots__ = ("written",)
    written: orjson.Fragment


def written(part: Part) -> orjson.Fragment:
    """Return a part as JSON."""
    try:
        return part.written
    except AttributeError:
        part.written = fragment = orjson.Fragment(orjson.dumps(part))
        return fragment


def write(whole: Any) -> bytes:
    """Write something as JSON, as `orjson.dumps` does, with what was written of its parts before."""
    return orjson.dumps(whole, default=written, option=orjson.OPT_PASSTHROUGH_SUBCLASS)
