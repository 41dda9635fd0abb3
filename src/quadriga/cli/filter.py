"""`quadriga filter FILE...`: the matches of a collection that are wanted."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from quadriga.errors import QuadrigaError, RecordError

from .arguments import whole
from .collections import Source, add_files, target
from .convert import FORMS, add_form


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("filter", help="pick matches out of collections")
    add_files(words)
    words.add_argument("--game", help="of this game")
    words.add_argument("--player", help="with this player, by the tag Players")
    words.add_argument("--winner", help="won by this seat or player; draw: by nobody")
    words.add_argument("--finished", action=argparse.BooleanOptionalAction, help="that are over, or that are not")
    words.add_argument("--least-moves", metavar="N", type=whole(0), default=0, help="with N moves or more")
    words.add_argument("--most-moves", metavar="N", type=whole(0), help="with N moves or fewer")
    words.add_argument(
        "--tag", metavar="TAG", type=tag, action="append", default=[],
        help="with a tag like this: Event=Ludi, Date>=2026-01-01, Site!=Rome, Players~Anna (a pattern)",
    )  # fmt: skip
    words.add_argument("--limit", metavar="N", type=whole(1), help="only the first N")
    words.add_argument("--count", action="store_true", help="only say how many there are")
    add_form(words)
    words.set_defaults(run=run)


def tag(text: str) -> tuple[str, str, str]:
    """Read what a tag has to be like."""
    from quadriga.collection import Sieve

    try:
        return Sieve.read_tag(text)
    except QuadrigaError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def run(given: argparse.Namespace) -> int:
    """Write the matches that go through."""
    from quadriga.collection import Sieve

    sieve = Sieve(
        given.game, given.player, given.winner, given.finished, given.least_moves, given.most_moves, tuple(given.tag)
    )
    source = Source(given)
    form, found = FORMS[given.to], 0
    with target(None if given.count else given.out) as file:
        for match in source:
            try:
                is_wanted = sieve.lets(match)
            except RecordError as error:
                source.pass_over(match.source, error)
                continue
            if is_wanted:
                found += 1
                if not given.count:
                    file.write(form(match))
                if found == given.limit:
                    break
    print(found if given.count else f"{found:,} matches", file=sys.stdout if given.count else sys.stderr)
    return source.verdict()
