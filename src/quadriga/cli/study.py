"""`quadriga study NAME`: what many games tell a designer, as tables, as data and as a page of plots."""

from __future__ import annotations

import argparse
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quadriga.errors import QuadrigaError
from quadriga.players import LEVELS

from .arguments import load, look_here_for, option, seconds, whole
from .results import add_json, console_beside, must_take_json, write_json
from .sim import sim_verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quadriga.arena.study import Study
    from quadriga.model import Game

PAGE, DATA = "index.html", "study.json"


def add(commands: Any) -> None:
    """Describe the arguments."""
    words = commands.add_parser("study", help="ask many games about seats, scores, length, what decides, and options")
    words.add_argument("name", metavar="NAME", help="the game; `quadriga games` lists them")
    words.add_argument("--games", type=whole(1), required=True, help="how many, for every choice that is compared")
    words.add_argument(
        "--players", default="random",
        help="one for all seats, or one for each with commas between: random, preferred (a simple rule), "
        f"consul-fast (a network without search), greedy, {', '.join(LEVELS)}, search, or module:Class "
        "(default: random)",
    )  # fmt: skip
    words.add_argument(
        "--option", metavar="NAME=VALUE", type=option, action="append", default=[], help="an option of the game"
    )
    words.add_argument(
        "--by", metavar="OPTION", action="append", help="compare every choice of an option, or of `all` options"
    )
    words.add_argument("--playouts", type=whole(1), help="per move, for players that search (default: their level's)")
    words.add_argument("--seconds", type=seconds, help="per move; the result then depends on the machine")
    words.add_argument("--seed", type=whole(0), default=0, help="the first game's (default: 0); the next has one more")
    words.add_argument("--threads", type=whole(1), help="or processes, for players that think (default: every core)")
    words.add_argument("--report", metavar="DIR", type=Path, help="write a page of plots into a folder")
    add_json(words)
    words.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play the games and show what they tell."""
    from quadriga.arena.study import must_be_sound, options_to_compare
    from quadriga.terminal.report import comparison, report

    game = load(given)
    must_take_json(given.json)
    if given.report is not None:
        from quadriga.plots.paper import drawing

        drawing()  # says now if matplotlib is missing
        must_take_report(given.report)
    players = [name.strip() for name in given.players.split(",")]
    look_here_for(players)
    if not all(players):
        raise QuadrigaError(f"--players {given.players!r} has an empty name")
    by = options_to_compare(game, given.by, [name for name, _ in given.option], players)
    found = play(game, given, players, by)
    must_be_sound(found)
    data = found.data()
    if given.json is not None:
        write_json(given.json, data)
    if given.report is not None:
        write_report(given.report, data, command_of(given))
    console = console_beside(given.json)
    console.print(report(found.base.sample, console, data))
    for part in decisive_tables(data):
        console.print(part)
    for name, several in found.by.items():
        console.print(comparison(name, [counted.sample for counted in several], console.width))
        console.print(effects_table(data, name))
    if given.report is not None:
        console.print(f"The page is {given.report / PAGE}", soft_wrap=True)
    return sim_verdict(found.samples)


def play(game: Game, given: argparse.Namespace, players: list[str], by: tuple[str, ...]) -> Study:
    """Play all samples with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quadriga.arena.sample import check_numbers
    from quadriga.arena.study import checked_variants, study
    from quadriga.players import Budget
    from quadriga.terminal.simulate import warm

    budget = Budget(given.seconds, given.playouts)
    check_numbers(given.games, given.seed, given.threads)
    checked_variants(game, players, budget, by)
    if not game.compiled.is_warm:
        warm([game])
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks: dict[Game, Any] = {}

        def show(playing: Game, played: int) -> None:
            if playing not in tasks:
                changed = playing.option_texts.items() - game.option_texts.items()
                label = " ".join([game.name, *(f"{name}={text}" for name, text in sorted(changed))])
                tasks[playing] = progress.add_task(label, total=given.games)
            progress.update(tasks[playing], completed=played)

        return study(
            game, given.games, players, seed=given.seed, threads=given.threads,
            budget=budget, by=by, beforehand=dict(given.option) or None, progress=show,
        )  # fmt: skip


def command_of(given: argparse.Namespace) -> str:
    """Write the command that makes the same numbers again."""
    words = ["quadriga", "study", given.name, "--games", str(given.games), "--players", given.players]
    for name, value in given.option:
        words += ["--option", f"{name}={value}"]
    for name in given.by or ():
        words += ["--by", name]
    for name in ("playouts", "seconds"):
        if getattr(given, name) is not None:
            words += [f"--{name}", str(getattr(given, name))]
    return shlex.join([*words, "--seed", str(given.seed)])


def must_take_report(folder: Path) -> None:
    """Say now, not after hours of play, that a folder cannot take a report."""
    from quadriga.plots.study_page import GENERATOR
    from quadriga.terminal.files import must_be_writable

    if folder.is_dir():
        if any(folder.iterdir()):
            page = folder / PAGE
            try:
                text = page.read_text(encoding="utf-8", errors="replace") if page.is_file() else ""
            except OSError as error:
                raise QuadrigaError(f"cannot read {page}: {error.strerror}") from error
            if f'content="{GENERATOR}"' not in text:
                raise QuadrigaError(f"{folder} holds something else than a report: give an empty or a new folder")
        for name in (PAGE, DATA):
            must_be_writable(folder / name)
        return
    if folder.exists() or folder.is_symlink():
        raise QuadrigaError(f"cannot write {folder}: it is not a folder")
    must_be_writable(folder)


def write_report(folder: Path, data: dict[str, Any], command: str) -> None:
    """Write the page and its data; where that fails, what it had begun goes away again."""
    from quadriga.plots.study_page import study_page
    from quadriga.terminal.files import write_whole

    page = study_page(data, command)
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        write_json(folder / DATA, data)
        write_whole(folder / PAGE, page)
    except (OSError, QuadrigaError) as error:
        if is_new:
            with suppress(OSError):
                (folder / DATA).unlink(missing_ok=True)
                folder.rmdir()
        if isinstance(error, QuadrigaError):
            raise
        raise QuadrigaError(f"cannot write {folder / PAGE}: {error.strerror}") from error


def decisive_tables(data: dict[str, Any]) -> list[RenderableType]:
    """Write what went to the winner."""
    from quadriga.terminal.frames import framed

    tables: list[RenderableType] = []
    for title, rows in data["decisive"].items():
        table = framed(f"{title}: to the winner", "", "of", "share", "95 % interval")
        for name, row in rows.items():
            interval = "-" if row["low"] is None else f"{row['low']:.2%} to {row['high']:.2%}"
            table.add_row(name, f"{row['of']:,}", f"{row['share']:.2%}", interval)
        tables.append(table)
    return tables


def effects_table(data: dict[str, Any], option: str) -> RenderableType:
    """Write the clear differences that an option makes."""
    from quadriga.plots.study_page import written
    from quadriga.terminal.frames import framed

    rows = data["effects"][option]
    clear = [row for row in rows if row["clear"]]
    if not clear:
        return f"{option}: none of {len(rows)} differences from {data['options'][option]} is clear.\n"
    title = f"what {option} changes, against {data['options'][option]}: {len(clear)} clear differences of {len(rows)}"
    table = framed(title, option, "", "95 % interval")
    table.columns[1].justify, table.columns[1].no_wrap = "left", False
    for row in clear:
        table.add_row(row["choice"], row["what"], f"{written(row, 'low')} to {written(row, 'high')}")
    return table
