"""What goes into storage and comes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

Json = dict[str, Any]


@dataclass(slots=True)
class TableRow:
    """What is known of a table without its log."""

    id: str
    created_at: float
    updated_at: float  # by the last append that changed the row; in lists, by the last of all
    terms: Json
    secret: str = field(repr=False)
    status: str  # waiting, live or over
    version: int  # likewise
    listed: bool
    game: str
    summary: Json
    bot_due: bool = False
    claimed_by: str | None = None
    claimed_until: float | None = None
    deadline: float | None = None
    series: str | None = None
    series_number: int | None = None
    maker: str | None = None  # from where it was laid out, as a hash; only while it waits
    round: int = 1  # in lists: how many of its maker's are newer, and itself


@dataclass(slots=True)
class KeyRow:
    """A key, by its hash, that holds a seat (`visitor`) or may be traded for it once (`link`)."""

    table_id: str
    seat: int
    hash: str
    kind: str
    created_at: float


@dataclass(slots=True)
class ReviewRow:
    """What was found about a finished match up to a time, and whether that is all."""

    table_id: str
    written_at: float
    done: bool
    content: Json


@dataclass(slots=True)
class AppendRow:
    """One addition to a log: the entries after version `number`."""

    table_id: str
    number: int
    at: float
    entries: list[Json]

    @property
    def version(self) -> int:
        """The version that the table is at afterwards."""
        return self.number + len(self.entries)


@dataclass(slots=True)
class Append:
    """A wish to extend a log at version `number`, and what the table's row is afterwards.

    A summary of None stays what it was.
    """

    table_id: str
    number: int
    at: float
    entries: list[Json]
    version: int
    status: str  # waiting, live or over
    summary: Json | None
    updated_at: float
    bot_due: bool = False
    claimed_by: str | None = None
    claimed_until: float | None = None
    deadline: float | None = None
    keys: Sequence[KeyRow] = ()
    keeps_claim: bool = False  # whoever has the table's bot to do keeps it, until when it was agreed
    link: str | None = None  # the hash of a private link that is used up with it
    quiet: bool = False  # nothing of the table's row is new: it is not written, as after most moves


def text_of(value: object) -> str:
    """Write a JSON value as text, the same text for the same value."""
    return orjson.dumps(value).decode()


def values_of_table(row: TableRow) -> Json:
    """Turn a table into the values of its columns."""
    return {
        "id": row.id,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "terms": text_of(row.terms),
        "secret": row.secret,
        "status": row.status,
        "version": row.version,
        "listed": row.listed,
        "game": row.game,
        "summary": text_of(row.summary),
        "bot_due": row.bot_due,
        "claimed_by": row.claimed_by,
        "claimed_until": row.claimed_until,
        "deadline": row.deadline,
        "series": row.series,
        "series_number": row.series_number,
        "maker": row.maker,
    }


def values_of_key(row: KeyRow) -> Json:
    """Turn a key into the values of its columns."""
    return {
        "table_id": row.table_id,
        "seat": row.seat,
        "hash": row.hash,
        "kind": row.kind,
        "created_at": row.created_at,
    }


def table_of(values: Json) -> TableRow:
    """Read a table from the values of its columns."""
    values["terms"] = orjson.loads(values["terms"])
    values["summary"] = orjson.loads(values["summary"])
    return TableRow(**values)


def append_of(values: Json) -> AppendRow:
    """Read an addition to a log from the values of its columns."""
    values["entries"] = orjson.loads(values["entries"])
    return AppendRow(**values)


def values_of_review(row: ReviewRow) -> Json:
    """Turn what was found about a match into the values of its columns."""
    return {
        "table_id": row.table_id,
        "written_at": row.written_at,
        "done": row.done,
        "content": text_of(row.content),
    }


def review_of(values: Json) -> ReviewRow:
    """Read what was found about a match from the values of its columns."""
    values["content"] = orjson.loads(values["content"])
    return ReviewRow(**values)
