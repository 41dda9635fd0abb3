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
    words.add_argument(
        "--share", metavar="HEX", action="append", default=[],
        help="a share in the dice, or its hash, that must be among those of the match; may be repeated",
    )  # fmt: skip
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record and say what was checked."""
    from quadriga.table.fairness import verify
    from quadriga.terminal.files import read_text

    verdict = verify(read_text(given.record), given.commitment, given.share)
    moves = len(verdict.state.history)
    print(f"{given.record}: {moves} moves of {verdict.state.game.title}; every shuffle was made again from the secret.")
    if verdict.taken_from is not None:
        print(f"It took over a position of another table ({verdict.taken_from}), whose dice its own record proves.")
    print(f"The secret is the one committed to: {verdict.commitment}")
    for seat, share in zip(verdict.state.game.seats, verdict.shares, strict=False):
        if share is None:
            print(f"{seat.capitalize()} had no share in the dice.")
        elif share.value is None:
            print(f"{seat.capitalize()} gave the hash of a share and did not reveal it: {share.hash}")
        else:
            print(f"{seat.capitalize()} had the share {share.value} in the dice, whose hash is {share.hash}")
    if not any(share is not None and share.value for share in verdict.shares):
        print("No player had a share in the dice: the server chose the secret alone, before the first move.")
    if not verdict.published:
        print("That commitment is the record's own. Compare it with the one your table showed before the first move.")
    return 0
