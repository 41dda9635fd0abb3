"""`quadriga games`: the games and their options."""

from __future__ import annotations

import argparse
import json
from typing import Any

import quadriga


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("games", help="list the games and their options")
    words.add_argument("--json", action="store_true", help="as JSON")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """List the games."""
    if given.json:
        print(json.dumps([described(game) for game in quadriga.games().values()], indent=2, ensure_ascii=False))
        return 0
    for name, game in quadriga.games().items():
        print(f"{name}  {game.title}, for {len(game.seats)}: {', '.join(game.seats)}")
        for known in game.definition.options:
            print(
                f"  {known.name}={'|'.join(map(known.write, known.choices))}  (default: {known.write(known.default)})"
            )
            print(f"      {known.help} ({', '.join(known.clauses)})")
    return 0


def described(game: quadriga.Game) -> dict[str, Any]:
    """Describe a game, JSON-ready."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": list(game.seats),
        "actions": game.num_actions,
        "options": [
            {
                "name": known.name,
                "choices": list(map(known.write, known.choices)),
                "default": known.write(known.default),
                "help": known.help,
                "clauses": list(known.clauses),
            }
            for known in game.definition.options
        ],
    }
