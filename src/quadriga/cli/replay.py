"""`quadriga replay FILE`: check a record and show how the match ended."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import quadriga
from quadriga import State
from quadriga.errors import QuadrigaError


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("replay", help="check a record, or a collection of them, and show how the match ended")
    words.add_argument("file", metavar="FILE", type=Path)
    words.add_argument("--json", action="store_true", help="print what was found as JSON, a line for every match")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record or a collection."""
    from itertools import islice

    from quadriga.notation import read_file

    first = list(islice(read_file(given.file), 2))
    if not first:
        raise QuadrigaError(f"{given.file}: tag Game is missing")
    if len(first) > 1 or given.json:
        return run_many(given)
    try:
        state = quadriga.replay(first[0])
    except QuadrigaError as error:
        raise QuadrigaError(f"{given.file}: {error}") from error
    show(state)
    return 0


def show(state: State) -> None:
    """Say how a match ended, or who is to move."""
    from quadriga.terminal.narration import verdict

    game, outcome = state.game, state.outcome
    options = " ".join(f"{name}={value}" for name, value in game.options.items())
    print(f"{game.title} ({options}): {len(state.history)} moves, the record is right.")
    if outcome is None:
        decides = game.seats[state.to_move or 0].capitalize()
        print(f"The game goes on: {decides} decides among {len(state.legal)} moves.")
        return
    points = ", ".join(f"{seat.capitalize()} {score}" for seat, score in zip(game.seats, outcome.scores, strict=True))
    print(f"{verdict(game, outcome)}: {points}. {outcome.reason.capitalize()} ({outcome.rule}).")


def run_many(given: argparse.Namespace) -> int:
    """Check every match of a collection; the exit code is 1 if one is wrong."""
    from quadriga.collection import replayed
    from quadriga.notation import read_file

    right = wrong = 0
    for number, one in enumerate(replayed(read_file(given.file)), 1):
        right, wrong = right + (one.error is None), wrong + (one.error is not None)
        if given.json:
            told = {"number": number, "game": one.match.tags["Game"], "right": one.error is None}
            if one.error is None:
                told |= {"moves": len(one.match.texts), "result": one.result, "over": one.is_over,
                         "winners": list(one.winners), "scores": list(one.scores)}  # fmt: skip
            else:
                told["error"] = str(one.error)
            print(json.dumps(told))
        elif one.error is not None:
            print(f"match {number}: {one.error}", file=sys.stderr)
    if not given.json:
        print(f"{given.file}: {right:,} matches are right, {wrong:,} are not.")
    return 1 if wrong else 0
