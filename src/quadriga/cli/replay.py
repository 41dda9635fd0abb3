"""`quadriga replay FILE`: check a record and show how the match ended."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import quadriga
from quadriga.errors import QuadrigaError


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("replay", help="check a record and show how the match ended")
    words.add_argument("file", metavar="FILE", type=Path)
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record."""
    from quadriga.terminal.files import read_text
    from quadriga.terminal.narration import verdict

    text = read_text(given.file)
    try:
        state = quadriga.replay(text)
    except QuadrigaError as error:
        raise QuadrigaError(f"{given.file}: {error}") from error
    game, outcome = state.game, state.outcome
    options = " ".join(f"{name}={value}" for name, value in game.options.items())
    print(f"{game.title} ({options}): {len(state.history)} moves, the record is right.")
    if outcome is None:
        decides = game.seats[state.to_move or 0].capitalize()
        print(f"The game goes on: {decides} decides among {len(state.legal)} moves.")
        return 0
    points = ", ".join(f"{seat.capitalize()} {score}" for seat, score in zip(game.seats, outcome.scores, strict=True))
    print(f"{verdict(game, outcome)}: {points}. {outcome.reason.capitalize()} ({outcome.rule}).")
    return 0
