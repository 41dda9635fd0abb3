"""`quadriga warm`: compile the rules now, so that nobody waits later."""

from __future__ import annotations

import argparse
import time
from typing import Any

import quadriga


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("warm", help="compile the rules now, so that nobody waits later")
    words.add_argument("names", metavar="NAME", nargs="*", help="games (default: all)")
    words.add_argument("--env", action="store_true", help="what vector environments need, too")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Compile the rules."""
    from quadriga.games import places
    from quadriga.terminal.simulate import warm

    begun = time.perf_counter()
    games = [quadriga.load(name) for name in dict.fromkeys(given.names or places())]
    for name, folder in warm(games, environments=given.env):
        print(f"{name}: {folder}")
    print(f"Ready after {time.perf_counter() - begun:.1f} s.")
    return 0
