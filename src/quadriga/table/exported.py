"""Tables that were exported: a line of JSON each, with the terms, the secret and the log."""

from __future__ import annotations

import json
from collections.abc import Iterator

from quadriga.errors import QuadrigaError, RecordError

from .entry import Entry
from .table import Table
from .terms import Terms


def is_exported(text: str) -> bool:
    """Tell exported tables from the record of a match."""
    return text.lstrip().startswith("{")


def tables_in(text: str) -> Iterator[tuple[str, Table]]:
    """Read exported tables, each with its id, and play them through; RecordError names the line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                given = json.loads(line)
                entries = [Entry.read(entry) for append in given["log"] for entry in append["entries"]]
                yield str(given["id"]), Table.load(Terms.read(given["terms"]), int(given["secret"], 16), entries)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError, AssertionError) as error:
                why = str(error) if isinstance(error, QuadrigaError) else "it is no exported table"
                raise RecordError(f"line {number}: {why}") from error
