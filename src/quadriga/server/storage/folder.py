"""Where the data of this user lies, unless the environment says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
from sqlalchemy import URL

from quadriga.server.storage.errors import StorageError

FILE = "tables.sqlite3"


def place_of_data() -> Path:
    """Say where the data lies, or would: QUADRIGA_DATA_DIR, or the user's own folder."""
    chosen = os.environ.get("QUADRIGA_DATA_DIR")
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("quadriga"))


def data_folder() -> Path:
    """Return the folder for data, and make it if there is none."""
    folder = place_of_data()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The data folder {folder} cannot be made: {error.strerror}. Set QUADRIGA_DATA_DIR to one that can."
        ) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StorageError(f"The data folder {folder} cannot be written to. Set QUADRIGA_DATA_DIR to one that can.")
    return folder


def database_url() -> str:
    """Return where tables are stored: QUADRIGA_DATABASE_URL, or a SQLite file in the data folder."""
    chosen = os.environ.get("QUADRIGA_DATABASE_URL")
    if chosen:
        return chosen
    return URL.create("sqlite", database=str((data_folder() / FILE).absolute())).render_as_string()
