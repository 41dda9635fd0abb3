"""`quadriga verify RECORD`: check that the dice of a match were those committed to before it began."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quadriga.table.fairness import Verdict


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("verify", help="check that a match's dice were fair")
    words.add_argument(
        "record",
        metavar="RECORD",
        type=Path,
        help="the file of a finished match, or of exported tables",
    )
    words.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that the table showed before the first move, if you noted it",
    )
    words.add_argument(
        "--share", metavar="HEX", action="append", default=[],
        help="a share in the dice, or its hash, that must be among those of the match; may be repeated",
    )  # fmt: skip
    words.add_argument("--json", action="store_true", help="print what was checked as JSON, a line for every match")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check a record, or the tables of a file, and say what was checked."""
    from quadriga.table.exported import is_exported
    from quadriga.table.fairness import verify
    from quadriga.terminal.files import read_text

    text = read_text(given.record)
    if is_exported(text):
        return check_tables(text, given)
    say(str(given.record), verify(text, given.commitment, given.share), given)
    return 0


def check_tables(text: str, given: argparse.Namespace) -> int:
    """Check every exported table whose match is over."""
    from quadriga.errors import QuadrigaError
    from quadriga.table.exported import tables_in
    from quadriga.table.fairness import verify
    from quadriga.table.table import OVER

    tables = list(tables_in(text))
    if len(tables) != 1 and (given.commitment or given.share):
        raise QuadrigaError(f"{given.record} has {len(tables)} tables: --commitment and --share are for one")
    for id, table in tables:
        over = table.status == OVER and table.state is not None
        say(id, verify(table.record(), given.commitment, given.share) if over else None, given)
    return 0


def say(name: str, verdict: Verdict | None, given: argparse.Namespace) -> None:
    """Say to people or to a program what was checked; nothing of a match that is not over."""
    if given.json:
        print(json.dumps({"name": name, "checked": verdict is not None, **({} if verdict is None else shown(verdict))}))
    elif verdict is None:
        print(f"{name}: there is nothing to check before the match is over.")
    else:
        tell(name, verdict)


def shown(verdict: Verdict) -> dict[str, Any]:
    """Show what was checked to a program."""
    state = verdict.state
    shares = [None if share is None else {"share": share.value, "hash": share.hash} for share in verdict.shares]
    return {
        "game": state.game.name, "moves": len(state.history), "commitment": verdict.commitment,
        "published": verdict.published, "taken_from": verdict.taken_from,
        "shares": dict(zip(state.game.seats, shares, strict=False)),
    }  # fmt: skip


def tell(name: str, verdict: Verdict) -> None:
    """Say what was checked."""
    state = verdict.state
    print(f"{name}: {len(state.history)} moves of {state.game.title}; every shuffle was made again from the secret.")
    if verdict.taken_from is not None:
        print(f"It took over a position of another table ({verdict.taken_from}), whose dice its own record proves.")
    print(f"The secret is the one committed to: {verdict.commitment}")
    if not verdict.published:
        print("That commitment is the record's own. Compare it with the one your table showed before the first move.")
    for seat, share in zip(state.game.seats, verdict.shares, strict=False):
        if share is None:
            print(f"{seat.capitalize()} had no share in the dice.")
        elif share.value is None:
            print(f"{seat.capitalize()} gave the hash of a share and did not reveal it: {share.hash}")
        else:
            print(f"{seat.capitalize()} had the share {share.value} in the dice, whose hash is {share.hash}")
    if not any(share is not None and share.value for share in verdict.shares):
        print("No player had a share in the dice: the server chose the secret alone, before the first move.")
