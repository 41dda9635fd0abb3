"""`quadriga arena NAME --players A,B,... --games N`: a round robin of players, with intervals and ratings."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError

from .arguments import date, load, look_here_for, option, seconds, whole
from .collections import target
from .results import add_json, console_beside, must_take_json, write_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from quadriga.arena.arena import Arena
    from quadriga.arena.entrants import Entrant
    from quadriga.arena.matches import Played
    from quadriga.arena.scores import Score
    from quadriga.model import Game

ARGUMENTS = ("players", "games", "seconds", "playouts", "seed", "processes", "cluster")


def add(commands: Any) -> None:
    """Describe the arguments."""
    arena = commands.add_parser("arena", help="let players play each other, and rate them")
    arena.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    arena.add_argument(
        "--players", metavar="A,B,...", type=lambda text: text.split(","), required=True,
        help="names, module:Class or engine:./path, each perhaps with a budget of its own: search@5000 (playouts), "
        "search@0.5s",
    )  # fmt: skip
    arena.add_argument("--games", type=whole(1), required=True, help="of every pair; every second with seats swapped")
    budget = arena.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=seconds, help="to think about a move")
    budget.add_argument("--playouts", type=whole(1), help="to think about a move; the same games on every machine")
    arena.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    arena.add_argument("--seed", type=whole(0), default=0, help="of the first two games (default: 0)")
    arena.add_argument("--processes", type=whole(1), help="games at the same time (default: one for every core)")
    add_json(arena, "all numbers and games")
    arena.add_argument("--plot", metavar="FILE", type=Path, help="draw shares and ratings as .png or .svg")
    arena.add_argument("--records", metavar="FILE", type=Path, help="write the games played now as a collection")
    arena.add_argument("--date", type=date, help="with --records: the day that they say, as 2026-11-17 (default: none)")
    arena.add_argument("--journal", metavar="FILE", type=Path, help="where finished games are kept, to go on later")
    arena.add_argument("--cluster", metavar="ADDRESS", help="play on Ray: local, or the address of a cluster")
    arena.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play an arena and show what it found."""
    from quadriga.arena.arena import play_arena
    from quadriga.arena.entrants import entrants
    from quadriga.players import Budget

    game = load(given)
    check_files(given)
    look_here_for(given.players)
    budget = Budget(given.seconds, given.playouts)
    entered = entrants(given.players, budget)
    compile_first(game, entered, given.cluster)
    with progress_bar(game, entered, given.games) as progress:
        arena = play_arena(
            game, given.players, given.games, seed=given.seed, budget=budget, processes=given.processes,
            journal=given.journal, cluster=given.cluster, progress=progress,
        )  # fmt: skip
    console = console_beside(given.json)
    if arena.played:
        console.print(arena.title, markup=False, soft_wrap=True)
        console.print(pairs_table(arena))
        console.print(standings_table(arena))
    write_files(arena, given)
    return verdict(arena)


def check_files(given: argparse.Namespace) -> None:
    """Say before hours of play that a file cannot be written or drawn."""
    from quadriga.terminal.files import must_be_writable

    if given.plot is not None:
        from quadriga.plots.paper import drawing, must_be_picture

        must_be_picture(given.plot)
        drawing()
    if given.date is not None and given.records is None:
        raise QuadrigaError("--date is for the records: give --records FILE too")
    must_take_json(given.json)
    for path in (given.plot, given.records):
        if path is not None:
            must_be_writable(path)


def compile_first(game: Game, entered: Sequence[Entrant], cluster: str | None) -> None:
    """Compile the rules with a progress bar if somebody needs them; a cluster does that where it plays."""
    from quadriga.arena.arena import needs_compiling
    from quadriga.terminal.simulate import warm

    if cluster in (None, "local") and needs_compiling(game, entered):
        warm([game])


@contextmanager
def progress_bar(game: Game, entered: Sequence[Entrant], games: int) -> Iterator[Callable[[Sequence[Played]], None]]:
    """Show games, time left and everybody's points on stderr while an arena runs."""
    from rich.console import Console, RenderableType
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    from quadriga.arena.pairing import groups

    points = [0.0] * len(entered)
    counted = -1

    class WithScores(Progress):
        """A progress bar with the points below it."""

        def get_renderables(self) -> Iterator[RenderableType]:
            yield self.make_tasks_table(self.tasks)
            scores = (f"{entrant.label} {written(won)}" for entrant, won in zip(entered, points, strict=True))
            yield Text("   ".join(scores), "dim", no_wrap=True, overflow="ellipsis")

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    # Some games take minutes, others seconds: the time left is told from a long look back.
    with WithScores(
        *columns, console=console, transient=True, speed_estimate_period=3600, expand=True,
        disable=not console.is_interactive,
    ) as bar:  # fmt: skip
        task = bar.add_task(game.name, total=games * len(groups(len(entered), len(game.seats))))

        def progress(played: Sequence[Played]) -> None:
            nonlocal counted
            if counted < 0:  # what is in the journal says nothing about the time left
                bar.reset(task, completed=len(played))
                counted = 0
            for one in played[counted:]:
                for player in one.pairing.players:
                    points[player] += one.share(player)
                if one.failure:
                    words = f"quadriga: {one.failure}; it has lost this game"
                    console.print(words, markup=False, highlight=False, soft_wrap=True)
            counted = len(played)
            bar.update(task, completed=counted)

        yield progress


def written(points: float) -> str:
    """Write points: whole ones without a fraction."""
    return f"{points:,.0f}" if points == int(points) else f"{points:,.1f}"


def pairs_table(arena: Arena) -> Table:
    """List every pair, or in a game for one every player, with its counts."""
    from quadriga.terminal.frames import framed

    scores = {group: arena.score(*group) for group in arena.groups}
    with_shared = any(score.shared for score in scores.values())
    heads = ["won", "lost", *(["shared"] if with_shared else []), *([] if arena.is_solo else ["drawn"])]
    table = framed("every pair", "", *heads, "share", "95 % interval")
    table.columns[0].overflow = "fold"
    if arena.is_solo:
        table.title = f"Won against {arena.opponent.capitalize()}"
    for group, score in scores.items():
        counts = [score.wins, score.losses, *([score.shared] if with_shared else [])]
        counts += [] if arena.is_solo else [score.draws]
        names = " - ".join(arena.entrants[player].label for player in group)
        table.add_row(names, *(f"{count:,}" for count in counts), *share_cells(score))
    return table


def standings_table(arena: Arena) -> Table:
    """List the players by rating, with all their points."""
    from quadriga.terminal.frames import framed

    table = framed("Players by rating", "", "games", "points", "share", "95 % interval", "rating", "95 %")
    table.columns[0].overflow = "fold"
    for standing in arena.standings():
        score, rating = standing.score, standing.rating
        table.add_row(
            arena.entrants[standing.player].label, f"{score.games:,}", written(score.points), *share_cells(score),
            f"{rating.mu:.2f}", f"±{rating.half:.2f}",
        )  # fmt: skip
    if arena.is_solo:
        last = arena.ratings()[-1]
        name = f"({arena.opponent.capitalize()})"
        table.add_row(name, "", "", "", "", f"{last.mu:.2f}", f"±{last.half:.2f}")
    return table


def share_cells(score: Score) -> tuple[str, str]:
    """Write a share of decided games and its interval."""
    if score.share is None:
        return "-", "-"
    low, high = score.interval
    return f"{score.share:.1%}", f"{low:.1%} to {high:.1%}"


def write_files(arena: Arena, given: argparse.Namespace) -> None:
    """Write the numbers and the plot that were asked for."""
    from quadriga.arena.matches import dated

    if given.json is not None:
        found = arena.statistics()
        games = found.pop("played")
        content = {"command": {name: getattr(given, name) for name in ARGUMENTS}, **found}
        # A line for every game: a file of thousands stays readable.
        lines = ",\n".join(f"    {json.dumps(game)}" for game in games)
        text = json.dumps(content, indent=2).removesuffix("\n}") + f',\n  "played": [\n{lines}\n  ]\n}}\n'
        write_text(given.json, text)
    if given.records is not None:
        with target(given.records) as file:
            file.writelines(dated(played.record, given.date) + "\n" for played in arena.played if played.record)
    if given.plot is not None and arena.played:
        from quadriga.arena.plot import save_arena

        save_arena(arena, given.plot)


def verdict(arena: Arena) -> int:
    """Say where the games are and whether all were played; return the exit code."""
    played = f"{len(arena.played):,} of {arena.total:,} games"
    if not arena.is_whole:
        print(f"quadriga: interrupted after {played}; the same command goes on ({arena.journal})", file=sys.stderr)
        return 130
    if arena.before:
        print(f"quadriga: {arena.before:,} games were in the journal {arena.journal}", file=sys.stderr)
    return 0
