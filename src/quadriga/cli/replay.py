"""`quadriga replay FILE...`: check records and show how the match ended."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import quadriga
from quadriga import State
from quadriga.errors import QuadrigaError, RecordError

from .collections import Source, add_files

if TYPE_CHECKING:
    from quadriga import WrittenMatch


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("replay", help="check a record, or a collection of them, and show how the match ended")
    add_files(words, checks=False)
    words.add_argument("--json", action="store_true", help="print what was found as JSON, a line for every match")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record or collections; the exit code is 1 if anything is wrong."""
    from itertools import chain, islice

    source = Source(given, shown=None)
    matches = source.read()
    first = list(islice(matches, 2))
    names = ", ".join(map(str, given.files))
    if not first and not source.broken:
        raise QuadrigaError(f"{names}: tag Game is missing")
    if given.json:
        print_all(source, chain(first, matches))
    elif len(first) == 1 and not source.broken:  # the interpreted rules need no compiling, and say why it ended
        try:
            show(quadriga.replay(first[0]))
        except RecordError as error:
            source.pass_over(first[0].source, error)
    else:
        right = sum(1 for _ in source.checked(chain(first, matches)))
        print(f"{names}: {right:,} matches are right, {source.broken:,} are not.")
    return source.verdict()


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


def print_all(source: Source, matches: Iterable[WrittenMatch]) -> None:
    """Print what was found of every match that can be read."""
    from quadriga.collection import replayed

    for number, one in enumerate(replayed(matches), 1):
        told = {"number": number, "game": one.match.tags["Game"], "right": one.error is None}
        if one.error is None:
            told |= {"moves": len(one.match.texts), "result": one.result, "over": one.is_over,
                     "winners": list(one.winners), "scores": list(one.scores)}  # fmt: skip
        else:
            told["error"] = str(one.error)
        print(json.dumps(told))
        if one.error is not None:
            source.pass_over(one.match.source, one.error)
