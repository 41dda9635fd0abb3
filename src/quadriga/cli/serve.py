"""`quadriga serve`: the table in the browser."""

from __future__ import annotations

import argparse
from typing import Any

from .arguments import whole

EVERYWHERE = "0.0.0.0"
"""To listen on every network that this machine is in."""
PORT = 8420
"""Where the table is if nothing else is said."""


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("serve", help="serve tables to browsers: for friends, against bots, alone")
    where = words.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    where.add_argument("--lan", action="store_true", help="listen on the local network, and show how to get here")
    words.add_argument("--port", type=whole(0), help=f"default: {PORT}, or a free one if that is taken; 0: a free one")
    words.add_argument("--no-browser", action="store_true", help="do not open the page")
    words.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="warning", help="how much to log"
    )
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Serve until somebody says stop."""
    from quadriga.errors import QuadrigaError
    from quadriga.extras import need

    need("fastapi", "server")
    if given.port is not None and given.port > 65535:
        raise QuadrigaError(f"a port is a number from 0 to 65535, not {given.port}")
    from quadriga.server.run import serve
    from quadriga.server.settings import Settings
    from quadriga.server.storage import StorageError

    host, port = EVERYWHERE if given.lan else given.host, PORT if given.port is None else given.port
    try:
        return serve(
            Settings.from_environment(), host, port,
            strict=given.port is not None, browser=not given.no_browser, level=given.log,
        )  # fmt: skip
    except StorageError as error:
        raise QuadrigaError(str(error)) from error
