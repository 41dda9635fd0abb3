"""What the commands for those who run a server share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def told() -> Iterator[None]:
    """Say in one line what the database says."""
    from quadriga.errors import QuadrigaError
    from quadriga.extras import need

    need("sqlalchemy", "server")
    from quadriga.server.storage import StorageError

    try:
        yield
    except StorageError as error:
        raise QuadrigaError(str(error)) from error
