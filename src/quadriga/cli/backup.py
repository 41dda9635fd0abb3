"""`quadriga backup FILE`: copy the server's database, while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .operating import told


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("backup", help="copy the server's database into a file, while it runs")
    words.add_argument("file", metavar="FILE", type=Path, help="where to; it holds the secrets of matches")
    words.add_argument("--force", action="store_true", help="replace a file that is there")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Copy it."""
    from quadriga.errors import QuadrigaError

    if given.file.exists() and not given.force:
        raise QuadrigaError(f"{given.file} is there already: --force replaces it")
    with told():
        from quadriga.server.storage import database_url
        from quadriga.server.storage.backup import back_up

        size = back_up(database_url(), given.file)
    print(f"{given.file}: {size:,} bytes. `quadriga restore {given.file}` puts it back.")
    return 0
