"""Where tables are kept: SQLite or PostgreSQL, one code path. It knows rows; nothing of games, rights or the web."""

from quadriga.server.storage.errors import Conflict, Spent, StorageError, StorageGone
from quadriga.server.storage.folder import data_folder, database_url
from quadriga.server.storage.rows import Append, AppendRow, KeyRow, ReviewRow, TableRow
from quadriga.server.storage.storage import Storage

__all__ = [
    "Append",
    "AppendRow",
    "Conflict",
    "KeyRow",
    "ReviewRow",
    "Spent",
    "Storage",
    "StorageError",
    "StorageGone",
    "TableRow",
    "data_folder",
    "database_url",
]
