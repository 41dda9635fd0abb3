"""`quadriga stats FILE...`: what collections hold, counted."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .arguments import whole
from .collections import Source, add_files


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("stats", help="count matches, winners and players of collections")
    add_files(words)
    words.add_argument("--json", action="store_true", help="print all numbers as JSON")
    words.add_argument("--top", metavar="N", type=whole(1), default=10, help="how many players to list (default: 10)")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Count, and show."""
    from quadriga.collection import Statistics

    source, counts = Source(given), Statistics()
    for match in source:
        counts.add(match)
    counts.broken = source.broken
    data = counts.data()
    if given.json:
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return source.verdict()
    from rich.console import Console

    console = Console(highlight=False)
    for table in tables(data, given.top):
        console.print(table)
    return source.verdict()


def tables(data: dict[str, Any], top: int) -> list[Any]:
    """Write the counts as tables."""
    from quadriga.terminal.frames import framed

    found = []
    whole = framed("matches", "game", "matches", "finished", "moves a match", "shortest", "longest")
    name_column, _, _, mean_column, *_ = whole.columns
    name_column.no_wrap, mean_column.no_wrap = True, False  # a head may wrap, a name may not be cut
    for name, counts in data["games"].items():
        whole.add_row(
            name, f"{counts['matches']:,}", f"{counts['finished']:,}", f"{counts['mean_moves']:.1f}",
            f"{counts['shortest']}", f"{counts['longest']}",
        )  # fmt: skip
    found.append(whole)
    for name, counts in data["games"].items():
        if counts["winners"]:
            winners = framed(f"{name}: who won", "", "matches", "share", "95 % interval")
            for winner, row in counts["winners"].items():
                interval = f"{row['low']:.1%} to {row['high']:.1%}"
                winners.add_row(winner, f"{row['won']:,}", f"{row['share']:.1%}", interval)
            found.append(winners)
        if counts["players"]:
            players = framed(f"{name}: who played", "", "seats")
            for player, seats in list(counts["players"].items())[:top]:
                players.add_row(player, f"{seats:,}")
            found.append(players)
    return found
