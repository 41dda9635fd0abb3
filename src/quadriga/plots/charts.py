"""Charts of what was counted: values with their intervals as dots, and histograms as bars."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .paper import GRID, INK, MARKERS, PAPER, SERIES, bare, drawing, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 6.4
ROW, LINE, SERIES_ROW, FRAME = 0.32, 0.17, 0.12, 0.85
"""Heights in inches: of a row, of each further line of its label and series in it, and of all around."""
LABEL = 34
"""Characters of a label before it goes on in the next line."""
LEGEND = 14
"""Characters of a name of which three stand side by side."""
MOST_LABELS = 12


@dataclass(frozen=True)
class Dot:
    """One value with its interval, if it has one."""

    value: float | None
    low: float | None = None
    high: float | None = None


def dots(
    rows: Sequence[str],
    series: Sequence[tuple[str, Sequence[Dot]]],
    *,
    percent: bool,
    mark: float | None = None,
    unit: str = "",
) -> Figure:
    """Draw values as dots with intervals: a row for each name, a marker and a colour for each series.

    `mark` draws a line where a value says that nothing is special.
    """
    scale = 100 if percent else 1
    with drawing():
        labels = [textwrap.fill(row, LABEL) for row in rows]
        beside = 3 if max(len(name) for name, _ in series) <= LEGEND else 2
        legend = 0.3 * -(-len(series) // beside) if len(series) > 1 else 0.0
        lines = sum(max(LINE * label.count("\n"), SERIES_ROW * (len(series) - 1)) for label in labels)
        figure = new_figure(WIDTH, FRAME + legend + ROW * len(rows) + lines)
        axes = figure.add_subplot()
        if mark is not None:
            axes.axvline(scale * mark, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        for number, (name, values) in enumerate(series):
            colour = SERIES[number % len(SERIES)]
            shift = (number - (len(series) - 1) / 2) * 0.7 / max(1, len(series))
            known = [(row + shift, dot) for row, dot in enumerate(values) if dot.value is not None]
            for y, dot in known:
                if dot.low is not None and dot.high is not None:
                    axes.plot([scale * dot.low, scale * dot.high], [y, y], color=colour, linewidth=2.2, zorder=2)
            axes.plot(
                [scale * (dot.value or 0) for _, dot in known], [y for y, _ in known], linestyle="none",
                marker=MARKERS[number % len(MARKERS)], color=colour, markersize=6, markeredgecolor=PAPER,
                markeredgewidth=0.7, label=name, zorder=3,
            )  # fmt: skip
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(axis="x", color=GRID, linewidth=0.8)
        axes.set_xlabel(unit or ("share of games, %" if percent else "mean per game"))
        bare(axes)
        if len(series) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=beside, frameon=False)
    return figure


def bars(labels: Sequence[str], counts: Sequence[int], unit: str) -> Figure:
    """Draw a histogram: the share of games in every range."""
    total = max(1, sum(counts))
    with drawing():
        figure = new_figure(WIDTH, 2.9)
        axes = figure.add_subplot()
        axes.bar(range(len(labels)), [100 * count / total for count in counts], width=0.82, color=SERIES[0])
        axes.set_xlim(-0.6, max(len(labels), 6) - 0.4)
        step = -(-len(labels) // MOST_LABELS)
        shown = range(0, len(labels), step)
        axes.set_xticks(list(shown), [labels[at] for at in shown], rotation=0 if max(map(len, labels)) < 5 else 40)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_xlabel(unit)
        axes.set_ylabel("share of games, %")
        bare(axes)
    return figure


def line(xs: Sequence[float], ys: Sequence[Dot], *, across: str, up: str) -> Figure:
    """Draw how a value went, with its intervals where it has some."""
    with drawing():
        figure = new_figure(WIDTH, 2.6)
        axes = figure.add_subplot()
        known = [(x, dot.value, dot.low, dot.high) for x, dot in zip(xs, ys, strict=True) if dot.value is not None]
        axes.plot([x for x, *_ in known], [y for _, y, *_ in known], color=SERIES[0], marker=MARKERS[0], markersize=4)
        for x, _, low, high in known:
            if low is not None and high is not None:
                axes.plot([x, x], [low, high], color=SERIES[0], linewidth=1.2)
        axes.grid(color=GRID, linewidth=0.8)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        bare(axes)
    return figure
