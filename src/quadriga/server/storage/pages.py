"""Lists of tables, a page at a time."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from quadriga.server.storage.models import tables

CURSOR = re.compile(r"(\d{1,9})~(\d{1,15}(?:\.\d{1,9})?)~([A-Za-z0-9_-]{1,40})")


class Cursor(NamedTuple):
    """A place in a list, behind a table: as a text, what a client sends to get the next page."""

    round: int
    created_at: float
    id: str

    def __str__(self) -> str:
        return f"{self.round}~{self.created_at!r}~{self.id}"

    @staticmethod
    def read(text: str) -> Cursor | None:
        """Read a cursor; None if it is none."""
        found = CURSOR.fullmatch(text)
        return Cursor(int(found[1]), float(found[2]), found[3]) if found else None


def newest_first(query: Select[Any], limit: int, before: Cursor | None) -> Select[Any]:
    """Take a page of a list of tables, the newest first."""
    if before is not None:
        query = query.where(older(tables.c.created_at, tables.c.id, before))
    return query.order_by(tables.c.created_at.desc(), tables.c.id.desc()).limit(limit)


def in_rounds(query: Select[Any], limit: int, before: Cursor | None) -> Select[Any]:
    """Take a page of a list of tables in which nobody buries the others: everybody's newest, then their second, …

    The column `round` says which of its maker's tables each is.
    """
    order = (tables.c.created_at.desc(), tables.c.id.desc())
    whose = func.coalesce(tables.c.maker, tables.c.id)
    ranked = query.add_columns(func.row_number().over(partition_by=whose, order_by=order).label("round")).subquery()
    page = select(ranked)
    if before is not None:
        same = and_(ranked.c.round == before.round, older(ranked.c.created_at, ranked.c.id, before))
        page = page.where(or_(ranked.c.round > before.round, same))
    return page.order_by(ranked.c.round, ranked.c.created_at.desc(), ranked.c.id.desc()).limit(limit)


def older(created_at: ColumnElement[float], id: ColumnElement[str], than: Cursor) -> ColumnElement[bool]:
    """Say that a table comes behind a cursor; of two that are equally old the id decides."""
    return or_(created_at < than.created_at, and_(created_at == than.created_at, id < than.id))
