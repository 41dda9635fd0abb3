"""What has lain for too long: which tables and links go. Statements for both databases, for servers and for tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select

from quadriga.server.storage.models import appends, keys, tables

DAY = 24 * 3600.0
AT_ONCE = 200
"""This many tables go in one transaction, so that nobody's move waits for long."""


@dataclass(frozen=True)
class Keeping:
    """How many days tables are kept after their last change, and links after they were made; 0: for ever."""

    waiting: float = 14
    live: float = 0
    over: float = 0
    links: float = 7

    def limits(self, now: float) -> dict[str, float]:
        """Say for each status of a table since when one must have changed to be kept."""
        days = {"waiting": self.waiting, "live": self.live, "over": self.over}
        return {status: now - each * DAY for status, each in days.items() if each}

    def links_since(self, now: float) -> float:
        """Say since when a link must have been made to be good."""
        return now - self.links * DAY if self.links else 0.0


def outdated(connection: Connection, status: str, unchanged_since: float, limit: int) -> list[str]:
    """Find tables of a status to which nothing was added since then."""
    last = (
        select(appends.c.at)
        .where(appends.c.table_id == tables.c.id)
        .order_by(appends.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        select(tables.c.id)
        .where(tables.c.status == status, tables.c.updated_at < unchanged_since)
        .where(func.coalesce(last, tables.c.updated_at) < unchanged_since)
        .order_by(tables.c.updated_at)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def remove(connection: Connection, ids: Sequence[str]) -> None:
    """Remove tables with all that belongs to them."""
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def remove_old(connection: Connection, keeping: Keeping, now: float, limit: int = AT_ONCE) -> list[str]:
    """Remove some of what is kept no longer; return the ids of the tables. Once more, until there are none."""
    gone: list[str] = []
    for status, since in keeping.limits(now).items():
        found = outdated(connection, status, since, limit - len(gone))
        remove(connection, found)
        gone += found
    connection.execute(delete(keys).where(keys.c.kind == "link", keys.c.created_at < keeping.links_since(now)))
    return gone
