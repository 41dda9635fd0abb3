"""Bring a database to the shape of `models`, also when several processes start on it at the same time."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect, text

from quadriga.server.storage.errors import StorageError

LATEST = "0003"
"""The newest migration; a test proves that it is."""
LOCK = 0x5155_4144
"""Any number that no other program locks in the same database."""


def upgrade(reader: Engine, writer: Engine) -> None:
    """Run the migrations that the database does not have yet."""
    with reader.connect() as connection:
        if version_of(connection) == LATEST:
            return  # spares every start but the first the import of Alembic
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "quadriga.server.storage:migrations")
    # SQLite's transaction holds the only write lock from its beginning; PostgreSQL is asked for a lock.
    with writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StorageError(
                f"The database was last used by a newer Quadriga (its version is {version_of(connection)}, "
                f"this one knows {LATEST}). Start that one, or use another database."
            ) from error


def version_of(connection: Connection) -> str | None:
    """Tell which migration a database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
