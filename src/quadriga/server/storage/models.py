"""The tables of the database. `migrations/` brings a database to this shape; a test proves that the two agree."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("terms", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("game", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("bot_due", Boolean, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", Double),
    Column("deadline", Double),
    Column("series", Text),
    Column("series_number", Integer),
    Index("tables_by_age", "status", "listed", "created_at"),
    Index("tables_by_deadline", "status", "deadline"),
    Index("tables_by_bot", "status", "bot_due"),
    Index("tables_by_series", "series", "series_number"),
)
"""One row per table: what it is agreed to be, and what a list or a bot must know without reading its log."""

appends = Table(
    "appends",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("entries", Text, nullable=False),
)
"""The logs. `number` is the version before the append, so two writers can never both extend the same version."""

keys = Table(
    "keys",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Index("keys_by_hash", "hash"),
)
"""Who holds which seat: hashes of keys, never keys."""

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("written_at", Double, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("content", Text, nullable=False),
)
"""What was found about finished matches, also while it is not all."""

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all servers with the same tables know and nobody else: the secret that signs visitors' keys."""
