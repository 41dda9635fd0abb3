"""Tables in files: one line of JSON each, with all that is stored of it, so that it can be played on elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from quadriga.errors import QuadrigaError
from quadriga.table.entry import Entry
from quadriga.table.show import show_table, summary
from quadriga.table.table import Table
from quadriga.table.terms import Terms

from .storage.rows import AppendRow, KeyRow, ReviewRow, TableRow
from .storage.tools import Tools, add_whole_table, whole_table

FORMAT = 1
AT_ONCE = 100
"""This many tables are stored in one transaction, so that a running server does not wait for long."""
Stored = tuple[TableRow, list[AppendRow], list[KeyRow], ReviewRow | None]


def written(stored: Stored) -> bytes:
    """Write a table as a line."""
    row, log, held, review = stored
    return orjson.dumps(
        {
            "quadriga": FORMAT, "id": row.id, "created_at": row.created_at, "updated_at": row.updated_at,
            "terms": row.terms, "secret": row.secret, "series": row.series, "series_number": row.series_number,
            "log": [{"number": each.number, "at": each.at, "entries": each.entries} for each in log],
            "keys": [{"seat": k.seat, "hash": k.hash, "kind": k.kind, "created_at": k.created_at} for k in held],
            "review": review and {"written_at": review.written_at, "done": review.done, "content": review.content},
        }
    )  # fmt: skip


def read(line: bytes) -> Stored:
    """Read a table from its line, and play it through; QuadrigaError if it is none, or its log is broken."""
    try:
        given = orjson.loads(line)
        if given["quadriga"] != FORMAT:
            raise QuadrigaError(f"it is of format {given['quadriga']!r}, this Quadriga reads {FORMAT}")
        id = given["id"]
        log = [AppendRow(id, int(each["number"]), float(each["at"]), each["entries"]) for each in given["log"]]
        held = [KeyRow(id, int(k["seat"]), k["hash"], k["kind"], float(k["created_at"])) for k in given["keys"]]
        review = given["review"] and ReviewRow(id, **given["review"])
        row = TableRow(
            id, float(given["created_at"]), float(given["updated_at"]), given["terms"], given["secret"], "waiting", 0,
            False, "", {}, series=given["series"], series_number=given["series_number"],
        )  # fmt: skip
        table = fold(row, log)
        int(row.secret, 16)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise QuadrigaError(str(error) if isinstance(error, QuadrigaError) else f"it is no table: {error!r}") from error
    row.status, row.version, row.summary = table.status, table.version, summary(table)
    row.listed, row.game = table.terms.listed, table.terms.game
    row.bot_due, row.deadline = bool(table.bots_due and table.people), table.deadline()
    return row, log, held, review


def fold(row: TableRow, log: Iterable[AppendRow]) -> Table:
    """Play a table through, as the server does when somebody asks for it."""
    entries: list[Entry] = []
    for append in log:
        if append.number != len(entries):
            raise QuadrigaError(f"something is missing in its log after version {len(entries)}")
        entries += [Entry.read(entry) for entry in append.entries]
    return Table.load(Terms.read(row.terms), int(row.secret, 16), entries)


def export_tables(tools: Tools, ids: Iterable[str]) -> Iterator[bytes]:
    """Write tables as lines."""
    for id in ids:
        with tools.reading() as connection:
            stored = whole_table(connection, id)
        if stored is None:
            raise QuadrigaError(f"there is no table {id[:40]!r}")
        yield written(stored)


def import_tables(tools: Tools, lines: Iterable[bytes]) -> tuple[int, int]:
    """Store tables from lines; return how many, and how many were there already. A wrong line changes nothing."""
    tables: list[Stored] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                tables.append(read(line))
            except QuadrigaError as error:
                raise QuadrigaError(f"line {number} cannot be imported: {error}") from error
    added = 0
    for first in range(0, len(tables), AT_ONCE):
        with tools.writing() as connection:
            added += sum(add_whole_table(connection, *stored) for stored in tables[first : first + AT_ONCE])
    return added, len(tables) - added


def shown(stored: Stored) -> dict[str, Any]:
    """Show what everybody may know of a table, and what only who runs the server wants to know."""
    row, log, held, review = stored
    table = fold(row, log)
    kinds = [key.kind for key in held]
    return {
        "id": row.id, "created_at": row.created_at, "updated_at": max([row.updated_at, *(each.at for each in log)]),
        "version": table.version, "series": row.series, "bytes": len(written(stored)),
        "keys": kinds.count("visitor"), "links": kinds.count("link"), "review": review is not None,
        **show_table(table),
    }  # fmt: skip
