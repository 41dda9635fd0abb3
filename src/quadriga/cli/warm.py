"""`quadriga warm`: compile the rules now, so that nobody waits later."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import quadriga


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("warm", help="compile the rules now, so that nobody waits later")
    words.add_argument("names", metavar="NAME", nargs="*", help="games (default: all)")
    words.add_argument("--env", action="store_true", help="what vector environments need, too")
    words.add_argument("--json", action="store_true", help="print where they are kept as JSON")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Compile the rules."""
    from quadriga.games import places
    from quadriga.terminal.simulate import warm

    begun = time.perf_counter()
    games = [quadriga.load(name) for name in dict.fromkeys(given.names or places())]
    kept = warm(games, environments=given.env)
    seconds = round(time.perf_counter() - begun, 1)
    if given.json:
        folders = [{"game": name, "folder": str(folder)} for name, folder in kept]
        print(json.dumps({"seconds": seconds, "folders": folders}, indent=2))
        return 0
    for name, folder in kept:
        print(f"{name}: {folder}")
    print(f"Ready after {seconds} s.")
    return 0
