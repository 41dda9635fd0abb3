"""A day's load: `python -m benchmarks.day model|replay ...`; docs/scale.md says what follows from it.

People come as they do to places where one plays after work: few at night, most in the evening. Each table is a match of
two people who think for a few seconds, sometimes for minutes, and who now and then leave before the end. `model` counts
what such a day asks of a server, minute by minute, and draws it. `replay` lets these people play at a server of their
own, at many times their pace; a day of N tables at 60 times its pace loads a server as one of 60 N tables, but for the
tables that are open at a time. A move that is lost or doubled ends it.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from quadriga.plots.paper import GRID, SERIES, STYLES, bare, drawing, new_figure, save

HOURS = (3, 2, 1.4, 1, 0.8, 0.9, 1.3, 2, 2.8, 3.3, 3.6, 4, 4.6, 4.6, 4.4, 4.6, 5, 5.8, 7, 8.4, 9.2, 8.8, 7.2, 4.9)
"""How many come in each hour of the day, in no unit."""
GAMES = (("caesar-cleopatra-2024", 190, 0.4), ("caesar-cleopatra-1997", 234, 0.2), ("caesar", 35, 0.4))
"""The games of two: moves of a whole match, and their share of all tables."""
DAY, HOUR, MINUTE = 86400, 3600, 60
POINT = 10
"""A point is drawn for every stretch of this many minutes."""


@dataclass(frozen=True)
class Day:
    """What a day is like; times in seconds."""

    tables: int = 1_000_000
    think: float = 4.0
    """Half of all moves take longer than this."""
    spread: float = 1.1
    """How much people's times differ: the standard deviation of their logarithms."""
    pauses: float = 0.005
    pause: float = 180.0
    """The share of moves that come after a pause, of this length on average."""
    leave: float = 0.25
    """The share of matches that are left before their end, after any number of moves."""

    @property
    def mean_think(self) -> float:
        """How long a move takes on average."""
        return self.think * math.exp(self.spread**2 / 2) + self.pauses * self.pause

    def pause_before(self, chooser: random.Random) -> float:
        """Choose how long somebody thinks."""
        extra = chooser.expovariate(1 / self.pause) if chooser.random() < self.pauses else 0.0
        return chooser.lognormvariate(math.log(self.think), self.spread) + extra

    def match(self, chooser: random.Random) -> tuple[str, int]:
        """Choose a game and after how many moves it is over."""
        name, moves, _ = chooser.choices(GAMES, [share for _, _, share in GAMES])[0]
        length = max(4, round(chooser.gauss(moves, moves / 12)))
        return name, chooser.randrange(1, length) if chooser.random() < self.leave else length

    def arrivals(self, chooser: random.Random, begin: float = 0.0, end: float = DAY) -> Iterator[float]:
        """Say when tables are opened, in seconds since midnight."""
        most = max(HOURS) / sum(HOURS) * self.tables / HOUR
        now = begin
        while (now := now + chooser.expovariate(most)) < end:
            hour = now / HOUR
            before, after = HOURS[int(hour) % 24], HOURS[int(hour + 1) % 24]
            here = before + (after - before) * (hour % 1)
            if chooser.random() < here / max(HOURS):
                yield now


@dataclass
class Minute:
    """What is asked for in a minute."""

    opened: int = 0
    moves: int = 0
    tables: int = 0
    """Tables open at its end."""


def model(day: Day, seed: int = 1, sample: int = 20_000) -> list[Minute]:
    """Count what a day asks for: of a sample of its tables, every one of which stands for many."""
    chooser = random.Random(seed)
    smaller = replace(day, tables=min(day.tables, sample))
    counts = [Minute() for _ in range(DAY // MINUTE)]
    for opened in smaller.arrivals(chooser):
        _, moves = day.match(chooser)
        now = opened
        for _ in range(moves):
            now += day.pause_before(chooser)
            counts[int(now % DAY) // MINUTE].moves += 1
        counts[int(opened) // MINUTE].opened += 1
        for minute in range(int(opened) // MINUTE, int(now) // MINUTE):
            counts[minute % len(counts)].tables += 1  # past midnight: as yesterday's of today
    times = day.tables / smaller.tables
    return [Minute(*(round(value * times) for value in (m.opened, m.moves, m.tables))) for m in counts]


def smooth(values: list[float], around: int = 5) -> list[float]:
    """Take the mean of some minutes."""
    windows = (values[max(0, n - around) : n + around + 1] for n in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def draw(lines: list[tuple[str, list[float], list[float]]], path: Path, title: str, about: str, unit: str) -> None:
    """Draw some series over the hours of a day, one above the other."""
    with drawing():
        figure = new_figure(6.4, 1.5 * len(lines) + 0.4)
        for number, (name, hours, values) in enumerate(lines):
            axes = figure.add_subplot(len(lines), 1, number + 1)
            axes.plot(hours, values, color=SERIES[number % len(SERIES)], linestyle=STYLES[0], linewidth=1.6)
            axes.set_ylim(bottom=0)
            axes.set_title(name, loc="left", fontsize=10)
            axes.grid(color=GRID, linewidth=0.8)
            bare(axes)
        axes.set_xlabel(unit)
    save(figure, path, title, about)


def show_model(given: argparse.Namespace) -> None:
    """Count a day and print its figures."""
    day = Day(given.tables)
    minutes = model(day, given.seed)
    moves = sum(minute.moves for minute in minutes)
    busiest = max(smooth([minute.moves / MINUTE for minute in minutes], 30))
    most = max(minute.tables for minute in minutes)
    print(f"{day.tables:,} tables, {moves:,} moves; a move takes {day.mean_think:.1f} s on average")
    print(f"most at a time: {most:,} tables open, {busiest:,.0f} moves a second in the busiest hour")
    opened = smooth([minute.opened / MINUTE for minute in minutes], 30)
    print(f"opened in the busiest hour: {max(opened):.1f} a second")
    if given.plot:
        hours = [number / 60 for number in range(0, len(minutes), POINT)]
        series = [opened, [minute.tables / 1000 for minute in minutes]]
        series.append(smooth([minute.moves / MINUTE for minute in minutes], 10))
        names = ("tables opened a second", "tables open, thousands", "moves a second")
        lines = [(name, hours, values[::POINT]) for name, values in zip(names, series, strict=True)]
        about = f"Of {day.tables:,} tables a day up to {most:,} are open at a time, with {busiest:,.0f} moves a second."
        draw(lines, Path(given.plot), "A day's load", about, "hour of the day")


def main() -> None:
    """Read the command line."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks.day", description="A day's load on a table server.")
    reader.add_argument("what", choices=("model", "replay"))
    reader.add_argument("--tables", type=int, default=1_000_000, help="tables a day")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--plot", help="draw into this file, .svg or .png")
    reader.add_argument("--pace", type=float, default=60.0, help="replay: how many times as fast as people")
    reader.add_argument("--begin", type=float, default=0.0, help="replay: from this hour of the day on")
    reader.add_argument("--hours", type=float, default=24.0, help="replay: this many hours of it")
    given = reader.parse_args()
    if given.what == "model":
        show_model(given)
    else:
        from .load.replay import replay

        replay(given)


if __name__ == "__main__":
    main()
