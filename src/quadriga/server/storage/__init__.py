"""Where tables are kept: SQLite or PostgreSQL, one code path. It knows rows; nothing of games, rights or the web."""

from quadriga.server.storage.aging import Keeping
from quadriga.server.storage.errors import Conflict, Missing, Spent, StorageError, StorageGone
from quadriga.server.storage.folder import data_folder, database_url
from quadriga.server.storage.lock import InUse, ServerLock
from quadriga.server.storage.pages import Cursor
from quadriga.server.storage.rows import Append, AppendRow, KeyRow, ReviewRow, TableRow
from quadriga.server.storage.storage import Storage

__all__ = [
    "Append",
    "AppendRow",
    "Conflict",
    "Cursor",
    "InUse",
    "Keeping",
    "KeyRow",
    "Missing",
    "ReviewRow",
    "ServerLock",
    "Spent",
    "Storage",
    "StorageError",
    "StorageGone",
    "TableRow",
    "data_folder",
    "database_url",
]
