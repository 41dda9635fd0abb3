"""Long work with a progress bar: samples of random games, and compiling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

import quadriga
from quadriga.arena.sample import Sample, check_numbers, compile_sampler, sample
from quadriga.errors import QuadrigaError
from quadriga.kernel.batch import default_threads
from quadriga.kernel.compiled import Compiled
from quadriga.kernel.notice import silenced
from quadriga.model import Game
from quadriga.processes import end_with_parent


class Speed(ProgressColumn):
    """A column that shows games a second."""

    def render(self, task: Task) -> Text:
        """Write the speed, once there is one."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "", "dim")


def simulate(game: Game, games: int, seed: int, threads: int | None, *, check: bool, greedy: bool) -> Sample:
    """Play a sample of random games with a progress bar on stderr."""
    check_numbers(games, seed, threads)
    console = Console(stderr=True)
    if not game.compiled.is_warm:
        said = "compiling the rules, once: this takes a minute (quadriga warm does it ahead)"
        with silenced(), console.status(said):
            compile_sampler(game)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), Speed())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(game.name, total=games)
        return sample(
            game, games, seed=seed, threads=threads, check=check, greedy=greedy,
            progress=lambda played: progress.update(task, completed=played),
        )  # fmt: skip


def numbers(counted: Sample, by: Mapping[str, Sequence[Sample]], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all numbers of a sample, and of those that compare options, with the command that made them."""
    return {
        "quadriga": quadriga.__version__,
        "game": counted.game.name,
        "game_version": counted.game.version,
        "options": counted.game.options,
        "command": {name: given[name] for name in ("games", "seed", "threads", "check", "greedy", "by")},
        "complete": all(sample.is_whole for sample in (counted, *(one for several in by.values() for one in several))),
        "broken_game": counted.broken,
        "seconds": counted.seconds,
        "confidence": 0.95,
        **counted.statistics(),
        "by": {
            name: {sample.game.option_texts[name]: sample.statistics() for sample in samples}
            for name, samples in by.items()
        },
    }


def wanted(game: Game, *, environments: bool) -> list[Compiled]:
    """List what is to be compiled of a game: its rules, and what vector environments need."""
    return [game.compiled, game.compiled_seats] if environments else [game.compiled]


def compile_game(name: str, done: Any, *, environments: bool = False) -> None:
    """Compile one game's rules in a process of its own and put the name of each driver on the queue."""
    end_with_parent()
    with silenced():
        for rules in wanted(quadriga.load(name), environments=environments):
            for driver in () if rules.is_warm else rules.warm():
                done.put((name, driver))


def warm(games: Sequence[Game], *, environments: bool = False) -> list[tuple[str, Path]]:
    """Compile what is not compiled yet, one game per core, with a progress bar on stderr.

    Return where each game's rules are kept. Those that vector environments need are compiled if asked for.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[done]}"))
    context = get_context("spawn")
    done = context.Queue()
    with Progress(*columns, console=console) as progress:
        parts = {game.name: wanted(game, environments=environments) for game in games}
        tasks, waiting = {}, []
        for name, sets in parts.items():
            steps = sum(len(rules.drivers) for rules in sets)
            before = sum(len(rules.drivers) for rules in sets if rules.is_warm)
            state = "compiled before" if before == steps else "waiting"
            tasks[name] = progress.add_task(name, total=steps, completed=before, done=state)
            if before < steps:
                waiting.append(name)
        running: dict[str, Any] = {}
        while waiting or running:
            while waiting and len(running) < default_threads():
                name = waiting.pop(0)
                progress.update(tasks[name], done="compiling")
                given = {"environments": environments}
                running[name] = context.Process(target=compile_game, args=(name, done), kwargs=given, daemon=True)
                running[name].start()
            try:
                name, driver = done.get(timeout=0.2)
                progress.update(tasks[name], advance=1, done=driver)
            except Empty:
                running = {name: process for name, process in running.items() if not ended(name, process)}
    return [(name, rules.folder) for name, sets in parts.items() for rules in sets]


def ended(name: str, process: Any) -> bool:
    """Tell whether a compiling process is through; one that failed raises."""
    if process.is_alive():
        return False
    if process.exitcode != 0:
        raise QuadrigaError(f"{name} could not be compiled; `quadriga sim {name} --games 1` shows why")
    return True
