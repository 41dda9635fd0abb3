"""What a sample of games showed, as tables with intervals and a histogram. Knows no game: names come with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quadriga.arena.sample import Sample

from .frames import framed

BLOCKS = " ▏▎▍▌▋▊▉█"
BAR = 40
GAP = 3
"""Characters between two columns of a table."""


def report(sample: Sample, console: Console, known: Mapping[str, Any] | None = None) -> Group:
    """Put everything that a sample counted into tables; `known` are its statistics, where sums have intervals too."""
    statistics = known or sample.statistics()
    plain = not console.encoding.lower().startswith("utf")
    parts: list[RenderableType] = [shares(title, rows) for title, rows in statistics["shares"].items()]
    parts += [rates(title, rows) for title, rows in statistics["rates"].items()]
    parts.append(means(statistics["means"]))
    parts += [totals(title, rows, console.width) for title, rows in statistics["totals"].items()]
    histograms = list(statistics["histograms"].items())
    parts += [histogram(*one, plain=plain) for one in histograms[:1]]  # none, where a game has nothing of the kind
    parts += [spreads(stem, several) for stem, several in side_by_side(histograms[1:]).items()]
    games, actions = statistics["games"], statistics["actions"]
    speed = actions / sample.seconds if sample.seconds else 0
    parts.append(Text(f"{games:,} games, {actions:,} actions in {sample.seconds:.2f} s: {speed:,.0f} actions a second"))
    return Group(*parts)


def comparison(option: str, samples: Sequence[Sample], width: int) -> Group:
    """Put the shares of samples that differ in one option side by side, with half their 95 % intervals."""
    counted = {sample.game.option_texts[option]: sample.statistics() for sample in samples}
    titles = dict.fromkeys(title for statistics in counted.values() for title in statistics["shares"])
    parts: list[RenderableType] = []
    for title in titles:
        names = dict.fromkeys(name for statistics in counted.values() for name in statistics["shares"].get(title, {}))
        lines = []
        for name in names:
            rows = (statistics["shares"].get(title, {}).get(name) for statistics in counted.values())
            lines.append((name, *("-" if row is None else spread_of(row) for row in rows)))
        parts.append(filled_in(f"{title}, by {option}", ("", *counted), lines, width))
    return Group(*parts)


def filled_in(title: str, heads: Sequence[str], lines: Sequence[Sequence[str]], width: int) -> Table:
    """Write numbers with their intervals beside them, or below them where the names would have no room."""
    table = framed(title, *heads)
    needed = sum(max(map(len, column)) + GAP for column in zip(heads, *lines, strict=True))
    for line in lines:
        table.add_row(*(line if needed <= width else (cell.replace(" ±", "\n±") for cell in line)))
    return table


def spread_of(row: dict[str, Any]) -> str:
    """Write a share with the larger half of its interval."""
    if row["share"] is None:
        return "-"
    half = max(row["high"] - row["share"], row["share"] - row["low"])
    return f"{row['share']:.2%} ±{100 * half:.2f}"


def shares(title: str, rows: dict[str, Any]) -> Table:
    """Write shares of all games."""
    table = framed(title, "", "games", "share", "95 % interval")
    for name, row in rows.items():
        share = "-" if row["share"] is None else f"{row['share']:.2%}"
        table.add_row(name, f"{row['count']:,}", share, f"{row['low']:.2%} to {row['high']:.2%}")
    return table


def rates(title: str, rows: dict[str, Any]) -> Table:
    """Write shares of something else than games."""
    table = framed(title, "", "of", "share", "95 % interval")
    for name, row in rows.items():
        share = "-" if row["share"] is None else f"{row['share']:.2%}"
        table.add_row(name, f"{row['of']:,}", share, f"{row['low']:.2%} to {row['high']:.2%}")
    return table


def means(rows: dict[str, Any]) -> Table:
    """Write means over all games."""
    table = framed("per game", "", "mean", "95 % interval")
    for name, row in rows.items():
        interval = "-" if row["low"] is None else f"{row['low']:.3f} to {row['high']:.3f}"
        table.add_row(name, "-" if row["mean"] is None else f"{row['mean']:.3f}", interval)
    return table


def totals(title: str, rows: dict[str, Any], width: int) -> Table:
    """Write sums as means over all games by row and column; intervals stand below where there is no room beside."""
    heads = ("", *next(iter(rows.values())))
    lines = [(name, *map(mean_with, cells.values())) for name, cells in rows.items()]
    return filled_in(f"{title} per game", heads, lines, width)


def mean_with(cell: dict[str, Any]) -> str:
    """Write a mean with half its interval, if it has one."""
    if cell["mean"] is None:
        return "-"
    half = "" if cell.get("low") is None else f" ±{(cell['high'] - cell['low']) / 2:.3f}"
    return f"{cell['mean']:.3f}{half}"


def histogram(title: str, bins: list[dict[str, Any]], *, plain: bool) -> Table:
    """Draw how many games fell into each range, from the first range with a game to the last."""
    counts = [part["games"] for part in bins]
    filled = [number for number, count in enumerate(counts) if count]
    table = framed(title, "", "games")
    table.add_column("")
    for part in bins[filled[0] : filled[-1] + 1] if filled else []:
        table.add_row(part["range"], f"{part['games']:,}", bar(part["games"] / max(counts), plain=plain))
    return table


def side_by_side(histograms: Sequence[tuple[str, Any]]) -> dict[str, dict[str, Any]]:
    """Put histograms together that differ only in whom they are of."""
    found: dict[str, dict[str, Any]] = {}
    for title, bins in histograms:
        stem, _, who = title.partition(" of ")
        found.setdefault(stem, {})[who] = bins
    return found


def spreads(title: str, several: dict[str, Any]) -> Table:
    """Write the share of games in each range, a column for everybody, from the first range with a game to the last."""
    table = framed(f"{title}: share of games", "", *several)
    games = [max(1, sum(part["games"] for part in bins)) for bins in several.values()]
    lines = list(zip(*several.values(), strict=True))
    filled = [number for number, parts in enumerate(lines) if any(part["games"] for part in parts)]
    for parts in lines[filled[0] : filled[-1] + 1] if filled else []:
        cells = (f"{part['games'] / whole:.2%}" for part, whole in zip(parts, games, strict=True))
        table.add_row(parts[0]["range"], *cells)
    return table


def bar(share: float, *, plain: bool) -> str:
    """Draw a bar in eighths of a character; any game at all leaves a trace."""
    if plain:
        return "#" * max(round(BAR * share), share > 0)
    eighths = max(round(8 * BAR * share), share > 0)
    return "█" * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")
