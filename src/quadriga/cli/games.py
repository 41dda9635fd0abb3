"""`quadriga games`: the games and their options."""

from __future__ import annotations

import argparse
from typing import Any

import quadriga


def add(commands: Any) -> None:
    """Describe the arguments."""
    commands.add_parser("games", help="list the games and their options").set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """List the games."""
    for name, game in quadriga.games().items():
        print(f"{name}  {game.title}, for {len(game.seats)}: {', '.join(game.seats)}")
        for known in game.definition.options:
            print(
                f"  {known.name}={'|'.join(map(known.write, known.choices))}  (default: {known.write(known.default)})"
            )
            print(f"      {known.help} ({', '.join(known.clauses)})")
    return 0
