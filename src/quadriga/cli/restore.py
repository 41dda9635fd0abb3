"""`quadriga restore FILE`: put a backup in place of the server's database."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .operating import told


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("restore", help="put a backup in place of the server's database")
    words.add_argument("file", metavar="FILE", type=Path, help="what `quadriga backup` wrote")
    words.add_argument("--replace", action="store_true", help="also if there are tables in the database")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Put it in place."""
    with told():
        from quadriga.server.storage import database_url
        from quadriga.server.storage.backup import restore

        count, kept = restore(database_url(), given.file, replace=given.replace)
    print(f"{count} tables are in the database now." + (f" What was there before is in {kept}." if kept else ""))
    return 0
