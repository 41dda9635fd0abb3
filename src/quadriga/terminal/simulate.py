"""Long work with a progress bar: samples of random games, and compiling."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

import quadriga
from quadriga.arena.sample import Sample, check_numbers, compile_sampler, sample
from quadriga.errors import QuadrigaError
from quadriga.game import Game
from quadriga.kernel.compiled import DRIVERS

from .files import write_whole


class Speed(ProgressColumn):
    """Show games a second."""

    def render(self, task: Task) -> Text:
        """Write the speed, once there is one."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "", "dim")


def simulate(game: Game, games: int, seed: int, threads: int | None, *, check: bool) -> Sample:
    """Play a sample of random games with a progress bar on stderr."""
    check_numbers(games, seed, threads)
    console = Console(stderr=True)
    if not game.compiled.is_warm:
        with console.status("compiling the rules, once: this takes a minute (quadriga warm does it ahead)"):
            compile_sampler(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), Speed())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(game.name, total=games)
        return sample(
            game, games, seed=seed, threads=threads, check=check,
            progress=lambda played: progress.update(task, completed=played),
        )  # fmt: skip


def write_json(path: Path, counted: Sample, given: Mapping[str, Any]) -> None:
    """Write all numbers of a sample with the command that made them."""
    content = {
        "quadriga": quadriga.__version__,
        "game": counted.game.name,
        "game_version": counted.game.version,
        "options": counted.game.options,
        "command": {name: given[name] for name in ("games", "seed", "threads", "check")},
        "complete": counted.broken is None and not counted.interrupted,
        "broken_game": counted.broken,
        "seconds": counted.seconds,
        "confidence": 0.95,
        **counted.statistics(),
    }
    try:
        write_whole(path, json.dumps(content, indent=2) + "\n")
    except OSError as error:
        raise QuadrigaError(f"cannot write {path}: {error.strerror}") from error


def warm(games: Sequence[Game]) -> dict[str, Path]:
    """Compile what is not compiled yet, with a progress bar on stderr; return where it is kept."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[done]}"))
    with Progress(*columns, console=console) as progress:
        for game in games:
            task = progress.add_task(game.name, total=len(DRIVERS), done="compiling")
            if game.compiled.is_warm:
                progress.update(task, completed=len(DRIVERS), done="compiled before")
                continue
            for name in game.compiled.warm():
                progress.update(task, advance=1, done=name)
            progress.update(task, done="done")
    return {game.name: game.compiled.folder for game in games}
