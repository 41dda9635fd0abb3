"""`quadriga verify RECORD`: check that the dice of a match were those committed to before it began."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("verify", help="check that a match's dice were fair")
    words.add_argument("record", metavar="RECORD", type=Path, help="the file of a finished match, from its table")
    words.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that the table showed before the first move, if you noted it",
    )
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record and say what was checked."""
    from quadriga.table.fairness import verify
    from quadriga.terminal.files import read_text

    verdict = verify(read_text(given.record), given.commitment)
    moves = len(verdict.state.history)
    print(f"{given.record}: {moves} moves of {verdict.state.game.title}; every shuffle was made again from the secret.")
    if verdict.taken_from is not None:
        print(f"It took over a position of another table ({verdict.taken_from}), whose dice its own record proves.")
    print(f"The secret is the one committed to: {verdict.commitment}")
    if not verdict.published:
        print("That commitment is the record's own. Compare it with the one your table showed before the first move.")
    return 0
