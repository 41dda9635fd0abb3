"""`quadriga corpus NAME...`: collections of matches between levels, the same on every machine."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import quadriga
from quadriga.errors import QuadrigaError
from quadriga.players import LEVELS

from .arguments import date, whole
from .collections import target

if TYPE_CHECKING:
    from quadriga.arena.entrants import Entrant
    from quadriga.arena.matches import Played
    from quadriga.arena.pairing import Pairing
    from quadriga.model import Game


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("corpus", help="play matches between levels and write them as collections")
    words.add_argument("names", metavar="NAME", nargs="*", help="games (default: all)")
    words.add_argument("--games", type=whole(1), default=1000, help="matches of each game (default: 1000)")
    words.add_argument(
        "--players", metavar="A,B,...", type=lambda text: text.split(","), default=list(LEVELS),
        help=f"who plays whom, every pair equally often (default: {','.join(LEVELS)})",
    )  # fmt: skip
    words.add_argument(
        "--playouts", type=whole(1), metavar="N", help="at most N for a move (default: each level's own)"
    )
    words.add_argument("--seed", type=whole(0), default=0, help="of the first matches (default: 0)")
    words.add_argument("--date", type=date, help="the day that the matches say, as 2026-11-17 (default: none)")
    words.add_argument("--processes", type=whole(1), help="default: one for every core")
    words.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder; NAME.txt for each game")
    words.add_argument("--json", action="store_true", help="print which files were written as JSON")
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play the matches of every game."""
    from quadriga.arena.matches import dated
    from quadriga.games import places
    from quadriga.terminal.simulate import warm

    games = [quadriga.load(name) for name in dict.fromkeys(given.names or places())]
    fields = [(game, entered(game, given.players, given.playouts)) for game in games]
    try:
        given.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise QuadrigaError(f"cannot write {given.out}: {error.strerror}") from error
    written = []
    for game, entrants in fields:
        if not game.compiled.is_warm:
            warm([game])
        path = given.out / f"{game.name}.txt"
        with target(path) as file:
            for played in play(game, entrants, given):
                file.write(dated(played.record, given.date) + "\n")
        written.append({"game": game.name, "file": str(path), "matches": given.games})
        if not given.json:
            print(f"{path}: {given.games:,} matches")
    if given.json:
        print(json.dumps(written, indent=2))
    return 0


def entered(game: Game, players: Sequence[str], playouts: int | None) -> tuple[Entrant, ...]:
    """Enter the players, each with playouts and no clock: the same seed then gives the same match."""
    from quadriga.arena.entrants import Entrant, entrants
    from quadriga.players import UNLIMITED, Budget
    from quadriga.players.levels import level

    found = []
    for entrant in entrants(players):
        own = entrant.budget
        if own == UNLIMITED and entrant.name in LEVELS:
            own = Budget(None, level(entrant.name, game).budget.playouts)
        found.append(Entrant(entrant.label, entrant.name, own.within(Budget(None, playouts))))
    if len(found) < 2 <= len(game.seats):
        raise QuadrigaError(f"{game.name} needs at least two players, not {len(found)}")
    return tuple(found)


def play(game: Game, entrants: tuple[Entrant, ...], given: argparse.Namespace) -> Iterator[Played]:
    """Play the matches; they come in their fixed order, whoever is done first."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quadriga.arena.matches import Contest
    from quadriga.arena.pairing import groups, pairings
    from quadriga.arena.workers import play_in_processes
    from quadriga.kernel.batch import default_threads

    pairs = len(groups(len(entrants), len(game.seats)))
    listed = pairings(len(entrants), len(game.seats), math.ceil(given.games / pairs), given.seed)[: given.games]
    contest = Contest.of(game, entrants, event=f"Corpus of Quadriga {quadriga.__version__}")
    waiting: dict[Pairing, Played] = {}
    done = 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.name, total=len(listed))
        processes = min(given.processes or default_threads(), len(listed))
        with closing(play_in_processes(contest, listed, processes)) as coming:
            for played in coming:
                if played.failure:
                    raise QuadrigaError(played.failure)  # a corpus holds whole matches
                progress.advance(task)
                waiting[played.pairing] = played
                while done < len(listed) and listed[done] in waiting:
                    yield waiting.pop(listed[done])
                    done += 1
